//! Unicode versions: NFC as of a chosen version of the Unicode character database (chapter 1, text).
//!
//! The v1 identity never pinned a Unicode version, so two deployed implementations can disagree on words that hold
//! a code point whose normalisation behaviour is younger than one of them. The table below lists every such code
//! point; a word without any of them has the same NFC under every version from 13.0 on.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A version of the Unicode character database that v1 implementations have been deployed with (NORM-13).
///
/// 15.1 changes no normalisation behaviour, so it is the same as [`UnicodeVersion::V15_0`] here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum UnicodeVersion {
    /// Unicode 13.0, the oldest within v1 (Python 3.10).
    V13_0,
    /// Unicode 14.0 (Python 3.11).
    V14_0,
    /// Unicode 15.0 and 15.1 (Python 3.12 and 3.13).
    V15_0,
    /// Unicode 16.0 (Python 3.14).
    V16_0,
    /// Unicode 17.0.
    V17_0,
    /// Unicode 18.0, the newest that this crate's tables know.
    #[default]
    V18_0,
}

impl UnicodeVersion {
    /// All versions, oldest first.
    pub const ALL: [UnicodeVersion; 6] = [
        UnicodeVersion::V13_0,
        UnicodeVersion::V14_0,
        UnicodeVersion::V15_0,
        UnicodeVersion::V16_0,
        UnicodeVersion::V17_0,
        UnicodeVersion::V18_0,
    ];

    /// The version as `major.minor`, such as `15.0`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            UnicodeVersion::V13_0 => "13.0",
            UnicodeVersion::V14_0 => "14.0",
            UnicodeVersion::V15_0 => "15.0",
            UnicodeVersion::V16_0 => "16.0",
            UnicodeVersion::V17_0 => "17.0",
            UnicodeVersion::V18_0 => "18.0",
        }
    }

    /// Reads `15`, `15.1` or `15.1.0`: the major number decides, because no minor release since 13.0 changed how any
    /// code point normalises. `None` for anything else and for versions before 13 or after 18.
    #[must_use]
    pub fn parse(version: &str) -> Option<UnicodeVersion> {
        let mut numbers = version.split('.').map(number);
        let major = numbers.next()??;
        if numbers.any(|number| number.is_none()) {
            return None;
        }
        UnicodeVersion::ALL.into_iter().find(|known| known.major() == major)
    }

    fn major(self) -> u8 {
        self as u8 + 13
    }
}

/// A part of a version: digits alone, without the sign that the parser of integers would take.
fn number(digits: &str) -> Option<u8> {
    if digits.bytes().all(|digit| digit.is_ascii_digit()) { digits.parse().ok() } else { None }
}

impl std::fmt::Display for UnicodeVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The version in which `c` got the normalisation behaviour it has today; `V13_0` if it is that old or has none.
#[must_use]
pub fn normalization_since(c: char) -> UnicodeVersion {
    let after = DRIFT.partition_point(|&(first, _, _)| first <= c);
    match after.checked_sub(1).map(|index| DRIFT[index]) {
        Some((_, last, since)) if c <= last => since,
        _ => UnicodeVersion::V13_0,
    }
}

/// NFC of one word as of `version` (NORM-11, NORM-14).
///
/// A code point that `version` did not yet know stands in its tables with combining class 0 and no decomposition or
/// composition. It therefore stays as it is and nothing combines across it: the pieces between such code points are
/// normalised with today's tables.
#[must_use]
pub fn nfc(word: &str, version: UnicodeVersion) -> Cow<'_, str> {
    if is_nfc_quick(word.chars()) == IsNormalized::Yes {
        // No code point can change, today or in an older version that knows fewer of them.
        return Cow::Borrowed(word);
    }
    let is_unknown = |c: char| normalization_since(c) > version;
    let mut normalized = String::with_capacity(word.len());
    for piece in word.split_inclusive(is_unknown) {
        let known = piece.trim_end_matches(is_unknown);
        normalized.extend(known.nfc());
        normalized.push_str(&piece[known.len()..]);
    }
    Cow::Owned(normalized)
}

