//! Topic `fingerprints`: symbols and the rolling polynomial (chapter 4).

use serde_json::{Value, json};
use steadlith_vectors::request::Request;

use super::ask::{chunk, fingerprints};
use super::draft::{Draft, case};
use super::script::Script;

/// No word of the text is short or in a paragraph of its own.
const TEN: &str = "the quick brown fox jumps over the lazy dog again";

pub fn cases() -> Vec<Draft> {
    [
        published(),
        windows(),
        blank(),
        spellings(),
        paragraphs(),
        in_chunks(),
        forms_in_chunks(),
        rare(),
        wide_masks(),
        mask_edges(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn published() -> Vec<Draft> {
    let values =
        [Value::Null, Value::Null, json!("54bbbbfebbb65c80"), json!("cea7d48416cb624f"), json!("42fdc201c35505be")];
    vec![
        case(
            "published",
            "a window of two words over a paragraph break",
            "FP-5 FP-3 FP-8",
            fingerprints("alpha beta\n\ngamma delta", 2),
        )
        .published("/fingerprints", values),
        case("symbol", "a window of one word is the symbol", "FP-1 FP-2 FP-3 FP-4 FP-5", fingerprints("alpha", 1))
            .published("/fingerprints", json!([null, "3a90e9b73268df47"])),
        case(
            "symbol-paragraph",
            "the symbol of a word behind a paragraph break",
            "FP-3",
            fingerprints("x\n\nalpha", 1),
        )
        .published("/fingerprints/2", "9711b48817744278"),
    ]
}

fn windows() -> Vec<Draft> {
    let long = |words: usize| (1..=words).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ");
    let mut cases: Vec<Draft> = [1, 2, 3, 9, 10, 11]
        .map(|window| {
            let title = format!("ten words, a window of {window}");
            case(format!("window-{window}"), title, "FP-5 FP-8 FP-4 FP-2", fingerprints(TEN, window))
        })
        .into();
    cases.extend([
        case("window-default", "sixty words, a window of 48", "FP-5", fingerprints(long(60), 48)),
        case("window-default-full", "48 words, a window of 48", "FP-8", fingerprints(long(48), 48)),
        case("window-default-short", "47 words, a window of 48", "FP-8", fingerprints(long(47), 48)),
        case("window-2-53", "ten words, a window of 2^53 - 1", "FP-8 PARAM-15", fingerprints(TEN, (1 << 53) - 1)),
        case("equal-words", "equal words leave and enter the window", "FP-5", fingerprints("a a a a b a a a", 3)),
    ]);
    cases
}

fn blank() -> Vec<Draft> {
    vec![
        case("empty", "the empty text has one position", "FP-8 NORM-7", fingerprints("", 1))
            .gives("/fingerprints", json!([null])),
        case("blank", "a blank text has one position", "FP-8 NORM-7", fingerprints("\n\n \t", 2))
            .gives("/fingerprints", json!([null])),
        case("one-word", "one word, a window of 2", "FP-8", fingerprints("alpha", 2))
            .gives("/fingerprints", json!([null, null])),
    ]
}

/// Words that a hash over other bytes would tell apart.
fn spellings() -> Vec<Draft> {
    let mut cases: Vec<Draft> = [
        ("latin", "UTF-8 of two bytes", "\u{e9}t\u{e9}".to_owned()),
        ("bmp", "UTF-8 of three bytes", "\u{6771}\u{4eac}".to_owned()),
        ("astral", "UTF-8 of four bytes", "\u{1f600}\u{1d11e}".to_owned()),
        ("nul", "NUL inside and at the end", "a\u{0}b a\u{0}".to_owned()),
        ("bom", "U+FEFF is hashed", "\u{feff}alpha alpha".to_owned()),
        ("case", "case and punctuation are hashed", "Alpha alpha alpha. (alpha)".to_owned()),
        // Equal under the string hash of Java.
        ("hash-codes", "words of one length and checksum", "Aa BB AaAa AaBB BBAa BBBB".to_owned()),
        ("marker-look", "words that look like markers", "P W PW WP".to_owned()),
    ]
    .map(|(id, title, text)| case(format!("word-{id}"), title, "FP-3", fingerprints(text, 1)))
    .into();
    cases.push(case(
        "word-decomposed",
        "the normalised word is hashed",
        "FP-3 NORM-11",
        fingerprints("e\u{301}t\u{e9} \u{e9}t\u{e9}", 1),
    ));
    // The marker and the word together fill blocks of 128 bytes.
    cases.extend([15, 63, 127, 128, 255, 256, 1000].map(|length| {
        let title = format!("a word of {length} bytes");
        case(format!("word-{length}-bytes"), title, "FP-1 FP-3", fingerprints("x".repeat(length), 1))
    }));
    cases
}

fn paragraphs() -> Vec<Draft> {
    vec![
        case(
            "paragraph-first",
            "line ends before the first word make no marker",
            "FP-3 NORM-18",
            fingerprints("\n\nalpha", 1),
        )
        .gives("/fingerprints/1", "3a90e9b73268df47"),
        case("paragraph-line", "one line end makes no marker", "FP-3 NORM-16", fingerprints("alpha\nalpha", 1))
            .gives("/fingerprints/2", "3a90e9b73268df47"),
        case("paragraph-cr-cr", "two CR make a marker", "FP-3 NORM-15", fingerprints("alpha\r\ralpha", 1))
            .gives("/fingerprints/2", "9711b48817744278"),
        case("paragraph-each", "a marker at every word", "FP-3 FP-5", fingerprints("a\n\na\n\na\n\nb", 2)),
        case(
            "paragraph-leaves",
            "a marker leaves the window with its word",
            "FP-3 FP-5",
            fingerprints("a b\n\nc d e f g", 3),
        ),
    ]
}

/// The same without the operation `fingerprints`: cuts show which positions match.
fn in_chunks() -> Vec<Draft> {
    let script = |window, primary| Script { window, primary, backup: primary - 1 };
    let paragraphs = script(1, 8);
    vec![
        case("chunk-window-1", "a window of one word", "FP-9 FP-5", script(1, 8).chunk(1, 99, "..p..p..."))
            .cuts("3 primary, 6 primary, 9 final"),
        case("chunk-window-2", "a window of two words", "FP-9 FP-5", script(2, 8).chunk(1, 99, "-..p.p..."))
            .cuts("4 primary, 6 primary, 9 final"),
        case("chunk-window-5", "a window of five words", "FP-9 FP-5", script(5, 8).chunk(1, 99, "----....p.....p.."))
            .cuts("9 primary, 15 primary, 17 final"),
        case(
            "chunk-window-48",
            "a window of 48 words",
            "FP-9 FP-5",
            script(48, 8).chunk(1, 99, &format!("{}p..p...", "-".repeat(47))),
        )
        .cuts("48 primary, 51 primary, 54 final"),
        case(
            "chunk-window-more",
            "a window of more words than the text has",
            "FP-8",
            script(9, 2).chunk(1, 4, "--------"),
        )
        .cuts("4 hard, 8 final"),
        case(
            "chunk-paragraph",
            "a match that hangs on the marker of a paragraph",
            "FP-3 FP-9",
            paragraphs.chunk(1, 99, "../p.."),
        )
        .cuts("3 primary, 5 final"),
        case(
            "chunk-paragraph-no-match",
            "a marker prevents what would match without it",
            "FP-3 FP-9",
            without_marker(),
        )
        .cuts("4 final"),
        case(
            "chunk-mask-63",
            "a mask of 63 bits",
            "FP-9 PARAM-10",
            Script { window: 1, primary: 63, backup: 8 }.chunk(1, 3, ".b..."),
        )
        .cuts("2 backup, 5 final"),
        case(
            "chunk-mask-bits",
            "a mask is not a modulus",
            "FP-9",
            Script { window: 1, primary: 10, backup: 3 }.chunk(1, 99, "..b..p.b"),
        )
        .cuts("6 primary, 8 final"),
    ]
}

/// A text of which one word would match if it began no paragraph.
fn without_marker() -> Request {
    let script = Script { window: 1, primary: 8, backup: 7 };
    chunk(script.params(1, 99), script.text("..p.").replace(' ', "\n\n"))
}

/// Words of other forms, the match of which hangs on every byte of them.
fn forms_in_chunks() -> Vec<Draft> {
    type Form = fn(u64) -> String;
    let forms: [(&str, &str, Form); 9] = [
        ("latin", "words of two-byte letters", |number| format!("\u{e9}{number}\u{fc}")),
        ("bmp", "words of three-byte letters", |number| format!("\u{4e2d}{number}\u{6587}")),
        ("astral", "words of four-byte letters", |number| format!("{number}\u{1f600}\u{10ffff}")),
        ("nul", "words that hold NUL", |number| format!("a\u{0}{number}\u{0}")),
        ("blocks", "words of more than one block of 128 bytes", |number| format!("{}{number}", "x".repeat(130))),
        // Equal under the string hash of Java: each bit of the number is one of two pairs of letters.
        ("hash-codes", "words of one length and hash code", |number| {
            (0..12).rev().map(|bit| if number >> bit & 1 == 0 { "Aa" } else { "BB" }).collect()
        }),
        ("same-beginning", "long words that differ at the end", |number| format!("{}{number:05}", "x".repeat(1_100))),
        ("same-end", "long words that differ at the beginning", |number| format!("{number:05}{}", "x".repeat(1_100))),
        ("same-ends", "long words that differ in the middle", |number| format!("{0}{number:05}{0}", "x".repeat(600))),
    ];
    let script = Script { window: 1, primary: 8, backup: 7 };
    forms
        .map(|(id, title, form)| {
            let request = chunk(script.params(1, 99), script.text_of("..p .p ..", form));
            case(format!("chunk-form-{id}"), title, "FP-3 FP-1 FP-9", request).cuts("3 primary, 5 primary, 7 final")
        })
        .into()
}

/// Words that were searched for the fingerprint that a window over all of them has.
const RARE: [(&str, &[u32], &str); 7] = [
    ("all-64-bits", &[100_347, 231_991, 307_613, 414_083, 636_716, 745_867, 815_199, 917_881], "0000000000000000"),
    ("63-bits", &[10_975, 142_705, 320_404, 394_078, 561_032, 774_347, 873_218, 917_525], "8000000000000000"),
    ("62-bits", &[27_706, 230_397, 353_187, 403_378, 548_770, 690_661, 808_489, 918_456], "4000000000000000"),
    ("61-bits", &[65_736, 255_745, 315_271, 405_592, 564_879, 724_419, 874_979, 919_227], "2000000000000000"),
    ("44-bits", &[1_870_716, 689_592], "5928300000000000"),
    ("40-bits", &[736_127, 1_359_091], "b3558f0000000000"),
    ("33-bits", &[12_266, 169_528], "442faed200000000"),
];

/// Fingerprints whose low bits are zero further than any short text would show.
fn rare() -> Vec<Draft> {
    let text = |words: &[u32]| words.iter().map(|number| format!("w{number} ")).collect::<String>();
    let window = |words: &[u32]| words.len() as u64;
    let mut cases: Vec<Draft> = RARE
        .iter()
        .map(|(id, words, value)| {
            let title = format!("a fingerprint with {} zero", id.replace('-', " "));
            case(format!("rare-{id}"), title, "FP-5 FP-9", fingerprints(text(words), window(words)))
                .gives(&format!("/fingerprints/{}", words.len()), *value)
        })
        .collect();
    let masks = [(63, 62), (63, 62), (63, 62), (63, 62), (44, 43), (44, 40), (40, 33)];
    let kinds = ["primary", "primary", "backup", "none", "primary", "backup", "backup"];
    for (((id, words, _), (primary, backup)), kind) in RARE.iter().zip(masks).zip(kinds) {
        let script = Script { window: window(words), primary, backup };
        let end = words.len();
        let request = chunk(script.params(1, end as u64 + 1), text(words) + "a b");
        let first = if kind == "none" { format!("{} hard", end + 1) } else { format!("{end} {kind}") };
        let title = format!("masks of {primary} and {backup} bits, a fingerprint with {} zero", id.replace('-', " "));
        cases.push(
            case(format!("rare-chunk-{id}"), title, "FP-9 PARAM-10", request)
                .cuts(&format!("{first}, {} final", end + 2)),
        );
    }
    cases
}

/// Every position has eight low bits of zero, and none has more than thirty: a mask whose bits are counted modulo 32
/// would match.
fn wide_masks() -> Vec<Draft> {
    let text = Script { window: 1, primary: 8, backup: 7 }.text("pppppp");
    [(63, 40), (40, 39), (34, 33), (33, 32)]
        .map(|(primary, backup)| {
            let title = format!("masks of {primary} and {backup} bits match nothing here");
            let script = Script { window: 1, primary, backup };
            case(format!("mask-{primary}-{backup}"), title, "FP-9 PARAM-10", chunk(script.params(1, 4), text.clone()))
                .cuts("4 hard, 6 final")
        })
        .into()
}

/// Words that were searched for a window over all of them whose fingerprint has exactly so many low bits of zero.
const EDGES: [(u64, &str); 6] = [
    (31, "w109791 w21372"),
    (32, "w78227 w9703"),
    (33, "aaaaaa bycjtc cmbtbe dmxpfd"),
    (53, "a478481 b294110 c352780 d23624"),
    (54, "arkdaa bomwnb cwgmec dvhppg"),
    (62, "akchwg bvmkha cwwugb dvmcpc"),
];

/// As many bits as are zero match, and one more does not: the widths at which numbers of 32 bits, doubles and signed
/// numbers of 64 bits end.
fn mask_edges() -> Vec<Draft> {
    EDGES.iter().flat_map(|&(zeros, text)| at_mask_edge(zeros, text)).collect()
}

fn at_mask_edge(zeros: u64, text: &str) -> Vec<Draft> {
    let window = text.split(' ').count() as u64;
    [(zeros, "primary", "the primary mask"), (zeros + 1, "backup", "the backup mask"), (zeros + 2, "none", "no mask")]
        .into_iter()
        .filter(|(primary, ..)| *primary <= 63)
        .map(|(primary, kind, matching)| {
            let script = Script { window, primary, backup: primary - 1 };
            let first = if kind == "none" { format!("{} hard", window + 1) } else { format!("{window} {kind}") };
            let title = format!("{zeros} low bits of zero, masks of {primary} and {}: {matching} matches", primary - 1);
            let request = chunk(script.params(1, window + 1), format!("{text} a b"));
            case(format!("mask-edge-{zeros}-{kind}"), title, "FP-9 PARAM-10", request)
                .cuts(&format!("{first}, {} final", window + 2))
        })
        .collect()
}
