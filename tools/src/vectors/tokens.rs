//! Topic `tokens`: token counts (chapter 2).

use serde_json::{Value, json};
use steadlith_vectors::request::TokenCounter;

use super::ask::{chunk, chunk_by_default, chunk_counted, counter, params, sizes, with};
use super::draft::{Draft, case};

const CODE_POINTS: &str = "unicode-codepoints-v1";
const CODE_POINTS_HASH: &str = "d67b70a50ffe14b8b74062ae3bbd364e91660fcbf816a10de257bf3de1529e31";
const ALPHA_BETA_HASH: &str = "0463282d018cbc1f9048cab67c7f90eff8272257c72d2df2bb057ac258f23a89";

pub fn cases() -> Vec<Draft> {
    [by_default(), published(), ids(), refused_ids(), words(), bad_counts(), harmless_counts(), sums()]
        .into_iter()
        .flatten()
        .collect()
}

/// No candidate matches, so that only the sizes cut.
fn up_to(max: u64) -> Value {
    sizes(1, 1, max, 63, 62)
}

fn table(counts: &[(&str, u64)], default: u64) -> TokenCounter {
    counter("table-v1", counts, default)
}

fn by_default() -> Vec<Draft> {
    let long = format!("{} b", "a".repeat(1000));
    vec![
        case("default", "without a counter every word counts 1", "TOK-1", chunk_by_default("one two\n\nthree"))
            .gives("/diagnostics/total_tokens", 3),
        case("default-long-word", "a long word counts 1", "TOK-1", chunk_by_default(long))
            .gives("/diagnostics/total_tokens", 2),
        case(
            "default-scripts",
            "a word of any script counts 1",
            "TOK-1",
            chunk_by_default("\u{4f60}\u{597d} \u{1f600}-x don't"),
        )
        .gives("/diagnostics/total_tokens", 3),
        case(
            "default-named",
            "naming word-v1 is the default",
            "TOK-1 TOK-6",
            chunk(json!({"tokenizer_id": "word-v1"}), "one two"),
        )
        .gives("/diagnostics/total_tokens", 2),
    ]
}

fn published() -> Vec<Draft> {
    let params_of = |id: &str| with(sizes(2, 1, 32, 2, 1), "tokenizer_id", id);
    let counts = counter(CODE_POINTS, &[("alpha", 5), ("beta", 4)], 1);
    vec![
        case(
            "published-params",
            "the parameter hash of a named tokenizer",
            "TOK-3 PARAM-16",
            params(params_of(CODE_POINTS)),
        )
        .published("/params_hash", CODE_POINTS_HASH),
        case(
            "published-chunk",
            "a counter of code points: its id is hashed, its counts are summed",
            "TOK-3 TOK-9",
            chunk_counted(sizes(2, 1, 32, 2, 1), "alpha beta", counts.clone()),
        )
        .published("/identity/params_hash", CODE_POINTS_HASH)
        .gives("/chunks/0/token_count", 9)
        .gives("/chunks/0/chunk_hash", ALPHA_BETA_HASH),
        case(
            "named-alike",
            "parameters may name the counter's own id",
            "TOK-4",
            chunk_counted(params_of(CODE_POINTS), "alpha beta", counts.clone()),
        )
        .gives("/chunks/0/chunk_hash", ALPHA_BETA_HASH),
        case(
            "named-default",
            "parameters may name word-v1 beside a counter, whose id is hashed",
            "TOK-4 TOK-3",
            chunk_counted(params_of("word-v1"), "alpha beta", counts.clone()),
        )
        .gives("/chunks/0/chunk_hash", ALPHA_BETA_HASH),
        case(
            "named-otherwise",
            "parameters that name a third id contradict the counter",
            "TOK-4",
            chunk_counted(params_of("other-v1"), "alpha beta", counts),
        )
        .refused("invalid-tokenizer", "named-alike"),
    ]
}

