//! The arguments of the command.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use steadlith_conformance::report::format::Format;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case;

pub mod churn;
pub mod guard;
pub mod init;
pub mod locality;

/// Judges implementations of the Steadlith v1 chunk identity.
#[derive(Debug, Parser)]
#[command(name = "conformance", version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 no unexpected result, 1 unexpected results, 2 wrong usage, \
3 an implementation could not be judged, the user ended the command, or a report could not be written.";

const EXPLAIN_EXIT_CODES: &str = "Exit codes: 0 shown, and the implementation agrees, if one is named; 1 it parts from \
the reference; 2 wrong usage; 3 it could not be asked.";

const SHOWN_EXIT_CODES: &str =
    "Exit codes: 0 shown, 2 wrong usage or vectors that cannot be read, 3 it could not be written.";

const TESTEE_EXIT_CODES: &str = "Exit codes: 0 its input has ended, 2 wrong usage, 3 a reply could not be written.";

const INIT_EXIT_CODES: &str =
    "Exit codes: 0 written, 2 wrong usage, or a file that is there already or cannot be written.";

const RUN_NOTES: &str = "The implementation reads one JSON request per line from standard input and writes one JSON reply per \
line to standard output (chapter 12 of the specification). It is started once for each job, and again whenever it \
ended, hung or broke the protocol: such a case fails, and the others are still judged. An operation that had no reply \
20 times in a row, or 5 times none in time, is not asked any more, and its other cases fail. At the end of its input \
the implementation has 2 seconds to exit. It is ended with its process group; a process that has left the group, as by \
setsid, is not found. Ctrl-C ends everything and shows what is known by then.

Exit codes: 0 no unexpected result, 1 unexpected results, 2 wrong usage or no case judged, 3 the implementation could not be \
judged, the user ended the run, or a report could not be written.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Judge an implementation
    #[command(after_help = EXIT_CODES, after_long_help = RUN_NOTES)]
    Run(RunArgs),
    /// Show the cases, by the clause of the specification that they test
    #[command(after_help = SHOWN_EXIT_CODES)]
    List(ListArgs),
    /// Show how the reference comes to its answer, stage by stage, and where an implementation parts from it
    #[command(after_help = EXPLAIN_EXIT_CODES)]
    Explain(ExplainArgs),
    /// Compare two releases: the same claimed identity has to mean the same chunks and hashes
    #[command(after_help = EXIT_CODES)]
    Guard(guard::GuardArgs),
    /// Measure how much edits make an implementation compute again, beside two baseline chunkers
    #[command(after_help = EXIT_CODES)]
    Churn(churn::ChurnArgs),
    /// Show a JSON report again, compare two, or put several into one table
    Report(ReportArgs),
    /// Serve the built-in reference, or an implementation with a named fault, on standard input and output
    #[command(after_help = TESTEE_EXIT_CODES)]
    Testee(TesteeArgs),
    /// Write a testee to start from, in Python or JavaScript
    #[command(after_help = INIT_EXIT_CODES)]
    Init(init::InitArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArgs),
}

const COMPLETIONS: &str = "For bash, in ~/.bashrc:   source <(conformance completions bash)
For zsh, in ~/.zshrc:     source <(conformance completions zsh)
For fish:                 conformance completions fish > ~/.config/fish/completions/conformance.fish";

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Which vectors are used.
#[derive(Debug, Args)]
pub struct VectorArgs {
    /// Use the vector files of this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub vectors: Option<PathBuf>,

    /// Use exactly the cases of this version of the suite, such as 0.1, so that an upgrade brings no new ones
    #[arg(long, value_name = "X.Y")]
    pub suite: Option<String>,
}

/// Which testee is started, and what it may take.
#[derive(Debug, Args)]
pub struct ImplArgs {
    /// The implementation: a program file, or a command line, which is split as a POSIX shell does (no shell is run).
    /// Without it `run` judges the built-in reference
    #[arg(long = "impl", value_name = "CMD")]
    pub implementation: Option<String>,

    /// What it may take.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// What a testee may take.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// Seconds for each reply, however small the request
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Duration,

    /// Seconds more for each MiB of the request
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout_per_mib: Duration,

    /// Seconds for the start, up to the reply to hello
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, allow_negative_numbers = true)]
    pub start_timeout: Duration,

    /// The longest reply line that is read, in MiB; a longer one fails its case
    #[arg(long, value_name = "MIB", default_value = "64")]
    pub reply_limit: NonZeroUsize,

    /// How much of the end of standard error is kept with a failure, in KiB
    #[arg(long, value_name = "KIB", default_value = "16")]
    pub stderr_limit: NonZeroUsize,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The implementation.
    #[command(flatten)]
    pub testee: ImplArgs,

    /// The vectors.
    #[command(flatten)]
    pub vectors: VectorArgs,

    /// Ask only cases whose id holds this text, or whose id or clause matches it (* and ? are wildcards); repeatable. The
    /// verdict is then PARTIAL
    #[arg(long = "filter", value_name = "PATTERN")]
    pub filters: Vec<String>,

    /// Which failures count for verdict and exit code
    #[arg(long, value_enum, default_value_t = Level::Must)]
    pub level: Level,

    /// A strict list of known failures, each with its reason: exit 0 if the failures are exactly these
    #[arg(long, value_name = "FILE")]
    pub expect_failures: Option<PathBuf>,

    /// Write the failures of this run into the file of --expect-failures, keeping the reasons that are there and the
    /// entries of cases that are not asked; nothing is written if the run is interrupted
    #[arg(long, requires = "expect_failures")]
    pub update_ledger: bool,

    /// Leave out the cases with large generated texts; the verdict is then PARTIAL
    #[arg(long)]
    pub skip_large: bool,

    /// How many processes are asked at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<NonZeroUsize>,

    /// Give each case a process of its own
    #[arg(long)]
    pub isolate: bool,

    /// Show every failure in full at the terminal, not only the first 20
    #[arg(long)]
    pub show_all: bool,

    /// The reports.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Which reports are written, and where.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// What is written to standard output [default: terminal]. Repeatable: terminal, markdown and github go together.
    /// With github, the Markdown report is also added to the file that GITHUB_STEP_SUMMARY names
    #[arg(long, value_name = "FORMAT", value_parser = format_name())]
    pub format: Vec<Format>,

    /// Write a report into a file as well. The format follows from the ending (.html, .json, .md, .txt, .xml for JUnit),
    /// or is named, as in junit=FILE. Repeatable
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = out_file)]
    pub out: Vec<OutFile>,
}

