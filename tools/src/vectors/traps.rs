//! Topic `traps`: mistakes that a search with mutated implementations found no other topic to reveal.

use steadlith_vectors::text::{Piece, Text};

use super::ask::{chunk, document_root, fingerprints, normalize, params, plan, sizes, with};
use super::draft::{Draft, case};

pub fn cases() -> Vec<Draft> {
    [words(), symbols(), snapping(), plans(), strings()].into_iter().flatten().collect()
}

fn words() -> Vec<Draft> {
    vec![
        case(
            "first-surrogate-pair",
            "the first code point that UTF-16 writes as a pair",
            "NORM-8",
            normalize("\u{10000} a"),
        ),
        case(
            "surrogate-pair-borders",
            "the borders of the ranges of surrogate pairs",
            "NORM-8",
            normalize("\u{103ff} \u{10400} \u{fffff} \u{100000} \u{10ffff} a"),
        ),
    ]
}

fn symbols() -> Vec<Draft> {
    // Words whose bytes do not repeat with the period of a hash block.
    let digits: String = (0..400_u32).map(|number| format!("{}x", number * number)).collect();
    let long = |bytes: usize| digits.get(..bytes).unwrap_or(&digits).to_owned();
    let words: Vec<String> = [40, 96, 126, 127, 128, 129, 254, 255, 256, 257, 383, 384, 1000].map(long).into();
    let numbered = |count: u32| (0..count).map(|number| format!("n{number}")).collect::<Vec<_>>().join(" ");
    let huge = Text::generated(vec![Piece::Repeat { unit: "abcdefg".to_owned(), times: 10_000 }]);
    vec![
        case("long-words", "words of one to eight hash blocks", "FP-1 FP-3", fingerprints(words.join(" "), 1)),
        case("huge-word", "a word of 70,000 bytes", "FP-1", fingerprints(huge, 1)),
        case("letter-case", "words that differ in case only", "FP-3 NORM-11", fingerprints("fox Fox FOX", 1)),
        case(
            "long-prefix",
            "long words that differ at their end only",
            "FP-3",
            fingerprints(format!("{0}a {0}b", long(300)), 1),
        ),
        case("window-257", "300 words, a window of 257", "FP-5", fingerprints(numbered(300), 257)),
        case("window-1002", "1,100 words, a window of 1,002", "FP-5", fingerprints(numbered(1100), 1002)),
    ]
}

/// Words that never end a sentence, with one that does at some place, cut by the maximum only.
fn cut_by_size(words: &[String], max: u64, window: u64) -> steadlith_vectors::request::Request {
    let never = with(sizes(1, 1, max, 63, 62), "snap_to_boundaries", true);
    chunk(with(never, "snap_window_words", window), words.join(" "))
}

fn numbered_with_end_at(count: usize, position: usize) -> Vec<String> {
    (1..=count).map(|number| format!("n{number}{}", if number == position { "." } else { "" })).collect()
}

