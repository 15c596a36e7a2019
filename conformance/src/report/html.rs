//! The report as one HTML page that needs nothing else.

use maud::{Markup, html};

use super::document::Report;
use super::facts;
use super::material::Material;
use super::page::{self, Column, Row, Tone};
use super::summary;
use crate::diagnosis::{Diagnosis, Explanation};
use crate::ledger::LedgerOutcome;
use crate::readable;
use crate::results::{Counts, Run};

pub(super) mod clause;
mod failure;

/// How many failures are shown in full; the others are rows of a table.
const IN_FULL: usize = 200;

/// The page.
#[must_use]
pub fn page(report: &Report, material: &Material<'_>) -> String {
    let run = &report.run;
    let title = format!("Conformance of {}", facts::title(run));
    let body = html! {
        main {
            h1 { (title) }
            (page::verdict(tone(report), &readable::message(&report.verdict), &html! { (facts::all_counts(report.counts)) }))
            (about(report))
            @if let Some(ledger) = &run.ledger { (ledger_outcome(ledger)) }
            h2 #chapters { "By chapter of the specification" }
            (chapters(report))
            (outcome(run))
            @if let Some(diagnosis) = &run.diagnosis { (diagnosis_of(diagnosis, material)) }
            (failures(run, material))
            (skips(run))
            h2 #repeat { "Repeat it" }
            (page::block(&facts::repeat(run, None)))
        }
    };
    page::page(&title, &body)
}

/// Bad if a counted case failed, as the verdict is; to be looked at if not all were asked or something else failed.
fn tone(report: &Report) -> Tone {
    match report.counts {
        Counts { failed: 1.., .. } => Tone::Bad,
        Counts { failed_uncounted: 1.., .. } => Tone::Minor,
        _ if !report.run.is_whole() || report.run.has_unexpected() => Tone::Minor,
        _ => Tone::Good,
    }
}

fn about(report: &Report) -> Markup {
    let run = &report.run;
    let mut facts: Vec<(&str, Markup)> =
        facts::about(report).into_iter().map(|(name, value)| (name, html! { (value) })).collect();
    let capabilities = match run.implementation.capabilities.as_slice() {
        [] => "none".to_owned(),
        names => readable::text(&names.join(", ")),
    };
    facts.push(("capabilities", html! { (capabilities) }));
    if !run.implementation.left_out.is_empty() {
        facts.push(("left out", html! { (readable::text(&run.implementation.left_out.join(", "))) }));
    }
    if !run.selection.filters.is_empty() {
        facts.push(("filters", html! { (readable::text(&run.selection.filters.join(" "))) }));
    }
    if run.selection.skip_large {
        facts.push(("large cases", html! { "left out" }));
    }
    facts.push(("time", html! { (format!("{:.1} s", run.seconds)) }));
    page::facts(&facts)
}

fn ledger_outcome(ledger: &LedgerOutcome) -> Markup {
    html! {
        h2 #ledger { "The ledger of expected failures" }
        p { (ledger.known) " known, " (ledger.unexpected.len()) " unexpected" }
        @if ledger.unexpected.is_empty() {
            p { "All is as it is listed." }
        } @else {
            ul { @for line in &ledger.unexpected { li.bad { (page::text(line)) } } }
        }
    }
}

fn chapters(report: &Report) -> Markup {
    let columns =
        [Column::words("chapter"), Column::numbers("passed"), Column::numbers("failed"), Column::numbers("skipped")];
    let has_uncounted = report.counts.failed_uncounted > 0;
    let columns: Vec<Column<'_>> =
        columns.into_iter().chain(has_uncounted.then(|| Column::numbers("failed, SHOULD"))).collect();
    let row = |title: &str, counts: Counts| {
        let numbers = [counts.passed, counts.failed, counts.skipped].into_iter();
        let numbers = numbers.chain(has_uncounted.then_some(counts.failed_uncounted));
        [html! { (readable::text(title)) }].into_iter().chain(numbers.map(|number| html! { (number) })).collect()
    };
    let mut rows: Vec<Row> = report
        .chapters
        .iter()
        .map(|chapter| Row {
            cells: row(&chapter.chapter, chapter.counts),
            class: (chapter.counts.failed > 0).then_some("bad"),
        })
        .collect();
    rows.push(Row { cells: row("all", report.counts), class: Some("total") });
    page::table(None, &columns, &rows)
}

fn outcome(run: &Run) -> Markup {
    let notes: Vec<_> = facts::outcome(run).into_iter().filter(|(name, _)| *name != "skipped").collect();
    html! {
        @if !notes.is_empty() { ul { @for (name, value) in notes { li { (name) ": " (value) } } } }
    }
}

fn diagnosis_of(diagnosis: &Diagnosis, material: &Material<'_>) -> Markup {
    html! {
        h2 #diagnosis { "Diagnosis" }
        @if diagnosis.not_compared > 0 {
            p.quiet {
                "Of " (diagnosis.compared) " failures; " (diagnosis.not_compared)
                " more (crashes, timeouts, long texts, cases of the runner's own) are left out."
            }
        }
        @if diagnosis.explanations.is_empty() { p { "No single known mistake explains the failures." } }
        @for explanation in &diagnosis.explanations { (explained(explanation, diagnosis.compared, material)) }
    }
}

fn explained(explanation: &Explanation, compared: usize, material: &Material<'_>) -> Markup {
    html! {
        p.sentence { (super::diagnosis::headline(explanation, compared)) }
        ul {
            @for mistake in &explanation.mistakes {
                li {
                    strong { (page::text(&mistake.id)) } ": " (page::text(&mistake.description)) br;
                    "Instead, " (page::text(&mistake.remedy)) br;
                    @for id in &mistake.clauses {
                        @if let Some(clause) = material.spec.clause(id) { (clause::opened(clause)) }
                        @else { (page::text(id)) }
                    }
                }
            }
        }
        @if explanation.more > 0 { p { "And " (explanation.more) " more." } }
        @if !explanation.told_apart_by.is_empty() {
            p { "Told apart by " (readable::message(&explanation.told_apart_by.join(" or "))) }
        }
    }
}

fn failures(run: &Run, material: &Material<'_>) -> Markup {
    let failed = summary::failures(run);
    let rest = failed.get(IN_FULL..).unwrap_or_default();
    let rows = rest.iter().map(|(case, failure)| Row {
        cells: vec![
            html! { (readable::text(&case.id)) },
            html! { (failure.class.as_str()) },
            html! { (readable::text(&failure.message)) },
        ],
        class: None,
    });
    let columns = [Column::words("case"), Column::words("kind"), Column::words("failure")];
    html! {
        @if !failed.is_empty() { h2 #failures { "Failures" } }
        @if failed.len() > 1 && material.suite.is_none() {
            p.quiet { "The inputs are those of another suite and are not shown." }
        }
        @for (number, (case, failure)) in failed.iter().take(IN_FULL).enumerate() {
            (failure::article(run, case, failure, material, number))
        }
        @if !rest.is_empty() {
            h3 { (rest.len()) " more" }
            (page::table(Some("Not shown in full."), &columns, &rows.collect::<Vec<_>>()))
        }
    }
}

fn skips(run: &Run) -> Markup {
    let skips = facts::skips(run);
    html! {
        @if !skips.is_empty() { h2 #skipped { "Skipped" } }
        @for skip in skips {
            (page::details(
                &format!("{}: {}", skip.ids.len(), skip.reason),
                &html! { p.mono { @for id in &skip.ids { (readable::text(id)) br; } } },
            ))
        }
    }
}
