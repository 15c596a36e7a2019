//! A run taken apart for comparison with known mistakes: what failed and how, what passed, and in which order it was
//! asked.

use std::collections::HashMap;

use serde_json::Value;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;

use super::said::Said;
use crate::failure::{Class, Failure};
use crate::item::{Item, items, turns};
use crate::judge::Judge;
use crate::model::Model;
use crate::results::{Run, Verdict};
use crate::run::{Options, shares};
use crate::session::Wire;
use crate::unicode_probe;

/// How many failures with large texts are compared if no other failed, cheapest first.
const LARGE_COMPARED: usize = 2;

/// What is known of an implementation.
pub(super) struct Evidence<'s> {
    /// How replies were judged.
    pub judge: Judge,
    /// The Unicode version that the testee declares, if the probe showed another.
    pub declared: Option<UnicodeVersion>,
    /// The counted failures that can be compared.
    pub failed: Vec<Failed<'s>>,
    /// The passed cases of one small request.
    pub passed: Vec<Passed<'s>>,
    /// The passed relations of small requests.
    pub passed_relations: Vec<Item<'s>>,
    /// Whether the probe passed.
    pub probe_passed: bool,
    /// The verdicts in the order in which each process gave them.
    pub shares: Vec<Vec<Asked<'s>>>,
    /// Small cases of one request that were not asked.
    pub unasked: Vec<(Item<'s>, Value)>,
    /// Whether each case had a process of its own.
    pub isolate: bool,
    /// How many counted failures cannot be compared.
    pub not_compared: usize,
    /// Whether only failures with large texts are compared.
    pub large_only: bool,
}

/// A case that failed.
pub(super) struct Failed<'s> {
    /// The case; `None` for the probe.
    pub item: Option<Item<'s>>,
    /// How it failed.
    pub failure: Failure,
    /// For a case of one request whose reply was kept: the request, and what the testee said.
    pub reply: Option<FailedAnswer<'s>>,
    /// The clause that it is about.
    pub clause: String,
}

/// The reply that failed a case of one request.
pub(super) struct FailedAnswer<'s> {
    /// The request.
    pub request: &'s Request,
    /// The same as it went over the wire.
    pub wire: Value,
    /// The id of the request.
    pub id: u64,
    /// What came.
    pub said: Said,
    /// The reply of the model without a fault.
    pub right: Value,
}

/// A case of one request that passed.
pub(super) struct Passed<'s> {
    /// The case.
    pub item: Item<'s>,
    /// The request as it goes over the wire.
    pub wire: Value,
    /// The reply of the model without a fault.
    pub right: Value,
}

/// A case as one process met it.
pub(super) struct Asked<'s> {
    /// The case; `None` for the probe.
    pub item: Option<Item<'s>>,
    /// How it failed, if it did.
    pub failure: Option<Failure>,
    /// Its place among the compared failures, if it is there.
    pub place: Option<usize>,
}

