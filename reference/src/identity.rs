//! Chunk identities and the framing of every v1 hash (chapter 7, chunk identity and framing).

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::params::Params;

/// The only identity schema of v1.
pub const IDENTITY_SCHEMA: &str = "cairn-chunk-identity-v1";
/// The only normalizer version that v1 chunks with.
pub const NORMALIZER_VERSION: &str = "cairn-normalizer-v1";
/// The id of the v1 chunker.
pub const CHUNKER_ID: &str = "cdc-rabin";

/// The domain of a chunk hash.
pub const CHUNK_DOMAIN: &str = "cairn-chunk-v1";

/// SHA-256 in lower-case hex (ID-3).
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256, in lower-case hex, over the framed domain and fields: the domain behind its length in 4 big-endian bytes,
/// then each field behind its length in 8. Lengths count bytes (ID-2).
#[must_use]
pub fn hash_fields(domain: &str, fields: &[&str]) -> String {
    sha256_hex(&framed(domain, fields))
}

/// The pre-image of [`hash_fields`].
#[must_use]
pub fn framed(domain: &str, fields: &[&str]) -> Vec<u8> {
    // The domains are constants of v1, all far shorter than 2^32 bytes.
    let mut bytes = (domain.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(domain.as_bytes());
    for field in fields {
        bytes.extend_from_slice(&(field.len() as u64).to_be_bytes());
        bytes.extend_from_slice(field.as_bytes());
    }
    bytes
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]).map(|digit| DIGITS[usize::from(digit)]).collect()
}

/// What a chunk hash commits to besides the chunk's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The identity schema, always [`IDENTITY_SCHEMA`] in v1.
    pub schema: String,
    /// The normalizer version, not empty.
    pub normalizer_version: String,
    /// The chunker id, not empty.
    pub chunker_id: String,
    /// The parameter hash, not empty; not checked to be hex.
    pub params_hash: String,
}

impl Identity {
    /// The identity of chunks made with these parameters.
    ///
    /// # Errors
    /// [`Error::UnsupportedIdentity`] if the parameters ask for another normalizer.
    pub fn of(params: &Params) -> Result<Identity, Error> {
        if params.normalizer_version != NORMALIZER_VERSION {
            return Err(Error::UnsupportedIdentity {
                field: "normalizer_version",
                message: format!("{:?} cannot chunk, only {NORMALIZER_VERSION:?} can", params.normalizer_version),
            });
        }
        Ok(Identity {
            schema: IDENTITY_SCHEMA.to_owned(),
            normalizer_version: params.normalizer_version.clone(),
            chunker_id: CHUNKER_ID.to_owned(),
            params_hash: params.hash(),
        })
    }

    /// The hash of a chunk of this identity (ID-4). It does not depend on where the chunk stands (ID-5), and the text
    /// is hashed as given (ID-8).
    ///
    /// # Errors
    /// [`Error::UnsupportedIdentity`] if the schema is not v1's (ID-6) or any other field is empty (ID-7).
    pub fn chunk_hash(&self, text: &str) -> Result<String, Error> {
        self.check()?;
        Ok(hash_fields(CHUNK_DOMAIN, &self.chunk_fields(text)))
    }

    /// The pre-image of the chunk hash.
    #[must_use]
    pub fn chunk_preimage(&self, text: &str) -> Vec<u8> {
        framed(CHUNK_DOMAIN, &self.chunk_fields(text))
    }

    /// The fields of the chunk hash, in order: schema, normalizer version, chunker id, parameter hash, text.
    #[must_use]
    pub fn chunk_fields<'a>(&'a self, text: &'a str) -> [&'a str; 5] {
        [&self.schema, &self.normalizer_version, &self.chunker_id, &self.params_hash, text]
    }

    fn check(&self) -> Result<(), Error> {
        if self.schema != IDENTITY_SCHEMA {
            return Err(Error::UnsupportedIdentity {
                field: "identity_schema_version",
                message: format!("{:?} is unknown, v1 is {IDENTITY_SCHEMA:?}", self.schema),
            });
        }
        for (field, value) in [
            ("normalizer_version", &self.normalizer_version),
            ("chunker_id", &self.chunker_id),
            ("chunker_params_hash", &self.params_hash),
        ] {
            if value.is_empty() {
                return Err(Error::UnsupportedIdentity { field, message: "the value is empty".to_owned() });
            }
        }
        Ok(())
    }
}
