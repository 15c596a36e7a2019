//! Chapter 3: everything that is refused, with the name of the field at fault.

use proptest::prelude::*;
use serde_json::json;
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;

const INTEGERS: [&str; 6] =
    ["window_words", "min_tokens", "max_tokens", "primary_mask_bits", "backup_mask_bits", "snap_window_words"];
const STRINGS: [&str; 4] = ["normalizer_version", "tokenizer_id", "rolling_hash_id", "boundary_rule_version"];

/// The field that a refusal names, and what it says about it.
fn refused(json: &str) -> (String, String) {
    match Params::from_json(json) {
        Err(Error::InvalidParams { field, message }) => (field, message),
        other => panic!("{json} is not refused as invalid-params: {other:?}"),
    }
}

fn refused_field(json: &str) -> String {
    refused(json).0
}

/// PARAM-3, PARAM-4.
#[test]
fn an_integer_field_takes_integers_only() {
    for field in INTEGERS {
        for value in [
            "true",
            "false",
            "null",
            "\"8\"",
            "8.0",
            "8.5",
            "8e0",
            "1E2",
            "-1",
            "-8",
            "1e400",
            "[8]",
            "[]",
            "{}",
            "\"\"",
            "18446744073709551616",
            "1000000000000000000000000000000",
        ] {
            let (named, message) = refused(&format!("{{\"{field}\":{value}}}"));
            // A number that no reader can hold is refused while the JSON is read, before the field is known.
            assert!(named == field || (value == "1e400" && named == "params"), "{field} {value}: {named}");
            assert!(!message.is_empty());
        }
    }
}

/// PARAM-5.
#[test]
fn a_boolean_field_takes_booleans_only() {
    for value in ["0", "1", "null", "\"true\"", "\"\"", "[]", "{}", "1.0"] {
        let (field, message) = refused(&format!("{{\"snap_to_boundaries\":{value}}}"));
        assert_eq!(field, "snap_to_boundaries");
        assert!(message.contains("neither true nor false"), "{message}");
    }
}

/// PARAM-6.
#[test]
fn a_string_field_takes_strings_only() {
    for field in STRINGS {
        for value in ["5", "0", "1.5", "null", "true", "false", "[]", "[\"a\"]", "{}"] {
            let (named, message) = refused(&format!("{{\"{field}\":{value}}}"));
            assert_eq!(named, field);
            assert!(message.contains("not a string"), "{message}");
        }
    }
}

/// PARAM-2.
#[test]
fn an_unknown_field_is_refused_by_name() {
    for field in [
        "",
        "window",
        "windowWords",
        "Window_words",
        "window_words ",
        "window_words\u{0}",
        "WINDOW_WORDS",
        "w\u{ED}ndow_words",
        "strategie",
        "$schema",
        "identity",
    ] {
        let (named, message) = refused(&json!({field: 48}).to_string());
        assert_eq!(named, field);
        assert!(message.contains("no parameter of this name"), "{message}");
    }
}

