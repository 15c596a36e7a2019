//! Hostile testees, each a real child process: none hangs the runner, crashes it, exhausts its memory or passes.

mod determinism;
mod expect;
mod testee;

use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use rustix::process::{Pid, Signal, kill_process};
use steadlith_conformance::failure::Class::{Crash, Protocol, Timeout, WrongAnswer};

use expect::{Hostile, TempFile};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--hostile") {
        let mode = arguments.next().unwrap_or_default();
        return match testee::serve(&mode, arguments.next().as_deref()) {
            Ok(status) => ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX)),
            Err(_) => ExitCode::FAILURE,
        };
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

fn trial(mode: &'static str, test: impl FnOnce(Hostile) -> Result<(), Failed> + Send + 'static) -> Trial {
    Trial::test(mode, move || test(Hostile::new(mode)))
}

fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("hangs", |it| it.quick().fails_everything(Timeout, &["no reply within 0.3 s"])),
        trial("answers-late", |it| it.quick().fails_everything(Timeout, &["no reply within"])),
        trial("hangs-in-the-middle-of-a-line", |it| {
            it.quick().fails_everything(Timeout, &["in the middle of a line: `{\"id\""])
        }),
        trial("never-reads-again", |it| it.quick().fails_everything(Timeout, &["no reply within"])),
        trial("ignores-termination", |it| it.has_note("did not exit and was killed")),
        trial("floods-stdout", |it| it.fails_everything(Protocol, &["longer than the limit"])),
        trial("floods-stderr-and-answers", |it| it.fails_nothing()),
        trial("floods-stderr-and-hangs", stderr_is_bounded),
        trial("exits-without-reply", exit_is_named_with_stderr),
        trial("exits-in-the-middle-of-a-line", |it| {
            it.fails_everything(Crash, &["exited with status 0, in the middle of a line: `{\"id\""])
        }),
        trial("exits-after-three-replies", |it| it.with_many_cases().fails_something(Crash, &["exited with status 0"])),
        trial("answers-again-later", |it| it.fails_everything(Protocol, &["answered twice", "without being asked"])),
        trial("aborts", |it| it.fails_everything(Crash, &["SIGABRT"])),
        trial("closes-stdin", |it| {
            it.quick().fails_something(Protocol, &["closed its standard input", "without being asked"])
        }),
        trial("closes-stdout", |it| it.fails_everything(Protocol, &["closed its standard output"])),
        trial("exits-at-once", |it| it.cannot_be_judged("no handshake: the process ended before it replied")),
        trial("hangs-at-hello", |it| it.quick().cannot_be_judged("no handshake: no reply within")),
        trial("refuses-hello", |it| it.cannot_be_judged("it answers hello with the error \"no\": go away")),
        trial("banner-at-start", |it| it.cannot_be_judged("not JSON")),
        trial("speaks-version-2", |it| it.cannot_be_judged("it speaks version 2 of the testee protocol")),
        trial("offers-v2-only", |it| it.cannot_be_judged("does not offer the identity cairn-chunk-identity-v1")),
        trial("banner-after-hello", |it| it.fails_everything(Protocol, &["without being asked: `ready"])),
        trial("declares-unicode-14", one_case_names_both_versions),
        trial("does-not-end", |it| it.has_note("did not exit and was killed")),
        trial("ends-with-status-5", |it| it.has_note("exited with status 5")),
        trial("talks-at-the-end", |it| it.fails_something(Protocol, &["without being asked: `bye"])),
        trial("remembers-answers", a_memory_is_found_out),
        trial("slow-to-start", |it| it.fails_nothing()),
        Trial::test("slow-to-start-for-a-short-limit", || {
            Hostile::new("slow-to-start").quick().cannot_be_judged("no handshake: no reply within")
        }),
        Trial::test("dies-when-started-again", restarts_are_bounded),
        Trial::test("nothing-is-asked-for-ever", timeouts_are_bounded),
        Trial::test("who-dies-at-every-request-is-given-up", deaths_are_bounded),
        Trial::test("a-reply-in-step-costs-no-process", processes_are_kept),
        trial("answers-with-daemon", |it| a_daemon_does_not_hang_the_runner(&it)),
        Trial::test("never-reads-a-big-request", || Hostile::new("never-reads-again").quick().survives_a_big_request()),
        trial("grandchild-holds-the-pipe", |it| {
            it.with_heartbeat(|it| it.fails_everything(Crash, &["exited with status 4"]))
        }),
        trial("hangs-with-grandchild", |it| {
            it.quick().with_heartbeat(|it| it.fails_everything(Timeout, &["no reply within"]))
        }),
        trial("answers-with-grandchild", |it| it.with_heartbeat(|it| it.fails_nothing())),
        Trial::test("an-interrupt-ends-everything", interrupt_ends_everything),
        trial("has-crlf", |it| it.fails_nothing()),
        trial("behaves", |it| it.fails_nothing()),
    ];
    for signal in ["SEGV", "KILL", "TERM", "USR1"] {
        trials.push(Trial::test(format!("is-killed-by-{signal}"), move || {
            Hostile::new("is-killed-by").argument(signal).fails_everything(Crash, &[&format!("(SIG{signal}")])
        }));
    }
    trials.extend(determinism::trials());
    for (mode, words) in BREACHES {
        trials.push(trial(mode, |it| it.fails_everything(Protocol, &[words])));
    }
    trials
}

