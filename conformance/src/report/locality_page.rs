//! A search for violations of strict locality as a page and as a section of one, and the unbounded family as a page.

use std::time::Duration;

use maud::{Markup, html};

use super::input;
use super::locality::{edit_name, family_facts, family_line, interior_words, picture, verdict_line};
use super::page::{self, Tone};
use super::picture::svg;
use crate::locality::check::Breach;
use crate::locality::family::Family;
use crate::locality::search::{LocalitySearch, Violation};

/// A page about a search.
#[must_use]
pub fn page(found: &LocalitySearch, title: &str) -> String {
    let heading = format!("Strict locality of {title}");
    page::page(&heading, &html! { h1 { (page::text(&heading)) } (section(found, "locality")) })
}

/// A page about the family.
#[must_use]
pub fn family_page(family: &Family, title: &str, time: Duration) -> String {
    let heading = format!("The unbounded family, chunked by {title}");
    let tone = if family.problems.is_empty() { Tone::Good } else { Tone::Bad };
    let facts = family_facts(family, time).map(|(name, value)| (name, html! { (value) }));
    let body = html! {
        h1 { (page::text(&heading)) }
        (page::verdict(tone, family_line(family), &html! { (family.words) " words, without the first 4" }))
        (page::facts(&facts))
        ul { @for problem in &family.problems { li.bad { (page::text(problem)) } } }
    };
    page::page(&heading, &body)
}

/// The verdict, what was searched, and the smallest violation with a picture of both runs. The id has to be unique on
/// the page.
#[must_use]
pub fn section(found: &LocalitySearch, id: &str) -> Markup {
    let tone = match found {
        _ if found.has_unexpected() => Tone::Bad,
        _ if found.violations > 0 => Tone::Minor,
        _ => Tone::Good,
    };
    let below = html! {
        (found.examples) " examples of one edit each, seed " (found.seed) "; " (found.ranges) " shared ranges with "
        (found.interior_chunks) " chunks in their interiors were compared."
    };
    html! {
        (page::verdict(tone, &verdict_line(found), &below))
        @if found.refused > 0 { p { (found.refused) " examples were refused and left out." } }
        @if !found.failures.is_empty() {
            h3.bad { "No answer that follows the protocol" }
            (page::lines(found.failures.iter().map(String::as_str)))
        }
        @if let Some(violation) = &found.smallest { (smallest(violation, id)) }
    }
}

fn smallest(violation: &Violation, id: &str) -> Markup {
    let Breach { shared, margins, .. } = &violation.breach;
    let [old, new] = interior_words(&violation.breach);
    html! {
        article {
            h3 { "The smallest violation of LOC-3, by the edit: " (edit_name(violation.edit)) }
            (svg::figure(&picture(violation), id))
            p {
                "The texts share " (shared.words) " words, from word " (shared.old_start) " of the old and word "
                (shared.new_start) " of the new text. The margins are " (margins.start) " words at the start and "
                (margins.end) " at the end. In the interior, in words of the old text, the old run has " (old)
                ", the new run " (new) "."
            }
            @for (side, request) in [("Old", &violation.old), ("New", &violation.new)] {
                h4 { (side) }
                @for (name, value) in input::members(request) {
                    p.quiet { (name) }
                    (page::block(&value))
                }
            }
        }
    }
}
