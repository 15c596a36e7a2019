//! A search for violations of strict locality in an implementation (LOC-3, LOC-6).

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_reference::identity::{CHUNKER_ID, IDENTITY_SCHEMA};
use steadlith_vectors::reply::ChunkOk;
use steadlith_vectors::request::Request;

use super::check::{Breach, check};
use super::example::{Abilities, Edit, Example};
use super::shrink::shrunk;
use crate::chunks::{Chunks, NoChunks};

/// The name of this format and its version.
pub const FORMAT: &str = "steadlith-conformance-locality/1.0";

/// How many violations are made small, the shortest first; the smallest of them is shown.
const SHRUNK: usize = 5;
/// How many failures are kept in words.
const FAILURES: usize = 20;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many examples, each of two documents that differ by one edit.
    pub examples: usize,
    /// The seed. The same seed gives the same examples to all that have the same abilities.
    pub seed: u64,
    /// What may be asked.
    pub abilities: Abilities,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LocalitySearch {
    /// The format of this object, `steadlith-conformance-locality/1.0`.
    pub format: String,
    /// The seed.
    pub seed: u64,
    /// How many examples were asked.
    pub examples: usize,
    /// How many shared ranges LOC-3 says something about.
    pub ranges: usize,
    /// How many chunks lay in the interior of those, over both runs.
    pub interior_chunks: usize,
    /// How many examples were left out because a document was refused.
    pub refused: usize,
    /// How many examples have no answer that follows the protocol.
    pub failed: usize,
    /// The first of those, in words.
    pub failures: Vec<String>,
    /// How many examples violate LOC-3.
    pub violations: usize,
    /// How many of those violate it without claiming the v1 identity (LOC-6).
    pub unexpected: usize,
    /// The smallest violation, after making it small; one that is unexpected if there is any.
    pub smallest: Option<Violation>,
    /// Whether the user stopped the search before its end.
    pub interrupted: bool,
}

/// Two documents that violate LOC-3.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// What the edit is.
    pub edit: Edit,
    /// The request to chunk the old text.
    pub old: Request,
    /// The request to chunk the new text.
    pub new: Request,
    /// The answer to the first.
    pub old_reply: ChunkOk,
    /// The answer to the second.
    pub new_reply: ChunkOk,
    /// All ranges of words that both texts have: first word of the old, first word of the new, number of words.
    pub shared: Vec<super::check::Shared>,
    /// The range in whose interior they differ.
    pub breach: Breach,
    /// Whether both runs claim the v1 identity, which promises no locality.
    pub claims_v1: bool,
}

impl LocalitySearch {
    /// Whether anything is not as it should be (LOC-6): a violation without the v1 identity, a failure, or nothing in
    /// any interior to compare.
    #[must_use]
    pub fn has_unexpected(&self) -> bool {
        self.unexpected > 0 || self.failed > 0 || self.interior_chunks == 0
    }
}

/// Searches an implementation. `on_example` hears how many examples are done.
pub fn search(chunks: &mut dyn Chunks, options: &Options, on_example: &mut dyn FnMut(usize)) -> LocalitySearch {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut found = LocalitySearch {
        format: FORMAT.to_owned(),
        seed: options.seed,
        examples: 0,
        ranges: 0,
        interior_chunks: 0,
        refused: 0,
        failed: 0,
        failures: Vec::new(),
        violations: 0,
        unexpected: 0,
        smallest: None,
        interrupted: false,
    };
    let mut shortest: Vec<(bool, Example)> = Vec::new();
    for _ in 0..options.examples {
        let example = Example::random(&mut rng, options.abilities);
        match Runs::of(&example, chunks) {
            Ok(runs) => {
                found.examples += 1;
                found.count(&runs);
                if !runs.breaches.is_empty() {
                    found.violations += 1;
                    found.unexpected += usize::from(!runs.claim_v1());
                    shortest.push((runs.claim_v1(), example));
                    // What does not claim v1 comes first, then what is short.
                    shortest.sort_by_key(|(claims_v1, example)| (*claims_v1, example.words()));
                    shortest.truncate(SHRUNK);
                }
            }
            Err(NoChunks::Stopped) => {
                found.interrupted = true;
                break;
            }
            Err(why) => found.count_no_chunks(&why),
        }
        on_example(found.examples);
    }
    found.smallest = smallest(shortest, chunks);
    found
}

/// The smallest of some examples after making each small.
fn smallest(examples: Vec<(bool, Example)>, chunks: &mut dyn Chunks) -> Option<Violation> {
    let small = examples.into_iter().map(|(claims_v1, example)| {
        let mut is_one = |example: &Example| {
            Runs::of(example, chunks).is_ok_and(|runs| !runs.breaches.is_empty() && runs.claim_v1() == claims_v1)
        };
        (claims_v1, shrunk(example, &mut is_one))
    });
    let mut small: Vec<(bool, Example)> = small.collect();
    small.sort_by_key(|(claims_v1, example)| (*claims_v1, example.words()));
    // A testee that answers otherwise when it is asked again has none to show.
    small.into_iter().find_map(|(_, example)| Runs::of(&example, chunks).ok()?.violation(&example))
}

impl LocalitySearch {
    fn count(&mut self, runs: &Runs) {
        self.ranges += runs.ranges;
        self.interior_chunks += runs.interior_chunks;
    }

