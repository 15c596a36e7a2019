//! The acceptance criteria of two releases: rows that a terminal and a page show alike (VER-20).

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use maud::{Markup, html};
use steadlith_spec::Spec;

use super::{page as comparison_page, terminal};
use crate::churn::statistics::Estimate;
use crate::guard::acceptance::Acceptance;
use crate::guard::repeat::Repeated;
use crate::guard::retrieval::{Measure, Retrieval};
use crate::guard::verdict::count;
use crate::locality::search::LocalitySearch;
use crate::readable;
use crate::report::page::{self, Column, Row as TableRow, Tone};

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const MINOR: Style = AnsiColor::Yellow.on_default();
const STRONG: Style = Style::new().bold();

/// One criterion, side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What is compared.
    pub criterion: String,
    /// The old release.
    pub old: String,
    /// The new release.
    pub new: String,
    /// What the two mean together.
    pub reading: String,
    /// Whether that is as it should be; `None` if it is for people to judge.
    pub holds: Option<bool>,
}

/// The criteria in the order in which they are published.
#[must_use]
pub fn rows(acceptance: &Acceptance) -> Vec<Row> {
    let mut rows = vec![determinism(acceptance), locality(acceptance), identity(acceptance)];
    rows.extend(churn(acceptance));
    match &acceptance.retrieval {
        Some(retrieval) => rows.extend(retrieval.measures.iter().map(|measure| of_measure(measure, retrieval))),
        None => rows.push(missing("retrieval")),
    }
    rows
}

fn row(criterion: &str, old: String, new: String, reading: String, holds: Option<bool>) -> Row {
    Row { criterion: criterion.to_owned(), old, new, reading, holds }
}

fn missing(criterion: &str) -> Row {
    row(criterion, "missing".to_owned(), "missing".to_owned(), "not measured".to_owned(), None)
}

fn determinism(acceptance: &Acceptance) -> Row {
    let of = |repeated: &Repeated| {
        let Repeated { requests, differ_later, differ_fresh, failed, .. } = repeated;
        if repeated.holds() {
            return format!("{} alike, three times", count(*requests, "request"));
        }
        format!("of {requests} requests {differ_later} differ later, {differ_fresh} in a fresh process, {failed} fail")
    };
    let [old, new] = &acceptance.determinism;
    let first = new.first.as_ref().or(old.first.as_ref());
    let holds = old.holds() && new.holds();
    let reading = match first {
        Some(first) => format!("the first: {}", readable::text(first)),
        None => "every answer came again".to_owned(),
    };
    row("determinism", of(old), of(new), reading, Some(holds))
}

fn locality(acceptance: &Acceptance) -> Row {
    let of = |found: &LocalitySearch| match found.violations {
        0 => format!("none in {}", count(found.examples, "example")),
        violations => format!("{} in {}", count(violations, "violation"), count(found.examples, "example")),
    };
    let [old, new] = &acceptance.locality;
    let is_unexpected = new.unexpected > 0 || old.unexpected > 0 || new.failed > 0 || old.failed > 0;
    let reading = match (new.violations, is_unexpected) {
        (_, true) => "a violation without the v1 identity, or no answer (LOC-6)",
        (0, false) => "strictly local, as far as was looked",
        _ => "v1 promises no strict locality (chapter 11)",
    };
    row("strict locality", of(old), of(new), reading.to_owned(), Some(!is_unexpected))
}

fn identity(acceptance: &Acceptance) -> Row {
    let comparison = &acceptance.comparison;
    let identities = |names: &[String]| readable::text(&names.join(", "));
    row(
        "identity compatibility",
        identities(&comparison.old.hello.identities),
        identities(&comparison.new.hello.identities),
        readable::message(&comparison.verdict),
        Some(!comparison.has_unexpected()),
    )
}

fn churn(acceptance: &Acceptance) -> Vec<Row> {
    let Some(churn) = &acceptance.churn else { return vec![missing("churn")] };
    let Some(group) = churn.overall() else {
        let nothing = "no pair that both chunk".to_owned();
        return vec![row("churn", String::new(), String::new(), nothing, Some(false))];
    };
    let mean = |index: usize| group.means.get(index).map(estimate).unwrap_or_default();
    // The list has every two methods once; with two, it has one entry.
    let difference = group.differences.first();
    let reading = match difference {
        Some(difference) => {
            let [one, other] = [difference.method, difference.minus].map(|index| churn.methods[index].name.as_str());
            format!("{one} less {other}: {}, over {}", estimate(&difference.estimate), count(group.pairs, "pair"))
        }
        None => count(group.pairs, "pair"),
    };
    vec![row("churn, mean R_c", mean(0), mean(1), reading, churn.has_unexpected().then_some(false))]
}

