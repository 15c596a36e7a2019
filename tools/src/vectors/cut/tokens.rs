//! Cuts when words count more than one token.

use super::{PAIRS, SINGLE};
use crate::vectors::ask::{chunk_counted, counter};
use crate::vectors::draft::{Draft, case};

/// 2^53 - 1.
const MOST: u64 = (1 << 53) - 1;

/// Id, title, clauses, pattern of [`PAIRS`], counts, minimum, maximum, boundaries.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static [u64], u64, u64, &'static str);

const ROWS: [Row; 12] = [
    (
        "tokens-max",
        "the limit counts tokens",
        "CUT-3 TOK-9",
        "-.....",
        &[2, 2, 2, 2, 2, 2],
        1,
        5,
        "2 hard, 4 hard, 6 final",
    ),
    (
        "tokens-max-exact",
        "the limit is reached exactly",
        "CUT-3",
        "-.....",
        &[2, 3, 1, 4, 5, 1],
        1,
        5,
        "2 hard, 4 hard, 5 hard, 6 final",
    ),
    ("tokens-min", "the minimum counts tokens: exactly", "CUT-5 CUT-6", "-p....", &[2, 3], 5, 9, "2 primary, 6 final"),
    ("tokens-min-less", "the minimum counts tokens: one below", "CUT-5", "-p....", &[2, 2], 5, 9, "6 final"),
    (
        "tokens-min-jump",
        "a word that leads past the minimum",
        "CUT-5 CUT-6",
        "-p....",
        &[2, 6],
        5,
        9,
        "2 primary, 6 final",
    ),
    (
        "tokens-one-word-chunk",
        "one word of many tokens is a chunk",
        "CUT-3 CUT-9",
        "-.....",
        &[1, 9, 1],
        1,
        9,
        "1 hard, 2 hard, 6 final",
    ),
    (
        "hard-below-min",
        "a hard cut below the minimum before a large word",
        "CUT-12 CUT-9",
        "-....",
        &[1, 1, 5, 1, 1],
        4,
        5,
        "2 hard, 3 hard, 5 final",
    ),
    (
        "hard-below-min-match",
        "a primary match at a limit below the minimum does not count",
        "CUT-12 CUT-5",
        "-p...",
        &[1, 1, 5, 1, 1],
        4,
        5,
        "2 hard, 3 hard, 5 final",
    ),
    (
        "hard-below-min-backup",
        "a backup match below the minimum does not make a hard cut a backup",
        "CUT-12 CUT-5",
        "-b...",
        &[1, 1, 5, 1, 1],
        4,
        5,
        "2 hard, 3 hard, 5 final",
    ),
    (
        "hard-below-min-equal",
        "hard cuts below a minimum that equals the maximum",
        "CUT-12",
        "-.....",
        &[2, 2, 2, 2, 2, 2],
        3,
        3,
        "1 hard, 2 hard, 3 hard, 4 hard, 5 hard, 6 final",
    ),
    (
        "hard-below-min-second",
        "a hard cut below the minimum in the second chunk",
        "CUT-12",
        "-.p .....",
        &[2, 2, 2, 1, 6, 1, 1, 1],
        5,
        6,
        "3 primary, 4 hard, 5 hard, 8 final",
    ),
    (
        "tokens-final",
        "the end of the text is the limit, with tokens to spare",
        "CUT-7",
        "-...",
        &[3, 3, 3, 1],
        1,
        99,
        "4 final",
    ),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = ROWS
        .iter()
        .map(|&(id, title, clauses, pattern, counts, min, max, cuts)| {
            case(id, title, clauses, PAIRS.chunk_counted(PAIRS.params(min, max), pattern, counts)).cuts(cuts)
        })
        .collect();
    cases.extend(oversized());
    cases
}

/// Id, title, pattern of [`SINGLE`], counts of the valid twin, and of the refused case, maximum, index and tokens of
/// the oversized word.
type Oversized = (&'static str, &'static str, &'static str, &'static [u64], &'static [u64], u64, u64, u64);

const OVERSIZED: [Oversized; 8] = [
    ("alone", "alone", ".", &[5], &[6], 5, 0, 6),
    ("start", "at the start", "....", &[5], &[6], 5, 0, 6),
    ("middle", "in the middle", ".....", &[1, 1, 5], &[1, 1, 6], 5, 2, 6),
    ("end", "at the end", "....", &[1, 1, 1, 5], &[1, 1, 1, 6], 5, 3, 6),
    ("behind-primary", "behind a primary match", ".p...", &[1, 1, 5], &[1, 1, 6], 5, 2, 6),
    (
        "far",
        "behind several chunks",
        "............",
        &[1, 1, 1, 1, 1, 1, 1, 1, 1, 5],
        &[1, 1, 1, 1, 1, 1, 1, 1, 1, 6],
        5,
        9,
        6,
    ),
    ("smallest", "a maximum of 1", "...", &[1, 1], &[1, 2], 1, 1, 2),
    ("huge", "by 2^53 - 3 tokens", "...", &[1, 1], &[1, MOST - 2], 5, 1, MOST - 2),
];

fn oversized() -> Vec<Draft> {
    let mut cases: Vec<Draft> = OVERSIZED
        .iter()
        .flat_map(|&(id, title, pattern, valid, counts, max, word_index, token_count)| {
            let twin = format!("word-of-max-{id}");
            let title_of = |what: &str| format!("a word of {what}: {title}");
            [
                case(
                    twin.clone(),
                    title_of("at most max_tokens"),
                    "CUT-2",
                    SINGLE.chunk_counted(SINGLE.params(1, max), pattern, valid),
                ),
                case(
                    format!("oversized-{id}"),
                    title_of("more than max_tokens"),
                    "CUT-2 PROTO-10",
                    SINGLE.chunk_counted(SINGLE.params(1, max), pattern, counts),
                )
                .refused("oversized-word", &twin)
                .gives("/word_index", word_index)
                .gives("/token_count", token_count)
                .gives("/max_tokens", max),
            ]
        })
        .collect();
    let twice = |count: u64| chunk_counted(SINGLE.params(1, 5), "a b c b", counter("table-v1", &[("b", count)], 1));
    cases.extend([
        case("word-of-max-twice", "a word of at most max_tokens: twice", "CUT-2", twice(5)),
        case("oversized-twice", "a word of more than max_tokens, twice: the first is named", "CUT-2", twice(6))
            .refused("oversized-word", "word-of-max-twice")
            .gives("/word_index", 1),
    ]);
    cases
}
