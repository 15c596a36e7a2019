//! What each format says of a run with a failure of every class.

use std::error::Error;

use serde_json::Value;
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::format::Format;

use super::sample::{run, spec, suite};
use super::{made_by, shown};

#[test]
fn the_terminal_report_shows_failures_then_the_summary() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Terminal, &run(&suite), &suite, usize::MAX)?);
    Ok(())
}

#[test]
fn only_so_many_failures_are_shown_in_full() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Terminal, &run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn the_document() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Json, &run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn junit_xml() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Junit, &run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn github_annotations() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Github, &run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn markdown() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    insta::assert_snapshot!(shown(Format::Markdown, &run(&suite), &suite, 0)?);
    Ok(())
}

#[test]
fn the_page_has_everything() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let page = shown(Format::Html, &run(&suite), &suite, 0)?;
    for part in [
        "<h1>Conformance of made-up 1.2.3</h1>",
        "NOT CONFORMANT: 4 failures in 8 cases, capabilities left out: plan",
        "2 passed, 4 failed, 1 skipped, and 1 of level SHOULD failed",
        "<dt>suite</dt><dd>0.1, 8 cases, digest d1d1",
        "<dt>judged with</dt><dd>conformance ",
        "<dt>Unicode</dt><dd>15.0 or 15.1, as probed (it declares 15.1.0)</dd>",
        "<dt>implementation</dt><dd>made-up 1.2.3 (./my impl)</dd>",
        "at <code>words[0].text</code>",
        "<h4>actual</h4><pre>a<mark>U+00A0 NO-BREAK SPACE</mark>b</pre>",
        "they part at code point 1: the end was expected, U+00A0 came",
        "<li>U+0020</li>",
        "clause NORM-3 (spec/01-text.md#norm-3)",
        r#"<svg class="picture""#,
        "The boundaries part here: expected chunk 0 ends before word 3 (primary), actual chunk 0 ends before word 4 (hard)",
        "  <mark>U+001B ESCAPE</mark>[31mZeroDivisionError",
        "conformance run --impl &#39;./my impl&#39; --filter made-up/crash",
        "1: needs the capability plan, which is not declared",
    ] {
        let page = page.replace("&#x27;", "&#39;").replace('\'', "&#39;");
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert_eq!(page.matches("<article>").count(), 5);
    Ok(())
}

#[test]
fn a_document_is_read_back_as_it_was() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let path = std::env::temp_dir().join(format!("conformance-report-{}.json", std::process::id()));
    let report = Report { made_by: made_by(), ..Report::of(run(&suite), &spec()) };
    let mut document: Value = serde_json::from_str(&shown(Format::Json, &run(&suite), &suite, 0)?)?;
    document["format"] = "steadlith-conformance-report/1.9".into();
    document["of a later version"] = 1.into();
    document["run"]["cases"][1]["verdict"]["of a later version"] = 1.into();
    std::fs::write(&path, document.to_string())?;
    let read = Report::from_file(&path);
    let verdict = std::mem::replace(&mut document["verdict"], "CONFORMANT".into());
    std::fs::write(&path, document.to_string())?;
    let false_verdict = Report::from_file(&path).map_err(|error| error.to_string());
    document["verdict"] = verdict;
    document["counts"]["failed"] = 0.into();
    std::fs::write(&path, document.to_string())?;
    let false_counts = Report::from_file(&path).map_err(|error| error.to_string());
    document["run"]["cases"][1]["level"] = "could".into();
    std::fs::write(&path, document.to_string())?;
    let malformed = Report::from_file(&path).map_err(|error| error.to_string());
    document["format"] = "steadlith-conformance-report/2.0".into();
    std::fs::write(&path, document.to_string())?;
    let unknown = Report::from_file(&path).map_err(|error| error.to_string());
    std::fs::remove_file(&path)?;
    assert_eq!(read?, Report { format: "steadlith-conformance-report/1.9".to_owned(), ..report });
    for (error, part) in [
        (false_verdict, "at verdict: it says CONFORMANT, but the cases give "),
        (false_counts, "at counts: it says 2 passed, 0 failed, 1 skipped"),
        (malformed, "at run.cases[1].level: unknown variant `could`"),
        (unknown, "at format: this version reads steadlith-conformance-report/1.x"),
    ] {
        assert!(error.as_ref().is_err_and(|message| message.contains(part)), "{part} in {error:?}");
    }
    Ok(())
}
