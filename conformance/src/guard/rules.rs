//! What two answers to one request mean together (VER-1, VER-2, VER-5, VER-7, VER-14).

use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{ChunkOk, ErrorReply, HelloOk, Identity};
use steadlith_vectors::request::Request;

use super::channel::Channel;
use super::params::{Standing, standing};
use super::party::{Said, reference};
use crate::failure::Difference;
use crate::judge::typed::TypedOk;
use crate::judge::{difference_either_way, first_difference};
use crate::unicode_probe::Behaviour;

/// What the handshake and the probe told of a release.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its reply to `hello`.
    pub hello: HelloOk,
    /// The Unicode version that shows, if it could be seen.
    pub shown: Option<Behaviour>,
    /// The identity that it claims for the default parameters, if it could be seen.
    pub default_identity: Option<Identity>,
}

/// A rule of chapter 13 that answers can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The same claimed identity means the same chunks.
    SameChunks,
    /// Different parameters have different hashes.
    OwnParamsHash,
    /// A chunk hash belongs to one identity.
    OneIdentity,
    /// Under one identity both sides refuse, or neither.
    SameRefusals,
    /// A request is answered under the identity that it asks for.
    AskedIdentity,
    /// The same claimed identity means the same answers to everything else.
    SameAnswers,
    /// Equal parameters have one hash within a release.
    OneParamsHash,
    /// A request is answered alike in every process.
    SameAgain,
}

/// A broken rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// What is wrong, such as the path of the first value that differs, without indices. Violations of one rule,
    /// operation and field are of one kind.
    pub field: String,
    /// The first difference, what the old side says being expected.
    pub difference: Difference,
}

/// What two answers mean together, unless they are the same.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A rule is broken.
    Violation(Box<Violation>),
    /// Parameters without identity are refused, accepted or hashed otherwise than before (VER-5).
    ParameterCheck {
        /// The parameter at fault.
        field: String,
        /// What is wrong with it.
        why: String,
        /// What the old side makes of it.
        old: String,
        /// What the new side makes of it.
        new: String,
    },
    /// Another identity is claimed than before.
    NewIdentity {
        /// What of it changed.
        changed: String,
        /// The identity that the old side claims; of a `params` request only the hash.
        old: String,
        /// The identity that the new side claims, likewise.
        new: String,
    },
}

impl Rule {
    /// All rules, in the order of reports.
    pub const ALL: [Rule; 8] = [
        Rule::SameChunks,
        Rule::SameAnswers,
        Rule::SameRefusals,
        Rule::OneIdentity,
        Rule::OwnParamsHash,
        Rule::OneParamsHash,
        Rule::AskedIdentity,
        Rule::SameAgain,
    ];

    /// The id of the clause that states the rule.
    #[must_use]
    pub fn clause(self) -> &'static str {
        match self {
            Rule::SameChunks => "VER-1",
            Rule::OwnParamsHash => "VER-3",
            Rule::OneIdentity => "VER-4",
            Rule::SameRefusals => "VER-5",
            Rule::AskedIdentity => "VER-7",
            Rule::SameAnswers => "VER-14",
            Rule::OneParamsHash => "VER-15",
            Rule::SameAgain => "ID-1",
        }
    }

    /// What is broken, in words.
    #[must_use]
    pub fn broken(self) -> &'static str {
        match self {
            Rule::SameChunks => "one claimed identity, other chunks",
            Rule::OwnParamsHash => "different parameters have the same hash",
            Rule::OneIdentity => "one chunk hash stands for two identities",
            Rule::SameRefusals => "one claimed identity, other refusals",
            Rule::AskedIdentity => "a request is answered under another identity than it asks for",
            Rule::SameAnswers => "one claimed identity, other answers",
            Rule::OneParamsHash => "equal parameters have two hashes",
            Rule::SameAgain => "a fresh process answers the same request otherwise",
        }
    }
}

/// An identity in one line.
#[must_use]
pub fn in_one_line(identity: &Identity) -> String {
    let Identity { schema, normalizer_version, chunker_id, params_hash } = identity;
    format!("{schema} {normalizer_version} {chunker_id} {params_hash}")
}

/// The two sides, whose answers are judged.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'s> {
    /// The release in use.
    pub old: &'s Side,
    /// The release to replace it.
    pub new: &'s Side,
}

