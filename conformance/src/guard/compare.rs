//! A whole comparison: handshakes, probes, blocks over several workers, examples, in the order of the inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use steadlith_vectors::reply::HelloOk;
use steadlith_vectors::suite::Suite;

use super::block::{self, Compared, Pair};
use super::channel::{Channel, channels};
use super::corpus::{Corpus, LeftOut};
use super::example::Examples;
use super::gather::Gatherer;
use super::inputs::{Input, Inputs};
use super::outcome::{Breach, Comparison, FORMAT, SideInfo, TwoUnicodes};
use super::party::{Heard, InProcess, Party, Process, Question, Said, Stopped};
use super::rules::{Judge, Side};
use super::seen::Who;
use crate::connection::Connection;
use crate::judge::typed::TypedOk;
use crate::model::Fault;
use crate::session::{Launcher, StartError};
use crate::unicode_probe::{self, Behaviour};

/// After this many blocks in which a side did not answer at all, it is not asked any more.
const GIVEN_UP: usize = 2;

/// How long examples are made smaller, all together (VER-19).
const EXAMPLES_WITHIN: Duration = Duration::from_secs(60);

/// How a comparison goes.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// The vectors whose requests are asked.
    pub suite: &'o Suite,
    /// Whether requests with large generated texts are left out.
    pub skip_large: bool,
    /// How many documents are generated.
    pub documents: usize,
    /// The seed of these.
    pub seed: u64,
    /// The corpus, if there is one.
    pub corpus: Option<&'o Corpus>,
    /// How many processes of each side are asked at the same time.
    pub jobs: NonZeroUsize,
    /// Whether another identity than before is intended.
    pub migration: bool,
}

/// A release that can be started as often as needed.
pub trait Release: Sync {
    /// A party that was asked nothing. With `snapping`, chunks owe `raw_end_word` and `snap_kind`.
    fn party(&self, snapping: bool) -> Box<dyn Party + '_>;

    /// What it says to `hello`.
    ///
    /// # Errors
    /// A [`StartError`] if it cannot be compared at all.
    fn hello(&self) -> Result<HelloOk, StartError>;

    /// The command that starts it; `None` for the built-in reference.
    fn command(&self) -> Option<String>;
}

impl Release for Launcher {
    fn party(&self, snapping: bool) -> Box<dyn Party + '_> {
        Box::new(Process::new(Connection::new(self), snapping))
    }

    fn hello(&self) -> Result<HelloOk, StartError> {
        let (session, hello) = self.open()?;
        session.end();
        Ok(hello)
    }

    fn command(&self) -> Option<String> {
        self.implementation.given().map(str::to_owned)
    }
}

/// The second implementation in this very process, with a fault on or none.
#[derive(Debug, Clone, Copy)]
pub struct Simulation(pub Option<Fault>);

impl Release for Simulation {
    fn party(&self, _snapping: bool) -> Box<dyn Party + '_> {
        Box::new(InProcess::new(self.0))
    }

    fn hello(&self) -> Result<HelloOk, StartError> {
        InProcess::new(self.0).hello().ok_or_else(|| StartError::NotOffered(Vec::new()))
    }

    fn command(&self) -> Option<String> {
        Some(format!("--fault {}", self.0.map_or("none", |fault| fault.info().id)))
    }
}

/// Compares two releases. `on_block` hears how many inputs are done.
///
/// # Errors
/// The side, and the [`StartError`], if it cannot be compared at all.
pub fn compare(
    old: &dyn Release,
    new: &dyn Release,
    options: &Options<'_>,
    on_block: &mut dyn FnMut(usize),
) -> Result<Comparison, (Who, StartError)> {
    let sides = [(Who::Old, old), (Who::New, new)].map(|(who, release)| side(release).map_err(|error| (who, error)));
    let [old_side, new_side] = sides;
    let (old_side, new_side) = (old_side?, new_side?);
    let channels = channels(&old_side, &new_side);
    let inputs = Inputs {
        suite: options.suite,
        skip_large: options.skip_large,
        documents: options.documents,
        seed: options.seed,
        corpus: options.corpus,
        old: &old_side,
        new: &new_side,
    };
    let bench = Bench { old, new, judge: Judge { old: &old_side, new: &new_side }, channels: &channels, inputs };
    let mut notes = BTreeSet::new();
    let (gathered, mut interrupted) = bench.blocks(options, on_block, &mut notes);
    let (violations, as_found) = bench.breaches(&gathered, &mut interrupted);
    if as_found > 0 && !interrupted {
        notes.insert(format!(
            "the time for examples, {} s, was up; {} kinds of breaches are shown as they were found",
            EXAMPLES_WITHIN.as_secs(),
            as_found
        ));
    }
    notes.extend(notes_on(&old_side, &new_side, &channels, &gathered));
    let mut comparison = Comparison {
        format: FORMAT.to_owned(),
        verdict: String::new(),
        old: side_info(old, &old_side),
        new: side_info(new, &new_side),
        violations,
        parameter_checks: gathered.parameter_checks(),
        new_identities: gathered.new_identities(),
        migration: options.migration,
        failure_count: gathered.failure_count,
        two_unicodes: two_unicodes(&inputs, &gathered),
        left_out: gathered.left_out(),
        files_left_out: options.corpus.map_or_else(Vec::<LeftOut>::new, |corpus| corpus.left_out.clone()),
        prices: gathered.prices(),
        identities_dropped: lost(&old_side.hello.identities, &new_side.hello.identities),
        identities_never_accepted: never_accepted(&channels, &gathered),
        capabilities_left_out: lost(&old_side.hello.capabilities, &new_side.hello.capabilities),
        notes: notes.into_iter().collect(),
        interrupted,
        asked: gathered.asked,
        failures: gathered.failures,
    };
    comparison.verdict = comparison.verdict_line();
    Ok(comparison)
}

