//! Faults in speaking the testee protocol (chapter 12).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk, chunk_with, counted, params, tight, tight_with};

const ENVELOPE: &str = "reply with the request's id and exactly one of `ok`, `error` and `unsupported`";
const CODES: &str = "refuse with the code that chapter 12 gives for the cause, as it is written there";
const IDENTITY: &str = "name the schema, the normalizer version, the chunker id and the effective parameter \
                        hash that are hashed";

fn bad_params() -> Value {
    params(json!({"window_words": 0}))
}

fn bad_counter() -> Value {
    counted(tight(), "a", json!({"id": "t", "default": 0}))
}

fn oversized() -> Value {
    counted(tight(), "a", json!({"id": "t", "default": 9}))
}

fn bad_identity() -> Value {
    chunk_with(json!({"normalizer_version": "other"}), "a")
}

fn snapped() -> Value {
    chunk_with(tight_with(json!({"snap_to_boundaries": true})), "a")
}

faults! {
    ID_MISSING "id-missing" ["PROTO-2"]
        "replies carry no id",
        ENVELOPE,
        [chunk("a")];
    ID_AS_STRING "id-as-string" ["PROTO-2"]
        "the id of a reply is a string",
        ENVELOPE,
        [json!({"id": 1, "op": "params"})];
    ID_OF_NEXT "id-of-next" ["PROTO-2"]
        "the id of a reply is one more than that of the request",
        ENVELOPE,
        [json!({"id": 1, "op": "params"})];
    OK_AND_ERROR "ok-and-error" ["PROTO-2"]
        "a successful reply also has `error`, which is null",
        ENVELOPE,
        [chunk("a")];
    CORE_UNSUPPORTED "core-unsupported" ["PROTO-6"]
        "`chunk-hash` is not supported",
        "answer the four core operations",
        [json!({"op": "chunk-hash", "identity_schema_version": "cairn-chunk-identity-v1",
                "normalizer_version": "n", "chunker_id": "c", "chunker_params_hash": "p", "chunk_text": "t"})];
    DECLARED_UNSUPPORTED "declared-unsupported" ["PROTO-6"]
        "`occurrence` is declared and not supported",
        "declare what is supported and nothing else",
        [json!({"op": "occurrence", "scope": "s", "corpus_root": "r", "document_id": "d",
                "position": 0, "chunk_hash": "h"})];
    SNAPPING_UNSUPPORTED "snapping-unsupported" ["PROTO-6"]
        "`snapping` is declared and not supported",
        "declare what is supported and nothing else",
        [snapped()];
    PARAMS_WRONG_CODE "params-wrong-code" ["PROTO-10"]
        "bad parameters are refused with `unsupported-identity`",
        CODES,
        [bad_params()];
    TOKENIZER_WRONG_CODE "tokenizer-wrong-code" ["PROTO-10", "TOK-5", "TOK-7"]
        "counters and counts are refused with `invalid-params`",
        CODES,
        [bad_counter()];
    OVERSIZED_WRONG_CODE "oversized-wrong-code" ["PROTO-10", "CUT-2"]
        "a word that is too large is refused with `invalid-tokenizer`",
        CODES,
        [oversized()];
    CODES_UPPER_CASE "codes-upper-case" ["PROTO-10"]
        "codes are written in upper case, with underscores",
        CODES,
        [bad_params()];
    CODE_MISSING "code-missing" ["PROTO-10"]
        "an error has a message only",
        CODES,
        [bad_params()];
    ERROR_AS_TEXT "error-as-text" ["PROTO-10"]
        "an error is a string, not an object",
        CODES,
        [bad_params()];
    OVERSIZED_WITHOUT_MEMBERS "oversized-without-members" ["PROTO-10", "CUT-2"]
        "the refusal of a word that is too large does not name its index, its count and the maximum",
        CODES,
        [oversized()];
    REFUSED_WITHOUT_ERROR "refused-without-error" ["PROTO-10", "PROTO-11"]
        "a refused text gives no chunks and no error",
        CODES,
        [oversized()];
    IDENTITY_UNSUPPORTED "identity-unsupported" ["PROTO-10", "PARAM-13", "ID-6"]
        "another identity is answered by `unsupported` instead of an error",
        CODES,
        [bad_identity()];
    SNAPPING_NAMED_OFF "snapping-named-off" ["PROTO-7", "PARAM-14"]
        "the reply says that snapping is off whether or not it is",
        "give the effective value of `snap_to_boundaries`",
        [snapped()];
    SNAPPING_LEFT_OUT "snapping-left-out" ["PROTO-7"]
        "the reply does not say whether snapping is on",
        "give the effective value of `snap_to_boundaries`",
        [snapped()];
    SCHEMA_NAMED_RENAMED "schema-named-renamed" ["DIAG-6", "VER-6"]
        "the reply gives the identity schema the new name of the project, while the hash is right",
        IDENTITY,
        [chunk("a")];
    SCHEMA_LEFT_OUT "schema-left-out" ["DIAG-6", "PROTO-7"]
        "the reply does not name the identity schema",
        IDENTITY,
        [chunk("a")];
    CHUNKER_NAMED_SNAP "chunker-named-snap" ["DIAG-6"]
        "the reply names the chunker `cdc-rabin+snap` while snapping is on",
        IDENTITY,
        [snapped()];
    PARAMS_HASH_NAMED_BEFORE_COUNTER "params-hash-named-before-counter" ["DIAG-6", "PARAM-16"]
        "the reply names the parameter hash without the counter's id",
        IDENTITY,
        [counted(tight(), "a", json!({"id": "t", "default": 1}))];
    NORMALIZER_NAMED_RENAMED "normalizer-named-renamed" ["DIAG-6", "VER-6"]
        "the reply gives the normalizer the new name of the project, while the hash is right",
        IDENTITY,
        [chunk("a")];
}
