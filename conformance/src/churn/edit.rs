//! How large an edit is, and the bands of edit sizes (PLAN-16, PLAN-17).

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_reference::text::words;
use steadlith_reference::unicode::UnicodeVersion;

/// A band of edit sizes (PLAN-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// At most 5 percent.
    UpTo5,
    /// Above 5 and at most 20 percent.
    UpTo20,
    /// Above 20 and at most 50 percent.
    UpTo50,
    /// Above 50 percent.
    Above50,
}

impl Band {
    /// All bands, the smallest edits first.
    pub const ALL: [Band; 4] = [Band::UpTo5, Band::UpTo20, Band::UpTo50, Band::Above50];

    /// The band in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Band::UpTo5 => "edits up to 5 %",
            Band::UpTo20 => "edits above 5 % to 20 %",
            Band::UpTo50 => "edits above 20 % to 50 %",
            Band::Above50 => "edits above 50 %",
        }
    }
}

/// The size of an edit: `changed` of `units` units (PLAN-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditSize {
    /// Units of both revisions that are not in their longest common subsequence.
    pub changed: usize,
    /// Units of both revisions.
    pub units: usize,
}

impl EditSize {
    /// The size of the edit between two revisions.
    #[must_use]
    pub fn between(old: &str, new: &str) -> EditSize {
        let mut numbers = HashMap::new();
        let old = numbered(&units(old), &mut numbers);
        let new = numbered(&units(new), &mut numbers);
        EditSize { changed: changed(&old, &new), units: old.len() + new.len() }
    }

    /// The size as a fraction from 0 to 1; 0 if neither revision has a unit.
    #[must_use]
    pub fn fraction(self) -> f64 {
        if self.units == 0 { 0.0 } else { self.changed as f64 / self.units as f64 }
    }

    /// The band in which the size lies. The bounds are compared as exact fractions.
    #[must_use]
    pub fn band(self) -> Band {
        let is_at_most = |percent: usize| self.changed.saturating_mul(100) <= self.units.saturating_mul(percent);
        match self {
            _ if is_at_most(5) => Band::UpTo5,
            _ if is_at_most(20) => Band::UpTo20,
            _ if is_at_most(50) => Band::UpTo50,
            _ => Band::Above50,
        }
    }
}

/// The units of a text (PLAN-16): each Han character by itself, and what is left of each word between them.
fn units(text: &str) -> Vec<String> {
    let mut units = Vec::new();
    for word in words(text, UnicodeVersion::default()) {
        let mut rest = word.text.as_ref();
        while let Some(first) = rest.chars().next() {
            let end = if is_han(first) { first.len_utf8() } else { rest.find(is_han).unwrap_or(rest.len()) };
            let (unit, after) = rest.split_at(end);
            units.push(unit.to_owned());
            rest = after;
        }
    }
    units
}

/// Whether a code point is a Han character: the blocks of unified and of compatibility ideographs (PLAN-16).
fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn numbered<'u>(units: &'u [String], numbers: &mut HashMap<String, usize>) -> Vec<usize> {
    let number = |unit: &'u String| {
        let next = numbers.len();
        *numbers.entry(unit.clone()).or_insert(next)
    };
    units.iter().map(number).collect()
}

/// How many units of both lists a longest common subsequence leaves out.
fn changed(old: &[usize], new: &[usize]) -> usize {
    let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    old.len() + new.len() - 2 * common(old, new)
}

/// The length of a longest common subsequence, 64 steps at once (Hyyrö 2004): after each unit of `new`, a zero bit of
/// `ends` stands for each place of `old` at which a longer common subsequence ends. The time is that of the product of
/// both lengths, divided by 64, whatever the lists hold.
fn common(old: &[usize], new: &[usize]) -> usize {
    let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
    for (place, &unit) in old.iter().enumerate() {
        places.entry(unit).or_default().push(place);
    }
    let mut ends = vec![u64::MAX; old.len().div_ceil(64)];
    let mut mask = vec![0_u64; ends.len()];
    for unit in new {
        let Some(places) = places.get(unit) else { continue };
        places.iter().for_each(|place| mask[place / 64] |= 1 << (place % 64));
        let mut carry = 0;
        for (ends, mask) in ends.iter_mut().zip(&mask) {
            let sum = u128::from(*ends) + u128::from(*ends & mask) + carry;
            carry = sum >> 64;
            *ends = sum as u64 | (*ends & !mask);
        }
        places.iter().for_each(|place| mask[place / 64] = 0);
    }
    (0..old.len()).filter(|place| ends[place / 64] >> (place % 64) & 1 == 0).count()
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn size(old: &str, new: &str) -> (usize, usize) {
        let EditSize { changed, units } = EditSize::between(old, new);
        (changed, units)
    }

    /// PLAN-16.
    #[test]
    fn the_size_counts_what_the_longest_common_subsequence_leaves_out() {
        assert_eq!(size("a b c d", "a b c d"), (0, 8));
        assert_eq!(size("a b c d", "a x c d"), (2, 8));
        assert_eq!(size("a b c", "a b x c"), (1, 7));
        assert_eq!(size("a b c d e", "d e a b c"), (4, 10));
        assert_eq!(size("x a b x", "b a"), (4, 6));
        assert_eq!(size("a b", ""), (2, 2));
        assert_eq!(size("", " "), (0, 0));
        assert_eq!(EditSize::between("", " ").fraction(), 0.0);
        assert_eq!(size("a b a b a b", "b a b a b a"), (2, 12));
    }

    /// PLAN-16: beside the textbook's table, on lists that cross the 64 places of a step.
    #[test]
    fn the_common_subsequence_is_a_longest_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..300 {
            let units = rng.random_range(1..12);
            let mut list = || -> Vec<usize> {
                let length = rng.random_range(0..150);
                (0..length).map(|_| rng.random_range(0..units)).collect()
            };
            let (old, new) = (list(), list());
            let mut row = vec![0; old.len() + 1];
            for unit in &new {
                let mut diagonal = 0;
                for (index, other) in old.iter().enumerate() {
                    let above = row[index + 1];
                    row[index + 1] = if unit == other { diagonal + 1 } else { above.max(row[index]) };
                    diagonal = above;
                }
            }
            assert_eq!(common(&old, &new), row[old.len()], "{old:?} {new:?}");
        }
    }

    /// PLAN-16: whitespace is no part of a unit, and Han characters are units of their own.
    #[test]
    fn units_are_words_and_han_characters() {
        assert_eq!(units("a\n\nb c"), ["a", "b", "c"]);
        assert_eq!(
            units("\u{4F7F}\u{7528}git\u{FF0C}ok\u{3002} \u{20000}x"),
            ["\u{4F7F}", "\u{7528}", "git\u{FF0C}ok\u{3002}", "\u{20000}", "x"]
        );
        assert_eq!(units("e\u{301}"), ["\u{E9}"]);
    }

    /// PLAN-17: the bounds belong to the smaller band.
    #[test]
    fn bands_have_their_upper_bound() {
        let band = |changed, units| EditSize { changed, units }.band();
        assert_eq!(band(0, 0), Band::UpTo5);
        assert_eq!(band(5, 100), Band::UpTo5);
        assert_eq!(band(51, 1000), Band::UpTo20);
        assert_eq!(band(20, 100), Band::UpTo20);
        assert_eq!(band(50, 100), Band::UpTo50);
        assert_eq!(band(501, 1000), Band::Above50);
    }
}
