//! Wrong symbols of words.

use std::collections::HashMap;

use blake2::digest::consts::{U8, U64};
use blake2::digest::{FixedOutput, Update};
use blake2::{Blake2bMac, Blake2sMac};
use sha2::{Digest as _, Sha256};

use super::super::fault::Switch;
use super::super::faults::symbol as fault;
use super::super::fingerprint::{PERSONALIZATION, symbol};
use super::super::text::Word;

/// What is hashed for a word.
pub(in crate::model) fn message(word: &Word, on: Switch) -> Vec<u8> {
    let is = |fault| on.has(fault);
    let paragraph = word.paragraph && !is(&fault::MARKER_ALWAYS_W);
    let marker = match paragraph != is(&fault::MARKERS_SWAPPED) {
        true if is(&fault::MARKERS_LOWER_CASE) => b'p',
        false if is(&fault::MARKERS_LOWER_CASE) => b'w',
        true if is(&fault::MARKERS_AS_NUMBERS) => 1,
        false if is(&fault::MARKERS_AS_NUMBERS) => 0,
        true => b'P',
        false => b'W',
    };
    let text = spelled(word, on);
    let marker = [marker];
    let marker: &[u8] = if is(&fault::MARKER_MISSING) { &[] } else { &marker };
    if is(&fault::MARKER_LAST) {
        return [&text, marker].concat();
    }
    if is(&fault::MARKER_SEPARATED) {
        return [marker, b":", &text].concat();
    }
    [marker, &text].concat()
}

