//! Chapter 1, normalisation, and the annex of Unicode versions.

use std::collections::BTreeMap;

use proptest::prelude::*;
use steadlith_reference::chunker::chunk;
use steadlith_reference::params::Params;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::{UnicodeVersion, nfc, normalization_since};
use unicode_normalization::{UNICODE_VERSION, UnicodeNormalization};

use crate::by_the_book;
use crate::inputs::{raw_word, unicode_version};

/// The newest version must be the one whose tables the reference is built with: with newer tables it would speak of a
/// version that it does not follow.
#[test]
fn the_newest_version_is_that_of_the_tables() {
    let (major, minor, _) = UNICODE_VERSION;
    assert_eq!(UnicodeVersion::default().as_str(), format!("{major}.{minor}"));
    assert_eq!(UnicodeVersion::ALL.last(), Some(&UnicodeVersion::default()));
}

#[test]
fn the_annex_lists_166_code_points() {
    let mut counts = [0; 6];
    (char::MIN..=char::MAX).for_each(|c| counts[normalization_since(c) as usize] += 1);
    assert_eq!(counts[1..], [40, 10, 48, 34, 34]);
    assert_eq!(counts[1..].iter().sum::<usize>(), 166);
}

#[test]
fn every_code_point_has_the_version_of_the_annex() {
    let annex = by_the_book::DRIFT.iter().flat_map(|&(first, last, version)| (first..=last).map(move |c| (c, version)));
    let annex: BTreeMap<char, UnicodeVersion> = annex.collect();
    let since = (char::MIN..=char::MAX).map(|c| (c, normalization_since(c)));
    let listed: BTreeMap<char, UnicodeVersion> =
        since.filter(|&(_, version)| version != UnicodeVersion::V13_0).collect();
    assert_eq!(listed, annex);
}

#[test]
fn versions_are_named_and_read() {
    let names = UnicodeVersion::ALL.map(|version| version.to_string());
    assert_eq!(names, ["13.0", "14.0", "15.0", "16.0", "17.0", "18.0"]);
    for version in UnicodeVersion::ALL {
        assert_eq!(UnicodeVersion::parse(version.as_str()), Some(version));
    }
    for spelling in ["15", "15.0", "15.1", "15.1.0", "15.0.0"] {
        assert_eq!(UnicodeVersion::parse(spelling), Some(UnicodeVersion::V15_0), "{spelling}");
    }
    for spelling in ["", "12.1", "19.0", "x", "15.", ".15", "15.x", "15.1.", "v15", "15 ", "+15", "15.+1", "-15", "271"]
    {
        assert_eq!(UnicodeVersion::parse(spelling), None, "{spelling:?}");
    }
}

/// NORM-11: a singleton, a composition exclusion, reordering, Hangul, and no compatibility mapping.
#[test]
fn nfc_of_stable_words() {
    for (word, normalised) in [
        ("\u{212B}", "\u{C5}"),
        ("\u{958}", "\u{915}\u{93C}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ("\u{FB01}", "\u{FB01}"),
    ] {
        for version in UnicodeVersion::ALL {
            assert_eq!(nfc(word, version), normalised, "{word:?} in {version}");
        }
    }
}

/// NORM-14: one word for each version, which keeps the accent apart until the mark before it is known.
#[test]
fn nfc_composes_across_a_mark_from_its_version_on() {
    for mark in ['\u{1DFA}', '\u{10EFD}', '\u{1E5EF}', '\u{10EFA}', '\u{5C8}'] {
        let word = format!("a{mark}\u{301}");
        let composed = word.nfc().collect::<String>();
        assert_ne!(composed, word);
        for version in UnicodeVersion::ALL {
            let expected = if version >= normalization_since(mark) { &composed } else { &word };
            assert_eq!(nfc(&word, version), expected.as_str(), "U+{:04X} in {version}", u32::from(mark));
        }
    }
}

/// NORM-13: what steadlith 1.0.1 answers on Python 3.10 to 3.13.
#[test]
fn the_chunk_hash_follows_the_unicode_version() -> Result<(), Box<dyn std::error::Error>> {
    let text = "a\u{1DFA}\u{301} a\u{10EFD}\u{301} a\u{897}\u{301} a\u{5C8}\u{301} \u{B47}\u{B56} q\u{307}\u{323}";
    for (version, hash) in [
        (UnicodeVersion::V13_0, "80dfa57727eea15d564315a86ba32259c9240acaa45bb671fef3ebf781ffac55"),
        (UnicodeVersion::V14_0, "4bb0cf689ef893a94b3388bbac342ebe2ce641bacccd52895e411d464f2a39ee"),
        (UnicodeVersion::V15_0, "959d8aaa1665b91670cb63b36ba2138b887d54181db81613cad725b99d521262"),
    ] {
        let chunking = chunk(text, &Params::default(), &Tokenizer::Words, version)?;
        assert_eq!(chunking.chunks[0].chunk_hash, hash, "{version}");
    }
    Ok(())
}

proptest! {
    /// NORM-11.
    #[test]
    fn the_newest_version_is_plain_nfc(word in raw_word()) {
        let plain: String = word.nfc().collect();
        prop_assert_eq!(nfc(&word, UnicodeVersion::default()), plain);
    }

    /// NORM-14.
    #[test]
    fn every_version_is_that_of_the_slow_formulation(word in raw_word(), version in unicode_version()) {
        prop_assert_eq!(nfc(&word, version), by_the_book::nfc_as_of(&word, version));
    }

    /// NORM-13: text without the code points of the annex has one identity everywhere.
    #[test]
    fn words_without_drift_do_not_depend_on_the_version(word in raw_word(), version in unicode_version()) {
        let stable: String = word.chars().filter(|&c| by_the_book::drift_version(c).is_none()).collect();
        let plain: String = stable.nfc().collect();
        prop_assert_eq!(nfc(&stable, version), plain);
    }

    #[test]
    fn nfc_is_idempotent_in_every_version(word in raw_word(), version in unicode_version()) {
        let once = nfc(&word, version).into_owned();
        prop_assert_eq!(nfc(&once, version), once.as_str());
    }
}
