//! Faults in snapping (chapter 6).

use serde_json::json;

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, counted, seeded, snapping, tight_with, words};

const OFF: &str = "snap only if `snap_to_boundaries` is true";
const END: &str = "leave a raw end at the end of the document where it is, but let others land there";
const WINDOW: &str = "consider every position within `snap_window_words` words on both sides, the \
                      outermost included";
const SIZES: &str = "consider the positions that leave between `min_tokens` and `max_tokens` tokens, \
                     both included";
const RAW: &str = "treat the raw end as one of the positions";
const CLASS: &str = "take a paragraph break if there is any, else a sentence break";
const NEAREST: &str = "take the nearest in words, and the later of two at the same distance";
const KIND: &str = "keep the boundary kind, and name the break in the snap kind";

/// A hard cut below the minimum, right behind a sentence.
fn light() -> serde_json::Value {
    let params = json!({"snap_to_boundaries": true, "min_tokens": 4, "primary_mask_bits": 30,
                        "backup_mask_bits": 29});
    let counter = json!({"id": "t", "counts": [["big", 5]], "default": 1});
    counted(tight_with(params), "a b. big c", counter)
}

/// A text whose first word but one matches, with a wide snap window.
fn farther(text: &str, max: u64) -> serde_json::Value {
    let params = json!({"snap_to_boundaries": true, "snap_window_words": 9, "min_tokens": 1, "max_tokens": max,
                        "primary_mask_bits": 4, "backup_mask_bits": 2});
    chunk_with(tight_with(params), text)
}

