//! Random inputs, dense in what decides: near misses of whitespace, line ends, combining marks, tiny parameters.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use steadlith_reference::params::Params;
use steadlith_reference::text::words;
use steadlith_reference::tokens::{TokenTable, Tokenizer};
use steadlith_reference::unicode::UnicodeVersion;

use crate::by_the_book::{DRIFT, WHITESPACE};

/// Letters, sentence marks and closing marks, which most words are made of.
const PLAIN: &[char] = &['a', 'b', 'c', 'a', 'b', 'c', '.', '!', '?', '"', '\'', ')', ']', '}'];

/// Marks that reorder, compose and decompose, and what they compose with.
const COMBINING: &[char] = &[
    'A',
    'q',
    '\u{300}',
    '\u{301}',
    '\u{307}',
    '\u{323}',
    '\u{30A}',
    '\u{338}',
    '\u{345}',
    '\u{E9}',
    '\u{212B}',
    '\u{958}',
    '\u{915}',
    '\u{93C}',
    '\u{B47}',
    '\u{B56}',
    '\u{1100}',
    '\u{1161}',
    '\u{11A8}',
    '\u{AC00}',
    '\u{1D15E}',
    '\u{1D165}',
    '\u{FB01}',
    '\u{2ADC}',
];

/// Word characters that some language takes for whitespace, or that break a careless reader.
const NEAR_MISSES: &[char] = &[
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
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFF}',
    '\u{1F600}',
    '\u{10FFFF}',
];

/// What paragraph breaks are made of, and what prevents them.
const LINE_PARTS: &[&str] = &["\n", "\n", "\r", "\r\n", "\t", "\u{B}", "\u{C}", " ", "\u{85}", "\u{A0}", "\u{2029}"];

fn drift() -> impl Strategy<Value = char> {
    select(DRIFT.iter().flat_map(|&(first, last, _)| first..=last).collect::<Vec<_>>())
}

fn word_character() -> impl Strategy<Value = char> {
    prop_oneof![
        8 => select(PLAIN),
        3 => select(COMBINING),
        1 => select(NEAR_MISSES),
        1 => drift(),
        1 => any::<char>().prop_filter("not whitespace", |c| !WHITESPACE.contains(&u32::from(*c))),
    ]
}

/// A word as it may stand in a text: not normalised, without whitespace, not empty.
pub fn raw_word() -> impl Strategy<Value = String> {
    vec(word_character(), 1..6).prop_map(String::from_iter)
}

/// A run of whitespace, not empty.
pub fn whitespace_run() -> impl Strategy<Value = String> {
    let any_whitespace = select(WHITESPACE).prop_filter_map("a scalar value", char::from_u32).prop_map(String::from);
    let part = prop_oneof![3 => select(LINE_PARTS).prop_map(str::to_owned), 1 => any_whitespace];
    prop_oneof![
        3 => Just(" ".to_owned()),
        1 => Just("\n\n".to_owned()),
        2 => vec(part, 1..5).prop_map(|parts| parts.concat()),
    ]
}

/// A text of up to about 60 words, with whitespace of every kind before, between and behind them.
pub fn text() -> impl Strategy<Value = String> {
    (prop::option::of(whitespace_run()), vec((raw_word(), whitespace_run()), 0..60), prop::option::of(raw_word()))
        .prop_map(|(before, words, last)| {
            let mut text = before.unwrap_or_default();
            text.extend(words.into_iter().flat_map(|(word, separator)| [word, separator]));
            text + &last.unwrap_or_default()
        })
}

/// A Unicode version that implementations have been deployed with.
pub fn unicode_version() -> impl Strategy<Value = UnicodeVersion> {
    select(&UnicodeVersion::ALL[..])
}

prop_compose! {
    /// Valid parameters so small that a short text meets every rule.
    pub fn tiny_params()(
        window_words in 1_u64..5,
        min_tokens in 1_u64..7,
        above_min in 0_u64..12,
        backup_mask_bits in 1_u64..3,
        above_backup in 1_u64..4,
        snap_window_words in prop_oneof![0_u64..8, Just(u64::from(u32::MAX)), Just((1 << 53) - 1)],
        snap_to_boundaries in any::<bool>(),
    ) -> Params {
        Params {
            window_words,
            min_tokens,
            max_tokens: min_tokens + above_min,
            primary_mask_bits: backup_mask_bits + above_backup,
            backup_mask_bits,
            snap_window_words,
            snap_to_boundaries,
            ..Params::default()
        }
    }
}

/// A text with a tokenizer for it: one token a word, or a table of small counts for some of its words.
pub fn counted_text() -> impl Strategy<Value = (String, Tokenizer)> {
    (text(), vec(prop::option::of(1_u64..9), 60), 1_u64..4, any::<bool>()).prop_map(
        |(text, counts, default, is_custom)| {
            if !is_custom {
                return (text, Tokenizer::Words);
            }
            let counts: HashMap<String, Value> = words(&text, UnicodeVersion::default())
                .into_iter()
                .zip(counts)
                .filter_map(|(word, count)| Some((word.text.into_owned(), Value::from(count?))))
                .collect();
            let id = Some("test-counter".to_owned());
            (text, Tokenizer::Custom(TokenTable { id, counts, default: Value::from(default) }))
        },
    )
}
