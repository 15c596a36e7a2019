//! The reference as a testee: answers the protocol of chapter 12 line by line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use steadlith_reference::chunker::{self, Chunking};
use steadlith_reference::error::Error;
use steadlith_reference::fingerprints::{fingerprints, symbols};
use steadlith_reference::identity::{IDENTITY_SCHEMA, Identity};
use steadlith_reference::params::Params;
use steadlith_reference::plan::{self, Operation, PlannedChunk};
use steadlith_reference::text::{canonical_text, words};
use steadlith_reference::tokens::{TokenTable, Tokenizer};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_reference::{merkle, occurrence};
use steadlith_vectors::reply;
use steadlith_vectors::request::{self, PROTOCOL_VERSION};

use crate::ascii_json;

/// What the reference can do beyond the core.
pub const CAPABILITIES: [&str; 7] =
    ["fingerprints", "merkle", "normalize", "occurrence", "plan", "snapping", "token-counter"];

/// The built-in reference, answering requests.
#[derive(Debug, Clone, Copy, Default)]
pub struct Testee {
    unicode: UnicodeVersion,
}

/// Why a request has no `ok`.
enum Refusal {
    /// The request is understood and refused.
    Error(Error),
    /// The request cannot be understood.
    Unsupported(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Error(error)
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::Unsupported(format!("the request cannot be read: {error}"))
    }
}

#[derive(Deserialize)]
struct Envelope<'l> {
    #[serde(default)]
    id: Value,
    #[serde(borrow, default)]
    op: Cow<'l, str>,
}

#[derive(Deserialize)]
struct ParamsRequest<'l> {
    #[serde(borrow, default, deserialize_with = "given")]
    params: Option<&'l RawValue>,
}

#[derive(Deserialize)]
struct ChunkRequest<'l> {
    // A null is not the same as no parameters at all, so it must not become None.
    #[serde(borrow, default, deserialize_with = "given")]
    params: Option<&'l RawValue>,
    text: String,
    token_counter: Option<request::TokenCounter>,
}

#[derive(Deserialize)]
struct ChunkHashRequest {
    identity_schema_version: String,
    normalizer_version: String,
    chunker_id: String,
    chunker_params_hash: String,
    chunk_text: String,
}

#[derive(Deserialize)]
struct NormalizeRequest {
    text: String,
}

#[derive(Deserialize)]
struct FingerprintsRequest {
    text: String,
    window_words: u64,
}

#[derive(Deserialize)]
struct MerkleRequest {
    chunk_hashes: Option<Vec<String>>,
    documents: Option<Vec<request::CorpusDocument>>,
}

#[derive(Deserialize)]
struct OccurrenceRequest {
    scope: String,
    corpus_root: String,
    document_id: String,
    position: u64,
    chunk_hash: String,
}

#[derive(Deserialize)]
struct PlanRequest {
    old: Vec<request::PlannedChunk>,
    new: Vec<request::PlannedChunk>,
}

fn given<'de: 'l, 'l, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<&'l RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Answers requests by `answer`, one line each, until the input ends.
///
/// # Errors
/// Whatever reading or writing gives.
pub fn serve(
    input: &mut impl BufRead,
    output: &mut impl Write,
    mut answer: impl FnMut(&str) -> String,
) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = match std::str::from_utf8(&line) {
            Ok(request) => answer(request),
            Err(error) => json!({"id": null, "unsupported": format!("the request is not UTF-8: {error}")}).to_string(),
        };
        let mut reply = reply.into_bytes();
        reply.push(b'\n');
        output.write_all(&reply)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

impl Testee {
    /// The reference with the NFC of a Unicode version.
    #[must_use]
    pub fn new(unicode: UnicodeVersion) -> Testee {
        Testee { unicode }
    }

    /// Answers requests until the input ends.
    ///
    /// # Errors
    /// Whatever reading or writing gives. A line that is no request is answered, not an error.
    pub fn serve(&self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
        serve(input, output, |line| self.answer_line(line))
    }

    /// The reply line to a request line, in ASCII and without a line end.
    #[must_use]
    pub fn answer_line(&self, line: &str) -> String {
        let (id, outcome) = match serde_json::from_str::<Envelope<'_>>(line) {
            Ok(envelope) => (envelope.id, self.ok(&envelope.op, line)),
            Err(error) => (Value::Null, Err(error.into())),
        };
        let (member, value) = match outcome {
            Ok(ok) => ("ok", ok),
            Err(Refusal::Error(error)) => ("error", ascii_json::to_string(&error_reply(&error))),
            Err(Refusal::Unsupported(why)) => ("unsupported", ascii_json::to_string(&why)),
        };
        let id = ascii_json::to_string(&id);
        [r#"{"id":"#, &id, r#",""#, member, r#"":"#, &value, "}"].concat()
    }

