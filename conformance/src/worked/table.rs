//! What every stage prints with: entries, tables, hex dumps and quoted strings, all in ASCII.

use std::fmt::{Display, Write};

/// How much of a long table, hex dump or string is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Everything, as in the specification.
    Whole,
    /// The beginning and the end of what is long, and how much was left out between them.
    Abridged,
}

/// What an abridged view shows of something long: this many items, and the last few.
#[derive(Debug, Clone, Copy)]
struct Ends {
    first: usize,
    last: usize,
}

const ROWS: Ends = Ends { first: 20, last: 4 };
const BLOCKS: Ends = Ends { first: 2, last: 1 };
const LIST: Ends = Ends { first: 20, last: 4 };
/// Code points of a string, more than a hash has.
const STRING: Ends = Ends { first: 72, last: 0 };
/// Bytes in a table.
const BYTES: Ends = Ends { first: 32, last: 0 };

impl Ends {
    /// How many of `total` items are left out. Leaving out less than the note about it takes would gain nothing.
    fn left_out(self, total: usize, view: View) -> usize {
        match (view, total.saturating_sub(self.first + self.last)) {
            (View::Whole, _) | (_, 1) => 0,
            (View::Abridged, left_out) => left_out,
        }
    }
}

impl View {
    /// A JSON string in printable ASCII: every other code point is a `\u` escape, a line feed too.
    #[must_use]
    pub fn quote(self, text: &str) -> String {
        let length = text.chars().count();
        match STRING.left_out(length, self) {
            0 => quoted(text),
            left_out => {
                let shown: String = text.chars().take(length - left_out).collect();
                format!("{}... {left_out} more", quoted(&shown))
            }
        }
    }

    /// Bytes as lower-case hex digits.
    pub fn hex(self, bytes: &[u8]) -> String {
        match BYTES.left_out(bytes.len(), self) {
            0 => hex(bytes),
            left_out => format!("{}... {left_out} more", hex(&bytes[..bytes.len() - left_out])),
        }
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
        }
    }
    quoted.push('"');
    quoted
}

/// Lines of output.
#[derive(Debug)]
pub struct Page {
    text: String,
    view: View,
}

impl Page {
    /// An empty page.
    #[must_use]
    pub fn new(view: View) -> Page {
        Page { text: String::new(), view }
    }

    /// How much of what is long the page shows.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The lines, each ended by a line feed.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// An empty line before what follows, unless the page is empty.
    pub fn gap(&mut self) {
        if !self.text.is_empty() {
            self.line("");
        }
    }

    /// A line as it is.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A line `key: value`.
    pub fn entry(&mut self, key: &str, value: impl Display) {
        self.line(&format!("{key}: {value}"));
    }

    /// A line `key: "value"`.
    pub fn quoted_entry(&mut self, key: &str, value: &str) {
        self.entry(key, self.view.quote(value));
    }

    /// A line `key: [value,value]`.
    pub fn list_entry(&mut self, key: &str, values: &[u64]) {
        let left_out = LIST.left_out(values.len(), self.view);
        let mut shown: Vec<String> = values.iter().map(u64::to_string).collect();
        if left_out > 0 {
            shown.splice(LIST.first..LIST.first + left_out, [format!("... {left_out} more ...")]);
        }
        self.entry(key, format_args!("[{}]", shown.join(",")));
    }

    /// A table of `rows` rows, of which `row` makes the one of an index. Only the rows that are shown are made.
    pub fn table<const N: usize>(
        &mut self,
        name: &str,
        header: [&str; N],
        rows: usize,
        row: impl Fn(usize) -> [String; N],
    ) {
        let left_out = ROWS.left_out(rows, self.view);
        let gap = if left_out == 0 { rows } else { ROWS.first };
        let mut cells = vec![header.map(str::to_owned)];
        cells.extend((0..gap).chain(gap + left_out..rows).map(row));
        let widths: [usize; N] =
            std::array::from_fn(|column| cells.iter().map(|row| row[column].len()).max().unwrap_or_default());
        self.line(&format!("{name}:"));
        for (index, row) in cells.iter().enumerate() {
            if left_out > 0 && index == gap + 1 {
                self.line(&format!("  ... {left_out} more rows, --all shows them"));
            }
            self.row(row, &widths);
        }
    }

    /// A table that an abridged view shows whole or not at all: few of its rows say nothing without the others.
    pub fn detail_table<const N: usize>(
        &mut self,
        name: &str,
        header: [&str; N],
        rows: usize,
        row: impl Fn(usize) -> [String; N],
    ) {
        match ROWS.left_out(rows, self.view) {
            0 => self.table(name, header, rows, row),
            _ => self.entry(name, format_args!("{rows} rows, --all shows them")),
        }
    }