impl Judge<'_> {
    /// What two answers mean together. A failed side has no answer and is looked at elsewhere.
    #[must_use]
    pub fn findings(&self, channel: &Channel, request: &Request, old: &Said, new: &Said) -> Vec<Finding> {
        match (old, new) {
            (Said::Failed(_), _) | (_, Said::Failed(_)) => Vec::new(),
            (Said::Refused(old), Said::Refused(new)) => self.two_refusals(channel, request, old, new),
            (Said::Ok(_), Said::Refused(_)) | (Said::Refused(_), Said::Ok(_)) => {
                self.one_refusal(channel, request, old, new).into_iter().collect()
            }
            (Said::Ok(old), Said::Ok(new)) => self.two_answers(channel, request, old, new),
        }
    }

    /// The same without what only the two Unicode versions explain: each side says what v1 says under its version.
    #[must_use]
    pub fn unexplained(&self, channel: &Channel, request: &Request, old: &Said, new: &Said) -> Vec<Finding> {
        let findings = self.findings(channel, request, old, new);
        let (Some(Behaviour::Version(one)), Some(Behaviour::Version(other))) = (self.old.shown, self.new.shown) else {
            return findings;
        };
        let is_right = |unicode: UnicodeVersion, said: &Said| {
            self.findings(channel, request, &reference(request, unicode), said).is_empty()
        };
        let is_of_two = one != other && *channel == Channel::V1 && !findings.is_empty();
        if is_of_two && is_right(one, old) && is_right(other, new) { Vec::new() } else { findings }
    }

    /// What an answer means that the new side gave alone.
    #[must_use]
    pub fn alone(channel: &Channel, said: &Said) -> Vec<Finding> {
        let Said::Ok(ok) = said else { return Vec::new() };
        let TypedOk::Chunk(reply) = ok.as_ref() else { return Vec::new() };
        other_schema(channel, reply).into_iter().collect()
    }

    /// What two answers of one release to the same request mean, each of another process.
    #[must_use]
    pub fn again(one: &Said, other: &Said) -> Option<Violation> {
        let difference = match (one, other) {
            (Said::Failed(_), _) | (_, Said::Failed(_)) => None,
            (Said::Ok(one), Said::Ok(other)) => difference_either_way(one.as_ref(), other.as_ref()),
            (Said::Refused(one), Said::Refused(other)) => difference_either_way(one, other),
            _ => Some(Difference::new("answer", outcome(one), outcome(other))),
        }?;
        let field = without_indices(&difference.path);
        Some(Violation { rule: Rule::SameAgain, field, difference })
    }

    fn two_refusals(&self, channel: &Channel, request: &Request, old: &ErrorReply, new: &ErrorReply) -> Vec<Finding> {
        let Some(difference) = difference_either_way(old, new) else { return Vec::new() };
        let (said_old, said_new) = (outcome_of_refusal(old), outcome_of_refusal(new));
        if let Some(check) = parameter_check(channel, request, [&old.code, &new.code], (said_old, said_new)) {
            return vec![check];
        }
        vec![violation(Rule::SameRefusals, &format!("error.{}", difference.path), difference)]
    }

    fn one_refusal(&self, channel: &Channel, request: &Request, old: &Said, new: &Said) -> Option<Finding> {
        let (said_old, said_new) = (outcome(old), outcome(new));
        if is_of_own_schema(request, old, self.old) || is_of_own_schema(request, new, self.new) {
            return None;
        }
        let codes = [code(old), code(new)];
        if let Some(check) = parameter_check(channel, request, codes, (said_old.clone(), said_new.clone())) {
            return Some(check);
        }
        let field = format!("{said_old}, then {said_new}");
        Some(violation(Rule::SameRefusals, &field, Difference::new("answer", said_old, said_new)))
    }

    fn two_answers(&self, channel: &Channel, request: &Request, old: &TypedOk, new: &TypedOk) -> Vec<Finding> {
        match (old, new) {
            (TypedOk::Chunk(old), TypedOk::Chunk(new)) => self.two_chunkings(channel, request, old, new),
            (TypedOk::Params(old), TypedOk::Params(new)) if old == new => Vec::new(),
            (TypedOk::Params(old), TypedOk::Params(new)) => {
                let (old, new) = (old.params_hash.clone(), new.params_hash.clone());
                vec![new_identity(channel, request, "params_hash".to_owned(), old, new)]
            }
            _ => self.stage(request, old, new).into_iter().collect(),
        }
    }

    fn two_chunkings(&self, channel: &Channel, request: &Request, old: &ChunkOk, new: &ChunkOk) -> Vec<Finding> {
        let schemas: Vec<Finding> =
            [old, new].into_iter().filter_map(|reply| other_schema(channel, reply)).take(1).collect();
        if !schemas.is_empty() {
            return schemas;
        }
        if old.identity != new.identity {
            let (old, new) = (&old.identity, &new.identity);
            return vec![new_identity(channel, request, changed(old, new), in_one_line(old), in_one_line(new))];
        }
        let (old, new) = self.comparable(old, new);
        match first_difference(&old, &new) {
            None => Vec::new(),
            Some(difference) => {
                let is_of_chunks = difference.path.starts_with("chunks");
                let rule = if is_of_chunks { Rule::SameChunks } else { Rule::SameAnswers };
                vec![violation(rule, &without_indices(&difference.path), difference)]
            }
        }
    }

    /// The fields that both sides owe.
    fn comparable(&self, old: &ChunkOk, new: &ChunkOk) -> (ChunkOk, ChunkOk) {
        let (mut old, mut new) = (old.clone(), new.clone());
        if !self.old.hello.declares("snapping") || !self.new.hello.declares("snapping") {
            for chunk in old.chunks.iter_mut().chain(&mut new.chunks) {
                chunk.raw_end_word = None;
                chunk.snap_kind = None;
            }
        }
        (old, new)
    }

    /// Two answers to an operation that belongs to a stage of the chunking, or stands beside it.
    fn stage(&self, request: &Request, old: &TypedOk, new: &TypedOk) -> Option<Finding> {
        let difference = first_difference(old, new)?;
        if let Some(finding) = self.other_default_identity(request) {
            return Some(finding);
        }
        Some(violation(Rule::SameAnswers, &without_indices(&difference.path), difference))
    }

    /// For the operations whose answers a new identity may change: the two identities, if they are two.
    fn other_default_identity(&self, request: &Request) -> Option<Finding> {
        let (old, new) = (self.old.default_identity.as_ref()?, self.new.default_identity.as_ref()?);
        let is_other = match request {
            Request::Normalize { .. } => {
                (&old.schema, &old.normalizer_version) != (&new.schema, &new.normalizer_version)
            }
            Request::Fingerprints { .. } => old != new,
            _ => false,
        };
        is_other.then(|| Finding::NewIdentity {
            changed: changed(old, new),
            old: in_one_line(old),
            new: in_one_line(new),
        })
    }
}

