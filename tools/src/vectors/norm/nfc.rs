//! Traps of NFC, each as a word and what it becomes. All of it is as old as Unicode 13.0.

use crate::vectors::ask::{chunk_by_default, normalize};
use crate::vectors::draft::{Draft, case};

/// Id, title, input, NFC.
type Row = (&'static str, &'static str, &'static str, &'static str);

const SINGLETONS: &[Row] = &[
    ("212b", "the Angstrom sign", "\u{212b}", "\u{c5}"),
    ("2126", "the Ohm sign", "\u{2126}", "\u{3a9}"),
    ("212a", "the Kelvin sign", "\u{212a}", "K"),
    ("0340", "the grave tone mark", "a\u{340}", "\u{e0}"),
    ("0374", "the Greek numeral sign", "a\u{374}", "a\u{2b9}"),
    ("037e", "the Greek question mark", "a\u{37e}", "a;"),
    ("0387", "the Greek ano teleia", "a\u{387}", "a\u{b7}"),
    ("1f71", "alpha with oxia", "\u{1f71}", "\u{3ac}"),
    ("1fef", "the Greek varia", "\u{1fef}", "`"),
    ("2329", "an angle bracket", "\u{2329}a", "\u{3008}a"),
    ("f900", "a compatibility ideograph", "\u{f900}", "\u{8c48}"),
    ("2f800", "an astral compatibility ideograph", "\u{2f800}", "\u{4e3d}"),
];

const EXCLUSIONS: &[Row] = &[
    ("0958", "Devanagari qa", "\u{958}", "\u{915}\u{93c}"),
    ("0958-parts", "Devanagari ka and nukta", "\u{915}\u{93c}", "\u{915}\u{93c}"),
    ("0f43", "Tibetan gha", "\u{f43}", "\u{f42}\u{fb7}"),
    ("0f73", "a Tibetan vowel of two parts", "\u{f40}\u{f73}", "\u{f40}\u{f71}\u{f72}"),
    ("2adc", "forking", "\u{2adc}", "\u{2add}\u{338}"),
    ("fb1d", "Hebrew yod with hiriq", "\u{fb1d}", "\u{5d9}\u{5b4}"),
    ("fb2c", "Hebrew shin with dagesh and shin dot", "\u{fb2c}", "\u{5e9}\u{5bc}\u{5c1}"),
    ("fb4e", "Hebrew pe with rafe", "\u{fb4e}", "\u{5e4}\u{5bf}"),
    ("0344", "the combining Greek dialytika tonos", "q\u{344}", "q\u{308}\u{301}"),
    ("1d15e", "a musical half note", "\u{1d15e}", "\u{1d157}\u{1d165}"),
    ("1d160", "a musical eighth note becomes three", "\u{1d160}", "\u{1d158}\u{1d165}\u{1d16e}"),
    ("1d164", "a musical note becomes three", "\u{1d164}", "\u{1d158}\u{1d165}\u{1d172}"),
];

const MARKS: &[Row] = &[
    ("composes", "e and acute", "e\u{301}", "\u{e9}"),
    ("composed", "e with acute stays", "\u{e9}", "\u{e9}"),
    ("reorder", "acute and dot below change places", "a\u{301}\u{323}", "\u{1ea1}\u{301}"),
    ("reorder-no-composite", "marks on a letter without composites", "q\u{307}\u{323}", "q\u{323}\u{307}"),
    ("reorder-long", "four marks of four classes", "q\u{315}\u{300}\u{5ae}\u{323}", "q\u{323}\u{5ae}\u{300}\u{315}"),
    ("same-class", "marks of the same class keep their order", "a\u{301}\u{300}", "\u{e1}\u{300}"),
    ("recomposes", "a composite takes a further mark", "\u{fc}\u{304}", "\u{1d6}"),
    ("recompose-order", "a composite gives way to a lower mark", "\u{1e61}\u{323}", "\u{1e69}"),
    ("blocked", "a mark of the same class blocks", "a\u{305}\u{301}", "a\u{305}\u{301}"),
    ("skips", "a mark of another class does not block", "a\u{328}\u{301}", "\u{105}\u{301}"),
    ("iota", "iota subscript comes last", "\u{3b1}\u{345}\u{301}", "\u{1fb4}"),
    ("joiner-034f", "the grapheme joiner blocks", "e\u{34f}\u{301}", "e\u{34f}\u{301}"),
    ("joiner-200d", "the zero width joiner blocks", "e\u{200d}\u{301}", "e\u{200d}\u{301}"),
    ("1abf", "a mark as old as Unicode 13.0", "a\u{1abf}\u{301}", "\u{e1}\u{1abf}"),
    ("overlay", "an overlay composes", "=\u{338}", "\u{2260}"),
    ("leading", "marks without a letter are put in order", "\u{301}\u{323}a", "\u{323}\u{301}a"),
    ("leading-pair", "two marks without a letter that would make one", "\u{308}\u{301}a", "\u{308}\u{301}a"),
    ("kana", "kana and the voiced mark", "\u{304b}\u{3099}", "\u{304c}"),
    ("astral-letter", "an astral letter and mark", "\u{11099}\u{110ba}", "\u{1109a}"),
];

