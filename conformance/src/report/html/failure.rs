//! One failure on the page.

use maud::{Markup, html};
use serde_json::Value;

use super::clause;
use crate::failure::{Difference, Failure};
use crate::readable;
use crate::report::facts;
use crate::report::material::Material;
use crate::report::page;
use crate::report::picture::svg;
use crate::report::terminal::{self, parting};
use crate::results::{CaseResult, Run};

/// How many failures are open from the start.
const OPEN: usize = 10;

/// A failure: the first ones as they are, the others for who opens them.
pub(super) fn article(
    run: &Run,
    case: &CaseResult,
    failure: &Failure,
    material: &Material<'_>,
    number: usize,
) -> Markup {
    let class = if run.is_counted(case) { "bad" } else { "minor" };
    let heading = html! {
        strong class=(class) { (readable::text(&case.id)) }
        @if !run.is_counted(case) { " (SHOULD, not counted)" }
        " " (readable::text(&case.title))
    };
    let body = body(run, case, failure, material, number);
    html! {
        article {
            @if number < OPEN { h3 { (heading) } (body) }
            @else { details { summary { (heading) } (body) } }
        }
    }
}

fn body(run: &Run, case: &CaseResult, failure: &Failure, material: &Material<'_>, number: usize) -> Markup {
    let input = material.input(case);
    html! {
        p { strong { (failure.class.as_str()) } ": " (readable::message(&failure.message)) }
        @if let Some(difference) = &failure.difference { (difference_of(difference)) }
        @if let Some(picture) = &failure.boundaries { (svg::figure(picture, &format!("picture-{number}"))) }
        @if !input.is_empty() {
            h4 { "input" }
            dl.facts {
                @for (label, name, value) in input {
                    dt { @if label != "input" { (label) " " } (name) }
                    dd.mono { (value) }
                }
            }
        }
        @if let Some(clause) = material.clause(case) { (clause::quoted(clause)) }
        @if let Some(stderr) = &failure.stderr { (stderr_of(stderr)) }
        h4 { "repeat" }
        (page::block(&facts::repeat(run, Some(case))))
    }
}

fn difference_of(difference: &Difference) -> Markup {
    html! {
        h4 { "the first difference is at " code { (readable::text(&difference.path)) } }
        (page::sides(("expected", value(&difference.expected)), ("actual", value(&difference.actual))))
        @if let Some(parting) = parting(difference) { p.quiet { (parting) } }
        @if difference.count > 1 { p.quiet { (difference.count) " values differ in all." } }
    }
}

fn value(value: &Value) -> Markup {
    match value {
        Value::String(text) => page::block(text),
        other => page::block(&terminal::value(other)),
    }
}

fn stderr_of(stderr: &str) -> Markup {
    let lines: Vec<&str> = stderr.lines().collect();
    let first = lines.len().saturating_sub(terminal::STDERR_LINES);
    html! {
        h4 { "the end of standard error" }
        (page::lines(lines[first..].iter().copied()))
        @if first > 0 { p.quiet { (first) " lines before it are kept in the JSON report." } }
    }
}
