//! The minimum and the maximum at -1, 0 and +1, and texts of every small length.

use serde_json::json;

use super::{PAIRS, SINGLE};
use crate::vectors::ask::{chunk, chunk_by_default};
use crate::vectors::draft::{Draft, case};
use crate::vectors::script::Script;

/// Id, title, clauses, pattern of [`PAIRS`], minimum, maximum, boundaries.
type Row = (&'static str, &'static str, &'static str, &'static str, u64, u64, &'static str);

const ROWS: [Row; 30] = [
    ("min-primary", "a primary match at exactly the minimum", "CUT-5 CUT-6", "-.p.....", 3, 9, "3 primary, 8 final"),
    ("min-primary-less", "a primary match one below the minimum", "CUT-5", "-p......", 3, 9, "8 final"),
    (
        "min-primary-more",
        "a primary match one above the minimum",
        "CUT-5 CUT-6",
        "-..p....",
        3,
        9,
        "4 primary, 8 final",
    ),
    ("min-backup", "a backup match at exactly the minimum", "CUT-5 CUT-8", "-.b....", 3, 5, "3 backup, 7 final"),
    ("min-backup-less", "a backup match one below the minimum", "CUT-5 CUT-9", "-b.....", 3, 5, "5 hard, 7 final"),
    ("min-backup-more", "a backup match one above the minimum", "CUT-5 CUT-8", "-..b...", 3, 5, "4 backup, 7 final"),
    (
        "min-primary-no-backup",
        "a primary match below the minimum is no backup either",
        "CUT-5 CUT-9",
        "-p.....",
        3,
        5,
        "5 hard, 7 final",
    ),
    (
        "min-second",
        "the minimum counts from the start of the chunk: exactly",
        "CUT-5 CUT-10",
        "-.p ..p ...",
        3,
        9,
        "3 primary, 6 primary, 9 final",
    ),
    (
        "min-second-less",
        "the minimum counts from the start of the chunk: one below",
        "CUT-5 CUT-10",
        "-.p .p. ...",
        3,
        9,
        "3 primary, 9 final",
    ),
    (
        "min-second-then-more",
        "a match below and one above the minimum in the second chunk",
        "CUT-5 CUT-6",
        "-.p .p .p ...",
        3,
        9,
        "3 primary, 7 primary, 10 final",
    ),
    ("max-primary", "a primary match at exactly the maximum", "CUT-4 CUT-3", "-...p..", 1, 5, "5 primary, 7 final"),
    ("max-primary-less", "a primary match one below the maximum", "CUT-4", "-..p...", 1, 5, "4 primary, 7 final"),
    (
        "max-primary-more",
        "a primary match one above the maximum",
        "CUT-3 CUT-9",
        "-....p..",
        1,
        5,
        "5 hard, 6 primary, 8 final",
    ),
    ("max-backup", "a backup match at exactly the maximum", "CUT-4 CUT-8", "-...b..", 1, 5, "5 backup, 7 final"),
    ("max-backup-less", "a backup match one below the maximum", "CUT-8", "-..b...", 1, 5, "4 backup, 7 final"),
    ("max-backup-more", "a backup match one above the maximum", "CUT-9 CUT-3", "-....b.", 1, 5, "5 hard, 7 final"),
    ("max-text", "a text of exactly the maximum", "CUT-7 CUT-3", "-....", 1, 5, "5 final"),
    ("max-text-less", "a text of one below the maximum", "CUT-7", "-...", 1, 5, "4 final"),
    ("max-text-more", "a text of one above the maximum", "CUT-9 CUT-13", "-.....", 1, 5, "5 hard, 6 final"),
    ("max-text-twice", "a text of twice the maximum", "CUT-9 CUT-7", "-.........", 1, 5, "5 hard, 10 final"),
    (
        "max-second",
        "the maximum counts from the start of the chunk",
        "CUT-3",
        "-.p .......",
        1,
        5,
        "3 primary, 8 hard, 10 final",
    ),
    ("equal-sizes", "minimum and maximum are equal", "CUT-5 CUT-3 CUT-9", "-.....", 3, 3, "3 hard, 6 final"),
    (
        "equal-sizes-kinds",
        "minimum and maximum are equal, each kind at the limit",
        "CUT-4 CUT-6 CUT-8",
        "-pp b.b ... .",
        3,
        3,
        "3 primary, 6 backup, 9 hard, 10 final",
    ),
    ("one-word", "one word", "CUT-7 CUT-14 CUT-1", "-", 1, 5, "1 final"),
    ("one-word-min", "one word, fewer than the minimum", "CUT-13 CUT-7", "-", 3, 5, "1 final"),
    ("one-word-max", "one word, exactly the maximum", "CUT-7 CUT-3", "-", 1, 1, "1 final"),
    ("window-words", "as many words as the window", "CUT-4 FP-8", "-p", 1, 5, "2 primary"),
    ("short-final", "a last chunk below the minimum stays", "CUT-13", "-.p .", 3, 5, "3 primary, 4 final"),
    (
        "short-final-hard",
        "a last chunk below the minimum behind a hard cut",
        "CUT-13 CUT-9",
        "-.... .",
        3,
        5,
        "5 hard, 6 final",
    ),
    (
        "short-final-backup",
        "a last chunk below the minimum behind a backup",
        "CUT-13 CUT-8",
        "-...b .",
        3,
        5,
        "5 backup, 6 final",
    ),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = ROWS
        .iter()
        .map(|&(id, title, clauses, pattern, min, max, cuts)| {
            case(id, title, clauses, PAIRS.chunk(min, max, pattern)).cuts(cuts)
        })
        .collect();
    cases.extend(windows());
    cases.extend([
        case(
            "one-by-one",
            "minimum and maximum are 1: each kind",
            "CUT-4 CUT-9 FP-9",
            SINGLE.chunk(1, 1, "p b . p . b p"),
        )
        .cuts("1 primary, 2 backup, 3 hard, 4 primary, 5 hard, 6 backup, 7 primary"),
        case("one-by-one-final", "minimum and maximum are 1: the last is final", "CUT-7", SINGLE.chunk(1, 1, "p b"))
            .cuts("1 primary, 2 final"),
        case("default-one-word", "one word by default", "CUT-7 CUT-13", chunk_by_default("alpha")).cuts("1 final"),
    ]);
    cases
}

/// The first position with a fingerprint. Every word matches by itself, so a part of a window would match too.
fn windows() -> Vec<Draft> {
    let text = Script { window: 1, primary: 8, backup: 7 }.text("pppppppp");
    [
        (1, 9, "1 primary, 2 primary, 3 primary, 4 primary, 5 primary, 6 primary, 7 primary, 8 primary"),
        (2, 9, "2 primary, 3 primary, 4 primary, 5 primary, 6 primary, 7 primary, 8 primary"),
        (7, 9, "7 primary, 8 primary"),
        (8, 9, "8 primary"),
        (9, 9, "8 final"),
        (6, 4, "4 hard, 6 primary, 7 primary, 8 primary"),
    ]
    .map(|(window, max, cuts)| {
        let title = format!("a window of {window} and a maximum of {max}, over 8 words that all match");
        let params = json!({"window_words": window, "min_tokens": 1, "max_tokens": max});
        case(format!("first-window-{window}-{max}"), title, "CUT-5 FP-8 FP-9", chunk(params, text.clone())).cuts(cuts)
    })
    .into()
}
