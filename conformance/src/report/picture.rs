//! A picture of chunk boundaries: two strips of chunks, one above the other, aligned by word.
//!
//! [`Picture::of`] compares two lists of chunks and keeps what lies around their first difference; [`svg`] and
//! [`strips`] draw it, for a page and for a terminal.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::reply::Chunk;

use columns::Columns;

use crate::readable;

mod axis;
mod columns;
pub mod strips;
pub mod svg;
#[cfg(test)]
mod tests;

/// How many chunks of a strip are shown.
const SHOWN: usize = 10;
/// How many of them lie before the chunk at which the strips part.
const SHOWN_BEFORE: usize = 2;
/// How many edits are shown.
const EDITS: usize = 12;
/// How much of a label or a kind is shown, in code points.
const BRIEF: usize = 24;
/// How much of a key is kept, in code points.
const KEY: usize = 64;

/// A chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// Its first word.
    pub start_word: u64,
    /// The word after its last.
    pub end_word: u64,
    /// What equal chunks have in common and others do not, such as the chunk hash.
    pub key: String,
    /// Why it ends where it ends, such as `primary`; may be empty.
    pub kind: String,
}

/// The chunks of one side, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// What the side is called, such as `expected`.
    pub label: String,
    /// The chunks, or those around the first difference.
    pub blocks: Vec<Block>,
    /// How many chunks come before these.
    pub before: usize,
    /// How many chunks there are in all.
    pub total: usize,
}

/// Words that both sides have: a range of words of the upper side, and one of the same length of the lower side.
pub type Aligned = (Range<u64>, Range<u64>);

/// What is drawn. Positions are columns: two words are in the same column if they are the same word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// The upper strip.
    pub upper: Side,
    /// The lower strip.
    pub lower: Side,
    /// The columns that are shown.
    pub shown: Range<u64>,
    /// How many columns there are.
    pub columns: u64,
    /// The column of the first boundary that only one side has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_apart: Option<u64>,
    /// Columns without a common word, among those shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Range<u64>>,
    /// Whether the words of the sides were aligned; otherwise they are the same words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_aligned: bool,
}

/// One strip as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// What it is called.
    pub label: String,
    /// The chunks that are shown.
    #[serde(rename = "chunks")]
    pub boxes: Vec<Drawn>,
    /// How many chunks there are in all.
    pub total: usize,
}

/// A chunk as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// Its number on its side, from 0.
    pub number: usize,
    /// The chunk.
    #[serde(flatten)]
    pub block: Block,
    /// The columns that it covers, those beyond the picture included.
    pub columns: Range<u64>,
    /// A short name that it shares with the equal chunks of the other side; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the other side has a boundary at its start, and at its end.
    pub common: (bool, bool),
}

impl Block {
    /// A chunk of a reply, whose key is its hash. A hash that is none is cut.
    #[must_use]
    pub fn of(chunk: &Chunk) -> Block {
        Block {
            start_word: chunk.start_word,
            end_word: chunk.end_word,
            key: cut(&chunk.chunk_hash, KEY),
            kind: cut(&chunk.boundary_kind, BRIEF),
        }
    }
}

impl Strip {
    /// A strip of all chunks.
    #[must_use]
    pub fn whole(label: impl Into<String>, blocks: Vec<Block>) -> Strip {
        Strip { label: label.into(), before: 0, total: blocks.len(), blocks }
    }
}

