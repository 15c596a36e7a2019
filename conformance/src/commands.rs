//! The subcommands, one module each.

pub mod list;
pub mod run;
pub mod testee;

use std::io;

use steadlith_conformance::implementation::{CommandError, Implementation};
use steadlith_conformance::session::StartError;
use steadlith_vectors::suite::{LoadError, Suite};
use thiserror::Error;

use crate::cli::{ImplArgs, VectorArgs};

/// Why a command ends without doing its work.
#[derive(Debug, Error)]
pub enum Fault {
    /// The arguments make no sense together, or with the vectors.
    #[error("{0}")]
    Usage(String),
    /// The command of `--impl` cannot be understood.
    #[error("--impl: {0}")]
    Command(#[from] CommandError),
    /// The vectors cannot be used.
    #[error("the vectors cannot be used: {0}")]
    Vectors(#[from] LoadError),
    /// The implementation cannot be judged.
    #[error("{}", not_judged(.0))]
    NotJudged(#[from] StartError),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Fault {
    /// The exit code (PROTO-17).
    pub fn exit_code(&self) -> u8 {
        match self {
            Fault::Usage(_) | Fault::Command(_) | Fault::Vectors(_) | Fault::Output(_) => 2,
            Fault::NotJudged(_) => 3,
        }
    }
}

fn not_judged(error: &StartError) -> String {
    let mut message = format!("the implementation could not be judged: {error}");
    if let StartError::NoHandshake { failure } = error
        && let Some(stderr) = &failure.stderr
    {
        message.push_str("\nit wrote to standard error:");
        let lines: Vec<&str> = stderr.lines().collect();
        for line in &lines[lines.len().saturating_sub(12)..] {
            message.push_str("\n  | ");
            message.push_str(&steadlith_conformance::readable::text(line));
        }
    }
    message
}

/// The vectors that the arguments name.
pub fn suite(args: &VectorArgs) -> Result<Suite, Fault> {
    Ok(match &args.vectors {
        Some(dir) => Suite::from_dir(dir)?,
        None => Suite::embedded()?,
    })
}

/// The implementation that the arguments name.
pub fn implementation(args: &ImplArgs) -> Result<Implementation, Fault> {
    match &args.implementation {
        Some(argument) => Ok(Implementation::parse(argument)?),
        None => Implementation::reference().map_err(|error| {
            Fault::NotJudged(StartError::NotStarted {
                program: "the built-in reference".into(),
                why: error.to_string(),
            })
        }),
    }
}
