//! Random `chunk` requests, dense in what implementations get wrong: every separator, near misses of whitespace,
//! combining marks, code points beyond the basic plane, Unicode drift, token tables, snapping, tiny parameters.

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use serde_json::{Map, Value, json};
use steadlith_reference::text::words;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::request::{Request, TokenCounter};

/// An endless series of random requests. The same seed gives the same series on every machine.
#[derive(Debug)]
pub struct RandomRequests {
    rng: ChaCha8Rng,
}

impl RandomRequests {
    /// The series of a seed.
    #[must_use]
    pub fn new(seed: u64) -> RandomRequests {
        RandomRequests { rng: ChaCha8Rng::seed_from_u64(seed) }
    }
}

impl Iterator for RandomRequests {
    type Item = Request;

    fn next(&mut self) -> Option<Request> {
        let rng = &mut self.rng;
        let text = text(rng);
        let token_counter = rng.random_bool(0.3).then(|| token_counter(rng, &text));
        Some(Request::Chunk { params: Some(params(rng)), text: text.into(), token_counter })
    }
}

/// The whitespace of v1 that is no line end.
const SPACES: [&str; 25] = [
    "\t", "\u{B}", "\u{C}", "\u{1C}", "\u{1D}", "\u{1E}", "\u{1F}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}",
    "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}",
    "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}",
];

/// What paragraph breaks are made of, and what prevents them.
const LINE_PARTS: [&str; 9] = ["\n", "\r", "\r\n", "\n", "\t", " ", "\u{A0}", "\u{3000}", "\u{2029}"];

/// Code points that are no whitespace in v1 but in some language, or that do something when combined.
const TRICKY: [char; 40] = [
    '\0',
    '\u{8}',
    '\u{E}',
    '\u{1B}',
    '\u{7F}',
    '\u{86}',
    '\u{AD}',
    '\u{180E}',
    '\u{200B}',
    '\u{200D}',
    '\u{2060}',
    '\u{FEFF}',
    '\u{300}',
    '\u{301}',
    '\u{307}',
    '\u{323}',
    '\u{338}',
    '\u{345}',
    '\u{C5}',
    '\u{E9}',
    '\u{212B}',
    '\u{2126}',
    '\u{FB01}',
    '\u{BD}',
    '\u{1100}',
    '\u{1161}',
    '\u{11A8}',
    '\u{AC00}',
    '\u{1F600}',
    '\u{1D15E}',
    '\u{1D165}',
    '\u{E9}',
    '\u{958}',
    '\u{93C}',
    '\u{B47}',
    '\u{B56}',
    '\u{2ADC}',
    '\u{10FFFF}',
    '\u{D7FF}',
    '\u{E000}',
];

/// One code point or two for each Unicode version that changed normalisation.
const DRIFT: [char; 10] = [
    '\u{1DFA}',
    '\u{C3C}',
    '\u{11070}',
    '\u{10EFD}',
    '\u{1E08F}',
    '\u{897}',
    '\u{113C5}',
    '\u{16D68}',
    '\u{1ACF}',
    '\u{5C8}',
];

const SENTENCE_ENDS: [&str; 8] = [".", "!", "?", ".\"", "!')", "?]}", ".\u{201D}", ".)x"];

fn text(rng: &mut impl Rng) -> String {
    // Mostly short documents, where every combination is cheap, and some long ones.
    let most = *[5, 30, 120, 120, 600].choose(rng).unwrap_or(&30);
    let word_count = rng.random_range(0..=most);
    let is_plain = rng.random_bool(0.3);
    let mut text = String::new();
    if rng.random_bool(0.2) {
        text.push_str(&separator(rng, false));
    }
    for _ in 0..word_count {
        text.push_str(&word(rng, is_plain));
        text.push_str(&separator(rng, is_plain));
    }
    if rng.random_bool(0.7) {
        text.truncate(text.trim_end().len());
    }
    text
}

fn word(rng: &mut impl Rng, is_plain: bool) -> String {
    let mut word = String::new();
    if is_plain || rng.random_bool(0.5) {
        word.push_str(&format!("w{}", rng.random_range(0..80)));
    } else {
        for _ in 0..rng.random_range(1..5) {
            match rng.random_range(0..10) {
                0..5 => word.push(rng.random_range('a'..='e')),
                5..9 => word.extend(TRICKY.choose(rng)),
                _ => word.extend(DRIFT.choose(rng)),
            }
        }
    }
    if rng.random_bool(0.15) {
        word.extend(SENTENCE_ENDS.choose(rng).copied());
    }
    word
}

fn separator(rng: &mut impl Rng, is_plain: bool) -> String {
    match rng.random_range(0..10) {
        0..7 => " ".to_owned(),
        7 => "\n\n".to_owned(),
        _ if is_plain => "\n".to_owned(),
        8 => (0..rng.random_range(1..6)).filter_map(|_| LINE_PARTS.choose(rng).copied()).collect(),
        _ => (0..rng.random_range(1..3)).filter_map(|_| SPACES.choose(rng).copied()).collect(),
    }
}

fn params(rng: &mut impl Rng) -> Value {
    let mut params = Map::new();
    let mut set = |name: &str, value: Value| params.insert(name.to_owned(), value);
    let min_tokens = rng.random_range(1..=12_u64);
    let backup = rng.random_range(1..=3_u64);
    set("window_words", json!(*[1_u64, 2, 3, 4, 7, 48].choose(rng).unwrap_or(&2)));
    set("min_tokens", json!(min_tokens));
    set("max_tokens", json!(min_tokens + rng.random_range(0..=30_u64)));
    set("backup_mask_bits", json!(backup));
    set("primary_mask_bits", json!(backup + rng.random_range(1..=4_u64)));
    set("snap_window_words", json!(rng.random_range(0..=10_u64)));
    if rng.random_bool(0.5) {
        set("snap_to_boundaries", json!(rng.random_bool(0.8)));
    } else if rng.random_bool(0.3) {
        set("strategy", json!(if rng.random_bool(0.5) { "cdc-rabin" } else { "cdc-rabin+snap" }));
    }
    if rng.random_bool(0.05) {
        set("rolling_hash_id", json!(word(rng, false)));
    }
    // Now and then the defaults, which long documents need.
    if rng.random_bool(0.1) { json!({"snap_to_boundaries": rng.random_bool(0.5)}) } else { Value::Object(params) }
}

fn token_counter(rng: &mut impl Rng, text: &str) -> TokenCounter {
    let largest = *[2, 4, 9, 30].choose(rng).unwrap_or(&4);
    let mut listed: Vec<String> =
        words(text, UnicodeVersion::default()).into_iter().map(|word| word.text.into_owned()).collect();
    listed.sort();
    listed.dedup();
    listed.retain(|_| rng.random_bool(0.4));
    TokenCounter {
        id: Some("random-counter".to_owned()),
        counts: listed.into_iter().map(|word| (word, json!(rng.random_range(1..=largest)))).collect(),
        default: json!(rng.random_range(1..=3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_requests() {
        let first: Vec<Request> = RandomRequests::new(1).take(20).collect();
        let again: Vec<Request> = RandomRequests::new(1).take(20).collect();
        let other: Vec<Request> = RandomRequests::new(2).take(20).collect();
        assert_eq!(first, again);
        assert_ne!(first, other);
    }
}
