//! Text for people: invisible characters named, length bounded.

use std::fmt::Write;

/// How much of a line or a text a message quotes, in code points.
const QUOTED: usize = 200;

/// Quotes raw output: JSON-like, what is not UTF-8 as `<FF>` bytes, and only the beginning if it is long.
#[must_use]
pub fn bytes(bytes: &[u8]) -> String {
    let mut quoted = String::new();
    let start = &bytes[..bytes.len().min(4 * QUOTED)];
    for chunk in start.utf8_chunks() {
        quoted.push_str(&named(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(quoted, "<{byte:02X}>");
        }
    }
    let shown: String = quoted.chars().take(QUOTED).collect();
    if shown.len() < quoted.len() || start.len() < bytes.len() {
        format!("`{shown}` ... ({} bytes)", bytes.len())
    } else {
        format!("`{shown}`")
    }
}

/// A text with its invisible characters named, and only the beginning if it is long.
#[must_use]
pub fn text(text: &str) -> String {
    let shown = named(&text.chars().take(QUOTED).collect::<String>());
    match text.chars().count() {
        length if length > QUOTED => format!("{shown} ... ({length} code points)"),
        _ => shown,
    }
}

/// A message of the runner, which quotes a testee only within bounds. Spaces stay, and nothing in it can steer what
/// shows it.
#[must_use]
pub fn message(message: &str) -> String {
    output_line(message)
}

/// One line of a program's output: spaces stay, and nothing in it can steer a terminal.
#[must_use]
pub fn output_line(line: &str) -> String {
    let words: Vec<String> = line.split(' ').map(named).collect();
    words.join(" ")
}

/// A part of a text as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// Characters that show by themselves.
    Plain(String),
    /// An invisible or look-alike character: its code point, and its name if there is one here.
    Named(String),
}

/// A text taken apart into what shows and what has to be named. Single spaces between visible characters show.
#[must_use]
pub fn parts(text: &str) -> Vec<Shown> {
    let mut parts = Vec::new();
    let mut previous = '\n';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let space_stays = c == ' ' && is_visible(previous) && characters.peek().is_some_and(|&next| is_visible(next));
        match parts.last_mut() {
            Some(Shown::Plain(plain)) if space_stays || is_visible(c) => plain.push(c),
            _ if space_stays || is_visible(c) => parts.push(Shown::Plain(c.to_string())),
            _ => parts.push(Shown::Named(match name(c) {
                Some(name) => format!("U+{:04X} {name}", c as u32),
                None => format!("U+{:04X}", c as u32),
            })),
        }
        previous = c;
    }
    parts
}

/// A text with each invisible or look-alike character replaced by its code point and name, such as
/// `<U+00A0 NO-BREAK SPACE>`. Single spaces between visible characters stay.
#[must_use]
pub fn named(text: &str) -> String {
    let mut readable = String::with_capacity(text.len());
    for part in parts(text) {
        // Writing to a string cannot fail.
        let _ = match part {
            Shown::Plain(plain) => write!(readable, "{plain}"),
            Shown::Named(name) => write!(readable, "<{name}>"),
        };
    }
    readable
}

/// Whether a character shows by itself and cannot be taken for another.
fn is_visible(c: char) -> bool {
    if name(c).is_some() {
        return false;
    }
    match c {
        '!'..='~' => true,
        // Letters and marks of the scripts that cases use most; combining marks would sit on their neighbours.
        '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{2FF}' | '\u{370}'..='\u{482}' | '\u{48A}'..='\u{590}' => true,
        '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}' => true,
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{20A0}'..='\u{20CF}' | '\u{2100}'..='\u{2BFF}' => true,
        '\u{3001}'..='\u{3029}' | '\u{3030}'..='\u{3098}' | '\u{309B}'..='\u{D7FF}' => true,
        '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{2F7FF}' => true,
        _ => false,
    }
}

