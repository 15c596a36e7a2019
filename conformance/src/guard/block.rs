//! One block of inputs, asked of a fresh process of each side.
//!
//! A block is the unit of work: what a process was asked before an input is the same in every comparison, however
//! many workers there are.

use steadlith_vectors::reply::ChunkOk;
use steadlith_vectors::request::Request;

use super::channel::Channel;
use super::inputs::{Input, Source};
use super::party::{Heard, Party, Question, Said, Stopped};
use super::price::DocumentPrice;
use super::rules::{Finding, Judge, outcome};
use super::seen::{HashClaim, ParamsClaim, Who, digest};
use crate::failure::{Class, Failure};
use crate::judge::typed::TypedOk;

/// How many inputs a block has at most.
const INPUTS: usize = 500;
/// How many bytes of text it has, about.
const BYTES: usize = 4 << 20;

/// What the answers to one input mean.
#[derive(Debug)]
pub struct Compared {
    /// The input.
    pub input: Input,
    /// What the answers of both sides mean together, by the number of the channel.
    pub findings: Vec<(usize, Finding)>,
    /// Answers that do not follow the protocol, by side and channel.
    pub failures: Vec<(Who, usize, Failure)>,
    /// The chunk hashes that were produced.
    pub hashes: Vec<HashClaim>,
    /// The parameter hashes that were claimed.
    pub params: Vec<ParamsClaim>,
    /// The channels under which the new side accepted the request.
    pub accepted: Vec<usize>,
    /// What a document costs, by channel: a price, or what both sides make of it.
    pub prices: Vec<(usize, Priced)>,
    /// Whether both sides answered, and answered differently where the Unicode versions differ.
    pub differs_in_unicode: bool,
    /// Whether all answers could be compared.
    pub is_compared: bool,
}

/// What a document costs, or, if a side does not chunk it, what the two sides make of it.
pub type Priced = Result<DocumentPrice, (String, String)>;

/// Takes the next block from the inputs; empty at their end.
pub fn next(inputs: &mut impl Iterator<Item = Input>) -> Vec<Input> {
    let mut block = Vec::new();
    let mut bytes = 0_usize;
    while block.len() < INPUTS && bytes < BYTES {
        let Some(input) = inputs.next() else { break };
        bytes = bytes.saturating_add(input.cost());
        block.push(input);
    }
    block
}

/// An answer that had no old side to compare with.
struct Alone {
    /// The place of its input in the block.
    place: usize,
    channel: usize,
    said: Said,
}

/// Two sides that are asked the same.
pub struct Pair<'p> {
    /// The release in use.
    pub old: Box<dyn Party + 'p>,
    /// The release to replace it.
    pub new: Box<dyn Party + 'p>,
    /// The rules.
    pub judge: Judge<'p>,
    /// The channels.
    pub channels: &'p [Channel],
}

