//! Faults in cutting a document into chunks (chapter 5).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, counted, seeded, tight, tight_with, words};

const TILES: &str = "start each chunk where the one before it ends, until all words are used";
const OVERSIZED: &str = "refuse the whole text, and name the first such word, its count and the maximum";
const MIN: &str = "pass over positions with fewer than `min_tokens` tokens, and no others with a fingerprint";
const LIMIT: &str = "take the greatest end with at most `max_tokens` tokens";
const INCLUSIVE: &str = "examine every position from the one behind the first word to the limit, both included";
const FIRST_PRIMARY: &str = "end the chunk at the first eligible primary match";
const FINAL: &str = "if the limit is the end of the document and no primary match comes first, end there";
const LAST_BACKUP: &str = "use the last eligible backup match of this chunk, and only before the end of the \
                           document";
const HARD: &str = "cut at the limit whatever the chunk's size is";
const ANEW: &str = "begin the scan of each chunk anew at its own start";

/// A text in which the word `big` has 9 tokens, and a chunk may have 6.
fn oversized(text: &str) -> Value {
    counted(tight(), text, json!({"id": "t", "counts": [["big", 9]], "default": 1}))
}

/// A hard cut below the minimum.
fn light() -> Value {
    let params = tight_with(json!({"min_tokens": 4, "primary_mask_bits": 30, "backup_mask_bits": 29}));
    counted(params, "a b big c", json!({"id": "t", "counts": [["big", 5]], "default": 1}))
}

