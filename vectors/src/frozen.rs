//! The list of released cases: a released case never changes (VER-9), and a wrong one is withdrawn (VER-10).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::suite::Suite;

/// The file `frozen.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// Id and digest of every released case.
    pub released: BTreeMap<String, String>,
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
    /// What is wrong between this list and a suite: one line for each released case that changed or is gone, and for
    /// each withdrawn case that is still there. Empty if all is well. Cases that are not listed are new, which is fine.
    #[must_use]
    pub fn breaches(&self, suite: &Suite) -> Vec<String> {
        let digests = suite.digests();
        let mut breaches = Vec::new();
        for (id, digest) in &self.released {
            match digests.get(id.as_str()) {
                _ if self.withdrawn.contains_key(id) => {}
                None => breaches.push(format!("{id}: the case was released and is gone; withdraw it with a reason instead")),
                Some(now) if now != digest => breaches.push(format!(
                    "{id}: the case was released and has changed; restore it, or withdraw it and give the new one a new id"
                )),
                Some(_) => {}
            }
        }
        for id in self.withdrawn.keys() {
            if digests.contains_key(id.as_str()) {
                breaches.push(format!("{id}: the case is withdrawn but still there"));
            }
            if !self.released.contains_key(id) {
                breaches.push(format!("{id}: the case is withdrawn but was never released"));
            }
        }
        breaches
    }

    /// This list with the cases of a suite that it does not hold yet. Nothing that is listed changes.
    #[must_use]
    pub fn with_new_cases(mut self, suite: &Suite) -> Frozen {
        for (id, digest) in suite.digests() {
            self.released.entry(id.to_owned()).or_insert(digest);
        }
        self
    }
}
