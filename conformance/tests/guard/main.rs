//! Two releases side by side: this test program itself is one of them, as a real child process.

mod testee;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::guard::acceptance::Acceptance;
use steadlith_conformance::guard::compare::{Options, compare};
use steadlith_conformance::guard::outcome::{Breach, Comparison};
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::session::Launcher;
use steadlith_vectors::suite::Suite;

use testee::V2;

/// Every how many cases of the suite are asked.
const STEP: usize = 5;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--release") {
        return match testee::serve(&arguments.next().unwrap_or_default()) {
            Ok(status) => ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX)),
            Err(_) => ExitCode::FAILURE,
        };
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

fn trials() -> Vec<Trial> {
    let trial = |mode: &'static str, test: fn(Comparison) -> Result<(), Failed>| {
        Trial::test(mode, move || test(of_mode(mode, 1)?))
    };
    vec![
        trial("same", |it| is_clean(&it)),
        trial("v2-beside-v1", v2_leaves_v1_alone),
        trial("v2-has-the-hashes-of-v1", |it| breaks(&it, "VER-4", V2)),
        trial("v2-claims-v1", |it| breaks(&it, "VER-7", V2)),
        trial("v2-leaks", a_leak_shows_in_two_requests),
        trial("v1-is-answered-by-v2", |it| breaks(&it, "VER-7", "cairn-chunk-identity-v1")),
        trial("has-other-hashes", |it| breaks(&it, "VER-1", "cairn-chunk-identity-v1")),
        trial("has-another-default", another_default_is_a_new_identity),
        trial("hashes-what-is-written-out", |it| breaks(&it, "VER-15", "cairn-chunk-identity-v1")),
        trial("forgets-the-window", |it| breaks(&it, "VER-3", "cairn-chunk-identity-v1")),
        trial("ignores-unknown-parameters", a_parameter_check_breaks_no_rule),
        trial("refuses-a-window-of-1", |it| breaks(&it, "VER-5", "cairn-chunk-identity-v1")),
        trial("has-no-snapping", what_is_not_declared_is_left_out),
        trial("exits-at-merkle", |it| is_not_compared(&it, "crash", "exited with status 3")),
        trial("hangs-at-merkle", |it| is_not_compared(&it, "timeout", "no reply within 0.3 s")),
        trial("v2-depends-on-the-process", |it| breaks(&it, "ID-1", V2)),
        trial("v2-has-two-parameter-hashes", |it| breaks(&it, "VER-15", V2)),
        trial("v2-is-refused", what_is_never_accepted_is_named),
        Trial::test("v2-is-dropped", a_dropped_identity_is_named),
        Trial::test("a-stopped-comparison-tells-its-breaches", stopped_in_examples),
        Trial::test("a-request-that-both-fail-counts-once", both_sides_fail),
        Trial::test("a-change-of-unicode-has-its-price", unicode_has_its_price),
        Trial::test("nothing-is-waited-for-for-ever", nothing_is_waited_for),
        Trial::test("the-number-of-processes-makes-no-difference", jobs_make_no_difference),
        Trial::test("two-unicode-versions-are-no-violation", unicode_versions_are_set_apart),
        Trial::test("a-mistake-is-no-unicode-version", a_mistake_is_no_unicode_version),
        Trial::test("the-command-has-the-exit-codes-of-run", exit_codes),
        Trial::test("all-criteria-stand-on-one-page", one_page),
    ]
}

/// The command that starts this program in a mode.
fn in_mode(mode: &str) -> Result<String, Failed> {
    let exe = std::env::current_exe()?;
    Ok(shell_words::join([exe.to_str().unwrap_or_default(), "--release", mode]))
}

/// The reference against this program in a mode.
fn of_mode(mode: &str, jobs: usize) -> Result<Comparison, Failed> {
    // A busy machine must not make a release hang that does not.
    let reply = if mode.starts_with("hangs") { Duration::from_millis(300) } else { Limits::default().reply };
    compared(&conformance("testee"), &in_mode(mode)?, jobs, reply)
}

fn conformance(arguments: &str) -> String {
    format!("{} {arguments}", shell_words::quote(env!("CARGO_BIN_EXE_conformance")))
}

fn compared(old: &str, new: &str, jobs: usize, reply: Duration) -> Result<Comparison, Failed> {
    compared_until(old, new, jobs, reply, None)
}

