//! The baseline `fixed`: chunks of one size, which may overlap (PLAN-9 to PLAN-11).

use std::ops::Range;

use serde_json::json;
use steadlith_reference::error::Error;

use super::{Members, Stream, refused};

/// The parameters of `fixed` (PLAN-9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// Tokens that no chunk exceeds, at least 1.
    pub chunk_size_tokens: u64,
    /// Tokens that two neighbouring chunks may share, less than `chunk_size_tokens`.
    pub overlap_tokens: u64,
}

impl Default for Fixed {
    fn default() -> Fixed {
        Fixed { chunk_size_tokens: 512, overlap_tokens: 0 }
    }
}

impl Fixed {
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.chunk_size_tokens == 0 {
            return Err(refused("chunk_size_tokens", "0 is less than 1".to_owned()));
        }
        if self.overlap_tokens >= self.chunk_size_tokens {
            let size = self.chunk_size_tokens;
            let message = format!("{} is not less than chunk_size_tokens, which is {size}", self.overlap_tokens);
            return Err(refused("overlap_tokens", message));
        }
        Ok(())
    }

    pub(super) fn members(&self) -> Members {
        Members::from([
            ("chunk_size_tokens", json!(self.chunk_size_tokens)),
            ("overlap_tokens", json!(self.overlap_tokens)),
        ])
    }

    /// The words of each chunk (PLAN-10). No word exceeds the size, so every chunk has at least one.
    pub(super) fn ranges(&self, stream: &Stream<'_>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let (mut start, mut end) = (0, 0);
        while end < stream.end() {
            end = stream.limit(start, self.chunk_size_tokens);
            ranges.push(start..end);
            start = self.next_start(stream, start, end);
        }
        ranges
    }

    /// Where the chunk after one from `start` to `end` starts (PLAN-11).
    fn next_start(&self, stream: &Stream<'_>, start: usize, end: usize) -> usize {
        (start + 1..end).find(|&position| stream.tokens(position, end) <= self.overlap_tokens).unwrap_or(end)
    }
}
