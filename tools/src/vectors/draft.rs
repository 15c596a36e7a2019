//! A case as it is defined here, before the reference has answered it.

use serde_json::Value;
use steadlith_conformance::ascii_json;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Case, Expectation, ExpectedError, Level, Origin};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::SUITE_VERSION;

use super::answers::{boundaries, by_unicode, check_unicode_independence, digest_of, operations, reply};

/// A case in definition. Its expectation comes from the reference; what the definition states itself is checked.
pub struct Draft {
    id: String,
    title: String,
    clauses: Vec<String>,
    level: Level,
    requires: Vec<String>,
    request: Request,
    origin: Origin,
    notes: Option<String>,
    outcome: Outcome,
    or_refused: Option<&'static str>,
    answered_as: Option<Request>,
    stated: Vec<Stated>,
}

/// What kind of expectation the case gets.
enum Outcome {
    Ok,
    Digest,
    ByUnicode,
    Refused { code: &'static str, twin: String },
}

/// What the definition itself says of the answer.
enum Stated {
    /// The value at a JSON pointer into `ok`, or into the error of a refusal.
    Value(String, Value),
    /// The value that does not stand at a JSON pointer.
    NotValue(String, Value),
    /// The ends and kinds of all chunks, see [`boundaries`].
    Cuts(String),
    /// The operations and what is embedded, see [`operations`].
    Plan(String),
}

/// A case: its id within the topic, its title, the clauses it tests (the most specific first), and its request.
///
/// Unless told otherwise it is of level `must` and accepted, and the released package has confirmed it.
pub fn case(id: impl Into<String>, title: impl Into<String>, clauses: &str, request: Request) -> Draft {
    Draft {
        id: id.into(),
        title: title.into(),
        clauses: clauses.split_whitespace().map(str::to_owned).collect(),
        level: Level::Must,
        requires: requirements(&request),
        request,
        origin: Origin::PackageObserved,
        notes: None,
        outcome: Outcome::Ok,
        or_refused: None,
        answered_as: None,
        stated: Vec::new(),
    }
}

impl Draft {
    /// The id within the topic.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Level `should`: the specification asks for more than deployed v1, or a JSON reader may not see the difference.
    pub fn should(mut self) -> Draft {
        self.level = Level::Should;
        self
    }

    /// The expectation is worked out from the specification by hand. The package confirms it wherever it can answer.
    pub fn hand_computed(mut self) -> Draft {
        self.origin = Origin::HandComputed;
        self
    }

    /// The documentation of Steadlith publishes this value at a JSON pointer into `ok`.
    pub fn published(mut self, pointer: &str, value: impl Into<Value>) -> Draft {
        self.origin = Origin::Published;
        self.gives(pointer, value)
    }

    /// The input was generated from a seed.
    pub fn generated(mut self, seed: u64) -> Draft {
        self.origin = Origin::Generated { seed };
        self
    }

    /// What a reader should know beyond the title.
    pub fn note(mut self, note: &str) -> Draft {
        self.notes = Some(note.to_owned());
        self
    }

    /// The answer holds this value at a JSON pointer into `ok`, or into the error of a refusal.
    pub fn gives(mut self, pointer: &str, value: impl Into<Value>) -> Draft {
        self.stated.push(Stated::Value(pointer.to_owned(), value.into()));
        self
    }

    /// The answer holds another value than this at a JSON pointer into `ok`.
    pub fn differs(mut self, pointer: &str, value: impl Into<Value>) -> Draft {
        self.stated.push(Stated::NotValue(pointer.to_owned(), value.into()));
        self
    }

    /// The chunks end so, in the notation of [`boundaries`].
    pub fn cuts(mut self, boundaries: &str) -> Draft {
        self.stated.push(Stated::Cuts(boundaries.to_owned()));
        self
    }

    /// The plan is this, in the notation of [`operations`].
    pub fn plans(mut self, operations: &str) -> Draft {
        self.stated.push(Stated::Plan(operations.to_owned()));
        self
    }

    /// The request is refused with this code. Its twin, the id of an accepted case of the same topic, differs from it
    /// in the one faulty thing.
    pub fn refused(mut self, code: &'static str, twin: &str) -> Draft {
        self.outcome = Outcome::Refused { code, twin: twin.to_owned() };
        self
    }

    /// An implementation may also refuse the request with this code.
    pub fn or_refused(mut self, code: &'static str) -> Draft {
        self.or_refused = Some(code);
        self
    }

    /// An implementation that accepts the request, which the reference refuses, answers it as it answers this one.
    pub fn answered_as(mut self, request: Request) -> Draft {
        self.answered_as = Some(request);
        self
    }

