//! How fast the reference chunks beside another implementation: both as real child processes, in turn, in one run.

use std::time::Duration;

use steadlith_conformance::child::Outcome;
use steadlith_conformance::failure::Failure;
use steadlith_conformance::session::{Launcher, Session};
use steadlith_vectors::request::Request;
use steadlith_vectors::text::words;

/// The times of both sides for the same requests, round by round.
#[derive(Debug)]
pub struct Comparison {
    /// The reference.
    pub reference: Vec<Duration>,
    /// The other implementation.
    pub other: Vec<Duration>,
}

impl Comparison {
    /// How many times longer the other took, by the medians.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        median(&self.other).as_secs_f64() / median(&self.reference).as_secs_f64()
    }
}

/// The median, or zero of nothing.
#[must_use]
pub fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// Asks both sides to chunk the same English-like text of `word_count` words under default parameters, in turn, after
/// one round that is not counted. Sending, reading and writing the JSON is part of the time on both sides.
///
/// # Errors
/// If a side cannot be started, or gives no reply.
pub fn compare(
    reference: &Launcher,
    other: &Launcher,
    word_count: u64,
    rounds: usize,
) -> Result<Comparison, Box<dyn std::error::Error>> {
    let request = Request::Chunk { params: None, text: words(1, word_count).into(), token_counter: None };
    let (mut reference, _) = reference.open()?;
    let (mut other, _) = other.open()?;
    let mut comparison = Comparison { reference: Vec::new(), other: Vec::new() };
    for round in 0..=rounds {
        let reference_time = ask(&mut reference, &request)?;
        let other_time = ask(&mut other, &request)?;
        if round > 0 {
            comparison.reference.push(reference_time);
            comparison.other.push(other_time);
        }
    }
    reference.discard();
    other.discard();
    Ok(comparison)
}

fn ask(session: &mut Session, request: &Request) -> Result<Duration, String> {
    let asked = session.ask(None, request);
    match asked.outcome {
        Outcome::Reply(_) => Ok(asked.duration),
        outcome => Err(Failure::of(&outcome, asked.allowed.as_secs_f64()).message),
    }
}
