//! The reports of one made-up run with a failure of every class.

use std::error::Error;

use anstream::StripStream;
use serde_json::json;
use steadlith_conformance::failure::{Class, Difference, Failure, Parting};
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::material::Material;
use steadlith_conformance::report::terminal::Terminal;
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

fn suite() -> Result<Suite, LoadError> {
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
fn spec() -> Spec {
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

fn failed(class: Class, message: &str) -> Failure {
    Failure::new(class, message)
}

fn run(suite: &Suite) -> Run {
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

fn terminal(run: &Run, suite: &Suite, shown_in_full: usize) -> Result<String, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let material = Material { spec: &spec(), suite: Some(suite) };
    let terminal = Terminal { material: &material, shown_in_full, width: None };
    terminal.write(&Report::of(run.clone(), &spec()), &mut StripStream::new(&mut bytes))?;
    Ok(String::from_utf8(bytes)?)
}

#[test]
fn the_terminal_report_shows_failures_then_the_summary() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(terminal(&run(&suite), &suite, usize::MAX)?);
    Ok(())
}

#[test]
fn only_so_many_failures_are_shown_in_full() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(terminal(&run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn styles_are_there_for_a_terminal() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let mut bytes = Vec::new();
    let material = Material { spec: &spec(), suite: Some(&suite) };
    let report = Report::of(run(&suite), &spec());
    Terminal { material: &material, shown_in_full: 1, width: None }.write(&report, &mut bytes)?;
    assert!(String::from_utf8(bytes)?.contains("\u{1b}["));
    Ok(())
}

#[test]
fn the_verdict_is_literally_true() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let failing = run(&suite);
    assert_eq!(failing.verdict(), "NOT CONFORMANT: 4 failures in 8 cases, capabilities left out: plan");

    let mut strict = failing.clone();
    strict.selection.level = Level::Should;
    assert_eq!(strict.verdict(), "NOT CONFORMANT: 5 failures in 8 cases, capabilities left out: plan");

    let mut good = failing.clone();
    for case in good.cases.iter_mut().filter(|case| case.level == Level::Must) {
        if case.failure().is_some() {
            case.verdict = Verdict::Passed;
        }
    }
    assert_eq!(good.verdict(), "CONFORMANT, capabilities left out: plan, 1 recommendation (SHOULD) not followed");
    good.implementation.left_out.clear();
    good.cases.iter_mut().for_each(|case| case.verdict = Verdict::Passed);
    assert_eq!(good.verdict(), "CONFORMANT");

    let mut partial = good.clone();
    partial.selection.skip_large = true;
    assert_eq!(partial.verdict(), "PARTIAL: no failure in 8 of 8 cases");
    let mut partial = good;
    partial.selection.filters = vec!["crash".to_owned()];
    partial.cases.truncate(2);
    assert_eq!(partial.verdict(), "PARTIAL: no failure in 2 of 8 cases");
    partial.cases[1].verdict = failing.cases[2].verdict.clone();
    assert_eq!(partial.verdict(), "PARTIAL: 1 failure in 2 of 8 cases");
    Ok(())
}
