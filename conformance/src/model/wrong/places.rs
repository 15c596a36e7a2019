//! Offsets in the wrong unit, or into the wrong text.

use std::collections::HashMap;

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed as CombiningClasses;

use super::super::fault::Switch;
use super::super::faults::offsets as fault;
use super::super::text::Word;

/// Gives `words` the places that a faulty implementation finds in the source `points`.
pub(in crate::model) fn misplace(words: &mut [Word], points: &[char], on: Switch) {
    if !on.any() {
        return;
    }
    let is = |fault| on.has(fault);
    if is(&fault::OFFSETS_BYTES) {
        count_units(words, points, char::len_utf8);
    } else if is(&fault::OFFSETS_UTF16) {
        count_units(words, points, char::len_utf16);
    } else if is(&fault::OFFSETS_GRAPHEMES) {
        count_units(words, points, extends_cluster_not);
    } else if is(&fault::OFFSETS_NORMALIZED) {
        follow_normalized(words);
    } else if is(&fault::OFFSETS_SEARCHED) {
        search(words);
    }
    for word in words {
        if is(&fault::OFFSETS_FROM_ONE) {
            word.start += 1;
            word.end += 1;
        } else if is(&fault::OFFSET_END_INCLUSIVE) {
            word.end -= 1;
        } else if is(&fault::OFFSET_END_NORMALIZED) {
            word.end = word.start + word.text.chars().count();
        } else if is(&fault::OFFSETS_16_BIT) {
            word.start &= 0xFFFF;
            word.end &= 0xFFFF;
        }
    }
}

fn count_units(words: &mut [Word], points: &[char], units: impl Fn(char) -> usize) {
    let mut totals = vec![0];
    totals.extend(points.iter().scan(0, |total, &point| {
        *total += units(point);
        Some(*total)
    }));
    for word in words {
        word.start = totals[word.start];
        word.end = totals[word.end];
    }
}

fn extends_cluster_not(point: char) -> usize {
    usize::from(CombiningClasses::new().get_u8(point) == 0)
}

/// Places in the text whose words were normalised first.
fn follow_normalized(words: &mut [Word]) {
    let mut grown = 0_isize;
    for word in words {
        let length = word.text.chars().count();
        let given = word.end - word.start;
        word.start = word.start.saturating_add_signed(grown);
        word.end = word.start + length;
        grown += length as isize - given as isize;
    }
}

/// Places found by searching for the word: always its first occurrence.
fn search(words: &mut [Word]) {
    let mut first = HashMap::new();
    for word in words {
        let place = *first.entry(word.text.clone()).or_insert((word.start, word.end));
        (word.start, word.end) = place;
    }
}
