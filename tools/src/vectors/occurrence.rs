//! Topic `occurrence`: instance ids (chapter 8).

use super::ask::occurrence;
use super::draft::{Draft, case};

const GOLDEN: &str = "d3a7ec45374528521bc907a61d275526";

/// The id of two different lists of fields.
const AMBIGUOUS: &str = "e08b19ebd0b966fde044fc987cae418c";

pub fn cases() -> Vec<Draft> {
    let mut cases = vec![
        case("published", "the published instance id", "OCC-1 OCC-3 PROTO-7", occurrence("s", "r", "d", 0, "h"))
            .published("/instance_id", GOLDEN),
    ];
    cases.extend(
        [
            ("scope", occurrence("s2", "r", "d", 0, "h")),
            ("corpus-root", occurrence("s", "r2", "d", 0, "h")),
            ("document-id", occurrence("s", "r", "d2", 0, "h")),
            ("position", occurrence("s", "r", "d", 1, "h")),
            ("chunk-hash", occurrence("s", "r", "d", 0, "h2")),
        ]
        .map(|(field, request)| {
            case(format!("alone-{field}"), format!("{field} alone changes the id"), "OCC-1", request)
                .differs("/instance_id", GOLDEN)
        }),
    );
    cases.extend([9, 10, 123, 1 << 31, 1 << 32, (1 << 53) - 1].map(|position| {
        let title = format!("position {position} in decimal");
        case(format!("position-{position}"), title, "OCC-1 PARAM-15", occurrence("s", "r", "d", position, "h"))
    }));
    cases.extend(scopes());
    cases.extend(fields());
    cases
}

fn scopes() -> Vec<Draft> {
    let generation = |number: u64| format!("model-x\u{0}{}\u{0}generation:{number}", "0".repeat(64));
    vec![
        case("scope-empty", "an empty scope", "OCC-2", occurrence("", "r", "d", 0, "h")),
        case("scope-nul", "a scope of NUL alone", "OCC-2", occurrence("\u{0}", "r", "d", 0, "h")),
        case(
            "scope-deployed",
            "a scope as the deployed index writes it",
            "OCC-2",
            occurrence(&generation(1), "r", "d", 0, "h"),
        ),
        case(
            "scope-next-generation",
            "the same content in the next generation",
            "OCC-2",
            occurrence(&generation(2), "r", "d", 0, "h"),
        ),
        case(
            "scope-non-ascii",
            "a scope outside ASCII",
            "OCC-2 OCC-1",
            occurrence("mod\u{e8}le \u{1f600}", "r", "d", 0, "h"),
        ),
    ]
}

fn fields() -> Vec<Draft> {
    let digest = "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a";
    let real = occurrence(
        "prod",
        "7286d8ca17e4e265d46c9eef43cda4e10813cf1652e74d72d9f74e2627370ab7",
        "docs/intro.md",
        3,
        digest,
    );
    let ambiguous = "NUL in a field makes two lists of fields one: ";
    vec![
        case("real", "fields as they are in use", "OCC-1", real),
        case(
            "document-non-ascii",
            "a document id outside ASCII",
            "OCC-3 OCC-1",
            occurrence("s", "r", "\u{e9}\u{4e2d}\u{1f600}", 0, "h"),
        ),
        case(
            "document-decomposed",
            "a document id is not normalised",
            "OCC-3 OCC-1",
            occurrence("s", "r", "e\u{301}", 0, "h"),
        ),
        case(
            "document-separators",
            "a document id with a backslash, a space and a line end",
            "OCC-3 OCC-1",
            occurrence("s", "r", "a\\b c\nd/e", 0, "h"),
        ),
        case(
            "ambiguous-scope",
            format!("{ambiguous}in the scope"),
            "OCC-2 OCC-1",
            occurrence("a\u{0}b", "c", "d", 0, "h"),
        )
        .gives("/instance_id", AMBIGUOUS),
        case(
            "ambiguous-root",
            format!("{ambiguous}in the corpus root"),
            "OCC-3 OCC-1",
            occurrence("a", "b\u{0}c", "d", 0, "h"),
        )
        .gives("/instance_id", AMBIGUOUS),
    ]
}
