//! What a run found out. Every report is made from this and nothing else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::case::Level;

use crate::diagnosis::Diagnosis;
use crate::failure::{Class, Failure};
use crate::item::Item;
use crate::ledger::LedgerOutcome;
use crate::unicode_probe::Behaviour;

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// The identity that was judged.
    pub identity: String,
    /// The vectors that were used.
    pub suite: SuiteInfo,
    /// The program that was judged.
    pub implementation: ImplementationInfo,
    /// The Unicode version of its normalisation.
    pub unicode: UnicodeInfo,
    /// The cases that were chosen, and why not all of them were.
    pub selection: SelectionInfo,
    /// Results in the order of the suite, the probe first.
    pub cases: Vec<CaseResult>,
    /// What a ledger of expected failures made of the results, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<LedgerOutcome>,
    /// Which known mistakes explain the failures, once that was looked into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<Diagnosis>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// The command that repeats the run; with `--filter ID` it repeats one case.
    pub repeat: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// The vectors of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteInfo {
    /// The version of the built-in suite.
    pub version: String,
    /// The folder of the cases, if they are not the built-in ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The digest of its cases.
    pub digest: String,
    /// How many cases it has, the probe included.
    pub cases: usize,
}

/// The program that was judged, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImplementationInfo {
    /// The argument of `--impl`; absent for the built-in reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where its issues are filed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issues: Option<String>,
    /// The capabilities that it declares.
    pub capabilities: Vec<String>,
    /// The capabilities of the suite that it does not declare.
    pub left_out: Vec<String>,
}

/// What is known of the Unicode version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnicodeInfo {
    /// What it declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// What shows; absent if it could not be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Behaviour>,
    /// The version whose expectations were used.
    pub judged_by: String,
}

/// Which cases were chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SelectionInfo {
    /// The patterns of `--filter`; empty if there were none.
    pub filters: Vec<String>,
    /// Which failures count.
    pub level: Level,
    /// Whether large cases were left out.
    pub skip_large: bool,
    /// Whether the user stopped the run before its end.
    pub interrupted: bool,
}

/// The result of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseResult {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// The clauses that it tests.
    pub clauses: Vec<String>,
    /// How strict it is.
    pub level: Level,
    /// What came of it.
    pub verdict: Verdict,
    /// How long the testee took, in seconds; 0 if it was not asked.
    pub seconds: f64,
}

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// The expected answer.
    Passed,
    /// Anything else.
    Failed(Failure),
    /// Not asked.
    Skipped {
        /// Why.
        reason: String,
    },
}

/// Numbers of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Passed.
    pub passed: usize,
    /// Failed at a level that counts.
    pub failed: usize,
    /// Failed at a level that does not count.
    pub failed_uncounted: usize,
    /// Not asked.
    pub skipped: usize,
}

impl CaseResult {
    /// The result of a case.
    #[must_use]
    pub fn new(item: Item<'_>, verdict: Verdict, seconds: f64) -> CaseResult {
        CaseResult {
            id: item.id().to_owned(),
            title: item.title().to_owned(),
            clauses: item.clauses().to_vec(),
            level: item.level(),
            verdict,
            seconds,
        }
    }

    /// The failure as a ledger holds it, class and message; `None` if it did not fail.
    #[must_use]
    pub fn failure_text(&self) -> Option<String> {
        self.failure().map(|failure| format!("{}: {}", failure.class.as_str(), failure.message))
    }

    /// Whether it was asked.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        !matches!(self.verdict, Verdict::Skipped { .. })
    }

    /// The failure, if it failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Verdict::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}

impl Counts {
    /// Counts one case, failures up to `level`.
    pub fn add(&mut self, case: &CaseResult, level: Level) {
        match &case.verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Skipped { .. } => self.skipped += 1,
            Verdict::Failed(_) if case.level <= level => self.failed += 1,
            Verdict::Failed(_) => self.failed_uncounted += 1,
        }
    }
}

impl Run {
    /// Numbers over all cases.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.cases.iter().for_each(|case| counts.add(case, self.selection.level));
        counts
    }

    /// The failed cases, in order.
    pub fn failed(&self) -> impl Iterator<Item = (&CaseResult, &Failure)> {
        self.cases.iter().filter_map(|case| Some((case, case.failure()?)))
    }

    /// Whether a failed case counts for the verdict and the exit code.
    #[must_use]
    pub fn is_counted(&self, case: &CaseResult) -> bool {
        case.level <= self.selection.level
    }

    /// Numbers of counted failures by class, without the classes that have none.
    #[must_use]
    pub fn failures_by_class(&self) -> Vec<(Class, usize)> {
        let count =
            |class| self.failed().filter(|(case, failure)| self.is_counted(case) && failure.class == class).count();
        Class::ALL.into_iter().map(|class| (class, count(class))).filter(|&(_, count)| count > 0).collect()
    }

    /// Whether the whole suite was asked, but for what the implementation does not declare.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.selection.filters.is_empty() && !self.selection.skip_large && !self.selection.interrupted
    }

    /// Whether a result is not as it should be, or, with a ledger, not as it is listed (PROTO-17, PROTO-18).
    #[must_use]
    pub fn has_unexpected(&self) -> bool {
        match &self.ledger {
            Some(ledger) => !ledger.unexpected.is_empty(),
            None => self.counts().failed > 0,
        }
    }

    /// The verdict, literally true (PROTO-16).
    #[must_use]
    pub fn verdict(&self) -> String {
        let counts = self.counts();
        let failures = match counts.failed {
            0 => "no failure".to_owned(),
            1 => "1 failure".to_owned(),
            failed => format!("{failed} failures"),
        };
        let left_out = match self.implementation.left_out.as_slice() {
            [] => String::new(),
            names => format!(", capabilities left out: {}", names.join(", ")),
        };
        if !self.is_whole() {
            let judged = counts.passed + counts.failed + counts.failed_uncounted;
            return format!("PARTIAL: {failures} in {judged} of {} cases{left_out}", self.suite.cases);
        }
        if counts.failed > 0 {
            let known = self.ledger.as_ref().map(|ledger| format!(" ({} known)", ledger.known)).unwrap_or_default();
            return format!("NOT CONFORMANT{known}: {failures} in {} cases{left_out}", self.suite.cases);
        }
        let uncounted = match counts.failed_uncounted {
            0 => String::new(),
            1 => ", 1 recommendation (SHOULD) not followed".to_owned(),
            count => format!(", {count} recommendations (SHOULD) not followed"),
        };
        format!("CONFORMANT{left_out}{uncounted}")
    }
}
