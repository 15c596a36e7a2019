//! `conformance guard`: compares two releases by the clauses of chapter 13.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use steadlith_conformance::churn::pairs::Pair;
use steadlith_conformance::guard::acceptance::{Acceptance, Measures, acceptance, published_churn_params};
use steadlith_conformance::guard::compare::{Options, compare};
use steadlith_conformance::guard::corpus::Corpus;
use steadlith_conformance::guard::outcome::Comparison;
use steadlith_conformance::guard::retrieval::Retrieval;
use steadlith_conformance::report::format::Format;
use steadlith_conformance::report::guard::{acceptance as acceptance_report, page, terminal};
use steadlith_conformance::session::Launcher;
use steadlith_spec::Spec;
use steadlith_vectors::suite::Suite;

use super::{Fault, cancel, implementation, limits, output};
use crate::cli::guard::GuardArgs;

pub fn guard(args: &GuardArgs) -> Result<ExitCode, Fault> {
    if let Some(command) = &args.locality.locality {
        return super::locality::locality(args, command.as_deref());
    }
    output::check_files(&args.out)?;
    let corpus = args.corpus.as_deref().map(Corpus::of_folder).transpose()?;
    let pairs = args.pairs.as_deref().map(Pair::of_folder).transpose();
    let pairs = pairs.map_err(|error| Fault::Usage(format!("--pairs: {error}")))?;
    let retrieval = args.retrieval.as_deref().map(Retrieval::from_file).transpose();
    let retrieval = retrieval.map_err(|error| Fault::Usage(format!("--retrieval: {error}")))?;
    let suite = Suite::embedded()?;
    let (old, new) = launchers(args)?;
    let options = Options {
        suite: &suite,
        skip_large: args.skip_large,
        documents: args.cases,
        seed: args.seed,
        corpus: corpus.as_ref(),
        jobs: args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN),
        migration: args.migration,
    };
    let progress = progress();
    let comparison = compare(&old, &new, &options, &mut |inputs| progress.inc(inputs as u64));
    progress.finish_and_clear();
    let comparison = comparison.map_err(|(who, error)| Fault::SideNotJudged { side: who.name(), error })?;
    if !args.report {
        return show(args, &comparison);
    }
    let measures = Measures {
        suite: &suite,
        documents: args.cases,
        seed: args.seed,
        pairs,
        churn_params: published_churn_params(),
        retrieval,
    };
    show_acceptance(args, &acceptance(comparison, [&old, &new], measures)?)
}

fn show(args: &GuardArgs, comparison: &Comparison) -> Result<ExitCode, Fault> {
    let spec = Spec::embedded();
    output::each(&args.out, &[args.format], usize::MAX, &mut |format, _, out| match format {
        Format::Json => write_json(comparison, out),
        Format::Html => out.write_all(page::page(comparison, &spec).as_bytes()),
        _ => terminal::write(comparison, &spec, out),
    })?;
    Ok(exit_code(comparison.has_unexpected(), comparison.interrupted))
}

fn show_acceptance(args: &GuardArgs, acceptance: &Acceptance) -> Result<ExitCode, Fault> {
    let spec = Spec::embedded();
    output::each(&args.out, &[args.format], usize::MAX, &mut |format, _, out| match format {
        Format::Json => write_json(acceptance, out),
        Format::Html => out.write_all(acceptance_report::page(acceptance, &spec).as_bytes()),
        _ => acceptance_report::write(acceptance, &spec, out),
    })?;
    Ok(exit_code(acceptance.has_unexpected(), acceptance.interrupted))
}

fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::other)?;
    writeln!(out)
}

/// How both sides are started.
fn launchers(args: &GuardArgs) -> Result<(Launcher, Launcher), Fault> {
    if args.old.is_none() && args.new.is_none() {
        return Err(Fault::Usage("--old or --new has to name a release to compare with".to_owned()));
    }
    let (limits, cancel) = (limits(&args.limits), cancel()?);
    let launcher = |option: &str, command: &Option<String>| {
        let implementation = implementation(command.as_deref()).map_err(|fault| match fault {
            Fault::Command(error) => Fault::Usage(format!("{option}: {error}")),
            other => other,
        })?;
        Ok::<_, Fault>(Launcher { implementation, limits, cancel: cancel.clone() })
    };
    Ok((launcher("--old", &args.old)?, launcher("--new", &args.new)?))
}

fn exit_code(has_unexpected: bool, interrupted: bool) -> ExitCode {
    if has_unexpected {
        ExitCode::from(1)
    } else if interrupted {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}

/// A progress line on standard error, which is hidden unless that is a terminal.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} inputs, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
