//! The clauses of the specification written down as slowly and literally as possible, to compare the reference with.
//!
//! Nothing here calls the reference, except for its plain data types.

use std::cmp::Reverse;

use sha2::{Digest, Sha256};
use steadlith_reference::params::Params;
use steadlith_reference::unicode::UnicodeVersion::{self, V14_0, V15_0, V16_0, V17_0, V18_0};
use unicode_normalization::UnicodeNormalization;

/// NORM-3: the 29 whitespace code points.
pub const WHITESPACE: &[u32] = &[
    0x9, 0xA, 0xB, 0xC, 0xD, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
    0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
];

/// The annex of Unicode versions: the 166 code points whose normalisation behaviour is younger than 13.0, by the
/// version that brought it.
pub const DRIFT: &[(char, char, UnicodeVersion)] = &[
    ('\u{898}', '\u{89F}', V14_0),
    ('\u{8CA}', '\u{8D2}', V14_0),
    ('\u{C3C}', '\u{C3C}', V14_0),
    ('\u{1715}', '\u{1715}', V14_0),
    ('\u{1AC1}', '\u{1ACE}', V14_0),
    ('\u{1DFA}', '\u{1DFA}', V14_0),
    ('\u{10F82}', '\u{10F85}', V14_0),
    ('\u{11070}', '\u{11070}', V14_0),
    ('\u{1E2AE}', '\u{1E2AE}', V14_0),
    ('\u{10EFD}', '\u{10EFF}', V15_0),
    ('\u{11F41}', '\u{11F42}', V15_0),
    ('\u{1E08F}', '\u{1E08F}', V15_0),
    ('\u{1E4EC}', '\u{1E4EF}', V15_0),
    ('\u{897}', '\u{897}', V16_0),
    ('\u{105C9}', '\u{105C9}', V16_0),
    ('\u{105D2}', '\u{105D2}', V16_0),
    ('\u{105DA}', '\u{105DA}', V16_0),
    ('\u{105E4}', '\u{105E4}', V16_0),
    ('\u{10D69}', '\u{10D6D}', V16_0),
    ('\u{11382}', '\u{11385}', V16_0),
    ('\u{1138B}', '\u{1138B}', V16_0),
    ('\u{1138E}', '\u{1138E}', V16_0),
    ('\u{11390}', '\u{11391}', V16_0),
    ('\u{113B8}', '\u{113B8}', V16_0),
    ('\u{113BB}', '\u{113BB}', V16_0),
    ('\u{113C2}', '\u{113C2}', V16_0),
    ('\u{113C5}', '\u{113C5}', V16_0),
    ('\u{113C7}', '\u{113C9}', V16_0),
    ('\u{113CE}', '\u{113D0}', V16_0),
    ('\u{1611E}', '\u{16129}', V16_0),
    ('\u{1612F}', '\u{1612F}', V16_0),
    ('\u{16D63}', '\u{16D63}', V16_0),
    ('\u{16D67}', '\u{16D6A}', V16_0),
    ('\u{1E5EE}', '\u{1E5EF}', V16_0),
    ('\u{1ACF}', '\u{1ADD}', V17_0),
    ('\u{1AE0}', '\u{1AEB}', V17_0),
    ('\u{10EFA}', '\u{10EFB}', V17_0),
    ('\u{1E6E3}', '\u{1E6E3}', V17_0),
    ('\u{1E6E6}', '\u{1E6E6}', V17_0),
    ('\u{1E6EE}', '\u{1E6EF}', V17_0),
    ('\u{1E6F5}', '\u{1E6F5}', V17_0),
    ('\u{5C8}', '\u{5C9}', V18_0),
    ('\u{1ADE}', '\u{1ADF}', V18_0),
    ('\u{1AEC}', '\u{1AF0}', V18_0),
    ('\u{10ECB}', '\u{10ECF}', V18_0),
    ('\u{10EF0}', '\u{10EF9}', V18_0),
    ('\u{1D127}', '\u{1D128}', V18_0),
    ('\u{1D250}', '\u{1D252}', V18_0),
    ('\u{1D25B}', '\u{1D25C}', V18_0),
    ('\u{1D25F}', '\u{1D25F}', V18_0),
    ('\u{1D280}', '\u{1D281}', V18_0),
];

