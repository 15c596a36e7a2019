//! NFC as of a Unicode version (chapter 1).

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// The newest version that the tables of this build know.
const NEWEST: (u32, u32) = (18, 0);

/// Code points whose normalisation began after Unicode 13.0, as inclusive ranges, each
/// behind the version that brought it.
const DRIFT: [(u32, &[(u32, u32)]); 5] = [
    (
        14,
        &[
            (0x898, 0x89F),
            (0x8CA, 0x8D2),
            (0xC3C, 0xC3C),
            (0x1715, 0x1715),
            (0x1AC1, 0x1ACE),
            (0x1DFA, 0x1DFA),
            (0x10F82, 0x10F85),
            (0x11070, 0x11070),
            (0x1E2AE, 0x1E2AE),
        ],
    ),
    (15, &[(0x10EFD, 0x10EFF), (0x11F41, 0x11F42), (0x1E08F, 0x1E08F), (0x1E4EC, 0x1E4EF)]),
    (
        16,
        &[
            (0x897, 0x897),
            (0x105C9, 0x105C9),
            (0x105D2, 0x105D2),
            (0x105DA, 0x105DA),
            (0x105E4, 0x105E4),
            (0x10D69, 0x10D6D),
            (0x11382, 0x11385),
            (0x1138B, 0x1138B),
            (0x1138E, 0x1138E),
            (0x11390, 0x11391),
            (0x113B8, 0x113B8),
            (0x113BB, 0x113BB),
            (0x113C2, 0x113C2),
            (0x113C5, 0x113C5),
            (0x113C7, 0x113C9),
            (0x113CE, 0x113D0),
            (0x1611E, 0x16129),
            (0x1612F, 0x1612F),
            (0x16D63, 0x16D63),
            (0x16D67, 0x16D6A),
            (0x1E5EE, 0x1E5EF),
        ],
    ),
    (
        17,
        &[
            (0x1ACF, 0x1ADD),
            (0x1AE0, 0x1AEB),
            (0x10EFA, 0x10EFB),
            (0x1E6E3, 0x1E6E3),
            (0x1E6E6, 0x1E6E6),
            (0x1E6EE, 0x1E6EF),
            (0x1E6F5, 0x1E6F5),
        ],
    ),
    (
        18,
        &[
            (0x5C8, 0x5C9),
            (0x1ADE, 0x1ADF),
            (0x1AEC, 0x1AF0),
            (0x10ECB, 0x10ECF),
            (0x10EF0, 0x10EF9),
            (0x1D127, 0x1D128),
            (0x1D250, 0x1D252),
            (0x1D25B, 0x1D25C),
            (0x1D25F, 0x1D25F),
            (0x1D280, 0x1D281),
        ],
    ),
];

/// A Unicode version as far as normalisation can tell it: major and minor number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version {
    major: u32,
    minor: u32,
}

impl Version {
    /// The version written `MAJOR`, `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`; anything else, and
    /// anything newer than the tables, is the newest version.
    pub(super) fn parse(text: Option<&str>) -> Self {
        let mut numbers = text.unwrap_or("").split('.').map(str::parse::<u32>);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(major)), minor) if major < NEWEST.0 => {
                Self { major, minor: minor.and_then(Result::ok).unwrap_or(0) }
            }
            _ => Self { major: NEWEST.0, minor: NEWEST.1 },
        }
    }

    /// The version in three parts, as `hello` declares it.
    pub(super) fn declared(self) -> String {
        format!("{}.{}.0", self.major, self.minor)
    }

    /// Whether the normalisation of `point` began after this version.
    pub(super) fn predates(self, point: char) -> bool {
        let number = u32::from(point);
        number >= 0x5C8
            && DRIFT
                .iter()
                .filter(|(since, _)| *since > self.major)
                .flat_map(|(_, ranges)| *ranges)
                .any(|&(first, last)| (first..=last).contains(&number))
    }
}

/// `word` in NFC as of `version`: what is newer stays as it is, and what lies between is
/// normalised piece by piece.
pub(super) fn nfc(word: &str, version: Version) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    word.split_inclusive(|point| version.predates(point))
        .flat_map(|piece| match piece.char_indices().next_back() {
            Some((cut, last)) if version.predates(last) => [compose(&piece[..cut]), Cow::Borrowed(&piece[cut..])],
            _ => [compose(piece), Cow::Borrowed("")],
        })
        .collect()
}

fn compose(piece: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(piece)
}
