//! The smallest example of a kind of violation, asked of both sides anew.

use std::time::Instant;

use serde_json::{Value, json};
use steadlith_vectors::reply::{ChunkOk, Identity};
use steadlith_vectors::request::Request;

use super::block::identity_of;
use super::channel::Channel;
use super::gather::{Found, Kind, Smallest};
use super::inputs::{Input, Inputs, word_count};
use super::outcome::{Example, ExampleRequest, PartingInfo};
use super::party::{Heard, Party, Question, Said, Stopped};
use super::rules::{Finding, Judge, Rule, in_one_line};
use super::seen::{ParamsClaim, Who, differing_member};
use super::shrink::{Shows, Step, smallest};
use crate::failure::Difference;
use crate::judge::typed::TypedOk;

/// How many of the requests before an input are tried one by one as the cause of its answer.
const CAUSES: usize = 60;
/// Replies with more chunks are not kept with an example.
const CHUNKS_SHOWN: usize = 40;

/// Both sides, to be asked again.
pub struct Examples<'p> {
    /// The release in use.
    pub old: Box<dyn Party + 'p>,
    /// The release to replace it.
    pub new: Box<dyn Party + 'p>,
    /// The rules.
    pub judge: Judge<'p>,
    /// The channels.
    pub channels: &'p [Channel],
    /// All inputs.
    pub inputs: Inputs<'p>,
    /// When the search for smaller examples ends.
    pub until: Instant,
}

/// What the last answers were when the example showed.
#[derive(Debug, Clone, Default)]
struct Shown {
    difference: Option<Difference>,
    old_chunks: Option<ChunkOk>,
    new_chunks: Option<ChunkOk>,
}

/// Asks for one kind of violation.
struct Witness<'e, 'p> {
    examples: &'e mut Examples<'p>,
    kind: &'e Kind,
    /// Whether every attempt meets fresh processes.
    fresh: bool,
    /// Whether it asks even if the time is up.
    anyway: bool,
    shown: Shown,
}

impl Examples<'_> {
    /// The smallest example of a kind of violation.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    pub fn of(&mut self, kind: &Kind, found: &Found) -> Result<Example, Stopped> {
        let (steps, difference, block) = self.steps(kind, &found.smallest);
        let mut witness = Witness { examples: self, kind, fresh: true, anyway: false, shown: Shown::default() };
        let mut steps = steps;
        let mut repeatable = witness.shows(&steps)?;
        if !repeatable && let Some((block, input)) = block {
            let before = witness.examples.before(block, input);
            if let Some(with_cause) = witness.with_cause(&before, &steps)? {
                steps = with_cause;
                repeatable = true;
            }
        }
        if repeatable {
            steps = witness.smallest(steps)?;
            // What is shown below is what these very requests got.
            repeatable = witness.confirms(&steps)?;
        }
        let shown = std::mem::take(&mut witness.shown);
        let as_found = !repeatable && self.is_time_up();
        Ok(Example { as_found, ..self.example(steps, repeatable, difference, shown) })
    }

    /// The example as it was found, without asking anybody.
    #[must_use]
    pub fn as_found(&self, kind: &Kind, found: &Found) -> Example {
        let (steps, difference, _) = self.steps(kind, &found.smallest);
        Example { as_found: true, ..self.example(steps, false, difference, Shown::default()) }
    }

    fn is_time_up(&self) -> bool {
        Instant::now() >= self.until
    }

    /// The requests that showed the violation, and for one request what its processes were asked before: the numbers
    /// of the first and of this input.
    fn steps(&self, kind: &Kind, smallest: &Smallest) -> (Vec<Step>, Difference, Option<(usize, usize)>) {
        match smallest {
            Smallest::One { input, block, request, difference } => {
                let is_alone = matches!(self.channels[kind.channel], Channel::NewOnly(_));
                let who = is_alone.then_some(Who::New);
                let step = Step { who, channel: kind.channel, request: request.as_ref().clone() };
                (vec![step], difference.as_ref().clone(), Some((*block, *input)))
            }
            Smallest::Two { first, second } => {
                let steps = [first, second].into_iter().filter_map(|given| {
                    let input = self.inputs.iter().nth(given.input)?;
                    Some(Step { who: Some(given.who), channel: given.channel, request: input.request })
                });
                (steps.collect(), Difference::new(&kind.field, Value::Null, Value::Null), None)
            }
        }
    }

    /// What the processes of a block were asked before an input.
    fn before(&self, block: usize, input: usize) -> Vec<Step> {
        let asked = self.inputs.iter().skip(block).take(input - block).filter(|input| input.left_out.is_none());
        asked.flat_map(|input: Input| steps_of(self.channels, &input.request)).collect()
    }

    fn example(&self, steps: Vec<Step>, repeatable: bool, difference: Difference, shown: Shown) -> Example {
        let difference = shown.difference.unwrap_or(difference);
        let requests = steps.iter().map(|step| {
            let channel = &self.channels[step.channel];
            let (of, identity) = match step.who {
                None => ("both", channel.asked_new()),
                Some(Who::Old) => ("old", channel.asked_old()),
                Some(Who::New) => ("new", channel.asked_new()),
            };
            let mut request = json!(step.request.clone().with_plain_text());
            if let Some(identity) = identity {
                request["identity"] = json!(identity);
            }
            ExampleRequest { of: of.to_owned(), request }
        });
        Example {
            requests: requests.collect(),
            words: steps.iter().map(|step| word_count(&step.request)).sum(),
            repeatable,
            as_found: false,
            at: difference.path,
            old: difference.expected,
            new: difference.actual,
            parting: difference.parting.as_ref().map(PartingInfo::of),
            old_chunks: shown.old_chunks,
            new_chunks: shown.new_chunks,
        }
    }
}

