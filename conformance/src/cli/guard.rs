//! The arguments of `guard`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use steadlith_conformance::report::format::Format;

use super::locality::LocalityArgs;
use super::{LimitArgs, OutFile, out_file};

/// Arguments of `guard`.
#[derive(Debug, Args)]
pub struct GuardArgs {
    /// The release that is in use: an existing file, or a command line that is split as a POSIX shell does (no shell
    /// is run) [default: the built-in reference]
    #[arg(long, value_name = "CMD")]
    pub old: Option<String>,

    /// The release that is to replace it [default: the built-in reference]
    #[arg(long, value_name = "CMD")]
    pub new: Option<String>,

    /// Also compare on every text of this folder, with several sets of parameters
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,

    /// How many documents are generated
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub cases: usize,

    /// The seed of the generated documents; the same seed gives the same report
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Leave out the requests with large generated texts
    #[arg(long)]
    pub skip_large: bool,

    /// What is written to standard output
    #[arg(long, value_name = "FORMAT", value_parser = format_name(), default_value = "terminal")]
    pub format: Format,

    /// Write a report into a file as well. The format follows from the ending (.html, .json, .txt), or is named, as in
    /// json=FILE. Repeatable
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = guard_file)]
    pub out: Vec<OutFile>,

    /// Put all acceptance criteria of an algorithm change on one page: determinism, locality, identity compatibility,
    /// churn and retrieval (VER-20)
    #[arg(long, conflicts_with = "locality")]
    pub report: bool,

    /// With --report: measure churn over this folder of revisions, NAME.old.txt and NAME.new.txt
    #[arg(long, value_name = "DIR", requires = "report")]
    pub pairs: Option<PathBuf>,

    /// With --report: the retrieval figures of both releases, a JSON file (VER-21)
    #[arg(long, value_name = "FILE", requires = "report")]
    pub retrieval: Option<PathBuf>,

    /// How many processes of each release are asked at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = super::jobs)]
    pub jobs: Option<NonZeroUsize>,

    /// A changed or dropped identity is intended: without this it is an unexpected result
    #[arg(long)]
    pub migration: bool,

    /// Strict locality.
    #[command(flatten)]
    pub locality: LocalityArgs,

    /// What each process may take.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The formats of a comparison.
const FORMATS: [Format; 3] = [Format::Terminal, Format::Json, Format::Html];

fn format_name() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(FORMATS.map(Format::name)).try_map(|name| Format::of_name(&name).ok_or("no such format"))
}

fn guard_file(argument: &str) -> Result<OutFile, String> {
    let file = out_file(argument)?;
    if FORMATS.contains(&file.format) {
        return Ok(file);
    }
    let names = FORMATS.map(Format::name).join(", ");
    Err(format!("a comparison has no format {}; there are {names}", file.format.name()))
}
