//! The list of released cases: a released case never changes (VER-9), and a wrong one is withdrawn (VER-10).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::suite::{Suite, numbers};

/// The file `frozen.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// By suite version, id and digest of every case that came in with it. A version that stands here is released: no
    /// case joins it any more.
    pub released: BTreeMap<String, BTreeMap<String, String>>,
    /// Cases that were released and proved wrong, by id. They are judged in no version.
    pub withdrawn: BTreeMap<String, Withdrawal>,
}

/// Why a released case is judged no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The suite version that withdrew it.
    pub since: String,
    /// What was wrong with it, and which case replaces it.
    pub reason: String,
}

impl Frozen {
    /// What is wrong between this list and a suite, one line each: a released case that changed, is gone or names
    /// another version; a new case in a version that is out; a withdrawn case that is still there. Empty if all is well.
    #[must_use]
    pub fn breaches(&self, suite: &Suite) -> Vec<String> {
        let digests = suite.digests();
        let sinces = suite.sinces();
        let mut breaches = Vec::new();
        for (version, id, digest) in self.cases().filter(|(_, id, _)| !self.withdrawn.contains_key(*id)) {
            match (digests.get(id), sinces.get(id)) {
                (Some(now), _) if now != digest => breaches.push(format!(
                    "{id}: the case was released and has changed; restore it, or withdraw it and give the new one a new id"
                )),
                (Some(_), Some(&since)) if since != version => breaches.push(format!(
                    "{id}: the case was released in version {version} and says that it came in with {since}; restore it"
                )),
                (Some(_), Some(_)) => {}
                _ => breaches.push(format!("{id}: the case was released and is gone; withdraw it with a reason instead")),
            }
        }
        let released = self.since();
        let latest = self.released.keys().max_by_key(|version| numbers(version));
        for (id, since) in sinces {
            if let Some(latest) = latest.filter(|latest| numbers(since) <= numbers(latest))
                && !released.contains_key(id)
            {
                breaches.push(format!(
                    "{id}: the case is new and says that it came in with {since}, but {latest} is released; raise the \
                     version"
                ));
            }
        }
        for id in self.withdrawn.keys() {
            if digests.contains_key(id.as_str()) {
                breaches.push(format!("{id}: the case is withdrawn but still there"));
            }
            if !released.contains_key(id.as_str()) {
                breaches.push(format!("{id}: the case is withdrawn but was never released"));
            }
        }
        breaches
    }

    /// The suite version that brought each released case, by its id (VER-12).
    #[must_use]
    pub fn since(&self) -> BTreeMap<&str, &str> {
        self.cases().map(|(version, id, _)| (id, version)).collect()
    }

    /// Every released case, withdrawn ones included: the version that brought it, its id and its digest.
    fn cases(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.released.iter().flat_map(|(version, cases)| {
            cases.iter().map(|(id, digest)| (version.as_str(), id.as_str(), digest.as_str()))
        })
    }

    /// This list with the cases of a suite that it does not hold yet, each under the version that it names. Nothing that
    /// is listed changes.
    #[must_use]
    pub fn with_new_cases(mut self, suite: &Suite) -> Frozen {
        let digests = suite.digests();
        let released = self.since();
        let new = suite.sinces().into_iter().filter(|(id, _)| !released.contains_key(id));
        let new: Vec<(&str, &str)> = new.collect();
        for (id, since) in new {
            let digest = digests.get(id).cloned().unwrap_or_default();
            self.released.entry(since.to_owned()).or_default().insert(id.to_owned(), digest);
        }
        self
    }
}
