//! Judges one reply line by the expectation of its case (PROTO-7 to PROTO-11, PROTO-35).

mod difference;
pub mod line;
pub mod relation;
#[cfg(test)]
mod tests;
pub mod typed;

use serde_json::Value;
use serde_json::value::RawValue;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Case, Expectation, ExpectedError, FromUnicode, chunk_digest};
use steadlith_vectors::reply::{ChunkOk, ErrorReply};
use steadlith_vectors::request::Request;

use crate::failure::{Class, Difference, Failure};
use crate::report::picture::{Block, Picture, Strip};
use crate::testee::Testee;
pub use difference::{Compare, difference_either_way, first_difference};
use line::Answer;
use typed::TypedOk;

/// The codes that a refusal can have (PROTO-10).
pub(crate) const ERROR_CODES: [&str; 4] =
    ["invalid-params", "invalid-tokenizer", "oversized-word", "unsupported-identity"];

/// How replies are judged: by which Unicode version, and whether snapping was declared.
#[derive(Debug, Clone, Copy)]
pub struct Judge {
    /// The version whose expectations apply.
    pub unicode: UnicodeVersion,
    /// Whether `raw_end_word` and `snap_kind` are owed.
    pub snapping: bool,
}

/// A request as it went over the wire, and the line that came back.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'x> {
    /// The id of the request.
    pub id: u64,
    /// The request line.
    pub request: &'x str,
    /// The reply line, without its line end.
    pub reply: &'x [u8],
}

impl Judge {
    /// The `ok` of a reply that has to be one, for relations.
    ///
    /// # Errors
    /// The [`Failure`] if it is none.
    pub fn accepted(&self, request: &Request, exchange: &Exchange<'_>) -> Result<TypedOk, Failure> {
        match line::answer(exchange.reply, exchange.id)? {
            Answer::Ok(ok) => TypedOk::read(request, ok, self.snapping),
            Answer::Error(error) => Err(rejected(&error)),
            Answer::Unsupported(why) => Err(unsupported(&why)),
        }
    }

    /// Judges a reply.
    ///
    /// # Errors
    /// The [`Failure`] if it is not the expected one.
    pub fn judge(&self, case: &Case, exchange: &Exchange<'_>) -> Result<(), Failure> {
        let answer = line::answer(exchange.reply, exchange.id)?;
        match (&case.expect, answer) {
            (_, Answer::Unsupported(why)) => {
                Err(Failure::protocol(format!("it says unsupported to what is core or declared in its hello: {why}")))
            }
            (Expectation::Error(expected), Answer::Error(actual)) => refused(expected, &actual),
            (Expectation::Error(expected), Answer::Ok(ok)) => Err(accepted(&expected.code, ok)),
            (_, Answer::Error(actual)) if case.or_refused.as_ref() == Some(&actual.code) => Ok(()),
            (_, Answer::Error(actual)) => Err(rejected(&actual)),
            (Expectation::Ok(expected), Answer::Ok(actual)) => self.ok(&case.request, expected, actual),
            (Expectation::ByUnicode(versions), Answer::Ok(actual)) => match self.version(versions) {
                Some(expected) => self.ok(&case.request, expected, actual),
                None => Err(unusable("none of its expectations applies to this Unicode version")),
            },
            (Expectation::OkDigest(expected), Answer::Ok(actual)) => {
                match TypedOk::read(&case.request, actual, self.snapping)? {
                    TypedOk::Chunk(actual) => self.digest(expected, exchange, &actual),
                    _ => Err(unusable("only a chunk reply has a digest")),
                }
            }
        }
    }