impl Picture {
    /// Compares two strips. Without an alignment, word i of the one is word i of the other; with one, the pairs have to
    /// be in order on both sides, and those that are not are left out.
    #[must_use]
    pub fn of(upper: &Strip, lower: &Strip, alignment: Option<&[Aligned]>) -> Picture {
        let columns = Columns::new(alignment);
        let spans = [spans(upper, |word| columns.of_upper(word)), spans(lower, |word| columns.of_lower(word))];
        let edges = [edges(&spans[0]), edges(&spans[1])];
        let common = common_keys(upper, lower);
        let end = edges.iter().filter_map(|edges| edges.last()).max().copied().unwrap_or_default();
        let first_apart = edges[0].symmetric_difference(&edges[1]).next().copied();
        let middle = first_apart.or_else(|| first_unequal([(upper, &spans[0]), (lower, &spans[1])], &common));
        let shown = window(&spans, middle.unwrap_or_default());
        let visible = [visible(&spans[0], &shown), visible(&spans[1], &shown)];
        let keys = visible[0].iter().map(|&index| &upper.blocks[index].key);
        let keys = keys.chain(visible[1].iter().map(|&index| &lower.blocks[index].key));
        let names = names(keys.map(String::as_str).filter(|key| common.contains(key)));
        let side = |strip: &Strip, number: usize| {
            let drawn = |&index: &usize| drawn(strip, index, &spans[number][index], &edges[1 - number], &names);
            Side { label: strip.label.clone(), boxes: visible[number].iter().map(drawn).collect(), total: strip.total }
        };
        Picture {
            upper: side(upper, 0),
            lower: side(lower, 1),
            edits: columns.edits(&shown, end).take(EDITS).collect(),
            columns: end,
            first_apart,
            is_aligned: alignment.is_some(),
            shown,
        }
    }

    /// Whether both sides have the same boundaries.
    #[must_use]
    pub fn has_same_boundaries(&self) -> bool {
        self.first_apart.is_none()
    }

    /// Whether all chunks that are shown have equal ones on the other side.
    fn has_same_chunks(&self) -> bool {
        [&self.upper, &self.lower].into_iter().flat_map(|side| &side.boxes).all(|item| item.name.is_some())
    }

    /// What the picture shows, and what it leaves out, in a sentence or two.
    #[must_use]
    pub fn caption(&self) -> String {
        let parting = match self.first_boundaries_apart() {
            None if self.has_same_chunks() => "Both have the same chunks.".to_owned(),
            None => "Both have the same boundaries, but not the same chunks.".to_owned(),
            Some((one, other)) => format!("The boundaries part here: {one}, {other}."),
        };
        let sides = [&self.upper, &self.lower].map(Side::shown);
        format!("{parting} Shown are {} and {}.", sides[0], sides[1])
    }

    /// The first boundary on each side that the other does not have, in words.
    fn first_boundaries_apart(&self) -> Option<(String, String)> {
        let column = self.first_apart?;
        let of = |side: &Side| {
            let at = side.boxes.iter().find(|item| item.columns.end >= column && !item.common.1);
            let start = side.boxes.iter().find(|item| item.columns.start >= column && !item.common.0);
            match (at, start) {
                (Some(item), _) => {
                    let kind = match item.kind() {
                        kind if kind.is_empty() => kind,
                        kind => format!(" ({kind})"),
                    };
                    format!("{} chunk {} ends before word {}{kind}", side.label(), item.number, item.block.end_word)
                }
                (None, Some(item)) => {
                    format!("{} chunk {} starts at word {}", side.label(), item.number, item.block.start_word)
                }
                (None, None) if side.boxes.is_empty() => format!("{} has no chunk", side.label()),
                (None, None) => format!("{} has no boundary of its own", side.label()),
            }
        };
        Some((of(&self.upper), of(&self.lower)))
    }
}

impl Side {
    /// The label, readable and within bounds.
    #[must_use]
    pub fn label(&self) -> String {
        brief(&self.label)
    }

    /// Which chunks are shown, in words.
    #[must_use]
    pub fn shown(&self) -> String {
        let Side { boxes, total, .. } = self;
        let label = self.label();
        match (boxes.first(), boxes.last()) {
            (Some(_), Some(_)) if boxes.len() == *total => format!("all {label} chunks ({total})"),
            (Some(first), Some(last)) => format!("{label} chunks {} to {} of {total}", first.number, last.number),
            _ => format!("none of {total} {label} chunks"),
        }
    }
}

impl Drawn {
    /// The part that is shown.
    fn visible(&self, shown: &Range<u64>) -> Range<u64> {
        // Not `clamp`, which panics if a report that was read back has the range backwards.
        let clamp = |column: u64| column.min(shown.end).max(shown.start);
        clamp(self.columns.start)..clamp(self.columns.end)
    }

    /// Why the chunk ends where it ends, readable and within bounds.
    #[must_use]
    pub fn kind(&self) -> String {
        brief(&self.block.kind)
    }

