//! `steadlith-tools strength`: the suite against every fault.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use steadlith_spec::Spec;
use steadlith_tools::strength::summary::{self, Totals};
use steadlith_tools::strength::{Bench, Measured, chosen, clauses_without_fault};
use steadlith_vectors::suite::Suite;

/// Where the summary is published, in the repository.
const PUBLISHED: &str = "conformance/STRENGTH.md";

/// Arguments of `strength`.
#[derive(Args)]
pub struct StrengthArgs {
    /// Measure only this fault; repeatable
    #[arg(long = "fault", value_name = "ID", conflicts_with_all = ["write", "check"])]
    faults: Vec<String>,
    /// The program that serves the faults [default: `conformance` beside this one]
    #[arg(long, value_name = "PATH")]
    conformance: Option<PathBuf>,
    /// Publish the summary
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Fail if the published summary is stale
    #[arg(long)]
    check: bool,
}

/// Measures, prints, and gives what is wrong.
pub fn run(args: &StrengthArgs, repository: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let suite = Suite::embedded()?;
    let spec = Spec::embedded();
    let conformance = conformance(args)?;
    let bench = Bench { suite: &suite, conformance: &conformance };
    let faults = chosen(&args.faults)?;
    let mut problems: Vec<String> =
        clauses_without_fault(&spec).iter().map(|id| format!("{id} is violated by no fault")).collect();
    if let Some(failure) = bench.faultless_failure()? {
        problems.push(format!("the implementation without a fault: {failure}"));
    }
    let progress = Progress::of(faults.len());
    let measured = bench.measured(&faults, &|| progress.advance());
    progress.clear();
    let measured = measured.map_err(|(id, error)| format!("fault {id}: {error}"))?;
    print(&measured, &suite, &spec);
    problems.extend(
        measured
            .iter()
            .filter(|measured| measured.kills.is_empty())
            .map(|measured| format!("{} survives: {}", measured.info.id, measured.info.description)),
    );
    let text = summary::markdown(&measured, &suite, &spec);
    let path = repository.join(PUBLISHED);
    if args.write {
        fs::write(&path, text)?;
    } else if args.check && fs::read_to_string(&path).ok().as_ref() != Some(&text) {
        problems.push(format!("{PUBLISHED} is stale; `steadlith-tools strength --write` renews it"));
    }
    Ok(problems)
}

/// The program that serves the faults.
fn conformance(args: &StrengthArgs) -> Result<PathBuf, Box<dyn Error>> {
    let path = match &args.conformance {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("conformance"),
    };
    if path.is_file() {
        return Ok(path);
    }
    Err(format!("{} is not there; build it, or name another with --conformance", path.display()).into())
}

fn print(measured: &[Measured], suite: &Suite, spec: &Spec) {
    for measured in measured {
        println!("{}  {}", measured.info.id, summary::kills(measured, ""));
    }
    let idle = summary::idle(measured, suite);
    println!("\n{} MUST cases without a large text find none of these faults:", idle.len());
    println!("{}", idle.join(" "));
    println!("\n{}", Totals::of(measured, suite, spec).sentence());
}

/// How far it is, on standard error if that is a terminal.
struct Progress {
    all: usize,
    done: AtomicUsize,
    is_shown: bool,
}

impl Progress {
    fn of(all: usize) -> Progress {
        Progress { all, done: AtomicUsize::new(0), is_shown: io::stderr().is_terminal() }
    }

    fn advance(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_shown {
            eprint!("\r{done} of {} faults", self.all);
        }
    }

    fn clear(&self) {
        if self.is_shown {
            eprint!("\r\x1b[K");
        }
    }
}
