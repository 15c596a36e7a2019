//! Wrong windows, wrong arithmetic and wrong masks.

use serde_json::{Value, json};

use super::super::fault::Switch;
use super::super::faults::fingerprint as fault;
use super::super::fingerprint::{BASE, windows as right};
use super::super::text::Word;

const MERSENNE_61: u128 = (1 << 61) - 1;

type Fingerprints = Vec<Option<u64>>;

/// The fingerprints of a faulty implementation; `None` if no fault of this kind is on.
pub(in crate::model) fn windows(symbols: &[u64], words: &[Word], window: u64, on: Switch) -> Option<Fingerprints> {
    let is = |fault| on.has(fault);
    if is(&fault::WINDOW_PLUS_ONE) {
        return Some(right(symbols, window.saturating_add(1)));
    }
    if is(&fault::WINDOW_MINUS_ONE) {
        return Some(right(symbols, window.saturating_sub(1).max(1)));
    }
    if is(&fault::WINDOW_AT_MOST_64) {
        return Some(right(symbols, window.min(64)));
    }
    if is(&fault::WINDOW_16_BIT) {
        return Some(right(symbols, (window & 0xFFFF).max(1)));
    }
    if is(&fault::WINDOW_SHORT_DOCUMENT) {
        return Some(right(symbols, window.min(symbols.len().max(1) as u64)));
    }
    if is(&fault::WINDOW_RESET_AT_PARAGRAPH) {
        return Some(by_paragraph(symbols, words, window));
    }
    shifted(symbols, window, on).or_else(|| {
        let evaluate = arithmetic(on)?;
        let width = usize::try_from(window).unwrap_or(usize::MAX);
        let ends = 0..=symbols.len();
        Some(ends.map(|end| Some(evaluate(symbols, end.checked_sub(width)?, end))).collect())
    })
}

/// Fingerprints at other positions than their own.
fn shifted(symbols: &[u64], window: u64, on: Switch) -> Option<Fingerprints> {
    let is = |fault| on.has(fault);
    let mut entries = right(symbols, window);
    if is(&fault::FIRST_WINDOW_MISSED) {
        if let Some(first) = entries.iter_mut().find(|entry| entry.is_some()) {
            *first = None;
        }
    } else if is(&fault::ENTRY_LATE) {
        entries.insert(0, None);
        entries.pop();
    } else if is(&fault::ENTRY_EARLY) {
        entries.remove(0);
        entries.push(None);
    } else if is(&fault::ENTRY_ZERO_MISSING) {
        entries.remove(0);
    } else if is(&fault::ENTRY_LAST_MISSING) {
        entries.pop();
    } else if is(&fault::PARTIAL_WINDOWS) {
        let width = usize::try_from(window).unwrap_or(usize::MAX);
        let early = 1..entries.len().min(width);
        early.for_each(|end| entries[end] = Some(polynomial(symbols, 0, end)));
    } else if is(&fault::WINDOW_RESET_IN_BATCHES) {
        for (end, entry) in entries.iter_mut().enumerate().skip(4097) {
            let filled = (end - 1) % 4096 + 1;
            *entry = entry.filter(|_| filled as u64 >= window);
        }
    } else if is(&fault::ZERO_IS_NONE) {
        entries.iter_mut().for_each(|entry| *entry = entry.filter(|&value| value != 0));
    } else {
        return None;
    }
    Some(entries)
}

/// Windows that begin anew at each paragraph.
fn by_paragraph(symbols: &[u64], words: &[Word], window: u64) -> Fingerprints {
    let mut entries = right(symbols, window);
    let mut filled = 0;
    for (index, word) in words.iter().enumerate() {
        filled = if word.paragraph { 1 } else { filled + 1 };
        if filled < window {
            entries[index + 1] = None;
        }
    }
    entries
}

type Evaluate = fn(&[u64], usize, usize) -> u64;

/// Wrong evaluations of the window `[start, end)`.
fn arithmetic(on: Switch) -> Option<Evaluate> {
    let is = |fault| on.has(fault);
    Some(if is(&fault::MODULO_2_53) {
        |symbols, start, end| polynomial(symbols, start, end) & ((1 << 53) - 1)
    } else if is(&fault::MODULO_2_63) {
        |symbols, start, end| polynomial(symbols, start, end) & (u64::MAX >> 1)
    } else if is(&fault::MODULO_2_32) {
        |symbols, start, end| polynomial(symbols, start, end) & 0xFFFF_FFFF
    } else if is(&fault::MODULO_PRIME) {
        |symbols, start, end| fold(symbols, start, end, MERSENNE_61)
    } else if is(&fault::MODULO_MAX) {
        |symbols, start, end| fold(symbols, start, end, u128::from(u64::MAX))
    } else if is(&fault::DOUBLE_PRECISION) {
        in_double_precision
    } else if is(&fault::CARRY_LOST) {
        |symbols, start, end| {
            let step = |value: u64, symbol: &u64| without_carry(value.wrapping_mul(BASE), *symbol);
            symbols[start..end].iter().fold(0, step)
        }
    } else if is(&fault::BASE_32_BIT) {
        |symbols, start, end| with_base(&symbols[start..end], 0x0100_0193)
    } else if is(&fault::BASE_MISTYPED) {
        |symbols, start, end| with_base(&symbols[start..end], 0x100_0000_01B5)
    } else if is(&fault::POWERS_REVERSED) {
        |symbols, start, end| {
            let reversed: Vec<u64> = symbols[start..end].iter().rev().copied().collect();
            with_base(&reversed, BASE)
        }
    } else if is(&fault::POWER_ONE_MORE) {
        |symbols, start, end| polynomial(symbols, start, end).wrapping_mul(BASE)
    } else if is(&fault::SUM_WITHOUT_POWERS) {
        |symbols, start, end| with_base(&symbols[start..end], 1)
    } else if is(&fault::EXCLUSIVE_OR) {
        |symbols, start, end| symbols[start..end].iter().fold(0, |value, symbol| value.wrapping_mul(BASE) ^ symbol)
    } else if is(&fault::OLDEST_NOT_REMOVED) {
        |symbols, _, end| polynomial(symbols, 0, end)
    } else if is(&fault::OLDEST_REMOVED_LATE) {
        // What is left of the word that leaves: it was removed before its last multiplication.
        |symbols, start, end| {
            let left = start.checked_sub(1).map_or(0, |before| symbols[before]);
            polynomial(symbols, start, end).wrapping_sub(left)
        }
    } else {
        return None;
    })
}

