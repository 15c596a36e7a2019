//! Nothing that a testee says does harm to whatever shows it (PROTO-30).

use std::error::Error;

use quick_xml::events::Event;
use serde_json::json;
use steadlith_conformance::diagnosis::{Diagnosis, Explanation, Mistake};
use steadlith_conformance::failure::{Class, Difference, Failure};
use steadlith_conformance::ledger::LedgerOutcome;
use steadlith_conformance::report::format::Format;
use steadlith_conformance::report::picture::{Block, Picture, Strip};
use steadlith_conformance::results::{Run, Verdict};

use super::sample::{run, suite};
use super::shown;

/// Ends of markup, of lines, of code blocks, commands, and characters that must not come through as they are.
const HOSTILE: &str = "<script>alert(1)</script>]]>&x;%0A\r\n::error::pwned\n```\n|*_[x](javascript:y)@octocat #1 \
                       \u{1b}[31m\u{9b}2J\u{0}\u{2028}\u{202e}\u{fffe}\u{feff}\u{85}\"'--><img src=x>";

fn hostile_run() -> Result<Run, Box<dyn Error>> {
    let text = || HOSTILE.to_owned();
    let mut run = run(&suite()?);
    run.identity = text();
    run.suite.folder = Some(text());
    run.suite.digest = text();
    run.implementation.command = Some(text());
    run.implementation.name = text();
    run.implementation.version = text();
    run.implementation.issues = Some(text());
    run.implementation.capabilities = vec![text()];
    run.implementation.left_out = vec![text()];
    run.unicode.declared = Some(text());
    run.unicode.judged_by = text();
    run.selection.filters = vec![text()];
    run.notes = vec![text()];
    run.repeat = text();
    run.ledger = Some(LedgerOutcome { known: 1, unexpected: vec![text()] });
    let block = |start_word, end_word| Block { start_word, end_word, key: text(), kind: text() };
    let strip = |end| Strip::whole(HOSTILE, vec![block(0, end), block(end, 9)]);
    let failure = Failure {
        difference: Some(Box::new(Difference { count: 2, ..Difference::new(HOSTILE, text(), json!([HOSTILE])) })),
        boundaries: Some(Box::new(Picture::of(&strip(3), &strip(4), None))),
        stderr: Some(text()),
        ..Failure::new(Class::Crash, HOSTILE)
    };
    for (number, case) in run.cases.iter_mut().enumerate() {
        case.title = text();
        case.verdict = match number {
            0 => Verdict::Skipped { reason: text() },
            _ => Verdict::Failed(failure.clone()),
        };
        if number > 3 {
            case.id = text();
            case.clauses = vec![text()];
        }
    }
    let mistake = Mistake { id: text(), description: text(), clauses: vec![text()], remedy: text() };
    run.diagnosis = Some(Diagnosis {
        compared: 3,
        not_compared: 1,
        explanations: vec![Explanation { explains: 2, mistakes: vec![mistake], more: 1, told_apart_by: vec![text()] }],
    });
    Ok(run)
}

/// The report, which has no character that could steer what shows it.
fn harmless(format: Format) -> Result<String, Box<dyn Error>> {
    let text = shown(format, &hostile_run()?, &suite()?, usize::MAX)?;
    let is_harmful = |c: char| {
        (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202e}' | '\u{feff}' | '\u{fffe}')
    };
    let harmful = text.find(is_harmful);
    assert_eq!(harmful, None, "{}", harmful.map_or("", |at| &text[at.saturating_sub(40)..]).escape_debug());
    assert!(text.contains("alert(1)"), "the hostile text is in it");
    Ok(text)
}

#[test]
fn in_the_terminal() -> Result<(), Box<dyn Error>> {
    let text = harmless(Format::Terminal)?;
    assert!(text.lines().all(|line| !line.starts_with("::")), "{text}");
    Ok(())
}

#[test]
fn in_the_document() -> Result<(), Box<dyn Error>> {
    assert!(harmless(Format::Json)?.is_ascii());
    Ok(())
}

#[test]
fn in_junit_xml() -> Result<(), Box<dyn Error>> {
    let xml = harmless(Format::Junit)?;
    assert!(!xml.contains("]]>") && !xml.contains("<script"), "{xml}");
    let mut reader = quick_xml::Reader::from_str(&xml);
    let mut cases = 0;
    loop {
        match reader.read_event()? {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute?;
                }
                cases += usize::from(tag.name().as_ref() == "testcase");
            }
            _ => {}
        }
    }
    assert_eq!(cases, 8);
    Ok(())
}

#[test]
fn in_annotations() -> Result<(), Box<dyn Error>> {
    let text = harmless(Format::Github)?;
    // One unexpected line of the ledger, seven failures, one verdict.
    assert_eq!(text.lines().count(), 9, "{text}");
    for line in text.lines() {
        let (properties, _) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")).ok_or("no command")?;
        assert!(["error title=", "warning title=", "notice title="].iter().any(|kind| properties.starts_with(kind)));
        assert!(!properties.contains(',') && !line.contains("%0A") && !line.contains("%0D"), "{line}");
    }
    assert!(text.contains("%250A"), "{text}");
    Ok(())
}

#[test]
fn in_markdown() -> Result<(), Box<dyn Error>> {
    let text = harmless(Format::Markdown)?;
    let events: Vec<_> = pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::all()).collect();
    for event in events {
        match event {
            pulldown_cmark::Event::Html(html) | pulldown_cmark::Event::InlineHtml(html) => {
                let own = ["<details><summary>\n", "</summary>\n", "</details>\n"];
                assert!(own.contains(&&*html), "{html}");
            }
            pulldown_cmark::Event::Start(
                tag @ (pulldown_cmark::Tag::Link { .. } | pulldown_cmark::Tag::Image { .. }),
            ) => panic!("{tag:?}"),
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn on_the_page() -> Result<(), Box<dyn Error>> {
    let page = harmless(Format::Html)?;
    for harmful in ["<script", "<img", "-->", "<a ", "href=", "<!--"] {
        assert!(!page.contains(harmful), "{harmful} in {page}");
    }
    // Every attribute is one of the page's own.
    assert_eq!(page.matches("src=").count(), page.matches("&lt;img src=").count());
    assert_eq!(page.matches("<article>").count(), 7);
    Ok(())
}
