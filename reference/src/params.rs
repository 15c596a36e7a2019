//! The parameters of a chunking and their hash (chapter 3, parameters).

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;

use crate::canonical_json::canonical_json;
use crate::error::Error;
use crate::identity::{NORMALIZER_VERSION, sha256_hex};
use crate::tokens::WORD_TOKENIZER_ID;

/// The largest size, count or sum that v1 supports: 2^53 - 1, which every JSON reader can carry (PARAM-15).
pub const MAX_SIZE: u64 = (1 << 53) - 1;

/// Everything that shapes a chunk, in the order of the specification's table (PARAM-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params {
    /// Words in the window of the rolling fingerprint, at least 1.
    pub window_words: u64,
    /// Tokens that a chunk needs before a candidate may end it, at least 1.
    pub min_tokens: u64,
    /// Tokens that no chunk may exceed, at least `min_tokens`.
    pub max_tokens: u64,
    /// Low bits of a fingerprint that are zero at a primary candidate, more than `backup_mask_bits` and at most 63.
    pub primary_mask_bits: u64,
    /// Low bits of a fingerprint that are zero at a backup candidate, at least 1.
    pub backup_mask_bits: u64,
    /// Words on either side of a cut in which snapping looks for a break.
    pub snap_window_words: u64,
    /// Whether cuts move to paragraph and sentence breaks.
    pub snap_to_boundaries: bool,
    /// The normaliser, not empty (PARAM-11). Only `cairn-normalizer-v1` can chunk (PARAM-13).
    pub normalizer_version: String,
    /// The tokenizer, not empty (PARAM-11).
    pub tokenizer_id: String,
    /// The rolling hash, only hashed (PARAM-12).
    pub rolling_hash_id: String,
    /// The boundary rule, only hashed (PARAM-12).
    pub boundary_rule_version: String,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            window_words: 48,
            min_tokens: 180,
            max_tokens: 640,
            primary_mask_bits: 8,
            backup_mask_bits: 6,
            snap_window_words: 24,
            snap_to_boundaries: false,
            normalizer_version: NORMALIZER_VERSION.to_owned(),
            tokenizer_id: WORD_TOKENIZER_ID.to_owned(),
            rolling_hash_id: "rabin64-word-v1".to_owned(),
            boundary_rule_version: "tttd-v1".to_owned(),
        }
    }
}

impl Params {
    /// Reads parameters from a JSON object. Missing ones take their defaults (PARAM-1).
    ///
    /// # Errors
    /// [`Error::InvalidParams`] naming the field for a wrong type (PARAM-3, PARAM-4, PARAM-5, PARAM-6), an unknown
    /// (PARAM-2) or repeated field (PARAM-7), an unknown strategy (PARAM-14), or a value out of range.
    pub fn from_json(json: &str) -> Result<Params, Error> {
        let Members(members) =
            serde_json::from_str(json).map_err(|error| Error::params("params", error.to_string()))?;
        let mut params = Params::default();
        let mut seen = HashSet::new();
        for (field, value) in &members {
            if !seen.insert(field) {
                return Err(Error::params(field, "the field is given twice"));
            }
            params.set(field, value)?;
        }
        // A strategy overrides snap_to_boundaries wherever the two stand in the object.
        if let Some((_, strategy)) = members.iter().find(|(field, _)| field == "strategy") {
            params.snap_to_boundaries = snapping_of_strategy(strategy)?;
        }
        params.check()?;
        Ok(params)
    }

    fn set(&mut self, field: &str, value: &Value) -> Result<(), Error> {
        match field {
            "window_words" => self.window_words = integer(field, value)?,
            "min_tokens" => self.min_tokens = integer(field, value)?,
            "max_tokens" => self.max_tokens = integer(field, value)?,
            "primary_mask_bits" => self.primary_mask_bits = integer(field, value)?,
            "backup_mask_bits" => self.backup_mask_bits = integer(field, value)?,
            "snap_window_words" => self.snap_window_words = integer(field, value)?,
            "snap_to_boundaries" => self.snap_to_boundaries = boolean(field, value)?,
            "normalizer_version" => self.normalizer_version = string(field, value)?,
            "tokenizer_id" => self.tokenizer_id = string(field, value)?,
            "rolling_hash_id" => self.rolling_hash_id = string(field, value)?,
            "boundary_rule_version" => self.boundary_rule_version = string(field, value)?,
            "strategy" => {}
            _ => return Err(Error::params(field, "there is no parameter of this name")),
        }
        Ok(())
    }

