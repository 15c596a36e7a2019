//! Finds the faults that may explain a run, without asking every fault everything.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use super::evidence::{Evidence, Failed};
use super::fit::{Fit, explains, fit, fit_in_order};
use super::said::Said;
use crate::item::Item;
use crate::model::{Fault, FaultInfo, Model, faults};

/// How many failures every fault is tried on that may explain them all.
const FIRST: usize = 8;
/// How many failures every fault is tried on otherwise.
const SAMPLE: usize = 32;
/// How many faults are tried on all failures if none explains them all.
const CANDIDATES: usize = 12;
/// How many are tried on all failures if they explain the first ones.
const CANDIDATES_OF_ALL: usize = 48;
/// From this many bytes on small cases may not reveal what a request does.
const LARGE_PROBE: usize = 500;

/// The faults that explain a failure and fail nothing that passed. If some explain everything, only faults that might
/// are looked at.
pub(super) fn fits(evidence: &Evidence<'_>) -> Vec<Fit> {
    let is_exact = |fits: &[Fit]| fits.iter().any(|fit| fit.count() == evidence.failed.len());
    let sample = sample(evidence);
    let exact = fits_of(&explaining_all(&sample, evidence), evidence);
    if is_exact(&exact) || evidence.large_only {
        return exact;
    }
    let in_order: Vec<Fit> =
        each(&WITH_HISTORY, |&fault| fit_in_order(fault, evidence)).into_iter().flatten().collect();
    if is_exact(&in_order) {
        return in_order;
    }
    let mut fits = fits_of(&explaining_some(&sample, evidence), evidence);
    fits.extend(in_order);
    fits.retain(|fit| !is_chance(fit, evidence));
    fits
}

/// Whether a fault may explain its failures by chance. A wrong answer does not come twice by chance, but a refusal is
/// one of four codes: whoever explains nothing but refusals has to explain every one with their codes.
fn is_chance(fit: &Fit, evidence: &Evidence<'_>) -> bool {
    let refused = |failed: &Failed<'_>| match failed.reply.as_ref().map(|answer| &answer.said) {
        Some(Said::Refused(error)) => Some(error.code.clone()),
        _ => None,
    };
    let failed = || evidence.failed.iter().zip(&fit.explained);
    let explained: Vec<Option<String>> =
        failed().filter(|&(_, &explained)| explained).map(|(failed, _)| refused(failed)).collect();
    explained.iter().all(Option::is_some)
        && failed().any(|(failed, &is_explained)| !is_explained && explained.contains(&refused(failed)))
}

fn fits_of(candidates: &[Fault], evidence: &Evidence<'_>) -> Vec<Fit> {
    each(candidates, |&fault| fit(fault, evidence)).into_iter().flatten().collect()
}

fn known() -> Vec<Fault> {
    faults().iter().filter_map(|info| Fault::from_id(info.id)).collect()
}

/// The faults that explain each of the first failures of a sample.
fn explaining_all(sample: &[&Failed<'_>], evidence: &Evidence<'_>) -> Vec<Fault> {
    let first = &sample[..sample.len().min(FIRST)];
    if first.is_empty() {
        return Vec::new();
    }
    let mut tried = known();
    if evidence.large_only {
        // What a small request reveals, small cases find, and they all passed.
        let clauses: Vec<&str> = first.iter().map(|failed| failed.clause.as_str()).collect();
        let is_about = |info: &FaultInfo| info.clauses.iter().any(|clause| clauses.contains(clause));
        tried.retain(|fault| has_large_probe(fault.info()) || is_about(fault.info()));
    }
    let explains_all = each(&tried, |&fault| first.iter().all(|failed| explains(fault, failed, evidence)));
    let candidates = tried.into_iter().zip(explains_all).filter_map(|(fault, all)| all.then_some(fault));
    candidates.take(CANDIDATES_OF_ALL).collect()
}

/// The faults that explain the most of a sample.
fn explaining_some(sample: &[&Failed<'_>], evidence: &Evidence<'_>) -> Vec<Fault> {
    let tried = known();
    let explained = each(&tried, |&fault| sample.iter().filter(|failed| explains(fault, failed, evidence)).count());
    let mut ranked: Vec<(usize, Fault)> = explained.into_iter().zip(tried).filter(|&(count, _)| count > 0).collect();
    ranked.sort_by_key(|&(count, _)| Reverse(count));
    ranked.into_iter().take(CANDIDATES).map(|(_, fault)| fault).collect()
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
    info.probe().iter().any(|request| request.to_string().len() > LARGE_PROBE)
}

/// The faults that show only after earlier requests.
static WITH_HISTORY: LazyLock<Vec<Fault>> =
    LazyLock::new(|| known().into_iter().filter(|fault| needs_history(fault.info())).collect());

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
