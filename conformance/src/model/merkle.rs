//! Merkle roots (chapter 8), by recursion from the root down.

use super::fault::Switch;
use super::faults::merkle as fault;
use super::framing::framed;
use super::wrong;

/// The root over `leaves` in their order.
pub(super) fn root(leaves: &[String], on: Switch) -> String {
    if let Some(root) = wrong::merkle::root(leaves, on) {
        return root;
    }
    if leaves.is_empty() {
        return framed("cairn-merkle-empty-v1", &[], on);
    }
    let height = leaves.len().next_power_of_two().trailing_zeros();
    subtree(leaves, height, 0, on).unwrap_or_default()
}

/// The node number `index` of the level `height` above the leaves, if the level has it. A
/// node without a right child is paired with the empty string.
fn subtree(leaves: &[String], height: u32, index: usize, on: Switch) -> Option<String> {
    if height == 0 {
        return leaves.get(index).map(|value| leaf(value, on));
    }
    let left = subtree(leaves, height - 1, 2 * index, on)?;
    let right = subtree(leaves, height - 1, 2 * index + 1, on);
    match right {
        Some(right) => Some(node(&left, &right, on)),
        None => Some(wrong::merkle::without_right(&left, on).unwrap_or_else(|| node(&left, "", on))),
    }
}

/// The hash of a leaf.
pub(super) fn leaf(value: &str, on: Switch) -> String {
    if on.has(&fault::LEAF_NOT_HASHED) {
        return value.to_owned();
    }
    let domain = if on.has(&fault::LEAF_IN_NODE_DOMAIN) { NODE } else { "cairn-merkle-leaf-v1" };
    framed(domain, &[value], on)
}

const NODE: &str = "cairn-merkle-node-v1";

/// The hash of two hashes.
pub(super) fn node(left: &str, right: &str, on: Switch) -> String {
    if on.has(&fault::NODE_FIELDS_JOINED) {
        return framed(NODE, &[&[left, right].concat()], on);
    }
    if on.has(&fault::NODE_FIELDS_SORTED) {
        return framed(NODE, &[left.min(right), left.max(right)], on);
    }
    if on.has(&fault::NODE_FIELDS_EXCHANGED) {
        return framed(NODE, &[right, left], on);
    }
    if on.has(&fault::NODE_IN_LEAF_DOMAIN) {
        return framed("cairn-merkle-leaf-v1", &[left, right], on);
    }
    framed(NODE, &[left, right], on)
}

/// The root over a corpus of (document id, document root) in any order.
pub(super) fn corpus_root(documents: &[(String, String)], on: Switch) -> String {
    let mut sorted = documents.to_vec();
    // UTF-8 sorts as its code points do.
    sorted.sort_by(|left, right| wrong::merkle::order(left, right, on).unwrap_or_else(|| left.0.cmp(&right.0)));
    if on.has(&fault::CORPUS_UNSORTED) {
        sorted = documents.to_vec();
    }
    let leaves: Vec<String> = (sorted.iter())
        .map(|(id, root)| match wrong::merkle::document(id, root, on) {
            Some(leaf) => leaf,
            None => framed("cairn-corpus-document-v1", &[id, root], on),
        })
        .collect();
    if on.has(&fault::CORPUS_LEAF_HASHED_ONCE) {
        return wrong::merkle::over_hashes(leaves, on);
    }
    root(&leaves, on)
}
