//! Moving a cut to a nearby break (chapter 6, snapping). Off by default.

use std::ops::RangeInclusive;

use crate::text::Word;

/// What kind of break a chunk ends at, as far as snapping looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapKind {
    /// A paragraph break follows the chunk (SNAP-6).
    Paragraph,
    /// The chunk's last word ends a sentence (SNAP-7).
    Sentence,
    /// The raw cut was kept (SNAP-10), or snapping did not apply (SNAP-1, SNAP-2).
    Raw,
}

impl SnapKind {
    /// The wire name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            SnapKind::Paragraph => "paragraph",
            SnapKind::Sentence => "sentence",
            SnapKind::Raw => "raw",
        }
    }
}

/// The positions of a document's breaks, ascending. Position i stands after the first i words.
#[derive(Debug, Default)]
pub struct Breaks {
    paragraphs: Vec<usize>,
    sentences: Vec<usize>,
}

impl Breaks {
    /// Finds the breaks of a document: a paragraph break where the word after a position begins a paragraph, a
    /// sentence break where the word before it ends a sentence.
    #[must_use]
    pub fn of(words: &[Word<'_>]) -> Breaks {
        let mut breaks = Breaks::default();
        for (index, word) in words.iter().enumerate() {
            if word.paragraph_before {
                breaks.paragraphs.push(index);
            }
            if ends_sentence(&word.text) {
                breaks.sentences.push(index + 1);
            }
        }
        breaks
    }

    /// Whether the word after this position has a paragraph break before it (SNAP-6).
    #[must_use]
    pub fn is_paragraph(&self, position: usize) -> bool {
        self.paragraphs.binary_search(&position).is_ok()
    }

    /// Whether the word before this position ends a sentence (SNAP-7).
    #[must_use]
    pub fn is_sentence(&self, position: usize) -> bool {
        self.sentences.binary_search(&position).is_ok()
    }

    /// Where a cut at `raw_end` goes: the nearest paragraph break among the positions that are both `near` (SNAP-3) and
    /// `within_sizes` (SNAP-4), else the nearest such sentence break (SNAP-8), else nowhere (SNAP-10). The raw end is
    /// itself looked at (SNAP-5).
    #[must_use]
    pub fn snap(
        &self,
        raw_end: usize,
        near: &RangeInclusive<usize>,
        within_sizes: &RangeInclusive<usize>,
    ) -> (usize, SnapKind) {
        let first = *near.start().max(within_sizes.start());
        let last = *near.end().min(within_sizes.end());
        if let Some(position) = nearest(&self.paragraphs, raw_end, first, last) {
            return (position, SnapKind::Paragraph);
        }
        if let Some(position) = nearest(&self.sentences, raw_end, first, last) {
            return (position, SnapKind::Sentence);
        }
        (raw_end, SnapKind::Raw)
    }
}

/// The positions at most `snap_window_words` words from a raw end, on both sides and both included, from 1 to the end
/// of a document of `word_count` words (SNAP-3).
#[must_use]
pub fn positions_near(raw_end: usize, snap_window_words: u64, word_count: usize) -> RangeInclusive<usize> {
    let window = usize::try_from(snap_window_words).unwrap_or(usize::MAX);
    raw_end.saturating_sub(window).max(1)..=raw_end.saturating_add(window).min(word_count)
}

/// Whether a word ends with `.`, `!` or `?`, after which only closing quotes and brackets may follow (SNAP-7).
#[must_use]
pub fn ends_sentence(word: &str) -> bool {
    word.trim_end_matches(['"', '\'', ')', ']', '}']).ends_with(['.', '!', '?'])
}

/// The position in `[first, last]` nearest to `anchor`; of two at the same distance, the later (SNAP-9).
fn nearest(positions: &[usize], anchor: usize, first: usize, last: usize) -> Option<usize> {
    let at_or_after = positions.partition_point(|&position| position < anchor);
    let before = at_or_after.checked_sub(1).map(|index| positions[index]).filter(|&p| p >= first && p <= last);
    let after = positions.get(at_or_after).copied().filter(|&p| p >= first && p <= last);
    match (before, after) {
        (Some(before), Some(after)) if anchor - before < after - anchor => Some(before),
        (before, after) => after.or(before),
    }
}
