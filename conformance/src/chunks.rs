//! Whatever chunks a text: an implementation behind its process, or the reference in this one.

use std::collections::HashSet;

use steadlith_reference::chunker;
use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_reference::params::Params;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{ChunkOk, ErrorReply, HelloOk};
use steadlith_vectors::request::Request;

use crate::connection::{Connection, Trouble};
use crate::failure::{Class, Failure};
use crate::judge::line::{self, Answer};
use crate::judge::{ERROR_CODES, Exchange};
use crate::{readable, testee};

/// Why there are no chunks.
#[derive(Debug, Clone, PartialEq)]
pub enum NoChunks {
    /// The request was refused.
    Refused(Box<ErrorReply>),
    /// There was no answer that follows the protocol.
    Failed(Box<Failure>),
    /// The user wants to stop.
    Stopped,
}

/// Something that answers the operation `chunk`.
pub trait Chunks {
    /// The answer to a request, which is one to chunk a text.
    ///
    /// # Errors
    /// [`NoChunks`].
    fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks>;
}

/// An implementation under one of the identities that it offers.
#[derive(Debug)]
pub struct Offered<'r> {
    /// The implementation.
    pub connection: Connection<'r>,
    /// The schema of the identity; `None` is v1 (PROTO-27).
    pub identity: Option<String>,
}

impl Chunks for Offered<'_> {
    fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
        match self.connection.ask_under(self.identity.as_deref(), request, read) {
            Ok(answer) => answer.map_err(|error| NoChunks::Refused(Box::new(error))),
            Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => {
                Err(NoChunks::Failed(Box::new(failure)))
            }
            Err(Trouble::Stopped) => Err(NoChunks::Stopped),
        }
    }
}

/// The identities that an implementation offers by its `hello`, as [`Offered`] names them: v1 first, then the others.
#[must_use]
pub fn identities(hello: &HelloOk) -> Vec<Option<String>> {
    let others = hello.identities.iter().filter(|schema| *schema != IDENTITY_SCHEMA).cloned();
    let mut identities: Vec<Option<String>> = [None].into_iter().chain(others.map(Some)).collect();
    let mut known = HashSet::new();
    identities.retain(|identity| known.insert(identity.clone()));
    identities
}

/// The reference in this process, by a Unicode version.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reference(pub UnicodeVersion);

impl Chunks for Reference {
    fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
        let (params, text, counter) = parts(request)?;
        let chunking = params.and_then(|params| chunker::chunk(&text, &params, &testee::tokenizer(counter), self.0));
        match chunking {
            Ok(chunking) => Ok(testee::chunk_reply(&chunking)),
            Err(error) => Err(NoChunks::Refused(Box::new(testee::error_reply(&error)))),
        }
    }
}

/// Parameters or their refusal, text and counter of a request to chunk.
pub(crate) type Parts =
    (Result<Params, steadlith_reference::error::Error>, String, Option<steadlith_vectors::request::TokenCounter>);

/// The parts of a request to chunk, for who answers it in this process.
pub(crate) fn parts(request: &Request) -> Result<Parts, NoChunks> {
    let Request::Chunk { params, text, token_counter } = request else {
        let message = format!("{} was asked where a text was to be chunked", request.op());
        return Err(NoChunks::Failed(Box::new(Failure::new(Class::Protocol, message))));
    };
    let params = params.as_ref().map_or_else(|| Ok(Params::default()), |params| Params::from_json(&params.to_string()));
    Ok((params, text.written_out().into_owned(), token_counter.clone()))
}

fn read(exchange: &Exchange<'_>) -> Result<Result<ChunkOk, ErrorReply>, Failure> {
    match line::answer(exchange.reply, exchange.id)? {
        Answer::Ok(ok) => Ok(Ok(line::member("ok", ok)?)),
        Answer::Error(error) if ERROR_CODES.contains(&error.code.as_str()) => Ok(Err(error)),
        Answer::Error(error) => {
            Err(Failure::protocol(format!("it refuses with {}, which is no code", readable::text(&error.code))))
        }
        Answer::Unsupported(why) => {
            Err(Failure::protocol(format!("it says unsupported to what is core or declared in its hello: {why}")))
        }
    }
}