/// PARAM-7, also if both are equal, or one is spelled with an escape.
#[test]
fn a_repeated_field_is_refused_by_name() {
    for (json, field) in [
        (r#"{"window_words":48,"window_words":48}"#, "window_words"),
        (r#"{"window_words":48,"min_tokens":1,"windo\u0077_words":49}"#, "window_words"),
        (r#"{"strategy":"cdc-rabin","strategy":"cdc-rabin"}"#, "strategy"),
        (r#"{"tokenizer_id":"a","tokenizer_id":"b"}"#, "tokenizer_id"),
    ] {
        assert_eq!(refused(json), (field.to_owned(), "the field is given twice".to_owned()), "{json}");
    }
}

/// PARAM-14.
#[test]
fn an_unknown_strategy_is_refused() {
    for value in [
        r#""""#,
        r#""cdc""#,
        r#""CDC-RABIN""#,
        r#""cdc-rabin ""#,
        r#""cdc-rabin+snapping""#,
        "5",
        "true",
        "[]",
        "{}",
        "null",
    ] {
        let (field, message) = refused(&format!("{{\"strategy\":{value}}}"));
        assert_eq!(field, "strategy");
        assert!(message.contains("cdc-rabin+snap"), "{message}");
    }
}

/// PARAM-8 to PARAM-11, PARAM-15: the last valid value of every limit and the first invalid one.
#[test]
fn ranges_end_where_the_clauses_say() {
    const MAX: u64 = (1 << 53) - 1;
    for (valid, invalid, field) in [
        (json!({"window_words": 1}), json!({"window_words": 0}), "window_words"),
        (json!({"window_words": MAX}), json!({"window_words": MAX + 1}), "window_words"),
        (json!({"min_tokens": 1}), json!({"min_tokens": 0}), "min_tokens"),
        (json!({"min_tokens": 640}), json!({"min_tokens": 641}), "max_tokens"),
        (json!({"max_tokens": 180}), json!({"max_tokens": 179}), "max_tokens"),
        (json!({"max_tokens": MAX}), json!({"max_tokens": MAX + 1}), "max_tokens"),
        (
            json!({"min_tokens": MAX, "max_tokens": MAX}),
            json!({"min_tokens": MAX + 1, "max_tokens": MAX + 1}),
            "max_tokens",
        ),
        (json!({"backup_mask_bits": 1}), json!({"backup_mask_bits": 0}), "backup_mask_bits"),
        (json!({"backup_mask_bits": 7}), json!({"backup_mask_bits": 8}), "primary_mask_bits"),
        (json!({"primary_mask_bits": 7}), json!({"primary_mask_bits": 6}), "primary_mask_bits"),
        (json!({"primary_mask_bits": 63}), json!({"primary_mask_bits": 64}), "primary_mask_bits"),
        (
            json!({"primary_mask_bits": 63, "backup_mask_bits": 62}),
            json!({"primary_mask_bits": 63, "backup_mask_bits": 63}),
            "primary_mask_bits",
        ),
        (json!({"snap_window_words": 0}), json!({"snap_window_words": -1}), "snap_window_words"),
        (json!({"snap_window_words": MAX}), json!({"snap_window_words": MAX + 1}), "snap_window_words"),
        (json!({"normalizer_version": " "}), json!({"normalizer_version": ""}), "normalizer_version"),
        (json!({"tokenizer_id": "\0"}), json!({"tokenizer_id": ""}), "tokenizer_id"),
    ] {
        let read = Params::from_json(&valid.to_string());
        assert!(read.is_ok_and(|params| params.check() == Ok(())), "{valid}");
        assert_eq!(refused_field(&invalid.to_string()), field, "{invalid}");
    }
}

/// A range is checked however the parameters came about, with the numbers in the message.
#[test]
fn built_parameters_are_checked_too() {
    let message = |params: Params| params.check().map_err(|error| error.to_string());
    for (params, expected) in [
        (Params { window_words: 0, ..Params::default() }, "window_words: 0 is less than 1"),
        (Params { min_tokens: 700, ..Params::default() }, "max_tokens: 640 is less than min_tokens, which is 700"),
        (
            Params { backup_mask_bits: 9, ..Params::default() },
            "primary_mask_bits: 8 is not more than backup_mask_bits, which is 9",
        ),
        (Params { primary_mask_bits: 64, ..Params::default() }, "primary_mask_bits: 64 is more than 63"),
        (
            Params { snap_window_words: u64::MAX, ..Params::default() },
            "snap_window_words: 18446744073709551615 is more than the supported 9007199254740991",
        ),
        (Params { tokenizer_id: String::new(), ..Params::default() }, "tokenizer_id: the value is empty"),
    ] {
        assert_eq!(message(params), Err(expected.to_owned()));
    }
}

#[test]
fn what_is_no_object_is_refused_as_a_whole() {
    for json in [
        "",
        " ",
        "null",
        "true",
        "5",
        "\"a\"",
        "[]",
        "[[]]",
        "{",
        "{}}",
        "{} {}",
        "{\"window_words\":}",
        "{'window_words':1}",
        "{window_words:1}",
        "{\"window_words\":1,}",
        "{\"window_words\":01}",
        "\u{FEFF}{}",
        "NaN",
        "{\"window_words\":NaN}",
        "{\"tokenizer_id\":\"\\ud800\"}",
        "{\"tokenizer_id\":\"\n\"}",
    ] {
        assert_eq!(refused_field(json), "params", "{json:?}");
    }
    let (_, message) = refused("[]");
    assert!(message.contains("an object of parameters"), "{message}");
}

/// Neither the depth nor the length of a JSON text can exhaust the stack.
#[test]
fn deep_json_is_refused() {
    for depth in [200, 100_000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            refused_field(&deep);
            assert_eq!(refused_field(&format!("{{\"window_words\":{deep}}}")), "params");
            refused_field(&open.repeat(depth));
        }
    }
    assert_eq!(refused_field(&format!("{{\"window_words\":{}}}", "9".repeat(100_000))), "params");
    let long = "a".repeat(1_000_000);
    assert_eq!(refused_field(&json!({&long: 1}).to_string()), long);
    let accepted = Params::from_json(&json!({"tokenizer_id": long}).to_string());
    assert!(accepted.is_ok_and(|params| params.tokenizer_id == long));
}

proptest! {
    /// Whatever is read, it is either refused as invalid-params or within its ranges.
    #[test]
    fn no_text_makes_the_reader_panic(json in any::<String>()) {
        prop_assert!(Params::from_json(&json).is_err());
    }

    #[test]
    fn what_is_accepted_is_in_range(
        members in prop::collection::vec(
            (prop::sample::select(&INTEGERS[..]), prop_oneof![0_u64..70, Just((1 << 53) - 1), any::<u64>()]), 0..6),
    ) {
        let written: Vec<String> = members.iter().map(|(field, value)| format!("\"{field}\":{value}")).collect();
        match Params::from_json(&format!("{{{}}}", written.join(","))) {
            Ok(params) => {
                prop_assert_eq!(params.check(), Ok(()));
                prop_assert!(params.window_words >= 1 && params.min_tokens >= 1 && params.backup_mask_bits >= 1);
                prop_assert!(params.min_tokens <= params.max_tokens);
                prop_assert!(params.backup_mask_bits < params.primary_mask_bits && params.primary_mask_bits <= 63);
                let largest = params.window_words.max(params.max_tokens).max(params.snap_window_words);
                prop_assert!(largest < 1 << 53);
            }
            Err(error) => prop_assert_eq!(error.code(), "invalid-params"),
        }
    }
}
