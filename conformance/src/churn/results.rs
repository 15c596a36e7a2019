//! What a comparison of methods over pairs of revisions found. Every report is made from this and nothing else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::edit::{Band, EditSize};
use super::measure::{Measured, Method, Outcome, PlanSize};
use super::pairs::Pair;
use super::statistics::{Bootstrap, Estimate};

/// The name of this format and its version.
pub const FORMAT: &str = "steadlith-conformance-churn/1.0";

/// A comparison of methods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Churn {
    /// The format of this file, `steadlith-conformance-churn/1.0`.
    pub format: String,
    /// The methods, in the order of all lists below.
    pub methods: Vec<MethodInfo>,
    /// How the intervals were found (PLAN-21).
    pub bootstrap: Bootstrap,
    /// All pairs, in order of their names.
    pub pairs: Vec<PairResult>,
    /// Means over all compared pairs, and then over those of each band that has any (PLAN-17, PLAN-20).
    pub groups: Vec<Group>,
    /// Whether the user stopped the comparison before its end.
    pub interrupted: bool,
}

/// A method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MethodInfo {
    /// A name that no other method has.
    pub name: String,
    /// Its release; absent for a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The argument of `--impl`; absent for what is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The schema of the identity under which it was asked; absent for v1 and for baselines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// Its parameters.
    pub params: Value,
}

/// What the methods made of one pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairResult {
    /// The name of the pair.
    pub name: String,
    /// The size of the edit (PLAN-16).
    pub edit: EditSize,
    /// The size as a fraction.
    pub edit_fraction: f64,
    /// The band in which it lies.
    pub band: Band,
    /// What came of each method.
    pub outcomes: Vec<Outcome>,
}

/// Means over some pairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// The band; absent for all pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
    /// How many pairs every method accepted (PLAN-19).
    pub pairs: usize,
    /// The mean recompute fraction of each method.
    pub means: Vec<Estimate>,
    /// The mean paired difference of every two methods.
    pub differences: Vec<Difference>,
    /// The sum of the reuse plans of each method.
    pub plans: Vec<PlanSize>,
}

/// By how much one method recomputes more than another, pair by pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The method, by its place in the list.
    pub method: usize,
    /// The method whose fractions are subtracted.
    pub minus: usize,
    /// The mean of the differences; below 0 where `method` recomputes less.
    pub estimate: Estimate,
}

/// Measures every pair by every method. `on_pair` hears of each pair when it is done.
pub fn compare(
    methods: &mut [(MethodInfo, Method<'_>)],
    pairs: &[Pair],
    bootstrap: Bootstrap,
    on_pair: &mut dyn FnMut(&PairResult),
) -> Churn {
    let mut results = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let Some(outcomes) = methods.iter_mut().map(|(_, method)| method.measure(pair)).collect() else { break };
        let edit = EditSize::between(&pair.old, &pair.new);
        let result =
            PairResult { name: pair.name.clone(), edit, edit_fraction: edit.fraction(), band: edit.band(), outcomes };
        on_pair(&result);
        results.push(result);
    }
    Churn {
        format: FORMAT.to_owned(),
        groups: groups(&results, methods.len(), bootstrap),
        methods: methods.iter().map(|(info, _)| info.clone()).collect(),
        bootstrap,
        interrupted: results.len() < pairs.len(),
        pairs: results,
    }
}

fn groups(pairs: &[PairResult], methods: usize, bootstrap: Bootstrap) -> Vec<Group> {
    [None].into_iter().chain(Band::ALL.map(Some)).filter_map(|band| group(pairs, band, methods, bootstrap)).collect()
}

/// `None` if the group has no pair that every method accepted.
fn group(pairs: &[PairResult], band: Option<Band>, methods: usize, bootstrap: Bootstrap) -> Option<Group> {
    let compared: Vec<Vec<&Measured>> = pairs
        .iter()
        .filter(|pair| band.is_none_or(|band| pair.band == band))
        .filter_map(PairResult::measured)
        .collect();
    let fractions = |method: usize| -> Vec<f64> { compared.iter().map(|of| of[method].recompute_fraction).collect() };
    let mut series: Vec<Vec<f64>> = (0..methods).map(fractions).collect();
    let two: Vec<(usize, usize)> =
        (0..methods).flat_map(|minus| (minus + 1..methods).map(move |m| (m, minus))).collect();
    for &(method, minus) in &two {
        series.push(series[method].iter().zip(&series[minus]).map(|(one, other)| one - other).collect());
    }
    let mut means = bootstrap.estimates(&series)?;
    let differences = means.split_off(methods);
    Some(Group {
        band,
        pairs: compared.len(),
        means,
        differences: two
            .into_iter()
            .zip(differences)
            .map(|((method, minus), estimate)| Difference { method, minus, estimate })
            .collect(),
        plans: (0..methods)
            .map(|method| compared.iter().fold(PlanSize::default(), |sum, of| sum.and(of[method].plan)))
            .collect(),
    })
}

impl PairResult {
    /// The numbers of each method, if every method accepted both revisions (PLAN-19).
    #[must_use]
    pub fn measured(&self) -> Option<Vec<&Measured>> {
        self.outcomes
            .iter()
            .map(|outcome| match outcome {
                Outcome::Measured(measured) => Some(measured),
                _ => None,
            })
            .collect()
    }
}

impl Churn {
    /// The means over all compared pairs; `None` if there is no pair that every method accepted.
    #[must_use]
    pub fn overall(&self) -> Option<&Group> {
        self.groups.iter().find(|group| group.band.is_none())
    }

    /// The mean recompute fraction of a method over all compared pairs.
    #[must_use]
    pub fn mean(&self, method: &str) -> Option<Estimate> {
        let index = self.methods.iter().position(|info| info.name == method)?;
        self.overall().map(|group| group.means[index])
    }

    /// How many pairs every method accepted.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.overall().map_or(0, |group| group.pairs)
    }

    /// Every pair that a method refused or failed on, with the method's place.
    pub fn left_out(&self) -> impl Iterator<Item = (&PairResult, usize, &Outcome)> {
        self.pairs.iter().flat_map(|pair| {
            let outcomes = pair.outcomes.iter().enumerate();
            let left_out = outcomes.filter(|(_, outcome)| !matches!(outcome, Outcome::Measured(_)));
            left_out.map(move |(method, outcome)| (pair, method, outcome))
        })
    }

    /// Every pair whose control did not hold (PLAN-18), with the method's place.
    pub fn broken_controls(&self) -> impl Iterator<Item = (&PairResult, usize, &Measured)> {
        self.pairs.iter().flat_map(|pair| {
            let outcomes = pair.outcomes.iter().enumerate();
            outcomes.filter_map(move |(method, outcome)| match outcome {
                Outcome::Measured(measured) if !measured.control.holds() => Some((pair, method, measured)),
                _ => None,
            })
        })
    }

    /// Whether anything is not as it should be (PLAN-22): a control that does not hold, a method that failed, or no
    /// pair to compare by.
    #[must_use]
    pub fn has_unexpected(&self) -> bool {
        self.compared() == 0
            || self.broken_controls().next().is_some()
            || self.left_out().any(|(_, _, outcome)| outcome.is_unexpected())
    }
}

#[cfg(test)]
mod tests;
