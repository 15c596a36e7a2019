//! The `steadlith-tools` command, for those who change the repository.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args, Parser, Subcommand};
use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::run::Options;
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::Launcher;
use steadlith_tools::{baselines, clauses, corpora, differential, pipelines, readme, schemas, speed, vectors};
use steadlith_vectors::document::document;
use steadlith_vectors::frozen::Frozen;
use steadlith_vectors::suite::Suite;

mod guard_faults_command;
mod strength_command;

/// Generates the golden vectors and the schemas of Steadlith v1, and checks that they are fresh.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The golden vectors, vectors/v1/*.json
    Vectors(Mode),
    /// The JSON Schemas of requests, replies and vector files, spec/schemas/*.json
    Schemas(Mode),
    /// Clauses of the specification and cases, which have to match both ways
    Clauses(Check),
    /// The list of released cases, vectors/v1/frozen.json: --write adds the cases that are new and changes none
    Frozen(Mode),
    /// The transcripts of README.md and of conformance/GUIDE.md
    Readme(Mode),
    /// The pipelines for users, action.yml and tools/ci: every command in them is run against the built-in reference and
    /// against a testee with a fault. This installs the runner as they do, from the sources
    Pipelines(Check),
    /// The reference against another implementation on random documents
    Differential(DifferentialArgs),
    /// The baseline chunkers against those of a released package, on random documents and on the files of a folder
    Baselines(BaselinesArgs),
    /// The published recompute fractions over real revisions, by the reference and another implementation
    Corpora(CorporaArgs),
    /// How fast the reference chunks beside another implementation, side by side in one run
    Speed(SpeedArgs),
    /// How strong the suite is: every fault, as a real child process, has to be found
    Strength(strength_command::StrengthArgs),
    /// How good guard is: every fault that changes a chunk, a hash or a refusal under one identity has to be caught
    GuardFaults(guard_faults_command::GuardFaultsArgs),
}

