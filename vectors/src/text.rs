//! Texts of requests: written out, or made by a portable generator so that megabytes are tested from bytes.

use std::borrow::Cow;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Text {
    /// The text itself.
    Plain(String),
    /// How to make the text.
    Generated(Generated),
}

/// A text made of pieces, one after the other, with a sample of the outcome so that a port of the generators can be
/// checked before it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Generated {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// The first 40 code points of the text.
    pub starts_with: String,
    /// The length of the text in code points.
    pub code_points: u64,
    /// SHA-256 of the text in UTF-8.
    pub sha256: String,
}

/// One piece of a generated text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Piece {
    /// The string itself.
    Literal(String),
    /// A string several times in a row.
    Repeat {
        /// The string.
        unit: String,
        /// How many times it stands.
        times: u64,
    },
    /// English-like words: sentences and paragraphs from a vocabulary of 5,000 words. See [`words`].
    Words {
        /// The seed, 1 to 2147483646.
        seed: u64,
        /// The number of words.
        count: u64,
    },
}

/// No generated text is longer than this, in code points: it must fit a request line.
const MAX_CODE_POINTS: u64 = 60_000_000;

impl Text {
    /// Whether a generated text is within bounds and gives the sample that belongs to it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let Text::Generated(generated) = self else { return Ok(()) };
        let most: u128 = generated.pieces.iter().map(Piece::most_code_points).sum();
        if most > u128::from(MAX_CODE_POINTS) {
            return Err(format!("the pieces can make {most} code points, more than {MAX_CODE_POINTS}"));
        }
        for piece in &generated.pieces {
            if let Piece::Words { seed, .. } = piece
                && !(1..LEHMER_MODULUS).contains(seed)
            {
                return Err(format!("the seed {seed} is not from 1 to {}", LEHMER_MODULUS - 1));
            }
        }
        if Text::generated(generated.pieces.clone()) != *self {
            return Err("the pieces do not give the sample beside them".to_owned());
        }
        Ok(())
    }

    /// The text itself.
    #[must_use]
    pub fn written_out(&self) -> Cow<'_, str> {
        match self {
            Text::Plain(text) => Cow::Borrowed(text),
            Text::Generated(generated) => Cow::Owned(concatenated(&generated.pieces)),
        }
    }

    /// A generated text with the sample that belongs to it.
    #[must_use]
    pub fn generated(pieces: Vec<Piece>) -> Text {
        let text = concatenated(&pieces);
        Text::Generated(Generated {
            pieces,
            starts_with: text.chars().take(40).collect(),
            code_points: text.chars().count() as u64,
            sha256: sha256_hex(text.as_bytes()),
        })
    }
}

impl Piece {
    /// At least as many code points as the piece makes. A generated word takes at most `w`, 4 digits, `.` and 2 line
    /// feeds.
    fn most_code_points(&self) -> u128 {
        match self {
            Piece::Literal(literal) => literal.chars().count() as u128,
            // An empty string makes no code point but takes its time all the same.
            Piece::Repeat { unit, times } => unit.chars().count().max(1) as u128 * u128::from(*times),
            Piece::Words { count, .. } => 8 * u128::from(*count),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text::Plain(text.to_owned())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Plain(text)
    }
}

pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

const LEHMER_MODULUS: u64 = 2_147_483_647;

fn concatenated(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(literal) => text.push_str(literal),
            Piece::Repeat { unit, times } => (0..*times).for_each(|_| text.push_str(unit)),
            Piece::Words { seed, count } => text.push_str(&words(*seed, *count)),
        }
    }
    text
}

/// `count` English-like words from `seed`.
///
/// The state is a Lehmer generator, `x := x * 48271 mod 2147483647`, whose products stay below 2^53 so that any
/// language with double-precision numbers can follow. Each word takes one step; with the new x it is `w` and
/// `x mod 5000` in decimal, then `.` if `floor(x / 5000) mod 12` is 0, and, unless it is the last, two line feeds if
/// `floor(x / 60000) mod 10` is also 0 behind that `.`, else a space.
#[must_use]
pub fn words(seed: u64, count: u64) -> String {
    let mut text = String::new();
    let mut x = seed % LEHMER_MODULUS;
    for index in 0..count {
        x = x * 48271 % LEHMER_MODULUS;
        let _ = write!(text, "w{}", x % 5000);
        let ends_sentence = (x / 5000).is_multiple_of(12);
        if ends_sentence {
            text.push('.');
        }
        if index + 1 < count {
            text.push_str(if ends_sentence && (x / 60000).is_multiple_of(10) { "\n\n" } else { " " });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_the_description() {
        // 1 * 48271 = 48271: w3271, floor(48271 / 5000) mod 12 = 9.
        // 48271 * 48271 mod 2147483647 = 182605794: w794, floor(182605794 / 5000) mod 12 = 1.
        assert_eq!(words(1, 2), "w3271 w794");
        let text = words(7, 2000);
        assert_eq!(text.split_whitespace().count(), 2000);
        assert!(text.contains(".\n\n") && text.contains(". w"));
    }

    #[test]
    fn a_text_that_does_not_give_its_sample_or_is_too_long_is_refused() {
        let good = Text::generated(vec![Piece::Words { seed: 3, count: 5 }]);
        assert_eq!(good.check(), Ok(()));
        let Text::Generated(generated) = good else { panic!("not generated") };
        let tampered =
            Text::Generated(Generated { pieces: vec![Piece::Words { seed: 4, count: 5 }], ..generated.clone() });
        assert!(tampered.check().is_err_and(|message| message.contains("sample")));
        for piece in [
            Piece::Words { seed: 1, count: u64::MAX },
            Piece::Repeat { unit: "ab".to_owned(), times: u64::MAX },
            Piece::Repeat { unit: String::new(), times: u64::MAX },
            Piece::Words { seed: 0, count: 1 },
        ] {
            assert!(Text::Generated(Generated { pieces: vec![piece], ..generated.clone() }).check().is_err());
        }
    }

    #[test]
    fn a_generated_text_carries_its_sample() {
        let text = Text::generated(vec![
            Piece::Literal("\u{e9} ".to_owned()),
            Piece::Repeat { unit: "ab".to_owned(), times: 3 },
        ]);
        assert_eq!(text.written_out(), "\u{e9} ababab");
        let Text::Generated(generated) = text else { panic!("not generated") };
        assert_eq!((generated.code_points, generated.starts_with.as_str()), (8, "\u{e9} ababab"));
    }
}