/// Replies that break the protocol, and what the report calls them.
const BREACHES: [(&str, &str); 20] = [
    ("writes-invalid-utf8", "not UTF-8, from byte 6 on"),
    ("writes-no-json", "not JSON"),
    ("begins-with-a-byte-order-mark", "begins with a byte order mark, U+FEFF"),
    ("writes-an-empty-line", "an empty line"),
    ("logs-before", "not JSON"),
    ("logs-after", "without being asked: `INFO done"),
    ("answers-twice", "without being asked"),
    ("has-a-wrong-id", "which was not asked"),
    ("has-an-old-id", "id 0 of an earlier request"),
    ("has-a-float-id", "which was not asked"),
    ("has-no-id", "has no id"),
    ("has-ok-and-error", "more than one of ok, error and unsupported"),
    ("has-neither", "neither ok nor error nor unsupported"),
    ("says-unsupported", "core or declared in its hello: too hard"),
    ("nests-deep", "more than 128 deep"),
    ("nests-deep-beside-the-answer", "more than 128 deep"),
    ("is-an-array", "no reply object"),
    ("has-arrays-for-objects", "invalid type: sequence, expected an object"),
    ("has-huge-numbers", "invalid type: floating point"),
    ("has-floats", "invalid type: floating point"),
];

fn stderr_is_bounded(it: Hostile) -> Result<(), Failed> {
    let run = it.limit(Duration::from_secs(2)).run()?;
    for (case, failure) in run.failed() {
        let stderr = failure.stderr.as_deref().unwrap_or_default();
        expect::that(stderr.len() < 20 << 10, || format!("{}: {} bytes are kept", case.id, stderr.len()))?;
        expect::that(stderr.ends_with("the last words\n"), || format!("{}: the end is lost", case.id))?;
    }
    expect::that(run.counts().failed == run.cases.len(), || "something passed".to_owned())?;
    expect::memory_is_bounded()
}

fn exit_is_named_with_stderr(it: Hostile) -> Result<(), Failed> {
    let run = it.run()?;
    for (case, failure) in run.failed() {
        expect::that(failure.stderr.as_deref() == Some("out of ideas\n"), || format!("{}: {failure:?}", case.id))?;
    }
    Hostile::new("exits-without-reply").fails_everything(Crash, &["exited with status 3"])
}

fn one_case_names_both_versions(it: Hostile) -> Result<(), Failed> {
    let run = it.run()?;
    let failed: Vec<_> = run.failed().collect();
    let [(case, failure)] = failed.as_slice() else { return Err(format!("{failed:?}").into()) };
    expect::that(case.id == "probe/unicode-version" && failure.class == WrongAnswer, || format!("{failure:?}"))?;
    let is_named = failure.message.contains("14.0") && failure.message.contains("18.0");
    expect::that(is_named, || failure.message.clone())
}

fn a_memory_is_found_out(it: Hostile) -> Result<(), Failed> {
    let run = it.isolated().run()?;
    let failed: Vec<_> = run.failed().collect();
    let [(case, failure)] = failed.as_slice() else { return Err(format!("{failed:?}").into()) };
    expect::that(case.id == expect::RELATION && failure.class == WrongAnswer, || format!("{failure:?}"))?;
    let message = "request 2 is answered differently alone in a fresh process: chunks[0].text differs";
    expect::that(failure.message == message, || failure.message.clone())
}

