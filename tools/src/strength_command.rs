//! `steadlith-tools strength`: the suite against every fault.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use steadlith_conformance::diagnosis::Explanation;
use steadlith_spec::Spec;
use steadlith_tools::strength::summary::{self, Totals};
use steadlith_tools::strength::{Bench, Measured, chosen, clauses_without_fault};
use steadlith_vectors::suite::Suite;

/// How many of a hundred faults the diagnosis has to name.
const NAMED_PERCENT: f64 = 95.0;
/// Where the summary is published, in the repository.
const PUBLISHED: &str = "conformance/STRENGTH.md";
/// Pages that quote the totals, on a line of their own.
const QUOTING: [&str; 2] = ["README.md", "CHANGELOG.md"];

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
    /// Diagnose each run as well, and fail if too few diagnoses name the fault
    #[arg(long)]
    diagnose: bool,
}

/// Measures, prints, and gives what is wrong.
pub fn run(args: &StrengthArgs, repository: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let suite = Suite::embedded()?;
    let spec = Spec::embedded();
    let conformance = conformance(args)?;
    let bench = Bench { suite: &suite, spec: &spec, conformance: &conformance, diagnose: args.diagnose };
    let faults = chosen(&args.faults)?;
    let mut problems: Vec<String> =
        clauses_without_fault(&spec).iter().map(|id| format!("{id} is violated by no fault")).collect();
    if let Some(failure) = bench.faultless_failure()? {
        problems.push(format!("the implementation without a fault: {failure}"));
    }
    let progress = Progress::of(faults.len());
    let (measured, not_judged) = bench.measured(&faults, &|| progress.advance());
    progress.clear();
    problems.extend(not_judged.iter().map(|message| format!("cannot be judged with the fault {message}")));
    print(&measured, &suite, &spec);
    problems.extend(
        measured
            .iter()
            .filter(|measured| measured.kills.is_empty())
            .map(|measured| format!("{} survives: {}", measured.info.id, measured.info.description)),
    );
    if args.diagnose {
        problems.extend(too_few_named(&measured));
    }
    if args.write || args.check {
        let totals = Totals::of(&measured, &suite, &spec).sentence();
        let mut pages = vec![(PUBLISHED, summary::markdown(&measured, &suite, &spec))];
        for page in QUOTING {
            pages.push((page, summary::with_totals(&fs::read_to_string(repository.join(page))?, &totals)));
        }
        for (page, text) in pages {
            let path = repository.join(page);
            if args.write {
                fs::write(&path, text)?;
            } else if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                problems.push(format!("{page} is stale; `steadlith-tools strength --write` renews it"));
            }
        }
    }
    Ok(problems)
}

/// Prints how many diagnoses name the fault, or a short list that holds it, and which do not; gives the problem if
/// these are too few.
fn too_few_named(measured: &[Measured]) -> Option<String> {
    let named = measured.iter().filter(|measured| measured.is_named()).count();
    for measured in measured.iter().filter(|measured| !measured.is_named()) {
        println!("not named: {}: {}", measured.info.id, diagnosed(measured));
    }
    let percent = 100.0 * named as f64 / measured.len().max(1) as f64;
    println!("the diagnosis names {named} of {} faults, {percent:.1} %", measured.len());
    (percent < NAMED_PERCENT).then(|| format!("fewer than {NAMED_PERCENT} % of the faults are named"))
}

/// What the diagnosis says instead.
fn diagnosed(measured: &Measured) -> String {
    let Some(diagnosis) = &measured.diagnosis else { return "nothing is diagnosed".to_owned() };
    let explanation = |it: &Explanation| {
        let ids: Vec<&str> = it.mistakes.iter().map(|mistake| mistake.id.as_str()).collect();
        format!("{} of {} by {} (and {} more)", it.explains, diagnosis.compared, ids.join(" or "), it.more)
    };
    if diagnosis.explanations.is_empty() {
        return format!("{} failures and no explanation", diagnosis.compared);
    }
    diagnosis.explanations.iter().map(explanation).collect::<Vec<_>>().join("; ")
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
    let worth = summary::Worth::of(measured, suite);
    println!("\n{}", worth.sentence());
    println!("only there: {}", worth.only.join(" "));
    println!("none there: {}", worth.idle.join(" "));
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
