//! Whatever chunks a text: an implementation behind its process, or the reference in this one.

use std::collections::HashSet;

use steadlith_reference::chunker;
use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_reference::params::{MAX_SIZE, Params};
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

    /// Forgets whatever requests so far may have left behind: the next one meets a fresh process. What has no process
    /// of its own has nothing to forget.
    ///
    /// # Errors
    /// [`NoChunks::Failed`] if the process does not end as it should.
    fn afresh(&mut self) -> Result<(), NoChunks> {
        Ok(())
    }
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

    fn afresh(&mut self) -> Result<(), NoChunks> {
        self.connection.end().map_err(|failure| NoChunks::Failed(Box::new(failure)))
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

/// Refuses numbers beyond what v1 supports (PARAM-15), so that sums of them stay numbers.
fn check_sizes(reply: &ChunkOk) -> Result<(), Failure> {
    let mut tokens = 0_u64;
    for (index, chunk) in reply.chunks.iter().enumerate() {
        tokens = tokens.saturating_add(chunk.token_count);
        let largest = chunk.end_offset.max(chunk.start_offset).max(chunk.end_word).max(chunk.start_word);
        if largest.max(tokens) > MAX_SIZE {
            return Err(Failure::protocol(format!(
                "ok.chunks[{index}]: a number, or the tokens up to here, above 2^53 - 1"
            )));
        }
    }
    match reply.diagnostics.hard_cuts {
        0..=MAX_SIZE => Ok(()),
        _ => Err(Failure::protocol("ok.diagnostics.hard_cuts: a number above 2^53 - 1")),
    }
}

fn read(exchange: &Exchange<'_>) -> Result<Result<ChunkOk, ErrorReply>, Failure> {
    match line::answer(exchange.reply, exchange.id)? {
        Answer::Ok(ok) => {
            let reply = line::member("ok", ok)?;
            check_sizes(&reply)?;
            Ok(Ok(reply))
        }
        Answer::Error(error) if ERROR_CODES.contains(&error.code.as_str()) => Ok(Err(error)),
        Answer::Error(error) => {
            Err(Failure::protocol(format!("it refuses with {}, which is no code", readable::text(&error.code))))
        }
        Answer::Unsupported(why) => {
            Err(Failure::protocol(format!("it says unsupported to what is core or declared in its hello: {why}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_reply(token_count: u64) -> Result<Result<ChunkOk, ErrorReply>, Failure> {
        let request = Request::Chunk { params: None, text: "a b".into(), token_counter: None };
        let mut reply = json!(Reference::default().chunks(&request).ok());
        let chunk = reply["chunks"][0].clone();
        reply["chunks"][0]["token_count"] = json!(token_count);
        if let Some(chunks) = reply["chunks"].as_array_mut() {
            chunks.push(chunk);
        }
        let line = json!({"id": 1, "ok": reply}).to_string();
        read(&Exchange { id: 1, request: "", reply: line.as_bytes() })
    }

    /// PARAM-15: sums of what a testee says must not overflow.
    #[test]
    fn numbers_beyond_what_v1_supports_are_a_protocol_failure() {
        assert!(read_reply(MAX_SIZE - 2).is_ok_and(|reply| reply.is_ok()));
        for tokens in [MAX_SIZE - 1, MAX_SIZE, u64::MAX] {
            let failure = read_reply(tokens).err().map(|failure| failure.message).unwrap_or_default();
            assert!(failure.contains("above 2^53 - 1"), "{tokens}: {failure}");
        }
    }
}
