//! Texts that are damaged before they are split into words.

use std::borrow::Cow;

use super::super::fault::Switch;
use super::super::faults::text as fault;
use super::super::text::is_whitespace;

const BLOCK: usize = 65_536;

/// The text as a faulty implementation receives it.
pub(in crate::model) fn received(source: &str, on: Switch) -> Cow<'_, str> {
    let is = |fault| on.has(fault);
    let damaged = if is(&fault::BOM_STRIPPED) {
        source.trim_start_matches('\u{FEFF}').to_owned()
    } else if is(&fault::NUL_ENDS_TEXT) {
        source.split('\0').next().unwrap_or_default().to_owned()
    } else if is(&fault::CRLF_TRANSLATED) {
        source.replace("\r\n", "\n")
    } else if is(&fault::TEXT_TRIMMED) {
        source.trim_start().to_owned()
    } else if is(&fault::TEXT_LIMIT_65536) {
        source.chars().take(BLOCK).collect()
    } else if is(&fault::TEXT_LIMIT_MILLION) {
        source.chars().take(1_000_000).collect()
    } else if is(&fault::BLOCK_CUTS_UTF8) || is(&fault::BLOCK_OF_8192_CUTS_UTF8) {
        let blocks = source.as_bytes().chunks(if is(&fault::BLOCK_CUTS_UTF8) { BLOCK } else { 8_192 });
        blocks.map(String::from_utf8_lossy).collect()
    } else if is(&fault::BLOCK_CUTS_PAIR) {
        with_pairs_cut(source, 8_192, char::len_utf16)
    } else if is(&fault::BLOCK_CUTS_ESCAPE) {
        with_pairs_cut(source, BLOCK, escaped_length)
    } else if is(&fault::BLANK_BY_BEGINNING) && source.chars().take(4_096).all(is_whitespace) {
        String::new()
    } else if is(&fault::ESCAPES_DECODED_TWICE) {
        decode_escapes(source)
    } else if is(&fault::ENTITIES_DECODED) {
        let decoded = source.replace("&lt;", "<").replace("&gt;", ">");
        decoded.replace("&quot;", "\"").replace("&amp;", "&")
    } else if is(&fault::SURROGATES_REPLACED) {
        source.chars().flat_map(surrogates_replaced).collect()
    } else {
        return received_point_by_point(source, on);
    };
    Cow::Owned(damaged)
}

/// The text with two U+FFFD for each surrogate pair that lies across the border of two blocks.
fn with_pairs_cut(source: &str, block: usize, units: fn(char) -> usize) -> String {
    let mut at = 0;
    let mut read = String::new();
    for point in source.chars() {
        let end = at + units(point);
        let is_cut = point > '\u{FFFF}' && !end.is_multiple_of(block) && at / block != end / block;
        if is_cut {
            read.push_str("\u{FFFD}\u{FFFD}");
        } else {
            read.push(point);
        }
        at = end;
    }
    read
}

/// How many bytes a code point takes in a string of ASCII JSON.
fn escaped_length(point: char) -> usize {
    match point {
        '"' | '\\' | '\u{8}' | '\t' | '\n' | '\u{C}' | '\r' => 2,
        ' '..='~' => 1,
        point => 6 * point.len_utf16(),
    }
}

fn surrogates_replaced(point: char) -> impl Iterator<Item = char> {
    let shown = if point > '\u{FFFF}' { '\u{FFFD}' } else { point };
    std::iter::repeat_n(shown, point.len_utf16())
}

fn received_point_by_point(source: &str, on: Switch) -> Cow<'_, str> {
    let is = |fault| on.has(fault);
    let removed: fn(char) -> bool = if is(&fault::CONTROLS_REMOVED) {
        |it| it.is_control() && !matches!(it, '\t'..='\r' | '\u{1C}'..='\u{1F}' | '\u{85}')
    } else if is(&fault::ZERO_WIDTH_REMOVED) {
        |it| matches!(it, '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
    } else if is(&fault::SOFT_HYPHEN_REMOVED) {
        |it| it == '\u{AD}'
    } else if is(&fault::VARIATION_SELECTORS_REMOVED) {
        |it| matches!(it, '\u{FE00}'..='\u{FE0F}')
    } else if is(&fault::REPLACEMENT_REMOVED) {
        |it| it == '\u{FFFD}'
    } else if is(&fault::PRIVATE_USE_REMOVED) {
        |it| matches!(it, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
    } else {
        return replaced_point_by_point(source, on);
    };
    Cow::Owned(source.replace(removed, ""))
}

fn replaced_point_by_point(source: &str, on: Switch) -> Cow<'_, str> {
    let replaced: fn(char) -> bool = if on.has(&fault::ASTRAL_REPLACED) {
        |it| it > '\u{FFFF}'
    } else if on.has(&fault::NONCHARACTERS_REPLACED) {
        |it| u32::from(it) & 0xFFFE == 0xFFFE || matches!(it, '\u{FDD0}'..='\u{FDEF}')
    } else {
        return Cow::Borrowed(source);
    };
    Cow::Owned(source.replace(replaced, "\u{FFFD}"))
}

fn decode_escapes(source: &str) -> String {
    let mut decoded = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once('\\') {
        decoded.push_str(before);
        let (point, length) = escape(after).unwrap_or(('\\', 0));
        decoded.push(point);
        rest = &after[length..];
    }
    decoded + rest
}

/// The code point of the escape behind a backslash, and the escape's length in bytes.
fn escape(after: &str) -> Option<(char, usize)> {
    match after.chars().next()? {
        'n' => Some(('\n', 1)),
        't' => Some(('\t', 1)),
        'u' => {
            let digits = after.get(1..5)?;
            let point = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((point, 5))
        }
        _ => None,
    }
}
