//! `conformance run`: judges an implementation and reports.

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::diagnosis::diagnosis;
use steadlith_conformance::item::{OWN_CASES, ids, items, own_cases};
use steadlith_conformance::ledger::{Changes, Ledger, LedgerOutcome};
use steadlith_conformance::readable;
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::material::Material;
use steadlith_conformance::results::{CaseResult, Run};
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_spec::Spec;
use steadlith_vectors::suite::Suite;

use super::{Fault, SHOWN_IN_FULL, launcher, output, suite};
use crate::cli::{Level, RunArgs};

pub fn run(args: &RunArgs) -> Result<ExitCode, Fault> {
    let suite = suite(&args.vectors)?;
    let selection = Selection { filters: args.filters.clone(), level: args.level.into(), skip_large: args.skip_large };
    check(&selection, &suite)?;
    if let Some(path) = &args.expect_failures
        && !args.update_ledger
    {
        // A ledger that cannot be used is found out before the work, not after it.
        Ledger::from_file(path)?;
    }
    output::check(&args.output)?;
    if let Some(ledger) = &args.expect_failures {
        output::check_apart(&args.output.out, ledger, "the ledger of --expect-failures")?;
    }
    let launcher = launcher(&args.testee)?;
    let options = Options {
        selection,
        jobs: args.jobs.unwrap_or_else(processors),
        isolate: args.isolate,
        folder: args.vectors.vectors.as_ref().map(|folder| folder.display().to_string()),
        repeat: repeat(args),
    };
    let progress = progress(items(&suite).len());
    let judged = run::run(&suite, &launcher, &options, &mut |_| progress.inc(1));
    progress.finish_and_clear();
    let mut judged = judged?;
    if let Some(path) = &args.expect_failures {
        judged.ledger = Some(apply_ledger(path, args.update_ledger, &judged, &suite)?);
    }
    judged.diagnosis = diagnosis(&suite, &options, &judged);
    let exit_code = exit_code(&judged);
    let spec = Spec::embedded();
    let shown_in_full = if args.show_all { usize::MAX } else { SHOWN_IN_FULL };
    let report = Report::of(judged, &spec);
    output::write(&args.output, &report, &Material { spec: &spec, suite: Some(&suite) }, shown_in_full)?;
    let run = &report.run;
    if !run.selection.interrupted && !run.cases.iter().any(CaseResult::is_judged) {
        return Err(Fault::Usage(
            "no case was judged: all that were selected are skipped, so the run says nothing of the implementation"
                .to_owned(),
        ));
    }
    Ok(exit_code)
}

fn check(selection: &Selection, suite: &Suite) -> Result<(), Fault> {
    if selection.filters.iter().any(String::is_empty) {
        return Err(Fault::Usage(
            "--filter \"\" is empty, which would match every case; leave it out for all".to_owned(),
        ));
    }
    let items = items(suite);
    if items.is_empty() {
        return Err(Fault::Usage("there is no case to judge by".to_owned()));
    }
    let own = own_cases().map(|(id, _, clauses)| (id, clauses.map(str::to_owned)));
    let mut cases: Vec<_> = items.iter().map(|item| (item.id(), item.clauses())).collect();
    cases.extend(own.iter().map(|(id, clauses)| (*id, clauses.as_slice())));
    match selection.without_match(&cases) {
        None => Ok(()),
        Some(filter) => {
            Err(Fault::Usage(format!("--filter {filter:?} matches no case; `conformance list` shows them all")))
        }
    }
}

/// Compares the run with the ledger, or with the one that it asks for once that is written. An interrupted run knows
/// too little to write one.
fn apply_ledger(path: &Path, update: bool, run: &Run, suite: &Suite) -> Result<LedgerOutcome, Fault> {
    let ids = ids(suite);
    if update && run.selection.interrupted {
        eprintln!("the run was interrupted: the ledger {} is left as it was", path.display());
    }
    let mut ledger = if update && !path.exists() { Ledger::default() } else { Ledger::from_file(path)? };
    if update && !run.selection.interrupted {
        let updated = ledger.updated(run, &ids);
        updated.write(path)?;
        tell(&ledger.changes(&updated));
        ledger = updated;
    }
    Ok(ledger.compare(run, &ids))
}

/// Says on standard error what an update did to the ledger.
fn tell(changes: &Changes<'_>) {
    let Changes { added, changed, removed } = changes;
    eprintln!("the ledger is updated: {} added, {} changed, {} removed", added.len(), changed.len(), removed.len());
    for (what, ids) in [("added", added), ("changed", changed), ("removed", removed)] {
        for id in ids {
            eprintln!("  {what} {}", readable::text(id));
        }
    }
}

fn exit_code(run: &Run) -> ExitCode {
    if run.has_unexpected() {
        ExitCode::from(1)
    } else if run.selection.interrupted {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}

fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The command that repeats a run, without its filters.
fn repeat(args: &RunArgs) -> String {
    let mut words = vec!["conformance".to_owned(), "run".to_owned()];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    if let Some(implementation) = &args.testee.implementation {
        option("impl", implementation.clone());
    }
    if let Some(dir) = &args.vectors.vectors {
        option("vectors", dir.display().to_string());
    }
    if let Some(version) = &args.vectors.suite {
        option("suite", version.clone());
    }
    let limits = Limits::default();
    let mut time = |name: &str, time: Duration, default: Duration| {
        if time != default {
            option(name, time.as_secs_f64().to_string());
        }
    };
    time("timeout", args.testee.limits.timeout, limits.reply);
    time("timeout-per-mib", args.testee.limits.timeout_per_mib, limits.reply_per_mib);
    time("start-timeout", args.testee.limits.start_timeout, limits.start);
    if args.level == Level::Should {
        option("level", "should".to_owned());
    }
    if args.isolate {
        words.push("--isolate".to_owned());
    }
    shell_words::join(words)
}

/// A progress bar on standard error, which is hidden unless that is a terminal.
fn progress(cases: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new((cases + OWN_CASES) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} cases, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
