//! Chapter 4: symbols and rolling fingerprints.

use proptest::collection::vec;
use proptest::prelude::*;
use steadlith_reference::fingerprints::{
    BASE, factor, fingerprints, matches, symbol, symbol_input, symbols, zero_bits,
};
use steadlith_reference::text::words;
use steadlith_reference::unicode::UnicodeVersion;

use crate::by_the_book;
use crate::inputs::text;

/// FP-1 to FP-4, computed with the BLAKE2b of Python's standard library.
#[test]
fn symbols_are_personalised_eight_byte_digests() {
    for (word, plain, paragraph) in [
        ("alpha", 0x3a90_e9b7_3268_df47, 0x9711_b488_1774_4278),
        ("beta", 0x679f_52b4_1382_f6db, 0x2cf1_46fa_ce6a_8d52),
        ("a", 0xbe28_4b6f_1f4e_0fef, 0x320e_178d_38d4_53a0_u64),
        ("\u{E9}", 0x4f51_c73a_d635_e64a, 0xb064_b57a_e4de_708a),
        ("\u{1F600}", 0x15d5_2866_ec64_8a11, 0x71fb_f997_deb1_a419),
        (".\"", 0x7da0_7ec5_81b4_147d, 0xff8b_97c5_5eb8_5365),
    ] {
        assert_eq!(symbol(word, false), plain, "{word}");
        assert_eq!(symbol(word, true), paragraph, "{word} at a paragraph break");
    }
}

/// FP-3.
#[test]
fn the_input_of_a_symbol_is_a_marker_and_the_word() {
    assert_eq!(symbol_input("\u{E9}P", false), b"W\xC3\xA9P");
    assert_eq!(symbol_input("\u{E9}P", true), b"P\xC3\xA9P");
}

/// FP-5: powers of the base modulo 2^64.
#[test]
fn factors_are_powers_of_the_base() {
    assert_eq!(BASE, 1_099_511_628_211);
    let mut power = 1_u128;
    for exponent in 0..100 {
        assert_eq!(u128::from(factor(exponent)), power, "{exponent}");
        power = power * 1_099_511_628_211 % (1 << 64);
    }
}

#[test]
fn zero_bits_are_counted_from_below() {
    assert_eq!([0, 1, 2, 12, 1 << 63].map(zero_bits), [64, 0, 1, 2, 63]);
}

fn of_text(text: &str, window_words: u64) -> Vec<Option<u64>> {
    fingerprints(&symbols(&words(text, UnicodeVersion::default())), window_words)
}

/// FP-5, FP-7, FP-8: the published example, and one by steadlith 1.0.1 in which the window leaves its first word.
#[test]
fn fingerprints_of_known_texts() {
    assert_eq!(
        of_text("alpha beta\n\ngamma delta", 2),
        [None, None, Some(0x54bb_bbfe_bbb6_5c80), Some(0xcea7_d484_16cb_624f), Some(0x42fd_c201_c355_05be)]
    );
    assert_eq!(
        of_text("a b c d\n\ne a b c", 3)[3..],
        [
            0x1f68_96f5_cb68_a30a,
            0x7d31_6003_af93_ead5,
            0x0edb_1411_c926_646e,
            0x568a_b48e_5a8a_81fb,
            0x6082_97f9_fd9b_3c60,
            0x1f68_96f5_cb68_a30a_u64,
        ]
        .map(Some)
    );
}

/// FP-8.
#[test]
fn a_window_larger_than_the_document_gives_no_fingerprint() {
    assert_eq!(of_text("", 1), [None]);
    assert_eq!(of_text("a b", 3), [None, None, None]);
    assert!(of_text("a b", 2)[2].is_some());
    for window_words in [1 << 32, (1 << 53) - 1, u64::MAX] {
        assert_eq!(of_text("a b", window_words), [None, None, None]);
    }
}

/// FP-9.
#[test]
fn a_mask_asks_for_low_zero_bits() {
    for bits in 1..=63 {
        assert!(matches(0, bits));
        assert!(matches(1 << bits, bits));
        assert!(matches(u64::MAX << bits, bits));
        assert!(!matches(1 << (bits - 1), bits));
        assert!(!matches(u64::MAX << (bits - 1), bits));
    }
}

proptest! {
    /// FP-5, FP-6, FP-8.
    #[test]
    fn rolling_equals_the_polynomial(symbols in vec(any::<u64>(), 0..40), window in 1_usize..12) {
        prop_assert_eq!(fingerprints(&symbols, window as u64), by_the_book::fingerprints(&symbols, window));
    }

    /// FP-3, FP-7: a symbol depends on the word and its own paragraph break, not on where it stands.
    #[test]
    fn symbols_are_those_of_the_single_words(text in text()) {
        let words = words(&text, UnicodeVersion::default());
        let single: Vec<u64> = words.iter().map(|word| symbol(&word.text, word.paragraph_before)).collect();
        prop_assert_eq!(symbols(&words), single);
    }
}
