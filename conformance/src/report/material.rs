//! What reports quote beside the run: clauses, and the input of cases.

use steadlith_spec::Spec;
use steadlith_spec::clause::Clause;
use steadlith_vectors::suite::Suite;

use super::input;
use crate::results::CaseResult;

/// Clauses and cases.
#[derive(Debug, Clone, Copy)]
pub struct Material<'m> {
    /// The specification.
    pub spec: &'m Spec,
    /// The cases of the run; `None` if they are not at hand, as with a report of another suite.
    pub suite: Option<&'m Suite>,
}

impl<'m> Material<'m> {
    /// The first clause of a case.
    #[must_use]
    pub fn clause(&self, case: &CaseResult) -> Option<&'m Clause> {
        case.clauses.first().and_then(|id| self.spec.clause(id))
    }

    /// The input of a case: label, name and readable value of each member of its requests.
    #[must_use]
    pub fn input(&self, case: &CaseResult) -> Vec<(String, String, String)> {
        self.suite.map(|suite| input::of_case(&case.id, suite)).unwrap_or_default()
    }
}
