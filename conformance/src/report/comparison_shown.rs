//! A comparison as text, Markdown and HTML.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use maud::html;

use super::comparison::{Circumstance, Comparison};
use super::markdown::{self, escaped};
use super::page::{self, Column, Row, Tone};
use super::wrap::wrapped;

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const QUIET: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// Writes the comparison for a terminal, the numbers last.
///
/// # Errors
/// Whatever writing gives.
pub fn terminal(comparison: &Comparison, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::new();
    unwrapped(comparison, &mut text)?;
    match width {
        None => out.write_all(&text),
        Some(width) => out.write_all(wrapped(&String::from_utf8_lossy(&text), width).as_bytes()),
    }
}

fn unwrapped(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    for section in comparison.sections() {
        writeln!(out, "{STRONG}{}{STRONG:#} ({})", section.title, section.lines.len())?;
        for line in section.lines {
            writeln!(out, "  {line}")?;
        }
        writeln!(out)?;
    }
    for circumstance in &comparison.circumstances {
        let Circumstance { name, old, new } = circumstance;
        writeln!(out, "{QUIET}{name:14}{QUIET:#} {old}")?;
        writeln!(out, "{QUIET}{:>14}{QUIET:#} {new}", "->")?;
    }
    if !comparison.circumstances.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{QUIET}{:14}{QUIET:#} {}: {}", "old", comparison.old.implementation, comparison.old.verdict)?;
    writeln!(out, "{QUIET}{:14}{QUIET:#} {}: {}", "new", comparison.new.implementation, comparison.new.verdict)?;
    if let Some(warning) = &comparison.warning {
        writeln!(out, "{BAD}{warning}{BAD:#}")?;
    }
    let style = if comparison.is_unexpected() { BAD } else { GOOD };
    writeln!(out, "{style}{}{style:#}", comparison.summary())
}

/// Writes the comparison as Markdown.
///
/// # Errors
/// Whatever writing gives.
pub fn markdown(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Comparison of two runs\n\n**{}**\n", comparison.summary())?;
    if let Some(warning) = &comparison.warning {
        writeln!(out, "**{warning}**\n")?;
    }
    let rows = [("old", &comparison.old), ("new", &comparison.new)]
        .map(|(name, side)| vec![name.to_owned(), side.implementation.clone(), side.verdict.clone()]);
    markdown::table(out, &["", "implementation", "verdict"], &rows.into_iter())?;
    if !comparison.circumstances.is_empty() {
        let rows = comparison.circumstances.iter();
        let rows = rows.map(|it| vec![it.name.clone(), it.old.clone(), it.new.clone()]);
        markdown::table(out, &["differs", "old", "new"], &rows)?;
    }
    for section in comparison.sections() {
        writeln!(out, "## {} ({})\n", section.title, section.lines.len())?;
        for line in section.lines {
            writeln!(out, "- {}", escaped(&line))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The comparison as a page.
#[must_use]
pub fn html(comparison: &Comparison) -> String {
    let tone = match comparison.is_unexpected() {
        true => Tone::Bad,
        false if comparison.broken.is_empty() => Tone::Good,
        false => Tone::Minor,
    };
    let headline = match &comparison.warning {
        _ if comparison.is_broken() => "Broken",
        Some(_) => "Not compared to the end",
        None => "Nothing that counts is broken",
    };
    let rows: Vec<Row> = comparison
        .circumstances
        .iter()
        .map(|it| Row { cells: vec![html! { (it.name) }, html! { (it.old) }, html! { (it.new) }], class: None })
        .collect();
    let columns = [Column::words("differs"), Column::words("old"), Column::words("new")];
    let body = html! {
        main {
            h1 { "Comparison of two runs" }
            (page::verdict(tone, headline, &html! { (comparison.summary()) }))
            @if let Some(warning) = &comparison.warning { p { strong { (warning) } } }
            (page::facts(&[
                ("old", html! { (comparison.old.implementation) br; (comparison.old.verdict) }),
                ("new", html! { (comparison.new.implementation) br; (comparison.new.verdict) }),
            ]))
            @if !rows.is_empty() { (page::table(None, &columns, &rows)) }
            @for section in comparison.sections() {
                h2 { (section.title) " (" (section.lines.len()) ")" }
                ul { @for line in &section.lines { li { (line) } } }
            }
        }
    };
    page::page("Comparison of two runs", &body)
}
