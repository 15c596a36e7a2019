//! A comparison of two releases as one HTML page that needs nothing else.

use maud::{Markup, html};
use serde_json::Value;
use steadlith_spec::Spec;

use super::facts;
use crate::guard::outcome::{Breach, Comparison, Example, NewIdentity, ParameterCheck, Price, SideFailure, Total};
use crate::guard::price::DocumentPrice;
use crate::guard::verdict::count;
use crate::readable;
use crate::report::html::clause;
use crate::report::page::{self, Column, Row, Tone};
use crate::report::picture::svg;
use crate::report::terminal;

/// How many rows of a list are on the page; the others are in the JSON report.
const ROWS: usize = 500;

/// The page.
#[must_use]
pub fn page(comparison: &Comparison, spec: &Spec) -> String {
    let title = title(comparison);
    page::page(&title, &html! { main { h1 { (title) } (body(comparison, spec)) } })
}

/// The title of the page.
#[must_use]
pub fn title(comparison: &Comparison) -> String {
    format!("{} to {}", facts::title(&comparison.old), facts::title(&comparison.new))
}

/// Everything below the title.
#[must_use]
pub fn body(comparison: &Comparison, spec: &Spec) -> Markup {
    let facts: Vec<(&str, Markup)> =
        facts::about(comparison).into_iter().map(|(name, value)| (name, html! { (value) })).collect();
    html! {
        (page::verdict(tone(comparison), &readable::message(&comparison.verdict), &html! { "compared by chapter 13" }))
        (page::facts(&facts))
        @if !comparison.violations.is_empty() {
            h2 #violations { "Broken rules" }
            @for (number, breach) in comparison.violations.iter().enumerate() { (article(breach, number, spec)) }
        }
        (failures(comparison))
        (checks(&comparison.parameter_checks))
        (identities(comparison))
        @for (number, price) in comparison.prices.iter().enumerate() { (price_of(price, number)) }
    }
}

/// Bad if something is unexpected, to be looked at if something changed.
#[must_use]
pub fn tone(comparison: &Comparison) -> Tone {
    if comparison.has_unexpected() {
        Tone::Bad
    } else if comparison.interrupted || !comparison.new_identities.is_empty() {
        Tone::Minor
    } else {
        Tone::Good
    }
}

fn article(breach: &Breach, number: usize, spec: &Spec) -> Markup {
    let Breach { clause, broken, identity, op, field, count, inputs, example } = breach;
    let more = if *count > inputs.len() { ", ..." } else { "" };
    let inputs: Vec<String> = inputs.iter().map(|input| readable::text(input)).collect();
    html! {
        article {
            h3 { strong.bad { (clause) } " " (broken) ": " (op) ", " (readable::text(field)) }
            p.quiet {
                "under " (readable::text(identity)) "; shown by " (self::count(*count, "input")) ": "
                (inputs.join("; ")) (more)
            }
            (example_of(example, number))
            @if let Some(clause) = spec.clause(clause) { (clause::opened(clause)) }
        }
    }
}

