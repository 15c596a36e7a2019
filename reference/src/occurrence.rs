//! Occurrence ids: one place where a chunk stands in a corpus (chapter 8, Merkle trees and occurrences).

use crate::identity::sha256_hex;

/// Hex digits of an occurrence id.
const ID_DIGITS: usize = 32;

/// The occurrence id of the chunk at `position`, its index in the document from 0 (OCC-1, OCC-2).
///
/// The fields are terminated by NUL, not framed by length: if one of them holds a NUL, two different occurrences can
/// have the same pre-image.
#[must_use]
pub fn instance_id(scope: &str, corpus_root: &str, document_id: &str, position: u64, chunk_hash: &str) -> String {
    let mut digits = sha256_hex(preimage(scope, corpus_root, document_id, position, chunk_hash).as_bytes());
    digits.truncate(ID_DIGITS);
    digits
}

/// The pre-image of [`instance_id`].
#[must_use]
pub fn preimage(scope: &str, corpus_root: &str, document_id: &str, position: u64, chunk_hash: &str) -> String {
    format!("cairn:instance:v1\0{scope}\0{corpus_root}\0{document_id}\0{position}\0{chunk_hash}\0")
}
