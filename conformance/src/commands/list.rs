//! `conformance list`: the cases, by clause.

use std::io::Write;
use std::process::ExitCode;

use steadlith_conformance::ascii_json;
use steadlith_conformance::selection::Selection;
use steadlith_spec::Spec;
use steadlith_vectors::case::{Case, Level};

use super::{Fault, suite};
use crate::cli::{ListArgs, ListFormat};

pub fn list(args: &ListArgs) -> Result<ExitCode, Fault> {
    let suite = suite(&args.vectors)?;
    let selection = Selection { filters: args.filters.clone(), ..Selection::default() };
    let ids: Vec<&str> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    let cases: Vec<&Case> =
        suite.cases.iter().filter(|case| selection.includes(&case.id, &case.clauses, &ids)).collect();
    let by_clauses: Vec<_> = suite.cases.iter().map(|case| (case.id.as_str(), case.clauses.as_slice())).collect();
    if let Some(filter) = selection.without_match(&by_clauses) {
        return Err(Fault::Usage(format!("--filter {filter:?} matches no case")));
    }
    let mut out = anstream::stdout().lock();
    match args.format {
        ListFormat::Json => writeln!(out, "{}", ascii_json::to_string(&cases))?,
        ListFormat::Text => by_clause(&cases, &mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn by_clause(cases: &[&Case], out: &mut impl Write) -> Result<(), Fault> {
    let spec = Spec::embedded();
    for clause in &spec.clauses {
        let tests: Vec<_> = cases.iter().filter(|case| case.clauses.contains(&clause.id)).collect();
        if tests.is_empty() {
            continue;
        }
        writeln!(out, "{} ({})", clause.id, clause.place())?;
        for case in tests {
            let level = if case.level == Level::Should { "  [should]" } else { "" };
            writeln!(out, "  {}  {}{level}", case.id, case.title)?;
        }
    }
    let count = |level| cases.iter().filter(|case| case.level == level).count();
    writeln!(out, "{} cases: {} must, {} should", cases.len(), count(Level::Must), count(Level::Should))?;
    Ok(())
}
