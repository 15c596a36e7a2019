//! Diagnostics of a run (chapter 10).

use serde_json::{Value, json};

use super::chunk::Chunk;
use super::cut::Boundary;

/// The diagnostics of `chunks`, as wire members.
pub(super) fn diagnostics(chunks: &[Chunk]) -> Value {
    let count = |kind| chunks.iter().filter(|chunk| chunk.boundary == kind).count();
    let [primary, backup, hard] = [Boundary::Primary, Boundary::Backup, Boundary::Hard].map(count);
    let moved = chunks.iter().filter(|chunk| chunk.end != chunk.raw_end).count();
    let tokens: Vec<u64> = chunks.iter().map(|chunk| chunk.tokens).collect();
    json!({
        "chunk_count": chunks.len(),
        "total_tokens": tokens.iter().fold(0_u64, |total, count| total.saturating_add(*count)),
        "token_counts": tokens,
        "primary_boundaries": primary,
        "backup_boundaries": backup,
        "hard_cuts": hard,
        "snapped_boundaries": moved,
        "hard_cut_rate": rate(hard, primary + backup + hard),
    })
}

/// Hard cuts among all cuts that were looked for, 0 if there are none.
pub(super) fn rate(hard: usize, cuts: usize) -> f64 {
    if cuts == 0 { 0.0 } else { hard as f64 / cuts as f64 }
}
