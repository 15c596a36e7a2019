//! Requests with less in their members beside the text.

use serde_json::Value;
use steadlith_vectors::request::{Request, TokenCounter};

use super::parts;

/// The request with less in its other members.
pub(super) fn smaller(request: &Request) -> Vec<Request> {
    let mut candidates = Vec::new();
    match request {
        Request::Params { params } => {
            candidates.extend(smaller_params(params.as_ref()).into_iter().map(|params| Request::Params { params }));
        }
        Request::Chunk { params, text, token_counter } => {
            let chunk = |params: Option<Value>, token_counter: Option<TokenCounter>| Request::Chunk {
                params,
                text: text.clone(),
                token_counter,
            };
            if let Some(counter) = token_counter {
                candidates.push(chunk(params.clone(), None));
                let smaller = smaller_counters(counter).into_iter();
                candidates.extend(smaller.map(|counter| chunk(params.clone(), Some(counter))));
            }
            let smaller = smaller_params(params.as_ref()).into_iter();
            candidates.extend(smaller.map(|params| chunk(params, token_counter.clone())));
        }
        _ => candidates.extend(smaller_values(request)),
    }
    candidates
}

fn smaller_params(params: Option<&Value>) -> Vec<Option<Value>> {
    let Some(Value::Object(members)) = params else { return Vec::new() };
    let mut smaller = vec![None];
    for (name, value) in members {
        let mut without = members.clone();
        without.remove(name);
        smaller.push(Some(Value::Object(without)));
        for value in smaller_numbers(value) {
            let mut with = members.clone();
            with.insert(name.clone(), value);
            smaller.push(Some(Value::Object(with)));
        }
    }
    smaller
}

fn smaller_counters(counter: &TokenCounter) -> Vec<TokenCounter> {
    let without = |(start, end)| {
        let counts = [&counter.counts[..start], &counter.counts[end..]].concat();
        TokenCounter { counts, ..counter.clone() }
    };
    let mut smaller: Vec<TokenCounter> = parts(counter.counts.len()).into_iter().map(without).collect();
    for index in 0..counter.counts.len() {
        for value in smaller_numbers(&counter.counts[index].1) {
            let mut with = counter.clone();
            with.counts[index].1 = value;
            smaller.push(with);
        }
    }
    let defaults = smaller_numbers(&counter.default).into_iter();
    smaller.extend(defaults.map(|default| TokenCounter { default, ..counter.clone() }));
    if counter.id.as_ref().is_some_and(|id| id.len() > 1) {
        smaller.push(TokenCounter { id: Some("c".to_owned()), ..counter.clone() });
    }
    smaller
}

fn smaller_numbers(value: &Value) -> Vec<Value> {
    let Some(number) = value.as_u64() else { return Vec::new() };
    let mut smaller = vec![0, 1, 2, number / 2, number.saturating_sub(1)];
    smaller.retain(|&other| other < number);
    smaller.dedup();
    smaller.into_iter().map(Value::from).collect()
}

/// The request with list entries left out and strings halved, as far as it stays well-formed.
fn smaller_values(request: &Request) -> Vec<Request> {
    let Ok(Value::Object(members)) = serde_json::to_value(request) else { return Vec::new() };
    let mut candidates = Vec::new();
    for (name, value) in members.iter().filter(|(name, _)| *name != "op" && *name != "text" && *name != "chunk_text") {
        for value in smaller_value(value) {
            let mut with = members.clone();
            with.insert(name.clone(), value);
            candidates.extend(serde_json::from_value(Value::Object(with)).ok().filter(is_well_formed));
        }
    }
    candidates
}

fn smaller_value(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(_) => smaller_numbers(value),
        Value::String(text) => {
            let length = text.chars().count();
            let start = |count: usize| Value::from(text.chars().take(count).collect::<String>());
            let mut smaller = vec![start(0), start(1), start(length / 2), start(length.saturating_sub(1))];
            smaller.retain(|other| other != value);
            smaller
        }
        Value::Array(values) => {
            let without = |(start, end)| Value::Array([&values[..start], &values[end..]].concat());
            let mut smaller: Vec<Value> = parts(values.len()).into_iter().map(without).collect();
            for (index, value) in values.iter().enumerate() {
                for other in smaller_value(value) {
                    let mut with = values.clone();
                    with[index] = other;
                    smaller.push(Value::Array(with));
                }
            }
            smaller
        }
        Value::Object(members) => {
            let mut smaller = Vec::new();
            for (name, value) in members {
                for other in smaller_value(value) {
                    let mut with = members.clone();
                    with.insert(name.clone(), other);
                    smaller.push(Value::Object(with));
                }
            }
            smaller
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Whether a request that was made smaller can be asked at all (PROTO-21).
fn is_well_formed(request: &Request) -> bool {
    match request {
        Request::Fingerprints { window_words, .. } => *window_words >= 1,
        Request::Merkle { chunk_hashes, documents } => {
            let hashes = chunk_hashes.iter().flatten();
            let mut ids: Vec<&String> = documents.iter().flatten().map(|document| &document.document_id).collect();
            ids.sort();
            let count = ids.len();
            ids.dedup();
            hashes.into_iter().all(|hash| !hash.is_empty()) && ids.len() == count && ids.iter().all(|id| !id.is_empty())
        }
        Request::Plan { old, new } => {
            old.iter().chain(new).all(|chunk| !chunk.chunk_hash.is_empty() && chunk.start_offset <= chunk.end_offset)
        }
        _ => true,
    }
}
