//! The report as a document: what every other report is made from, as JSON to be kept, compared and shown again.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use steadlith_spec::Spec;
use steadlith_vectors::document::{Misplaced, document};
use thiserror::Error;

use super::facts;
use super::summary::{self, ChapterCounts};
use crate::ascii_json;
use crate::results::{Counts, Run};

/// What a document is, up to its version.
const FORMAT: &str = "steadlith-conformance-report";
/// The version that is written. A new minor version only adds members; a new major version may do anything.
const VERSION: (u64, u64) = (1, 0);

/// A report of a run (PROTO-29). Members that are not listed here may come with a later minor version of the format.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The format and its version, `steadlith-conformance-report/1.0`.
    #[schemars(regex(pattern = r"^steadlith-conformance-report/1\.\d+$"))]
    pub format: String,
    /// What judged.
    pub made_by: MadeBy,
    /// The verdict (PROTO-16).
    pub verdict: String,
    /// Numbers over all cases.
    pub counts: Counts,
    /// Numbers by chapter of the specification.
    pub chapters: Vec<ChapterCounts>,
    /// The run.
    pub run: Run,
}

/// The programs that judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MadeBy {
    /// The version of the runner.
    pub conformance: String,
    /// The version of the reference.
    pub reference: String,
}

/// Why a file cannot be used as a report.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is no report, or not one that this version knows.
    #[error("{}: at {at}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where in the document.
        at: String,
        /// What was wrong.
        message: String,
    },
}

/// The one member by which the format is known.
#[derive(Deserialize)]
struct Format {
    format: String,
}

impl Report {
    /// The report of a run.
    #[must_use]
    pub fn of(run: Run, spec: &Spec) -> Report {
        Report {
            format: format!("{FORMAT}/{}.{}", VERSION.0, VERSION.1),
            made_by: MadeBy {
                conformance: env!("CARGO_PKG_VERSION").to_owned(),
                reference: steadlith_reference::VERSION.to_owned(),
            },
            verdict: run.verdict(),
            counts: run.counts(),
            chapters: summary::by_chapter(&run, spec),
            run,
        }
    }

    /// Reads a report.
    ///
    /// # Errors
    /// A [`ReadError`] that names the file and the place.
    pub fn from_file(path: &Path) -> Result<Report, ReadError> {
        let json = std::fs::read_to_string(path).map_err(|source| ReadError::File { path: path.to_owned(), source })?;
        Report::from_json(&json).map_err(|Misplaced { at, message }| ReadError::Malformed {
            path: path.to_owned(),
            at,
            message,
        })
    }

    /// Reads a report, and checks that its verdict and its numbers are those of its cases.
    fn from_json(json: &str) -> Result<Report, Misplaced> {
        let wrong = |at: &str, message: String| Misplaced { at: at.to_owned(), message };
        if let Some(kind) = not_an_object(json) {
            return Err(wrong("the top", format!("not a report: {kind}, expected an object")));
        }
        let Format { format } = document(json)?;
        check_format(&format).map_err(|message| wrong("format", message))?;
        let report: Report = document(json)?;
        let mut ids = HashSet::new();
        for (index, case) in report.run.cases.iter().enumerate() {
            if !ids.insert(case.id.as_str()) {
                let id = crate::readable::text(&case.id);
                return Err(wrong(&format!("run.cases[{index}].id"), format!("the case {id} is there twice")));
            }
        }
        let counts = report.run.counts();
        if report.counts != counts {
            let said = facts::all_counts(report.counts);
            let message = format!("it says {said}, but the cases give {}", facts::all_counts(counts));
            return Err(wrong("counts", message));
        }
        let verdict = report.run.verdict();
        if report.verdict != verdict {
            let said = crate::readable::text(&report.verdict);
            return Err(wrong("verdict", format!("it says {said}, but the cases give {verdict}")));
        }
        Ok(report)
    }

    /// Writes the report as JSON in pure ASCII.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        ascii_json::write_pretty(self, out)
    }
}

/// What a document is in words that is valid JSON and no object.
fn not_an_object(json: &str) -> Option<&'static str> {
    match serde_json::from_str(json).ok()? {
        Value::Object(_) => None,
        Value::Array(_) => Some("an array"),
        Value::String(_) => Some("a string"),
        Value::Number(_) => Some("a number"),
        Value::Bool(_) => Some("a boolean"),
        Value::Null => Some("null"),
    }
}

/// Whether a format can be read: this one, in any minor version.
fn check_format(format: &str) -> Result<(), String> {
    let version = format.strip_prefix(FORMAT).and_then(|rest| rest.strip_prefix('/')?.split_once('.'));
    let is_known = version.is_some_and(|(major, minor)| {
        major == VERSION.0.to_string() && !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit())
    });
    if is_known {
        return Ok(());
    }
    let shown = crate::readable::text(format);
    Err(format!("this version reads {FORMAT}/{}.x, and the file says {shown}", VERSION.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_minor_versions_are_read_and_others_refused() {
        assert_eq!(check_format("steadlith-conformance-report/1.0"), Ok(()));
        assert_eq!(check_format("steadlith-conformance-report/1.17"), Ok(()));
        for other in ["", "steadlith-conformance-report", "steadlith-conformance-report/2.0", "x/1.0", "1.0"] {
            assert!(check_format(other).is_err(), "{other}");
        }
    }
}