/// The name of a character that cannot be seen.
fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\0' => "NULL",
        '\u{8}' => "BACKSPACE",
        '\t' => "TAB",
        '\n' => "LINE FEED",
        '\u{B}' => "VERTICAL TAB",
        '\u{C}' => "FORM FEED",
        '\r' => "CARRIAGE RETURN",
        '\u{1B}' => "ESCAPE",
        '\u{1C}' => "FILE SEPARATOR",
        '\u{1D}' => "GROUP SEPARATOR",
        '\u{1E}' => "RECORD SEPARATOR",
        '\u{1F}' => "UNIT SEPARATOR",
        ' ' => "SPACE",
        '\u{7F}' => "DELETE",
        '\u{85}' => "NEXT LINE",
        '\u{A0}' => "NO-BREAK SPACE",
        '\u{AD}' => "SOFT HYPHEN",
        '\u{300}' => "COMBINING GRAVE ACCENT",
        '\u{301}' => "COMBINING ACUTE ACCENT",
        '\u{302}' => "COMBINING CIRCUMFLEX ACCENT",
        '\u{303}' => "COMBINING TILDE",
        '\u{304}' => "COMBINING MACRON",
        '\u{307}' => "COMBINING DOT ABOVE",
        '\u{308}' => "COMBINING DIAERESIS",
        '\u{30A}' => "COMBINING RING ABOVE",
        '\u{30C}' => "COMBINING CARON",
        '\u{323}' => "COMBINING DOT BELOW",
        '\u{327}' => "COMBINING CEDILLA",
        '\u{328}' => "COMBINING OGONEK",
        '\u{34F}' => "COMBINING GRAPHEME JOINER",
        '\u{61C}' => "ARABIC LETTER MARK",
        '\u{1680}' => "OGHAM SPACE MARK",
        '\u{180E}' => "MONGOLIAN VOWEL SEPARATOR",
        '\u{2000}' => "EN QUAD",
        '\u{2001}' => "EM QUAD",
        '\u{2002}' => "EN SPACE",
        '\u{2003}' => "EM SPACE",
        '\u{2004}' => "THREE-PER-EM SPACE",
        '\u{2005}' => "FOUR-PER-EM SPACE",
        '\u{2006}' => "SIX-PER-EM SPACE",
        '\u{2007}' => "FIGURE SPACE",
        '\u{2008}' => "PUNCTUATION SPACE",
        '\u{2009}' => "THIN SPACE",
        '\u{200A}' => "HAIR SPACE",
        '\u{200B}' => "ZERO WIDTH SPACE",
        '\u{200C}' => "ZERO WIDTH NON-JOINER",
        '\u{200D}' => "ZERO WIDTH JOINER",
        '\u{200E}' => "LEFT-TO-RIGHT MARK",
        '\u{200F}' => "RIGHT-TO-LEFT MARK",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        '\u{202A}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202B}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202C}' => "POP DIRECTIONAL FORMATTING",
        '\u{202D}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202E}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{202F}' => "NARROW NO-BREAK SPACE",
        '\u{205F}' => "MEDIUM MATHEMATICAL SPACE",
        '\u{2060}' => "WORD JOINER",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{2126}' => "OHM SIGN",
        '\u{212A}' => "KELVIN SIGN",
        '\u{212B}' => "ANGSTROM SIGN",
        '\u{2800}' => "BRAILLE PATTERN BLANK",
        '\u{3000}' => "IDEOGRAPHIC SPACE",
        '\u{3164}' => "HANGUL FILLER",
        '\u{FE0F}' => "VARIATION SELECTOR-16",
        '\u{FEFF}' => "ZERO WIDTH NO-BREAK SPACE",
        '\u{FFFD}' => "REPLACEMENT CHARACTER",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_named() {
        assert_eq!(named("a b"), "a b");
        assert_eq!(named("a\u{A0}b\r\n"), "a<U+00A0 NO-BREAK SPACE>b<U+000D CARRIAGE RETURN><U+000A LINE FEED>");
        assert_eq!(named("a  b"), "a<U+0020 SPACE><U+0020 SPACE>b");
        assert_eq!(named(" a"), "<U+0020 SPACE>a");
        assert_eq!(named("e\u{301}\u{10EFD}"), "e<U+0301 COMBINING ACUTE ACCENT><U+10EFD>");
        assert_eq!(named("\u{2800}\u{3164}"), "<U+2800 BRAILLE PATTERN BLANK><U+3164 HANGUL FILLER>");
    }

    #[test]
    fn output_keeps_its_indentation() {
        assert_eq!(output_line("  at\tx \u{1b}[31m"), "  at<U+0009 TAB>x <U+001B ESCAPE>[31m");
    }

    #[test]
    fn raw_output_is_quoted_within_bounds() {
        assert_eq!(bytes(b"ab\xFF\n"), "`ab<FF><U+000A LINE FEED>`");
        let long = bytes(&[b'x'; 1000]);
        assert_eq!(long, format!("`{}` ... (1000 bytes)", "x".repeat(200)));
    }
}
