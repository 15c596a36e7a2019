//! Measures `guard`: every fault that changes a chunk, a hash or a refusal under one identity has to be caught.
//!
//! The second implementation without a fault is the old release and the same with a fault the new one, both in this
//! very process.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use steadlith_conformance::guard::compare::{Options, Simulation, compare};
use steadlith_conformance::guard::outcome::Comparison;
use steadlith_conformance::model::{Fault, FaultInfo};
use steadlith_vectors::suite::Suite;
use steadlith_vectors::text::Text;

/// The words that an example should not exceed.
pub const FEW_WORDS: usize = 12;

/// How many processors are used.
const WORKERS: usize = 2;

/// What guard made of one fault.
#[derive(Debug)]
pub struct Measured {
    /// The fault.
    pub info: &'static FaultInfo,
    /// What came of it.
    pub outcome: Outcome,
}

/// What guard made of a fault.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A rule is broken.
    Caught {
        /// The clauses of the broken rules.
        clauses: Vec<String>,
        /// The words of the smallest example.
        words: usize,
        /// Whether only requests with large texts show it.
        needs_large: bool,
    },
    /// No rule is broken, and this is what shows instead; empty if nothing does.
    NotCaught(String),
    /// It cannot be compared at all, and why.
    NotCompared(String),
}

/// Measures faults, in their order. `on_result` hears of each as it comes.
pub fn measured(
    faults: &[&'static FaultInfo],
    suite: &Suite,
    documents: usize,
    on_result: &(dyn Fn() + Sync),
) -> Vec<Measured> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&info) = faults.get(number) else { return };
                    let outcome = measure(info, suite, documents);
                    if let Ok(mut results) = results.lock() {
                        results.push((number, Measured { info, outcome }));
                    }
                    on_result();
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, measured)| measured).collect()
}

/// The large texts cost more than all others together and are asked only if these show nothing.
fn measure(info: &'static FaultInfo, suite: &Suite, documents: usize) -> Outcome {
    let mut large = suite.clone();
    large.cases.retain(|case| matches!(case.request.text(), Some(Text::Generated(_))));
    large.relations.clear();
    for (suite, skip_large, documents) in [(suite, true, documents), (&large, false, 0)] {
        let options =
            Options { suite, skip_large, documents, seed: 1, corpus: None, jobs: NonZeroUsize::MIN, migration: false };
        let (old, new) = (Simulation(None), Simulation(Fault::from_id(info.id)));
        let outcome = match compare(&old, &new, &options, &mut |_| {}) {
            Ok(comparison) => outcome(&comparison, !skip_large),
            Err((_, error)) => return Outcome::NotCompared(error.to_string()),
        };
        if outcome != Outcome::NotCaught(String::new()) {
            return outcome;
        }
    }
    Outcome::NotCaught(String::new())
}

fn outcome(comparison: &Comparison, needs_large: bool) -> Outcome {
    if comparison.violations.is_empty() {
        return Outcome::NotCaught(instead(comparison));
    }
    let mut clauses: Vec<String> = comparison.violations.iter().map(|breach| breach.clause.clone()).collect();
    clauses.dedup();
    let words = comparison.violations.iter().map(|breach| breach.example.words).min().unwrap_or_default();
    Outcome::Caught { clauses, words, needs_large }
}

/// What shows of a fault that breaks no rule.
fn instead(comparison: &Comparison) -> String {
    let mut shown: Vec<String> = comparison.notes.iter().filter(|note| note.starts_with("new: ")).cloned().collect();
    if let Some(failure) = comparison.failures.first() {
        shown.push(format!("{} requests without an answer: {}", comparison.failure_count, failure.message));
    }
    if let Some(new) = comparison.new_identities.first() {
        let inputs = comparison.asked.under_new_identity;
        shown.push(format!("another claimed identity for {inputs} inputs: {}", new.changed));
    }
    if let Some(check) = comparison.parameter_checks.first() {
        let checks = comparison.parameter_checks.len();
        shown.push(format!("{checks} parameter checks: {}: {}, then {}", check.params, check.old, check.new));
    }
    if comparison.two_unicodes.as_ref().is_some_and(|two| two.differ > 0) {
        shown.push("another Unicode version".to_owned());
    }
    shown.join("; ")
}
