//! Someone who is asked: a release in a process of its own, or a model of one.

use serde_json::{Value, json};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{ErrorReply, HelloOk};
use steadlith_vectors::request::{PROTOCOL_VERSION, Request};

use crate::ascii_json;
use crate::connection::{Connection, Trouble};
use crate::failure::Failure;
use crate::judge::line::{self, Answer};
use crate::judge::typed::TypedOk;
use crate::judge::{ERROR_CODES, Exchange};
use crate::model::{Fault, Model};
use crate::readable;
use crate::session::request_line_under;
use crate::testee::Testee;

/// What a release says to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// An answer.
    Ok(Box<TypedOk>),
    /// A refusal with one of the four codes.
    Refused(ErrorReply),
    /// Nothing that follows the protocol.
    Failed(Failure),
}

/// What came of a request.
#[derive(Debug)]
pub enum Heard {
    /// What the release says to it.
    Said(Said),
    /// More output followed the reply to the request before. This one has no answer yet and can be asked again.
    PreviousAtFault(Failure),
}

/// The user stopped the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A request as it is put to a release.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The schema of the identity that is asked for by name; `None` is v1 (PROTO-27).
    pub identity: Option<&'q str>,
    /// The request.
    pub request: &'q Request,
}

/// Someone who is asked.
pub trait Party {
    /// Asks.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    fn ask(&mut self, question: Question<'_>) -> Result<Heard, Stopped>;

    /// Makes sure that the next question meets a process that was asked nothing before.
    ///
    /// # Errors
    /// The [`Failure`] of the last request if more output followed its reply.
    fn restart(&mut self) -> Result<(), Failure>;

    /// Why nothing is asked any more, if that is so: the release does not start or does not answer.
    fn gave_up(&self) -> Option<&Failure>;

    /// What a reader should know besides, so far.
    fn take_notes(&mut self) -> Vec<String>;
}

/// A release in a process of its own.
#[derive(Debug)]
pub struct Process<'l> {
    connection: Connection<'l>,
    snapping: bool,
}

impl<'l> Process<'l> {
    /// A release behind a connection. With `snapping`, chunks owe `raw_end_word` and `snap_kind`.
    #[must_use]
    pub fn new(connection: Connection<'l>, snapping: bool) -> Process<'l> {
        Process { connection, snapping }
    }
}

impl Party for Process<'_> {
    fn ask(&mut self, question: Question<'_>) -> Result<Heard, Stopped> {
        let Question { identity, request } = question;
        let snapping = self.snapping;
        let heard = self.connection.ask_under(identity, request, |exchange| said(request, exchange, snapping));
        match heard {
            Ok(said) => Ok(Heard::Said(said)),
            Err(Trouble::Failed(failure)) => Ok(Heard::Said(Said::Failed(without_reply(failure)))),
            Err(Trouble::PreviousAtFault(failure)) => Ok(Heard::PreviousAtFault(without_reply(failure))),
            Err(Trouble::Stopped) => Err(Stopped),
        }
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.connection.end()
    }

    fn gave_up(&self) -> Option<&Failure> {
        self.connection.gave_up()
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.connection.notes)
    }
}

/// The second implementation, with a fault on or none, in this very process.
#[derive(Debug)]
pub struct InProcess {
    fault: Option<Fault>,
    model: Model,
}

impl InProcess {
    /// A fresh one.
    #[must_use]
    pub fn new(fault: Option<Fault>) -> InProcess {
        InProcess { fault, model: Model::new(None, fault) }
    }

    /// What it answers to `hello`; `None` if that breaks the protocol.
    #[must_use]
    pub fn hello(&mut self) -> Option<HelloOk> {
        let reply = self.model.answer(&json!({"id": 0, "op": "hello", "protocol": PROTOCOL_VERSION}));
        serde_json::from_value(reply["ok"].clone()).ok()
    }
}

impl Party for InProcess {
    fn ask(&mut self, question: Question<'_>) -> Result<Heard, Stopped> {
        let line = request_line_under(1, question.identity, question.request);
        let wire: Value = serde_json::from_str(&line).unwrap_or_default();
        let reply = ascii_json::to_string(&self.model.answer(&wire));
        let exchange = Exchange { id: 1, request: &line, reply: reply.as_bytes() };
        let said = said(question.request, &exchange, true).unwrap_or_else(|failure| {
            // A process that breaks the protocol is ended as well.
            self.model = Model::new(None, self.fault);
            Said::Failed(failure)
        });
        Ok(Heard::Said(said))
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.model = Model::new(None, self.fault);
        let _ = self.hello();
        Ok(())
    }

    fn gave_up(&self) -> Option<&Failure> {
        None
    }

    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// What the reference says under a Unicode version.
#[must_use]
pub fn reference(request: &Request, unicode: UnicodeVersion) -> Said {
    let line = request_line_under(1, None, request);
    let reply = Testee::new(unicode).answer_line(&line);
    said(request, &Exchange { id: 1, request: &line, reply: reply.as_bytes() }, true).unwrap_or_else(Said::Failed)
}

/// Reads a reply.
///
/// # Errors
/// A [`Failure`] if it does not follow the protocol.
fn said(request: &Request, exchange: &Exchange<'_>, snapping: bool) -> Result<Said, Failure> {
    match line::answer(exchange.reply, exchange.id)? {
        Answer::Ok(ok) => Ok(Said::Ok(Box::new(TypedOk::read(request, ok, snapping)?))),
        Answer::Error(error) if ERROR_CODES.contains(&error.code.as_str()) => Ok(Said::Refused(error)),
        Answer::Error(error) => Err(Failure::protocol(format!(
            "error.code is {:?}, which is none of {}",
            error.code,
            ERROR_CODES.join(", ")
        ))),
        Answer::Unsupported(why) => Err(Failure::protocol(format!(
            "it says unsupported to what is core or declared in its hello: {}",
            readable::text(&why)
        ))),
    }
}

/// A failure without the whole reply, which only a diagnosis needs.
fn without_reply(failure: Failure) -> Failure {
    Failure { reply: None, ..failure }
}
