//! Testees whose answers depend on more than the request are found out, and those of the others not on the number of
//! processes.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use steadlith_conformance::failure::Class;

use crate::expect::{self, Hostile, TempFile};

const CASE: &str = "probe/determinism";

/// Testees that do not answer by the request alone.
const MOODY: [&str; 3] = ["answers-at-random", "counts-requests", "depends-on-its-start"];

/// Testees that fail, each always in the same way.
const STEADY: [&str; 9] = [
    "behaves",
    "logs-and-dies-of-some",
    "exits-without-reply",
    "exits-in-the-middle-of-a-line",
    "aborts",
    "has-a-wrong-id",
    "answers-twice",
    "has-floats",
    "ends-with-status-5",
];

pub fn trials() -> Vec<Trial> {
    let moody = MOODY.map(|mode| Trial::test(mode, move || is_found_out(mode)));
    let steady = STEADY
        .map(|mode| Trial::test(format!("{mode}-with-any-number-of-jobs"), move || does_not_depend_on_jobs(mode)));
    let once = Trial::test("is-wrong-once", a_failure_that_does_not_come_again);
    let steadily_wrong = Trial::test("accepts-with-nothing", the_same_mistake_twice_is_no_mood);
    moody.into_iter().chain(steady).chain([once, steadily_wrong]).collect()
}

/// What fails without an answer is not compared with an answer, and is not missed the second time.
fn the_same_mistake_twice_is_no_mood() -> Result<(), Failed> {
    let run = Hostile::new("accepts-with-nothing").run()?;
    let failed: Vec<&str> = run.failed().map(|(case, _)| case.id.as_str()).collect();
    expect::that(failed == ["hostile/1"], || format!("{failed:?}"))
}

/// A rare wrong answer is far from the sample, and told from a wrong implementation all the same.
fn a_failure_that_does_not_come_again() -> Result<(), Failed> {
    let file = TempFile::new("is-wrong-once");
    let run = Hostile::new("is-wrong-once").argument(file.path()).with_more_cases(100).run()?;
    let failed: Vec<_> = run.failed().map(|(case, failure)| (case.id.as_str(), failure.message.as_str())).collect();
    let found_out = "hostile/81 is answered differently when asked again, in a fresh process and the opposite order: \
                     chunks[0].chunk_hash differs (expected is the first answer, actual the second)";
    let [("hostile/81", _), (CASE, message)] = failed.as_slice() else { return Err(format!("{failed:?}").into()) };
    expect::that(*message == found_out, || message.to_string())
}

fn is_found_out(mode: &'static str) -> Result<(), Failed> {
    let run = Hostile::new(mode).with_many_cases().run()?;
    let mut failed = run.failed();
    let (case, failure) = failed.find(|(case, _)| case.id == CASE).ok_or("it was not found out")?;
    expect::that(failure.class == Class::WrongAnswer, || format!("{failure:?}"))?;
    let names_a_case = failure.message.starts_with("hostile/")
        && failure
            .message
            .contains(" is answered differently when asked again, in a fresh process and the opposite order");
    expect::that(names_a_case, || failure.message.clone())?;
    expect::that(failure.message.contains("; so are "), || format!("others are not counted: {}", failure.message))?;
    let difference = failure.difference.as_ref().ok_or("the two answers are not shown")?;
    expect::that(difference.expected != difference.actual, || format!("{difference:?}"))?;
    expect::that(difference.path == "chunks[0].chunk_hash", || difference.path.clone())?;
    expect::that(case.clauses.iter().any(|clause| clause == "ID-1"), || format!("{:?}", case.clauses))
}

fn does_not_depend_on_jobs(mode: &'static str) -> Result<(), Failed> {
    let of_jobs = |jobs| -> Result<Value, Failed> {
        let run = Hostile::new(mode).with_many_cases().jobs(jobs).run()?;
        expect::that(mode == "behaves" || run.counts().failed > 0 || !run.notes.is_empty(), || {
            "nothing failed".into()
        })?;
        let mut run = serde_json::to_value(&run)?;
        expect::forget_times(&mut run);
        Ok(run)
    };
    let one = of_jobs(1)?;
    for jobs in [2, 7] {
        let other = of_jobs(jobs)?;
        expect::that(one == other, || format!("with {jobs} jobs:\n{other:#}\nand with one:\n{one:#}"))?;
    }
    Ok(())
}
