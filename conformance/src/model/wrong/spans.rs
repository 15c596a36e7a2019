//! Words that begin or end in the wrong place.

use super::super::fault::Switch;
use super::super::faults::text as fault;
use super::super::text::is_whitespace;

/// Whether a text holds anything but whitespace.
pub(in crate::model) fn has_words(text: &str) -> bool {
    text.chars().any(|point| !is_whitespace(point))
}

type Span = (usize, usize);

const BLOCK: usize = 65_536;

/// The spans that a faulty implementation finds where `right` are the right ones.
pub(in crate::model) fn found(right: Vec<Span>, points: &[char], on: Switch) -> Vec<Span> {
    if !on.any() {
        return right;
    }
    let is = |fault| on.has(fault);
    if is(&fault::LAST_WORD_LOST) {
        return right.into_iter().filter(|&(_, end)| end < points.len()).collect();
    }
    if is(&fault::SHORT_WORDS_LOST) {
        return right.into_iter().filter(|(start, end)| end - start > 1).collect();
    }
    if is(&fault::EMPTY_WORDS) {
        return split_at_each(&right, points.len());
    }
    if is(&fault::LEADING_EMPTY_WORD) && right.first().is_none_or(|&(start, _)| start > 0) {
        return [(0, 0)].into_iter().chain(right).collect();
    }
    if is(&fault::TRAILING_EMPTY_WORD) && right.last().is_none_or(|&(_, end)| end < points.len()) {
        return right.into_iter().chain([(points.len(), points.len())]).collect();
    }
    if is(&fault::WORD_LIMIT_65536) {
        return right.into_iter().take(BLOCK).collect();
    }
    if is(&fault::WORD_LIMIT_MILLION) {
        return right.into_iter().take(1_000_000).collect();
    }
    right.into_iter().flat_map(|span| pieces(span, points, on)).collect()
}

/// Every range between two whitespace code points, empty or not.
fn split_at_each(right: &[Span], length: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    for &(start, end) in right {
        spans.extend((at..start).map(|gap| (gap, gap)));
        spans.push((start, end));
        at = end + 1;
    }
    spans.extend((at..=length).map(|gap| (gap, gap)));
    spans
}

/// The words that a faulty implementation makes of one word.
fn pieces((start, end): Span, points: &[char], on: Switch) -> Vec<Span> {
    let cuts: Vec<usize> = if on.has(&fault::LONG_WORD_CUT) {
        byte_cuts(start, &points[start..end])
    } else if on.has(&fault::BLOCK_CUTS_WORD) {
        (start + 1..end).filter(|at| at % BLOCK == 0).collect()
    } else if on.has(&fault::PUNCTUATION_SPLIT) {
        (start + 1..end)
            .filter(|&at| points[at].is_ascii_punctuation() && !points[at - 1].is_ascii_punctuation())
            .collect()
    } else if on.has(&fault::HYPHEN_SPLIT) {
        (start + 1..end).filter(|&at| points[at - 1] == '-').collect()
    } else if on.has(&fault::IDEOGRAPHS_SPLIT) {
        let ideograph = |at: usize| matches!(points[at], '\u{3400}'..='\u{9FFF}');
        (start + 1..end).filter(|&at| ideograph(at) || ideograph(at - 1)).collect()
    } else {
        return vec![(start, end)];
    };
    let starts = [start].into_iter().chain(cuts.iter().copied());
    starts.zip(cuts.iter().copied().chain([end])).collect()
}

/// Where a word is cut that may not be longer than a block of bytes.
fn byte_cuts(start: usize, word: &[char]) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut bytes = 0;
    for (index, point) in word.iter().enumerate() {
        if bytes + point.len_utf8() > BLOCK {
            cuts.push(start + index);
            bytes = 0;
        }
        bytes += point.len_utf8();
    }
    cuts
}