faults! {
    START_AT_RAW_END "start-at-raw-end" ["CUT-1", "SNAP-3"]
        "a chunk starts at the raw end of the one before it, even if that was snapped elsewhere",
        TILES,
        [seeded(0)];
    CHUNKS_OVERLAP "chunks-overlap" ["CUT-1"]
        "a chunk starts with the last word of the one before it",
        TILES,
        [seeded(0)];
    CHUNKS_APART "chunks-apart" ["CUT-1"]
        "a chunk starts one word behind the end of the one before it",
        TILES,
        [seeded(0)];
    SEGMENTS_IN_PARALLEL "segments-in-parallel" ["CUT-1", "ID-1"]
        "segments of 10,000 words are chunked in parallel, each by itself",
        TILES,
        [chunk_with(json!({}), &words(10_100))];
    CHUNKS_AT_MOST_1000 "chunks-at-most-1000" ["CUT-1", "NORM-1"]
        "only the first 1,000 chunks are returned",
        TILES,
        [chunk_with(json!({"window_words": 1, "min_tokens": 1, "max_tokens": 1}), &words(1001))];
    EMPTY_LAST_CHUNK "empty-last-chunk" ["CUT-14"]
        "an empty chunk follows the last one",
        "stop when all words are used",
        [seeded(0)];
    EQUAL_CHUNKS_MERGED "equal-chunks-merged" ["ID-5", "CUT-1"]
        "a chunk with the text of an earlier one is dropped",
        "keep equal chunks apart",
        [chunk_with(tight_with(json!({"min_tokens": 1, "max_tokens": 1})), "a a")];
    CHUNKS_OUT_OF_ORDER "chunks-out-of-order" ["DIAG-5"]
        "chunks are returned in another order than that of the text",
        "list the chunks in the order of the text",
        [seeded(0)];
    OVERSIZED_ALONE "oversized-alone" ["CUT-2"]
        "a word with more than `max_tokens` tokens becomes a chunk of its own",
        OVERSIZED,
        [oversized("big")];
    OVERSIZED_CHECKED_AT_START "oversized-checked-at-start" ["CUT-2"]
        "only the first word of the text is checked against `max_tokens`",
        OVERSIZED,
        [oversized("a big")];
    OVERSIZED_SKIPPED "oversized-skipped" ["CUT-2", "CUT-1"]
        "a word with more than `max_tokens` tokens is left out",
        OVERSIZED,
        [oversized("a big b")];
    OVERSIZED_ENDS_TEXT "oversized-ends-text" ["CUT-2"]
        "the chunks before a word that is too large are returned",
        OVERSIZED,
        [oversized("a big b")];
    OVERSIZED_INDEX_FROM_ONE "oversized-index-from-one" ["CUT-2"]
        "the index of a word that is too large counts from 1",
        OVERSIZED,
        [oversized("a big")];
    OVERSIZED_INDEX_IN_CHUNK "oversized-index-in-chunk" ["CUT-2"]
        "the index of a word that is too large counts from the start of its chunk",
        OVERSIZED,
        [oversized("a big")];
    OVERSIZED_COUNT_SO_FAR "oversized-count-so-far" ["CUT-2"]
        "the count given for a word that is too large is the sum so far",
        OVERSIZED,
        [oversized("a big")];
    OVERSIZED_COUNT_EXCESS "oversized-count-excess" ["CUT-2"]
        "the count given for a word that is too large is its excess over `max_tokens`",
        OVERSIZED,
        [oversized("a big")];
    SIZES_IN_WORDS "sizes-in-words" ["CUT-3", "CUT-5"]
        "`min_tokens` and `max_tokens` are counted in words, whatever the counter says",
        "compare sums of token counts",
        [counted(tight(), "a a a a", json!({"id": "t", "default": 3}))];
    MAX_EXCLUSIVE "max-exclusive" ["CUT-3"]
        "a chunk must have fewer than `max_tokens` tokens",
        LIMIT,
        [seeded(0)];
    MAX_PLUS_ONE "max-plus-one" ["CUT-3"]
        "a chunk may have one token more than `max_tokens`",
        LIMIT,
        [seeded(0)];
    MAX_REACHED "max-reached" ["CUT-3"]
        "the limit is the first end with at least `max_tokens` tokens",
        LIMIT,
        [seeded(1)];
    MEASURED_FROM_RAW_END "measured-from-raw-end" ["CUT-10", "CUT-5"]
        "sizes are measured from the raw end of the chunk before, even if that was snapped elsewhere",
        ANEW,
        [seeded(0)];
    SCAN_FROM_SECOND "scan-from-second" ["CUT-4"]
        "the position behind the first word of a chunk is not examined",
        INCLUSIVE,
        [seeded(0)];
    SCAN_OF_EVERY_SECOND "scan-of-every-second" ["CUT-4"]
        "only every second position of a chunk is examined",
        INCLUSIVE,
        [seeded(0)];
    SCAN_OF_1024 "scan-of-1024" ["CUT-4"]
        "at most 1,024 positions are examined for a chunk",
        INCLUSIVE,
        [chunk_with(tight_with(json!({"min_tokens": 1030, "max_tokens": 4000})), &words(1100))];
    PRIMARY_EXCLUDES_LIMIT "primary-excludes-limit" ["CUT-4", "CUT-6"]
        "a primary match at the limit is not seen",
        INCLUSIVE,
        [seeded(1)];
    BACKUP_EXCLUDES_LIMIT "backup-excludes-limit" ["CUT-4", "CUT-8"]
        "a backup match at the limit is not seen",
        INCLUSIVE,
        [seeded(1)];
    MIN_IN_WORDS "min-in-words" ["CUT-5"]
        "the scan skips `min_tokens` words ahead, whatever they count",
        MIN,
        [counted(tight(), "a b a b a b", json!({"id": "t", "default": 2}))];
    MIN_EXCLUSIVE "min-exclusive" ["CUT-5"]
        "a match with exactly `min_tokens` tokens is passed over",
        MIN,
        [seeded(0)];
    MIN_MINUS_ONE "min-minus-one" ["CUT-5"]
        "a match with one token fewer than `min_tokens` counts",
        MIN,
        [seeded(9)];
    PRIMARY_BELOW_MIN "primary-below-min" ["CUT-5"]
        "`min_tokens` is not asked of a primary match",
        MIN,
        [seeded(9)];
    BACKUP_BELOW_MIN "backup-below-min" ["CUT-5"]
        "`min_tokens` is not asked of a backup match",
        MIN,
        [seeded(5)];
    MASKS_EXCHANGED "masks-exchanged" ["CUT-6", "CUT-8"]
        "the numbers of mask bits are exchanged",
        FIRST_PRIMARY,
        [seeded(0)];
    LAST_PRIMARY "last-primary" ["CUT-6"]
        "the last primary match ends the chunk, not the first",
        FIRST_PRIMARY,
        [seeded(0)];
    BACKUP_CUTS_AT_ONCE "backup-cuts-at-once" ["CUT-6", "CUT-8"]
        "a backup match ends the chunk even if a primary match follows",
        FIRST_PRIMARY,
        [seeded(0)];
    TAIL_UNSCANNED "tail-unscanned" ["CUT-6", "CUT-7", "CUT-11"]
        "what is left of the document is not scanned if it fits into one chunk",
        FINAL,
        [seeded(8)];
    PRIMARY_AT_END_FINAL "primary-at-end-final" ["CUT-11"]
        "a primary match at the end of the document is named `final`",
        "name it `primary`",
        [seeded(16)];
    FINAL_AT_BACKUP "final-at-backup" ["CUT-7"]
        "the last part of the document is cut at a backup match",
        FINAL,
        [seeded(2)];
    BACKUP_AT_END "backup-at-end" ["CUT-7"]
        "a backup match at the end of the document is named `backup`",
        FINAL,
        [seeded(2)];
    FULL_FINAL_HARD "full-final-hard" ["CUT-7"]
        "a last chunk of exactly `max_tokens` tokens is named `hard`",
        FINAL,
        [seeded(13)];
    FIRST_BACKUP "first-backup" ["CUT-8"]
        "the first backup match is used, not the last",
        LAST_BACKUP,
        [seeded(2)];
    SMALLEST_BACKUP "smallest-backup" ["CUT-8", "LOC-1", "LOC-2", "LOC-5"]
        "of several backup matches the one with the smallest fingerprint is used, so that cuts find \
         back to their places after an edit",
        LAST_BACKUP,
        [seeded(2)];
    BACKUP_IGNORED "backup-ignored" ["CUT-8"]
        "backup matches are not used",
        LAST_BACKUP,
        [seeded(1)];
    HARD_ONE_EARLY "hard-one-early" ["CUT-9"]
        "a hard cut is made one word before the limit",
        HARD,
        [seeded(0)];
    HARD_AT_MIN "hard-at-min" ["CUT-9"]
        "a hard cut is made at the first position that reaches `min_tokens`",
        HARD,
        [seeded(0)];
    HARD_FILLED_TO_MIN "hard-filled-to-min" ["CUT-12", "CUT-3"]
        "a chunk below `min_tokens` takes in the next word even if it then exceeds `max_tokens`",
        HARD,
        [light()];
    HARD_BELOW_MIN_REFUSED "hard-below-min-refused" ["CUT-12"]
        "a text is refused if a hard cut would leave a chunk below `min_tokens`",
        HARD,
        [light()];
    WINDOW_RESET_AT_CHUNK "window-reset-at-chunk" ["FP-6", "CUT-5"]
        "the window is emptied at each chunk, so that the first `window_words` - 1 positions never match",
        "let the window run over the whole document",
        [seeded(0)];
    MARKER_DROPPED_AT_CHUNK "marker-dropped-at-chunk" ["FP-7"]
        "the first word of a chunk is marked W even if it has a paragraph break before it",
        "keep the marker of a word wherever chunks start",
        [seeded(0)];
    SCAN_NOT_REWOUND "scan-not-rewound" ["CUT-10"]
        "after a cut the scan goes on behind the last position scanned, not behind the cut",
        ANEW,
        [seeded(0)];
    BACKUP_NOT_CLEARED "backup-not-cleared" ["CUT-10"]
        "the remembered backup is not cleared after a cut and serves a later chunk",
        ANEW,
        [seeded(0)];
    BACKUP_SURVIVES_DOCUMENT "backup-survives-document" ["CUT-10", "ID-1"]
        "the backup remembered in one document serves the first chunk of the next",
        ANEW,
        [seeded(1), seeded(2)];
    SHORT_FINAL_MERGED "short-final-merged" ["CUT-13"]
        "a last chunk below `min_tokens` is joined to the one before it",
        "leave the last chunk as it is",
        [seeded(7)];
    SHORT_FINAL_DROPPED "short-final-dropped" ["CUT-13", "CUT-1"]
        "a last chunk below `min_tokens` is dropped",
        "leave the last chunk as it is",
        [seeded(7)];
}