/// With a `cancel`, the comparison is stopped as soon as a block is done.
fn compared_until(
    old: &str,
    new: &str,
    jobs: usize,
    reply: Duration,
    cancel: Option<&Cancel>,
) -> Result<Comparison, Failed> {
    let mut suite = Suite::embedded()?;
    let cases = std::mem::take(&mut suite.cases).into_iter().enumerate();
    let chosen = cases.filter(|(number, case)| number % STEP == 0 || case.id.starts_with("params/unknown"));
    suite.cases = chosen.map(|(_, case)| case).collect();
    let limits = Limits { reply, ..Limits::default() };
    let launcher = |command: &str| {
        let implementation = Implementation::parse(command)?;
        Ok::<_, Failed>(Launcher { implementation, limits, cancel: cancel.cloned().unwrap_or_default() })
    };
    let options = Options {
        suite: &suite,
        skip_large: true,
        documents: 60,
        seed: 1,
        corpus: None,
        jobs: NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN),
        migration: false,
    };
    let comparison = compare(&launcher(old)?, &launcher(new)?, &options, &mut |_| {
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    });
    comparison.map_err(|(who, error)| format!("{}: {error}", who.name()).into())
}

fn that(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

fn is_clean(it: &Comparison) -> Result<(), Failed> {
    that(!it.has_unexpected() && it.verdict.starts_with("UNCHANGED in "), || format!("{it:#?}"))
}

/// Some kind of violation is of this clause and identity, and no other clause is broken. Its example is small.
fn breaks(it: &Comparison, clause: &str, identity: &str) -> Result<(), Failed> {
    that(it.has_unexpected() && it.verdict.starts_with("VIOLATION: "), || it.verdict.clone())?;
    let is_it = |breach: &&Breach| breach.clause == clause && breach.identity == identity;
    let others: Vec<&Breach> = it.violations.iter().filter(|breach| !is_it(breach)).collect();
    that(others.is_empty(), || format!("{others:#?}"))?;
    let breach = it.violations.iter().find(is_it).ok_or_else(|| format!("{:#?}", it.violations))?;
    let example = &breach.example;
    that(example.repeatable && example.words <= 12, || format!("{example:#?}"))
}

fn v2_leaves_v1_alone(it: Comparison) -> Result<(), Failed> {
    is_clean(&it)?;
    let note = format!("the new side offers the identity {V2} as well, which has no old side to compare with: ");
    that(it.notes.iter().any(|it| it.starts_with(&note) && it.contains("is not checked there")), || {
        format!("{:?}", it.notes)
    })?;
    let prices: Vec<_> = it.prices.iter().map(|price| (price.to.as_str(), &price.generated)).collect();
    let [("cairn-chunk-identity-v1", v1), (V2, v2)] = prices.as_slice() else {
        return Err(format!("{prices:#?}").into());
    };
    that(v1.stays.chunks > 0 && v1.embedded_anew.chunks == 0, || format!("{v1:?}"))?;
    that(v2.stays.chunks == 0 && v2.embedded_anew == v1.stays, || format!("{v2:?}"))
}

/// An answer that depends on the request before is shown with that request.
fn a_leak_shows_in_two_requests(it: Comparison) -> Result<(), Failed> {
    let leak = it.violations.iter().find(|breach| breach.clause == "VER-1").ok_or_else(|| it.verdict.clone())?;
    that(leak.example.repeatable && leak.example.words <= 2, || format!("{leak:#?}"))?;
    let requests = &leak.example.requests;
    let named: Vec<bool> = requests.iter().map(|request| request.request.get("identity").is_some()).collect();
    that(named == [true, false], || format!("{requests:#?}"))
}

fn what_is_never_accepted_is_named(it: Comparison) -> Result<(), Failed> {
    that(it.has_unexpected() && it.violations.is_empty(), || it.verdict.clone())?;
    that(it.verdict.ends_with(&format!(", identities never accepted: {V2}")), || it.verdict.clone())
}

fn a_dropped_identity_is_named() -> Result<(), Failed> {
    let it = compared(&in_mode("v2-beside-v1")?, &conformance("testee"), 1, Limits::default().reply)?;
    that(it.verdict.ends_with(&format!(", identities dropped: {V2}")), || it.verdict.clone())?;
    that(it.has_unexpected(), || "a dropped identity that nobody announced is as expected".to_owned())?;
    let announced = Comparison { migration: true, ..it };
    that(!announced.has_unexpected(), || "a dropped identity that was announced is not as expected".to_owned())
}

/// Whoever stops a comparison hears of what was found, even if no example was made.
fn stopped_in_examples() -> Result<(), Failed> {
    let new = in_mode("has-other-hashes")?;
    let it = compared_until(&conformance("testee"), &new, 1, Limits::default().reply, Some(&Cancel::default()))?;
    that(it.interrupted && it.has_unexpected(), || it.verdict.clone())?;
    that(it.verdict.starts_with("PARTIAL, VIOLATION: "), || it.verdict.clone())?;
    let example = it.violations.first().map(|breach| &breach.example);
    that(example.is_some_and(|example| !example.requests.is_empty()), || format!("{example:?}"))
}

fn both_sides_fail() -> Result<(), Failed> {
    let new = in_mode("exits-at-merkle")?;
    let it = compared(&new, &new, 1, Limits::default().reply)?;
    let inputs: BTreeSet<&str> = it.failures.iter().map(|failure| failure.input.as_str()).collect();
    let verdict = format!("NOT COMPARED: {} requests without an answer, ", inputs.len());
    that(it.failure_count <= 100 && it.verdict.starts_with(&verdict), || format!("{verdict}: {}", it.verdict))
}

fn unicode_has_its_price() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guard-unicode");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("u.txt"), "x \u{1611e}\u{1611e} y z")?;
    let (new, corpus) = (conformance("testee --unicode 13.0"), folder.to_string_lossy().into_owned());
    let (code, stdout, stderr) =
        guard(&["--new", &new, "--cases", "1", "--skip-large", "--corpus", &corpus, "--format", "json"])?;
    let it: Comparison = serde_json::from_str(&stdout).map_err(|error| format!("{error}: {stderr}"))?;
    that(code == Some(0), || it.verdict.clone())?;
    let anew = it.prices.first().and_then(|price| price.corpus.first()).map(|total| total.embedded_anew);
    that(anew.is_some_and(|anew| anew.chunks == 1 && anew.tokens > 0), || format!("{:#?}", it.prices))
}