    fn row<const N: usize>(&mut self, cells: &[String; N], widths: &[usize; N]) {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(line, "  {cell:width$}");
        }
        self.line(line.trim_end());
    }

    /// Bytes as hex digits and as ASCII, 32 on a line.
    pub fn hexdump(&mut self, name: &str, bytes: &[u8]) {
        self.entry(name, format_args!("{} bytes", bytes.len()));
        let lines = bytes.chunks(32);
        let left_out = ROWS.left_out(lines.len(), self.view);
        for (index, line) in lines.enumerate() {
            if left_out > 0 && index == ROWS.first {
                self.line(&format!("  ... {left_out} more lines, --all shows them"));
            }
            if left_out == 0 || !(ROWS.first..ROWS.first + left_out).contains(&index) {
                self.line(&format!("  {:64}  |{}|", hex(line), gutter(line)));
            }
        }
    }

    /// Several blocks of lines of one kind, named in the plural, of which `block` prints the one of an index.
    pub fn blocks(&mut self, plural: &str, count: usize, block: impl Fn(&mut Page, usize)) {
        let left_out = BLOCKS.left_out(count, self.view);
        for index in 0..count {
            if left_out > 0 && index == BLOCKS.first {
                self.line(&format!("... {left_out} more {plural}, --all shows them"));
            }
            if left_out == 0 || !(BLOCKS.first..BLOCKS.first + left_out).contains(&index) {
                block(self, index);
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn gutter(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if matches!(byte, b' '..=b'~') { char::from(byte) } else { '.' }).collect()
}

/// A 64-bit value as 16 hex digits.
pub fn hex64(value: u64) -> String {
    format!("{value:016x}")
}

/// A range of positions.
pub fn range(start: impl Display, end: impl Display) -> String {
    format!("[{start},{end})")
}

/// A truth value in a table.
pub fn yes_no(is_true: bool) -> String {
    if is_true { "yes" } else { "no" }.to_owned()
}

/// A value that may be absent.
pub fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_printable_ascii() {
        let text = "\"\\/ ~\n\u{7F}\u{E9}\u{1F600}";
        assert_eq!(View::Whole.quote(text), r#""\"\\/ ~\u000a\u007f\u00e9\ud83d\ude00""#);
        assert_eq!(View::Abridged.quote(&"\u{E9}".repeat(100)), format!("\"{}\"... 28 more", "\\u00e9".repeat(72)));
        assert_eq!(View::Abridged.hex(&[0xAB; 34]), format!("{}... 2 more", "ab".repeat(32)));
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut page = Page::new(View::Whole);
        page.table("t", ["a", "long"], 2, |row| {
            [["x".to_owned(), String::new()], ["yy".to_owned(), "z".to_owned()]][row].clone()
        });
        page.table("none", ["a", "long"], 0, |_| [String::new(), String::new()]);
        assert_eq!(page.into_text(), "t:\n  a   long\n  x\n  yy  z\nnone:\n  a  long\n");
    }

    #[test]
    fn hex_dumps_have_32_bytes_on_a_line() {
        let mut page = Page::new(View::Whole);
        page.hexdump("h", &[&[b'a'; 32][..], b"b\0"].concat());
        let expected =
            format!("h: 34 bytes\n  {}  |{}|\n  6200{}  |b.|\n", "61".repeat(32), "a".repeat(32), " ".repeat(60));
        assert_eq!(page.into_text(), expected);
    }

    #[test]
    fn an_abridged_page_shows_both_ends_and_counts_the_rest() {
        let mut page = Page::new(View::Abridged);
        page.table("t", ["n"], 100, |row| [row.to_string()]);
        page.detail_table("detail", ["n"], 100, |row| [row.to_string()]);
        page.list_entry("list", &(0..100).collect::<Vec<u64>>());
        page.blocks("things", 10, |page, index| page.entry("thing", index));
        let text = page.into_text();
        for shown in [
            "  19\n  ... 76 more rows, --all shows them\n  96\n",
            "\ndetail: 100 rows, --all shows them\n",
            "18,19,... 76 more ...,96,97,98,99]\n",
            "thing: 1\n... 7 more things, --all shows them\nthing: 9\n",
        ] {
            assert!(text.contains(shown), "{text}");
        }
    }

    #[test]
    fn what_saves_no_line_is_not_left_out() {
        let mut page = Page::new(View::Abridged);
        page.table("t", ["n"], 25, |row| [row.to_string()]);
        page.hexdump("h", &[0; 25 * 32]);
        assert!(!page.into_text().contains("more"));
    }
}
