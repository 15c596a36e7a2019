//! Topic `relations`: what holds between the answers to several requests.

use serde_json::{Value, json};
use steadlith_conformance::judge::relation::holds;
use steadlith_conformance::judge::typed::TypedOk;
use steadlith_conformance::locality::family;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Holds, Level, Relation};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::SUITE_VERSION;
use steadlith_vectors::text::Text;

use super::answers::{check_unicode_independence, reply};
use super::ask::{
    chunk, chunk_by_default, chunk_counted, chunk_hash, counter, document_root, fingerprints, normalize, occurrence,
    params, plan, sizes, with,
};
use super::draft::requirements;
use super::locality::{cycles, cycles_edited, family_params};
use super::script::Script;
use super::search::generated;

const PAIRS: Script = Script { window: 2, primary: 4, backup: 2 };

/// The name of the topic.
pub const TOPIC: &str = "relations";

/// The relations of the topic.
pub fn relations() -> Vec<Relation> {
    [same_hashes(), common_hashes(), no_common_hash(), params_hashes(), same_answers()].into_iter().flatten().collect()
}

/// Checks that a relation holds for the reference.
///
/// # Errors
/// What does not hold, in words.
pub fn contradiction(relation: &Relation) -> Result<(), String> {
    let mut answers = Vec::new();
    for request in &relation.requests {
        check_unicode_independence(request)?;
        let reply = reply(request, UnicodeVersion::default())?;
        let ok = reply.get("ok").ok_or_else(|| format!("to be accepted, but the reply is {reply}"))?;
        answers.push(TypedOk::of_expectation(request, ok).map_err(|error| error.to_string())?);
    }
    holds(relation.holds, &answers).map_err(|failure| failure.message)
}

fn relation(id: &str, title: &str, clauses: &str, holds: Holds, requests: Vec<Request>) -> Relation {
    let mut requires: Vec<String> = requests.iter().flat_map(requirements).collect();
    requires.sort();
    requires.dedup();
    Relation {
        id: format!("{TOPIC}/{id}"),
        title: title.to_owned(),
        clauses: clauses.split_whitespace().map(str::to_owned).collect(),
        level: Level::Must,
        requires,
        requests,
        holds,
        since: SUITE_VERSION.to_owned(),
        notes: None,
    }
}

/// Edits that change no hash.
fn same_hashes() -> Vec<Relation> {
    let text = "One two three. Four five six seven.\n\nEight nine ten, eleven; twelve thirteen.\n\nFourteen fifteen.";
    let edits = |edited: &[String]| -> Vec<Request> {
        [text.to_owned()].iter().chain(edited).map(|text| chunk(sizes(2, 2, 6, 3, 1), text.clone())).collect()
    };
    let accented = "Cr\u{e8}me br\u{fb}l\u{e9}e \u{c5}ngstr\u{f6}m \u{ac00} na\u{ef}ve fa\u{e7}ade r\u{f4}le";
    let decomposed = "Cre\u{300}me bru\u{302}le\u{301}e A\u{30a}ngstro\u{308}m \u{1100}\u{1161} nai\u{308}ve fac\u{327}ade ro\u{302}le";
    vec![
        relation(
            "whitespace",
            "an edit of whitespace alone keeps every hash",
            "NORM-12 NORM-16 ID-4",
            Holds::SameChunkHashes,
            edits(&[
                text.replace('\n', "\r\n"),
                text.replace(' ', "  "),
                text.replace(' ', "\n"),
                text.replace(' ', "\u{3000}"),
                text.replace("\n\n", " \n \t\n\n"),
                format!("\n\n\t{text}\n\n"),
            ]),
        ),
        relation(
            "spelling",
            "canonically equivalent spellings have the same hashes",
            "NORM-11 ID-4",
            Holds::SameChunkHashes,
            [accented, decomposed].map(|text| chunk(sizes(2, 1, 3, 3, 1), text)).into(),
        ),
        relation(
            "default-params",
            "absent, empty and written out defaults are the same",
            "PARAM-1 PARAM-14 PARAM-18",
            Holds::SameChunkHashes,
            vec![
                chunk_by_default(generated(3, 1500)),
                chunk(json!({}), generated(3, 1500)),
                chunk(json!({"strategy": "cdc-rabin"}), generated(3, 1500)),
                chunk(sizes(48, 180, 640, 8, 6), generated(3, 1500)),
            ],
        ),
    ]
}

