//! Churn as tables for people at a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use crate::churn::measure::{Amount, Outcome, PlanSize, Revision};
use crate::churn::results::{Churn, Group, MethodInfo};
use crate::churn::statistics::Estimate;
use crate::readable;

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// The heading of the first column.
const HEADING: &str = "recompute fraction R_c, %";

/// How many pairs are named in each list of what went wrong.
const NAMED: usize = 20;

/// Writes the report. Styles are written as escape codes, which the caller strips where they are not wanted.
///
/// # Errors
/// Whatever writing gives.
pub fn write(churn: &Churn, out: &mut dyn Write) -> io::Result<()> {
    for info in &churn.methods {
        writeln!(out, "{QUIET}method{QUIET:#} {}", method(info))?;
    }
    write_left_out(churn, out)?;
    if churn.groups.is_empty() {
        writeln!(out, "\n{BAD}there is no pair that every method accepts, so nothing was compared{BAD:#}")?;
    } else {
        let width = width(churn);
        writeln!(out, "\n{STRONG}{HEADING:width$}  {:>7}  95% interval{STRONG:#}", "mean")?;
        for group in &churn.groups {
            write_group(churn, group, width, out)?;
        }
        write_plans(churn, width, out)?;
    }
    write_controls(churn, out)?;
    let bootstrap = churn.bootstrap;
    let resamples = bootstrap.resamples;
    writeln!(out, "intervals: {resamples} resamples of the documents, seed {} (PLAN-21)", bootstrap.seed)
}

/// A method with its release and its parameters.
#[must_use]
pub fn method(info: &MethodInfo) -> String {
    let params = match &info.params {
        Value::Object(params) => {
            let params: Vec<String> = params.iter().map(|(name, value)| format!("{name} {value}")).collect();
            readable::text(&params.join(", "))
        }
        other => readable::text(&other.to_string()),
    };
    match &info.version {
        Some(version) if info.name.contains(version.as_str()) => format!("{}: {params}", info.name),
        Some(version) => format!("{} {version}: {params}", info.name),
        None => format!("{}, a baseline: {params}", info.name),
    }
}

/// The title of a group: which pairs, and how many.
#[must_use]
pub fn group_title(group: &Group) -> String {
    let pairs = if group.pairs == 1 { "pair" } else { "pairs" };
    match group.band {
        None => format!("all compared {pairs}, {}", group.pairs),
        Some(band) => format!("{}, {} {pairs}", band.as_str(), group.pairs),
    }
}

/// The two methods of a difference.
#[must_use]
pub fn difference_title(churn: &Churn, method: usize, minus: usize) -> String {
    format!("{} - {}", churn.methods[method].name, churn.methods[minus].name)
}

/// The widest name in the first column.
fn width(churn: &Churn) -> usize {
    let titles = churn.groups.iter().flat_map(|group| {
        let differences = group.differences.iter().map(|d| difference_title(churn, d.method, d.minus));
        differences.map(|title| title.chars().count() + 2).chain([group_title(group).chars().count()])
    });
    let names = churn.methods.iter().map(|info| info.name.chars().count() + 2);
    titles.chain(names).chain([HEADING.len()]).max().unwrap_or_default()
}

fn write_group(churn: &Churn, group: &Group, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}", group_title(group))?;
    let row = |out: &mut dyn Write, name: &str, estimate: &Estimate, sign: bool| {
        let percent =
            |value: f64| if sign { format!("{:+.2}", 100.0 * value) } else { format!("{:.2}", 100.0 * value) };
        // One document says nothing about others.
        let interval = match group.pairs {
            1 => String::new(),
            _ => format!("  [{}, {}]", percent(estimate.low), percent(estimate.high)),
        };
        writeln!(out, "{:width$}  {:>7}{interval}", format!("  {name}"), percent(estimate.mean))
    };
    for (info, estimate) in churn.methods.iter().zip(&group.means) {
        row(out, &info.name, estimate, false)?;
    }
    for difference in &group.differences {
        row(out, &difference_title(churn, difference.method, difference.minus), &difference.estimate, true)?;
    }
    Ok(())
}

