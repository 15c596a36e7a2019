//! Whether two runs satisfy strict locality on the words that their texts share (LOC-3).

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::reply::ChunkOk;

/// A range of words that both texts have, with the same paragraph flags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shared {
    /// The first word in the old text.
    pub old_start: u64,
    /// The first word in the new text.
    pub new_start: u64,
    /// How many words.
    pub words: u64,
}

/// The margins at both ends of a shared range, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Margins {
    /// At its start.
    pub start: u64,
    /// At its end.
    pub end: u64,
}

/// What of the parameters the margin needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Tokens that no chunk may exceed.
    pub max_tokens: u64,
    /// Words of the fingerprint window.
    pub window_words: u64,
    /// Words on either side of a cut in which snapping looks for a break.
    pub snap_window_words: u64,
}

impl Bounds {
    /// The margins of a range by the tokens of its words; `None` if these are fewer than `max_tokens` in all.
    #[must_use]
    pub fn margins(&self, tokens: &[u64]) -> Option<Margins> {
        Some(Margins { start: self.margin(tokens.iter())?, end: self.margin(tokens.iter().rev())? })
    }

    /// The least number of words, from the end at which `tokens` begins, whose tokens reach the maximum, plus both
    /// windows (the definition before LOC-1).
    fn margin<'t>(&self, tokens: impl Iterator<Item = &'t u64>) -> Option<u64> {
        let mut sum = 0_u64;
        for (index, tokens) in tokens.enumerate() {
            sum = sum.saturating_add(*tokens);
            if sum >= self.max_tokens {
                return Some(index as u64 + 1 + self.window_words + self.snap_window_words);
            }
        }
        None
    }
}

/// A shared range in whose interior the two runs differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Breach {
    /// The range.
    pub shared: Shared,
    /// Its margins.
    pub margins: Margins,
    /// The chunks of the old run in the interior, as words of the range, `[start, end)`.
    pub old_interior: Vec<Range<u64>>,
    /// Those of the new run.
    pub new_interior: Vec<Range<u64>>,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// How many chunks lay in the interior, over both runs.
    pub interior_chunks: usize,
    /// Where the runs differ, if they do.
    pub breach: Option<Breach>,
}

/// Compares the interiors of the two runs on a shared range whose words have these tokens. `None` if LOC-3 says nothing
/// about the range, for want of margins or of length.
#[must_use]
pub fn check(shared: &Shared, tokens: &[u64], bounds: Bounds, old: &ChunkOk, new: &ChunkOk) -> Option<Checked> {
    let margins = bounds.margins(tokens)?;
    if shared.words < margins.start + margins.end {
        return None;
    }
    let interior = margins.start..shared.words - margins.end;
    let (old, new) = (inside(old, shared.old_start, &interior), inside(new, shared.new_start, &interior));
    let interior_chunks = old.len() + new.len();
    let breach = (old != new).then(|| {
        let ranges = |chunks: Vec<(Range<u64>, &str)>| chunks.into_iter().map(|(range, _)| range).collect();
        Breach { shared: shared.clone(), margins, old_interior: ranges(old), new_interior: ranges(new) }
    });
    Some(Checked { interior_chunks, breach })
}

/// The chunks of a run in the interior of a range that starts at the word `start`, with their hashes.
fn inside<'c>(run: &'c ChunkOk, start: u64, interior: &Range<u64>) -> Vec<(Range<u64>, &'c str)> {
    let within = |chunk: &'c steadlith_vectors::reply::Chunk| {
        let range = chunk.start_word.checked_sub(start)?..chunk.end_word.checked_sub(start)?;
        (range.start >= interior.start && range.end <= interior.end).then_some((range, chunk.chunk_hash.as_str()))
    };
    run.chunks.iter().filter_map(within).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { max_tokens: 5, window_words: 2, snap_window_words: 1 };

    /// The definition of the margin, with words of several tokens.
    #[test]
    fn margins_count_tokens_exactly() {
        assert_eq!(BOUNDS.margins(&[1; 9]), Some(Margins { start: 8, end: 8 }));
        assert_eq!(BOUNDS.margins(&[5, 1, 1, 2, 2]), Some(Margins { start: 4, end: 6 }));
        assert_eq!(BOUNDS.margins(&[4, 4, 1]), Some(Margins { start: 5, end: 5 }));
        assert_eq!(BOUNDS.margins(&[1, 1, 2]), None);
        assert_eq!(BOUNDS.margins(&[]), None);
    }
}
