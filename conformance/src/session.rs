//! A testee that said hello: the handshake, and then one request after the other (PROTO-5).

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_vectors::reply::HelloOk;
use steadlith_vectors::request::{PROTOCOL_VERSION, Request};
use steadlith_vectors::text::Text;
use thiserror::Error;

use crate::ascii_json;
use crate::child::limits::Limits;
use crate::child::{Cancel, Child, Ended, Outcome};
use crate::failure::Failure;
use crate::hellos;
use crate::implementation::Implementation;
use crate::judge::line::{self, Answer};
use crate::readable;

/// How testees are started.
#[derive(Debug, Clone)]
pub struct Launcher {
    /// What is started.
    pub implementation: Implementation,
    /// What it may take.
    pub limits: Limits,
    /// The user's wish to stop.
    pub cancel: Cancel,
}

/// A process that answered the handshake.
#[derive(Debug)]
pub struct Session {
    child: Child,
    limits: Limits,
    next_id: u64,
}

/// A request that was sent, and what came of it.
#[derive(Debug)]
pub struct Asked {
    /// The id that the request had.
    pub id: u64,
    /// The request line.
    pub request: String,
    /// What came of it.
    pub outcome: Outcome,
    /// How long the testee was allowed to take.
    pub allowed: Duration,
    /// How long it took.
    pub duration: Duration,
}

/// Why an implementation cannot be judged at all (PROTO-17, exit code 3).
#[derive(Debug, Error)]
pub enum StartError {
    /// The program cannot be started.
    #[error("cannot start {}: {why}", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// What the system said, and what may help.
        why: String,
    },
    /// No usable reply to `hello`.
    #[error("no handshake: {}", failure.message)]
    NoHandshake {
        /// What happened instead.
        failure: Box<Failure>,
    },
    /// Another version of the protocol.
    #[error("it speaks version {0} of the testee protocol; this runner speaks version {PROTOCOL_VERSION}")]
    OtherProtocol(u64),
    /// v1 is not among the identities.
    #[error("it does not offer the identity {IDENTITY_SCHEMA}; it offers {}", list(.0))]
    NotOffered(Vec<String>),
    /// The user stopped the run.
    #[error("the run was interrupted")]
    Cancelled,
}

#[derive(Serialize)]
struct Hello {
    id: u64,
    op: &'static str,
    protocol: u64,
}

/// A request with its id, for who wants it as a value; [`request_line`] writes the line.
#[derive(Debug, Serialize)]
pub struct Wire<'r> {
    /// The id that the reply has to carry.
    pub id: u64,
    /// The request, its text written out.
    #[serde(flatten)]
    pub request: &'r Request,
}

/// A request as it goes over the wire, without the line end. A generated text is written out.
#[must_use]
pub fn request_line(id: u64, request: &Request) -> String {
    request_line_under(id, None, request)
}

/// The same, asking for another identity than v1 by the name of its schema (PROTO-27).
#[must_use]
pub fn request_line_under(id: u64, identity: Option<&str>, request: &Request) -> String {
    let members = match request.text() {
        Some(Text::Generated(_)) => ascii_json::to_string(&request.clone().with_plain_text()),
        _ => ascii_json::to_string(request),
    };
    let identity =
        identity.map(|schema| format!("\"identity\":{},", ascii_json::to_string(&schema))).unwrap_or_default();
    // A request is an object with at least its operation.
    format!("{{\"id\":{id},{identity}{}", members.trim_start_matches('{'))
}

impl Launcher {
    /// Starts a process and says hello.
    ///
    /// # Errors
    /// A [`StartError`]; the process is gone then.
    pub fn open(&self) -> Result<(Session, HelloOk), StartError> {
        let child = Child::start(&self.implementation, &self.limits, &self.cancel).map_err(|error| {
            let program = self.implementation.program();
            let why = self.with_hint(why_not_started(&error, &program));
            StartError::NotStarted { program, why }
        })?;
        let mut session = Session { child, limits: self.limits, next_id: 0 };
        match session.hello() {
            Ok(hello) => Ok((session, hello)),
            Err(error) => {
                session.discard();
                Err(match error {
                    StartError::NoHandshake { mut failure } => {
                        failure.message = self.with_hint(failure.message);
                        StartError::NoHandshake { failure }
                    }
                    error => error,
                })
            }
        }
    }