/// The version of the annex for a code point, if it is listed.
pub fn drift_version(c: char) -> Option<UnicodeVersion> {
    DRIFT.iter().find(|&&(first, last, _)| (first..=last).contains(&c)).map(|&(_, _, version)| version)
}

/// NORM-11, NORM-14: cut at each code point that the version does not know, NFC between the cuts.
pub fn nfc_as_of(word: &str, version: UnicodeVersion) -> String {
    let mut normalised = String::new();
    let mut known = String::new();
    for c in word.chars() {
        if drift_version(c).is_some_and(|since| since > version) {
            normalised.extend(known.nfc());
            normalised.push(c);
            known.clear();
        } else {
            known.push(c);
        }
    }
    normalised.extend(known.nfc());
    normalised
}

/// A word: normalised, start and end offset, paragraph break before it.
pub type Word = (String, usize, usize, bool);

/// NORM-4 to NORM-18: the words of a text, one code point after another.
pub fn words(text: &str, version: UnicodeVersion) -> Vec<Word> {
    let text: Vec<char> = text.chars().collect();
    let is_word = |offset: usize| text.get(offset).is_some_and(|&c| !WHITESPACE.contains(&u32::from(c)));
    let mut words: Vec<Word> = Vec::new();
    for start in (0..text.len()).filter(|&offset| is_word(offset) && (offset == 0 || !is_word(offset - 1))) {
        let length = (start..).take_while(|&offset| is_word(offset)).count();
        let spelling = String::from_iter(&text[start..start + length]);
        let paragraph_before = words.last().is_some_and(|&(_, _, previous_end, _)| {
            holds_paragraph_break(&String::from_iter(&text[previous_end..start]))
        });
        words.push((nfc_as_of(&spelling, version), start, start + length, paragraph_before));
    }
    words
}

/// NORM-15 to NORM-17: read the line endings, then look for two with only the four code points between them.
pub fn holds_paragraph_break(whitespace: &str) -> bool {
    let read = whitespace.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = read.split('\n').collect();
    // What stands before the first line ending and behind the last one does not matter.
    lines.len() > 2 && lines[1..lines.len() - 1].iter().any(|line| line.chars().all(|c| "\t\u{B}\u{C} ".contains(c)))
}

/// NORM-19, NORM-20.
pub fn canonical_text(words: &[Word]) -> String {
    let mut text = String::new();
    for (normalised, _, _, paragraph_before) in words {
        if !text.is_empty() {
            text += if *paragraph_before { "\n\n" } else { " " };
        }
        text += normalised;
    }
    text
}

/// SNAP-7: some cut of the word has a sentence mark right before it and only closing marks behind it.
pub fn ends_sentence(word: &str) -> bool {
    let word: Vec<char> = word.chars().collect();
    (1..=word.len())
        .any(|cut| ".!?".contains(word[cut - 1]) && word[cut..].iter().all(|&closing| "\"')]}".contains(closing)))
}

/// FP-5, FP-8: the polynomial, every power computed anew.
pub fn fingerprints(symbols: &[u64], window: usize) -> Vec<Option<u64>> {
    let power = |exponent: usize| (0..exponent).fold(1_u128, |power, _| power * 0x100_0000_01B3 % (1 << 64));
    (0..=symbols.len())
        .map(|position| {
            let terms = symbols[position.checked_sub(window)?..position].iter().rev().enumerate();
            let sum = terms.fold(0_u128, |sum, (exponent, &symbol)| {
                (sum + u128::from(symbol) * power(exponent) % (1 << 64)) % (1 << 64)
            });
            u64::try_from(sum).ok()
        })
        .collect()
}

/// What chapters 5 and 6 know of a document of n words.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Tokens of each word, n entries.
    pub tokens: Vec<u64>,
    /// The fingerprint at each position, n + 1 entries.
    pub fingerprints: Vec<Option<u64>>,
    /// Whether each word has a paragraph break before it, n entries.
    pub paragraph_before: Vec<bool>,
    /// Whether each word ends a sentence, n entries.
    pub ends_sentence: Vec<bool>,
}

/// A chunk: start, limit, raw end, end, boundary kind, snap kind.
pub type Chunk = (usize, usize, usize, usize, &'static str, &'static str);

