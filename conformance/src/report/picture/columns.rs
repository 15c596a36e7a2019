//! In which column a word stands.

use std::ops::Range;

use super::Aligned;

/// Columns for the words of two sides. Words that are aligned share a column; between them, each side's words start at
/// the left of as many columns as the longer side needs.
pub(super) struct Columns {
    /// Where the aligned ranges begin and end: word above, word below, column; in order.
    anchors: Vec<Anchor>,
    is_aligned: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Anchor {
    upper: u64,
    lower: u64,
    column: u64,
    /// Whether aligned words follow.
    is_common: bool,
}

impl Columns {
    pub(super) fn new(alignment: Option<&[Aligned]>) -> Columns {
        let mut anchors = vec![Anchor { is_common: alignment.is_none(), ..Anchor::default() }];
        let mut last = Anchor::default();
        for (upper, lower) in alignment.unwrap_or_default() {
            let length = upper.end.saturating_sub(upper.start);
            let is_in_order = upper.start >= last.upper && lower.start >= last.lower;
            if !is_in_order || length == 0 || lower.end.saturating_sub(lower.start) != length {
                continue;
            }
            let gap = (upper.start - last.upper).max(lower.start - last.lower);
            let start = Anchor {
                upper: upper.start,
                lower: lower.start,
                column: last.column.saturating_add(gap),
                is_common: true,
            };
            last = Anchor {
                upper: upper.end,
                lower: lower.end,
                column: start.column.saturating_add(length),
                is_common: false,
            };
            anchors.extend([start, last]);
        }
        Columns { anchors, is_aligned: alignment.is_some() }
    }

    pub(super) fn of_upper(&self, word: u64) -> u64 {
        self.of(word, |anchor| anchor.upper)
    }

    pub(super) fn of_lower(&self, word: u64) -> u64 {
        self.of(word, |anchor| anchor.lower)
    }

    fn of(&self, word: u64, side: impl Fn(&Anchor) -> u64) -> u64 {
        let next = self.anchors.partition_point(|anchor| side(anchor) <= word);
        let anchor = self.anchors[next.saturating_sub(1)];
        anchor.column.saturating_add(word.saturating_sub(side(&anchor)))
    }

    /// The columns of the window, up to the last one, in which words are not aligned.
    pub(super) fn edits(&self, shown: &Range<u64>, end: u64) -> impl Iterator<Item = Range<u64>> {
        let ends = self.anchors.iter().skip(1).map(|anchor| anchor.column).chain([end]);
        let gaps = self.anchors.iter().zip(ends).filter(|(anchor, _)| self.is_aligned && !anchor.is_common);
        let shown = shown.clone();
        gaps.map(move |(anchor, end)| anchor.column.max(shown.start)..end.min(shown.end))
            .filter(|edit| edit.start < edit.end)
    }
}
