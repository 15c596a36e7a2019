//! Chunk records and the counts of a run (chapter 10).

use steadlith_reference::chunker::{Chunking, Diagnostics};

use super::inputs::{BlockError, Inputs};
use super::table::Page;

/// A worked example of the kind `diagnostics`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    print(page, &inputs.chunk(&text)?);
    Ok(())
}

/// The record of a run: its identity, its chunks, its counts.
pub fn print(page: &mut Page, chunking: &Chunking) {
    let identity = &chunking.identity;
    page.entry("schema", &identity.schema);
    page.entry("normalizer_version", &identity.normalizer_version);
    page.entry("chunker_id", &identity.chunker_id);
    page.entry("params_hash", &identity.params_hash);
    page.entry("snap_to_boundaries", chunking.snap_to_boundaries);
    chunks(page, chunking);
    counts(page, &chunking.diagnostics);
}

fn chunks(page: &mut Page, chunking: &Chunking) {
    let header = [
        "index",
        "start_word",
        "end_word",
        "raw_end_word",
        "start_offset",
        "end_offset",
        "token_count",
        "boundary_kind",
        "snap_kind",
    ];
    page.table("chunks", header, chunking.chunks.len(), |index| {
        let chunk = &chunking.chunks[index];
        [
            index.to_string(),
            chunk.start_word.to_string(),
            chunk.end_word.to_string(),
            chunk.raw_end_word.to_string(),
            chunk.start_offset.to_string(),
            chunk.end_offset.to_string(),
            chunk.token_count.to_string(),
            chunk.boundary_kind.as_str().to_owned(),
            chunk.snap_kind.as_str().to_owned(),
        ]
    });
    let view = page.view();
    page.table("texts", ["index", "chunk_hash", "text"], chunking.chunks.len(), |index| {
        let chunk = &chunking.chunks[index];
        [index.to_string(), chunk.chunk_hash.clone(), view.quote(&chunk.text)]
    });
}

fn counts(page: &mut Page, diagnostics: &Diagnostics) {
    page.entry("chunk_count", diagnostics.chunk_count());
    page.entry("total_tokens", diagnostics.total_tokens());
    page.list_entry("token_counts", &diagnostics.token_counts);
    page.entry("primary_boundaries", diagnostics.primary_boundaries);
    page.entry("backup_boundaries", diagnostics.backup_boundaries);
    page.entry("hard_cuts", diagnostics.hard_cuts);
    page.entry("snapped_boundaries", diagnostics.snapped_boundaries);
    match diagnostics.counted_boundaries() {
        0 => page.entry("hard_cut_rate", 0),
        boundaries => page.entry("hard_cut_rate", format_args!("{}/{boundaries}", diagnostics.hard_cuts)),
    }
}