/// Ids that look like the reserved one or need care in the canonical JSON.
fn ids() -> Vec<Draft> {
    [
        ("upper", "the reserved id in capitals is another id", "WORD-V1"),
        ("space", "the reserved id and a space is another id", "word-v1 "),
        ("prefix", "a beginning of the reserved id is another id", "word-v"),
        ("escapes", "an id with a quote, a backslash, a slash and a tab", "a\"b\\c/d\te"),
        ("non-ascii", "an id outside ASCII", "z\u{e4}hler-\u{1f600}"),
        ("decomposed", "an id is not normalised", "za\u{308}hler"),
        ("blank", "an id of one space is not empty", " "),
    ]
    .map(|(name, title, id)| {
        let counter = counter(id, &[("b", 2)], 1);
        case(format!("id-{name}"), title, "TOK-3 PARAM-20 PARAM-21", chunk_counted(up_to(9), "a b", counter))
            .gives("/diagnostics/total_tokens", 3)
    })
    .into()
}

fn refused_ids() -> Vec<Draft> {
    let code = "invalid-tokenizer";
    let with_id = |id: Option<&str>| {
        let counter = TokenCounter { id: id.map(str::to_owned), ..table(&[("b", 2)], 1) };
        chunk_counted(up_to(9), "a b", counter)
    };
    let for_blank = |id: &str| chunk_counted(up_to(9), "\n", counter(id, &[("b", 2)], 1));
    let named = |id: &str, text: &str| chunk(json!({"tokenizer_id": id}), text);
    vec![
        case("id-own", "a counter with an id of its own", "TOK-5", with_id(Some("table-v1"))),
        case("id-missing", "a counter without an id", "TOK-5", with_id(None)).refused(code, "id-own"),
        case("id-empty", "a counter with an empty id", "TOK-5", with_id(Some(""))).refused(code, "id-own"),
        case("id-reserved", "a counter that claims word-v1", "TOK-5", with_id(Some("word-v1"))).refused(code, "id-own"),
        case("id-own-blank", "a counter with an id of its own, for a blank text", "TOK-5", for_blank("table-v1")),
        case("id-reserved-blank", "a counter that claims word-v1, for a blank text", "TOK-5", for_blank("word-v1"))
            .refused(code, "id-own-blank"),
        case("id-empty-blank", "a counter with an empty id, for a blank text", "TOK-5", for_blank(""))
            .refused(code, "id-own-blank"),
        case("uncounted", "the default tokenizer, named", "TOK-6", named("word-v1", "alpha beta")),
        case("uncounted-other", "another tokenizer without a counter", "TOK-6", named("other-v1", "alpha beta"))
            .refused(code, "uncounted"),
        case("uncounted-similar", "the default tokenizer in capitals", "TOK-6", named("Word-V1", "alpha beta"))
            .refused(code, "uncounted"),
        case("uncounted-blank", "the default tokenizer, named, for a blank text", "TOK-6", named("word-v1", " ")),
        case(
            "uncounted-blank-other",
            "another tokenizer without a counter, for a blank text",
            "TOK-6",
            named("other-v1", " "),
        )
        .refused(code, "uncounted-blank"),
    ]
}

