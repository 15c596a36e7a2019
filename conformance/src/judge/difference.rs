//! The first difference between the expected reply and the actual one.
//!
//! Fields are compared in the order in which an implementation computes them, so that the first difference is the
//! closest to the mistake: word positions before texts, texts before hashes.

use serde::Serialize;
use serde_json::Value;
use steadlith_vectors::reply::{
    Chunk, ChunkHashOk, ChunkOk, Diagnostics, ErrorReply, FingerprintsOk, Identity, MerkleOk, NormalizeOk,
    OccurrenceOk, Operation, ParamsOk, PlanOk, Word,
};

use crate::failure::{Difference, Parting};

/// How far `hard_cut_rate` may be off (PROTO-8).
const RATE_TOLERANCE: f64 = 1e-12;
/// Longer strings are cut down to the surroundings of their first difference.
const STRING_CODE_POINTS: usize = 400;

/// A reply, or a part of one, that can be compared.
pub trait Compare {
    /// Compares every field that counts, expected against actual.
    fn compare(&self, actual: &Self, walk: &mut Walk);
}

/// A walk over two replies that remembers the first difference and counts all.
#[derive(Debug, Default)]
pub struct Walk {
    place: String,
    first: Option<Difference>,
    count: usize,
}

/// The first difference, with the count of all; `None` if there is none.
#[must_use]
pub fn first_difference<T: Compare>(expected: &T, actual: &T) -> Option<Difference> {
    let mut walk = Walk::default();
    expected.compare(actual, &mut walk);
    walk.first.map(|first| Difference { count: walk.count, ..first })
}

/// The first difference between two answers neither of which is the measure of the other: a field that only one of them
/// has counts, whichever it is.
#[must_use]
pub fn difference_either_way<T: Compare>(one: &T, other: &T) -> Option<Difference> {
    first_difference(one, other).or_else(|| {
        let difference = first_difference(other, one)?;
        // Two strings differ both ways, so there is none here that parts.
        Some(Difference { expected: difference.actual, actual: difference.expected, ..difference })
    })
}

impl Walk {
    fn field<T: PartialEq + Serialize>(&mut self, name: &str, expected: &T, actual: &T) {
        if expected != actual {
            self.differs(name, || (serde_json::json!(expected), serde_json::json!(actual)));
        }
    }

    /// Compares a field that may be left out.
    fn optional<T: PartialEq + Serialize>(&mut self, name: &str, expected: &Option<T>, actual: &Option<T>) {
        if actual.is_some() {
            self.field(name, expected, actual);
        }
    }

    fn object<T: Compare>(&mut self, name: &str, expected: &T, actual: &T) {
        let length = self.place.len();
        if length > 0 && !name.starts_with('[') {
            self.place.push('.');
        }
        self.place.push_str(name);
        expected.compare(actual, self);
        self.place.truncate(length);
    }

    fn list<T>(&mut self, name: &str, expected: &[T], actual: &[T], each: impl Fn(&mut Walk, &str, &T, &T)) {
        let length = self.place.len();
        if length > 0 {
            self.place.push('.');
        }
        self.place.push_str(name);
        for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
            each(self, &format!("[{index}]"), expected, actual);
        }
        if expected.len() != actual.len() {
            self.differs(".length", || (expected.len().into(), actual.len().into()));
        }
        self.place.truncate(length);
    }

    /// Replies to different operations have nothing to compare.
    pub fn of_another_operation(&mut self) {
        self.differs("op", || (Value::Null, Value::Null));
    }

    fn differs(&mut self, name: &str, values: impl FnOnce() -> (Value, Value)) {
        self.count += 1;
        if self.first.is_none() {
            let separator = if self.place.is_empty() || name.starts_with(['[', '.']) { "" } else { "." };
            let path = format!("{}{separator}{name}", self.place);
            let (expected, actual) = values();
            self.first = Some(difference(path, expected, actual));
        }
    }
}

fn difference(path: String, expected: Value, actual: Value) -> Difference {
    match (&expected, &actual) {
        (Value::String(one), Value::String(other)) => {
            let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
            let parting =
                Parting { code_point: common, expected: one.chars().nth(common), actual: other.chars().nth(common) };
            let difference = Difference::new(path, surroundings(one, common), surroundings(other, common));
            Difference { parting: Some(parting), ..difference }
        }
        _ => Difference::new(path, expected, actual),
    }
}

/// A long string around a code point.
fn surroundings(string: &str, at: usize) -> String {
    let length = string.chars().count();
    if length <= STRING_CODE_POINTS {
        return string.to_owned();
    }
    let first = at.saturating_sub(STRING_CODE_POINTS / 4).min(length - STRING_CODE_POINTS);
    let kept: String = string.chars().skip(first).take(STRING_CODE_POINTS).collect();
    let before = if first > 0 { format!("[{first} code points] ... ") } else { String::new() };
    let after = match length - first - STRING_CODE_POINTS {
        0 => String::new(),
        after => format!(" ... [{after} code points]"),
    };
    format!("{before}{kept}{after}")
}

impl Compare for ParamsOk {
    fn compare(&self, actual: &ParamsOk, walk: &mut Walk) {
        walk.field("params_hash", &self.params_hash, &actual.params_hash);
    }
}

