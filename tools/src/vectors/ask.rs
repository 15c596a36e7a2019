//! The requests of the protocol, each in one short expression.

use serde_json::{Value, json};
use steadlith_vectors::request::{CorpusDocument, PlannedChunk, Request, TokenCounter};
use steadlith_vectors::text::Text;

/// `params` with these parameters.
pub fn params(params: Value) -> Request {
    Request::Params { params: Some(params) }
}

/// `params` without any.
pub fn params_by_default() -> Request {
    Request::Params { params: None }
}

/// `chunk` with all defaults.
pub fn chunk_by_default(text: impl Into<Text>) -> Request {
    Request::Chunk { params: None, text: text.into(), token_counter: None }
}

/// `chunk` with these parameters.
pub fn chunk(params: Value, text: impl Into<Text>) -> Request {
    Request::Chunk { params: Some(params), text: text.into(), token_counter: None }
}

/// `chunk` with these parameters and this counter.
pub fn chunk_counted(params: Value, text: impl Into<Text>, counter: TokenCounter) -> Request {
    Request::Chunk { params: Some(params), text: text.into(), token_counter: Some(counter) }
}

/// A counter: its id, the counts of some words, and that of every other.
pub fn counter(id: &str, counts: &[(&str, impl Into<Value> + Clone)], default: impl Into<Value>) -> TokenCounter {
    TokenCounter {
        id: Some(id.to_owned()),
        counts: counts.iter().map(|(word, count)| ((*word).to_owned(), count.clone().into())).collect(),
        default: default.into(),
    }
}

/// `normalize`.
pub fn normalize(text: impl Into<Text>) -> Request {
    Request::Normalize { text: text.into() }
}

/// `fingerprints` with a window of so many words.
pub fn fingerprints(text: impl Into<Text>, window_words: u64) -> Request {
    Request::Fingerprints { text: text.into(), window_words }
}

/// `chunk-hash`: schema, normalizer version, chunker id, parameter hash, text.
pub fn chunk_hash([schema, normalizer_version, chunker_id, params_hash, text]: [&str; 5]) -> Request {
    Request::ChunkHash {
        identity_schema_version: schema.to_owned(),
        normalizer_version: normalizer_version.to_owned(),
        chunker_id: chunker_id.to_owned(),
        chunker_params_hash: params_hash.to_owned(),
        chunk_text: text.into(),
    }
}

/// `merkle` over the chunks of one document.
pub fn document_root<S: AsRef<str>>(chunk_hashes: &[S]) -> Request {
    let chunk_hashes = chunk_hashes.iter().map(|hash| hash.as_ref().to_owned()).collect();
    Request::Merkle { chunk_hashes: Some(chunk_hashes), documents: None }
}

/// `merkle` over a corpus: pairs of a document id and a root.
pub fn corpus_root(documents: &[(&str, &str)]) -> Request {
    let documents = documents
        .iter()
        .map(|&(document_id, root)| CorpusDocument { document_id: document_id.to_owned(), root: root.to_owned() })
        .collect();
    Request::Merkle { chunk_hashes: None, documents: Some(documents) }
}

/// `occurrence`: scope, corpus root, document id, position, chunk hash.
pub fn occurrence(scope: &str, corpus_root: &str, document_id: &str, position: u64, chunk_hash: &str) -> Request {
    Request::Occurrence {
        scope: scope.to_owned(),
        corpus_root: corpus_root.to_owned(),
        document_id: document_id.to_owned(),
        position,
        chunk_hash: chunk_hash.to_owned(),
    }
}

/// `plan` between two versions, each a list of chunks such as `a@0-5` or, with its tokens, `a@0-5*3`. Without tokens
/// a chunk counts 1.
///
/// # Panics
/// If a definition is not in this notation.
pub fn plan(old: &str, new: &str) -> Request {
    Request::Plan { old: planned_chunks(old), new: planned_chunks(new) }
}

fn planned_chunks(list: &str) -> Vec<PlannedChunk> {
    let read = |chunk| planned_chunk(chunk).unwrap_or_else(|| panic!("{chunk:?} is not in the notation of plan"));
    list.split_whitespace().map(read).collect()
}

fn planned_chunk(chunk: &str) -> Option<PlannedChunk> {
    let (chunk_hash, place) = chunk.split_once('@')?;
    let (range, tokens) = place.split_once('*').unwrap_or((place, "1"));
    let (start, end) = range.split_once('-')?;
    Some(PlannedChunk {
        chunk_hash: chunk_hash.to_owned(),
        start_offset: start.parse().ok()?,
        end_offset: end.parse().ok()?,
        token_count: tokens.parse().ok()?,
    })
}

/// Parameters: window, minimum, maximum, primary and backup bits. The rest is left to the defaults.
pub fn sizes(window: u64, min: u64, max: u64, primary: u64, backup: u64) -> Value {
    json!({
        "window_words": window,
        "min_tokens": min,
        "max_tokens": max,
        "primary_mask_bits": primary,
        "backup_mask_bits": backup,
    })
}

/// Parameters with one more member.
pub fn with(mut params: Value, field: &str, value: impl Into<Value>) -> Value {
    if let Value::Object(members) = &mut params {
        members.insert(field.to_owned(), value.into());
    }
    params
}
