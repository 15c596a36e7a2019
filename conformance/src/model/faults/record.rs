//! Faults in records and diagnostics (chapter 10).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk, chunk_with, counted, seeded, tight, tight_with, words};

const TEXT: &str = "give the canonical text of the chunk, the one that is hashed";
const WORDS: &str = "give the positions `start` and end, so that the words are [start, end)";
const COUNT: &str = "give the sum of the token counts of the chunk's words";
const RAW: &str = "give the end before snapping, as a position in the document";
const KINDS: &str = "name the kinds primary, backup, hard and final, and paragraph, sentence and raw";
const TOTALS: &str = "count all chunks and all tokens, and list the token count of every chunk in order";
const BY_KIND: &str = "count the chunks of each boundary kind, snapped or not, and `final` in none";
const SNAPPED: &str = "count the chunks whose end differs from their raw end";
const RATE: &str = "divide hard cuts by primary, backup and hard cuts together, as real numbers, and give 0 \
                    if there are none";

/// Three cuts at least, none of them at a match.
fn hard() -> Value {
    chunk_with(tight_with(json!({"primary_mask_bits": 31, "backup_mask_bits": 30})), &words(20))
}

/// So many chunks of one word.
fn many_chunks(count: usize) -> Value {
    let sizes = json!({"min_tokens": 1, "max_tokens": 1, "primary_mask_bits": 31, "backup_mask_bits": 30});
    chunk_with(tight_with(sizes), &"a ".repeat(count))
}

fn heavy() -> Value {
    counted(tight(), "a a a a", json!({"id": "t", "default": 2}))
}

