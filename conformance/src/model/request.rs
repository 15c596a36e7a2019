//! Reads the members of a request.

use serde_json::Value;

use super::refusal::Refusal;

/// The string `name`, which must be there.
pub(super) fn string<'r>(request: &'r Value, name: &str) -> Result<&'r str, Refusal> {
    request
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| Refusal::Malformed(format!("the request lacks the string `{name}`")))
}

/// The integer `name` of at least 0, which must be there.
pub(super) fn count(request: &Value, name: &str) -> Result<u64, Refusal> {
    request
        .get(name)
        .and_then(Value::as_u64)
        .ok_or_else(|| Refusal::Malformed(format!("the request lacks the integer `{name}`")))
}

/// The list `name`, which must be there.
pub(super) fn list<'r>(request: &'r Value, name: &str) -> Result<&'r [Value], Refusal> {
    request
        .get(name)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .ok_or_else(|| Refusal::Malformed(format!("the request lacks the list `{name}`")))
}
