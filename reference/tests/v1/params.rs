//! Chapter 3: parameters, canonical JSON and the parameter hash.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quickcheck::{Arbitrary, Gen, quickcheck};
use serde_json::{Map, Value, json};
use steadlith_reference::canonical_json::canonical_json;
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;

use crate::by_the_book::{json_string, sha256};
use crate::inputs::tiny_params;

fn hash(params: &Value) -> Result<String, Error> {
    Ok(Params::from_json(&params.to_string())?.hash())
}

/// PARAM-1, PARAM-17 to PARAM-19.
#[test]
fn the_defaults_have_the_published_form_and_hash() {
    let canonical = concat!(
        r#"{"backup_mask_bits":6,"boundary_rule_version":"tttd-v1","max_tokens":640,"min_tokens":180,"#,
        r#""normalizer_version":"cairn-normalizer-v1","primary_mask_bits":8,"rolling_hash_id":"rabin64-word-v1","#,
        r#""snap_to_boundaries":false,"snap_window_words":24,"tokenizer_id":"word-v1","window_words":48}"#,
    );
    assert_eq!(Params::default().canonical_json(), canonical);
    let published = "da7c441b130c3772241ea045a04bf193d2652417a407d8f78cb75bdddff62f87";
    assert_eq!(Params::default().hash(), published);
    assert_eq!(hash(&json!({})).as_deref(), Ok(published));
}

/// PARAM-17: two published hashes, and three of steadlith 1.0.1.
#[test]
fn known_parameters_have_their_hashes() {
    let controls: String = ('\0'..'$').collect();
    for (params, expected) in [
        (
            json!({"window_words": 4, "min_tokens": 4, "max_tokens": 12, "primary_mask_bits": 3, "backup_mask_bits": 2}),
            "628208d899483f8c6023e58e4194e9abf9b452c5365a320822720a5a3752bdbe",
        ),
        (
            json!({"window_words": 2, "min_tokens": 2, "max_tokens": 6, "primary_mask_bits": 3, "backup_mask_bits": 1,
                   "snap_window_words": 2, "snap_to_boundaries": true}),
            "963d9669d00f2b23bead7aff0a73028d21d3145ef989eabc64a529226d50617c",
        ),
        (json!({"strategy": "cdc-rabin+snap"}), "15b6332849df58ecbc099c0154db6fcda399163f6d989c5230764ddd97363062"),
        (
            json!({"tokenizer_id": format!("{controls}/\\\u{7F}\u{80}\u{E9}\u{2028}\u{FEFF}\u{1F600}"),
                   "rolling_hash_id": "", "boundary_rule_version": "e\u{301}"}),
            "d34e98e079be6cffdc2af64f2301f37dcb7fa5c423363a3004468d2c1a322514",
        ),
        (
            json!({"window_words": 9_007_199_254_740_991_u64, "min_tokens": 9_007_199_254_740_991_u64,
                   "max_tokens": 9_007_199_254_740_991_u64, "snap_window_words": 9_007_199_254_740_991_u64,
                   "primary_mask_bits": 63, "backup_mask_bits": 62}),
            "4cecbc18060dea0544d0f4470989a2e2e93b1cc13a21fc2604c3950876427cf6",
        ),
    ] {
        assert_eq!(hash(&params).as_deref(), Ok(expected), "{params}");
    }
}