fn common_hashes() -> Vec<Relation> {
    let text = PAIRS.text("-..p /...p /....p /..p");
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let in_order = |order: &[usize]| {
        let moved: Vec<&str> = order.iter().map(|&index| paragraphs[index]).collect();
        chunk(PAIRS.params(3, 9), moved.join("\n\n"))
    };
    vec![
        relation(
            "moved-paragraph",
            "a paragraph that moves keeps its hash",
            "ID-5 NORM-20",
            Holds::CommonChunkHash,
            vec![in_order(&[0, 1, 2, 3]), in_order(&[0, 2, 1, 3]), in_order(&[0, 3, 1, 2])],
        ),
        relation(
            "appended",
            "text appended leaves the first chunks alone",
            "ID-5 CUT-6",
            Holds::CommonChunkHash,
            vec![chunk_by_default(generated(3, 1500)), chunk_by_default(generated(3, 3000))],
        ),
    ]
}

fn no_common_hash() -> Vec<Relation> {
    let text = "alpha beta gamma delta";
    let distinct = family::words(0..200);
    let phases = |words: u64| {
        let [one, other]: [Text; 2] = [cycles(words), cycles_edited(words)];
        vec![chunk(family_params(), one), chunk(family_params(), other)]
    };
    vec![
        relation(
            "params-in-hash",
            "other parameters give other hashes, even if the cuts are the same",
            "VER-4 ID-4",
            Holds::NoCommonChunkHash,
            vec![
                chunk(json!({}), text),
                chunk(json!({"snap_window_words": 23}), text),
                chunk(json!({"window_words": 47}), text),
                chunk(json!({"primary_mask_bits": 9}), text),
                chunk_counted(json!({}), text, counter("table-v1", &[("alpha", 1)], 1)),
            ],
        ),
        relation(
            "phase-1000",
            "four words deleted at the start of 1,000: no chunk stays",
            "LOC-2",
            Holds::NoCommonChunkHash,
            phases(1_000),
        ),
        relation(
            "phase-100000",
            "four words deleted at the start of 100,000: no chunk stays",
            "LOC-2",
            Holds::NoCommonChunkHash,
            phases(100_000),
        ),
        relation(
            "distinct-200",
            "four words deleted at the start of 200 different words: no chunk stays",
            "LOC-5",
            Holds::NoCommonChunkHash,
            vec![
                chunk(family_params(), distinct.join(" ")),
                chunk(family_params(), distinct[family::EDIT..].join(" ")),
            ],
        ),
    ]
}

fn params_hashes() -> Vec<Relation> {
    let fields: [(&str, Value); 10] = [
        ("window_words", json!(49)),
        ("min_tokens", json!(181)),
        ("max_tokens", json!(641)),
        ("primary_mask_bits", json!(9)),
        ("backup_mask_bits", json!(5)),
        ("snap_window_words", json!(25)),
        ("normalizer_version", json!("cairn-normalizer-v2")),
        ("tokenizer_id", json!("word-v2")),
        ("tokenizer_id", json!("49")),
        ("normalizer_version", json!("word-v2")),
    ];
    let changed = fields.into_iter().map(|(field, value)| params(json!({ field: value })));
    vec![
        relation(
            "params",
            "a change of any parameter changes the hash",
            "VER-3 PARAM-18",
            Holds::DifferentParamsHashes,
            [params(json!({}))].into_iter().chain(changed).collect(),
        ),
        relation(
            "params-snapping",
            "snapping on or off changes the hash",
            "VER-3 PARAM-18 PARAM-16",
            Holds::DifferentParamsHashes,
            vec![params(json!({})), params(json!({"snap_to_boundaries": true}))],
        ),
    ]
}

