//! `conformance guard`: compares two releases by the clauses of chapter 13.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use steadlith_conformance::guard::compare::{Options, compare};
use steadlith_conformance::guard::corpus::Corpus;
use steadlith_conformance::guard::outcome::Comparison;
use steadlith_conformance::report::format::Format;
use steadlith_conformance::report::guard::{page, terminal};
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
    let spec = Spec::embedded();
    output::each(&args.out, &[args.format], usize::MAX, &mut |format, _, out| match format {
        Format::Json => serde_json::to_writer_pretty(&mut *out, &comparison).map_err(io::Error::other),
        Format::Html => out.write_all(page::page(&comparison, &spec).as_bytes()),
        _ => terminal::write(&comparison, &spec, out),
    })?;
    Ok(exit_code(&comparison))
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

fn exit_code(comparison: &Comparison) -> ExitCode {
    if comparison.has_unexpected() {
        ExitCode::from(1)
    } else if comparison.interrupted {
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
