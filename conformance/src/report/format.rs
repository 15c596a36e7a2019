//! The formats of reports.

use std::io::{self, Write};

use super::document::Report;
use super::material::Material;
use super::terminal::Terminal;
use super::{github, html, junit, markdown};

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people at a terminal.
    Terminal,
    /// The document itself.
    Json,
    /// JUnit XML.
    Junit,
    /// Workflow commands of GitHub.
    Github,
    /// Markdown.
    Markdown,
    /// One HTML page.
    Html,
}

/// How a report is written, where a format leaves a choice.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// How many failures a terminal report shows in full.
    pub shown_in_full: usize,
    /// How wide a line of a terminal report may be.
    pub width: Option<usize>,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(Format, &'static str); 6] = [
        (Format::Terminal, "terminal"),
        (Format::Json, "json"),
        (Format::Junit, "junit"),
        (Format::Github, "github"),
        (Format::Markdown, "markdown"),
        (Format::Html, "html"),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }

    /// The format of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }

    /// The format that the ending of a file name stands for.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Format> {
        Some(match ending {
            "txt" => Format::Terminal,
            "json" => Format::Json,
            "xml" => Format::Junit,
            "md" => Format::Markdown,
            "html" | "htm" => Format::Html,
            _ => return None,
        })
    }

    /// Writes a report in this format. The terminal format has escape codes, which the caller strips where they are not
    /// wanted.
    ///
    /// # Errors
    /// Whatever writing gives.
    pub fn write(self, report: &Report, material: &Material<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Terminal => {
                let Style { shown_in_full, width } = style;
                Terminal { material, shown_in_full, width }.write(report, out)
            }
            Format::Json => report.write(out),
            Format::Junit => junit::write(report, material, out),
            Format::Github => github::write(report, out),
            Format::Markdown => markdown::write(report, material, out),
            Format::Html => out.write_all(html::page(report, material).as_bytes()),
        }
    }
}
