//! JSON that is not canonical.

use std::borrow::Cow;
use std::fmt::Write as _;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::super::fault::Switch;
use super::super::faults::json as fault;

/// The order of declaration, which is not the order of the hash.
const DECLARED: [&str; 11] = [
    "window_words",
    "min_tokens",
    "max_tokens",
    "primary_mask_bits",
    "backup_mask_bits",
    "snap_window_words",
    "snap_to_boundaries",
    "normalizer_version",
    "tokenizer_id",
    "rolling_hash_id",
    "boundary_rule_version",
];

/// An object of members whose values are JSON already; `None` if no fault of this kind is on.
pub(in crate::model) fn object(members: &[(&str, String)], on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    let mut members: Vec<(String, &str)> =
        members.iter().map(|(name, value)| ((*name).to_owned(), value.as_str())).collect();
    if is(&fault::JSON_UNSORTED) {
        let place = |name: &str| DECLARED.iter().position(|declared| *declared == name);
        members.sort_by_key(|(name, _)| place(name));
    }
    if is(&fault::JSON_CAMEL_CASE) {
        members = members.into_iter().map(|(name, value)| (camel(&name), value)).collect();
        members.sort();
    }
    let (open, comma, colon, close) = if is(&fault::JSON_SPACED) {
        ("{", ", ", ": ", "}")
    } else if is(&fault::JSON_COLON_SPACED) {
        ("{", ",", ": ", "}")
    } else if is(&fault::JSON_INDENTED) {
        ("{\n  ", ",\n  ", ": ", "\n}")
    } else if is(&fault::JSON_TRAILING_NEWLINE) {
        ("{", ",", ":", "}\n")
    } else if is(&fault::JSON_BOM) {
        ("\u{FEFF}{", ",", ":", "}")
    } else if is(&fault::JSON_UNSORTED) || is(&fault::JSON_CAMEL_CASE) {
        ("{", ",", ":", "}")
    } else {
        return None;
    };
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\"{colon}{value}")).collect();
    Some([open, &members.join(comma), close].concat())
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |camel, part| {
        let (head, tail) = part.split_at(part.len().min(1));
        camel + &head.to_uppercase() + tail
    })
}

/// An integer as it is written.
pub(in crate::model) fn integer(number: u64, on: Switch) -> String {
    if on.has(&fault::JSON_INTEGERS_AS_FLOATS) {
        return format!("{number}.0");
    }
    if on.has(&fault::JSON_INTEGERS_AS_STRINGS) {
        return format!("\"{number}\"");
    }
    if on.has(&fault::JSON_EXPONENT) && number >= 1_000_000 {
        return format!("{:e}", number as f64);
    }
    number.to_string()
}

/// A boolean as it is written.
pub(in crate::model) fn flag(flag: bool, on: Switch) -> String {
    if on.has(&fault::JSON_BOOLEANS_AS_INTEGERS) {
        return u8::from(flag).to_string();
    }
    if on.has(&fault::JSON_BOOLEANS_CAPITAL) {
        return if flag { "True" } else { "False" }.to_owned();
    }
    if on.has(&fault::JSON_BOOLEANS_AS_STRINGS) {
        return format!("\"{flag}\"");
    }
    flag.to_string()
}

/// A string before it is escaped.
pub(in crate::model) fn text<'t>(text: &'t str, on: Switch) -> Cow<'t, str> {
    if on.has(&fault::JSON_NORMALIZED) {
        return ComposingNormalizerBorrowed::new_nfc().normalize(text);
    }
    if on.has(&fault::JSON_NUL_ENDS) {
        return Cow::Borrowed(text.split('\0').next().unwrap_or_default());
    }
    Cow::Borrowed(text)
}

/// Writes `point` in another way than the canonical one, if a fault says so.
pub(in crate::model) fn escape(json: &mut String, point: char, on: Switch) -> bool {
    let is = |fault| on.has(fault);
    let unit = if is(&fault::ESCAPE_SLASH) && point == '/' {
        Some("\\/")
    } else if is(&fault::ESCAPE_VT_SHORT) && point == '\u{B}' {
        Some("\\v")
    } else if is(&fault::ESCAPE_NUL_SHORT) && point == '\0' {
        Some("\\0")
    } else if is(&fault::ESCAPE_QUOTE_RAW) && point == '"' {
        Some("\"")
    } else if is(&fault::ESCAPE_BACKSLASH_RAW) && point == '\\' {
        Some("\\")
    } else {
        None
    };
    if let Some(unit) = unit {
        json.push_str(unit);
        return true;
    }
    if is(&fault::ESCAPE_CONTROLS_RAW) && point < ' ' {
        json.push(point);
        return true;
    }
    if escapes_by_number(point, on) {
        for unit in point.encode_utf16(&mut [0; 2]) {
            let _ = write!(json, "\\u{unit:04x}");
        }
        return true;
    }
    false
}

fn escapes_by_number(point: char, on: Switch) -> bool {
    let is = |fault| on.has(fault);
    is(&fault::ESCAPE_NON_ASCII) && point > '\u{7E}' && point != '\u{7F}'
        || is(&fault::ESCAPE_DEL) && point == '\u{7F}'
        || is(&fault::ESCAPE_C1) && matches!(point, '\u{80}'..='\u{9F}')
        || is(&fault::ESCAPE_LINE_SEPARATORS) && matches!(point, '\u{2028}' | '\u{2029}')
        || is(&fault::ESCAPE_HTML) && matches!(point, '<' | '>' | '&')
        || is(&fault::ESCAPE_APOSTROPHE) && point == '\''
        || is(&fault::ESCAPE_ASTRAL) && point > '\u{FFFF}'
        || is(&fault::ESCAPE_SHORT_BF_MISSING) && matches!(point, '\u{8}' | '\u{C}')
        || is(&fault::ESCAPE_SHORT_MISSING) && point < ' '
}
