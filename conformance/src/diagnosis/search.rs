//! Finds the faults that may explain a run, without asking every fault everything.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use super::evidence::{Evidence, Failed};
use super::fit::{Fit, explains, fit, fit_in_order};
use crate::item::Item;
use crate::model::{Fault, FaultInfo, Model, faults};

/// How many failures every fault is tried on.
const SAMPLE: usize = 32;
/// How many faults are tried on all failures if none explains the whole sample.
const CANDIDATES: usize = 12;
/// How many are tried at most.
const CANDIDATES_OF_ALL: usize = 48;
/// A text of this many bytes makes a probe a large one.
const LARGE_PROBE: usize = 20_000;

/// The faults that explain a failure and fail nothing that passed, in the order of the list.
pub(super) fn fits(evidence: &Evidence<'_>) -> Vec<Fit> {
    let candidates = candidates(evidence);
    let found: Vec<Fit> = each(&candidates, |&fault| fit(fault, evidence)).into_iter().flatten().collect();
    if found.iter().any(|fit| fit.count() == evidence.failed.len()) || evidence.large_only {
        return found;
    }
    let with_memory: Vec<Fault> = known().filter(|fault| needs_history(fault.info())).collect();
    found.into_iter().chain(each(&with_memory, |&fault| fit_in_order(fault, evidence)).into_iter().flatten()).collect()
}

fn known() -> impl Iterator<Item = Fault> {
    faults().iter().filter_map(|info| Fault::from_id(info.id))
}

/// The faults that explain something of a sample, the most first.
fn candidates(evidence: &Evidence<'_>) -> Vec<Fault> {
    let sample = sample(evidence);
    if sample.is_empty() {
        return Vec::new();
    }
    // What a small probe reveals, small cases find; if they all passed, it is not there.
    let tried: Vec<Fault> = known().filter(|fault| !evidence.large_only || has_large_probe(fault.info())).collect();
    let explained = each(&tried, |&fault| sample.iter().filter(|failed| explains(fault, failed, evidence)).count());
    let mut ranked: Vec<(usize, Fault)> = explained.into_iter().zip(tried).filter(|&(count, _)| count > 0).collect();
    ranked.sort_by_key(|&(count, _)| Reverse(count));
    let of_all = ranked.iter().filter(|&&(count, _)| count == sample.len()).count();
    ranked.truncate(CANDIDATES.max(of_all.min(CANDIDATES_OF_ALL)));
    ranked.into_iter().map(|(_, fault)| fault).collect()
}

/// Failures of many clauses, the cheapest of each first. Relations are left to the candidates.
fn sample<'e, 's>(evidence: &'e Evidence<'s>) -> Vec<&'e Failed<'s>> {
    let mut by_cost: Vec<&Failed<'s>> =
        evidence.failed.iter().filter(|failed| failed.reply.is_some() || failed.item.is_none()).collect();
    by_cost.sort_by_key(|failed| failed.item.map_or(0, Item::cost));
    let mut of_clause: HashMap<&str, usize> = HashMap::new();
    let mut rounds: Vec<(usize, &Failed<'s>)> = Vec::new();
    for failed in by_cost {
        let round = of_clause.entry(&failed.clause).or_default();
        rounds.push((*round, failed));
        *round += 1;
    }
    rounds.sort_by_key(|&(round, _)| round);
    rounds.into_iter().take(SAMPLE).map(|(_, failed)| failed).collect()
}

fn has_large_probe(info: &FaultInfo) -> bool {
    info.probe().iter().any(|request| request["text"].as_str().is_some_and(|text| text.len() > LARGE_PROBE))
}

/// Whether a fault shows only after earlier requests: no request of its probe reveals it alone.
fn needs_history(info: &FaultInfo) -> bool {
    let probe = info.probe();
    let alone = |fault: Option<Fault>, request: &Value| Model::new(None, fault).answer(request);
    let fault = Fault::from_id(info.id);
    probe.len() > 1 && probe.iter().all(|request| alone(fault, request) == alone(None, request))
}

/// What a function gives for each of several values, worked out on all processors.
fn each<T: Sync, R: Send>(values: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((index, value)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, values.get(i)?)))
        {
            results.push((index, function(value)));
        }
        results
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
