//! The arguments of `guard` for strict locality.

use clap::Args;

/// What is searched in place of a comparison of releases.
#[derive(Debug, Args)]
pub struct LocalityArgs {
    /// Search an implementation for violations of strict locality (LOC-3), in place of comparing two releases; --cases,
    /// --seed, --format and --out apply [without CMD: the built-in reference]
    #[arg(long, value_name = "CMD", num_args = 0..=1, conflicts_with_all = ["old", "new", "corpus", "skip_large", "migration", "jobs"])]
    #[expect(clippy::option_option, reason = "the option may stand without a value")]
    pub locality: Option<Option<String>>,

    /// With --locality: search under this identity, which the implementation offers beside v1 [default: v1]
    #[arg(long, value_name = "SCHEMA", requires = "locality")]
    pub identity: Option<String>,

    /// With --locality: verify the unbounded family (LOC-5) with N words, in place of the search
    #[arg(long, value_name = "N", requires = "locality", value_parser = family)]
    pub family: Option<usize>,
}

/// More words than this need more than the largest request has room for.
const MOST: usize = 4_000_000;

fn family(argument: &str) -> Result<usize, String> {
    match argument.parse() {
        Ok(words @ 17..=MOST) => Ok(words),
        _ => Err(format!("a number of words from 17 to {MOST} is needed")),
    }
}
