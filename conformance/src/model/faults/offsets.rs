//! Faults in offsets (chapter 1).

use super::super::fault::FaultInfo;
use super::probe::{chunk_with, normalize, tight, words};

const POINTS: &str = "count code points of the text as it was given";

faults! {
    OFFSETS_BYTES "offsets-bytes" ["NORM-8"]
        "offsets count UTF-8 bytes",
        POINTS,
        [normalize("\u{E9} a")];
    OFFSETS_UTF16 "offsets-utf16" ["NORM-8"]
        "offsets count UTF-16 code units, so a code point above U+FFFF counts 2",
        POINTS,
        [normalize("\u{1F600} a")];
    OFFSETS_GRAPHEMES "offsets-graphemes" ["NORM-8"]
        "offsets count user-perceived characters: a combining mark counts nothing",
        POINTS,
        [normalize("q\u{323} a")];
    OFFSETS_NORMALIZED "offsets-normalized" ["NORM-9"]
        "offsets refer to the text whose words were normalised first",
        "take offsets before anything is normalised",
        [normalize("e\u{301} a")];
    OFFSETS_SEARCHED "offsets-searched" ["NORM-8"]
        "offsets are found by searching the text for the word, so a repeated word gets the place \
         of its first occurrence",
        "note the place of each word while splitting",
        [normalize("a b a")];
    OFFSETS_FROM_ONE "offsets-from-one" ["NORM-8"]
        "offsets count from 1",
        "count from 0",
        [normalize("a")];
    OFFSET_END_INCLUSIVE "offset-end-inclusive" ["NORM-8"]
        "the end offset is that of the last code point",
        "the end offset is one past the last code point",
        [normalize("a")];
    OFFSET_END_NORMALIZED "offset-end-normalized" ["NORM-9"]
        "the end offset is the start offset plus the length of the normalised word",
        "take the end offset in the source",
        [normalize("e\u{301}")];
    OFFSETS_16_BIT "offsets-16-bit" ["NORM-8"]
        "offsets are kept in 16 bits and wrap at 65,536",
        "keep offsets in 64 bits",
        [normalize(&format!("{} b", "a".repeat(65_536)))];
    CHUNK_END_AT_NEXT "chunk-end-at-next" ["DIAG-2"]
        "a chunk's end offset is the start of the next chunk, so that chunks tile the text",
        "end a chunk behind its last word",
        [chunk_with(tight(), &words(12))];
    CHUNK_START_AT_PREVIOUS "chunk-start-at-previous" ["DIAG-2"]
        "a chunk's start offset is the end of the chunk before it",
        "start a chunk at its first word",
        [chunk_with(tight(), &words(12))];
    CHUNK_STARTS_AT_ZERO "chunk-starts-at-zero" ["DIAG-2"]
        "the first chunk starts at offset 0 even if whitespace comes first",
        "start a chunk at its first word",
        [chunk_with(tight(), " a b")];
    CHUNK_ENDS_AT_TEXT_END "chunk-ends-at-text-end" ["DIAG-2", "NORM-18"]
        "the last chunk ends at the end of the text even if whitespace comes last",
        "end a chunk behind its last word",
        [chunk_with(tight(), "a b ")];
    CHUNK_END_FROM_TEXT "chunk-end-from-text" ["DIAG-2"]
        "a chunk's end offset is its start offset plus the length of its canonical text",
        "take the end offset of the last word in the source",
        [chunk_with(tight(), "a  b")];
}