/// PARAM-14, PARAM-16: a strategy overrides the field wherever the two stand, and is not hashed itself.
#[test]
fn a_strategy_sets_snapping() {
    for (json, is_on) in [
        (r#"{"strategy":"cdc-rabin"}"#, false),
        (r#"{"strategy":"cdc-rabin+snap"}"#, true),
        (r#"{"strategy":"cdc-rabin","snap_to_boundaries":true}"#, false),
        (r#"{"snap_to_boundaries":true,"strategy":"cdc-rabin"}"#, false),
        (r#"{"strategy":"cdc-rabin+snap","snap_to_boundaries":false}"#, true),
        (r#"{"snap_to_boundaries":false,"strategy":"cdc-rabin+snap"}"#, true),
        (r#"{"snap_to_boundaries":true}"#, true),
    ] {
        let expected = Params { snap_to_boundaries: is_on, ..Params::default() };
        assert_eq!(Params::from_json(json), Ok(expected), "{json}");
    }
}

/// PARAM-12, PARAM-13: these are only hashed.
#[test]
fn other_versions_are_hashed_as_they_stand() -> Result<(), Error> {
    let default = Params::default().hash();
    for field in ["normalizer_version", "tokenizer_id", "rolling_hash_id", "boundary_rule_version"] {
        assert_ne!(hash(&json!({field: "other"}))?, default);
    }
    for field in ["rolling_hash_id", "boundary_rule_version"] {
        assert_ne!(hash(&json!({field: ""}))?, default);
    }
    Ok(())
}

/// PARAM-20, PARAM-21: every code point up to U+00FF and some beyond.
#[test]
fn strings_are_escaped_as_the_clauses_say() {
    for c in
        ('\0'..='\u{FF}').chain(['\u{2028}', '\u{2029}', '\u{D7FF}', '\u{E000}', '\u{FEFF}', '\u{FFFF}', '\u{10FFFF}'])
    {
        let text = format!("a{c}b");
        let expected = format!("{{{}:{}}}", json_string(&text), json_string(&text));
        assert_eq!(canonical_json(&BTreeMap::from([(text.as_str(), Value::from(text.as_str()))])), expected);
    }
}

/// A member of an object that canonical JSON has to carry.
#[derive(Debug, Clone)]
enum Scalar {
    Integer(u64),
    Boolean(bool),
    Text(String),
}

impl Scalar {
    fn value(&self) -> Value {
        match self {
            Scalar::Integer(number) => Value::from(*number),
            Scalar::Boolean(boolean) => Value::from(*boolean),
            Scalar::Text(text) => Value::from(text.as_str()),
        }
    }

    fn canonical(&self) -> String {
        match self {
            Scalar::Integer(number) => number.to_string(),
            Scalar::Boolean(boolean) => boolean.to_string(),
            Scalar::Text(text) => json_string(text),
        }
    }
}

impl Arbitrary for Scalar {
    fn arbitrary(g: &mut Gen) -> Scalar {
        match u8::arbitrary(g) % 3 {
            0 => Scalar::Integer(u64::arbitrary(g)),
            1 => Scalar::Boolean(bool::arbitrary(g)),
            _ => Scalar::Text(String::arbitrary(g)),
        }
    }
}

quickcheck! {
    /// PARAM-18: what is written can be read back.
    fn canonical_json_round_trips(members: BTreeMap<String, Scalar>) -> bool {
        let members: BTreeMap<&str, Value> =
            members.iter().map(|(name, scalar)| (name.as_str(), scalar.value())).collect();
        let expected: Map<String, Value> =
            members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        serde_json::from_str::<Map<String, Value>>(&canonical_json(&members)).is_ok_and(|read| read == expected)
    }

    /// PARAM-19 to PARAM-21: sorted by code point, and not one byte more than the clauses ask for.
    fn canonical_json_is_that_of_the_slow_formulation(members: Vec<(String, Scalar)>) -> bool {
        let members: BTreeMap<String, Scalar> = members.into_iter().collect();
        let mut ordered: Vec<(&String, &Scalar)> = members.iter().rev().collect();
        ordered.sort_by(|(one, _), (other, _)| one.chars().cmp(other.chars()));
        let written: Vec<String> =
            ordered.iter().map(|(name, scalar)| format!("{}:{}", json_string(name), scalar.canonical())).collect();
        let values = members.iter().map(|(name, scalar)| (name.as_str(), scalar.value())).collect();
        canonical_json(&values) == format!("{{{}}}", written.join(","))
    }
}

/// The eleven fields, in the order of PARAM-1.
fn fields(params: &Params) -> [(&'static str, Value); 11] {
    [
        ("window_words", params.window_words.into()),
        ("min_tokens", params.min_tokens.into()),
        ("max_tokens", params.max_tokens.into()),
        ("primary_mask_bits", params.primary_mask_bits.into()),
        ("backup_mask_bits", params.backup_mask_bits.into()),
        ("snap_window_words", params.snap_window_words.into()),
        ("snap_to_boundaries", params.snap_to_boundaries.into()),
        ("normalizer_version", params.normalizer_version.as_str().into()),
        ("tokenizer_id", params.tokenizer_id.as_str().into()),
        ("rolling_hash_id", params.rolling_hash_id.as_str().into()),
        ("boundary_rule_version", params.boundary_rule_version.as_str().into()),
    ]
}

prop_compose! {
    fn valid_params()(
        tiny in tiny_params(),
        [normalizer_version, tokenizer_id] in prop::array::uniform2(".+"),
        [rolling_hash_id, boundary_rule_version] in prop::array::uniform2(any::<String>()),
    ) -> Params {
        Params { normalizer_version, tokenizer_id, rolling_hash_id, boundary_rule_version, ..tiny }
    }
}

proptest! {
    /// PARAM-17 to PARAM-19.
    #[test]
    fn the_parameter_hash_is_that_of_the_canonical_json(params in valid_params()) {
        let mut members = fields(&params);
        members.sort_by_key(|(name, _)| *name);
        let written = members.map(|(name, value)| {
            format!("\"{name}\":{}", value.as_str().map_or_else(|| value.to_string(), json_string))
        });
        let canonical = format!("{{{}}}", written.join(","));
        prop_assert_eq!(params.fields(), fields(&params));
        prop_assert_eq!(params.hash(), sha256(canonical.as_bytes()));
        prop_assert_eq!(params.canonical_json(), canonical);
    }

    /// PARAM-1: the order of the members, spaces between them and escapes in them do not matter.
    #[test]
    fn parameters_are_read_in_any_spelling(
        params in valid_params(),
        members in Just((0..11).collect::<Vec<usize>>()).prop_shuffle(),
        kept in prop::collection::vec(any::<bool>(), 11),
    ) {
        let default = fields(&Params::default());
        let given = fields(&params);
        let written: Vec<String> = (members.iter().filter(|&&index| kept[index] || given[index] != default[index]))
            .map(|&index| format!(" {} : {} ", json!(given[index].0), escaped(&given[index].1)))
            .collect();
        let json = format!("{{{}\n}}", written.join(",\n\t"));
        prop_assert_eq!(Params::from_json(&json), Ok(params), "{}", json);
    }
}

/// The value in pure ASCII, every code point of a string as an escape.
fn escaped(value: &Value) -> String {
    value.as_str().map_or_else(
        || value.to_string(),
        |text| format!("\"{}\"", text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect::<String>()),
    )
}
