//! Document and corpus roots (chapter 8, Merkle trees and occurrences).

use std::collections::BTreeMap;

use crate::identity::hash_fields;

/// The domain of the root of no leaves, which has no fields (MERKLE-5).
pub const EMPTY_DOMAIN: &str = "cairn-merkle-empty-v1";
/// The domain of a leaf, whose field is the string (MERKLE-1).
pub const LEAF_DOMAIN: &str = "cairn-merkle-leaf-v1";
/// The domain of a node, whose fields are two hashes (MERKLE-2).
pub const NODE_DOMAIN: &str = "cairn-merkle-node-v1";
/// The domain of a document in a corpus, whose fields are its id and its root (MERKLE-7).
pub const CORPUS_DOCUMENT_DOMAIN: &str = "cairn-corpus-document-v1";

/// The levels of the tree over these leaves, in order: their hashes, then the hashes of each next level. The last
/// level holds the root alone (MERKLE-3). No leaves, no level.
#[must_use]
pub fn levels<S: AsRef<str>>(leaves: &[S]) -> Vec<Vec<String>> {
    let mut levels = Vec::new();
    let mut level: Vec<String> = leaves.iter().map(|leaf| hash_fields(LEAF_DOMAIN, &[leaf.as_ref()])).collect();
    while level.len() > 1 {
        let next = level.chunks(2).map(|pair| hash_fields(NODE_DOMAIN, &node_fields(pair))).collect();
        levels.push(std::mem::replace(&mut level, next));
    }
    if !level.is_empty() {
        levels.push(level);
    }
    levels
}

/// The fields of the node over a pair. The odd last node of a level is paired with an empty string (MERKLE-4).
#[must_use]
pub fn node_fields(pair: &[String]) -> [&str; 2] {
    let field = |index| pair.get(index).map_or("", String::as_str);
    [field(0), field(1)]
}

/// The root over a document's chunk hashes, in order, repeats included (MERKLE-6).
#[must_use]
pub fn document_root<S: AsRef<str>>(chunk_hashes: &[S]) -> String {
    let root = levels(chunk_hashes).pop().and_then(|mut level| level.pop());
    root.unwrap_or_else(|| hash_fields(EMPTY_DOMAIN, &[]))
}

/// The root over a corpus: document id to document root (MERKLE-7).
#[must_use]
pub fn corpus_root(documents: &BTreeMap<String, String>) -> String {
    document_root(&corpus_leaves(documents))
}

/// The leaf of each document of a corpus, ordered by document id: by code point, which is the order of UTF-8
/// (MERKLE-8).
#[must_use]
pub fn corpus_leaves(documents: &BTreeMap<String, String>) -> Vec<String> {
    documents.iter().map(|(id, root)| hash_fields(CORPUS_DOCUMENT_DOMAIN, &[id, root])).collect()
}
