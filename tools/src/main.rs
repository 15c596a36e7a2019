//! The `steadlith-tools` command, for those who change the repository.

use std::path::Path;
use std::process::ExitCode;

use clap::{ArgGroup, Args, Parser, Subcommand};
use steadlith_tools::vectors;

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

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Vectors(mode) => run_vectors(&mode),
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

/// The repository that this tool was built from.
fn repository() -> &'static Path {
    let manifest_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest_dir.parent().unwrap_or(manifest_dir)
}
