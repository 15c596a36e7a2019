//! Faults in reading and hashing parameters (chapter 3).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk, params, seeded};

const STRICT: &str = "refuse every value whose JSON type is not that of the field";
const HASHED: &str = "hash the effective values of all eleven fields, and nothing else";
const OVERRIDE: &str = "let `cdc-rabin` and `cdc-rabin+snap` set `snap_to_boundaries`, whatever else \
                        is given, and refuse other strategies";
const SIZES: &str = "carry every size up to 2^53 - 1 exactly";
const PLAIN_SHA: &str = "hash the UTF-8 of the canonical JSON by SHA-256, and nothing before it";

/// Parameters that consist of one member.
fn one(name: &str, value: Value) -> Value {
    params(json!({ name: value }))
}

/// A document that is cut at matches, under another value of one of the ids.
fn seeded_with(name: &str) -> Value {
    let mut request = seeded(0);
    request["params"][name] = json!("other");
    request
}

faults! {
    PARAMS_ABSENT_REFUSED "params-absent-refused" ["PARAM-1"]
        "a request without parameters is refused",
        "take all defaults if no parameters are given",
        [chunk("a")];
    UNKNOWN_IGNORED "unknown-ignored" ["PARAM-2"]
        "members that are no parameters are ignored",
        "refuse a member whose name is not a parameter",
        [one("max_token", json!(9))];
    UNKNOWN_NULL_IGNORED "unknown-null-ignored" ["PARAM-2"]
        "members that are no parameters are ignored if they are null",
        "refuse a member whose name is not a parameter",
        [one("max_token", json!(null))];
    UNKNOWN_COMMENT_IGNORED "unknown-comment-ignored" ["PARAM-2"]
        "members whose names begin with an underscore are ignored",
        "refuse a member whose name is not a parameter",
        [one("_comment", json!("x"))];
    NAMES_WITHOUT_CASE "names-without-case" ["PARAM-2"]
        "the names of parameters are compared without regard to case",
        "refuse a member whose name is not a parameter",
        [one("Window_Words", json!(8))];
    NAMES_WITH_HYPHENS "names-with-hyphens" ["PARAM-2"]
        "the names of parameters may have hyphens in place of underscores",
        "refuse a member whose name is not a parameter",
        [one("window-words", json!(8))];
    NAMES_TRIMMED "names-trimmed" ["PARAM-2"]
        "the names of parameters are trimmed",
        "refuse a member whose name is not a parameter",
        [one("window_words ", json!(8))];
    TEXT_TRIMMED "text-parameters-trimmed" ["PARAM-21", "PARAM-16"]
        "parameter strings are trimmed",
        "hash parameter strings as they are given",
        [one("tokenizer_id", json!(" t "))];
    STRATEGY_UNKNOWN "strategy-unknown" ["PARAM-14"]
        "`strategy` is refused as an unknown member",
        OVERRIDE,
        [one("strategy", json!("cdc-rabin"))];
    STRATEGY_IGNORED "strategy-ignored" ["PARAM-14"]
        "`strategy` is accepted and has no effect",
        OVERRIDE,
        [one("strategy", json!("cdc-rabin+snap"))];
    STRATEGY_ANY_ACCEPTED "strategy-any-accepted" ["PARAM-14"]
        "any `strategy` is accepted",
        OVERRIDE,
        [one("strategy", json!("fixed"))];
    STRATEGY_FIELD_WINS "strategy-field-wins" ["PARAM-14"]
        "`snap_to_boundaries` overrides `strategy` if both are given",
        OVERRIDE,
        [params(json!({"strategy": "cdc-rabin+snap", "snap_to_boundaries": false}))];
    STRATEGY_ONLY_TURNS_ON "strategy-only-turns-on" ["PARAM-14"]
        "the strategy `cdc-rabin` does not turn snapping off",
        OVERRIDE,
        [params(json!({"strategy": "cdc-rabin", "snap_to_boundaries": true}))];
    STRATEGY_NOT_HASHED "strategy-not-hashed" ["PARAM-16", "PARAM-14"]
        "the parameters are hashed before `strategy` is applied",
        HASHED,
        [one("strategy", json!("cdc-rabin+snap"))];
    BOOLEAN_AS_INTEGER "boolean-as-integer" ["PARAM-3"]
        "`true` is accepted as the integer 1",
        STRICT,
        [one("window_words", json!(true))];
    STRING_AS_INTEGER "string-as-integer" ["PARAM-3"]
        "a string of digits is accepted as an integer",
        STRICT,
        [one("window_words", json!("8"))];
    NULL_AS_DEFAULT "null-as-default" ["PARAM-3"]
        "`null` in an integer field takes the default",
        STRICT,
        [one("window_words", json!(null))];
    FRACTION_TRUNCATED "fraction-truncated" ["PARAM-3"]
        "the fraction of a number is cut off",
        STRICT,
        [one("window_words", json!(8.5))];
    FRACTION_ROUNDED "fraction-rounded" ["PARAM-3"]
        "a number with a fraction is rounded",
        STRICT,
        [one("window_words", json!(8.5))];
    INTEGER_COERCED "integer-coerced" ["PARAM-3"]
        "integer fields take what JavaScript's Number() makes of a value: `true`, `null`, strings \
         and lists of one",
        STRICT,
        [one("window_words", json!([8]))];
    NEGATIVE_AS_ABSOLUTE "negative-as-absolute" ["PARAM-8"]
        "the sign of a size is dropped",
        "refuse sizes below their minimum",
        [one("window_words", json!(-8))];
    NEGATIVE_AS_UNSIGNED "negative-as-unsigned" ["PARAM-8"]
        "a negative size becomes a huge unsigned one",
        "refuse sizes below their minimum",
        [one("window_words", json!(-8))];
    NEGATIVE_SNAP_ACCEPTED "negative-snap-accepted" ["PARAM-8"]
        "a negative `snap_window_words` is taken for 0",
        "refuse sizes below their minimum",
        [one("snap_window_words", json!(-1))];
    INTEGER_AS_BOOLEAN "integer-as-boolean" ["PARAM-5"]
        "0 and 1 are accepted as booleans",
        STRICT,
        [one("snap_to_boundaries", json!(1))];
    STRING_AS_BOOLEAN "string-as-boolean" ["PARAM-5"]
        "the strings \"true\" and \"false\" are accepted as booleans",
        STRICT,
        [one("snap_to_boundaries", json!("true"))];
    NULL_AS_FALSE "null-as-false" ["PARAM-5"]
        "`null` is accepted as false",
        STRICT,
        [one("snap_to_boundaries", json!(null))];
    BOOLEAN_BY_TRUTH "boolean-by-truth" ["PARAM-5"]
        "any value is accepted as a boolean, by its truth",
        STRICT,
        [one("snap_to_boundaries", json!([]))];
    TEXT_OF_ANY_TYPE "text-of-any-type" ["PARAM-6"]
        "a string field accepts any type and hashes it as it stands, as the released packages do",
        STRICT,
        [one("tokenizer_id", json!(5))];
    SIZE_WRAPS_32_BIT "size-wraps-32-bit" ["PARAM-15"]
        "sizes are kept in 32 bits and wrap",
        SIZES,
        [one("max_tokens", json!(4_294_968_296_u64))];
    SIZE_SINGLE_PRECISION "size-single-precision" ["PARAM-15"]
        "sizes are kept in single precision",
        SIZES,
        [one("max_tokens", json!(16_777_217))];
    HASH_OF_GIVEN_FIELDS "hash-of-given-fields" ["PARAM-18", "PARAM-16"]
        "only the fields that were given are hashed",
        HASHED,
        [one("window_words", json!(8))];
    HASH_LACKS_DEFAULT_IDS "hash-lacks-default-ids" ["PARAM-18"]
        "`rolling_hash_id` and `boundary_rule_version` are not hashed",
        HASHED,
        [params(json!({}))];
    HASH_LACKS_SNAPPING_WHEN_OFF "hash-lacks-snapping-when-off" ["PARAM-18"]
        "`snap_to_boundaries` is hashed only if it is true",
        HASHED,
        [params(json!({}))];
    HASH_OF_IDLE_SNAP_WINDOW "hash-of-idle-snap-window" ["PARAM-16", "VER-3"]
        "`snap_window_words` is hashed as 0 while snapping is off",
        HASHED,
        [params(json!({}))];
    HASH_HAS_CHUNKER_ID "hash-has-chunker-id" ["PARAM-18"]
        "the chunker id is hashed with the parameters",
        HASHED,
        [params(json!({}))];
    HASH_HAS_STRATEGY "hash-has-strategy" ["PARAM-18"]
        "`strategy` is hashed with the parameters",
        HASHED,
        [params(json!({}))];
    HASH_OF_MASKS "hash-of-masks" ["PARAM-16", "PARAM-18"]
        "the masks are hashed in place of their numbers of bits",
        HASHED,
        [params(json!({}))];
    HASH_OF_DEFAULT_IDS "hash-of-default-ids" ["PARAM-12", "VER-3"]
        "another `rolling_hash_id` or `boundary_rule_version` is accepted, but the default is hashed",
        "hash what is given, or refuse it",
        [one("rolling_hash_id", json!("other"))];
    ROLLING_HASH_ID_SELECTS "rolling-hash-id-selects" ["PARAM-12"]
        "another `rolling_hash_id` than the default changes the fingerprints",
        "refuse it, or hash it and let it change nothing else",
        [seeded_with("rolling_hash_id")];
    BOUNDARY_RULE_SELECTS "boundary-rule-selects" ["PARAM-12"]
        "another `boundary_rule_version` than the default turns primary matches off",
        "refuse it, or hash it and let it change nothing else",
        [seeded_with("boundary_rule_version")];
    INTEGRAL_FRACTION_HASHED "integral-fraction-hashed" ["PARAM-4"]
        "an integral number with a fraction, such as 8.0, is accepted and hashed as it stands",
        "refuse it, or hash the integer",
        [one("window_words", json!(8.0))];
    PARAMS_HASH_FRAMED "params-hash-framed" ["PARAM-17"]
        "the parameter hash is framed with the domain `cairn-json-v1`",
        PLAIN_SHA,
        [params(json!({}))];
    PARAMS_HASH_CHUNKER_DOMAIN "params-hash-chunker-domain" ["PARAM-17"]
        "the parameter hash is framed with the domain `cairn-chunker-params-v1`",
        PLAIN_SHA,
        [params(json!({}))];
    PARAMS_HASH_LENGTH_FIRST "params-hash-length-first" ["PARAM-17"]
        "the length of the JSON is hashed before it",
        PLAIN_SHA,
        [params(json!({}))];
    PARAMS_HASH_UTF16 "params-hash-utf16" ["PARAM-17"]
        "the JSON is hashed in UTF-16",
        PLAIN_SHA,
        [params(json!({}))];
    PARAMS_HASH_LATIN1 "params-hash-latin1" ["PARAM-17", "PARAM-21"]
        "the JSON is hashed in Latin-1",
        PLAIN_SHA,
        [one("tokenizer_id", json!("\u{E9}"))];
}

