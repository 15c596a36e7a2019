//! What the runner asks: the requests of the testee protocol (chapter 12).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::Text;

/// The version of the testee protocol that this suite speaks.
pub const PROTOCOL_VERSION: u64 = 1;

/// One request, without the `id` that it gets on the wire. On the wire every text is a plain string.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The hash of a set of parameters.
    Params {
        /// The parameters as they stand in the request, valid or not. Absent: all defaults.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        params: Option<Value>,
    },
    /// The chunks of a text.
    Chunk {
        /// The parameters as they stand in the request, valid or not. Absent: all defaults.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        params: Option<Value>,
        /// The text to chunk.
        text: Text,
        /// A custom token counter. Absent: every word counts 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token_counter: Option<TokenCounter>,
    },
    /// The hash of one chunk under a stated identity.
    ChunkHash {
        /// The identity schema.
        identity_schema_version: String,
        /// The normalizer version.
        normalizer_version: String,
        /// The chunker id.
        chunker_id: String,
        /// The parameter hash.
        chunker_params_hash: String,
        /// The canonical text of the chunk.
        chunk_text: Text,
    },
    /// The words of a text.
    Normalize {
        /// The text to split into words.
        text: Text,
    },
    /// The fingerprint at every position of a text.
    Fingerprints {
        /// The text.
        text: Text,
        /// Words in the window, at least 1.
        window_words: u64,
    },
    /// A document root (from `chunk_hashes`) or a corpus root (from `documents`): exactly one of the two is there.
    Merkle {
        /// The chunk hashes of one document, in order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chunk_hashes: Option<Vec<String>>,
        /// The documents of a corpus, in any order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        documents: Option<Vec<CorpusDocument>>,
    },
    /// The id of one occurrence of a chunk.
    Occurrence {
        /// The scope of the index.
        scope: String,
        /// The corpus root.
        corpus_root: String,
        /// The document id.
        document_id: String,
        /// The index of the chunk in the document, from 0.
        position: u64,
        /// The chunk hash.
        chunk_hash: String,
    },
    /// The reuse plan between two versions of one document.
    Plan {
        /// The chunks of the old version, in order.
        old: Vec<PlannedChunk>,
        /// The chunks of the new version, in order.
        new: Vec<PlannedChunk>,
    },
}

/// A custom token counter, written down as a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenCounter {
    /// The counter's own id. Absent in cases about a counter without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Pairs of a normalised word and its count.
    #[serde(default)]
    pub counts: Vec<(String, Value)>,
    /// The count of every word that `counts` does not list.
    pub default: Value,
}

/// One document of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorpusDocument {
    /// The document id, unique in the corpus.
    pub document_id: String,
    /// The document root.
    pub root: String,
}

/// What planning knows of a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedChunk {
    /// The chunk hash.
    pub chunk_hash: String,
    /// Where the chunk starts in its document, in code points.
    pub start_offset: u64,
    /// Where it ends, in code points, exclusive.
    pub end_offset: u64,
    /// Its tokens.
    pub token_count: u64,
}

impl Request {
    /// The name of the operation.
    #[must_use]
    pub fn op(&self) -> &'static str {
        match self {
            Request::Params { .. } => "params",
            Request::Chunk { .. } => "chunk",
            Request::ChunkHash { .. } => "chunk-hash",
            Request::Normalize { .. } => "normalize",
            Request::Fingerprints { .. } => "fingerprints",
            Request::Merkle { .. } => "merkle",
            Request::Occurrence { .. } => "occurrence",
            Request::Plan { .. } => "plan",
        }
    }

    /// The capability that a testee must declare for this operation; `None` for a core operation.
    #[must_use]
    pub fn capability(&self) -> Option<&'static str> {
        match self {
            Request::Params { .. } | Request::Chunk { .. } | Request::ChunkHash { .. } => None,
            other => Some(other.op()),
        }
    }

    /// The text that the request is about, if it has one.
    #[must_use]
    pub fn text(&self) -> Option<&Text> {
        match self {
            Request::Chunk { text, .. } | Request::Normalize { text } | Request::Fingerprints { text, .. } => {
                Some(text)
            }
            Request::ChunkHash { chunk_text, .. } => Some(chunk_text),
            _ => None,
        }
    }

    /// The request with its text written out, as it goes over the wire.
    #[must_use]
    pub fn with_plain_text(mut self) -> Request {
        match &mut self {
            Request::Chunk { text, .. }
            | Request::Normalize { text }
            | Request::Fingerprints { text, .. }
            | Request::ChunkHash { chunk_text: text, .. } => *text = Text::Plain(text.written_out().into_owned()),
            _ => {}
        }
        self
    }
}
