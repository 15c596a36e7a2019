//! What snapping does to a document as a whole, and that it is off unless asked for.

use serde_json::json;
use steadlith_vectors::request::Request;

use super::{PAIRS, snapping};
use crate::vectors::ask::{chunk, sizes, with};
use crate::vectors::draft::{Draft, case};
use crate::vectors::search::{generated, seed};

const PUBLISHED: &str = "One two. Three four\n\nfive six? Seven eight nine ten. eleven twelve (thirteen.) fourteen fifteen \
                         sixteen";

pub fn cases() -> Vec<Draft> {
    [published(), off(), kinds(), ends(), tokens(), long()].into_iter().flatten().collect()
}

fn snapped(min: u64, max: u64, window: u64, pattern: &str) -> Request {
    chunk(snapping(PAIRS.params(min, max), window), PAIRS.text(pattern))
}

fn published() -> Vec<Draft> {
    let params = snapping(sizes(2, 2, 6, 3, 1), 2);
    vec![
        case("published", "the published example", "SNAP-8 SNAP-9 SNAP-11 DIAG-4 DIAG-9", chunk(params, PUBLISHED))
            .published("/identity/params_hash", "963d9669d00f2b23bead7aff0a73028d21d3145ef989eabc64a529226d50617c")
            .published("/chunks/0/chunk_hash", "a4c7f4a70a5322cbfea50b29da2833bd6983d36a074eb48ab3672e665f174b37")
            .published("/chunks/1/chunk_hash", "e3c03af80ec9cb25b6a14fa31569114c09efa5c9224432b8e4f22b9409afe9bb")
            .published("/chunks/2/chunk_hash", "b54a264f7fef630c188d2c6588aca2824d53a5c4a563d492d94739cc42c4f255")
            .cuts("6>4 backup paragraph, 8>10 primary sentence, 16 final")
            .gives("/diagnostics/snapped_boundaries", 2),
        case(
            "published-off",
            "the published example with snapping off",
            "SNAP-1",
            chunk(with(sizes(2, 2, 6, 3, 1), "snap_window_words", 2), PUBLISHED),
        ),
        case(
            "published-strategy",
            "the published example, snapping turned on by strategy",
            "PARAM-14 SNAP-8",
            chunk(with(with(sizes(2, 2, 6, 3, 1), "snap_window_words", 2), "strategy", "cdc-rabin+snap"), PUBLISHED),
        )
        .gives("/chunks/0/chunk_hash", "a4c7f4a70a5322cbfea50b29da2833bd6983d36a074eb48ab3672e665f174b37"),
    ]
}

fn off() -> Vec<Draft> {
    let text = PAIRS.text("-......p /.! /...");
    let off = |window: u64| with(PAIRS.params(2, 12), "snap_window_words", window);
    vec![
        case("off", "snapping off: no cut moves", "SNAP-1", chunk(PAIRS.params(2, 12), text.clone()))
            .cuts("8 primary, 12 final"),
        case("off-window", "snapping off: the window has no effect", "SNAP-1", chunk(off(9), text.clone()))
            .cuts("8 primary, 12 final"),
        case(
            "off-break",
            "snapping off: a cut at a break is raw",
            "SNAP-1",
            chunk(off(0), PAIRS.text("-......p! /....")),
        )
        .cuts("8 primary, 12 final"),
        case(
            "off-strategy",
            "snapping off by strategy",
            "SNAP-1 PARAM-14",
            chunk(with(snapping(PAIRS.params(2, 12), 9), "strategy", "cdc-rabin"), text),
        )
        .cuts("8 primary, 12 final"),
    ]
}

/// Each boundary kind, moved.
fn kinds() -> Vec<Draft> {
    vec![
        case(
            "kind-primary",
            "a moved primary cut stays primary",
            "SNAP-11 DIAG-8 DIAG-4",
            snapped(2, 9, 2, "-....p . /...."),
        )
        .cuts("6>7 primary paragraph, 11 final"),
        case(
            "kind-backup",
            "a moved backup cut stays backup",
            "SNAP-11 DIAG-8 DIAG-4",
            snapped(2, 9, 2, "-....b . /...."),
        )
        .cuts("6>7 backup paragraph, 11 final"),
        case("kind-hard", "a moved hard cut stays hard", "SNAP-11 DIAG-8 DIAG-4", snapped(2, 9, 2, "-....... /. ...."))
            .cuts("9>8 hard paragraph, 13 final"),
        case(
            "kind-hard-sentence",
            "a hard cut moves to a sentence break",
            "SNAP-11 SNAP-8",
            snapped(2, 9, 2, "-......! .. ...."),
        )
        .cuts("9>7 hard sentence, 13 final"),
        case("not-over-match", "a cut may move past a match", "SNAP-11 SNAP-8", snapped(2, 9, 3, "-..b.p..b /....")),
        case(
            "counted",
            "moved cuts are counted, cuts that are breaks are not",
            "DIAG-9 SNAP-5",
            snapped(2, 9, 1, "-..p /...p . /...p ...."),
        ),
    ]
}

