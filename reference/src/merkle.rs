//! Document and corpus roots (chapter 8, Merkle trees and occurrences).

use std::collections::BTreeMap;

use crate::identity::hash_fields;

const EMPTY_DOMAIN: &str = "cairn-merkle-empty-v1";
const LEAF_DOMAIN: &str = "cairn-merkle-leaf-v1";
const NODE_DOMAIN: &str = "cairn-merkle-node-v1";
const CORPUS_DOCUMENT_DOMAIN: &str = "cairn-corpus-document-v1";

/// The root over a document's chunk hashes, in order, repeats included (MERKLE-1, MERKLE-3, MERKLE-5, MERKLE-6).
#[must_use]
pub fn document_root<S: AsRef<str>>(chunk_hashes: &[S]) -> String {
    let mut level: Vec<String> = chunk_hashes.iter().map(|hash| hash_fields(LEAF_DOMAIN, &[hash.as_ref()])).collect();
    while level.len() > 1 {
        level = level.chunks(2).map(parent).collect();
    }
    level.pop().unwrap_or_else(|| hash_fields(EMPTY_DOMAIN, &[]))
}

/// The node over a pair (MERKLE-2). The odd last node of a level is paired with an empty string (MERKLE-4).
fn parent(pair: &[String]) -> String {
    let right = pair.get(1).map_or("", String::as_str);
    hash_fields(NODE_DOMAIN, &[&pair[0], right])
}

/// The root over a corpus, document id to document root (MERKLE-7). Ids are ordered by code point, which is the order
/// of UTF-8 (MERKLE-8).
#[must_use]
pub fn corpus_root(documents: &BTreeMap<String, String>) -> String {
    let leaves: Vec<String> =
        documents.iter().map(|(id, root)| hash_fields(CORPUS_DOCUMENT_DOMAIN, &[id, root])).collect();
    document_root(&leaves)
}
