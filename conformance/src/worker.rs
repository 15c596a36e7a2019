//! One worker: a testee process, asked its share of the cases one after the other and started again when it breaks.

use std::sync::mpsc::Sender;

use steadlith_vectors::case::Case;

use crate::child::{Ended, Outcome};
use crate::failure::{Class, Failure};
use crate::judge::{Exchange, Judge, line};
use crate::results::{CaseResult, Verdict};
use crate::session::{Asked, Launcher, Session, StartError};

/// How often a start is tried in a row.
const STARTS: usize = 3;
/// After this many timeouts in a row the rest of the cases is not asked any more.
const TIMEOUTS: usize = 10;

/// What a worker tells.
#[derive(Debug)]
pub enum Message {
    /// The result of the case at this place.
    Result(usize, Box<CaseResult>),
    /// Something a reader should know.
    Note(String),
}

/// A worker.
pub struct Worker<'r> {
    launcher: &'r Launcher,
    judge: Judge,
    isolate: bool,
    results: Sender<Message>,
    session: Option<Session>,
    /// The last result, held back until nothing can follow the reply any more.
    last: Option<Last>,
    timeouts: usize,
    gave_up: Option<Failure>,
}

/// A result that is held back.
#[derive(Debug)]
pub struct Last {
    /// The place of the case.
    pub index: usize,
    /// The id that its request had.
    pub request_id: u64,
    /// The result as it looks.
    pub result: CaseResult,
}

/// The user stopped the run.
struct Stopped;

