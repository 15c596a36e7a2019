//! Word symbols and fingerprints (chapter 4), from prefix polynomials of the document.

use blake2::Blake2bMac;
use blake2::digest::consts::U8;
use blake2::digest::{FixedOutput, Update};

use super::fault::Switch;
use super::faults::fingerprint as fault;
use super::text::Word;
use super::wrong;

pub(super) const BASE: u64 = 0x100_0000_01B3;
pub(super) const PERSONALIZATION: &[u8] = b"cairn-word-v1";

/// Fingerprints at the positions 0 to the number of words, over windows of `window` words.
pub(super) fn fingerprints(words: &[Word], window: u64, on: Switch) -> Vec<Option<u64>> {
    let symbols = symbols(words, on);
    if let Some(fingerprints) = wrong::fingerprint::windows(&symbols, words, window, on) {
        return fingerprints;
    }
    windows(&symbols, window)
}

fn symbols(words: &[Word], on: Switch) -> Vec<u64> {
    wrong::symbol::confused(words, on).unwrap_or_else(|| words.iter().map(|word| symbol(word, on)).collect())
}

/// The symbol of a word: marker and text through BLAKE2b with a digest of eight bytes.
pub(super) fn symbol(word: &Word, on: Switch) -> u64 {
    let message = if on.any() { wrong::symbol::message(word, on) } else { message(word) };
    match wrong::symbol::digest(&message, on) {
        Some(digest) => digest,
        None => digest(&message, PERSONALIZATION),
    }
}

fn message(word: &Word) -> Vec<u8> {
    let marker = if word.paragraph { b'P' } else { b'W' };
    [&[marker], word.text.as_bytes()].concat()
}

pub(super) fn digest(message: &[u8], personalization: &[u8]) -> u64 {
    // The constructor refuses only keys, salts and personalizations that are too long.
    let Ok(mut hash) = Blake2bMac::<U8>::new_with_salt_and_personal(None, &[], personalization) else {
        return 0;
    };
    hash.update(message);
    u64::from_be_bytes(hash.finalize_fixed().into())
}

/// Evaluates each window as the difference of two prefix polynomials:
/// `P(i) = P(i-1) * B + symbol(i-1)`, and the window that ends at `i` is `P(i) - P(i-w) * B^w`.
pub(super) fn windows(symbols: &[u64], window: u64) -> Vec<Option<u64>> {
    let mut prefixes = vec![0_u64];
    let mut last = 0_u64;
    for symbol in symbols {
        last = last.wrapping_mul(BASE).wrapping_add(*symbol);
        prefixes.push(last);
    }
    let shift = power(BASE, window);
    let width = usize::try_from(window).unwrap_or(usize::MAX);
    (0..prefixes.len())
        .map(|end| {
            let start = end.checked_sub(width)?;
            Some(prefixes[end].wrapping_sub(prefixes[start].wrapping_mul(shift)))
        })
        .collect()
}

/// `base` to the power of `exponent` modulo 2^64, by squaring.
fn power(base: u64, exponent: u64) -> u64 {
    if exponent == 0 {
        return 1;
    }
    let half = power(base, exponent / 2);
    let square = half.wrapping_mul(half);
    if exponent % 2 == 1 { square.wrapping_mul(base) } else { square }
}

/// Positions whose fingerprint has its low `bits` bits all zero, in ascending order.
pub(super) fn matches(fingerprints: &[Option<u64>], bits: u64, on: Switch) -> Vec<usize> {
    let is_match = |value: u64| match wrong::fingerprint::matches(value, bits, on) {
        Some(answer) => answer,
        None => u64::from(value.trailing_zeros()) >= bits,
    };
    let matched = |at: &usize| fingerprints[*at].is_some_and(is_match);
    let all = 0..fingerprints.len();
    let mut positions: Vec<usize> = all.filter(matched).collect();
    if on.has(&fault::MATCH_AT_END_MISSED) {
        positions.retain(|&at| at + 1 < fingerprints.len());
    }
    positions
}

/// A fingerprint on the wire.
pub(super) fn wire(fingerprint: Option<u64>, on: Switch) -> serde_json::Value {
    match wrong::fingerprint::shown(fingerprint, on) {
        Some(shown) => shown,
        None => fingerprint.map(|value| format!("{value:016x}")).into(),
    }
}
