//! Faults in telling whitespace from word characters (chapter 1).

use super::super::fault::FaultInfo;
use super::probe::normalize;

const BY_NUMBER: &str = "test membership in the 29 code points of NORM-3 by number";

faults! {
    WHITESPACE_UNICODE "whitespace-unicode" ["NORM-3"]
        "whitespace is the Unicode property White_Space, as in Rust and Go: U+001C to U+001F are \
         taken for word characters",
        BY_NUMBER,
        [normalize("a\u{1C}b")];
    WHITESPACE_JS "whitespace-js" ["NORM-3", "NORM-5"]
        "whitespace is JavaScript's \\s: U+001C to U+001F and U+0085 are taken for word \
         characters, and U+FEFF for whitespace",
        BY_NUMBER,
        [normalize("a\u{85}b")];
    WHITESPACE_JAVA "whitespace-java" ["NORM-3"]
        "whitespace is Java's Character.isWhitespace: U+0085, U+00A0, U+2007 and U+202F are taken \
         for word characters",
        BY_NUMBER,
        [normalize("a\u{A0}b")];
    WHITESPACE_ASCII "whitespace-ascii" ["NORM-3"]
        "whitespace is what an ASCII-only \\s matches: U+0009 to U+000D and U+0020",
        BY_NUMBER,
        [normalize("a\u{A0}b")];
    WHITESPACE_RE2 "whitespace-re2" ["NORM-3"]
        "whitespace is what \\s matches in RE2: the ASCII whitespace without U+000B",
        BY_NUMBER,
        [normalize("a\u{B}b")];
    WHITESPACE_LATIN1 "whitespace-latin1" ["NORM-3"]
        "whitespace is looked up in a table that ends at U+00FF",
        BY_NUMBER,
        [normalize("a\u{3000}b")];
    WHITESPACE_UP_TO_SPACE "whitespace-up-to-space" ["NORM-4", "NORM-3"]
        "whitespace is every code point up to U+0020, as in Java's trim",
        BY_NUMBER,
        [normalize("a\u{1}b")];
    WHITESPACE_SEPARATORS "whitespace-separators" ["NORM-3"]
        "whitespace is ASCII whitespace and the general category Zs: U+001C to U+001F, U+0085, \
         U+2028 and U+2029 are taken for word characters",
        BY_NUMBER,
        [normalize("a\u{2028}b")];
    WHITESPACE_FORMAT_CHARACTERS "whitespace-format-characters" ["NORM-4", "NORM-5"]
        "invisible format characters (U+200B to U+200F, U+2060 to U+2064, U+FEFF) are taken for \
         whitespace",
        BY_NUMBER,
        [normalize("a\u{2060}b")];
}

/// Declares the faults about one code point each, and the table that says which.
macro_rules! points {
    ($($name:ident $table:literal $hex:literal $shown:literal $says:literal $clause:literal;)+) => {
        $(
            static $name: FaultInfo = FaultInfo {
                id: concat!("whitespace-", $table, "-", $hex),
                description: concat!($shown, " is taken for ", $says),
                clauses: &[$clause],
                remedy: BY_NUMBER,
                probe: || vec![normalize(&format!("a{}b", point($hex)))],
            };
        )+
        /// The faults about one code point, each with its code point.
        pub(in crate::model) static POINTS: &[(&FaultInfo, &str)] = &[$((&$name, $hex)),+];
    };
}

/// The code point with this number in hexadecimal.
pub(in crate::model) fn point(hex: &str) -> char {
    u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).unwrap_or_default()
}