#[derive(Args)]
struct SpeedArgs {
    /// The other implementation
    #[arg(long = "impl", value_name = "CMD")]
    implementation: String,
    /// The reference as a testee
    #[arg(long, value_name = "CMD", default_value = "target/release/conformance testee")]
    reference: String,
    /// Words of the text
    #[arg(long, default_value_t = 1_000_000)]
    words: u64,
    /// Counted rounds
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

#[derive(Args)]
struct DifferentialArgs {
    /// The implementation: an existing file, or a command line that is split as a POSIX shell does
    #[arg(long = "impl", value_name = "CMD")]
    implementation: String,
    /// How many documents
    #[arg(long, default_value_t = 20_000)]
    documents: usize,
    /// The seed of the documents
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct CorporaArgs {
    /// The folder that holds the revisions in en and zh
    #[arg(long, value_name = "DIR")]
    revisions: PathBuf,
    /// Another implementation, which has to give the same figures
    #[arg(long = "impl", value_name = "CMD")]
    implementation: Option<String>,
}

#[derive(Args)]
struct BaselinesArgs {
    /// The released package behind tools/adapters/baselines.py, such as "python3 tools/adapters/baselines.py"
    #[arg(long = "impl", value_name = "CMD")]
    implementation: String,
    /// How many random documents
    #[arg(long, default_value_t = 5_000)]
    documents: usize,
    /// The seed of the documents
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder of text files to chunk as well
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("mode").required(true))]
struct Mode {
    /// Write the files
    #[arg(long, group = "mode")]
    write: bool,
    /// Name what is stale, and exit 1 if anything is
    #[arg(long, group = "mode")]
    check: bool,
}

#[derive(Args)]
struct Check {
    /// Name every clause and case that do not match, and exit 1 if there are any
    #[arg(long, required = true)]
    check: bool,
}

fn main() -> ExitCode {
    let outcome: Result<Vec<String>, Box<dyn Error>> = match Cli::parse().command {
        Command::Vectors(mode) => run_vectors(&mode).map_err(Box::from),
        Command::Schemas(mode) => run_schemas(&mode).map_err(Box::from),
        Command::Clauses(_) => clauses::mismatches().map_err(Box::from),
        Command::Frozen(mode) => run_frozen(&mode),
        Command::Readme(mode) => run_readme(&mode),
        Command::Pipelines(_) => pipelines::mismatches(repository()),
        Command::Differential(args) => run_differential(&args),
        Command::Baselines(args) => run_baselines(&args),
        Command::Corpora(args) => run_corpora(&args),
        Command::Speed(args) => run_speed(&args),
        Command::Strength(args) => strength_command::run(&args, repository()),
        Command::GuardFaults(args) => guard_faults_command::run(&args),
    };
    match outcome {
        Ok(problems) if problems.is_empty() => ExitCode::SUCCESS,
        Ok(problems) => {
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_vectors(mode: &Mode) -> Result<Vec<String>, vectors::Error> {
    let dir = repository().join("vectors/v1");
    if mode.check {
        return vectors::stale(&dir);
    }
    println!("{} cases written", vectors::write(&dir)?);
    Ok(Vec::new())
}

fn run_schemas(mode: &Mode) -> Result<Vec<String>, schemas::FileError> {
    let dir = repository().join("spec/schemas");
    if mode.check {
        return schemas::stale(&dir);
    }
    println!("{} schemas written", schemas::write(&dir)?);
    Ok(Vec::new())
}

fn run_frozen(mode: &Mode) -> Result<Vec<String>, Box<dyn Error>> {
    let dir = repository().join("vectors/v1");
    let suite = Suite::from_dir(&dir)?;
    let path = dir.join("frozen.json");
    let frozen: Frozen =
        document(&std::fs::read_to_string(&path)?).map_err(|misplaced| format!("{}: {misplaced}", path.display()))?;
    let breaches = frozen.breaches(&suite);
    if mode.write && breaches.is_empty() {
        let listed = frozen.since().len();
        let frozen = frozen.with_new_cases(&suite);
        std::fs::write(&path, serde_json::to_string_pretty(&frozen)? + "\n")?;
        let now = frozen.since().len();
        println!("{now} released cases, {} of them new", now - listed);
    }
    Ok(breaches)
}

fn run_readme(mode: &Mode) -> Result<Vec<String>, Box<dyn Error>> {
    // The commands of the guide make files, as its readers do in an empty folder.
    let empty = std::env::temp_dir().join(format!("steadlith-guide-{}", std::process::id()));
    std::fs::create_dir_all(&empty)?;
    let pages = [("README.md", repository()), ("conformance/GUIDE.md", empty.as_path())];
    let stale = pages.into_iter().filter_map(|(page, folder)| refresh(page, folder, mode).transpose());
    let stale = stale.collect::<Result<Vec<String>, _>>();
    std::fs::remove_dir_all(&empty)?;
    stale
}

/// Writes a page with fresh transcripts made in `folder`, or says that it is stale.
fn refresh(page: &str, folder: &Path, mode: &Mode) -> Result<Option<String>, Box<dyn Error>> {
    let path = repository().join(page);
    let written = std::fs::read_to_string(&path)?;
    // Both programs of one build lie in one folder.
    let conformance = std::env::current_exe()?.with_file_name("conformance");
    let fresh = readme::refreshed(&written, &conformance, folder)?;
    if mode.check {
        let is_stale = fresh != written;
        return Ok(is_stale
            .then(|| format!("{page}: a transcript is not what the command prints; readme --write makes it anew")));
    }
    std::fs::write(&path, fresh)?;
    Ok(None)
}

fn run_differential(args: &DifferentialArgs) -> Result<Vec<String>, Box<dyn Error>> {
    let launcher = launcher(&args.implementation)?;
    let options = Options {
        // Without the case of the probe, which is no document.
        selection: Selection { filters: vec!["random/*".to_owned()], ..Selection::default() },
        jobs: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        isolate: false,
        repeat: String::new(),
        folder: None,
    };
    let suite = differential::suite(args.documents, args.seed)?;
    let (run, differences) = differential::differences(&suite, &launcher, &options)?;
    let counts = run.counts();
    println!(
        "{} {} and the reference under Unicode {}, {} random documents from seed {}:",
        run.implementation.name, run.implementation.version, run.unicode.judged_by, args.documents, args.seed
    );
    println!("{} agree, {} differ, {} left out", counts.passed, counts.failed, counts.skipped);
    Ok(differences)
}

fn run_baselines(args: &BaselinesArgs) -> Result<Vec<String>, Box<dyn Error>> {
    let implementation = Implementation::parse(&args.implementation)?;
    let outcomes = baselines::compare(&implementation, args.documents, args.seed, args.corpus.as_deref())?;
    let baselines::Outcomes { other, agreed, refused, differences } = outcomes;
    println!(
        "{} {} and the baselines here, Unicode {}: {agreed} chunked alike, {refused} refused alike, {} differ",
        other.package,
        other.version,
        other.unicode,
        differences.len()
    );
    Ok(differences)
}

fn run_corpora(args: &CorporaArgs) -> Result<Vec<String>, Box<dyn Error>> {
    let other = args.implementation.as_deref().map(launcher).transpose()?;
    let (lines, wrong) = corpora::measure(&args.revisions, other.as_ref())?;
    println!("mean recompute fractions in percent:");
    lines.iter().for_each(|line| println!("  {line}"));
    Ok(wrong)
}

fn run_speed(args: &SpeedArgs) -> Result<Vec<String>, Box<dyn Error>> {
    let comparison =
        speed::compare(&launcher(&args.reference)?, &launcher(&args.implementation)?, args.words, args.rounds)?;
    println!("{} words, chunked {} times by each side in turn; medians:", args.words, args.rounds);
    println!("  reference  {:.3} s", speed::median(&comparison.reference).as_secs_f64());
    println!("  other      {:.3} s", speed::median(&comparison.other).as_secs_f64());
    println!("the reference is {:.1} times as fast", comparison.ratio());
    Ok(Vec::new())
}

fn launcher(command: &str) -> Result<Launcher, Box<dyn Error>> {
    Ok(Launcher {
        implementation: Implementation::parse(command)?,
        limits: Limits::default(),
        cancel: Cancel::default(),
    })
}

/// The repository that this tool was built from.
fn repository() -> &'static Path {
    let manifest_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest_dir.parent().unwrap_or(manifest_dir)
}
