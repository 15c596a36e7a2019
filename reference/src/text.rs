//! Words, paragraph breaks and canonical text (chapter 1, text and normalisation).

use std::borrow::Cow;
use std::str::Utf8Error;

use crate::unicode::{UnicodeVersion, nfc};

/// One word of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'t> {
    /// The word in NFC.
    pub text: Cow<'t, str>,
    /// Where the word starts in the original text, in code points from 0 (NORM-8, NORM-9, NORM-10).
    pub start_offset: usize,
    /// Where the word ends in the original text, in code points, exclusive.
    pub end_offset: usize,
    /// Whether a paragraph break stands between the previous word and this one.
    pub paragraph_before: bool,
}

/// Reads text from bytes (NORM-1). A lone surrogate, however encoded, is not text (NORM-2), and neither is any other
/// invalid UTF-8. Nothing is stripped: U+FEFF at the start is a word character (NORM-5).
///
/// # Errors
/// The position and kind of the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Utf8Error> {
    std::str::from_utf8(bytes)
}

/// Whether `c` separates words (NORM-3, NORM-4). The set is pinned by number: no language's built-in test is the same.
#[must_use]
pub fn is_whitespace(c: char) -> bool {
    matches!(
        c,
        '\u{9}'..='\u{D}'
            | '\u{1C}'..='\u{20}'
            | '\u{85}'
            | '\u{A0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{3000}'
    )
}

/// The words of `text` in order (NORM-6), each put in NFC as of `unicode` by itself (NORM-11, NORM-13). Whitespace is
/// looked at for paragraph breaks and for nothing else (NORM-12). Blank text has no words (NORM-7).
#[must_use]
pub fn words(text: &str, unicode: UnicodeVersion) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut offset = 0;
    loop {
        let (whitespace, after_whitespace) = split_run(rest, is_whitespace);
        let (word, after_word) = split_run(after_whitespace, |c| !is_whitespace(c));
        if word.is_empty() {
            return words;
        }
        let start_offset = offset + whitespace.chars().count();
        let end_offset = start_offset + word.chars().count();
        words.push(Word {
            text: nfc(word, unicode),
            start_offset,
            end_offset,
            // The first word never has a break, and whitespace behind the last word is never looked at (NORM-18).
            paragraph_before: !words.is_empty() && has_paragraph_break(whitespace),
        });
        rest = after_word;
        offset = end_offset;
    }
}

/// The longest prefix of `text` whose code points all satisfy `belongs`, and what follows it.
fn split_run(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// A run of whitespace with each CR LF, and then each CR that is left, read as one LF (NORM-15).
pub fn with_line_feeds(whitespace: &str) -> impl Iterator<Item = char> {
    let mut rest = whitespace.chars().peekable();
    std::iter::from_fn(move || match rest.next()? {
        '\r' => {
            rest.next_if_eq(&'\n');
            Some('\n')
        }
        other => Some(other),
    })
}

/// Whether a run of whitespace holds two line ends with nothing but TAB, VT, FF or SPACE between them (NORM-16).
///
/// NEL and the Unicode line and paragraph separators are ordinary whitespace here (NORM-17).
fn has_paragraph_break(whitespace: &str) -> bool {
    let mut line_ended = false;
    for c in with_line_feeds(whitespace) {
        match c {
            '\n' => {
                if line_ended {
                    return true;
                }
                line_ended = true;
            }
            '\t' | '\u{B}' | '\u{C}' | ' ' => {}
            _ => line_ended = false,
        }
    }
    false
}

/// The canonical text of consecutive words: a blank line before each word that begins a paragraph, else one space
/// (NORM-19), and nothing before the first (NORM-20).
#[must_use]
pub fn canonical_text(words: &[Word<'_>]) -> String {
    let mut text = String::with_capacity(words.iter().map(|word| word.text.len() + 2).sum());
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push_str(if word.paragraph_before { "\n\n" } else { " " });
        }
        text.push_str(&word.text);
    }
    text
}
