//! Two runs beside each other, and several in a table.

use std::error::Error;

use anstream::StripStream;
use steadlith_conformance::failure::{Class, Failure};
use steadlith_conformance::report::comparison::Comparison;
use steadlith_conformance::report::comparison_shown;
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::table::Table;
use steadlith_conformance::results::{Run, Verdict};

use super::sample::{run, spec, suite};

type Checked = Result<(), Box<dyn Error>>;

fn ids(changes: &[steadlith_conformance::report::comparison::Change]) -> Vec<&str> {
    changes.iter().map(|change| change.id.as_str()).collect()
}

fn skipped(reason: &str) -> Verdict {
    Verdict::Skipped { reason: reason.to_owned() }
}

/// An older run, and a newer one in which a case changed in every way.
fn old_and_new() -> Result<(Report, Report), Box<dyn Error>> {
    let old = run(&suite()?);
    let mut new = old.clone();
    new.implementation.version = "1.3.0".to_owned();
    new.suite.digest = "d2".repeat(32);
    new.unicode.declared = None;
    new.cases[1].verdict = Verdict::Passed;
    new.cases[2].verdict = Verdict::Failed(Failure::new(Class::Crash, "killed by signal 11"));
    new.cases[4].verdict = skipped("needs the capability merkle, which is not declared");
    new.cases[6].verdict = Verdict::Failed(Failure::new(Class::WrongAnswer, "chunks[0].text differs"));
    new.cases[7].verdict = Verdict::Passed;
    let mut added = new.cases[6].clone();
    added.id = "made-up/added".to_owned();
    new.cases.push(added);
    new.cases.remove(3);
    Ok((Report::of(old, &spec()), Report::of(new, &spec())))
}

#[test]
fn every_kind_of_change_is_told() -> Checked {
    let (old, new) = old_and_new()?;
    let comparison = Comparison::of(&old, &new);
    assert_eq!(ids(&comparison.broken), ["made-up/good"]);
    assert_eq!(ids(&comparison.fixed), ["made-up/no-break-space"]);
    assert_eq!(ids(&comparison.changed_failures), ["made-up/crash"]);
    assert_eq!(ids(&comparison.changed_skips), ["made-up/shape", "made-up/plan"]);
    assert_eq!(ids(&comparison.new_cases), ["made-up/added"]);
    assert_eq!(ids(&comparison.gone_cases), ["made-up/hang"]);
    assert!(comparison.is_broken());
    let names: Vec<&str> = comparison.circumstances.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["implementation", "suite", "Unicode"]);
    let mut bytes = Vec::new();
    comparison_shown::terminal(&comparison, None, &mut StripStream::new(&mut bytes))?;
    insta::assert_snapshot!(String::from_utf8(bytes)?);
    Ok(())
}

#[test]
fn markdown_page_and_document_say_the_same() -> Checked {
    let (old, new) = old_and_new()?;
    let comparison = Comparison::of(&old, &new);
    let mut markdown = Vec::new();
    comparison_shown::markdown(&comparison, &mut markdown)?;
    let page = comparison_shown::html(&comparison);
    let mut document = Vec::new();
    comparison.write_json(&mut document)?;
    assert_eq!(serde_json::from_slice::<Comparison>(&document)?, comparison);
    for text in [String::from_utf8(markdown)?, page] {
        assert!(text.contains(&comparison.summary()), "{text}");
        assert!(text.contains("made-up/good: passed -&gt; wrong answer: chunks"), "{text}");
        assert!(text.contains("cases that are gone (1)"), "{text}");
    }
    Ok(())
}

fn compared(change: impl Fn(&mut Run)) -> Result<Comparison, Box<dyn Error>> {
    let old = run(&suite()?);
    let mut new = old.clone();
    change(&mut new);
    Ok(Comparison::of(&Report::of(old, &spec()), &Report::of(new, &spec())))
}

#[test]
fn only_what_counts_and_passed_before_is_broken() -> Checked {
    assert!(!compared(|_| {})?.is_broken(), "nothing changed");
    assert_eq!(compared(|_| {})?.sections(), []);
    let lost = compared(|run| run.cases[6].verdict = skipped("needs the capability plan, which is not declared"))?;
    assert!(lost.is_broken(), "a capability was lost");
    let left_out = compared(|run| run.cases[6].verdict = skipped("large, left out by --skip-large"))?;
    assert!(!left_out.is_broken(), "the user left it out");
    assert_eq!(ids(&left_out.changed_skips), ["made-up/good"]);
    let declared = compared(|run| run.cases[7].verdict = run.cases[2].verdict.clone())?;
    assert!(declared.is_broken(), "a capability was added, but wrong");
    let added = compared(|run| {
        let mut case = run.cases[2].clone();
        case.id = "made-up/added".to_owned();
        run.cases.push(case);
    })?;
    assert!(!added.is_broken(), "a new case says nothing about a change");
    assert!(added.summary().contains("1 new cases (1 of them failing)"), "{}", added.summary());
    let mut should = run(&suite()?);
    should.cases[5].verdict = Verdict::Passed;
    let should = Comparison::of(&Report::of(should, &spec()), &Report::of(run(&suite()?), &spec()));
    assert_eq!(ids(&should.broken), ["made-up/float"]);
    assert!(!should.is_broken(), "it does not count");
    Ok(())
}

#[test]
fn a_table_has_implementations_across_and_chapters_down() -> Checked {
    let (old, new) = old_and_new()?;
    let reports = [("a", &old), ("b", &new), ("c", &old)].map(|(name, report)| (name.to_owned(), report.clone()));
    let table = Table::of(&reports);
    assert_eq!(table.columns.len(), 2, "runs with the same numbers share a column");
    assert_eq!(table.columns[0].runs, ["a", "c"]);
    assert_eq!(table.suites.len(), 2);
    let mut bytes = Vec::new();
    table.terminal(&mut StripStream::new(&mut bytes))?;
    insta::assert_snapshot!("table", String::from_utf8(bytes)?);
    let mut bytes = Vec::new();
    table.markdown(&mut bytes)?;
    insta::assert_snapshot!("table_markdown", String::from_utf8(bytes)?);
    let page = table.html();
    for part in [
        "made-up 1.2.3",
        "made-up 1.3.0",
        "numbers do not compare",
        r#">a</span>, <span class="part">c</span>"#,
        r#"<span class="bad">"#,
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    Ok(())
}
