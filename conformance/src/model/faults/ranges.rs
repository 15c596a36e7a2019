//! Faults in the ranges of parameters (chapter 3).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::params;

const LEAST: &str = "accept window_words, min_tokens and backup_mask_bits from 1 and \
                     snap_window_words from 0";
const MAX: &str = "accept max_tokens from min_tokens on";
const BITS: &str = "accept primary_mask_bits above backup_mask_bits and up to 63";
const NO_LIMIT: &str = "accept every size up to 2^53 - 1";
const NO_RELATION: &str = "compare only max_tokens with min_tokens and the two numbers of bits";

fn one(name: &str, value: u64) -> Value {
    params(json!({ name: value }))
}

fn sizes(min: u64, max: u64) -> Value {
    params(json!({"min_tokens": min, "max_tokens": max}))
}

fn bits(primary: u64, backup: u64) -> Value {
    params(json!({"primary_mask_bits": primary, "backup_mask_bits": backup}))
}

faults! {
    CLAMPED "clamped" ["PARAM-8", "PARAM-9", "PARAM-10"]
        "a size out of range is moved into its range",
        "refuse it with `invalid-params`",
        [one("window_words", 0)];
    CHECKED_WHILE_READ "checked-while-read" ["PARAM-9", "PARAM-10"]
        "ranges are checked after each field, against defaults of fields that come later",
        "read all fields, then check the ranges",
        [sizes(50, 100)];
    WINDOW_ZERO_ACCEPTED "window-zero-accepted" ["PARAM-8"]
        "a `window_words` of 0 is accepted",
        LEAST,
        [one("window_words", 0)];
    MIN_ZERO_ACCEPTED "min-zero-accepted" ["PARAM-8"]
        "a `min_tokens` of 0 is accepted",
        LEAST,
        [one("min_tokens", 0)];
    BACKUP_ZERO_ACCEPTED "backup-zero-accepted" ["PARAM-8"]
        "a `backup_mask_bits` of 0 is accepted",
        LEAST,
        [one("backup_mask_bits", 0)];
    WINDOW_ONE_REFUSED "window-one-refused" ["PARAM-8"]
        "a `window_words` of 1 is refused",
        LEAST,
        [one("window_words", 1)];
    MIN_ONE_REFUSED "min-one-refused" ["PARAM-8"]
        "a `min_tokens` of 1 is refused",
        LEAST,
        [one("min_tokens", 1)];
    BACKUP_ONE_REFUSED "backup-one-refused" ["PARAM-8"]
        "a `backup_mask_bits` of 1 is refused",
        LEAST,
        [one("backup_mask_bits", 1)];
    SNAP_ZERO_REFUSED "snap-zero-refused" ["PARAM-8"]
        "a `snap_window_words` of 0 is refused",
        LEAST,
        [one("snap_window_words", 0)];
    MAX_BELOW_MIN_ACCEPTED "max-below-min-accepted" ["PARAM-9"]
        "a `max_tokens` below `min_tokens` is accepted",
        MAX,
        [sizes(5, 4)];
    MAX_EQUAL_MIN_REFUSED "max-equal-min-refused" ["PARAM-9"]
        "a `max_tokens` equal to `min_tokens` is refused",
        MAX,
        [sizes(5, 5)];
    PRIMARY_EQUAL_ACCEPTED "primary-equal-accepted" ["PARAM-10"]
        "equal numbers of mask bits are accepted",
        BITS,
        [bits(6, 6)];
    PRIMARY_ORDER_UNCHECKED "primary-order-unchecked" ["PARAM-10"]
        "the two numbers of mask bits are not compared",
        BITS,
        [bits(5, 6)];
    PRIMARY_64_ACCEPTED "primary-64-accepted" ["PARAM-10"]
        "a `primary_mask_bits` of 64 is accepted",
        BITS,
        [bits(64, 6)];
    PRIMARY_UNLIMITED "primary-unlimited" ["PARAM-10"]
        "`primary_mask_bits` has no upper limit",
        BITS,
        [bits(65, 6)];
    PRIMARY_63_REFUSED "primary-63-refused" ["PARAM-10"]
        "a `primary_mask_bits` of 63 is refused",
        BITS,
        [bits(63, 6)];
    PRIMARY_32_REFUSED "primary-32-refused" ["PARAM-10"]
        "a `primary_mask_bits` of 32 or more is refused",
        BITS,
        [bits(32, 6)];
    PRIMARY_NEXT_REFUSED "primary-next-refused" ["PARAM-10"]
        "a `primary_mask_bits` of one more than `backup_mask_bits` is refused",
        BITS,
        [bits(7, 6)];
    MIN_BELOW_WINDOW_REFUSED "min-below-window-refused" ["PARAM-8"]
        "a `min_tokens` below `window_words` is refused",
        NO_RELATION,
        [one("min_tokens", 47)];
    MAX_BELOW_WINDOW_REFUSED "max-below-window-refused" ["PARAM-9"]
        "a `max_tokens` below `window_words` is refused",
        NO_RELATION,
        [sizes(40, 47)];
    SNAP_ABOVE_MIN_REFUSED "snap-above-min-refused" ["PARAM-8"]
        "a `snap_window_words` above `min_tokens` is refused",
        NO_RELATION,
        [one("min_tokens", 23)];
    SIZES_ABOVE_65535_REFUSED "sizes-above-65535-refused" ["PARAM-15"]
        "sizes above 65,535 are refused",
        NO_LIMIT,
        [one("max_tokens", 65_536)];
    SIZES_ABOVE_31_BIT_REFUSED "sizes-above-31-bit-refused" ["PARAM-15"]
        "sizes above 2^31 - 1 are refused",
        NO_LIMIT,
        [one("max_tokens", 0x8000_0000)];
    NORMALIZER_EMPTY_ACCEPTED "normalizer-empty-accepted" ["PARAM-11"]
        "an empty `normalizer_version` is accepted",
        "refuse the empty string in `normalizer_version` and `tokenizer_id`",
        [params(json!({"normalizer_version": ""}))];
    TOKENIZER_EMPTY_ACCEPTED "tokenizer-empty-accepted" ["PARAM-11"]
        "an empty `tokenizer_id` is accepted",
        "refuse the empty string in `normalizer_version` and `tokenizer_id`",
        [params(json!({"tokenizer_id": ""}))];
    NORMALIZER_REFUSED_EVERYWHERE "normalizer-refused-everywhere" ["PARAM-13"]
        "parameters with another `normalizer_version` are not even hashed",
        "refuse it only where a text is chunked",
        [params(json!({"normalizer_version": "other"}))];
    NORMALIZER_OTHER_ACCEPTED "normalizer-other-accepted" ["PARAM-13"]
        "a text is chunked under any `normalizer_version`",
        "refuse to chunk under another normalizer version with `unsupported-identity`",
        [super::probe::chunk_with(json!({"normalizer_version": "other"}), "a")];
    NORMALIZER_CHECKED_WITH_WORDS "normalizer-checked-with-words" ["PARAM-13"]
        "another `normalizer_version` is refused only if the text has words",
        "refuse it before looking at the text",
        [super::probe::chunk_with(json!({"normalizer_version": "other"}), "")];
    NORMALIZER_WRONG_CODE "normalizer-wrong-code" ["PARAM-13", "PROTO-10"]
        "chunking under another `normalizer_version` is refused with `invalid-params`",
        "refuse it with `unsupported-identity`",
        [super::probe::chunk_with(json!({"normalizer_version": "other"}), "a")];
}
