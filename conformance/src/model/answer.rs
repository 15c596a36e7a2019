//! The testee protocol (chapter 12): a request in, its reply out.

use serde_json::{Map, Value, json};

use super::chunk::{chunks, field, wire as wire_chunk};
use super::diagnostics::diagnostics;
use super::fault::{Fault, Switch};
use super::faults::{framing as unframed, ranges as fault, text as broken};
use super::fingerprint::wire as wire_fingerprint;
use super::framing::{CHUNKER, Identity, NORMALIZER, SCHEMA};
use super::merkle;
use super::occurrence::Occurrence;
use super::params::Params;
use super::plan::{Record, plan};
use super::refusal::Refusal;
use super::request::{count, list, string};
use super::text::{Word, canonical, words};
use super::tokens::{Counter, settle_id, totals};
use super::unicode::Version;
use super::wrong;
use super::wrong::memory::Memory;
use super::wrong::record::Run;

const CAPABILITIES: [&str; 7] =
    ["normalize", "fingerprints", "merkle", "occurrence", "plan", "snapping", "token-counter"];

/// One process of the second implementation, with at most one fault switched on.
#[derive(Debug)]
pub struct Model {
    version: Version,
    on: Switch,
    memory: Memory,
}

impl Model {
    /// A fresh process. `unicode` is a version such as `15.1.0`, from 13.0 on; `None`, anything
    /// that is not a version, and anything newer than the tables mean the newest known version.
    /// Faults in following an old version choose the version themselves.
    #[must_use]
    pub fn new(unicode: Option<&str>, fault: Option<Fault>) -> Self {
        let on = Switch::new(fault);
        Self { version: wrong::nfc::version(Version::parse(unicode), on), on, memory: Memory::default() }
    }

    /// The whole reply to a request, with the request's id.
    #[must_use]
    pub fn answer(&mut self, request: &Value) -> Value {
        let on = self.on;
        let (member, value) = match self.memory.recall(request, on) {
            Some(earlier) => earlier,
            None => self.result(request),
        };
        self.memory.remember(request, member, &value, on);
        let mut reply = Map::new();
        reply.insert("id".to_owned(), request.get("id").cloned().unwrap_or(Value::Null));
        reply.insert(member.to_owned(), value);
        wrong::protocol::falsify_envelope(&mut reply, request, on);
        Value::Object(reply)
    }

    /// The member of the reply beside its id.
    fn result(&mut self, request: &Value) -> (&'static str, Value) {
        match self.perform(request) {
            Ok(value) => ("ok", value),
            Err(refusal) => {
                let (member, value) = refusal.into_member();
                wrong::protocol::refused(member, value, self.on)
            }
        }
    }

    fn perform(&mut self, request: &Value) -> Result<Value, Refusal> {
        if wrong::protocol::declines(request, self.on) {
            return Err(Refusal::Malformed("not implemented".to_owned()));
        }
        match string(request, "op")? {
            "hello" => self.hello(request),
            "params" => self.params(request),
            "chunk" => self.chunk(request),
            "chunk-hash" => self.chunk_hash(request),
            "normalize" => self.normalize(request),
            "fingerprints" => self.fingerprints(request),
            "merkle" => self.merkle(request),
            "occurrence" => self.occurrence(request),
            "plan" => self.plan(request),
            other => Err(Refusal::Malformed(format!("unknown operation {other:?}"))),
        }
    }

    fn hello(&self, request: &Value) -> Result<Value, Refusal> {
        if count(request, "protocol")? != 1 {
            return Err(Refusal::Malformed("only protocol 1 is spoken here".to_owned()));
        }
        let mut reply = json!({
            "protocol": 1,
            "name": "steadlith-model",
            "version": env!("CARGO_PKG_VERSION"),
            "identities": [SCHEMA],
            "unicode": self.version.declared(),
            "capabilities": CAPABILITIES,
        });
        wrong::protocol::falsify_hello(&mut reply, self.on);
        Ok(reply)
    }

