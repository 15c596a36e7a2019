//! Checks that the clauses of the specification and the cases match both ways.

use std::collections::HashSet;

use steadlith_spec::{Spec, clause::Level};
use steadlith_vectors::suite::{LoadError, Suite};

/// What does not match: clauses that a case names and the specification lacks, MUST clauses that no case tests although
/// they are not marked as untested, and marked ones that a case does test.
///
/// # Errors
/// A vector file that cannot be read.
pub fn mismatches() -> Result<Vec<String>, LoadError> {
    Ok(mismatches_of(&Spec::embedded(), &Suite::embedded()?))
}

fn mismatches_of(spec: &Spec, suite: &Suite) -> Vec<String> {
    let cases = suite.cases.iter().map(|case| (&case.id, &case.clauses));
    let relations = suite.relations.iter().map(|relation| (&relation.id, &relation.clauses));
    let mut mismatches = Vec::new();
    let mut tested = HashSet::new();
    for (id, clauses) in cases.chain(relations) {
        if clauses.is_empty() {
            mismatches.push(format!("case {id} tests no clause"));
        }
        for clause in clauses {
            if spec.clause(clause).is_none() {
                mismatches.push(format!("case {id} tests {clause}, which is no clause"));
            }
            tested.insert(clause.as_str());
        }
    }
    for clause in &spec.clauses {
        match (&clause.not_tested, tested.contains(clause.id.as_str())) {
            (None, false) if clause.level == Some(Level::Must) => {
                mismatches.push(format!("{}: {} is tested by no case", clause.place(), clause.id));
            }
            (Some(_), true) => {
                mismatches.push(format!(
                    "{}: {} is marked as untested, but a case tests it",
                    clause.place(),
                    clause.id
                ));
            }
            _ => {}
        }
    }
    mismatches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_without_a_case_and_a_case_without_a_clause_are_named() -> Result<(), LoadError> {
        let spec = Spec::embedded();
        let mut suite = Suite::embedded()?;
        assert_eq!(mismatches_of(&spec, &suite), Vec::<String>::new());
        for case in &mut suite.cases {
            case.clauses.retain(|clause| clause != "CUT-12");
        }
        suite.cases[0].clauses = vec!["NORM-99".to_owned(), "NORM-2".to_owned()];
        let mismatches = mismatches_of(&spec, &suite).join("\n");
        for part in ["CUT-12 is tested by no case", "tests NORM-99, which is no clause", "NORM-2 is marked as untested"]
        {
            assert!(mismatches.contains(part), "{part:?} is not in {mismatches}");
        }
        Ok(())
    }
}
