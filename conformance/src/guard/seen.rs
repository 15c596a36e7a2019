//! What answers to different requests mean together: a chunk hash belongs to one identity (VER-4), different
//! parameters have different hashes (VER-3), equal ones have one within a release (VER-15).

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use steadlith_reference::params::Params;
use steadlith_vectors::reply::Identity;
use steadlith_vectors::request::Request;

use super::block::params_hash;
use super::channel::Channel;
use super::params::{Written, effective, key};
use super::party::Said;
use super::rules::Rule;

/// How many chunk hashes are remembered, so that memory stays bounded: about 130 MB.
const HASHES_KEPT: usize = 2_000_000;
/// How many claims of a parameter hash are remembered.
const CLAIMS_KEPT: usize = 200_000;

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// The release in use.
    Old,
    /// The release to replace it.
    New,
}

/// An answer, by who gave it to which input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    /// The number of the input.
    pub input: usize,
    /// Who gave it.
    pub who: Who,
    /// The number of the channel.
    pub channel: usize,
    /// The words of the input.
    pub words: usize,
}

/// Two answers that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The rule that they break.
    pub rule: Rule,
    /// In what they differ, which makes the kind of the violation.
    pub field: String,
    /// The earlier answer.
    pub first: Given,
    /// The later one.
    pub second: Given,
}

/// Chunk hashes that were produced under an identity, by their digests.
#[derive(Debug, Clone)]
pub struct HashClaim {
    /// Who produced them.
    pub who: Who,
    /// The number of the channel.
    pub channel: usize,
    /// The identity.
    pub identity: Identity,
    /// The digests of the hashes.
    pub hashes: Vec<u128>,
}

/// A parameter hash that was claimed for effective parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamsClaim {
    /// Who claimed it.
    pub who: Who,
    /// The number of the channel.
    pub channel: usize,
    /// The effective parameters under v1; `None` under another identity, where they are not known here.
    pub params: Option<Params>,
    /// Which of them the request writes out.
    pub written: Written,
    /// What equal parameters have in common: see [`super::params::key`].
    pub key: String,
    /// The hash.
    pub hash: String,
    /// Whether it is the hash that v1 gives these parameters.
    pub is_of_v1: bool,
}

impl ParamsClaim {
    /// The claim of an answer; `None` if it makes none, or none that can be compared.
    #[must_use]
    pub fn of(who: Who, channel: usize, asked: &Channel, request: &Request, said: &Said) -> Option<ParamsClaim> {
        let hash = params_hash(said)?.to_owned();
        // What other identities make of their parameters is not known here.
        let is_v1 = *asked == Channel::V1;
        let key = key(request, is_v1)?;
        let params = if is_v1 { effective(request) } else { None };
        let is_of_v1 = params.as_ref().is_some_and(|params| params.hash() == hash);
        Some(ParamsClaim { who, channel, params, written: Written::by(request), key, hash, is_of_v1 })
    }

    /// Whether a release that gives both hashes gives equal parameters two of them (VER-15). Another default of what
    /// only one request leaves out explains two hashes, unless that one has the hash of v1: then its defaults are v1's.
    #[must_use]
    pub fn is_second_hash(&self, other: &ParamsClaim) -> bool {
        let has_defaults_of_v1 =
            |one: &ParamsClaim, other: &ParamsClaim| one.is_of_v1 && one.written.is_within(other.written);
        let is_of_one_release = (self.who, self.channel) == (other.who, other.channel);
        is_of_one_release
            && self.key == other.key
            && self.hash != other.hash
            && (self.written == other.written || has_defaults_of_v1(self, other) || has_defaults_of_v1(other, self))
    }

    /// The parameter in which two claims of one hash differ (VER-3). Another default of what a request leaves out
    /// explains one hash, unless it has the hash of v1: then its defaults are v1's.
    #[must_use]
    pub fn differs_under_one_hash(&self, other: &ParamsClaim) -> Option<String> {
        let (one, another) = (self.params.as_ref()?, other.params.as_ref()?);
        let told = match (self.is_of_v1, other.is_of_v1) {
            (true, _) => other.written,
            (_, true) => self.written,
            _ => self.written.and(other.written),
        };
        (self.hash == other.hash && told.holds_difference(one, another)).then(|| differing_parameters(one, another))
    }
}

