//! The pipelines for users: the action of GitHub, `action.yml`, and the examples in `tools/ci/`.
//!
//! Their commands are taken from the files and run as the platforms run them, once against the built-in reference and
//! once against a testee with a fault, so that the files cannot rot.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

mod github;
mod gitlab;
mod yaml;

type Failed = Box<dyn Error>;

/// The reports that a pipeline leaves behind.
const REPORTS: [&str; 3] = ["conformance.html", "conformance.json", "conformance.xml"];

/// What a testee has to get from a pipeline.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    /// The arguments behind the `conformance` program.
    testee: &'static str,
    /// The beginning of the verdict.
    verdict: &'static str,
    /// The exit code of the commands.
    code: i32,
}

const WANTED: [Wanted; 2] = [
    Wanted { testee: "testee", verdict: "CONFORMANT", code: 0 },
    Wanted { testee: "testee --fault whitespace-js", verdict: "NOT CONFORMANT", code: 1 },
];

/// Runs every command of every pipeline and gives what is not as it should be.
///
/// # Errors
/// A file that cannot be read, or commands that cannot be run.
pub fn mismatches(repository: &Path) -> Result<Vec<String>, Failed> {
    let mut mismatches = github::mismatches(repository)?;
    for wanted in WANTED {
        mismatches.extend(github::judged(repository, wanted)?);
        mismatches.extend(gitlab::judged(repository, wanted)?);
    }
    Ok(mismatches)
}

/// An empty folder in which a pipeline works, gone in the end.
struct Workplace(PathBuf);

impl Workplace {
    fn new(name: &str) -> std::io::Result<Workplace> {
        let folder = std::env::temp_dir().join(format!("steadlith-pipeline-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Workplace(folder))
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a script as both platforms do, in a folder, with variables set.
fn bash(script: &str, folder: &Path, repository: &Path, variables: &[(&str, OsString)]) -> std::io::Result<Output> {
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(folder);
    // What was compiled before need not be compiled again.
    command.env("CARGO_TARGET_DIR", repository.join("target"));
    command.envs(variables.iter().map(|(name, value)| (name, value))).output()
}

/// What is wrong with the outcome of the commands of `file`.
fn outcome(file: &str, wanted: Wanted, output: &Output, reports: &Path) -> Vec<String> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let mut wrong = Vec::new();
    if output.status.code() != Some(wanted.code) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        wrong.push(format!("{}, not with {}: {stderr}", output.status, wanted.code));
    }
    if !stdout.lines().any(|line| line.starts_with(wanted.verdict)) {
        wrong.push(format!("no verdict {}: {stdout}", wanted.verdict));
    }
    for report in REPORTS {
        let is_there = fs::metadata(reports.join(report)).is_ok_and(|file| file.len() > 0);
        wrong.extend((!is_there).then(|| format!("no report {report}")));
    }
    wrong.into_iter().map(|wrong| format!("{file}, with {:?}: {wrong}", wanted.testee)).collect()
}

/// A document of YAML as the values that JSON has.
fn read(repository: &Path, file: &str) -> Result<Value, Failed> {
    let text = fs::read_to_string(repository.join(file)).map_err(|error| format!("{file}: {error}"))?;
    yaml::document(&text).map_err(|error| format!("{file}: {error}").into())
}

/// The members of an object; none if it is none.
fn members(value: &Value) -> BTreeMap<&str, &Value> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts that need no command to be run.
    #[test]
    fn the_files_are_what_the_platforms_expect() -> Result<(), Failed> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(github::mismatches(&repository)?, Vec::<String>::new());
        assert!(!gitlab::script(&repository)?.is_empty());
        Ok(())
    }
}
