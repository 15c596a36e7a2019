//! The arguments of `churn`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::LimitArgs;

/// Arguments of `churn`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").args(["old", "pairs"]).required(true))]
pub struct ChurnArgs {
    /// An implementation to measure beside the baselines: an existing file, or a command line that is split as a POSIX
    /// shell does (no shell is run); measured under every identity that it offers; repeatable [default: the built-in
    /// reference]
    #[arg(long = "impl", value_name = "CMD")]
    pub implementations: Vec<String>,

    /// The old revision of a document
    #[arg(long, value_name = "FILE", requires = "new", conflicts_with = "pairs")]
    pub old: Option<PathBuf>,

    /// The new revision
    #[arg(long, value_name = "FILE", requires = "old", conflicts_with = "pairs")]
    pub new: Option<PathBuf>,

    /// A folder of revisions, NAME.old.txt and NAME.new.txt, the folders below it included
    #[arg(long, value_name = "DIR")]
    pub pairs: Option<PathBuf>,

    /// The parameters for implementations, as a JSON object
    #[arg(long, value_name = "JSON", default_value = r#"{"min_tokens":176,"max_tokens":352}"#)]
    pub params: String,

    /// Tokens of a chunk of the baseline `fixed`
    #[arg(long, value_name = "TOKENS", default_value_t = 304)]
    pub fixed: u64,

    /// The most tokens of a chunk of the baseline `recursive`
    #[arg(long, value_name = "TOKENS", default_value_t = 400)]
    pub recursive: u64,

    /// The seed of the intervals; the same seed gives the same report
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How often the documents are drawn anew for the intervals
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub resamples: u32,

    /// What is shown
    #[arg(long, value_enum, default_value_t = ChurnFormat::Terminal)]
    pub format: ChurnFormat,

    /// Also write a report into this file: JSON if its name ends in .json, a page if in .html, a
    /// plot if in .svg; repeatable
    #[arg(long, value_name = "FILE")]
    pub out: Vec<PathBuf>,

    /// What each process may take.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How churn is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChurnFormat {
    /// Tables, for people
    Terminal,
    /// One JSON object with everything, down to each pair
    Json,
    /// One HTML page with all of that
    Html,
    /// A plot of means, differences and their intervals
    Svg,
}
