//! One method on one pair: the reuse plan, the recompute fraction and the control (PLAN-7, PLAN-18).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use steadlith_reference::plan::{self, Operation, PlannedChunk, Recompute};
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{ChunkOk, ErrorReply};
use steadlith_vectors::request::Request;

use super::baselines::{Baseline, BaselineChunking};
use super::pairs::Pair;
use crate::chunks::{Chunks, NoChunks};
use crate::failure::Failure;
use crate::testee;

/// Something that chunks both revisions.
pub enum Method<'m> {
    /// An implementation, asked with these parameters.
    Implementation(Box<dyn Chunks + 'm>, Value),
    /// A baseline.
    Baseline(Baseline),
}

/// What a method makes of a pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Outcome {
    /// Both revisions were chunked.
    Measured(Measured),
    /// A revision was refused, by which the pair is left out for every method (PLAN-19).
    Refused {
        /// The revision.
        revision: Revision,
        /// The code (PROTO-10).
        code: String,
        /// What the method says about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// There was no answer that follows the protocol.
    Failed {
        /// The revision.
        revision: Revision,
        /// What happened, class and message.
        failure: String,
    },
}

impl Outcome {
    /// Whether a pair is left out for what should not be (PLAN-22): there was no answer, or the old revision was refused
    /// the second time only, which is a broken control (PLAN-18).
    #[must_use]
    pub fn is_unexpected(&self) -> bool {
        matches!(self, Outcome::Failed { .. } | Outcome::Refused { revision: Revision::OldAgain, .. })
    }
}

/// One of the two revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Revision {
    /// The old one.
    Old,
    /// The old one, chunked once more for the control.
    OldAgain,
    /// The new one.
    New,
}

impl Revision {
    /// The revision in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Revision::Old => "the old revision",
            Revision::OldAgain => "the old revision, chunked again,",
            Revision::New => "the new revision",
        }
    }
}

/// The numbers of one pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// The reuse plan from the old revision to the new one (PLAN-1 to PLAN-5).
    pub plan: PlanSize,
    /// Tokens of the distinct new inputs that are not inputs of the old revision (PLAN-7).
    pub recomputed_tokens: u64,
    /// Tokens of all distinct new inputs.
    pub total_tokens: u64,
    /// The recompute fraction, from 0 to 1.
    pub recompute_fraction: f64,
    /// The control: the old revision against itself, chunked once more (PLAN-18).
    pub control: Control,
}

/// How much of each kind a plan holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanSize {
    /// What stays.
    pub keep: Amount,
    /// What stays but stands elsewhere, or counts otherwise.
    #[serde(rename = "move")]
    pub moved: Amount,
    /// What is new.
    pub add: Amount,
    /// What goes.
    pub delete: Amount,
}

/// Chunks and their tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Amount {
    /// Chunks.
    pub chunks: u64,
    /// Their tokens; of two revisions, those of the new one.
    pub tokens: u64,
}

/// What came of the control.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// The recompute fraction, which has to be exactly 0.
    pub recompute_fraction: f64,
    /// The plan, which has to hold nothing but keeps.
    pub plan: PlanSize,
}

impl Control {
    /// Whether nothing changed without an edit (PLAN-18).
    #[must_use]
    pub fn holds(&self) -> bool {
        let nothing = Amount::default();
        self.recompute_fraction == 0.0
            && [self.plan.moved, self.plan.add, self.plan.delete].iter().all(|amount| *amount == nothing)
    }
}

impl Amount {
    fn count(&mut self, tokens: u64) {
        self.chunks += 1;
        self.tokens = self.tokens.saturating_add(tokens);
    }

    /// The sum of two amounts.
    #[must_use]
    pub fn and(self, other: Amount) -> Amount {
        Amount { chunks: self.chunks + other.chunks, tokens: self.tokens.saturating_add(other.tokens) }
    }
}

impl PlanSize {
    /// The sum of two plans.
    #[must_use]
    pub fn and(self, other: PlanSize) -> PlanSize {
        PlanSize {
            keep: self.keep.and(other.keep),
            moved: self.moved.and(other.moved),
            add: self.add.and(other.add),
            delete: self.delete.and(other.delete),
        }
    }

    fn of(old: &[PlannedChunk], new: &[PlannedChunk]) -> PlanSize {
        let mut size = PlanSize::default();
        for operation in plan::operations(old, new) {
            match operation {
                Operation::Keep { new: index, .. } => size.keep.count(new[index].token_count),
                Operation::Move { new: index, .. } => size.moved.count(new[index].token_count),
                Operation::Add { new: index } => size.add.count(new[index].token_count),
                Operation::Delete { old: index } => size.delete.count(old[index].token_count),
            }
        }
        size
    }
}

