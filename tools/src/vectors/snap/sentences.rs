//! What ends a sentence and what does not.

use super::snapping;
use crate::vectors::ask::{chunk, sizes};
use crate::vectors::draft::{Draft, case};

/// Id and a word that ends a sentence.
const ENDINGS: [(&str, &str); 19] = [
    ("abbreviation", "Mr."),
    ("abbreviation-dots", "e.g."),
    ("abbreviation-capitals", "U.S.A."),
    ("period", "end."),
    ("exclamation", "end!"),
    ("question", "end?"),
    ("quote", "end.\""),
    ("apostrophe", "end!'"),
    ("parenthesis", "end?)"),
    ("bracket", "end.]"),
    ("brace", "end.}"),
    ("all-closers", "end.\"')]}"),
    ("closer-repeated", "end.))))"),
    ("several-marks", "end?!"),
    ("ellipsis", "end..."),
    ("number", "3."),
    ("mark-alone", "."),
    ("closer-before", "end).\""),
    ("decomposed", "caf\u{65}\u{301}."),
];

/// Id and a word that does not.
const NO_ENDINGS: [(&str, &str); 23] = [
    ("203d", "end\u{203d}"),
    ("ff0e", "end\u{ff0e}"),
    ("00bf", "end\u{bf}"),
    ("00a1", "end\u{a1}"),
    ("word", "end"),
    ("comma", "end,"),
    ("semicolon", "end;"),
    ("colon", "end:"),
    ("closer", "end)"),
    ("quote", "end\""),
    ("inside", "3.14"),
    ("letter-behind", "end.)a"),
    ("opener-behind", "end.("),
    ("angle-behind", "end.>"),
    ("backtick-behind", "end.`"),
    ("2019-behind", "end.\u{2019}"),
    ("201d-behind", "end.\u{201d}"),
    ("200b-behind", "end.\u{200b}"),
    ("0301-behind", "end.\u{301}"),
    ("nul-behind", "end.\u{0}"),
    ("3002", "end\u{3002}"),
    ("2026", "end\u{2026}"),
    ("ff01", "end\u{ff01}"),
];

pub fn cases() -> Vec<Draft> {
    let ending = ENDINGS.map(|(id, word)| {
        let title = format!("a word that ends a sentence: {}", word.escape_default());
        case(format!("sentence-{id}"), title, "SNAP-7", with_word(word)).cuts("4>3 hard sentence, 5 final")
    });
    let no_ending = NO_ENDINGS.map(|(id, word)| {
        let title = format!("a word that ends no sentence: {}", word.escape_default());
        case(format!("no-sentence-{id}"), title, "SNAP-7 SNAP-10", with_word(word)).cuts("4 hard, 5 final")
    });
    ending.into_iter().chain(no_ending).collect()
}

/// The word before a hard cut; no position has a fingerprint.
fn with_word(word: &str) -> steadlith_vectors::request::Request {
    chunk(snapping(sizes(9, 1, 4, 8, 6), 1), format!("one two {word} four five"))
}
