//! Faults in seeing the end of a sentence (chapter 6).

use super::super::fault::FaultInfo;
use super::probe::snapping;

const ENDS: &str = "test for one of . ! ? at the end of the normalised word, followed by any number of \
                    \" ' ) ] } and nothing else";

/// A text whose first chunk snaps to the end of this word.
fn word(word: &str) -> serde_json::Value {
    snapping(&format!("x0 x1 x2 {word} x4 x5 x6 x7 x8 x9"))
}

faults! {
    SENTENCE_WITHOUT_CLOSERS "sentence-without-closers" ["SNAP-7"]
        "a terminator must be the last character of the word",
        ENDS,
        [word("end.)")];
    SENTENCE_ONE_CLOSER "sentence-one-closer" ["SNAP-7"]
        "at most one closing mark may follow the terminator",
        ENDS,
        [word("end.\")")];
    SENTENCE_ANYWHERE "sentence-anywhere" ["SNAP-7"]
        "a terminator anywhere in the word ends a sentence",
        ENDS,
        [word("1.5")];
    SENTENCE_NEEDS_LETTER "sentence-needs-letter" ["SNAP-7"]
        "a word of punctuation only does not end a sentence",
        ENDS,
        [word("?)")];
    SENTENCE_NO_ELLIPSIS "sentence-no-ellipsis" ["SNAP-7"]
        "a word that ends with two or more full stops does not end a sentence",
        ENDS,
        [word("end...")];
    SENTENCE_NO_ABBREVIATION "sentence-no-abbreviation" ["SNAP-7"]
        "abbreviations such as Mr. and e.g. do not end a sentence",
        ENDS,
        [word("Mr.")];
    SENTENCE_NO_NUMBER "sentence-no-number" ["SNAP-7"]
        "a number with a full stop does not end a sentence",
        ENDS,
        [word("3.")];
    SENTENCE_MARKS_SKIPPED "sentence-marks-skipped" ["SNAP-7"]
        "combining marks and zero-width characters behind a terminator are passed over",
        ENDS,
        [word("end.\u{200B}")];
}

/// Declares the faults about one mark each, and the table that says which.
macro_rules! marks {
    (LACKS: $($name:ident $id:literal $mark:literal;)+) => {
        $(
            static $name: FaultInfo = FaultInfo {
                id: concat!("sentence-lacks-", $id),
                description: concat!("the mark ", $mark, " is not known at the end of a sentence"),
                clauses: &["SNAP-7"],
                remedy: ENDS,
                probe: || vec![word(&["end", if ".!?".contains($mark) { "" } else { "." },
                    concat!($mark)].concat())],
            };
        )+
        /// The faults that lack one mark each, with the mark.
        pub(in crate::model) static LACKS: &[(&FaultInfo, char)] = &[$((&$name, $mark)),+];
    };
    (ADDS: $($name:ident $id:literal $what:literal $terminators:literal $closers:literal $word:literal;)+) => {
        $(
            static $name: FaultInfo = FaultInfo {
                id: concat!("sentence-adds-", $id),
                description: concat!($what, " at the end of a sentence"),
                clauses: &["SNAP-7"],
                remedy: ENDS,
                probe: || vec![word($word)],
            };
        )+
        /// The faults that add marks, with the terminators and the closing marks.
        pub(in crate::model) static ADDS: &[(&FaultInfo, &str, &str)] =
            &[$((&$name, $terminators, $closers)),+];
    };
}

marks! { LACKS:
    LACKS_STOP "full-stop" '.';
    LACKS_EXCLAMATION "exclamation-mark" '!';
    LACKS_QUESTION "question-mark" '?';
    LACKS_QUOTE "quotation-mark" '"';
    LACKS_APOSTROPHE "apostrophe" '\'';
    LACKS_PARENTHESIS "parenthesis" ')';
    LACKS_BRACKET "bracket" ']';
    LACKS_BRACE "brace" '}';
}

marks! { ADDS:
    ADDS_ELLIPSIS "ellipsis" "U+2026 counts as a terminator" "\u{2026}" "" "end\u{2026}";
    ADDS_IDEOGRAPHIC "ideographic" "U+3002, U+FF01 and U+FF1F count as terminators"
        "\u{3002}\u{FF01}\u{FF1F}" "" "end\u{3002}";
    ADDS_FULL_WIDTH_STOP "full-width-stop" "U+FF0E counts as a terminator" "\u{FF0E}" "" "end\u{FF0E}";
    ADDS_COLON "colon" "the colon and the semicolon count as terminators" ":;" "" "end:";
    ADDS_COMMA "comma" "the comma counts as a terminator" "," "" "end,";
    ADDS_INVERTED "inverted" "U+203D and other rare terminators count as terminators"
        "\u{203D}\u{2047}\u{2048}\u{2049}" "" "end\u{203D}";
    ADDS_CURLY_QUOTES "curly-quotes" "U+2019 and U+201D count as closing marks" ""
        "\u{2019}\u{201D}" "end.\u{201D}";
    ADDS_GUILLEMETS "guillemets" "U+00BB and > count as closing marks" "" "\u{BB}>" "end.\u{BB}";
    ADDS_MARKDOWN "markdown" "* _ and ` count as closing marks" "" "*_`" "end.*";
}