/// Chapters 5 and 6: the chunks, or the index and the tokens of the first oversized word.
pub fn chunks(facts: &Facts, params: &Params) -> Result<Vec<Chunk>, (usize, u64)> {
    let oversized = facts.tokens.iter().enumerate().find(|&(_, &tokens)| tokens > params.max_tokens);
    if let Some((index, &tokens)) = oversized {
        return Err((index, tokens));
    }
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut start = 0;
    while start < facts.tokens.len() {
        let (limit, raw_end, boundary_kind) = raw_end(facts, params, start);
        let (end, snap_kind) = snapped(facts, params, start, raw_end);
        assert!(end > start, "CUT-1: every chunk holds at least one word");
        chunks.push((start, limit, raw_end, end, boundary_kind, snap_kind));
        start = end;
    }
    Ok(chunks)
}

impl Facts {
    fn tokens(&self, start: usize, end: usize) -> u64 {
        self.tokens[start..end].iter().sum()
    }

    fn matches(&self, position: usize, bits: u64) -> bool {
        self.fingerprints[position].is_some_and(|fingerprint| fingerprint % (1 << bits) == 0)
    }
}

/// CUT-3 to CUT-9: limit, raw end and boundary kind.
fn raw_end(facts: &Facts, params: &Params, start: usize) -> (usize, usize, &'static str) {
    let end_of_document = facts.tokens.len();
    let fits = |&end: &usize| facts.tokens(start, end) <= params.max_tokens;
    let limit = (start..=end_of_document).filter(fits).max().unwrap_or(start);
    let eligible: Vec<usize> = (start + 1..=limit)
        .filter(|&position| facts.tokens(start, position) >= params.min_tokens)
        .filter(|&position| facts.fingerprints[position].is_some())
        .collect();
    let primary = eligible.iter().find(|&&position| facts.matches(position, params.primary_mask_bits));
    let backup = eligible.iter().rfind(|&&position| facts.matches(position, params.backup_mask_bits));
    match (primary, backup) {
        (Some(&position), _) => (limit, position, "primary"),
        (None, _) if limit == end_of_document => (limit, limit, "final"),
        (None, Some(&position)) => (limit, position, "backup"),
        (None, None) => (limit, limit, "hard"),
    }
}

/// SNAP-1 to SNAP-10: end and snap kind.
fn snapped(facts: &Facts, params: &Params, start: usize, raw_end: usize) -> (usize, &'static str) {
    let end_of_document = facts.tokens.len();
    if !params.snap_to_boundaries || raw_end == end_of_document {
        return (raw_end, "raw");
    }
    let candidates: Vec<usize> = (start + 1..=end_of_document)
        .filter(|&position| position.abs_diff(raw_end) as u64 <= params.snap_window_words)
        .filter(|&position| (params.min_tokens..=params.max_tokens).contains(&facts.tokens(start, position)))
        .collect();
    let nearest = |is_break: &dyn Fn(usize) -> bool| {
        let breaks = candidates.iter().copied().filter(|&position| is_break(position));
        breaks.min_by_key(|&position| (position.abs_diff(raw_end), Reverse(position)))
    };
    if let Some(position) = nearest(&|position| position < end_of_document && facts.paragraph_before[position]) {
        return (position, "paragraph");
    }
    if let Some(position) = nearest(&|position| facts.ends_sentence[position - 1]) {
        return (position, "sentence");
    }
    (raw_end, "raw")
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// ID-2: the pre-image of a framed hash.
pub fn framed(domain: &str, fields: &[&str]) -> Vec<u8> {
    let big_endian = |length: usize, bytes: u32| (0..bytes).rev().map(move |byte| (length as u128 >> (8 * byte)) as u8);
    let mut preimage: Vec<u8> = big_endian(domain.len(), 4).chain(domain.bytes()).collect();
    for field in fields {
        preimage.extend(big_endian(field.len(), 8).chain(field.bytes()));
    }
    preimage
}

/// PARAM-20, PARAM-21: a string of canonical JSON.
pub fn json_string(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\u{8}' => "\\b".to_owned(),
            '\u{C}' => "\\f".to_owned(),
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}
