//! Texts of several hundred to several thousand words, most of them under the default parameters.

use serde_json::{Value, json};
use steadlith_reference::boundaries::BoundaryKind::{Backup, Final, Hard, Primary};
use steadlith_vectors::text::{Piece, Text};

use crate::vectors::ask::{chunk, chunk_by_default, sizes};
use crate::vectors::draft::{Draft, case};
use crate::vectors::script::Script;
use crate::vectors::search::{chunks, generated, kinds, seed};

/// The window and the masks by default.
const DEFAULT: Script = Script { window: 48, primary: 8, backup: 6 };

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![primary_and_final(), backup(), ends_at_primary(), final_over_backup(), hard()];
    cases.extend(at_minimum());
    cases.extend(periodic());
    cases.extend(thousands());
    cases
}

fn primary_and_final() -> Draft {
    let defaults = json!({});
    let seed = seed(700, &defaults, |chunks| kinds(chunks, Primary) == 2 && kinds(chunks, Final) == 1);
    let request = chunk_by_default(generated(seed, 700));
    case("default-primary", "700 words by default: two primary matches", "CUT-6 CUT-7 FP-5", request).generated(seed)
}

fn backup() -> Draft {
    let defaults = json!({});
    let seed = seed(900, &defaults, |chunks| kinds(chunks, Backup) == 1 && chunks.len() == 2);
    let request = chunk_by_default(generated(seed, 900));
    case("default-backup", "900 words by default: a backup match", "CUT-8 CUT-7 FP-5", request).generated(seed)
}

/// A text that is cut off behind its first primary match.
fn ends_at_primary() -> Draft {
    let defaults = json!({});
    let seed = seed(640, &defaults, |chunks| chunks.first().is_some_and(|chunk| chunk.boundary_kind == Primary));
    let end = chunks(seed, 640, &defaults)[0].end_word;
    let request = chunk_by_default(generated(seed, end as u64));
    case("default-end-primary", "a primary match at the very end, by default", "CUT-11", request)
        .generated(seed)
        .cuts(&format!("{end} primary"))
}

/// A text that is cut off 20 words behind its latest backup match.
fn final_over_backup() -> Draft {
    let defaults = json!({});
    let seed = seed(641, &defaults, |chunks| {
        chunks.first().is_some_and(|chunk| chunk.boundary_kind == Backup && chunk.end_word < 560)
    });
    let words = chunks(seed, 641, &defaults)[0].end_word as u64 + 20;
    let request = chunk_by_default(generated(seed, words));
    case("default-final-over-backup", "a backup match in a text below the maximum, by default", "CUT-7", request)
        .generated(seed)
        .cuts(&format!("{words} final"))
}

fn hard() -> Draft {
    let pattern = format!("{}{}", "-".repeat(47), ".".repeat(620));
    case("default-hard", "no match in 640 words, by default", "CUT-9", chunk(json!({}), DEFAULT.text(&pattern)))
        .cuts("640 hard, 667 final")
}

/// A match at 179, 180 and 181 words.
fn at_minimum() -> Vec<Draft> {
    [(179, "200 final"), (180, "180 primary, 200 final"), (181, "181 primary, 200 final")]
        .map(|(position, cuts)| {
            let pattern = format!("{}{}p{}", "-".repeat(47), ".".repeat(position - 48), ".".repeat(200 - position));
            let title = format!("a primary match at {position} words, by default");
            case(format!("default-min-{position}"), title, "CUT-5 PARAM-1", chunk_by_default(DEFAULT.text(&pattern)))
                .cuts(cuts)
        })
        .into()
}

/// Texts that repeat: every window is the same after a while.
fn periodic() -> Vec<Draft> {
    let repeated = |unit: &str, times| Text::generated(vec![Piece::Repeat { unit: unit.to_owned(), times }]);
    vec![
        case(
            "periodic-1",
            "one word 2,000 times, by default",
            "CUT-9 FP-5",
            chunk_by_default(repeated("again ", 2000)),
        )
        .by_digest()
        .cuts("640 hard, 1280 hard, 1920 hard, 2000 final"),
        case(
            "periodic-7",
            "seven words 300 times, by default",
            "CUT-9 FP-5",
            chunk_by_default(repeated("a b c d e f g ", 300)),
        )
        .by_digest(),
        case(
            "periodic-paragraphs",
            "one paragraph 200 times, small sizes",
            "ID-5 FP-3 FP-5",
            chunk(sizes(3, 5, 20, 5, 3), repeated("one two three. four five six seven\r\n\r\n", 200)),
        )
        .by_digest(),
    ]
}

/// Thousands of words, by digest.
fn thousands() -> Vec<Draft> {
    let row = |id: &str, params: Value, count: u64, all_kinds: bool| {
        let seed = seed(count, &params, |chunks| {
            !all_kinds || [Primary, Backup, Hard, Final].into_iter().all(|kind| kinds(chunks, kind) > 0)
        });
        let title = format!("{count} words, {id}").replace('-', " ");
        case(format!("long-{id}"), title, "CUT-6 CUT-8 CUT-9 FP-5 FP-6", chunk(params, generated(seed, count)))
            .by_digest()
            .generated(seed)
    };
    vec![
        row("small-sizes", sizes(4, 4, 12, 3, 2), 2000, true),
        row("window-1", sizes(1, 5, 20, 5, 3), 2000, true),
        row("window-200", sizes(200, 50, 150, 7, 5), 3000, true),
        row("equal-sizes", sizes(3, 40, 40, 3, 1), 1000, true),
        row("no-minimum", sizes(2, 1, 1000, 4, 3), 2000, false),
    ]
}
