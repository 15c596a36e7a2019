//! Right answers in the wrong form.

use serde_json::{Map, Value, json};

use super::super::fault::Switch;
use super::super::faults::{merkle, nfc, occurrence, protocol as fault};

/// Whether a request is answered by `unsupported` although it is part of what was declared.
pub(in crate::model) fn declines(request: &Value, on: Switch) -> bool {
    if !on.any() {
        return false;
    }
    let is = |fault| on.has(fault);
    match request["op"].as_str() {
        Some("chunk-hash") => is(&fault::CORE_UNSUPPORTED),
        Some("occurrence") if is(&occurrence::OCCURRENCE_FORM_CHECKED) => {
            !is_hash(&request["corpus_root"]) || !is_hash(&request["chunk_hash"])
        }
        Some("occurrence") => is(&fault::DECLARED_UNSUPPORTED),
        Some("merkle") if is(&merkle::LEAF_FORM_CHECKED) => {
            members(&request["chunk_hashes"]).any(|leaf| !is_hash(leaf))
        }
        Some("merkle") if is(&merkle::DOCUMENT_ROOT_FORM_CHECKED) => {
            members(&request["documents"]).any(|document| !is_hash(&document["root"]))
        }
        _ => is(&fault::SNAPPING_UNSUPPORTED) && request["params"]["snap_to_boundaries"] == true,
    }
}

fn members(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn is_hash(value: &Value) -> bool {
    let digits = value.as_str().unwrap_or_default();
    digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Changes the reply to `hello`.
pub(in crate::model) fn falsify_hello(reply: &mut Value, on: Switch) {
    if on.has(&nfc::UNICODE_MISDECLARED) {
        let other = if reply["unicode"] == "13.0.0" { "16.0.0" } else { "13.0.0" };
        reply["unicode"] = json!(other);
    }
}

/// Changes what a reply to `chunk` says beside the chunks; `plain` is the hash of the
/// parameters as they were given.
pub(in crate::model) fn falsify_run(reply: &mut Value, plain: &str, on: Switch) {
    let is = |fault| on.has(fault);
    let identity = &mut reply["identity"];
    if is(&fault::SCHEMA_NAMED_RENAMED) {
        identity["schema"] = json!("steadlith-chunk-identity-v1");
    } else if is(&fault::NORMALIZER_NAMED_RENAMED) {
        identity["normalizer_version"] = json!("steadlith-normalizer-v1");
    } else if is(&fault::PARAMS_HASH_NAMED_BEFORE_COUNTER) {
        identity["params_hash"] = json!(plain);
    } else if is(&fault::SCHEMA_LEFT_OUT)
        && let Some(members) = identity.as_object_mut()
    {
        members.remove("schema");
    }
    if is(&fault::CHUNKER_NAMED_SNAP) && reply["snap_to_boundaries"] == true {
        reply["identity"]["chunker_id"] = json!("cdc-rabin+snap");
    }
    if is(&fault::SNAPPING_NAMED_OFF) {
        reply["snap_to_boundaries"] = json!(false);
    }
    if is(&fault::SNAPPING_LEFT_OUT)
        && let Some(members) = reply.as_object_mut()
    {
        members.remove("snap_to_boundaries");
    }
}

/// The member and value of a refusal in the wrong form.
pub(in crate::model) fn refused(member: &'static str, mut value: Value, on: Switch) -> (&'static str, Value) {
    let is = |fault| on.has(fault);
    if member != "error" {
        return (member, value);
    }
    let code = value["code"].as_str().unwrap_or_default().to_owned();
    let oversized = code == "oversized-word";
    match code.as_str() {
        "invalid-params" if is(&fault::PARAMS_WRONG_CODE) => value["code"] = json!("unsupported-identity"),
        "invalid-tokenizer" if is(&fault::TOKENIZER_WRONG_CODE) => value["code"] = json!("invalid-params"),
        "oversized-word" if is(&fault::OVERSIZED_WRONG_CODE) => value["code"] = json!("invalid-tokenizer"),
        "unsupported-identity" if is(&fault::IDENTITY_UNSUPPORTED) => {
            return ("unsupported", json!("another identity"));
        }
        _ if is(&fault::CODES_UPPER_CASE) => {
            value["code"] = json!(code.to_uppercase().replace('-', "_"));
        }
        _ if is(&fault::ERROR_AS_TEXT) => return ("error", json!(code)),
        _ => {}
    }
    let Some(members) = value.as_object_mut() else { return (member, value) };
    if is(&fault::CODE_MISSING) {
        members.remove("code");
    }
    if is(&fault::OVERSIZED_WITHOUT_MEMBERS) {
        members.retain(|name, _| matches!(name.as_str(), "code" | "message"));
    }
    if is(&fault::REFUSED_WITHOUT_ERROR) && oversized {
        return ("ok", json!({"chunks": []}));
    }
    (member, value)
}

/// The envelope of a reply to anything but `hello`, without which nothing is judged.
pub(in crate::model) fn falsify_envelope(reply: &mut Map<String, Value>, request: &Value, on: Switch) {
    let is = |fault| on.has(fault);
    if request["op"] == "hello" {
        return;
    }
    if is(&fault::ID_MISSING) {
        reply.remove("id");
    } else if is(&fault::ID_AS_STRING)
        && let Some(id) = reply.get_mut("id")
    {
        *id = json!(id.to_string());
    } else if is(&fault::ID_OF_NEXT)
        && let Some(id) = reply.get_mut("id")
    {
        *id = json!(id.as_u64().map(|id| id + 1));
    } else if is(&fault::OK_AND_ERROR) && reply.contains_key("ok") {
        reply.insert("error".to_owned(), Value::Null);
    }
}
