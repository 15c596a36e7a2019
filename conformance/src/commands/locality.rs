//! `conformance guard --locality`: searches for violations of strict locality, or verifies the unbounded family.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use steadlith_conformance::chunks::{NoChunks, Offered, identities};
use steadlith_conformance::connection::Connection;
use steadlith_conformance::locality::example::Abilities;
use steadlith_conformance::locality::family::{self, Family};
use steadlith_conformance::locality::search::{LocalitySearch, Options, search};
use steadlith_conformance::readable;
use steadlith_conformance::report::format::Format;
use steadlith_conformance::report::{locality as report, locality_page};
use steadlith_conformance::session::Launcher;
use steadlith_spec::Spec;

use super::{Fault, cancel, implementation, limits, output};
use crate::cli::guard::GuardArgs;

/// Searches the implementation of a command; without one, the built-in reference.
pub fn locality(args: &GuardArgs, command: Option<&str>) -> Result<ExitCode, Fault> {
    output::check_files(&args.out)?;
    let implementation = implementation(command).map_err(|fault| match fault {
        Fault::Command(error) => Fault::Usage(format!("--locality: {error}")),
        other => other,
    })?;
    let launcher = Launcher { implementation, limits: limits(&args.limits), cancel: cancel()? };
    let (session, hello) = launcher.open()?;
    let title = format!("{} {}", readable::text(&hello.name), readable::text(&hello.version));
    let abilities = Abilities { counters: hello.declares("token-counter"), snapping: hello.declares("snapping") };
    let identity = match &args.locality.identity {
        None => None,
        Some(schema) if identities(&hello).contains(&Some(schema.clone())) => Some(schema.clone()),
        Some(schema) => {
            let offered: Vec<String> = hello.identities.iter().map(|schema| readable::text(schema)).collect();
            let offered = offered.join(", ");
            return Err(Fault::Usage(format!("--identity {schema}: it offers {offered}; v1 is the default")));
        }
    };
    let mut offered = Offered { connection: Connection::of(&launcher, session), identity };
    let exit = match args.locality.family {
        Some(words) => verify(words, args, &title, &mut offered)?,
        None => {
            let options = Options { examples: args.cases, seed: args.seed, abilities };
            let progress = progress(args.cases);
            let found = search(&mut offered, &options, &mut |examples| progress.set_position(examples as u64));
            progress.finish_and_clear();
            let spec = Spec::embedded();
            output::each(&args.out, &[args.format], usize::MAX, &mut |format, _, out| match format {
                Format::Json => write_json(&found, out),
                Format::Html => out.write_all(locality_page::page(&found, &title).as_bytes()),
                _ => report::write(&found, &title, &spec, out),
            })?;
            exit_code(&found)
        }
    };
    // What comes after the last answer is the business of `run`.
    let _ = offered.connection.end();
    Ok(exit)
}

fn verify(words: usize, args: &GuardArgs, title: &str, implementation: &mut Offered<'_>) -> Result<ExitCode, Fault> {
    let start = Instant::now();
    let family: Family = match family::verify(words, implementation) {
        Ok(family) => family,
        Err(NoChunks::Refused(error)) => {
            let message = error.message.as_deref().unwrap_or("no message");
            return failed(&format!("it refuses the family: {}, {}", error.code, readable::text(message)));
        }
        Err(NoChunks::Failed(failure)) => {
            return failed(&format!("{}: {}", failure.class.as_str(), failure.message));
        }
        Err(NoChunks::Stopped) => {
            eprintln!("the verification was interrupted");
            return Ok(ExitCode::from(3));
        }
    };
    let time = start.elapsed();
    output::each(&args.out, &[args.format], usize::MAX, &mut |format, _, out| match format {
        Format::Json => write_json(&family, out),
        Format::Html => out.write_all(locality_page::family_page(&family, title, time).as_bytes()),
        _ => report::write_family(&family, title, time, out),
    })?;
    Ok(if family.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::other)?;
    writeln!(out)
}

fn failed(why: &str) -> Result<ExitCode, Fault> {
    eprintln!("error: {why}");
    Ok(ExitCode::from(1))
}

fn exit_code(found: &LocalitySearch) -> ExitCode {
    if found.has_unexpected() {
        ExitCode::from(1)
    } else if found.interrupted {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}

/// A progress line on standard error, which is hidden unless that is a terminal.
fn progress(examples: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(examples as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos} of {len} examples, {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