    /// The answer is expected by its digest.
    pub fn by_digest(mut self) -> Draft {
        self.outcome = Outcome::Digest;
        self
    }

    /// The answer depends on the Unicode version; what is stated of it holds for the newest.
    pub fn by_unicode(mut self) -> Draft {
        self.outcome = Outcome::ByUnicode;
        self
    }

    /// The case, with the reference's answer to it.
    ///
    /// # Errors
    /// What is wrong with the definition, in words.
    pub fn into_case(self, topic: &str) -> Result<Case, String> {
        let expect = self.expectation()?;
        let in_topic = |id: String| format!("{topic}/{id}");
        let twin = match self.outcome {
            Outcome::Refused { twin, .. } => Some(in_topic(twin)),
            _ => None,
        };
        Ok(Case {
            id: in_topic(self.id),
            title: self.title,
            clauses: self.clauses,
            level: self.level,
            requires: self.requires,
            request: self.request,
            expect,
            or_refused: self.or_refused.map(str::to_owned),
            origin: self.origin,
            since: SUITE_VERSION.to_owned(),
            twin,
            notes: self.notes,
        })
    }

    fn expectation(&self) -> Result<Expectation, String> {
        if let Outcome::ByUnicode = self.outcome {
            let expectations = by_unicode(&self.request)?;
            self.check_stated(expectations.last().map_or(&Value::Null, |newest| &newest.ok))?;
            return Ok(Expectation::ByUnicode(expectations));
        }
        check_unicode_independence(&self.request)?;
        let reply = reply(self.answered_as.as_ref().unwrap_or(&self.request), UnicodeVersion::default())?;
        let (ok, error) = (reply.get("ok"), reply.get("error"));
        self.check_stated(ok.or(error).unwrap_or(&Value::Null))?;
        match (&self.outcome, ok, error) {
            (Outcome::Ok, Some(ok), None) => Ok(Expectation::Ok(ok.clone())),
            (Outcome::Digest, Some(ok), None) => digest_of(ok).map(Expectation::OkDigest),
            (Outcome::Refused { code, .. }, None, Some(error)) if error["code"] == *code => {
                let number = |field: &str| error.get(field).and_then(Value::as_u64);
                Ok(Expectation::Error(ExpectedError {
                    code: (*code).to_owned(),
                    word_index: number("word_index"),
                    token_count: number("token_count"),
                    max_tokens: number("max_tokens"),
                }))
            }
            (Outcome::Refused { code, .. }, ..) => Err(format!("to be refused with {code}, but the reply is {reply}")),
            _ => Err(format!("to be accepted, but the reply is {reply}")),
        }
    }

    fn check_stated(&self, answer: &Value) -> Result<(), String> {
        for stated in &self.stated {
            match stated {
                Stated::Value(pointer, value) => {
                    let found = answer.pointer(pointer);
                    if found != Some(value) {
                        let (value, found) = (ascii_json::to_string(value), ascii_json::to_string(&found));
                        return Err(format!("at {pointer}: defined as {value}, but the reference gives {found}"));
                    }
                }
                Stated::NotValue(pointer, value) => {
                    if answer.pointer(pointer).is_none_or(|found| found == value) {
                        let value = ascii_json::to_string(value);
                        return Err(format!(
                            "at {pointer}: defined as other than {value}, but the reference gives that"
                        ));
                    }
                }
                Stated::Cuts(cuts) => same(cuts, &boundaries(answer))?,
                Stated::Plan(plan) => same(plan, &operations(answer))?,
            }
        }
        Ok(())
    }
}

fn same(defined: &str, found: &str) -> Result<(), String> {
    if defined == found { Ok(()) } else { Err(format!("defined as {defined:?}, but the reference gives {found:?}")) }
}

/// The capabilities that a request needs beyond its operation.
pub fn requirements(request: &Request) -> Vec<String> {
    let (params, counter) = match request {
        Request::Params { params } => (params.as_ref(), None),
        Request::Chunk { params, token_counter, .. } => (params.as_ref(), token_counter.as_ref()),
        _ => (None, None),
    };
    // The effective value counts: a strategy overrides the field (PARAM-14).
    let asks_for_snapping = params.is_some_and(|params| match &params["strategy"] {
        Value::String(strategy) => strategy == "cdc-rabin+snap",
        _ => params["snap_to_boundaries"] == Value::Bool(true),
    });
    let mut requirements = Vec::new();
    if asks_for_snapping {
        requirements.push("snapping".to_owned());
    }
    if counter.is_some() {
        requirements.push("token-counter".to_owned());
    }
    requirements
}
