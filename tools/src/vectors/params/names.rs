//! Members that are no parameters, and the member `strategy`.

use serde_json::{Value, json};

use super::{DEFAULTS, dashed};
use crate::vectors::ask::{chunk, params};
use crate::vectors::draft::{Draft, case};

const CODE: &str = "invalid-params";

pub fn cases() -> Vec<Draft> {
    let mut cases = unknown();
    cases.extend(strategies());
    cases.extend(strategies_of_other_types());
    cases.extend(strategies_in_chunks());
    cases
}

fn unknown() -> Vec<Draft> {
    let names = [
        ("plain", "unknown"),
        ("singular", "window_word"),
        ("camel-case", "windowWords"),
        ("capitals", "Window_Words"),
        ("hyphen", "window-words"),
        ("space", "window_words "),
        ("empty", ""),
        ("chunker-id", "chunker_id"),
        ("params-hash", "params_hash"),
        ("proto", "__proto__"),
        ("constructor", "constructor"),
    ];
    let mut cases: Vec<Draft> = names
        .iter()
        .map(|(id, name)| {
            let title = format!("there is no parameter {name:?}");
            case(format!("unknown-{id}"), title, "PARAM-2", params(json!({ *name: 48 }))).refused(CODE, "defaults")
        })
        .collect();
    cases.push(
        case("unknown-null", "an unknown parameter of null", "PARAM-2", params(json!({"unknown": null})))
            .refused(CODE, "defaults"),
    );
    let known = json!({"window_words": 5, "min_tokens": 5});
    cases.push(case("known-members", "two known parameters", "PARAM-2 PARAM-1", params(known)));
    let mixed = json!({"window_words": 5, "min_tokens": 5, "overlap": 0});
    cases.push(
        case("unknown-among-known", "an unknown parameter among known ones", "PARAM-2", params(mixed))
            .refused(CODE, "known-members"),
    );
    cases.push(
        case("unknown-chunk", "an unknown parameter when chunking", "PARAM-2", chunk(json!({"unknown": 1}), "alpha"))
            .refused(CODE, "defaults-chunk"),
    );
    cases
}

fn strategies() -> Vec<Draft> {
    let given = |strategy: &str| params(json!({ "strategy": strategy }));
    let beside =
        |strategy: &str, snapping: bool| params(json!({ "strategy": strategy, "snap_to_boundaries": snapping }));
    let mut cases = vec![
        case("strategy-plain", "strategy cdc-rabin is the default", "PARAM-14 PARAM-18", given("cdc-rabin"))
            .gives("/params_hash", DEFAULTS),
        case(
            "strategy-snap",
            "strategy cdc-rabin+snap turns snapping on",
            "PARAM-14 PARAM-16",
            given("cdc-rabin+snap"),
        )
        .differs("/params_hash", DEFAULTS),
        case(
            "strategy-plain-over-true",
            "strategy cdc-rabin turns snapping off",
            "PARAM-14",
            beside("cdc-rabin", true),
        )
        .gives("/params_hash", DEFAULTS),
        case("strategy-plain-over-false", "strategy cdc-rabin beside false", "PARAM-14", beside("cdc-rabin", false))
            .gives("/params_hash", DEFAULTS),
        case(
            "strategy-snap-over-false",
            "strategy cdc-rabin+snap overrides false",
            "PARAM-14",
            beside("cdc-rabin+snap", false),
        )
        .differs("/params_hash", DEFAULTS),
        case(
            "strategy-snap-over-true",
            "strategy cdc-rabin+snap beside true",
            "PARAM-14",
            beside("cdc-rabin+snap", true),
        ),
    ];
    for name in ["", "fixed", "recursive", "CDC-RABIN", "cdc-rabin ", "cdc-rabin+"] {
        let id = match name {
            "" => "empty".to_owned(),
            "CDC-RABIN" => "capitals".to_owned(),
            "cdc-rabin " => "space".to_owned(),
            "cdc-rabin+" => "plus".to_owned(),
            "cdc_rabin" => "underscore".to_owned(),
            "cdc-rabin+snap+snap" => "twice".to_owned(),
            name => dashed(name),
        };
        let title = format!("there is no strategy {name:?}");
        cases.push(
            case(format!("strategy-unknown-{id}"), title, "PARAM-14", given(name)).refused(CODE, "strategy-plain"),
        );
    }
    cases
}

/// A strategy that is no string, and what may stand in the field that a strategy overrides.
fn strategies_of_other_types() -> Vec<Draft> {
    let mut cases: Vec<Draft> = [
        ("true", "true is no strategy", json!(true)),
        ("number", "a number is no strategy", json!(1)),
        ("array", "a list is no strategy", json!(["cdc-rabin"])),
        ("object", "an object is no strategy", json!({"name": "cdc-rabin"})),
    ]
    .map(|(id, title, value)| {
        case(format!("strategy-type-{id}"), title, "PARAM-14", params(json!({ "strategy": value })))
            .refused(CODE, "strategy-plain")
    })
    .into();
    cases.push(
        case(
            "strategy-type-null",
            "null is refused or no strategy at all",
            "PARAM-14",
            params(json!({"strategy": null})),
        )
        .or_refused(CODE)
        .answered_as(params(json!({}))),
    );
    let beside = json!({"strategy": "cdc-rabin", "snap_to_boundaries": "yes"});
    cases.push(
        case(
            "strategy-over-other-type",
            "a strategy overrides what is no boolean, or that is refused",
            "PARAM-14 PARAM-5",
            params(beside),
        )
        .or_refused(CODE)
        .answered_as(params(json!({}))),
    );
    cases
}

fn strategies_in_chunks() -> Vec<Draft> {
    let given = |value: Value| chunk(value, "alpha beta");
    vec![
        case(
            "strategy-chunk-plain",
            "cdc-rabin, when chunking",
            "PARAM-14 DIAG-6",
            given(json!({"strategy": "cdc-rabin"})),
        )
        .gives("/snap_to_boundaries", false)
        .gives("/identity/params_hash", DEFAULTS),
        case(
            "strategy-chunk-snap",
            "cdc-rabin+snap, when chunking",
            "PARAM-14 ID-4",
            given(json!({"strategy": "cdc-rabin+snap"})),
        )
        .gives("/snap_to_boundaries", true)
        .gives("/identity/chunker_id", "cdc-rabin"),
        case(
            "strategy-chunk-unknown",
            "another strategy, when chunking",
            "PARAM-14",
            given(json!({"strategy": "fixed"})),
        )
        .refused(CODE, "strategy-chunk-plain"),
    ]
}
