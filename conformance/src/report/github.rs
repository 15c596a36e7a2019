//! The report as workflow commands of GitHub: annotations for what failed and for the verdict.

use std::io::{self, Write};

use super::document::Report;
use super::{facts, summary};
use crate::readable;

/// How many annotations of one kind are written. GitHub shows ten of each kind for a step and drops the others.
const SHOWN: usize = 9;

/// Writes the annotations: an error for each failure that makes the exit code 1, a warning for each other failure, and a
/// notice with the verdict.
///
/// # Errors
/// Whatever writing gives.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let run = &report.run;
    let line = |case: &crate::results::CaseResult, failure: &crate::failure::Failure| {
        let message = format!("{}: {}", failure.class.as_str(), readable::text(&failure.message));
        (format!("{} {}", readable::text(&case.id), readable::text(&case.title)), message)
    };
    let failed = summary::failures(run);
    let (counted, uncounted): (Vec<_>, Vec<_>) = failed.into_iter().partition(|(case, _)| run.is_counted(case));
    let counted: Vec<_> = counted.into_iter().map(|(case, failure)| line(case, failure)).collect();
    let mut warnings: Vec<_> = uncounted.into_iter().map(|(case, failure)| line(case, failure)).collect();
    let errors = match &run.ledger {
        None => counted,
        Some(ledger) => {
            warnings.splice(0..0, counted);
            let unexpected = ledger.unexpected.iter();
            unexpected.map(|line| ("not as the ledger says".to_owned(), readable::text(line))).collect()
        }
    };
    annotations("error", &errors, out)?;
    annotations("warning", &warnings, out)?;
    let verdict = format!(
        "{}; {}; suite {}",
        readable::message(&report.verdict),
        facts::counts(report.counts),
        facts::suite(run)
    );
    annotation("notice", &format!("conformance of {}", facts::title(run)), &verdict, out)
}

fn annotations(kind: &str, lines: &[(String, String)], out: &mut dyn Write) -> io::Result<()> {
    for (title, message) in lines.iter().take(SHOWN) {
        annotation(kind, title, message, out)?;
    }
    match lines.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => annotation(kind, "more", &format!("and {more} more, which the other reports name"), out),
    }
}

fn annotation(kind: &str, title: &str, message: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "::{kind} title={}::{}", property(title), data(message))
}

/// The value of a property: percent, line ends, colons and commas would end it.
fn property(value: &str) -> String {
    data(value).replace(':', "%3A").replace(',', "%2C")
}

/// The message: percent and line ends.
fn data(value: &str) -> String {
    value.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
