//! Faults in fingerprints and masks (chapter 4).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, fingerprints, tight_with};

const POLYNOMIAL: &str = "compute the polynomial of FP-5 in unsigned 64-bit arithmetic that wraps";
const WINDOW: &str = "take the symbols of exactly `window_words` words before the position";
const ENTRIES: &str = "give one entry for each of the positions 0 to n, none below `window_words`";
const MASK: &str = "test that the low bits are all zero, with a mask of 64 bits";
const SHOWN: &str = "write 16 lower-case hex digits, or null for none";

fn three_words() -> Value {
    fingerprints("alpha beta gamma", 2)
}

/// A text that is cut at primary matches of a window of four words only.
fn matched(bits: u64, text: &str) -> Value {
    let params = json!({"window_words": 4, "min_tokens": 1, "max_tokens": 99, "primary_mask_bits": bits});
    chunk_with(tight_with(params), text)
}

/// The same for a window of two words.
fn matched_pair(bits: u64, text: &str) -> Value {
    let params = json!({"min_tokens": 1, "max_tokens": 99, "primary_mask_bits": bits});
    chunk_with(tight_with(params), text)
}

// Two or four words whose fingerprint has exactly so many low zero bits. They were found by
// generalised birthday search: four lists of 2^22 words suffice for all 64 bits.
const ZEROS_31: &str = "w109791 w21372";
const ZEROS_33: &str = "aaaaaa bycjtc cmbtbe dmxpfd";
const ZEROS_54: &str = "arkdaa bomwnb cwgmec dvhppg";
const ZEROS_62: &str = "akchwg bvmkha cwwugb dvmcpc";
const ZEROS_64: &str = "anhtkb bjdsjf czexfg dwzaha";

