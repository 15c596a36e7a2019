//! Topic `merkle`: document and corpus roots (chapter 8).

use super::ask::{corpus_root, document_root};
use super::draft::{Draft, case};

const EMPTY: &str = "c0975005831371eb614b1449995aada0f39b6c917df5f7577caf662b840d322d";

pub fn cases() -> Vec<Draft> {
    [published(), leaves(), lists(), corpora(), orders()].into_iter().flatten().collect()
}

fn published() -> Vec<Draft> {
    vec![
        case("published-empty", "no leaves", "MERKLE-5", document_root::<&str>(&[])).published("/root", EMPTY),
        case("published-one", "one leaf: its leaf hash", "MERKLE-1 MERKLE-3", document_root(&["a"]))
            .published("/root", "7b20cd3d2f69f1494bfd0a2ef5e4fa880c6e49390073aa7a5d60f75951e72652"),
        case(
            "published-three",
            "three leaves: the odd one is paired with an empty string",
            "MERKLE-4 MERKLE-2",
            document_root(&["a", "b", "c"]),
        )
        .published("/root", "cfca5e80d157f98f833a6e995c20853af9fcb39701bc4d00d0a3db5017a0c121"),
        case("published-corpus", "a corpus of two documents", "MERKLE-7", corpus_root(&[("a", "r1"), ("b", "r2")]))
            .published("/root", "7286d8ca17e4e265d46c9eef43cda4e10813cf1652e74d72d9f74e2627370ab7"),
    ]
}

/// Trees of every small size: each parity on each level.
fn leaves() -> Vec<Draft> {
    (2..=20)
        .chain([33, 100])
        .map(|count| {
            let hashes: Vec<String> = (0..count).map(|index| format!("h{index}")).collect();
            let clauses = if count % 2 == 0 { "MERKLE-3 MERKLE-2" } else { "MERKLE-4 MERKLE-3 MERKLE-2" };
            case(format!("leaves-{count}"), format!("{count} leaves"), clauses, document_root(&hashes))
        })
        .collect()
}

fn lists() -> Vec<Draft> {
    let digests = [
        "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a",
        "0463282d018cbc1f9048cab67c7f90eff8272257c72d2df2bb057ac258f23a89",
        "a4c7f4a70a5322cbfea50b29da2833bd6983d36a074eb48ab3672e665f174b37",
    ];
    vec![
        case("order", "the order of the leaves counts", "MERKLE-6 MERKLE-9", document_root(&["b", "a"])),
        case("repeated", "equal leaves are kept", "MERKLE-6 MERKLE-4", document_root(&["a", "a", "a"])),
        case("repeated-pair", "two equal leaves are not one", "MERKLE-6 MERKLE-4", document_root(&["a", "a"])),
        case("digests", "leaves that are chunk hashes, as 64 digits", "MERKLE-1 ID-3", document_root(&digests)),
        case("joined", "leaves that join to the same letters", "MERKLE-1 ID-2", document_root(&["ab", "c"])),
        case(
            "joined-otherwise",
            "leaves that join to the same letters, otherwise",
            "MERKLE-1 ID-2",
            document_root(&["a", "bc"]),
        ),
        case(
            "capitals",
            "a leaf in capitals is hashed as it stands",
            "MERKLE-9 MERKLE-1",
            document_root(&["AB12", "ab12"]),
        ),
        case("leaf-is-root", "a leaf that looks like a node", "MERKLE-9 MERKLE-1", document_root(&[EMPTY])),
    ]
}

fn corpora() -> Vec<Draft> {
    let twenty: Vec<(String, String)> =
        (0..20).map(|index| (format!("doc-{}", index * 7 % 20), format!("r{}", index * 7 % 20))).collect();
    let twenty: Vec<(&str, &str)> = twenty.iter().map(|(id, root)| (id.as_str(), root.as_str())).collect();
    vec![
        case("corpus-empty", "a corpus without documents", "MERKLE-5 MERKLE-7", corpus_root(&[])).gives("/root", EMPTY),
        case(
            "corpus-one",
            "a corpus of one document: its value is hashed as a leaf",
            "MERKLE-7 MERKLE-1",
            corpus_root(&[("a", "r1")]),
        ),
        case(
            "corpus-three",
            "a corpus of three documents",
            "MERKLE-7 MERKLE-4",
            corpus_root(&[("a", "r1"), ("b", "r2"), ("c", "r3")]),
        ),
        case("corpus-equal-roots", "documents of equal content", "MERKLE-7", corpus_root(&[("a", "r1"), ("b", "r1")])),
        case(
            "corpus-capitals",
            "a root in capitals is hashed as it stands",
            "MERKLE-9 MERKLE-7",
            corpus_root(&[("a", "AB12"), ("A", "ab12")]),
        ),
        case("corpus-empty-document", "a document without chunks", "MERKLE-7 MERKLE-5", corpus_root(&[("a", EMPTY)])),
        case("corpus-twenty", "twenty documents out of order", "MERKLE-8", corpus_root(&twenty)),
    ]
}

/// Ids whose order differs between orders. Each corpus is given in the wrong one.
fn orders() -> Vec<Draft> {
    [
        ("reversed", "documents in reverse order", &["b", "a"][..]),
        ("utf-16", "ids that UTF-16 orders otherwise", &["\u{1f600}", "\u{ff5e}", "\u{e000}"]),
        ("utf-16-inside", "ids that UTF-16 orders otherwise behind a common start", &["a\u{10000}", "a\u{ffff}", "a"]),
        ("case", "capitals come before small letters", &["a", "B", "C", "b"]),
        ("digits", "digits are letters", &["doc-9", "doc-10", "doc-1"]),
        ("numbers", "ids of digits alone are strings", &["9", "10", "1", "010"]),
        ("prefix", "a shorter id comes before its extensions", &["ab", "a/b", "a", "a "]),
        ("accents", "accents are not folded", &["z", "\u{e4}", "a\u{308}", "az"]),
        ("spellings", "two spellings of one letter are two ids", &["\u{e9}", "e\u{301}"]),
        ("punctuation", "punctuation is not skipped", &["co-op", "coop", "co op", "Coop"]),
        ("nul", "NUL comes before everything", &["ab", "a\u{0}b", "a"]),
        ("high-latin", "bytes are not signed", &["\u{e9}", "z", "\u{7f}"]),
    ]
    .map(|(id, title, ids)| {
        let roots: Vec<String> = (0..ids.len()).map(|index| format!("r{index}")).collect();
        let documents: Vec<(&str, &str)> = ids.iter().copied().zip(roots.iter().map(String::as_str)).collect();
        case(format!("order-{id}"), title, "MERKLE-8 MERKLE-7", corpus_root(&documents))
    })
    .into()
}
