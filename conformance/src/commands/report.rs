//! `conformance report`: shows a report again, compares two, or puts several into one table (PROTO-31).

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use steadlith_conformance::report::comparison::Comparison;
use steadlith_conformance::report::comparison_shown;
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::format::{Format, Style};
use steadlith_conformance::report::material::Material;
use steadlith_conformance::report::table::Table;
use steadlith_spec::Spec;
use steadlith_vectors::suite::Suite;

use super::{Fault, SHOWN_IN_FULL, output};
use crate::cli::ReportArgs;

pub fn report(args: &ReportArgs) -> Result<ExitCode, Fault> {
    output::check(&args.output)?;
    let what = match (args.files.as_slice(), args.table) {
        (_, true) => "a table",
        ([_], false) => "a report",
        ([_, _], false) => "a comparison",
        _ => {
            return Err(Fault::Usage(
                "give one report to show it again, two to compare them, or --table for several".to_owned(),
            ));
        }
    };
    if what != "a report" {
        check_formats(args, what)?;
    }
    match args.files.as_slice() {
        [file] if !args.table => shown_again(args, file),
        [old, new] if !args.table => compared(args, old, new),
        _ => tabulated(args),
    }
}

/// A comparison and a table have no use for the formats that list the cases of one run.
fn check_formats(args: &ReportArgs, what: &str) -> Result<(), Fault> {
    let is_table = args.table;
    let has = |format: &Format| match format {
        Format::Terminal | Format::Markdown | Format::Html => true,
        Format::Json => !is_table,
        Format::Junit | Format::Github => false,
    };
    let formats = output::stdout_formats(&args.output).into_iter().chain(args.output.out.iter().map(|out| out.format));
    match formats.into_iter().find(|format| !has(format)) {
        None => Ok(()),
        Some(format) => Err(Fault::Usage(format!("{what} has no {} format", format.name()))),
    }
}

fn shown_again(args: &ReportArgs, file: &Path) -> Result<ExitCode, Fault> {
    let report = Report::from_file(file)?;
    let spec = Spec::embedded();
    let suite = Suite::embedded()?.as_of(&report.run.suite.version).ok();
    // The cases of another suite may be other cases.
    let suite = suite.filter(|suite| suite.digest() == report.run.suite.digest);
    let shown_in_full = if args.show_all { usize::MAX } else { SHOWN_IN_FULL };
    output::write(&args.output, &report, &Material { spec: &spec, suite: suite.as_ref() }, shown_in_full)?;
    Ok(ExitCode::SUCCESS)
}

fn compared(args: &ReportArgs, old: &Path, new: &Path) -> Result<ExitCode, Fault> {
    let comparison = Comparison::of(&Report::from_file(old)?, &Report::from_file(new)?);
    output::each(&args.output.out, &output::stdout_formats(&args.output), 0, &mut |format, style, out| match format {
        Format::Json => comparison.write_json(out),
        Format::Markdown => comparison_shown::markdown(&comparison, out),
        Format::Html => out.write_all(comparison_shown::html(&comparison).as_bytes()),
        _ => comparison_shown::terminal(&comparison, width(style), out),
    })?;
    Ok(if comparison.is_unexpected() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn tabulated(args: &ReportArgs) -> Result<ExitCode, Fault> {
    let named = |file: &Path| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, Report::from_file(file)?))
    };
    let reports: Vec<(String, Report)> = args.files.iter().map(|file| named(file)).collect::<Result<_, Fault>>()?;
    let table = Table::of(&reports);
    let mut write = |format: Format, _: Option<Style>, out: &mut dyn Write| -> io::Result<()> {
        match format {
            Format::Markdown => table.markdown(out),
            Format::Html => out.write_all(table.html().as_bytes()),
            _ => table.terminal(out),
        }
    };
    output::each(&args.output.out, &output::stdout_formats(&args.output), 0, &mut write)?;
    Ok(ExitCode::SUCCESS)
}

fn width(style: Option<Style>) -> Option<usize> {
    style.and_then(|style| style.width)
}
