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

    /// Where a cut at `raw_end` goes: the nearest paragraph break within `window` words on either side, inclusive
    /// (SNAP-3), that is also in `eligible` (SNAP-4), else the nearest such sentence break (SNAP-8), else nowhere
    /// (SNAP-10). The raw end is itself looked at (SNAP-5).
    #[must_use]
    pub fn snap(&self, raw_end: usize, window: u64, eligible: &RangeInclusive<usize>) -> (usize, SnapKind) {
        let window = usize::try_from(window).unwrap_or(usize::MAX);
        let first = raw_end.saturating_sub(window).max(*eligible.start());
        let last = raw_end.saturating_add(window).min(*eligible.end());
        if let Some(position) = nearest(&self.paragraphs, raw_end, first, last) {
            return (position, SnapKind::Paragraph);
        }
        if let Some(position) = nearest(&self.sentences, raw_end, first, last) {
            return (position, SnapKind::Sentence);
        }
        (raw_end, SnapKind::Raw)
    }
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