impl<'s> Evidence<'s> {
    pub(super) fn of(suite: &'s Suite, options: &Options, run: &Run) -> Evidence<'s> {
        let unicode = UnicodeVersion::parse(&run.unicode.judged_by).unwrap_or_default();
        let snapping = run.implementation.capabilities.iter().any(|name| name == "snapping");
        let known: HashMap<&str, Item<'s>> = items(suite).into_iter().map(|item| (item.id(), item)).collect();
        let mut evidence = Evidence {
            judge: Judge { unicode, snapping },
            declared: run.unicode.declared.as_deref().and_then(UnicodeVersion::parse).filter(|it| *it != unicode),
            failed: Vec::new(),
            passed: Vec::new(),
            passed_relations: Vec::new(),
            probe_passed: false,
            shares: Vec::new(),
            unasked: Vec::new(),
            isolate: options.isolate,
            not_compared: 0,
            large_only: false,
        };
        let mut asked = HashMap::new();
        for case in &run.cases {
            let item = known.get(case.id.as_str()).copied();
            if item.is_none() && case.id != unicode_probe::CASE_ID {
                // Two answers of the testee that differ from each other say nothing about a mistake in either.
                evidence.not_compared += usize::from(case.failure().is_some());
                continue;
            }
            match &case.verdict {
                Verdict::Skipped { .. } => continue,
                Verdict::Passed => evidence.add_passed(item),
                Verdict::Failed(failure) if run.is_counted(case) => {
                    let clause = case.clauses.first().cloned().unwrap_or_default();
                    evidence.add_failed(item, failure, clause);
                }
                Verdict::Failed(_) => {}
            }
            asked.insert(case.id.as_str(), case.failure());
        }
        evidence.keep_comparable();
        evidence.add_shares(suite, options, &asked);
        let is_small_and_new = |item: &Item<'s>| !asked.contains_key(item.id()) && !item.is_large();
        for item in items(suite).into_iter().filter(is_small_and_new) {
            if let Some(request) = single(item) {
                evidence.unasked.push((item, wire(request, 1)));
            }
        }
        evidence
    }

    /// A fresh process of the model without a fault.
    pub(super) fn faultless(&self) -> Model {
        Model::new(Some(self.judge.unicode.as_str()), None)
    }

    fn add_passed(&mut self, item: Option<Item<'s>>) {
        match item {
            None => self.probe_passed = true,
            Some(item) if item.is_large() => {}
            Some(item) => match single(item) {
                None => self.passed_relations.push(item),
                Some(request) => {
                    let wire = wire(request, 1);
                    let right = self.faultless().answer(&wire);
                    self.passed.push(Passed { item, wire, right });
                }
            },
        }
    }

    fn add_failed(&mut self, item: Option<Item<'s>>, failure: &Failure, clause: String) {
        if !matches!(failure.class, Class::WrongAnswer | Class::Protocol) {
            self.not_compared += 1;
            return;
        }
        let reply = match (item.and_then(single), &failure.reply) {
            (Some(request), Some(reply)) => {
                let said = Said::read(request, self.judge.snapping, reply.id, &reply.line);
                let wire = wire(request, reply.id);
                let right = self.faultless().answer(&wire);
                Some(FailedAnswer { request, wire, id: reply.id, said, right })
            }
            // A reply that there was no room for, or none, such as output before it.
            (Some(_), None) => {
                self.not_compared += 1;
                return;
            }
            (None, _) => None,
        };
        self.failed.push(Failed { item, failure: failure.clone(), reply, clause });
    }

    /// Large texts are expensive and say little that small ones do not: they are compared only if nothing else failed.
    fn keep_comparable(&mut self) {
        let is_large = |failed: &Failed<'_>| failed.item.is_some_and(Item::is_large);
        let before = self.failed.len();
        self.large_only = before > 0 && self.failed.iter().all(is_large);
        if self.large_only {
            // A reply says more than the failure of a relation.
            self.failed.sort_by_key(|failed| (failed.reply.is_none(), failed.item.map_or(0, Item::cost)));
            self.failed.truncate(LARGE_COMPARED);
        } else {
            self.failed.retain(|failed| !is_large(failed));
        }
        self.not_compared += before - self.failed.len();
    }

    /// Repeats how the run shared out the cases.
    fn add_shares(&mut self, suite: &'s Suite, options: &Options, asked: &HashMap<&str, Option<&Failure>>) {
        let mut turns = turns(suite);
        turns.retain(|turn| asked.contains_key(turn.item.id()));
        let entry = |evidence: &Evidence<'s>, item: Option<Item<'s>>| {
            let id = item.map(Item::id);
            let failure = asked.get(id.unwrap_or(unicode_probe::CASE_ID)).copied().flatten().cloned();
            let place = evidence.failed.iter().position(|failed| failed.item.map(Item::id) == id);
            Asked { item, failure, place }
        };
        for (number, share) in shares(&turns, options.jobs.get()).into_iter().enumerate() {
            let probe = (number == 0).then_some(None);
            let entries = probe.into_iter().chain(share.into_iter().map(|turn| Some(turn.item)));
            let entries = entries.map(|item| entry(self, item)).collect();
            self.shares.push(entries);
        }
    }
}

/// The request of a case that has only one.
fn single(item: Item<'_>) -> Option<&Request> {
    match item {
        Item::Case(case) => Some(&case.request),
        Item::Relation(_) => None,
    }
}

/// A request as it goes over the wire.
pub(super) fn wire(request: &Request, id: u64) -> Value {
    let plain = request.clone().with_plain_text();
    serde_json::to_value(Wire { id, request: &plain }).unwrap_or_default()
}
