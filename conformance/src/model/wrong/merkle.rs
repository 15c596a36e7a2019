//! Wrong trees and wrong orders.

use std::cmp::Ordering;
use std::collections::HashSet;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::super::fault::Switch;
use super::super::faults::merkle as fault;
use super::super::framing::{framed, sha256_hex};
use super::super::merkle::{leaf, node, root as right_root};

type Document = (String, String);

/// The root of a faulty implementation; `None` if it builds the tree of v1.
pub(in crate::model) fn root(leaves: &[String], on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    match leaves {
        [] if is(&fault::EMPTY_ROOT_OF_NOTHING) => return Some(sha256_hex(b"", on)),
        [] if is(&fault::EMPTY_ROOT_EMPTY) => return Some(String::new()),
        [] if is(&fault::EMPTY_ROOT_ZERO) => return Some("0".repeat(64)),
        [] if is(&fault::EMPTY_ROOT_LEAF) => return Some(leaf("", on)),
        [only] if is(&fault::SINGLE_LEAF_PAIRED) => return Some(node(&leaf(only, on), "", on)),
        [only] if is(&fault::SINGLE_LEAF_RAW) => return Some(only.clone()),
        [] => return None,
        _ => {}
    }
    if is(&fault::SPLIT_AT_POWER_OF_TWO) {
        return Some(split(leaves, on));
    }
    if is(&fault::LEAVES_FOLDED) {
        let mut hashes = leaves.iter().map(|value| leaf(value, on));
        let first = hashes.next()?;
        return Some(hashes.fold(first, |left, right| node(&left, &right, on)));
    }
    if is(&fault::PADDED_TO_POWER_OF_TWO) {
        let mut hashes: Vec<String> = leaves.iter().map(|value| leaf(value, on)).collect();
        hashes.resize(leaves.len().next_power_of_two(), String::new());
        return Some(over_hashes(hashes, on));
    }
    changed_leaves(leaves, on).map(|leaves| over_hashes(hashed(&leaves, on), on))
}

fn changed_leaves(leaves: &[String], on: Switch) -> Option<Vec<String>> {
    let is = |fault| on.has(fault);
    let mut leaves = leaves.to_vec();
    if is(&fault::REPEATED_LEAVES_DROPPED) {
        let mut seen = HashSet::new();
        leaves.retain(|leaf| seen.insert(leaf.clone()));
    } else if is(&fault::LEAVES_SORTED) {
        leaves.sort();
    } else if is(&fault::LEAVES_LOWER_CASED) {
        leaves.iter_mut().for_each(|leaf| *leaf = leaf.to_lowercase());
    } else if is(&fault::LEAVES_REVERSED) {
        leaves.reverse();
    } else {
        return None;
    }
    Some(leaves)
}

fn hashed(leaves: &[String], on: Switch) -> Vec<String> {
    leaves.iter().map(|value| leaf(value, on)).collect()
}

/// The root over a level of hashes, level by level.
pub(in crate::model) fn over_hashes(mut level: Vec<String>, on: Switch) -> String {
    if level.is_empty() {
        return right_root(&[], on);
    }
    while level.len() > 1 {
        let pair = |pair: &[String]| node(&pair[0], pair.get(1).map_or("", String::as_str), on);
        level = level.chunks(2).map(pair).collect();
    }
    level.swap_remove(0)
}

/// The tree of RFC 6962: the left part is the largest power of two below the whole.
fn split(leaves: &[String], on: Switch) -> String {
    if let [only] = leaves {
        return leaf(only, on);
    }
    let middle = leaves.len().next_power_of_two() / 2;
    node(&split(&leaves[..middle], on), &split(&leaves[middle..], on), on)
}

/// What becomes of a last node without a partner; `None` if it is paired with nothing.
pub(in crate::model) fn without_right(left: &str, on: Switch) -> Option<String> {
    if on.has(&fault::ODD_PROMOTED) {
        return Some(left.to_owned());
    }
    if on.has(&fault::ODD_DUPLICATED) {
        return Some(node(left, left, on));
    }
    if on.has(&fault::ODD_WITH_EMPTY_ROOT) {
        return Some(node(left, &framed("cairn-merkle-empty-v1", &[], on), on));
    }
    if on.has(&fault::ODD_ALONE) {
        return Some(framed("cairn-merkle-node-v1", &[left], on));
    }
    if on.has(&fault::ODD_WITH_ZEROS) {
        return Some(node(left, &"0".repeat(64), on));
    }
    None
}

/// The order of two documents; `None` if it is that of v1.
pub(in crate::model) fn order(left: &Document, right: &Document, on: Switch) -> Option<Ordering> {
    let is = |fault| on.has(fault);
    Some(if is(&fault::CORPUS_SORTED_BY_UTF16) {
        left.0.encode_utf16().cmp(right.0.encode_utf16())
    } else if is(&fault::CORPUS_SORTED_WITHOUT_CASE) {
        left.0.to_lowercase().cmp(&right.0.to_lowercase())
    } else if is(&fault::CORPUS_SORTED_BY_ROOT) {
        left.1.cmp(&right.1)
    } else if is(&fault::CORPUS_SORTED_BY_LENGTH) {
        left.0.len().cmp(&right.0.len()).then_with(|| left.0.cmp(&right.0))
    } else if is(&fault::CORPUS_SORTED_AS_NUMBERS) {
        let number = |id: &str| id.parse().unwrap_or(u64::MAX);
        number(&left.0).cmp(&number(&right.0)).then_with(|| left.0.cmp(&right.0))
    } else if is(&fault::CORPUS_SORTED_DOWNWARD) {
        right.0.cmp(&left.0)
    } else {
        return None;
    })
}

/// The leaf of a document; `None` if it is that of v1.
pub(in crate::model) fn document(id: &str, root: &str, on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    if is(&fault::DOCUMENT_ID_NORMALIZED) {
        let id = ComposingNormalizerBorrowed::new_nfc().normalize(id);
        return Some(framed("cairn-corpus-document-v1", &[&id, root], on));
    }
    if is(&fault::DOCUMENT_ID_NOT_HASHED) {
        return Some(root.to_owned());
    }
    if is(&fault::DOCUMENT_FIELDS_EXCHANGED) {
        return Some(framed("cairn-corpus-document-v1", &[root, id], on));
    }
    None
}