/// Declares the faults about one field each, and the table that says which.
macro_rules! fields {
    (DEFAULTS: $($name:ident $id:literal $field:literal $json:literal;)+) => {
        $(
            static $name: FaultInfo = FaultInfo {
                id: concat!("default-", $id),
                description: concat!("the default of `", $field, "` is ", $json),
                clauses: &["PARAM-1"],
                remedy: "take the defaults of PARAM-1",
                probe: || vec![params(json!({}))],
            };
        )+
        /// The faults about one default each, with the field and its wrong default.
        pub(in crate::model) static DEFAULTS: &[(&FaultInfo, &str, &str)] =
            &[$((&$name, $field, $json)),+];
    };
    (UNCHECKED: $($name:ident $id:literal $field:literal $clause:literal;)+) => {
        $(
            static $name: FaultInfo = FaultInfo {
                id: concat!("unchecked-", $id),
                description: concat!("a value of the wrong type in `", $field,
                    "` is passed over, and the default stays"),
                clauses: &[$clause],
                remedy: STRICT,
                probe: || vec![one($field, json!([true]))],
            };
        )+
        /// The faults about one unchecked field each, with the field.
        pub(in crate::model) static UNCHECKED: &[(&FaultInfo, &str)] = &[$((&$name, $field)),+];
    };
}

