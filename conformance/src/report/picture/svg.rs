//! The picture as SVG for a page, with a table of the same for those who cannot see it.

use maud::{Markup, html};

use super::axis::Axis;
use super::{Drawn, Picture, Side};
use crate::report::page::{self, Column, Row};

/// How wide a picture is, by the number of its chunks: from so much to so much, and so much for each.
const WIDTH: (f64, f64, f64) = (480.0, 1000.0, 110.0);
/// How small a picture can get before the reader has to scroll.
const SMALLEST: f64 = 0.68;
const MARGIN: f64 = 14.0;
/// The least room between two boundaries.
const APART: f64 = 18.0;
/// How high a box is.
const HEIGHT: f64 = 34.0;
const UPPER: f64 = 44.0;
const LOWER: f64 = 112.0;
/// How wide a character of a label is, at most.
const CHARACTER: f64 = 7.5;

/// Where the parts of a side are drawn.
struct Place {
    /// The top of the boxes.
    top: f64,
    /// The base lines of the side's name and of the word numbers.
    name: f64,
    numbers: f64,
    /// From where to where its own boundaries reach into the space between the strips.
    inner: (f64, f64),
}

/// A figure with the picture, its caption and its table. The id has to be unique on the page.
#[must_use]
pub fn figure(picture: &Picture, id: &str) -> Markup {
    let caption = picture.caption();
    html! {
        figure {
            div.scroll { (svg(picture, id)) }
            figcaption { (caption) " The width of a box follows its number of words, but narrow ones are widened." }
            (page::details("The same as a table", &table(picture)))
        }
    }
}

/// The picture alone.
#[must_use]
pub fn svg(picture: &Picture, id: &str) -> Markup {
    let width = width(picture);
    let axis = Axis::new(picture, width - 2.0 * MARGIN, APART);
    let place = |column: u64| MARGIN + axis.place(column);
    let upper = Place { top: UPPER, name: 14.0, numbers: 36.0, inner: (UPPER + HEIGHT, UPPER + HEIGHT + 14.0) };
    let lower = Place { top: LOWER, name: 182.0, numbers: 160.0, inner: (LOWER - 14.0, LOWER) };
    let title = format!("Chunk boundaries: {} above, {} below", picture.upper.label(), picture.lower.label());
    html! {
        svg.picture viewBox=(format!("0 0 {width:.0} 190")) role="img"
            style=(format!("max-width:{width:.0}px;min-width:{:.0}px", width * SMALLEST)) aria-labelledby={ (id) "-title " (id) "-desc" } {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-desc" } { (picture.caption()) }
            @for edit in &picture.edits {
                rect.edit x=(number(place(edit.start))) y=(number(UPPER + HEIGHT + 14.0)) height="6"
                    width=(number(place(edit.end) - place(edit.start))) { title { "words that differ" } }
            }
            @for item in &picture.upper.boxes {
                @for (column, is_common) in [(item.columns.start, item.common.0), (item.columns.end, item.common.1)] {
                    @if is_common && picture.shown.contains(&column) {
                        (line("common", place(column), UPPER + HEIGHT, LOWER))
                    }
                }
            }
            (side(&picture.upper, picture, &upper, &place))
            (side(&picture.lower, picture, &lower, &place))
        }
    }
}

/// The width of the picture, so that few chunks need no scrolling on a phone and many are not crammed.
fn width(picture: &Picture) -> f64 {
    let (least, most, each) = WIDTH;
    let boxes = picture.upper.boxes.len().max(picture.lower.boxes.len());
    (each * boxes as f64).clamp(least, most)
}

fn side(side: &Side, picture: &Picture, row: &Place, place: &dyn Fn(u64) -> f64) -> Markup {
    html! {
        text x=(number(MARGIN)) y=(number(row.name)) {
            (side.shown())
        }
        @for item in &side.boxes { (chunk(item, picture, row.top, place)) }
        @for (column, _) in boundaries(side, picture, false) {
            (line("apart", place(column), row.top, row.top + HEIGHT))
            (line("apart", place(column), row.inner.0, row.inner.1))
            (arrow(place(column), row))
        }
        (numbers(side, picture, row, place))
    }
}