    /// The `ok` of the reply, written out.
    fn ok(&self, op: &str, line: &str) -> Result<String, Refusal> {
        match op {
            "hello" => Ok(self.hello()),
            "params" => params(serde_json::from_str(line)?),
            "chunk" => self.chunk(serde_json::from_str(line)?),
            "chunk-hash" => chunk_hash(serde_json::from_str(line)?),
            "normalize" => Ok(self.normalize(&serde_json::from_str(line)?)),
            "fingerprints" => self.fingerprints(&serde_json::from_str(line)?),
            "merkle" => merkle_root(serde_json::from_str(line)?),
            "occurrence" => Ok(occurrence(&serde_json::from_str(line)?)),
            "plan" => Ok(reuse_plan(serde_json::from_str(line)?)),
            _ => Err(Refusal::Unsupported(format!("there is no operation {op:?}"))),
        }
    }

    fn hello(&self) -> String {
        ascii_json::to_string(&reply::HelloOk {
            protocol: PROTOCOL_VERSION,
            name: "steadlith-reference".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            identities: vec![IDENTITY_SCHEMA.to_owned()],
            unicode: Some(self.unicode.to_string()),
            capabilities: CAPABILITIES.map(str::to_owned).to_vec(),
            issues: None,
        })
    }

    fn chunk(&self, request: ChunkRequest<'_>) -> Result<String, Refusal> {
        let params = given_or_default(request.params)?;
        let tokenizer = tokenizer(request.token_counter);
        let chunking = chunker::chunk(&request.text, &params, &tokenizer, self.unicode)?;
        Ok(ascii_json::to_string(&chunk_reply(&chunking)))
    }

    fn normalize(&self, request: &NormalizeRequest) -> String {
        let words = words(&request.text, self.unicode);
        ascii_json::to_string(&reply::NormalizeOk {
            canonical_text: canonical_text(&words),
            words: words
                .into_iter()
                .map(|word| reply::Word {
                    text: word.text.into_owned(),
                    start_offset: word.start_offset as u64,
                    end_offset: word.end_offset as u64,
                    paragraph_before: word.paragraph_before,
                })
                .collect(),
        })
    }

    fn fingerprints(&self, request: &FingerprintsRequest) -> Result<String, Refusal> {
        if request.window_words == 0 {
            return Err(Refusal::Unsupported("window_words is 0, a window needs at least one word".to_owned()));
        }
        let words = words(&request.text, self.unicode);
        let fingerprints = fingerprints(&symbols(&words), request.window_words);
        Ok(ascii_json::to_string(&reply::FingerprintsOk {
            fingerprints: fingerprints.into_iter().map(|at| at.map(|value| format!("{value:016x}"))).collect(),
        }))
    }
}

/// The tokenizer that a request asks for.
#[must_use]
pub fn tokenizer(counter: Option<request::TokenCounter>) -> Tokenizer {
    counter.map_or(Tokenizer::Words, |counter| {
        Tokenizer::Custom(TokenTable {
            id: counter.id,
            counts: counter.counts.into_iter().collect(),
            default: counter.default,
        })
    })
}

/// A chunking as the `ok` of a `chunk` reply.
#[must_use]
pub fn chunk_reply(chunking: &Chunking) -> reply::ChunkOk {
    let diagnostics = &chunking.diagnostics;
    reply::ChunkOk {
        identity: reply::Identity {
            schema: chunking.identity.schema.clone(),
            normalizer_version: chunking.identity.normalizer_version.clone(),
            chunker_id: chunking.identity.chunker_id.clone(),
            params_hash: chunking.identity.params_hash.clone(),
        },
        snap_to_boundaries: chunking.snap_to_boundaries,
        chunks: chunking
            .chunks
            .iter()
            .map(|chunk| reply::Chunk {
                text: chunk.text.clone(),
                chunk_hash: chunk.chunk_hash.clone(),
                start_offset: chunk.start_offset as u64,
                end_offset: chunk.end_offset as u64,
                token_count: chunk.token_count,
                start_word: chunk.start_word as u64,
                end_word: chunk.end_word as u64,
                raw_end_word: Some(chunk.raw_end_word as u64),
                boundary_kind: chunk.boundary_kind.as_str().to_owned(),
                snap_kind: Some(chunk.snap_kind.as_str().to_owned()),
            })
            .collect(),
        diagnostics: reply::Diagnostics {
            chunk_count: diagnostics.chunk_count() as u64,
            total_tokens: diagnostics.total_tokens(),
            token_counts: diagnostics.token_counts.clone(),
            primary_boundaries: diagnostics.primary_boundaries,
            backup_boundaries: diagnostics.backup_boundaries,
            hard_cuts: diagnostics.hard_cuts,
            snapped_boundaries: diagnostics.snapped_boundaries,
            hard_cut_rate: diagnostics.hard_cut_rate(),
        },
    }
}

