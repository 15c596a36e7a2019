//! The string fields: which values are accepted, and how they are written in the canonical JSON.

use serde_json::{Value, json};

use super::dashed;
use crate::vectors::ask::{chunk, params};
use crate::vectors::draft::{Draft, case};

/// Id, title, string. Any non-empty `tokenizer_id` has a hash, so the whole of the canonical JSON shows there.
const SPELLINGS: [(&str, &str, &str); 26] = [
    ("quote", "a quotation mark", "a\"b"),
    ("backslash", "a backslash", "a\\b"),
    ("slash", "a slash is not escaped", "a/b"),
    ("apostrophe", "an apostrophe is not escaped", "a'b"),
    ("markup", "<, > and & are not escaped", "<a>&b"),
    ("backspace", "U+0008 is \\b", "a\u{8}b"),
    ("tab", "U+0009 is \\t", "a\tb"),
    ("line-feed", "U+000A is \\n", "a\nb"),
    ("form-feed", "U+000C is \\f", "a\u{c}b"),
    ("carriage-return", "U+000D is \\r", "a\rb"),
    ("control-00", "U+0000 is \\u0000", "a\u{0}b"),
    ("control-01", "U+0001 is \\u0001", "a\u{1}b"),
    ("control-0b", "U+000B is \\u000b, in lower case", "a\u{b}b"),
    ("control-1b", "U+001B is \\u001b", "a\u{1b}b"),
    ("control-1f", "U+001F is \\u001f", "a\u{1f}b"),
    ("space", "a space at either end is kept", " a b "),
    ("delete", "U+007F is not escaped", "a\u{7f}b"),
    ("c1", "U+0085 is not escaped", "a\u{85}b"),
    ("latin", "a letter of two bytes", "\u{e9}"),
    ("decomposed", "strings are not normalised", "e\u{301}"),
    ("line-separator", "U+2028 and U+2029 are not escaped", "a\u{2028}\u{2029}b"),
    ("bom", "U+FEFF is not escaped", "\u{feff}a"),
    ("noncharacter", "U+FFFF is not escaped", "a\u{ffff}b"),
    ("astral", "an astral code point is not escaped", "a\u{1f600}b"),
    ("escape-look", "what looks like an escape", "\\u0041\\n"),
    ("json-look", "what looks like JSON", "{\"a\":[1,true]}"),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = SPELLINGS
        .iter()
        .map(|(id, title, value)| {
            let title = format!("canonical JSON: {title}");
            case(format!("string-{id}"), title, "PARAM-20 PARAM-21 PARAM-17", params(json!({ "tokenizer_id": value })))
        })
        .collect();
    let everything: String = SPELLINGS.iter().map(|(_, _, value)| *value).collect();
    cases.push(case(
        "string-everything",
        "canonical JSON: everything at once, in two fields",
        "PARAM-20 PARAM-21",
        params(json!({"normalizer_version": everything, "tokenizer_id": everything})),
    ));
    cases.extend(["normalizer_version", "tokenizer_id"].into_iter().flat_map(emptiness));
    cases.extend(other_normalizer());
    cases.extend(wrong_types());
    cases
}

fn emptiness(field: &str) -> [Draft; 3] {
    let name = dashed(field);
    let given = |value: &str| params(json!({ field: value }));
    let twin = format!("{name}-other");
    [
        case(twin.clone(), format!("another {field} has a hash"), "PARAM-13 PARAM-11 TOK-6", given("other")),
        case(format!("{name}-blank"), format!("a {field} of one space is not empty"), "PARAM-11", given(" ")),
        case(format!("{name}-empty"), format!("an empty {field}"), "PARAM-11", given(""))
            .refused("invalid-params", &twin),
    ]
}

/// Another normalizer has a hash and cannot chunk.
fn other_normalizer() -> Vec<Draft> {
    let given = |version: &str, text: &str| chunk(json!({ "normalizer_version": version }), text);
    let v1 = "cairn-normalizer-v1";
    let code = "unsupported-identity";
    vec![
        case("normalizer-chunk", "the v1 normalizer, named", "PARAM-13", given(v1, "alpha beta")),
        case(
            "normalizer-chunk-v2",
            "another normalizer cannot chunk",
            "PARAM-13",
            given("cairn-normalizer-v2", "alpha beta"),
        )
        .refused(code, "normalizer-chunk"),
        case(
            "normalizer-chunk-renamed",
            "the v1 names are never renamed",
            "PARAM-13",
            given("steadlith-normalizer-v1", "alpha beta"),
        )
        .refused(code, "normalizer-chunk"),
        case(
            "normalizer-chunk-capitals",
            "the v1 normalizer in capitals is another",
            "PARAM-13",
            given("CAIRN-NORMALIZER-V1", "alpha beta"),
        )
        .refused(code, "normalizer-chunk"),
        case("normalizer-blank", "the v1 normalizer, named, for a blank text", "PARAM-13", given(v1, "")),
        case(
            "normalizer-blank-v2",
            "another normalizer refuses a blank text too",
            "PARAM-13",
            given("cairn-normalizer-v2", ""),
        )
        .refused(code, "normalizer-blank"),
    ]
}

/// Values that are no strings. Deployed v1 refuses some as empty and hashes the others as they stand.
fn wrong_types() -> Vec<Draft> {
    ["normalizer_version", "tokenizer_id", "rolling_hash_id", "boundary_rule_version"]
        .into_iter()
        .flat_map(wrong_types_of)
        .collect()
}

fn wrong_types_of(field: &str) -> Vec<Draft> {
    let name = dashed(field);
    let is_checked = matches!(field, "normalizer_version" | "tokenizer_id");
    let twin = format!("type-{name}-string");
    let given = |value: Value| params(json!({ field: value }));
    let mut cases = vec![case(twin.clone(), format!("{field}: a string"), "PARAM-6", given(json!(default_of(field))))];
    for (id, title, value) in [
        ("number", "a number is no string", json!(5)),
        ("true", "true is no string", json!(true)),
        ("null", "null is no string", json!(null)),
    ] {
        let is_must = is_checked && id == "null";
        let clause = if is_must { "PARAM-11" } else { "PARAM-6" };
        let draft = case(format!("type-{name}-{id}"), format!("{field}: {title}"), clause, given(value))
            .refused("invalid-params", &twin);
        // The package accepts and hashes what is not empty.
        cases.push(if is_must { draft } else { draft.should().hand_computed() });
    }
    cases
}

fn default_of(field: &str) -> &'static str {
    match field {
        "normalizer_version" => "cairn-normalizer-v1",
        "tokenizer_id" => "word-v1",
        "rolling_hash_id" => "rabin64-word-v1",
        _ => "tttd-v1",
    }
}
