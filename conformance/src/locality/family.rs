//! The unbounded family with all words different (LOC-5): an edit of 4 words after which no chunk is what it was.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use steadlith_reference::fingerprints::symbol;
use steadlith_vectors::reply::ChunkOk;
use steadlith_vectors::request::Request;

use crate::chunks::{Chunks, NoChunks};

/// The name of this format and its version.
pub const FORMAT: &str = "steadlith-conformance-family/1.0";

/// Words that the edit takes away from the start.
pub const EDIT: usize = 4;
/// The fewest words of a text of the family.
pub const FEWEST: usize = 17;
/// Words of the cycle whose pattern the words follow.
const CYCLE: usize = 10;
/// The bits of a symbol that decide whether a mask of the family matches.
const BITS: u64 = 0x3F;
/// The most words of a chunk.
const MAX_TOKENS: usize = 12;

/// What the verification of the family found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Family {
    /// The format of this object, `steadlith-conformance-family/1.0`.
    pub format: String,
    /// Words of the text before the edit.
    pub words: usize,
    /// How many of them are different from all others.
    pub distinct_words: usize,
    /// Chunks before and after the edit.
    pub chunks: [usize; 2],
    /// Hard cuts before and after the edit.
    pub hard_cuts: [u64; 2],
    /// Chunk hashes that both texts have.
    pub common_hashes: usize,
    /// Cuts that both texts have, the end of the text not counted.
    pub common_cuts: usize,
    /// What is not as LOC-5 says; empty if everything is.
    pub problems: Vec<String>,
}