impl Pair<'_> {
    /// Asks the inputs of a block, in order, and ends both processes.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    pub fn block(&mut self, block: Vec<Input>) -> Result<Vec<Compared>, Stopped> {
        let mut compared: Vec<Compared> = Vec::with_capacity(block.len());
        let mut alone = Vec::new();
        for input in block {
            let next = self.input(input, &mut compared, &mut alone)?;
            compared.push(next);
        }
        for (who, ended) in [(Who::Old, self.old.restart()), (Who::New, self.new.restart())] {
            if let (Err(failure), Some(last)) = (ended, compared.last_mut()) {
                last.failures.push((who, 0, failure));
            }
        }
        self.again(alone, &mut compared)?;
        Ok(compared)
    }

    /// Asks a fresh process once more what had no old side to compare with.
    fn again(&mut self, alone: Vec<Alone>, compared: &mut [Compared]) -> Result<(), Stopped> {
        if alone.is_empty() {
            return Ok(());
        }
        for Alone { place, channel, said } in alone {
            let request = &compared[place].input.request;
            let question = Question { identity: self.channels[channel].asked_new(), request };
            if matches!(said, Said::Failed(_)) {
                continue;
            }
            let again = match self.new.ask(question)? {
                Heard::Said(Said::Failed(failure)) | Heard::PreviousAtFault(failure) => {
                    compared[place].failures.push((Who::New, channel, failure));
                    continue;
                }
                Heard::Said(again) => again,
            };
            if let Some(violation) = Judge::again(&said, &again) {
                compared[place].findings.push((channel, Finding::Violation(Box::new(violation))));
            }
        }
        if let (Err(failure), Some(last)) = (self.new.restart(), compared.last_mut()) {
            last.failures.push((Who::New, 0, failure));
        }
        Ok(())
    }

    fn input(&mut self, input: Input, before: &mut [Compared], alone: &mut Vec<Alone>) -> Result<Compared, Stopped> {
        let place = before.len();
        let mut compared = Compared::new(input);
        if compared.input.left_out.is_some() {
            return Ok(compared);
        }
        compared.is_compared = true;
        let mut v1 = None;
        for (number, channel) in self.channels.iter().enumerate() {
            let request = compared.input.request.clone();
            if *channel != Channel::V1 && !matches!(request, Request::Params { .. } | Request::Chunk { .. }) {
                continue;
            }
            let new = Question { identity: channel.asked_new(), request: &request };
            if let Channel::NewOnly(_) = channel {
                let new = ask(self.new.as_mut(), Who::New, new, number, before, &mut compared)?;
                compared.alone(number, channel, v1.as_ref(), &new);
                alone.push(Alone { place, channel: number, said: new });
                continue;
            }
            let old = Question { identity: channel.asked_old(), request: &request };
            let old = ask(self.old.as_mut(), Who::Old, old, number, before, &mut compared)?;
            let new = ask(self.new.as_mut(), Who::New, new, number, before, &mut compared)?;
            compared.both(number, channel, &self.judge, &old, &new);
            if *channel == Channel::V1 {
                v1 = Some(old);
            }
        }
        Ok(compared)
    }
}

/// Asks one side. What it wrote after its last reply is the fault of the input before.
fn ask(
    party: &mut dyn Party,
    who: Who,
    question: Question<'_>,
    channel: usize,
    before: &mut [Compared],
    now: &mut Compared,
) -> Result<Said, Stopped> {
    const TRIES: usize = 3;
    for _ in 0..TRIES {
        match party.ask(question)? {
            Heard::Said(Said::Failed(failure)) => {
                now.failures.push((who, channel, failure.clone()));
                return Ok(Said::Failed(failure));
            }
            Heard::Said(said) => return Ok(said),
            Heard::PreviousAtFault(failure) => {
                let at_fault = if channel > 0 { Some(&mut *now) } else { before.last_mut() };
                if let Some(at_fault) = at_fault {
                    at_fault.failures.push((who, channel, failure));
                }
            }
        }
    }
    let failure = Failure::new(Class::Protocol, "it goes on writing without being asked");
    now.failures.push((who, channel, failure.clone()));
    Ok(Said::Failed(failure))
}

impl Compared {
    fn new(input: Input) -> Compared {
        Compared {
            input,
            findings: Vec::new(),
            failures: Vec::new(),
            hashes: Vec::new(),
            params: Vec::new(),
            accepted: Vec::new(),
            prices: Vec::new(),
            differs_in_unicode: false,
            is_compared: false,
        }
    }

    /// An input that was not asked any more.
    #[must_use]
    pub fn not_asked(input: Input, who: Who, why: &str) -> Compared {
        let mut compared = Compared::new(input);
        if compared.input.left_out.is_none() {
            compared.failures.push((who, 0, Failure::new(Class::Crash, why)));
        }
        compared
    }

    /// What two answers mean.
    fn both(&mut self, number: usize, channel: &Channel, judge: &Judge<'_>, old: &Said, new: &Said) {
        if matches!(old, Said::Failed(_)) || matches!(new, Said::Failed(_)) {
            self.is_compared = false;
        }
        self.claim(Who::Old, number, channel, old);
        if old == new {
            // What was answered elsewhere may differ from this, within the new side alone (VER-15).
            self.claim_params(Who::New, number, channel, new);
        } else {
            self.claim(Who::New, number, channel, new);
        }
        let findings = judge.unexplained(channel, &self.input.request, old, new);
        let is_without = findings.is_empty();
        self.findings.extend(findings.into_iter().map(|finding| (number, finding)));
        if self.input.is_of_two_unicodes {
            let differs = || !judge.findings(channel, &self.input.request, old, new).is_empty();
            self.differs_in_unicode |= is_without && differs();
        }
        self.price(number, old, new);
    }

