//! All reports of a run agree in every count (PROTO-28).

use std::error::Error;

use quick_xml::events::Event;
use serde_json::Value;
use steadlith_conformance::report::format::Format;
use steadlith_conformance::results::{Counts, Run};
use steadlith_vectors::suite::Suite;

use super::sample::{runs, suite};
use super::shown;

type Checked = Result<(), Box<dyn Error>>;

#[test]
fn all_reports_agree_in_every_count() -> Checked {
    let suite = suite()?;
    for (name, run) in runs(&suite) {
        let counts = run.counts();
        assert_eq!(counts.passed + counts.failed + counts.failed_uncounted + counts.skipped, run.cases.len(), "{name}");
        terminal(&run, &suite, counts).map_err(|error| format!("{name}, terminal: {error}"))?;
        document(&run, &suite, counts).map_err(|error| format!("{name}, document: {error}"))?;
        junit(&run, &suite, counts).map_err(|error| format!("{name}, junit: {error}"))?;
        github(&run, &suite, counts).map_err(|error| format!("{name}, github: {error}"))?;
        markdown(&run, &suite, counts).map_err(|error| format!("{name}, markdown: {error}"))?;
        page(&run, &suite, counts).map_err(|error| format!("{name}, page: {error}"))?;
    }
    Ok(())
}

/// The three numbers of a line such as `1 passed, 2 failed, 3 skipped`.
fn line(counts: Counts) -> String {
    format!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Checked {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}").into()) }
}

fn terminal(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let text = shown(Format::Terminal, run, suite, usize::MAX)?;
    same("last line", text.lines().last(), Some(line(counts).as_str()))?;
    same("verdict", text.lines().rev().nth(1), Some(run.verdict().as_str()))?;
    let shown = text.lines().filter(|line| line.starts_with("FAIL")).count();
    same("failures", shown, counts.failed + counts.failed_uncounted)?;
    let rows = text.lines().skip_while(|line| !line.starts_with("chapter")).skip(1).take_while(|line| !line.is_empty());
    let mut sums = [0; 3];
    for row in rows {
        let row = row.split("  and ").next().unwrap_or_default();
        for (sum, word) in sums.iter_mut().rev().zip(row.split_whitespace().rev()) {
            *sum += word.parse::<usize>()?;
        }
    }
    same("chapters", sums, [counts.passed, counts.failed, counts.skipped])
}

fn document(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let document: Value = serde_json::from_str(&shown(Format::Json, run, suite, 0)?)?;
    same("counts", serde_json::from_value::<Counts>(document["counts"].clone())?, counts)?;
    let chapters = document["chapters"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (member, count) in [
        ("passed", counts.passed),
        ("failed", counts.failed),
        ("failed_uncounted", counts.failed_uncounted),
        ("skipped", counts.skipped),
    ] {
        let sum: u64 = chapters.iter().filter_map(|chapter| chapter["counts"][member].as_u64()).sum();
        same(member, sum, u64::try_from(count)?)?;
    }
    same("verdict", document["verdict"].as_str(), Some(run.verdict().as_str()))
}

fn junit(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let xml = shown(Format::Junit, run, suite, 0)?;
    let mut reader = quick_xml::Reader::from_str(&xml);
    let mut found = [0; 3];
    let mut sums = [0; 4];
    let mut root = [0; 3];
    loop {
        match reader.read_event()? {
            Event::Start(tag) | Event::Empty(tag) => {
                let number = |name: &str| -> Result<usize, Box<dyn Error>> {
                    let attribute = tag.try_get_attribute(name)?.ok_or(format!("no {name}"))?;
                    Ok(attribute.value.parse()?)
                };
                match tag.name().as_ref() {
                    "testsuites" => root = [number("tests")?, number("failures")?, number("errors")?],
                    "testsuite" => {
                        for (sum, name) in sums.iter_mut().zip(["tests", "failures", "errors", "skipped"]) {
                            *sum += number(name)?;
                        }
                    }
                    "testcase" => found[0] += 1,
                    "failure" | "error" => found[1] += 1,
                    "skipped" => found[2] += 1,
                    _ => {}
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let skipped = counts.skipped + counts.failed_uncounted;
    same("elements", found, [run.cases.len(), counts.failed, skipped])?;
    same("suites", [sums[0], sums[1] + sums[2], sums[3]], found)?;
    same("root", root, [sums[0], sums[1], sums[2]])?;
    let property = format!(r#"<property name="counts" value="{}"/>"#, line(counts));
    same("property", xml.matches(&property).count(), 1)
}

fn github(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let text = shown(Format::Github, run, suite, 0)?;
    let count = |kind: &str| -> Result<usize, Box<dyn Error>> {
        let mut count = 0;
        for line in text.lines().filter(|line| line.starts_with(&format!("::{kind} "))) {
            count += match line.split_once("::and ").and_then(|(_, rest)| rest.split_once(" more")) {
                Some((more, _)) => more.parse()?,
                None => 1,
            };
        }
        Ok(count)
    };
    let (errors, warnings) = match &run.ledger {
        None => (counts.failed, counts.failed_uncounted),
        Some(ledger) => (ledger.unexpected.len(), counts.failed + counts.failed_uncounted),
    };
    same("errors", count("error")?, errors)?;
    same("warnings", count("warning")?, warnings)?;
    same("notice", text.matches(&line(counts)).count(), 1)
}

fn markdown(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let text = shown(Format::Markdown, run, suite, 0)?;
    same("counts", text.matches(&line(counts)).count(), 1)?;
    let in_full = text.matches("<details>").count();
    let named = text.lines().filter(|line| line.starts_with("- **made-up/")).count();
    let others = text.lines().filter_map(|line| line.strip_prefix("- and ")?.split(' ').next()?.parse::<usize>().ok());
    same("failures", in_full + named + others.sum::<usize>(), counts.failed + counts.failed_uncounted)
}

fn page(run: &Run, suite: &Suite, counts: Counts) -> Checked {
    let page = shown(Format::Html, run, suite, 0)?;
    same("counts", page.matches(&line(counts)).count(), 1)?;
    let total = format!(
        r#"<th scope="row">all</th><td class="number">{}</td><td class="number">{}</td><td class="number">{}</td>"#,
        counts.passed, counts.failed, counts.skipped
    );
    same("total", page.matches(&total).count(), 1)?;
    let articles = page.matches("<article>").count();
    let rows = page.split("Not shown in full.").nth(1).map_or(0, |rest| {
        rest.split("</tbody>").next().map_or(0, |rows| rows.matches(r#"<tr><th scope="row">"#).count())
    });
    same("failures", articles + rows, counts.failed + counts.failed_uncounted)
}
