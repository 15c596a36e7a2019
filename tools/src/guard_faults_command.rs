//! `steadlith-tools guard-faults`: what `guard` makes of every fault.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use steadlith_tools::guard_faults::{FEW_WORDS, Measured, Outcome, measured};
use steadlith_tools::strength::chosen;
use steadlith_vectors::suite::Suite;

/// Faults that few words cannot show: the window of the first has more than 64 words, and the second takes texts for one
/// that agree in a short hash.
const NEEDS_MORE: [&str; 2] = ["window-at-most-64", "cached-by-hash-code"];

/// Arguments of `guard-faults`.
#[derive(Args)]
pub struct GuardFaultsArgs {
    /// Only these faults
    #[arg(value_name = "ID")]
    faults: Vec<String>,
    /// How many documents are generated
    #[arg(long, default_value_t = 100)]
    documents: usize,
    /// Name every fault of which nothing at all shows, and exit 1 if there are any
    #[arg(long)]
    check: bool,
}

/// Measures the faults and prints what guard made of them.
///
/// # Errors
/// An id that is no fault, and vectors that cannot be used.
pub fn run(args: &GuardFaultsArgs) -> Result<Vec<String>, Box<dyn Error>> {
    let faults = chosen(&args.faults)?;
    let suite = Suite::embedded()?;
    let done = AtomicUsize::new(0);
    let count = faults.len();
    let measured = measured(&faults, &suite, args.documents, &|| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(50) {
            eprintln!("{done} of {count} faults");
        }
    });
    print(&measured);
    let problems = measured.iter().filter_map(problem).collect();
    Ok(if args.check { problems } else { Vec::new() })
}

fn print(measured: &[Measured]) {
    let mut counts = [0_usize; 4];
    for Measured { info, outcome } in measured {
        match outcome {
            Outcome::Caught { clauses, words, needs_large } => {
                counts[0] += 1;
                counts[1] += usize::from(*words <= FEW_WORDS);
                let large = if *needs_large { ", by large texts only" } else { "" };
                println!("caught      {} ({}, {words} words{large})", info.id, clauses.join(", "));
            }
            Outcome::NotCaught(instead) if instead.is_empty() => {
                counts[3] += 1;
                println!("NOT CAUGHT  {}", info.id);
            }
            Outcome::NotCaught(instead) => {
                counts[2] += 1;
                println!("no breach   {}: {instead}", info.id);
            }
            Outcome::NotCompared(why) => {
                counts[2] += 1;
                println!("no breach   {}: {why}", info.id);
            }
        }
    }
    let [caught, few, otherwise, missed] = counts;
    println!(
        "{} faults: {caught} caught, {few} of them with at most {FEW_WORDS} words; {otherwise} break no rule and show \
         otherwise; {missed} not caught",
        measured.len()
    );
}

fn problem(measured: &Measured) -> Option<String> {
    let id = measured.info.id;
    match &measured.outcome {
        Outcome::NotCaught(instead) if instead.is_empty() => Some(format!("{id}: nothing shows of it")),
        Outcome::Caught { words, needs_large: false, .. } if *words > FEW_WORDS && !NEEDS_MORE.contains(&id) => {
            Some(format!("{id}: the smallest example has {words} words"))
        }
        _ => None,
    }
}