faults! {
    TEXT_OF_SOURCE "record-text-of-source" ["DIAG-1"]
        "the text of a record is the source between its offsets, while the hash is right",
        TEXT,
        [chunk("a  b")];
    TEXT_CUT_TO_200 "record-text-cut-to-200" ["DIAG-1"]
        "the text of a record ends after 200 code points",
        TEXT,
        [chunk(&words(99))];
    END_WORD_INCLUSIVE "end-word-inclusive" ["DIAG-3"]
        "the end word is the last word of the chunk",
        WORDS,
        [chunk("a b")];
    START_WORD_FROM_ONE "start-word-from-one" ["DIAG-3"]
        "words are counted from 1",
        WORDS,
        [chunk("a b")];
    END_WORD_IS_LENGTH "end-word-is-length" ["DIAG-3"]
        "the end word is the number of words of the chunk",
        WORDS,
        [hard()];
    TOKEN_COUNT_OF_WORDS "token-count-of-words" ["DIAG-3"]
        "the token count of a chunk is its number of words",
        COUNT,
        [heavy()];
    TOKEN_COUNT_OF_RAW_END "token-count-of-raw-end" ["DIAG-3"]
        "the token count of a snapped chunk is that up to its raw end",
        COUNT,
        [seeded(0)];
    RAW_END_IS_END "raw-end-is-end" ["DIAG-4"]
        "the raw end word is the end after snapping",
        RAW,
        [seeded(0)];
    RAW_END_IS_LENGTH "raw-end-is-length" ["DIAG-4"]
        "the raw end word is counted from the start of the chunk",
        RAW,
        [hard()];
    RAW_END_AT_LEAST_END "raw-end-at-least-end" ["DIAG-4"]
        "the raw end word is never less than the end word",
        RAW,
        [seeded(0)];
    RAW_END_LEFT_OUT "raw-end-left-out" ["PROTO-7", "DIAG-4"]
        "the raw end word is left out although snapping is declared",
        RAW,
        [chunk("a")];
    NUMBERS_WITH_FRACTION "numbers-with-fraction" ["PROTO-8"]
        "offsets are written with a fraction, as in 5.0",
        "write numbers as JSON integers",
        [chunk("a")];
    NUMBERS_AS_STRINGS "numbers-as-strings" ["PROTO-8"]
        "offsets are written as strings",
        "write numbers as JSON integers",
        [chunk("a")];
    KINDS_UPPER_CASE "kinds-upper-case" ["PROTO-7", "CUT-6"]
        "boundary kinds are written in upper case",
        KINDS,
        [chunk("a")];
    HARD_NAMED_FORCED "hard-named-hard-cut" ["CUT-9", "PROTO-7"]
        "a hard boundary is named `hard_cut`",
        KINDS,
        [hard()];
    FINAL_NAMED_HARD "final-named-hard" ["CUT-7"]
        "the last boundary is named `hard`",
        KINDS,
        [chunk("a")];
    FINAL_NAMED_END "final-named-end" ["CUT-7", "PROTO-7"]
        "the last boundary is named `end`",
        KINDS,
        [chunk("a")];
    BACKUP_NAMED_PRIMARY "backup-named-primary" ["CUT-8"]
        "a backup boundary is named `primary`",
        KINDS,
        [seeded(1)];
    BACKUP_NAMED_HARD "backup-named-hard" ["CUT-8"]
        "a backup boundary is named `hard`",
        KINDS,
        [seeded(1)];
    RAW_NAMED_NONE "raw-named-none" ["SNAP-1", "PROTO-7"]
        "the snap kind of an end that is no break is `none`",
        KINDS,
        [chunk("a")];
    RAW_NAMED_NULL "raw-named-null" ["SNAP-1", "PROTO-7"]
        "the snap kind of an end that is no break is null",
        KINDS,
        [chunk("a")];
    SENTENCE_NAMED_RAW "sentence-named-raw" ["SNAP-8"]
        "the snap kind of a sentence break is `raw`",
        KINDS,
        [seeded(0)];
    PARAGRAPH_NAMED_SENTENCE "paragraph-named-sentence" ["SNAP-8"]
        "the snap kind of a paragraph break is `sentence`",
        KINDS,
        [seeded(0)];
    CHUNK_COUNT_WITHOUT_FINAL "chunk-count-without-final" ["DIAG-7"]
        "the last chunk is not counted",
        TOTALS,
        [chunk("a")];
    CHUNK_COUNT_AT_LEAST_ONE "chunk-count-at-least-one" ["DIAG-7"]
        "a text without words counts one chunk",
        TOTALS,
        [chunk("")];
    TOTAL_OF_WORDS "total-of-words" ["DIAG-7"]
        "the total of tokens is the number of words",
        TOTALS,
        [heavy()];
    TOTAL_WITHOUT_LAST "total-without-last" ["DIAG-7"]
        "the tokens of the last chunk are missing in the total",
        TOTALS,
        [chunk("a")];
    TOTAL_IN_31_BIT "total-in-31-bit" ["DIAG-7", "PARAM-15"]
        "the total of tokens is a signed number of 32 bits",
        TOTALS,
        [counted(tight_with(json!({"max_tokens": 4_000_000_000_u64})), "a",
            json!({"id": "t", "default": 3_000_000_000_u64}))];
    TOKEN_COUNTS_SORTED "token-counts-sorted" ["DIAG-7"]
        "token counts are sorted",
        TOTALS,
        [seeded(0)];
    TOKEN_COUNTS_OF_WORDS "token-counts-of-words" ["DIAG-7"]
        "token counts are numbers of words",
        TOTALS,
        [heavy()];
    TOKEN_COUNTS_RUNNING "token-counts-running" ["DIAG-7"]
        "token counts are running totals",
        TOTALS,
        [seeded(0)];
    TOKEN_COUNTS_DISTINCT "token-counts-distinct" ["DIAG-7"]
        "equal token counts in a row are listed once",
        TOTALS,
        [hard()];
    FINAL_COUNTED_PRIMARY "final-counted-primary" ["DIAG-8"]
        "the last boundary is counted as primary",
        BY_KIND,
        [chunk("a")];
    FINAL_COUNTED_HARD "final-counted-hard" ["DIAG-8"]
        "the last boundary is counted as hard",
        BY_KIND,
        [chunk("a")];
    BACKUP_COUNTED_PRIMARY "backup-counted-primary" ["DIAG-8"]
        "backup boundaries are counted as primary too",
        BY_KIND,
        [seeded(1)];
    BACKUP_COUNT_OF_MATCHES "backup-count-of-matches" ["DIAG-8"]
        "primary boundaries are counted as backup too, since they match that mask",
        BY_KIND,
        [seeded(0)];
    SNAPPED_HARD_NOT_COUNTED "snapped-hard-not-counted" ["DIAG-8"]
        "a hard cut that was snapped is not counted as hard",
        BY_KIND,
        [seeded(0)];
    SNAPPED_PRIMARY_NOT_COUNTED "snapped-primary-not-counted" ["DIAG-8"]
        "a primary cut that was snapped is not counted as primary",
        BY_KIND,
        [seeded(0)];
    HARD_COUNT_OF_FULL "hard-count-of-full" ["DIAG-8"]
        "chunks with exactly `max_tokens` tokens are counted as hard cuts",
        BY_KIND,
        [seeded(0)];
    PRIMARY_AT_END_NOT_COUNTED "primary-at-end-not-counted" ["DIAG-8"]
        "a primary boundary at the end of the document is not counted",
        BY_KIND,
        [seeded(16)];
    SNAPPED_COUNTS_UNMOVED "snapped-counts-unmoved" ["DIAG-9"]
        "a raw end that is a break is counted as snapped",
        SNAPPED,
        [seeded(0)];
    SNAPPED_COUNTS_PARAGRAPHS "snapped-counts-paragraphs" ["DIAG-9"]
        "only snaps to paragraph breaks are counted",
        SNAPPED,
        [seeded(0)];
    SNAPPED_COUNTS_BACKWARD "snapped-counts-backward" ["DIAG-9"]
        "only snaps to earlier positions are counted",
        SNAPPED,
        [seeded(0)];
    SNAPPED_COUNTS_WORDS "snapped-counts-words" ["DIAG-9"]
        "the words by which ends were moved are counted",
        SNAPPED,
        [seeded(0)];
    SNAPPED_LEFT_OUT "snapped-left-out" ["PROTO-7", "DIAG-9"]
        "the number of snapped boundaries is left out",
        SNAPPED,
        [chunk("a")];
    COUNTS_8_BIT "cuts-counted-in-8-bit" ["DIAG-8"]
        "primary, backup and hard cuts are counted in 8 bits and wrap at 256",
        "count in 64 bits",
        [many_chunks(257)];
    COUNTS_16_BIT "chunks-counted-in-16-bit" ["DIAG-7", "DIAG-8"]
        "chunks and cuts are counted in 16 bits and wrap at 65,536",
        "count in 64 bits",
        [many_chunks(65_537)];
    RATE_OF_ALL_CHUNKS "rate-of-all-chunks" ["DIAG-10"]
        "hard cuts are divided by the number of chunks",
        RATE,
        [hard()];
    RATE_OF_OTHER_CUTS "rate-of-other-cuts" ["DIAG-10"]
        "hard cuts are divided by primary and backup cuts",
        RATE,
        [hard()];
    RATE_WITHOUT_BACKUPS "rate-without-backups" ["DIAG-10"]
        "backup cuts are not in the divisor",
        RATE,
        [seeded(1)];
    RATE_IN_PERCENT "rate-in-percent" ["DIAG-10"]
        "the hard-cut rate is in percent",
        RATE,
        [hard()];
    RATE_ROUNDED "rate-rounded" ["DIAG-10", "PROTO-8"]
        "the hard-cut rate is rounded to four digits",
        RATE,
        [seeded(0)];
    RATE_SINGLE_PRECISION "rate-single-precision" ["DIAG-10", "PROTO-8"]
        "the hard-cut rate is computed in single precision",
        RATE,
        [seeded(0)];
    RATE_INTEGER "rate-integer" ["DIAG-10"]
        "the hard-cut rate is an integer quotient",
        RATE,
        [seeded(0)];
    RATE_NULL "rate-null" ["DIAG-10"]
        "the hard-cut rate is null if there are no cuts",
        RATE,
        [chunk("a")];
    RATE_ONE "rate-one" ["DIAG-10"]
        "the hard-cut rate is 1 if there are no cuts",
        RATE,
        [chunk("a")];
    RATE_OF_PRIMARY "rate-of-primary" ["DIAG-10"]
        "the rate is that of primary cuts",
        RATE,
        [hard()];
    RATE_AS_STRING "rate-as-string" ["PROTO-8"]
        "the hard-cut rate is written as a string",
        RATE,
        [chunk("a")];
}