/// The next chunk starts where the cut went, and the end of the document is left alone.
fn ends() -> Vec<Draft> {
    vec![
        case(
            "resumed-behind",
            "a cut moves on: the next chunk starts there",
            "CUT-10 CUT-1",
            snapped(2, 9, 2, "-..p .. /..p ...."),
        ),
        case(
            "resumed-before",
            "a cut moves back: the match is met again",
            "CUT-10 CUT-1",
            snapped(2, 9, 2, "-.... /.p ...."),
        ),
        case(
            "resumed-before-min",
            "a cut moves back: the match is below the minimum now",
            "CUT-10 CUT-5",
            snapped(3, 9, 2, "-.... /.p ...."),
        ),
        case(
            "resumed-backups",
            "a cut moves back over a backup match, which counts for the next chunk",
            "CUT-10 CUT-8",
            snapped(2, 7, 4, "-.. /.b.b ....."),
        ),
        case("every-cut", "every cut moves", "SNAP-8 CUT-10", snapped(2, 6, 2, "-..p . /..p . /..p . /...")),
        case("final", "the last chunk is not moved", "SNAP-2", snapped(2, 9, 3, "-...! /..")).cuts("6 final"),
        case("final-sentence", "the last chunk ends a sentence and stays raw", "SNAP-2", snapped(2, 9, 3, "-...! ..!"))
            .cuts("6 final"),
        case(
            "primary-at-end",
            "a primary match at the end of the text is not moved",
            "SNAP-2 CUT-11",
            snapped(2, 9, 3, "-...! /.p!"),
        )
        .cuts("6 primary"),
        case(
            "final-at-max",
            "a last chunk of exactly the maximum is not moved",
            "SNAP-2",
            snapped(2, 6, 3, "-...! /.."),
        )
        .cuts("6 final"),
        case("blank", "a blank text with snapping on", "NORM-7 SNAP-1", chunk(snapping(json!({}), 24), "\n\n")),
    ]
}

/// Sizes count tokens, distances count words.
fn tokens() -> Vec<Draft> {
    let counted = |window: u64, min: u64, max: u64, pattern: &str, tokens: &[u64]| {
        PAIRS.chunk_counted(snapping(PAIRS.params(min, max), window), pattern, tokens)
    };
    let before = |min: u64| counted(2, min, 40, "-..... /.p ....", &[3]);
    let behind = |max: u64| counted(2, 2, max, "-......p .. /..", &[1, 1, 1, 1, 1, 1, 1, 1, 3]);
    // Three words of one token, then a paragraph whose first word does not fit.
    let below_min = |window: u64| counted(window, 4, 5, "-.. /....", &[1, 1, 1, 5]);
    vec![
        case(
            "tokens-distance",
            "the nearest break is counted in words",
            "SNAP-9 SNAP-3",
            counted(2, 2, 40, "-......! p ..! ..", &[1, 1, 1, 1, 1, 1, 1, 9]),
        )
        .cuts("8>7 primary sentence, 8>10 primary sentence, 12 final"),
        case(
            "tokens-window",
            "the window counts words",
            "SNAP-3",
            counted(1, 2, 40, "-......p .! ..", &[1, 1, 1, 1, 1, 1, 1, 1, 5]),
        )
        .cuts("8>9 primary sentence, 11 final"),
        case("tokens-min", "a break that leaves exactly the minimum of tokens", "SNAP-4", before(8))
            .cuts("8>6 primary paragraph, 12 final"),
        case("tokens-min-less", "a break that leaves one token less than the minimum", "SNAP-4", before(9))
            .cuts("8 primary, 12 final"),
        case("tokens-max", "a break that leaves exactly the maximum of tokens", "SNAP-4", behind(12))
            .cuts("8>10 primary paragraph, 12 final"),
        case("tokens-max-more", "a break that leaves one token more than the maximum", "SNAP-4", behind(11))
            .cuts("8 primary, 12 final"),
        case(
            "raw-below-min",
            "a hard cut below the minimum is a break but no candidate",
            "SNAP-10 CUT-12",
            below_min(0),
        )
        .cuts("3 hard, 4 hard, 7 final"),
        case(
            "raw-below-min-window",
            "a hard cut below the minimum finds no candidate in the window",
            "SNAP-10 SNAP-4",
            below_min(2),
        )
        .cuts("3 hard, 4 hard, 7 final"),
    ]
}

fn long() -> Vec<Draft> {
    let row = |id: &str, params: serde_json::Value, count: u64| {
        let seed = seed(count, &params, |chunks| {
            let moved = chunks.iter().filter(|chunk| chunk.end_word != chunk.raw_end_word).count();
            moved * 10 > chunks.len()
        });
        let title = format!("{count} words, {id}").replace('-', " ");
        case(format!("long-{id}"), title, "SNAP-8 SNAP-9 SNAP-3 CUT-10", chunk(params, generated(seed, count)))
            .by_digest()
            .generated(seed)
    };
    vec![
        row("by-default", json!({"snap_to_boundaries": true}), 3000),
        row("small-sizes", snapping(sizes(4, 6, 30, 4, 2), 5), 2000),
        row("window-wider-than-chunks", snapping(sizes(4, 6, 30, 5, 3), 100), 2000),
        row("window-1", snapping(sizes(4, 3, 9, 3, 1), 1), 1000),
    ]
}
