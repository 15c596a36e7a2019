//! The picture as lines of text for a terminal.

use super::axis::Axis;
use super::{Drawn, Picture, Side};

/// The narrowest line that a picture fits on, in columns of the terminal.
pub const NARROWEST: usize = 40;
/// The widest one that is of use.
const WIDEST: usize = 160;
/// The longest label of a strip, in code points.
const LABEL: usize = 16;

/// The lines of a picture, none of them longer than `width` or [`NARROWEST`], whichever is more. Equal chunks of the two
/// sides have the same letter, a chunk without an equal has `≠`, and a boundary that only one side has is a `╫` with an
/// arrow at it.
#[must_use]
pub fn lines(picture: &Picture, width: usize) -> Vec<String> {
    let labels = [picture.upper.label(), picture.lower.label()];
    let margin =
        labels.iter().map(|label| label.chars().count()).max().unwrap_or_default().clamp("edited".len(), LABEL) + 2;
    let room = width.clamp(NARROWEST, WIDEST).saturating_sub(margin).max(8);
    let axis = Axis::new(picture, (room - 1) as f64, 2.0);
    let place = |column: u64| axis.place(column).round().max(0.0) as usize;
    let line = |label: &str, cells: &[char]| {
        let label: String = label.chars().take(margin - 2).collect();
        format!("{label:margin$}{}", cells.iter().collect::<String>()).trim_end().to_owned()
    };
    let mut lines = vec![
        line("word", &numbers(&picture.upper, picture, room, &place)),
        line(&labels[0], &strip(&picture.upper, picture, room, &place)),
        line("", &between(picture, room, &place)),
        line(&labels[1], &strip(&picture.lower, picture, room, &place)),
        line("word", &numbers(&picture.lower, picture, room, &place)),
    ];
    if picture.is_aligned && !picture.edits.is_empty() {
        lines.push(line("edited", &edits(picture, room, &place)));
    }
    lines
}

fn strip(side: &Side, picture: &Picture, room: usize, place: &dyn Fn(u64) -> usize) -> Vec<char> {
    let mut cells = vec![' '; room];
    for item in &side.boxes {
        let visible = item.visible(&picture.shown);
        let (left, right) = (place(visible.start), place(visible.end));
        for cell in cells.iter_mut().take(right).skip(left + 1) {
            *cell = '\u{2500}';
        }
        let name = item.name().unwrap_or("\u{2260}".to_owned());
        let inside = right.saturating_sub(left + 1);
        if name.chars().count() <= inside {
            let start = left + 1 + (inside - name.chars().count()) / 2;
            put(&mut cells, start, &name);
        }
    }
    for (column, is_common) in side.boxes.iter().flat_map(ends) {
        if column >= picture.shown.start && column <= picture.shown.end {
            let mark = if is_common { '\u{2502}' } else { '\u{256B}' };
            put(&mut cells, place(column), &mark.to_string());
        }
    }
    for item in &side.boxes {
        let (before, after) = (item.columns.start < picture.shown.start, item.columns.end > picture.shown.end);
        if before {
            put(&mut cells, 0, "\u{2026}");
        }
        if after {
            put(&mut cells, place(picture.shown.end), "\u{2026}");
        }
    }
    cells
}

/// Lines for common boundaries, arrows for those of one side.
fn between(picture: &Picture, room: usize, place: &dyn Fn(u64) -> usize) -> Vec<char> {
    let mut cells = vec![' '; room];
    for (side, arrow) in [(&picture.upper, '\u{2191}'), (&picture.lower, '\u{2193}')] {
        for (column, is_common) in side.boxes.iter().flat_map(ends) {
            if column >= picture.shown.start && column <= picture.shown.end {
                let mark = if is_common { '\u{2502}' } else { arrow };
                put(&mut cells, place(column), &mark.to_string());
            }
        }
    }
    cells
}

fn numbers(side: &Side, picture: &Picture, room: usize, place: &dyn Fn(u64) -> usize) -> Vec<char> {
    let mut cells = vec![' '; room];
    for wanted in [false, true] {
        let starts = side.boxes.iter().map(|item| (item.columns.start, item.block.start_word, item.common.0));
        let ends = side.boxes.iter().map(|item| (item.columns.end, item.block.end_word, item.common.1));
        for (column, word, is_common) in starts.chain(ends) {
            if is_common != wanted || column < picture.shown.start || column > picture.shown.end {
                continue;
            }
            let word = word.to_string();
            let start = place(column).min(room.saturating_sub(word.len()));
            let (left, right) = (start.saturating_sub(1), (start + word.len() + 1).min(room));
            if cells.get(left..right).is_some_and(|cells| cells.iter().all(|&cell| cell == ' ')) {
                put(&mut cells, start, &word);
            }
        }
    }
    cells
}

fn edits(picture: &Picture, room: usize, place: &dyn Fn(u64) -> usize) -> Vec<char> {
    let mut cells = vec![' '; room];
    for edit in &picture.edits {
        let (left, right) = (place(edit.start), place(edit.end));
        for cell in cells.iter_mut().take(right.max(left + 1)).skip(left) {
            *cell = '~';
        }
    }
    cells
}

fn ends(item: &Drawn) -> [(u64, bool); 2] {
    [(item.columns.start, item.common.0), (item.columns.end, item.common.1)]
}

fn put(cells: &mut [char], at: usize, text: &str) {
    for (cell, c) in cells.iter_mut().skip(at).zip(text.chars()) {
        *cell = c;
    }
}
