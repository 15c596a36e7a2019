//! Two runs beside each other: what is broken, fixed, new, gone, and what else changed.

use std::collections::HashMap;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Report;
use super::facts;
use crate::ascii_json;
use crate::readable;
use crate::results::{CaseResult, Run, Verdict};
use crate::selection::LEFT_OUT_BY_USER;

/// What the comparison of two reports found (PROTO-31).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The format and its version, `steadlith-conformance-comparison/1.0`.
    pub format: String,
    /// The older run.
    pub old: Compared,
    /// The newer run.
    pub new: Compared,
    /// How many cases of the older run were not asked in the newer one since that was interrupted; absent if it was
    /// not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<usize>,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// Circumstances that differ, which may be the cause of the rest.
    pub circumstances: Vec<Circumstance>,
    /// Cases that passed or were skipped and fail now, and cases that passed and are skipped now for want of a
    /// capability.
    pub broken: Vec<Change>,
    /// Cases that failed and pass now.
    pub fixed: Vec<Change>,
    /// Cases that fail in another way.
    pub changed_failures: Vec<Change>,
    /// Cases that are skipped in one of the runs, or in both for different reasons, and are not broken.
    pub changed_skips: Vec<Change>,
    /// Cases that only the newer run has.
    pub new_cases: Vec<Change>,
    /// Cases that only the older run has.
    pub gone_cases: Vec<Change>,
}

/// One of the runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// The implementation: name, version and command.
    pub implementation: String,
    /// Its verdict.
    pub verdict: String,
}

/// A circumstance that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Circumstance {
    /// Which one.
    pub name: String,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
}

/// A case whose result is not the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The id.
    pub id: String,
    /// Whether its failure counts in the newer run, or in the older one if the newer has no such case.
    pub counted: bool,
    /// What it was: `passed`, a failure or a reason; absent if there was no such case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// Changes of one kind, readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What kind.
    pub title: &'static str,
    /// One line for each change.
    pub lines: Vec<String>,
}

impl Comparison {
    /// Compares two reports.
    #[must_use]
    pub fn of(old: &Report, new: &Report) -> Comparison {
        let mut comparison = Comparison {
            format: "steadlith-conformance-comparison/1.0".to_owned(),
            old: compared(old),
            new: compared(new),
            not_compared: None,
            warning: None,
            circumstances: circumstances(old, new),
            broken: Vec::new(),
            fixed: Vec::new(),
            changed_failures: Vec::new(),
            changed_skips: Vec::new(),
            new_cases: Vec::new(),
            gone_cases: Vec::new(),
        };
        let before: HashMap<&str, &CaseResult> = old.run.cases.iter().map(|case| (case.id.as_str(), case)).collect();
        let after: HashMap<&str, &CaseResult> = new.run.cases.iter().map(|case| (case.id.as_str(), case)).collect();
        for case in &new.run.cases {
            comparison.add(before.get(case.id.as_str()).copied(), case, &new.run);
        }
        let gone = old.run.cases.iter().filter(|case| !after.contains_key(case.id.as_str()));
        comparison.gone_cases = gone.map(|case| change(Some(case), None, &old.run)).collect();
        if new.run.selection.interrupted {
            let is_judged = |case: &&CaseResult| case.is_judged();
            let is_missing = |case: &&CaseResult| after.get(case.id.as_str()).is_none_or(|case| !case.is_judged());
            let missing = old.run.cases.iter().filter(is_judged).filter(is_missing).count();
            let cases = if missing == 1 { "case" } else { "cases" };
            comparison.not_compared = Some(missing);
            comparison.warning = Some(format!("the newer run was interrupted: {missing} {cases} not compared"));
        }
        comparison
    }

    fn add(&mut self, old: Option<&CaseResult>, new: &CaseResult, run: &Run) {
        let change = change(old, Some(new), run);
        let Some(old) = old else { return self.new_cases.push(change) };
        match (&old.verdict, &new.verdict) {
            (Verdict::Passed, Verdict::Passed) => {}
            (Verdict::Failed(_), Verdict::Passed) => self.fixed.push(change),
            (Verdict::Failed(_), Verdict::Failed(_)) if old.failure_text() == new.failure_text() => {}
            (Verdict::Failed(_), Verdict::Failed(_)) => self.changed_failures.push(change),
            (_, Verdict::Failed(_)) => self.broken.push(change),
            (Verdict::Passed, Verdict::Skipped { reason }) if !LEFT_OUT_BY_USER.contains(&reason.as_str()) => {
                self.broken.push(change);
            }
            (Verdict::Skipped { reason: old }, Verdict::Skipped { reason: new }) if old == new => {}
            (Verdict::Skipped { .. }, _) | (_, Verdict::Skipped { .. }) => self.changed_skips.push(change),
        }
    }