/// The same requests in another order and in a fresh process: nothing of one document or setting stays for the next.
fn same_answers() -> Vec<Relation> {
    let text = PAIRS.text("-.b..b.p /..!.b... .p..");
    let single = Script { window: 1, primary: 8, backup: 7 };
    let snapping = |on: bool| with(PAIRS.params(2, 5), "snap_to_boundaries", on);
    let counted =
        |count: u64| chunk_counted(PAIRS.params(2, 9), "alpha beta gamma", counter("table-v1", &[("beta", count)], 1));
    vec![
        relation(
            "settings",
            "one text under several parameters",
            "ID-1",
            Holds::SameAnswers,
            vec![
                chunk_by_default(text.clone()),
                chunk(PAIRS.params(2, 5), text.clone()),
                chunk(PAIRS.params(3, 9), text.clone()),
                chunk(Script { window: 3, ..PAIRS }.params(2, 5), text.clone()),
                chunk(Script { window: 2, primary: 3, backup: 1 }.params(2, 5), text.clone()),
            ],
        ),
        relation(
            "documents",
            "several texts under one set of parameters",
            "ID-1",
            Holds::SameAnswers,
            ["-.b..b", "-......", "-", "-.p..b..b.", "-..."]
                .into_iter()
                .map(|pattern| PAIRS.chunk(2, 5, pattern))
                .chain(["", " \n\n", "alpha\n\nalpha", "e\u{301} \u{e9}"].map(|text| chunk(PAIRS.params(2, 5), text)))
                .collect(),
        ),
        relation(
            "trailing-line-ends",
            "line ends at the end of one text put no marker on the first word of the next",
            "ID-1 NORM-18",
            Holds::SameAnswers,
            vec![
                chunk(single.params(1, 99), "alpha\n\n"),
                single.chunk(1, 99, "p.."),
                chunk(single.params(1, 99), "\n\n"),
                single.chunk(1, 99, "p.."),
            ],
        ),
        relation(
            "same-words",
            "texts of the same words with other spaces, line ends, spellings and capitals",
            "ID-1 NORM-9",
            Holds::SameAnswers,
            [
                "na\u{ef}ve alpha\n\nbeta gamma delta",
                "na\u{ef}ve  alpha\n\nbeta gamma delta",
                "nai\u{308}ve alpha\r\n\r\nbeta\tgamma delta ",
                "Na\u{ef}ve Alpha\n\nbeta gamma delta",
                "na\u{ef}ve alpha beta gamma\n\ndelta",
            ]
            .map(|text| chunk(PAIRS.params(1, 3), text))
            .into(),
        ),
        relation(
            "alike-texts",
            "texts of one length that share their beginning, their end, both, or a hash code",
            "ID-1",
            Holds::SameAnswers,
            alike().map(|text| chunk(PAIRS.params(2, 9), text)).into(),
        ),
        relation(
            "defaults-between",
            "parameters left out after they were given have their defaults again",
            "ID-1 PARAM-1",
            Holds::SameAnswers,
            vec![
                chunk(snapping(true), "alpha beta gamma"),
                chunk(json!({"min_tokens": 1}), "alpha beta gamma"),
                chunk_by_default("alpha beta gamma"),
            ],
        ),
        relation(
            "long-and-short",
            "a long text between short ones",
            "ID-1",
            Holds::SameAnswers,
            vec![
                chunk_by_default("alpha beta"),
                chunk_by_default(generated(5, 3000)),
                chunk_by_default("alpha beta gamma"),
            ],
        ),
        relation(
            "snapping",
            "one text with snapping on and off",
            "ID-1 SNAP-1",
            Holds::SameAnswers,
            vec![
                chunk(snapping(true), text.clone()),
                chunk(snapping(false), text.clone()),
                chunk(snapping(true), text),
            ],
        ),
        relation(
            "counters",
            "counters of one id that count otherwise",
            "ID-1 TOK-2",
            Holds::SameAnswers,
            vec![counted(2), counted(3), chunk(PAIRS.params(2, 9), "alpha beta gamma"), counted(2)],
        ),
        relation(
            "operations",
            "every operation of the core between chunks",
            "ID-1",
            Holds::SameAnswers,
            vec![
                chunk(PAIRS.params(2, 5), "alpha beta gamma delta epsilon zeta"),
                params(json!({"window_words": 7})),
                chunk_hash(["cairn-chunk-identity-v1", "cairn-normalizer-v1", "cdc-rabin", "x", "alpha beta gamma"]),
                params(json!({})),
                chunk_by_default("alpha beta gamma delta epsilon zeta"),
            ],
        ),
        relation(
            "other-operations",
            "the operations beyond the core",
            "ID-1",
            Holds::SameAnswers,
            vec![
                normalize("alpha\n\nbeta"),
                fingerprints("alpha beta gamma", 2),
                fingerprints("alpha beta gamma", 1),
                normalize("alpha beta"),
                document_root(&["a", "b", "c"]),
                document_root(&["a"]),
                occurrence("s", "r", "d", 1, "h"),
                plan("a@0-5 a@6-11", "a@6-11 b@12-13"),
                plan("", "a@0-5"),
            ],
        ),
    ]
}

/// Long texts that a cache takes for each other if its key leaves out a part of the text.
fn alike() -> [String; 6] {
    let long = |from: u64| (from..from + 40).map(|number| format!(" w{number}")).collect::<String>();
    let (one, other) = (long(100), long(200));
    [
        format!("alpha{one}{other} omega"),
        format!("alpha{one}{other} sigma"),
        format!("gamma{one}{other} omega"),
        format!("alpha{one} Aa{other} omega"),
        format!("alpha{one} BB{other} omega"),
        format!("alpha{one} CC{other} omega"),
    ]
}
