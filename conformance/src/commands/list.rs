//! `conformance list`: the cases, by clause.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};
use steadlith_conformance::ascii_json;
use steadlith_conformance::item::{Item, ids, items, own_cases};
use steadlith_conformance::selection::Selection;
use steadlith_spec::Spec;
use steadlith_vectors::case::Level;

use super::{Fault, suite};
use crate::cli::{ListArgs, ListFormat};

pub fn list(args: &ListArgs) -> Result<ExitCode, Fault> {
    let suite = suite(&args.vectors)?;
    let selection = Selection { filters: args.filters.clone(), ..Selection::default() };
    let items = items(&suite);
    let ids = ids(&suite);
    let selected: Vec<Item<'_>> =
        items.iter().copied().filter(|item| selection.includes(item.id(), item.clauses(), &ids)).collect();
    let own = own_cases().map(|(id, title, clauses)| (id, title, clauses.map(str::to_owned)));
    let mut by_clauses: Vec<_> = items.iter().map(|item| (item.id(), item.clauses())).collect();
    by_clauses.extend(own.iter().map(|(id, _, clauses)| (*id, clauses.as_slice())));
    if let Some(filter) = selection.without_match(&by_clauses) {
        return Err(Fault::Usage(format!("--filter {filter:?} matches no case")));
    }
    let mut out = anstream::stdout().lock();
    match args.format {
        ListFormat::Json => writeln!(out, "{}", ascii_json::to_string(&selected.iter().map(json).collect::<Vec<_>>()))?,
        ListFormat::Text => {
            by_clause(&selected, &mut out)?;
            let own: Vec<_> = own.iter().filter(|(id, _, clauses)| selection.includes(id, clauses, &ids)).collect();
            for (id, title, clauses) in &own {
                writeln!(out, "and the runner's own ({})\n  {id}  {title}", clauses.join(", "))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn json(item: &Item<'_>) -> Value {
    match item {
        Item::Case(case) => json!(case),
        Item::Relation(relation) => json!(relation),
    }
}

fn by_clause(items: &[Item<'_>], out: &mut impl Write) -> Result<(), Fault> {
    let spec = Spec::embedded();
    for clause in &spec.clauses {
        let tests: Vec<_> = items.iter().filter(|item| item.clauses().contains(&clause.id)).collect();
        if tests.is_empty() {
            continue;
        }
        writeln!(out, "{} ({})", clause.id, clause.place())?;
        for item in tests {
            let level = if item.level() == Level::Should { "  [should]" } else { "" };
            writeln!(out, "  {}  {}{level}", item.id(), item.title())?;
        }
    }
    let count = |level| items.iter().filter(|item| item.level() == level).count();
    writeln!(out, "{} cases: {} must, {} should", items.len(), count(Level::Must), count(Level::Should))?;
    Ok(())
}
