//! Canonical text: how words are joined, and what whitespace does not change.

use crate::vectors::ask::{chunk, chunk_by_default, normalize, sizes};
use crate::vectors::draft::{Draft, case};

/// The published hash of `alpha beta` under default parameters.
const ALPHA_BETA: &str = "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a";

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![
        case("canonical-spaces", "every separator becomes one space", "NORM-19", normalize("a\tb  c\u{a0}\u{a0}d\ne"))
            .gives("/canonical_text", "a b c d e"),
        case("canonical-paragraphs", "every paragraph break becomes two LF", "NORM-19", normalize("a\r\rb\n \n\n\nc"))
            .gives("/canonical_text", "a\n\nb\n\nc"),
        case(
            "canonical-around",
            "nothing before the first and behind the last word",
            "NORM-20",
            normalize("\n\n a \n\n"),
        )
        .gives("/canonical_text", "a"),
        case(
            "canonical-nfc",
            "canonical text holds the normalised words",
            "NORM-19 NORM-11",
            normalize("e\u{301}\n\nA\u{30a}"),
        )
        .gives("/canonical_text", "\u{e9}\n\n\u{c5}"),
        case(
            "canonical-chunk-starts",
            "no chunk begins with a separator",
            "NORM-20 NORM-19",
            chunk(sizes(1, 1, 2, 63, 62), "a b\n\nc\n\nd e"),
        )
        .gives("/chunks/0/text", "a b")
        .gives("/chunks/1/text", "c\n\nd")
        .gives("/chunks/2/text", "e"),
        case(
            "canonical-one-word-chunks",
            "chunks of one word, each after a paragraph break",
            "NORM-20",
            chunk(sizes(1, 1, 1, 63, 62), "a\n\nb\n\na"),
        )
        .gives("/chunks/1/text", "b"),
    ];
    cases.extend(taken_literally());
    cases.extend(whitespace_only_edits());
    cases.extend(paragraph_edits());
    cases
}

/// What looks like an escape or markup is text.
fn taken_literally() -> [Draft; 2] {
    let text = "a\\nb \\u0041 &amp; &#65; %41 <b>c</b> \\\\ \"d\" 'e'";
    [
        case("literal", "escapes and markup in a text are taken as they stand", "NORM-11 NORM-4", normalize(text))
            .gives("/canonical_text", text),
        case(
            "literal-chunk",
            "escapes and markup in a text are taken as they stand, in a chunk",
            "NORM-11",
            chunk_by_default(text),
        )
        .gives("/chunks/0/text", text),
    ]
}

/// The same words with other whitespace between them: the same hash.
fn whitespace_only_edits() -> Vec<Draft> {
    [
        ("space", "one space", "alpha beta"),
        ("crlf", "CR LF", "alpha\r\nbeta"),
        ("line", "a line end and an indentation", "  alpha\n\tbeta\n"),
        ("ideographic", "an ideographic space", "alpha\u{3000}beta"),
        ("nel", "two NEL", "alpha\u{85}\u{85}beta"),
        ("separator", "two paragraph separators", "\u{2029}alpha\u{2029}\u{2029}beta"),
        ("control", "an information separator", "alpha\u{1c}beta"),
    ]
    .map(|(id, title, text)| {
        let title = format!("{title} between the words: whitespace never enters a hash");
        let draft = case(format!("whitespace-edit-{id}"), title, "NORM-12 ID-4", chunk_by_default(text));
        if id == "space" {
            draft.published("/chunks/0/chunk_hash", ALPHA_BETA)
        } else {
            draft.gives("/chunks/0/chunk_hash", ALPHA_BETA)
        }
    })
    .into()
}

/// The same words with a break between them: another hash, the same for each spelling of the break.
fn paragraph_edits() -> Vec<Draft> {
    [
        ("lf", "two LF", "alpha\n\nbeta"),
        ("crlf", "two CR LF", "alpha\r\n\r\nbeta"),
        ("spaces", "a line of spaces", "alpha\n   \n\n\nbeta"),
    ]
    .map(|(id, title, text)| {
        let title = format!("{title} between the words: a paragraph break");
        case(format!("paragraph-edit-{id}"), title, "NORM-12 NORM-16 NORM-19", chunk_by_default(text))
            .gives("/chunks/0/text", "alpha\n\nbeta")
    })
    .into()
}
