//! Where an implementation parts from the reference: the first stage whose outcome differs.
//!
//! Each stage is compared for its own sake where the implementation offers it, so that a wrong cut is told from a
//! wrong fingerprint, and that from a wrong word.

use serde_json::{Value, json};
use steadlith_reference::params::Params;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{Chunk, ChunkOk, ErrorReply};
use steadlith_vectors::request::Request;

use crate::connection::{Connection, Trouble};
use crate::failure::{Class, Difference, Failure};
use crate::judge::line::{self, Answer};
use crate::judge::typed::TypedOk;
use crate::judge::{Exchange, boundaries_of_chunks, first_difference};
use crate::session::request_line;
use crate::testee::Testee;

/// What the comparison of one stage gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// The stage, such as `fingerprints`.
    pub name: &'static str,
    /// The outcome.
    pub outcome: StageOutcome,
}

/// What the comparison of one stage gave.
#[derive(Debug, Clone, PartialEq)]
pub enum StageOutcome {
    /// The same on both sides.
    Same,
    /// The first difference, expected being what the reference says.
    Differs(Box<Failure>),
    /// Not compared, and why.
    NotCompared(String),
}

/// An answer that follows the protocol.
enum Said {
    Ok(Box<TypedOk>),
    Refused(ErrorReply),
    Unsupported(String),
}

/// The stages of a chunk reply behind its boundaries, and the fields of a chunk that each decides.
const CHUNK_STAGES: [(&str, &[&str]); 4] = [
    ("token counts", &["token_count"]),
    ("texts", &["text"]),
    ("offsets", &["start_offset", "end_offset"]),
    ("hashes", &["chunk_hash"]),
];

/// Compares stage by stage, up to the first that differs. An interrupted comparison ends early.
pub fn stages(
    connection: &mut Connection<'_>,
    request: &Request,
    capabilities: &[String],
    unicode: UnicodeVersion,
) -> Vec<Stage> {
    let mut comparison = Comparison { connection, capabilities, reference: Testee::new(unicode), stages: Vec::new() };
    match request {
        Request::Chunk { .. } => comparison.chunk(request),
        _ => {
            comparison.whole("answer", request);
        }
    }
    comparison.stages
}

struct Comparison<'c, 'r> {
    connection: &'c mut Connection<'r>,
    capabilities: &'c [String],
    reference: Testee,
    stages: Vec<Stage>,
}

impl Comparison<'_, '_> {
    fn chunk(&mut self, request: &Request) {
        let Request::Chunk { params, text, .. } = request else { return };
        let window_words = match params {
            None => Some(Params::default().window_words),
            Some(params) => Params::from_json(&params.to_string()).ok().map(|params| params.window_words),
        };
        let params = Request::Params { params: params.clone() };
        let is_same = self.whole("words", &Request::Normalize { text: text.clone() })
            && self.whole("parameters", &params)
            && match window_words {
                Some(window_words) => {
                    self.whole("fingerprints", &Request::Fingerprints { text: text.clone(), window_words })
                }
                None => true,
            };
        if is_same {
            self.chunks(request);
        }
    }

    /// Compares the answers to a request as a whole. Gives whether the next stage is worth a look.
    fn whole(&mut self, name: &'static str, request: &Request) -> bool {
        if let Some(capability) = request.capability()
            && !self.capabilities.iter().any(|declared| declared == capability)
        {
            let why = format!("needs the capability {capability}, which is not declared");
            self.add(name, StageOutcome::NotCompared(why));
            return true;
        }
        let outcome = match self.both(request) {
            Ok((expected, actual)) => match difference(&expected, &actual) {
                None => StageOutcome::Same,
                Some(failure) => StageOutcome::Differs(Box::new(failure)),
            },
            Err(failure) => StageOutcome::Differs(Box::new(failure)),
        };
        let is_same = outcome == StageOutcome::Same;
        self.add(name, outcome);
        is_same
    }

