//! What a comparison found. Every report is made from this and nothing else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use steadlith_vectors::reply::{ChunkOk, HelloOk};

use super::corpus::LeftOut;
use super::price::{Amount, DocumentPrice};
use crate::failure::{Failure, Parting};
use crate::report::picture::{Block, Picture, Strip};

/// The format of a comparison as JSON.
pub const FORMAT: &str = "steadlith-guard-1";

/// A comparison of two releases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The format of this object, `steadlith-guard-1`.
    pub format: String,
    /// The verdict in one line (VER-17).
    pub verdict: String,
    /// The release in use.
    pub old: SideInfo,
    /// The release to replace it.
    pub new: SideInfo,
    /// What both were asked.
    pub asked: Asked,
    /// Broken rules, one entry for each kind, in the order of the rules.
    pub violations: Vec<Breach>,
    /// Parameter checks that changed, which break no rule (VER-5).
    pub parameter_checks: Vec<ParameterCheck>,
    /// Other identities than before, by what of them changed.
    pub new_identities: Vec<NewIdentity>,
    /// Whether a new identity is intended (`--migration`).
    pub migration: bool,
    /// Inputs to which a side gave no answer that follows the protocol, at most 100.
    pub failures: Vec<SideFailure>,
    /// How many there are in all, of each side and under each identity apart.
    pub failure_count: usize,
    /// What the two Unicode versions do, if they are two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_unicodes: Option<TwoUnicodes>,
    /// What could not be asked, by reason.
    pub left_out: Vec<Reason>,
    /// Files of the corpus that are no text.
    pub files_left_out: Vec<LeftOut>,
    /// What a change to the new side costs, by identity; v1 comes first.
    pub prices: Vec<Price>,
    /// Identities that the old side offers and the new side does not.
    #[serde(default)]
    pub identities_dropped: Vec<String>,
    /// Identities beside v1 that the new side offers, and under which it accepted no request.
    #[serde(default)]
    pub identities_never_accepted: Vec<String>,
    /// Capabilities that the old side declares and the new side does not: what needs them was not compared.
    #[serde(default)]
    pub capabilities_left_out: Vec<String>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// Whether the user stopped the comparison before its end.
    pub interrupted: bool,
}

/// A release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideInfo {
    /// The command that starts it; absent for the built-in reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What it says of itself.
    pub hello: HelloOk,
    /// The Unicode version that shows, such as `14.0`; absent if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unicode: Option<String>,
}

/// What both sides were asked, in numbers of requests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Requests of the vectors.
    pub vectors: usize,
    /// Sets of parameters.
    pub parameters: usize,
    /// Texts that are nearly alike.
    #[serde(default)]
    pub alike: usize,
    /// Generated documents.
    pub generated: usize,
    /// Their seed.
    pub seed: u64,
    /// Texts of the corpus.
    pub texts: usize,
    /// Requests about these texts, one for each set of parameters.
    pub text_requests: usize,
    /// Requests that both sides answered, so that the answers could be compared.
    pub compared: usize,
    /// Requests that a side, or both, gave no answer to that follows the protocol.
    #[serde(default)]
    pub without_answer: usize,
    /// Requests for which another identity is claimed than before, under one schema or several.
    #[serde(default)]
    pub under_new_identity: usize,
}

/// A kind of broken rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Breach {
    /// The clause that states the rule.
    pub clause: String,
    /// What is broken, in words.
    pub broken: String,
    /// The identity under which the sides were asked.
    pub identity: String,
    /// The operation.
    pub op: String,
    /// What differs, such as `chunks.end_word`.
    pub field: String,
    /// How many inputs show it.
    pub count: usize,
    /// Where it shows first, at most five.
    pub inputs: Vec<String>,
    /// The smallest example that was found.
    pub example: Example,
}

/// Requests that show a broken rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// The requests, in order. The last one shows the difference; where there are two sides, each is asked its own.
    pub requests: Vec<ExampleRequest>,
    /// The words of the texts of all requests together.
    pub words: usize,
    /// Whether it showed again when it was asked by itself, of fresh processes.
    pub repeatable: bool,
    /// Whether it stands as it was found, for want of time or because the user stopped the comparison: nobody looked for
    /// a smaller one, or asked again.
    #[serde(default)]
    pub as_found: bool,
    /// Where the answers differ.
    pub at: String,
    /// What the old side says there, or the first of two answers.
    pub old: Value,
    /// What the new side says there, or the second of two answers.
    pub new: Value,
    /// For two strings: where they part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parting: Option<PartingInfo>,
    /// The chunks of the old side, if the last request is for chunks and they are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_chunks: Option<ChunkOk>,
    /// The chunks of the new side, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_chunks: Option<ChunkOk>,
}

/// Where two strings part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartingInfo {
    /// How many code points they have in common from the start.
    pub code_point: usize,
    /// The next code point of the old string; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<char>,
    /// The next code point of the new string; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<char>,
}

