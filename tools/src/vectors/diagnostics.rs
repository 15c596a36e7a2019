//! Topic `diagnostics`: records and diagnostics (chapter 10).

use serde_json::json;

use super::ask::{chunk, chunk_by_default, with};
use super::draft::{Draft, case};
use super::script::Script;

const PAIRS: Script = Script { window: 2, primary: 4, backup: 2 };

pub fn cases() -> Vec<Draft> {
    [counters(), rates(), records()].into_iter().flatten().collect()
}

/// Each counter alone, and all of them.
fn counters() -> Vec<Draft> {
    let count = |field: &str| format!("/diagnostics/{field}");
    let all_kinds = PAIRS.chunk(2, 5, "-.p ..p ..b. ... .. .. .. . .");
    vec![
        case("blank", "a blank text", "DIAG-7 DIAG-10", chunk_by_default(" \n")).gives(
            "/diagnostics",
            json!({"chunk_count": 0, "total_tokens": 0, "token_counts": [], "primary_boundaries": 0,
                   "backup_boundaries": 0, "hard_cuts": 0, "snapped_boundaries": 0, "hard_cut_rate": 0.0}),
        ),
        case("final-only", "a final chunk is counted in no kind", "DIAG-8 DIAG-10", PAIRS.chunk(2, 9, "-...."))
            .gives(&count("chunk_count"), 1)
            .gives(&count("hard_cut_rate"), 0.0),
        case("primary", "primary boundaries", "DIAG-8", PAIRS.chunk(2, 9, "-.p ..p ..p ."))
            .gives(&count("primary_boundaries"), 3)
            .gives(&count("hard_cut_rate"), 0.0),
        case(
            "primary-at-end",
            "a primary match at the very end is counted",
            "DIAG-8 CUT-11",
            PAIRS.chunk(2, 9, "-.p ..p"),
        )
        .gives(&count("primary_boundaries"), 2),
        case("backup", "backup boundaries", "DIAG-8", PAIRS.chunk(2, 5, "-..b ..b ....."))
            .gives(&count("backup_boundaries"), 2),
        case("hard", "hard cuts", "DIAG-8", PAIRS.chunk(2, 4, "-... .... .")).gives(&count("hard_cuts"), 2),
        case("all-kinds", "every kind in one text", "DIAG-7 DIAG-8", all_kinds)
            .gives(&count("chunk_count"), 6)
            .gives(&count("total_tokens"), 21)
            .gives(&count("token_counts"), json!([3, 3, 3, 5, 5, 2])),
        case(
            "snapped",
            "snapped boundaries of every kind",
            "DIAG-9 DIAG-8",
            chunk(
                with(with(PAIRS.params(2, 5), "snap_window_words", 1), "snap_to_boundaries", true),
                PAIRS.text("-.p . /..b . /.... /. ..p! ..."),
            ),
        )
        .gives(&count("snapped_boundaries"), 3),
        case(
            "tokens",
            "tokens of words that count more than one",
            "DIAG-7 DIAG-3",
            PAIRS.chunk_counted(PAIRS.params(2, 9), "-.p ...... .", &[3, 1, 2, 2, 2, 2, 2]),
        )
        .gives(&count("token_counts"), json!([6, 9, 2]))
        .gives(&count("total_tokens"), 17),
    ]
}

/// Rates that are no short decimals, or hardly any.
fn rates() -> Vec<Draft> {
    [
        ("0", "no hard cut", "-.p ..p .", 0.0),
        ("1", "hard cuts only", "-... .... .... .", 1.0),
        ("1-2", "one of two", "-.p .... .", 1.0 / 2.0),
        ("1-3", "one of three", "-.p ..p .... .", 1.0 / 3.0),
        ("2-3", "two of three", "-.p .... .... .", 2.0 / 3.0),
        ("1-7", "one of seven", "-.p ..p ..p ..p ..p ..p .... .", 1.0 / 7.0),
        ("with-backup", "backups count as boundaries", "-.b ..b .... ..", 1.0 / 3.0),
        ("final-is-none", "the final chunk is no boundary", "-... .", 1.0),
    ]
    .map(|(id, title, pattern, rate)| {
        let title = format!("hard cut rate: {title}");
        case(format!("rate-{id}"), title, "DIAG-10", PAIRS.chunk(2, 4, pattern))
            .gives("/diagnostics/hard_cut_rate", rate)
    })
    .into()
}

/// The fields of chunks that are not at the start of a text.
fn records() -> Vec<Draft> {
    let text = "\u{feff}Cafe\u{301}  au\tlait.\r\n\r\n\u{1f600} two\u{a0}three\n\n\nfour five \n";
    vec![
        case(
            "record",
            "every field of several chunks",
            "DIAG-1 DIAG-2 DIAG-3 DIAG-5 DIAG-6 PROTO-7 PROTO-8",
            chunk(json!({"window_words": 9, "min_tokens": 1, "max_tokens": 3}), text),
        )
        .gives("/chunks/1/start_offset", 20)
        .gives("/chunks/1/text", "\u{1f600} two three")
        .gives("/chunks/2/text", "four five"),
        case(
            "record-between",
            "whitespace between chunks belongs to neither",
            "DIAG-2",
            chunk(json!({"window_words": 9, "min_tokens": 1, "max_tokens": 1}), "  a  \n\n  b  "),
        )
        .gives("/chunks/0/end_offset", 3)
        .gives("/chunks/1/start_offset", 9)
        .gives("/chunks/1/end_offset", 10),
    ]
}
