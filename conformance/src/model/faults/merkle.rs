//! Faults in Merkle roots (chapter 8).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;

const LEAF: &str = "frame each leaf under `cairn-merkle-leaf-v1`";
const NODE: &str = "frame the left and the right hash, as two fields of hex digits, under \
                    `cairn-merkle-node-v1`";
const LEVELS: &str = "pair the entries of each level in order until one is left";
const ODD: &str = "pair the last entry of an odd level with the empty string";
const EMPTY: &str = "frame no fields under `cairn-merkle-empty-v1`";
const KEPT: &str = "keep the leaves as they are, in their order, with repetitions";
const CORPUS: &str = "hash document id and root under `cairn-corpus-document-v1`, and then as a leaf";
const SORTED: &str = "order documents by id, compared code point by code point";

fn leaves(count: usize) -> Value {
    let leaves: Vec<String> = (0..count).rev().map(|index| format!("{index:064x}")).collect();
    json!({"op": "merkle", "chunk_hashes": leaves})
}

fn corpus(ids: &[&str]) -> Value {
    let document = |(index, id): (usize, &&str)| json!({"document_id": id, "root": format!("{:064x}", 99 - index)});
    let documents: Vec<Value> = ids.iter().enumerate().map(document).collect();
    json!({"op": "merkle", "documents": documents})
}

