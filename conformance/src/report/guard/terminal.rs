//! A comparison of two releases for people at a terminal: the broken rules, what else changed, the price, the verdict
//! last.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use steadlith_spec::Spec;

use super::facts;
use crate::guard::outcome::{Breach, Comparison, Example, ParameterCheck, PartingInfo, Price, SideFailure, Total};
use crate::guard::verdict::count;
use crate::readable;
use crate::report::picture::strips;
use crate::report::terminal::{fact, value, write_clause};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MINOR: Style = AnsiColor::Yellow.on_default();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// How wide a picture is, in columns.
const WIDTH: usize = 90;
/// How many lines of a list are shown.
const SHOWN: usize = 20;
/// How many lines of the end of standard error are shown with a failure.
const STDERR_LINES: usize = 12;

/// Writes the report. Styles are written as escape codes, which the caller strips where they are not wanted.
///
/// # Errors
/// Whatever writing gives.
pub fn write(comparison: &Comparison, spec: &Spec, out: &mut dyn Write) -> io::Result<()> {
    let mut quoted: Option<&str> = None;
    for breach in &comparison.violations {
        write_breach(breach, out)?;
        // The kinds stand in the order of their clauses, and one quotation is enough.
        if quoted.replace(&breach.clause) != Some(&breach.clause)
            && let Some(clause) = spec.clause(&breach.clause)
        {
            write_clause(clause, out)?;
        }
        writeln!(out)?;
    }
    write_failures(comparison, out)?;
    write_checks(&comparison.parameter_checks, out)?;
    write_identities(comparison, out)?;
    for price in &comparison.prices {
        write_price(price, out)?;
    }
    for (name, value) in facts::about(comparison) {
        fact(out, name, &value)?;
    }
    let style = if comparison.has_unexpected() { BAD } else { GOOD };
    writeln!(out)?;
    writeln!(out, "{style}{}{style:#}", comparison.verdict)
}

fn write_breach(breach: &Breach, out: &mut dyn Write) -> io::Result<()> {
    let Breach { clause, broken, identity, op, field, count, inputs, example } = breach;
    writeln!(out, "{BAD}VIOLATION of {clause}{BAD:#} {broken}: {op}, {}", readable::text(field))?;
    writeln!(out, "  {QUIET}under{QUIET:#} {}", readable::text(identity))?;
    let more = if *count > inputs.len() { ", ..." } else { "" };
    let inputs: Vec<String> = inputs.iter().map(|input| readable::text(input)).collect();
    writeln!(out, "  {QUIET}shown by{QUIET:#} {}: {}{more}", self::count(*count, "input"), inputs.join("; "))?;
    write_example(example, out)
}

/// The example: what was asked, and what both sides say.
fn write_example(example: &Example, out: &mut dyn Write) -> io::Result<()> {
    let again = if example.repeatable { "" } else { ", which did not show again when it was asked by itself" };
    let (which, again) = if example.as_found {
        ("example", ", as it was found; it was not asked again")
    } else {
        ("smallest example", again)
    };
    writeln!(out, "  {STRONG}{which}{STRONG:#} of {}{again}", count(example.words, "word"))?;
    for (number, asked) in example.requests.iter().enumerate() {
        let which = if example.requests.len() > 1 { format!(" {}", number + 1) } else { String::new() };
        let of = if asked.of == "both" { String::new() } else { format!(" of the {} side", asked.of) };
        for (name, member) in asked.request.as_object().into_iter().flatten() {
            let shown = match member {
                Value::String(text) => readable::text(text),
                other => readable::text(&other.to_string()),
            };
            writeln!(out, "  {QUIET}request{which}{of}{QUIET:#} {name}: {shown}")?;
        }
    }
    writeln!(out, "  {QUIET}at{QUIET:#} {}", readable::text(&example.at))?;
    if example.has_no_answers() {
        return Ok(());
    }
    let [first, second] = example.names();
    writeln!(out, "  {GOOD}{first:6}{GOOD:#} {}", value(&example.old))?;
    writeln!(out, "  {BAD}{second:6}{BAD:#} {}", value(&example.new))?;
    if let Some(PartingInfo { code_point, old, new }) = &example.parting {
        let named = |c: &Option<char>| c.map_or("the end".to_owned(), |c| format!("U+{:04X}", c as u32));
        let (old, new) = (named(old), named(new));
        writeln!(out, "  {QUIET}they part at code point {code_point}: {old}, then {new}{QUIET:#}")?;
    }
    for line in example.picture().iter().flat_map(|picture| strips::lines(picture, WIDTH)) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn write_failures(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    if comparison.failure_count == 0 {
        return Ok(());
    }
    writeln!(out, "{STRONG}Without an answer{STRONG:#}")?;
    for SideFailure { side, input, identity: _, class, message, stderr } in comparison.failures.iter().take(SHOWN) {
        writeln!(out, "  {BAD}{side}{BAD:#} {}: {class}: {}", readable::text(input), readable::text(message))?;
        let lines: Vec<&str> = stderr.iter().flat_map(|stderr| stderr.lines()).collect();
        for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
            writeln!(out, "    | {}", readable::output_line(line))?;
        }
    }
    let more = comparison.failure_count.saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    writeln!(out)
}