/// A fraction with its interval, in percent.
fn estimate(Estimate { mean, low, high }: &Estimate) -> String {
    let [mean, low, high] = [mean, low, high].map(|fraction| fraction * 100.0);
    format!("{mean:.2}% [{low:.2}%, {high:.2}%]")
}

fn of_measure(measure: &Measure, retrieval: &Retrieval) -> Row {
    let direction = if measure.higher_is_better { "more is better" } else { "less is better" };
    let difference = measure.new - measure.old;
    let interval = measure.difference_interval.map_or(String::new(), |(low, high)| format!(" [{low}, {high}]"));
    let reading = match measure.is_worse() {
        None => "no difference that the interval tells".to_owned(),
        Some(true) => "the new release is worse".to_owned(),
        Some(false) => "the new release is not worse".to_owned(),
    };
    row(
        &format!("retrieval, {} ({direction})", readable::text(&measure.name)),
        measure.old.to_string(),
        measure.new.to_string(),
        format!("{difference:+.4}{interval}, {}; {reading}", count(as_usize(retrieval.queries), "query")),
        None,
    )
}

fn as_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn about(retrieval: &Retrieval) -> String {
    format!("retrieval was measured on {}: {}", readable::text(&retrieval.corpus), readable::text(&retrieval.setup))
}

fn headline(acceptance: &Acceptance) -> &'static str {
    if acceptance.interrupted {
        "PARTIAL: the measurement was interrupted"
    } else if acceptance.has_unexpected() {
        "NOT ACCEPTABLE as it stands"
    } else if !acceptance.missing.is_empty() {
        "NOTHING UNEXPECTED, but not everything was measured"
    } else {
        "NOTHING UNEXPECTED"
    }
}

/// Writes the criteria below the comparison. Styles are written as escape codes.
///
/// # Errors
/// Whatever writing gives.
pub fn write(acceptance: &Acceptance, spec: &Spec, out: &mut dyn Write) -> io::Result<()> {
    terminal::write(&acceptance.comparison, spec, out)?;
    writeln!(out, "\n{STRONG}Acceptance criteria{STRONG:#} (VER-20)")?;
    for Row { criterion, old, new, reading, holds } in rows(acceptance) {
        let style = match holds {
            Some(true) => GOOD,
            Some(false) => BAD,
            None => MINOR,
        };
        writeln!(out, "  {style}{criterion}{style:#}: {reading}")?;
        writeln!(out, "    old  {old}")?;
        writeln!(out, "    new  {new}")?;
    }
    if let Some(retrieval) = &acceptance.retrieval {
        writeln!(out, "  {}", about(retrieval))?;
    }
    for missing in &acceptance.missing {
        writeln!(out, "  {MINOR}missing{MINOR:#} {missing}")?;
    }
    let style = if acceptance.has_unexpected() { BAD } else { GOOD };
    writeln!(out, "\n{style}{}{style:#}", headline(acceptance))
}

/// The page: the criteria, and the whole comparison below them.
#[must_use]
pub fn page(acceptance: &Acceptance, spec: &Spec) -> String {
    let comparison = &acceptance.comparison;
    let title = format!("Acceptance of {}", comparison_page::title(comparison));
    let tone = if acceptance.has_unexpected() {
        Tone::Bad
    } else if acceptance.interrupted || !acceptance.missing.is_empty() {
        Tone::Minor
    } else {
        Tone::Good
    };
    let columns = ["criterion", "old", "new", "what it means"].map(Column::words);
    let rows: Vec<TableRow> = rows(acceptance).into_iter().map(table_row).collect();
    let body = html! {
        main {
            h1 { (title) }
            (page::verdict(tone, headline(acceptance), &html! { "the criteria of VER-20, side by side" }))
            (page::table(None, &columns, &rows))
            @if let Some(retrieval) = &acceptance.retrieval { p { (about(retrieval)) } }
            @if !acceptance.missing.is_empty() {
                h2 #missing { "What is missing" }
                ul { @for missing in &acceptance.missing { li { (missing) } } }
            }
            h2 #identity { "Identity compatibility" }
            (comparison_page::body(comparison, spec))
        }
    };
    page::page(&title, &body)
}

fn table_row(row: Row) -> TableRow {
    let Row { criterion, old, new, reading, holds } = row;
    let cell = |text: String| -> Markup {
        html! { (text) }
    };
    let class = (holds == Some(false)).then_some("bad");
    TableRow { cells: [criterion, old, new, reading].map(cell).to_vec(), class }
}