    fn chunks(&mut self, request: &Request) {
        let (expected, actual) = match self.both(request) {
            Ok((Said::Ok(expected), Said::Ok(actual))) => (*expected, *actual),
            Ok((expected, actual)) => {
                let outcome = difference(&expected, &actual)
                    .map_or(StageOutcome::Same, |failure| StageOutcome::Differs(Box::new(failure)));
                return self.add("answer", outcome);
            }
            Err(failure) => return self.add("answer", StageOutcome::Differs(Box::new(failure))),
        };
        let (TypedOk::Chunk(expected), TypedOk::Chunk(actual)) = (&expected, &actual) else { return };
        let mut parts = vec![("boundaries and snaps", boundaries(expected, actual))];
        parts.extend(CHUNK_STAGES.map(|(name, fields)| (name, fields_of_chunks(expected, actual, fields))));
        parts.push(("identity and diagnostics", first_difference(expected, actual)));
        for (name, difference) in parts {
            match difference {
                None => self.add(name, StageOutcome::Same),
                Some(difference) => {
                    let failure = Failure {
                        message: format!("{} differs", difference.path),
                        difference: Some(Box::new(difference)),
                        boundaries: boundaries_of_chunks(expected, actual),
                        ..Failure::new(Class::WrongAnswer, "")
                    };
                    return self.add(name, StageOutcome::Differs(Box::new(failure)));
                }
            }
        }
    }

    /// The answers of the reference and of the implementation.
    fn both(&mut self, request: &Request) -> Result<(Said, Said), Failure> {
        let actual = self.connection.ask(request, |exchange| said(request, exchange));
        let line = request_line(0, request);
        let reply = self.reference.answer_line(&line);
        let expected = said(request, &Exchange { id: 0, request: &line, reply: reply.as_bytes() })?;
        match actual {
            Ok(actual) => Ok((expected, actual)),
            Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => Err(failure),
            Err(Trouble::Stopped) => Err(Failure::new(Class::Crash, "the comparison was interrupted")),
        }
    }

    fn add(&mut self, name: &'static str, outcome: StageOutcome) {
        self.stages.push(Stage { name, outcome });
    }
}

fn said(request: &Request, exchange: &Exchange<'_>) -> Result<Said, Failure> {
    Ok(match line::answer(exchange.reply, exchange.id)? {
        Answer::Ok(ok) => Said::Ok(Box::new(TypedOk::read(request, ok, false)?)),
        Answer::Error(error) => Said::Refused(error),
        Answer::Unsupported(why) => Said::Unsupported(why),
    })
}

fn difference(expected: &Said, actual: &Said) -> Option<Failure> {
    let difference = match (expected, actual) {
        (Said::Ok(expected), Said::Ok(actual)) => first_difference(expected.as_ref(), actual.as_ref())?,
        (Said::Refused(expected), Said::Refused(actual)) => first_difference(expected, actual)?,
        _ => Difference::new("answer", kind(expected), kind(actual)),
    };
    Some(Failure {
        message: format!("{} differs", difference.path),
        difference: Some(Box::new(difference)),
        ..Failure::new(Class::WrongAnswer, "")
    })
}

fn kind(said: &Said) -> String {
    match said {
        Said::Ok(_) => "ok".to_owned(),
        Said::Refused(error) => {
            format!("the error {}: {}", error.code, error.message.as_deref().unwrap_or("no message"))
        }
        Said::Unsupported(why) => format!("unsupported: {why}"),
    }
}

/// The first chunk that starts, is cut or snaps elsewhere.
fn boundaries(expected: &ChunkOk, actual: &ChunkOk) -> Option<Difference> {
    let fields = ["start_word", "raw_end_word", "boundary_kind", "end_word", "snap_kind"];
    fields_of_chunks(expected, actual, &fields).or_else(|| {
        let (expected, actual) = (expected.chunks.len(), actual.chunks.len());
        (expected != actual).then(|| Difference::new("chunks.length", expected, actual))
    })
}

fn fields_of_chunks(expected: &ChunkOk, actual: &ChunkOk, fields: &[&str]) -> Option<Difference> {
    let pairs = expected.chunks.iter().zip(&actual.chunks).enumerate();
    pairs.into_iter().find_map(|(index, (expected, actual))| {
        let (expected, actual) = (members(expected), members(actual));
        let differs = |field: &&&str| !actual[**field].is_null() && expected[**field] != actual[**field];
        fields.iter().find(differs).map(|field| {
            Difference::new(format!("chunks[{index}].{field}"), expected[*field].clone(), actual[*field].clone())
        })
    })
}

fn members(chunk: &Chunk) -> Value {
    json!(chunk)
}