fn snapping() -> Vec<Draft> {
    let no_ends = [
        '\u{ff0e}', '\u{ff1f}', '\u{ff01}', '\u{ff61}', '\u{3002}', '\u{61f}', '\u{6d4}', '\u{964}', '\u{203c}',
        '\u{203d}', '\u{2047}', '\u{2048}', '\u{2049}', '\u{2024}', '\u{2026}', '\u{1362}', '\u{fe52}', '\u{fe56}',
        '\u{fe57}', '\u{bf}', '\u{a1}', '\u{b7}', '\u{37e}', '\u{55c}', '*', '_', '-', ':', ';', ',',
    ];
    let no_closers = [
        '[', '{', '(', '*', '_', '-', '/', '|', ',', ':', ';', '>', '<', '`', '\u{ab}', '\u{bb}', '\u{203a}',
        '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{300d}', '\u{ff09}', '\u{2032}', '\u{ad}', '\u{200d}',
        '\u{fe00}',
    ];
    let words = |marks: &[char], before: &str| marks.iter().map(|mark| format!("x{before}{mark}")).collect::<Vec<_>>();
    let closed = |marks: usize| {
        let mut words = numbered_with_end_at(6, 3);
        words[2].push_str(&")".repeat(marks));
        words
    };
    vec![
        case(
            "no-sentence-ends",
            "marks that end no sentence in v1",
            "SNAP-7",
            cut_by_size(&words(&no_ends, ""), 15, 15),
        )
        .cuts("15 hard, 30 final"),
        case(
            "no-closing-marks",
            "marks behind a full stop that do not belong to it in v1",
            "SNAP-7",
            cut_by_size(&words(&no_closers, "."), 14, 14),
        )
        .cuts("14 hard, 27 final"),
        case("nine-closers", "nine closing marks behind a full stop", "SNAP-7", cut_by_size(&closed(9), 4, 2))
            .cuts("4>3 hard sentence, 6 final"),
        case("forty-closers", "forty closing marks behind a full stop", "SNAP-7", cut_by_size(&closed(40), 4, 2))
            .cuts("4>3 hard sentence, 6 final"),
        case(
            "window-150",
            "a break 150 words before the raw end, a snap window of 150",
            "SNAP-3",
            cut_by_size(&numbered_with_end_at(500, 250), 400, 150),
        )
        .cuts("400>250 hard sentence, 500 final"),
        case(
            "window-1100",
            "a break 1,100 words before the raw end, a snap window of 1,100",
            "SNAP-3",
            cut_by_size(&numbered_with_end_at(2100, 900), 2000, 1100),
        )
        .cuts("2000>900 hard sentence, 2100 final"),
    ]
}

fn plans() -> Vec<Draft> {
    [
        (
            "plan-three-equal",
            "three equal chunks stay",
            "PLAN-1",
            "a@0-5 a@0-5 a@0-5",
            "a@0-5 a@0-5 a@0-5",
            "keep 0 0, keep 1 1, keep 2 2 |",
        ),
        (
            "plan-three-moved",
            "three equal chunks move, first-in-first-out",
            "PLAN-3",
            "a@0-5 a@6-11 a@12-17",
            "a@1-6 a@7-12 a@13-18",
            "move 0 0, move 1 1, move 2 2 |",
        ),
        (
            "plan-moves-of-both-passes",
            "moves of both passes stand in the order of their new places",
            "PLAN-5",
            "a@0-5 b@6-9*3",
            "a@1-5 b@6-9*4",
            "move 0 0, move 1 1 |",
        ),
        ("plan-letter-case", "hashes that differ in case", "PLAN-4", "A@0-5", "a@0-5", "add - 0, delete 0 - | a"),
        (
            "plan-composed",
            "hashes that differ before normalisation only",
            "PLAN-4",
            "\u{e9}@0-5",
            "e\u{301}@0-5",
            "add - 0, delete 0 - | e\u{301}",
        ),
        (
            "plan-joined-numbers",
            "offsets that read alike when written together",
            "PLAN-1",
            "a@1-112",
            "a@11-12",
            "move 0 0 |",
        ),
        ("plan-32-bits", "offsets that differ by 2^32", "PLAN-1", "a@0-5", "a@4294967296-4294967301", "move 0 0 |"),
        (
            "plan-tokens-32-bits",
            "token counts that differ by 2^32",
            "PLAN-2",
            "a@0-5*3",
            "a@0-5*4294967299",
            "move 0 0 |",
        ),
    ]
    .map(|(id, title, clauses, old, new, operations)| case(id, title, clauses, plan(old, new)).plans(operations))
    .into()
}

fn strings() -> Vec<Draft> {
    vec![
        case("merkle-capitals", "chunk hashes are taken as they are", "MERKLE-9", document_root(&["ABC"])),
        case(
            "json-unusual",
            "a soft hyphen and a private use code point are written as themselves",
            "PARAM-21",
            params(serde_json::json!({"tokenizer_id": "\u{ad}\u{e000}\u{fffd}\u{feff}\u{2028}"})),
        ),
    ]
}
