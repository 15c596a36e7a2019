//! Canonical JSON of a flat object (chapter 3), by a writer of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::fault::Switch;
use super::faults::json as fault;
use super::wrong;

/// A value of the flat object.
#[derive(Clone, Debug)]
pub(super) enum Scalar {
    Integer(u64),
    Flag(bool),
    Text(String),
    /// A value of the wrong type, with the JSON that is hashed; only faults make one.
    Raw {
        json: String,
        size: u64,
        flag: bool,
    },
}

impl Scalar {
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Integer(size) | Self::Raw { size, .. } => *size,
            _ => 0,
        }
    }

    pub(super) fn flag(&self) -> bool {
        matches!(self, Self::Flag(true) | Self::Raw { flag: true, .. })
    }
}

/// The object in ascending order of keys, without spaces.
pub(super) fn object(fields: &BTreeMap<&'static str, Scalar>, on: Switch) -> String {
    let members: Vec<(&str, String)> = fields.iter().map(|(name, value)| (*name, scalar(value, on))).collect();
    if let Some(json) = wrong::json::object(&members, on) {
        return json;
    }
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}:{value}", quoted(name, on))).collect();
    format!("{{{}}}", members.join(","))
}

fn scalar(value: &Scalar, on: Switch) -> String {
    match value {
        Scalar::Integer(number) => wrong::json::integer(*number, on),
        Scalar::Flag(flag) => wrong::json::flag(*flag, on),
        Scalar::Text(text) => quoted(text, on),
        Scalar::Raw { json, .. } => json.clone(),
    }
}

/// A string with the shortest escapes, everything else as itself.
pub(super) fn quoted(text: &str, on: Switch) -> String {
    let text = wrong::json::text(text, on);
    let mut json = String::from('"');
    for point in text.chars() {
        if on.any() && wrong::json::escape(&mut json, point, on) {
            continue;
        }
        match point {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\u{8}' => json.push_str("\\b"),
            '\u{C}' => json.push_str("\\f"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\0'..='\u{1F}' if on.has(&fault::ESCAPE_UPPER_HEX) => {
                let _ = write!(json, "\\u{:04X}", u32::from(point));
            }
            '\0'..='\u{1F}' => {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{:04x}", u32::from(point));
            }
            _ => json.push(point),
        }
    }
    json.push('"');
    json
}
