//! What a vector is (chapter 13, vectors and versioning).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reply::ChunkOk;
use crate::request::Request;
use crate::text::sha256_hex;

/// One vector file: the cases of one topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VectorFile {
    /// What the cases are about, which is also the name of the file and the first part of every id in it.
    pub topic: String,
    /// The cases.
    pub cases: Vec<Case>,
    /// The relation cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
}

/// One request and what a conforming implementation answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The stable id, `topic/name`. Its meaning never changes.
    pub id: String,
    /// What the case is about, in one line.
    pub title: String,
    /// The clauses that it tests, most specific first.
    pub clauses: Vec<String>,
    /// Whether the exit code counts it.
    pub level: Level,
    /// The capabilities that a testee must declare for it, besides that of the operation itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// The request.
    pub request: Request,
    /// The answer.
    pub expect: Expectation,
    /// The code with which an implementation may refuse the request instead, where the clause says MAY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or_refused: Option<String>,
    /// Where the expectation comes from.
    pub origin: Origin,
    /// The suite version that first had the case.
    pub since: String,
    /// For a negative case: the id of the valid case that differs from it in the one faulty thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// What a reader should know beyond the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// Several requests and what holds between their answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// The stable id, `topic/name`. Its meaning never changes.
    pub id: String,
    /// What the case is about, in one line.
    pub title: String,
    /// The clauses that it tests, most specific first.
    pub clauses: Vec<String>,
    /// Whether the exit code counts it.
    pub level: Level,
    /// The capabilities that a testee must declare for it, besides those of the operations themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// The requests, asked in this order of one process.
    pub requests: Vec<Request>,
    /// What holds between the answers.
    pub holds: Holds,
    /// The suite version that first had the case.
    pub since: String,
    /// What a reader should know beyond the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// What holds between the answers to several requests. Each of them must be an `ok`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// All chunk replies have the same chunk hashes in the same order.
    SameChunkHashes,
    /// Every pair of chunk replies has at least one chunk hash in common.
    CommonChunkHash,
    /// No two chunk replies have a chunk hash in common.
    NoCommonChunkHash,
    /// No two `params` replies have the same parameter hash.
    DifferentParamsHashes,
    /// Each request gets the same answer again in the opposite order, and alone in a fresh process.
    SameAnswers,
}

/// How strict a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Deployed v1 does it and every JSON reader can tell.
    Must,
    /// The specification asks for more than deployed v1 does, or a JSON reader may not see the difference.
    Should,
}

/// The answer of a conforming implementation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// The fields of `ok`.
    Ok(Value),
    /// The digest of the fields of a chunk reply, see [`chunk_digest`].
    OkDigest(String),
    /// A refusal: its code, and for an oversized word its three numbers.
    Error(ExpectedError),
    /// The fields of `ok` by the Unicode version from which they apply, oldest first.
    ByUnicode(Vec<FromUnicode>),
}

/// The compared part of a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedError {
    /// The code.
    pub code: String,
    /// The index of the oversized word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word_index: Option<u64>,
    /// Its tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_count: Option<u64>,
    /// The maximum, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
}

/// An expectation that applies from one Unicode version on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FromUnicode {
    /// The first version, such as `14.0`.
    pub from: String,
    /// The fields of `ok`.
    pub ok: Value,
}

/// Where an expectation comes from. Every one is computed by the reference, agreed by the second implementation, and
/// confirmed by the released package wherever that can answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Origin {
    /// A value that the documentation of Steadlith publishes.
    Published,
    /// Observed by running the released package.
    PackageObserved,
    /// Worked out from the specification by hand; the package confirms it wherever it can answer.
    HandComputed,
    /// A generated input.
    Generated {
        /// The seed of the generator.
        seed: u64,
    },
}

/// The digest of a chunk reply: SHA-256, in lower-case hex, over lines that each end with a line feed.
///
/// Each line is a compact JSON array in UTF-8, strings escaped as in canonical JSON (chapter 3): first the identity
/// (schema, normalizer version, chunker id, parameter hash) and `snap_to_boundaries`; then one line for each chunk, in
/// order (the ten fields in the order of the protocol's list); then chunk count, total tokens, token counts, primary,
/// backup, hard and snapped counts. The hard-cut rate follows from these and is compared by itself.
#[must_use]
pub fn chunk_digest(reply: &ChunkOk) -> String {
    let identity = &reply.identity;
    let mut lines = vec![serde_json::json!([
        identity.schema,
        identity.normalizer_version,
        identity.chunker_id,
        identity.params_hash,
        reply.snap_to_boundaries,
    ])];
    lines.extend(reply.chunks.iter().map(|chunk| {
        serde_json::json!([
            chunk.text,
            chunk.chunk_hash,
            chunk.start_offset,
            chunk.end_offset,
            chunk.token_count,
            chunk.start_word,
            chunk.end_word,
            chunk.raw_end_word.unwrap_or(chunk.end_word),
            chunk.boundary_kind,
            chunk.snap_kind.as_deref().unwrap_or("raw"),
        ])
    }));
    let diagnostics = &reply.diagnostics;
    lines.push(serde_json::json!([
        diagnostics.chunk_count,
        diagnostics.total_tokens,
        diagnostics.token_counts,
        diagnostics.primary_boundaries,
        diagnostics.backup_boundaries,
        diagnostics.hard_cuts,
        diagnostics.snapped_boundaries,
    ]));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    sha256_hex(text.as_bytes())
}