impl Compare for ChunkOk {
    fn compare(&self, actual: &ChunkOk, walk: &mut Walk) {
        walk.object("identity", &self.identity, &actual.identity);
        walk.field("snap_to_boundaries", &self.snap_to_boundaries, &actual.snap_to_boundaries);
        walk.list("chunks", &self.chunks, &actual.chunks, Walk::object);
        walk.object("diagnostics", &self.diagnostics, &actual.diagnostics);
    }
}

impl Compare for Identity {
    fn compare(&self, actual: &Identity, walk: &mut Walk) {
        walk.field("schema", &self.schema, &actual.schema);
        walk.field("normalizer_version", &self.normalizer_version, &actual.normalizer_version);
        walk.field("chunker_id", &self.chunker_id, &actual.chunker_id);
        walk.field("params_hash", &self.params_hash, &actual.params_hash);
    }
}

impl Compare for Chunk {
    fn compare(&self, actual: &Chunk, walk: &mut Walk) {
        walk.field("start_word", &self.start_word, &actual.start_word);
        walk.optional("raw_end_word", &self.raw_end_word, &actual.raw_end_word);
        walk.field("boundary_kind", &self.boundary_kind, &actual.boundary_kind);
        walk.field("end_word", &self.end_word, &actual.end_word);
        walk.optional("snap_kind", &self.snap_kind, &actual.snap_kind);
        walk.field("token_count", &self.token_count, &actual.token_count);
        walk.field("text", &self.text, &actual.text);
        walk.field("start_offset", &self.start_offset, &actual.start_offset);
        walk.field("end_offset", &self.end_offset, &actual.end_offset);
        walk.field("chunk_hash", &self.chunk_hash, &actual.chunk_hash);
    }
}

impl Compare for Diagnostics {
    fn compare(&self, actual: &Diagnostics, walk: &mut Walk) {
        walk.field("chunk_count", &self.chunk_count, &actual.chunk_count);
        walk.field("total_tokens", &self.total_tokens, &actual.total_tokens);
        walk.list("token_counts", &self.token_counts, &actual.token_counts, Walk::field);
        walk.field("primary_boundaries", &self.primary_boundaries, &actual.primary_boundaries);
        walk.field("backup_boundaries", &self.backup_boundaries, &actual.backup_boundaries);
        walk.field("hard_cuts", &self.hard_cuts, &actual.hard_cuts);
        walk.field("snapped_boundaries", &self.snapped_boundaries, &actual.snapped_boundaries);
        let is_close = (self.hard_cut_rate - actual.hard_cut_rate).abs() <= RATE_TOLERANCE;
        if !is_close {
            walk.field("hard_cut_rate", &self.hard_cut_rate, &actual.hard_cut_rate);
        }
    }
}

impl Compare for ChunkHashOk {
    fn compare(&self, actual: &ChunkHashOk, walk: &mut Walk) {
        walk.field("chunk_hash", &self.chunk_hash, &actual.chunk_hash);
    }
}

impl Compare for NormalizeOk {
    fn compare(&self, actual: &NormalizeOk, walk: &mut Walk) {
        walk.list("words", &self.words, &actual.words, Walk::object);
        walk.field("canonical_text", &self.canonical_text, &actual.canonical_text);
    }
}

impl Compare for Word {
    fn compare(&self, actual: &Word, walk: &mut Walk) {
        walk.field("text", &self.text, &actual.text);
        walk.field("start_offset", &self.start_offset, &actual.start_offset);
        walk.field("end_offset", &self.end_offset, &actual.end_offset);
        walk.field("paragraph_before", &self.paragraph_before, &actual.paragraph_before);
    }
}

impl Compare for FingerprintsOk {
    fn compare(&self, actual: &FingerprintsOk, walk: &mut Walk) {
        walk.list("fingerprints", &self.fingerprints, &actual.fingerprints, Walk::field);
    }
}

impl Compare for MerkleOk {
    fn compare(&self, actual: &MerkleOk, walk: &mut Walk) {
        walk.field("root", &self.root, &actual.root);
    }
}

impl Compare for OccurrenceOk {
    fn compare(&self, actual: &OccurrenceOk, walk: &mut Walk) {
        walk.field("instance_id", &self.instance_id, &actual.instance_id);
    }
}

impl Compare for PlanOk {
    fn compare(&self, actual: &PlanOk, walk: &mut Walk) {
        walk.list("operations", &self.operations, &actual.operations, Walk::object);
        walk.list("embed", &self.embed, &actual.embed, Walk::field);
    }
}

impl Compare for Operation {
    fn compare(&self, actual: &Operation, walk: &mut Walk) {
        walk.field("kind", &self.kind, &actual.kind);
        walk.field("old_position", &self.old_position, &actual.old_position);
        walk.field("new_position", &self.new_position, &actual.new_position);
    }
}

impl Compare for ErrorReply {
    fn compare(&self, actual: &ErrorReply, walk: &mut Walk) {
        walk.field("code", &self.code, &actual.code);
        if self.word_index.is_some() || self.token_count.is_some() || self.max_tokens.is_some() {
            walk.field("word_index", &self.word_index, &actual.word_index);
            walk.field("token_count", &self.token_count, &actual.token_count);
            walk.field("max_tokens", &self.max_tokens, &actual.max_tokens);
        }
    }
}
