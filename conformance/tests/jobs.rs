//! The number of processes makes no difference to what a run finds out, apart from times.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;

use serde_json::Value;
use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::diagnosis::diagnosis;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::Launcher;
use steadlith_vectors::suite::Suite;

/// No mistake, and mistakes in answers, in the protocol and in what is declared, none of which needs a memory.
const FAULTS: [&str; 4] = ["none", "whitespace-js", "id-of-next", "unicode-misdeclared"];

fn run_of(implementation: Implementation, suite: &Suite, jobs: usize) -> Result<Value, Box<dyn Error>> {
    let launcher = Launcher { implementation, limits: Limits::default(), cancel: Cancel::default() };
    let options = Options {
        selection: Selection { skip_large: true, ..Selection::default() },
        jobs: NonZeroUsize::new(jobs).ok_or("no jobs")?,
        isolate: false,
        folder: None,
        repeat: String::new(),
    };
    let mut run = run::run(suite, &launcher, &options, &mut |_| {})?;
    run.diagnosis = diagnosis(suite, &options, &run);
    let mut run = serde_json::to_value(&run)?;
    forget_times(&mut run);
    Ok(run)
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("seconds");
            members.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

#[test]
fn a_run_is_the_same_with_any_number_of_jobs() -> Result<(), Box<dyn Error>> {
    let suite = Suite::embedded()?;
    for fault in FAULTS {
        let of_jobs = |jobs| {
            let implementation = Implementation::model(Path::new(env!("CARGO_BIN_EXE_conformance")), fault);
            run_of(implementation, &suite, jobs)
        };
        let one = of_jobs(1)?;
        let has_failures = one["cases"].as_array().is_some_and(|cases| cases.iter().any(is_failed));
        assert_eq!(has_failures, fault != "none", "{fault}");
        for jobs in [2, 7] {
            let other = of_jobs(jobs)?;
            let differing = one["cases"].as_array().zip(other["cases"].as_array());
            let differing = differing.and_then(|(one, other)| one.iter().zip(other).find(|(one, other)| one != other));
            assert!(one == other, "{fault} with {jobs} jobs: {differing:#?}");
        }
    }
    Ok(())
}

fn is_failed(case: &Value) -> bool {
    case["verdict"]["verdict"] == "failed"
}