/// A file for a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutFile {
    /// The format.
    pub format: Format,
    /// The file.
    pub path: PathBuf,
}

fn format_name() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(|(_, name)| name))
        .try_map(|name| Format::of_name(&name).ok_or("no such format"))
}

fn out_file(argument: &str) -> Result<OutFile, String> {
    if let Some((name, path)) = argument.split_once('=')
        && let Some(format) = Format::of_name(name)
        && !path.is_empty()
    {
        return Ok(OutFile { format, path: path.into() });
    }
    if let Some((name, "")) = argument.split_once('=')
        && Format::of_name(name).is_some()
    {
        return Err(format!("the name of a file is missing behind {name}="));
    }
    let path = PathBuf::from(argument);
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.and_then(Format::of_ending) {
        Some(format) => Ok(OutFile { format, path }),
        None => {
            let names = Format::ALL.map(|(_, name)| name).join(", ");
            Err(format!("its ending stands for no format; name one, as in html={argument}; there are {names}"))
        }
    }
}

/// Up to which level failures count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Only what deployed v1 does
    Must,
    /// Also what the specification recommends beyond
    Should,
}

impl From<Level> for case::Level {
    fn from(level: Level) -> case::Level {
        match level {
            Level::Must => case::Level::Must,
            Level::Should => case::Level::Should,
        }
    }
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// The vectors.
    #[command(flatten)]
    pub vectors: VectorArgs,

    /// Show only cases whose id holds this text, or whose id or clause matches it (* and ? are wildcards); repeatable
    #[arg(long = "filter", value_name = "PATTERN")]
    pub filters: Vec<String>,

    /// How to show them
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// How cases are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// By clause, for people
    Text,
    /// One JSON array of cases
    Json,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The id of a case, or a text file in UTF-8
    #[arg(value_name = "ID|FILE")]
    pub what: String,

    /// For a file: the parameters, as a JSON object [default: all defaults]
    #[arg(long, value_name = "JSON")]
    pub params: Option<String>,

    /// The Unicode version of the reference [default: the newest, or that of the implementation]
    #[arg(long, value_name = "VERSION", value_parser = unicode_version)]
    pub unicode: Option<UnicodeVersion>,

    /// Leave nothing out, however long it gets
    #[arg(long)]
    pub all: bool,

    /// The implementation to compare with.
    #[command(flatten)]
    pub testee: ImplArgs,

    /// The vectors.
    #[command(flatten)]
    pub vectors: VectorArgs,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = REPORT_EXIT_CODES)]
pub struct ReportArgs {
    /// JSON reports of `run`: one is shown again, two are compared, the older first
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Put all reports into one table, implementations across and chapters down
    #[arg(long)]
    pub table: bool,

    /// Show every failure in full at the terminal, not only the first 20
    #[arg(long)]
    pub show_all: bool,

    /// The reports.
    #[command(flatten)]
    pub output: OutputArgs,
}

const REPORT_EXIT_CODES: &str = "Exit codes: 0 nothing is broken, 1 something that passed fails now or is skipped, or the \
newer run was interrupted, 2 wrong usage or a file that is no report, 3 a report could not be written.";

/// Arguments of `testee`.
#[derive(Debug, Args)]
pub struct TesteeArgs {
    /// The Unicode version by which it normalises
    #[arg(long, value_name = "VERSION", default_value_t = UnicodeVersion::default(), value_parser = unicode_version)]
    pub unicode: UnicodeVersion,

    /// Serve the strictly local test chunker (LOC-7), which is not v1
    #[arg(long, conflicts_with_all = ["fault", "unicode"])]
    pub strictly_local: bool,

    /// Serve the second implementation with this fault on, or with `none`; `--fault list` shows all faults
    #[arg(long, value_name = "ID")]
    pub fault: Option<String>,
}

/// The parser of `--jobs`.
pub(crate) fn jobs(argument: &str) -> Result<NonZeroUsize, String> {
    argument.parse().map_err(|_| "not a number from 1".to_owned())
}

fn seconds(argument: &str) -> Result<Duration, String> {
    let seconds: f64 = argument.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time < Duration::from_secs(1 << 32) => Ok(time),
        _ => Err("a time has to be longer than 0 seconds, and not for ever".to_owned()),
    }
}

fn unicode_version(argument: &str) -> Result<UnicodeVersion, String> {
    UnicodeVersion::parse(argument).ok_or_else(|| {
        let known: Vec<&str> = UnicodeVersion::ALL.iter().map(|version| version.as_str()).collect();
        format!("known are {}", known.join(", "))
    })
}
