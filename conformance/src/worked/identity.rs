//! The pre-image and hash of each chunk (chapter 7).

use steadlith_reference::identity::{CHUNK_DOMAIN, Identity};

use super::inputs::{BlockError, Inputs};
use super::table::Page;

/// A worked example of the kind `identity`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    let prepared = inputs.prepare(&text)?;
    let chunking = prepared.chunking(&prepared.cuts()?)?;
    page.entry("params_hash", &prepared.identity.params_hash);
    for (index, chunk) in chunking.chunks.iter().enumerate() {
        page.entry("chunk", index);
        print(page, &prepared.identity, &chunk.text, &chunk.chunk_hash);
    }
    Ok(())
}

/// The fields of a chunk hash, its pre-image and the hash.
pub fn print(page: &mut Page, identity: &Identity, text: &str, chunk_hash: &str) {
    let view = page.view();
    let values = identity.chunk_fields(text);
    let names = ["identity_schema", "normalizer_version", "chunker_id", "params_hash", "canonical_text"];
    page.table("fields", ["field", "length", "value"], names.len() + 1, |row| match row.checked_sub(1) {
        None => ["domain".to_owned(), format!("{:08x}", CHUNK_DOMAIN.len()), view.quote(CHUNK_DOMAIN)],
        Some(field) => [names[field].to_owned(), format!("{:016x}", values[field].len()), view.quote(values[field])],
    });
    page.hexdump("preimage", &identity.chunk_preimage(text));
    page.entry("chunk_hash", chunk_hash);
}
