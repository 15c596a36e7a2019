//! What every report says about a comparison, in words.

use crate::guard::outcome::{Comparison, Price, SideInfo, Total};
use crate::guard::verdict::count;
use crate::readable;
use crate::report::facts::Fact;

/// How many files that are no text are named.
const FILES: usize = 20;

/// What was compared, by what, and what was left out.
#[must_use]
pub fn about(comparison: &Comparison) -> Vec<Fact> {
    let mut facts = vec![
        ("old", side(&comparison.old)),
        ("new", side(&comparison.new)),
        ("Unicode", unicode(comparison)),
        ("asked", asked(comparison)),
    ];
    let left_out = comparison.left_out.iter();
    facts.extend(
        left_out.map(|reason| ("left out", format!("{}: {}", reason.requests, readable::message(&reason.why)))),
    );
    let files = comparison.files_left_out.iter();
    facts.extend(
        files
            .take(FILES)
            .map(|file| ("no text", format!("{}: {}", readable::text(&file.path), readable::text(&file.why)))),
    );
    let more = comparison.files_left_out.len().saturating_sub(FILES);
    if more > 0 {
        facts.push(("no text", format!("{} more", count(more, "file"))));
    }
    facts.extend(notes(comparison).into_iter().map(|note| ("note", note)));
    facts
}

/// A release: name, version and command.
#[must_use]
pub fn side(side: &SideInfo) -> String {
    let command = side.command.as_deref().unwrap_or("built in");
    format!("{} ({})", title(side), readable::text(command))
}

/// A release: name and version.
#[must_use]
pub fn title(side: &SideInfo) -> String {
    format!("{} {}", readable::text(&side.hello.name), readable::text(&side.hello.version))
}

fn unicode(comparison: &Comparison) -> String {
    let unicode = |side: &SideInfo| side.unicode.clone().unwrap_or_else(|| "no version".to_owned());
    let (old, new) = (unicode(&comparison.old), unicode(&comparison.new));
    if old == new { format!("{old} on both sides, as probed") } else { format!("{old} and {new}, as probed") }
}

fn asked(comparison: &Comparison) -> String {
    let asked = &comparison.asked;
    let mut parts = vec![
        format!("{} of the vectors", count(asked.vectors, "request")),
        format!("{} of parameters", count(asked.parameters, "set")),
        format!("{} that are nearly alike", count(asked.alike, "text")),
        format!("{} (seed {})", count(asked.generated, "generated document"), asked.seed),
    ];
    if asked.texts > 0 {
        parts.push(format!("{} in {}", count(asked.texts, "text"), count(asked.text_requests, "request")));
    }
    parts.join(", ")
}

fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(two) = &comparison.two_unicodes {
        notes.push(format!(
            "{} with code points that the two Unicode versions normalise differently, compared without these; as they \
             stand, {} of them are answered differently",
            count(two.inputs, "input"),
            two.differ
        ));
    }
    notes.extend(comparison.notes.iter().map(|note| readable::message(note)));
    if comparison.interrupted {
        notes.push("the comparison was interrupted, this is what was known by then".to_owned());
    }
    notes
}

/// The name of a parameter; one without a name shows as `""`.
#[must_use]
pub fn parameter(name: &str) -> String {
    if name.is_empty() { "\"\"".to_owned() } else { readable::text(name) }
}

/// Between which identities a price is.
#[must_use]
pub fn between(Price { from, to, .. }: &Price) -> String {
    let (from, to) = (readable::text(from), readable::text(to));
    if from == to { format!("under {to}") } else { format!("from {from} to {to}") }
}

/// The totals of a price with the names of what they are about.
#[must_use]
pub fn totals(price: &Price) -> Vec<(String, &Total)> {
    let generated = &price.generated;
    let is_there = generated.documents + generated.refused > 0;
    let generated = is_there.then(|| ("generated documents".to_owned(), generated));
    let texts = price.corpus.iter().map(|total| (format!("texts, parameters {}", total.params), total));
    generated.into_iter().chain(texts).collect()
}

/// Whether a new identity was announced, in words.
#[must_use]
pub fn announced(comparison: &Comparison) -> &'static str {
    if comparison.migration { "intended (--migration)" } else { "not announced by --migration" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_without_a_name_shows() {
        assert_eq!(parameter(""), "\"\"");
        assert_eq!(parameter("a"), readable::text("a"));
    }
}