/// The changed parameter checks, by parameter and by what is wrong; each set of parameters is named.
fn write_checks(checks: &[ParameterCheck], out: &mut dyn Write) -> io::Result<()> {
    if checks.is_empty() {
        return Ok(());
    }
    writeln!(out, "{STRONG}Parameter checks that changed{STRONG:#}, which breaks no rule (VER-5)")?;
    let mut groups: Vec<(&ParameterCheck, Vec<&ParameterCheck>)> = Vec::new();
    for check in checks {
        let is_same = |one: &ParameterCheck| one.field == check.field && one.old == check.old && one.new == check.new;
        match groups.iter_mut().find(|(first, _)| is_same(first)) {
            Some((_, group)) => group.push(check),
            None => groups.push((check, vec![check])),
        }
    }
    for (first, group) in groups {
        let field = facts::parameter(&first.field);
        writeln!(out, "  {MINOR}{field}{MINOR:#}: {}, then {}", first.old, first.new)?;
        for check in group {
            let params = readable::text(&check.params.to_string());
            writeln!(out, "    {params}  {QUIET}{}{QUIET:#}", readable::text(&check.why))?;
        }
    }
    writeln!(out)
}

fn write_identities(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    if comparison.new_identities.is_empty() {
        return Ok(());
    }
    writeln!(out, "{STRONG}Other identities than before{STRONG:#}, {}", facts::announced(comparison))?;
    for new in comparison.new_identities.iter().take(SHOWN) {
        writeln!(out, "  {MINOR}{}{MINOR:#}: {}", readable::text(&new.changed), count(new.count, "input"))?;
        writeln!(out, "    {QUIET}first{QUIET:#} {}", readable::text(&new.input))?;
        writeln!(out, "    {QUIET}old{QUIET:#} {}", readable::text(&new.old))?;
        writeln!(out, "    {QUIET}new{QUIET:#} {}", readable::text(&new.new))?;
    }
    writeln!(out)
}

fn write_price(price: &Price, out: &mut dyn Write) -> io::Result<()> {
    let Price { documents, refused, .. } = price;
    writeln!(out, "{STRONG}What is embedded anew{STRONG:#} {}", facts::between(price))?;
    for (name, of) in facts::totals(price) {
        writeln!(out, "  {name:26} {}", total(of))?;
    }
    let anew: Vec<_> = documents.iter().filter(|document| document.embedded_anew.chunks > 0).collect();
    for document in anew.iter().take(SHOWN) {
        let params = document.params.as_ref().map(|params| format!(", {params}")).unwrap_or_default();
        let (stays, anew) = (document.stays, document.embedded_anew);
        writeln!(
            out,
            "    {}{params}: {} of {} tokens, {} of {} chunks",
            readable::text(&document.document),
            anew.tokens,
            stays.tokens.saturating_add(anew.tokens),
            anew.chunks,
            stays.chunks.saturating_add(anew.chunks),
        )?;
    }
    if anew.len() > SHOWN {
        writeln!(out, "    and more, which --json lists")?;
    }
    for one in refused.iter().filter(|one| one.old != one.new).take(SHOWN) {
        writeln!(out, "    {}: {}, then {}", readable::text(&one.document), one.old, one.new)?;
    }
    writeln!(out)
}

fn total(total: &Total) -> String {
    let (stays, anew) = (total.stays, total.embedded_anew);
    let refused = match total.refused {
        0 => String::new(),
        refused => format!("; {refused} more not chunked by both"),
    };
    format!(
        "{} of {} tokens, {} of {} chunks, in {} of {}{refused}",
        anew.tokens,
        stays.tokens.saturating_add(anew.tokens),
        anew.chunks,
        stays.chunks.saturating_add(anew.chunks),
        total.documents_embedded_anew,
        count(total.documents, "document"),
    )
}
