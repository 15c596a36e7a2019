//! A testee that can always be asked: the process is started when it is needed, and again when it broke.

use std::time::Duration;

use steadlith_vectors::request::Request;

use crate::child::{Ended, Outcome};
use crate::failure::{Class, FailedReply, Failure};
use crate::hellos::Hellos;
use crate::judge::{Exchange, line};
use crate::session::{Launcher, Session, StartError};

/// How often a start is tried in a row.
const STARTS: usize = 3;
/// After this many timeouts in a row nothing is asked any more, unless somebody else keeps watch.
const TIMEOUTS: usize = 10;
/// After this many requests in a row without any reply nothing is asked any more, likewise. Among the vectors only
/// `chunk` has more requests in a row, so that one broken operation does not end the rest.
const DEATHS: usize = 100;

/// How many bytes of failed replies one worker keeps, and the whole run in the end.
pub const REPLIES_KEPT: usize = 32 << 20;

/// The processes of one worker, one at a time.
#[derive(Debug)]
pub struct Connection<'r> {
    launcher: &'r Launcher,
    /// Who hears what each process says of itself.
    hellos: Option<&'r Hellos>,
    session: Option<Session>,
    /// The id of the last request that the process answered, after its hello.
    answered: Option<u64>,
    next_id: u64,
    has_reply: bool,
    /// Whether somebody else keeps watch, so that whatever comes is endured.
    is_enduring: bool,
    /// How many requests in a row had no reply, and how many no reply in time.
    without_reply: usize,
    timeouts: usize,
    gave_up: Option<Failure>,
    /// Room for replies that are kept for a diagnosis, in bytes.
    room: usize,
    /// How processes ended that did not end as they should (PROTO-3).
    pub notes: Vec<String>,
    /// How long the last request took.
    pub duration: Duration,
}