/// The questions that both sides are asked about an input, as steps.
fn steps_of(channels: &[Channel], request: &Request) -> Vec<Step> {
    let is_of_identity = matches!(request, Request::Params { .. } | Request::Chunk { .. });
    let channels = channels.iter().enumerate().filter(|(_, channel)| is_of_identity || **channel == Channel::V1);
    channels
        .map(|(number, channel)| {
            let who = if let Channel::NewOnly(_) = channel { Some(Who::New) } else { None };
            Step { who, channel: number, request: request.clone() }
        })
        .collect()
}

impl Witness<'_, '_> {
    /// The steps behind a request that makes them show, or behind all that was asked before; `None` if nothing does.
    fn with_cause(&mut self, before: &[Step], steps: &[Step]) -> Result<Option<Vec<Step>>, Stopped> {
        for cause in before.iter().rev().take(CAUSES) {
            let with_cause = [std::slice::from_ref(cause), steps].concat();
            if self.shows(&with_cause)? {
                return Ok(Some(with_cause));
            }
        }
        let with_all = [before, steps].concat();
        Ok(self.shows(&with_all)?.then_some(with_all))
    }

    /// The smallest steps. One request is asked of running processes, which is quick; if what comes of it does not
    /// show by itself, everything is done again with fresh ones.
    fn smallest(&mut self, steps: Vec<Step>) -> Result<Vec<Step>, Stopped> {
        self.fresh = steps.len() > 1 && steps.iter().all(|step| step.who.is_none());
        if !self.fresh {
            let small = smallest(steps.clone(), self)?;
            self.fresh = true;
            if self.confirms(&small)? {
                return Ok(small);
            }
        }
        smallest(steps, self)
    }

    /// Whether the steps show it, however late it is.
    fn confirms(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
        self.anyway = true;
        let shows = self.shows(steps);
        self.anyway = false;
        shows
    }

    fn restart(&mut self) {
        // What follows a last reply was reported where it came first.
        let _ = self.examples.old.restart();
        let _ = self.examples.new.restart();
    }

    fn ask(&mut self, who: Who, step: &Step) -> Result<Said, Stopped> {
        let channel = &self.examples.channels[step.channel];
        let (party, identity) = match who {
            Who::Old => (&mut self.examples.old, channel.asked_old()),
            Who::New => (&mut self.examples.new, channel.asked_new()),
        };
        match party.ask(Question { identity, request: &step.request })? {
            Heard::Said(said) => Ok(said),
            Heard::PreviousAtFault(failure) => Ok(Said::Failed(failure)),
        }
    }

    /// Whether both sides, asked the steps in order, differ in the last as the kind says.
    fn sides_differ(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
        let mut last = None;
        for step in steps {
            if self.examples.is_time_up() && !self.anyway {
                return Ok(false);
            }
            if step.who == Some(Who::New) {
                self.ask(Who::New, step)?;
            } else {
                last = Some((self.ask(Who::Old, step)?, self.ask(Who::New, step)?));
            }
        }
        let (Some(step), Some((old, new))) = (steps.last(), last) else { return Ok(false) };
        if step.request.op() != self.kind.op {
            return Ok(false);
        }
        let channel = &self.examples.channels[step.channel];
        let findings = self.examples.judge.unexplained(channel, &step.request, &old, &new);
        let difference = findings.into_iter().find_map(|finding| match finding {
            Finding::Violation(violation) if violation.rule == self.kind.rule && violation.field == self.kind.field => {
                Some(violation.difference)
            }
            _ => None,
        });
        let shows = difference.is_some();
        if shows {
            self.shown = Shown { difference, old_chunks: few_chunks(&old), new_chunks: few_chunks(&new) };
        }
        Ok(shows)
    }

