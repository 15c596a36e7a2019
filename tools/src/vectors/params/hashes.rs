//! Defaults and hashes: every parameter alone changes the hash.

use serde_json::{Value, json};

use super::{DEFAULTS, INTEGERS, dashed};
use crate::vectors::ask::{chunk, params, params_by_default, sizes, with};
use crate::vectors::draft::{Draft, case};
use crate::vectors::script::Script;

/// A window and masks under which every kind of cut is made.
const PAIRS: Script = Script { window: 2, primary: 4, backup: 2 };

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![
        case("defaults", "no parameter given", "PARAM-17 PARAM-18 PARAM-1 PROTO-2 PROTO-6 PROTO-7", params(json!({})))
            .published("/params_hash", DEFAULTS),
        case("defaults-absent", "no parameters at all", "PARAM-1 PROTO-7", params_by_default())
            .gives("/params_hash", DEFAULTS),
        case("defaults-given", "every parameter given with its default", "PARAM-18 PARAM-1", params(all_defaults()))
            .gives("/params_hash", DEFAULTS),
        case("defaults-chunk", "the hash of the defaults in a chunk", "PARAM-1 DIAG-6", chunk(json!({}), "alpha"))
            .gives("/identity/params_hash", DEFAULTS)
            .gives("/snap_to_boundaries", false),
        case(
            "published-sizes",
            "five sizes given, the rest by default",
            "PARAM-17 PARAM-1",
            params(sizes(4, 4, 12, 3, 2)),
        )
        .published("/params_hash", "628208d899483f8c6023e58e4194e9abf9b452c5365a320822720a5a3752bdbe"),
        case(
            "published-snapping",
            "snapping on",
            "PARAM-17 PARAM-19",
            params(with(with(sizes(2, 2, 6, 3, 1), "snap_window_words", 2), "snap_to_boundaries", true)),
        )
        .published("/params_hash", "963d9669d00f2b23bead7aff0a73028d21d3145ef989eabc64a529226d50617c"),
    ];
    cases.extend(INTEGERS.map(|(field, value)| alone(field, json!(value))));
    cases.push(alone("snap_to_boundaries", json!(true)));
    cases.extend(["normalizer_version", "tokenizer_id"].map(|field| alone(field, json!("other-v2"))));
    cases.extend(["rolling_hash_id", "boundary_rule_version"].into_iter().flat_map(unchecked));
    cases.extend(in_chunk());
    cases
}

fn all_defaults() -> Value {
    json!({
        "window_words": 48,
        "min_tokens": 180,
        "max_tokens": 640,
        "primary_mask_bits": 8,
        "backup_mask_bits": 6,
        "snap_window_words": 24,
        "snap_to_boundaries": false,
        "normalizer_version": "cairn-normalizer-v1",
        "tokenizer_id": "word-v1",
        "rolling_hash_id": "rabin64-word-v1",
        "boundary_rule_version": "tttd-v1",
    })
}

fn alone(field: &str, value: Value) -> Draft {
    let title = format!("{field} alone changes the hash");
    let request = params(json!({ field: value }));
    case(format!("alone-{}", dashed(field)), title, "PARAM-18 PARAM-16 VER-3", request)
        .differs("/params_hash", DEFAULTS)
}

/// The two ids that no release checks: outside v1, hashed as they stand by whoever accepts them.
fn unchecked(field: &str) -> [Draft; 4] {
    let named = |id: &str, title: &str, value: &str| {
        case(
            format!("unchecked-{}-{id}", dashed(field)),
            format!("{field}: {title}"),
            "PARAM-12",
            params(json!({ field: value })),
        )
        .or_refused("invalid-params")
        .differs("/params_hash", DEFAULTS)
    };
    [
        named("other", "another name", "other-v2"),
        named("empty", "the empty string", ""),
        named("escapes", "a name to be escaped", "a\"\\\u{1}\u{e9}"),
        case(
            format!("unchecked-{}-chunk", dashed(field)),
            format!("{field}: another name changes the hash and no cut"),
            "PARAM-12",
            chunk(with(PAIRS.params(2, 5), field, "other-v2"), PAIRS.text("-..p ..b.. ..... .")),
        )
        .or_refused("invalid-params")
        .cuts("4 primary, 7 backup, 12 hard, 15 final"),
    ]
}

/// The effective parameters are hashed, in chunks as in `params`.
fn in_chunk() -> Vec<Draft> {
    let published = "628208d899483f8c6023e58e4194e9abf9b452c5365a320822720a5a3752bdbe";
    vec![
        case(
            "chunk-published-sizes",
            "the hash of given sizes in a chunk",
            "PARAM-16 DIAG-6 ID-4",
            chunk(sizes(4, 4, 12, 3, 2), "alpha beta"),
        )
        .gives("/identity/params_hash", published),
        case(
            "chunk-snapping",
            "snapping on, for a text that it does not touch",
            "PARAM-16 DIAG-6 ID-4",
            chunk(json!({"snap_to_boundaries": true}), "alpha beta"),
        )
        .gives("/snap_to_boundaries", true)
        .gives("/identity/chunker_id", "cdc-rabin"),
        case(
            "chunk-snap-window",
            "a snap window with snapping off changes the hash alone",
            "PARAM-16 SNAP-1 VER-4",
            chunk(json!({"snap_window_words": 3}), "alpha beta"),
        )
        .differs("/chunks/0/chunk_hash", "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a"),
    ]
}