fn restarts_are_bounded() -> Result<(), Failed> {
    let file = TempFile::new("starts");
    // Each case in a process of its own: the first start is for the probe, and no later one succeeds.
    let run = Hostile::new("dies-when-started-again").argument(file.path()).isolated().run()?;
    let (probe, others) = run.cases.split_first().ok_or("no case")?;
    expect::that(probe.failure().is_none(), || format!("{probe:?}"))?;
    for case in others {
        let failure = case.failure().ok_or("a case passed that cannot have been asked")?;
        expect::that(
            failure.class == Crash && failure.message.contains("could not be started again, 3 times"),
            || format!("{}: {failure:?}", case.id),
        )?;
    }
    Ok(())
}

fn timeouts_are_bounded() -> Result<(), Failed> {
    let run = Hostile::new("hangs").limit(Duration::from_millis(50)).with_many_cases().run()?;
    expect::that(run.counts().failed == run.cases.len(), || "something passed".to_owned())?;
    let unasked = run
        .failed()
        .filter(|(_, failure)| failure.message.starts_with("not asked: 5 chunk cases before had no reply in time"))
        .count();
    expect::that(unasked > 0, || "every case was waited for".to_owned())
}

fn deaths_are_bounded() -> Result<(), Failed> {
    let starts = TempFile::new("deaths");
    let run = Hostile::new("exits-without-reply").argument(starts.path()).with_many_cases().run()?;
    expect::that(run.counts().failed == run.cases.len(), || "something passed".to_owned())?;
    let (unjudged, judged): (Vec<_>, Vec<_>) =
        run.failed().partition(|(_, failure)| failure.message.starts_with("not asked: the 20 chunk cases before"));
    // The probe and 42 cases chunk, as does the relation; one case normalizes, and the last case compares answers.
    expect::that(unjudged.len() == 24 && judged.len() == 22, || format!("{} are not judged", unjudged.len()))?;
    let is_judged =
        |id: &str| judged.iter().any(|(case, failure)| case.id == id && failure.message.contains("status 3"));
    expect::that(is_judged("hostile/2"), || "the other operation was given up as well".to_owned())?;
    expect::that(is_judged("hostile/19") && !is_judged("hostile/20"), || format!("{judged:?}"))?;
    let starts = std::fs::metadata(starts.path())?.len();
    expect::that(starts < 42, || format!("{starts} processes were started"))
}

/// A reply that has the right form and the wrong content is no reason to start another process.
fn processes_are_kept() -> Result<(), Failed> {
    let starts = TempFile::new("starts");
    Hostile::new("says-unsupported").argument(starts.path()).with_many_cases().run()?;
    let starts = std::fs::metadata(starts.path())?.len();
    expect::that(starts == 2, || format!("{starts} processes were started for 2 jobs"))
}

/// A process that leaves the process group cannot be ended with it. It holds the pipes, but nothing waits for it.
fn a_daemon_does_not_hang_the_runner(it: &Hostile) -> Result<(), Failed> {
    let file = TempFile::new("daemon");
    let start = Instant::now();
    Hostile::new("answers-with-daemon").argument(file.path()).fails_nothing()?;
    it.fails_nothing()?;
    expect::that(start.elapsed() < Duration::from_secs(10), || format!("it took {:?}", start.elapsed()))
}

fn interrupt_ends_everything() -> Result<(), Failed> {
    let file = TempFile::new("interrupt");
    let exe = std::env::current_exe()?;
    let words = [exe.to_str().unwrap_or_default(), "--hostile", "hangs-with-grandchild", file.path()];
    let runner = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["run", "--timeout", "60", "--impl", &shell_words::join(words)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    while std::fs::metadata(file.path()).is_err() && start.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(20));
    }
    let pid = i32::try_from(runner.id()).ok().and_then(Pid::from_raw).ok_or("no process id")?;
    kill_process(pid, Signal::INT)?;
    let output = runner.wait_with_output()?;
    expect::that(start.elapsed() < Duration::from_secs(30), || "it went on".to_owned())?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    expect::that(output.status.code() == Some(3), || format!("{:?}\n{stdout}\n{stderr}", output.status))?;
    expect::that(stderr.contains("the run was interrupted"), || format!("{stdout}\n{stderr}"))?;
    let beats = || Ok::<u64, Failed>(std::fs::metadata(file.path())?.len());
    let at_the_end = beats()?;
    sleep(Duration::from_millis(300));
    expect::that(beats()? == at_the_end, || "a grandchild lives on".to_owned())
}