/// The words `range` of the family: the word with index `j` is `d<j>x<k>`, where `k` is the least number from 0 for which
/// the low 6 bits of its symbol are those of the word `c79x` with the last digit of `j`.
#[must_use]
pub fn words(range: Range<usize>) -> Vec<String> {
    let patterns: Vec<u64> = (0..CYCLE).map(|digit| symbol(&format!("c79x{digit}"), false) & BITS).collect();
    let workers = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = range.len().div_ceil(workers).max(1);
    let starts: Vec<usize> = range.clone().step_by(share).collect();
    thread::scope(|scope| {
        let workers: Vec<_> = starts
            .into_iter()
            .map(|start| {
                let patterns = &patterns;
                let share = start..(start + share).min(range.end);
                scope.spawn(move || share.map(|index| word(index, patterns[index % CYCLE])).collect::<Vec<_>>())
            })
            .collect();
        // A worker cannot panic: each word has a number, and every index a pattern.
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

/// The word of an index whose symbol has the pattern in its low bits. About 64 are tried for each.
fn word(index: usize, pattern: u64) -> String {
    let mut numbered = (0_u64..).map(|number| format!("d{index}x{number}"));
    // Every pattern comes up long before the numbers end.
    numbered.find(|word| symbol(word, false) & BITS == pattern).unwrap_or_default()
}

/// The request to chunk a text of the family.
#[must_use]
pub fn request(words: &[String]) -> Request {
    let params = json!({
        "window_words": 2, "min_tokens": 2, "max_tokens": MAX_TOKENS, "primary_mask_bits": 6, "backup_mask_bits": 1,
    });
    Request::Chunk { params: Some(params), text: words.join(" ").into(), token_counter: None }
}

/// Builds the family for `count` words, at least [`FEWEST`], and verifies what LOC-5 says about it.
///
/// # Errors
/// [`NoChunks`] if a text was not chunked.
pub fn verify(count: usize, chunks: &mut dyn Chunks) -> Result<Family, NoChunks> {
    let words = words(0..count);
    let distinct_words = words.iter().collect::<HashSet<_>>().len();
    let old = chunks.chunks(&request(&words))?;
    let new = chunks.chunks(&request(&words[EDIT.min(count)..]))?;
    let mut problems = Vec::new();
    problems.extend(wrong_cuts("the old text", &old, count, 11));
    problems.extend(wrong_cuts("the new text", &new, count - EDIT, 12));
    let cuts = |run: &ChunkOk, shift: usize| -> HashSet<u64> {
        let ends = run.chunks.iter().map(|chunk| chunk.end_word + shift as u64);
        ends.filter(|&end| end < count as u64).collect()
    };
    let family = Family {
        format: FORMAT.to_owned(),
        words: count,
        distinct_words,
        chunks: [old.chunks.len(), new.chunks.len()],
        hard_cuts: [old.diagnostics.hard_cuts, new.diagnostics.hard_cuts],
        common_hashes: hashes(&old).intersection(&hashes(&new)).count(),
        common_cuts: cuts(&old, 0).intersection(&cuts(&new, EDIT)).count(),
        problems,
    };
    Ok(Family { problems: family.problems_of_numbers(), ..family })
}

fn hashes(run: &ChunkOk) -> HashSet<&str> {
    run.chunks.iter().map(|chunk| chunk.chunk_hash.as_str()).collect()
}

/// The first cut that is not where LOC-2 says: `first`, then one every 10 words while more than 12 follow.
fn wrong_cuts(text: &str, run: &ChunkOk, words: usize, first: usize) -> Option<String> {
    let cuts = (first..).step_by(CYCLE);
    let cuts = cuts.take_while(|&cut| cut == first || words - (cut - CYCLE) > MAX_TOKENS);
    let mut expected = cuts.chain([words]);
    let mut chunks = run.chunks.iter();
    loop {
        match (expected.next(), chunks.next()) {
            (None, None) => return None,
            (Some(expected), Some(chunk)) if chunk.end_word == expected as u64 => {}
            (expected, chunk) => {
                let expected = expected.map_or("no chunk".to_owned(), |end| format!("a chunk that ends at {end}"));
                let actual = chunk.map_or("none came".to_owned(), |chunk| format!("one ends at {}", chunk.end_word));
                return Some(format!("{text}: {expected} is right, {actual}"));
            }
        }
    }
}

impl Family {
    fn problems_of_numbers(&self) -> Vec<String> {
        let mut problems = self.problems.clone();
        let mut count = |number: usize, what: &str| {
            if number > 0 {
                problems.push(format!("{number} {what}"));
            }
        };
        count(self.words - self.distinct_words, "words are not different from all others");
        count(self.hard_cuts.iter().sum::<u64>() as usize, "hard cuts");
        count(self.common_hashes, "chunk hashes are in both texts");
        count(self.common_cuts, "cuts are in both texts");
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::Reference;
    use crate::locality::strict::StrictlyLocal;

    /// LOC-5: the words of the worked example `locality-3`.
    #[test]
    fn the_words_are_those_of_the_specification() {
        let words = words(0..60);
        assert_eq!(words[..5], ["d0x195", "d1x62", "d2x144", "d3x68", "d4x5"]);
        assert_eq!(words[57..], ["d57x74", "d58x174", "d59x32"]);
        assert_eq!(super::words(55..60), words[55..]);
    }

    /// LOC-5, for every length around the first cuts and some beyond.
    #[test]
    fn the_family_holds_for_the_reference() -> Result<(), NoChunks> {
        for count in (FEWEST..60).chain([1234]) {
            let family = verify(count, &mut Reference::default())?;
            assert_eq!(family.problems, Vec::<String>::new(), "{count}");
            assert_eq!((family.distinct_words, family.hard_cuts), (count, [0, 0]));
        }
        Ok(())
    }

    #[test]
    fn another_chunker_is_told_apart() -> Result<(), NoChunks> {
        let family = verify(200, &mut StrictlyLocal)?;
        assert!(family.common_hashes > 0 && family.common_cuts > 0);
        assert!(family.problems.iter().any(|problem| problem.starts_with("the old text: a chunk that ends at")));
        assert!(family.problems.iter().any(|problem| problem.ends_with("chunk hashes are in both texts")));
        Ok(())
    }
}
