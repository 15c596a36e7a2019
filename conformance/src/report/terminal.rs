//! The report for people at a terminal: the failures, then the summary, the verdict last.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use steadlith_spec::clause::Clause;

use super::document::Report;
use super::material::Material;
use super::picture::{Picture, strips};
use super::wrap::wrapped;
use super::{facts, summary};
use crate::failure::{Difference, Failure, Parting};
use crate::readable;
use crate::results::{CaseResult, Run};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MINOR: Style = AnsiColor::Yellow.on_default();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// How many lines of the end of standard error are shown with a failure.
pub(super) const STDERR_LINES: usize = 12;
/// How wide a picture is where no terminal says how wide it may be.
const PICTURE_WIDTH: usize = 100;

/// What the report needs beside the run.
pub struct Terminal<'r> {
    /// The clauses to quote, and the cases whose input is shown.
    pub material: &'r Material<'r>,
    /// How many failures are shown in full.
    pub shown_in_full: usize,
    /// How wide a line may be, in columns; without it, lines are as long as they are.
    pub width: Option<usize>,
}

impl Terminal<'_> {
    /// Writes the report. Styles are written as escape codes, which the caller strips where they are not wanted.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn write(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        match self.width {
            None => self.write_unwrapped(report, out),
            Some(width) => {
                let mut text = Vec::new();
                self.write_unwrapped(report, &mut text)?;
                out.write_all(wrapped(&String::from_utf8_lossy(&text), width).as_bytes())
            }
        }
    }

    fn write_unwrapped(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let run = &report.run;
        let failed = summary::failures(run);
        let shown = failed.len().min(self.shown_in_full);
        for (case, failure) in &failed[..shown] {
            self.failure(run, case, failure, out)?;
        }
        let rest = &failed[shown..];
        if !rest.is_empty() {
            writeln!(out, "{STRONG}{} more failed{STRONG:#} (--show-all shows them in full):", rest.len())?;
            for (case, failure) in rest {
                let id = readable::text(&case.id);
                writeln!(out, "  {id}: {}: {}", failure.class.as_str(), readable::text(&failure.message))?;
            }
            writeln!(out)?;
        }
        if let Some(diagnosis) = &run.diagnosis {
            super::diagnosis::write(diagnosis, self.material.spec, out)?;
        }
        summary(report, out)
    }

    fn failure(&self, run: &Run, case: &CaseResult, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        let (style, mark) = if run.is_counted(case) { (BAD, "FAIL") } else { (MINOR, "FAIL (SHOULD)") };
        writeln!(out, "{style}{mark} {}{style:#} {}", readable::text(&case.id), readable::text(&case.title))?;
        writeln!(out, "  {STRONG}{}{STRONG:#}: {}", failure.class.as_str(), readable::message(&failure.message))?;
        if let Some(difference) = &failure.difference {
            write_difference(difference, out)?;
        }
        if let Some(picture) = &failure.boundaries {
            write_picture(picture, self.width, out)?;
        }
        for (label, name, value) in self.material.input(case) {
            writeln!(out, "  {QUIET}{label}{QUIET:#} {name}: {value}")?;
        }
        if let Some(clause) = self.material.clause(case) {
            write_clause(clause, out)?;
        }
        if let Some(stderr) = &failure.stderr {
            let lines: Vec<&str> = stderr.lines().collect();
            let first = lines.len().saturating_sub(STDERR_LINES);
            writeln!(out, "  {QUIET}standard error{QUIET:#}{}", if first > 0 { ", the end" } else { "" })?;
            for line in &lines[first..] {
                writeln!(out, "    | {}", readable::output_line(line))?;
            }
        }
        writeln!(out, "  {QUIET}repeat{QUIET:#} {}", facts::repeat(run, Some(case)))?;
        writeln!(out)
    }
}

fn summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let run = &report.run;
    for (name, value) in facts::about(report) {
        fact(out, name, &value)?;
    }
    chapters(report, out)?;
    let facts = facts::outcome(run);
    if !facts.is_empty() {
        writeln!(out)?;
    }
    for (name, value) in facts {
        fact(out, name, &value)?;
    }
    for line in run.ledger.iter().flat_map(|ledger| &ledger.unexpected) {
        writeln!(out, "  {BAD}unexpected{BAD:#} {}", readable::text(line))?;
    }
    let style = if report.counts.failed > 0 { BAD } else { GOOD };
    writeln!(out)?;
    writeln!(out, "{style}{}{style:#}", readable::message(&report.verdict))?;
    writeln!(out, "{}", facts::counts(report.counts))
}

fn chapters(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let titles: Vec<String> = report.chapters.iter().map(|row| readable::text(&row.chapter)).collect();
    let width = titles.iter().map(|title| title.chars().count()).max().unwrap_or(0).max("chapter".len());
    writeln!(out, "\n{STRONG}{:width$}  passed  failed  skipped{STRONG:#}", "chapter")?;
    for (row, title) in report.chapters.iter().zip(titles) {
        let counts = row.counts;
        let style = if counts.failed > 0 { BAD } else { Style::new() };
        let also = match counts.failed_uncounted {
            0 => String::new(),
            count => format!("  and {count} of level SHOULD failed"),
        };
        writeln!(
            out,
            "{style}{title:width$}  {:>6}  {:>6}  {:>7}{also}{style:#}",
            counts.passed, counts.failed, counts.skipped
        )?;
    }
    Ok(())
}

/// Writes the picture of chunk boundaries.
///
/// # Errors
/// Whatever writing gives.
pub fn write_picture(picture: &Picture, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let width = width.unwrap_or(PICTURE_WIDTH).saturating_sub(2);
    writeln!(out, "  {QUIET}{}{QUIET:#}", picture.caption())?;
    for line in strips::lines(picture, width) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Writes a clause: its id, where it stands, its text.
///
/// # Errors
/// Whatever writing gives.
pub fn write_clause(clause: &Clause, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {QUIET}clause{QUIET:#} {} ({})", clause.id, clause.place())?;
    for line in clause.text.lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    Ok(())
}

/// Writes where two answers differ, and how.
///
/// # Errors
/// Whatever writing gives.
pub fn write_difference(difference: &Difference, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {QUIET}at{QUIET:#} {}", readable::text(&difference.path))?;
    writeln!(out, "  {GOOD}expected{GOOD:#} {}", value(&difference.expected))?;
    writeln!(out, "  {BAD}actual{BAD:#}   {}", value(&difference.actual))?;
    match parting(difference) {
        Some(parting) => writeln!(out, "  {QUIET}{parting}{QUIET:#}"),
        None => Ok(()),
    }
}

/// For two strings: where they part, in words.
pub(super) fn parting(difference: &Difference) -> Option<String> {
    let Parting { code_point, expected, actual } = difference.parting.as_ref()?;
    let named = |c: &Option<char>| c.map_or("the end".to_owned(), |c| format!("U+{:04X}", c as u32));
    let (expected, actual) = (named(expected), named(actual));
    Some(format!("they part at code point {code_point}: {expected} was expected, {actual} came"))
}

/// A value as JSON with its invisible characters named; `nothing` for a null.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("\"{}\"", readable::named(text)),
        other => readable::text(&other.to_string()),
    }
}

pub(super) fn fact(out: &mut dyn Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{QUIET}{name:14}{QUIET:#} {value}")
}
