//! The reports of made-up runs: what each format says, that all say the same, and that nothing a testee says does harm.

use std::error::Error;

use anstream::StripStream;
use steadlith_conformance::report::document::{MadeBy, Report};
use steadlith_conformance::report::format::{Format, Style};
use steadlith_conformance::report::material::Material;
use steadlith_conformance::results::{Run, Verdict};
use steadlith_vectors::case::Level;
use steadlith_vectors::suite::Suite;

use sample::{run, spec, suite};

mod agreement;
mod comparison;
mod formats;
mod hostile;
mod sample;

/// Versions that do not change with every release.
fn made_by() -> MadeBy {
    MadeBy { conformance: "0.0.1".to_owned(), reference: "0.0.2".to_owned() }
}

/// A run in a format, without styles.
fn shown(format: Format, run: &Run, suite: &Suite, shown_in_full: usize) -> Result<String, Box<dyn Error>> {
    let spec = spec();
    let material = Material { spec: &spec, suite: Some(suite) };
    let report = Report { made_by: made_by(), ..Report::of(run.clone(), &spec) };
    let mut bytes = Vec::new();
    let style = Style { shown_in_full, width: None };
    match format {
        Format::Terminal => format.write(&report, &material, style, &mut StripStream::new(&mut bytes))?,
        _ => format.write(&report, &material, style, &mut bytes)?,
    }
    Ok(String::from_utf8(bytes)?)
}

#[test]
fn styles_are_there_for_a_terminal() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let mut bytes = Vec::new();
    let material = Material { spec: &spec(), suite: Some(&suite) };
    let report = Report::of(run(&suite), &spec());
    Format::Terminal.write(&report, &material, Style { shown_in_full: 1, width: None }, &mut bytes)?;
    assert!(String::from_utf8(bytes)?.contains("\u{1b}["));
    Ok(())
}

#[test]
fn lines_are_as_wide_as_the_terminal() -> Result<(), Box<dyn Error>> {
    let suite = suite()?;
    let spec = spec();
    let report = Report::of(run(&suite), &spec);
    for width in [60, 100] {
        let mut bytes = Vec::new();
        let style = Style { shown_in_full: 9, width: Some(width) };
        let material = Material { spec: &spec, suite: Some(&suite) };
        Format::Terminal.write(&report, &material, style, &mut StripStream::new(&mut bytes))?;
        let text = String::from_utf8(bytes)?;
        let widest = text.lines().filter(|line| !line.starts_with("  repeat ")).map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= width && widest > width - 12), "{widest:?} of {width}:\n{text}");
        assert!(text.ends_with("2 passed, 4 failed, 1 skipped\n"), "{text}");
    }
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
