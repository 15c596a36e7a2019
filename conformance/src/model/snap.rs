//! Snapping (chapter 6): the best of at most four candidates, by a sorting key.

use std::cmp::Reverse;

use super::cut::{Boundary, Field, between};
use super::fault::Switch;
use super::faults::snap as fault;
use super::text::Word;
use super::wrong;

/// What a chunk's end was moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Snap {
    Paragraph,
    Sentence,
    Raw,
}

impl Snap {
    /// The name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::Sentence => "sentence",
            Self::Raw => "raw",
        }
    }
}

/// Where a document breaks, as ascending positions.
#[derive(Debug)]
pub(super) struct Breaks {
    pub(super) paragraphs: Vec<usize>,
    pub(super) sentences: Vec<usize>,
    pub(super) window: usize,
}

impl Breaks {
    /// The breaks of `words`; a snap moves a cut by at most `window` words.
    pub(super) fn find(words: &[Word], window: u64, on: Switch) -> Self {
        let positions = 1..=words.len();
        let mut breaks = Self {
            paragraphs: (positions.clone()).filter(|&at| words.get(at).is_some_and(|next| next.paragraph)).collect(),
            sentences: positions.filter(|&at| ends_sentence(&words[at - 1].text, on)).collect(),
            window: usize::try_from(window).unwrap_or(usize::MAX),
        };
        wrong::snap::misplace(&mut breaks, words, on);
        breaks
    }

    /// Where the raw cut at `raw` of the chunk from `start` goes, and to which class of break.
    pub(super) fn snap(&self, field: &Field, start: usize, raw: usize, boundary: Boundary) -> (usize, Snap) {
        let on = field.on;
        let at_end = raw == field.end() && !on.has(&fault::SNAP_AT_DOCUMENT_END);
        if at_end || wrong::snap::stays(self, boundary, raw, on) {
            return (raw, Snap::Raw);
        }
        let (lightest, heaviest) = wrong::snap::sizes(field, start, raw);
        let (lowest, highest) = wrong::snap::window(self, field, raw);
        let (first, last) = (lightest.max(lowest), heaviest.min(highest));
        let classes = [(Snap::Paragraph, &self.paragraphs), (Snap::Sentence, &self.sentences)];
        let mut candidates: Vec<(Snap, usize)> = classes
            .into_iter()
            .flat_map(|(class, list)| neighbours(between(list, first, last), raw, on).map(move |at| (class, at)))
            .collect();
        wrong::snap::choose(&mut candidates, field, start, raw);
        let best = candidates.into_iter().min_by_key(|&(class, at)| {
            wrong::snap::rank(class, at, raw, field).unwrap_or_else(|| rank(class, at, raw))
        });
        let best = wrong::snap::checked(best, field, start);
        let (at, class) = best.map_or((raw, Snap::Raw), |(class, at)| (at, class));
        if at == raw && on.has(&fault::SNAP_KIND_ONLY_IF_MOVED) {
            return (raw, Snap::Raw);
        }
        (at, class)
    }
}

/// Sorting key of a candidate; the least is taken.
pub(super) type Rank = (Snap, usize, Reverse<usize>);

/// Paragraphs first, then the nearest, then the later of two equally near.
fn rank(class: Snap, at: usize, raw: usize) -> Rank {
    (class, at.abs_diff(raw), Reverse(at))
}

/// The nearest entries on either side of `raw`; the upper one may be `raw` itself.
fn neighbours(positions: &[usize], raw: usize, on: Switch) -> impl Iterator<Item = usize> {
    let split = positions.partition_point(|&at| at < raw);
    let (below, above) = positions.split_at(split);
    let (below, above) =
        if wrong::snap::takes_outermost(on) { (below.first(), above.last()) } else { (below.last(), above.first()) };
    below.into_iter().chain(above).copied()
}

/// Whether a normalised word ends a sentence: `.`, `!` or `?`, then any number of closers.
fn ends_sentence(word: &str, on: Switch) -> bool {
    if on.any()
        && let Some(answer) = wrong::sentence::ends(word, on)
    {
        return answer;
    }
    word.trim_end_matches(['"', '\'', ')', ']', '}']).ends_with(['.', '!', '?'])
}
