//! Topic `plan`: the reuse plan (chapter 9).

use super::ask::plan;
use super::draft::{Draft, case};

/// Id, title, clauses, old and new version in the notation of [`plan`], and the plan as it was worked out by hand from
/// chapter 9: `keep 0 0` and so on, then behind a bar what is embedded. The package confirms each.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const ROWS: [Row; 43] = [
    ("both-empty", "two versions without chunks", "PLAN-5", "", "", "|"),
    ("created", "a new document", "PLAN-4 PLAN-6", "", "a@0-5 b@6-9", "add - 0, add - 1 | a b"),
    ("deleted", "a deleted document", "PLAN-4 PLAN-5", "a@0-5 b@6-9", "", "delete 0 -, delete 1 - |"),
    ("same", "nothing changed", "PLAN-1 PLAN-2", "a@0-5 b@6-9", "a@0-5 b@6-9", "keep 0 0, keep 1 1 |"),
    ("one", "one chunk, unchanged", "PLAN-1 PLAN-2", "a@0-5", "a@0-5", "keep 0 0 |"),
    ("replaced", "one chunk, replaced", "PLAN-4 PLAN-6", "a@0-5", "b@0-5", "add - 0, delete 0 - | b"),
    ("token-count", "another token count moves", "PLAN-2", "a@0-5*3", "a@0-5*4", "move 0 0 |"),
    (
        "token-count-of-two",
        "another token count of one of two",
        "PLAN-2 PLAN-5",
        "a@0-5*3 b@6-9",
        "a@0-5*4 b@6-9",
        "keep 1 1, move 0 0 |",
    ),
    ("start", "another start moves, at the same position", "PLAN-3", "a@0-5", "a@1-5", "move 0 0 |"),
    ("end", "another end moves, at the same position", "PLAN-3", "a@0-5", "a@0-6", "move 0 0 |"),
    (
        "shifted",
        "text inserted before everything",
        "PLAN-3 PLAN-4",
        "a@0-5 b@6-9",
        "x@0-3 a@4-9 b@10-13",
        "move 0 1, move 1 2, add - 0 | x",
    ),
    ("appended", "text appended", "PLAN-1 PLAN-4", "a@0-5", "a@0-5 x@6-9", "keep 0 0, add - 1 | x"),
    (
        "inserted",
        "text inserted between",
        "PLAN-3 PLAN-5",
        "a@0-5 b@6-9",
        "a@0-5 x@6-8 b@9-12",
        "keep 0 0, move 1 2, add - 1 | x",
    ),
    (
        "removed",
        "a chunk removed from between",
        "PLAN-3 PLAN-4",
        "a@0-5 x@6-8 b@9-12",
        "a@0-5 b@6-9",
        "keep 0 0, move 2 1, delete 1 - |",
    ),
    ("moved-token-count", "another place and another token count", "PLAN-3", "a@0-5*3", "a@6-11*4", "move 0 0 |"),
    ("swapped", "two chunks change places", "PLAN-3 PLAN-5", "a@0-5 b@6-9", "b@0-3 a@4-9", "move 1 0, move 0 1 |"),
    (
        "swapped-position",
        "equal offsets at other positions stay",
        "PLAN-1",
        "a@0-0 b@0-0",
        "b@0-0 a@0-0",
        "keep 1 0, keep 0 1 |",
    ),
    ("duplicate-kept", "equal chunks stay in place", "PLAN-1", "a@0-5 a@6-11", "a@0-5 a@6-11", "keep 0 0, keep 1 1 |"),
    (
        "duplicate-shifted",
        "equal chunks move first in, first out",
        "PLAN-3",
        "a@0-5 a@6-11",
        "a@1-6 a@7-12",
        "move 0 0, move 1 1 |",
    ),
    (
        "duplicate-more",
        "one old chunk serves one new chunk only",
        "PLAN-4 PLAN-6",
        "a@0-5",
        "a@0-5 a@6-11",
        "keep 0 0, add - 1 |",
    ),
    (
        "duplicate-more-moved",
        "the first of two new chunks gets the old one",
        "PLAN-3 PLAN-4",
        "a@0-5",
        "a@1-6 a@7-12",
        "move 0 0, add - 1 |",
    ),
    (
        "duplicate-fewer",
        "the second of two old chunks is deleted",
        "PLAN-4",
        "a@0-5 a@6-11",
        "a@1-6",
        "move 0 0, delete 1 - |",
    ),
    (
        "exact-first",
        "an exact match is not given away",
        "PLAN-1 PLAN-3",
        "a@0-5 a@6-11",
        "a@6-11 a@20-25",
        "keep 1 0, move 0 1 |",
    ),
    (
        "exact-later",
        "an exact match further on is found first",
        "PLAN-1 PLAN-3",
        "a@6-11",
        "a@0-5 a@6-11",
        "keep 0 1, add - 0 |",
    ),
    (
        "exact-duplicates",
        "equal chunks at equal offsets pair in order",
        "PLAN-1 PLAN-2",
        "a@0-5*1 a@0-5*2",
        "a@0-5*2 a@0-5*1",
        "move 0 0, move 1 1 |",
    ),
    (
        "exact-fewer",
        "equal chunks at equal offsets: the second is left",
        "PLAN-1 PLAN-4",
        "a@0-5 a@0-5",
        "a@0-5",
        "keep 0 0, delete 1 - |",
    ),
    (
        "exact-then-hash",
        "what an exact match leaves over is paired by hash",
        "PLAN-3 PLAN-1",
        "a@0-5 a@6-11 a@12-17",
        "a@12-17 a@20-25 a@0-5",
        "keep 2 0, keep 0 2, move 1 1 |",
    ),
    (
        "mixed-hashes",
        "pairs by hash do not mix hashes",
        "PLAN-3",
        "a@0-1 b@2-3 a@4-5 b@6-7",
        "b@10-11 b@12-13 a@14-15 a@16-17",
        "move 1 0, move 3 1, move 0 2, move 2 3 |",
    ),
    (
        "embed-once",
        "a hash added twice is embedded once",
        "PLAN-6",
        "",
        "a@0-5 b@6-9 a@10-15",
        "add - 0, add - 1, add - 2 | a b",
    ),
    (
        "embed-order",
        "hashes are embedded in the order of the adds",
        "PLAN-6",
        "k@0-1",
        "z@0-1 b@2-3 k@4-5 a@6-7 b@8-9",
        "move 0 2, add - 0, add - 1, add - 3, add - 4 | z b a",
    ),
    (
        "embed-held",
        "a hash that the old version holds is not embedded",
        "PLAN-6 PLAN-4",
        "a@0-5 b@6-9",
        "a@0-5 a@6-11 c@12-15",
        "keep 0 0, add - 1, add - 2, delete 1 - | c",
    ),
    (
        "embed-held-moved",
        "a hash that moves and is added is not embedded",
        "PLAN-6",
        "a@0-5",
        "a@9-14 a@0-4 a@20-25",
        "move 0 0, add - 1, add - 2 |",
    ),
    (
        "moved-to-front",
        "the last chunk moves to the front, and all others behind it",
        "PLAN-3 PLAN-5",
        "a@0-5 b@6-9 c@10-13",
        "c@0-3 a@4-9 b@10-13",
        "move 2 0, move 0 1, move 1 2 |",
    ),
    (
        "only-last-left",
        "everything before the last chunk is deleted",
        "PLAN-3 PLAN-4",
        "a@0-5 b@6-9 c@10-13",
        "c@0-3",
        "move 2 0, delete 0 -, delete 1 - |",
    ),
    (
        "split",
        "one chunk becomes two",
        "PLAN-4 PLAN-6",
        "ab@0-11",
        "a@0-5 b@6-11",
        "add - 0, add - 1, delete 0 - | a b",
    ),
    (
        "joined",
        "two chunks become one",
        "PLAN-4 PLAN-6",
        "a@0-5 b@6-11",
        "ab@0-11",
        "add - 0, delete 0 -, delete 1 - | ab",
    ),
    (
        "repeated-behind",
        "a chunk is repeated behind a new one",
        "PLAN-1 PLAN-4 PLAN-6",
        "a@0-5",
        "a@0-5 x@6-9 a@10-15",
        "keep 0 0, add - 1, add - 2 | x",
    ),
    (
        "duplicates-around-exact",
        "an exact match among duplicates, then first in, first out",
        "PLAN-1 PLAN-3 PLAN-4",
        "a@0-1 a@2-3 a@4-5",
        "a@2-3 a@9-10",
        "keep 1 0, move 0 1, delete 2 - |",
    ),
    (
        "duplicates-of-other-counts",
        "duplicates move first in, first out, whatever their token counts",
        "PLAN-3",
        "a@0-1*1 a@2-3*2 a@4-5*3",
        "a@10-11*3 a@12-13*2 a@14-15*1",
        "move 0 0, move 1 1, move 2 2 |",
    ),
    (
        "duplicates-of-two-hashes",
        "what exact matches of two hashes leave over moves within each hash",
        "PLAN-1 PLAN-3 PLAN-5",
        "a@0-1 b@2-3 a@4-5 b@6-7",
        "b@2-3 a@8-9 b@10-11 a@0-1",
        "keep 1 0, keep 0 3, move 2 1, move 3 2 |",
    ),
    (
        "all-kinds",
        "all kinds in one plan, in their order",
        "PLAN-5",
        "d@0-1 k@2-3 m@4-5 e@6-7 l@8-9",
        "x@0-1 k@2-3 y@4-5 l@8-9 m@10-11",
        "keep 1 1, keep 4 3, move 2 4, add - 0, add - 2, delete 0 -, delete 3 - | x y",
    ),
    (
        "order-of-moves",
        "moves stand in the order of new positions",
        "PLAN-5",
        "a@0-1 b@2-3 c@4-5 d@6-7",
        "d@10-11 c@12-13 b@14-15 a@16-17",
        "move 3 0, move 2 1, move 1 2, move 0 3 |",
    ),
    (
        "order-of-ten",
        "positions are ordered as numbers",
        "PLAN-5",
        "a@0-1 b@2-3 c@4-5 d@6-7 e@8-9 f@10-11 g@12-13 h@14-15 i@16-17 j@18-19 k@20-21",
        "",
        "delete 0 -, delete 1 -, delete 2 -, delete 3 -, delete 4 -, delete 5 -, delete 6 -, delete 7 -, delete 8 -, delete 9 -, delete 10 - |",
    ),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = ROWS
        .iter()
        .map(|&(id, title, clauses, old, new, expected)| {
            case(id, title, clauses, plan(old, new)).plans(expected).hand_computed()
        })
        .collect();
    let digest = "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a";
    let large = (1_u64 << 53) - 1;
    cases.push(
        case(
            "large-numbers",
            "offsets and counts of 2^53 - 1",
            "PLAN-2 PARAM-15",
            plan(&format!("{digest}@0-{large}*{large}"), &format!("{digest}@0-{large}*{}", large - 1)),
        )
        .plans("move 0 0 |"),
    );
    let beyond = (1_u64 << 32) + 9;
    cases.extend([
        case(
            "tokens-32-bits-apart",
            "token counts 2^32 apart",
            "PLAN-2 PARAM-15",
            plan("a@0-5*9", &format!("a@0-5*{beyond}")),
        )
        .plans("move 0 0 |")
        .hand_computed(),
        case(
            "offsets-32-bits-apart",
            "end offsets 2^32 apart: the later chunk is the one that stays",
            "PLAN-1 PLAN-3 PARAM-15",
            plan(&format!("a@5-9 a@5-{beyond}"), &format!("a@5-{beyond}")),
        )
        .plans("keep 1 0, delete 0 - |")
        .hand_computed(),
    ]);
    cases
}
