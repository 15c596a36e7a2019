//! How far to the right a column is drawn.

use std::collections::BTreeSet;

use super::Picture;

/// A mapping from columns to places on the line. Between two boundaries it is even; how much room they get follows from
/// the number of words between them, but never so little that the two could be taken for one.
pub(super) struct Axis {
    stops: Vec<(u64, f64)>,
}

impl Axis {
    /// An axis for everything that a picture shows, `width` wide, with boundaries at least `apart` from each other where
    /// there is room for it.
    pub(super) fn new(picture: &Picture, width: f64, apart: f64) -> Axis {
        let boxes = [&picture.upper, &picture.lower].into_iter().flat_map(|side| &side.boxes);
        let mut columns: BTreeSet<u64> = boxes
            .map(|item| item.visible(&picture.shown))
            .chain(picture.edits.iter().cloned())
            .flat_map(|range| [range.start, range.end])
            .collect();
        columns.extend([picture.shown.start, picture.shown.end]);
        let columns: Vec<u64> = columns.into_iter().collect();
        let gaps = columns.len().saturating_sub(1).max(1) as f64;
        let apart = apart.min(width / gaps);
        let words = picture.shown.end.saturating_sub(picture.shown.start).max(1) as f64;
        let share = (width - apart * gaps) / words;
        let mut place = 0.0;
        let mut stops = Vec::with_capacity(columns.len());
        for (index, &column) in columns.iter().enumerate() {
            if index > 0 {
                place += apart + share * (column - columns[index - 1]) as f64;
            }
            stops.push((column, place));
        }
        Axis { stops }
    }

    /// The place of a column; columns beyond the picture are at its edge.
    pub(super) fn place(&self, column: u64) -> f64 {
        let next = self.stops.partition_point(|&(stop, _)| stop <= column);
        match (next.checked_sub(1).and_then(|before| self.stops.get(before)), self.stops.get(next)) {
            (Some(&(from, place)), Some(&(to, end))) => {
                place + (end - place) * (column - from) as f64 / (to - from) as f64
            }
            (Some(&(_, place)), None) | (None, Some(&(_, place))) => place,
            (None, None) => 0.0,
        }
    }
}
