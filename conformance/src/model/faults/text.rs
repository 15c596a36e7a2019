//! Faults in receiving a text and splitting it into words (chapter 1).

use super::super::fault::FaultInfo;
use super::probe::{chunk, normalize, words};

const NOTHING_REMOVED: &str = "take the text as it is: every code point outside NORM-3 is part of a word";
const ANY_LENGTH: &str = "put no limit on the length of a text or a word, and cut neither into blocks";

faults! {
    BOM_STRIPPED "bom-stripped" ["NORM-5", "NORM-8"]
        "a U+FEFF at the start of the text is removed before offsets are taken",
        "keep U+FEFF: it is the first character of the first word",
        [normalize("\u{FEFF}a b")];
    NUL_ENDS_TEXT "nul-ends-text" ["NORM-1", "NORM-4"]
        "the text ends at the first U+0000, as a C string does",
        "pass the length along with the bytes",
        [normalize("a\0b c")];
    CRLF_TRANSLATED "crlf-translated" ["NORM-10"]
        "CR LF is translated to LF before offsets are taken",
        "read the text without newline translation",
        [normalize("a\r\nb")];
    TEXT_TRIMMED "text-trimmed" ["NORM-8", "NORM-9"]
        "leading whitespace is trimmed before offsets are taken",
        "take offsets in the text as it was given",
        [normalize("  a b")];
    ASTRAL_REPLACED "astral-replaced" ["NORM-1", "NORM-11"]
        "code points above U+FFFF are replaced by U+FFFD",
        "handle all of U+0000 to U+10FFFF, not only the first 65,536",
        [normalize("a\u{1F600}")];
    SURROGATES_REPLACED "surrogates-replaced" ["NORM-1", "NORM-11"]
        "a surrogate pair is cut in half, and each half becomes U+FFFD",
        "join surrogate pairs into one code point before anything else",
        [normalize("a\u{1F600}b")];
    CONTROLS_REMOVED "controls-removed" ["NORM-11", "NORM-4"]
        "control characters other than whitespace are removed",
        NOTHING_REMOVED,
        [normalize("a\u{7}b")];
    ZERO_WIDTH_REMOVED "zero-width-removed" ["NORM-11", "NORM-4"]
        "zero-width characters (U+200B to U+200D, U+2060, U+FEFF) are removed",
        NOTHING_REMOVED,
        [normalize("a\u{200D}b")];
    SOFT_HYPHEN_REMOVED "soft-hyphen-removed" ["NORM-11"]
        "U+00AD is removed",
        NOTHING_REMOVED,
        [normalize("a\u{AD}b")];
    VARIATION_SELECTORS_REMOVED "variation-selectors-removed" ["NORM-11"]
        "variation selectors U+FE00 to U+FE0F are removed",
        NOTHING_REMOVED,
        [normalize("\u{2764}\u{FE0F}")];
    REPLACEMENT_REMOVED "replacement-removed" ["NORM-11"]
        "U+FFFD is taken for a decoding error and removed",
        NOTHING_REMOVED,
        [normalize("a\u{FFFD}b")];
    NONCHARACTERS_REPLACED "noncharacters-replaced" ["NORM-1", "NORM-11"]
        "noncharacters such as U+FFFE and U+FFFF are replaced by U+FFFD",
        "accept every scalar value, noncharacters too",
        [normalize("a\u{FFFF}b")];
    PRIVATE_USE_REMOVED "private-use-removed" ["NORM-11"]
        "private-use code points are removed",
        NOTHING_REMOVED,
        [normalize("a\u{E000}b")];
    LOWER_CASED "lower-cased" ["NORM-11"]
        "words are put in lower case",
        "apply NFC to a word and nothing else",
        [normalize("Alpha")];
    ESCAPES_DECODED_TWICE "escapes-decoded-twice" ["NORM-11"]
        "a backslash followed by `n`, `t` or `u` and four digits is decoded once more",
        "decode the JSON of a request once",
        [normalize("a\\nb")];
    ENTITIES_DECODED "entities-decoded" ["NORM-11"]
        "the character references &amp; &lt; &gt; and &quot; are decoded",
        "take the text as it is; it is not HTML",
        [normalize("a&amp;b")];
    TEXT_LIMIT_65536 "text-limit-65536" ["NORM-1"]
        "the text ends after 65,536 code points",
        ANY_LENGTH,
        [normalize(&format!("{} b", "a".repeat(65_536)))];
    TEXT_LIMIT_MILLION "text-limit-million" ["NORM-1"]
        "the text ends after 1,000,000 code points",
        ANY_LENGTH,
        [normalize(&format!("{} b", "a".repeat(1_000_000)))];
    WORD_LIMIT_65536 "word-limit-65536" ["NORM-1", "NORM-6"]
        "words after the 65,536th are dropped",
        ANY_LENGTH,
        [chunk(&"a ".repeat(65_537))];
    WORD_LIMIT_MILLION "word-limit-million" ["NORM-1", "NORM-6"]
        "words after the 1,000,000th are dropped",
        ANY_LENGTH,
        [chunk(&"a ".repeat(1_000_001))];
    LONG_WORD_CUT "long-word-cut" ["NORM-6"]
        "a word is cut after 65,536 bytes, the limit of a line scanner",
        ANY_LENGTH,
        [normalize(&"a".repeat(65_537))];
    LONG_WORD_TRUNCATED "long-word-truncated" ["NORM-11"]
        "only the first 4,096 code points of a word are kept",
        ANY_LENGTH,
        [normalize(&"a".repeat(4_097))];
    WORD_CUT_AT_255 "word-cut-at-255" ["NORM-11"]
        "only the first 255 code points of a word are kept",
        ANY_LENGTH,
        [normalize(&"a".repeat(256))];
    BLOCK_CUTS_WORD "block-cuts-word" ["NORM-6"]
        "the text is read in blocks of 65,536 code points, and a word at the border of two is cut",
        ANY_LENGTH,
        [normalize(&format!("{}abc", " ".repeat(65_535)))];
    BLOCK_CUTS_UTF8 "block-cuts-utf8" ["NORM-1"]
        "the text is read in blocks of 65,536 bytes, and a UTF-8 sequence at the border of two \
         becomes U+FFFD",
        "decode UTF-8 across the border of two reads",
        [normalize(&format!("{}\u{E9}", "a".repeat(65_535)))];
    BLOCK_OF_8192_CUTS_UTF8 "block-of-8192-cuts-utf8" ["NORM-1"]
        "the text is read in blocks of 8,192 bytes, and a UTF-8 sequence at the border of two becomes U+FFFD",
        "decode UTF-8 across the border of two reads",
        [normalize(&format!("{}\u{E9}", "a".repeat(8_191)))];
    BLOCK_CUTS_PAIR "block-cuts-pair" ["NORM-1"]
        "the text is read in blocks of 8,192 UTF-16 units, and a surrogate pair at the border of two becomes two \
         U+FFFD",
        "join surrogate pairs across the border of two reads",
        [normalize(&format!("{}\u{1F600}", "a".repeat(8_191)))];
    BLOCK_CUTS_ESCAPE "block-cuts-escape" ["NORM-1"]
        "the escapes of a text are decoded in blocks of 65,536 bytes, and a surrogate pair at the border of two \
         becomes two U+FFFD",
        "decode escapes across the border of two reads",
        [normalize(&format!("{}\u{1F600}", "a".repeat(65_530)))];
    BLOCK_CUTS_CRLF "block-cuts-crlf" ["NORM-15"]
        "the text is read in blocks of 65,536 code points, and a CR LF at the border of two ends two lines",
        "translate line endings across the border of two reads",
        [normalize(&format!("{}\r\nb", "a".repeat(65_535)))];
    BLOCK_CUTS_GAP "block-cuts-gap" ["NORM-15"]
        "the text is read in blocks of 65,536 code points, and a paragraph break at the border of \
         two is not seen",
        ANY_LENGTH,
        [normalize(&format!("{}\n\nb", "a".repeat(65_535)))];
    LAST_WORD_LOST "last-word-lost" ["NORM-6"]
        "a last word that no whitespace follows is lost",
        "end the last word at the end of the text",
        [normalize("a b")];
    SHORT_WORDS_LOST "short-words-lost" ["NORM-6"]
        "words of a single code point are dropped",
        "a word is any run of at least one word character",
        [normalize("a bc")];
    EMPTY_WORDS "empty-words" ["NORM-6"]
        "the text is split at each whitespace code point, and empty words stay between two of them",
        "split at runs of whitespace",
        [normalize("a  b")];
    LEADING_EMPTY_WORD "leading-empty-word" ["NORM-6"]
        "splitting a text that begins with whitespace leaves an empty first word",
        "drop what a split leaves before leading whitespace",
        [normalize(" a")];
    TRAILING_EMPTY_WORD "trailing-empty-word" ["NORM-6", "NORM-18"]
        "splitting a text that ends with whitespace leaves an empty last word",
        "drop what a split leaves behind trailing whitespace",
        [normalize("a ")];
    PUNCTUATION_SPLIT "punctuation-split" ["NORM-6", "NORM-4"]
        "punctuation at the end of a word becomes a word of its own",
        "only whitespace ends a word",
        [normalize("end.")];
    HYPHEN_SPLIT "hyphen-split" ["NORM-6", "NORM-4"]
        "words are split at hyphens",
        "only whitespace ends a word",
        [normalize("well-known")];
    IDEOGRAPHS_SPLIT "ideographs-split" ["NORM-6", "NORM-4"]
        "each CJK ideograph is a word of its own",
        "only whitespace ends a word",
        [normalize("\u{6F22}\u{5B57}")];
    BLANK_TEXT_CHUNK "blank-text-chunk" ["NORM-7"]
        "an empty or blank text gives one empty chunk",
        "a text without words has no chunks",
        [chunk(" ")];
    BLANK_BY_BEGINNING "blank-by-beginning" ["NORM-7"]
        "a text is taken for blank if its first 4,096 code points are whitespace",
        "look at the whole text",
        [chunk(&format!("{}a", " ".repeat(4_096)))];
    LONG_BLANK_TEXT_CHUNK "long-blank-text-chunk" ["NORM-7"]
        "a text of more than 65,536 code points is not taken for blank, and without words it gives one empty chunk",
        "a text without words has no chunks, whatever its length",
        [chunk(&" ".repeat(65_537))];
    BLANK_TEXT_REFUSED "blank-text-refused" ["NORM-7"]
        "an empty or blank text is refused",
        "a text without words has no chunks and is not an error",
        [chunk("")];
    WHITESPACE_HASHED "whitespace-hashed" ["NORM-12", "ID-4"]
        "the chunk's text is the source between its offsets, whitespace and all",
        "join the normalised words by the separators of NORM-19",
        [chunk("a  b")];
    CANONICAL_SPACE_ONLY "canonical-space-only" ["NORM-19"]
        "words are joined by one space even at a paragraph break",
        "join by two line feeds where the right-hand word has a paragraph break before it",
        [chunk("a\n\nb")];
    CANONICAL_SINGLE_NEWLINE "canonical-single-newline" ["NORM-19"]
        "paragraphs are joined by one line feed",
        "join by two line feeds where the right-hand word has a paragraph break before it",
        [chunk("a\n\nb")];
    CANONICAL_CRLF "canonical-crlf" ["NORM-19"]
        "paragraphs are joined by CR LF CR LF, the line ending of the platform",
        "join by two line feeds on every platform",
        [chunk("a\n\nb")];
    CANONICAL_NEWLINE_KEPT "canonical-newline-kept" ["NORM-19", "NORM-12"]
        "a single line ending between two words is kept as a line feed",
        "join by one space wherever there is no paragraph break",
        [chunk("a\nb")];
    CANONICAL_LEADING_BREAK "canonical-leading-break" ["NORM-20"]
        "a chunk whose first word has a paragraph break before it begins with two line feeds",
        "put separators between the words of a chunk only",
        [super::probe::seeded(0)];
    CANONICAL_TRAILING_NEWLINE "canonical-trailing-newline" ["NORM-20"]
        "canonical text ends with a line feed",
        "put separators between the words of a chunk only",
        [chunk("a b")];
    CANONICAL_RAW_WORDS "canonical-raw-words" ["NORM-19", "NORM-11"]
        "fingerprints use the normalised words, but the canonical text joins the words as given",
        "use the normalised words everywhere",
        [chunk("e\u{301}")];
    WORD_INDEX_16_BIT "word-index-16-bit" ["DIAG-3"]
        "word positions are kept in 16 bits and wrap at 65,536",
        "keep word positions in 64 bits",
        [chunk(&words(65_537))];
}
