//! The report for people at a terminal: the failures, then the summary, the verdict last.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_spec::Spec;
use steadlith_spec::clause::Clause;
use steadlith_vectors::suite::Suite;

use super::{input, summary};
use crate::failure::{Difference, Failure, Parting};
use crate::item::items;
use crate::readable;
use crate::results::{CaseResult, Run, Verdict};
use crate::unicode_probe::{self, Behaviour};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MINOR: Style = AnsiColor::Yellow.on_default();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// How many lines of the end of standard error are shown with a failure.
const STDERR_LINES: usize = 12;

/// What a report needs beside the run.
pub struct Terminal<'r> {
    /// The clauses to quote.
    pub spec: &'r Spec,
    /// The cases whose input is shown.
    pub suite: &'r Suite,
    /// How many failures are shown in full.
    pub shown_in_full: usize,
}

impl Terminal<'_> {
    /// Writes the report. Styles are written as escape codes, which the caller strips where they are not wanted.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn write(&self, run: &Run, out: &mut dyn Write) -> io::Result<()> {
        // What counts comes first.
        let mut failed: Vec<_> = run.failed().collect();
        failed.sort_by_key(|(case, _)| !run.is_counted(case));
        let shown = failed.len().min(self.shown_in_full);
        for (case, failure) in &failed[..shown] {
            self.failure(run, case, failure, out)?;
        }
        let rest = &failed[shown..];
        if !rest.is_empty() {
            writeln!(out, "{STRONG}{} more failed{STRONG:#} (--show-all shows them in full):", rest.len())?;
            for (case, failure) in rest {
                writeln!(out, "  {}: {}: {}", case.id, failure.class.as_str(), readable::text(&failure.message))?;
            }
            writeln!(out)?;
        }
        if let Some(diagnosis) = &run.diagnosis {
            super::diagnosis::write(diagnosis, self.spec, out)?;
        }
        self.summary(run, out)
    }

    fn failure(&self, run: &Run, case: &CaseResult, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        let (style, mark) = if run.is_counted(case) { (BAD, "FAIL") } else { (MINOR, "FAIL (SHOULD)") };
        writeln!(out, "{style}{mark} {}{style:#} {}", case.id, case.title)?;
        writeln!(out, "  {STRONG}{}{STRONG:#}: {}", failure.class.as_str(), failure.message)?;
        if let Some(difference) = &failure.difference {
            write_difference(difference, out)?;
        }
        self.input(case, out)?;
        if let Some(clause) = case.clauses.first().and_then(|id| self.spec.clause(id)) {
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
        writeln!(out, "  {QUIET}repeat{QUIET:#} {} --filter {}", run.repeat, case.id)?;
        writeln!(out)
    }

    fn input(&self, case: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
        let probe = unicode_probe::request();
        let item = items(self.suite).into_iter().find(|item| item.id() == case.id);
        let requests = match item {
            Some(item) => item.requests(),
            None if case.id == unicode_probe::CASE_ID => std::slice::from_ref(&probe),
            None => &[],
        };
        for (number, request) in requests.iter().enumerate() {
            let which = if requests.len() > 1 { format!(" {}", number + 1) } else { String::new() };
            for (name, value) in input::members(request) {
                writeln!(out, "  {QUIET}input{which}{QUIET:#} {name}: {value}")?;
            }
        }
        Ok(())
    }

    fn summary(&self, run: &Run, out: &mut dyn Write) -> io::Result<()> {
        let implementation = &run.implementation;
        let command = implementation.command.as_deref().unwrap_or("built in");
        fact(out, "identity", &run.identity)?;
        let suite = match &run.suite.folder {
            Some(folder) => format!("the vectors of {}", readable::text(folder)),
            None => run.suite.version.clone(),
        };
        fact(out, "suite", &format!("{suite}, {} cases, digest {}", run.suite.cases, run.suite.digest))?;
        fact(
            out,
            "implementation",
            &format!(
                "{} {} ({})",
                readable::text(&implementation.name),
                readable::text(&implementation.version),
                readable::text(command)
            ),
        )?;
        if let Some(issues) = &implementation.issues {
            fact(out, "issues", &readable::text(issues))?;
        }
        fact(out, "Unicode", &unicode(run))?;
        self.chapters(run, out)?;
        let facts = outcome(run);
        if !facts.is_empty() {
            writeln!(out)?;
        }
        for (name, value) in facts {
            fact(out, name, &value)?;
        }
        for line in run.ledger.iter().flat_map(|ledger| &ledger.unexpected) {
            writeln!(out, "  {BAD}unexpected{BAD:#} {}", readable::text(line))?;
        }
        let counts = run.counts();
        let style = if counts.failed > 0 { BAD } else { GOOD };
        writeln!(out)?;
        writeln!(out, "{style}{}{style:#}", run.verdict())?;
        writeln!(out, "{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped)
    }

    fn chapters(&self, run: &Run, out: &mut dyn Write) -> io::Result<()> {
        let rows = summary::by_chapter(run, self.spec);
        let width = rows.iter().map(|row| row.chapter.chars().count()).max().unwrap_or(0).max("chapter".len());
        writeln!(out, "\n{STRONG}{:width$}  passed  failed  skipped{STRONG:#}", "chapter")?;
        for row in rows {
            let counts = row.counts;
            let style = if counts.failed > 0 { BAD } else { Style::new() };
            let also = match counts.failed_uncounted {
                0 => String::new(),
                count => format!("  and {count} of level SHOULD failed"),
            };
            writeln!(
                out,
                "{style}{:width$}  {:>6}  {:>6}  {:>7}{also}{style:#}",
                row.chapter, counts.passed, counts.failed, counts.skipped
            )?;
        }
        Ok(())
    }
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
    writeln!(out, "  {QUIET}at{QUIET:#} {}", difference.path)?;
    writeln!(out, "  {GOOD}expected{GOOD:#} {}", value(&difference.expected))?;
    writeln!(out, "  {BAD}actual{BAD:#}   {}", value(&difference.actual))?;
    let Some(Parting { code_point, expected, actual }) = &difference.parting else { return Ok(()) };
    let named = |c: &Option<char>| c.map_or("the end".to_owned(), |c| format!("U+{:04X}", c as u32));
    let (expected, actual) = (named(expected), named(actual));
    writeln!(out, "  {QUIET}they part at code point {code_point}: {expected} was expected, {actual} came{QUIET:#}")
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

fn unicode(run: &Run) -> String {
    let shown = match run.unicode.shown {
        Some(Behaviour::Version(UnicodeVersion::V15_0)) => "15.0 or 15.1, as probed".to_owned(),
        Some(Behaviour::Version(version)) if version == UnicodeVersion::default() => {
            format!("{version} or later, as probed")
        }
        Some(Behaviour::Version(version)) => format!("{version}, as probed"),
        Some(Behaviour::Before13) => format!("before 13.0, as probed; judged by {}", run.unicode.judged_by),
        Some(Behaviour::NoVersion) => format!("no single version, as probed; judged by {}", run.unicode.judged_by),
        None => format!("could not be probed; judged by {}", run.unicode.judged_by),
    };
    match &run.unicode.declared {
        Some(declared) => format!("{shown} (it declares {})", readable::text(declared)),
        None => format!("{shown} (it declares none)"),
    }
}

/// What is said between the chapters and the verdict: failures by class, skips, notes.
fn outcome(run: &Run) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let classes: Vec<String> =
        run.failures_by_class().iter().map(|(class, count)| format!("{count} {}", class.as_str())).collect();
    if !classes.is_empty() {
        facts.push(("failures", classes.join(", ")));
    }
    facts.extend(skips(run).into_iter().map(|(reason, count)| ("skipped", format!("{count}: {reason}"))));
    facts.extend(run.notes.iter().map(|note| ("note", readable::text(note))));
    if run.selection.interrupted {
        facts.push(("note", "the run was interrupted, this is what was known by then".to_owned()));
    }
    let uncounted = run.counts().failed_uncounted;
    if uncounted > 0 {
        facts.push(("also failed", format!("{uncounted} of level SHOULD, not counted without --level should")));
    }
    if let Some(ledger) = &run.ledger {
        facts.push(("ledger", format!("{} known, {} unexpected", ledger.known, ledger.unexpected.len())));
    }
    facts
}

/// Numbers of skipped cases by reason, in the order in which the reasons come up.
fn skips(run: &Run) -> Vec<(&str, usize)> {
    let mut skips: Vec<(&str, usize)> = Vec::new();
    for case in &run.cases {
        if let Verdict::Skipped { reason } = &case.verdict {
            match skips.iter_mut().find(|(known, _)| known == reason) {
                Some((_, count)) => *count += 1,
                None => skips.push((reason, 1)),
            }
        }
    }
    skips
}
