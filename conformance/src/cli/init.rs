//! The arguments of `init`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The language
    #[arg(value_enum)]
    pub language: Language,

    /// The folder to write into, made if it is not there
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

/// The languages that there is a testee in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// For Python 3.9 or later
    Python,
    /// For Node 16 or later
    Javascript,
}
