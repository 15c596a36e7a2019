//! A whole run: handshake, probe, the selected cases over several workers, results in the order of the suite.

use std::collections::HashMap;
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

use crate::connection::{Ask, Connection, REPLIES_KEPT, Trouble};
use crate::determinism::{self, First, Sample};
use crate::failure::{FailedReply, Failure};
use crate::hellos::Hellos;
use crate::item::{OWN_CASES, Turn, ids, turns};
use crate::judge::typed::TypedOk;
use crate::judge::{Exchange, Judge};
use crate::patience::{Patience, Reaction, Watch};
use crate::results::{CaseResult, ImplementationInfo, Run, SelectionInfo, SuiteInfo, UnicodeInfo, Verdict};
use crate::selection::Selection;
use crate::session::{Launcher, StartError};
use crate::testee::CAPABILITIES;
use crate::unicode_probe::{self, Behaviour};
use crate::worker::{Message, Outcome, Stopped, Worker};

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

/// The place of the probe; the cases of the suite follow from 1 on.
const PROBE: usize = 0;
/// The id of the request of the probe.
const PROBE_REQUEST: u64 = 1;

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
    let (session, hello) = launcher.open()?;
    let hellos = Hellos::of(hello.clone());
    let mut first = Connection::of(launcher, session).heard_by(&hellos).enduring();
    let (probe, shown) = probe(&mut first, hello.unicode.as_deref())?;
    let unicode = unicode_probe::judged_by(shown, hello.unicode.as_deref());
    let judge = Judge { unicode, snapping: hello.declares("snapping") };
    let plan = Plan::of(suite, &options.selection, &hello.capabilities);
    let asks_again = plan.asks_again;
    let asking = Asking { launcher, hellos: &hellos, options, judge, plan };
    let probe = Outcome { reaction: reaction(&first, &probe), place: PROBE, result: probe, reply: None };
    let (cases, mut notes) = asking.results(first, probe, on_result);
    notes.extend(notes_on(&hello, shown));
    notes.extend(hellos.note());
    // Without the case that this fails, it is said all the same.
    notes.extend(hellos.failure().filter(|_| !asks_again).map(|failure| failure.message));
    notes.sort();
    notes.dedup();
    let selection = &options.selection;
    Ok(Run {
        identity: IDENTITY_SCHEMA.to_owned(),
        suite: SuiteInfo {
            version: suite.version.clone(),
            folder: options.folder.clone(),
            digest: suite.digest(),
            cases: suite.cases.len() + suite.relations.len() + OWN_CASES,
        },
        unicode: UnicodeInfo { declared: hello.unicode.clone(), shown, judged_by: unicode.to_string() },
        implementation: implementation_info(launcher, hello),
        selection: SelectionInfo {
            filters: selection.filters.clone(),
            level: selection.level,
            skip_large: selection.skip_large,
            interrupted: launcher.cancel.is_cancelled(),
        },
        cases,
        ledger: None,
        diagnosis: None,
        notes,
        repeat: options.repeat.clone(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What is done with each case.
struct Plan<'s> {
    /// The selected cases, and why those are not asked that are not.
    selected: Vec<(Turn<'s>, Option<String>)>,
    /// The cases that are asked again in the end.
    sample: Sample<'s>,
    asks_probe: bool,
    asks_again: bool,
}

impl<'s> Plan<'s> {
    fn of(suite: &'s Suite, selection: &Selection, capabilities: &[String]) -> Plan<'s> {
        let turns = turns(suite);
        let ids = ids(suite);
        let includes = |id: &str, clauses: &[&str]| selection.includes(id, clauses, &ids);
        let is_askable = |turn: &Turn<'_>| selection.reason_to_skip(turn.item, capabilities).is_none();
        let selected = turns.iter().filter(|turn| selection.includes(turn.item.id(), turn.item.clauses(), &ids));
        Plan {
            selected: selected.map(|&turn| (turn, selection.reason_to_skip(turn.item, capabilities))).collect(),
            asks_probe: includes(unicode_probe::CASE_ID, &unicode_probe::CASE_CLAUSES),
            asks_again: includes(determinism::CASE_ID, &determinism::CASE_CLAUSES),
            sample: Sample::of(turns.iter().copied().filter(is_askable)),
        }
    }

    /// The cases to ask, in order.
    fn asked(&self) -> Vec<Turn<'s>> {
        self.selected.iter().filter(|(_, reason)| reason.is_none()).map(|&(turn, _)| turn).collect()
    }
}

/// Everything that the cases are asked with.
struct Asking<'r, 's> {
    launcher: &'r Launcher,
    hellos: &'r Hellos,
    options: &'r Options,
    judge: Judge,
    plan: Plan<'s>,
}

impl Asking<'_, '_> {
    /// The results of the selected cases in the order of the suite, the probe first, and notes in any order.
    fn results(
        &self,
        first: Connection<'_>,
        probe: Outcome,
        on_result: &mut dyn FnMut(&CaseResult),
    ) -> (Vec<CaseResult>, Vec<String>) {
        let asked = self.plan.asked();
        let places =
            || [(unicode_probe::OP, PROBE)].into_iter().chain(asked.iter().map(|turn| (turn.item.op(), turn.place)));
        let patience = Patience::new(places().map(|(op, _)| op));
        let mut watch = Watch::new(&patience, places());
        let op_of: HashMap<usize, &'static str> = places().map(|(op, place)| (place, op)).collect();
        let mut outcomes: HashMap<usize, Outcome> = HashMap::new();
        let mut notes = Vec::new();
        let mut first = Some((first, probe));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for share in shares(&asked, self.options.jobs.get()) {
                let (connection, last) = match first.take() {
                    Some((connection, probe)) => (connection, Some(probe)),
                    None => (Connection::new(self.launcher).heard_by(self.hellos).enduring(), None),
                };
                let isolate = self.options.isolate;
                let worker = Worker { connection, judge: self.judge, isolate, results: sender.clone(), last };
                let (patience, sample) = (&patience, &self.plan.sample);
                scope.spawn(move || worker.work(&share, patience, sample));
            }
            drop(sender);
            for message in receiver {
                match message {
                    Message::Result(outcome) => {
                        if let Some(&op) = op_of.get(&outcome.place) {
                            watch.note(op, outcome.place, outcome.reaction);
                        }
                        if outcome.place != PROBE || self.plan.asks_probe {
                            on_result(&outcome.result);
                        }
                        outcomes.insert(outcome.place, *outcome);
                    }
                    Message::Note(note) => notes.push(note),
                }
            }
        });
        let (mut results, first) = self.in_order(outcomes, &watch);
        if self.plan.asks_again {
            let result = self.again(&results, first, &mut notes);
            on_result(&result);
            results.push(result);
        }
        (results, notes)
    }

    /// Puts the outcomes in order, with those of cases that were not asked, and gives the first answers by place.
    fn in_order(
        &self,
        mut outcomes: HashMap<usize, Outcome>,
        watch: &Watch<'_>,
    ) -> (Vec<CaseResult>, HashMap<usize, First>) {
        let mut results = Vec::new();
        let mut first = HashMap::new();
        results.extend(outcomes.remove(&PROBE).filter(|_| self.plan.asks_probe).map(|probe| probe.result));
        for &(turn, ref reason) in &self.plan.selected {
            let without_answer = |verdict| (CaseResult::new(turn.item, verdict, 0.0), None);
            let given_up = watch.given_up(turn.item.op(), turn.place);
            let (result, reply) = match (reason, given_up, outcomes.remove(&turn.place)) {
                (Some(reason), _, _) => without_answer(skipped(reason)),
                (_, Some(failure), _) => without_answer(Verdict::Failed(failure.clone())),
                (_, _, Some(outcome)) => (outcome.result, outcome.reply),
                (_, _, None) => without_answer(skipped(INTERRUPTED)),
            };
            let answer = reply.map(First::Reply).or_else(|| result.failure().cloned().map(First::Failure));
            first.extend(answer.map(|answer| (turn.place, answer)));
            results.push(result);
        }
        keep_first_replies(&mut results);
        (results, first)
    }

    /// The result of the second asking.
    fn again(&self, results: &[CaseResult], mut first: HashMap<usize, First>, notes: &mut Vec<String>) -> CaseResult {
        let replies: HashMap<&str, &FailedReply> =
            results.iter().filter_map(|result| Some((&*result.id, result.failure()?.reply.as_deref()?))).collect();
        let answered = |turn: &Turn<'_>| {
            let reply = replies.get(turn.item.id())?;
            let exchange = Exchange { id: reply.id, request: "", reply: &reply.line };
            determinism::answer(self.judge, turn.item.requests().first()?, &exchange).ok()
        };
        let turns = self.plan.selected.iter().map(|&(turn, _)| turn);
        let failed: Vec<(Turn<'_>, Vec<u8>)> = turns.filter_map(|turn| Some((turn, answered(&turn)?))).collect();
        let sample = self.plan.sample.with_failed(failed.iter().map(|&(turn, _)| turn));
        first.extend(failed.into_iter().map(|(turn, line)| (turn.place, First::Reply(line))));
        let isolate = self.options.isolate;
        let asking = determinism::Asking { launcher: self.launcher, hellos: self.hellos, judge: self.judge, isolate };
        let (verdict, seconds) = match asking.again(&sample, first) {
            Ok(again) => {
                notes.extend(again.notes);
                (again.verdict, again.seconds)
            }
            Err(Stopped) => (skipped(INTERRUPTED), 0.0),
        };
        let (title, clauses) = (determinism::CASE_TITLE, &determinism::CASE_CLAUSES);
        own_case(determinism::CASE_ID, title, clauses, verdict, seconds)
    }
}

const INTERRUPTED: &str = "the run was interrupted";

fn skipped(reason: &str) -> Verdict {
    Verdict::Skipped { reason: reason.to_owned() }
}

/// The result of a case that is not one of the suite.
fn own_case(id: &str, title: &str, clauses: &[&str], verdict: Verdict, seconds: f64) -> CaseResult {
    CaseResult {
        id: id.to_owned(),
        title: title.to_owned(),
        clauses: clauses.iter().map(|&clause| clause.to_owned()).collect(),
        level: Level::Must,
        verdict,
        seconds,
    }
}

/// Lets go of the failed replies beyond the room for them, in the order of the suite. Each worker kept at least these.
fn keep_first_replies(results: &mut [CaseResult]) {
    let mut room = REPLIES_KEPT;
    for result in results {
        if let Verdict::Failed(failure) = &mut result.verdict {
            failure.reply = failure.reply.take().filter(|reply| FailedReply::fits(&reply.line, &mut room));
        }
    }
}

fn reaction(connection: &Connection<'_>, result: &CaseResult) -> Reaction {
    Reaction::of(connection.has_reply(), result.failure().map(|failure| failure.class))
}

/// Asks the canaries. What goes wrong fails the case of the probe; the other cases are asked all the same.
///
/// # Errors
/// Only that the user wants to stop.
pub fn probe(connection: &mut impl Ask, declared: Option<&str>) -> Result<(CaseResult, Option<Behaviour>), StartError> {
    let request = unicode_probe::request();
    connection.number_from(PROBE_REQUEST);
    let (shown, verdict) = match connection.ask(&request, |exchange| canaries(&request, exchange)) {
        Ok(reply) => {
            let shown = unicode_probe::behaviour(&reply);
            (Some(shown), unicode_probe::judge(shown, declared))
        }
        Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => (None, Err(failure)),
        Err(Trouble::Stopped) => return Err(StartError::Cancelled),
    };
    let verdict = verdict.map_or_else(Verdict::Failed, |()| Verdict::Passed);
    let seconds = connection.duration().as_secs_f64();
    let (title, clauses) = (unicode_probe::CASE_TITLE, &unicode_probe::CASE_CLAUSES);
    let result = own_case(unicode_probe::CASE_ID, title, clauses, verdict, seconds);
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
pub(crate) fn shares<'s>(asked: &[Turn<'s>], jobs: usize) -> Vec<Vec<Turn<'s>>> {
    let jobs = jobs.min(asked.len()).max(1);
    let mut by_cost: Vec<Turn<'s>> = asked.to_vec();
    by_cost.sort_by_key(|turn| (std::cmp::Reverse(turn.item.cost()), turn.place));
    let mut shares: Vec<(u64, Vec<Turn<'s>>)> = vec![(0, Vec::new()); jobs];
    for turn in by_cost {
        if let Some(share) = shares.iter_mut().min_by_key(|share| share.0) {
            share.0 += turn.item.cost();
            share.1.push(turn);
        }
    }
    shares
        .into_iter()
        .map(|(_, mut share)| {
            share.sort_unstable_by_key(|turn| turn.place);
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
    let is_declared = |name: &&str| hello.declares(name);
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
    use crate::item::Item;

    #[test]
    fn shares_are_even_complete_and_in_order() -> Result<(), serde_json::Error> {
        let case = |text: &str| {
            serde_json::from_value::<Case>(serde_json::json!({
                "id": "t/a", "title": "", "clauses": [], "level": "must", "since": "0.1",
                "request": {"op": "chunk", "text": text}, "expect": {"ok_digest": ""}, "origin": {"kind": "published"},
            }))
        };
        let (long, short) = (case(&"x".repeat(5_000))?, case("x")?);
        let cases = [&short, &short, &long, &short, &short, &short].into_iter().enumerate();
        let turns: Vec<_> = cases.map(|(place, case)| Turn { place, first_id: 0, item: Item::Case(case) }).collect();
        let places = |shares: Vec<Vec<Turn<'_>>>| -> Vec<Vec<usize>> {
            shares.iter().map(|share| share.iter().map(|turn| turn.place).collect()).collect()
        };
        assert_eq!(places(shares(&turns, 2)), [vec![2], vec![0, 1, 3, 4, 5]]);
        assert_eq!(places(shares(&[], 4)), [Vec::<usize>::new()]);
        Ok(())
    }
}
