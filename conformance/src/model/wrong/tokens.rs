//! Counts and sums of tokens that are refused, stored or added wrongly.

use std::collections::HashMap;

use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::Value;

use super::super::fault::Switch;
use super::super::faults::tokens as fault;
use super::super::text::Word;
use super::super::tokens::WORD_TOKENIZER;
use super::spans::has_words;

/// The table of a counter as it is kept.
pub(in crate::model) fn table(table: HashMap<String, Value>, on: Switch) -> HashMap<String, Value> {
    if !on.has(&fault::COUNTER_TABLE_NORMALIZED) {
        return table;
    }
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let mut entries: Vec<(String, Value)> = table.into_iter().collect();
    // Of two spellings the same one has to win every time.
    entries.sort_by(|(one, _), (other, _)| other.cmp(one));
    entries.into_iter().map(|(word, count)| (nfc.normalize(&word).into_owned(), count)).collect()
}

/// What a faulty implementation makes of a count that is to be refused, if it accepts it.
pub(in crate::model) fn accepted(count: Option<&Value>, on: Switch) -> Option<u64> {
    let is = |fault| on.has(fault);
    if is(&fault::BAD_COUNT_ONE) {
        return Some(1);
    }
    match count? {
        Value::Number(number) => {
            let number = number.as_f64()?;
            if number >= 1.0 && number.fract() == 0.0 && is(&fault::INTEGRAL_COUNT_ONE) {
                return Some(1);
            }
            if number >= 1.0 && number.fract() == 0.0 && is(&fault::INTEGRAL_COUNT_SHOWN) {
                return Some(number as u64);
            }
            if number == 0.0 && is(&fault::COUNT_ZERO_ACCEPTED) {
                return Some(0);
            }
            if number < 1.0 && is(&fault::COUNT_CLAMPED) {
                return Some(1);
            }
            if number < 0.0 && is(&fault::COUNT_NEGATIVE_ACCEPTED) {
                return Some(number.abs() as u64);
            }
            (number >= 1.0 && is(&fault::COUNT_FRACTION_TRUNCATED)).then_some(number as u64)
        }
        Value::Bool(true) => is(&fault::COUNT_BOOLEAN_ACCEPTED).then_some(1),
        Value::String(text) if is(&fault::COUNT_STRING_ACCEPTED) => text.parse().ok(),
        Value::Null => is(&fault::COUNT_NULL_ONE).then_some(1),
        _ => None,
    }
}

/// Writes the sum of tokens with a fraction if a count of the request has one.
pub(in crate::model) fn show_fraction(reply: &mut Value, request: &Value, on: Switch) {
    if !on.has(&fault::INTEGRAL_COUNT_SHOWN) {
        return;
    }
    let counter = &request["token_counter"];
    let listed = counter["counts"].as_array().into_iter().flatten().map(|pair| &pair[1]);
    if listed.chain([&counter["default"]]).any(Value::is_f64) {
        let total = &mut reply["diagnostics"]["total_tokens"];
        *total = total.as_f64().into();
    }
}

/// The count of a word without a counter.
pub(in crate::model) fn default_count(word: &str, on: Switch) -> u64 {
    let count = if on.has(&fault::DEFAULT_COUNTS_CODE_POINTS) {
        word.chars().count()
    } else if on.has(&fault::DEFAULT_COUNTS_FOUR_BYTES) {
        word.len().div_ceil(4)
    } else if on.has(&fault::DEFAULT_COUNTS_PUNCTUATION) {
        1 + word.chars().rev().take_while(char::is_ascii_punctuation).count()
    } else {
        1
    };
    count as u64
}

/// A right count as it is kept.
pub(in crate::model) fn stored(count: u64, on: Switch) -> u64 {
    if !on.any() {
        return count;
    }
    if on.has(&fault::COUNT_8_BIT) {
        return count & 0xFF;
    }
    if on.has(&fault::COUNT_16_BIT) {
        return count.min(0xFFFF);
    }
    count
}

/// A running total as it is kept.
pub(in crate::model) fn stored_sum(total: u64, on: Switch) -> u64 {
    if !on.any() {
        return total;
    }
    if on.has(&fault::SUM_32_BIT) {
        return total & 0xFFFF_FFFF;
    }
    if on.has(&fault::SUM_31_BIT) {
        return total.min(0x7FFF_FFFF);
    }
    if on.has(&fault::SUM_16_BIT) {
        return total & 0xFFFF;
    }
    if on.has(&fault::SUM_SINGLE_PRECISION) {
        return total as f32 as u64;
    }
    total
}

/// The count of a word with what a faulty implementation counts before it.
pub(in crate::model) fn with_separator(count: u64, word: &Word, on: Switch) -> u64 {
    let extra =
        on.has(&fault::BREAKS_COUNTED) && word.paragraph || on.has(&fault::SEPARATORS_COUNTED) && word.start > 0;
    count.saturating_add(u64::from(extra))
}

/// Whether parameters may name another tokenizer without a counter.
pub(in crate::model) fn needs_no_counter(text: &str, on: Switch) -> bool {
    on.has(&fault::TOKENIZER_WITHOUT_COUNTER_ACCEPTED)
        || on.has(&fault::TOKENIZER_CHECKED_WITH_WORDS) && !has_words(text)
}

/// Whether the counter's id replaces the tokenizer that the parameters name.
pub(in crate::model) fn hashes_counter_id(named: &str, on: Switch) -> bool {
    if on.has(&fault::COUNTER_ID_NOT_HASHED) {
        return false;
    }
    !on.has(&fault::TOKENIZER_CONTRADICTION_PARAMS_WIN) || named == WORD_TOKENIZER
}
