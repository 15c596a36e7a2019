//! Finds out whether a testee gives the same answer to the same request (ID-1, PROTO-25): a sample of the cases is
//! asked again after all others, in the opposite order, in a fresh process.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use sha2::{Digest, Sha256};
use steadlith_vectors::reply::ErrorReply;
use steadlith_vectors::request::Request;

use crate::connection::{Ask, Connection, Trouble};
use crate::failure::{Class, Difference, Failure};
use crate::hellos::Hellos;
use crate::item::{Item, Turn};
use crate::judge::line::{self, Answer};
use crate::judge::typed::TypedOk;
use crate::judge::{Exchange, Judge, difference_either_way};
use crate::results::Verdict;
use crate::session::Launcher;
use crate::worker::Stopped;

/// The id of the case that the second asking is, beside those of the suite.
pub const CASE_ID: &str = "probe/determinism";
/// Its title.
pub const CASE_TITLE: &str = "the same answers when asked again, later, in the opposite order, in a fresh process";
/// The clauses that it tests.
pub const CASE_CLAUSES: [&str; 2] = ["ID-1", "PROTO-25"];

/// How many cases are asked again, and how many more of those that failed.
const SAMPLE: usize = 60;
/// Larger cases are not asked again, in code points as [`Item::cost`] counts them.
const LARGEST: u64 = 4_000;
/// After so many requests in a row without an answer no more first answers are collected.
const UNANSWERED: usize = 5;

/// The cases that are asked again.
#[derive(Debug)]
pub struct Sample<'s> {
    /// In the order of the suite.
    turns: Vec<Turn<'s>>,
}

/// What came of the first asking.
#[derive(Debug)]
pub enum First {
    /// The reply line, an [`answer`].
    Reply(Vec<u8>),
    /// No answer.
    Failure(Failure),
}

/// How a sample is asked.
#[derive(Debug)]
pub struct Asking<'r> {
    /// The testee.
    pub launcher: &'r Launcher,
    /// Who hears what each process says of itself.
    pub hellos: &'r Hellos,
    /// How replies are read.
    pub judge: Judge,
    /// Whether each case gets a process of its own.
    pub isolate: bool,
}

/// What came of the second asking.
#[derive(Debug)]
pub struct Outcome {
    /// Whether the answers were the same.
    pub verdict: Verdict,
    /// How long the testee took, in seconds.
    pub seconds: f64,
    /// How processes ended that did not end as they should.
    pub notes: Vec<String>,
}

