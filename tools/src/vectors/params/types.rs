//! Values of the wrong type, in every field.

use serde_json::{Value, json};

use super::{INTEGERS, dashed};
use crate::vectors::ask::{chunk, params};
use crate::vectors::draft::{Draft, case};

const CODE: &str = "invalid-params";

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = INTEGERS.iter().flat_map(|&(field, valid)| of_integer(field, valid)).collect();
    cases.extend(of_boolean());
    cases.extend(in_chunk());
    cases
}

fn of_integer(field: &str, valid: u64) -> Vec<Draft> {
    let name = dashed(field);
    let twin = format!("alone-{name}");
    let given = |value: Value| params(json!({ field: value }));
    let mut cases = Vec::new();
    for (id, title, value) in [
        ("true", "true is no integer", json!(true)),
        ("false", "false is no integer", json!(false)),
        ("null", "null is no integer", json!(null)),
        ("string", "a string of digits is no integer", json!(valid.to_string())),
        ("fraction", "a number with a fractional part is no integer", json!(valid as f64 + 0.5)),
        ("array", "a list is no integer", json!([valid])),
    ] {
        let title = format!("{field}: {title}");
        cases.push(case(format!("type-{name}-{id}"), title, "PARAM-3 PROTO-10", given(value)).refused(CODE, &twin));
    }
    let integral = || given(json!(valid as f64));
    cases.push(
        case(
            format!("type-{name}-integral"),
            format!("{field}: an integer in the notation of a fraction"),
            "PARAM-4",
            integral(),
        )
        .refused(CODE, &twin)
        .should()
        .note("many JSON readers cannot tell 5.0 from 5"),
    );
    if matches!(field, "window_words" | "max_tokens") {
        let title = format!("{field}: a fraction's notation is refused or hashed as the integer");
        cases.push(
            case(format!("type-{name}-integral-hash"), title, "PARAM-4 PARAM-19", integral())
                .or_refused(CODE)
                .answered_as(given(json!(valid)))
                .hand_computed(),
        );
    }
    cases
}

fn of_boolean() -> Vec<Draft> {
    let given = |value: Value| params(json!({ "snap_to_boundaries": value }));
    let mut cases =
        vec![case("type-snap-to-boundaries-boolean", "snap_to_boundaries: false", "PARAM-5", given(json!(false)))];
    for (id, title, value) in [
        ("one", "1 is no boolean", json!(1)),
        ("zero", "0 is no boolean", json!(0)),
        ("string-true", "\"true\" is no boolean", json!("true")),
        ("string-false", "\"false\" is no boolean", json!("false")),
        ("null", "null is no boolean", json!(null)),
        ("array", "a list is no boolean", json!([])),
    ] {
        let title = format!("snap_to_boundaries: {title}");
        let draft = case(format!("type-snap-to-boundaries-{id}"), title, "PARAM-5", given(value));
        cases.push(draft.refused(CODE, "type-snap-to-boundaries-boolean"));
    }
    cases
}

/// Chunking refuses what `params` refuses, for a blank text too.
fn in_chunk() -> Vec<Draft> {
    let mut cases = Vec::new();
    for (place, text) in [("chunk", "alpha beta"), ("blank-chunk", " ")] {
        let twin = format!("type-{place}-integer");
        let given = |value: Value| chunk(json!({ "min_tokens": value }), text);
        cases.push(case(twin.clone(), format!("min_tokens: an integer, in {place}"), "PARAM-3", given(json!(5))));
        for (id, value) in [("true", json!(true)), ("fraction", json!(5.5)), ("string", json!("5"))] {
            let title = format!("min_tokens: a {id}, in {place}").replace("a true", "true");
            cases.push(case(format!("type-{place}-{id}"), title, "PARAM-3", given(value)).refused(CODE, &twin));
        }
    }
    cases
}