    /// Whether a side that is asked alone answers under another identity.
    fn alone_differs(&mut self, step: &Step) -> Result<bool, Stopped> {
        let said = self.ask(Who::New, step)?;
        let findings = Judge::alone(&self.examples.channels[step.channel], &said);
        let Some(Finding::Violation(violation)) = findings.into_iter().next() else { return Ok(false) };
        self.shown = Shown { difference: Some(violation.difference), old_chunks: None, new_chunks: few_chunks(&said) };
        Ok(true)
    }

    /// Whether the new side answers the last step otherwise in a fresh process.
    fn again_differs(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
        let [step] = steps else { return Ok(false) };
        self.restart();
        let one = self.ask(Who::New, step)?;
        self.restart();
        let other = self.ask(Who::New, step)?;
        let found = Judge::again(&one, &other).filter(|violation| violation.field == self.kind.field);
        let Some(violation) = found.filter(|_| step.request.op() == self.kind.op) else { return Ok(false) };
        let (old_chunks, new_chunks) = (few_chunks(&one), few_chunks(&other));
        self.shown = Shown { difference: Some(violation.difference), old_chunks, new_chunks };
        Ok(true)
    }

    /// Whether two answers clash as the kind says.
    fn answers_clash(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
        let [first, second] = steps else { return Ok(false) };
        let (Some(first_who), Some(second_who)) = (first.who, second.who) else { return Ok(false) };
        let (one, other) = (self.ask(first_who, first)?, self.ask(second_who, second)?);
        let difference = if self.kind.rule == Rule::OneIdentity {
            clash_of_hashes(&self.kind.field, (&first.request, &one), (&second.request, &other))
        } else {
            let claim = |who, step: &Step, said| {
                ParamsClaim::of(who, step.channel, &self.examples.channels[step.channel], &step.request, said)
            };
            let claims = (claim(first_who, first, &one), claim(second_who, second, &other));
            if let (Some(one), Some(other)) = claims { clash_of_params(self.kind, &one, &other) } else { None }
        };
        let shows = difference.is_some();
        if shows {
            self.shown = Shown { difference, old_chunks: few_chunks(&one), new_chunks: few_chunks(&other) };
        }
        Ok(shows)
    }
}

impl Shows for Witness<'_, '_> {
    fn shows(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
        if self.examples.is_time_up() && !self.anyway {
            return Ok(false);
        }
        if self.fresh {
            self.restart();
        }
        match self.kind.rule {
            Rule::OneIdentity | Rule::OwnParamsHash | Rule::OneParamsHash => self.answers_clash(steps),
            Rule::SameAgain => self.again_differs(steps),
            Rule::AskedIdentity if matches!(self.examples.channels[self.kind.channel], Channel::NewOnly(_)) => {
                match steps {
                    [step] => self.alone_differs(step),
                    _ => Ok(false),
                }
            }
            _ => self.sides_differ(steps),
        }
    }
}

fn few_chunks(said: &Said) -> Option<ChunkOk> {
    let Said::Ok(ok) = said else { return None };
    match ok.as_ref() {
        TypedOk::Chunk(reply) if reply.chunks.len() <= CHUNKS_SHOWN => Some(reply.clone()),
        _ => None,
    }
}

/// The identity that an answer claims, and the chunk hashes in it.
fn claim(request: &Request, said: &Said) -> Option<(Identity, Vec<String>)> {
    let Said::Ok(ok) = said else { return None };
    match ok.as_ref() {
        TypedOk::Chunk(reply) => {
            let hashes = reply.chunks.iter().map(|chunk| chunk.chunk_hash.clone()).collect();
            Some((reply.identity.clone(), hashes))
        }
        TypedOk::ChunkHash(reply) => Some((identity_of(request)?, vec![reply.chunk_hash.clone()])),
        _ => None,
    }
}

/// A chunk hash under two identities.
fn clash_of_hashes(field: &str, one: (&Request, &Said), other: (&Request, &Said)) -> Option<Difference> {
    let ((one, hashes), (other, others)) = (claim(one.0, one.1)?, claim(other.0, other.1)?);
    let hash = hashes.into_iter().find(|hash| others.contains(hash))?;
    (one != other && differing_member(&one, &other) == field)
        .then(|| Difference::new(format!("chunk hash {hash} under"), in_one_line(&one), in_one_line(&other)))
}

/// Two sets of parameters with one hash, or one with two.
fn clash_of_params(kind: &Kind, one: &ParamsClaim, other: &ParamsClaim) -> Option<Difference> {
    if kind.rule == Rule::OneParamsHash {
        return one.is_second_hash(other).then(|| Difference::new("params_hash", &*one.hash, &*other.hash));
    }
    let (params, others) = (one.params.as_ref()?, other.params.as_ref()?);
    (one.differs_under_one_hash(other)? == kind.field).then(|| {
        Difference::new(format!("parameter hash {} of", one.hash), params.canonical_json(), others.canonical_json())
    })
}