/// The reuse plans of all compared pairs together.
fn write_plans(churn: &Churn, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(group) = churn.overall() else { return Ok(()) };
    let cell = |Amount { chunks, tokens }: Amount| format!("{chunks} ({tokens})");
    let row = |name: &str, cells: [String; 4]| {
        let cells: String = cells.iter().map(|cell| format!("  {cell:>14}")).collect();
        format!("{name:width$}{cells}")
    };
    let kinds = ["keep", "move", "add", "delete"].map(str::to_owned);
    writeln!(out, "\n{STRONG}{}{STRONG:#}", row("reuse plans, chunks (tokens)", kinds))?;
    for (info, plan) in churn.methods.iter().zip(&group.plans) {
        let name = format!("  {}", info.name);
        writeln!(out, "{}", row(&name, [plan.keep, plan.moved, plan.add, plan.delete].map(cell)))?;
    }
    Ok(())
}

/// The sizes of a plan in words.
#[must_use]
pub fn plan_words(plan: &PlanSize) -> String {
    let amount = |name: &str, Amount { chunks, tokens }: Amount| format!("{name} {chunks} ({tokens})");
    [amount("keep", plan.keep), amount("move", plan.moved), amount("add", plan.add), amount("delete", plan.delete)]
        .join(", ")
}

/// How many pairs there are, and how many of them were compared (PLAN-19).
#[must_use]
pub fn left_out_line(churn: &Churn) -> String {
    let (all, compared) = (churn.pairs.len(), churn.compared());
    match all - compared {
        0 => format!("{all} read, {compared} compared, every pair is accepted by every method"),
        count => format!(
            "{all} read, {compared} compared, {count} left out for every method, since not every method accepts both \
             revisions"
        ),
    }
}

/// What came of the control, in a line (PLAN-18).
#[must_use]
pub fn control_line(churn: &Churn) -> String {
    match churn.broken_controls().count() {
        0 if churn.compared() == 0 => "nothing was compared".to_owned(),
        0 => "control holds: every old revision, chunked again, keeps every chunk (R_c exactly 0)".to_owned(),
        count => {
            let times = if count == 1 { "time" } else { "times" };
            format!("CONTROL BROKEN {count} {times}: without any edit the chunks are not all kept (PLAN-18)")
        }
    }
}

/// Which pairs are not in the means, and why (PLAN-19).
fn write_left_out(churn: &Churn, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{QUIET}pairs{QUIET:#}  {}", left_out_line(churn))?;
    for (index, info) in churn.methods.iter().enumerate() {
        let of_method: Vec<_> = churn.left_out().filter(|(_, method, _)| *method == index).collect();
        if of_method.is_empty() {
            continue;
        }
        writeln!(out, "  {BAD}{} gives no chunks for {}{BAD:#}", info.name, of_method.len())?;
        for (pair, _, outcome) in of_method.iter().take(NAMED) {
            writeln!(out, "    {}: {}", readable::text(&pair.name), no_chunks(outcome))?;
        }
        if of_method.len() > NAMED {
            writeln!(out, "    and {} more, which the JSON lists", of_method.len() - NAMED)?;
        }
    }
    Ok(())
}

/// Why a method has no numbers for a pair.
#[must_use]
pub fn no_chunks(outcome: &Outcome) -> String {
    let of = |revision: &Revision| revision.as_str();
    match outcome {
        Outcome::Measured(_) => "measured".to_owned(),
        Outcome::Refused { revision, code, message } => {
            let message = message.as_deref().map(|message| format!(", {}", readable::text(message)));
            format!("{} is refused: {}{}", of(revision), readable::text(code), message.unwrap_or_default())
        }
        Outcome::Failed { revision, failure } => format!("{} FAILED: {}", of(revision), readable::text(failure)),
    }
}

fn write_controls(churn: &Churn, out: &mut dyn Write) -> io::Result<()> {
    let broken: Vec<_> = churn.broken_controls().collect();
    if broken.is_empty() {
        return writeln!(out, "\n{GOOD}{}{GOOD:#}", control_line(churn));
    }
    writeln!(out, "\n{BAD}{}{BAD:#}", control_line(churn))?;
    for (pair, method, measured) in broken.iter().take(NAMED) {
        writeln!(
            out,
            "  {}, {}: R_c {}, {}",
            churn.methods[*method].name,
            readable::text(&pair.name),
            measured.control.recompute_fraction,
            plan_words(&measured.control.plan)
        )?;
    }
    if broken.len() > NAMED {
        writeln!(out, "  and {} more, which the JSON lists", broken.len() - NAMED)?;
    }
    Ok(())
}
