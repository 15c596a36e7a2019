//! Topic `large`: texts beyond the sizes at which implementations break, from a few bytes.

use serde_json::{Value, json};
use steadlith_vectors::request::Request;
use steadlith_vectors::text::{Piece, Text};

use super::ask::{chunk, chunk_by_default, chunk_counted, counter, sizes, with};
use super::draft::{Draft, case};
use super::search::generated;

/// 2^53 - 1.
const MOST: u64 = (1 << 53) - 1;

pub fn cases() -> Vec<Draft> {
    [words(), code_points(), long_words(), whitespace(), sums()].into_iter().flatten().collect()
}

fn repeated(unit: &str, times: u64) -> Piece {
    Piece::Repeat { unit: unit.to_owned(), times }
}

fn literal(text: &str) -> Piece {
    Piece::Literal(text.to_owned())
}

fn large(id: &str, title: &str, clauses: &str, request: Request) -> Draft {
    case(id, title, clauses, request).by_digest()
}

fn words() -> Vec<Draft> {
    let of = |params: Value, unit: &str, times: u64| chunk(params, Text::generated(vec![repeated(unit, times)]));
    vec![
        large(
            "words-65536",
            "65,537 words, cut behind word 65,536",
            "NORM-1 CUT-3",
            of(json!({"max_tokens": 65_536}), "a ", 65_537),
        )
        .cuts("65536 hard, 65537 final"),
        large(
            "words-65535",
            "65,536 words, cut behind word 65,535",
            "NORM-1 CUT-3",
            of(json!({"max_tokens": 65_535}), "a ", 65_536),
        )
        .cuts("65535 hard, 65536 final"),
        large("words-70000", "70,000 words, by default", "NORM-1 FP-6", chunk_by_default(generated(7, 70_000)))
            .generated(7),
        large(
            "words-70000-one-chunk",
            "70,000 words in one chunk",
            "NORM-1 PARAM-15",
            of(json!({"max_tokens": MOST, "window_words": MOST}), "ab ", 70_000),
        )
        .cuts("70000 final"),
        large(
            "chunks-65537",
            "65,537 chunks of one word, with spaces between them that win time for the reply",
            "DIAG-7 DIAG-8 CUT-1",
            of(sizes(1, 1, 1, 63, 62), &format!("a{}", " ".repeat(31)), 65_537),
        )
        .gives("/diagnostics/chunk_count", 65_537)
        .gives("/diagnostics/hard_cuts", 65_536),
        large(
            "words-million",
            "1,000,001 words in chunks of 1,000",
            "NORM-1 CUT-1",
            of(sizes(1, 1000, 1000, 63, 62), "abc ", 1_000_001),
        )
        .gives("/diagnostics/chunk_count", 1001),
        large(
            "words-snapping",
            "20,000 words with snapping on",
            "SNAP-3 NORM-1",
            chunk(json!({"snap_to_boundaries": true}), generated(11, 20_000)),
        )
        .generated(11),
        large(
            "window-70000",
            "a window of 70,000 words over 70,010",
            "FP-5 FP-8",
            of(
                json!({"window_words": 70_000, "min_tokens": 1, "max_tokens": MOST, "primary_mask_bits": 3, "backup_mask_bits": 1}),
                "a b c d e f g ",
                10_002,
            ),
        ),
    ]
}

/// Offsets beyond 65,536, in code points of one and of four bytes.
fn code_points() -> Vec<Draft> {
    let params = || sizes(2, 10, 100, 4, 2);
    vec![
        large(
            "code-points-ascii",
            "a word at offset 70,000",
            "NORM-8 DIAG-2",
            chunk(params(), Text::generated(vec![repeated("abcdefghi ", 7_000), literal("end")])),
        ),
        large(
            "code-points-astral",
            "a word at offset 70,000 behind astral code points",
            "NORM-8 DIAG-2",
            chunk(params(), Text::generated(vec![repeated("\u{1f600}\u{1d400} \u{10ffff} ", 14_000), literal("end")])),
        ),
        large(
            "code-points-combining",
            "a word at offset 70,000 behind combining marks",
            "NORM-9 DIAG-2",
            chunk(params(), Text::generated(vec![repeated("e\u{301}o\u{323}\u{301}\r\n", 10_000), literal("end")])),
        ),
    ]
}

