//! Snaps to the wrong position.

use std::cmp::Reverse;

use super::super::cut::{Boundary, Field};
use super::super::fault::Switch;
use super::super::faults::snap as fault;
use super::super::snap::{Breaks, Rank, Snap};
use super::super::text::Word;

/// Moves the breaks of a document where a faulty implementation sees them.
pub(in crate::model) fn misplace(breaks: &mut Breaks, words: &[Word], on: Switch) {
    let is = |fault| on.has(fault);
    if is(&fault::PARAGRAPH_ONE_LATE) {
        breaks.paragraphs.iter_mut().for_each(|at| *at += 1);
    }
    if is(&fault::SENTENCE_ONE_EARLY) {
        breaks.sentences.iter_mut().for_each(|at| *at -= 1);
    }
    if is(&fault::DOCUMENT_END_PARAGRAPH) {
        breaks.paragraphs.push(words.len());
    }
    if is(&fault::DOCUMENT_END_EXCLUDED) {
        breaks.sentences.retain(|&at| at < words.len());
    }
    if is(&fault::PARAGRAPHS_NOT_SEEN) {
        breaks.paragraphs.clear();
    }
    if is(&fault::SENTENCES_NOT_SEEN) {
        breaks.sentences.clear();
    }
    if is(&fault::SENTENCE_BEFORE_CAPITAL) {
        breaks.sentences.retain(|&at| words.get(at).is_none_or(|next| next.text.starts_with(char::is_uppercase)));
    }
}

/// Whether a raw end is left where it is, without a look at its neighbours.
pub(in crate::model) fn stays(breaks: &Breaks, boundary: Boundary, raw: usize, on: Switch) -> bool {
    on.has(&fault::ONLY_HARD_SNAPPED) && boundary != Boundary::Hard
        || on.has(&fault::PRIMARY_NOT_SNAPPED) && boundary == Boundary::Primary
        || on.has(&fault::SNAP_WINDOW_ZERO_OFF) && breaks.window == 0
        || on.has(&fault::RAW_SENTENCE_STAYS) && breaks.sentences.binary_search(&raw).is_ok()
}

/// The first and the last position that the sizes allow.
pub(in crate::model) fn sizes(field: &Field, start: usize, raw: usize) -> (usize, usize) {
    let is = |fault| field.on.has(fault);
    let (first, last) = field.eligible(start);
    let exactly = |at: usize, size| at <= field.end() && field.tokens(start, at) == size;
    if is(&fault::CHECKED_AFTERWARDS) {
        return (1, field.end());
    }
    if is(&fault::SNAP_BELOW_MIN) {
        return (start + 1, last);
    }
    if is(&fault::SNAP_ABOVE_MAX) {
        return (first, field.end());
    }
    if is(&fault::SNAP_MIN_EXCLUSIVE) && exactly(first, field.min_tokens) {
        return (first + 1, last);
    }
    if is(&fault::SNAP_MAX_EXCLUSIVE) && exactly(last, field.max_tokens) {
        return (first, last - 1);
    }
    if is(&fault::RAW_END_UNCHECKED) {
        return (first.min(raw), last);
    }
    (first, last)
}

/// The first and the last position of the window around a raw end.
pub(in crate::model) fn window(breaks: &Breaks, field: &Field, raw: usize) -> (usize, usize) {
    let is = |fault| field.on.has(fault);
    let reach = breaks.window;
    let one = |applies: bool| usize::from(applies);
    let below = reach.saturating_sub(one(is(&fault::WINDOW_EXCLUSIVE) || is(&fault::WINDOW_EXCLUSIVE_BELOW)));
    let above = reach.saturating_sub(one(is(&fault::WINDOW_EXCLUSIVE) || is(&fault::WINDOW_EXCLUSIVE_ABOVE)));
    let wider = one(is(&fault::WINDOW_ONE_WIDER));
    let (below, above) = if is(&fault::WINDOW_HALVED) {
        (reach / 2, reach / 2)
    } else if is(&fault::WINDOW_UNBOUNDED) {
        (usize::MAX, usize::MAX)
    } else if is(&fault::BACKWARD_ONLY) {
        (reach, 0)
    } else if is(&fault::FORWARD_ONLY) {
        (0, reach)
    } else {
        (below.saturating_add(wider), above.saturating_add(wider))
    };
    if is(&fault::WINDOW_IN_TOKENS) {
        return window_in_tokens(field, raw, reach as u64);
    }
    (raw.saturating_sub(below), raw.saturating_add(above))
}

