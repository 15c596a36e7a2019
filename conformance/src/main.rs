//! The `conformance` command.

mod cli;
mod commands;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use commands::Fault;

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(args) => commands::run::run(&args),
        Command::List(args) => commands::list::list(&args),
        Command::Explain(args) => commands::explain::explain(&args),
        Command::Churn(args) => commands::churn::churn(&args),
        Command::Guard(args) => commands::guard::guard(&args),
        Command::Report(args) => commands::report::report(&args),
        Command::Init(args) => commands::init::init(&args),
        Command::Completions(args) => commands::completions::completions(&args),
        Command::Testee(args) => commands::testee::testee(&args),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads the output has had enough of it.
        Err(Fault::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(fault.exit_code())
        }
    }
}