fn without_carry(one: u64, other: u64) -> u64 {
    let low = (one as u32).wrapping_add(other as u32);
    let high = ((one >> 32) as u32).wrapping_add((other >> 32) as u32);
    u64::from(high) << 32 | u64::from(low)
}

fn polynomial(symbols: &[u64], start: usize, end: usize) -> u64 {
    with_base(&symbols[start..end], BASE)
}

fn with_base(symbols: &[u64], base: u64) -> u64 {
    symbols.iter().fold(0, |value, symbol| value.wrapping_mul(base).wrapping_add(*symbol))
}

fn fold(symbols: &[u64], start: usize, end: usize, modulus: u128) -> u64 {
    let step = |value, symbol: &u64| (value * u128::from(BASE) + u128::from(*symbol)) % modulus;
    symbols[start..end].iter().fold(0, step) as u64
}

/// The remainders modulo 2^64 of products and sums that lost their low bits.
fn in_double_precision(symbols: &[u64], start: usize, end: usize) -> u64 {
    let modulus = 18_446_744_073_709_551_616.0_f64;
    let step = |value: f64, symbol: &u64| (value * BASE as f64 + *symbol as f64) % modulus;
    symbols[start..end].iter().fold(0.0, step) as u64
}

/// What a faulty mask says; `None` if no fault of this kind is on.
pub(in crate::model) fn matches(value: u64, bits: u64, on: Switch) -> Option<bool> {
    if !on.any() {
        return None;
    }
    let is = |fault| on.has(fault);
    let low = |bits: u64| u64::MAX.checked_shr(64_u32.saturating_sub(bits as u32)).unwrap_or(0);
    Some(if is(&fault::MATCH_HIGH_BITS) {
        u64::from(value.leading_zeros()) >= bits
    } else if is(&fault::MATCH_ALL_ONES) {
        u64::from(value.trailing_ones()) >= bits
    } else if is(&fault::MATCH_ONE_MORE) {
        value & low(bits + 1) == 0
    } else if is(&fault::MATCH_ONE_LESS) {
        value & low(bits.saturating_sub(1)) == 0
    } else if is(&fault::MATCH_SINGLE_BIT) {
        value & 1_u64.wrapping_shl(bits as u32) == 0
    } else if is(&fault::MATCH_LOW_BITS_ONE) {
        value & low(bits) == 1
    } else if is(&fault::MATCH_NOT_ZERO) {
        value & low(bits) != 0
    } else if is(&fault::MATCH_SHIFT_MODULO_32) {
        value & low(bits % 32) == 0
    } else if is(&fault::MATCH_DOUBLE_PRECISION) {
        value as f64 % 2.0_f64.powi(bits.min(64) as i32) == 0.0
    } else if is(&fault::MATCH_SIGNED_SHIFT) && bits == 31 {
        value & !(1 << 31) == 0
    } else if is(&fault::MATCH_MASK_AS_DOUBLE) && bits > 53 {
        value & 1_u64.checked_shl(bits as u32).unwrap_or(0) == 0
    } else if is(&fault::MATCH_ZEROS_AT_MOST_32) {
        u64::from(value.trailing_zeros().min(32)) >= bits
    } else if is(&fault::MATCH_ZERO_NEVER) {
        value != 0 && value & low(bits) == 0
    } else {
        value & low(bits.min(widest(on)?)) == 0
    })
}

/// The most bits that a faulty mask has.
fn widest(on: Switch) -> Option<u64> {
    let widths = [
        (&fault::MATCH_MASK_16, 16),
        (&fault::MATCH_MASK_31, 31),
        (&fault::MATCH_MASK_32, 32),
        (&fault::MATCH_MASK_53, 53),
        (&fault::MATCH_MASK_62, 62),
    ];
    widths.into_iter().find(|(fault, _)| on.has(fault)).map(|(_, width)| width)
}

/// A fingerprint as a faulty implementation writes it.
pub(in crate::model) fn shown(fingerprint: Option<u64>, on: Switch) -> Option<Value> {
    if !on.any() {
        return None;
    }
    let is = |fault| on.has(fault);
    match fingerprint {
        None if is(&fault::NONE_AS_ZERO) => Some(json!("0000000000000000")),
        None if is(&fault::NONE_AS_EMPTY) => Some(json!("")),
        Some(value) if is(&fault::HEX_UNPADDED) => Some(json!(format!("{value:x}"))),
        Some(value) if is(&fault::HEX_UPPER_CASE) => Some(json!(format!("{value:016X}"))),
        Some(value) if is(&fault::HEX_PREFIXED) => Some(json!(format!("{value:#018x}"))),
        Some(value) if is(&fault::DECIMAL) => Some(json!(value.to_string())),
        Some(value) if is(&fault::SIGNED_HEX) && value > u64::MAX >> 1 => {
            Some(json!(format!("-{:016x}", value.wrapping_neg())))
        }
        _ => None,
    }
}
