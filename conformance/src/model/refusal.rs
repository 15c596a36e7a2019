//! The refusals of chapter 12 and how they look on the wire.

use serde_json::{Value, json};

/// Why a request has no result.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A parameter of the wrong type, out of range, unknown, or contradicting another.
    Params { field: String, message: String },
    /// A token counter without a usable id, or a count that is not an integer of at least 1.
    Tokenizer(String),
    /// A single word with more tokens than a chunk may hold.
    Oversized { word_index: u64, token_count: u64, max_tokens: u64 },
    /// Another identity schema or normalizer version, or an empty identity field.
    Identity(String),
    /// Not a request of this protocol. It has no code: the protocol does not test it.
    Malformed(String),
}

impl Refusal {
    pub(super) fn param(field: &str, message: impl Into<String>) -> Self {
        Self::Params { field: field.to_owned(), message: message.into() }
    }

    /// The member name of the reply, and its value.
    pub(super) fn into_member(self) -> (&'static str, Value) {
        let error = match self {
            Self::Params { field, message } => {
                json!({"code": "invalid-params", "field": field, "message": message})
            }
            Self::Tokenizer(message) => json!({"code": "invalid-tokenizer", "message": message}),
            Self::Oversized { word_index, token_count, max_tokens } => json!({
                "code": "oversized-word",
                "word_index": word_index,
                "token_count": token_count,
                "max_tokens": max_tokens,
                "message": format!(
                    "word {word_index} has {token_count} tokens, a chunk holds at most {max_tokens}"
                ),
            }),
            Self::Identity(message) => json!({"code": "unsupported-identity", "message": message}),
            Self::Malformed(message) => return ("unsupported", Value::String(message)),
        };
        ("error", error)
    }
}