points! {
    LACKS_0009 "lacks" "0009" "U+0009" "a word character" "NORM-3";
    LACKS_000A "lacks" "000a" "U+000A" "a word character" "NORM-3";
    LACKS_000B "lacks" "000b" "U+000B" "a word character" "NORM-3";
    LACKS_000C "lacks" "000c" "U+000C" "a word character" "NORM-3";
    LACKS_000D "lacks" "000d" "U+000D" "a word character" "NORM-3";
    LACKS_001C "lacks" "001c" "U+001C" "a word character" "NORM-3";
    LACKS_001D "lacks" "001d" "U+001D" "a word character" "NORM-3";
    LACKS_001E "lacks" "001e" "U+001E" "a word character" "NORM-3";
    LACKS_001F "lacks" "001f" "U+001F" "a word character" "NORM-3";
    LACKS_0020 "lacks" "0020" "U+0020" "a word character" "NORM-3";
    LACKS_0085 "lacks" "0085" "U+0085" "a word character" "NORM-3";
    LACKS_00A0 "lacks" "00a0" "U+00A0" "a word character" "NORM-3";
    LACKS_1680 "lacks" "1680" "U+1680" "a word character" "NORM-3";
    LACKS_2000 "lacks" "2000" "U+2000" "a word character" "NORM-3";
    LACKS_2001 "lacks" "2001" "U+2001" "a word character" "NORM-3";
    LACKS_2002 "lacks" "2002" "U+2002" "a word character" "NORM-3";
    LACKS_2003 "lacks" "2003" "U+2003" "a word character" "NORM-3";
    LACKS_2004 "lacks" "2004" "U+2004" "a word character" "NORM-3";
    LACKS_2005 "lacks" "2005" "U+2005" "a word character" "NORM-3";
    LACKS_2006 "lacks" "2006" "U+2006" "a word character" "NORM-3";
    LACKS_2007 "lacks" "2007" "U+2007" "a word character" "NORM-3";
    LACKS_2008 "lacks" "2008" "U+2008" "a word character" "NORM-3";
    LACKS_2009 "lacks" "2009" "U+2009" "a word character" "NORM-3";
    LACKS_200A "lacks" "200a" "U+200A" "a word character" "NORM-3";
    LACKS_2028 "lacks" "2028" "U+2028" "a word character" "NORM-3";
    LACKS_2029 "lacks" "2029" "U+2029" "a word character" "NORM-3";
    LACKS_202F "lacks" "202f" "U+202F" "a word character" "NORM-3";
    LACKS_205F "lacks" "205f" "U+205F" "a word character" "NORM-3";
    LACKS_3000 "lacks" "3000" "U+3000" "a word character" "NORM-3";
    ADDS_0000 "adds" "0000" "U+0000" "whitespace" "NORM-4";
    ADDS_0008 "adds" "0008" "U+0008" "whitespace" "NORM-4";
    ADDS_000E "adds" "000e" "U+000E" "whitespace" "NORM-4";
    ADDS_001B "adds" "001b" "U+001B" "whitespace" "NORM-4";
    ADDS_007F "adds" "007f" "U+007F" "whitespace" "NORM-4";
    ADDS_0084 "adds" "0084" "U+0084" "whitespace" "NORM-4";
    ADDS_0086 "adds" "0086" "U+0086" "whitespace" "NORM-4";
    ADDS_00AD "adds" "00ad" "U+00AD" "whitespace" "NORM-4";
    ADDS_180E "adds" "180e" "U+180E" "whitespace" "NORM-4";
    ADDS_200B "adds" "200b" "U+200B" "whitespace" "NORM-4";
    ADDS_200C "adds" "200c" "U+200C" "whitespace" "NORM-4";
    ADDS_200D "adds" "200d" "U+200D" "whitespace" "NORM-4";
    ADDS_2027 "adds" "2027" "U+2027" "whitespace" "NORM-4";
    ADDS_202A "adds" "202a" "U+202A" "whitespace" "NORM-4";
    ADDS_2060 "adds" "2060" "U+2060" "whitespace" "NORM-4";
    ADDS_2800 "adds" "2800" "U+2800" "whitespace" "NORM-4";
    ADDS_3164 "adds" "3164" "U+3164" "whitespace" "NORM-4";
    ADDS_FEFF "adds" "feff" "U+FEFF" "whitespace" "NORM-5";
    ADDS_FFFD "adds" "fffd" "U+FFFD" "whitespace" "NORM-4";
}