/// The handshake and the probe of a side.
pub(super) fn side(release: &dyn Release) -> Result<Side, StartError> {
    let hello = release.hello()?;
    let mut party = release.party(false);
    let (mut shown, mut default_identity) = (None, None);
    let question = Question { identity: None, request: &unicode_probe::request() };
    match party.ask(question) {
        Err(Stopped) => return Err(StartError::Cancelled),
        Ok(Heard::Said(Said::Ok(ok))) => {
            if let TypedOk::Chunk(reply) = *ok {
                shown = Some(unicode_probe::behaviour(&reply));
                default_identity = Some(reply.identity);
            }
        }
        // The first case of the vectors will tell what is wrong with it.
        Ok(_) => {}
    }
    let _ = party.restart();
    Ok(Side { hello, shown, default_identity })
}

/// Everything that the workers share.
struct Bench<'b> {
    old: &'b dyn Release,
    new: &'b dyn Release,
    judge: Judge<'b>,
    channels: &'b [Channel],
    inputs: Inputs<'b>,
}

/// What a worker tells of one block.
struct Done {
    /// The number of the block.
    number: usize,
    /// The number of its first input.
    first: usize,
    compared: Vec<Compared>,
    notes: Vec<String>,
}

/// The inputs, to be taken block by block.
struct Queue<I> {
    inputs: I,
    blocks: usize,
}

impl<'b> Bench<'b> {
    fn parties(&self) -> (Box<dyn Party + 'b>, Box<dyn Party + 'b>) {
        let party = |release: &'b dyn Release, side: &Side| release.party(side.hello.declares("snapping"));
        (party(self.old, self.judge.old), party(self.new, self.judge.new))
    }

