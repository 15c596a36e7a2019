//! Chapter 8: Merkle roots and occurrence ids.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use steadlith_reference::merkle::{corpus_leaves, corpus_root, document_root, levels, node_fields};
use steadlith_reference::occurrence::{instance_id, preimage};

use crate::by_the_book::{framed, sha256};

/// MERKLE-1 to MERKLE-5: the first leaves of `a`, `b`, `c` and so on; 0, 1 and 3 are published, the others are those
/// of steadlith 1.0.1.
const ROOTS: [&str; 10] = [
    "c0975005831371eb614b1449995aada0f39b6c917df5f7577caf662b840d322d",
    "7b20cd3d2f69f1494bfd0a2ef5e4fa880c6e49390073aa7a5d60f75951e72652",
    "1c86f63f9601abd46862b48b81dd6d0215fb5074fd2a0cc428ae1f7adca37f7a",
    "cfca5e80d157f98f833a6e995c20853af9fcb39701bc4d00d0a3db5017a0c121",
    "732dbcb99db0bb0d1c4d3e8c86513b789392edf843386ecfe86d9a6512a1090c",
    "31e419be4891898893660d7f0fd2e17c47874c25907d37acf6df321d93c292ba",
    "e4d56c538ef5698e6fcc252ee0436e310be025323946ff823835fed75221bd39",
    "8df2402398f3992f14f36fd07efe1ed44b5c7a6e17deb74c70c784486fc9a1fc",
    "406194f85dfb7a5e40a4257941a8f2020c349063ec710e742afa750d50804e7c",
    "acdb7e82c109460e87c63a804f4e24510209d25ad3d9ec3e3d11fee2d420dc7f",
];

#[test]
fn document_roots_of_0_to_9_leaves() {
    let leaves = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    for (count, root) in ROOTS.iter().enumerate() {
        assert_eq!(document_root(&leaves[..count]), *root, "{count} leaves");
    }
}

/// MERKLE-1 to MERKLE-4: the levels over three leaves, the hashes of the first being those of one leaf alone.
#[test]
fn levels_lead_from_the_leaves_to_the_root() {
    assert_eq!(levels::<&str>(&[]), Vec::<Vec<String>>::new());
    assert_eq!(levels(&["a"]), [[ROOTS[1]]]);
    let levels = levels(&["a", "b", "c"]);
    let shape: Vec<usize> = levels.iter().map(Vec::len).collect();
    assert_eq!(shape, [3, 2, 1]);
    assert_eq!((levels[0][0].as_str(), levels[1][0].as_str(), levels[2][0].as_str()), (ROOTS[1], ROOTS[2], ROOTS[3]));
}

/// MERKLE-2, MERKLE-4.
#[test]
fn the_right_field_of_an_odd_node_is_empty() {
    let pair = ["l".to_owned(), "r".to_owned()];
    assert_eq!(node_fields(&pair), ["l", "r"]);
    assert_eq!(node_fields(&pair[..1]), ["l", ""]);
    assert_eq!(node_fields(&[]), ["", ""]);
}

fn corpus(documents: &[(&str, &str)]) -> String {
    corpus_root(&documents.iter().map(|&(id, root)| (id.to_owned(), root.to_owned())).collect())
}

/// MERKLE-7, MERKLE-8: the published corpus, and ids that UTF-16 would order differently.
#[test]
fn known_corpus_roots() {
    let published = "7286d8ca17e4e265d46c9eef43cda4e10813cf1652e74d72d9f74e2627370ab7";
    assert_eq!(corpus(&[("a", "r1"), ("b", "r2")]), published);
    assert_eq!(corpus(&[("b", "r2"), ("a", "r1")]), published);
    assert_eq!(
        corpus(&[("\u{10000}", "r1"), ("\u{FFFF}", "r2"), ("b", "r3")]),
        "c253f75501ddd2f3b0aa461c43bb3fd8e0f8d8f0e7a36225156d6505da9d25c2"
    );
    assert_eq!(corpus(&[]), ROOTS[0]);
}

/// OCC-1: the published id.
#[test]
fn the_published_occurrence_id() {
    assert_eq!(instance_id("s", "r", "d", 0, "h"), "d3a7ec45374528521bc907a61d275526");
    assert_eq!(preimage("s", "r", "d", 10, "h"), "cairn:instance:v1\0s\0r\0d\0".to_owned() + "10\0h\0");
}

/// OCC-2: a scope may hold U+0000, which makes the fields ambiguous.
#[test]
fn a_scope_with_nul_is_written_as_it_is() {
    assert_eq!(
        preimage("m\0p\0generation:1", "r", "d", 2, "h"),
        "cairn:instance:v1\0m\0p\0generation:1\0r\0d\0".to_owned() + "2\0h\0"
    );
    assert_eq!(instance_id("", "\0r", "d", 0, "h"), instance_id("\0", "r", "d", 0, "h"));
}

/// MERKLE-3, MERKLE-4: the tree from its root down. A subtree of height h covers 2^h leaves, as far as they reach.
fn subtree(leaves: &[String], height: u32) -> String {
    if height == 0 {
        return sha256(&framed("cairn-merkle-leaf-v1", &[&leaves[0]]));
    }
    let (left, right) = leaves.split_at(leaves.len().min(1 << (height - 1)));
    let right = if right.is_empty() { String::new() } else { subtree(right, height - 1) };
    sha256(&framed("cairn-merkle-node-v1", &[&subtree(left, height - 1), &right]))
}

fn slow_root(leaves: &[String]) -> String {
    match leaves.len() {
        0 => sha256(&framed("cairn-merkle-empty-v1", &[])),
        count => subtree(leaves, count.next_power_of_two().ilog2()),
    }
}

proptest! {
    /// MERKLE-1 to MERKLE-6.
    #[test]
    fn document_roots_are_those_of_the_slow_formulation(leaves in vec("[a-f]{1,3}", 0..40)) {
        prop_assert_eq!(document_root(&leaves), slow_root(&leaves));
    }

    /// MERKLE-7, MERKLE-8.
    #[test]
    fn corpus_roots_are_those_of_the_slow_formulation(documents in btree_map(".+", "[a-f0-9]{1,4}", 0..12)) {
        let mut ordered: Vec<(&String, &String)> = documents.iter().collect();
        ordered.sort_by(|(one, _), (other, _)| one.chars().cmp(other.chars()));
        let leaves: Vec<String> =
            ordered.iter().map(|(id, root)| sha256(&framed("cairn-corpus-document-v1", &[id, root]))).collect();
        prop_assert_eq!(corpus_root(&documents), slow_root(&leaves));
        prop_assert_eq!(corpus_leaves(&documents), leaves);
    }

    /// MERKLE-6: order and repetition matter.
    #[test]
    fn a_root_commits_to_its_leaves(one in vec("[ab]", 0..8), other in vec("[ab]", 0..8)) {
        prop_assert_eq!(one == other, document_root(&one) == document_root(&other));
    }

    /// OCC-1.
    #[test]
    fn occurrence_ids_hash_the_terminated_fields(
        [scope, root, document, hash] in prop::array::uniform4(any::<String>()),
        position in any::<u64>(),
    ) {
        let preimage = ["cairn:instance:v1", &scope, &root, &document, &position.to_string(), &hash]
            .map(|field| format!("{field}\0"))
            .concat();
        let id = instance_id(&scope, &root, &document, position, &hash);
        prop_assert_eq!(id.as_str(), &sha256(preimage.as_bytes())[..32]);
    }
}
