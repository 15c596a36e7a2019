//! Faults of a process that remembers (chapter 7, ID-1).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, counted, seeded, tight, tight_with};

const FRESH: &str = "answer each request from the request alone";
const KEY: &str = "cache by everything that the result depends on: text, parameters, token counts and \
                   Unicode version";

/// The same short text under other parameters.
fn with_min(min: u64) -> Value {
    chunk_with(tight_with(json!({"min_tokens": min})), "a b c d e f g h")
}

fn by_counter(count: u64) -> Value {
    counted(tight(), "a b", json!({"id": "t", "counts": [["a", count]], "default": 1}))
}

fn long(end: &str) -> Value {
    chunk_with(tight(), &format!("{} {end}", super::probe::words(40)))
}

fn long_end(start: &str) -> Value {
    chunk_with(tight(), &format!("{start} {}", super::probe::words(40)))
}

faults! {
    CACHED_BY_TEXT "cached-by-text" ["ID-1"]
        "results are cached by the text alone, whatever the parameters",
        KEY,
        [with_min(2), with_min(3)];
    CACHED_WITHOUT_COUNTER "cached-without-counter" ["ID-1"]
        "results are cached by text and parameters, whatever the token counter",
        KEY,
        [chunk_with(tight(), "a b"), by_counter(2)];
    CACHED_BY_COUNTER_ID "cached-by-counter-id" ["ID-1"]
        "results are cached by text, parameters and the id of the counter, whatever the counts",
        KEY,
        [by_counter(2), by_counter(3)];
    CACHED_BY_BEGINNING "cached-by-beginning" ["ID-1"]
        "results are cached by the length of the text and its first 64 characters",
        KEY,
        [long("x"), long("y")];
    CACHED_BY_CANONICAL "cached-by-canonical" ["ID-1", "NORM-9"]
        "results are cached by parameters and canonical text, so that another spacing gets the offsets of the first",
        KEY,
        [chunk_with(tight(), "a b"), chunk_with(tight(), "a  b")];
    CACHED_BY_HASH_CODE "cached-by-hash-code" ["ID-1"]
        "results are cached by parameters and Java's 32-bit hash of the text, which `Aa` and `BB` share",
        KEY,
        [chunk_with(tight(), "Aa b"), chunk_with(tight(), "BB b")];
    CACHED_BY_END "cached-by-end" ["ID-1"]
        "results are cached by the length of the text and its last 64 characters",
        KEY,
        [long_end("x"), long_end("y")];
    CACHED_WITHOUT_CASE "cached-without-case" ["ID-1"]
        "results are cached by parameters and the text in lower case",
        KEY,
        [chunk_with(tight(), "a b"), chunk_with(tight(), "A b")];
    HASH_CACHED_BY_TEXT "hash-cached-by-text" ["ID-1", "VER-4"]
        "chunk hashes are cached by the text of the chunk, whatever the parameters",
        KEY,
        [with_min(2), with_min(3), with_min(4)];
    PARAMS_HASH_CACHED "params-hash-cached" ["ID-1", "VER-3"]
        "the parameter hash of the first request is used for all",
        FRESH,
        [with_min(2), with_min(3)];
    FIRST_PARAMS_STICK "first-params-stick" ["ID-1"]
        "the parameters of the first request are used for all",
        FRESH,
        [with_min(2), with_min(3)];
    SNAPPING_STICKS "snapping-sticks" ["ID-1", "SNAP-1"]
        "snapping stays on once a request turned it on",
        FRESH,
        [chunk_with(tight_with(json!({"snap_to_boundaries": true})), "a"), chunk_with(tight(), "a")];
    COUNTER_STICKS "counter-sticks" ["ID-1", "TOK-1"]
        "a request without a counter is counted by that of an earlier request",
        FRESH,
        [by_counter(2), chunk_with(tight(), "a b")];
    COUNTS_CACHED "counts-cached" ["ID-1", "TOK-2"]
        "the count of a word is cached across requests, whatever the counter",
        FRESH,
        [by_counter(2), by_counter(3)];
    REFUSAL_STICKS "refusal-sticks" ["ID-1", "PROTO-2"]
        "after a refusal every request is refused",
        FRESH,
        [chunk_with(json!({"min_tokens": 0}), "a"), chunk_with(tight(), "a")];
    WORDS_NOT_CLEARED "words-not-cleared" ["ID-1"]
        "the words of the text before come before those of this one",
        FRESH,
        [chunk_with(tight(), "a"), chunk_with(tight(), "b")];
    FLAGS_NOT_CLEARED "paragraph-flags-not-cleared" ["ID-1", "NORM-16"]
        "the flags of paragraph breaks are kept in a buffer that is not cleared for the next text",
        FRESH,
        [chunk_with(tight(), "a\n\nb"), chunk_with(tight(), "a b")];
    FINGERPRINTS_NOT_CLEARED "fingerprints-not-cleared" ["ID-1", "FP-8"]
        "positions below the window keep the fingerprints of the text before",
        FRESH,
        [chunk_with(tight_with(json!({"window_words": 1, "min_tokens": 1})), "a b c d e f g h"),
         chunk_with(tight_with(json!({"window_words": 9, "min_tokens": 1})), "a b c d e f g h")];
    FIELDS_STICK "fields-stick" ["ID-1", "PARAM-1"]
        "the parameters that an accepted request gave are the defaults of later ones",
        FRESH,
        [chunk_with(tight(), "a"), chunk_with(json!({"min_tokens": 1}), "a")];
    COUNTER_ID_STICKS "counter-id-sticks" ["ID-1", "TOK-3"]
        "the id of a counter stays in the parameters of later requests",
        FRESH,
        [by_counter(2), chunk_with(tight(), "a b")];
    OFFSETS_CARRIED_ON "offsets-carried-on" ["ID-1", "NORM-8"]
        "offsets go on where those of the text before ended",
        FRESH,
        [chunk_with(tight(), "a"), chunk_with(tight(), "b")];
    WINDOW_SURVIVES_DOCUMENT "window-survives-document" ["ID-1", "FP-8"]
        "the window still holds the last words of the text before",
        FRESH,
        [seeded(33), seeded(34)];
    DIAGNOSTICS_ACCUMULATE "diagnostics-accumulate" ["ID-1", "DIAG-7"]
        "the diagnostics of earlier texts are added to those of this one",
        FRESH,
        [chunk_with(tight(), "a"), chunk_with(tight(), "b")];
    LEAVES_NOT_CLEARED "leaves-not-cleared" ["ID-1", "MERKLE-6"]
        "the leaves of earlier trees come before those of this one",
        FRESH,
        [json!({"op": "merkle", "chunk_hashes": ["a"]}), json!({"op": "merkle", "chunk_hashes": ["b"]})];
}