    /// Asks everything. Gives whether the user stopped it.
    fn blocks(
        &self,
        options: &Options<'_>,
        on_block: &mut dyn FnMut(usize),
        notes: &mut BTreeSet<String>,
    ) -> (Gatherer<'b>, bool) {
        let queue = Mutex::new(Queue { inputs: self.inputs.iter(), blocks: 0 });
        let given_up = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let stopped = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::sync_channel(options.jobs.get());
        let mut gathered = Gatherer::new(self.channels, options.seed);
        thread::scope(|scope| {
            for _ in 0..options.jobs.get() {
                let (sender, queue, given_up, stopped) = (sender.clone(), &queue, &given_up, &stopped);
                scope.spawn(move || {
                    while let Some((number, block)) = taken(queue) {
                        let Ok(done) = self.done(number, block, given_up) else {
                            stopped.fetch_add(1, Ordering::Relaxed);
                            return;
                        };
                        if sender.send(done).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Blocks come as they are done and are gathered in their order.
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for done in receiver {
                on_block(done.compared.len());
                waiting.insert(done.number, done);
                while let Some(done) = waiting.remove(&next) {
                    next += 1;
                    notes.extend(done.notes);
                    gathered.add(done.first, done.compared);
                }
            }
            for (_, done) in waiting {
                gathered.add(done.first, done.compared);
            }
        });
        (gathered, stopped.into_inner() > 0)
    }

    /// Asks one block of fresh processes.
    fn done(&self, number: usize, block: Vec<Input>, given_up: &[AtomicUsize; 2]) -> Result<Done, Stopped> {
        let first = block.first().map_or(0, |input| input.number);
        for (who, given_up) in [Who::Old, Who::New].into_iter().zip(given_up) {
            if given_up.load(Ordering::Relaxed) >= GIVEN_UP {
                let why = "not asked any more: it did not start or did not answer before";
                let compared = block.into_iter().map(|input| Compared::not_asked(input, who, why)).collect();
                return Ok(Done { number, first, compared, notes: Vec::new() });
            }
        }
        let (old, new) = self.parties();
        let mut pair = Pair { old, new, judge: self.judge, channels: self.channels };
        let compared = pair.block(block)?;
        let mut notes = Vec::new();
        for (who, party, given_up) in [(Who::Old, &mut pair.old, &given_up[0]), (Who::New, &mut pair.new, &given_up[1])]
        {
            let mut heard = party.take_notes();
            if let Some(why) = party.gave_up() {
                given_up.fetch_add(1, Ordering::Relaxed);
                heard.push(why.message.clone());
            }
            notes.extend(heard.into_iter().map(|note| format!("{}: {note}", who.name())));
        }
        Ok(Done { number, first, compared, notes })
    }

    /// The broken rules with the smallest example of each kind, in the order of the rules, and how many examples stand
    /// as they were found because the user stopped the comparison or the time was up.
    fn breaches(&self, gathered: &Gatherer<'_>, interrupted: &mut bool) -> (Vec<Breach>, usize) {
        let (old, new) = self.parties();
        let until = Instant::now() + EXAMPLES_WITHIN;
        let mut examples =
            Examples { old, new, judge: self.judge, channels: self.channels, inputs: self.inputs, until };
        let mut breaches = Vec::new();
        for (kind, found) in &gathered.violations {
            let example = if *interrupted { Err(Stopped) } else { examples.of(kind, found) };
            let example = example.unwrap_or_else(|Stopped| {
                *interrupted = true;
                examples.as_found(kind, found)
            });
            breaches.push(Breach {
                clause: kind.rule.clause().to_owned(),
                broken: kind.rule.broken().to_owned(),
                identity: self.channels[kind.channel].schema().to_owned(),
                op: kind.op.to_owned(),
                field: kind.field.clone(),
                count: found.count,
                inputs: found.inputs.clone(),
                example,
            });
        }
        let as_found = breaches.iter().filter(|breach| breach.example.as_found).count();
        (breaches, as_found)
    }
}

fn taken<I: Iterator<Item = Input>>(queue: &Mutex<Queue<I>>) -> Option<(usize, Vec<Input>)> {
    let Ok(mut queue) = queue.lock() else { return None };
    let block = block::next(&mut queue.inputs);
    if block.is_empty() {
        return None;
    }
    queue.blocks += 1;
    Some((queue.blocks - 1, block))
}

fn side_info(release: &dyn Release, side: &Side) -> SideInfo {
    let unicode = match side.shown {
        Some(Behaviour::Version(version)) => Some(version.to_string()),
        _ => None,
    };
    SideInfo { command: release.command(), hello: side.hello.clone(), unicode }
}

fn two_unicodes(inputs: &Inputs<'_>, gathered: &Gatherer<'_>) -> Option<TwoUnicodes> {
    inputs.unicode_versions()?;
    let name = |side: &Side| match side.shown {
        Some(Behaviour::Version(version)) => version.to_string(),
        _ => String::new(),
    };
    let (inputs_of_two, differ) = gathered.of_two_unicodes;
    Some(TwoUnicodes { old: name(inputs.old), new: name(inputs.new), inputs: inputs_of_two, differ })
}

/// The identities beside v1 under which the new side accepted nothing.
fn never_accepted(channels: &[Channel], gathered: &Gatherer<'_>) -> Vec<String> {
    let numbered = channels.iter().enumerate().skip(1);
    let never = numbered.filter(|(number, _)| !gathered.accepted.contains(number));
    never.map(|(_, channel)| channel.schema().to_owned()).collect()
}

/// What the old side has and the new side has not.
fn lost(old: &[String], new: &[String]) -> Vec<String> {
    old.iter().filter(|name| !new.contains(name)).cloned().collect()
}

/// What the two handshakes say together, and what could not be remembered.
fn notes_on(old: &Side, new: &Side, channels: &[Channel], gathered: &Gatherer<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    for (name, side) in [("old", old), ("new", new)] {
        if let Some(shown) = side.shown
            && let Err(failure) = unicode_probe::judge(shown, side.hello.unicode.as_deref())
        {
            notes.push(format!("{name}: {} (PROTO-13)", failure.message));
        }
    }
    for channel in channels {
        if let Channel::NewOnly(schema) = channel {
            notes.push(format!(
                "the new side offers the identity {schema} as well, which has no old side to compare with: its chunks, \
                 refusals and parameter checks are compared with nothing, and whether different parameters have \
                 different hashes is not checked there; checked are that it claims its own schema, shares no chunk hash \
                 with another identity, gives parameters as they are written one hash, and answers alike in a fresh \
                 process"
            ));
        }
    }
    for schema in old.hello.identities.iter().filter(|schema| !new.hello.identities.contains(schema)) {
        notes.push(format!("the new side does not offer the identity {schema} any more"));
    }
    for name in old.hello.capabilities.iter().filter(|name| !new.hello.capabilities.contains(name)) {
        notes.push(format!("the new side does not declare the capability {name} any more"));
    }
    if gathered.forgotten() > 0 {
        notes.push(format!(
            "{} chunk hashes or sets of parameters were not remembered for want of room; they were not looked for \
             under other identities",
            gathered.forgotten()
        ));
    }
    if gathered.checks_not_listed > 0 {
        notes.push(format!("{} more inputs show changed parameter checks", gathered.checks_not_listed));
    }
    notes
}