fn params(request: ParamsRequest<'_>) -> Result<String, Refusal> {
    let params = given_or_default(request.params)?;
    Ok(ascii_json::to_string(&reply::ParamsOk { params_hash: params.hash() }))
}

/// The parameters of a request; without any, all defaults (PARAM-1).
fn given_or_default(params: Option<&RawValue>) -> Result<Params, Error> {
    params.map_or_else(|| Ok(Params::default()), |params| Params::from_json(params.get()))
}

fn chunk_hash(request: ChunkHashRequest) -> Result<String, Refusal> {
    let identity = Identity {
        schema: request.identity_schema_version,
        normalizer_version: request.normalizer_version,
        chunker_id: request.chunker_id,
        params_hash: request.chunker_params_hash,
    };
    Ok(ascii_json::to_string(&reply::ChunkHashOk { chunk_hash: identity.chunk_hash(&request.chunk_text)? }))
}

fn merkle_root(request: MerkleRequest) -> Result<String, Refusal> {
    let root = match (request.chunk_hashes, request.documents) {
        (Some(chunk_hashes), None) => merkle::document_root(&chunk_hashes),
        (None, Some(documents)) => {
            let count = documents.len();
            let documents: BTreeMap<String, String> =
                documents.into_iter().map(|document| (document.document_id, document.root)).collect();
            if documents.len() < count {
                return Err(Refusal::Unsupported("a document id stands twice in the corpus".to_owned()));
            }
            merkle::corpus_root(&documents)
        }
        _ => return Err(Refusal::Unsupported("exactly one of chunk_hashes and documents is needed".to_owned())),
    };
    Ok(ascii_json::to_string(&reply::MerkleOk { root }))
}

fn occurrence(request: &OccurrenceRequest) -> String {
    ascii_json::to_string(&reply::OccurrenceOk {
        instance_id: occurrence::instance_id(
            &request.scope,
            &request.corpus_root,
            &request.document_id,
            request.position,
            &request.chunk_hash,
        ),
    })
}

fn reuse_plan(request: PlanRequest) -> String {
    let old: Vec<PlannedChunk> = request.old.into_iter().map(planned_chunk).collect();
    let new: Vec<PlannedChunk> = request.new.into_iter().map(planned_chunk).collect();
    ascii_json::to_string(&reply::PlanOk {
        operations: plan::operations(&old, &new).into_iter().map(operation).collect(),
        embed: plan::hashes_to_embed(&old, &new).into_iter().map(str::to_owned).collect(),
    })
}

/// A chunk of a plan request as the reference plans with it.
#[must_use]
pub fn planned_chunk(chunk: request::PlannedChunk) -> PlannedChunk {
    PlannedChunk {
        chunk_hash: chunk.chunk_hash,
        start_offset: chunk.start_offset,
        end_offset: chunk.end_offset,
        token_count: chunk.token_count,
    }
}

fn operation(operation: Operation) -> reply::Operation {
    reply::Operation {
        kind: operation.kind().to_owned(),
        old_position: operation.old_position().map(|position| position as u64),
        new_position: operation.new_position().map(|position| position as u64),
    }
}

/// A refusal as the `error` of a reply.
#[must_use]
pub fn error_reply(error: &Error) -> reply::ErrorReply {
    let mut reply = reply::ErrorReply {
        code: error.code().to_owned(),
        field: None,
        message: Some(error.to_string()),
        word_index: None,
        token_count: None,
        max_tokens: None,
    };
    match error {
        Error::InvalidParams { field, .. } => reply.field = Some(field.clone()),
        Error::UnsupportedIdentity { field, .. } => reply.field = Some((*field).to_owned()),
        Error::InvalidTokenizer { .. } => {}
        Error::OversizedWord { word_index, token_count, max_tokens } => {
            reply.word_index = Some(*word_index as u64);
            reply.token_count = Some(*token_count);
            reply.max_tokens = Some(*max_tokens);
        }
    }
    reply
}
