//! Faults in occurrence ids (chapter 8).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;

const PRE_IMAGE: &str = "hash the prefix `cairn:instance:v1` and the five fields, each followed by one zero byte";
const POSITION: &str = "write the position in decimal, counted from 0";
const DIGITS: &str = "take the first 32 hex digits";
const SCOPE: &str = "write the scope as it is, even if it is empty or holds U+0000";

fn occurrence(scope: &str, position: u64) -> Value {
    json!({"op": "occurrence", "scope": scope, "corpus_root": "r", "document_id": "d",
           "position": position, "chunk_hash": "h"})
}

faults! {
    PREFIX_MISSING "occurrence-prefix-missing" ["OCC-1"]
        "an occurrence is hashed without the prefix",
        PRE_IMAGE,
        [occurrence("s", 0)];
    PREFIX_RENAMED "occurrence-prefix-renamed" ["OCC-1", "VER-6"]
        "the prefix of an occurrence bears the new name of the project",
        PRE_IMAGE,
        [occurrence("s", 0)];
    LAST_NUL_MISSING "occurrence-last-nul-missing" ["OCC-1"]
        "the last field of an occurrence is not ended by a zero byte",
        PRE_IMAGE,
        [occurrence("s", 0)];
    FIELDS_WITH_BARS "occurrence-fields-with-bars" ["OCC-1"]
        "the fields of an occurrence are ended by vertical bars",
        PRE_IMAGE,
        [occurrence("s", 0)];
    FIELDS_EXCHANGED "occurrence-fields-exchanged" ["OCC-1"]
        "the document id is hashed before the corpus root",
        PRE_IMAGE,
        [occurrence("s", 0)];
    CORPUS_ROOT_LEFT_OUT "occurrence-corpus-root-left-out" ["OCC-1"]
        "the corpus root is not hashed",
        PRE_IMAGE,
        [occurrence("s", 0)];
    OCCURRENCE_FRAMED "occurrence-framed" ["OCC-1"]
        "the fields of an occurrence are framed as in the other hashes",
        PRE_IMAGE,
        [occurrence("s", 0)];
    POSITION_FROM_ONE "occurrence-position-from-one" ["OCC-1"]
        "positions count from 1",
        POSITION,
        [occurrence("s", 0)];
    POSITION_IN_HEX "occurrence-position-in-hex" ["OCC-1"]
        "positions are written in hexadecimal",
        POSITION,
        [occurrence("s", 10)];
    POSITION_PADDED "occurrence-position-padded" ["OCC-1"]
        "positions are written with leading zeros",
        POSITION,
        [occurrence("s", 1)];
    POSITION_16_BIT "occurrence-position-16-bit" ["OCC-1"]
        "positions wrap at 65,536",
        POSITION,
        [occurrence("s", 65_536)];
    ID_64_DIGITS "occurrence-64-digits" ["OCC-1"]
        "all 64 hex digits are given",
        DIGITS,
        [occurrence("s", 0)];
    ID_LAST_DIGITS "occurrence-last-digits" ["OCC-1"]
        "the last 32 hex digits are given",
        DIGITS,
        [occurrence("s", 0)];
    ID_AS_UUID "occurrence-as-uuid" ["OCC-1"]
        "the id is written with hyphens, as a UUID",
        DIGITS,
        [occurrence("s", 0)];
    OCCURRENCE_FORM_CHECKED "occurrence-form-checked" ["OCC-3"]
        "a corpus root or chunk hash that is not 64 hex digits is not accepted",
        "write the strings that are given",
        [occurrence("s", 0)];
    CHUNK_HASH_CUT "occurrence-chunk-hash-cut" ["OCC-3", "OCC-1"]
        "only the first 16 digits of the chunk hash are hashed",
        "write the strings that are given",
        [json!({"op": "occurrence", "scope": "s", "corpus_root": "r", "document_id": "d", "position": 0,
                "chunk_hash": "ab".repeat(32)})];
    SCOPE_ENDS_AT_NUL "scope-ends-at-nul" ["OCC-2"]
        "the scope ends at its first U+0000",
        SCOPE,
        [occurrence("m\0p\0generation:1", 0)];
    EMPTY_SCOPE_LEFT_OUT "empty-scope-left-out" ["OCC-2"]
        "an empty scope is left out with its zero byte",
        SCOPE,
        [occurrence("", 0)];
}