faults! {
    BASE_32_BIT "base-32-bit" ["FP-5"]
        "the base is the FNV prime for 32 bits",
        POLYNOMIAL,
        [three_words()];
    BASE_MISTYPED "base-mistyped" ["FP-5"]
        "the base is 0x100000001B5",
        POLYNOMIAL,
        [three_words()];
    MODULO_2_53 "modulo-2-53" ["FP-5"]
        "fingerprints are kept modulo 2^53",
        POLYNOMIAL,
        [three_words()];
    MODULO_2_63 "modulo-2-63" ["FP-5"]
        "the sign bit of fingerprints is cleared",
        POLYNOMIAL,
        [three_words()];
    MODULO_2_32 "modulo-2-32" ["FP-5"]
        "fingerprints are kept modulo 2^32",
        POLYNOMIAL,
        [three_words()];
    MODULO_PRIME "modulo-prime" ["FP-5"]
        "fingerprints are computed modulo the prime 2^61 - 1",
        POLYNOMIAL,
        [three_words()];
    MODULO_MAX "modulo-max" ["FP-5"]
        "fingerprints are computed modulo 2^64 - 1",
        POLYNOMIAL,
        [three_words()];
    DOUBLE_PRECISION "double-precision" ["FP-5"]
        "the polynomial is computed in double precision and loses its low bits",
        POLYNOMIAL,
        [three_words()];
    CARRY_LOST "carry-lost" ["FP-5"]
        "sums are made of two halves of 32 bits, and the carry between them is lost",
        POLYNOMIAL,
        [three_words()];
    POWERS_REVERSED "powers-reversed" ["FP-5"]
        "the newest word has the highest power",
        POLYNOMIAL,
        [three_words()];
    POWER_ONE_MORE "power-one-more" ["FP-5"]
        "the polynomial is multiplied by the base once more",
        POLYNOMIAL,
        [three_words()];
    SUM_WITHOUT_POWERS "sum-without-powers" ["FP-5"]
        "symbols are added without powers of the base",
        POLYNOMIAL,
        [three_words()];
    EXCLUSIVE_OR "exclusive-or" ["FP-5"]
        "symbols are combined by exclusive or instead of addition",
        POLYNOMIAL,
        [three_words()];
    OLDEST_NOT_REMOVED "oldest-not-removed" ["FP-5"]
        "words that leave the window are not removed",
        POLYNOMIAL,
        [three_words()];
    OLDEST_REMOVED_LATE "oldest-removed-late" ["FP-5"]
        "a word that leaves the window is removed with the wrong power",
        POLYNOMIAL,
        [three_words()];
    WINDOW_PLUS_ONE "window-plus-one" ["FP-5", "FP-8"]
        "the window holds one word too many",
        WINDOW,
        [three_words()];
    WINDOW_MINUS_ONE "window-minus-one" ["FP-5", "FP-8"]
        "the window holds one word too few",
        WINDOW,
        [three_words()];
    WINDOW_AT_MOST_64 "window-at-most-64" ["FP-5", "PARAM-15"]
        "a window of more than 64 words is cut to 64",
        WINDOW,
        [fingerprints(&super::probe::words(65), 65)];
    WINDOW_16_BIT "window-16-bit" ["FP-5", "PARAM-15"]
        "the number of words in a window is kept in 16 bits",
        WINDOW,
        [fingerprints("alpha beta", 65_537)];
    WINDOW_SHORT_DOCUMENT "window-short-document" ["FP-8"]
        "a document shorter than the window has one fingerprint, over all its words",
        ENTRIES,
        [fingerprints("alpha", 2)];
    WINDOW_RESET_IN_BATCHES "window-reset-in-batches" ["FP-6", "FP-8"]
        "fingerprints are computed in batches of 4,096 words, and the window is emptied between two of them",
        "let the window run over the whole document",
        [fingerprints(&"a ".repeat(4_097), 2)];
    WINDOW_RESET_AT_PARAGRAPH "window-reset-at-paragraph" ["FP-6"]
        "the window is emptied at a paragraph break",
        "let the window run over the whole document",
        [fingerprints("alpha\n\nbeta", 2)];
    FIRST_WINDOW_MISSED "first-window-missed" ["FP-8"]
        "there is no fingerprint yet at the position `window_words`",
        ENTRIES,
        [three_words()];
    ENTRY_LATE "entry-late" ["FP-8", "FP-5"]
        "the fingerprint of each position is given for the next one",
        ENTRIES,
        [three_words()];
    ENTRY_EARLY "entry-early" ["FP-8", "FP-5"]
        "the fingerprint of each position is given for the one before",
        ENTRIES,
        [three_words()];
    ENTRY_ZERO_MISSING "entry-zero-missing" ["FP-8"]
        "there is no entry for position 0",
        ENTRIES,
        [three_words()];
    ENTRY_LAST_MISSING "entry-last-missing" ["FP-8"]
        "there is no entry for the end of the document",
        ENTRIES,
        [three_words()];
    PARTIAL_WINDOWS "partial-windows" ["FP-8", "CUT-5"]
        "positions below `window_words` have the fingerprint of the words that there are",
        ENTRIES,
        [three_words()];
    ZERO_IS_NONE "zero-is-none" ["FP-8", "FP-9"]
        "a fingerprint of zero is taken for none",
        "keep none apart from zero",
        [fingerprints(ZEROS_64, 4)];
    NONE_AS_ZERO "none-as-zero" ["FP-8", "PROTO-7"]
        "a position without fingerprint is given as zero",
        SHOWN,
        [three_words()];
    NONE_AS_EMPTY "none-as-empty" ["FP-8", "PROTO-7"]
        "a position without fingerprint is given as an empty string",
        SHOWN,
        [three_words()];
    HEX_UNPADDED "hex-unpadded" ["PROTO-7"]
        "leading zeros of a fingerprint are not written",
        SHOWN,
        [fingerprints("a b c d e f g h i j k l m n o p q r s t u v w x y z", 1)];
    HEX_UPPER_CASE "hex-upper-case" ["PROTO-7"]
        "fingerprints are written with upper-case digits",
        SHOWN,
        [three_words()];
    HEX_PREFIXED "hex-prefixed" ["PROTO-7"]
        "fingerprints are written with 0x in front",
        SHOWN,
        [three_words()];
    DECIMAL "decimal" ["PROTO-7"]
        "fingerprints are written in decimal",
        SHOWN,
        [three_words()];
    SIGNED_HEX "signed-hex" ["PROTO-7", "FP-4"]
        "fingerprints from 2^63 on are written as negative numbers",
        SHOWN,
        [three_words()];
    MATCH_HIGH_BITS "match-high-bits" ["FP-9"]
        "the high bits are tested",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_ALL_ONES "match-all-ones" ["FP-9"]
        "the low bits must all be one",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_ONE_MORE "match-one-more" ["FP-9"]
        "one bit more than given is tested",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_ONE_LESS "match-one-less" ["FP-9"]
        "one bit less than given is tested",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_SINGLE_BIT "match-single-bit" ["FP-9"]
        "only the bit with the given number is tested",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_LOW_BITS_ONE "match-low-bits-one" ["FP-9"]
        "the low bits must equal 1",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_NOT_ZERO "match-not-zero" ["FP-9"]
        "the low bits must not all be zero",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_SHIFT_MODULO_32 "match-shift-modulo-32" ["FP-9"]
        "the mask is shifted by the number of bits modulo 32, as 32-bit shifts do",
        MASK,
        [matched(33, &super::probe::words(9))];
    MATCH_MASK_32 "match-mask-32" ["FP-9"]
        "the mask has at most 32 bits",
        MASK,
        [matched(40, ZEROS_33)];
    MATCH_MASK_53 "match-mask-53" ["FP-9"]
        "the mask has at most 53 bits",
        MASK,
        [matched(63, ZEROS_54)];
    MATCH_MASK_16 "match-mask-16" ["FP-9"]
        "the mask has at most 16 bits",
        MASK,
        [matched(40, ZEROS_33)];
    MATCH_MASK_31 "match-mask-31" ["FP-9"]
        "the mask has at most 31 bits, those of a signed number of 32",
        MASK,
        [matched(40, ZEROS_33)];
    MATCH_MASK_62 "match-mask-62" ["FP-9"]
        "the mask has at most 62 bits",
        MASK,
        [matched(63, ZEROS_62)];
    MATCH_SIGNED_SHIFT "match-signed-shift" ["FP-9"]
        "a signed 1 of 32 bits is shifted, so that a mask of 31 bits fills the upper half with ones",
        MASK,
        [matched_pair(31, ZEROS_31)];
    MATCH_MASK_AS_DOUBLE "match-mask-as-double" ["FP-9"]
        "the mask is computed as a double, so that from 54 bits on it is a power of two",
        MASK,
        [matched(61, ZEROS_33)];
    MATCH_ZEROS_AT_MOST_32 "match-zeros-at-most-32" ["FP-9"]
        "the low zero bits are counted in the low half only, so that there are never more than 32",
        MASK,
        [matched(33, ZEROS_33)];
    MATCH_ZERO_NEVER "match-zero-never" ["FP-9"]
        "a fingerprint of zero has no lowest one, and matches nothing",
        MASK,
        [matched(3, ZEROS_64)];
    MATCH_DOUBLE_PRECISION "match-double-precision" ["FP-9"]
        "a fingerprint is turned into a double before its low bits are tested, which are then mostly zero",
        MASK,
        [matched(3, &super::probe::words(40))];
    MATCH_AT_END_MISSED "match-at-end-missed" ["CUT-11", "FP-9"]
        "the position at the end of the document is never a match",
        "test the position behind the last word too",
        [super::probe::seeded(16)];
}