/// A request of an example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExampleRequest {
    /// Who is asked: `both`, `old` or `new`.
    pub of: String,
    /// The request without its id, as it goes over the wire.
    pub request: Value,
}

/// A parameter check that changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterCheck {
    /// The parameter at fault.
    pub field: String,
    /// What is wrong with it.
    pub why: String,
    /// The parameters.
    pub params: Value,
    /// What the old side makes of them.
    pub old: String,
    /// What the new side makes of them.
    pub new: String,
    /// How many inputs show it.
    pub count: usize,
}

/// Another identity than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewIdentity {
    /// What of the identity changed, such as `chunker_id: a, then b`.
    pub changed: String,
    /// How many inputs show it.
    pub count: usize,
    /// The first of them.
    pub input: String,
    /// The identity that the old side claims there; for the operation `params` only the hash.
    pub old: String,
    /// The identity that the new side claims there, likewise.
    pub new: String,
}

/// An input to which a side gave no answer that follows the protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideFailure {
    /// The side, `old` or `new`.
    pub side: String,
    /// The input.
    pub input: String,
    /// The identity that was asked for.
    pub identity: String,
    /// The kind of failure: `protocol`, `crash` or `timeout`.
    pub class: String,
    /// What happened.
    pub message: String,
    /// The end of what the process wrote to standard error, if the process is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// Two sides that normalise by two Unicode versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TwoUnicodes {
    /// The version of the old side.
    pub old: String,
    /// The version of the new side.
    pub new: String,
    /// Inputs with code points that these versions normalise differently. They were compared without these.
    pub inputs: usize,
    /// How many of them the sides answer differently as they stand.
    pub differ: usize,
}

/// Why requests could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The reason.
    pub why: String,
    /// How many requests it concerns.
    pub requests: usize,
}

/// What a change from one identity to another costs (VER-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Price {
    /// The schema under which the old side was asked.
    pub from: String,
    /// The schema under which the new side was asked.
    pub to: String,
    /// Generated documents, all together.
    pub generated: Total,
    /// Texts of the corpus, all together, by set of parameters.
    pub corpus: Vec<Total>,
    /// Each text of the corpus, and the first 100 generated documents of which a chunk has to be embedded anew.
    pub documents: Vec<DocumentPrice>,
    /// Documents that a side refuses or has no answer to, at most 100: which, and by whom.
    pub refused: Vec<Refused>,
}

/// What several documents cost together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Total {
    /// The name of the set of parameters; empty if each document has its own.
    pub params: String,
    /// The documents that both sides chunk.
    pub documents: usize,
    /// Those of them of which a chunk has to be embedded anew.
    pub documents_embedded_anew: usize,
    /// The chunks that stay.
    pub stays: Amount,
    /// The chunks that have to be embedded anew.
    pub embedded_anew: Amount,
    /// The documents that a side refuses or has no answer to.
    pub refused: usize,
}

/// A document that is not chunked by both sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The document, and its set of parameters.
    pub document: String,
    /// What the old side makes of it.
    pub old: String,
    /// What the new side makes of it.
    pub new: String,
}

impl Example {
    /// What the two answers are called.
    #[must_use]
    pub fn names(&self) -> [&'static str; 2] {
        if self.is_of_both() { ["old", "new"] } else { ["first", "second"] }
    }

    /// A picture of the chunks of both sides, if their boundaries differ.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        let (old, new) = (self.old_chunks.as_ref()?, self.new_chunks.as_ref()?);
        let strip = |name: &str, reply: &ChunkOk| Strip::whole(name, reply.chunks.iter().map(Block::of).collect());
        let picture = self.is_of_both().then(|| Picture::of(&strip("old", old), &strip("new", new), None));
        picture.filter(|picture| !picture.has_same_boundaries())
    }

    /// Whether the answers are not known, since only the requests of two inputs are remembered.
    #[must_use]
    pub fn has_no_answers(&self) -> bool {
        self.as_found && self.old.is_null() && self.new.is_null()
    }

    fn is_of_both(&self) -> bool {
        self.requests.iter().all(|request| request.of == "both")
    }
}

impl PartingInfo {
    /// The same with the names of the sides.
    #[must_use]
    pub fn of(parting: &Parting) -> PartingInfo {
        PartingInfo { code_point: parting.code_point, old: parting.expected, new: parting.actual }
    }
}

impl SideFailure {
    /// A failure of a side.
    #[must_use]
    pub fn of(side: &str, input: String, identity: &str, failure: &Failure) -> SideFailure {
        SideFailure {
            side: side.to_owned(),
            input,
            identity: identity.to_owned(),
            class: failure.class.as_str().to_owned(),
            message: failure.message.clone(),
            stderr: failure.stderr.clone(),
        }
    }
}
