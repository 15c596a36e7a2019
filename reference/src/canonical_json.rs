//! Canonical JSON (chapter 3, parameters): the one byte string that stands for a JSON object in a hash.

use std::collections::BTreeMap;

use serde_json::Value;

/// The canonical form of an object: keys in ascending code point order, no spaces, integers in decimal (PARAM-19), the
/// short escapes and lower-case `\u00xx` for the controls that have none (PARAM-20), everything else as itself
/// (PARAM-21).
///
/// The compact writer of `serde_json` escapes exactly so; the ordered map gives the order of the keys.
#[must_use]
pub fn canonical_json(members: &BTreeMap<&str, Value>) -> String {
    // Strings, integers and booleans under string keys always serialise.
    serde_json::to_string(members).unwrap_or_default()
}