faults! {
    LEAF_NOT_HASHED "leaf-not-hashed" ["MERKLE-1", "MERKLE-3"]
        "the leaves themselves are the first level of the tree",
        LEAF,
        [leaves(2)];
    LEAF_IN_NODE_DOMAIN "leaf-in-node-domain" ["MERKLE-1"]
        "leaves are hashed under the domain of nodes",
        LEAF,
        [leaves(2)];
    NODE_IN_LEAF_DOMAIN "node-in-leaf-domain" ["MERKLE-2"]
        "nodes are hashed under the domain of leaves",
        NODE,
        [leaves(2)];
    NODE_FIELDS_JOINED "node-fields-joined" ["MERKLE-2"]
        "the two hashes of a node are one field",
        NODE,
        [leaves(2)];
    NODE_FIELDS_SORTED "node-fields-sorted" ["MERKLE-2"]
        "the two hashes of a node are sorted",
        NODE,
        [leaves(2), leaves(3), leaves(4)];
    NODE_FIELDS_EXCHANGED "node-fields-exchanged" ["MERKLE-2"]
        "the right hash of a node comes first",
        NODE,
        [leaves(2)];
    SPLIT_AT_POWER_OF_TWO "split-at-power-of-two" ["MERKLE-3", "MERKLE-4"]
        "the tree is split at the largest power of two, as in RFC 6962",
        LEVELS,
        [leaves(3)];
    LEAVES_FOLDED "leaves-folded" ["MERKLE-3"]
        "leaves are hashed into one chain from left to right",
        LEVELS,
        [leaves(4)];
    PADDED_TO_POWER_OF_TWO "padded-to-power-of-two" ["MERKLE-3", "MERKLE-4"]
        "the first level is filled up with empty strings to a power of two",
        LEVELS,
        [leaves(5)];
    SINGLE_LEAF_PAIRED "single-leaf-paired" ["MERKLE-3"]
        "a single leaf is paired with the empty string",
        "the root of one leaf is its leaf hash",
        [leaves(1)];
    SINGLE_LEAF_RAW "single-leaf-raw" ["MERKLE-3"]
        "the root of one leaf is the leaf itself",
        "the root of one leaf is its leaf hash",
        [leaves(1)];
    ODD_PROMOTED "odd-promoted" ["MERKLE-4"]
        "the last entry of an odd level is carried up unchanged",
        ODD,
        [leaves(3)];
    ODD_DUPLICATED "odd-duplicated" ["MERKLE-4"]
        "the last entry of an odd level is paired with itself",
        ODD,
        [leaves(3)];
    ODD_WITH_EMPTY_ROOT "odd-with-empty-root" ["MERKLE-4"]
        "the last entry of an odd level is paired with the empty root",
        ODD,
        [leaves(3)];
    ODD_ALONE "odd-alone" ["MERKLE-4"]
        "the last entry of an odd level is hashed as the only field of a node",
        ODD,
        [leaves(3)];
    ODD_WITH_ZEROS "odd-with-zeros" ["MERKLE-4"]
        "the last entry of an odd level is paired with 64 zeros",
        ODD,
        [leaves(3)];
    EMPTY_ROOT_OF_NOTHING "empty-root-of-nothing" ["MERKLE-5"]
        "the root of no leaves is the SHA-256 of nothing",
        EMPTY,
        [leaves(0)];
    EMPTY_ROOT_EMPTY "empty-root-empty" ["MERKLE-5"]
        "the root of no leaves is the empty string",
        EMPTY,
        [leaves(0)];
    EMPTY_ROOT_ZERO "empty-root-zero" ["MERKLE-5"]
        "the root of no leaves is 64 zeros",
        EMPTY,
        [leaves(0)];
    EMPTY_ROOT_LEAF "empty-root-leaf" ["MERKLE-5"]
        "the root of no leaves is the leaf hash of the empty string",
        EMPTY,
        [leaves(0)];
    REPEATED_LEAVES_DROPPED "repeated-leaves-dropped" ["MERKLE-6"]
        "repeated chunk hashes are one leaf",
        KEPT,
        [json!({"op": "merkle", "chunk_hashes": ["a", "a"]})];
    LEAVES_SORTED "leaves-sorted" ["MERKLE-6"]
        "chunk hashes are sorted",
        KEPT,
        [leaves(2)];
    LEAVES_REVERSED "leaves-reversed" ["MERKLE-6"]
        "chunk hashes are taken from last to first",
        KEPT,
        [leaves(2)];
    LEAVES_LOWER_CASED "leaves-lower-cased" ["MERKLE-9", "MERKLE-1"]
        "chunk hashes are put in lower case before they are hashed",
        "hash the strings that are given",
        [json!({"op": "merkle", "chunk_hashes": ["AB"]})];
    LEAF_FORM_CHECKED "leaf-form-checked" ["MERKLE-9"]
        "a chunk hash that is not 64 hex digits is not accepted",
        "hash the strings that are given",
        [json!({"op": "merkle", "chunk_hashes": ["a"]})];
    DOCUMENT_ROOT_FORM_CHECKED "document-root-form-checked" ["MERKLE-9", "MERKLE-7"]
        "a document root that is not 64 hex digits is not accepted",
        "hash the strings that are given",
        [json!({"op": "merkle", "documents": [{"document_id": "a", "root": "r"}]})];
    CORPUS_LEAF_HASHED_ONCE "corpus-leaf-hashed-once" ["MERKLE-7"]
        "the hash of a document is not hashed again as a leaf",
        CORPUS,
        [corpus(&["a", "b"])];
    DOCUMENT_ID_NOT_HASHED "document-id-not-hashed" ["MERKLE-7"]
        "document roots are the leaves of a corpus",
        CORPUS,
        [corpus(&["a", "b"])];
    DOCUMENT_FIELDS_EXCHANGED "document-fields-exchanged" ["MERKLE-7"]
        "the document root is hashed before the document id",
        CORPUS,
        [corpus(&["a"])];
    DOCUMENT_ID_NORMALIZED "document-id-normalized" ["MERKLE-7"]
        "document ids are put in NFC",
        CORPUS,
        [corpus(&["e\u{301}"])];
    CORPUS_UNSORTED "corpus-unsorted" ["MERKLE-8"]
        "documents are taken in the order in which they are given",
        SORTED,
        [corpus(&["b", "a"])];
    CORPUS_SORTED_BY_UTF16 "corpus-sorted-by-utf16" ["MERKLE-8"]
        "document ids are compared by UTF-16 code units",
        SORTED,
        [corpus(&["\u{FF5E}", "\u{1F600}"])];
    CORPUS_SORTED_WITHOUT_CASE "corpus-sorted-without-case" ["MERKLE-8"]
        "document ids are compared without regard to case",
        SORTED,
        [corpus(&["a", "B"])];
    CORPUS_SORTED_BY_ROOT "corpus-sorted-by-root" ["MERKLE-8"]
        "documents are ordered by their roots",
        SORTED,
        [corpus(&["a", "b"])];
    CORPUS_SORTED_BY_LENGTH "corpus-sorted-by-length" ["MERKLE-8"]
        "shorter document ids come first",
        SORTED,
        [corpus(&["b", "aa"])];
    CORPUS_SORTED_AS_NUMBERS "corpus-sorted-as-numbers" ["MERKLE-8"]
        "document ids of digits are compared as numbers",
        SORTED,
        [corpus(&["9", "10"])];
    CORPUS_SORTED_DOWNWARD "corpus-sorted-downward" ["MERKLE-8"]
        "documents are ordered from the last id to the first",
        SORTED,
        [corpus(&["a", "b"])];
}
