//! The report as JUnit XML: a suite for each chapter, a test case for each case.
//!
//! A wrong answer is a `failure`; a breach of the protocol, a crash or a timeout is an `error`, so that failures and
//! errors together are the failed cases. What failed without being counted is `skipped`, which its message says.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::document::Report;
use super::material::Material;
use super::terminal::{parting, value};
use super::{facts, summary};
use crate::failure::{Class, Failure};
use crate::readable;
use crate::results::{CaseResult, Run, Verdict};

/// How a case counts here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Passed,
    Failure,
    Error,
    Skipped,
}

type Xml<'o> = Writer<&'o mut dyn Write>;

/// Writes the report.
///
/// # Errors
/// Whatever writing gives.
pub fn write(report: &Report, material: &Material<'_>, out: &mut dyn Write) -> io::Result<()> {
    let run = &report.run;
    let mut xml: Xml<'_> = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&CaseResult> = run.cases.iter().collect();
    let mut root = attributes(run, &format!("conformance of {}", facts::title(run)), &all);
    // The schema knows no number of skipped cases here.
    root.retain(|(name, _)| *name != "skipped");
    element(&mut xml, "testsuites", &root, |xml| {
        for (number, (chapter, cases)) in summary::cases_by_chapter(run, material.spec).into_iter().enumerate() {
            element(xml, "testsuite", &attributes(run, &readable::text(&chapter), &cases), |xml| {
                if number == 0 {
                    properties(report, xml)?;
                }
                cases.iter().try_for_each(|case| test_case(run, case, material, xml))
            })?;
        }
        Ok(())
    })?;
    writeln!(xml.get_mut())
}

/// Name, numbers and time of cases.
fn attributes(run: &Run, name: &str, cases: &[&CaseResult]) -> Vec<(&'static str, String)> {
    let count = |kind: Kind| cases.iter().filter(|case| kind_of(run, case) == kind).count().to_string();
    vec![
        ("name", name.to_owned()),
        ("tests", cases.len().to_string()),
        ("failures", count(Kind::Failure)),
        ("errors", count(Kind::Error)),
        ("skipped", count(Kind::Skipped)),
        ("time", seconds(cases.iter().map(|case| case.seconds).sum())),
    ]
}

fn kind_of(run: &Run, case: &CaseResult) -> Kind {
    match &case.verdict {
        Verdict::Passed => Kind::Passed,
        Verdict::Skipped { .. } => Kind::Skipped,
        Verdict::Failed(_) if !run.is_counted(case) => Kind::Skipped,
        Verdict::Failed(failure) if failure.class == Class::WrongAnswer => Kind::Failure,
        Verdict::Failed(_) => Kind::Error,
    }
}

/// What the report is about, for the first suite, as the root can have no properties.
fn properties(report: &Report, xml: &mut Xml<'_>) -> io::Result<()> {
    let counts = report.counts;
    let mut properties = vec![("verdict", readable::message(&report.verdict)), ("counts", facts::counts(counts))];
    properties.push(("failed, not counted", counts.failed_uncounted.to_string()));
    properties.extend(facts::about(report));
    properties.extend(facts::outcome(&report.run));
    element(xml, "properties", &[], |xml| {
        properties.iter().try_for_each(|(name, value)| {
            empty(xml, "property", &[("name", (*name).to_owned()), ("value", value.clone())])
        })
    })
}

fn test_case(run: &Run, case: &CaseResult, material: &Material<'_>, xml: &mut Xml<'_>) -> io::Result<()> {
    let id = readable::text(&case.id);
    let topic = id.split('/').next().unwrap_or_default().to_owned();
    let attributes = [("name", id), ("classname", topic), ("time", seconds(case.seconds))];
    if case.verdict == Verdict::Passed {
        return empty(xml, "testcase", &attributes);
    }
    element(xml, "testcase", &attributes, |xml| {
        let message = |failure: &Failure| {
            let known = if is_known(run, case) { "known: " } else { "" };
            format!("{known}{}: {}", failure.class.as_str(), readable::message(&failure.message))
        };
        match (&case.verdict, kind_of(run, case)) {
            (Verdict::Passed, _) => Ok(()),
            (Verdict::Skipped { reason }, _) => empty(xml, "skipped", &[("message", readable::text(reason))]),
            (Verdict::Failed(failure), Kind::Skipped) => {
                let message = format!("failed, but not counted (level SHOULD): {}", message(failure));
                empty(xml, "skipped", &[("message", message)])
            }
            (Verdict::Failed(failure), kind) => {
                let name = if kind == Kind::Failure { "failure" } else { "error" };
                let attributes = [("type", failure.class.as_str().to_owned()), ("message", message(failure))];
                element(xml, name, &attributes, |xml| {
                    xml.write_event(Event::Text(BytesText::new(&details(run, case, failure, material))))
                })?;
                stderr(failure, xml)
            }
        }
    })
}

/// Whether a ledger lists the failure.
fn is_known(run: &Run, case: &CaseResult) -> bool {
    run.ledger.as_ref().is_some_and(|ledger| {
        let prefix = format!("{}: ", case.id);
        run.is_counted(case) && !ledger.unexpected.iter().any(|line| line.starts_with(&prefix))
    })
}

fn details(run: &Run, case: &CaseResult, failure: &Failure, material: &Material<'_>) -> String {
    let mut lines = vec![readable::text(&case.title)];
    if let Some(difference) = &failure.difference {
        lines.push(format!("at {}", readable::text(&difference.path)));
        lines.push(format!("expected {}", value(&difference.expected)));
        lines.push(format!("actual   {}", value(&difference.actual)));
        lines.extend(parting(difference));
    }
    lines.extend(failure.boundaries.iter().map(|picture| picture.caption()));
    lines.extend(material.input(case).into_iter().map(|(label, name, value)| format!("{label} {name}: {value}")));
    lines.extend(material.clause(case).map(|clause| format!("clause {} ({})", clause.id, clause.place())));
    lines.push(format!("repeat {}", facts::repeat(run, Some(case))));
    format!("\n{}\n", lines.join("\n"))
}

fn stderr(failure: &Failure, xml: &mut Xml<'_>) -> io::Result<()> {
    let Some(stderr) = &failure.stderr else { return Ok(()) };
    let lines: Vec<String> = stderr.lines().map(readable::output_line).collect();
    element(xml, "system-err", &[], |xml| xml.write_event(Event::Text(BytesText::new(&lines.join("\n")))))
}

fn empty(xml: &mut Xml<'_>, name: &str, attributes: &[(&'static str, String)]) -> io::Result<()> {
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element(name).with_attributes(attributes).write_empty().map(|_| ())
}

fn element(
    xml: &mut Xml<'_>,
    name: &str,
    attributes: &[(&'static str, String)],
    content: impl FnOnce(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element(name).with_attributes(attributes).write_inner_content(content).map(|_| ())
}

/// Seconds with three decimals, as the schema wants them.
fn seconds(seconds: f64) -> String {
    format!("{:.3}", if seconds.is_finite() { seconds.max(0.0) } else { 0.0 })
}
