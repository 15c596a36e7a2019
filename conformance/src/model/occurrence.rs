//! Occurrence ids (chapter 8).

use super::fault::Switch;
use super::framing::sha256_hex;
use super::wrong;

/// Hexadecimal digits of an occurrence id.
const DIGITS: usize = 32;

/// One occurrence of a chunk.
#[derive(Debug)]
pub(super) struct Occurrence<'a> {
    pub(super) scope: &'a str,
    pub(super) corpus_root: &'a str,
    pub(super) document_id: &'a str,
    pub(super) position: u64,
    pub(super) chunk_hash: &'a str,
}

impl Occurrence<'_> {
    /// Its id: the fields, each ended by NUL, behind a fixed prefix.
    pub(super) fn id(&self, on: Switch) -> String {
        if let Some(id) = wrong::occurrence::id(self, on) {
            return id;
        }
        let position = self.position.to_string();
        let message: String =
            ["cairn:instance:v1", self.scope, self.corpus_root, self.document_id, &position, self.chunk_hash]
                .into_iter()
                .flat_map(|field| [field, "\0"])
                .collect();
        sha256_hex(message.as_bytes(), on).chars().take(DIGITS).collect()
    }
}