/// The memory of all answers so far.
#[derive(Debug, Default)]
pub struct Seen {
    identities: Vec<Identity>,
    numbers: HashMap<[String; 4], u32>,
    hashes: HashMap<u128, (u32, Given)>,
    claims: Vec<(ParamsClaim, Given)>,
    by_hash: HashMap<String, Vec<usize>>,
    by_key: HashMap<String, Vec<usize>>,
    /// Chunk hashes and sets of parameters that were not remembered for want of room.
    pub forgotten: u64,
}

/// A short digest of a chunk hash, whatever string a release takes for one.
#[must_use]
pub fn digest(hash: &str) -> u128 {
    let digest: [u8; 32] = Sha256::digest(hash.as_bytes()).into();
    digest.into_iter().take(16).fold(0, |value, byte| value << 8 | u128::from(byte))
}

impl Seen {
    /// Remembers chunk hashes and gives the first clash with what is remembered.
    pub fn hashes(&mut self, claim: &HashClaim, input: usize, words: usize) -> Option<Clash> {
        let given = Given { input, who: claim.who, channel: claim.channel, words };
        let identity = self.number_of(&claim.identity);
        let mut clash = None;
        for &hash in &claim.hashes {
            match self.hashes.get(&hash) {
                Some(&(other, first)) if other != identity => {
                    let field = differing_member(&self.identities[other as usize], &claim.identity);
                    clash.get_or_insert(Clash { rule: Rule::OneIdentity, field, first, second: given });
                }
                Some(_) => {}
                None if self.hashes.len() < HASHES_KEPT => {
                    self.hashes.insert(hash, (identity, given));
                }
                None => self.forgotten += 1,
            }
        }
        clash
    }

    /// Remembers a parameter hash and gives the clashes with what is remembered.
    pub fn params(&mut self, claim: &ParamsClaim, input: usize, words: usize) -> Vec<Clash> {
        let given = Given { input, who: claim.who, channel: claim.channel, words };
        let at = |&place: &usize| &self.claims[place];
        let mut with_hash = self.by_hash.get(&claim.hash).into_iter().flatten().map(at);
        let mut with_key = self.by_key.get(&claim.key).into_iter().flatten().map(at);
        let is_known = with_hash.clone().any(|(earlier, _)| earlier == claim);
        let one_hash = with_hash
            .find_map(|(earlier, first)| Some((Rule::OwnParamsHash, earlier.differs_under_one_hash(claim)?, *first)));
        let two_hashes = with_key
            .find(|(earlier, _)| earlier.is_second_hash(claim))
            .map(|(_, first)| (Rule::OneParamsHash, "params_hash".to_owned(), *first));
        let clashes = one_hash.into_iter().chain(two_hashes);
        let clashes = clashes.map(|(rule, field, first)| Clash { rule, field, first, second: given }).collect();
        if is_known {
            return clashes;
        }
        if self.claims.len() == CLAIMS_KEPT {
            self.forgotten += 1;
            return clashes;
        }
        self.by_hash.entry(claim.hash.clone()).or_default().push(self.claims.len());
        self.by_key.entry(claim.key.clone()).or_default().push(self.claims.len());
        self.claims.push((claim.clone(), given));
        clashes
    }

    fn number_of(&mut self, identity: &Identity) -> u32 {
        let Identity { schema, normalizer_version, chunker_id, params_hash } = identity.clone();
        let key = [schema, normalizer_version, chunker_id, params_hash];
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = u32::try_from(self.identities.len()).unwrap_or(u32::MAX);
        self.identities.push(identity.clone());
        self.numbers.insert(key, number);
        number
    }
}

/// The first member in which two identities differ.
#[must_use]
pub fn differing_member(one: &Identity, other: &Identity) -> String {
    let member = if one.schema != other.schema {
        "schema"
    } else if one.normalizer_version != other.normalizer_version {
        "normalizer_version"
    } else if one.chunker_id != other.chunker_id {
        "chunker_id"
    } else {
        "params_hash"
    };
    format!("identity.{member}")
}

