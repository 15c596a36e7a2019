//! JSON in pure ASCII, so that no line reader can break a line at U+0085, U+2028 or anything else above U+007F.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

struct AsciiFormatter;

impl Formatter for AsciiFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| byte < 0x7F) {
            return writer.write_all(fragment.as_bytes());
        }
        for run in fragment.split_inclusive(|c: char| !c.is_ascii() || c == '\u{7F}') {
            let ascii = run.trim_end_matches(|c: char| !c.is_ascii() || c == '\u{7F}');
            writer.write_all(ascii.as_bytes())?;
            for unit in run[ascii.len()..].encode_utf16() {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

/// A value as compact JSON, everything outside printable ASCII escaped.
#[must_use]
pub fn to_string(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // The protocol's values hold only strings, numbers and maps with string keys, and memory does not refuse writes.
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, AsciiFormatter));
    debug_assert!(written.is_ok());
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_outside_printable_ascii_is_escaped() {
        let text = "a\u{7f}\u{85}\u{e9}\u{2028}\u{1F600}\"\n";
        let json = super::to_string(&text);
        assert_eq!(json, r#""a\u007f\u0085\u00e9\u2028\ud83d\ude00\"\n""#);
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
    }
}
