//! Measures the suite: every fault of the second implementation, served by a real child process, has to be found.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::model::{Fault, FaultInfo, UNREVEALED, faults};
use steadlith_conformance::results::Run;
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::{Launcher, StartError};
use steadlith_spec::Spec;
use steadlith_spec::clause::Level;
use steadlith_vectors::suite::Suite;

pub mod summary;

/// How many processors the suite is meant to be judged on.
const WORKERS: usize = 2;

/// What the suite made of one fault.
#[derive(Debug)]
pub struct Measured {
    /// The fault.
    pub info: &'static FaultInfo,
    /// The ids of the MUST cases that it fails, in the order of the suite; none if it survives.
    pub kills: Vec<String>,
    /// Whether only cases with large texts find it.
    pub needs_large: bool,
}

/// The suite and the program that serves the faults.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'b> {
    /// The vectors.
    pub suite: &'b Suite,
    /// The `conformance` program.
    pub conformance: &'b Path,
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
        let run = self.judged("none", Selection::default(), jobs)?;
        let first = run.failed().find(|(case, _)| run.is_counted(case));
        Ok(first.map(|(case, failure)| format!("{}: {}: {}", run.verdict(), case.id, failure.message)))
    }

    /// Measures faults, in their order. `on_result` hears of each as it comes.
    ///
    /// # Errors
    /// A [`StartError`] with the id of a fault that cannot be judged.
    pub fn measured(
        &self,
        faults: &[&'static FaultInfo],
        on_result: &(dyn Fn() + Sync),
    ) -> Result<Vec<Measured>, (String, StartError)> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    while let Some(&info) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.measure(info).map_err(|error| (info.id.to_owned(), error));
                        if let Ok(mut results) = results.lock() {
                            results.push(result);
                        }
                        on_result();
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_default();
        let mut measured = results.into_iter().collect::<Result<Vec<Measured>, _>>()?;
        let place = |info: &FaultInfo| faults.iter().position(|other| other.id == info.id);
        measured.sort_by_key(|measured| place(measured.info));
        Ok(measured)
    }

    /// The large cases cost more than all others together and are asked only if these find nothing.
    fn measure(&self, info: &'static FaultInfo) -> Result<Measured, StartError> {
        let without_large = Selection { skip_large: true, ..Selection::default() };
        let run = self.judged(info.id, without_large, NonZeroUsize::MIN)?;
        let kills = kills_of(&run);
        if !kills.is_empty() {
            return Ok(Measured { info, kills, needs_large: false });
        }
        let run = self.judged(info.id, Selection::default(), NonZeroUsize::MIN)?;
        Ok(Measured { info, kills: kills_of(&run), needs_large: true })
    }

    fn judged(&self, fault: &str, selection: Selection, jobs: NonZeroUsize) -> Result<Run, StartError> {
        let launcher = Launcher {
            implementation: Implementation::model(self.conformance, fault),
            limits: Limits::default(),
            cancel: Cancel::default(),
        };
        let options = Options { selection, jobs, isolate: false, folder: None, repeat: String::new() };
        run::run(self.suite, &launcher, &options, &mut |_| {})
    }
}

fn kills_of(run: &Run) -> Vec<String> {
    run.failed().filter(|(case, _)| run.is_counted(case)).map(|(case, _)| case.id.clone()).collect()
}
