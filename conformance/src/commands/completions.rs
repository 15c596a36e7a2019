//! `conformance completions`: a completion script for a shell.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use super::Fault;
use crate::cli::{Cli, CompletionsArgs};

pub fn completions(args: &CompletionsArgs) -> Result<ExitCode, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "conformance", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
