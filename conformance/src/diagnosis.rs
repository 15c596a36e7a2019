//! Which known mistakes explain the failures of a run: the faults of the second implementation that give the very
//! answers that came, and that fail nothing which passed.
//!
//! [`evidence`] takes the run apart, [`simulated`] lets a fault answer in place of the testee, [`fit`] says how much of
//! the evidence a fault explains, [`search`] finds the faults that are worth that, and [`apart`] looks for requests
//! that tell faults apart which explain the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::suite::Suite;

use crate::model::Fault;
use crate::results::Run;
use crate::run::Options;
use evidence::Evidence;
use fit::Fit;

mod apart;
mod evidence;
mod fit;
mod said;
mod search;
mod simulated;

/// How many mistakes are named in the place of one.
pub const NAMED: usize = 5;
/// How many mistakes are looked for beside each other.
const EXPLANATIONS: usize = 4;

/// What explains the counted failures of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// How many failures were compared with known mistakes.
    pub compared: usize,
    /// How many were not: crashes, timeouts, and large texts beside small ones.
    pub not_compared: usize,
    /// What explains them, the most first; empty if no known mistake does.
    pub explanations: Vec<Explanation>,
}

/// One mistake, or several that explain the same failures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// How many of the compared failures are exactly what it gives.
    pub explains: usize,
    /// The mistake, or those that give the same answers; at most [`NAMED`].
    pub mistakes: Vec<Mistake>,
    /// How many more there are.
    pub more: usize,
    /// Ids of cases that were not asked, or requests, that tell these mistakes apart.
    pub told_apart_by: Vec<String>,
}

/// A known mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// The id of the fault, with which `testee --fault` shows it.
    pub id: String,
    /// What the implementation does.
    pub description: String,
    /// The clauses that it violates, the nearest first.
    pub clauses: Vec<String>,
    /// What to do instead.
    pub remedy: String,
}

impl Mistake {
    fn of(fault: Fault) -> Mistake {
        let info = fault.info();
        Mistake {
            id: info.id.to_owned(),
            description: info.description.to_owned(),
            clauses: info.clauses.iter().map(|&id| id.to_owned()).collect(),
            remedy: info.remedy.to_owned(),
        }
    }
}

/// The diagnosis of a run; `None` if no failure counts, or none can be compared.
#[must_use]
pub fn diagnosis(suite: &Suite, options: &Options, run: &Run) -> Option<Diagnosis> {
    if run.selection.interrupted || run.counts().failed == 0 {
        return None;
    }
    let evidence = Evidence::of(suite, options, run);
    let compared = evidence.failed.len();
    if compared == 0 {
        return None;
    }
    let fits = search::fits(&evidence);
    Some(Diagnosis { compared, not_compared: evidence.not_compared, explanations: explanations(fits, &evidence) })
}

/// The fit that explains the most, then the one that explains the most of the rest, and so on.
fn explanations(mut fits: Vec<Fit>, evidence: &Evidence<'_>) -> Vec<Explanation> {
    let mut open = vec![true; evidence.failed.len()];
    let mut explanations = Vec::new();
    while explanations.len() < EXPLANATIONS {
        let gain = |fit: &Fit| fit.explained.iter().zip(&open).filter(|&(&explained, &open)| explained && open).count();
        // Of equals the one that explains more in all, then the first.
        let rank = |fit: &Fit| (gain(fit), fit.count());
        let best = fits.iter().enumerate().max_by_key(|&(index, fit)| (rank(fit), std::cmp::Reverse(index)));
        let Some(explained) = best.filter(|(_, fit)| gain(fit) > 0).map(|(_, fit)| fit.explained.clone()) else {
            break;
        };
        let (same, rest): (Vec<Fit>, Vec<Fit>) = fits.into_iter().partition(|fit| fit.explained == explained);
        fits = rest;
        for (open, explained) in open.iter_mut().zip(&explained) {
            *open &= !explained;
        }
        explanations.push(explanation(&same, evidence));
    }
    explanations
}

fn explanation(same: &[Fit], evidence: &Evidence<'_>) -> Explanation {
    let named: Vec<Fault> = same.iter().take(NAMED).map(|fit| fit.fault).collect();
    Explanation {
        explains: same.first().map_or(0, Fit::count),
        told_apart_by: apart::told_apart_by(&named, evidence),
        mistakes: named.into_iter().map(Mistake::of).collect(),
        more: same.len().saturating_sub(NAMED),
    }
}