    /// What an answer means that only the new side can give.
    fn alone(&mut self, number: usize, channel: &Channel, v1: Option<&Said>, new: &Said) {
        if matches!(new, Said::Failed(_)) {
            self.is_compared = false;
        }
        self.claim(Who::New, number, channel, new);
        self.findings.extend(Judge::alone(channel, new).into_iter().map(|finding| (number, finding)));
        if let Some(v1) = v1 {
            self.price(number, v1, new);
        }
    }

    fn claim(&mut self, who: Who, channel: usize, asked: &Channel, said: &Said) {
        let Said::Ok(ok) = said else { return };
        match (ok.as_ref(), &self.input.request) {
            (TypedOk::Chunk(reply), _) => {
                let hashes = reply.chunks.iter().map(|chunk| digest(&chunk.chunk_hash)).collect();
                self.hashes.push(HashClaim { who, channel, identity: reply.identity.clone(), hashes });
            }
            (TypedOk::ChunkHash(reply), request) => {
                if let Some(identity) = identity_of(request) {
                    self.hashes.push(HashClaim { who, channel, identity, hashes: vec![digest(&reply.chunk_hash)] });
                }
            }
            _ => {}
        }
        self.claim_params(who, channel, asked, said);
    }

    fn claim_params(&mut self, who: Who, channel: usize, asked: &Channel, said: &Said) {
        if params_hash(said).is_some() && who == Who::New && !self.accepted.contains(&channel) {
            self.accepted.push(channel);
        }
        self.params.extend(ParamsClaim::of(who, channel, asked, &self.input.request, said));
    }

    fn price(&mut self, channel: usize, old: &Said, new: &Said) {
        // What is paid for is the text as it stands.
        if !self.input.is_document() || self.input.is_stripped {
            return;
        }
        let price = match (chunked(old), chunked(new)) {
            (Some(old), Some(new)) => Ok(DocumentPrice::of(&self.input.source, old, new)),
            _ => Err((outcome(old), outcome(new))),
        };
        self.prices.push((channel, price));
    }

    /// The label of the input.
    #[must_use]
    pub fn label(&self) -> String {
        label(&self.input.source, self.input.is_stripped)
    }
}

/// An input in words.
#[must_use]
pub fn label(source: &Source, is_stripped: bool) -> String {
    let stripped = if is_stripped { ", without the code points that only one Unicode version knows" } else { "" };
    format!("{source}{stripped}")
}

fn chunked(said: &Said) -> Option<&ChunkOk> {
    match said {
        Said::Ok(ok) => match ok.as_ref() {
            TypedOk::Chunk(reply) => Some(reply),
            _ => None,
        },
        _ => None,
    }
}

/// The parameter hash that an answer claims.
#[must_use]
pub fn params_hash(said: &Said) -> Option<&str> {
    let Said::Ok(ok) = said else { return None };
    match ok.as_ref() {
        TypedOk::Chunk(reply) => Some(&reply.identity.params_hash),
        TypedOk::Params(reply) => Some(&reply.params_hash),
        _ => None,
    }
}

/// The identity that a `chunk-hash` request names.
#[must_use]
pub fn identity_of(request: &Request) -> Option<steadlith_vectors::reply::Identity> {
    let Request::ChunkHash {
        identity_schema_version: schema, normalizer_version, chunker_id, chunker_params_hash, ..
    } = request
    else {
        return None;
    };
    Some(steadlith_vectors::reply::Identity {
        schema: schema.clone(),
        normalizer_version: normalizer_version.clone(),
        chunker_id: chunker_id.clone(),
        params_hash: chunker_params_hash.clone(),
    })
}
