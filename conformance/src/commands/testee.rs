//! `conformance testee`: the reference, or the second implementation with a mistake, on standard input and output.

use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use serde_json::{Value, json};
use steadlith_conformance::ascii_json;
use steadlith_conformance::model::{Fault as Mistake, Model, faults};
use steadlith_conformance::testee::Testee;

use super::Fault;
use crate::cli::TesteeArgs;

pub fn testee(args: &TesteeArgs) -> Result<ExitCode, Fault> {
    let mut input = BufReader::with_capacity(64 << 10, io::stdin().lock());
    let mut output = io::stdout().lock();
    match args.fault.as_deref() {
        None => Testee::new(args.unicode.unwrap_or_default()).serve(&mut input, &mut output)?,
        Some("list") => list(&mut output)?,
        Some(id) => {
            let unicode = args.unicode.map(|version| version.as_str());
            serve(&mut Model::new(unicode, mistake(id)?), &mut input, &mut output)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The mistake of this id; `none` is the second implementation without any.
fn mistake(id: &str) -> Result<Option<Mistake>, Fault> {
    if id == "none" {
        return Ok(None);
    }
    Mistake::from_id(id).map(Some).ok_or_else(|| {
        Fault::Usage(format!("--fault {id:?} is unknown; `conformance testee --fault list` shows them all"))
    })
}

fn list(output: &mut impl Write) -> io::Result<()> {
    for fault in faults() {
        writeln!(output, "{}  {} ({})", fault.id, fault.description, fault.clauses.join(", "))?;
    }
    Ok(())
}

/// Answers requests until the input ends.
fn serve(model: &mut Model, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = match serde_json::from_slice::<Value>(&line) {
            Ok(request) => model.answer(&request),
            Err(error) => json!({"id": null, "unsupported": format!("the request cannot be read: {error}")}),
        };
        let reply = ascii_json::to_string(&reply);
        output.write_all(reply.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
