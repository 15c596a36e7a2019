//! The reuse plan and the recompute fraction (chapter 9).

use std::collections::HashSet;

use steadlith_reference::chunker::Chunking;
use steadlith_reference::plan::{PlannedChunk, distinct_inputs, hashes_to_embed, operations, pairs, recompute};
use steadlith_vectors::request;

use crate::testee::planned_chunk;

use super::inputs::{BlockError, Inputs};
use super::table::{Page, or_dash, yes_no};

/// A worked example of the kind `plan`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let chunks = |key| Ok::<_, BlockError>(planned_chunks(inputs.needed(key)?));
    print(page, &chunks("old")?, &chunks("new")?);
    Ok(())
}

/// The chunks of one version as they stand in a request.
pub fn planned_chunks(chunks: Vec<request::PlannedChunk>) -> Vec<PlannedChunk> {
    chunks.into_iter().map(planned_chunk).collect()
}

/// The pairs, the operations, and what is embedded.
pub fn print(page: &mut Page, old: &[PlannedChunk], new: &[PlannedChunk]) {
    let view = page.view();
    let pairs = pairs(old, new);
    page.table("pairs", ["pass", "old_position", "new_position", "kind"], pairs.len(), |row| {
        let pair = pairs[row];
        [
            if pair.is_exact { "1" } else { "2" }.to_owned(),
            pair.old.to_string(),
            pair.new.to_string(),
            pair.operation(old, new).kind().to_owned(),
        ]
    });
    let operations = operations(old, new);
    page.table("operations", ["kind", "old_position", "new_position"], operations.len(), |row| {
        let operation = operations[row];
        [operation.kind().to_owned(), or_dash(operation.old_position()), or_dash(operation.new_position())]
    });
    let hashes = hashes_to_embed(old, new);
    page.table("embed", ["order", "chunk_hash"], hashes.len(), |order| [order.to_string(), view.quote(hashes[order])]);
}

/// A worked example of the kind `recompute`.
pub fn recompute_example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let old_text: String = inputs.needed("old_text")?;
    let new_text: String = inputs.needed("new_text")?;
    let (old, new) = (inputs.chunk(&old_text)?, inputs.chunk(&new_text)?);
    let (old_inputs, new_inputs) = (distinct_inputs(embedded(&old)), distinct_inputs(embedded(&new)));
    let known: HashSet<&str> = old_inputs.iter().map(|&(text, _)| text).collect();
    let view = page.view();
    page.table("old_inputs", ["tokens", "text"], old_inputs.len(), |row| {
        let (text, tokens) = old_inputs[row];
        [tokens.to_string(), view.quote(text)]
    });
    page.table("new_inputs", ["tokens", "in_old", "text"], new_inputs.len(), |row| {
        let (text, tokens) = new_inputs[row];
        [tokens.to_string(), yes_no(known.contains(text)), view.quote(text)]
    });
    let recompute = recompute(embedded(&old), embedded(&new));
    page.entry("tokens_recomputed", recompute.recomputed_tokens);
    page.entry("tokens_total", recompute.total_tokens);
    Ok(())
}

/// What an index embeds for these chunks: text and tokens of each.
fn embedded(chunking: &Chunking) -> impl Iterator<Item = (&str, u64)> {
    chunking.chunks.iter().map(|chunk| (chunk.text.as_str(), chunk.token_count))
}
