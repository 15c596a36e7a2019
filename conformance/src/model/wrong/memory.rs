//! What a faulty process keeps from one request to the next.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::super::chunk::Chunk;
use super::super::fault::Switch;
use super::super::faults::{memory as fault, nfc, paragraph};
use super::super::fingerprint::fingerprints;
use super::super::text::{Word, canonical, words};
use super::super::tokens::Counter;
use super::super::unicode::Version;
use super::cut::Trail;

/// The memory of a process; without a fault it stays empty.
#[derive(Debug, Default)]
pub(in crate::model) struct Memory {
    requests: u64,
    replies: HashMap<String, (&'static str, Value)>,
    refusal: Option<Value>,
    params: Option<Value>,
    fields: Map<String, Value>,
    snapped: bool,
    params_hash: Option<String>,
    counter: Option<Counter>,
    counts: HashMap<String, Value>,
    words: Vec<Word>,
    flags: Vec<bool>,
    entries: Vec<Option<u64>>,
    length: usize,
    ended_paragraph: bool,
    trail: Trail,
    hashes: HashMap<String, Value>,
    chunks: Vec<Chunk>,
    leaves: Vec<String>,
}

impl Memory {
    /// An earlier reply that is given again, as its member and value.
    pub(in crate::model) fn recall(&mut self, request: &Value, on: Switch) -> Option<(&'static str, Value)> {
        self.requests += 1;
        if on.has(&fault::REFUSAL_STICKS)
            && let Some(refusal) = &self.refusal
        {
            return Some(("error", refusal.clone()));
        }
        self.replies.get(&cache_key(request, on)?).cloned()
    }

    /// Notes a reply.
    pub(in crate::model) fn remember(&mut self, request: &Value, member: &'static str, value: &Value, on: Switch) {
        if on.has(&fault::REFUSAL_STICKS) && member == "error" {
            self.refusal = Some(value.clone());
        }
        if let Some(key) = cache_key(request, on) {
            self.replies.insert(key, (member, value.clone()));
        }
    }

    /// The version by which this request is normalised.
    pub(in crate::model) fn version(&self, version: Version, on: Switch) -> Version {
        if on.has(&nfc::UNICODE_ALTERNATES) && self.requests.is_multiple_of(2) {
            return Version::parse(Some("13.0"));
        }
        version
    }

