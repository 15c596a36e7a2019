//! Topic `identity`: the framing and the fields of the chunk hash (chapter 7).

use steadlith_vectors::request::Request;
use steadlith_vectors::text::{Piece, Text};

use super::ask::chunk_hash;
use super::draft::{Draft, case};

const SCHEMA: &str = "cairn-chunk-identity-v1";
const NORMALIZER: &str = "cairn-normalizer-v1";
const CHUNKER: &str = "cdc-rabin";
const DEFAULTS: &str = "da7c441b130c3772241ea045a04bf193d2652417a407d8f78cb75bdddff62f87";
const TEXT: &str = "alpha beta";
const GOLDEN: &str = "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a";

/// The published identity and text.
const FIELDS: [&str; 5] = [SCHEMA, NORMALIZER, CHUNKER, DEFAULTS, TEXT];

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![
        case("published", "the published chunk hash", "ID-4 ID-2 ID-3", chunk_hash(FIELDS))
            .published("/chunk_hash", GOLDEN),
    ];
    cases.extend(changed_alone());
    cases.extend(framing());
    cases.extend(texts());
    cases.extend(refused());
    cases
}

/// The published request with another value in one field.
fn with(field: usize, value: &str) -> Request {
    let mut fields = FIELDS;
    fields[field] = value;
    chunk_hash(fields)
}

/// Each field alone changes the hash, and no value but the schema is checked.
fn changed_alone() -> Vec<Draft> {
    [
        ("normalizer", "another normalizer version is accepted and hashed", 1, "cairn-normalizer-v2"),
        ("normalizer-blank", "a normalizer version of one space is not empty", 1, " "),
        ("chunker", "another chunker id is accepted and hashed", 2, "fixed"),
        ("chunker-snap", "a strategy as chunker id is hashed as it stands", 2, "cdc-rabin+snap"),
        ("chunker-capitals", "the chunker id is hashed as it stands", 2, "CDC-RABIN"),
        ("chunker-non-ascii", "a chunker id outside ASCII is not normalised", 2, "e\u{301}\u{1f600}"),
        (
            "params-hash",
            "another parameter hash",
            3,
            "628208d899483f8c6023e58e4194e9abf9b452c5365a320822720a5a3752bdbe",
        ),
        ("params-hash-not-hex", "a parameter hash that is none", 3, "none"),
        (
            "params-hash-capitals",
            "a parameter hash in capitals is another",
            3,
            "DA7C441B130C3772241EA045A04BF193D2652417A407D8F78CB75BDDDFF62F87",
        ),
        ("text", "another text", 4, "alpha gamma"),
    ]
    .map(|(id, title, field, value)| {
        case(format!("other-{id}"), title, "ID-8 ID-4 VER-4", with(field, value)).differs("/chunk_hash", GOLDEN)
    })
    .into()
}

/// Lists of fields that join to the same bytes without lengths.
fn framing() -> Vec<Draft> {
    let moved = |id: &str, title: &str, fields: [&str; 4]| {
        let [normalizer, chunker, params_hash, text] = fields;
        case(format!("framing-{id}"), title, "ID-2 ID-8", chunk_hash([SCHEMA, normalizer, chunker, params_hash, text]))
    };
    vec![
        moved("plain", "four short fields", ["ab", "cd", "ef", "gh"]),
        moved("first", "a letter moves from the first to the second field", ["a", "bcd", "ef", "gh"]),
        moved("second", "a letter moves from the second to the third field", ["ab", "c", "def", "gh"]),
        moved("third", "a letter moves from the third field to the text", ["ab", "cd", "e", "fgh"]),
        moved(
            "bytes",
            "lengths count bytes, not code points",
            ["\u{e9}", "\u{4e2d}", "\u{1f600}", "\u{e9}\u{4e2d}\u{1f600}"],
        ),
        moved("nul", "a field may hold NUL", ["a\u{0}b", "c\u{0}", "\u{0}d", "\u{0}"]),
    ]
}

/// Texts are hashed as they are given, canonical or not.
fn texts() -> Vec<Draft> {
    let mut cases: Vec<Draft> = [
        ("empty", "the empty text", ""),
        ("space", "one space", " "),
        ("trailing", "a space at the end", "alpha beta "),
        ("leading", "a space at the start", " alpha beta"),
        ("two-spaces", "two spaces between words", "alpha  beta"),
        ("tab", "a tab between words", "alpha\tbeta"),
        ("paragraph", "a paragraph break", "alpha\n\nbeta"),
        ("crlf", "CR LF is not translated", "alpha\r\nbeta"),
        ("line-feeds", "line ends alone", "\n\n"),
        ("decomposed", "the text is not normalised", "e\u{301}"),
        ("composed", "the same text in NFC is another", "\u{e9}"),
        ("bom", "U+FEFF at the start is kept", "\u{feff}alpha"),
        ("nul", "NUL inside and at the end", "alpha\u{0}beta\u{0}"),
        ("astral", "astral code points", "\u{1f600} \u{10ffff}"),
        ("separators", "U+2028 and U+0085", "a\u{2028}b\u{85}c"),
        ("controls", "controls and DEL", "a\u{1}\u{1f}\u{7f}"),
    ]
    .map(|(id, title, text)| {
        case(format!("text-{id}"), title, "ID-10 ID-2", with(4, text)).differs("/chunk_hash", GOLDEN)
    })
    .into();
    // 173 bytes stand before the text; the last block of SHA-256 has room for 55.
    cases.extend([10_usize, 11, 18, 19, 82, 83].map(|length| {
        let title = format!("a text of {length} bytes");
        case(format!("text-{length}-bytes"), title, "ID-2", with(4, &"x".repeat(length)))
    }));
    cases.extend([("255", 255), ("256", 256), ("65536", 65_536), ("70000", 70_000)].map(|(id, times)| {
        let mut request = with(4, "");
        if let Request::ChunkHash { chunk_text, .. } = &mut request {
            *chunk_text = Text::generated(vec![Piece::Repeat { unit: "\u{e9}".to_owned(), times }]);
        }
        case(format!("text-{id}-letters"), format!("a text of {times} letters of two bytes"), "ID-2", request)
    }));
    cases
}

fn refused() -> Vec<Draft> {
    [
        ("schema-v0", "another identity schema", "ID-6", 0, "cairn-chunk-identity-v0"),
        ("schema-renamed", "the v1 names are never renamed", "ID-6", 0, "steadlith-chunk-identity-v1"),
        ("schema-capitals", "the identity schema in capitals", "ID-6", 0, "CAIRN-CHUNK-IDENTITY-V1"),
        ("schema-space", "the identity schema and a space", "ID-6", 0, "cairn-chunk-identity-v1 "),
        ("schema-prefix", "a beginning of the identity schema", "ID-6", 0, "cairn-chunk-identity-v"),
        ("schema-empty", "an empty identity schema", "ID-6", 0, ""),
        ("normalizer-empty", "an empty normalizer version", "ID-7", 1, ""),
        ("chunker-empty", "an empty chunker id", "ID-7", 2, ""),
        ("params-hash-empty", "an empty parameter hash", "ID-7", 3, ""),
    ]
    .map(|(id, title, clauses, field, value)| {
        case(id, title, clauses, with(field, value)).refused("unsupported-identity", "published")
    })
    .into()
}