fn another_default_is_a_new_identity(it: Comparison) -> Result<(), Failed> {
    that(it.violations.is_empty() && it.verdict.starts_with("NEW IDENTITY for "), || format!("{it:#?}"))?;
    that(it.has_unexpected(), || "a change that nobody announced is as expected".to_owned())?;
    let announced = Comparison { migration: true, ..it.clone() };
    that(!announced.has_unexpected(), || "a change that was announced is not as expected".to_owned())?;
    let changed: Vec<&str> = it.new_identities.iter().map(|new| new.changed.as_str()).collect();
    that(changed == ["params_hash"], || format!("{changed:?}"))
}

fn a_parameter_check_breaks_no_rule(it: Comparison) -> Result<(), Failed> {
    that(!it.has_unexpected(), || format!("{it:#?}"))?;
    let checks: Vec<_> = it.parameter_checks.iter().map(|check| (check.field.as_str(), check.new.as_str())).collect();
    that(!checks.is_empty() && checks.iter().all(|check| *check == ("unknown", "accepted")), || format!("{checks:?}"))?;
    that(it.verdict.contains(", but for "), || it.verdict.clone())
}

fn what_is_not_declared_is_left_out(it: Comparison) -> Result<(), Failed> {
    is_clean(&it)?;
    let why = "needs the capability snapping, which the new side does not declare";
    that(it.left_out.iter().any(|reason| reason.why == why && reason.requests > 0), || format!("{:?}", it.left_out))?;
    let note = "the new side does not declare the capability merkle any more".to_owned();
    that(it.notes.contains(&note), || format!("{:?}", it.notes))?;
    that(it.verdict.contains(", capabilities left out: ") && it.verdict.contains("merkle"), || it.verdict.clone())
}

fn is_not_compared(it: &Comparison, class: &str, message: &str) -> Result<(), Failed> {
    that(it.has_unexpected() && it.verdict.starts_with("NOT COMPARED: "), || it.verdict.clone())?;
    for failure in &it.failures {
        let is_named = failure.side == "new" && failure.class == class;
        that(is_named, || format!("{failure:?}"))?;
    }
    that(it.failures.iter().any(|failure| failure.message.contains(message)), || format!("{:?}", it.failures))
}

fn nothing_is_waited_for() -> Result<(), Failed> {
    for (mode, why) in [
        ("hangs-always", "new: not asked any more: the 10 requests before had no reply in time"),
        ("exits-always", "new: not asked any more: the 100 requests before had no reply"),
    ] {
        let start = Instant::now();
        let it = of_mode(mode, 2)?;
        that(it.verdict.starts_with("NOT COMPARED: ") && it.asked.compared == 0, || it.verdict.clone())?;
        that(it.notes.iter().any(|note| note == why), || format!("{:#?}", it.notes))?;
        that(start.elapsed() < Duration::from_secs(30), || format!("{mode} took {:?}", start.elapsed()))?;
    }
    Ok(())
}

