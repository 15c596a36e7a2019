//! What a chunk inherits from the text before it, and what it does not.

use super::{PAIRS, SINGLE};
use crate::vectors::ask::{chunk, sizes};
use crate::vectors::draft::{Draft, case};
use crate::vectors::script::Script;

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![
        case(
            "backup-cleared-by-primary",
            "a backup match is forgotten when its chunk ends at a primary match",
            "CUT-10 CUT-9",
            PAIRS.chunk(2, 5, "-b.p ..... ."),
        )
        .cuts("4 primary, 9 hard, 10 final"),
        case(
            "backup-cleared-by-backup",
            "a backup match is forgotten when its chunk ends there",
            "CUT-10 CUT-9",
            PAIRS.chunk(2, 5, "-.b ..... ."),
        )
        .cuts("3 backup, 8 hard, 9 final"),
        case(
            "backup-each-chunk",
            "each chunk has its own backup match",
            "CUT-10 CUT-8",
            PAIRS.chunk(2, 5, "-.b ..b ...b ... .."),
        )
        .cuts("3 backup, 6 backup, 10 backup, 15 final"),
        case(
            "behind-backup",
            "the words behind a backup belong to the next chunk",
            "CUT-10 CUT-1",
            PAIRS.chunk(2, 5, "-.b .. p...."),
        )
        .cuts("3 backup, 6 primary, 10 final"),
        case(
            "window-not-reset",
            "the window goes on across a cut",
            "FP-6 CUT-5",
            Script { window: 3, ..PAIRS }.chunk(1, 9, "--.p p..."),
        )
        .cuts("4 primary, 5 primary, 8 final"),
        case(
            "window-not-reset-hard",
            "the window goes on across a hard cut",
            "FP-6",
            Script { window: 4, ..PAIRS }.chunk(1, 5, "---.. .p..."),
        )
        .cuts("5 hard, 7 primary, 10 final"),
        case(
            "window-wider-than-chunks",
            "a window of more words than a chunk can have",
            "FP-6 FP-5",
            Script { window: 9, ..PAIRS }.chunk(1, 3, "--------. .p.b.."),
        )
        .cuts("3 hard, 6 hard, 9 hard, 11 primary, 13 backup, 15 final"),
        case(
            "marker-kept",
            "a word keeps its marker at the start of a chunk",
            "FP-7",
            Script { window: 1, primary: 8, backup: 7 }.chunk(1, 9, "..p /p .."),
        )
        .cuts("3 primary, 4 primary, 6 final")
        .gives("/chunks/1/start_word", 3),
        case(
            "marker-kept-window",
            "a window holds the marker of the word that starts the chunk",
            "FP-7 FP-6",
            Script { window: 2, primary: 8, backup: 7 }.chunk(1, 9, "-.p /.p .."),
        )
        .cuts("3 primary, 5 primary, 7 final"),
        case(
            "marker-kept-hard",
            "a word keeps its marker behind a hard cut",
            "FP-7",
            Script { window: 1, primary: 8, backup: 7 }.chunk(1, 3, "... /p .."),
        )
        .cuts("3 hard, 4 primary, 6 final"),
        case(
            "marker-first-word",
            "the first word of the text has no marker",
            "FP-3 NORM-18",
            chunk(
                Script { window: 1, primary: 8, backup: 7 }.params(1, 9),
                format!("\n\n{}", Script { window: 1, primary: 8, backup: 7 }.text("p..")),
            ),
        )
        .cuts("1 primary, 3 final"),
        case(
            "equal-chunks",
            "equal chunks have equal hashes and stay apart",
            "ID-5 CUT-1 DIAG-5 DIAG-1",
            chunk(sizes(9, 1, 2, 8, 6), "a b a b a b"),
        )
        .cuts("2 hard, 4 hard, 6 final"),
        case(
            "equal-chunks-respelled",
            "equal chunks of different source text",
            "ID-5 NORM-12",
            chunk(sizes(9, 1, 2, 8, 6), "e\u{301} b \u{e9}\tb\n\n\u{e9}\r\nb"),
        )
        .cuts("2 hard, 4 hard, 6 final"),
        case(
            "paragraph-inside-and-between",
            "a paragraph break inside a chunk changes its hash, one before it does not",
            "ID-5 NORM-20 DIAG-1",
            chunk(sizes(9, 1, 2, 8, 6), "a b\n\na b a\n\nb"),
        )
        .cuts("2 hard, 4 hard, 6 final"),
    ];
    cases.extend(same_word_twice());
    cases.extend(moved_paragraph());
    cases
}

/// The same three paragraphs in two orders. Each ends at a primary match, so each is a chunk with its own hash.
fn moved_paragraph() -> Vec<Draft> {
    let text = SINGLE.text("..p /...p /....p");
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let in_order = |id: &str, title: &str, order: [usize; 3]| {
        let text = order.map(|index| paragraphs[index]).join("\n\n");
        let draft = case(id, title, "ID-5 NORM-20 ID-4", chunk(SINGLE.params(2, 9), text));
        (0..3).fold(draft, |draft, index| draft.gives(&format!("/chunks/{index}/text"), paragraphs[order[index]]))
    };
    vec![
        in_order("paragraphs", "three paragraphs, each a chunk", [0, 1, 2]),
        in_order("paragraphs-moved", "a moved paragraph keeps its hash", [2, 0, 1]),
    ]
}

/// One word with and without the marker of a paragraph: what is known of the one must not stand for the other.
fn same_word_twice() -> Vec<Draft> {
    let script = Script { window: 1, primary: 8, backup: 7 };
    let twice = |id: &str, title: &str, pattern: &str, cuts: &str| {
        let text = script.text(pattern);
        let word = text.split_whitespace().nth(1).unwrap_or_default();
        case(id, title, "FP-3 FP-7", chunk(script.params(1, 9), format!("{word} alpha {text} {word} beta\n\n{word}")))
            .cuts(cuts)
    };
    vec![
        twice("same-word-marked", "a word matches only where it begins a paragraph", "./p.", "4 primary, 8 primary"),
        twice(
            "same-word-plain",
            "a word matches only where it begins no paragraph",
            ".p.",
            "1 primary, 4 primary, 6 primary, 8 final",
        ),
    ]
}