    /// The name that it shares with equal chunks, readable and within bounds.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.name.as_deref().map(brief)
    }

    /// Everything about the chunk, in words.
    #[must_use]
    pub fn description(&self) -> String {
        let Block { start_word, end_word, .. } = &self.block;
        let kind = match self.kind() {
            kind if kind.is_empty() => kind,
            kind => format!(", {kind}"),
        };
        let name = self.name().map_or("on this side only".to_owned(), |name| format!("{name} on both sides"));
        format!("chunk {}: words {start_word} to {end_word}{kind}; {name}", self.number)
    }
}

/// A string that says how long it was if it is longer than `most` code points.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
    }
}

/// A word of a testee within bounds, its invisible characters named.
fn brief(word: &str) -> String {
    readable::named(&word.chars().take(BRIEF).collect::<String>())
}

fn spans(strip: &Strip, column: impl Fn(u64) -> u64) -> Vec<Range<u64>> {
    strip.blocks.iter().map(|block| column(block.start_word)..column(block.end_word)).collect()
}

fn edges(spans: &[Range<u64>]) -> BTreeSet<u64> {
    spans.iter().flat_map(|span| [span.start, span.end]).collect()
}

/// The keys that both sides have.
fn common_keys<'b>(upper: &'b Strip, lower: &Strip) -> HashSet<&'b str> {
    let lower: HashSet<&str> = lower.blocks.iter().map(|block| block.key.as_str()).collect();
    upper.blocks.iter().map(|block| block.key.as_str()).filter(|key| lower.contains(key)).collect()
}

/// Names for keys, in order: A to Z, then A1 and so on.
fn names<'b>(keys: impl Iterator<Item = &'b str>) -> HashMap<&'b str, String> {
    let mut names = HashMap::new();
    for key in keys {
        let number = names.len();
        names.entry(key).or_insert_with(|| {
            let letter = char::from(b'A' + u8::try_from(number % 26).unwrap_or_default());
            if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
        });
    }
    names
}

/// The column at which the first chunk without an equal on the other side ends.
fn first_unequal(sides: [(&Strip, &Vec<Range<u64>>); 2], common: &HashSet<&str>) -> Option<u64> {
    let first = |(strip, spans): (&Strip, &Vec<Range<u64>>)| {
        let unequal = strip.blocks.iter().position(|block| !common.contains(block.key.as_str()));
        unequal.map(|index| spans[index].end)
    };
    sides.into_iter().filter_map(first).min()
}

/// The columns to show, so that neither strip has too many chunks in it.
fn window(spans: &[Vec<Range<u64>>; 2], middle: u64) -> Range<u64> {
    let first = |spans: &[Range<u64>]| {
        let at = spans.iter().position(|span| span.end >= middle).unwrap_or(spans.len().saturating_sub(1));
        at.saturating_sub(SHOWN_BEFORE)
    };
    let start = spans.iter().filter_map(|spans| Some(spans.get(first(spans))?.start)).min().unwrap_or_default();
    let last_end = spans.iter().flatten().map(|span| span.end).max().unwrap_or_default();
    let end_of = |spans: &Vec<Range<u64>>| {
        let from = spans.iter().position(|span| span.end > start).unwrap_or_default();
        spans.get(from + SHOWN).map(|span| span.start)
    };
    let end = spans.iter().filter_map(end_of).min().unwrap_or(last_end);
    start..end.max(start.saturating_add(1))
}

/// The places of the chunks in the window. A hostile reply can have many there, so they are counted out.
fn visible(spans: &[Range<u64>], shown: &Range<u64>) -> Vec<usize> {
    let is_visible = |span: &Range<u64>| span.start < shown.end && span.end > shown.start;
    spans.iter().enumerate().filter(|(_, span)| is_visible(span)).map(|(index, _)| index).take(2 * SHOWN).collect()
}

fn drawn(
    strip: &Strip,
    index: usize,
    span: &Range<u64>,
    others: &BTreeSet<u64>,
    names: &HashMap<&str, String>,
) -> Drawn {
    let block = &strip.blocks[index];
    Drawn {
        number: strip.before + index,
        block: block.clone(),
        columns: span.clone(),
        name: names.get(block.key.as_str()).cloned(),
        common: (others.contains(&span.start), others.contains(&span.end)),
    }
}
