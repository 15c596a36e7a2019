//! A made-up suite, specification and runs, among them one with a failure of every class.

use serde_json::json;
use steadlith_conformance::failure::{Class, Difference, Failure, Parting};
use steadlith_conformance::ledger::LedgerOutcome;
use steadlith_conformance::report::picture::{Block, Picture, Strip};
use steadlith_conformance::results::{
    CaseResult, ImplementationInfo, Run, SelectionInfo, SuiteInfo, UnicodeInfo, Verdict,
};
use steadlith_conformance::unicode_probe::{self, Behaviour};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_spec::clause::Clause;
use steadlith_spec::{Chapter, Spec};
use steadlith_vectors::case::Level;
use steadlith_vectors::suite::{LoadError, Suite};
use steadlith_vectors::text::{Piece, Text};

pub fn suite() -> Result<Suite, LoadError> {
    let case = |id: &str, title: &str, clause: &str, level: &str, request: serde_json::Value| {
        json!({
            "id": format!("made-up/{id}"), "title": title, "clauses": [clause], "level": level, "request": request,
            "expect": {"ok": {}}, "origin": {"kind": "hand-computed"}, "since": "0.1",
        })
    };
    let cases = [
        case(
            "no-break-space",
            "U+00A0 separates words",
            "NORM-3",
            "must",
            json!({"op": "normalize", "text": "a\u{a0}b"}),
        ),
        case("crash", "two words", "CUT-1", "must", json!({"op": "chunk", "text": "a  b\r\n"})),
        case(
            "hang",
            "a large text",
            "CUT-1",
            "must",
            json!({
                "op": "chunk",
                "text": Text::generated(vec![
                    Piece::Words { seed: 1, count: 2 },
                    Piece::Repeat { unit: "ab ".to_owned(), times: 2 },
                ]),
            }),
        ),
        case("shape", "a root", "MERKLE-1", "must", json!({"op": "merkle", "chunk_hashes": ["a", "b"]})),
        case(
            "float",
            "an integer is no float",
            "PARAM-3",
            "should",
            json!({"op": "params", "params": {"min_tokens": 8.0}}),
        ),
        case("good", "what passes", "CUT-1", "must", json!({"op": "chunk", "text": "a"})),
        case("plan", "what is skipped", "PLAN-1", "must", json!({"op": "plan", "old": [], "new": []})),
    ];
    let file = json!({"topic": "made-up", "cases": cases}).to_string();
    Suite::from_json("made-up.json", &file)
}

/// A made-up specification, so that the reports do not change with every word of the real one.
pub fn spec() -> Spec {
    let chapters = [(1, "Text", "01-text.md"), (2, "Cuts", "02-cuts.md"), (3, "The protocol", "03-protocol.md")];
    let clauses = [
        ("NORM-3", 1, "These code points MUST be treated as whitespace:\n\n- U+0020\n- U+00A0\n"),
        ("PARAM-3", 1, "An integer MUST be one.\n"),
        (
            "CUT-1",
            2,
            "The chunks of a document MUST cover its words in order, without gap or overlap:\nthe first starts at 0.\n",
        ),
        ("MERKLE-1", 2, "The leaf hash MUST be framed.\n"),
        ("PLAN-1", 2, "A plan MUST be in order.\n"),
        ("PROTO-13", 3, "The testee MUST behave as the version that it names.\n"),
    ];
    Spec {
        chapters: chapters.map(|(number, title, file)| Chapter { number, title, file, markdown: "" }).to_vec(),
        clauses: clauses
            .map(|(id, chapter, text)| Clause {
                id: id.to_owned(),
                chapter,
                file: chapters[chapter - 1].2,
                level: None,
                text: text.to_owned(),
                not_tested: None,
            })
            .to_vec(),
    }
}

/// Two chunks of eight words.
fn strip(label: &str, end: u64, kind: &str) -> Strip {
    let block = |start_word, end_word, kind: &str| Block {
        start_word,
        end_word,
        key: format!("{start_word}-{end_word}"),
        kind: kind.to_owned(),
    };
    Strip::whole(label, vec![block(0, end, kind), block(end, 8, "final")])
}

fn failed(class: Class, message: &str) -> Failure {
    Failure::new(class, message)
}