    /// The parameters by which this request is chunked.
    pub(in crate::model) fn params<'v>(
        &mut self,
        given: Option<&'v Value>,
        kept: &'v mut Value,
        on: Switch,
    ) -> Option<&'v Value> {
        if on.has(&fault::FIELDS_STICK) || on.has(&fault::COUNTER_ID_STICKS) {
            let mut fields = self.fields.clone();
            fields.extend(given.and_then(Value::as_object).cloned().unwrap_or_default());
            *kept = Value::Object(fields);
            return Some(kept);
        }
        if !on.has(&fault::FIRST_PARAMS_STICK) {
            return given;
        }
        *kept = self.params.get_or_insert_with(|| given.cloned().unwrap_or(json!({}))).clone();
        Some(kept)
    }

    /// Keeps parameters of a request that is accepted.
    pub(in crate::model) fn keep_fields(&mut self, request: &Value, on: Switch) {
        if on.has(&fault::FIELDS_STICK)
            && let Some(given) = request["params"].as_object()
        {
            self.fields.extend(given.clone());
        }
        if on.has(&fault::COUNTER_ID_STICKS)
            && let Some(id) = request["token_counter"].get("id")
        {
            self.fields.insert("tokenizer_id".to_owned(), id.clone());
        }
    }

    /// Whether snapping is on because it was on before.
    pub(in crate::model) fn snaps(&mut self, snapping: bool, on: Switch) -> bool {
        self.snapped = snapping || self.snapped && on.has(&fault::SNAPPING_STICKS);
        self.snapped
    }

    /// The counter of this request, or what is left of earlier ones.
    pub(in crate::model) fn counter(&mut self, given: Option<Counter>, on: Switch) -> Option<Counter> {
        if on.has(&fault::COUNTS_CACHED) {
            return given.map(|mut counter| {
                let default = counter.default.clone();
                counter.table.extend(self.counts.clone());
                self.counts.clone_from(&counter.table);
                counter.default = default;
                counter
            });
        }
        if on.has(&fault::COUNTER_STICKS) {
            self.counter = given.or(self.counter.take());
            return self.counter.clone();
        }
        given
    }

    /// The words of this request, with what is left of earlier ones.
    pub(in crate::model) fn words(&mut self, words: Vec<Word>, text: &str, on: Switch) -> Vec<Word> {
        if !on.any() {
            return words;
        }
        let mut words = words;
        if on.has(&fault::WORDS_NOT_CLEARED) {
            let before = std::mem::replace(&mut self.words, words.clone());
            words = [before, words].concat();
        }
        if on.has(&fault::FLAGS_NOT_CLEARED) {
            self.flags.resize(self.flags.len().max(words.len()), false);
            for (word, flag) in words.iter_mut().zip(&mut self.flags) {
                *flag |= word.paragraph;
                word.paragraph = *flag;
            }
        }
        if on.has(&fault::OFFSETS_CARRIED_ON) {
            for word in &mut words {
                word.start += self.length;
                word.end += self.length;
            }
            self.length += text.chars().count();
        }
        if on.has(&paragraph::PARAGRAPH_CARRIED_ON) {
            if self.ended_paragraph
                && let Some(first) = words.first_mut()
            {
                first.paragraph = true;
            }
            self.ended_paragraph = text.ends_with("\n\n");
        }
        words
    }

    /// The fingerprints of this request, perhaps with words of the one before in the window.
    pub(in crate::model) fn fingerprints(&mut self, words: &[Word], window: u64, on: Switch) -> Vec<Option<u64>> {
        if on.has(&fault::FINGERPRINTS_NOT_CLEARED) {
            let mut entries = fingerprints(words, window, on);
            entries.iter_mut().zip(&self.entries).for_each(|(entry, before)| *entry = entry.or(*before));
            self.entries.clone_from(&entries);
            return entries;
        }
        if !on.has(&fault::WINDOW_SURVIVES_DOCUMENT) {
            return fingerprints(words, window, on);
        }
        let before = std::mem::take(&mut self.words);
        let both = [before.as_slice(), words].concat();
        self.words = words.to_vec();
        fingerprints(&both, window, on).split_off(before.len())
    }

    /// What the cutting of this document begins with.
    pub(in crate::model) fn trail(&self) -> Trail {
        self.trail.clone()
    }

    /// Keeps what the cutting of this document left behind.
    pub(in crate::model) fn keep_trail(&mut self, trail: Trail, on: Switch) {
        self.trail = trail.for_next_document(on);
    }

    /// The parameter hash of this request.
    pub(in crate::model) fn params_hash(&mut self, hash: String, on: Switch) -> String {
        if !on.has(&fault::PARAMS_HASH_CACHED) {
            return hash;
        }
        self.params_hash.get_or_insert(hash).clone()
    }

    /// Replaces the hash of a chunk whose text was hashed before.
    pub(in crate::model) fn falsify_hash(&mut self, record: &mut Value, on: Switch) {
        if on.has(&fault::HASH_CACHED_BY_TEXT)
            && let Some(text) = record["text"].as_str()
        {
            let hash = record["chunk_hash"].clone();
            record["chunk_hash"] = self.hashes.entry(text.to_owned()).or_insert(hash).clone();
        }
    }

    /// The chunks that the diagnostics are about.
    pub(in crate::model) fn counted_chunks(&mut self, chunks: &[Chunk], on: Switch) -> Vec<Chunk> {
        if !on.has(&fault::DIAGNOSTICS_ACCUMULATE) {
            return chunks.to_vec();
        }
        self.chunks.extend_from_slice(chunks);
        self.chunks.clone()
    }

    /// The leaves of this tree, with those of earlier ones.
    pub(in crate::model) fn leaves(&mut self, leaves: Vec<String>, on: Switch) -> Vec<String> {
        if !on.has(&fault::LEAVES_NOT_CLEARED) {
            return leaves;
        }
        self.leaves.extend(leaves);
        self.leaves.clone()
    }
}

/// Under which key a reply is kept; `None` if replies are not kept.
fn cache_key(request: &Value, on: Switch) -> Option<String> {
    let text = request["text"].as_str().filter(|_| request["op"] == "chunk")?;
    if on.has(&fault::CACHED_BY_TEXT) {
        return Some(text.to_owned());
    }
    if on.has(&fault::CACHED_WITHOUT_COUNTER) {
        return Some(format!("{} {text}", request["params"]));
    }
    if on.has(&fault::CACHED_BY_COUNTER_ID) {
        return Some(format!("{} {} {text}", request["params"], request["token_counter"]["id"]));
    }
    let others = || format!("{} {}", request["params"], request["token_counter"]);
    if on.has(&fault::CACHED_BY_CANONICAL) {
        let right = Switch::new(None);
        return Some(format!("{} {}", others(), canonical(&words(text, Version::parse(None), right), right)));
    }
    if on.has(&fault::CACHED_BY_HASH_CODE) {
        let step = |code: u32, unit: u16| code.wrapping_mul(31).wrapping_add(u32::from(unit));
        return Some(format!("{} {}", others(), text.encode_utf16().fold(0, step)));
    }
    if on.has(&fault::CACHED_WITHOUT_CASE) {
        return Some(format!("{} {}", others(), text.to_lowercase()));
    }
    if on.has(&fault::CACHED_BY_END) {
        let end: String = text.chars().rev().take(64).collect();
        return Some(format!("{} {} {end}", others(), text.len()));
    }
    if on.has(&fault::CACHED_BY_BEGINNING) {
        let beginning: String = text.chars().take(64).collect();
        return Some(format!("{} {} {beginning}", others(), text.len()));
    }
    None
}
