//! Chapter 1: words, offsets, paragraph breaks and canonical text.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use steadlith_reference::text::{Word, canonical_text, decode, is_whitespace, with_line_feeds, words};
use steadlith_reference::unicode::UnicodeVersion;
use unicode_normalization::UnicodeNormalization;

use crate::by_the_book;
use crate::inputs::{text, unicode_version};

fn newest_words(text: &str) -> Vec<Word<'_>> {
    words(text, UnicodeVersion::default())
}

fn as_tuples(words: &[Word<'_>]) -> Vec<by_the_book::Word> {
    words
        .iter()
        .map(|word| (word.text.clone().into_owned(), word.start_offset, word.end_offset, word.paragraph_before))
        .collect()
}

/// NORM-3, NORM-4.
#[test]
fn exactly_the_29_code_points_are_whitespace() {
    assert_eq!(by_the_book::WHITESPACE.len(), 29);
    let found: Vec<u32> = (char::MIN..=char::MAX).filter(|&c| is_whitespace(c)).map(u32::from).collect();
    assert_eq!(found, by_the_book::WHITESPACE);
}

/// NORM-7.
#[test]
fn blank_text_has_no_words() {
    assert!(newest_words("").is_empty());
    assert!(newest_words(" \r\n\u{1C}\u{3000}\n\n").is_empty());
    assert_eq!(canonical_text(&[]), "");
}

/// NORM-5, NORM-8 to NORM-11: a byte order mark, a decomposed letter, a code point of four bytes and CR LF.
#[test]
fn offsets_count_code_points_of_the_original() {
    let words = newest_words("\u{FEFF}Cafe\u{301} \u{1F600}\r\n\0x\u{212B}\u{FB01}");
    assert_eq!(
        as_tuples(&words),
        [
            ("\u{FEFF}Caf\u{E9}".to_owned(), 0, 6, false),
            ("\u{1F600}".to_owned(), 7, 8, false),
            ("\0x\u{C5}\u{FB01}".to_owned(), 10, 14, false),
        ]
    );
}

/// NORM-15 to NORM-18.
#[test]
fn paragraph_breaks_are_two_line_ends_with_blanks_between() {
    for whitespace in
        ["\n\n", "\r\r", "\n\r", "\r\n\r\n", "\r\n\n", "\n \t\u{B}\u{C}\n", "\u{A0}\n\n\u{A0}", "\n\u{A0}\n\n"]
    {
        assert!(newest_words(&format!("a{whitespace}b"))[1].paragraph_before, "{whitespace:?}");
    }
    for whitespace in [
        "\n",
        "\r\n",
        "\n\u{A0}\n",
        "\u{2029}\u{2029}",
        "\u{85}\u{85}",
        "\n\u{2028}\n",
        "\u{B}\u{B}",
        "\u{1C}\n\u{1C}\n",
    ] {
        assert!(!newest_words(&format!("a{whitespace}b"))[1].paragraph_before, "{whitespace:?}");
    }
    assert!(!newest_words("\n\na")[0].paragraph_before);
}

/// NORM-19, NORM-20.
#[test]
fn canonical_text_never_begins_with_a_separator() {
    let words = newest_words("a \t b\n\nc\nd");
    assert_eq!(canonical_text(&words), "a b\n\nc d");
    assert_eq!(canonical_text(&words[2..]), "c d");
    assert_eq!(canonical_text(&words[1..3]), "b\n\nc");
}

/// NORM-2.
#[test]
fn lone_surrogates_and_broken_utf8_are_not_text() {
    assert_eq!(decode("\u{D7FF}\u{E000}\u{10FFFF}".as_bytes()), Ok("\u{D7FF}\u{E000}\u{10FFFF}"));
    for bytes in [
        &b"ab\xED\xA0\x80"[..],        // U+D800
        b"ab\xED\xBF\xBF",             // U+DFFF
        b"ab\xED\xA0\xBD\xED\xB8\x80", // a surrogate pair, each half encoded by itself
        b"ab\xF0\x9F\x98",             // a code point cut short
        b"ab\xC0\x80",                 // U+0000 in two bytes
        b"ab\xF4\x90\x80\x80",         // U+110000
    ] {
        assert_eq!(decode(bytes).map_err(|error| error.valid_up_to()), Err(2), "{bytes:?}");
    }
}

proptest! {
    /// NORM-6, NORM-8 to NORM-12: between the words stands only whitespace, and each word is the NFC of what its
    /// offsets slice out of the original.
    #[test]
    fn words_tile_the_text(text in text()) {
        let original: Vec<char> = text.chars().collect();
        let mut last_end = 0;
        for (index, word) in newest_words(&text).iter().enumerate() {
            let separator = &original[last_end..word.start_offset];
            prop_assert!(index == 0 || !separator.is_empty());
            prop_assert!(separator.iter().all(|&c| is_whitespace(c)));
            let spelling = &original[word.start_offset..word.end_offset];
            prop_assert!(!spelling.is_empty() && !spelling.iter().any(|&c| is_whitespace(c)));
            prop_assert_eq!(spelling.iter().copied().nfc().collect::<String>(), word.text.as_ref());
            last_end = word.end_offset;
        }
        prop_assert!(original[last_end..].iter().all(|&c| is_whitespace(c)));
    }

    /// NORM-4 to NORM-18.
    #[test]
    fn words_are_those_of_the_slow_formulation(text in text(), unicode in unicode_version()) {
        let words = words(&text, unicode);
        let slow = by_the_book::words(&text, unicode);
        prop_assert_eq!(canonical_text(&words), by_the_book::canonical_text(&slow));
        prop_assert_eq!(as_tuples(&words), slow);
    }

    /// NORM-1: any text at all, not only the crafted ones.
    #[test]
    fn words_of_any_text_are_those_of_the_slow_formulation(text in any::<String>(), unicode in unicode_version()) {
        prop_assert_eq!(as_tuples(&words(&text, unicode)), by_the_book::words(&text, unicode));
    }

    /// NORM-15 to NORM-18: every short run of what breaks are made of.
    #[test]
    fn paragraph_breaks_are_those_of_the_slow_formulation(
        run in vec(select(vec!['\n', '\r', '\t', '\u{B}', '\u{C}', ' ', '\u{A0}', '\u{85}', '\u{2029}', '\u{1C}']), 1..7),
    ) {
        let run = String::from_iter(run);
        prop_assert_eq!(with_line_feeds(&run).collect::<String>(), run.replace("\r\n", "\n").replace('\r', "\n"));
        let text = format!("a{run}b");
        prop_assert_eq!(newest_words(&text)[1].paragraph_before, by_the_book::holds_paragraph_break(&run));
    }

    /// NORM-19: the words of a canonical text are the words it was made of, in the same paragraphs.
    #[test]
    fn canonical_text_is_a_fixed_point(text in text(), unicode in unicode_version()) {
        let before = words(&text, unicode);
        let canonical = canonical_text(&before);
        let after = words(&canonical, unicode);
        prop_assert_eq!(canonical_text(&after), canonical.as_str());
        let kept = |words: &[Word<'_>]| -> Vec<(String, bool)> {
            words.iter().map(|word| (word.text.clone().into_owned(), word.paragraph_before)).collect()
        };
        prop_assert_eq!(kept(&after), kept(&before));
    }
}
