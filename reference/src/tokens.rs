//! Token counts (chapter 2, tokens).

use std::collections::HashMap;

use serde_json::Value;

use crate::error::Error;
use crate::params::{MAX_SIZE, Params};
use crate::text::Word;

/// The id of the default tokenizer, under which every word counts one token (TOK-1).
pub const WORD_TOKENIZER_ID: &str = "word-v1";

/// How the tokens of a word are counted.
#[derive(Debug, Clone, PartialEq)]
pub enum Tokenizer {
    /// `word-v1`: every word counts 1.
    Words,
    /// A counter of the caller's own.
    Custom(TokenTable),
}

/// A custom counter as a table: a pure function of the normalised word, written down.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenTable {
    /// The counter's own id, which is hashed as `tokenizer_id`. `None` and the empty id are refused.
    pub id: Option<String>,
    /// The count of each listed word, keyed by the word in NFC. A count is whatever the caller gave, so that a bad one
    /// can be refused when a word of the text needs it.
    pub counts: HashMap<String, Value>,
    /// The count of every other word, in the same form.
    pub default: Value,
}

impl Tokenizer {
    /// The parameters with the tokenizer id under which they are hashed: the counter's own if there is one (TOK-3).
    ///
    /// # Errors
    /// [`Error::InvalidTokenizer`] if a custom counter has no id or claims the reserved one (TOK-5), or contradicts the
    /// parameters (TOK-4), or if the parameters name a tokenizer that is not there (TOK-6).
    pub fn effective_params(&self, params: &Params) -> Result<Params, Error> {
        let named = params.tokenizer_id.as_str();
        let id = match self {
            Tokenizer::Words if named == WORD_TOKENIZER_ID => named,
            Tokenizer::Words => {
                return Err(Error::tokenizer(format!(
                    "the parameters name tokenizer_id {named:?}, but no counter of that id was given"
                )));
            }
            Tokenizer::Custom(table) => match table.id.as_deref() {
                None | Some("") => return Err(Error::tokenizer("a custom counter needs a non-empty id of its own")),
                Some(WORD_TOKENIZER_ID) => {
                    return Err(Error::tokenizer(format!(
                        "the id {WORD_TOKENIZER_ID:?} is reserved for one token a word"
                    )));
                }
                Some(id) if named != WORD_TOKENIZER_ID && named != id => {
                    return Err(Error::tokenizer(format!(
                        "the counter's id is {id:?}, but the parameters name tokenizer_id {named:?}"
                    )));
                }
                Some(id) => id,
            },
        };
        Ok(Params { tokenizer_id: id.to_owned(), ..params.clone() })
    }

    /// Tokens before each position: entry `i` counts words `[0, i)`, so there is one entry more than there are words.
    /// Separators count nothing (TOK-9). Every word of the text is counted, and no other (TOK-2, TOK-8).
    ///
    /// # Errors
    /// [`Error::InvalidTokenizer`] if any word's count is not an integer of at least 1 (TOK-7), or the sum exceeds
    /// 2^53 - 1 (PARAM-15).
    pub fn tokens_before(&self, words: &[Word<'_>]) -> Result<Vec<u64>, Error> {
        let mut tokens_before = Vec::with_capacity(words.len() + 1);
        let mut total = 0_u64;
        tokens_before.push(total);
        for (index, word) in words.iter().enumerate() {
            total = total.saturating_add(self.count(index, &word.text)?);
            if total > MAX_SIZE {
                return Err(Error::tokenizer(format!("the tokens up to word {index} sum to more than {MAX_SIZE}")));
            }
            tokens_before.push(total);
        }
        Ok(tokens_before)
    }

    fn count(&self, index: usize, word: &str) -> Result<u64, Error> {
        let Tokenizer::Custom(table) = self else { return Ok(1) };
        let count = table.counts.get(word).unwrap_or(&table.default);
        match count.as_u64() {
            Some(count) if count >= 1 => Ok(count),
            _ => Err(Error::tokenizer(format!("the count of word {index} is {count}, not an integer of at least 1"))),
        }
    }
}