    fn with_hint(&self, message: String) -> String {
        match self.implementation.shell_hint() {
            Some(hint) => format!("{message}; {hint}"),
            None => message,
        }
    }
}

impl Session {
    fn hello(&mut self) -> Result<HelloOk, StartError> {
        let hello = Hello { id: self.next_id, op: "hello", protocol: PROTOCOL_VERSION };
        self.next_id += 1;
        let request = format!("{}\n", ascii_json::to_string(&hello));
        let reply = match self.child.ask(request.as_bytes(), self.limits.start) {
            Outcome::Reply(reply) => reply,
            Outcome::Cancelled => return Err(StartError::Cancelled),
            outcome => {
                return Err(self.no_handshake(Failure::of(&outcome, self.limits.start.as_secs_f64())));
            }
        };
        let hello = match line::answer(&reply, hello.id) {
            Ok(Answer::Ok(ok)) => line::member::<HelloOk>("ok", ok),
            Ok(Answer::Error(error)) => Err(Failure::protocol(format!(
                "it answers hello with the error {:?}: {}",
                error.code,
                readable::text(&error.message.unwrap_or_default())
            ))),
            Ok(Answer::Unsupported(why)) => {
                Err(Failure::protocol(format!("it answers hello with unsupported: {}", readable::text(&why))))
            }
            Err(failure) => Err(failure),
        };
        let hello = hello.map_err(|failure| self.no_handshake(failure))?;
        if hello.protocol != PROTOCOL_VERSION {
            return Err(StartError::OtherProtocol(hello.protocol));
        }
        if !hello.identities.iter().any(|identity| identity == IDENTITY_SCHEMA) {
            return Err(StartError::NotOffered(hello.identities));
        }
        Ok(hellos::bounded(hello))
    }

    fn no_handshake(&mut self, failure: Failure) -> StartError {
        StartError::NoHandshake { failure: Box::new(Failure { stderr: self.stderr(), ..failure }) }
    }

    /// Sends a request with an id one above the last and waits for what comes of it.
    pub fn ask(&mut self, request: &Request) -> Asked {
        self.ask_as(self.next_id, None, request)
    }

    /// Sends a request with this id, which the process has not met yet, and waits for what comes of it. `identity` asks
    /// for another identity than v1 (PROTO-27).
    pub fn ask_as(&mut self, id: u64, identity: Option<&str>, request: &Request) -> Asked {
        self.next_id = id + 1;
        let mut request = request_line_under(id, identity, request);
        request.push('\n');
        let allowed = self.limits.reply_to(request.len());
        let start = Instant::now();
        let outcome = self.child.ask(request.as_bytes(), allowed);
        Asked { id, request, outcome, allowed, duration: start.elapsed() }
    }

    /// The end of what the process wrote to standard error; `None` if nothing.
    pub fn stderr(&mut self) -> Option<String> {
        Some(self.child.stderr_tail()).filter(|tail| !tail.trim().is_empty())
    }

    /// Ends the input of a process in good standing and waits for its exit.
    pub fn end(self) -> Ended {
        self.child.end(&self.limits)
    }

    /// Ends a process that is of no further use.
    pub fn discard(self) {
        self.child.discard(&self.limits);
    }
}

fn why_not_started(error: &io::Error, program: &std::path::Path) -> String {
    match error.kind() {
        io::ErrorKind::NotFound if program.is_file() => {
            "the file exists, but the interpreter that its first line names does not".to_owned()
        }
        io::ErrorKind::NotFound => "there is no such file, and no such command in PATH".to_owned(),
        io::ErrorKind::PermissionDenied => format!("{error}; is it an executable file?"),
        _ => error.to_string(),
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    names.iter().map(|name| readable::text(name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_line_is_ascii_and_starts_with_its_id() -> Result<(), serde_json::Error> {
        let request: Request = serde_json::from_value(json!({"op": "chunk", "params": {}, "text": "\u{e9}\u{2028}{"}))?;
        let line = request_line(7, &request);
        assert_eq!(line, r#"{"id":7,"op":"chunk","params":{},"text":"\u00e9\u2028{"}"#);
        let line = request_line_under(7, Some("other"), &request);
        assert_eq!(line, r#"{"id":7,"identity":"other","op":"chunk","params":{},"text":"\u00e9\u2028{"}"#);
        Ok(())
    }
}
