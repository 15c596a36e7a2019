//! Texts made to measure: a pattern says what each position matches, and words are searched that do so.

use std::collections::VecDeque;

use serde_json::Value;
use steadlith_reference::fingerprints::{fingerprints, matches, symbol};
use steadlith_vectors::request::Request;

use super::ask::{chunk, chunk_counted, counter, sizes};

/// A window and two masks, for which texts are made.
///
/// A pattern holds one sign for each word, which says what the position behind the word matches: `p` the primary mask,
/// `b` the backup mask alone, `.` neither, `*` whatever comes, and `-` nothing, because the window is not full yet.
/// A `/` before the sign begins a paragraph, a `!` behind it ends a sentence, and spaces may group.
///
/// The words are `w1`, `w2` and so on without those that do not match. All words of a text are different.
#[derive(Clone, Copy)]
pub struct Script {
    /// Words in the window.
    pub window: u64,
    /// Bits of the primary mask.
    pub primary: u64,
    /// Bits of the backup mask.
    pub backup: u64,
}

/// What a word is made of its number: `w1` and so on.
fn plain(number: u64) -> String {
    format!("w{number}")
}

/// One word of a pattern.
struct Sign {
    matching: char,
    begins_paragraph: bool,
    ends_sentence: bool,
}

impl Script {
    /// Parameters with these sizes, and snapping off.
    pub fn params(&self, min: u64, max: u64) -> Value {
        sizes(self.window, min, max, self.primary, self.backup)
    }

    /// A request to chunk the text of a pattern, every word of which counts one token.
    pub fn chunk(&self, min: u64, max: u64, pattern: &str) -> Request {
        chunk(self.params(min, max), self.text(pattern))
    }

    /// A request to chunk the text of a pattern whose words count these tokens, from the first on; further ones 1. The
    /// window and the masks of the parameters should be these.
    pub fn chunk_counted(&self, params: Value, pattern: &str, tokens: &[u64]) -> Request {
        let words = self.words(pattern, plain);
        let counts: Vec<(&str, u64)> =
            words.iter().zip(tokens).map(|((_, word), &count)| (word.as_str(), count)).collect();
        chunk_counted(params, joined(&words), counter("table-v1", &counts, 1))
    }

    /// The text of a pattern.
    pub fn text(&self, pattern: &str) -> String {
        joined(&self.words(pattern, plain))
    }

    /// The text of a pattern whose words are made of their numbers in another way. They have to be in NFC.
    pub fn text_of(&self, pattern: &str, word: impl Fn(u64) -> String) -> String {
        joined(&self.words(pattern, word))
    }

    /// The words of a pattern, each with whether it begins a paragraph.
    fn words(&self, pattern: &str, word_of: impl Fn(u64) -> String) -> Vec<(bool, String)> {
        let mut words = Vec::new();
        let mut window = VecDeque::new();
        let mut number = 0;
        for sign in signs(pattern) {
            let (word, symbol) = loop {
                number += 1;
                let word = word_of(number) + if sign.ends_sentence { "." } else { "" };
                let symbol = symbol(&word, sign.begins_paragraph && !words.is_empty());
                if self.fits(&window, symbol, sign.matching) {
                    break (word, symbol);
                }
            };
            window.push_back(symbol);
            if window.len() as u64 >= self.window {
                window.pop_front();
            }
            words.push((sign.begins_paragraph, word));
        }
        words
    }

    /// Whether the position behind a word matches what it shall; `before` holds the symbols of the rest of the window.
    fn fits(&self, before: &VecDeque<u64>, symbol: u64, matching: char) -> bool {
        let symbols: Vec<u64> = before.iter().copied().chain([symbol]).collect();
        let fingerprint = fingerprints(&symbols, self.window).last().copied().flatten();
        let Some(fingerprint) = fingerprint else {
            assert!(matches!(matching, '-' | '*'), "a position without a fingerprint cannot be {matching:?}");
            return true;
        };
        match matching {
            '*' => true,
            'p' => matches(fingerprint, self.primary),
            'b' => matches(fingerprint, self.backup) && !matches(fingerprint, self.primary),
            '.' => !matches(fingerprint, self.backup),
            other => panic!("a position with a fingerprint cannot be {other:?}"),
        }
    }
}

fn signs(pattern: &str) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    let mut begins_paragraph = false;
    for c in pattern.chars().filter(|c| *c != ' ') {
        match (c, signs.last_mut()) {
            ('/', _) => begins_paragraph = true,
            ('!', Some(last)) => last.ends_sentence = true,
            (matching, _) => {
                signs.push(Sign { matching, begins_paragraph, ends_sentence: false });
                begins_paragraph = false;
            }
        }
    }
    signs
}

fn joined(words: &[(bool, String)]) -> String {
    let mut text = String::new();
    for (index, (begins_paragraph, word)) in words.iter().enumerate() {
        if index > 0 {
            text.push_str(if *begins_paragraph { "\n\n" } else { " " });
        }
        text.push_str(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use steadlith_reference::fingerprints::symbols;
    use steadlith_reference::text::words;
    use steadlith_reference::unicode::UnicodeVersion;

    use super::*;

    #[test]
    fn positions_match_as_the_pattern_says() {
        let script = Script { window: 3, primary: 5, backup: 2 };
        let text = script.text("--.b /p ..! bp");
        let words = words(&text, UnicodeVersion::default());
        let matching: String = fingerprints(&symbols(&words), 3)
            .into_iter()
            .skip(1)
            .map(|fingerprint| match fingerprint {
                None => '-',
                Some(value) if matches(value, 5) => 'p',
                Some(value) if matches(value, 2) => 'b',
                Some(_) => '.',
            })
            .collect();
        assert_eq!(matching, "--.bp..bp");
        assert!(words[4].paragraph_before && words[6].text.ends_with('.'));
    }
}