/// The bytes of a word in a symbol.
fn spelled(word: &Word, on: Switch) -> Vec<u8> {
    let is = |fault| on.has(fault);
    let bytes = word.text.as_bytes();
    if is(&fault::SYMBOL_RAW_WORD)
        && let Some(given) = &word.given
    {
        return given.word.as_bytes().to_vec();
    }
    if is(&fault::SYMBOL_UTF16) {
        return word.text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    if is(&fault::SYMBOL_CESU8) {
        return word.text.encode_utf16().flat_map(unit_in_utf8).collect();
    }
    if is(&fault::SYMBOL_MODIFIED_UTF8) {
        return word.text.chars().flat_map(point_in_modified_utf8).collect();
    }
    if is(&fault::SYMBOL_LATIN1) {
        let byte = |point| u8::try_from(u32::from(point)).unwrap_or(b'?');
        return word.text.chars().map(byte).collect();
    }
    if is(&fault::SYMBOL_NUL_ENDS) {
        return bytes.split(|&byte| byte == 0).next().unwrap_or_default().to_vec();
    }
    if is(&fault::SYMBOL_WITH_NEWLINE) {
        return [bytes, b"\n"].concat();
    }
    if is(&fault::SYMBOL_ONE_BLOCK) {
        return bytes[..bytes.len().min(127)].to_vec();
    }
    if is(&fault::SYMBOL_CASE_FOLDED) {
        return word.text.to_lowercase().into_bytes();
    }
    bytes.to_vec()
}

/// A UTF-16 unit in the bytes of UTF-8, even if it is half of a pair.
fn unit_in_utf8(unit: u16) -> Vec<u8> {
    let tail = |shift: u16| 0x80 | (unit >> shift & 0x3F) as u8;
    match unit {
        0..0x80 => vec![unit as u8],
        0x80..0x800 => vec![0xC0 | (unit >> 6) as u8, tail(0)],
        _ => vec![0xE0 | (unit >> 12) as u8, tail(6), tail(0)],
    }
}

fn point_in_modified_utf8(point: char) -> Vec<u8> {
    if point == '\0' {
        return vec![0xC0, 0x80];
    }
    point.to_string().into_bytes()
}

/// The number that a faulty implementation makes of a message; `None` if it hashes it as v1
/// does.
pub(in crate::model) fn digest(message: &[u8], on: Switch) -> Option<u64> {
    if !on.any() {
        return None;
    }
    let is = |fault| on.has(fault);
    let right = || super::super::fingerprint::digest(message, PERSONALIZATION);
    if is(&fault::SYMBOL_LITTLE_ENDIAN) {
        return Some(right().swap_bytes());
    }
    if is(&fault::SYMBOL_LOW_HALF) {
        return Some(right() & 0xFFFF_FFFF);
    }
    if is(&fault::SYMBOL_63_BIT) {
        return Some(right() & (u64::MAX >> 1));
    }
    if is(&fault::SYMBOL_SIGN_EXTENDED) {
        let bytes = right().to_be_bytes();
        return Some(bytes.iter().fold(0, |value, &byte| value << 8 | (byte as i8) as u64));
    }
    if is(&fault::SYMBOL_SHA256) {
        return first_eight(&Sha256::digest(message));
    }
    if is(&fault::SYMBOL_FNV) {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        return Some(message.iter().fold(0xCBF2_9CE4_8422_2325, step));
    }
    if is(&fault::SYMBOL_LONG_DIGEST) {
        let mut hash = Blake2bMac::<U64>::new_with_salt_and_personal(None, &[], PERSONALIZATION).ok()?;
        hash.update(message);
        return first_eight(&hash.finalize_fixed());
    }
    if is(&fault::SYMBOL_BLAKE2S) {
        let mut hash = Blake2sMac::<U8>::new_with_salt_and_personal(None, &[], b"cairn-wo").ok()?;
        hash.update(message);
        return first_eight(&hash.finalize_fixed());
    }
    keyed(message, on)
}

/// The digest with other parameters of the hash.
fn keyed(message: &[u8], on: Switch) -> Option<u64> {
    let is = |fault| on.has(fault);
    let (key, salt, personalization): (Option<&[u8]>, &[u8], &[u8]) = if is(&fault::PERSONALIZATION_AS_KEY) {
        (Some(PERSONALIZATION), &[], &[])
    } else if is(&fault::PERSONALIZATION_AS_SALT) {
        (None, PERSONALIZATION, &[])
    } else if is(&fault::PERSONALIZATION_MISSING) || is(&fault::PERSONALIZATION_AS_PREFIX) {
        (None, &[], &[])
    } else if is(&fault::PERSONALIZATION_SPACES) {
        (None, &[], b"cairn-word-v1   ")
    } else if is(&fault::PERSONALIZATION_RIGHT_ALIGNED) {
        (None, &[], b"\0\0\0cairn-word-v1")
    } else if is(&fault::PERSONALIZATION_RENAMED) {
        (None, &[], b"steadlith-word-v")
    } else {
        return None;
    };
    let mut hash = Blake2bMac::<U8>::new_with_salt_and_personal(key, salt, personalization).ok()?;
    if is(&fault::PERSONALIZATION_AS_PREFIX) {
        hash.update(PERSONALIZATION);
    }
    hash.update(message);
    first_eight(&hash.finalize_fixed())
}

fn first_eight(digest: &[u8]) -> Option<u64> {
    digest.first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
}

/// Symbols that depend on other words; `None` if no fault of this kind is on.
pub(in crate::model) fn confused(words: &[Word], on: Switch) -> Option<Vec<u64>> {
    if on.has(&fault::SYMBOL_CACHED_WITHOUT_MARKER) {
        let mut cache = HashMap::new();
        let cached = |word: &Word| *cache.entry(word.text.clone()).or_insert_with(|| symbol(word, on));
        return Some(words.iter().map(cached).collect());
    }
    if on.has(&fault::SYMBOL_CACHED_BY_HASH_CODE) {
        let step = |code: u32, unit| code.wrapping_mul(31).wrapping_add(u32::from(unit));
        let code = |word: &Word| (word.paragraph, word.text.encode_utf16().fold(0, step));
        let mut cache = HashMap::new();
        let cached = |word: &Word| *cache.entry(code(word)).or_insert_with(|| symbol(word, on));
        return Some(words.iter().map(cached).collect());
    }
    if let Some(key) = cache_key(on) {
        let mut cache = HashMap::new();
        let cached = |word: &Word| *cache.entry(key(word)).or_insert_with(|| symbol(word, on));
        return Some(words.iter().map(cached).collect());
    }
    if on.has(&fault::SYMBOL_BUFFER_TAIL) {
        return Some(with_buffer_tail(words, on));
    }
    if on.has(&fault::MARKER_BEFORE_BREAK) {
        let next = words.iter().skip(1).map(|word| word.paragraph).chain([false]);
        let moved = words.iter().zip(next).map(|(word, paragraph)| Word { paragraph, ..word.clone() });
        return Some(moved.map(|word| symbol(&word, on)).collect());
    }
    None
}

/// Marker, length and characters of a word.
type Key = (bool, usize, Vec<char>);

/// A key that words share which are long and differ in a place that it leaves out.
fn cache_key(on: Switch) -> Option<fn(&Word) -> Key> {
    fn key(word: &Word, first: usize, last: usize) -> Key {
        let points: Vec<char> = word.text.chars().collect();
        let beginning = points.iter().take(first);
        let end = points.iter().rev().take(last);
        (word.paragraph, points.len(), beginning.chain(end).copied().collect())
    }
    let is = |fault| on.has(fault);
    Some(if is(&fault::SYMBOL_CACHED_BY_BEGINNING) {
        |word| key(word, 1024, 0)
    } else if is(&fault::SYMBOL_CACHED_BY_END) {
        |word| key(word, 0, 1024)
    } else if is(&fault::SYMBOL_CACHED_BY_BOTH_ENDS) {
        |word| key(word, 512, 512)
    } else {
        return None;
    })
}

/// Symbols over a buffer in which a shorter word leaves the end of a longer one.
fn with_buffer_tail(words: &[Word], on: Switch) -> Vec<u64> {
    let mut buffer: Vec<u8> = Vec::new();
    let mut filled = |word: &Word| {
        let message = message(word, on);
        let tail = buffer.split_off(message.len().min(buffer.len()));
        buffer = [message, tail].concat();
        super::super::fingerprint::digest(&buffer, PERSONALIZATION)
    };
    words.iter().map(&mut filled).collect()
}
