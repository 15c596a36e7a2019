//! The two baseline chunkers that v1 is compared with (chapter 9, PLAN-8 to PLAN-15). They are no part of v1.

mod fixed;
mod recursive;

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value, json};
use steadlith_reference::canonical_json::canonical_json;
use steadlith_reference::error::Error;
use steadlith_reference::identity::{IDENTITY_SCHEMA, Identity, NORMALIZER_VERSION, hash_fields};
use steadlith_reference::params::Params;
use steadlith_reference::text::{Word, canonical_text, words};
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;

pub use fixed::Fixed;
pub use recursive::Recursive;

/// The domain of a baseline's parameter hash (PLAN-15).
const PARAMS_DOMAIN: &str = "cairn-chunker-params-v1";

/// A baseline with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Baseline {
    /// Every chunk as long as its limit allows.
    Fixed(Fixed),
    /// The last separator before the limit, the coarsest kind first.
    Recursive(Recursive),
}

/// What a baseline makes of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineChunking {
    /// What every chunk hash commits to (PLAN-15).
    pub identity: Identity,
    /// The chunks, in order.
    pub chunks: Vec<BaselineChunk>,
}

/// One chunk of a baseline (PLAN-8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineChunk {
    /// The canonical text (DIAG-1).
    pub text: String,
    /// The identity of the content, 64 lower-case hex digits (PLAN-15).
    pub chunk_hash: String,
    /// Where the first word starts in the original text, in code points (DIAG-2).
    pub start_offset: usize,
    /// Where the last word ends in the original text, in code points, exclusive.
    pub end_offset: usize,
    /// Tokens of the chunk (DIAG-3).
    pub token_count: u64,
    /// The first word.
    pub start_word: usize,
    /// The word after the last.
    pub end_word: usize,
}

/// A document as the baselines see it.
struct Stream<'t> {
    words: Vec<Word<'t>>,
    /// Tokens before each position, one entry more than there are words.
    tokens_before: Vec<u64>,
}

impl Stream<'_> {
    /// The position of the end.
    fn end(&self) -> usize {
        self.words.len()
    }

    /// Tokens of the words `[start, end)`.
    fn tokens(&self, start: usize, end: usize) -> u64 {
        self.tokens_before[end] - self.tokens_before[start]
    }

    /// The greatest position up to which there are at most `most` tokens from `start` on.
    fn limit(&self, start: usize, most: u64) -> usize {
        let most = self.tokens_before[start].saturating_add(most);
        self.tokens_before.partition_point(|&before| before <= most) - 1
    }

    /// Refuses the first word that alone has more than `most` tokens (CUT-2).
    fn check_words(&self, most: u64) -> Result<(), Error> {
        match (0..self.end()).find(|&index| self.tokens(index, index + 1) > most) {
            None => Ok(()),
            Some(word_index) => Err(Error::OversizedWord {
                word_index,
                token_count: self.tokens(word_index, word_index + 1),
                max_tokens: most,
            }),
        }
    }
}

impl Baseline {
    /// The chunker id, which is the name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Baseline::Fixed(_) => "fixed",
            Baseline::Recursive(_) => "recursive",
        }
    }

    /// The tokens that no chunk may exceed.
    #[must_use]
    pub fn max_tokens(&self) -> u64 {
        match self {
            Baseline::Fixed(fixed) => fixed.chunk_size_tokens,
            Baseline::Recursive(recursive) => recursive.max_tokens,
        }
    }

    /// Checks the parameters (PLAN-9, PLAN-12).
    ///
    /// # Errors
    /// [`Error::InvalidParams`] naming the parameter at fault.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Baseline::Fixed(fixed) => fixed.check(),
            Baseline::Recursive(recursive) => recursive.check(),
        }
    }

    /// The identity of the chunks (PLAN-15).
    #[must_use]
    pub fn identity(&self, tokenizer_id: &str) -> Identity {
        let mut members = match self {
            Baseline::Fixed(fixed) => fixed.members(),
            Baseline::Recursive(recursive) => recursive.members(),
        };
        members.insert("normalizer_version", json!(NORMALIZER_VERSION));
        members.insert("tokenizer_id", json!(tokenizer_id));
        Identity {
            schema: IDENTITY_SCHEMA.to_owned(),
            normalizer_version: NORMALIZER_VERSION.to_owned(),
            chunker_id: self.name().to_owned(),
            params_hash: hash_fields(PARAMS_DOMAIN, &[&canonical_json(&members)]),
        }
    }

    /// Chunks a document. One without words has no chunks (PLAN-8).
    ///
    /// # Errors
    /// [`Error::InvalidParams`] (PLAN-9, PLAN-12), [`Error::InvalidTokenizer`] (TOK-5, TOK-7), or
    /// [`Error::OversizedWord`] (CUT-2).
    pub fn chunk(&self, text: &str, tokenizer: &Tokenizer, unicode: UnicodeVersion) -> Result<BaselineChunking, Error> {
        self.check()?;
        let tokenizer_id = tokenizer.effective_params(&Params::default())?.tokenizer_id;
        let words = words(text, unicode);
        let stream = Stream { tokens_before: tokenizer.tokens_before(&words)?, words };
        stream.check_words(self.max_tokens())?;
        let ranges = match self {
            Baseline::Fixed(fixed) => fixed.ranges(&stream),
            Baseline::Recursive(recursive) => recursive.ranges(&stream),
        };
        let identity = self.identity(&tokenizer_id);
        let chunks = ranges.into_iter().map(|range| chunk(&stream, &identity, range)).collect::<Result<_, _>>()?;
        Ok(BaselineChunking { identity, chunks })
    }
}

/// The chunk of the words in `range`, which is not empty.
fn chunk(stream: &Stream<'_>, identity: &Identity, range: Range<usize>) -> Result<BaselineChunk, Error> {
    let text = canonical_text(&stream.words[range.clone()]);
    Ok(BaselineChunk {
        chunk_hash: identity.chunk_hash(&text)?,
        text,
        start_offset: stream.words[range.start].start_offset,
        end_offset: stream.words[range.end - 1].end_offset,
        token_count: stream.tokens(range.start, range.end),
        start_word: range.start,
        end_word: range.end,
    })
}

/// A refusal of a parameter.
fn refused(field: &str, message: String) -> Error {
    Error::InvalidParams { field: field.to_owned(), message }
}

/// The hashed parameters of a baseline by name, without those that all have.
type Members = BTreeMap<&'static str, Value>;

#[cfg(test)]
mod tests;