/// What a counter is given.
fn words() -> Vec<Draft> {
    let tokens = "/diagnostics/token_counts";
    vec![
        case(
            "normalized",
            "a counter is given the normalised word",
            "TOK-2 NORM-11",
            chunk_counted(up_to(99), "e\u{301} \u{e9} \u{212b}", table(&[("\u{e9}", 5), ("\u{c5}", 7)], 1)),
        )
        .gives(tokens, json!([17])),
        case(
            "table-as-given",
            "a count for a spelling that is not normalised names no word",
            "TOK-2 PROTO-7",
            chunk_counted(up_to(99), "\u{e9} e\u{301} \u{212b}", table(&[("e\u{301}", 5), ("\u{212b}", 7)], 1)),
        )
        .gives(tokens, json!([3])),
        case(
            "table-both-spellings",
            "of two spellings in the table the normalised one counts, whichever comes first",
            "TOK-2 PROTO-7",
            chunk_counted(
                up_to(99),
                "\u{e9} e\u{301} \u{c5}",
                table(&[("e\u{301}", 5), ("\u{e9}", 3), ("\u{c5}", 4), ("\u{212b}", 7)], 1),
            ),
        )
        .gives(tokens, json!([10])),
        case(
            "whole-words",
            "a counter is given whole words with their punctuation and case",
            "TOK-2",
            chunk_counted(up_to(99), "Word word word. (word)", table(&[("word", 5), ("word.", 7)], 1)),
        )
        .gives(tokens, json!([14])),
        case(
            "repeated",
            "every occurrence of a word counts",
            "TOK-9",
            chunk_counted(up_to(99), "a b a a", table(&[("a", 5)], 1)),
        )
        .gives(tokens, json!([16])),
        case(
            "separators",
            "separators count nothing, not even paragraph breaks",
            "TOK-9",
            chunk_counted(up_to(99), "\n\na\n\n\u{2003} b  c\r\n\r\n", table(&[], 2)),
        )
        .gives(tokens, json!([6])),
        case(
            "object-members",
            "words that are members of every object in some language",
            "TOK-2",
            chunk_counted(
                up_to(99),
                "__proto__ constructor toString hasOwnProperty __proto__",
                table(&[("__proto__", 3), ("toString", 5)], 1),
            ),
        )
        .gives(tokens, json!([13])),
        case(
            "first-count",
            "counts cut a text by tokens, not by words",
            "TOK-9 CUT-3",
            chunk_counted(up_to(6), "a b c d e f g", table(&[("b", 4), ("e", 6)], 1)),
        )
        .cuts("3 hard, 4 hard, 5 hard, 7 final")
        .gives(tokens, json!([6, 1, 6, 2])),
        case(
            "blank",
            "a counter without any word to count",
            "TOK-3 NORM-7",
            chunk_counted(up_to(9), " ", table(&[("a", 5)], 1)),
        ),
    ]
}

/// Bad counts, each of the same word in the same place.
fn bad_counts() -> Vec<Draft> {
    let code = "invalid-tokenizer";
    let listed = |count: Value| chunk_counted(up_to(9), "a b c", counter("table-v1", &[("b", count)], 1));
    let by_default = |count: Value| chunk_counted(up_to(9), "a b c", counter("table-v1", &[("a", 1)], count));
    let mut cases = vec![
        case("count", "a count of 2", "TOK-7", listed(json!(2))).gives("/diagnostics/total_tokens", 4),
        case("count-1", "a count of 1", "TOK-7", listed(json!(1))).gives("/diagnostics/total_tokens", 3),
        case("default-count", "a count of 2 by default", "TOK-7", by_default(json!(2)))
            .gives("/diagnostics/total_tokens", 5),
    ];
    for (id, title, count) in [
        ("zero", "a count of 0", json!(0)),
        ("negative", "a count below 0", json!(-1)),
        ("true", "true is no integer", json!(true)),
        ("false", "false is no integer", json!(false)),
        ("fraction", "a count with a fractional part", json!(1.5)),
        ("string", "a string is no integer", json!("2")),
        ("null", "null is no integer", json!(null)),
        ("array", "a list is no integer", json!([2])),
        ("object", "an object is no integer", json!({"count": 2})),
    ] {
        cases.push(case(format!("count-{id}"), title, "TOK-7", listed(count.clone())).refused(code, "count"));
        let title = format!("{title}, by default");
        if !matches!(id, "zero" | "true" | "fraction" | "null") {
            continue;
        }
        cases.push(
            case(format!("default-count-{id}"), title, "TOK-7", by_default(count)).refused(code, "default-count"),
        );
    }
    cases.push(
        case("count-integral", "an integral count in the notation of a fraction", "TOK-10", listed(json!(2.0)))
            .refused(code, "count")
            .should()
            .note("many JSON readers cannot tell 2.0 from 2"),
    );
    cases.push(
        case("count-integral-sum", "a count of 2.0 is refused or counts 2", "TOK-10 TOK-9", listed(json!(2.0)))
            .or_refused(code)
            .answered_as(listed(json!(2)))
            .hand_computed(),
    );
    cases.extend(bad_counts_in_places());
    cases
}

