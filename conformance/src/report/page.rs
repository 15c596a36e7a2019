//! The shell of every HTML page, and the elements that pages share.
//!
//! A page is one file that needs no other: its style is inside, there is no script, and a content policy forbids to
//! load anything. Text is escaped by the templates, so that nothing a testee says becomes markup.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::readable::{self, Shown};

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// How an element is meant; it shows by words or signs too, never by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// To be looked at.
    Minor,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column<'c> {
    /// Its heading.
    pub title: &'c str,
    /// Whether it holds numbers, which stand at the right.
    pub is_number: bool,
}

impl Tone {
    /// The class in the style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Minor => "minor",
        }
    }
}

impl<'c> Column<'c> {
    /// A column of words.
    #[must_use]
    pub fn words(title: &'c str) -> Column<'c> {
        Column { title, is_number: false }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(title: &'c str) -> Column<'c> {
        Column { title, is_number: true }
    }

    fn class(&self) -> Option<&'static str> {
        self.is_number.then_some("number")
    }
}

/// A whole page.
#[must_use]
pub fn page(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (readable::named(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

/// The box at the top that says what came of it all, with a line below it.
#[must_use]
pub fn verdict(tone: Tone, verdict: &str, below: &Markup) -> Markup {
    html! { div class={ "verdict " (tone.class()) } role="status" { strong { (text(verdict)) } span { (below) } } }
}

/// Names and what they stand for.
#[must_use]
pub fn facts(facts: &[(&str, Markup)]) -> Markup {
    html! { dl.facts { @for (name, value) in facts { dt { (name) } dd { (value) } } } }
}

/// A table, which scrolls by itself where it is wider than the page. The first cell of a row is its heading.
#[must_use]
pub fn table(caption: Option<&str>, columns: &[Column<'_>], rows: &[Row]) -> Markup {
    html! {
        div.scroll {
            table {
                @if let Some(caption) = caption { caption { (caption) } }
                thead { tr { @for column in columns { th scope="col" class=[column.class()] { (column.title) } } } }
                tbody { @for row in rows { (row.markup(columns)) } }
            }
        }
    }
}

/// A row of a table.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// The cells, in the order of the columns.
    pub cells: Vec<Markup>,
    /// A class for the whole row, such as `bad` or `total`.
    pub class: Option<&'static str>,
}

impl Row {
    fn markup(&self, columns: &[Column<'_>]) -> Markup {
        let mut cells = self.cells.iter().zip(columns);
        html! {
            tr class=[self.class] {
                @if let Some((cell, column)) = cells.next() {
                    th scope="row" class=[column.class()] { (cell) }
                }
                @for (cell, column) in cells { td class=[column.class()] { (cell) } }
            }
        }
    }
}

/// Two things beside each other, or below each other on a narrow screen: what was expected, and what came.
#[must_use]
pub fn sides(expected: (&str, Markup), actual: (&str, Markup)) -> Markup {
    html! {
        div.sides {
            div.good { h4 { (expected.0) } (expected.1) }
            div.bad { h4 { (actual.0) } (actual.1) }
        }
    }
}

/// Something that a reader opens.
#[must_use]
pub fn details(summary: &str, body: &Markup) -> Markup {
    html! { details { summary { (summary) } (body) } }
}

/// Text in which every invisible character is named.
#[must_use]
pub fn text(text: &str) -> Markup {
    html! {
        @for part in readable::parts(text) {
            @match part {
                Shown::Plain(plain) => (plain),
                Shown::Named(name) => mark { (name) },
            }
        }
    }
}

/// A block of text, such as a value or a command, in which every invisible character is named.
#[must_use]
pub fn block(block: &str) -> Markup {
    html! { pre { (text(block)) } }
}

/// Lines of output: spaces stay, and every other invisible character is named.
#[must_use]
pub fn lines<'l>(lines: impl IntoIterator<Item = &'l str>) -> Markup {
    html! {
        pre {
            @for line in lines {
                @for (number, word) in line.split(' ').enumerate() {
                    @if number > 0 { " " }
                    (text(word))
                }
                "\n"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_needs_nothing_and_lets_nothing_in() {
        let title = "<script>alert(1)</script>\u{1b}[31m";
        let page = page(title, &html! { (text(title)) (block("a\u{a0}b\u{0}")) (lines(["  <b>\u{2028}"])) });
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;<mark>U+001B ESCAPE</mark>[31m"), "{page}");
        assert!(page.contains("a<mark>U+00A0 NO-BREAK SPACE</mark>b<mark>U+0000 NULL</mark>"), "{page}");
        assert!(page.contains("  &lt;b&gt;<mark>U+2028 LINE SEPARATOR</mark>\n"), "{page}");
        assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "{page}");
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("url("), "{page}");
    }

    #[test]
    fn numbers_stand_at_the_right_and_rows_have_headings() {
        let rows = [Row { cells: vec![html! { "a" }, html! { (5) }], class: Some("bad") }];
        let table = table(None, &[Column::words("name"), Column::numbers("count")], &rows).into_string();
        assert!(table.contains(r#"<tr class="bad"><th scope="row">a</th><td class="number">5</td></tr>"#), "{table}");
    }
}
