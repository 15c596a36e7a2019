//! The closed list of refusals (chapter 12, the testee protocol, names the codes).

use thiserror::Error;

/// Why an implementation refuses a request. Nothing is hashed and no chunk is produced with any of these.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A parameter of the wrong type or out of range, unknown, repeated, or contradicting another.
    #[error("{field}: {message}")]
    InvalidParams {
        /// The parameter at fault, or `params` if the whole is not an object.
        field: String,
        /// What was wrong and what would be right.
        message: String,
    },
    /// A token counter without a usable id, contradicting the parameters, or giving a bad count.
    #[error("{message}")]
    InvalidTokenizer {
        /// What was wrong and what would be right.
        message: String,
    },
    /// A single word counts more tokens than a whole chunk may.
    #[error("word {word_index} counts {token_count} tokens, more than max_tokens, which is {max_tokens}")]
    OversizedWord {
        /// The index of the word in the document, from 0.
        word_index: usize,
        /// Tokens of that word.
        token_count: u64,
        /// The parameter that it exceeds, in tokens.
        max_tokens: u64,
    },
    /// An identity schema or normalizer version other than v1's, or an empty identity field.
    #[error("{field}: {message}")]
    UnsupportedIdentity {
        /// The identity field at fault.
        field: &'static str,
        /// What was wrong and what would be right.
        message: String,
    },
}

impl Error {
    /// The wire code of this refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::InvalidParams { .. } => "invalid-params",
            Error::InvalidTokenizer { .. } => "invalid-tokenizer",
            Error::OversizedWord { .. } => "oversized-word",
            Error::UnsupportedIdentity { .. } => "unsupported-identity",
        }
    }

    pub(crate) fn params(field: &str, message: impl Into<String>) -> Error {
        Error::InvalidParams { field: field.to_owned(), message: message.into() }
    }

    pub(crate) fn tokenizer(message: impl Into<String>) -> Error {
        Error::InvalidTokenizer { message: message.into() }
    }
}
