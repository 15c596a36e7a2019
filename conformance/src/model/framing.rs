//! Framed hashes and the chunk hash (chapter 7): the whole pre-image is assembled, then hashed.

use sha2::{Digest, Sha256};

use super::fault::Switch;
use super::faults::framing as fault;
use super::refusal::Refusal;
use super::wrong;

pub(super) const SCHEMA: &str = "cairn-chunk-identity-v1";
pub(super) const NORMALIZER: &str = "cairn-normalizer-v1";
pub(super) const CHUNKER: &str = "cdc-rabin";

/// SHA-256 in lower-case hexadecimal.
pub(super) fn sha256_hex(bytes: &[u8], on: Switch) -> String {
    let digest = Sha256::digest(bytes);
    match wrong::framing::shown(bytes, &digest, on) {
        Some(shown) => shown,
        None => hex(&digest),
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of `fields` under `domain`.
pub(super) fn framed(domain: &str, fields: &[&str], on: Switch) -> String {
    match wrong::framing::pre_image(domain, fields, on) {
        Some(pre_image) => sha256_hex(&pre_image, on),
        None => sha256_hex(&pre_image(domain, fields), on),
    }
}

fn pre_image(domain: &str, fields: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Domains are short constants.
    bytes.extend((domain.len() as u32).to_be_bytes());
    bytes.extend(domain.as_bytes());
    for field in fields {
        bytes.extend((field.len() as u64).to_be_bytes());
        bytes.extend(field.as_bytes());
    }
    bytes
}

/// What a chunk hash depends on beside the text.
#[derive(Debug)]
pub(super) struct Identity<'a> {
    pub(super) schema: &'a str,
    pub(super) normalizer: &'a str,
    pub(super) chunker: &'a str,
    pub(super) params_hash: &'a str,
}

impl Identity<'_> {
    /// Refuses another schema and empty fields; anything else is hashed as it is.
    pub(super) fn check(&self, text: &str, on: Switch) -> Result<(), Refusal> {
        if self.schema != SCHEMA && !wrong::framing::accepts_schema(self.schema, on) {
            return Err(refuse(format!("identity schema {:?} is not {SCHEMA}", self.schema), on));
        }
        let required = [
            ("normalizer_version", self.normalizer, &fault::EMPTY_NORMALIZER_ACCEPTED),
            ("chunker_id", self.chunker, &fault::EMPTY_CHUNKER_ACCEPTED),
            ("chunker_params_hash", self.params_hash, &fault::EMPTY_PARAMS_HASH_ACCEPTED),
        ];
        let empty = required.iter().find(|(_, value, accepts)| value.is_empty() && !on.has(accepts));
        match empty {
            Some((name, _, _)) => Err(refuse(format!("{name} must not be empty"), on)),
            None => wrong::framing::refuse_valid(self, text, on),
        }
    }

    /// The hash of a chunk with this canonical text.
    pub(super) fn chunk_hash(&self, text: &str, on: Switch) -> String {
        if let Some(hash) = wrong::framing::chunk_hash(self, text, on) {
            return hash;
        }
        let fields = [self.schema, self.normalizer, self.chunker, self.params_hash, text];
        framed("cairn-chunk-v1", &fields, on)
    }
}

fn refuse(message: String, on: Switch) -> Refusal {
    if on.has(&fault::IDENTITY_WRONG_CODE) {
        return Refusal::param("identity", message);
    }
    Refusal::Identity(message)
}
