//! Wrong lists of chunks.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::chunk::Chunk;
use super::super::cut::{Boundary, Field};
use super::super::fault::Switch;
use super::super::faults::{cut as fault, framing, snap, text};
use super::super::fingerprint::{BASE, matches, symbol};
use super::super::params::Params;
use super::super::refusal::Refusal;
use super::super::snap::Snap;
use super::super::text::Word;

/// Takes the marker P from the first word of a chunk, in every window that holds the word.
pub(in crate::model) fn drop_marker(field: &mut Field, words: &[Word], start: usize, params: &Params) {
    let first = words.get(start).filter(|word| word.paragraph);
    let Some(first) = first.filter(|_| field.on.has(&fault::MARKER_DROPPED_AT_CHUNK)) else {
        return;
    };
    let unmarked = Word { paragraph: false, ..first.clone() };
    let mut change = symbol(&unmarked, field.on).wrapping_sub(symbol(first, field.on));
    let last = start.saturating_add(field.window).min(field.end());
    for position in start + 1..=last {
        if let Some(fingerprint) = &mut field.fingerprints[position] {
            *fingerprint = fingerprint.wrapping_add(change);
        }
        change = change.wrapping_mul(BASE);
    }
    field.primary = matches(&field.fingerprints, params.size("primary_mask_bits"), field.on);
    field.backup = matches(&field.fingerprints, params.size("backup_mask_bits"), field.on);
}

/// A cut, moved to the end of a segment that is chunked apart from the others.
pub(in crate::model) fn segmented((end, boundary): (usize, Boundary), start: usize, on: Switch) -> (usize, Boundary) {
    let border = (start / 10_000 + 1) * 10_000;
    if on.has(&fault::SEGMENTS_IN_PARALLEL) && end > border {
        return (border, Boundary::Final);
    }
    (end, boundary)
}

/// Where to go on behind a word that is too large: the next start, or none at all.
pub(in crate::model) fn tolerated(refusal: Refusal, start: usize, on: Switch) -> Result<Option<usize>, Refusal> {
    match refusal {
        Refusal::Oversized { .. } if on.has(&fault::OVERSIZED_SKIPPED) => Ok(Some(start + 1)),
        Refusal::Oversized { .. } if on.has(&fault::OVERSIZED_ENDS_TEXT) => Ok(None),
        refusal => Err(refusal),
    }
}

/// The boundary kind after snapping.
pub(in crate::model) fn kind(boundary: Boundary, end: usize, raw_end: usize, field: &Field) -> Boundary {
    let is = |fault| field.on.has(fault);
    if is(&snap::SNAP_TO_END_FINAL) && end == field.end() && end != raw_end {
        return Boundary::Final;
    }
    if is(&snap::SNAPPED_HARD_BACKUP) && boundary == Boundary::Hard && end != raw_end {
        return Boundary::Backup;
    }
    boundary
}

/// Where the chunk after `[start, end)` begins; always behind `start`.
pub(in crate::model) fn next_start(start: usize, end: usize, raw_end: usize, on: Switch) -> usize {
    let next = if on.has(&fault::START_AT_RAW_END) {
        raw_end
    } else if on.has(&fault::CHUNKS_OVERLAP) {
        end - 1
    } else if on.has(&fault::CHUNKS_APART) {
        end + 1
    } else {
        end
    };
    next.max(start + 1)
}

/// The chunks that are returned.
pub(in crate::model) fn listed(mut chunks: Vec<Chunk>, words: &[Word], field: &Field) -> Vec<Chunk> {
    let is = |fault| field.on.has(fault);
    if is(&fault::SHORT_FINAL_MERGED) || is(&fault::SHORT_FINAL_DROPPED) {
        let short = chunks.last().is_some_and(|last| last.tokens < field.min_tokens);
        if short && chunks.len() > 1 {
            chunks.pop();
            if is(&fault::SHORT_FINAL_MERGED)
                && let Some(last) = chunks.last_mut()
            {
                last.end = field.end();
                last.raw_end = field.end();
                last.tokens = field.tokens(last.start, last.end);
                last.boundary = Boundary::Final;
            }
        }
    }
    if is(&fault::EQUAL_CHUNKS_MERGED) {
        let mut seen = HashSet::new();
        chunks.retain(|chunk| {
            let words = words.get(chunk.start..chunk.end).unwrap_or_default();
            seen.insert(super::super::text::canonical(words, field.on))
        });
    }
    if is(&fault::CHUNKS_OUT_OF_ORDER) {
        chunks.sort_by_key(|chunk| chunk.tokens);
    }
    if is(&fault::CHUNKS_AT_MOST_1000) {
        chunks.truncate(1000);
    }
    let blank = is(&text::BLANK_TEXT_CHUNK) && chunks.is_empty();
    if blank || is(&fault::EMPTY_LAST_CHUNK) && !chunks.is_empty() {
        let end = field.end();
        chunks.push(Chunk { start: end, end, raw_end: end, tokens: 0, boundary: Boundary::Final, snap: Snap::Raw });
    }
    chunks
}

/// The chunks of a text of so many code points, with an empty one if it is long and blank.
pub(in crate::model) fn of_long_blank(mut chunks: Vec<Chunk>, length: usize, on: Switch) -> Vec<Chunk> {
    if on.has(&text::LONG_BLANK_TEXT_CHUNK) && length > 65_536 && chunks.is_empty() {
        let (start, end, raw_end) = (0, 0, 0);
        chunks.push(Chunk { start, end, raw_end, tokens: 0, boundary: Boundary::Final, snap: Snap::Raw });
    }
    chunks
}

/// The text that is hashed for a chunk.
pub(in crate::model) fn hashed_text<'t>(text: &'t str, chunk: &Chunk, on: Switch) -> Cow<'t, str> {
    if on.has(&framing::PLACE_HASHED) {
        return Cow::Owned(format!("{}\n{text}", chunk.start));
    }
    if on.has(&framing::HASHED_TEXT_ENDS_LINE) {
        return Cow::Owned(format!("{text}\n"));
    }
    if on.has(&framing::LONG_TEXT_CUT_FOR_HASH) {
        let end = (0..=text.len().min(65_536)).rev().find(|&at| text.is_char_boundary(at));
        return Cow::Borrowed(&text[..end.unwrap_or(0)]);
    }
    Cow::Borrowed(text)
}
