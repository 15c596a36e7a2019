//! JSON in pure ASCII, so that no line reader can break a line at U+0085, U+2028 or anything else above U+007F.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

struct AsciiFormatter;

/// Escapes likewise, and breaks and indents lines.
struct PrettyAsciiFormatter(PrettyFormatter<'static>);

impl Formatter for AsciiFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        write_escaped(writer, fragment)
    }
}

impl Formatter for PrettyAsciiFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        write_escaped(writer, fragment)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

fn write_escaped<W: ?Sized + Write>(writer: &mut W, fragment: &str) -> io::Result<()> {
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

/// Writes a value as JSON over several lines, everything outside printable ASCII escaped.
///
/// # Errors
/// Whatever writing gives.
pub fn write_pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let formatter = PrettyAsciiFormatter(PrettyFormatter::new());
    value.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
    writeln!(out)
}

/// A value as compact JSON, everything outside printable ASCII escaped.
#[must_use]
pub fn to_string(value: &impl Serialize) -> String {
    // Most lines are short; without room to begin with, even those would grow a few times.
    let mut bytes = Vec::with_capacity(128);
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
