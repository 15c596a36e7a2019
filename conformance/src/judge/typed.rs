//! The `ok` of a reply in the type of its operation (PROTO-7, PROTO-8).

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use steadlith_vectors::reply::{
    ChunkHashOk, ChunkOk, FingerprintsOk, MerkleOk, NormalizeOk, OccurrenceOk, ParamsOk, PlanOk,
};
use steadlith_vectors::request::Request;

use super::difference::{Compare, Walk};
use super::line;
use crate::failure::Failure;

/// The `ok` of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum TypedOk {
    /// Of `params`.
    Params(ParamsOk),
    /// Of `chunk`.
    Chunk(ChunkOk),
    /// Of `chunk-hash`.
    ChunkHash(ChunkHashOk),
    /// Of `normalize`.
    Normalize(NormalizeOk),
    /// Of `fingerprints`.
    Fingerprints(FingerprintsOk),
    /// Of `merkle`.
    Merkle(MerkleOk),
    /// Of `occurrence`.
    Occurrence(OccurrenceOk),
    /// Of `plan`.
    Plan(PlanOk),
}

impl TypedOk {
    /// Reads the `ok` of the reply to `request`. With `snapping`, chunks owe `raw_end_word` and `snap_kind`.
    ///
    /// # Errors
    /// A [`Failure`] of class protocol that names the place.
    pub fn read(request: &Request, ok: &RawValue, snapping: bool) -> Result<TypedOk, Failure> {
        Ok(match request {
            Request::Params { .. } => TypedOk::Params(line::member("ok", ok)?),
            Request::Chunk { .. } => TypedOk::Chunk(with_snapping(line::member("ok", ok)?, snapping)?),
            Request::ChunkHash { .. } => TypedOk::ChunkHash(line::member("ok", ok)?),
            Request::Normalize { .. } => TypedOk::Normalize(line::member("ok", ok)?),
            Request::Fingerprints { .. } => TypedOk::Fingerprints(line::member("ok", ok)?),
            Request::Merkle { .. } => TypedOk::Merkle(line::member("ok", ok)?),
            Request::Occurrence { .. } => TypedOk::Occurrence(line::member("ok", ok)?),
            Request::Plan { .. } => TypedOk::Plan(line::member("ok", ok)?),
        })
    }

    /// Reads an expectation.
    ///
    /// # Errors
    /// What does not fit; the tests of the suite rule that out for the built-in one.
    pub fn of_expectation(request: &Request, ok: &Value) -> Result<TypedOk, serde_json::Error> {
        Ok(match request {
            Request::Params { .. } => TypedOk::Params(Deserialize::deserialize(ok)?),
            Request::Chunk { .. } => TypedOk::Chunk(Deserialize::deserialize(ok)?),
            Request::ChunkHash { .. } => TypedOk::ChunkHash(Deserialize::deserialize(ok)?),
            Request::Normalize { .. } => TypedOk::Normalize(Deserialize::deserialize(ok)?),
            Request::Fingerprints { .. } => TypedOk::Fingerprints(Deserialize::deserialize(ok)?),
            Request::Merkle { .. } => TypedOk::Merkle(Deserialize::deserialize(ok)?),
            Request::Occurrence { .. } => TypedOk::Occurrence(Deserialize::deserialize(ok)?),
            Request::Plan { .. } => TypedOk::Plan(Deserialize::deserialize(ok)?),
        })
    }
}

fn with_snapping(reply: ChunkOk, snapping: bool) -> Result<ChunkOk, Failure> {
    let lacks = |index: usize, field: &str| {
        Err(Failure::protocol(format!("ok.chunks[{index}]: missing field `{field}`, owed with snapping declared")))
    };
    for (index, chunk) in reply.chunks.iter().enumerate().filter(|_| snapping) {
        if chunk.raw_end_word.is_none() {
            return lacks(index, "raw_end_word");
        }
        if chunk.snap_kind.is_none() {
            return lacks(index, "snap_kind");
        }
    }
    Ok(reply)
}

impl Compare for TypedOk {
    fn compare(&self, actual: &TypedOk, walk: &mut Walk) {
        match (self, actual) {
            (TypedOk::Params(expected), TypedOk::Params(actual)) => expected.compare(actual, walk),
            (TypedOk::Chunk(expected), TypedOk::Chunk(actual)) => expected.compare(actual, walk),
            (TypedOk::ChunkHash(expected), TypedOk::ChunkHash(actual)) => expected.compare(actual, walk),
            (TypedOk::Normalize(expected), TypedOk::Normalize(actual)) => expected.compare(actual, walk),
            (TypedOk::Fingerprints(expected), TypedOk::Fingerprints(actual)) => expected.compare(actual, walk),
            (TypedOk::Merkle(expected), TypedOk::Merkle(actual)) => expected.compare(actual, walk),
            (TypedOk::Occurrence(expected), TypedOk::Occurrence(actual)) => expected.compare(actual, walk),
            (TypedOk::Plan(expected), TypedOk::Plan(actual)) => expected.compare(actual, walk),
            _ => walk.of_another_operation(),
        }
    }
}