    fn params(&self, request: &Value) -> Result<Value, Refusal> {
        let params = Params::read(request.get("params"), self.on)?;
        Ok(json!({"params_hash": params.hash(self.on)}))
    }

    fn chunk(&mut self, request: &Value) -> Result<Value, Refusal> {
        let on = self.on;
        let mut kept = Value::Null;
        let mut params = Params::read(self.memory.params(request.get("params"), &mut kept, on), on)?;
        if self.memory.snaps(params.snapping(), on) {
            params.set_snapping(true);
        }
        let counter = self.memory.counter(Counter::read(request.get("token_counter"), on)?, on);
        let plain_hash = params.hash(on);
        let text = string(request, "text")?;
        settle_id(&mut params, counter.as_ref(), text, on)?;
        if !wrong::spans::has_words(text) && on.has(&broken::BLANK_TEXT_REFUSED) {
            return Err(Refusal::param("text", "must not be blank"));
        }
        check_normalizer(&params, text, on)?;
        let words = self.words(text);
        let totals = totals(&words, counter.as_ref(), on)?;
        let fingerprints = self.memory.fingerprints(&words, params.size("window_words"), on);
        let mut field = field(fingerprints, totals, &params, on);
        let mut trail = self.memory.trail();
        let chunks = chunks(&words, &mut field, &params, &mut trail)?;
        self.memory.keep_trail(trail, on);
        let params_hash = self.memory.params_hash(params.hash(on), on);
        let snaps = params.snapping() && on.has(&unframed::CHUNKER_ID_SNAP);
        let identity = Identity {
            schema: SCHEMA,
            normalizer: NORMALIZER,
            chunker: if snaps { "cdc-rabin+snap" } else { CHUNKER },
            params_hash: &params_hash,
        };
        let length = text.chars().count();
        let chunks = wrong::chunk::of_long_blank(chunks, length, on);
        let run = Run { words: &words, chunks: &chunks, length, max_tokens: field.max_tokens, on };
        let mut reply = json!({
            "identity": {
                "schema": identity.schema,
                "normalizer_version": identity.normalizer,
                "chunker_id": identity.chunker,
                "params_hash": identity.params_hash,
            },
            "snap_to_boundaries": params.snapping(),
            "chunks": self.records(&run, &identity),
            "diagnostics": self.diagnostics(&run),
        });
        self.memory.keep_fields(request, on);
        wrong::tokens::show_fraction(&mut reply, request, on);
        wrong::protocol::falsify_run(&mut reply, &plain_hash, on);
        Ok(reply)
    }

    fn words(&mut self, text: &str) -> Vec<Word> {
        let version = self.memory.version(self.version, self.on);
        let words = words(text, version, self.on);
        self.memory.words(words, text, self.on)
    }

    fn records(&mut self, run: &Run<'_>, identity: &Identity<'_>) -> Vec<Value> {
        let mut records = Vec::new();
        for (index, chunk) in run.chunks.iter().enumerate() {
            let mut record = wire_chunk(chunk, run.words, identity, self.on);
            run.falsify(&mut record, index);
            self.memory.falsify_hash(&mut record, self.on);
            records.push(record);
        }
        records
    }

    fn diagnostics(&mut self, run: &Run<'_>) -> Value {
        let mut diagnostics = diagnostics(&self.memory.counted_chunks(run.chunks, self.on));
        run.falsify_diagnostics(&mut diagnostics);
        diagnostics
    }

    fn chunk_hash(&self, request: &Value) -> Result<Value, Refusal> {
        let identity = Identity {
            schema: string(request, "identity_schema_version")?,
            normalizer: string(request, "normalizer_version")?,
            chunker: string(request, "chunker_id")?,
            params_hash: string(request, "chunker_params_hash")?,
        };
        let text = string(request, "chunk_text")?;
        identity.check(text, self.on)?;
        if self.on.has(&unframed::TEXT_NORMALIZED_FOR_HASH) {
            let text = canonical(&words(text, self.version, self.on), self.on);
            return Ok(json!({"chunk_hash": identity.chunk_hash(&text, self.on)}));
        }
        Ok(json!({"chunk_hash": identity.chunk_hash(text, self.on)}))
    }