/// The chunks of one revision as plans and inputs need them.
struct Chunked {
    planned: Vec<PlannedChunk>,
    texts: Vec<String>,
}

impl Chunked {
    fn inputs(&self) -> impl Iterator<Item = (&str, u64)> {
        self.texts.iter().map(String::as_str).zip(self.planned.iter().map(|chunk| chunk.token_count))
    }

    fn of(chunks: impl IntoIterator<Item = (String, PlannedChunk)>) -> Chunked {
        let (texts, planned) = chunks.into_iter().unzip();
        Chunked { planned, texts }
    }
}

impl From<ChunkOk> for Chunked {
    fn from(reply: ChunkOk) -> Chunked {
        Chunked::of(reply.chunks.into_iter().map(|chunk| {
            let planned = PlannedChunk {
                chunk_hash: chunk.chunk_hash,
                start_offset: chunk.start_offset,
                end_offset: chunk.end_offset,
                token_count: chunk.token_count,
            };
            (chunk.text, planned)
        }))
    }
}

impl From<BaselineChunking> for Chunked {
    fn from(chunking: BaselineChunking) -> Chunked {
        Chunked::of(chunking.chunks.into_iter().map(|chunk| {
            let planned = PlannedChunk {
                chunk_hash: chunk.chunk_hash,
                start_offset: chunk.start_offset as u64,
                end_offset: chunk.end_offset as u64,
                token_count: chunk.token_count,
            };
            (chunk.text, planned)
        }))
    }
}

impl Method<'_> {
    /// Measures a pair. `None` if the user wants to stop.
    pub fn measure(&mut self, pair: &Pair) -> Option<Outcome> {
        match self.chunked_pair(pair) {
            Ok([old, again, new]) => Some(Outcome::Measured(measured(&old, &again, &new))),
            Err((revision, NoChunks::Refused(error))) => {
                let ErrorReply { code, message, .. } = *error;
                Some(Outcome::Refused { revision, code, message })
            }
            Err((revision, NoChunks::Failed(failure))) => {
                Some(Outcome::Failed { revision, failure: description(&failure) })
            }
            Err((_, NoChunks::Stopped)) => None,
        }
    }

    fn chunked_pair(&mut self, pair: &Pair) -> Result<[Chunked; 3], (Revision, NoChunks)> {
        let old = self.chunked(&pair.old).map_err(|why| (Revision::Old, why))?;
        let new = self.chunked(&pair.new).map_err(|why| (Revision::New, why))?;
        let again = self.afresh().and_then(|()| self.chunked(&pair.old)).map_err(|why| (Revision::OldAgain, why))?;
        Ok([old, again, new])
    }

    /// Sees to it that the next text meets a process that has chunked none yet, as every user's does.
    fn afresh(&mut self) -> Result<(), NoChunks> {
        match self {
            Method::Implementation(chunks, _) => chunks.afresh(),
            Method::Baseline(_) => Ok(()),
        }
    }

    fn chunked(&mut self, text: &str) -> Result<Chunked, NoChunks> {
        match self {
            Method::Implementation(chunks, params) => {
                let request = Request::Chunk { params: Some(params.clone()), text: text.into(), token_counter: None };
                chunks.chunks(&request).map(Chunked::from)
            }
            Method::Baseline(baseline) => match baseline.chunk(text, &Tokenizer::Words, UnicodeVersion::default()) {
                Ok(chunking) => Ok(chunking.into()),
                Err(error) => Err(NoChunks::Refused(Box::new(testee::error_reply(&error)))),
            },
        }
    }
}

fn measured(old: &Chunked, again: &Chunked, new: &Chunked) -> Measured {
    let recompute: Recompute = plan::recompute(old.inputs(), new.inputs());
    Measured {
        plan: PlanSize::of(&old.planned, &new.planned),
        recomputed_tokens: recompute.recomputed_tokens,
        total_tokens: recompute.total_tokens,
        recompute_fraction: recompute.fraction(),
        control: Control {
            recompute_fraction: plan::recompute(old.inputs(), again.inputs()).fraction(),
            plan: PlanSize::of(&old.planned, &again.planned),
        },
    }
}

fn description(failure: &Failure) -> String {
    format!("{}: {}", failure.class.as_str(), failure.message)
}
