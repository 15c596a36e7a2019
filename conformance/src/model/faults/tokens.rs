//! Faults in counting tokens (chapter 2).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, counted, tight, tight_with};

const POSITIVE: &str = "refuse every count that is not an integer of at least 1";
const SUMS: &str = "add token counts in 64 bits";
const IDS: &str = "the counter needs an id of its own, and the parameters name either that id or `word-v1`";

fn counter(count: Value) -> Value {
    json!({"id": "t", "counts": [["a", count]], "default": 1})
}

fn count(count: Value) -> Value {
    counted(tight(), "a b", counter(count))
}

fn wide(count: u64) -> Value {
    let params = tight_with(json!({"max_tokens": 9_007_199_254_740_991_u64}));
    counted(params, "a a a a", counter(json!(count)))
}

faults! {
    DEFAULT_COUNTS_CODE_POINTS "default-counts-code-points" ["TOK-1"]
        "without a counter a word counts its code points",
        "count every word 1",
        [chunk_with(tight(), "ab c")];
    DEFAULT_COUNTS_FOUR_BYTES "default-counts-four-bytes" ["TOK-1"]
        "without a counter a word counts one token for every four bytes begun",
        "count every word 1",
        [chunk_with(tight(), "alpha")];
    DEFAULT_COUNTS_PUNCTUATION "default-counts-punctuation" ["TOK-1"]
        "without a counter punctuation at the end of a word counts too",
        "count every word 1",
        [chunk_with(tight(), "end.")];
    COUNTER_IGNORED "counter-ignored" ["TOK-2", "TOK-3"]
        "the custom counter is ignored",
        "count every normalised word by the counter and hash its id",
        [count(json!(2))];
    COUNTER_TABLE_CHECKED "counter-table-checked" ["TOK-2"]
        "a bad count is refused even if its word is not in the text",
        "count the words of the text and no others",
        [counted(tight(), "b", counter(json!(0)))];
    COUNTER_TABLE_IGNORED "counter-table-ignored" ["TOK-2"]
        "the counter is called once, and every word gets that count",
        "call the counter for every word",
        [count(json!(2))];
    COUNTS_RAW_WORD "counts-raw-word" ["TOK-2"]
        "the counter is given the word as it stands in the text",
        "give the counter the normalised word",
        [counted(tight(), "e\u{301}", json!({"id": "t", "counts": [["\u{E9}", 2]], "default": 1}))];
    COUNTS_LOWER_CASE "counts-lower-case" ["TOK-2"]
        "the counter is given the word in lower case",
        "give the counter the normalised word as it is",
        [counted(tight(), "A", counter(json!(2)))];
    COUNTER_ID_NOT_HASHED "counter-id-not-hashed" ["TOK-3", "PARAM-16"]
        "the parameters are hashed with the tokenizer id that they name, not with the counter's",
        "hash the counter's id as `tokenizer_id`",
        [count(json!(1))];
    COUNTER_ID_TRIMMED "counter-id-trimmed" ["TOK-3"]
        "the counter's id is trimmed before it is hashed",
        "hash the counter's id as it is given",
        [counted(tight(), "a", json!({"id": " t", "default": 1}))];
    COUNTER_TABLE_NORMALIZED "counter-table-normalized" ["PROTO-7", "TOK-2"]
        "the words of the counter's table are normalised too",
        "compare the words of the table as they are given",
        [counted(tight(), "\u{E9}", json!({"id": "t", "counts": [["e\u{301}", 2]], "default": 1}))];
    COUNTER_ID_MISSING_ACCEPTED "counter-id-missing-accepted" ["TOK-5"]
        "a counter without an id is accepted and counted as `word-v1`",
        IDS,
        [counted(tight(), "a", json!({"default": 1}))];
    COUNTER_ID_EMPTY_ACCEPTED "counter-id-empty-accepted" ["TOK-5"]
        "a counter with an empty id is accepted",
        IDS,
        [counted(tight(), "a", json!({"id": "", "default": 1}))];
    COUNTER_ID_RESERVED_ACCEPTED "counter-id-reserved-accepted" ["TOK-5"]
        "a custom counter may call itself `word-v1`",
        IDS,
        [counted(tight(), "a", json!({"id": "word-v1", "default": 2}))];
    TOKENIZER_SAME_ID_REFUSED "tokenizer-same-id-refused" ["TOK-4"]
        "parameters that name the counter's own id are refused",
        IDS,
        [counted(tight_with(json!({"tokenizer_id": "t"})), "a", counter(json!(1)))];
    TOKENIZER_DEFAULT_NAMED_REFUSED "tokenizer-default-named-refused" ["TOK-4"]
        "parameters that name `word-v1`, or nothing, beside a counter are refused",
        IDS,
        [counted(tight_with(json!({"tokenizer_id": "word-v1"})), "a", counter(json!(1)))];
    TOKENIZER_CONTRADICTION_COUNTER_WINS "tokenizer-contradiction-counter-wins" ["TOK-4"]
        "if the parameters name another tokenizer than the counter's, the counter's id is hashed",
        IDS,
        [counted(tight_with(json!({"tokenizer_id": "u"})), "a", counter(json!(1)))];
    TOKENIZER_CONTRADICTION_PARAMS_WIN "tokenizer-contradiction-params-win" ["TOK-4"]
        "if the parameters name another tokenizer than the counter's, theirs is hashed",
        IDS,
        [counted(tight_with(json!({"tokenizer_id": "u"})), "a", counter(json!(1)))];
    TOKENIZER_WITHOUT_COUNTER_ACCEPTED "tokenizer-without-counter-accepted" ["TOK-6"]
        "a tokenizer other than `word-v1` without a counter counts every word 1",
        "refuse to chunk by a tokenizer whose counter is not given",
        [chunk_with(tight_with(json!({"tokenizer_id": "t"})), "a")];
    TOKENIZER_CHECKED_WITH_WORDS "tokenizer-checked-with-words" ["TOK-6"]
        "a tokenizer without its counter is refused only if the text has words",
        "refuse it before looking at the text",
        [chunk_with(tight_with(json!({"tokenizer_id": "t"})), "")];
    COUNT_ZERO_ACCEPTED "count-zero-accepted" ["TOK-7"]
        "a count of 0 is accepted",
        POSITIVE,
        [count(json!(0))];
    COUNT_NEGATIVE_ACCEPTED "count-negative-accepted" ["TOK-7"]
        "the sign of a count is dropped",
        POSITIVE,
        [count(json!(-2))];
    COUNT_CLAMPED "count-clamped" ["TOK-7"]
        "a count below 1 is raised to 1",
        POSITIVE,
        [count(json!(0))];
    COUNT_BOOLEAN_ACCEPTED "count-boolean-accepted" ["TOK-7"]
        "`true` is accepted as a count of 1",
        POSITIVE,
        [count(json!(true))];
    COUNT_FRACTION_TRUNCATED "count-fraction-truncated" ["TOK-7"]
        "the fraction of a count is cut off",
        POSITIVE,
        [count(json!(2.5))];
    INTEGRAL_COUNT_ONE "integral-count-one" ["TOK-10"]
        "an integral count with a fraction, such as 5.0, is accepted and counts 1",
        "refuse it, or take it as the integer",
        [count(json!(5.0))];
    INTEGRAL_COUNT_SHOWN "integral-count-shown" ["TOK-10", "PROTO-8"]
        "an integral count with a fraction, such as 5.0, is accepted, and sums with it are written with a fraction",
        "refuse it, or take it as the integer",
        [count(json!(5.0))];
    COUNT_STRING_ACCEPTED "count-string-accepted" ["TOK-7"]
        "a string of digits is accepted as a count",
        POSITIVE,
        [count(json!("2"))];
    COUNT_NULL_ONE "count-null-one" ["TOK-7"]
        "a count of `null` is taken for 1",
        POSITIVE,
        [count(json!(null))];
    BAD_COUNT_ONE "bad-count-one" ["TOK-7"]
        "the failure of a counter is swallowed, and the word counts 1",
        POSITIVE,
        [count(json!([]))];
    BAD_COUNT_ENDS_TEXT "bad-count-ends-text" ["TOK-8", "TOK-7"]
        "a bad count ends the text: the chunks before it are returned",
        "count all words before the first cut",
        [counted(tight(), "b b b a", counter(json!(0)))];
    COUNT_8_BIT "count-8-bit" ["TOK-9", "PARAM-15"]
        "the count of a word is kept in 8 bits",
        SUMS,
        [wide(257)];
    COUNT_16_BIT "count-16-bit" ["TOK-9", "PARAM-15"]
        "the count of a word is cut to 65,535",
        SUMS,
        [wide(65_536)];
    SUM_16_BIT "sum-16-bit" ["TOK-9"]
        "token sums wrap at 65,536",
        SUMS,
        [wide(20_000)];
    SUM_31_BIT "sum-31-bit" ["TOK-9", "PARAM-15"]
        "token sums stop at 2^31 - 1",
        SUMS,
        [wide(1_000_000_000)];
    SUM_32_BIT "sum-32-bit" ["TOK-9", "PARAM-15"]
        "token sums wrap at 2^32",
        SUMS,
        [wide(2_000_000_000)];
    SUM_SINGLE_PRECISION "sum-single-precision" ["TOK-9", "PARAM-15"]
        "token sums are kept in single precision and lose units beyond 2^24",
        SUMS,
        [wide(16_777_217)];
    BREAKS_COUNTED "breaks-counted" ["TOK-9"]
        "a paragraph break counts one token",
        "count words only",
        [chunk_with(tight(), "a\n\nb")];
    SEPARATORS_COUNTED "separators-counted" ["TOK-9"]
        "the separator before a word counts one token",
        "count words only",
        [chunk_with(tight(), "a b")];
}
