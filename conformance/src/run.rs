//! A whole run: handshake, probe, the selected cases over several workers, results in the order of the suite.

use std::num::NonZeroUsize;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use serde_json::Value;
use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::Level;
use steadlith_vectors::reply::{ChunkOk, HelloOk};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;

use crate::connection::{Ask, Connection, Trouble};
use crate::failure::Failure;
use crate::item::{Item, items};
use crate::judge::typed::TypedOk;
use crate::judge::{Exchange, Judge};
use crate::results::{CaseResult, ImplementationInfo, Run, SelectionInfo, SuiteInfo, UnicodeInfo, Verdict};
use crate::selection::Selection;
use crate::session::{Launcher, StartError};
use crate::testee::CAPABILITIES;
use crate::unicode_probe::{self, Behaviour};
use crate::worker::{Message, Worker};

/// How a run goes.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which cases are asked.
    pub selection: Selection,
    /// How many processes are asked at the same time.
    pub jobs: NonZeroUsize,
    /// Whether each case gets a process of its own.
    pub isolate: bool,
    /// The folder of the cases, if they are not the built-in ones, for reports.
    pub folder: Option<String>,
    /// The command that repeats the run, for reports.
    pub repeat: String,
}

/// The place of the probe among the results; case i of the selection has place i + 1.
const PROBE: usize = 0;