    /// Checks the ranges (PARAM-8, PARAM-9, PARAM-10, PARAM-11).
    ///
    /// # Errors
    /// [`Error::InvalidParams`] naming the first field out of range.
    pub fn check(&self) -> Result<(), Error> {
        at_least("window_words", self.window_words, 1)?;
        at_least("min_tokens", self.min_tokens, 1)?;
        if self.max_tokens < self.min_tokens {
            let message = format!("{} is less than min_tokens, which is {}", self.max_tokens, self.min_tokens);
            return Err(Error::params("max_tokens", message));
        }
        at_least("backup_mask_bits", self.backup_mask_bits, 1)?;
        if self.primary_mask_bits <= self.backup_mask_bits {
            let message = format!(
                "{} is not more than backup_mask_bits, which is {}",
                self.primary_mask_bits, self.backup_mask_bits
            );
            return Err(Error::params("primary_mask_bits", message));
        }
        if self.primary_mask_bits > 63 {
            return Err(Error::params("primary_mask_bits", format!("{} is more than 63", self.primary_mask_bits)));
        }
        for (field, value) in [
            ("window_words", self.window_words),
            ("max_tokens", self.max_tokens),
            ("snap_window_words", self.snap_window_words),
        ] {
            if value > MAX_SIZE {
                return Err(Error::params(field, format!("{value} is more than the supported {MAX_SIZE}")));
            }
        }
        for (field, value) in [("normalizer_version", &self.normalizer_version), ("tokenizer_id", &self.tokenizer_id)] {
            if value.is_empty() {
                return Err(Error::params(field, "the value is empty"));
            }
        }
        Ok(())
    }

    /// Name and value of each field, in the order of the specification's table (PARAM-1).
    #[must_use]
    pub fn fields(&self) -> [(&'static str, Value); 11] {
        [
            ("window_words", Value::from(self.window_words)),
            ("min_tokens", Value::from(self.min_tokens)),
            ("max_tokens", Value::from(self.max_tokens)),
            ("primary_mask_bits", Value::from(self.primary_mask_bits)),
            ("backup_mask_bits", Value::from(self.backup_mask_bits)),
            ("snap_window_words", Value::from(self.snap_window_words)),
            ("snap_to_boundaries", Value::from(self.snap_to_boundaries)),
            ("normalizer_version", Value::from(self.normalizer_version.as_str())),
            ("tokenizer_id", Value::from(self.tokenizer_id.as_str())),
            ("rolling_hash_id", Value::from(self.rolling_hash_id.as_str())),
            ("boundary_rule_version", Value::from(self.boundary_rule_version.as_str())),
        ]
    }

    /// The canonical JSON of all eleven fields and no other, the pre-image of the parameter hash (PARAM-16, PARAM-18).
    #[must_use]
    pub fn canonical_json(&self) -> String {
        canonical_json(&BTreeMap::from(self.fields()))
    }

    /// The parameter hash: plain SHA-256 of the canonical JSON, with neither domain nor length prefix (PARAM-17).
    #[must_use]
    pub fn hash(&self) -> String {
        sha256_hex(self.canonical_json().as_bytes())
    }
}

fn integer(field: &str, value: &Value) -> Result<u64, Error> {
    value.as_u64().ok_or_else(|| Error::params(field, format!("{value} is not an integer from 0 to {MAX_SIZE}")))
}

fn boolean(field: &str, value: &Value) -> Result<bool, Error> {
    value.as_bool().ok_or_else(|| Error::params(field, format!("{value} is neither true nor false")))
}

fn string(field: &str, value: &Value) -> Result<String, Error> {
    value.as_str().map(str::to_owned).ok_or_else(|| Error::params(field, format!("{value} is not a string")))
}

fn snapping_of_strategy(strategy: &Value) -> Result<bool, Error> {
    match strategy.as_str() {
        Some("cdc-rabin") => Ok(false),
        Some("cdc-rabin+snap") => Ok(true),
        _ => Err(Error::params("strategy", format!("{strategy} is neither \"cdc-rabin\" nor \"cdc-rabin+snap\""))),
    }
}

fn at_least(field: &str, value: u64, least: u64) -> Result<(), Error> {
    if value < least {
        return Err(Error::params(field, format!("{value} is less than {least}")));
    }
    Ok(())
}

/// The members of a JSON object as they stand, so that a repeated one is seen.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of parameters")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}
