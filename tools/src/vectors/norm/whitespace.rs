//! What separates words and what does not, code point by code point.

use super::{code_point, hex};
use crate::vectors::ask::{chunk_by_default, normalize};
use crate::vectors::draft::{Draft, case};

/// Code points under a name, one chunk case each.
pub type Group = (&'static str, &'static [char]);

/// The 29 whitespace code points. The first group holds those that the paragraph rule names.
pub const WHITESPACE: [Group; 5] = [
    ("ascii", &['\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{20}']),
    ("separators", &['\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}']),
    ("line-ends", &['\u{85}', '\u{2028}', '\u{2029}']),
    ("no-break", &['\u{a0}', '\u{2007}', '\u{202f}']),
    (
        "spaces",
        &[
            '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2008}',
            '\u{2009}', '\u{200a}', '\u{205f}', '\u{3000}',
        ],
    ),
];

/// Code points that some whitespace test, trimming or text reader takes for whitespace, drops or stops at, and the
/// neighbours of the 29.
const NEAR_MISSES: [Group; 6] = [
    (
        "controls",
        &[
            '\u{0}', '\u{1}', '\u{8}', '\u{e}', '\u{1a}', '\u{1b}', '\u{21}', '\u{7f}', '\u{80}', '\u{84}', '\u{86}',
            '\u{9f}',
        ],
    ),
    ("latin", &['\u{a1}', '\u{ad}', '\u{34f}', '\u{61c}']),
    (
        "zero-width",
        &[
            '\u{180e}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2060}',
            '\u{2061}',
            '\u{2064}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{e0100}',
        ],
    ),
    (
        "neighbours",
        &[
            '\u{167f}', '\u{1681}', '\u{1fff}', '\u{2010}', '\u{2027}', '\u{202a}', '\u{202e}', '\u{2030}', '\u{205e}',
            '\u{2066}', '\u{206f}', '\u{2fff}', '\u{3001}',
        ],
    ),
    (
        "blank-looking",
        &['\u{115f}', '\u{1160}', '\u{17b4}', '\u{2420}', '\u{2423}', '\u{2800}', '\u{3164}', '\u{ffa0}'],
    ),
    (
        "far",
        &[
            '\u{d7ff}',
            '\u{e000}',
            '\u{fffc}',
            '\u{fffd}',
            '\u{fffe}',
            '\u{ffff}',
            '\u{1d173}',
            '\u{1f600}',
            '\u{e0001}',
            '\u{e0020}',
            '\u{f0000}',
            '\u{10ffff}',
        ],
    ),
];

/// Those that get a case of their own.
const INDIVIDUAL: [char; 32] = [
    '\u{0}',
    '\u{8}',
    '\u{e}',
    '\u{1b}',
    '\u{21}',
    '\u{7f}',
    '\u{84}',
    '\u{86}',
    '\u{a1}',
    '\u{ad}',
    '\u{34f}',
    '\u{180e}',
    '\u{200b}',
    '\u{200c}',
    '\u{200d}',
    '\u{200e}',
    '\u{200f}',
    '\u{2060}',
    '\u{feff}',
    '\u{167f}',
    '\u{1681}',
    '\u{2027}',
    '\u{202a}',
    '\u{205e}',
    '\u{3001}',
    '\u{115f}',
    '\u{2800}',
    '\u{3164}',
    '\u{fffd}',
    '\u{1d173}',
    '\u{e0020}',
    '\u{10ffff}',
];

/// Code points that readers like to drop from the ends of a text.
const DROPPED: [char; 5] = ['\u{0}', '\u{1a}', '\u{ad}', '\u{200b}', '\u{feff}'];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = members(&WHITESPACE).map(separates).collect();
    cases.extend(WHITESPACE.iter().map(separate_in_chunk));
    cases.extend([around("normalize"), around("chunk"), runs()]);
    cases.extend(INDIVIDUAL.map(belongs_to_a_word));
    cases.extend(NEAR_MISSES.iter().map(belong_in_chunk));
    cases.extend(DROPPED.map(is_a_word));
    cases.extend(blank());
    cases
}