impl<'s> Sample<'s> {
    /// A sample of the cases of one small request (PROTO-33): from each topic about as many, chosen by their
    /// ids alone, so that it is the same in each run.
    #[must_use]
    pub fn of(turns: impl Iterator<Item = Turn<'s>>) -> Sample<'s> {
        let small = turns.filter(is_small);
        let mut topics: BTreeMap<&str, Vec<Turn<'s>>> = BTreeMap::new();
        for turn in small {
            let topic = turn.item.id().split('/').next().unwrap_or_default();
            topics.entry(topic).or_default().push(turn);
        }
        let mut ranked: Vec<(usize, Turn<'s>)> = Vec::new();
        for mut topic in topics.into_values() {
            topic.sort_by_cached_key(|turn| Sha256::digest(turn.item.id()));
            ranked.extend(topic.into_iter().enumerate());
        }
        ranked.sort_by_key(|&(rank, _)| rank);
        let mut turns: Vec<Turn<'s>> = ranked.into_iter().take(SAMPLE).map(|(_, turn)| turn).collect();
        turns.sort_by_key(|turn| turn.place);
        Sample { turns }
    }

    /// The same sample with the first of these cases, which failed with an answer: a failure that does not come again
    /// is not the mistake that it looks like.
    #[must_use]
    pub fn with_failed(&self, failed: impl Iterator<Item = Turn<'s>>) -> Sample<'s> {
        let others = failed.filter(|turn| is_small(turn) && !self.holds(turn.place)).take(SAMPLE);
        let mut turns: Vec<Turn<'s>> = self.turns.iter().copied().chain(others).collect();
        turns.sort_by_key(|turn| turn.place);
        Sample { turns }
    }

    /// Whether the case at this place is asked again.
    #[must_use]
    pub fn holds(&self, place: usize) -> bool {
        self.turns.binary_search_by_key(&place, |turn| turn.place).is_ok()
    }
}

/// Whether a case is of one request, and of a small one.
fn is_small(turn: &Turn<'_>) -> bool {
    matches!(turn.item, Item::Case(_)) && turn.item.cost() <= LARGEST
}

impl Asking<'_> {
    /// Asks the sample again. `first` says by place what came of the first asking; what is not there was not asked
    /// yet, and is asked in a process before.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    pub fn again(&self, sample: &Sample<'_>, mut first: HashMap<usize, First>) -> Result<Outcome, Stopped> {
        let mut connection = Connection::new(self.launcher).heard_by(self.hellos);
        let mut time = Duration::ZERO;
        self.complete(sample, &mut first, &mut connection, &mut time)?;
        // What this process writes behind its last reply would have failed cases of the run, had they been asked.
        let _ = connection.end();
        let differing = self.differing(sample, &first, &mut connection, &mut time)?;
        let at_the_end = connection.end().err();
        // Processes that differ in what they declare answer other requests, whatever the sample shows.
        let verdict = match differing.or(at_the_end).or_else(|| self.hellos.failure()) {
            Some(failure) => Verdict::Failed(failure),
            None => Verdict::Passed,
        };
        Ok(Outcome { verdict, seconds: time.as_secs_f64(), notes: connection.take_notes() })
    }

    /// Asks for the first time what was not asked yet.
    fn complete(
        &self,
        sample: &Sample<'_>,
        first: &mut HashMap<usize, First>,
        connection: &mut Connection<'_>,
        time: &mut Duration,
    ) -> Result<(), Stopped> {
        let mut unanswered = 0;
        for turn in sample.turns.iter().filter(|turn| !first.contains_key(&turn.place)).collect::<Vec<_>>() {
            let answer = self.reply(turn, connection, time)?;
            unanswered = if answer.is_ok() { 0 } else { unanswered + 1 };
            first.insert(turn.place, answer.map_or_else(First::Failure, First::Reply));
            if unanswered == UNANSWERED {
                break;
            }
        }
        Ok(())
    }

    /// The failure that names the case whose second answer differs, and counts them all; `None` if none does.
    fn differing(
        &self,
        sample: &Sample<'_>,
        first: &HashMap<usize, First>,
        connection: &mut Connection<'_>,
        time: &mut Duration,
    ) -> Result<Option<Failure>, Stopped> {
        let mut compared = 0;
        let mut found: Vec<Failure> = Vec::new();
        for turn in sample.turns.iter().rev() {
            let Some(First::Reply(before)) = first.get(&turn.place) else { continue };
            compared += 1;
            let id = turn.item.id();
            match self.reply(turn, connection, time)? {
                Ok(after) => found.extend(self.difference(turn, before, &after)),
                Err(failure) => {
                    let message = format!("{id} was answered at first, but not {AGAIN}: {}", failure.message);
                    return Ok(Some(Failure { message, reply: None, ..failure }));
                }
            }
        }
        if compared == 0 {
            return Ok(Some(nothing_to_compare(sample, first)));
        }
        let others = found.len().saturating_sub(1);
        let named = found.into_iter().next().map(|failure| match others {
            0 => failure,
            1 => {
                Failure { message: format!("{}; so is 1 other of {compared} asked again", failure.message), ..failure }
            }
            _ => Failure {
                message: format!("{}; so are {others} others of {compared} asked again", failure.message),
                ..failure
            },
        });
        Ok(named)
    }

    /// The reply line to a case, if it is an [`answer`].
    fn reply(
        &self,
        turn: &Turn<'_>,
        connection: &mut Connection<'_>,
        time: &mut Duration,
    ) -> Result<Result<Vec<u8>, Failure>, Stopped> {
        let Some(request) = turn.item.requests().first() else {
            return Ok(Err(Failure::protocol("there is nothing to ask")));
        };
        if self.isolate {
            // What an isolated process writes behind its reply is judged where the case itself is.
            let _ = connection.end();
        }
        connection.number_from(turn.first_id);
        let answer = connection.ask(request, |exchange| answer(self.judge, request, exchange));
        *time += connection.duration();
        match answer {
            Ok(reply) => Ok(Ok(reply)),
            Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => Ok(Err(failure)),
            Err(Trouble::Stopped) => Err(Stopped),
        }
    }

    /// How the second answer to a case differs from the first; `None` if it says the same.
    fn difference(&self, turn: &Turn<'_>, before: &[u8], after: &[u8]) -> Option<Failure> {
        if before == after {
            return None;
        }
        let request = turn.item.requests().first()?;
        let said = |line| Said::read(request, self.judge, turn.first_id, line);
        let difference = said(before)?.difference(&said(after)?)?;
        let message = format!(
            "{} is answered differently {AGAIN}: {} differs (expected is the first answer, actual the second)",
            turn.item.id(),
            difference.path
        );
        Some(Failure { difference: Some(Box::new(difference)), ..Failure::new(Class::WrongAnswer, message) })
    }
}

const AGAIN: &str = "when asked again, in a fresh process and the opposite order";

/// Nothing was answered, so nothing can be said to be the same.
fn nothing_to_compare(sample: &Sample<'_>, first: &HashMap<usize, First>) -> Failure {
    let mut failures = sample.turns.iter().filter_map(|turn| match first.get(&turn.place) {
        Some(First::Failure(failure)) => Some((turn, failure)),
        _ => None,
    });
    match failures.next() {
        Some((turn, failure)) => Failure {
            message: format!("no answer to compare: {}: {}", turn.item.id(), failure.message),
            difference: None,
            reply: None,
            ..failure.clone()
        },
        None => Failure::new(Class::Crash, "no answer to compare: there is no small case to ask"),
    }
}

/// The reply line of an exchange, if it answers the request: with everything that is owed, or with a refusal.
///
/// # Errors
/// The [`Failure`] of class protocol if it does not.
pub fn answer(judge: Judge, request: &Request, exchange: &Exchange<'_>) -> Result<Vec<u8>, Failure> {
    match line::answer(exchange.reply, exchange.id)? {
        Answer::Ok(ok) => TypedOk::read(request, ok, judge.snapping).map(drop)?,
        Answer::Error(_) => {}
        Answer::Unsupported(_) => return Err(Failure::protocol("it says unsupported")),
    }
    Ok(exchange.reply.to_vec())
}

/// An answer without what is never compared.
enum Said {
    Ok(Box<TypedOk>),
    Refused(Box<ErrorReply>),
}

impl Said {
    /// What a reply line says that is an [`answer`].
    fn read(request: &Request, judge: Judge, id: u64, line: &[u8]) -> Option<Said> {
        match line::answer(line, id).ok()? {
            Answer::Ok(ok) => Some(Said::Ok(Box::new(TypedOk::read(request, ok, judge.snapping).ok()?))),
            Answer::Error(error) => Some(Said::Refused(Box::new(ErrorReply { field: None, message: None, ..error }))),
            Answer::Unsupported(_) => None,
        }
    }

    fn difference(&self, again: &Said) -> Option<Difference> {
        match (self, again) {
            (Said::Ok(before), Said::Ok(after)) => difference_either_way(&**before, &**after),
            (Said::Refused(before), Said::Refused(after)) => difference_either_way(&**before, &**after)
                .map(|difference| Difference { path: format!("error.{}", difference.path), ..difference }),
            _ => Some(Difference::new("the reply", self.shown(), again.shown())),
        }
    }

    fn shown(&self) -> String {
        match self {
            Said::Ok(_) => "ok".to_owned(),
            Said::Refused(error) => format!("error {}", error.code),
        }
    }
}
