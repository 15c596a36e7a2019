//! The input lines of a block: `key: JSON`, up to an empty line.

use serde::Deserialize;
use serde_json::value::RawValue;
use steadlith_reference::chunker::{Chunking, Prepared};
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;
use steadlith_reference::text::{Word, words};
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;
use thiserror::Error as ThisError;

use crate::testee::tokenizer;

/// Why a block cannot be computed.
#[derive(Debug, ThisError)]
pub enum BlockError {
    /// No printer has this name.
    #[error("{0:?} is no kind of worked example, the part of the name before the last hyphen must be one")]
    UnknownKind(String),
    /// A line that is no input.
    #[error("the line {0:?} is no input, which has the form `key: JSON`")]
    NotAnInput(String),
    /// An input that this kind of block does not take, or the second of the same name.
    #[error("the input {0:?} is unknown to this kind of block or given twice")]
    UnexpectedInput(String),
    /// An input that is needed and not there.
    #[error("the input {0:?} is missing")]
    MissingInput(&'static str),
    /// An input of the wrong type.
    #[error("the input {key:?} cannot be read: {error}")]
    BadInput {
        /// The name of the input.
        key: &'static str,
        /// What was wrong.
        error: String,
    },
    /// The reference refuses the inputs, and this kind of block does not show refusals.
    #[error("the reference refuses the inputs: {0}")]
    Refused(#[from] Error),
}

/// The inputs of a block, as they stand.
#[derive(Debug)]
pub struct Inputs<'b> {
    lines: Vec<(&'b str, &'b str)>,
}

impl<'b> Inputs<'b> {
    /// Reads the lines of a block up to the first empty one, all of which must be among `keys`.
    pub fn of(block: &'b str, keys: &[&str]) -> Result<Inputs<'b>, BlockError> {
        let mut lines: Vec<(&str, &str)> = Vec::new();
        for line in block.lines().take_while(|line| !line.is_empty()) {
            let (key, json) = line.split_once(": ").ok_or_else(|| BlockError::NotAnInput(line.to_owned()))?;
            if !keys.contains(&key) || lines.iter().any(|&(known, _)| known == key) {
                return Err(BlockError::UnexpectedInput(key.to_owned()));
            }
            lines.push((key, json));
        }
        Ok(Inputs { lines })
    }

    /// The input lines, unchanged.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|(key, json)| format!("{key}: {json}"))
    }

    /// An input that may be left out.
    pub fn optional<T: Deserialize<'b>>(&self, key: &'static str) -> Result<Option<T>, BlockError> {
        let Some((_, json)) = self.lines.iter().find(|&&(known, _)| known == key) else { return Ok(None) };
        match serde_json::from_str(json) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(BlockError::BadInput { key, error: error.to_string() }),
        }
    }

    /// An input that must be there.
    pub fn needed<T: Deserialize<'b>>(&self, key: &'static str) -> Result<T, BlockError> {
        self.optional(key)?.ok_or(BlockError::MissingInput(key))
    }

    /// The parameters; all defaults if the block has none.
    pub fn params(&self) -> Result<Params, BlockError> {
        match self.optional::<&RawValue>("params")? {
            Some(json) => Ok(Params::from_json(json.get())?),
            None => Ok(Params::default()),
        }
    }

    /// The Unicode version; the newest that the reference knows if the block names none.
    fn unicode(&self) -> Result<UnicodeVersion, BlockError> {
        let Some(version) = self.optional::<&str>("unicode")? else { return Ok(UnicodeVersion::default()) };
        UnicodeVersion::parse(version).ok_or_else(|| BlockError::BadInput {
            key: "unicode",
            error: format!("{version:?} is not a version from 13.0 to {}", UnicodeVersion::default()),
        })
    }

    fn tokenizer(&self) -> Result<Tokenizer, BlockError> {
        Ok(tokenizer(self.optional("token_counter")?))
    }

    /// The words of a text under the block's Unicode version.
    pub fn words<'t>(&self, text: &'t str) -> Result<Vec<Word<'t>>, BlockError> {
        Ok(words(text, self.unicode()?))
    }

    /// A text under the block's parameters, token counter and Unicode version, before it is cut.
    pub fn prepare<'t>(&self, text: &'t str) -> Result<Prepared<'t>, BlockError> {
        Ok(Prepared::of(text, &self.params()?, &self.tokenizer()?, self.unicode()?)?)
    }

    /// The chunks of such a text.
    pub fn chunk(&self, text: &str) -> Result<Chunking, BlockError> {
        let prepared = self.prepare(text)?;
        Ok(prepared.chunking(&prepared.cuts()?)?)
    }
}
