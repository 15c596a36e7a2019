//! The composite action of GitHub, and the workflow that shows its use.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Failed, Wanted, Workplace, bash, members, outcome, read};

const ACTION: &str = "action.yml";
const EXAMPLE: &str = "tools/ci/github.yml";

/// What the platform would refuse, or what is unsafe, without running anything.
pub(super) fn mismatches(repository: &Path) -> Result<Vec<String>, Failed> {
    let action = read(repository, ACTION)?;
    let mut wrong = Vec::new();
    for member in ["name", "description", "inputs", "runs"] {
        wrong.extend(action[member].is_null().then(|| format!("{ACTION}: no {member}")));
    }
    let inputs = members(&action["inputs"]);
    for (name, input) in &inputs {
        let is_complete =
            input["description"].is_string() && (input["required"] == true || input["default"].is_string());
        wrong.extend(
            (!is_complete)
                .then(|| format!("{ACTION}: {name} has no description, or neither is required nor has a default")),
        );
    }
    if action["runs"]["using"] != "composite" {
        wrong.push(format!("{ACTION}: not composite"));
    }
    for step in steps(&action) {
        let run = step["run"].as_str();
        if run.is_some_and(|run| run.contains("${{")) {
            wrong.push(format!("{ACTION}: an expression in a command, where an input could be taken for a command"));
        }
        if run.is_some() && step["shell"] != "bash" {
            wrong.push(format!("{ACTION}: a command without shell: bash"));
        }
        for name in inputs_in(&step.to_string()) {
            wrong.extend((!inputs.contains_key(name.as_str())).then(|| format!("{ACTION}: no input {name}")));
        }
    }
    wrong.extend(example(repository, &action)?);
    Ok(wrong)
}

/// What the example gives that the action does not take, or leaves out that it needs.
fn example(repository: &Path, action: &Value) -> Result<Vec<String>, Failed> {
    let workflow = read(repository, EXAMPLE)?;
    let inputs = members(&action["inputs"]);
    let all = members(&workflow["jobs"]).into_values().filter_map(|job| job["steps"].as_array()).flatten();
    let uses = |step: &&Value| step["uses"].as_str().is_some_and(|uses| uses.starts_with("OWNER/"));
    let Some(step) = all.into_iter().find(uses) else {
        return Ok(vec![format!("{EXAMPLE}: the action is not used")]);
    };
    let given = members(&step["with"]);
    let unknown = given.keys().filter(|name| !inputs.contains_key(*name));
    let missing = inputs.iter().filter(|(name, input)| input["required"] == true && !given.contains_key(*name));
    let unknown = unknown.map(|name| format!("{EXAMPLE}: the action has no input {name}"));
    Ok(unknown.chain(missing.map(|(name, _)| format!("{EXAMPLE}: the action needs the input {name}"))).collect())
}

/// Runs the commands of the action as a job would, and gives what is wrong with their outcome.
pub(super) fn judged(repository: &Path, wanted: Wanted) -> Result<Vec<String>, Failed> {
    let action = read(repository, ACTION)?;
    let workplace = Workplace::new("github")?;
    let folder = &workplace.0;
    let program = folder.join("conformance/bin/conformance");
    let given = |name: &str| match name {
        "impl" => Some(format!("{} {}", program.display(), wanted.testee)),
        "args" => Some("--skip-large --level must".to_owned()),
        _ => action["inputs"][name]["default"].as_str().map(str::to_owned),
    };
    let summary = folder.join("summary.md");
    fs::write(&summary, "before\n")?;
    let mut last = None;
    for step in steps(&action) {
        let Some(script) = step["run"].as_str() else { continue };
        let mut variables: Vec<(&str, OsString)> = vec![
            ("GITHUB_ACTION_PATH", repository.into()),
            ("GITHUB_STEP_SUMMARY", summary.clone().into()),
            ("RUNNER_TEMP", folder.into()),
        ];
        for (name, value) in members(&step["env"]) {
            let input = inputs_in(value.as_str().unwrap_or_default()).pop().unwrap_or_default();
            let value = given(&input).ok_or_else(|| format!("{ACTION}: {name} is set to nothing known"))?;
            variables.push((name, value.into()));
        }
        let output = bash(script, folder, repository, &variables)?;
        let is_over = !output.status.success();
        last = Some(output);
        if is_over {
            break;
        }
    }
    let Some(output) = last else { return Ok(vec![format!("{ACTION}: there is no command")]) };
    let wanted_here = Wanted { verdict: partial(wanted), ..wanted };
    let reports = folder.join(given("reports").unwrap_or_default());
    let mut wrong = outcome(ACTION, wanted_here, &output, &reports);
    let summary = fs::read_to_string(&summary)?;
    // Markdown escapes the colon of the verdict.
    let has_verdict = summary.contains("PARTIAL") && summary.contains(" 0 failed") == (wanted.code == 0);
    if !(summary.starts_with("before\n") && has_verdict) {
        let beginning: String = summary.chars().take(200).collect();
        wrong.push(format!("{ACTION}: the summary of the step begins with {beginning:?}"));
    }
    let annotations = String::from_utf8_lossy(&output.stdout).lines().any(|line| line.starts_with("::error"));
    if annotations != (wanted.code == 1) {
        wrong.push(format!("{ACTION}, with {:?}: annotated: {annotations}", wanted.testee));
    }
    Ok(wrong)
}

/// The verdict of the same testee without the large cases, which the arguments leave out.
fn partial(wanted: Wanted) -> &'static str {
    if wanted.code == 0 { "PARTIAL: no failure" } else { "PARTIAL: " }
}

fn steps(action: &Value) -> &[Value] {
    action["runs"]["steps"].as_array().map_or(&[], Vec::as_slice)
}

/// The names of the inputs that the expressions of a text use.
fn inputs_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in text.split("inputs.").skip(1) {
        names.push(part.chars().take_while(|&c| c.is_ascii_alphanumeric() || c == '-' || c == '_').collect());
    }
    names
}
