//! Cases to judge replies by, and what a reply has to hold if it passes.

use serde_json::{Map, Value};
use steadlith_conformance::testee::Testee;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Case, Expectation, ExpectedError, chunk_digest};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::{LoadError, Suite};

/// The id that every reply is expected to have.
pub const ID: u64 = 7;

/// The embedded cases with a short text; for each that expects chunks, the same case by digest.
///
/// # Errors
/// What loading the embedded suite gives.
pub fn cases() -> Result<Vec<Case>, LoadError> {
    let mut cases = Suite::embedded()?.cases;
    cases.retain(|case| case.request.text().is_none_or(|text| text.written_out().len() < 2000));
    let by_digest: Vec<Case> = cases.iter().filter_map(by_digest).collect();
    cases.extend(by_digest);
    Ok(cases)
}

fn by_digest(case: &Case) -> Option<Case> {
    let (Request::Chunk { .. }, Expectation::Ok(ok)) = (&case.request, &case.expect) else { return None };
    let digest = chunk_digest(&serde_json::from_value(ok.clone()).ok()?);
    Some(Case { expect: Expectation::OkDigest(digest), ..case.clone() })
}

/// The request line of a case.
#[must_use]
pub fn request_line(case: &Case) -> String {
    let mut request = serde_json::json!(case.request.clone().with_plain_text());
    request["id"] = ID.into();
    request.to_string()
}

/// The reply line of the reference.
#[must_use]
pub fn right_reply(case: &Case) -> String {
    Testee::new(UnicodeVersion::default()).answer_line(&request_line(case))
}

/// The right reply with edits, two bytes each: which value, counted through the whole reply, and what becomes of it.
#[must_use]
pub fn edited_reply(case: &Case, edits: &[u8]) -> Vec<u8> {
    let mut reply: Value = serde_json::from_str(&right_reply(case)).unwrap_or_default();
    for edit in edits.chunks_exact(2) {
        let mut left = usize::from(edit[0]);
        edit_one(&mut reply, &mut left, edit[1]);
    }
    reply.to_string().into_bytes()
}

/// Walks to the value that `left` counts down to and edits it. Whether it was met.
fn edit_one(value: &mut Value, left: &mut usize, edit: u8) -> bool {
    if *left == 0 {
        change(value, edit);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| edit_one(item, left, edit)),
        Value::Object(members) => members.values_mut().any(|member| edit_one(member, left, edit)),
        _ => false,
    }
}

fn change(value: &mut Value, edit: u8) {
    match (edit, value) {
        (0, value) => *value = Value::Null,
        (1, value) => *value = true.into(),
        (2, value) => *value = u64::MAX.into(),
        (3, value) => *value = (-1).into(),
        (4, value) => *value = 0.5.into(),
        (5, value) => *value = "".into(),
        (6, value) => *value = Value::Array(Vec::new()),
        (7, value) => *value = Value::Object(Map::new()),
        (8..64, value) => *value = u64::from(edit - 8).into(),
        (_, Value::Array(items)) => match edit % 3 {
            0 => drop(items.pop()),
            1 => items.extend(items.first().cloned()),
            _ => items.reverse(),
        },
        (_, Value::Object(members)) => {
            let name = members.keys().nth(usize::from(edit) % (members.len() + 1)).cloned();
            // Past the last member nothing is taken away, but something unknown comes.
            match name {
                Some(name) => drop(members.remove(&name)),
                None => drop(members.insert("more".to_owned(), edit.into())),
            }
        }
        (_, Value::String(string)) if edit < 128 => string.push(char::from(edit)),
        (_, Value::String(string)) => *string = string.to_uppercase(),
        (_, Value::Number(number)) => {
            let sum = number.as_f64().unwrap_or_default() + f64::from(edit) * if edit < 128 { 1e-14 } else { 0.5 };
            *number = serde_json::Number::from_f64(sum).unwrap_or_else(|| 0.into());
        }
        (_, value) => *value = (*value == Value::Bool(false)).into(),
    }
}

/// Whether a reply line says what the case expects, found by comparing JSON with JSON instead of field by field.
#[must_use]
pub fn says_what_is_expected(case: &Case, reply: &Value, snapping: bool) -> bool {
    let right: Value = serde_json::from_str(&right_reply(case)).unwrap_or_default();
    let answers = ["ok", "error", "unsupported"].iter().filter(|&key| is_there(reply, key)).count();
    if reply["id"] != ID || answers != 1 {
        return false;
    }
    if let Some(code) = &case.or_refused
        && reply["error"]["code"] == code.as_str()
    {
        return true;
    }
    match &case.expect {
        Expectation::Error(expected) => refuses(expected, &reply["error"]),
        Expectation::Ok(expected) => holds(&reply["ok"], expected, snapping),
        Expectation::OkDigest(_) | Expectation::ByUnicode(_) => holds(&reply["ok"], &right["ok"], snapping),
    }
}

fn is_there(reply: &Value, key: &str) -> bool {
    reply.get(key).is_some_and(|value| !value.is_null())
}

fn refuses(expected: &ExpectedError, error: &Value) -> bool {
    let is_same = |name: &str, expected: Option<u64>| expected.is_none_or(|expected| error[name] == expected);
    error["code"] == expected.code.as_str()
        && is_same("word_index", expected.word_index)
        && is_same("token_count", expected.token_count)
        && is_same("max_tokens", expected.max_tokens)
}

/// Whether `actual` holds every member of `expected`, and lists of the same length.
fn holds(actual: &Value, expected: &Value, snapping: bool) -> bool {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            expected.iter().all(|(name, expected)| match (name.as_str(), actual.get(name)) {
                ("raw_end_word" | "snap_kind", None | Some(Value::Null)) => !snapping,
                ("hard_cut_rate", Some(actual)) => is_near(actual, expected),
                (_, actual) => holds(actual.unwrap_or(&Value::Null), expected, snapping),
            })
        }
        (Value::Array(actual), Value::Array(expected)) => {
            actual.len() == expected.len()
                && actual.iter().zip(expected).all(|(actual, expected)| holds(actual, expected, snapping))
        }
        _ => actual == expected,
    }
}

fn is_near(actual: &Value, expected: &Value) -> bool {
    match (actual.as_f64(), expected.as_f64()) {
        (Some(actual), Some(expected)) => (actual - expected).abs() <= 1e-12,
        _ => false,
    }
}
