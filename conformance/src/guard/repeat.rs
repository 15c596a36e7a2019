//! Whether a release answers alike when it is asked again: later in the same process, and in a fresh one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::request::Request;

use super::inputs::{Input, Source};
use super::party::{Heard, Party, Question, Said, Stopped};
use super::rules::Judge;

/// How many requests are asked again.
const REQUESTS: usize = 200;

/// What came of asking again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repeated {
    /// How many requests were asked three times.
    pub requests: usize,
    /// How many of them were answered otherwise later in the same process, in the opposite order.
    pub differ_later: usize,
    /// How many were answered otherwise in a fresh process, in the opposite order.
    pub differ_fresh: usize,
    /// How many had no answer that follows the protocol, at least once.
    pub failed: usize,
    /// The first that was answered otherwise, or had no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

impl Repeated {
    /// Whether every request was answered three times alike.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.differ_later + self.differ_fresh + self.failed == 0 && self.requests > 0
    }
}

/// Small requests from all over the inputs.
#[must_use]
pub fn sample(inputs: impl Iterator<Item = Input>) -> Vec<(String, Request)> {
    const LONGEST: usize = 20_000;
    let is_usable = |input: &Input| {
        let is_vector_or_document = !matches!(input.source, Source::Parameters(_));
        input.left_out.is_none() && is_vector_or_document && input.cost() <= LONGEST
    };
    let all: Vec<Input> = inputs.filter(is_usable).collect();
    let step = all.len().div_ceil(REQUESTS).max(1);
    all.into_iter().step_by(step).map(|input| (input.source.to_string(), input.request)).collect()
}

/// Asks each request three times.
///
/// # Errors
/// Only that the user wants to stop.
pub fn repeated(party: &mut dyn Party, sample: &[(String, Request)]) -> Result<Repeated, Stopped> {
    let mut repeated = Repeated { requests: sample.len(), ..Repeated::default() };
    let first = sample.iter().map(|(_, request)| ask(party, request)).collect::<Result<Vec<_>, _>>()?;
    let mut later = sample.iter().rev().map(|(_, request)| ask(party, request)).collect::<Result<Vec<_>, _>>()?;
    // What follows the last reply is a failure of protocol, which the comparison tells.
    let _ = party.restart();
    let mut fresh = sample.iter().rev().map(|(_, request)| ask(party, request)).collect::<Result<Vec<_>, _>>()?;
    let _ = party.restart();
    later.reverse();
    fresh.reverse();
    for (index, (name, _)) in sample.iter().enumerate() {
        let (first, later, fresh) = (&first[index], &later[index], &fresh[index]);
        let differs = |one: &Said, other: &Said| Judge::again(one, other).is_some();
        let failed = [first, later, fresh].into_iter().any(|said| matches!(said, Said::Failed(_)));
        let (differs_later, differs_fresh) = (differs(first, later), differs(first, fresh));
        repeated.failed += usize::from(failed);
        repeated.differ_later += usize::from(differs_later && !failed);
        repeated.differ_fresh += usize::from(differs_fresh && !failed);
        if (failed || differs_later || differs_fresh) && repeated.first.is_none() {
            repeated.first = Some(name.clone());
        }
    }
    Ok(repeated)
}

fn ask(party: &mut dyn Party, request: &Request) -> Result<Said, Stopped> {
    match party.ask(Question { identity: None, request })? {
        Heard::Said(said) => Ok(said),
        Heard::PreviousAtFault(failure) => Ok(Said::Failed(failure)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::guard::party::InProcess;
    use crate::model::Fault;

    fn of_fault(id: &str) -> Result<Repeated, Stopped> {
        let requests = [1, 2, 3].map(|tokens| {
            let params = json!({"min_tokens": tokens, "max_tokens": tokens});
            let request = serde_json::from_value(json!({"op": "chunk", "text": "a b c d e f", "params": params}));
            (tokens.to_string(), request.unwrap_or(Request::Params { params: None }))
        });
        repeated(&mut InProcess::new(Fault::from_id(id)), &requests)
    }

    #[test]
    fn a_release_with_a_memory_is_found_out() {
        let sound = of_fault("no such fault");
        assert_eq!(sound, Ok(Repeated { requests: 3, ..Repeated::default() }));
        assert!(sound.is_ok_and(|sound| sound.holds()));
        let found = of_fault("cached-by-text");
        let first = Some("1".to_owned());
        assert_eq!(found, Ok(Repeated { requests: 3, differ_fresh: 3, first, ..Repeated::default() }));
    }
}
