//! Each boundary kind alone and in combination.

use super::{PAIRS, SINGLE};
use crate::vectors::draft::{Draft, case};

/// Id, title, clauses, pattern of [`PAIRS`], minimum, maximum, boundaries.
type Row = (&'static str, &'static str, &'static str, &'static str, u64, u64, &'static str);

const ROWS: [Row; 31] = [
    ("primary-alone", "a primary match alone", "CUT-6", "-..p..", 2, 9, "4 primary, 6 final"),
    ("primary-first", "the first of two primary matches", "CUT-6", "-..p.p.", 2, 9, "4 primary, 6 primary, 7 final"),
    (
        "primary-next-word",
        "two primary matches side by side, the minimum is 1",
        "CUT-6",
        "-..pp.",
        1,
        9,
        "4 primary, 5 primary, 6 final",
    ),
    ("primary-over-backup", "a primary match behind a backup match", "CUT-6", "-.b.p..", 2, 6, "5 primary, 7 final"),
    ("primary-before-backup", "a primary match before a backup match", "CUT-6", "-.p.b..", 2, 6, "3 primary, 7 final"),
    (
        "primary-at-limit-over-backup",
        "a primary match at the limit behind a backup match",
        "CUT-6 CUT-4",
        "-.b..p..",
        2,
        6,
        "6 primary, 8 final",
    ),
    (
        "primary-behind-limit",
        "a primary match behind the limit does not help",
        "CUT-8 CUT-3",
        "-.b....p..",
        2,
        6,
        "3 backup, 8 primary, 10 final",
    ),
    ("backup-alone", "a backup match alone", "CUT-8", "-..b...", 2, 6, "4 backup, 7 final"),
    ("backup-latest", "the later of two backup matches", "CUT-8", "-.b.b..", 2, 6, "5 backup, 7 final"),
    ("backup-latest-of-three", "the last of three backup matches", "CUT-8", "-bb.b...", 2, 6, "5 backup, 8 final"),
    ("backup-side-by-side", "two backup matches side by side", "CUT-8", "-.bb....", 2, 6, "4 backup, 8 final"),
    (
        "backup-below-min-and-above",
        "a backup match below and one above the minimum",
        "CUT-8 CUT-5",
        "-b.b....",
        3,
        6,
        "4 backup, 8 final",
    ),
    (
        "backup-at-limit-and-before",
        "a backup match at the limit and one before",
        "CUT-8 CUT-4",
        "-.b..b..",
        2,
        6,
        "6 backup, 8 final",
    ),
    ("backup-behind-limit", "a backup match behind the limit", "CUT-9 CUT-3", "-.....b.", 2, 6, "6 hard, 8 final"),
    ("hard-alone", "no match at all", "CUT-9", "-.......", 2, 6, "6 hard, 8 final"),
    (
        "hard-repeated",
        "hard cuts one after the other",
        "CUT-9",
        "-..............",
        2,
        4,
        "4 hard, 8 hard, 12 hard, 15 final",
    ),
    ("final-alone", "a text below the maximum", "CUT-7", "-....", 2, 6, "5 final"),
    (
        "final-over-backup",
        "the end of the text is final in spite of a backup match",
        "CUT-7",
        "-..b..",
        2,
        9,
        "6 final",
    ),
    (
        "final-over-backups",
        "the end of the text is final in spite of two backup matches",
        "CUT-7",
        "-.bb..",
        2,
        9,
        "6 final",
    ),
    (
        "final-over-backup-at-limit",
        "the end of the text at the limit is final in spite of a backup match",
        "CUT-7 CUT-3",
        "-..b..",
        2,
        6,
        "6 final",
    ),
    ("final-backup-at-end", "a backup match at the very end is final", "CUT-7 CUT-11", "-....b", 2, 9, "6 final"),
    (
        "final-backup-at-end-limit",
        "a backup match at the very end and at the limit is final",
        "CUT-7",
        "-....b",
        2,
        6,
        "6 final",
    ),
    (
        "final-over-backup-second",
        "the second chunk is final in spite of a backup match",
        "CUT-7 CUT-10",
        "-..p..b..",
        2,
        6,
        "4 primary, 9 final",
    ),
    ("end-primary", "a primary match at the very end is primary", "CUT-11 CUT-14", "-....p", 2, 9, "6 primary"),
    (
        "end-primary-limit",
        "a primary match at the very end and at the limit",
        "CUT-11 CUT-4",
        "-....p",
        2,
        6,
        "6 primary",
    ),
    (
        "end-primary-backup",
        "a primary match at the very end behind a backup match",
        "CUT-11",
        "-..b.p",
        2,
        9,
        "6 primary",
    ),
    (
        "end-primary-min",
        "a primary match at the very end at exactly the minimum",
        "CUT-11 CUT-5",
        "-....p",
        6,
        9,
        "6 primary",
    ),
    (
        "end-primary-below-min",
        "a primary match at the very end below the minimum is final",
        "CUT-5 CUT-7",
        "-....p",
        7,
        9,
        "6 final",
    ),
    (
        "end-primary-second",
        "a primary match at the end of the second chunk",
        "CUT-11",
        "-.p..p",
        3,
        9,
        "3 primary, 6 primary",
    ),
    (
        "end-primary-second-below-min",
        "a primary match at the end of a second chunk below the minimum",
        "CUT-5 CUT-13",
        "-.p.p",
        3,
        9,
        "3 primary, 5 final",
    ),
    (
        "all-kinds",
        "all four kinds in one text",
        "CUT-6 CUT-7 CUT-8 CUT-9",
        "-.p ..b. ..... ...",
        2,
        5,
        "3 primary, 6 backup, 11 hard, 15 final",
    ),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = ROWS
        .iter()
        .map(|&(id, title, clauses, pattern, min, max, cuts)| {
            case(id, title, clauses, PAIRS.chunk(min, max, pattern)).cuts(cuts)
        })
        .collect();
    cases.extend([
        case("primary-everywhere", "every position matches primary", "CUT-5 CUT-6", SINGLE.chunk(3, 5, "pppppppp"))
            .cuts("3 primary, 6 primary, 8 final"),
        case("backup-everywhere", "every position matches backup", "CUT-8 CUT-7", SINGLE.chunk(2, 5, "bbbbbbbbbbbb"))
            .cuts("5 backup, 10 backup, 12 final"),
        case("primary-single", "one word that matches primary", "CUT-11", SINGLE.chunk(1, 5, "p")).cuts("1 primary"),
        case(
            "primary-single-below-min",
            "one word that matches primary, below the minimum",
            "CUT-5 CUT-13",
            SINGLE.chunk(2, 5, "p"),
        )
        .cuts("1 final"),
        case("backup-single", "one word that matches backup", "CUT-7", SINGLE.chunk(1, 5, "b")).cuts("1 final"),
    ]);
    cases
}