/// Words of a hundred thousand code points and more are words like any other.
fn long_words() -> Vec<Draft> {
    let word_behind = |letter: &str, unit: &str, times: u64| {
        vec![literal(&format!("a {letter}")), repeated(unit, times), literal(" b")]
    };
    let word = |unit: &str, times: u64| word_behind("", unit, times);
    vec![
        large(
            "word-65536",
            "a word of 65,536 letters",
            "NORM-6 FP-3",
            chunk(sizes(1, 1, 2, 63, 62), Text::generated(word("x", 65_536))),
        )
        .cuts("2 hard, 3 final"),
        large(
            "word-million",
            "a word of a million letters",
            "NORM-6 FP-3 TOK-1",
            chunk(sizes(1, 1, 2, 63, 62), Text::generated(word("x", 1_000_000))),
        )
        .cuts("2 hard, 3 final"),
        large(
            "word-million-first",
            "a word of a million letters alone",
            "NORM-6 TOK-1",
            chunk_by_default(Text::generated(vec![repeated("\u{e9}", 1_000_000)])),
        )
        .cuts("1 final"),
        large(
            "word-decomposed",
            "a word of 200,000 letters, decomposed",
            "NORM-11 NORM-9",
            chunk_by_default(Text::generated(word("e\u{301}", 200_000))),
        )
        .cuts("3 final"),
        large(
            "word-decomposed-odd",
            "a word of a letter and 200,000 decomposed ones, which begin at odd positions",
            "NORM-11 NORM-9",
            chunk_by_default(Text::generated(word_behind("x", "e\u{301}", 200_000))),
        )
        .cuts("3 final"),
        large(
            "word-astral-odd",
            "a word of a letter and 40,000 astral code points, of which one lies across the border of any two blocks",
            "NORM-1 NORM-6 FP-3",
            chunk(sizes(1, 1, 2, 63, 62), Text::generated(word_behind("x", "\u{1f600}", 40_000))),
        )
        .cuts("2 hard, 3 final"),
        large(
            "word-marks",
            "a letter with 20,000 marks",
            "NORM-11",
            chunk_by_default(Text::generated(word("\u{323}", 20_000))),
        ),
    ]
}

fn whitespace() -> Vec<Draft> {
    let around = |unit: &str, times: u64| Text::generated(vec![literal("a"), repeated(unit, times), literal("b")]);
    vec![
        large(
            "paragraph-at-65536",
            "a paragraph break across offset 65,536",
            "NORM-16 NORM-1",
            chunk_by_default(Text::generated(vec![repeated("a", 65_535), literal("\n\nb")])),
        )
        .cuts("2 final"),
        large(
            "crlf-at-65536",
            "CR LF across offset 65,536",
            "NORM-15 NORM-10",
            chunk_by_default(Text::generated(vec![repeated("a", 65_535), literal("\r\nb")])),
        ),
        large("spaces", "100,000 spaces between two words", "NORM-6 NORM-12", chunk_by_default(around(" ", 100_000))),
        large(
            "line-ends",
            "100,000 CR LF between two words",
            "NORM-16 NORM-10",
            chunk_by_default(around("\r\n", 100_000)),
        ),
        large(
            "line-ends-kept-apart",
            "50,000 LF kept apart by NBSP between two words",
            "NORM-17",
            chunk_by_default(around("\n\u{a0}", 50_000)),
        ),
        large(
            "blank",
            "a blank text of 100,000 code points",
            "NORM-7",
            chunk_by_default(Text::generated(vec![repeated("\u{2003}\n", 50_000)])),
        ),
        large(
            "blank-beginning",
            "a text that begins with 100,000 blank code points",
            "NORM-7 NORM-18",
            chunk_by_default(Text::generated(vec![repeated("\u{2003}\n", 50_000), literal("alpha beta")])),
        )
        .cuts("2 final"),
        large(
            "paragraphs",
            "20,000 paragraphs of one word",
            "FP-3 FP-7 NORM-19",
            chunk(
                with(sizes(2, 3, 9, 5, 2), "snap_to_boundaries", true),
                Text::generated(vec![repeated("word\n\n", 20_000)]),
            ),
        ),
    ]
}

/// Sums beyond 2^31, 2^32 and up to 2^53 - 1.
fn sums() -> Vec<Draft> {
    let counted = |min: u64, max: u64, each: u64, words: u64| {
        chunk_counted(
            sizes(1, min, max, 63, 62),
            Text::generated(vec![repeated("a ", words)]),
            counter("table-v1", &[("a", each)], 1),
        )
    };
    vec![
        large(
            "sum-32-bits",
            "1,000 words of 2^24 tokens in one chunk",
            "TOK-9 PARAM-15",
            counted(1, 1 << 40, 1 << 24, 1000),
        )
        .gives("/chunks/0/token_count", 1000 * (1_u64 << 24)),
        large(
            "sum-32-bits-cut",
            "1,000 words of 2^30 tokens in chunks of at most 2^33",
            "TOK-9 CUT-3",
            counted(1, 1 << 33, 1 << 30, 1000),
        )
        .gives("/chunks/0/end_word", 8),
        large(
            "sum-32-bits-min",
            "1,000 words of 2^30 tokens, minimum and maximum beyond 2^32",
            "TOK-9 CUT-5",
            counted(5 << 30, 7 << 30, 1 << 30, 1000),
        )
        .gives("/chunks/0/end_word", 7),
        large(
            "sum-53-bits",
            "1,001 words whose tokens sum to 2^53 - 1",
            "TOK-9 PARAM-15",
            counted(1, MOST, MOST / 1001, 1001),
        )
        .gives("/diagnostics/total_tokens", MOST / 1001 * 1001),
    ]
}