fn example_of(example: &Example, number: usize) -> Markup {
    let [first, second] = example.names();
    html! {
        h4 {
            @if example.as_found { "an example, as it was found, of " } @else { "the smallest example, of " }
            (count(example.words, "word"))
            @if example.as_found { ", which was not asked again" }
            @else if !example.repeatable { ", which did not show again when it was asked by itself" }
        }
        @for asked in &example.requests {
            @if asked.of != "both" { p.quiet { "of the " (asked.of) " side:" } }
            dl.facts {
                @for (name, member) in asked.request.as_object().into_iter().flatten() {
                    dt { (readable::text(name)) }
                    dd.mono { (page::text(&written(member))) }
                }
            }
        }
        h4 { "they differ at " code { (readable::text(&example.at)) } }
        @if !example.has_no_answers() {
            (page::sides((first, value(&example.old)), (second, value(&example.new))))
        }
        @if let Some(picture) = example.picture() { (svg::figure(&picture, &format!("picture-{number}"))) }
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn value(value: &Value) -> Markup {
    match value {
        Value::String(text) => page::block(text),
        other => page::block(&terminal::value(other)),
    }
}

fn failures(comparison: &Comparison) -> Markup {
    let more = comparison.failure_count.saturating_sub(comparison.failures.len());
    html! {
        @if comparison.failure_count > 0 {
            h2 #failures { "Without an answer" }
            @for SideFailure { side, input, class, message, stderr, .. } in &comparison.failures {
                p { strong.bad { (side) } " " (readable::text(input)) ": " (class) ": " (readable::message(message)) }
                @if let Some(stderr) = stderr { (page::details("standard error", &page::lines(stderr.lines()))) }
            }
            @if more > 0 { p { "and " (more) " more" } }
        }
    }
}

fn checks(checks: &[ParameterCheck]) -> Markup {
    let columns = ["parameter", "parameters", "what is wrong", "old", "new"].map(Column::words);
    let row = |check: &ParameterCheck| Row {
        cells: vec![
            html! { (facts::parameter(&check.field)) },
            html! { code { (page::text(&check.params.to_string())) } },
            html! { (readable::message(&check.why)) },
            html! { (check.old) },
            html! { (check.new) },
        ],
        class: None,
    };
    let rows: Vec<Row> = checks.iter().take(ROWS).map(row).collect();
    html! {
        @if !checks.is_empty() {
            h2 #parameters { "Parameter checks that changed" }
            p { "They break no rule: refused parameters claim no identity (VER-5)." }
            (page::table(None, &columns, &rows))
        }
    }
}

fn identities(comparison: &Comparison) -> Markup {
    let columns = [Column::words("what changed"), Column::numbers("inputs"), Column::words("the first of them")];
    let row = |new: &NewIdentity| Row {
        cells: vec![
            html! { (readable::message(&new.changed)) },
            html! { (new.count) },
            html! { (readable::text(&new.input)) br; code { (readable::message(&new.old)) } br; code { (readable::message(&new.new)) } },
        ],
        class: None,
    };
    let rows: Vec<Row> = comparison.new_identities.iter().map(row).collect();
    html! {
        @if !rows.is_empty() {
            h2 #identities { "Other identities than before" }
            p { (facts::announced(comparison)) }
            (page::table(None, &columns, &rows))
        }
    }
}

const AMOUNTS: [&str; 4] = ["tokens that stay", "tokens anew", "chunks that stay", "chunks anew"];

fn price_of(price: &Price, number: usize) -> Markup {
    let mut columns = vec![Column::words("documents"), Column::numbers("number"), Column::numbers("of which changed")];
    columns.extend(AMOUNTS.map(Column::numbers));
    columns.push(Column::numbers("not chunked by both"));
    let total = |name: &str, total: &Total| Row {
        cells: vec![
            html! { (name) },
            html! { (total.documents) },
            html! { (total.documents_embedded_anew) },
            html! { (total.stays.tokens) },
            html! { (total.embedded_anew.tokens) },
            html! { (total.stays.chunks) },
            html! { (total.embedded_anew.chunks) },
            html! { (total.refused) },
        ],
        class: None,
    };
    let rows: Vec<Row> = facts::totals(price).iter().map(|(name, of)| total(name, of)).collect();
    html! {
        h2 id={ "price-" (number) } { "What is embedded anew " (facts::between(price)) }
        (page::table(None, &columns, &rows))
        @if !price.documents.is_empty() { (page::details("each document", &documents(&price.documents))) }
        @let apart: Vec<_> = price.refused.iter().filter(|one| one.old != one.new).collect();
        @if !apart.is_empty() {
            ul { @for one in apart { li { (readable::text(&one.document)) ": " (one.old) ", then " (one.new) } } }
        }
    }
}

fn documents(documents: &[DocumentPrice]) -> Markup {
    let mut columns = vec![Column::words("document"), Column::words("parameters")];
    columns.extend(AMOUNTS.map(Column::numbers));
    let row = |document: &DocumentPrice| Row {
        cells: vec![
            html! { (readable::text(&document.document)) },
            html! { (document.params.as_deref().unwrap_or("its own")) },
            html! { (document.stays.tokens) },
            html! { (document.embedded_anew.tokens) },
            html! { (document.stays.chunks) },
            html! { (document.embedded_anew.chunks) },
        ],
        class: None,
    };
    let rows: Vec<Row> = documents.iter().take(ROWS).map(row).collect();
    let more = documents.len().saturating_sub(ROWS);
    html! {
        (page::table(None, &columns, &rows))
        @if more > 0 { p { "and " (more) " more, which the JSON report lists" } }
    }
}
