//! Faults in canonical JSON (chapter 3).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::params;

const FORM: &str = "write one object, members in ascending order of names, no whitespace outside strings";
const PLAIN: &str = "write integers in decimal and booleans as true and false";
const ESCAPES: &str = "escape the quotation mark, the backslash and what is below U+0020, by the short \
                       forms or lower-case \\u00xx, and nothing else";

/// Parameters with this rolling hash id, one of the strings that is hashed whatever it is.
fn id(text: &str) -> Value {
    params(json!({"tokenizer_id": text}))
}

faults! {
    JSON_UNSORTED "json-unsorted" ["PARAM-19"]
        "the parameters are hashed in the order of their declaration",
        FORM,
        [params(json!({}))];
    JSON_CAMEL_CASE "json-camel-case" ["PARAM-18", "PARAM-19"]
        "the parameters are hashed under names in camel case",
        FORM,
        [params(json!({}))];
    JSON_SPACED "json-spaced" ["PARAM-19"]
        "commas and colons are followed by a space, as Python's json writes them",
        FORM,
        [params(json!({}))];
    JSON_COLON_SPACED "json-colon-spaced" ["PARAM-19"]
        "colons are followed by a space",
        FORM,
        [params(json!({}))];
    JSON_INDENTED "json-indented" ["PARAM-19"]
        "the parameters are hashed as indented JSON",
        FORM,
        [params(json!({}))];
    JSON_TRAILING_NEWLINE "json-trailing-newline" ["PARAM-19"]
        "a line feed follows the JSON",
        FORM,
        [params(json!({}))];
    JSON_BOM "json-bom" ["PARAM-17"]
        "a byte order mark comes before the JSON",
        FORM,
        [params(json!({}))];
    JSON_INTEGERS_AS_FLOATS "json-integers-as-floats" ["PARAM-22"]
        "integers are hashed with a fraction, as in 512.0",
        PLAIN,
        [params(json!({}))];
    JSON_INTEGERS_AS_STRINGS "json-integers-as-strings" ["PARAM-22"]
        "integers are hashed as strings",
        PLAIN,
        [params(json!({}))];
    JSON_EXPONENT "json-exponent" ["PARAM-22", "PARAM-15"]
        "integers from 1,000,000 are hashed with an exponent, as in 1e6",
        PLAIN,
        [params(json!({"max_tokens": 1_000_000}))];
    JSON_BOOLEANS_AS_INTEGERS "json-booleans-as-integers" ["PARAM-22"]
        "booleans are hashed as 0 and 1",
        PLAIN,
        [params(json!({}))];
    JSON_BOOLEANS_CAPITAL "json-booleans-capital" ["PARAM-22"]
        "booleans are hashed as True and False",
        PLAIN,
        [params(json!({}))];
    JSON_BOOLEANS_AS_STRINGS "json-booleans-as-strings" ["PARAM-22"]
        "booleans are hashed as strings",
        PLAIN,
        [params(json!({}))];
    JSON_NORMALIZED "json-normalized" ["PARAM-21"]
        "strings are put in NFC before they are hashed",
        "hash parameter strings as they are given",
        [id("e\u{301}")];
    JSON_NUL_ENDS "json-nul-ends" ["PARAM-20"]
        "a string ends at U+0000",
        "pass the length along with the bytes",
        [id("a\0b")];
    ESCAPE_SLASH "escape-slash" ["PARAM-21"]
        "the slash is escaped",
        ESCAPES,
        [id("a/b")];
    ESCAPE_NON_ASCII "escape-non-ascii" ["PARAM-21"]
        "everything above U+007F is escaped, as Python's json does by default",
        ESCAPES,
        [id("\u{E9}")];
    ESCAPE_ASTRAL "escape-astral" ["PARAM-21"]
        "code points above U+FFFF are escaped as surrogate pairs",
        ESCAPES,
        [id("\u{1F600}")];
    ESCAPE_DEL "escape-del" ["PARAM-21"]
        "U+007F is escaped",
        ESCAPES,
        [id("\u{7F}")];
    ESCAPE_C1 "escape-c1" ["PARAM-21"]
        "U+0080 to U+009F are escaped",
        ESCAPES,
        [id("\u{85}")];
    ESCAPE_LINE_SEPARATORS "escape-line-separators" ["PARAM-21"]
        "U+2028 and U+2029 are escaped, as in Go",
        ESCAPES,
        [id("\u{2028}")];
    ESCAPE_HTML "escape-html" ["PARAM-21"]
        "<, > and & are escaped, as Go does by default",
        ESCAPES,
        [id("a<b")];
    ESCAPE_APOSTROPHE "escape-apostrophe" ["PARAM-21"]
        "the apostrophe is escaped",
        ESCAPES,
        [id("a'b")];
    ESCAPE_UPPER_HEX "escape-upper-hex" ["PARAM-20"]
        "control characters are escaped with upper-case digits",
        ESCAPES,
        [id("\u{1F}")];
    ESCAPE_SHORT_MISSING "escape-short-missing" ["PARAM-20"]
        "every control character is escaped by its number, even those with a short form",
        ESCAPES,
        [id("\n")];
    ESCAPE_SHORT_BF_MISSING "escape-short-bf-missing" ["PARAM-20"]
        "U+0008 and U+000C are escaped by their number, as in older Go",
        ESCAPES,
        [id("\u{C}")];
    ESCAPE_VT_SHORT "escape-vt-short" ["PARAM-20"]
        "U+000B is escaped as \\v",
        ESCAPES,
        [id("\u{B}")];
    ESCAPE_NUL_SHORT "escape-nul-short" ["PARAM-20"]
        "U+0000 is escaped as \\0",
        ESCAPES,
        [id("\0")];
    ESCAPE_CONTROLS_RAW "escape-controls-raw" ["PARAM-20"]
        "control characters are written as themselves",
        ESCAPES,
        [id("\u{1}")];
    ESCAPE_QUOTE_RAW "escape-quote-raw" ["PARAM-20"]
        "a quotation mark is written as itself",
        ESCAPES,
        [id("a\"b")];
    ESCAPE_BACKSLASH_RAW "escape-backslash-raw" ["PARAM-20"]
        "a backslash is written as itself",
        ESCAPES,
        [id("a\\b")];
}
