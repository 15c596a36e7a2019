//! The baseline chunkers beside those of a released package (PLAN-8 to PLAN-15), on random documents and on files.
//!
//! The other side is `tools/adapters/baselines.py`, which says what goes over its standard input and output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use steadlith_conformance::ascii_json;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::child::{Cancel, Child, Outcome};
use steadlith_conformance::churn::baselines::{Baseline, BaselineChunk, BaselineChunking, Fixed, Recursive};
use steadlith_conformance::generate::RandomRequests;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::testee;
use steadlith_reference::error::Error as Refusal;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::request::{Request, TokenCounter};
use thiserror::Error;

/// Why the two cannot be compared.
#[derive(Debug, Error)]
pub enum Error {
    /// The other side cannot be started.
    #[error("cannot start the other side: {0}")]
    Start(io::Error),
    /// The other side gave no usable reply.
    #[error("the other side gave no reply that can be used: {0}\n{1}")]
    Reply(String, String),
    /// A file of the corpus cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// What the comparison found.
#[derive(Debug)]
pub struct Outcomes {
    /// The other side, in its own words.
    pub other: Hello,
    /// How many documents both sides chunked the same way.
    pub agreed: usize,
    /// How many both refused for the same reason.
    pub refused: usize,
    /// What differs.
    pub differences: Vec<String>,
}

/// The other side in its own words.
#[derive(Debug, Deserialize)]
pub struct Hello {
    /// The package.
    pub package: String,
    /// Its release.
    pub version: String,
    /// The Unicode version of its normalisation.
    pub unicode: String,
}

/// One document to chunk.
struct Question {
    name: String,
    baseline: Baseline,
    text: String,
    counter: Option<TokenCounter>,
}

/// Compares on `documents` random documents from `seed` and on every file below `corpus`.
///
/// # Errors
/// An [`Error`] if there is nothing to compare with.
pub fn compare(
    implementation: &Implementation,
    documents: usize,
    seed: u64,
    corpus: Option<&Path>,
) -> Result<Outcomes, Error> {
    let mut child = Child::start(implementation, &Limits::default(), &Cancel::default()).map_err(Error::Start)?;
    let hello = asked(&mut child, &json!({"hello": true}))?;
    let other: Hello = serde_json::from_value(hello).map_err(|error| Error::Reply(error.to_string(), String::new()))?;
    let unicode = UnicodeVersion::parse(&other.unicode)
        .ok_or_else(|| Error::Reply(format!("Unicode {} is unknown here", other.unicode), String::new()))?;
    let mut outcomes = Outcomes { other, agreed: 0, refused: 0, differences: Vec::new() };
    for question in random_questions(documents, seed).chain(questions_of_files(corpus)?) {
        let theirs = asked(&mut child, &question.wire())?;
        let ours = question.answer(unicode, theirs["ok"]["params_hash"].is_null());
        if ours != theirs {
            outcomes.differences.push(format!(
                "{}: {} {}\n  here  {ours}\n  there {theirs}",
                question.name,
                question.baseline.name(),
                members(&question.baseline)
            ));
        } else if ours.get("ok").is_some() {
            outcomes.agreed += 1;
        } else {
            outcomes.refused += 1;
        }
    }
    child.end(&Limits::default());
    Ok(outcomes)
}

fn asked(child: &mut Child, request: &Value) -> Result<Value, Error> {
    let line = ascii_json::to_string(request) + "\n";
    let reply = match child.ask(line.as_bytes(), Limits::default().reply_to(line.len())) {
        Outcome::Reply(reply) => reply,
        outcome => return Err(Error::Reply(format!("{outcome:?}"), child.stderr_tail())),
    };
    let mut reply: Value =
        serde_json::from_slice(&reply).map_err(|error| Error::Reply(error.to_string(), child.stderr_tail()))?;
    if let Some(Value::Object(error)) = reply.get_mut("error") {
        error.remove("message");
    }
    Ok(reply)
}

impl Question {
    fn wire(&self) -> Value {
        let mut request = json!({
            "chunker": self.baseline.name(), "params": members(&self.baseline), "text": self.text,
        });
        if let Some(counter) = &self.counter {
            request["token_counter"] = json!(counter);
        }
        request
    }