/// The parameter in which two sets differ, or that there are several.
#[must_use]
pub fn differing_parameters(one: &Params, other: &Params) -> String {
    let pairs = one.fields().into_iter().zip(other.fields());
    let differing: Vec<&str> = pairs.filter(|(one, other)| one != other).map(|((name, _), _)| name).collect();
    match differing.as_slice() {
        [name] => (*name).to_owned(),
        _ => "several parameters".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use serde_json::{Value, json};

    use super::*;
    use crate::judge::typed::TypedOk;

    fn identity(params_hash: &str) -> Identity {
        let [schema, normalizer_version, chunker_id] = ["s", "n", "c"].map(str::to_owned);
        Identity { schema, normalizer_version, chunker_id, params_hash: params_hash.to_owned() }
    }

    fn claim(params_hash: &str, hashes: &[&str]) -> HashClaim {
        let hashes = hashes.iter().map(|hash| digest(hash)).collect();
        HashClaim { who: Who::Old, channel: 0, identity: identity(params_hash), hashes }
    }

    #[test]
    fn a_hash_belongs_to_the_identity_that_had_it_first() {
        let mut seen = Seen::default();
        assert_eq!(seen.hashes(&claim("p", &["a", "b"]), 1, 5), None);
        assert_eq!(seen.hashes(&claim("p", &["b"]), 2, 5), None);
        assert_eq!(seen.hashes(&claim("q", &["c"]), 3, 5), None);
        let clash = seen.hashes(&claim("q", &["b"]), 4, 5);
        let clash = clash.map(|clash| (clash.field, clash.first.input, clash.second.input));
        assert_eq!(clash, Some(("identity.params_hash".to_owned(), 1, 4)));
    }

    /// What a side says to the operation `params`, with the hash of v1 or another.
    fn said(who: Who, params: Value, hash: Option<&str>) -> Result<ParamsClaim, Box<dyn Error>> {
        let request = Request::Params { params: Some(params) };
        let v1 = effective(&request).ok_or("the parameters are not valid")?.hash();
        let hash = hash.map_or(v1, str::to_owned);
        let ok = TypedOk::read(&request, &serde_json::value::to_raw_value(&json!({"params_hash": hash}))?, false);
        let said = Said::Ok(Box::new(ok.map_err(|failure| failure.message)?));
        Ok(ParamsClaim::of(who, 0, &Channel::V1, &request, &said).ok_or("no claim")?)
    }

    fn rules_of(claims: Vec<ParamsClaim>) -> Vec<(Rule, String)> {
        let mut seen = Seen::default();
        let clashes = claims.into_iter().enumerate().flat_map(|(input, claim)| seen.params(&claim, input, 0));
        clashes.map(|clash| (clash.rule, clash.field)).collect()
    }

    #[test]
    fn parameters_and_their_hashes_go_together() -> Result<(), Box<dyn Error>> {
        let of = |params: &Value, hash| said(Who::New, params.clone(), hash);
        let (none, w48, w47, w2) =
            (json!({}), json!({"window_words": 48}), json!({"window_words": 47}), json!({"window_words": 2}));
        let second = vec![(Rule::OneParamsHash, "params_hash".to_owned())];
        let shared = vec![(Rule::OwnParamsHash, "window_words".to_owned())];
        let nothing = Vec::new();
        for (one, other, clashes) in [
            (of(&none, None)?, of(&w48, None)?, &nothing),
            (of(&w2, Some("x"))?, of(&w2, Some("x"))?, &nothing),
            (of(&w2, Some("x"))?, of(&w2, Some("y"))?, &second),
            // A release may have hashes of its own.
            (said(Who::Old, w2.clone(), None)?, of(&w2, Some("x"))?, &nothing),
            // The defaults are those of v1, so it makes no difference to write one out.
            (of(&none, None)?, of(&w48, Some("x"))?, &second),
            // Another default: what is written out has the hash of v1, what is left out has not.
            (of(&none, Some("x"))?, of(&w48, None)?, &nothing),
            (of(&none, Some(&of(&w47, None)?.hash))?, of(&w47, None)?, &nothing),
            (of(&none, Some("x"))?, of(&w47, Some("x"))?, &nothing),
            (of(&w2, Some("x"))?, of(&w47, Some("x"))?, &shared),
            (of(&none, None)?, of(&w47, Some(&of(&none, None)?.hash))?, &shared),
            (said(Who::Old, none.clone(), None)?, of(&w47, Some(&of(&none, None)?.hash))?, &shared),
        ] {
            assert_eq!(&rules_of(vec![one.clone(), other.clone()]), clashes, "{one:?}, then {other:?}");
            assert_eq!(&rules_of(vec![other.clone(), one.clone()]), clashes, "{other:?}, then {one:?}");
        }
        Ok(())
    }
}