/// Code points whose normalisation behaviour is younger than Unicode 13.0, as inclusive ranges in ascending order.
const DRIFT: &[(char, char, UnicodeVersion)] = &[
    ('\u{5C8}', '\u{5C9}', UnicodeVersion::V18_0),
    ('\u{897}', '\u{897}', UnicodeVersion::V16_0),
    ('\u{898}', '\u{89F}', UnicodeVersion::V14_0),
    ('\u{8CA}', '\u{8D2}', UnicodeVersion::V14_0),
    ('\u{C3C}', '\u{C3C}', UnicodeVersion::V14_0),
    ('\u{1715}', '\u{1715}', UnicodeVersion::V14_0),
    ('\u{1AC1}', '\u{1ACE}', UnicodeVersion::V14_0),
    ('\u{1ACF}', '\u{1ADD}', UnicodeVersion::V17_0),
    ('\u{1ADE}', '\u{1ADF}', UnicodeVersion::V18_0),
    ('\u{1AE0}', '\u{1AEB}', UnicodeVersion::V17_0),
    ('\u{1AEC}', '\u{1AF0}', UnicodeVersion::V18_0),
    ('\u{1DFA}', '\u{1DFA}', UnicodeVersion::V14_0),
    ('\u{105C9}', '\u{105C9}', UnicodeVersion::V16_0),
    ('\u{105D2}', '\u{105D2}', UnicodeVersion::V16_0),
    ('\u{105DA}', '\u{105DA}', UnicodeVersion::V16_0),
    ('\u{105E4}', '\u{105E4}', UnicodeVersion::V16_0),
    ('\u{10D69}', '\u{10D6D}', UnicodeVersion::V16_0),
    ('\u{10ECB}', '\u{10ECF}', UnicodeVersion::V18_0),
    ('\u{10EF0}', '\u{10EF9}', UnicodeVersion::V18_0),
    ('\u{10EFA}', '\u{10EFB}', UnicodeVersion::V17_0),
    ('\u{10EFD}', '\u{10EFF}', UnicodeVersion::V15_0),
    ('\u{10F82}', '\u{10F85}', UnicodeVersion::V14_0),
    ('\u{11070}', '\u{11070}', UnicodeVersion::V14_0),
    ('\u{11382}', '\u{11385}', UnicodeVersion::V16_0),
    ('\u{1138B}', '\u{1138B}', UnicodeVersion::V16_0),
    ('\u{1138E}', '\u{1138E}', UnicodeVersion::V16_0),
    ('\u{11390}', '\u{11391}', UnicodeVersion::V16_0),
    ('\u{113B8}', '\u{113B8}', UnicodeVersion::V16_0),
    ('\u{113BB}', '\u{113BB}', UnicodeVersion::V16_0),
    ('\u{113C2}', '\u{113C2}', UnicodeVersion::V16_0),
    ('\u{113C5}', '\u{113C5}', UnicodeVersion::V16_0),
    ('\u{113C7}', '\u{113C9}', UnicodeVersion::V16_0),
    ('\u{113CE}', '\u{113D0}', UnicodeVersion::V16_0),
    ('\u{11F41}', '\u{11F42}', UnicodeVersion::V15_0),
    ('\u{1611E}', '\u{16129}', UnicodeVersion::V16_0),
    ('\u{1612F}', '\u{1612F}', UnicodeVersion::V16_0),
    ('\u{16D63}', '\u{16D63}', UnicodeVersion::V16_0),
    ('\u{16D67}', '\u{16D6A}', UnicodeVersion::V16_0),
    ('\u{1D127}', '\u{1D128}', UnicodeVersion::V18_0),
    ('\u{1D250}', '\u{1D252}', UnicodeVersion::V18_0),
    ('\u{1D25B}', '\u{1D25C}', UnicodeVersion::V18_0),
    ('\u{1D25F}', '\u{1D25F}', UnicodeVersion::V18_0),
    ('\u{1D280}', '\u{1D281}', UnicodeVersion::V18_0),
    ('\u{1E08F}', '\u{1E08F}', UnicodeVersion::V15_0),
    ('\u{1E2AE}', '\u{1E2AE}', UnicodeVersion::V14_0),
    ('\u{1E4EC}', '\u{1E4EF}', UnicodeVersion::V15_0),
    ('\u{1E5EE}', '\u{1E5EF}', UnicodeVersion::V16_0),
    ('\u{1E6E3}', '\u{1E6E3}', UnicodeVersion::V17_0),
    ('\u{1E6E6}', '\u{1E6E6}', UnicodeVersion::V17_0),
    ('\u{1E6EE}', '\u{1E6EF}', UnicodeVersion::V17_0),
    ('\u{1E6F5}', '\u{1E6F5}', UnicodeVersion::V17_0),
];
