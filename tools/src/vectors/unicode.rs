//! Topic `unicode`: words whose NFC depends on the Unicode version (chapter 1, NORM-13 and NORM-14).

use steadlith_reference::unicode::{UnicodeVersion, normalization_since};

use super::ask::{chunk_by_default, chunk_counted, counter, fingerprints, normalize, sizes};
use super::draft::{Draft, case};

/// Marks of each version.
const MARKS: [(UnicodeVersion, &[char]); 5] = [
    (UnicodeVersion::V14_0, &['\u{1dfa}', '\u{898}', '\u{8ca}', '\u{c3c}', '\u{1715}', '\u{10f82}', '\u{1e2ae}']),
    (UnicodeVersion::V15_0, &['\u{10efd}', '\u{11f41}', '\u{1e08f}', '\u{1e4ec}']),
    (UnicodeVersion::V16_0, &['\u{897}', '\u{10d69}', '\u{113ce}', '\u{1612f}', '\u{1e5ee}']),
    (UnicodeVersion::V17_0, &['\u{1acf}', '\u{1ae0}', '\u{10efa}', '\u{1e6e3}']),
    (UnicodeVersion::V18_0, &['\u{5c8}', '\u{1ade}', '\u{10ecb}', '\u{10ef0}', '\u{1d127}', '\u{1d250}']),
];

/// Words that compose from 16.0 on, and what they become.
const COMPOSITES: [(&str, &str); 18] = [
    ("\u{105d2}\u{307}", "\u{105c9}"),
    ("\u{105da}\u{307}", "\u{105e4}"),
    ("\u{11382}\u{113c9}", "\u{11383}"),
    ("\u{11384}\u{113bb}", "\u{11385}"),
    ("\u{1138b}\u{113c2}", "\u{1138e}"),
    ("\u{11390}\u{113c9}", "\u{11391}"),
    ("\u{113c2}\u{113c2}", "\u{113c5}"),
    ("\u{113c2}\u{113b8}", "\u{113c7}"),
    ("\u{113c2}\u{113c9}", "\u{113c8}"),
    ("\u{1611e}\u{1611e}", "\u{16121}"),
    ("\u{1611e}\u{16129}", "\u{16122}"),
    ("\u{1611e}\u{1611f}", "\u{16123}"),
    ("\u{16129}\u{1611f}", "\u{16124}"),
    ("\u{1611e}\u{16120}", "\u{16125}"),
    ("\u{1611e}\u{1611e}\u{1611f}", "\u{16126}"),
    ("\u{16d67}\u{16d67}", "\u{16d68}"),
    ("\u{16d63}\u{16d67}", "\u{16d69}"),
    ("\u{16d63}\u{16d67}\u{16d67}", "\u{16d6a}"),
];

const OBSERVED: &str = "the package was observed under 13.0, 14.0, 15.0 and 15.1; the expectations from 16.0 on follow \
                        from the character databases";

pub fn cases() -> Vec<Draft> {
    let mut cases = Vec::new();
    for (version, marks) in MARKS {
        cases.extend(marks.iter().map(|&mark| marked(version, mark)));
        cases.push(all_marks(version, "normalize"));
        cases.push(all_marks(version, "chunk"));
    }
    cases.extend([composites("normalize"), composites("chunk")]);
    cases.extend(mixtures());
    cases
}

/// A case of code points that are as young as `version`.
fn young(version: UnicodeVersion, draft: Draft) -> Draft {
    let draft = draft.by_unicode();
    if version >= UnicodeVersion::V16_0 { draft.hand_computed().note(OBSERVED) } else { draft }
}

/// Marks that compose with the letter before, or change places, once the mark between is known for one.
fn word_around(mark: char) -> String {
    format!("a{mark}\u{301}\u{323}")
}

fn marked(version: UnicodeVersion, mark: char) -> Draft {
    let name = format!("{:04x}", mark as u32);
    let title = format!("U+{} is a mark from {version} on", name.to_uppercase());
    young(version, case(format!("mark-{name}"), title, "NORM-14 NORM-13 NORM-11", normalize(word_around(mark))))
}

/// Every mark of a version, each in a word of its own.
fn all_marks(version: UnicodeVersion, op: &str) -> Draft {
    let changes = |c: &char| {
        normalization_since(*c) == version
            && !COMPOSITES.iter().any(|(parts, whole)| parts.contains(*c) || whole.contains(*c))
    };
    let words: Vec<String> = ('\u{0}'..=char::MAX).filter(changes).map(word_around).collect();
    let title = format!("all {} marks of {version}, by {op}", words.len());
    let request = match op {
        "normalize" => normalize(words.join(" ")),
        _ => chunk_by_default(words.join(" ")),
    };
    young(version, case(format!("marks-{version}-{op}"), title, "NORM-14 NORM-13", request))
}

fn composites(op: &str) -> Draft {
    let joined = |column: fn(&(&'static str, &'static str)) -> &'static str| {
        COMPOSITES.iter().map(column).collect::<Vec<_>>().join(" ")
    };
    let (request, pointer) = match op {
        "normalize" => (normalize(joined(|row| row.0)), "/canonical_text"),
        _ => (chunk_by_default(joined(|row| row.0)), "/chunks/0/text"),
    };
    let title = format!("what composes from 16.0 on, by {op}");
    let draft = case(format!("composites-16.0-{op}"), title, "NORM-14 NORM-13", request);
    young(UnicodeVersion::V16_0, draft).gives(pointer, joined(|row| row.1))
}

fn mixtures() -> Vec<Draft> {
    let every_version =
        "a\u{1dfa}\u{301} e\u{10efd}\u{301} o\u{897}\u{301}\u{323} u\u{1acf}\u{301}\u{323} i\u{5c8}\u{301}";
    let counts = [("a\u{1dfa}\u{301}", 2), ("\u{e1}\u{1dfa}", 3)];
    vec![
        case(
            "starter-14.0",
            "a mark that is not yet known is a starter: nothing is reordered across it",
            "NORM-14 NORM-13",
            normalize("a\u{301}\u{1dfa}\u{323}"),
        )
        .by_unicode()
        .gives("/canonical_text", "\u{1ea1}\u{1dfa}\u{301}"),
        case(
            "starter-chunk-14.0",
            "a mark that is not yet known is a starter, in a chunk",
            "NORM-14 NORM-13",
            chunk_by_default("a\u{301}\u{1dfa}\u{323}"),
        )
        .by_unicode(),
        case(
            "one-word",
            "marks of several versions in one word",
            "NORM-14 NORM-13",
            normalize("a\u{897}\u{301}\u{1dfa}\u{323}\u{10efd}\u{302}\u{1acf}\u{323}\u{5c8}\u{301}"),
        )
        .by_unicode()
        .hand_computed()
        .note(OBSERVED),
        case("every-version", "a word for every version", "NORM-13 NORM-14", chunk_by_default(every_version))
            .by_unicode()
            .hand_computed()
            .note(OBSERVED),
        case(
            "fingerprints-14.0",
            "fingerprints by Unicode version",
            "NORM-13 FP-3",
            fingerprints("a\u{1dfa}\u{301} b", 1),
        )
        .by_unicode(),
        case(
            "counts-14.0",
            "a counter is given the word as the Unicode version normalises it",
            "NORM-13 TOK-2",
            chunk_counted(sizes(1, 1, 9, 8, 6), "a\u{1dfa}\u{301}", counter("table", &counts, 1)),
        )
        .by_unicode()
        .gives("/chunks/0/token_count", 3),
    ]
}
