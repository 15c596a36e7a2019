//! The reference against another implementation on random documents.
//!
//! The random requests become a suite whose expectations are the reference's answers, and the runner judges by it: an
//! implementation in agreement passes every case.

use serde_json::{Value, json};
use steadlith_conformance::ascii_json;
use steadlith_conformance::generate::RandomRequests;
use steadlith_conformance::results::Run;
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::session::{Launcher, StartError};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Case, Expectation, ExpectedError, FromUnicode, Level, Origin};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::{SUITE_VERSION, Suite};

use crate::vectors::answers;

/// A suite of `documents` random requests from `seed`, with the reference's answers.
///
/// # Errors
/// If the reference gives no answer, which is a fault of the generator.
pub fn suite(documents: usize, seed: u64) -> Result<Suite, String> {
    let cases = RandomRequests::new(seed)
        .take(documents)
        .enumerate()
        .map(|(index, request)| case(index, seed, request))
        .collect::<Result<_, _>>()?;
    Ok(Suite { version: SUITE_VERSION.to_owned(), cases, relations: Vec::new() })
}

fn case(index: usize, seed: u64, request: Request) -> Result<Case, String> {
    let snaps = |value: &Value| value == "cdc-rabin+snap" || value == &json!(true);
    let wire = json!(request);
    let mut requires = Vec::new();
    if ["strategy", "snap_to_boundaries"].iter().any(|field| wire["params"].get(field).is_some_and(snaps)) {
        requires.push("snapping".to_owned());
    }
    if wire.get("token_counter").is_some() {
        requires.push("token-counter".to_owned());
    }
    Ok(Case {
        id: format!("random/{seed}-{index}"),
        title: format!("random document {index} of seed {seed}"),
        clauses: vec!["ID-1".to_owned()],
        level: Level::Must,
        requires,
        expect: expectation(&request)?,
        or_refused: None,
        request,
        origin: Origin::Generated { seed },
        since: SUITE_VERSION.to_owned(),
        twin: None,
        notes: None,
    })
}

fn expectation(request: &Request) -> Result<Expectation, String> {
    if answers::check_unicode_independence(request).is_ok() {
        return of_reply(&answers::reply(request, UnicodeVersion::default())?);
    }
    let mut by_version = Vec::new();
    for version in UnicodeVersion::ALL {
        match of_reply(&answers::reply(request, version)?)? {
            Expectation::Ok(ok) => by_version.push(FromUnicode { from: version.to_string(), ok }),
            // An oversized word is the same word in every version, or the document says nothing about any.
            refused => return Ok(refused),
        }
    }
    Ok(Expectation::ByUnicode(by_version))
}

fn of_reply(reply: &Value) -> Result<Expectation, String> {
    if let Some(ok) = reply.get("ok") {
        return Ok(Expectation::Ok(ok.clone()));
    }
    let mut error = reply["error"].clone();
    if let Some(error) = error.as_object_mut() {
        error.remove("field");
        error.remove("message");
    }
    let error: ExpectedError =
        serde_json::from_value(error).map_err(|_| format!("the reference does not answer: {reply}"))?;
    Ok(Expectation::Error(error))
}

/// Judges an implementation by random documents.
///
/// # Errors
/// A [`StartError`] if it cannot be judged at all.
pub fn differences(suite: &Suite, launcher: &Launcher, options: &Options) -> Result<(Run, Vec<String>), StartError> {
    let run = run::run(suite, launcher, options, &mut |_| {})?;
    let differences = run
        .failed()
        .map(|(result, failure)| {
            let request = suite.case(&result.id).map(|case| ascii_json::to_string(&case.request)).unwrap_or_default();
            format!("{}: {}\n  request: {request}", result.id, failure.message)
        })
        .collect();
    Ok((run, differences))
}