pub fn run(suite: &Suite) -> Run {
    let failures = [
        Verdict::Failed(Failure {
            difference: Some(Box::new(Difference {
                path: "words[0].text".to_owned(),
                expected: json!("a"),
                actual: json!("a\u{a0}b"),
                parting: Some(Parting { code_point: 1, expected: None, actual: Some('\u{a0}') }),
                count: 3,
            })),
            ..failed(Class::WrongAnswer, "words[0].text differs, and 2 more")
        }),
        Verdict::Failed(Failure {
            boundaries: Some(Box::new(Picture::of(
                &strip("expected", 3, "primary"),
                &strip("actual", 4, "hard"),
                None,
            ))),
            stderr: Some("Traceback:\n  \u{1b}[31mZeroDivisionError\n".to_owned()),
            ..failed(Class::Crash, "the process ended before it replied: it exited with status 1")
        }),
        Verdict::Failed(failed(Class::Timeout, "no reply within 10.0 s")),
        Verdict::Failed(failed(Class::Protocol, "ok: missing field `root`")),
        Verdict::Failed(failed(Class::WrongAnswer, "it is accepted, but has to be refused as invalid-params")),
        Verdict::Passed,
        Verdict::Skipped { reason: "needs the capability plan, which is not declared".to_owned() },
    ];
    let mut cases = vec![CaseResult {
        id: unicode_probe::CASE_ID.to_owned(),
        title: unicode_probe::CASE_TITLE.to_owned(),
        clauses: unicode_probe::CASE_CLAUSES.map(str::to_owned).to_vec(),
        level: Level::Must,
        verdict: Verdict::Passed,
        seconds: 0.001,
    }];
    cases.extend(suite.cases.iter().zip(failures).map(|(case, verdict)| CaseResult {
        id: case.id.clone(),
        title: case.title.clone(),
        clauses: case.clauses.clone(),
        level: case.level,
        verdict,
        seconds: 0.002,
    }));
    Run {
        identity: "cairn-chunk-identity-v1".to_owned(),
        suite: SuiteInfo { version: "0.1".to_owned(), folder: None, digest: "d1".repeat(32), cases: cases.len() },
        implementation: ImplementationInfo {
            command: Some("./my impl".to_owned()),
            name: "made-up".to_owned(),
            version: "1.2.3".to_owned(),
            issues: Some("https://example.org/issues".to_owned()),
            capabilities: vec!["normalize".to_owned(), "merkle".to_owned()],
            left_out: vec!["plan".to_owned()],
        },
        unicode: UnicodeInfo {
            declared: Some("15.1.0".to_owned()),
            shown: Some(Behaviour::Version(UnicodeVersion::V15_0)),
            judged_by: "15.0".to_owned(),
        },
        selection: SelectionInfo { filters: Vec::new(), level: Level::Must, skip_large: false, interrupted: false },
        cases,
        ledger: None,
        diagnosis: None,
        notes: vec!["at the end of its input the testee did not exit and was killed (PROTO-3)".to_owned()],
        repeat: "conformance run --impl './my impl'".to_owned(),
        seconds: 1.5,
    }
}

/// Runs of every kind, each with a name.
pub fn runs(suite: &Suite) -> Vec<(&'static str, Run)> {
    let failing = run(suite);
    let mut conformant = failing.clone();
    conformant.cases.iter_mut().for_each(|case| case.verdict = Verdict::Passed);
    conformant.implementation.left_out.clear();
    conformant.notes.clear();
    let mut strict = failing.clone();
    strict.selection.level = Level::Should;
    let mut partial = failing.clone();
    partial.selection.filters = vec!["made-up/*".to_owned()];
    partial.cases.truncate(4);
    let mut with_ledger = failing.clone();
    with_ledger.ledger = Some(LedgerOutcome {
        known: 3,
        unexpected: vec!["made-up/crash: it fails in another way".to_owned(), "gone: no case has this id".to_owned()],
    });
    let mut crashed = failing.clone();
    for case in &mut crashed.cases {
        case.verdict = Verdict::Failed(failed(Class::Crash, "not asked: the testee could not be started again"));
    }
    let mut interrupted = failing.clone();
    interrupted.selection.interrupted = true;
    interrupted.cases[7].verdict = Verdict::Skipped { reason: "the run was interrupted".to_owned() };
    let mut many = failing.clone();
    let case = many.cases[1].clone();
    many.cases.extend((0..600).map(|number| CaseResult { id: format!("made-up/{number}"), ..case.clone() }));
    vec![
        ("failing", failing),
        ("conformant", conformant),
        ("strict", strict),
        ("partial", partial),
        ("with a ledger", with_ledger),
        ("crashed", crashed),
        ("interrupted", interrupted),
        ("many", many),
    ]
}
