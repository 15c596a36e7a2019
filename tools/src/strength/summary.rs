//! The published summary of the measurement.

use std::collections::HashSet;

use steadlith_conformance::item::{Item, OWN_CASES, items};
use steadlith_conformance::model::UNREVEALED;
use steadlith_spec::Spec;
use steadlith_vectors::case::Level;
use steadlith_vectors::suite::Suite;

use super::Measured;

/// How many ids stand beside a number of kills.
const SHOWN: usize = 3;

const HEAD: &str = "# What the suite finds

Each line is a wrong implementation: the second implementation with one fault switched on, judged as a real child
process (`conformance testee --fault ID`), with the cases that it fails: those of level MUST, and those of level SHOULD
as well if what it violates is a recommendation. Cases with large texts are asked only of faults that no other case
finds. `steadlith-tools strength --write` makes this file, and CI checks it.
";

/// Numbers over all that was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Clauses of the specification.
    pub clauses: usize,
    /// Cases of the suite, those of the runner itself included.
    pub cases: usize,
    /// Faults.
    pub faults: usize,
    /// Faults that at least one case finds.
    pub found: usize,
    /// Pairs of a fault and a case that finds it.
    pub kills: usize,
}

impl Totals {
    /// The numbers of a measurement.
    #[must_use]
    pub fn of(measured: &[Measured], suite: &Suite, spec: &Spec) -> Totals {
        Totals {
            clauses: spec.clauses.len(),
            cases: items(suite).len() + OWN_CASES,
            faults: measured.len(),
            found: measured.iter().filter(|measured| !measured.kills.is_empty()).count(),
            kills: measured.iter().map(|measured| measured.kills.len()).sum(),
        }
    }

    /// The numbers in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Totals { clauses, cases, faults, found, kills } = self;
        format!("{clauses} clauses, {cases} cases, {faults} faults, {found} of them found, {kills} kills")
    }
}

/// A page with these totals in the place of the first line that consists of totals: the newest, in a changelog.
#[must_use]
pub fn with_totals(page: &str, totals: &str) -> String {
    let is_totals = |line: &&str| line.contains(" clauses, ") && line.ends_with(" kills");
    match page.lines().find(is_totals) {
        Some(line) => page.replacen(line.trim_start(), totals, 1),
        None => format!("{page}\n{totals}\n"),
    }
}

/// The kills of a fault: how many, and the first ids.
#[must_use]
pub fn kills(measured: &Measured, mark: &str) -> String {
    let ids: Vec<String> = measured.kills.iter().take(SHOWN).map(|id| format!("{mark}{id}{mark}")).collect();
    let more = if measured.kills.len() > SHOWN { ", ..." } else { "" };
    let large = if measured.needs_large { " (large cases only)" } else { "" };
    format!("{}{large}: {}{more}", measured.kills.len(), ids.join(", "))
}

/// What the cases add to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth<'s> {
    /// Faults that more than half of the suite finds. Almost any case finds them, so they say nothing about one.
    pub broad: usize,
    /// MUST cases that find no other fault. A large case is among them if it finds none of those for which the large
    /// cases were asked.
    pub idle: Vec<&'s str>,
    /// Cases that alone find a fault.
    pub only: Vec<&'s str>,
}

impl<'s> Worth<'s> {
    /// What a measurement says about the cases.
    #[must_use]
    pub fn of(measured: &[Measured], suite: &'s Suite) -> Worth<'s> {
        let items = items(suite);
        let is_broad = |it: &&Measured| it.kills.len() > items.len() / 2;
        let narrow: Vec<&Measured> = measured.iter().filter(|it| !is_broad(it)).collect();
        let found: HashSet<&str> = narrow.iter().flat_map(|it| &it.kills).map(String::as_str).collect();
        let alone: HashSet<&str> =
            narrow.iter().filter(|it| it.kills.len() == 1).flat_map(|it| &it.kills).map(String::as_str).collect();
        let ids = || items.iter().copied();
        let is_must = |item: &Item<'_>| item.level() == Level::Must;
        Worth {
            broad: measured.len() - narrow.len(),
            idle: ids().filter(is_must).map(Item::id).filter(|id| !found.contains(id)).collect(),
            only: ids().map(Item::id).filter(|id| alone.contains(id)).collect(),
        }
    }

    /// The numbers in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!(
            "{} faults are left out here because more than half of the suite finds them. Of the others, {} cases find \
             one that no other case finds, and {} MUST cases find none.",
            self.broad,
            self.only.len(),
            self.idle.len()
        )
    }
}

/// The summary as it is published, in Markdown.
#[must_use]
pub fn markdown(measured: &[Measured], suite: &Suite, spec: &Spec) -> String {
    let mut lines = vec![HEAD.to_owned()];
    lines.push(format!("{}.\n", Totals::of(measured, suite, spec).sentence()));
    lines.push("| fault | what it does | clauses | cases that find it |\n|---|---|---|---|".to_owned());
    for it in measured {
        let what = it.info.description.replace('|', "\\|");
        lines.push(format!("| `{}` | {what} | {} | {} |", it.info.id, it.info.clauses.join(", "), kills(it, "`")));
    }
    let worth = Worth::of(measured, suite);
    lines.push(format!("\n## What the cases add\n\n{}", worth.sentence()));
    lines.push("Cases with large texts are asked only of faults that no other case finds.".to_owned());
    lines.push("\nCases that find none, kept as examples:\n".to_owned());
    lines.extend(worth.idle.iter().map(|id| format!("- `{id}`")));
    lines.push("\n## Mistakes that no request reveals\n".to_owned());
    lines.extend(UNREVEALED.iter().map(|(mistake, reason)| format!("- {mistake}: {reason}")));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_totals_of_a_page_are_renewed() {
        let old = "1 clauses, 2 cases, 3 faults, 3 of them found, 4 kills";
        let page = format!("# News\n\n    {old}\n\n## Before\n\n    0 clauses, 0 kills\n");
        let new = "5 clauses, 6 cases, 7 faults, 7 of them found, 8 kills";
        assert_eq!(with_totals(&page, new), page.replace(old, new));
        assert_eq!(with_totals("# News\n", new), format!("# News\n\n{new}\n"));
    }
}
