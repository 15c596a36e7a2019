//! What an algorithm change must bring, on one page: determinism, locality, identity compatibility, churn and
//! retrieval, side by side (VER-20).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use steadlith_vectors::suite::Suite;

use super::compare::{Release, side};
use super::inputs::Inputs;
use super::outcome::{Comparison, SideInfo};
use super::party::Stopped;
use super::repeat::{Repeated, repeated, sample};
use super::retrieval::Retrieval;
use super::rules::Side;
use crate::chunks::{Offered, identities};
use crate::churn::measure::Method;
use crate::churn::pairs::Pair;
use crate::churn::results::{self, Churn, MethodInfo};
use crate::churn::statistics::Bootstrap;
use crate::connection::Connection;
use crate::locality::example::Abilities;
use crate::locality::search::{self, LocalitySearch, search};
use crate::session::{Launcher, StartError};

/// The format of the page as JSON.
pub const FORMAT: &str = "steadlith-acceptance-1";

/// The names of the two methods in the churn.
const METHODS: [&str; 2] = ["old", "new"];

/// The published acceptance criteria of two releases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Acceptance {
    /// The format of this object, `steadlith-acceptance-1`.
    pub format: String,
    /// What came of asking the old and the new release again.
    pub determinism: [Repeated; 2],
    /// Searches for violations of strict locality, of the old and of the new release.
    pub locality: [LocalitySearch; 2],
    /// The comparison by chapter 13.
    pub comparison: Comparison,
    /// Churn on the same pairs of revisions, the methods being `old` and `new`; absent without pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub churn: Option<Churn>,
    /// Retrieval figures; absent if none were supplied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retrieval: Option<Retrieval>,
    /// What is missing, and how it can be supplied.
    pub missing: Vec<String>,
    /// Whether the user stopped it before its end.
    pub interrupted: bool,
}

/// What is measured beside the comparison.
#[derive(Debug, Clone)]
pub struct Measures<'m> {
    /// The vectors, of which some requests are asked again.
    pub suite: &'m Suite,
    /// How many documents are generated, and how many examples are searched for locality.
    pub documents: usize,
    /// The seed of both, and of the intervals of churn.
    pub seed: u64,
    /// Pairs of revisions, if there are any.
    pub pairs: Option<Vec<Pair>>,
    /// The parameters for churn.
    pub churn_params: Value,
    /// Retrieval figures, if there are any.
    pub retrieval: Option<Retrieval>,
}

impl Acceptance {
    /// Whether something is not as it should be: in the comparison, in determinism, in churn or in locality (VER-20).
    #[must_use]
    pub fn has_unexpected(&self) -> bool {
        self.comparison.has_unexpected()
            || self.determinism.iter().any(|repeated| !repeated.holds())
            || self.churn.as_ref().is_some_and(Churn::has_unexpected)
            || self.locality.iter().any(|found| found.unexpected > 0 || found.failed > 0)
    }

    /// The sides with their determinism and locality.
    #[must_use]
    pub fn sides(&self) -> [(&'static str, &SideInfo, &Repeated, &LocalitySearch); 2] {
        let Comparison { old, new, .. } = &self.comparison;
        [("old", old, &self.determinism[0], &self.locality[0]), ("new", new, &self.determinism[1], &self.locality[1])]
    }
}

/// Measures what the comparison does not.
///
/// # Errors
/// A [`StartError`] if a side does not start any more, or the user wants to stop.
pub fn acceptance(
    comparison: Comparison,
    [old, new]: [&Launcher; 2],
    measures: Measures<'_>,
) -> Result<Acceptance, StartError> {
    let sides = [side(old)?, side(new)?];
    let inputs = Inputs {
        suite: measures.suite,
        skip_large: true,
        documents: measures.documents,
        seed: measures.seed,
        corpus: None,
        old: &sides[0],
        new: &sides[1],
    };
    let sample = sample(inputs.iter());
    let again = |launcher: &Launcher, side: &Side| {
        let mut party = launcher.party(side.hello.declares("snapping"));
        repeated(party.as_mut(), &sample).map_err(|Stopped| StartError::Cancelled)
    };
    let determinism = [again(old, &sides[0])?, again(new, &sides[1])?];
    let locality = [searched(old, &sides[0], &measures), searched(new, &sides[1], &measures)];
    let churn = measures.pairs.as_deref().map(|pairs| churned([old, new], &sides, pairs, &measures));
    let interrupted = comparison.interrupted
        || locality.iter().any(|found| found.interrupted)
        || churn.as_ref().is_some_and(|churn| churn.interrupted);
    Ok(Acceptance {
        format: FORMAT.to_owned(),
        determinism,
        locality,
        missing: missing(churn.is_some(), measures.retrieval.is_some()),
        comparison,
        churn,
        retrieval: measures.retrieval,
        interrupted,
    })
}

fn missing(has_churn: bool, has_retrieval: bool) -> Vec<String> {
    let mut missing = Vec::new();
    if !has_churn {
        missing.push("churn: --pairs names a folder of revisions to measure it by".to_owned());
    }
    if !has_retrieval {
        missing.push("retrieval: --retrieval names a file with the figures of both releases (VER-21)".to_owned());
    }
    missing
}

/// The identity that a release is measured by: the last that it offers, since a new algorithm comes beside v1 (VER-7).
fn last_identity(side: &Side) -> Option<String> {
    identities(&side.hello).pop().flatten()
}

fn searched(launcher: &Launcher, side: &Side, measures: &Measures<'_>) -> LocalitySearch {
    let abilities =
        Abilities { counters: side.hello.declares("token-counter"), snapping: side.hello.declares("snapping") };
    let options = search::Options { examples: measures.documents, seed: measures.seed, abilities };
    let mut offered = Offered { connection: Connection::new(launcher), identity: last_identity(side) };
    let found = search(&mut offered, &options, &mut |_| {});
    let _ = offered.connection.end();
    found
}

fn churned(launchers: [&Launcher; 2], sides: &[Side; 2], pairs: &[Pair], measures: &Measures<'_>) -> Churn {
    let mut methods = Vec::new();
    for ((launcher, side), name) in launchers.into_iter().zip(sides).zip(METHODS) {
        let info = MethodInfo {
            name: name.to_owned(),
            version: Some(side.hello.version.clone()),
            command: launcher.command(),
            identity: last_identity(side),
            params: measures.churn_params.clone(),
        };
        let offered = Box::new(Offered { connection: Connection::new(launcher), identity: last_identity(side) });
        methods.push((info, Method::Implementation(offered, measures.churn_params.clone())));
    }
    let bootstrap = Bootstrap { seed: measures.seed, resamples: 10_000 };
    results::compare(&mut methods, pairs, bootstrap, &mut |_| {})
}

/// The parameters for churn that the published comparisons use.
#[must_use]
pub fn published_churn_params() -> Value {
    json!({"min_tokens": 176, "max_tokens": 352})
}
