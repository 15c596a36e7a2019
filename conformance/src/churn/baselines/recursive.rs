//! The baseline `recursive`: chunks that end at the last of the best separators in reach (PLAN-12 to PLAN-14).

use std::ops::Range;

use serde_json::json;
use steadlith_reference::error::Error;
use steadlith_reference::snapping::ends_sentence;

use super::{Members, Stream, refused};

/// The parameters of `recursive` (PLAN-12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recursive {
    /// Tokens that no chunk exceeds, at least `min_tokens`.
    pub max_tokens: u64,
    /// Tokens that a chunk needs before a separator may end it, at least 1.
    pub min_tokens: u64,
    /// The separators, the one that is tried first at the start; at least one.
    pub separators: Vec<String>,
}

impl Default for Recursive {
    fn default() -> Recursive {
        Recursive { max_tokens: 512, min_tokens: 1, separators: ["\n\n", ". ", " "].map(str::to_owned).to_vec() }
    }
}

impl Recursive {
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.min_tokens == 0 {
            return Err(refused("min_tokens", "0 is less than 1".to_owned()));
        }
        if self.max_tokens < self.min_tokens {
            let message = format!("{} is less than min_tokens, which is {}", self.max_tokens, self.min_tokens);
            return Err(refused("max_tokens", message));
        }
        if self.separators.is_empty() {
            return Err(refused("separators", "there is none, at least one is needed".to_owned()));
        }
        Ok(())
    }

    pub(super) fn members(&self) -> Members {
        Members::from([
            ("max_tokens", json!(self.max_tokens)),
            ("min_tokens", json!(self.min_tokens)),
            ("separators", json!(self.separators)),
        ])
    }

    /// The words of each chunk (PLAN-13). No word exceeds the maximum, so every chunk has at least one.
    pub(super) fn ranges(&self, stream: &Stream<'_>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let mut start = 0;
        while start < stream.end() {
            let end = self.chunk_end(stream, start);
            ranges.push(start..end);
            start = end;
        }
        ranges
    }

    fn chunk_end(&self, stream: &Stream<'_>, start: usize) -> usize {
        let limit = stream.limit(start, self.max_tokens);
        if limit == stream.end() {
            return limit;
        }
        let lowest =
            (start + 1..limit).find(|&position| stream.tokens(start, position) >= self.min_tokens).unwrap_or(limit);
        let last_match =
            |separator: &String| (lowest..=limit).rev().find(|&position| matches(stream, position, separator));
        self.separators.iter().find_map(last_match).unwrap_or(limit)
    }
}

/// Whether a separator matches a position inside a document (PLAN-14).
fn matches(stream: &Stream<'_>, position: usize, separator: &str) -> bool {
    let (before, after) = (&stream.words[position - 1].text, &stream.words[position]);
    match separator {
        "\n\n" => after.paragraph_before,
        ". " => ends_sentence(before),
        "" => true,
        separator => {
            let between = if after.paragraph_before { "\n\n" } else { " " };
            format!("{before}{between}").ends_with(separator)
        }
    }
}