fn members(groups: &'static [Group]) -> impl Iterator<Item = char> {
    groups.iter().flat_map(|(_, members)| members.iter().copied())
}

/// `U+0009 U+000A` and so on.
pub fn list(members: &[char]) -> String {
    members.iter().copied().map(code_point).collect::<Vec<_>>().join(" ")
}

fn separates(c: char) -> Draft {
    let title = format!("{} separates words", code_point(c));
    case(format!("whitespace-{}", hex(c)), title, "NORM-3", normalize(format!("a{c}b")))
        .gives("/canonical_text", "a b")
        .gives("/words/1/start_offset", 2)
}

fn separate_in_chunk((group, members): &Group) -> Draft {
    let text: String = members.iter().enumerate().map(|(index, c)| format!("w{index}{c}")).collect();
    let title = format!("{} separate words in a chunk", list(members));
    case(format!("whitespace-chunk-{group}"), title, "NORM-3 NORM-12 DIAG-2", chunk_by_default(text))
        .gives("/chunks/0/token_count", members.len())
}

fn around(op: &str) -> Draft {
    let all: String = members(&WHITESPACE).collect();
    let text = format!("{all}word{all}");
    let (request, start) = match op {
        "normalize" => (normalize(text), "/words/0/start_offset"),
        _ => (chunk_by_default(text), "/chunks/0/start_offset"),
    };
    let title = format!("all whitespace before and behind the only word, by {op}");
    case(format!("whitespace-around-{op}"), title, "NORM-3 NORM-8 NORM-18 DIAG-2", request).gives(start, 29)
}

fn runs() -> Draft {
    let text = "a\u{20}\u{3000}\u{a0}b\u{1c}\u{85}c\u{2003}\u{2003}\u{2003}d";
    case("whitespace-runs", "a run of different whitespace separates once", "NORM-6 NORM-3 NORM-19", normalize(text))
        .gives("/canonical_text", "a b c d")
}

fn belongs_to_a_word(c: char) -> Draft {
    let title = format!("{} belongs to a word", code_point(c));
    let text = format!("a{c}b");
    case(format!("word-character-{}", hex(c)), title, near_miss_clauses(c), normalize(text.clone()))
        .gives("/canonical_text", text)
        .gives("/words/0/end_offset", 3)
}

fn belong_in_chunk((group, members): &Group) -> Draft {
    let words: Vec<String> = members.iter().map(|c| format!("a{c}b")).collect();
    let title = format!("{} belong to words in a chunk", list(members));
    let request = chunk_by_default(words.join(" "));
    case(format!("word-characters-chunk-{group}"), title, "NORM-4 NORM-5 NORM-11", request)
        .gives("/chunks/0/text", words.join(" "))
        .gives("/chunks/0/token_count", members.len())
}

fn is_a_word(c: char) -> Draft {
    let title = format!("{} alone is a word, at the start and at the end of a text", code_point(c));
    let text = format!("{c} {c}");
    case(format!("word-alone-{}", hex(c)), title, near_miss_clauses(c), chunk_by_default(text.clone()))
        .gives("/chunks/0/text", text)
        .gives("/chunks/0/end_offset", 3)
}

fn near_miss_clauses(c: char) -> &'static str {
    if c == '\u{feff}' { "NORM-5 NORM-4" } else { "NORM-4" }
}

fn blank() -> Vec<Draft> {
    let all: String = members(&WHITESPACE).collect();
    let blanks = [
        ("empty", "the empty text", ""),
        ("space", "one space", " "),
        ("paragraphs", "a text of line ends", "\n\n\r\n\n"),
        ("all", "a text of all whitespace", &all),
    ];
    let mut cases = Vec::new();
    for (id, title, text) in blanks {
        let normalized = normalize(text);
        cases.push(
            case(format!("blank-{id}-normalize"), format!("{title} has no words"), "NORM-7", normalized)
                .gives("/canonical_text", ""),
        );
        let chunked = chunk_by_default(text);
        cases.push(
            case(format!("blank-{id}-chunk"), format!("{title} has no chunks"), "NORM-7 DIAG-7 DIAG-6", chunked)
                .gives("/diagnostics/chunk_count", 0),
        );
    }
    cases
}
