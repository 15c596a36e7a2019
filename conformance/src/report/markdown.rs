//! The report as Markdown: for a step summary, an issue, or a page.

use std::io::{self, Write};

use super::document::Report;
use super::facts;
use super::material::Material;
use super::picture::strips;
use super::summary;
use super::terminal::{parting, value};
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::readable;
use crate::results::{CaseResult, Run};

/// How many failures are shown in full.
const IN_FULL: usize = 20;
/// How many more are named. A step summary has a limit of 1 MiB.
const NAMED: usize = 500;
/// How wide a picture is, in characters.
const PICTURE_WIDTH: usize = 96;

/// Writes the report.
///
/// # Errors
/// Whatever writing gives.
pub fn write(report: &Report, material: &Material<'_>, out: &mut dyn Write) -> io::Result<()> {
    let run = &report.run;
    writeln!(out, "# Conformance of {}\n", escaped(&facts::title(run)))?;
    writeln!(out, "**{}**  \n{}\n", escaped(&readable::message(&report.verdict)), facts::all_counts(report.counts))?;
    table(out, &["", ""], &facts::about(report).into_iter().map(|(name, value)| vec![name.to_owned(), value]))?;
    chapters(report, out)?;
    for (name, value) in facts::outcome(run) {
        writeln!(out, "- {name}: {}", escaped(&value))?;
    }
    if let Some(ledger) = run.ledger.as_ref().filter(|ledger| !ledger.unexpected.is_empty()) {
        writeln!(out, "\n## Not as the ledger says\n")?;
        for line in &ledger.unexpected {
            writeln!(out, "- {}", escaped(&readable::text(line)))?;
        }
    }
    if let Some(diagnosis) = &run.diagnosis {
        write_diagnosis(diagnosis, out)?;
    }
    failures(run, material, out)?;
    writeln!(out, "\nRepeat with:\n")?;
    fenced(out, &facts::repeat(run, None))
}

/// Text in which no character is markup. Invisible ones have to be named before.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        match c {
            // Entities, as a backslash does not keep GitHub from making a mention, a reference or a link of these.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            ':' if rest.starts_with("://") => escaped.push_str("&#58;"),
            '.' if text[..at].to_ascii_lowercase().ends_with("www") => escaped.push_str("&#46;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => escaped.extend(['\\', c]),
            // A list or a line under a heading, but only at the start.
            '+' | '-' | '=' if at == 0 => escaped.extend(['\\', c]),
            '.' | ')' if text[..at].bytes().all(|byte| byte.is_ascii_digit()) && rest[1..].starts_with(' ') => {
                escaped.extend(['\\', c]);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Writes a table. Cells have to be readable, and are escaped here.
///
/// # Errors
/// Whatever writing gives.
pub fn table(
    out: &mut dyn Write,
    header: &[&str],
    rows: &(impl Iterator<Item = Vec<String>> + Clone),
) -> io::Result<()> {
    writeln!(out, "| {} |", header.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(header.len()))?;
    for row in rows.clone() {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

/// Writes a code block that its content cannot end.
fn fenced(out: &mut dyn Write, content: &str) -> io::Result<()> {
    let longest = content.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    writeln!(out, "{fence}text\n{content}\n{fence}")
}

fn chapters(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let rows = report.chapters.iter().map(|row| {
        let counts = row.counts;
        let also = match counts.failed_uncounted {
            0 => String::new(),
            count => format!(" and {count} of level SHOULD"),
        };
        let title = readable::text(&row.chapter);
        vec![title, counts.passed.to_string(), format!("{}{also}", counts.failed), counts.skipped.to_string()]
    });
    table(out, &["chapter", "passed", "failed", "skipped"], &rows)
}

fn write_diagnosis(diagnosis: &Diagnosis, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## Diagnosis\n")?;
    if diagnosis.explanations.is_empty() {
        return writeln!(out, "No single known mistake explains the failures.");
    }
    for explanation in &diagnosis.explanations {
        writeln!(out, "{}\n", super::diagnosis::headline(explanation, diagnosis.compared))?;
        for mistake in &explanation.mistakes {
            let [id, description, remedy] =
                [&mistake.id, &mistake.description, &mistake.remedy].map(|text| escaped(&readable::text(text)));
            let clauses = readable::text(&mistake.clauses.join(", "));
            writeln!(out, "- **{id}**: {description}. Instead, {remedy} ({})", escaped(&clauses))?;
        }
        if explanation.more > 0 {
            writeln!(out, "- and {} more", explanation.more)?;
        }
        if !explanation.told_apart_by.is_empty() {
            let requests = readable::message(&explanation.told_apart_by.join(" or "));
            writeln!(out, "\nTold apart by {}", escaped(&requests))?;
        }
    }
    Ok(())
}

fn failures(run: &Run, material: &Material<'_>, out: &mut dyn Write) -> io::Result<()> {
    let failed = summary::failures(run);
    if failed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Failures\n")?;
    for (case, failure) in failed.iter().take(IN_FULL) {
        in_full(run, case, failure, material, out)?;
    }
    let rest = failed.get(IN_FULL..).unwrap_or_default();
    if !rest.is_empty() {
        writeln!(out, "\n{} more failed:\n", rest.len())?;
    }
    for (case, failure) in rest.iter().take(NAMED) {
        writeln!(out, "- {}", headline(run, case, failure))?;
    }
    if rest.len() > NAMED {
        writeln!(out, "- and {} that are not named here", rest.len() - NAMED)?;
    }
    Ok(())
}

fn headline(run: &Run, case: &CaseResult, failure: &Failure) -> String {
    let level = if run.is_counted(case) { "" } else { " (SHOULD, not counted)" };
    let message = format!("{}: {}", failure.class.as_str(), readable::text(&failure.message));
    format!("**{}**{level} {}", escaped(&readable::text(&case.id)), escaped(&message))
}

fn in_full(
    run: &Run,
    case: &CaseResult,
    failure: &Failure,
    material: &Material<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<details><summary>\n\n{}\n\n</summary>\n", headline(run, case, failure))?;
    writeln!(out, "{}\n", escaped(&readable::text(&case.title)))?;
    let mut lines = Vec::new();
    if let Some(difference) = &failure.difference {
        lines.push(format!("at       {}", readable::text(&difference.path)));
        lines.push(format!("expected {}", value(&difference.expected)));
        lines.push(format!("actual   {}", value(&difference.actual)));
        lines.extend(parting(difference));
    }
    lines.extend(material.input(case).into_iter().map(|(label, name, value)| format!("{label}    {name}: {value}")));
    lines.push(format!("repeat   {}", facts::repeat(run, Some(case))));
    fenced(out, &lines.join("\n"))?;
    if let Some(picture) = &failure.boundaries {
        writeln!(out, "\n{}\n", escaped(&picture.caption()))?;
        fenced(out, &strips::lines(picture, PICTURE_WIDTH).join("\n"))?;
    }
    if let Some(clause) = material.clause(case) {
        writeln!(out, "\nClause {}, {}:\n", clause.id, escaped(&clause.place()))?;
        for line in clause.text.trim_end().lines() {
            writeln!(out, "{}", format!("> {line}").trim_end())?;
        }
    }
    if let Some(stderr) = &failure.stderr {
        let lines: Vec<String> = stderr.lines().map(readable::output_line).collect();
        let first = lines.len().saturating_sub(super::terminal::STDERR_LINES);
        writeln!(out, "\nThe end of standard error:\n")?;
        fenced(out, &lines[first..].join("\n"))?;
    }
    writeln!(out, "\n</details>\n")
}