/// An answer whose identity has another schema than was asked for.
fn other_schema(channel: &Channel, reply: &ChunkOk) -> Option<Finding> {
    let (asked, claimed) = (channel.schema(), reply.identity.schema.as_str());
    (asked != claimed).then(|| {
        let difference = Difference::new("identity.schema", asked, claimed);
        violation(Rule::AskedIdentity, "identity.schema", difference)
    })
}

/// Whether an accepted request names an identity that the side offers beside v1 (VER-7).
fn is_of_own_schema(request: &Request, said: &Said, side: &Side) -> bool {
    match (request, said) {
        (Request::ChunkHash { identity_schema_version: schema, .. }, Said::Ok(_)) => {
            schema != IDENTITY_SCHEMA && side.hello.identities.contains(schema)
        }
        _ => false,
    }
}

/// A changed parameter check, if the parameters claim no identity where they are refused.
fn parameter_check(
    channel: &Channel,
    request: &Request,
    codes: [&str; 2],
    (old, new): (String, String),
) -> Option<Finding> {
    let (field, why) = match standing(request)? {
        Standing::Open { field, why } => (field, why),
        // What another identity makes of its parameters is not known here but from its refusals.
        Standing::Valid(_) if *channel != Channel::V1 && codes.contains(&"invalid-params") => {
            ("params".to_owned(), format!("refused under {}", channel.schema()))
        }
        Standing::Valid(_) => return None,
    };
    Some(Finding::ParameterCheck { field, why, old, new })
}

/// Another identity than before; for parameters that claim none where they are refused, only another check.
fn new_identity(channel: &Channel, request: &Request, changed: String, old: String, new: String) -> Finding {
    let outcomes = ("accepted".to_owned(), "accepted with another hash".to_owned());
    match parameter_check(channel, request, ["", ""], outcomes) {
        Some(check) => check,
        None => Finding::NewIdentity { changed, old, new },
    }
}

/// What of an identity changed. Parameter hashes are not named, for every set of parameters has its own.
fn changed(old: &Identity, new: &Identity) -> String {
    let named = [
        ("schema", &old.schema, &new.schema),
        ("normalizer_version", &old.normalizer_version, &new.normalizer_version),
        ("chunker_id", &old.chunker_id, &new.chunker_id),
    ];
    let named = named.into_iter().filter(|(_, old, new)| old != new);
    let mut changed: Vec<String> = named.map(|(name, old, new)| format!("{name} {old}, then {new}")).collect();
    if old.params_hash != new.params_hash {
        changed.push("params_hash".to_owned());
    }
    changed.join("; ")
}

fn violation(rule: Rule, field: &str, difference: Difference) -> Finding {
    Finding::Violation(Box::new(Violation { rule, field: field.to_owned(), difference }))
}

fn code(said: &Said) -> &str {
    match said {
        Said::Refused(error) => &error.code,
        _ => "",
    }
}

/// What a release makes of a request, in words.
#[must_use]
pub fn outcome(said: &Said) -> String {
    match said {
        Said::Ok(_) => "accepted".to_owned(),
        Said::Refused(error) => outcome_of_refusal(error),
        Said::Failed(failure) => failure.class.as_str().to_owned(),
    }
}

fn outcome_of_refusal(error: &ErrorReply) -> String {
    format!("refused as {}", error.code)
}

/// A path such as `chunks[2].end_word` as `chunks.end_word`.
fn without_indices(path: &str) -> String {
    let mut plain = String::new();
    let mut is_index = false;
    for c in path.chars() {
        match c {
            '[' => is_index = true,
            ']' => is_index = false,
            _ if is_index => {}
            c => plain.push(c),
        }
    }
    plain
}
