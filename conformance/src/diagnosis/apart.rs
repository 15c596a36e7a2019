//! What tells faults apart that explain the same failures: cases that were not asked, or requests that are no case.

use std::collections::HashSet;

use serde_json::Value;

use super::evidence::Evidence;
use crate::ascii_json;
use crate::item::Item;
use crate::model::{Fault, Model};

/// How many are named.
const NAMED: usize = 3;
/// A longer request is of no use to a reader, in bytes.
const SHOWN: usize = 300;

/// Ids of cases that were not asked and whose answers differ among the faults; without any, requests that do.
pub(super) fn told_apart_by(faults: &[Fault], evidence: &Evidence<'_>) -> Vec<String> {
    if faults.len() < 2 {
        return Vec::new();
    }
    let unicode = evidence.judge.unicode.as_str();
    let differ = |request: &Value| {
        let mut replies = faults.iter().map(|&fault| Model::new(Some(unicode), Some(fault)).answer(request));
        let first = replies.next();
        replies.any(|reply| Some(reply) != first)
    };
    let cases = evidence.unasked.iter().filter(|(_, wire)| differ(wire)).map(|(item, _)| Item::id(*item).to_owned());
    let cases: Vec<String> = cases.take(NAMED).collect();
    if !cases.is_empty() {
        return cases;
    }
    let probes = faults.iter().flat_map(|fault| fault.info().probe());
    let probes = probes.filter(&differ).map(|request| ascii_json::to_string(&request));
    let mut seen = HashSet::new();
    probes.filter(|request| request.len() <= SHOWN && seen.insert(request.clone())).take(NAMED).collect()
}
