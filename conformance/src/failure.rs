//! Why a case failed: a class, words, and the first value that differs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::child::Outcome;
use crate::readable;
use crate::report::picture::Picture;

/// What kind of failure it is, so that an adapter is blamed before the implementation behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A well-formed reply with another answer.
    WrongAnswer,
    /// A reply, or other output, that does not follow the protocol.
    Protocol,
    /// The process ended without a reply.
    Crash,
    /// No reply in time.
    Timeout,
}

impl Class {
    /// All classes, in the order of reports.
    pub const ALL: [Class; 4] = [Class::WrongAnswer, Class::Protocol, Class::Crash, Class::Timeout];

    /// The class in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Class::WrongAnswer => "wrong answer",
            Class::Protocol => "protocol",
            Class::Crash => "crash",
            Class::Timeout => "timeout",
        }
    }
}

/// Why a case failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// The kind of failure.
    pub class: Class,
    /// What happened, in one sentence fragment.
    pub message: String,
    /// The first value that differs, if values were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Box<Difference>>,
    /// The chunks around the first boundary that differs, if chunks were compared and boundaries differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundaries: Option<Box<Picture>>,
    /// The end of what the process wrote to standard error, if it wrote anything and the process is gone or was ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The reply that was judged, for a diagnosis; absent if there was none, or no room for it.
    #[serde(skip)]
    pub reply: Option<Box<FailedReply>>,
}

/// A reply that failed its case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedReply {
    /// The id of the request.
    pub id: u64,
    /// The reply line, without its line end.
    pub line: Vec<u8>,
}

/// Where a reply first differs from the expectation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The path within `ok`, such as `chunks[2].end_word`, or within `error`.
    pub path: String,
    /// What was expected there. A long string is cut down to the surroundings of the first difference.
    pub expected: Value,
    /// What came instead, cut down likewise.
    pub actual: Value,
    /// For two strings: where they part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parting: Option<Parting>,
    /// How many compared values differ in all, this one included.
    pub count: usize,
}

/// Where two strings part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Parting {
    /// How many code points they have in common from the start.
    pub code_point: usize,
    /// The next code point of the expected string; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<char>,
    /// The next code point of the actual string; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<char>,
}

impl FailedReply {
    /// A reply to keep, which uses up some of the room, in bytes; `None` if there is not enough left.
    #[must_use]
    pub fn kept(id: u64, line: &[u8], room: &mut usize) -> Option<Box<FailedReply>> {
        FailedReply::fits(line, room).then(|| Box::new(FailedReply { id, line: line.to_vec() }))
    }

    /// Whether a reply fits into the room, of which it uses up its share. Once one does not, none after it does: only
    /// so the first replies of a run are kept whoever else keeps some of them before.
    pub fn fits(line: &[u8], room: &mut usize) -> bool {
        let left = room.checked_sub(line.len());
        *room = left.unwrap_or(0);
        left.is_some()
    }
}

impl Difference {
    /// The difference between two values, which are not both strings.
    #[must_use]
    pub fn new(path: impl Into<String>, expected: impl Into<Value>, actual: impl Into<Value>) -> Difference {
        Difference { path: path.into(), expected: expected.into(), actual: actual.into(), parting: None, count: 1 }
    }
}

impl Failure {
    /// A failure without values.
    #[must_use]
    pub fn new(class: Class, message: impl Into<String>) -> Failure {
        Failure { class, message: message.into(), difference: None, boundaries: None, stderr: None, reply: None }
    }

    /// A breach of the protocol.
    #[must_use]
    pub fn protocol(message: impl Into<String>) -> Failure {
        Failure::new(Class::Protocol, message)
    }

    /// The failure that an outcome other than a reply means.
    #[must_use]
    pub fn of(outcome: &Outcome, seconds: f64) -> Failure {
        match outcome {
            Outcome::Reply(line) => Failure::protocol(format!("an unexpected reply: {}", readable::bytes(line))),
            Outcome::Unasked(output) => Failure::protocol(format!(
                "it wrote to standard output without being asked: {}",
                readable::bytes(output)
            )),
            Outcome::LineTooLong => Failure::protocol("the reply line is longer than the limit"),
            Outcome::Timeout(rest) => {
                Failure::new(Class::Timeout, format!("no reply within {seconds:.1} s{}", in_the_middle(rest)))
            }
            Outcome::Exited(exit, rest) => Failure::new(
                Class::Crash,
                format!("the process ended before it replied: {exit}{}", in_the_middle(rest)),
            ),
            Outcome::ClosedStdin => {
                Failure::protocol("it closed its standard input before it had read the request, and lives on")
            }
            Outcome::ClosedStdout(rest) => {
                Failure::protocol(format!("it closed its standard output, and lives on{}", in_the_middle(rest)))
            }
            Outcome::Cancelled => Failure::new(Class::Crash, "the run was interrupted"),
            Outcome::System(error) => {
                Failure::new(Class::Crash, format!("the system lost touch with the process: {error}"))
            }
        }
    }
}

fn in_the_middle(rest: &[u8]) -> String {
    if rest.is_empty() { String::new() } else { format!(", in the middle of a line: {}", readable::bytes(rest)) }
}
