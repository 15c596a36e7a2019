//! Text to words (chapter 1): an array of code points and a small state machine over it.

use super::fault::Switch;
use super::faults::{paragraph as broken, text as fault};
use super::unicode::{self, Version};
use super::wrong;

/// A word of the text.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The word in NFC.
    pub(super) text: String,
    /// First code point in the source.
    pub(super) start: usize,
    /// One past the last code point in the source.
    pub(super) end: usize,
    /// Whether a paragraph break separates it from the word before it.
    pub(super) paragraph: bool,
    /// The source of the word and the whitespace before it; kept for faults only.
    pub(super) given: Option<Box<Given>>,
}

/// What the source holds in place of a normalised word.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) gap: String,
    pub(super) word: String,
}

/// The words of `source`, in order.
pub(super) fn words(source: &str, version: Version, on: Switch) -> Vec<Word> {
    let source = wrong::source::received(source, on);
    let points: Vec<char> = source.chars().collect();
    let mut words = Vec::new();
    let mut previous_end = 0;
    for (start, end) in wrong::spans::found(word_spans(&points, on), &points, on) {
        let gap = &points[previous_end..start];
        let raw: String = points[start..end].iter().collect();
        let first = words.is_empty() && !on.has(&broken::PARAGRAPH_FIRST_WORD);
        words.push(Word {
            text: normalized(&raw, version, on),
            start,
            end,
            paragraph: !first && breaks_paragraph(gap, previous_end, on),
            given: on.any().then(|| Box::new(Given { gap: gap.iter().collect(), word: raw })),
        });
        previous_end = end;
    }
    if on.has(&broken::PARAGRAPH_BEFORE_NEXT) {
        let shifted: Vec<bool> = words.iter().skip(1).map(|word| word.paragraph).collect();
        words.iter_mut().zip(shifted).for_each(|(word, paragraph)| word.paragraph = paragraph);
    }
    wrong::places::misplace(&mut words, &points, on);
    words
}

/// Half-open ranges of the maximal runs that hold no whitespace.
fn word_spans(points: &[char], on: Switch) -> Vec<(usize, usize)> {
    let test = wrong::whitespace::Test::new(on);
    let mut spans = Vec::new();
    let mut open = None;
    for (at, &point) in points.iter().enumerate() {
        match (open, test.judges(point, is_whitespace(point))) {
            (None, false) => open = Some(at),
            (Some(start), true) => {
                spans.push((start, at));
                open = None;
            }
            _ => {}
        }
    }
    spans.extend(open.map(|start| (start, points.len())));
    spans
}

/// Membership in the pinned set of 29.
pub(super) fn is_whitespace(point: char) -> bool {
    matches!(point,
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
        | '\u{3000}')
}

fn normalized(raw: &str, version: Version, on: Switch) -> String {
    let mut text = wrong::nfc::normal_form(raw, version, on).unwrap_or_else(|| unicode::nfc(raw, version));
    if on.has(&fault::LOWER_CASED) {
        text = text.to_lowercase();
    }
    if on.has(&fault::LONG_WORD_TRUNCATED) {
        text = text.chars().take(4096).collect();
    }
    if on.has(&fault::WORD_CUT_AT_255) {
        text = text.chars().take(255).collect();
    }
    text
}

/// Whether a run of whitespace holds two line ends with nothing but blanks between them,
/// where CR LF is one line end, and so are LF and CR alone. The run begins at `start`.
fn breaks_paragraph(gap: &[char], start: usize, on: Switch) -> bool {
    if on.any()
        && let Some(answer) = wrong::paragraph::breaks(gap, start, on)
    {
        return answer;
    }
    let mut line_ended = false;
    let mut previous = ' ';
    for &point in gap {
        match point {
            '\n' if previous == '\r' => {}
            '\n' | '\r' if line_ended => return true,
            '\n' | '\r' => line_ended = true,
            '\t' | '\u{B}' | '\u{C}' | ' ' => {}
            '\u{2029}' if on.has(&broken::PARAGRAPH_PS_BREAKS) => return true,
            _ => line_ended = false,
        }
        previous = point;
    }
    false
}

/// Canonical text: the words with two line feeds between paragraphs and a space elsewhere.
pub(super) fn canonical(words: &[Word], on: Switch) -> String {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 || on.has(&fault::CANONICAL_LEADING_BREAK) && word.paragraph {
            text.push_str(separator(word, on));
        }
        text.push_str(spelling(word, on));
    }
    if on.has(&fault::CANONICAL_TRAILING_NEWLINE) {
        text.push('\n');
    }
    text
}

fn separator(word: &Word, on: Switch) -> &str {
    match (&word.given, word.paragraph) {
        (Some(given), _) if on.has(&fault::WHITESPACE_HASHED) => &given.gap,
        (Some(given), false) if on.has(&fault::CANONICAL_NEWLINE_KEPT) && given.gap == "\n" => "\n",
        (_, true) if on.has(&fault::CANONICAL_SPACE_ONLY) => " ",
        (_, true) if on.has(&fault::CANONICAL_SINGLE_NEWLINE) => "\n",
        (_, true) if on.has(&fault::CANONICAL_CRLF) => "\r\n\r\n",
        (_, true) => "\n\n",
        (_, false) => " ",
    }
}

fn spelling(word: &Word, on: Switch) -> &str {
    match &word.given {
        Some(given) if on.has(&fault::WHITESPACE_HASHED) || on.has(&fault::CANONICAL_RAW_WORDS) => &given.word,
        _ => &word.text,
    }
}
