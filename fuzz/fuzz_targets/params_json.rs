//! Whatever the JSON, parameters are read or refused as invalid-params without a panic. What is read is in range,
//! names only known fields of the right type, and has a canonical form that reads back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};
use steadlith_fuzz::by_the_book::sha256;
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;

fuzz_target!(|json: &str| {
    match Params::from_json(json) {
        Ok(params) => accepted(json, &params),
        Err(Error::InvalidParams { field, message }) => assert!(!message.is_empty() && is_named(json, &field)),
        Err(other) => panic!("refused as {}", other.code()),
    }
});

/// A refusal names a member of the object, or one whose limit the value of another member passed, or the whole.
fn is_named(json: &str, field: &str) -> bool {
    let of_another = ["params", "max_tokens", "primary_mask_bits"].contains(&field);
    of_another || serde_json::from_str::<Map<String, Value>>(json).is_ok_and(|members| members.contains_key(field))
}

fn accepted(json: &str, params: &Params) {
    assert_eq!(params.check(), Ok(()));
    let canonical = params.canonical_json();
    assert_eq!(Params::from_json(&canonical).as_ref(), Ok(params));
    assert_eq!(params.hash(), sha256(canonical.as_bytes()));
    // Another reader of the same text finds the same members.
    let members: Map<String, Value> = serde_json::from_str(json).unwrap_or_else(|error| panic!("no object: {error}"));
    let written: Map<String, Value> = serde_json::from_str(&canonical).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.len(), 11);
    for (name, value) in &members {
        match name.as_str() {
            "strategy" => assert_eq!(value == "cdc-rabin+snap", params.snap_to_boundaries),
            "snap_to_boundaries" if members.contains_key("strategy") => assert!(value.is_boolean()),
            _ => assert_eq!(written.get(name), Some(value), "{name}"),
        }
    }
}
