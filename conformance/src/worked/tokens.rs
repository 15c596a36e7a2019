//! Token counts (chapter 2).

use steadlith_reference::chunker::{Chunking, Prepared};

use super::inputs::{BlockError, Inputs};
use super::table::{Page, range};

/// A worked example of the kind `tokens`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    let prepared = inputs.prepare(&text)?;
    page.quoted_entry("tokenizer_id", &prepared.params.tokenizer_id);
    page.entry("params_hash", &prepared.identity.params_hash);
    counts(page, &prepared);
    chunks(page, &prepared.chunking(&prepared.cuts()?)?);
    Ok(())
}

/// The count of each word and the sums.
pub fn counts(page: &mut Page, prepared: &Prepared<'_>) {
    let view = page.view();
    let document = prepared.document();
    page.table("tokens", ["index", "word", "tokens", "sum"], prepared.words.len(), |index| {
        [
            index.to_string(),
            view.quote(&prepared.words[index].text),
            document.tokens(index, index + 1).to_string(),
            document.tokens(0, index + 1).to_string(),
        ]
    });
}

fn chunks(page: &mut Page, chunking: &Chunking) {
    page.table("chunks", ["index", "words", "tokens", "chunk_hash"], chunking.chunks.len(), |index| {
        let chunk = &chunking.chunks[index];
        [
            index.to_string(),
            range(chunk.start_word, chunk.end_word),
            chunk.token_count.to_string(),
            chunk.chunk_hash.clone(),
        ]
    });
}
