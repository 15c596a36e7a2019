//! The subcommands, one module each.

pub mod churn;
pub mod completions;
pub mod explain;
pub mod guard;
pub mod init;
pub mod list;
pub mod locality;
pub mod output;
pub mod report;
pub mod run;
pub mod testee;

use std::io;

use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::guard::corpus::CorpusError;
use steadlith_conformance::implementation::{CommandError, Implementation};
use steadlith_conformance::ledger::LedgerError;
use steadlith_conformance::report::document::ReadError;
use steadlith_conformance::session::{Launcher, StartError};
use steadlith_vectors::suite::{LoadError, Suite};
use thiserror::Error;

use crate::cli::{ImplArgs, LimitArgs, VectorArgs};

/// How many failures a terminal shows in full.
pub const SHOWN_IN_FULL: usize = 20;

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
    /// The ledger of expected failures cannot be used.
    #[error("--expect-failures: {0}")]
    Ledger(#[from] LedgerError),
    /// The implementation cannot be judged.
    #[error("{}", not_judged(.0))]
    NotJudged(#[from] StartError),
    /// A file is no report.
    #[error("{0}")]
    Document(#[from] ReadError),
    /// A report cannot be written.
    #[error("cannot write the report to {place}: {source}")]
    Report {
        /// The file, or standard output.
        place: String,
        /// What the system said.
        source: io::Error,
    },
    /// One of two sides cannot be compared.
    #[error("the {side} side: {}", not_judged(.error))]
    SideNotJudged {
        /// Which.
        side: &'static str,
        /// Why.
        error: StartError,
    },
    /// The corpus cannot be used.
    #[error("--corpus: {0}")]
    Corpus(#[from] CorpusError),
    /// The output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Fault {
    /// The exit code (PROTO-17).
    pub fn exit_code(&self) -> u8 {
        match self {
            Fault::Usage(_)
            | Fault::Command(_)
            | Fault::Vectors(_)
            | Fault::Ledger(_)
            | Fault::Corpus(_)
            | Fault::Document(_) => 2,
            Fault::NotJudged(_) | Fault::SideNotJudged { .. } | Fault::Report { .. } | Fault::Output(_) => 3,
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
    let suite = match &args.vectors {
        Some(dir) => Suite::from_dir(dir)?,
        None => Suite::embedded()?,
    };
    Ok(match &args.suite {
        Some(version) => suite.as_of(version)?,
        None => suite,
    })
}

/// How the testee that the arguments name is started, with Ctrl-C wired to its end.
pub fn launcher(args: &ImplArgs) -> Result<Launcher, Fault> {
    let cancel = cancel()?;
    let implementation = implementation(args.implementation.as_deref())?;
    Ok(Launcher { implementation, limits: limits(&args.limits), cancel })
}

/// What Ctrl-C sets, once for the whole program.
pub fn cancel() -> Result<Cancel, Fault> {
    let cancel = Cancel::default();
    let handler = cancel.clone();
    ctrlc::set_handler(move || handler.cancel())
        .map_err(|error| Fault::Usage(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(cancel)
}

/// The limits that the arguments set.
pub fn limits(args: &LimitArgs) -> Limits {
    Limits {
        start: args.start_timeout,
        reply: args.timeout,
        reply_per_mib: args.timeout_per_mib,
        reply_ceiling: args.reply_limit.get().saturating_mul(1 << 20),
        stderr_kept: args.stderr_limit.get().saturating_mul(1 << 10),
        ..Limits::default()
    }
}

/// The implementation of a command; without one, the built-in reference.
pub fn implementation(command: Option<&str>) -> Result<Implementation, Fault> {
    match command {
        Some(argument) => Ok(Implementation::parse(argument)?),
        None => Implementation::reference().map_err(|error| {
            Fault::NotJudged(StartError::NotStarted {
                program: "the built-in reference".into(),
                why: error.to_string(),
            })
        }),
    }
}
