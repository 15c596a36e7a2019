//! Well-formed requests of every operation, read from bytes.

use std::collections::BTreeMap;

use arbitrary::{Arbitrary, Result, Unstructured};
use serde_json::{Value, json};
use steadlith_reference::params::MAX_SIZE;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;

use crate::document::Document;

/// Requests that are asked one after the other, and the Unicode version of who answers.
#[derive(Debug)]
pub struct Requests {
    /// The requests. What lies beyond the promises of v1 is left out.
    pub requests: Vec<Value>,
    /// The version.
    pub unicode: UnicodeVersion,
}

impl<'a> Arbitrary<'a> for Requests {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Requests> {
        let mut unicode = UnicodeVersion::default();
        let requests = match u8::arbitrary(bytes)? % 8 {
            0..4 => {
                let document = Document::arbitrary(bytes)?;
                unicode = document.unicode;
                about(&document)
            }
            4 => params(bytes.bytes(bytes.len())?),
            5 => merkle(bytes)?,
            6 => plan(bytes)?,
            _ => hashes(bytes)?,
        };
        Ok(Requests { requests, unicode })
    }
}

fn about(document: &Document) -> Vec<Value> {
    let mut requests = vec![json!({"op": "normalize", "text": document.text})];
    let window_words = document.params.window_words;
    if (1..=MAX_SIZE).contains(&window_words) {
        requests.push(json!({"op": "fingerprints", "text": document.text, "window_words": window_words}));
    }
    requests.extend(chunk(document));
    requests
}

/// A request to chunk, unless a size is beyond what v1 promises.
fn chunk(document: &Document) -> Option<Value> {
    let params: Value = serde_json::from_str(&document.params.canonical_json()).ok()?;
    if params.as_object()?.values().filter_map(Value::as_u64).any(|size| size > MAX_SIZE) {
        return None;
    }
    let mut request = json!({"op": "chunk", "params": params, "text": document.text});
    if let Tokenizer::Custom(table) = &document.tokenizer {
        let counts: BTreeMap<&String, &Value> = table.counts.iter().collect();
        // A text of 4096 words of this size is within the promised sum.
        let default = table.default.as_u64()?.min(1 << 40);
        let counts: Vec<_> = counts.into_iter().collect();
        request["token_counter"] = json!({"counts": counts, "default": default});
        if let Some(id) = &table.id {
            request["token_counter"]["id"] = json!(id);
        } else if document.params.tokenizer_id != "word-v1" {
            // TOK-5: a counter without an id beside parameters that name one is left open.
            return None;
        }
    }
    Some(request)
}

/// A request for a parameter hash, if the bytes are JSON that names no size beyond what v1 promises and nothing that
/// a clause leaves open.
fn params(json: &[u8]) -> Vec<Value> {
    let Ok(Value::Object(params)) = serde_json::from_slice(json) else { return Vec::new() };
    let is_open = |value: &Value| value.as_f64().is_some_and(|number| number.abs() > MAX_SIZE as f64 || value.is_f64());
    let is_strategy_null = params.get("strategy").is_some_and(Value::is_null);
    let is_overridden =
        params.contains_key("strategy") && params.get("snap_to_boundaries").is_some_and(|snap| !snap.is_boolean());
    if params.values().any(is_open) || is_strategy_null || is_overridden {
        return Vec::new();
    }
    vec![json!({"op": "params", "params": params})]
}

fn merkle(bytes: &mut Unstructured<'_>) -> Result<Vec<Value>> {
    let leaves: Vec<String> = bytes
        .arbitrary_iter()?
        .filter(|leaf| leaf.as_ref().is_ok_and(|leaf: &String| !leaf.is_empty()))
        .collect::<Result<_>>()?;
    let documents: BTreeMap<&String, usize> = leaves.iter().enumerate().map(|(index, id)| (id, index)).collect();
    let mut by_root: Vec<(usize, &String)> = documents.into_iter().map(|(id, index)| (index, id)).collect();
    by_root.sort_unstable();
    let documents: Vec<Value> =
        by_root.iter().map(|(index, id)| json!({"document_id": id, "root": format!("r{index}")})).collect();
    Ok(vec![json!({"op": "merkle", "chunk_hashes": leaves}), json!({"op": "merkle", "documents": documents})])
}

fn plan(bytes: &mut Unstructured<'_>) -> Result<Vec<Value>> {
    let split = usize::from(u8::arbitrary(bytes)?);
    let chunks: Vec<Value> = bytes
        .arbitrary_iter::<[u8; 3]>()?
        .map(|record| {
            let [hash, place, tokens] = record?;
            let (start, length) = (u64::from(place % 4), 1 + u64::from(place / 4 % 3));
            Ok(json!({
                "chunk_hash": format!("h{}", hash % 6),
                "start_offset": start,
                "end_offset": start + length,
                "token_count": 1 + tokens % 3,
            }))
        })
        .collect::<Result<_>>()?;
    let (old, new) = chunks.split_at(split.min(chunks.len()));
    Ok(vec![json!({"op": "plan", "old": old, "new": new})])
}

fn hashes(bytes: &mut Unstructured<'_>) -> Result<Vec<Value>> {
    let (is_v1, position) = <(bool, u64)>::arbitrary(bytes)?;
    let [one, two, three] = <[String; 3]>::arbitrary(bytes)?;
    let schema = if is_v1 { "cairn-chunk-identity-v1" } else { &one };
    Ok(vec![
        json!({
            "op": "chunk-hash", "identity_schema_version": schema, "normalizer_version": one, "chunker_id": two,
            "chunker_params_hash": three, "chunk_text": format!("{two}{one}"),
        }),
        json!({
            "op": "occurrence", "scope": one, "corpus_root": two, "document_id": three,
            "position": position % (MAX_SIZE + 1), "chunk_hash": two,
        }),
    ])
}