    /// Whether anything that counts is broken, or nobody knows since the newer run was interrupted. Either makes the
    /// exit code 1.
    #[must_use]
    pub fn is_unexpected(&self) -> bool {
        self.is_broken() || self.warning.is_some()
    }

    /// Whether anything that counts is broken.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken.iter().any(|change| change.counted)
    }

    /// The changes by kind, without the kinds that have none.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let kinds = [
            ("broken", &self.broken),
            ("fixed", &self.fixed),
            ("failing in another way", &self.changed_failures),
            ("changed skips", &self.changed_skips),
            ("new cases", &self.new_cases),
            ("cases that are gone", &self.gone_cases),
        ];
        let section = |(title, changes): (&'static str, &Vec<Change>)| Section {
            title,
            lines: changes.iter().map(Change::line).collect(),
        };
        kinds.into_iter().filter(|(_, changes)| !changes.is_empty()).map(section).collect()
    }

    /// The numbers of changes in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let failing = self.new_cases.iter().filter(|change| change.counted && change.fails()).count();
        let of_them = if failing > 0 { format!(" ({failing} of them failing)") } else { String::new() };
        format!(
            "{} broken, {} fixed, {} failing in another way, {} changed skips, {} new cases{of_them}, {} gone",
            self.broken.len(),
            self.fixed.len(),
            self.changed_failures.len(),
            self.changed_skips.len(),
            self.new_cases.len(),
            self.gone_cases.len()
        )
    }

    /// Writes the comparison as JSON in pure ASCII.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        ascii_json::write_pretty(self, out)
    }
}

impl Change {
    fn fails(&self) -> bool {
        self.new.as_deref().is_some_and(|new| new != PASSED && !new.starts_with(SKIPPED))
    }

    fn line(&self) -> String {
        let level = if self.counted { "" } else { " (SHOULD, not counted)" };
        let results: Vec<String> =
            [&self.old, &self.new].into_iter().flatten().map(|text| readable::text(text)).collect();
        format!("{}{level}: {}", readable::text(&self.id), results.join(" -> "))
    }
}

const PASSED: &str = "passed";
const SKIPPED: &str = "skipped: ";

fn change(old: Option<&CaseResult>, new: Option<&CaseResult>, run: &Run) -> Change {
    let case = new.or(old);
    Change {
        id: case.map(|case| case.id.clone()).unwrap_or_default(),
        counted: case.is_some_and(|case| run.is_counted(case)),
        old: old.map(result),
        new: new.map(result),
    }
}

fn result(case: &CaseResult) -> String {
    match &case.verdict {
        Verdict::Passed => PASSED.to_owned(),
        Verdict::Skipped { reason } => format!("{SKIPPED}{reason}"),
        Verdict::Failed(_) => case.failure_text().unwrap_or_default(),
    }
}

fn compared(report: &Report) -> Compared {
    Compared { implementation: facts::implementation(&report.run), verdict: readable::message(&report.verdict) }
}

fn circumstances(old: &Report, new: &Report) -> Vec<Circumstance> {
    let of = |report: &Report| {
        let run = &report.run;
        let level = if run.selection.level == steadlith_vectors::case::Level::Must { "must" } else { "should" };
        let asked = if run.is_whole() { "the whole suite" } else { "a part of the suite" };
        [
            ("implementation", facts::title(run)),
            ("suite", facts::suite(run)),
            ("judged with", facts::judged_with(report)),
            ("Unicode", facts::unicode(run)),
            ("level", level.to_owned()),
            ("asked", asked.to_owned()),
            ("filters", readable::text(&run.selection.filters.join(" "))),
            ("left out", readable::text(&run.implementation.left_out.join(", "))),
        ]
    };
    let both = of(old).into_iter().zip(of(new));
    both.filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| Circumstance { name: name.to_owned(), old, new })
        .collect()
}