    fn normalize(&mut self, request: &Value) -> Result<Value, Refusal> {
        let words = self.words(string(request, "text")?);
        let records: Vec<Value> = words
            .iter()
            .map(|word| {
                json!({
                    "text": word.text,
                    "start_offset": word.start,
                    "end_offset": word.end,
                    "paragraph_before": word.paragraph,
                })
            })
            .collect();
        Ok(json!({"words": records, "canonical_text": canonical(&words, self.on)}))
    }

    fn fingerprints(&mut self, request: &Value) -> Result<Value, Refusal> {
        let window = match request.get("window_words").and_then(Value::as_u64) {
            Some(window) if window >= 1 => window,
            _ => return Err(Refusal::param("window_words", "must be an integer of at least 1")),
        };
        let words = self.words(string(request, "text")?);
        let entries = self.memory.fingerprints(&words, window, self.on);
        let entries: Vec<Value> = entries.into_iter().map(|entry| wire_fingerprint(entry, self.on)).collect();
        Ok(json!({"fingerprints": entries}))
    }

    fn merkle(&mut self, request: &Value) -> Result<Value, Refusal> {
        let root = if request.get("documents").is_some() {
            merkle::corpus_root(&documents(request)?, self.on)
        } else {
            let leaves = self.memory.leaves(leaves(request)?, self.on);
            merkle::root(&leaves, self.on)
        };
        Ok(json!({"root": root}))
    }

    fn occurrence(&self, request: &Value) -> Result<Value, Refusal> {
        let occurrence = Occurrence {
            scope: string(request, "scope")?,
            corpus_root: string(request, "corpus_root")?,
            document_id: string(request, "document_id")?,
            position: count(request, "position")?,
            chunk_hash: string(request, "chunk_hash")?,
        };
        Ok(json!({"instance_id": occurrence.id(self.on)}))
    }

    fn plan(&self, request: &Value) -> Result<Value, Refusal> {
        let (old, new) = (planned(request, "old", self.on)?, planned(request, "new", self.on)?);
        Ok(plan(&old, &new, self.on))
    }
}

/// Refuses to chunk under another normalizer version.
fn check_normalizer(params: &Params, text: &str, on: Switch) -> Result<(), Refusal> {
    let late = on.has(&fault::NORMALIZER_CHECKED_WITH_WORDS) && !wrong::spans::has_words(text);
    let right = params.text("normalizer_version") == NORMALIZER;
    if right || late || on.has(&fault::NORMALIZER_OTHER_ACCEPTED) {
        return Ok(());
    }
    if on.has(&fault::NORMALIZER_WRONG_CODE) {
        return Err(Refusal::param("normalizer_version", "is not implemented"));
    }
    Err(Refusal::Identity(format!("only {NORMALIZER} is implemented")))
}

fn leaves(request: &Value) -> Result<Vec<String>, Refusal> {
    let leaf = |leaf: &Value| match leaf.as_str() {
        None | Some("") => Err(Refusal::Malformed("a leaf must be a non-empty string".to_owned())),
        Some(leaf) => Ok(leaf.to_owned()),
    };
    list(request, "chunk_hashes")?.iter().map(leaf).collect()
}

fn documents(request: &Value) -> Result<Vec<(String, String)>, Refusal> {
    let document = |document: &Value| {
        let id = string(document, "document_id")?.to_owned();
        Ok((id, string(document, "root")?.to_owned()))
    };
    list(request, "documents")?.iter().map(document).collect()
}

fn planned(request: &Value, name: &str, on: Switch) -> Result<Vec<Record>, Refusal> {
    list(request, name)?.iter().map(|record| Record::read(record, on)).collect()
}