impl<'r> Worker<'r> {
    /// A worker without a process.
    pub fn new(launcher: &'r Launcher, judge: Judge, isolate: bool, results: Sender<Message>) -> Worker<'r> {
        Worker { launcher, judge, isolate, results, session: None, last: None, timeouts: 0, gave_up: None }
    }

    /// Takes over a process that was asked the probe, and the result of that.
    pub fn continue_after_probe(&mut self, session: Session, probe: Last) {
        self.session = Some(session);
        let is_in_good_standing = probe.result.failure().is_none_or(|failure| failure.class == Class::WrongAnswer);
        self.last = Some(probe);
        if !is_in_good_standing {
            let stderr = self.discard_session();
            if let Some(Last { result: CaseResult { verdict: Verdict::Failed(failure), .. }, .. }) = &mut self.last {
                failure.stderr = stderr;
            }
            self.flush();
        }
    }

    /// Asks the cases, in order, and ends the process.
    pub fn work(mut self, cases: impl Iterator<Item = (usize, &'r Case)>) {
        for (index, case) in cases {
            if self.is_done(index, case).is_err() {
                break;
            }
        }
        self.end_session();
    }

    fn is_done(&mut self, index: usize, case: &Case) -> Result<(), Stopped> {
        if self.isolate {
            self.end_session();
        }
        loop {
            if let Some(failure) = &self.gave_up {
                self.send(index, CaseResult::new(case, Verdict::Failed(failure.clone()), 0.0));
                return Ok(());
            }
            let Some(session) = self.running_session()? else { continue };
            let asked = session.ask(&case.request);
            let Some(result) = self.result(case, &asked)? else { continue };
            self.flush();
            let is_in_good_standing = self.session.is_some();
            self.last = Some(Last { index, request_id: asked.id, result });
            if !is_in_good_standing {
                self.flush();
            }
            return Ok(());
        }
    }

    /// The result of what was asked; `None` if it shows the mistake of the case before and has to be asked again.
    fn result(&mut self, case: &Case, asked: &Asked) -> Result<Option<CaseResult>, Stopped> {
        let seconds = asked.duration.as_secs_f64();
        let failure = match &asked.outcome {
            Outcome::Cancelled => {
                self.discard_session();
                return Err(Stopped);
            }
            Outcome::Reply(reply) => {
                let exchange = Exchange { id: asked.id, request: &asked.request, reply };
                match self.judge.judge(case, &exchange) {
                    Ok(()) => {
                        self.timeouts = 0;
                        return Ok(Some(CaseResult::new(case, Verdict::Passed, seconds)));
                    }
                    Err(failure) if failure.class == Class::Protocol && self.repeats_last(reply) => {
                        self.blame_last("it answered twice");
                        return Ok(None);
                    }
                    Err(failure) => failure,
                }
            }
            outcome @ Outcome::Unasked(_) if self.last.is_some() => {
                self.blame_last(&Failure::of(outcome, 0.0).message);
                return Ok(None);
            }
            outcome => Failure::of(outcome, asked.allowed.as_secs_f64()),
        };
        self.timeouts = if failure.class == Class::Timeout { self.timeouts + 1 } else { 0 };
        if self.timeouts == TIMEOUTS {
            self.gave_up = Some(Failure::new(
                Class::Timeout,
                format!("not asked any more: the {TIMEOUTS} cases before had no reply in time"),
            ));
        }
        let stderr = match failure.class {
            Class::WrongAnswer => None,
            _ => self.discard_session(),
        };
        Ok(Some(CaseResult::new(case, Verdict::Failed(Failure { stderr, ..failure }), seconds)))
    }

    /// Whether a reply line carries the id of the request before.
    fn repeats_last(&self, reply: &[u8]) -> bool {
        self.last.as_ref().is_some_and(|last| line::id(reply) == Some(last.request_id))
    }

    /// Fails the case before, whose reply was followed by more, and ends the process.
    fn blame_last(&mut self, message: &str) {
        let stderr = self.discard_session();
        if let Some(last) = &mut self.last {
            last.result.verdict = Verdict::Failed(Failure { stderr, ..Failure::protocol(message) });
        }
        self.flush();
    }

    /// The running process, or a new one; `None` if it cannot be started any more.
    fn running_session(&mut self) -> Result<Option<&mut Session>, Stopped> {
        if self.session.is_none() {
            for _ in 0..STARTS {
                match self.launcher.open() {
                    Ok((session, _)) => {
                        self.session = Some(session);
                        break;
                    }
                    Err(StartError::Cancelled) => return Err(Stopped),
                    Err(error) => self.gave_up = Some(not_started_again(error)),
                }
            }
            if self.session.is_some() {
                self.gave_up = None;
            }
        }
        Ok(self.session.as_mut())
    }

    /// Ends a process in good standing. What it writes after its last reply fails that case.
    fn end_session(&mut self) {
        if let Some(session) = self.session.take() {
            let Ended { exit, unasked } = session.end();
            match &mut self.last {
                Some(last) if !unasked.is_empty() => {
                    let failure = Failure::of(&Outcome::Unasked(unasked), 0.0);
                    last.result.verdict = Verdict::Failed(failure);
                }
                _ => {}
            }
            match exit {
                None => self.note("at the end of its input the testee did not exit and was killed (PROTO-3)"),
                Some(exit) if !exit.is_success() => {
                    self.note(&format!(
                        "at the end of its input the testee did not exit with status 0: {exit} (PROTO-3)"
                    ));
                }
                Some(_) => {}
            }
        }
        self.flush();
    }

    /// Ends a process that is of no further use and gives the end of its standard error.
    fn discard_session(&mut self) -> Option<String> {
        let mut session = self.session.take()?;
        let stderr = session.stderr();
        session.discard();
        stderr
    }

    fn flush(&mut self) {
        if let Some(last) = self.last.take() {
            self.send(last.index, last.result);
        }
    }

    fn send(&self, index: usize, result: CaseResult) {
        // The receiver is gone only if the run is over.
        let _ = self.results.send(Message::Result(index, Box::new(result)));
    }

    fn note(&self, note: &str) {
        let _ = self.results.send(Message::Note(note.to_owned()));
    }
}

fn not_started_again(error: StartError) -> Failure {
    let message = format!("not asked: the testee could not be started again, {STARTS} times in a row: {error}");
    let stderr = match error {
        StartError::NoHandshake { failure } => failure.stderr,
        _ => None,
    };
    Failure { stderr, ..Failure::new(Class::Crash, message) }
}
