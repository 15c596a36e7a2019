//! The ledger is strict (PROTO-18): exactly the listed failures, each as it is listed, and nothing else.

use std::path::PathBuf;

use serde_json::{Value, json};
use steadlith_conformance::ledger::{Entry, Ledger};
use steadlith_conformance::results::Run;
use steadlith_conformance::selection::LEFT_OUT_BY_USER;

/// The suite's ids; `a/unasked` was not selected.
const IDS: [&str; 6] = ["a/pass", "a/fail", "a/should", "a/skip", "a/large", "a/unasked"];
const FAILURE: &str = "wrong answer: root differs";

fn case(id: &str, level: &str, verdict: Value) -> Value {
    let mut case = json!({"id": id, "title": "", "clauses": [], "level": level, "seconds": 0.0});
    case["verdict"] = verdict;
    case
}

fn run() -> Run {
    let failed = json!({"verdict": "failed", "class": "wrong-answer", "message": "root differs"});
    let run = json!({
        "identity": "", "suite": {"version": "", "digest": "", "cases": 5},
        "implementation": {"name": "", "version": "", "capabilities": [], "left_out": []},
        "unicode": {"judged_by": ""},
        "selection": {"filters": [], "level": "must", "skip_large": false, "interrupted": false},
        "cases": [
            case("a/pass", "must", json!({"verdict": "passed"})),
            case("a/fail", "must", failed.clone()),
            case("a/should", "should", failed),
            case("a/skip", "must", json!({"verdict": "skipped", "reason": "needs plan"})),
            case("a/large", "must", json!({"verdict": "skipped", "reason": LEFT_OUT_BY_USER[0]})),
        ],
        "notes": [], "repeat": "", "seconds": 0.0,
    });
    serde_json::from_value(run).unwrap_or_else(|error| panic!("{error}"))
}

fn ledger(entries: &[(&str, &str)]) -> Ledger {
    let entry = |&(id, failure): &(&str, &str)| Entry {
        id: id.to_owned(),
        failure: failure.to_owned(),
        reason: "known".to_owned(),
        link: None,
    };
    Ledger { expected_failures: entries.iter().map(entry).collect() }
}

/// What is unexpected in the run with a ledger of these entries.
fn unexpected(entries: &[(&str, &str)]) -> Vec<String> {
    ledger(entries).compare(&run(), &IDS).unexpected
}

#[test]
fn exactly_the_listed_failures_are_fine() {
    let outcome = ledger(&[("a/fail", FAILURE), ("a/unasked", FAILURE), ("a/large", FAILURE)]).compare(&run(), &IDS);
    assert_eq!((outcome.known, outcome.unexpected), (1, Vec::new()));
}

#[test]
fn whatever_is_not_as_listed_is_unexpected() {
    assert_eq!(unexpected(&[]), ["a/fail: a failure that is not listed: wrong answer: root differs"]);
    for (entry, said) in [
        (("a/fail", "crash: gone"), "a/fail: it fails in another way"),
        (("a/pass", FAILURE), "a/pass: it passes now"),
        (("a/skip", FAILURE), "a/skip: it was not asked (needs plan)"),
        (("b/none", FAILURE), "b/none: no case has this id"),
    ] {
        let unexpected = unexpected(&[entry]);
        assert!(unexpected.iter().any(|line| line.starts_with(said)), "{unexpected:?}");
    }
}

#[test]
fn a_failure_that_does_not_count_may_be_listed() {
    let outcome = ledger(&[("a/fail", FAILURE), ("a/should", FAILURE)]).compare(&run(), &IDS);
    assert_eq!((outcome.known, outcome.unexpected), (2, Vec::new()));
}

#[test]
fn the_ledger_changes_the_exit_code_and_not_the_verdict() {
    let mut run = run();
    run.ledger = Some(ledger(&[("a/fail", FAILURE)]).compare(&run, &IDS));
    assert!(!run.has_unexpected());
    assert_eq!(run.verdict(), "NOT CONFORMANT (1 known): 1 failure in 5 cases");
    run.ledger = Some(ledger(&[]).compare(&run, &IDS));
    assert!(run.has_unexpected());
}

#[test]
fn an_update_lists_what_fails_and_keeps_the_reasons() {
    let old = [
        ("a/pass", FAILURE),
        ("a/fail", "crash: gone"),
        ("a/unasked", FAILURE),
        ("a/skip", FAILURE),
        ("b/none", FAILURE),
    ];
    let mut old = ledger(&old);
    old.expected_failures[1].reason = "because".to_owned();
    let updated = old.updated(&run(), &IDS);
    let kept: Vec<_> = updated.expected_failures.iter().map(|entry| (&*entry.id, &*entry.reason)).collect();
    assert_eq!(kept, [("a/unasked", "known"), ("a/skip", "known"), ("a/fail", "because")]);
    assert_eq!(updated.expected_failures[2].failure, FAILURE);
    let unexpected = updated.compare(&run(), &IDS).unexpected;
    assert_eq!(unexpected, ["a/skip: it was not asked (needs plan); if that is meant, take it off the list"]);
    let changes = old.changes(&updated);
    assert_eq!((changes.added, changes.changed, changes.removed), (vec![], vec!["a/fail"], vec!["a/pass", "b/none"]));
}

#[test]
fn a_ledger_without_reasons_or_with_a_double_is_refused() -> std::io::Result<()> {
    for (name, entries, said) in [
        ("reason", json!([{"id": "a", "failure": "f", "reason": " "}]), "has no reason"),
        (
            "double",
            json!([{"id": "a", "failure": "f", "reason": "r"}, {"id": "a", "failure": "f", "reason": "r"}]),
            "listed twice",
        ),
        ("field", json!([{"id": "a", "failure": "f", "reason": "r", "extra": 1}]), "expected_failures[0]"),
    ] {
        let refused = refusal(name, &json!({"expected_failures": entries}).to_string())?;
        assert!(refused.contains(said), "{refused}");
    }
    Ok(())
}

/// What is wrong with a ledger file of this content; empty if nothing is.
fn refusal(name: &str, content: &str) -> std::io::Result<String> {
    let path: PathBuf = std::env::temp_dir().join(format!("ledger-{}-{name}.json", std::process::id()));
    std::fs::write(&path, content)?;
    let refused = Ledger::from_file(&path).err().map(|error| error.to_string()).unwrap_or_default();
    std::fs::remove_file(&path)?;
    Ok(refused)
}

#[test]
fn a_file_that_is_no_ledger_is_refused_with_the_place() -> std::io::Result<()> {
    for (content, said) in [
        ("", "at the top: EOF while parsing a value at line 1 column 0"),
        ("{x", "at the top: key must be a string at line 1 column 2"),
        ("[[]]", "at the top: invalid type: sequence, expected an object"),
        (r#"{"expected_failures": [{"id": "a""#, "at expected_failures[0]: EOF while parsing an object at line 1"),
        (r#"{"expected_failures": [["a", "b", "c"]]}"#, "at expected_failures[0]: invalid type: sequence"),
        (r#"{"expected_failures": []} more"#, "at the end: trailing characters at line 1 column 27"),
    ] {
        let refused = refusal("place", content)?;
        assert!(refused.contains(said), "{content}: {refused}");
    }
    Ok(())
}
