//! What a testee answers: the replies of the testee protocol (chapter 12).
//!
//! Unknown fields are ignored everywhere, a missing one is an error, and a number is an exact integer unless the type
//! says otherwise.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The `ok` of `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelloOk {
    /// The protocol version that the testee speaks.
    pub protocol: u64,
    /// The name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The identity schemas that it offers.
    pub identities: Vec<String>,
    /// The Unicode version of its normalisation, if it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unicode: Option<String>,
    /// The capabilities that it has beyond the core.
    pub capabilities: Vec<String>,
    /// Where its issues are filed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issues: Option<String>,
}

impl HelloOk {
    /// Whether it declares a capability (PROTO-6).
    #[must_use]
    pub fn declares(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|declared| declared == capability)
    }
}

/// The `ok` of `params`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParamsOk {
    /// The parameter hash.
    pub params_hash: String,
}

/// The `ok` of `chunk`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChunkOk {
    /// What every chunk hash commits to.
    #[serde(deserialize_with = "object")]
    pub identity: Identity,
    /// Whether snapping was on.
    pub snap_to_boundaries: bool,
    /// The chunks, in order.
    #[serde(deserialize_with = "objects")]
    pub chunks: Vec<Chunk>,
    /// Counts over the run.
    #[serde(deserialize_with = "object")]
    pub diagnostics: Diagnostics,
}

/// What every chunk hash of a run commits to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Identity {
    /// The identity schema.
    pub schema: String,
    /// The normalizer version.
    pub normalizer_version: String,
    /// The chunker id.
    pub chunker_id: String,
    /// The parameter hash.
    pub params_hash: String,
}

/// One chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chunk {
    /// The canonical text.
    pub text: String,
    /// The chunk hash.
    pub chunk_hash: String,
    /// Where the chunk starts, in code points of the original text.
    pub start_offset: u64,
    /// Where it ends, in code points, exclusive.
    pub end_offset: u64,
    /// Its tokens.
    pub token_count: u64,
    /// Its first word.
    pub start_word: u64,
    /// The word after its last.
    pub end_word: u64,
    /// The word after its last before snapping. May be left out without the `snapping` capability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_end_word: Option<u64>,
    /// `primary`, `backup`, `hard` or `final`.
    pub boundary_kind: String,
    /// `paragraph`, `sentence` or `raw`. May be left out without the `snapping` capability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snap_kind: Option<String>,
}

/// Counts over one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostics {
    /// Chunks.
    pub chunk_count: u64,
    /// Tokens.
    pub total_tokens: u64,
    /// Tokens of each chunk, in order.
    pub token_counts: Vec<u64>,
    /// Chunks that ended at a primary match.
    pub primary_boundaries: u64,
    /// Chunks that ended at a backup match.
    pub backup_boundaries: u64,
    /// Chunks that ended at the limit.
    pub hard_cuts: u64,
    /// Chunks whose end was moved.
    pub snapped_boundaries: u64,
    /// Hard cuts as a share of primary, backup and hard ones; 0 without any. Compared to 1e-12.
    pub hard_cut_rate: f64,
}

/// The `ok` of `chunk-hash`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChunkHashOk {
    /// The chunk hash.
    pub chunk_hash: String,
}

/// The `ok` of `normalize`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NormalizeOk {
    /// The words, in order.
    #[serde(deserialize_with = "objects")]
    pub words: Vec<Word>,
    /// The canonical text of the whole.
    pub canonical_text: String,
}

/// One word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Word {
    /// The word in NFC.
    pub text: String,
    /// Where it starts, in code points of the original text.
    pub start_offset: u64,
    /// Where it ends, in code points, exclusive.
    pub end_offset: u64,
    /// Whether a paragraph break stands before it.
    pub paragraph_before: bool,
}

/// The `ok` of `fingerprints`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FingerprintsOk {
    /// One entry per position 0..n: null or 16 lower-case hex digits.
    pub fingerprints: Vec<Option<String>>,
}

/// The `ok` of `merkle`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MerkleOk {
    /// The root.
    pub root: String,
}

/// The `ok` of `occurrence`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OccurrenceOk {
    /// The occurrence id, 32 lower-case hex digits.
    pub instance_id: String,
}

/// The `ok` of `plan`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanOk {
    /// The operations, in plan order.
    #[serde(deserialize_with = "objects")]
    pub operations: Vec<Operation>,
    /// The chunk hashes that must be embedded, in order.
    pub embed: Vec<String>,
}

/// One operation of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Operation {
    /// `keep`, `move`, `add` or `delete`.
    pub kind: String,
    /// The position in the old list; null for an add.
    #[serde(deserialize_with = "given")]
    pub old_position: Option<u64>,
    /// The position in the new list; null for a delete.
    #[serde(deserialize_with = "given")]
    pub new_position: Option<u64>,
}

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReply {
    /// One of the closed list of codes. Compared.
    pub code: String,
    /// The field at fault. Never compared, and of any type (PROTO-9).
    #[serde(default, deserialize_with = "text_of_any", skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// For people. Never compared, and of any type (PROTO-9).
    #[serde(default, deserialize_with = "text_of_any", skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The index of an oversized word. Compared for that code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word_index: Option<u64>,
    /// Its tokens. Compared for that code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_count: Option<u64>,
    /// The maximum that it exceeds, in tokens. Compared for that code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
}

/// One whole reply line. Exactly one of `ok`, `error` and `unsupported` is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The id of the request.
    pub id: u64,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Value>,
    /// The refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReply>,
    /// Why the testee does not do this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

/// An option whose field must be there, be it null.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(deserializer)
}

/// Reads a struct from an object and nothing else. By itself serde would also take an array of its values.
///
/// # Errors
/// Whatever the deserializer gives, and that of a value that is no object.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct ObjectVisitor<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(members))
        }
    }

    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

/// Reads a list of structs, each from an object and nothing else.
///
/// # Errors
/// Whatever the deserializer gives, and that of a value that is no object.
pub fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Object<T>(T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
            object(deserializer).map(Object)
        }
    }

    Ok(Vec::<Object<T>>::deserialize(deserializer)?.into_iter().map(|Object(value)| value).collect())
}

/// A string as it is, anything else as JSON.
fn text_of_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_no_object() {
        let word = r#"{"text":"a","start_offset":0,"end_offset":1,"paragraph_before":false,"more":1}"#;
        let good = format!(r#"{{"words":[{word}],"canonical_text":"a"}}"#);
        assert!(serde_json::from_str::<NormalizeOk>(&good).is_ok());
        let bad = r#"{"words":[["a",0,1,false]],"canonical_text":"a"}"#;
        let error = serde_json::from_str::<NormalizeOk>(bad).map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("invalid type: sequence, expected an object at line 1 column 10".to_owned()),
            "the members' values alone are not a word"
        );
    }

    #[test]
    fn what_is_never_compared_may_be_of_any_type() {
        let reply = r#"{"code": "invalid-params", "field": 5, "message": {"a": []}}"#;
        let reply: Result<ErrorReply, _> = serde_json::from_str(reply);
        assert_eq!(
            reply.map(|reply| (reply.field, reply.message)).ok(),
            Some((Some("5".to_owned()), Some("{\"a\":[]}".to_owned())))
        );
    }
}
