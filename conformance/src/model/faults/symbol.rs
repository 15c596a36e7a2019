//! Faults in the symbols of words (chapter 4).

use super::super::fault::FaultInfo;
use super::probe::fingerprints;

const DIGEST: &str = "ask BLAKE2b for a digest of 8 bytes";
const PERSON: &str = "set the personalization `cairn-word-v1`, padded with zero bytes, and neither key \
                      nor salt";
const MARKER: &str = "hash the marker byte P or W, then the word";
const WORD: &str = "hash the normalised word in UTF-8, all of it";
const ORDER: &str = "read the 8 bytes as an unsigned number, most significant byte first";

/// A word that every fault in symbols changes.
fn two_words() -> serde_json::Value {
    fingerprints("alpha beta", 1)
}

/// Two long words that differ in one character.
fn alike(word: impl Fn(char) -> String) -> serde_json::Value {
    fingerprints(&format!("{} {}", word('a'), word('b')), 1)
}

faults! {
    SYMBOL_LONG_DIGEST "symbol-long-digest" ["FP-1"]
        "a 64-byte digest is cut to its first 8 bytes",
        DIGEST,
        [two_words()];
    SYMBOL_BLAKE2S "symbol-blake2s" ["FP-1"]
        "the symbol is made by BLAKE2s",
        DIGEST,
        [two_words()];
    SYMBOL_SHA256 "symbol-sha256" ["FP-1"]
        "the symbol is the beginning of a SHA-256",
        DIGEST,
        [two_words()];
    SYMBOL_FNV "symbol-fnv" ["FP-1"]
        "the symbol is made by FNV-1a, whose prime is the base of the polynomial",
        DIGEST,
        [two_words()];
    PERSONALIZATION_AS_KEY "personalization-as-key" ["FP-2"]
        "the personalization is passed as the key",
        PERSON,
        [two_words()];
    PERSONALIZATION_AS_SALT "personalization-as-salt" ["FP-2"]
        "the personalization is passed as the salt",
        PERSON,
        [two_words()];
    PERSONALIZATION_AS_PREFIX "personalization-as-prefix" ["FP-2"]
        "the personalization is hashed in front of the word",
        PERSON,
        [two_words()];
    PERSONALIZATION_MISSING "personalization-missing" ["FP-2"]
        "there is no personalization",
        PERSON,
        [two_words()];
    PERSONALIZATION_SPACES "personalization-spaces" ["FP-2"]
        "the personalization is padded with spaces",
        PERSON,
        [two_words()];
    PERSONALIZATION_RIGHT_ALIGNED "personalization-right-aligned" ["FP-2"]
        "the zero bytes stand in front of the personalization",
        PERSON,
        [two_words()];
    PERSONALIZATION_RENAMED "personalization-renamed" ["FP-2", "VER-6"]
        "the personalization bears the new name of the project",
        PERSON,
        [two_words()];
    MARKER_MISSING "marker-missing" ["FP-3"]
        "the word is hashed without a marker",
        MARKER,
        [two_words()];
    MARKER_LAST "marker-last" ["FP-3"]
        "the marker is hashed behind the word",
        MARKER,
        [two_words()];
    MARKER_SEPARATED "marker-separated" ["FP-3"]
        "a colon stands between marker and word",
        MARKER,
        [two_words()];
    MARKERS_LOWER_CASE "markers-lower-case" ["FP-3"]
        "the markers are p and w",
        MARKER,
        [two_words()];
    MARKERS_AS_NUMBERS "markers-as-numbers" ["FP-3"]
        "the markers are the bytes 0 and 1",
        MARKER,
        [two_words()];
    MARKERS_SWAPPED "markers-swapped" ["FP-3"]
        "P and W are exchanged",
        MARKER,
        [two_words()];
    MARKER_ALWAYS_W "marker-always-w" ["FP-3"]
        "every word is marked W",
        MARKER,
        [fingerprints("a\n\nb", 1)];
    MARKER_BEFORE_BREAK "marker-before-break" ["FP-3"]
        "the word in front of a paragraph break is marked P, not the word behind it",
        MARKER,
        [fingerprints("a\n\nb", 1)];
    SYMBOL_RAW_WORD "symbol-raw-word" ["FP-3", "NORM-11"]
        "the word is hashed as it stands in the text",
        WORD,
        [fingerprints("e\u{301}", 1)];
    SYMBOL_CASE_FOLDED "symbol-case-folded" ["FP-3", "NORM-11"]
        "the word is hashed in lower case",
        WORD,
        [fingerprints("Alpha", 1)];
    SYMBOL_UTF16 "symbol-utf16" ["FP-3"]
        "the word is hashed in UTF-16",
        WORD,
        [two_words()];
    SYMBOL_CESU8 "symbol-cesu8" ["FP-3"]
        "the two halves of a surrogate pair are hashed in three bytes each",
        WORD,
        [fingerprints("\u{1F600}", 1)];
    SYMBOL_MODIFIED_UTF8 "symbol-modified-utf8" ["FP-3"]
        "U+0000 is hashed in two bytes, as Java's modified UTF-8 does",
        WORD,
        [fingerprints("a\0b", 1)];
    SYMBOL_LATIN1 "symbol-latin1" ["FP-3"]
        "the word is hashed in Latin-1, with a question mark for the rest",
        WORD,
        [fingerprints("\u{E9}", 1)];
    SYMBOL_NUL_ENDS "symbol-nul-ends" ["FP-3"]
        "the word is hashed up to U+0000",
        WORD,
        [fingerprints("a\0b", 1)];
    SYMBOL_WITH_NEWLINE "symbol-with-newline" ["FP-3"]
        "a line feed is hashed behind the word",
        WORD,
        [two_words()];
    SYMBOL_ONE_BLOCK "symbol-one-block" ["FP-3"]
        "only the first block of 128 bytes is hashed",
        WORD,
        [fingerprints(&"a".repeat(128), 1)];
    SYMBOL_BUFFER_TAIL "symbol-buffer-tail" ["FP-3", "ID-1"]
        "the words share a buffer, in which a shorter word leaves the end of a longer one",
        "clear the buffer for each word",
        [fingerprints("alpha b", 1)];
    SYMBOL_CACHED_WITHOUT_MARKER "symbol-cached-without-marker" ["FP-7", "FP-3"]
        "symbols are cached by the word alone, so that a word has one marker for ever",
        "cache symbols by marker and word",
        [fingerprints("a\n\na", 1)];
    SYMBOL_CACHED_BY_HASH_CODE "symbol-cached-by-hash-code" ["FP-3", "ID-1"]
        "symbols are cached by Java's 32-bit hash of the word, which `Aa` and `BB` share",
        "compare the words themselves",
        [fingerprints("Aa BB", 1)];
    SYMBOL_CACHED_BY_BEGINNING "symbol-cached-by-beginning" ["FP-3", "ID-1"]
        "symbols are cached by the length of the word and its first 1,024 characters",
        "compare the words themselves",
        [alike(|end| format!("{}{end}", "x".repeat(1_024)))];
    SYMBOL_CACHED_BY_END "symbol-cached-by-end" ["FP-3", "ID-1"]
        "symbols are cached by the length of the word and its last 1,024 characters",
        "compare the words themselves",
        [alike(|start| format!("{start}{}", "x".repeat(1_024)))];
    SYMBOL_CACHED_BY_BOTH_ENDS "symbol-cached-by-both-ends" ["FP-3", "ID-1"]
        "symbols are cached by the length of the word and its first and last 512 characters",
        "compare the words themselves",
        [alike(|middle| format!("{0}{middle}{0}", "x".repeat(512)))];
    SYMBOL_LITTLE_ENDIAN "symbol-little-endian" ["FP-4"]
        "the digest is read with its least significant byte first",
        ORDER,
        [two_words()];
    SYMBOL_LOW_HALF "symbol-low-half" ["FP-4"]
        "only the low 32 bits of the symbol are kept",
        ORDER,
        [two_words()];
    SYMBOL_63_BIT "symbol-63-bit" ["FP-4"]
        "the sign bit of the symbol is cleared",
        ORDER,
        [fingerprints("alpha\n\nalpha", 1)];
    SYMBOL_SIGN_EXTENDED "symbol-sign-extended" ["FP-4"]
        "the bytes of the digest are joined as signed numbers, as careless Java does",
        ORDER,
        [two_words()];
}
