//! What answers to different requests mean together: a chunk hash belongs to one identity (VER-4), different
//! parameters have different hashes (VER-3), equal ones have one within a release (VER-15).

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use steadlith_reference::params::Params;
use steadlith_vectors::reply::Identity;

use super::rules::Rule;

/// How many chunk hashes are remembered, so that memory stays bounded: about 130 MB.
const HASHES_KEPT: usize = 2_000_000;
/// How many sets of parameters are remembered.
const PARAMS_KEPT: usize = 100_000;

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
#[derive(Debug, Clone)]
pub struct ParamsClaim {
    /// Who claimed it.
    pub who: Who,
    /// The number of the channel.
    pub channel: usize,
    /// The effective parameters under v1; `None` under another identity, where they are not known here.
    pub params: Option<Params>,
    /// What equal parameters have in common: see [`super::params::key`].
    pub key: String,
    /// The hash.
    pub hash: String,
}

/// The memory of all answers so far.
#[derive(Debug, Default)]
pub struct Seen {
    identities: Vec<Identity>,
    numbers: HashMap<[String; 4], u32>,
    hashes: HashMap<u128, (u32, Given)>,
    by_hash: HashMap<String, (Params, Given)>,
    by_params: HashMap<(Who, usize, String), (String, Given)>,
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
        let mut clashes = Vec::new();
        match (self.by_hash.get(&claim.hash), &claim.params) {
            (_, None) => {}
            (Some((params, first)), Some(claimed)) if params != claimed => {
                let field = differing_parameters(params, claimed);
                clashes.push(Clash { rule: Rule::OwnParamsHash, field, first: *first, second: given });
            }
            (Some(_), _) => {}
            (None, Some(claimed)) if self.by_hash.len() < PARAMS_KEPT => {
                self.by_hash.insert(claim.hash.clone(), (claimed.clone(), given));
            }
            (None, _) => self.forgotten += 1,
        }
        let key = (claim.who, claim.channel, claim.key.clone());
        match self.by_params.get(&key) {
            Some((hash, first)) if *hash != claim.hash => {
                let field = "params_hash".to_owned();
                clashes.push(Clash { rule: Rule::OneParamsHash, field, first: *first, second: given });
            }
            Some(_) => {}
            None if self.by_params.len() < PARAMS_KEPT => {
                self.by_params.insert(key, (claim.hash.clone(), given));
            }
            None => self.forgotten += 1,
        }
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
    use super::*;

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

    #[test]
    fn parameters_and_their_hashes_go_together() {
        let of = |who, window_words, hash: &str| {
            let params = Params { window_words, ..Params::default() };
            let key = params.canonical_json();
            ParamsClaim { who, channel: 0, params: Some(params), key, hash: hash.to_owned() }
        };
        let mut seen = Seen::default();
        assert_eq!(seen.params(&of(Who::Old, 1, "x"), 1, 0), []);
        assert_eq!(seen.params(&of(Who::New, 1, "y"), 2, 0), [], "a release may have its own");
        assert_eq!(seen.params(&of(Who::Old, 1, "x"), 3, 0), []);
        let rules = |clashes: Vec<Clash>| clashes.into_iter().map(|clash| clash.rule).collect::<Vec<_>>();
        assert_eq!(rules(seen.params(&of(Who::Old, 1, "z"), 4, 0)), [Rule::OneParamsHash]);
        let clashes = seen.params(&of(Who::New, 2, "x"), 5, 0);
        assert_eq!(clashes[0].field, "window_words");
        assert_eq!(rules(clashes), [Rule::OwnParamsHash]);
    }
}
