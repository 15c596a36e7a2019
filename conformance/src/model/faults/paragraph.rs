//! Faults in finding paragraph breaks (chapter 1).

use super::super::fault::FaultInfo;
use super::probe::normalize;

const LINE_ENDS: &str = "read CR LF as one LF and every other CR as LF; nothing else ends a line";
const BLANKS: &str = "allow TAB, VT, FF and SPACE between the two line endings, in any number, \
                      and nothing else";

faults! {
    PARAGRAPH_NEVER "paragraph-never" ["NORM-16"]
        "paragraph breaks are not looked for",
        "find two line endings with only blanks between them",
        [normalize("a\n\nb")];
    PARAGRAPH_SINGLE_NEWLINE "paragraph-single-newline" ["NORM-16"]
        "a single line ending is a paragraph break",
        "require two line endings",
        [normalize("a\nb")];
    PARAGRAPH_THREE_NEWLINES "paragraph-three-newlines" ["NORM-16"]
        "three line endings are needed for a paragraph break",
        "two line endings are enough",
        [normalize("a\n\nb")];
    PARAGRAPH_CRLF_TWO "paragraph-crlf-two" ["NORM-15"]
        "CR LF counts as two line endings",
        LINE_ENDS,
        [normalize("a\r\nb")];
    PARAGRAPH_LONE_CR_IGNORED "paragraph-lone-cr-ignored" ["NORM-15"]
        "a CR is a blank and never ends a line",
        LINE_ENDS,
        [normalize("a\r\rb")];
    PARAGRAPH_CR_BLOCKS "paragraph-cr-blocks" ["NORM-15"]
        "line endings are not translated: two LF with a CR between them are no break",
        LINE_ENDS,
        [normalize("a\r\n\r\nb")];
    PARAGRAPH_LF_OR_CRLF "paragraph-lf-or-crlf" ["NORM-15"]
        "only LF and CR LF end a line; a CR that stands elsewhere prevents the break",
        LINE_ENDS,
        [normalize("a\r\rb")];
    PARAGRAPH_CR_REMOVED "paragraph-cr-removed" ["NORM-15"]
        "every CR is removed before line endings are counted",
        LINE_ENDS,
        [normalize("a\n\rb")];
    PARAGRAPH_NO_BLANKS "paragraph-no-blanks" ["NORM-16"]
        "the two line endings must be adjacent",
        BLANKS,
        [normalize("a\n \nb")];
    PARAGRAPH_BLANKS_LACK_TAB "paragraph-blanks-lack-tab" ["NORM-16"]
        "a TAB between two line endings prevents the break",
        BLANKS,
        [normalize("a\n\t\nb")];
    PARAGRAPH_BLANKS_LACK_VT "paragraph-blanks-lack-vt" ["NORM-16"]
        "a VT between two line endings prevents the break",
        BLANKS,
        [normalize("a\n\u{B}\nb")];
    PARAGRAPH_BLANKS_LACK_FF "paragraph-blanks-lack-ff" ["NORM-16"]
        "a FF between two line endings prevents the break",
        BLANKS,
        [normalize("a\n\u{C}\nb")];
    PARAGRAPH_BLANKS_LACK_SPACE "paragraph-blanks-lack-space" ["NORM-16"]
        "a SPACE between two line endings prevents the break",
        BLANKS,
        [normalize("a\n \nb")];
    PARAGRAPH_BLANKS_ADD_NBSP "paragraph-blanks-add-nbsp" ["NORM-17", "NORM-16"]
        "U+00A0 is a blank between two line endings",
        BLANKS,
        [normalize("a\n\u{A0}\nb")];
    PARAGRAPH_BLANKS_ANY "paragraph-blanks-any" ["NORM-17", "NORM-16"]
        "any of the 29 whitespace code points is a blank between two line endings",
        BLANKS,
        [normalize("a\n\u{3000}\nb")];
    PARAGRAPH_TWO_ANYWHERE "paragraph-two-anywhere" ["NORM-17", "NORM-16"]
        "two line endings anywhere in the whitespace are a break",
        BLANKS,
        [normalize("a\n\u{1C}\nb")];
    PARAGRAPH_LONG_GAP "paragraph-long-gap" ["NORM-16"]
        "any two whitespace code points in a row are a paragraph break",
        "only line endings make a paragraph break",
        [normalize("a  b")];
    PARAGRAPH_NEL_ENDS_LINE "paragraph-nel-ends-line" ["NORM-17"]
        "U+0085 ends a line",
        LINE_ENDS,
        [normalize("a\u{85}\u{85}b")];
    PARAGRAPH_LS_ENDS_LINE "paragraph-ls-ends-line" ["NORM-17"]
        "U+2028 ends a line",
        LINE_ENDS,
        [normalize("a\u{2028}\u{2028}b")];
    PARAGRAPH_PS_BREAKS "paragraph-ps-breaks" ["NORM-17"]
        "U+2029, the paragraph separator, is a paragraph break",
        LINE_ENDS,
        [normalize("a\u{2029}b")];
    PARAGRAPH_VT_FF_END_LINE "paragraph-vt-ff-end-line" ["NORM-17"]
        "VT and FF end a line, as in Python's splitlines",
        LINE_ENDS,
        [normalize("a\u{C}\u{C}b")];
    PARAGRAPH_SEPARATORS_END_LINE "paragraph-separators-end-line" ["NORM-17"]
        "U+001C to U+001E end a line, as in Python's splitlines",
        LINE_ENDS,
        [normalize("a\u{1C}\u{1D}b")];
    PARAGRAPH_FIRST_WORD "paragraph-first-word" ["NORM-18"]
        "line endings before the first word are a paragraph break",
        "the first word never has a paragraph break before it",
        [normalize("\n\na")];
    PARAGRAPH_BEFORE_NEXT "paragraph-before-next" ["NORM-15"]
        "the break is noted for the word in front of the whitespace",
        "the break belongs to the word behind the whitespace",
        [normalize("a b\n\nc")];
    PARAGRAPH_CARRIED_ON "paragraph-carried-on" ["NORM-18", "ID-1"]
        "line endings at the end of one text put a paragraph break before the first word of the next",
        "the first word never has a paragraph break before it",
        [super::probe::chunk_with(super::probe::tight_with(serde_json::json!({"window_words": 1})), "a\n\n"),
         normalize("a\n\n"), normalize("a")];
}