faults! {
    SNAP_NEVER "snap-never" ["SNAP-8", "SNAP-3"]
        "cuts are never snapped",
        OFF,
        [seeded(0)];
    SNAP_ALWAYS "snap-always" ["SNAP-1"]
        "cuts are snapped even if `snap_to_boundaries` is false",
        OFF,
        [chunk_with(tight_with(json!({"max_tokens": 4})), "a b c d\n\ne f g h i")];
    SNAP_AT_DOCUMENT_END "snap-at-document-end" ["SNAP-2"]
        "a raw end at the end of the document is snapped too",
        END,
        [snapping("a b. c")];
    DOCUMENT_END_EXCLUDED "document-end-excluded" ["SNAP-3"]
        "a cut never snaps to the end of the document",
        END,
        [seeded(23)];
    DOCUMENT_END_PARAGRAPH "document-end-paragraph" ["SNAP-6"]
        "the end of the document counts as a paragraph break",
        END,
        [seeded(23)];
    WINDOW_EXCLUSIVE "snap-window-exclusive" ["SNAP-3"]
        "the outermost positions of the snap window are left out",
        WINDOW,
        [seeded(2)];
    WINDOW_EXCLUSIVE_BELOW "snap-window-exclusive-below" ["SNAP-3"]
        "the first position of the snap window is left out",
        WINDOW,
        [seeded(2)];
    WINDOW_EXCLUSIVE_ABOVE "snap-window-exclusive-above" ["SNAP-3"]
        "the last position of the snap window is left out",
        WINDOW,
        [seeded(4)];
    WINDOW_ONE_WIDER "snap-window-one-wider" ["SNAP-3"]
        "the snap window reaches one word too far on both sides",
        WINDOW,
        [seeded(2)];
    WINDOW_HALVED "snap-window-halved" ["SNAP-3"]
        "`snap_window_words` is taken for the width of the whole window",
        WINDOW,
        [seeded(0)];
    WINDOW_UNBOUNDED "snap-window-unbounded" ["SNAP-3"]
        "`snap_window_words` is not looked at",
        WINDOW,
        [seeded(2)];
    WINDOW_IN_TOKENS "snap-window-in-tokens" ["SNAP-3"]
        "`snap_window_words` is counted in tokens",
        WINDOW,
        [seeded(23)];
    BACKWARD_ONLY "snap-backward-only" ["SNAP-3"]
        "cuts are snapped backward only",
        WINDOW,
        [seeded(0)];
    FORWARD_ONLY "snap-forward-only" ["SNAP-3"]
        "cuts are snapped forward only",
        WINDOW,
        [seeded(0)];
    STOPS_AT_LIMIT "snap-stops-at-limit" ["SNAP-3", "SNAP-4"]
        "a search outward ends before it looks at the limit, if the start of the chunk is not farther away",
        WINDOW,
        [farther("w1 w2 w6 w7 w8 w9 w10 w11\n\nw12 w13 w14", 8)];
    STOPS_AT_FIRST "snap-stops-at-first" ["SNAP-3", "SNAP-4"]
        "a search outward ends before it looks at the position behind the first word, if the limit is nearer",
        WINDOW,
        [farther("w1\n\nw2 w4 w5 w6 w16 w18 w21 w22 w23", 8)];
    ENDS_WITH_START "snap-ends-with-start" ["SNAP-3"]
        "a search outward ends on both sides as soon as one of them meets the start of the chunk",
        WINDOW,
        [farther("w1 w2 w6 w7 w8 w9 w10 w11\n\nw12 w13 w14", 8)];
    ENDS_WITH_LIMIT "snap-ends-with-limit" ["SNAP-3"]
        "a search outward ends on both sides as soon as one of them meets the limit",
        WINDOW,
        [snapping("a b c d. e f g h")];
    CHECKED_AFTERWARDS "snap-checked-afterwards" ["SNAP-4"]
        "the nearest break is taken whatever the sizes, and the cut does not move if they forbid it",
        SIZES,
        [snapping("a b c d. e f g. h")];
    SNAP_WINDOW_ZERO_OFF "snap-window-zero-off" ["SNAP-5"]
        "a `snap_window_words` of 0 turns snapping off, so that a break at the raw end is not named",
        RAW,
        [seeded(34)];
    SNAP_BELOW_MIN "snap-below-min" ["SNAP-4"]
        "a snap may leave fewer than `min_tokens` tokens",
        SIZES,
        [seeded(15)];
    SNAP_ABOVE_MAX "snap-above-max" ["SNAP-4"]
        "a snap may leave more than `max_tokens` tokens",
        SIZES,
        [seeded(0)];
    SNAP_MIN_EXCLUSIVE "snap-min-exclusive" ["SNAP-4"]
        "a snap must leave more than `min_tokens` tokens",
        SIZES,
        [seeded(9)];
    SNAP_MAX_EXCLUSIVE "snap-max-exclusive" ["SNAP-4"]
        "a snap must leave fewer than `max_tokens` tokens",
        SIZES,
        [seeded(0)];
    RAW_END_EXCLUDED "raw-end-excluded" ["SNAP-5"]
        "the raw end itself is not considered, so that a cut leaves a break for another",
        RAW,
        [seeded(0)];
    RAW_SENTENCE_STAYS "raw-sentence-stays" ["SNAP-5", "SNAP-8"]
        "a raw end that is a sentence break is left alone, with snap kind `raw`",
        RAW,
        [seeded(2)];
    RAW_END_UNCHECKED "raw-end-unchecked" ["SNAP-10", "SNAP-4"]
        "a raw end below `min_tokens` is considered all the same",
        SIZES,
        [light()];
    SNAP_KIND_ONLY_IF_MOVED "snap-kind-only-if-moved" ["SNAP-5"]
        "the snap kind is `raw` if the cut did not move",
        RAW,
        [seeded(0)];
    PARAGRAPH_ONE_LATE "paragraph-one-late" ["SNAP-6"]
        "the position behind the first word of a paragraph is taken for the break",
        "a break is the position in front of a word with a paragraph break before it",
        [seeded(0)];
    SENTENCE_ONE_EARLY "sentence-one-early" ["SNAP-7"]
        "the position in front of the last word of a sentence is taken for the break",
        "a sentence break is the position behind the word that ends it",
        [seeded(0)];
    SENTENCE_BEFORE_CAPITAL "sentence-before-capital" ["SNAP-7"]
        "a sentence must be followed by a word with a capital letter",
        "look at the word before the position only",
        [seeded(0)];
    PARAGRAPHS_NOT_SEEN "paragraphs-not-seen" ["SNAP-8", "SNAP-6"]
        "cuts are snapped to sentence breaks only",
        CLASS,
        [seeded(0)];
    SENTENCES_NOT_SEEN "sentences-not-seen" ["SNAP-8", "SNAP-7"]
        "cuts are snapped to paragraph breaks only",
        CLASS,
        [seeded(0)];
    SENTENCES_FIRST "sentences-first" ["SNAP-8"]
        "sentence breaks are preferred to paragraph breaks",
        CLASS,
        [seeded(0)];
    NEAREST_OF_BOTH "nearest-of-both" ["SNAP-8"]
        "the nearest break of either kind is taken",
        CLASS,
        [seeded(4)];
    TIE_EARLIER "snap-tie-earlier" ["SNAP-9"]
        "of two breaks at the same distance the earlier is taken",
        NEAREST,
        [seeded(4)];
    FARTHEST "snap-farthest" ["SNAP-9"]
        "the break farthest from the raw end is taken",
        NEAREST,
        [seeded(0)];
    FIRST_IN_WINDOW "snap-first-in-window" ["SNAP-9"]
        "the first break of the window is taken",
        NEAREST,
        [seeded(0)];
    LAST_IN_WINDOW "snap-last-in-window" ["SNAP-9"]
        "the last break of the window is taken",
        NEAREST,
        [seeded(0)];
    DISTANCE_IN_TOKENS "snap-distance-in-tokens" ["SNAP-9"]
        "distances are counted in tokens",
        NEAREST,
        [seeded(60)];
    ONLY_HARD_SNAPPED "only-hard-snapped" ["SNAP-8"]
        "only hard cuts are snapped",
        "snap every cut before the end of the document",
        [seeded(0)];
    PRIMARY_NOT_SNAPPED "primary-not-snapped" ["SNAP-8"]
        "primary cuts are not snapped",
        "snap every cut before the end of the document",
        [seeded(0)];
    SNAP_TO_END_FINAL "snap-to-end-final" ["SNAP-11"]
        "a cut that snaps to the end of the document becomes `final`",
        KIND,
        [seeded(23)];
    SNAPPED_HARD_BACKUP "snapped-hard-backup" ["SNAP-11", "DIAG-8"]
        "a hard cut that was snapped becomes `backup`",
        KIND,
        [chunk_with(tight_with(json!({"snap_to_boundaries": true, "primary_mask_bits": 30,
            "backup_mask_bits": 29})), &words(9).replace("w4", "w4."))];
}
