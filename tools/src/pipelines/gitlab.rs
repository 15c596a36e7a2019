//! The example of a job for GitLab.

use std::ffi::OsString;
use std::path::Path;

use serde_json::Value;

use super::{Failed, REPORTS, Wanted, Workplace, bash, members, outcome, read};

const EXAMPLE: &str = "tools/ci/gitlab.yml";
const JOB: &str = "conformance";

/// The commands of the job, one after the other as GitLab puts them.
pub(super) fn script(repository: &Path) -> Result<String, Failed> {
    let example = read(repository, EXAMPLE)?;
    let lines = example[JOB]["script"].as_array().ok_or_else(|| format!("{EXAMPLE}: {JOB} has no script"))?;
    let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
    Ok(lines.ok_or_else(|| format!("{EXAMPLE}: a command that is no string"))?.join("\n"))
}

/// Runs the commands of the job, and gives what is wrong with their outcome.
pub(super) fn judged(repository: &Path, wanted: Wanted) -> Result<Vec<String>, Failed> {
    let example = read(repository, EXAMPLE)?;
    let job = &example[JOB];
    let workplace = Workplace::new("gitlab")?;
    let folder = &workplace.0;
    let source = format!("--path {}", shell_words::quote(&repository.join("conformance").to_string_lossy()));
    let mut wrong = Vec::new();
    let mut variables: Vec<(&str, OsString)> = Vec::new();
    for (name, default) in members(&job["variables"]) {
        let value = match name {
            "IMPL" => format!(".conformance/bin/conformance {}", wanted.testee),
            "CONFORMANCE" => source.clone(),
            _ => default.as_str().ok_or_else(|| format!("{EXAMPLE}: {name} is no string"))?.to_owned(),
        };
        variables.push((name, value.into()));
    }
    let kept =
        job["artifacts"]["paths"].as_array().into_iter().flatten().chain([&job["artifacts"]["reports"]["junit"]]);
    let kept: Vec<&str> = kept.filter_map(Value::as_str).collect();
    for report in REPORTS {
        wrong.extend((!kept.contains(&report)).then(|| format!("{EXAMPLE}: {report} is not kept")));
    }
    let output = bash(&script(repository)?, folder, repository, &variables)?;
    wrong.extend(outcome(EXAMPLE, wanted, &output, folder));
    Ok(wrong)
}
