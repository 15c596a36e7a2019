//! `conformance testee`: the reference on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;

use steadlith_conformance::testee::Testee;

use super::Fault;
use crate::cli::TesteeArgs;

pub fn testee(args: &TesteeArgs) -> Result<ExitCode, Fault> {
    let mut input = BufReader::with_capacity(64 << 10, io::stdin().lock());
    Testee::new(args.unicode).serve(&mut input, &mut io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
