//! Measures the suite: every fault of the second implementation, served by a real child process, has to be found.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::diagnosis::{Diagnosis, diagnosis};
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::model::{Fault, FaultInfo, UNREVEALED, faults};
use steadlith_conformance::results::Run;
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::{Launcher, StartError};
use steadlith_spec::Spec;
use steadlith_spec::clause::Level;
use steadlith_vectors::case;
use steadlith_vectors::suite::Suite;

pub mod summary;

/// How many processors the suite is meant to be judged on.
const WORKERS: usize = 2;

/// What the suite made of one fault.
#[derive(Debug)]
pub struct Measured {
    /// The fault.
    pub info: &'static FaultInfo,
    /// The ids of the counted cases that it fails, in the order of the suite; none if it survives.
    pub kills: Vec<String>,
    /// Whether only cases with large texts find it.
    pub needs_large: bool,
    /// The diagnosis of the run that found it, if that was asked for.
    pub diagnosis: Option<Diagnosis>,
}

impl Measured {
    /// Whether the diagnosis names the fault, alone or in the first short list.
    #[must_use]
    pub fn is_named(&self) -> bool {
        let first = self.diagnosis.iter().flat_map(|diagnosis| &diagnosis.explanations).next();
        first.is_some_and(|first| first.more == 0 && first.mistakes.iter().any(|mistake| mistake.id == self.info.id))
    }
}

/// The suite and the program that serves the faults.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'b> {
    /// The vectors.
    pub suite: &'b Suite,
    /// The specification.
    pub spec: &'b Spec,
    /// The `conformance` program.
    pub conformance: &'b Path,
    /// Whether each run that finds a fault is diagnosed.
    pub diagnose: bool,
}

/// The faults of these ids, or all.
///
/// # Errors
/// The first id that is no fault.
pub fn chosen(ids: &[String]) -> Result<Vec<&'static FaultInfo>, String> {
    if ids.is_empty() {
        return Ok(faults().to_vec());
    }
    let named = |id: &String| {
        let fault = Fault::from_id(id).ok_or_else(|| format!("{id:?} is no fault; `testee --fault list` shows all"))?;
        Ok(fault.info())
    };
    ids.iter().map(named).collect()
}

/// Clauses with MUST that a vector can test and no fault violates, and that are not excused by a mistake that no
/// request reveals.
#[must_use]
pub fn clauses_without_fault(spec: &Spec) -> Vec<String> {
    let is_violated = |id: &str| faults().iter().any(|info| info.clauses.contains(&id));
    let is_excused = |id: &str| UNREVEALED.iter().any(|(mistake, _)| mistake.contains(&format!("({id})")));
    spec.clauses
        .iter()
        .filter(|clause| clause.level == Some(Level::Must) && clause.not_tested.is_none())
        .filter(|clause| !is_violated(&clause.id) && !is_excused(&clause.id))
        .map(|clause| clause.id.clone())
        .collect()
}

impl Bench<'_> {
    /// Why the implementation without a fault is not conformant; `None` if it is.
    ///
    /// # Errors
    /// A [`StartError`] if it cannot be judged.
    pub fn faultless_failure(&self) -> Result<Option<String>, StartError> {
        let jobs = NonZeroUsize::new(WORKERS).unwrap_or(NonZeroUsize::MIN);
        let run = self.judged("none", &options_for(Selection::default(), jobs))?;
        let first = run.failed().find(|(case, _)| run.is_counted(case));
        Ok(first.map(|(case, failure)| format!("{}: {}: {}", run.verdict(), case.id, failure.message)))
    }

    /// Measures faults, in their order, and gives the ids of those that cannot be judged with the reason. `on_result`
    /// hears of each as it comes.
    pub fn measured(
        &self,
        faults: &[&'static FaultInfo],
        on_result: &(dyn Fn() + Sync),
    ) -> (Vec<Measured>, Vec<String>) {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    while let Some(&info) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.measure(info).map_err(|error| format!("{}: {error}", info.id));
                        if let Ok(mut results) = results.lock() {
                            results.push(result);
                        }
                        on_result();
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_default();
        let (mut measured, mut not_judged) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(one) => measured.push(one),
                Err(message) => not_judged.push(message),
            }
        }
        not_judged.sort();
        let place = |info: &FaultInfo| faults.iter().position(|other| other.id == info.id);
        measured.sort_by_key(|measured: &Measured| place(measured.info));
        (measured, not_judged)
    }

    /// A fault in following a recommendation counts if a case of level SHOULD finds it, any other only if a MUST does.
    /// The large cases cost more than all others together and are asked only if these find nothing.
    fn measure(&self, info: &'static FaultInfo) -> Result<Measured, StartError> {
        let selection = Selection { level: level_of(info, self.spec), ..Selection::default() };
        let without_large = Selection { skip_large: true, ..selection.clone() };
        let options = options_for(without_large, NonZeroUsize::MIN);
        let run = self.judged(info.id, &options)?;
        if run.counts().failed > 0 {
            return Ok(self.of_run(info, &run, &options));
        }
        let options = options_for(selection, NonZeroUsize::MIN);
        let run = self.judged(info.id, &options)?;
        Ok(Measured { needs_large: true, ..self.of_run(info, &run, &options) })
    }

    fn of_run(&self, info: &'static FaultInfo, run: &Run, options: &Options) -> Measured {
        let diagnosis = if self.diagnose { diagnosis(self.suite, options, run) } else { None };
        Measured { info, kills: kills_of(run), needs_large: false, diagnosis }
    }

    fn judged(&self, fault: &str, options: &Options) -> Result<Run, StartError> {
        let launcher = Launcher {
            implementation: Implementation::model(self.conformance, fault),
            limits: Limits::default(),
            cancel: Cancel::default(),
        };
        run::run(self.suite, &launcher, options, &mut |_| {})
    }
}

/// The level of the nearest clause that a fault violates.
fn level_of(info: &FaultInfo, spec: &Spec) -> case::Level {
    let clause = info.clauses.first().and_then(|id| spec.clause(id));
    match clause.and_then(|clause| clause.level) {
        Some(Level::Should | Level::May) => case::Level::Should,
        Some(Level::Must) | None => case::Level::Must,
    }
}

fn options_for(selection: Selection, jobs: NonZeroUsize) -> Options {
    Options { selection, jobs, isolate: false, folder: None, repeat: String::new() }
}

fn kills_of(run: &Run) -> Vec<String> {
    run.failed().filter(|(case, _)| run.is_counted(case)).map(|(case, _)| case.id.clone()).collect()
}