fn jobs_make_no_difference() -> Result<(), Failed> {
    for mode in ["has-other-hashes", "v2-leaks", "has-another-default"] {
        let (one, three) = (of_mode(mode, 1)?, of_mode(mode, 3)?);
        that(serde_json::to_string(&one)? == serde_json::to_string(&three)?, || mode.to_owned())?;
    }
    Ok(())
}

fn of_unicode(old: &str, new: &str) -> Result<Comparison, Failed> {
    compared(&conformance(old), &conformance(new), 1, Limits::default().reply)
}

/// A mistake is no Unicode version, even if it shows only where Unicode versions differ.
fn a_mistake_is_no_unicode_version() -> Result<(), Failed> {
    let it = of_unicode("testee", "testee --fault unicode-cap-leaves-word")?;
    that(it.two_unicodes.is_some(), || "the fault has the Unicode version of the other side".to_owned())?;
    that(it.verdict.starts_with("VIOLATION: "), || it.verdict.clone())?;
    that(it.violations.iter().any(|breach| breach.clause == "VER-1"), || format!("{:#?}", it.violations))
}

fn unicode_versions_are_set_apart() -> Result<(), Failed> {
    let it = of_unicode("testee --unicode 14.0", "testee")?;
    that(!it.has_unexpected(), || format!("{it:#?}"))?;
    let two = it.two_unicodes.as_ref().ok_or("the two versions do not show")?;
    that(two.inputs > two.differ && two.differ > 0, || format!("{two:?}"))?;
    that(it.verdict.ends_with(", differing in Unicode (14.0 and 18.0)"), || it.verdict.clone())
}

/// The exit code of the command, its standard output and its standard error.
fn guard(arguments: &[&str]) -> Result<(Option<i32>, String, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance")).arg("guard").args(arguments).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((output.status.code(), text(&output.stdout), text(&output.stderr)))
}

fn one_page() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (figures, html, json) =
        (folder.join("retrieval.json"), folder.join("acceptance.html"), folder.join("acceptance.json"));
    let measure = r#"{"name": "recall@10", "higher_is_better": true, "old": 0.5, "new": 0.75}"#;
    let retrieval = format!(
        r#"{{"format": "steadlith-retrieval-1", "corpus": "c", "setup": "s", "queries": 5, "measures": [{measure}]}}"#
    );
    std::fs::write(&figures, retrieval)?;
    let program = conformance("testee");
    let [figures, html_file, json_file] = [&figures, &html, &json].map(|path| path.to_str().unwrap_or_default());
    let (code, stdout, stderr) = guard(&[
        "--new",
        &program,
        "--cases",
        "20",
        "--skip-large",
        "--report",
        "--retrieval",
        figures,
        "--out",
        html_file,
        "--out",
        json_file,
    ])?;
    that(code == Some(0), || format!("{stdout}{stderr}"))?;
    for part in ["determinism: every answer came again", "strict locality: ", "identity compatibility: UNCHANGED in "] {
        that(stdout.contains(part), || format!("{part} is missing in {stdout}"))?;
    }
    let missing = "missing churn: --pairs names a folder of revisions to measure it by";
    that(stdout.contains(missing) && stdout.contains("retrieval, recall@10"), || stdout.clone())?;
    let html = std::fs::read_to_string(html)?;
    that(html.contains("What is missing") && html.contains("recall@10") && html.contains("0.75"), || html.clone())?;
    let acceptance: Acceptance = serde_json::from_str(&std::fs::read_to_string(json)?)?;
    that(acceptance.missing.len() == 1 && acceptance.churn.is_none(), || format!("{:?}", acceptance.missing))
}

fn exit_codes() -> Result<(), Failed> {
    let guard = |arguments: &[&str]| guard(arguments).map(|(code, _, stderr)| (code, stderr));
    let (code, stderr) = guard(&["--new", "x", "--out", "report.xml"])?;
    that(code == Some(2) && stderr.contains("a comparison has no format junit"), || stderr)?;
    let (code, stderr) = guard(&["--new", "x", "--retrieval", "x"])?;
    that(code == Some(2) && stderr.contains("--report"), || stderr)?;
    let (code, stderr) = guard(&[])?;
    that(code == Some(2) && stderr.contains("--old or --new"), || stderr)?;
    let (code, stderr) = guard(&["--new", "no-such-program-here"])?;
    that(code == Some(3) && stderr.contains("the new side: "), || stderr)?;
    let none = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder");
    let (code, stderr) = guard(&["--new", "x", "--corpus", none.to_str().unwrap_or_default()])?;
    that(code == Some(2) && stderr.contains("--corpus: cannot read"), || stderr)
}
