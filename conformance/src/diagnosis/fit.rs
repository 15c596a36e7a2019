//! How much of the evidence a fault explains. A fault that fails what passed explains nothing.

use std::sync::mpsc;

use steadlith_reference::unicode::UnicodeVersion;

use super::evidence::{Asked, Evidence, Failed, FailedAnswer};
use super::said::{Said, gist};
use super::simulated::Simulated;
use crate::ascii_json;
use crate::connection::is_envelope;
use crate::failure::{Class, Failure};
use crate::item::Item;
use crate::judge::Exchange;
use crate::model::{Fault, Model};
use crate::results::Verdict;
use crate::run;
use crate::worker::Worker;

/// A fault that fails nothing which passed.
pub(super) struct Fit {
    /// The fault.
    pub fault: Fault,
    /// For each compared failure, whether the fault gives exactly that answer.
    pub explained: Vec<bool>,
}

impl Fit {
    /// How many failures it explains.
    pub(super) fn count(&self) -> usize {
        self.explained.iter().filter(|&&explained| explained).count()
    }
}

/// Whether a fresh process with the fault gives the answer that came.
fn gives(fault: Fault, answer: &FailedAnswer<'_>, evidence: &Evidence<'_>) -> bool {
    let reply = Model::new(Some(evidence.judge.unicode.as_str()), Some(fault)).answer(&answer.wire);
    // The right answer is not what came.
    if reply == answer.right {
        return false;
    }
    let line = ascii_json::to_string(&reply);
    let said = Said::read(answer.request, evidence.judge.snapping, answer.id, line.as_bytes());
    Said::is_same(&said, &answer.said)
}

/// The fit of a fault that needs no earlier request; `None` if it fails what passed, or explains nothing.
pub(super) fn fit(fault: Fault, evidence: &Evidence<'_>) -> Option<Fit> {
    if fails_what_passed(fault, evidence) {
        return None;
    }
    let explained = evidence.failed.iter().map(|failed| explains(fault, failed, evidence)).collect();
    let fit = Fit { fault, explained };
    (fit.count() > 0).then_some(fit)
}

/// Whether a fresh process with the fault fails a case, or the probe, as the testee did.
pub(super) fn explains(fault: Fault, failed: &Failed<'_>, evidence: &Evidence<'_>) -> bool {
    match &failed.reply {
        Some(answer) => gives(fault, answer, evidence),
        None => judged(&mut worker(fault, evidence), failed.item).is_some_and(|other| is_same(&other, failed)),
    }
}

fn fails_what_passed(fault: Fault, evidence: &Evidence<'_>) -> bool {
    let fails = |item: Option<Item<'_>>| judged(&mut worker(fault, evidence), item).is_some();
    if evidence.probe_passed && fails(None) {
        return true;
    }
    let unicode = evidence.judge.unicode.as_str();
    let fails_case = evidence.passed.iter().any(|passed| {
        let reply = Model::new(Some(unicode), Some(fault)).answer(&passed.wire);
        reply != passed.right && is_failed(passed.item, &ascii_json::to_string(&reply), evidence)
    });
    fails_case || evidence.passed_relations.iter().any(|&item| fails(Some(item)))
}

fn is_failed(item: Item<'_>, reply: &str, evidence: &Evidence<'_>) -> bool {
    match item {
        Item::Case(case) => {
            // Only a digest needs the request, and no small case has one.
            let exchange = Exchange { id: 1, request: "", reply: reply.as_bytes() };
            evidence.judge.judge(case, &exchange).is_err()
        }
        Item::Relation(_) => false,
    }
}

/// The fit of a fault that shows only after earlier requests. A testee that normalises otherwise than it declares may
/// do so in some requests only, so that both versions are tried.
pub(super) fn fit_in_order(fault: Fault, evidence: &Evidence<'_>) -> Option<Fit> {
    let versions = [Some(evidence.judge.unicode), evidence.declared];
    versions.into_iter().flatten().filter_map(|unicode| fit_by_order(fault, unicode, evidence)).max_by_key(Fit::count)
}

/// The same by one Unicode version: each process of the run is gone through in order, up to its first large text.
fn fit_by_order(fault: Fault, unicode: UnicodeVersion, evidence: &Evidence<'_>) -> Option<Fit> {
    let mut fit = Fit { fault, explained: vec![false; evidence.failed.len()] };
    for share in &evidence.shares {
        let mut worker = worker_by(fault, unicode, evidence);
        for asked in share.iter().take_while(|asked| !asked.item.is_some_and(Item::is_large)) {
            if evidence.isolate {
                worker.connection.restart();
            }
            let failure = judged(&mut worker, asked.item);
            match (&asked.failure, failure) {
                (None, Some(_)) => return None,
                (Some(_), Some(failure)) => note_explained(&mut fit, asked, &failure, evidence),
                (_, None) => {}
            }
            if asked.failure.as_ref().is_some_and(has_ended_the_process) {
                worker.connection.restart();
            }
        }
    }
    (fit.count() > 0).then_some(fit)
}

/// Whether the process that failed so was started afresh.
fn has_ended_the_process(failure: &Failure) -> bool {
    match &failure.reply {
        Some(reply) => !is_envelope(&reply.line, reply.id),
        None => failure.class != Class::WrongAnswer,
    }
}

fn note_explained(fit: &mut Fit, asked: &Asked<'_>, failure: &Failure, evidence: &Evidence<'_>) {
    if let Some(place) = asked.place {
        fit.explained[place] = is_same(failure, &evidence.failed[place]);
    }
}

/// Whether a fault fails a case as the testee did.
fn is_same(model: &Failure, failed: &Failed<'_>) -> bool {
    let testee = &failed.failure;
    match (&failed.reply, &model.reply) {
        (Some(answer), Some(reply)) => {
            let said = Said::read(answer.request, true, reply.id, &reply.line);
            Said::is_same(&said, &answer.said)
        }
        _ => {
            let place = |failure: &Failure| failure.difference.as_ref().map(|it| (it.path.clone(), it.actual.clone()));
            model.class == testee.class && gist(model) == gist(testee) && place(model) == place(testee)
        }
    }
}

fn worker(fault: Fault, evidence: &Evidence<'_>) -> Worker<Simulated> {
    worker_by(fault, evidence.judge.unicode, evidence)
}

fn worker_by(fault: Fault, unicode: UnicodeVersion, evidence: &Evidence<'_>) -> Worker<Simulated> {
    let (results, _) = mpsc::channel();
    let connection = Simulated::new(fault, unicode);
    Worker { connection, judge: evidence.judge, isolate: false, results, last: None }
}

/// How a fault fails a case, or the probe; `None` if it does not.
fn judged(worker: &mut Worker<Simulated>, item: Option<Item<'_>>) -> Option<Failure> {
    let verdict = match item {
        Some(item) => worker.judged(item).ok()?.0,
        None => {
            let declared = worker.connection.declared.clone();
            run::probe(&mut worker.connection, declared.as_deref()).ok()?.0.verdict
        }
    };
    match verdict {
        Verdict::Failed(failure) => Some(failure),
        _ => None,
    }
}