fields! { DEFAULTS:
    DEFAULT_WINDOW_WORDS "window-words" "window_words" "64";
    DEFAULT_MIN_TOKENS "min-tokens" "min_tokens" "128";
    DEFAULT_MAX_TOKENS "max-tokens" "max_tokens" "512";
    DEFAULT_PRIMARY_MASK_BITS "primary-mask-bits" "primary_mask_bits" "10";
    DEFAULT_BACKUP_MASK_BITS "backup-mask-bits" "backup_mask_bits" "7";
    DEFAULT_SNAP_WINDOW_WORDS "snap-window-words" "snap_window_words" "48";
    DEFAULT_SNAP_TO_BOUNDARIES "snap-to-boundaries" "snap_to_boundaries" "true";
    DEFAULT_NORMALIZER_VERSION "normalizer-version" "normalizer_version" "\"steadlith-normalizer-v1\"";
    DEFAULT_TOKENIZER_ID "tokenizer-id" "tokenizer_id" "\"words\"";
    DEFAULT_ROLLING_HASH_ID "rolling-hash-id" "rolling_hash_id" "\"rabin64-v1\"";
    DEFAULT_BOUNDARY_RULE_VERSION "boundary-rule-version" "boundary_rule_version" "\"tttd-v2\"";
}

fields! { UNCHECKED:
    UNCHECKED_WINDOW_WORDS "window-words" "window_words" "PARAM-3";
    UNCHECKED_MIN_TOKENS "min-tokens" "min_tokens" "PARAM-3";
    UNCHECKED_MAX_TOKENS "max-tokens" "max_tokens" "PARAM-3";
    UNCHECKED_PRIMARY_MASK_BITS "primary-mask-bits" "primary_mask_bits" "PARAM-3";
    UNCHECKED_BACKUP_MASK_BITS "backup-mask-bits" "backup_mask_bits" "PARAM-3";
    UNCHECKED_SNAP_WINDOW_WORDS "snap-window-words" "snap_window_words" "PARAM-3";
    UNCHECKED_SNAP_TO_BOUNDARIES "snap-to-boundaries" "snap_to_boundaries" "PARAM-5";
    UNCHECKED_NORMALIZER_VERSION "normalizer-version" "normalizer_version" "PARAM-11";
    UNCHECKED_TOKENIZER_ID "tokenizer-id" "tokenizer_id" "PARAM-11";
    UNCHECKED_ROLLING_HASH_ID "rolling-hash-id" "rolling_hash_id" "PARAM-6";
    UNCHECKED_BOUNDARY_RULE_VERSION "boundary-rule-version" "boundary_rule_version" "PARAM-6";
}
