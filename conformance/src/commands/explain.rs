//! `conformance explain`: how the reference comes to an answer, and where an implementation parts from it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use steadlith_conformance::connection::Connection;
use steadlith_conformance::divergence::{self, StageOutcome};
use steadlith_conformance::item::{Item, items};
use steadlith_conformance::readable;
use steadlith_conformance::report::{input, terminal};
use steadlith_conformance::run;
use steadlith_conformance::worked::{self, View};
use steadlith_reference::text::decode;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_spec::Spec;
use steadlith_vectors::request::Request;

use super::output::quietly;
use super::{Fault, launcher, suite};
use crate::cli::ExplainArgs;

pub fn explain(args: &ExplainArgs) -> Result<ExitCode, Fault> {
    let suite = suite(&args.vectors)?;
    let item = items(&suite).into_iter().find(|item| item.id() == args.what);
    let of_file = match item {
        Some(_) if args.params.is_some() => {
            return Err(Fault::Usage("--params is for files; a case has its own parameters".to_owned()));
        }
        Some(_) => None,
        None => Some(request_of_file(args)?),
    };
    let mut comparison = Comparison::start(args)?;
    let mut out = Vec::new();
    let requests = match (&item, &of_file) {
        (Some(item), _) => {
            describe(*item, &mut out)?;
            item.requests()
        }
        (None, of_file) => of_file.as_slice(),
    };
    let unicode = args.unicode.or(comparison.as_ref().map(|comparison| comparison.unicode)).unwrap_or_default();
    let view = if args.all { View::Whole } else { View::Abridged };
    let mut is_same = true;
    for (number, request) in requests.iter().enumerate() {
        if requests.len() > 1 {
            writeln!(out, "Request {} of {}\n", number + 1, requests.len())?;
        }
        writeln!(out, "{}", worked::explain_request(request, unicode, view))?;
        if let Some(comparison) = &mut comparison {
            is_same &= comparison.compare(request, unicode, &mut out)?;
        }
    }
    quietly(anstream::stdout().lock().write_all(&out))?;
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A request to chunk the text of a file.
fn request_of_file(args: &ExplainArgs) -> Result<Request, Fault> {
    let path = Path::new(&args.what);
    let bytes = std::fs::read(path).map_err(|error| {
        let hint = if path.exists() { "" } else { "; `conformance list` shows the ids of all cases" };
        Fault::Usage(format!("{:?} is no case, and cannot be read as a file: {error}{hint}", args.what))
    })?;
    let text = decode(&bytes).map_err(|error| {
        Fault::Usage(format!("{} is not UTF-8, from byte {} on", path.display(), error.valid_up_to()))
    })?;
    let params = args.params.as_deref().map(|params| {
        serde_json::from_str::<Value>(params).map_err(|error| Fault::Usage(format!("--params is not JSON: {error}")))
    });
    Ok(Request::Chunk { params: params.transpose()?, text: text.into(), token_counter: None })
}

/// The case itself: what it is about, its clauses, its input and the expected answer.
fn describe(item: Item<'_>, out: &mut impl Write) -> Result<(), Fault> {
    let spec = Spec::embedded();
    writeln!(out, "{} {}", item.id(), item.title())?;
    for clause in item.clauses().iter().filter_map(|id| spec.clause(id)) {
        terminal::write_clause(clause, out)?;
    }
    for (number, request) in item.requests().iter().enumerate() {
        let which = if item.requests().len() > 1 { format!(" {}", number + 1) } else { String::new() };
        for (name, value) in input::members(request) {
            writeln!(out, "  input{which} {name}: {value}")?;
        }
    }
    let expected = match item {
        Item::Case(case) => json!(case.expect),
        Item::Relation(relation) => json!(relation.holds),
    };
    writeln!(out, "  expected {}\n", readable::text(&expected.to_string()))?;
    Ok(())
}

/// An implementation beside the reference.
struct Comparison {
    launcher: steadlith_conformance::session::Launcher,
    title: String,
    capabilities: Vec<String>,
    unicode: UnicodeVersion,
}

impl Comparison {
    /// The implementation of `--impl`, if there is one, probed for its Unicode version.
    fn start(args: &ExplainArgs) -> Result<Option<Comparison>, Fault> {
        if args.testee.implementation.is_none() {
            return Ok(None);
        }
        let launcher = launcher(&args.testee)?;
        let (session, hello) = launcher.open()?;
        let mut connection = Connection::of(&launcher, session);
        let (_, shown) = run::probe(&mut connection, hello.unicode.as_deref())?;
        let unicode = steadlith_conformance::unicode_probe::judged_by(shown, hello.unicode.as_deref());
        // What comes after the answer to the probe is the business of `run`.
        let _ = connection.end();
        let title = format!("{} {}", readable::text(&hello.name), readable::text(&hello.version));
        Ok(Some(Comparison { launcher, title, capabilities: hello.capabilities, unicode }))
    }

    /// Shows the stages up to the first that differs, and gives whether none does.
    fn compare(&mut self, request: &Request, unicode: UnicodeVersion, out: &mut impl Write) -> Result<bool, Fault> {
        writeln!(out, "== {} beside the reference, both by Unicode {unicode} ==", self.title)?;
        let mut connection = Connection::new(&self.launcher);
        let stages = divergence::stages(&mut connection, request, &self.capabilities, unicode);
        let _ = connection.end();
        let mut is_same = true;
        for stage in stages {
            match stage.outcome {
                StageOutcome::Same => writeln!(out, "{}: the same", stage.name)?,
                StageOutcome::NotCompared(why) => writeln!(out, "{}: not compared, {why}", stage.name)?,
                StageOutcome::Differs(failure) => {
                    is_same = false;
                    writeln!(
                        out,
                        "{}: here the two part. {}: {}",
                        stage.name,
                        failure.class.as_str(),
                        failure.message
                    )?;
                    if let Some(difference) = &failure.difference {
                        terminal::write_difference(difference, out)?;
                    }
                    if let Some(picture) = &failure.boundaries {
                        terminal::write_picture(picture, None, out)?;
                    }
                }
            }
        }
        writeln!(out)?;
        Ok(is_same)
    }
}