fn chunk(item: &Drawn, picture: &Picture, top: f64, place: &dyn Fn(u64) -> f64) -> Markup {
    let visible = item.visible(&picture.shown);
    let (left, right) = (place(visible.start), place(visible.end));
    let class = if item.name.is_some() { "same" } else { "other" };
    let middle = (left + right) / 2.0;
    html! {
        g {
            title { (item.description()) }
            rect class=(class) x=(number(left)) y=(number(top)) width=(number((right - left).max(1.0)))
                height=(number(HEIGHT)) {}
            @if let Some(label) = label(item, right - left) {
                text x=(number(middle)) y=(number(top + HEIGHT / 2.0 + 4.0)) text-anchor="middle" { (label) }
            }
        }
    }
}

/// As much of the label as has room: the name, and why the chunk ends.
fn label(item: &Drawn, room: f64) -> Option<String> {
    let name = item.name().unwrap_or("\u{2260}".to_owned());
    let fits = |label: &String| label.chars().count() as f64 * CHARACTER + 4.0 <= room;
    let kind = item.kind();
    let long = if kind.is_empty() { name.clone() } else { format!("{name}, {kind}") };
    [long, name].into_iter().find(fits)
}

/// The boundaries of a side with their words, either those that the other side has too or those that it has not.
fn boundaries(side: &Side, picture: &Picture, common: bool) -> Vec<(u64, u64)> {
    let ends = side.boxes.iter().flat_map(|item| {
        [
            (item.columns.start, item.block.start_word, item.common.0),
            (item.columns.end, item.block.end_word, item.common.1),
        ]
    });
    let is_shown = |column: u64| column >= picture.shown.start && column <= picture.shown.end;
    let mut boundaries: Vec<(u64, u64)> = ends
        .filter(|&(column, _, is_common)| is_common == common && is_shown(column))
        .map(|(column, word, _)| (column, word))
        .collect();
    boundaries.sort_unstable();
    boundaries.dedup();
    boundaries
}

/// The words at the boundaries, as far as there is room; those that the sides do not share come first.
fn numbers(side: &Side, picture: &Picture, row: &Place, place: &dyn Fn(u64) -> f64) -> Markup {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut labels = Vec::new();
    for (class, common) in [("apart", false), ("quiet", true)] {
        for (column, word) in boundaries(side, picture, common) {
            let half = word.to_string().len() as f64 * CHARACTER / 2.0 + 2.0;
            let middle = place(column).clamp(half, width(picture).max(2.0 * half) - half);
            if taken.iter().all(|&(left, right)| middle + half < left || middle - half > right) {
                taken.push((middle - half, middle + half));
                labels.push((class, middle, word));
            }
        }
    }
    html! {
        @for (class, middle, word) in labels {
            text class=(class) x=(number(middle)) y=(number(row.numbers)) text-anchor="middle" { (word) }
        }
    }
}

fn line(class: &str, x: f64, from: f64, to: f64) -> Markup {
    html! { line class=(class) x1=(number(x)) x2=(number(x)) y1=(number(from)) y2=(number(to)) {} }
}

/// A mark at a boundary that only one side has, pointing from the space between the strips to its strip.
fn arrow(x: f64, row: &Place) -> Markup {
    let (tip, base) = if row.inner.1 > row.top + HEIGHT { row.inner } else { (row.inner.1, row.inner.0) };
    let path = format!(
        "M{} {}L{} {}L{} {}Z",
        number(x),
        number(tip),
        number(x - 5.0),
        number(base),
        number(x + 5.0),
        number(base)
    );
    html! { path.apart d=(path) {} }
}

/// A coordinate with one decimal place.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

/// The boxes as a table.
fn table(picture: &Picture) -> Markup {
    let columns = [
        Column::words("side"),
        Column::numbers("chunk"),
        Column::numbers("first word"),
        Column::numbers("end word"),
        Column::words("ends at"),
        Column::words("on the other side"),
    ];
    let rows: Vec<Row> = [&picture.upper, &picture.lower].into_iter().flat_map(table_rows).collect();
    page::table(Some("The end word is the one after the last."), &columns, &rows)
}

fn table_rows(side: &Side) -> impl Iterator<Item = Row> {
    side.boxes.iter().map(|item| Row {
        cells: vec![
            html! { (side.label()) },
            html! { (item.number) },
            html! { (item.block.start_word) },
            html! { (item.block.end_word) @if !item.common.1 { " \u{2260}" } },
            html! { (item.kind()) },
            html! { @match item.name() { Some(name) => { "the same, " (name) }, None => "no equal chunk" } },
        ],
        class: (!item.common.1).then_some("bad"),
    })
}