/// A bad count refuses the text wherever its word stands.
fn bad_counts_in_places() -> Vec<Draft> {
    let with_count =
        |word: &str, count: i64| chunk_counted(up_to(2), "a b c d e f g", counter("table-v1", &[(word, count)], 1));
    [("first", "a"), ("middle", "d"), ("last", "g")]
        .into_iter()
        .flat_map(|(place, word)| {
            let valid = format!("place-{place}");
            [
                case(valid.clone(), format!("a count of 2 for the {place} word"), "TOK-8", with_count(word, 2)),
                case(
                    format!("place-{place}-bad"),
                    format!("a bad count for the {place} word refuses the whole text"),
                    "TOK-8 TOK-7",
                    with_count(word, 0),
                )
                .refused("invalid-tokenizer", &valid),
            ]
        })
        .collect()
}

/// Counts that are never asked for.
fn harmless_counts() -> Vec<Draft> {
    let unused = |word: &str, count: Value| chunk_counted(up_to(9), "a b", counter("table-v1", &[(word, count)], 1));
    let all_listed = counter("table-v1", &[("a", 2), ("b", 3)], 0);
    vec![
        case("unused-bad-count", "a bad count for a word that does not occur", "TOK-2", unused("c", json!(0)))
            .gives("/diagnostics/total_tokens", 2),
        case(
            "unused-huge-count",
            "a count above the maximum for a word that does not occur",
            "TOK-2",
            unused("c", json!(10)),
        )
        .gives("/diagnostics/total_tokens", 2),
        case("unused-part", "a count for a part of a word", "TOK-2", unused("", json!(0))),
        case("unused-default", "a bad default that no word needs", "TOK-2", chunk_counted(up_to(9), "a b", all_listed))
            .gives("/diagnostics/total_tokens", 5),
    ]
}

/// Sums at the edges of 31, 32 and 53 bits.
fn sums() -> Vec<Draft> {
    let counts = |first: u64, second: u64| table(&[("a", first), ("b", second)], 1);
    let mut cases = Vec::new();
    for (bits, most) in [(31, (1_u64 << 31) - 1), (32, (1 << 32) - 1)] {
        let title = format!("a sum of {} does not wrap", most + 1);
        let request = chunk_counted(up_to(most), "a b c", counts(most, 1));
        cases.push(case(format!("sum-{bits}-bits"), title, "TOK-9 PARAM-15 CUT-3", request).cuts("1 hard, 3 final"));
        let title = format!("a sum of {} is within a maximum of as much", most + 3);
        let request = chunk_counted(up_to(most + 3), "a b c", counts(most, 2));
        cases.push(
            case(format!("sum-{bits}-bits-within"), title, "TOK-9 PARAM-15", request)
                .gives("/chunks/0/token_count", most + 3),
        );
    }
    let most = (1_u64 << 53) - 1;
    let edge = |min: u64, max: u64, first: u64| chunk_counted(sizes(1, min, max, 63, 62), "a b c", counts(first, 1));
    cases.extend([
        case("sum-53-bits", "a sum of 2^53 - 1", "TOK-9 PARAM-15", edge(1, most, most - 2))
            .gives("/chunks/0/token_count", most)
            .gives("/diagnostics/total_tokens", most),
        case("sum-53-bits-min", "a minimum of 2^53 - 1", "TOK-9 PARAM-15 CUT-5", edge(most, most, most - 2))
            .cuts("3 final"),
        case(
            "sum-53-bits-max",
            "a maximum of 2^53 - 2 below the sum",
            "TOK-9 PARAM-15 CUT-3",
            edge(1, most - 1, most - 2),
        )
        .cuts("2 hard, 3 final"),
        case("sum-53-bits-word", "a word of 2^53 - 3", "TOK-9 PARAM-15", edge(1, most - 2, most - 2))
            .cuts("1 hard, 3 final"),
    ]);
    cases
}
