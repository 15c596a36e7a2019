//! Several runs in one table: implementations across, chapters down.

use std::io::{self, Write};

use anstyle::Style;
use maud::html;

use super::document::Report;
use super::markdown;
use super::page::{self, Column, Row};
use super::{facts, summary::ChapterCounts};
use crate::readable;
use crate::results::Counts;

const STRONG: Style = Style::new().bold();

/// Runs beside each other, readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The implementations, in the order in which they first come.
    pub columns: Vec<Implementation>,
    /// The rows: a title, and a cell for each implementation.
    pub rows: Vec<TableRow>,
    /// The suites of the runs, without repetition; more than one makes numbers that do not compare.
    pub suites: Vec<String>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// What it is about.
    pub title: String,
    /// A cell for each implementation.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says, in parts that are not broken over lines.
    pub parts: Vec<String>,
    /// Whether it is about a failure that counts.
    pub is_bad: bool,
}

/// One column: an implementation, with all of its runs that have the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implementation {
    /// Name and version.
    pub title: String,
    /// The runs, each by the name that it was given.
    pub runs: Vec<String>,
    /// The Unicode versions of the runs, without repetition.
    pub unicode: Vec<String>,
    /// The verdict.
    pub verdict: String,
    chapters: Vec<ChapterCounts>,
    counts: Counts,
}

impl Cell {
    fn text(&self) -> String {
        self.parts.join(", ")
    }
}

impl Table {
    /// The table of reports, each with a name such as that of its file.
    #[must_use]
    pub fn of(reports: &[(String, Report)]) -> Table {
        let mut columns: Vec<Implementation> = Vec::new();
        let mut suites: Vec<String> = Vec::new();
        for (name, report) in reports {
            let column = Implementation::of(name, report);
            add(&mut suites, facts::suite(&report.run));
            match columns.iter_mut().find(|known| known.is_alike(&column)) {
                Some(known) => {
                    known.runs.extend(column.runs);
                    column.unicode.into_iter().for_each(|version| add(&mut known.unicode, version));
                }
                None => columns.push(column),
            }
        }
        let rows = rows(&columns);
        Table { columns, rows, suites }
    }

    /// Writes the table for a terminal: each implementation, then the numbers in numbered columns.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn terminal(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, column) in self.columns.iter().enumerate() {
            writeln!(out, "{STRONG}{} {}{STRONG:#}: {}", number + 1, column.title, column.verdict)?;
            writeln!(out, "  Unicode {}; {}", column.unicode.join(", "), column.runs.join(", "))?;
        }
        writeln!(out)?;
        let rows = || self.rows.iter().filter(|row| !ABOUT.contains(&row.title.as_str()));
        let length = |text: &str| text.chars().count();
        let first = rows().map(|row| length(&row.title)).max().unwrap_or(0);
        let width = |index: usize| rows().map(|row| length(&row.cells[index].text())).max().unwrap_or(0).max(3);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        write!(out, "{STRONG}{:first$}", "chapter")?;
        for (number, width) in widths.iter().enumerate() {
            write!(out, "  {:>width$}", number + 1)?;
        }
        writeln!(out, "{STRONG:#}")?;
        for row in rows() {
            write!(out, "{:first$}", row.title)?;
            for (cell, width) in row.cells.iter().zip(&widths) {
                write!(out, "  {:>width$}", cell.text())?;
            }
            writeln!(out)?;
        }
        self.suites.iter().try_for_each(|suite| writeln!(out, "\nsuite {suite}"))
    }

    /// Writes the table as Markdown.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# Conformance of {} implementations\n", self.columns.len())?;
        writeln!(out, "{LEGEND}\n")?;
        let titles: Vec<String> = self.columns.iter().map(|column| markdown::escaped(&column.title)).collect();
        let header: Vec<&str> = ["chapter"].into_iter().chain(titles.iter().map(String::as_str)).collect();
        let rows = self
            .rows
            .iter()
            .map(|row| [row.title.clone()].into_iter().chain(row.cells.iter().map(Cell::text)).collect());
        markdown::table(out, &header, &rows)?;
        self.suites.iter().try_for_each(|suite| writeln!(out, "Suite {}.\n", markdown::escaped(suite)))
    }

    /// The table as a page.
    #[must_use]
    pub fn html(&self) -> String {
        let titles = self.columns.iter().map(|column| Column::words(&column.title));
        let columns: Vec<Column<'_>> = [Column::words("chapter")].into_iter().chain(titles).collect();
        let cell = |cell: &Cell| {
            html! {
                span class=[cell.is_bad.then_some("bad")] {
                    @for (number, part) in cell.parts.iter().enumerate() {
                        @if number > 0 { ", " }
                        span class=[(cell.parts.len() > 1).then_some("part")] { (part) }
                    }
                }
            }
        };
        let rows: Vec<Row> = self
            .rows
            .iter()
            .map(|row| Row {
                cells: [html! { (row.title) }].into_iter().chain(row.cells.iter().map(cell)).collect(),
                class: (row.title == ALL).then_some("total"),
            })
            .collect();
        let title = format!("Conformance of {} implementations", self.columns.len());
        let body = html! {
            main {
                h1 { (title) }
                p { (LEGEND) }
                @for suite in &self.suites { p.quiet { "Suite " (suite) "." } }
                @if self.suites.len() > 1 {
                    p.bad { "These runs are not of the same suite, so that their numbers do not compare." }
                }
                (page::table(None, &columns, &rows))
            }
        };
        page::page(&title, &body)
    }
}