    fn version<'c>(&self, versions: &'c [FromUnicode]) -> Option<&'c Value> {
        let applies = |from: &str| UnicodeVersion::parse(from).is_some_and(|from| from <= self.unicode);
        versions.iter().rev().find(|version| applies(&version.from)).map(|version| &version.ok)
    }

    fn ok(&self, request: &Request, expected: &Value, actual: &RawValue) -> Result<(), Failure> {
        let actual = TypedOk::read(request, actual, self.snapping)?;
        let expected = TypedOk::of_expectation(request, expected).map_err(|error| unusable(&error.to_string()))?;
        match first_difference(&expected, &actual) {
            None => Ok(()),
            Some(difference) => Err(Failure { boundaries: boundaries(&expected, &actual), ..differs(difference) }),
        }
    }

    /// Compares by digest; only if that differs the reference is asked for the values.
    fn digest(&self, expected: &str, exchange: &Exchange<'_>, actual: &ChunkOk) -> Result<(), Failure> {
        let digest = chunk_digest(actual);
        let diagnostics = &actual.diagnostics;
        // The counts of a hostile reply can be so large that their sum overflows.
        let counts = [diagnostics.primary_boundaries, diagnostics.backup_boundaries, diagnostics.hard_cuts];
        let boundaries: u128 = counts.into_iter().map(u128::from).sum();
        let rate = if boundaries == 0 { 0.0 } else { diagnostics.hard_cuts as f64 / boundaries as f64 };
        let rate_is_right = (diagnostics.hard_cut_rate - rate).abs() <= 1e-12;
        if digest == expected && rate_is_right {
            return Ok(());
        }
        let reference = Testee::new(self.unicode).answer_line(exchange.request);
        let Answer::Ok(ok) = line::answer(reference.as_bytes(), exchange.id)? else {
            return Err(unusable("the reference does not answer it"));
        };
        let right: ChunkOk = line::member("ok", ok)?;
        match first_difference(&right, actual) {
            Some(difference) => {
                Err(Failure { boundaries: boundaries_of_chunks(&right, actual), ..differs(difference) })
            }
            None => Err(Failure::new(
                Class::WrongAnswer,
                format!("the digest of the reply is {digest}, expected {expected}"),
            )),
        }
    }
}

/// The chunks of two chunk replies, where their boundaries differ.
fn boundaries(expected: &TypedOk, actual: &TypedOk) -> Option<Box<Picture>> {
    match (expected, actual) {
        (TypedOk::Chunk(expected), TypedOk::Chunk(actual)) => boundaries_of_chunks(expected, actual),
        _ => None,
    }
}

/// The chunks of two replies around the first boundary that differs; `None` if none does.
pub(crate) fn boundaries_of_chunks(expected: &ChunkOk, actual: &ChunkOk) -> Option<Box<Picture>> {
    let strip = |label: &str, reply: &ChunkOk| Strip::whole(label, reply.chunks.iter().map(Block::of).collect());
    let picture = Picture::of(&strip("expected", expected), &strip("actual", actual), None);
    (!picture.has_same_boundaries()).then(|| Box::new(picture))
}

fn differs(difference: Difference) -> Failure {
    let more = match difference.count {
        1 => String::new(),
        count => format!(", and {} more", count - 1),
    };
    Failure {
        message: format!("{} differs{more}", difference.path),
        difference: Some(Box::new(difference)),
        ..Failure::new(Class::WrongAnswer, "")
    }
}

fn unsupported(why: &str) -> Failure {
    let why = crate::readable::text(why);
    Failure::protocol(format!("it says unsupported to what is core or declared in its hello: {why}"))
}

fn refused(expected: &ExpectedError, actual: &ErrorReply) -> Result<(), Failure> {
    if !ERROR_CODES.contains(&actual.code.as_str()) {
        return Err(Failure::protocol(format!(
            "error.code is {:?}, which is none of {}",
            actual.code,
            ERROR_CODES.join(", ")
        )));
    }
    let expected = ErrorReply {
        code: expected.code.clone(),
        field: None,
        message: None,
        word_index: expected.word_index,
        token_count: expected.token_count,
        max_tokens: expected.max_tokens,
    };
    match first_difference(&expected, actual) {
        None => Ok(()),
        Some(difference) if difference.path == "code" => Err(Failure {
            message: format!("it is refused as {}, not as {}", actual.code, expected.code),
            difference: Some(Box::new(difference)),
            ..Failure::new(Class::WrongAnswer, "")
        }),
        Some(difference) => Err(differs(difference)),
    }
}

fn accepted(code: &str, ok: &RawValue) -> Failure {
    let mut failure = Failure::new(Class::WrongAnswer, format!("it is accepted, but has to be refused as {code}"));
    let actual = format!("ok: {}", crate::readable::bytes(ok.get().as_bytes()));
    failure.difference = Some(Box::new(Difference::new("error.code", code, actual)));
    failure
}

fn rejected(error: &ErrorReply) -> Failure {
    let message = error.message.as_deref().map(|message| format!(": {}", crate::readable::text(message)));
    Failure::new(
        Class::WrongAnswer,
        format!("it is refused as {:?}{}, but has to be accepted", error.code, message.unwrap_or_default()),
    )
}

/// A case that cannot be judged is a mistake of the suite; its tests rule that out for the embedded one.
fn unusable(why: &str) -> Failure {
    Failure::new(Class::WrongAnswer, format!("the case itself is unusable: {why}"))
}
