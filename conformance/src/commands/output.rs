//! Where reports go: standard output, files, and the step summary of GitHub.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, StripStream};
use steadlith_conformance::report::document::Report;
use steadlith_conformance::report::format::{Format, Style};
use steadlith_conformance::report::material::Material;

use super::Fault;
use crate::cli::{OutFile, OutputArgs};

/// The file to which GitHub wants the summary of a step to be added.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Writes one report in a format, with the style if it goes to standard output.
pub type WriteOne<'w> = dyn FnMut(Format, Option<Style>, &mut dyn Write) -> io::Result<()> + 'w;

/// Finds out before the work what would make it useless.
pub fn check(args: &OutputArgs) -> Result<(), Fault> {
    let formats = stdout_formats(args);
    for (index, format) in formats.iter().enumerate() {
        if formats[..index].contains(format) {
            return Err(Fault::Usage(format!("--format {} is given twice", format.name())));
        }
        if formats.len() > 1 && matches!(format, Format::Json | Format::Junit | Format::Html) {
            let name = format.name();
            return Err(Fault::Usage(format!(
                "--format {name} has to be alone on standard output; --out {name}=FILE writes it into a file"
            )));
        }
    }
    check_files(&args.out)
}

/// The same for the files alone.
pub fn check_files(files: &[OutFile]) -> Result<(), Fault> {
    for (index, OutFile { path, .. }) in files.iter().enumerate() {
        if files[..index].iter().any(|other| is_same_file(&other.path, path)) {
            return Err(Fault::Usage(format!("--out names {} twice", path.display())));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if path.is_dir() || !folder.is_dir() {
            let why = if path.is_dir() { "it is a folder" } else { "there is no such folder" };
            return Err(Fault::Usage(format!("--out cannot write {}: {why}", path.display())));
        }
    }
    Ok(())
}

/// Refuses a report in the place of a file that the command reads or writes for something else.
pub fn check_apart(files: &[OutFile], other: &Path, what: &str) -> Result<(), Fault> {
    match files.iter().find(|file| is_same_file(&file.path, other)) {
        None => Ok(()),
        Some(file) => {
            Err(Fault::Usage(format!("--out {} is {what}; give the report a file of its own", file.path.display())))
        }
    }
}

/// Whether two paths lead to one regular file, or to the place of one that does not exist yet.
fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || matches!((real(one), real(other)), (Some(one), Some(other)) if one == other)
}

/// The path without links and detours. A link to a file that does not exist yet is followed as well.
fn real(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    // As many links as systems follow in a row.
    for _ in 0..40 {
        if let Ok(real) = path.canonicalize() {
            return Some(real);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().ok()?;
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return Some(folder.join(path.file_name()?)),
        }
    }
    None
}

/// Writes every report that was asked for, the files first. What can be written is, whatever goes wrong with the rest.
pub fn write(args: &OutputArgs, report: &Report, material: &Material<'_>, shown_in_full: usize) -> Result<(), Fault> {
    let in_file = Style { shown_in_full: usize::MAX, width: None };
    each(&args.out, &stdout_formats(args), shown_in_full, &mut |format, on_terminal, out| {
        format.write(report, material, on_terminal.unwrap_or(in_file), out)
    })
}

/// The formats for standard output.
pub fn stdout_formats(args: &OutputArgs) -> Vec<Format> {
    if args.format.is_empty() { vec![Format::Terminal] } else { args.format.clone() }
}

/// Writes into each place.
pub fn each(files: &[OutFile], stdout: &[Format], shown_in_full: usize, write: &mut WriteOne<'_>) -> Result<(), Fault> {
    let mut outcome = Ok(());
    let mut note = |place: &dyn Fn() -> String, written: io::Result<()>| {
        if let Err(source) = written
            && outcome.is_ok()
        {
            outcome = Err(Fault::Report { place: place(), source });
        }
    };
    for OutFile { format, path } in files {
        let written = File::create(path).and_then(|file| {
            let mut out: BufWriter<Box<dyn Write>> = BufWriter::new(match format {
                Format::Terminal => Box::new(StripStream::new(file)),
                _ => Box::new(file),
            });
            write(*format, None, &mut out)?;
            out.flush()
        });
        note(&|| path.display().to_string(), written);
    }
    if stdout.contains(&Format::Github)
        && let Some(path) = std::env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty())
    {
        note(&|| format!("the file of {STEP_SUMMARY}"), append(Path::new(&path), write));
    }
    note(&|| "standard output".to_owned(), to_stdout(stdout, shown_in_full, write));
    outcome
}

fn append(path: &Path, write: &mut WriteOne<'_>) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?);
    write(Format::Markdown, None, &mut file)?;
    file.flush()
}

fn to_stdout(formats: &[Format], shown_in_full: usize, write: &mut WriteOne<'_>) -> io::Result<()> {
    let stdout = io::stdout();
    let width = stdout.is_terminal().then(terminal_size::terminal_size).flatten();
    let style = Style { shown_in_full, width: width.map(|(width, _)| usize::from(width.0)) };
    let written = (|| {
        let mut out = AutoStream::auto(stdout.lock());
        // Between these lines GitHub takes nothing for a command that a testee might have made a report say.
        let token = format!("conformance-{:016x}", RandomState::new().hash_one(0));
        let is_guarded = formats.len() > 1 && formats.contains(&Format::Github);
        if is_guarded {
            writeln!(out, "::stop-commands::{token}")?;
        }
        for format in formats.iter().filter(|format| **format != Format::Github) {
            write(*format, Some(style), &mut out)?;
        }
        if is_guarded {
            writeln!(out, "::{token}::")?;
        }
        if formats.contains(&Format::Github) {
            write(Format::Github, Some(style), &mut out)?;
        }
        out.flush()
    })();
    quietly(written)
}

/// What came of writing to standard output. Whoever reads it may have had enough of it; the outcome stays what it is.
pub fn quietly(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
