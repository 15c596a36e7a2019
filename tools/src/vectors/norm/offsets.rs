//! Where words stand in the original text.

use serde_json::json;

use crate::vectors::ask::{chunk, chunk_by_default, normalize, sizes};
use crate::vectors::draft::{Draft, case};

/// Id, title, text, and the offsets of its words.
type Row = (&'static str, &'static str, &'static str, &'static [(u64, u64)]);

const ROWS: [Row; 27] = [
    ("ascii", "one code point each", "a bc d", &[(0, 1), (2, 4), (5, 6)]),
    ("latin", "two bytes of UTF-8", "\u{e9} a", &[(0, 1), (2, 3)]),
    ("bmp", "three bytes of UTF-8", "\u{20ac}\u{4e00} a", &[(0, 2), (3, 4)]),
    ("astral", "a code point above U+FFFF counts one", "\u{1f600} a", &[(0, 1), (2, 3)]),
    ("astral-inside", "astral code points inside words", "a\u{1f600}b\u{1d400} c", &[(0, 4), (5, 6)]),
    ("last-code-point", "U+10FFFF", "\u{10ffff}\u{10ffff} a", &[(0, 2), (3, 4)]),
    ("combining", "a letter and its mark count two", "e\u{301} b", &[(0, 2), (3, 4)]),
    ("marks", "several marks on one letter", "a\u{301}\u{323}\u{302} b", &[(0, 4), (5, 6)]),
    ("growth", "a word that grows in NFC keeps its place", "\u{344}\u{fb2c} b", &[(0, 2), (3, 4)]),
    ("astral-growth", "an astral code point that becomes three", "\u{1d160} b", &[(0, 1), (2, 3)]),
    ("jamo", "Hangul that shrinks keeps its place", "\u{1112}\u{1161}\u{11ab} b", &[(0, 3), (4, 5)]),
    (
        "emoji-family",
        "a sequence of emoji and joiners",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} b",
        &[(0, 5), (6, 7)],
    ),
    (
        "flags",
        "regional indicators and a variation selector",
        "\u{1f1e9}\u{1f1ea} \u{2764}\u{fe0f} b",
        &[(0, 2), (3, 5), (6, 7)],
    ),
    ("crlf", "CR LF counts two", "a\r\nb\r\n\r\nc", &[(0, 1), (3, 4), (8, 9)]),
    ("crlf-leading", "CR LF before the first word", "\r\na", &[(2, 3)]),
    ("cr", "CR counts one", "a\rb\r\rc", &[(0, 1), (2, 3), (5, 6)]),
    ("trailing", "whitespace behind the last word", "a  \n", &[(0, 1)]),
    ("bom-leading", "a leading U+FEFF has an offset", "\u{feff}a b", &[(0, 2), (3, 4)]),
    ("bom-inside", "U+FEFF inside a text", "a \u{feff}b\u{feff} c", &[(0, 1), (2, 5), (6, 7)]),
    ("bom-alone", "a text of U+FEFF alone", "\u{feff}", &[(0, 1)]),
    ("bom-twice", "two leading U+FEFF", "\u{feff}\u{feff} a", &[(0, 2), (3, 4)]),
    ("nul", "NUL ends nothing", "a\u{0}b c", &[(0, 3), (4, 5)]),
    ("nul-around", "NUL before and behind", "\u{0}a b\u{0}", &[(0, 2), (3, 5)]),
    ("repeated", "equal words", "to be or not to be", &[(0, 2), (3, 5), (6, 8), (9, 12), (13, 15), (16, 18)]),
    ("contained", "words that stand inside earlier ones", "theatre the he a", &[(0, 7), (8, 11), (12, 14), (15, 16)]),
    ("respelled", "equal words in two spellings", "e\u{301} \u{e9} e\u{301}", &[(0, 2), (3, 4), (5, 7)]),
    ("wide-spaces", "whitespace of three bytes", "\u{3000}a\u{2003}\u{2003}b", &[(1, 2), (4, 5)]),
];

/// The rows that are asked once more without the operation `normalize`.
const IN_CHUNKS: [&str; 9] =
    ["astral-inside", "combining", "growth", "jamo", "emoji-family", "crlf", "bom-leading", "nul", "contained"];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = ROWS.iter().map(of_words).collect();
    cases.extend(ROWS.iter().filter(|row| IN_CHUNKS.contains(&row.0)).map(of_chunk));
    cases.push(of_chunks());
    cases
}

fn of_words((id, title, text, offsets): &Row) -> Draft {
    let draft = case(format!("offsets-{id}"), *title, "NORM-8 NORM-9 NORM-10", normalize(*text));
    offsets.iter().enumerate().fold(draft, |draft, (index, (start, end))| {
        draft.gives(&format!("/words/{index}/start_offset"), *start).gives(&format!("/words/{index}/end_offset"), *end)
    })
}

/// One chunk for each word, so that the offsets show without the operation `normalize`.
fn of_chunk((id, title, text, offsets): &Row) -> Draft {
    let title = format!("{title}, one word a chunk");
    let request = chunk(sizes(1, 1, 1, 8, 6), *text);
    let draft = case(format!("offsets-chunk-{id}"), title, "DIAG-2 NORM-8 NORM-9 NORM-10", request);
    offsets.iter().enumerate().fold(draft, |draft, (index, (start, end))| {
        draft
            .gives(&format!("/chunks/{index}/start_offset"), *start)
            .gives(&format!("/chunks/{index}/end_offset"), *end)
    })
}

fn of_chunks() -> Draft {
    let text = "\u{feff}A\u{30a}ngstro\u{308}m \u{1f600}\r\n\r\nto be\tto\u{a0}be \u{1d160}";
    case("offsets-mixed", "everything at once in one chunk", "DIAG-2 NORM-8 NORM-9 NORM-10", chunk_by_default(text))
        .gives("/chunks/0/end_offset", 30)
        .gives("/diagnostics/token_counts", json!([7]))
}