/// Judges an implementation. `on_result` hears of each result as it comes, in no particular order.
///
/// # Errors
/// A [`StartError`] if the implementation cannot be judged at all.
pub fn run(
    suite: &Suite,
    launcher: &Launcher,
    options: &Options,
    on_result: &mut dyn FnMut(&CaseResult),
) -> Result<Run, StartError> {
    let start = Instant::now();
    let items = items(suite);
    let selection = &options.selection;
    let ids: Vec<&str> = [unicode_probe::CASE_ID].into_iter().chain(items.iter().map(|item| item.id())).collect();
    let selected: Vec<Item<'_>> =
        items.iter().copied().filter(|item| selection.includes(item.id(), item.clauses(), &ids)).collect();
    let probe_is_selected = selection.includes(unicode_probe::CASE_ID, &unicode_probe::CASE_CLAUSES, &ids);

    let (session, hello) = launcher.open()?;
    let mut first = Connection::of(launcher, session);
    let (probe, shown) = probe(&mut first, hello.unicode.as_deref())?;
    let unicode = unicode_probe::judged_by(shown, hello.unicode.as_deref());
    let judge = Judge { unicode, snapping: hello.capabilities.iter().any(|name| name == "snapping") };

    let mut results: Vec<Option<CaseResult>> = vec![None; selected.len() + 1];
    let mut notes = notes_on(&hello, shown);
    let mut asked = Vec::new();
    for (index, &item) in selected.iter().enumerate() {
        match selection.reason_to_skip(item, &hello.capabilities) {
            None => asked.push(index),
            Some(reason) => results[index + 1] = Some(CaseResult::new(item, Verdict::Skipped { reason }, 0.0)),
        }
    }
    let mut first = Some((first, (PROBE, probe)));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for share in shares(&asked, &selected, options.jobs.get()) {
            let (connection, last) = match first.take() {
                Some((connection, probe)) => (connection, Some(probe)),
                None => (Connection::new(launcher), None),
            };
            let worker = Worker { connection, judge, isolate: options.isolate, results: sender.clone(), last };
            let selected = &selected;
            scope.spawn(move || worker.work(share.into_iter().map(|index| (index + 1, selected[index]))));
        }
        drop(sender);
        for message in receiver {
            match message {
                Message::Result(PROBE, _) if !probe_is_selected => {}
                Message::Result(index, result) => {
                    on_result(&result);
                    results[index] = Some(*result);
                }
                Message::Note(note) if notes.contains(&note) => {}
                Message::Note(note) => notes.push(note),
            }
        }
    });
    for (index, &item) in selected.iter().enumerate() {
        results[index + 1].get_or_insert_with(|| {
            CaseResult::new(item, Verdict::Skipped { reason: "the run was interrupted".to_owned() }, 0.0)
        });
    }
    notes.sort();
    Ok(Run {
        identity: IDENTITY_SCHEMA.to_owned(),
        suite: SuiteInfo {
            version: suite.version.clone(),
            folder: options.folder.clone(),
            digest: suite.digest(),
            cases: items.len() + 1,
        },
        unicode: UnicodeInfo { declared: hello.unicode.clone(), shown, judged_by: unicode.to_string() },
        implementation: implementation_info(launcher, hello),
        selection: SelectionInfo {
            filters: selection.filters.clone(),
            level: selection.level,
            skip_large: selection.skip_large,
            interrupted: launcher.cancel.is_cancelled(),
        },
        cases: results.into_iter().flatten().collect(),
        ledger: None,
        diagnosis: None,
        notes,
        repeat: options.repeat.clone(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Asks the canaries. What goes wrong fails the case of the probe; the other cases are asked all the same.
///
/// # Errors
/// Only that the user wants to stop.
pub fn probe(connection: &mut impl Ask, declared: Option<&str>) -> Result<(CaseResult, Option<Behaviour>), StartError> {
    let request = unicode_probe::request();
    let (shown, verdict) = match connection.ask(&request, |exchange| canaries(&request, exchange)) {
        Ok(reply) => {
            let shown = unicode_probe::behaviour(&reply);
            (Some(shown), unicode_probe::judge(shown, declared))
        }
        Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => (None, Err(failure)),
        Err(Trouble::Stopped) => return Err(StartError::Cancelled),
    };
    let result = CaseResult {
        id: unicode_probe::CASE_ID.to_owned(),
        title: unicode_probe::CASE_TITLE.to_owned(),
        clauses: unicode_probe::CASE_CLAUSES.map(str::to_owned).to_vec(),
        level: Level::Must,
        verdict: verdict.map_or_else(Verdict::Failed, |()| Verdict::Passed),
        seconds: connection.duration().as_secs_f64(),
    };
    Ok((result, shown))
}

/// The reply to the canaries. Which version they show is not yet known, nor whether snapping is there.
fn canaries(request: &Request, exchange: &Exchange<'_>) -> Result<ChunkOk, Failure> {
    let judge = Judge { unicode: UnicodeVersion::default(), snapping: false };
    match judge.accepted(request, exchange)? {
        TypedOk::Chunk(reply) => Ok(reply),
        _ => Err(Failure::protocol("it did not answer the request to chunk")),
    }
}

/// Shares out the cases so that each worker has about as much to do. The same cases and jobs give the same shares, so
/// that a testee with a memory behaves alike in each run. The first share is never missing.
pub(crate) fn shares(asked: &[usize], items: &[Item<'_>], jobs: usize) -> Vec<Vec<usize>> {
    let jobs = jobs.min(asked.len()).max(1);
    let mut by_cost: Vec<(u64, usize)> = asked.iter().map(|&index| (items[index].cost(), index)).collect();
    by_cost.sort_by_key(|&(cost, index)| (std::cmp::Reverse(cost), index));
    let mut shares: Vec<(u64, Vec<usize>)> = vec![(0, Vec::new()); jobs];
    for (cost, index) in by_cost {
        if let Some(share) = shares.iter_mut().min_by_key(|share| share.0) {
            share.0 += cost;
            share.1.push(index);
        }
    }
    shares
        .into_iter()
        .map(|(_, mut share)| {
            share.sort_unstable();
            share
        })
        .collect()
}

fn notes_on(hello: &HelloOk, shown: Option<Behaviour>) -> Vec<String> {
    let mut notes = Vec::new();
    for name in hello.capabilities.iter().filter(|name| !CAPABILITIES.contains(&name.as_str())) {
        notes
            .push(format!("it declares the capability {}, which this suite does not know", Value::from(name.as_str())));
    }
    if let Some(declared) = hello.unicode.as_deref().filter(|declared| unicode_probe::is_newer_than_known(declared))
        && matches!(shown, Some(Behaviour::Version(_)))
    {
        notes.push(format!("it declares Unicode {declared}, newer than this suite knows, and is judged by the newest"));
    }
    notes
}

fn implementation_info(launcher: &Launcher, hello: HelloOk) -> ImplementationInfo {
    let is_declared = |name: &&str| hello.capabilities.iter().any(|declared| declared == name);
    let left_out = CAPABILITIES.into_iter().filter(|name| !is_declared(name)).map(str::to_owned).collect();
    ImplementationInfo {
        command: launcher.implementation.given().map(str::to_owned),
        name: hello.name,
        version: hello.version,
        issues: hello.issues,
        capabilities: hello.capabilities,
        left_out,
    }
}

#[cfg(test)]
mod tests {
    use steadlith_vectors::case::Case;

    use super::*;

    #[test]
    fn shares_are_even_complete_and_in_order() -> Result<(), serde_json::Error> {
        let case = |text: &str| {
            serde_json::from_value::<Case>(serde_json::json!({
                "id": "t/a", "title": "", "clauses": [], "level": "must", "since": "0.1",
                "request": {"op": "chunk", "text": text}, "expect": {"ok_digest": ""}, "origin": {"kind": "published"},
            }))
        };
        let (long, short) = (case(&"x".repeat(5_000))?, case("x")?);
        let cases = [&short, &short, &long, &short, &short, &short].map(Item::Case);
        let shares = shares(&[0, 1, 2, 3, 4, 5], &cases, 2);
        assert_eq!(shares, [vec![2], vec![0, 1, 3, 4, 5]]);
        assert_eq!(super::shares(&[], &cases, 4), [Vec::<usize>::new()]);
        Ok(())
    }
}
