//! Faults in normalisation (chapter 1).

use serde_json::json;

use super::super::fault::FaultInfo;
use super::probe::normalize;

const FULL_NFC: &str = "use a complete implementation of NFC, on each word by itself";
const CAPPED: &str = "cut the word at each code point that is newer than the version, put what lies \
                      between them in NFC, and leave them as they are";
const ONE_VERSION: &str = "normalise every word by one version, 13.0 or later, and declare that version";

faults! {
    NFC_MISSING "nfc-missing" ["NORM-11"]
        "words are not normalised",
        FULL_NFC,
        [normalize("e\u{301}")];
    NFC_NFD "nfc-nfd" ["NORM-11"]
        "words are put in NFD",
        FULL_NFC,
        [normalize("\u{E9}")];
    NFC_NFKC "nfc-nfkc" ["NORM-11"]
        "words are put in NFKC, which also replaces compatibility characters",
        FULL_NFC,
        [normalize("\u{FB01}")];
    NFC_NFKD "nfc-nfkd" ["NORM-11"]
        "words are put in NFKD",
        FULL_NFC,
        [normalize("\u{E9}")];
    NFC_POINT_BY_POINT "nfc-point-by-point" ["NORM-11"]
        "each code point is normalised by itself, so that nothing composes",
        FULL_NFC,
        [normalize("e\u{301}")];
    NFC_MARKS_ONLY "nfc-marks-only" ["NORM-11"]
        "a word without a mark from U+0300 to U+036F is taken to be normalised already",
        FULL_NFC,
        [normalize("\u{212B}")];
    NFC_MAYBE_IS_YES "nfc-maybe-is-yes" ["NORM-11"]
        "the quick check takes \"maybe\" for \"yes\": a word is normalised only if one of its code points never \
         stands in NFC",
        FULL_NFC,
        [normalize("e\u{301}")];
    NFC_BELOW_0400_SKIPPED "nfc-below-0400-skipped" ["NORM-11"]
        "a word whose code points are all below U+0400 is taken to be normalised already",
        FULL_NFC,
        [normalize("e\u{301}")];
    NFC_NO_REORDERING "nfc-no-reordering" ["NORM-11"]
        "combining marks are not put in canonical order",
        FULL_NFC,
        [normalize("q\u{307}\u{323}")];
    NFC_NO_BLOCKING "nfc-no-blocking" ["NORM-11"]
        "a mark composes across another mark of the same class",
        FULL_NFC,
        [normalize("a\u{305}\u{301}")];
    NFC_EXCLUSIONS_COMPOSED "nfc-exclusions-composed" ["NORM-11"]
        "composition exclusions such as U+0958 are composed",
        FULL_NFC,
        [normalize("\u{958}")];
    NFC_STARTERS_APART "nfc-starters-apart" ["NORM-11"]
        "only combining marks compose, not a starter with the starter before it",
        FULL_NFC,
        [normalize("\u{9C7}\u{9BE}")];
    NFC_NO_HANGUL "nfc-no-hangul" ["NORM-11"]
        "Hangul syllables are not composed from their jamo",
        FULL_NFC,
        [normalize("\u{1112}\u{1161}\u{11AB}")];
    NFC_HANGUL_TBASE "nfc-hangul-tbase" ["NORM-11"]
        "U+11A7, one before the first trailing jamo, is swallowed by the syllable before it",
        FULL_NFC,
        [normalize("\u{AC00}\u{11A7}")];
    NFC_ADJACENT_ONLY "nfc-adjacent-only" ["NORM-11"]
        "a mark composes only with a letter right before it, not across a lower mark",
        FULL_NFC,
        [normalize("q\u{323}\u{307} a\u{327}\u{301}")];
    NFC_STREAM_SAFE "nfc-stream-safe" ["NORM-11"]
        "U+034F is inserted after 30 combining marks, as Go's norm package does",
        FULL_NFC,
        [normalize(&format!("a{}", "\u{316}".repeat(31)))];
    NFC_IN_BLOCKS "nfc-in-blocks" ["NORM-11"]
        "a word is normalised in blocks of 4,096 code points, so that nothing composes across the border of two",
        FULL_NFC,
        [normalize(&format!("{}e\u{301}", "a".repeat(4_095)))];
    NFC_LONG_WORD_SKIPPED "nfc-long-word-skipped" ["NORM-11"]
        "words of more than 1,024 bytes are not normalised",
        FULL_NFC,
        [normalize(&"e\u{301}".repeat(400))];
    UNICODE_MISDECLARED "unicode-misdeclared" ["PROTO-13"]
        "`hello` declares another Unicode version than that by which words are normalised",
        ONE_VERSION,
        [json!({"op": "hello", "protocol": 1})];
    UNICODE_ALTERNATES "unicode-alternates" ["NORM-13", "ID-1"]
        "every second request is normalised by Unicode 13.0",
        ONE_VERSION,
        [normalize("a\u{1DFA}\u{301}"), normalize("a\u{1DFA}\u{301}")];
    UNICODE_HYBRID "unicode-hybrid" ["NORM-13"]
        "the tables are the newest except for the Gurung Khema script, as of 15.1",
        ONE_VERSION,
        [normalize("\u{1611E}\u{1611E}")];
    UNICODE_12 "unicode-12" ["NORM-13"]
        "code points that were added in Unicode 13.0 are not normalised",
        ONE_VERSION,
        [normalize("\u{11935}\u{11930}")];
    UNICODE_CAP_LEAVES_WORD "unicode-cap-leaves-word" ["NORM-14"]
        "Unicode 13.0 is followed by leaving a word alone that holds a newer code point",
        CAPPED,
        [normalize("e\u{301}\u{1DFA}")];
    UNICODE_CAP_TRANSPARENT "unicode-cap-transparent" ["NORM-14"]
        "Unicode 13.0 is followed by normalising a word without its newer code points and putting \
         these behind it",
        CAPPED,
        [normalize("e\u{105D2}\u{301}")];
}