fn window_in_tokens(field: &Field, raw: usize, reach: u64) -> (usize, usize) {
    let center = field.totals[raw];
    let first = field.totals.partition_point(|&total| total < center.saturating_sub(reach));
    let behind = field.totals.partition_point(|&total| total <= center.saturating_add(reach));
    (first, behind.saturating_sub(1))
}

/// Whether the breaks at the edges of the window are taken, not the nearest.
pub(in crate::model) fn takes_outermost(on: Switch) -> bool {
    on.has(&fault::FARTHEST) || on.has(&fault::FIRST_IN_WINDOW) || on.has(&fault::LAST_IN_WINDOW)
}

/// Removes candidates that a faulty implementation does not consider.
pub(in crate::model) fn choose(candidates: &mut Vec<(Snap, usize)>, field: &Field, start: usize, raw: usize) {
    if !field.on.any() {
        return;
    }
    let is = |fault| field.on.has(fault);
    let (_, limit) = field.eligible(start);
    let (before, behind) = (raw - start, limit - raw.min(limit));
    candidates.retain(|&(_, at)| {
        let distance = at.abs_diff(raw);
        let is_left_out = is(&fault::RAW_END_EXCLUDED) && at == raw
            || is(&fault::STOPS_AT_LIMIT) && at == limit && distance >= before
            || is(&fault::STOPS_AT_FIRST) && at == start + 1 && distance > behind
            || is(&fault::ENDS_WITH_START) && distance >= before
            || is(&fault::ENDS_WITH_LIMIT) && distance > behind;
        !is_left_out
    });
}

/// Takes back a snap that the sizes forbid, if they were not looked at before.
pub(in crate::model) fn checked(best: Option<(Snap, usize)>, field: &Field, start: usize) -> Option<(Snap, usize)> {
    if !field.on.has(&fault::CHECKED_AFTERWARDS) {
        return best;
    }
    let (first, last) = field.eligible(start);
    best.filter(|&(_, at)| (first..=last).contains(&at))
}

/// The sorting key of a faulty implementation; `None` if it sorts as v1 does.
pub(in crate::model) fn rank(class: Snap, at: usize, raw: usize, field: &Field) -> Option<Rank> {
    let is = |fault| field.on.has(fault);
    let distance = at.abs_diff(raw);
    Some(if is(&fault::TIE_EARLIER) {
        // With the earlier position the key grows, so it is turned around by its complement.
        (class, distance, Reverse(usize::MAX - at))
    } else if is(&fault::SENTENCES_FIRST) {
        let class = if class == Snap::Sentence { Snap::Paragraph } else { Snap::Sentence };
        (class, distance, Reverse(at))
    } else if is(&fault::NEAREST_OF_BOTH) {
        (Snap::Raw, 2 * distance + usize::from(class == Snap::Sentence), Reverse(at))
    } else if is(&fault::FARTHEST) {
        (class, usize::MAX - distance, Reverse(at))
    } else if is(&fault::FIRST_IN_WINDOW) {
        (class, at, Reverse(at))
    } else if is(&fault::LAST_IN_WINDOW) {
        (class, usize::MAX - at, Reverse(at))
    } else if is(&fault::DISTANCE_IN_TOKENS) {
        let tokens = field.totals[at].abs_diff(field.totals[raw]);
        (class, usize::try_from(tokens).unwrap_or(usize::MAX), Reverse(at))
    } else {
        return None;
    })
}