    fn count_no_chunks(&mut self, why: &NoChunks) {
        match why {
            NoChunks::Failed(failure) => {
                self.failed += 1;
                if self.failures.len() < FAILURES {
                    self.failures.push(format!("{}: {}", failure.class.as_str(), failure.message));
                }
            }
            _ => self.refused += 1,
        }
    }
}

/// Both runs of an example, and what LOC-3 says about them.
struct Runs {
    old: ChunkOk,
    new: ChunkOk,
    ranges: usize,
    interior_chunks: usize,
    breaches: Vec<Breach>,
}

impl Runs {
    fn of(example: &Example, chunks: &mut dyn Chunks) -> Result<Runs, NoChunks> {
        let old = chunks.chunks(&example.request(&example.old))?;
        let new = chunks.chunks(&example.request(&example.new))?;
        let mut runs = Runs { old, new, ranges: 0, interior_chunks: 0, breaches: Vec::new() };
        for (shared, tokens) in example.shared() {
            if let Some(checked) = check(&shared, &tokens, example.bounds(), &runs.old, &runs.new) {
                runs.ranges += 1;
                runs.interior_chunks += checked.interior_chunks;
                runs.breaches.extend(checked.breach);
            }
        }
        Ok(runs)
    }

    fn claim_v1(&self) -> bool {
        [&self.old, &self.new]
            .iter()
            .all(|run| run.identity.schema == IDENTITY_SCHEMA && run.identity.chunker_id == CHUNKER_ID)
    }

    fn violation(self, example: &Example) -> Option<Violation> {
        let claims_v1 = self.claim_v1();
        Some(Violation {
            edit: example.edit,
            old: example.request(&example.old),
            new: example.request(&example.new),
            shared: example.shared().into_iter().map(|(shared, _)| shared).collect(),
            breach: self.breaches.into_iter().next()?,
            old_reply: self.old,
            new_reply: self.new,
            claims_v1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::Reference;
    use crate::locality::strict::StrictlyLocal;

    const ALL: Abilities = Abilities { counters: true, snapping: true };

    fn found(chunks: &mut dyn Chunks, examples: usize, abilities: Abilities) -> LocalitySearch {
        search(chunks, &Options { examples, seed: 1, abilities }, &mut |_| {})
    }

    /// LOC-3: v1 is not strictly local, and the smallest example that the search leaves is small indeed.
    #[test]
    fn v1_violates_strict_locality() {
        let found = found(&mut Reference::default(), 60, ALL);
        assert!(found.violations > 5, "{found:?}");
        assert_eq!((found.unexpected, found.failed, found.refused), (0, 0, 0));
        assert!(!found.has_unexpected());
        let smallest = found.smallest.map(|violation| (violation.claims_v1, violation.old, violation.new));
        let words = |request: &Request| request.text().map_or(0, |text| text.written_out().split_whitespace().count());
        assert!(matches!(&smallest, Some((true, old, new)) if words(old) + words(new) < 60), "{smallest:?}");
    }

    /// LOC-7: the strictly local test chunker has no violation, on texts where there is much to compare.
    #[test]
    fn the_strictly_local_chunker_has_no_violation() {
        let found = found(&mut StrictlyLocal, 600, Abilities { counters: true, snapping: false });
        assert_eq!((found.violations, found.failed, found.refused), (0, 0, 0), "{:?}", found.smallest);
        assert!(found.ranges > 400 && found.interior_chunks > 5_000, "{found:?}");
        assert!(!found.has_unexpected());
    }

    /// The strictly local chunker, but for one dependence on what lies far behind.
    struct Almost(fn(&Request, &mut ChunkOk));

    impl Chunks for Almost {
        fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
            let mut reply = StrictlyLocal.chunks(request)?;
            (self.0)(request, &mut reply);
            Ok(reply)
        }
    }

    /// LOC-6: violations of what does not claim v1 are unexpected, be it in a boundary or in a hash.
    #[test]
    fn every_dependence_on_far_words_is_found_and_unexpected() {
        let mistakes: [fn(&Request, &mut ChunkOk); 2] = [
            |_, reply| {
                // A chunk fewer, counted from the start of the text.
                if reply.chunks.len() > 40 {
                    let gone = reply.chunks.remove(30);
                    reply.chunks[30].start_word = gone.start_word;
                }
            },
            |request, reply| {
                let words = request.text().map_or(0, |text| text.written_out().split_whitespace().count());
                reply.chunks.iter_mut().for_each(|chunk| chunk.chunk_hash.push_str(&(words % 2).to_string()));
            },
        ];
        for mistake in mistakes {
            let found = found(&mut Almost(mistake), 120, Abilities::default());
            assert!(found.unexpected > 0 && found.unexpected == found.violations, "{}", found.unexpected);
            assert!(found.has_unexpected());
            assert!(found.smallest.is_some_and(|violation| !violation.claims_v1));
        }
    }

    /// LOC-6: nothing to compare is no success.
    #[test]
    fn a_search_without_anything_to_compare_is_unexpected() {
        struct Nothing;
        impl Chunks for Nothing {
            fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
                let mut reply = StrictlyLocal.chunks(request)?;
                reply.chunks.clear();
                Ok(reply)
            }
        }
        let found = found(&mut Nothing, 20, Abilities::default());
        assert_eq!(found.violations, 0);
        assert!(found.has_unexpected());
    }
}
