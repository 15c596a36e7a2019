//! What the reference answers, as a testee under every Unicode version.

use serde_json::{Value, json};
use steadlith_conformance::ascii_json;
use steadlith_conformance::testee::Testee;
use steadlith_reference::unicode::{UnicodeVersion, normalization_since};
use steadlith_vectors::case::{FromUnicode, chunk_digest};
use steadlith_vectors::reply::ChunkOk;
use steadlith_vectors::request::Request;

/// The reply of the reference under a Unicode version.
///
/// # Errors
/// A reply that is no JSON.
pub fn reply(request: &Request, unicode: UnicodeVersion) -> Result<Value, String> {
    let mut wire = json!(request.clone().with_plain_text());
    wire["id"] = json!(1);
    let line = Testee::new(unicode).answer_line(&ascii_json::to_string(&wire));
    serde_json::from_str(&line).map_err(|error| error.to_string())
}

/// Checks that the request holds no code point whose normalisation depends on the Unicode version.
///
/// # Errors
/// The first such code point.
pub fn check_unicode_independence(request: &Request) -> Result<(), String> {
    let wire = json!(request.clone().with_plain_text()).to_string();
    match wire.chars().find(|&c| normalization_since(c) > UnicodeVersion::V13_0) {
        None => Ok(()),
        Some(c) => Err(format!("U+{:04X} normalises by Unicode version, but the case does not say so", c as u32)),
    }
}

/// The answers to a request by the version from which they apply, oldest first.
///
/// # Errors
/// If the request is refused, or all versions answer the same.
pub fn by_unicode(request: &Request) -> Result<Vec<FromUnicode>, String> {
    let mut expectations: Vec<FromUnicode> = Vec::new();
    for version in UnicodeVersion::ALL {
        let reply = reply(request, version)?;
        let ok = reply.get("ok").ok_or_else(|| format!("to be accepted, but the reply is {reply}"))?;
        if expectations.last().is_none_or(|last| last.ok != *ok) {
            expectations.push(FromUnicode { from: version.to_string(), ok: ok.clone() });
        }
    }
    if expectations.len() < 2 {
        return Err("to depend on the Unicode version, but every version answers the same".to_owned());
    }
    Ok(expectations)
}

/// The digest of the `ok` of a chunk reply.
///
/// # Errors
/// If it is no such `ok`.
pub fn digest_of(ok: &Value) -> Result<String, String> {
    let reply: ChunkOk = serde_json::from_value(ok.clone()).map_err(|error| error.to_string())?;
    Ok(chunk_digest(&reply))
}

/// The ends and kinds of the chunks of an `ok`, such as `4 backup, 6>8 primary paragraph, 9 final`: for each chunk its
/// end, before it and an arrow the raw end if that is another, the boundary kind, and the snap kind unless it is raw.
pub fn boundaries(ok: &Value) -> String {
    let chunks = ok["chunks"].as_array().map_or(&[][..], Vec::as_slice);
    let ends: Vec<String> = chunks
        .iter()
        .map(|chunk| {
            let word = |field: &str| chunk[field].as_str().unwrap_or("?");
            let mut end = chunk["end_word"].to_string();
            if chunk["raw_end_word"] != chunk["end_word"] {
                end = format!("{}>{end}", chunk["raw_end_word"]);
            }
            match word("snap_kind") {
                "raw" => format!("{end} {}", word("boundary_kind")),
                kind => format!("{end} {} {kind}", word("boundary_kind")),
            }
        })
        .collect();
    ends.join(", ")
}

/// The plan of an `ok`, such as `keep 0 0, add - 1 | a b`: each operation with its old and its new position, then
/// behind a bar what is embedded.
pub fn operations(ok: &Value) -> String {
    let list = |field: &str| ok[field].as_array().map_or(&[][..], Vec::as_slice);
    let position = |position: &Value| position.as_u64().map_or("-".to_owned(), |position| position.to_string());
    let operations: Vec<String> = list("operations")
        .iter()
        .map(|operation| {
            let kind = operation["kind"].as_str().unwrap_or("?");
            format!("{kind} {} {}", position(&operation["old_position"]), position(&operation["new_position"]))
        })
        .collect();
    let embed: Vec<&str> = list("embed").iter().filter_map(Value::as_str).collect();
    format!("{} | {}", operations.join(", "), embed.join(" ")).trim().to_owned()
}
