//! `conformance testee`: the reference, or the second implementation with a fault, on standard input and output.

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use steadlith_conformance::locality::strict::StrictlyLocal;
use steadlith_conformance::model::{self, Model, UNREVEALED, faults};
use steadlith_conformance::testee::{Testee, serve};

use super::Fault;
use crate::cli::TesteeArgs;

/// How many ids are suggested in place of an unknown one.
const SUGGESTED: usize = 5;

pub fn testee(args: &TesteeArgs) -> Result<ExitCode, Fault> {
    let fault = match args.fault.as_deref() {
        Some("list") => {
            list(&mut anstream::stdout().lock())?;
            return Ok(ExitCode::SUCCESS);
        }
        Some("none") => Some(None),
        Some(id) => Some(Some(named(id)?)),
        None => None,
    };
    let mut input = BufReader::with_capacity(64 << 10, io::stdin().lock());
    let mut output = io::stdout().lock();
    match fault {
        None if args.strictly_local => serve(&mut input, &mut output, |line| StrictlyLocal.answer_line(line))?,
        None => Testee::new(args.unicode).serve(&mut input, &mut output)?,
        Some(fault) => Model::new(Some(args.unicode.as_str()), fault).serve(&mut input, &mut output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The fault of this id.
fn named(id: &str) -> Result<model::Fault, Fault> {
    model::Fault::from_id(id).ok_or_else(|| {
        let near = near(id);
        let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
        Fault::Usage(format!("--fault {id:?} is no fault{hint}; `--fault list` shows them all"))
    })
}

/// The ids that are likely meant, the nearest first.
fn near(id: &str) -> Vec<&'static str> {
    let mut near: Vec<(f64, &str)> = faults()
        .iter()
        .map(|info| (strsim::normalized_damerau_levenshtein(id, info.id), info.id))
        .filter(|&(likeness, known)| likeness > 0.6 || (id.len() > 2 && known.contains(id)))
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter().take(SUGGESTED).map(|(_, id)| id).collect()
}

fn list(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} faults that can be switched on:", faults().len())?;
    for info in faults() {
        writeln!(out, "\n{} ({})\n  {}", info.id, info.clauses.join(", "), info.description)?;
    }
    writeln!(out, "\n{} mistakes that no request reveals:", UNREVEALED.len())?;
    for (mistake, reason) in UNREVEALED {
        writeln!(out, "\n{mistake}\n  {reason}")?;
    }
    Ok(())
}
