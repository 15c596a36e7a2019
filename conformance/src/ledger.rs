//! The ledger of expected failures (PROTO-18, PROTO-39): a file that says which cases an implementation is
//! known to fail, how, and why. It is strict, so that neither a new failure nor a mended one goes unseen.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::document::{Misplaced, document};
use steadlith_vectors::reply;
use thiserror::Error;

use crate::results::{CaseResult, Run, Verdict};
use crate::selection::LEFT_OUT_BY_USER;

/// A ledger file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The known failures.
    #[serde(deserialize_with = "reply::objects")]
    pub expected_failures: Vec<Entry>,
}

/// One known failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The id of the case.
    pub id: String,
    /// How it fails: the class and the message that the report shows.
    pub failure: String,
    /// Why it is known and left for now; not empty.
    pub reason: String,
    /// Where it is being dealt with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// What a ledger makes of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerOutcome {
    /// Failures that are as listed.
    pub known: usize,
    /// What is not as listed, one line each: the results that make the exit code 1.
    pub unexpected: Vec<String>,
}

/// Why a ledger cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not a ledger.
    #[error("{}: at {at}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where in the document.
        at: String,
        /// What was wrong.
        message: String,
    },
    /// An entry without a reason, or a case that is listed twice.
    #[error("{}: {id}: {message}", path.display())]
    Entry {
        /// The file.
        path: PathBuf,
        /// The id of the entry.
        id: String,
        /// What was wrong.
        message: &'static str,
    },
}

impl Ledger {
    /// Reads a ledger file.
    ///
    /// # Errors
    /// A [`LedgerError`] that names the place.
    pub fn from_file(path: &Path) -> Result<Ledger, LedgerError> {
        let json =
            std::fs::read_to_string(path).map_err(|source| LedgerError::File { path: path.to_owned(), source })?;
        let ledger: Ledger = document(&json).map_err(|Misplaced { at, message }| LedgerError::Malformed {
            path: path.to_owned(),
            at,
            message,
        })?;
        let mut seen = HashMap::new();
        for entry in &ledger.expected_failures {
            let wrong = |message| LedgerError::Entry { path: path.to_owned(), id: entry.id.clone(), message };
            if entry.reason.trim().is_empty() {
                return Err(wrong("the entry has no reason; say why the failure is known"));
            }
            if seen.insert(&entry.id, ()).is_some() {
                return Err(wrong("the case is listed twice"));
            }
        }
        Ok(ledger)
    }

    /// Writes a ledger file.
    ///
    /// # Errors
    /// A [`LedgerError`] if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LedgerError> {
        let wrong = |source| LedgerError::File { path: path.to_owned(), source };
        let json = serde_json::to_string_pretty(self).map_err(|error| wrong(error.into()))?;
        std::fs::write(path, json + "\n").map_err(wrong)
    }

    /// Compares a run with this ledger. `all_ids` are the ids of the whole suite, so that an id that was merely not
    /// selected is told from one that does not exist.
    #[must_use]
    pub fn compare(&self, run: &Run, all_ids: &[&str]) -> LedgerOutcome {
        let results: HashMap<&str, &CaseResult> = run.cases.iter().map(|case| (case.id.as_str(), case)).collect();
        let entries: HashMap<&str, &Entry> =
            self.expected_failures.iter().map(|entry| (entry.id.as_str(), entry)).collect();
        let mut outcome = LedgerOutcome::default();
        for case in &run.cases {
            match (case.failure_text(), entries.get(case.id.as_str())) {
                (Some(failure), Some(entry)) if entry.failure == failure => outcome.known += 1,
                (Some(failure), Some(entry)) => outcome
                    .unexpected
                    .push(format!("{}: it fails in another way: {failure}; listed is: {}", case.id, entry.failure)),
                (Some(failure), None) if run.is_counted(case) => {
                    outcome.unexpected.push(format!("{}: a failure that is not listed: {failure}", case.id));
                }
                _ => {}
            }
        }
        for entry in &self.expected_failures {
            match results.get(entry.id.as_str()).map(|case| &case.verdict) {
                Some(Verdict::Failed(_)) => {}
                Some(Verdict::Passed) => {
                    outcome.unexpected.push(format!("{}: it passes now; take it off the list", entry.id));
                }
                Some(Verdict::Skipped { reason }) if LEFT_OUT_BY_USER.contains(&reason.as_str()) => {}
                Some(Verdict::Skipped { reason }) => outcome
                    .unexpected
                    .push(format!("{}: it was not asked ({reason}); if that is meant, take it off the list", entry.id)),
                None if all_ids.contains(&entry.id.as_str()) => {}
                None => outcome.unexpected.push(format!("{}: no case has this id; take it off the list", entry.id)),
            }
        }
        outcome
    }

    /// The ledger that a run asks for: its counted failures, with the reasons and links that this one gives, also where
    /// a case fails in another way now. Entries of cases that were not asked stay: nothing is known of them.
    #[must_use]
    pub fn updated(&self, run: &Run, all_ids: &[&str]) -> Ledger {
        let old: HashMap<&str, &Entry> =
            self.expected_failures.iter().map(|entry| (entry.id.as_str(), entry)).collect();
        let judged: HashSet<&str> =
            run.cases.iter().filter(|case| case.is_judged()).map(|case| case.id.as_str()).collect();
        let is_kept = |entry: &&Entry| all_ids.contains(&entry.id.as_str()) && !judged.contains(entry.id.as_str());
        let mut entries: Vec<Entry> = self.expected_failures.iter().filter(is_kept).cloned().collect();
        entries.extend(run.cases.iter().filter_map(|case| {
            let known = old.get(case.id.as_str());
            let failure = case.failure_text().filter(|_| run.is_counted(case) || known.is_some())?;
            Some(Entry {
                id: case.id.clone(),
                failure,
                reason: known.map_or_else(|| NEW_REASON.to_owned(), |entry| entry.reason.clone()),
                link: known.and_then(|entry| entry.link.clone()),
            })
        }));
        Ledger { expected_failures: entries }
    }

    /// What became of this ledger: its entries that another one adds, changes and has no more.
    #[must_use]
    pub fn changes<'l>(&'l self, updated: &'l Ledger) -> Changes<'l> {
        let entries = |ledger: &'l Ledger| -> HashMap<&'l str, &'l Entry> {
            ledger.expected_failures.iter().map(|entry| (entry.id.as_str(), entry)).collect()
        };
        let (before, after) = (entries(self), entries(updated));
        let mut changes = Changes::default();
        for entry in &updated.expected_failures {
            match before.get(entry.id.as_str()) {
                None => changes.added.push(&entry.id),
                Some(old) if **old != *entry => changes.changed.push(&entry.id),
                Some(_) => {}
            }
        }
        let gone = self.expected_failures.iter().filter(|entry| !after.contains_key(entry.id.as_str()));
        changes.removed = gone.map(|entry| entry.id.as_str()).collect();
        changes
    }
}

/// The ids of the entries by which two ledgers differ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes<'l> {
    /// Entries that are new.
    pub added: Vec<&'l str>,
    /// Entries whose failure is another one.
    pub changed: Vec<&'l str>,
    /// Entries that are gone.
    pub removed: Vec<&'l str>,
}

/// What a new entry has for a reason until somebody writes a better one.
const NEW_REASON: &str = "not explained yet";