    /// The reply that the other side should give. It has no parameter hash where it has no chunk.
    fn answer(&self, unicode: UnicodeVersion, without_hash: bool) -> Value {
        let tokenizer = testee::tokenizer(self.counter.clone());
        match self.baseline.chunk(&self.text, &tokenizer, unicode) {
            Ok(chunking) => json!({"ok": ok(&chunking, without_hash)}),
            Err(Refusal::OversizedWord { word_index, token_count, max_tokens }) => json!({"error": {
                "code": "oversized-word",
                "word_index": word_index, "token_count": token_count, "max_tokens": max_tokens,
            }}),
            Err(refusal) => json!({"error": {"code": refusal.code()}}),
        }
    }
}

fn ok(chunking: &BaselineChunking, without_hash: bool) -> Value {
    let hash = (!(without_hash && chunking.chunks.is_empty())).then_some(&chunking.identity.params_hash);
    json!({"params_hash": hash, "chunks": chunking.chunks.iter().map(record).collect::<Vec<_>>()})
}

fn record(chunk: &BaselineChunk) -> Value {
    json!({
        "text": chunk.text,
        "chunk_hash": chunk.chunk_hash,
        "start_offset": chunk.start_offset,
        "end_offset": chunk.end_offset,
        "token_count": chunk.token_count,
        "start_word": chunk.start_word,
        "end_word": chunk.end_word,
    })
}

/// The parameters as the package's own class takes them.
fn members(baseline: &Baseline) -> Value {
    match baseline {
        Baseline::Fixed(fixed) => {
            json!({"chunk_size_tokens": fixed.chunk_size_tokens, "overlap_tokens": fixed.overlap_tokens})
        }
        Baseline::Recursive(recursive) => json!({
            "max_tokens": recursive.max_tokens,
            "min_tokens": recursive.min_tokens,
            "separators": recursive.separators,
        }),
    }
}

/// Random documents and token counters of the runner's generator. The sizes come from its random parameters, now and
/// then just out of range.
fn random_questions(documents: usize, seed: u64) -> impl Iterator<Item = Question> {
    let requests = RandomRequests::new(seed).enumerate();
    let questions = requests.filter_map(move |(index, request)| {
        let Request::Chunk { params: Some(Value::Object(params)), text, token_counter } = request else { return None };
        Some(Question {
            name: format!("random document {index} of seed {seed}"),
            baseline: random_baseline(index, &params),
            text: text.written_out().into_owned(),
            counter: token_counter,
        })
    });
    questions.take(documents)
}

fn random_baseline(index: usize, params: &Map<String, Value>) -> Baseline {
    let size = |name: &str| params.get(name).and_then(Value::as_u64).unwrap_or(11);
    let (least, most) = (size("min_tokens"), size("max_tokens"));
    match index % 4 {
        0 => Baseline::Fixed(Fixed { chunk_size_tokens: most, overlap_tokens: 0 }),
        1 => Baseline::Fixed(Fixed {
            chunk_size_tokens: most,
            overlap_tokens: least - 1 + size("snap_window_words") / 9,
        }),
        _ => {
            let separators: &[&str] = match index / 4 % 6 {
                0 | 1 => &["\n\n", ". ", " "],
                2 => &["\n\n", ". "],
                3 => &[". ", "!\n\n", "3 ", "\n\n"],
                4 => &["7 ", "e ", ""],
                _ => &["\n", "w", ".\n\n"],
            };
            let min_tokens = if index.is_multiple_of(3) { 1 } else { least - u64::from(index.is_multiple_of(97)) };
            let separators = separators.iter().map(|&separator| separator.to_owned()).collect();
            Baseline::Recursive(Recursive { max_tokens: most, min_tokens, separators })
        }
    }
}

/// Each file with sizes that real documents are chunked by.
fn questions_of_files(corpus: Option<&Path>) -> Result<impl Iterator<Item = Question>, Error> {
    let mut questions = Vec::new();
    for path in corpus.map_or(Ok(Vec::new()), files)? {
        let text = fs::read_to_string(&path).map_err(|source| Error::File { path: path.clone(), source })?;
        for baseline in [
            Baseline::Fixed(Fixed { chunk_size_tokens: 304, overlap_tokens: 0 }),
            Baseline::Fixed(Fixed { chunk_size_tokens: 120, overlap_tokens: 30 }),
            Baseline::Recursive(Recursive { max_tokens: 400, ..Recursive::default() }),
            Baseline::Recursive(Recursive { max_tokens: 90, min_tokens: 40, ..Recursive::default() }),
        ] {
            let name = path.display().to_string();
            questions.push(Question { name, baseline, text: text.clone(), counter: None });
        }
    }
    Ok(questions.into_iter())
}

/// All text files below a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let fault = |source| Error::File { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "txt" || extension == "md") {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(fault(io::Error::other("there is no .txt or .md file")));
    }
    files.sort();
    Ok(files)
}