const HANGUL: &[Row] = &[
    ("l-v", "leading consonant and vowel", "\u{1100}\u{1161}", "\u{ac00}"),
    ("l-v-t", "three jamo", "\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
    ("lv-t", "syllable and trailing consonant", "\u{ac00}\u{11a8}", "\u{ac01}"),
    ("lv-tbase", "U+11A7 is no trailing consonant", "\u{ac00}\u{11a7}", "\u{ac00}\u{11a7}"),
    ("lvt-t", "a full syllable takes no more", "\u{ac01}\u{11a8}", "\u{ac01}\u{11a8}"),
    ("last", "the last syllable", "\u{1112}\u{1175}\u{11c2}", "\u{d7a3}"),
    ("past-v", "U+1176 is no modern vowel", "\u{1100}\u{1176}", "\u{1100}\u{1176}"),
    ("past-l", "U+1113 is no modern consonant", "\u{1113}\u{1161}", "\u{1113}\u{1161}"),
    ("past-t", "U+11C3 is no modern trailing consonant", "\u{ac00}\u{11c3}", "\u{ac00}\u{11c3}"),
    ("mark-between", "a mark between keeps jamo apart", "\u{1100}\u{301}\u{1161}", "\u{1100}\u{301}\u{1161}"),
    ("compatibility", "compatibility jamo stay", "\u{3131}\u{314f}", "\u{3131}\u{314f}"),
];

const BACKWARD: &[Row] = &[
    ("09c7-09be", "Bengali", "\u{9c7}\u{9be}", "\u{9cb}"),
    ("0b47-0b56", "Oriya", "\u{b47}\u{b56}", "\u{b48}"),
    ("0bc6-0bd7", "Tamil", "\u{bc6}\u{bd7}", "\u{bcc}"),
    ("0cc6-0cc2-0cd5", "Kannada, three into one", "\u{cc6}\u{cc2}\u{cd5}", "\u{ccb}"),
    ("0d46-0d3e", "Malayalam", "\u{d46}\u{d3e}", "\u{d4a}"),
    ("0dd9-0dcf-0dca", "Sinhala, three into one", "\u{dd9}\u{dcf}\u{dca}", "\u{ddd}"),
    ("1025-102e", "Myanmar", "\u{1025}\u{102e}", "\u{1026}"),
    ("1b05-1b35", "Balinese", "\u{1b05}\u{1b35}", "\u{1b06}"),
    ("11131-11127", "Chakma", "\u{11131}\u{11127}", "\u{1112e}"),
    ("114b9-114ba", "Tirhuta", "\u{114b9}\u{114ba}", "\u{114bb}"),
    ("11935-11930", "Dives Akuru, as old as Unicode 13.0", "\u{11935}\u{11930}", "\u{11938}"),
    ("apart", "a starter between keeps them apart", "\u{b47}x\u{b56}", "\u{b47}x\u{b56}"),
];

const UNCHANGED: &[Row] = &[
    ("fb01", "the fi ligature", "\u{fb01}", "\u{fb01}"),
    ("00bd", "one half", "\u{bd}", "\u{bd}"),
    ("00b2", "superscript two", "x\u{b2}", "x\u{b2}"),
    ("00b5", "the micro sign", "\u{b5}", "\u{b5}"),
    ("00a8", "the diaeresis, which NFKC would split at a space", "a\u{a8}b", "a\u{a8}b"),
    ("ff21", "a full-width letter", "\u{ff21}", "\u{ff21}"),
    ("ff76-ff9e", "half-width kana", "\u{ff76}\u{ff9e}", "\u{ff76}\u{ff9e}"),
    ("017f", "the long s", "\u{17f}", "\u{17f}"),
    ("1e9b-0323", "the long s with two dots", "\u{1e9b}\u{323}", "\u{1e9b}\u{323}"),
    ("fdfa", "an Arabic ligature of eighteen letters", "\u{fdfa}", "\u{fdfa}"),
    (
        "case",
        "letters that case folding would change",
        "\u{df}\u{1e9e}\u{130}I\u{3a3}",
        "\u{df}\u{1e9e}\u{130}I\u{3a3}",
    ),
];

/// Id prefix, beginning of the title, rows.
const TABLES: [(&str, &str, &[Row]); 6] = [
    ("singleton", "NFC of a singleton", SINGLETONS),
    ("excluded", "NFC of what does not compose", EXCLUSIONS),
    ("marks", "NFC of marks", MARKS),
    ("hangul", "NFC of Hangul", HANGUL),
    ("backward", "NFC of starters that combine backward", BACKWARD),
    ("unchanged", "neither NFKC nor case folding", UNCHANGED),
];

pub fn cases() -> Vec<Draft> {
    let mut cases = Vec::new();
    for (prefix, about, rows) in TABLES {
        cases.extend(rows.iter().map(|(id, title, input, nfc)| {
            case(format!("nfc-{prefix}-{id}"), format!("{about}: {title}"), "NORM-11", normalize(*input))
                .gives("/words/0/text", *nfc)
                .gives("/canonical_text", *nfc)
        }));
        cases.push(table_in_chunk(prefix, about, rows));
    }
    cases.extend(across_words());
    cases.extend(many_marks());
    cases
}

/// All words of a table in one chunk, for testees without the operation `normalize`.
fn table_in_chunk(prefix: &str, about: &str, rows: &[Row]) -> Draft {
    let joined = |column: fn(&Row) -> &'static str| rows.iter().map(column).collect::<Vec<_>>().join(" ");
    let request = chunk_by_default(joined(|row| row.2));
    case(format!("nfc-chunk-{prefix}"), format!("{about}, in a chunk"), "NORM-11 NORM-9 ID-4", request)
        .gives("/chunks/0/text", joined(|row| row.3))
}

/// Each word is normalised by itself.
fn across_words() -> Vec<Draft> {
    [
        ("mark", "a mark at the start of a word", "e \u{301}b", "e \u{301}b"),
        ("overlay", "an overlay at the start of a word", "< \u{338} b", "< \u{338} b"),
        ("line", "a mark behind a line end", "a\n\u{323}\u{301}", "a \u{323}\u{301}"),
        ("paragraph", "a mark behind a paragraph break", "a\n\n\u{301}", "a\n\n\u{301}"),
        ("jamo", "a vowel at the start of a word", "\u{1100} \u{1161}", "\u{1100} \u{1161}"),
        ("order", "marks of two words are not put in one order", "a\u{301} \u{323}", "\u{e1} \u{323}"),
        ("space", "whitespace itself is not normalised", "a\u{2000}b\u{2001}c", "a b c"),
    ]
    .into_iter()
    .flat_map(|(id, title, text, canonical)| {
        let title = format!("word by word: {title}");
        [
            case(format!("nfc-apart-{id}"), title.clone(), "NORM-11 NORM-12", normalize(text))
                .gives("/canonical_text", canonical),
            case(format!("nfc-apart-chunk-{id}"), title + ", in a chunk", "NORM-11 NORM-12", chunk_by_default(text))
                .gives("/chunks/0/text", canonical),
        ]
    })
    .collect()
}

/// More marks than a reader's buffer holds: the stream-safe format would put a joiner after the thirtieth.
fn many_marks() -> Vec<Draft> {
    let input = format!("a{}", "\u{301}\u{323}".repeat(40));
    let nfc = format!("\u{1ea1}{}{}", "\u{323}".repeat(39), "\u{301}".repeat(40));
    let about = "eighty marks on one letter";
    vec![
        case("nfc-many-marks", about, "NORM-11 NORM-1", normalize(input.clone())).gives("/words/0/text", nfc.clone()),
        case("nfc-chunk-many-marks", format!("{about}, in a chunk"), "NORM-11 NORM-1", chunk_by_default(input))
            .gives("/chunks/0/text", nfc),
    ]
}
