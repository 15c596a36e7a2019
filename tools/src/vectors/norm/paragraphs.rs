//! Where a paragraph break stands: every pair and triple of line ends, and what may stand between them.

use super::whitespace::{WHITESPACE, list};
use super::{code_point, hex};
use crate::vectors::ask::{chunk_by_default, normalize};
use crate::vectors::draft::{Draft, case};

const LINE_ENDS: [(&str, &str); 3] = [("lf", "\n"), ("cr", "\r"), ("crlf", "\r\n")];

/// What may stand between the two line ends of a break.
const TRANSPARENT: [(&str, char); 4] = [("tab", '\t'), ("vt", '\u{b}'), ("ff", '\u{c}'), ("space", ' ')];

/// What ends lines elsewhere, but not here.
const NO_LINE_ENDS: [char; 7] = ['\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', '\u{85}', '\u{2028}', '\u{2029}'];

/// What prevents a break between two line ends, of all the whitespace that does.
const OPAQUE: [char; 10] =
    ['\u{1c}', '\u{1f}', '\u{85}', '\u{a0}', '\u{2003}', '\u{2007}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{3000}'];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = adjacent_pairs().collect();
    cases.extend(LINE_ENDS.map(triples));
    cases.extend(TRANSPARENT.map(transparent));
    cases.push(run_case("between-mixed", "TAB, VT, FF and SPACE between two line ends", "\n \t\u{b}\u{c} \t \r", true));
    cases.extend(OPAQUE.map(opaque));
    cases.extend(NO_LINE_ENDS.map(no_line_end));
    cases.extend(runs());
    cases.extend(first_word());
    cases.extend(in_chunks());
    cases
}

/// `a` and `b` around a run of whitespace.
fn run_case(id: &str, title: impl Into<String>, run: &str, is_break: bool) -> Draft {
    let request = normalize(format!("a{run}b"));
    case(format!("paragraph-{id}"), title, "NORM-16 NORM-15 NORM-17", request)
        .gives("/words/1/paragraph_before", is_break)
}

/// All pairs of line ends.
fn pairs() -> impl Iterator<Item = ((&'static str, &'static str), (&'static str, &'static str))> {
    LINE_ENDS.into_iter().flat_map(|first| LINE_ENDS.map(|second| (first, second)))
}

fn adjacent_pairs() -> impl Iterator<Item = Draft> {
    pairs().map(|((first_name, first), (second_name, second))| {
        let run = format!("{first}{second}");
        // CR and LF with nothing between are one line end.
        let is_break = run != "\r\n";
        let title = format!(
            "{first_name} and {second_name} are {}",
            if is_break { "a paragraph break" } else { "one line end" }
        );
        run_case(&format!("{first_name}-{second_name}"), title, &run, is_break)
    })
}

/// Nine of the 27 triples in one text. Each holds two line ends at least.
fn triples((name, first): (&str, &str)) -> Draft {
    let runs: Vec<String> = pairs().map(|((_, second), (_, third))| format!("{first}{second}{third}")).collect();
    let title = format!("{name} and two more line ends are a paragraph break");
    let draft = case(format!("paragraph-triples-{name}"), title, "NORM-16 NORM-15", normalize(words_between(&runs)));
    all_breaks(draft)
}

/// All pairs of line ends with a code point before, between and behind them.
fn transparent((name, c): (&str, char)) -> Draft {
    let runs: Vec<String> = pairs().map(|((_, first), (_, second))| format!("{c}{first}{c}{second}{c}")).collect();
    let title = format!("every pair of line ends with {} between is a paragraph break", code_point(c));
    let draft = case(format!("paragraph-between-{name}"), title, "NORM-16", normalize(words_between(&runs)));
    all_breaks(draft)
}

fn all_breaks(draft: Draft) -> Draft {
    (1..=9).fold(draft, |draft, index| draft.gives(&format!("/words/{index}/paragraph_before"), true))
}

fn opaque(c: char) -> Draft {
    let title = format!("{} between two line ends prevents a paragraph break", code_point(c));
    run_case(&format!("opaque-{}", hex(c)), title, &format!("\n{c}\n"), false)
}

fn no_line_end(c: char) -> Draft {
    let title = format!("two of {} are no paragraph break", code_point(c));
    run_case(&format!("double-{}", hex(c)), title, &format!("{c}{c}"), false)
}