const LEGEND: &str = "Each cell has the number of cases that passed; cases that failed or were skipped are named beside \
                      it, and so are the recommendations (SHOULD) that are not followed, which do not count. Runs of one implementation with the same numbers share a column.";
const ALL: &str = "all";
/// The rows that a terminal shows above the table.
const ABOUT: [&str; 3] = ["verdict", "Unicode", "runs"];

impl Implementation {
    fn of(name: &str, report: &Report) -> Implementation {
        Implementation {
            title: facts::title(&report.run),
            runs: vec![readable::text(name)],
            unicode: vec![readable::text(&report.run.unicode.judged_by)],
            verdict: readable::message(&report.verdict),
            chapters: report.chapters.clone(),
            counts: report.counts,
        }
    }

    /// Whether another run shows no more than the same again.
    fn is_alike(&self, other: &Implementation) -> bool {
        self.title == other.title && self.verdict == other.verdict && self.chapters == other.chapters
    }
}

fn rows(columns: &[Implementation]) -> Vec<TableRow> {
    let mut titles: Vec<&str> = Vec::new();
    for chapter in columns.iter().flat_map(|column| &column.chapters) {
        if !titles.contains(&chapter.chapter.as_str()) {
            titles.push(&chapter.chapter);
        }
    }
    // A run of some cases may lack a chapter that a later one has.
    titles.sort_by_key(|title| title.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(usize::MAX));
    let chapter = |column: &Implementation, title: &str| {
        let counts = column.chapters.iter().find(|chapter| chapter.chapter == title);
        counts.map(|chapter| cell(chapter.counts)).unwrap_or_default()
    };
    let row = |title: &str, each: &dyn Fn(&Implementation) -> Cell| TableRow {
        title: readable::text(title),
        cells: columns.iter().map(each).collect(),
    };
    let plain = |parts: &[String]| Cell { parts: parts.to_vec(), is_bad: false };
    let mut rows: Vec<TableRow> = titles.iter().map(|title| row(title, &|column| chapter(column, title))).collect();
    rows.push(row(ALL, &|column| cell(column.counts)));
    rows.push(row(ABOUT[0], &|column| Cell { parts: vec![column.verdict.clone()], is_bad: column.counts.failed > 0 }));
    rows.push(row(ABOUT[1], &|column| plain(&column.unicode)));
    rows.push(row(ABOUT[2], &|column| plain(&column.runs)));
    rows
}

fn cell(counts: Counts) -> Cell {
    let others = [(counts.failed, "failed"), (counts.failed_uncounted, "SHOULD"), (counts.skipped, "skipped")];
    let others = others.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    Cell { parts: [counts.passed.to_string()].into_iter().chain(others).collect(), is_bad: counts.failed > 0 }
}

fn add(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}
