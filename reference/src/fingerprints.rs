//! Symbols of words and rolling fingerprints (chapter 4, fingerprints).

use std::collections::HashMap;

use crate::text::Word;

/// The base of the polynomial (FP-5).
pub const BASE: u64 = 0x100_0000_01B3;

/// The BLAKE2b personalization of a symbol, padded with zero bytes to 16; there is no key and no salt (FP-2).
const PERSONALIZATION: &[u8; 16] = b"cairn-word-v1\0\0\0";

/// The symbol of a word: an 8-byte BLAKE2b digest (FP-1) over its [`symbol_input`], read as a big-endian
/// integer (FP-4).
#[must_use]
pub fn symbol(word: &str, paragraph_before: bool) -> u64 {
    let digest = blake2b_simd::Params::new()
        .hash_length(8)
        .personal(PERSONALIZATION)
        .hash(&symbol_input(word, paragraph_before));
    digest.as_bytes().iter().fold(0, |symbol, &byte| symbol << 8 | u64::from(byte))
}

/// What is hashed for a symbol: `P` if a paragraph break stands before the word, else `W`, then the normalised word
/// (FP-3).
#[must_use]
pub fn symbol_input(word: &str, paragraph_before: bool) -> Vec<u8> {
    let marker = if paragraph_before { b'P' } else { b'W' };
    [&[marker], word.as_bytes()].concat()
}

/// The symbols of a document's words. A word keeps its marker wherever a chunk starts (FP-7). Each distinct word is
/// hashed once.
#[must_use]
pub fn symbols(words: &[Word<'_>]) -> Vec<u64> {
    let mut known = HashMap::new();
    words
        .iter()
        .map(|word| {
            *known
                .entry((word.text.as_ref(), word.paragraph_before))
                .or_insert_with(|| symbol(&word.text, word.paragraph_before))
        })
        .collect()
}

/// The fingerprint at every position 0..=n of a document of n words, `None` where fewer than `window_words` words
/// precede it (FP-8).
///
/// It rolls over the whole document and knows nothing of chunks (FP-6). Arithmetic is modulo 2^64 (FP-5).
#[must_use]
pub fn fingerprints(symbols: &[u64], window_words: u64) -> Vec<Option<u64>> {
    let mut fingerprints = vec![None; symbols.len() + 1];
    let window = match usize::try_from(window_words) {
        Ok(window) if window <= symbols.len() => window,
        _ => return fingerprints,
    };
    let leaving_factor = factor(window);
    let mut fingerprint = 0_u64;
    for (index, &entering) in symbols.iter().enumerate() {
        fingerprint = fingerprint.wrapping_mul(BASE).wrapping_add(entering);
        if index >= window {
            fingerprint = fingerprint.wrapping_sub(symbols[index - window].wrapping_mul(leaving_factor));
        }
        if index + 1 >= window {
            fingerprints[index + 1] = Some(fingerprint);
        }
    }
    fingerprints
}

/// The base to a power, modulo 2^64: what the symbol of a word counts with `power` words of the window behind it.
#[must_use]
pub fn factor(power: usize) -> u64 {
    (0..power).fold(1, |factor, _| factor.wrapping_mul(BASE))
}

/// The number of low bits of a fingerprint that are zero, up to 64.
#[must_use]
pub fn zero_bits(fingerprint: u64) -> u32 {
    fingerprint.trailing_zeros()
}

/// Whether the low `bits` bits (1 to 63) of a fingerprint are all zero (FP-9).
#[must_use]
pub fn matches(fingerprint: u64, bits: u64) -> bool {
    u64::from(zero_bits(fingerprint)) >= bits
}