/// What a worker asks: a testee, whatever process or model stands behind it.
pub trait Ask {
    /// Asks, and judges the reply. A process that lost step with the requests is started afresh.
    ///
    /// # Errors
    /// The [`Trouble`].
    fn ask<T>(
        &mut self,
        request: &Request,
        judge: impl FnOnce(&Exchange<'_>) -> Result<T, Failure>,
    ) -> Result<T, Trouble>;

    /// Ends the process, so that the next request meets a fresh one.
    ///
    /// # Errors
    /// The [`Failure`] of the last request if more output followed its reply.
    fn end(&mut self) -> Result<(), Failure>;

    /// Sets the id of the next request; later ones count on from there.
    fn number_from(&mut self, id: u64);

    /// How long the last request took.
    fn duration(&self) -> Duration;

    /// Whether anything came that could be taken for a reply to the last request.
    fn has_reply(&self) -> bool;

    /// What a reader should know besides, so far.
    fn take_notes(&mut self) -> Vec<String>;
}

/// Why a request has no good answer.
#[derive(Debug)]
pub enum Trouble {
    /// It failed.
    Failed(Failure),
    /// More output followed the reply to the request before, which fails. This request was not judged.
    PreviousAtFault(Failure),
    /// The user wants to stop.
    Stopped,
}

impl Ask for Connection<'_> {
    fn ask<T>(
        &mut self,
        request: &Request,
        judge: impl FnOnce(&Exchange<'_>) -> Result<T, Failure>,
    ) -> Result<T, Trouble> {
        Connection::ask(self, request, judge)
    }

    fn end(&mut self) -> Result<(), Failure> {
        Connection::end(self)
    }

    fn number_from(&mut self, id: u64) {
        self.next_id = id;
    }

    fn duration(&self) -> Duration {
        self.duration
    }

    fn has_reply(&self) -> bool {
        self.has_reply
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

impl<'r> Connection<'r> {
    /// A connection without a process.
    #[must_use]
    pub fn new(launcher: &'r Launcher) -> Connection<'r> {
        Connection {
            launcher,
            hellos: None,
            session: None,
            answered: None,
            next_id: 1,
            has_reply: false,
            is_enduring: false,
            without_reply: 0,
            timeouts: 0,
            gave_up: None,
            room: REPLIES_KEPT,
            notes: Vec::new(),
            duration: Duration::ZERO,
        }
    }

    /// A connection to a running process.
    #[must_use]
    pub fn of(launcher: &'r Launcher, session: Session) -> Connection<'r> {
        Connection { session: Some(session), ..Connection::new(launcher) }
    }

    /// The same connection, which goes on asking whatever comes: somebody else keeps watch.
    #[must_use]
    pub fn enduring(self) -> Connection<'r> {
        Connection { is_enduring: true, ..self }
    }

    /// The same connection, the `hello` of whose later processes somebody hears.
    #[must_use]
    pub fn heard_by(self, hellos: &'r Hellos) -> Connection<'r> {
        Connection { hellos: Some(hellos), ..self }
    }

    /// Asks, and judges the reply. The process is gone afterwards unless it gave one reply line, with the right id and
    /// one of ok, error and unsupported, whatever that holds.
    ///
    /// # Errors
    /// The [`Trouble`].
    pub fn ask<T>(
        &mut self,
        request: &Request,
        judge: impl FnOnce(&Exchange<'_>) -> Result<T, Failure>,
    ) -> Result<T, Trouble> {
        self.ask_under(None, request, judge)
    }

    /// The same, asking for another identity than v1 by the name of its schema (PROTO-27).
    ///
    /// # Errors
    /// The [`Trouble`].
    pub fn ask_under<T>(
        &mut self,
        identity: Option<&str>,
        request: &Request,
        judge: impl FnOnce(&Exchange<'_>) -> Result<T, Failure>,
    ) -> Result<T, Trouble> {
        self.duration = Duration::ZERO;
        self.has_reply = false;
        let id = self.next_id;
        let asked = self.running()?.ask_as(id, identity, request);
        self.next_id = id + 1;
        self.duration = asked.duration;
        self.has_reply = matches!(asked.outcome, Outcome::Reply(_) | Outcome::Unasked(_));
        let failure = match &asked.outcome {
            Outcome::Cancelled => {
                self.discard();
                return Err(Trouble::Stopped);
            }
            Outcome::Unasked(_) if self.answered.is_some() => {
                self.next_id = id;
                return Err(self.previous_at_fault(Failure::of(&asked.outcome, 0.0)));
            }
            Outcome::Reply(reply) => match judge(&Exchange { id: asked.id, request: &asked.request, reply }) {
                Ok(judged) => {
                    self.is_in_good_standing(asked.id);
                    return Ok(judged);
                }
                Err(failure) if is_envelope(reply, asked.id) => {
                    self.is_in_good_standing(asked.id);
                    return Err(Trouble::Failed(Failure {
                        reply: FailedReply::kept(asked.id, reply, &mut self.room),
                        ..failure
                    }));
                }
                Err(_) if self.answered.is_some() && line::id(reply) == self.answered => {
                    self.next_id = id;
                    return Err(self.previous_at_fault(Failure::protocol("it answered twice")));
                }
                Err(failure) => Failure { reply: FailedReply::kept(asked.id, reply, &mut self.room), ..failure },
            },
            outcome => Failure::of(outcome, asked.allowed.as_secs_f64()),
        };
        self.count(failure.class);
        let stderr = self.discard();
        Err(Trouble::Failed(Failure { stderr, ..failure }))
    }

    /// Ends the input of the process, if there is one, and waits for its exit.
    ///
    /// # Errors
    /// The [`Failure`] of the last request if more output followed its reply.
    pub fn end(&mut self) -> Result<(), Failure> {
        let Some(session) = self.session.take() else { return Ok(()) };
        let answered = self.answered.take();
        let Ended { exit, unasked } = session.end();
        match exit {
            None => {
                self.notes.push("at the end of its input the testee did not exit and was killed (PROTO-3)".to_owned())
            }
            Some(exit) if !exit.is_success() => self
                .notes
                .push(format!("at the end of its input the testee did not exit with status 0: {exit} (PROTO-3)")),
            Some(_) => {}
        }
        if answered.is_some() && !unasked.is_empty() {
            return Err(Failure::of(&Outcome::Unasked(unasked), 0.0));
        }
        Ok(())
    }

    /// Why nothing is asked any more, if that is so: too many starts failed, or too many requests had no reply.
    #[must_use]
    pub fn gave_up(&self) -> Option<&Failure> {
        self.gave_up.as_ref()
    }

    fn running(&mut self) -> Result<&mut Session, Trouble> {
        if self.session.is_none() {
            if let Some(failure) = &self.gave_up {
                return Err(Trouble::Failed(failure.clone()));
            }
            self.session = Some(self.started()?);
        }
        match &mut self.session {
            Some(session) => Ok(session),
            None => Err(Trouble::Stopped),
        }
    }

    fn started(&mut self) -> Result<Session, Trouble> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.launcher.open() {
                Ok((session, hello)) => {
                    if let Some(hellos) = self.hellos {
                        hellos.hear(&hello);
                    }
                    return Ok(session);
                }
                Err(StartError::Cancelled) => return Err(Trouble::Stopped),
                Err(_) if tries < STARTS => {}
                Err(error) => {
                    let failure = not_started_again(error);
                    self.gave_up = Some(failure.clone());
                    return Err(Trouble::Failed(failure));
                }
            }
        }
    }

    fn is_in_good_standing(&mut self, id: u64) {
        self.answered = Some(id);
        (self.without_reply, self.timeouts) = (0, 0);
    }

    fn count(&mut self, class: Class) {
        self.without_reply = if self.has_reply { 0 } else { self.without_reply + 1 };
        self.timeouts = if class == Class::Timeout { self.timeouts + 1 } else { 0 };
        let too_many = if self.timeouts == TIMEOUTS {
            Some((Class::Timeout, format!("the {TIMEOUTS} requests before had no reply in time")))
        } else if self.without_reply == DEATHS {
            Some((Class::Crash, format!("the {DEATHS} requests before had no reply")))
        } else {
            None
        };
        if let Some((class, why)) = too_many.filter(|_| !self.is_enduring) {
            self.gave_up = Some(Failure::new(class, format!("not asked any more: {why}")));
        }
    }

    fn previous_at_fault(&mut self, failure: Failure) -> Trouble {
        let stderr = self.discard();
        Trouble::PreviousAtFault(Failure { stderr, ..failure })
    }

    /// Ends a process that is of no further use and gives the end of its standard error.
    fn discard(&mut self) -> Option<String> {
        self.answered = None;
        let mut session = self.session.take()?;
        let stderr = session.stderr();
        session.discard();
        stderr
    }
}

/// Whether a process that gave this reply line is still in step with the requests.
#[must_use]
pub fn is_envelope(reply: &[u8], id: u64) -> bool {
    line::answer(reply, id).is_ok()
}

fn not_started_again(error: StartError) -> Failure {
    let message = format!("not asked: the testee could not be started again, {STARTS} times in a row: {error}");
    let stderr = match error {
        StartError::NoHandshake { failure } => failure.stderr,
        _ => None,
    };
    Failure { stderr, ..Failure::new(Class::Crash, message) }
}