fn runs() -> Vec<Draft> {
    [
        ("lf-spaces", "one line end and spaces", "\n   ", false),
        ("lf-nel", "LF and NEL", "\n\u{85}", false),
        ("lf-ps", "LF and the paragraph separator", "\n\u{2029}", false),
        ("vt-vt", "two vertical tabs", "\u{b}\u{b}", false),
        ("ff-ff", "two form feeds", "\u{c}\u{c}", false),
        ("opaque-before", "NBSP before two line ends does not matter", "\u{a0}\n\n", true),
        ("opaque-behind", "NBSP behind two line ends does not matter", "\n\n\u{a0}", true),
        ("opaque-then-pair", "a pair behind an opaque code point counts", "\n\u{a0}\n\n", true),
        ("pair-then-opaque", "a pair before an opaque code point counts", "\n\n\u{a0}\n", true),
        ("opaque-twice", "three line ends, each kept from the next", "\n\u{a0}\n\u{2003}\n", false),
        ("cr-space-lf", "CR, SPACE, LF hold two line ends", "\r \n", true),
        ("cr-nbsp-lf", "NBSP between CR and LF", "\r\u{a0}\n", false),
        ("many", "six line ends are one break", "\n\n\n\n\n\n", true),
    ]
    .map(|(id, title, run, is_break)| run_case(id, title, run, is_break))
    .into()
}

fn first_word() -> Vec<Draft> {
    let none = "line ends before the first word are no break";
    [
        ("lf-lf", none, "\n\na", 0, false),
        ("crlf-crlf", none, "\r\n\r\na", 0, false),
        ("space-cr-cr", none, " \r\r a b", 0, false),
        ("bom", "a first word of U+FEFF is a word like any other", "\u{feff}\n\na", 1, true),
    ]
    .map(|(id, title, text, index, expected)| {
        case(format!("paragraph-first-{id}"), title, "NORM-18", normalize(text))
            .gives(&format!("/words/{index}/paragraph_before"), expected)
    })
    .into()
}

/// The same rules without the operation `normalize`: a break shows in the text of a chunk.
fn in_chunks() -> Vec<Draft> {
    let mut cases = vec![in_chunk("pairs", "every pair of line ends", &runs_around(""))];
    cases.extend(TRANSPARENT.map(|(name, c)| {
        let title = format!("every pair of line ends with {} between", code_point(c));
        in_chunk(&format!("between-{name}"), &title, &runs_around(&c.to_string()))
    }));
    cases.extend(WHITESPACE[1..].iter().map(|(name, members)| {
        let runs: Vec<String> = members.iter().map(|c| format!("\n{c}\n")).collect();
        in_chunk(&format!("opaque-{name}"), &format!("{} between two line ends", list(members)), &runs)
    }));
    let doubles: Vec<String> = NO_LINE_ENDS.iter().chain(&['\u{b}', '\u{c}']).map(|c| format!("{c}{c}")).collect();
    cases.push(in_chunk("doubles", "what ends lines elsewhere, twice", &doubles));
    let singles = ["\n", "\r", "\r\n", "\n ", " \n"].map(str::to_owned);
    cases.push(in_chunk("singles", "line ends with words between them", &singles));
    let around = chunk_by_default("\n\na\n\nb\n\n");
    cases.push(
        case(
            "paragraph-chunk-around",
            "line ends before the first and behind the last word",
            "NORM-18 NORM-20",
            around,
        )
        .gives("/chunks/0/text", "a\n\nb"),
    );
    cases
}

fn runs_around(between: &str) -> Vec<String> {
    pairs().map(|((_, first), (_, second))| format!("{first}{between}{second}")).collect()
}

fn in_chunk(id: &str, title: &str, runs: &[String]) -> Draft {
    let request = chunk_by_default(words_between(runs));
    case(format!("paragraph-chunk-{id}"), format!("{title}, in a chunk"), "NORM-16 NORM-15 NORM-17 NORM-19", request)
}

/// Words with these runs of whitespace between them.
fn words_between(runs: &[String]) -> String {
    let words: String = runs.iter().enumerate().map(|(index, run)| format!("{run}w{index}")).collect();
    format!("a{words}")
}
