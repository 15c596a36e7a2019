//! What is expected of a run against a hostile testee.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use serde_json::{Value, json};
use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::failure::Class;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::results::Run;
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::{Launcher, StartError};
use steadlith_conformance::testee::Testee;
use steadlith_vectors::suite::Suite;

/// However it misbehaves, a run of a few cases must be over by then.
const PATIENCE: Duration = Duration::from_secs(40);

/// The id of the relation case, which asks each request in two orders and in fresh processes.
pub const RELATION: &str = "hostile/no-memory";

/// A run against a hostile testee.
pub struct Hostile {
    mode: &'static str,
    argument: Option<String>,
    limits: Limits,
    jobs: NonZeroUsize,
    isolate: bool,
    more: usize,
    big: bool,
}

impl Hostile {
    pub fn new(mode: &'static str) -> Hostile {
        let limits = Limits {
            reply_ceiling: 4 << 20,
            exit: Duration::from_millis(500),
            terminate: Duration::from_millis(200),
            ..Limits::default()
        };
        let jobs = NonZeroUsize::MIN.saturating_add(1);
        Hostile { mode, argument: None, limits, jobs, isolate: false, more: 0, big: false }
    }

    pub fn argument(self, argument: &str) -> Hostile {
        Hostile { argument: Some(argument.to_owned()), ..self }
    }

    /// For testees that are expected to run into a limit of time.
    pub fn quick(self) -> Hostile {
        self.limit(Duration::from_millis(300))
    }

    pub fn limit(mut self, time: Duration) -> Hostile {
        self.limits.reply = time;
        self.limits.start = time.max(Duration::from_millis(500));
        self
    }

    pub fn isolated(self) -> Hostile {
        Hostile { isolate: true, ..self }
    }

    pub fn jobs(self, jobs: usize) -> Hostile {
        Hostile { jobs: NonZeroUsize::MIN.saturating_add(jobs - 1), ..self }
    }

    pub fn with_many_cases(self) -> Hostile {
        self.with_more_cases(40)
    }

    pub fn with_more_cases(self, more: usize) -> Hostile {
        Hostile { more, ..self }
    }

    pub fn run(&self) -> Result<Run, Failed> {
        self.try_run()?.map_err(Failed::from)
    }

    fn try_run(&self) -> Result<Result<Run, StartError>, Failed> {
        let exe = std::env::current_exe()?;
        let exe = exe.to_str().ok_or("the path of this test is not UTF-8")?;
        let mut words = vec![exe, "--hostile", self.mode];
        words.extend(self.argument.as_deref());
        let implementation = Implementation::parse(&shell_words::join(words))?;
        let launcher = Launcher { implementation, limits: self.limits, cancel: Cancel::default() };
        let options = Options {
            selection: Selection::default(),
            jobs: self.jobs,
            isolate: self.isolate,
            folder: None,
            repeat: String::new(),
        };
        let start = Instant::now();
        let run = run::run(&self.suite()?, &launcher, &options, &mut |_| {});
        that(start.elapsed() < PATIENCE, || format!("the run took {:?}", start.elapsed()))?;
        if let Ok(run) = &run {
            that(run.cases.len() == self.suite()?.cases.len() + 3, || "a case has no result".to_owned())?;
        }
        Ok(run)
    }

    /// Cases that the reference passes; every kind of expectation is among them.
    fn suite(&self) -> Result<Suite, Failed> {
        let mut requests = vec![
            json!({"op": "chunk", "text": "alpha beta"}),
            json!({"op": "chunk", "text": "alpha", "params": {"min_tokens": 0}}),
            json!({"op": "normalize", "text": "e\u{301} b"}),
        ];
        requests.extend((0..self.more).map(|number| json!({"op": "chunk", "text": format!("word{number}")})));
        if self.big {
            requests.push(json!({"op": "chunk", "text": "word ".repeat(100_000)}));
        }
        let cases: Vec<Value> =
            requests.into_iter().enumerate().map(|(number, request)| case(number, request)).collect();
        let relation = json!({
            "id": RELATION, "title": "no memory", "clauses": ["ID-1"], "level": "must", "holds": "same-answers",
            "requests": [{"op": "chunk", "text": "alpha"}, {"op": "chunk", "text": "beta"}], "since": "0.1",
        });
        let file = json!({"topic": "hostile", "cases": cases, "relations": [relation]});
        Ok(Suite::from_json("hostile.json", &file.to_string())?)
    }

    /// Every case fails with this class, for one of these reasons.
    pub fn fails_everything(&self, class: Class, reasons: &[&str]) -> Result<(), Failed> {
        let run = self.run()?;
        that(run.counts().failed == run.cases.len(), || {
            let passed: Vec<_> = run.cases.iter().filter(|case| case.failure().is_none()).collect();
            format!("not failed: {passed:?}")
        })?;
        failures_are(&run, class, reasons)?;
        memory_is_bounded()
    }

    /// At least one case fails, and those that fail do so with this class, for one of these reasons.
    pub fn fails_something(&self, class: Class, reasons: &[&str]) -> Result<(), Failed> {
        let run = self.run()?;
        that(run.counts().failed > 0, || "every case passed".to_owned())?;
        failures_are(&run, class, reasons)
    }

    /// Every case passes in spite of all.
    pub fn fails_nothing(&self) -> Result<(), Failed> {
        let run = self.run()?;
        that(run.counts().passed == run.cases.len(), || format!("{:?}", run.failed().collect::<Vec<_>>()))
    }

    /// Every case passes, and a note says what was wrong at the end.
    pub fn has_note(&self, words: &str) -> Result<(), Failed> {
        self.fails_nothing()?;
        let run = self.run()?;
        that(run.notes.iter().any(|note| note.contains(words)), || format!("the notes are {:?}", run.notes))
    }

    /// There is no run at all, and the reason is told.
    pub fn cannot_be_judged(&self, reason: &str) -> Result<(), Failed> {
        match self.try_run()? {
            Ok(run) => Err(format!("it was judged: {}", run.verdict()).into()),
            Err(error) => that(error.to_string().contains(reason), || error.to_string()),
        }
    }

    /// A request that no pipe holds does not block the runner.
    pub fn survives_a_big_request(self) -> Result<(), Failed> {
        Hostile { big: true, ..self }.fails_everything(Class::Timeout, &["no reply within"])
    }

    /// The same with a file to which a grandchild writes as long as it lives, which must not be longer than the run.
    pub fn with_heartbeat(self, test: impl FnOnce(&Hostile) -> Result<(), Failed>) -> Result<(), Failed> {
        let file = TempFile::new(self.mode);
        test(&self.argument(file.path()))?;
        let beats = || Ok::<u64, Failed>(std::fs::metadata(file.path())?.len());
        let at_the_end = beats()?;
        that(at_the_end > 0, || "there was no grandchild".to_owned())?;
        sleep(Duration::from_millis(300));
        that(beats()? == at_the_end, || "a grandchild lives on".to_owned())
    }
}

/// Takes the seconds out of a run.
pub fn forget_times(run: &mut Value) {
    match run {
        Value::Object(members) => {
            members.remove("seconds");
            members.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

fn failures_are(run: &Run, class: Class, reasons: &[&str]) -> Result<(), Failed> {
    for (case, failure) in run.failed() {
        that(failure.class == class, || format!("{}: {failure:?}", case.id))?;
        that(reasons.iter().any(|reason| failure.message.contains(reason)), || {
            format!("{}: {:?} names none of {reasons:?}", case.id, failure.message)
        })?;
    }
    Ok(())
}

fn case(number: usize, request: Value) -> Value {
    let mut line = request.clone();
    line["id"] = json!(1);
    let reply: Value = serde_json::from_str(&Testee::default().answer_line(&line.to_string())).unwrap_or_default();
    let expect = match reply.get("ok") {
        Some(ok) => json!({ "ok": ok }),
        None => json!({"error": {"code": reply["error"]["code"]}}),
    };
    json!({
        "id": format!("hostile/{number}"), "title": "a case", "clauses": ["PROTO-2"], "level": "must",
        "request": request, "expect": expect, "origin": {"kind": "hand-computed"}, "since": "0.1",
    })
}

/// The memory of this process, in which all runs of this file go on side by side, never rose above some runs' limits.
pub fn memory_is_bounded() -> Result<(), Failed> {
    const MIB: u64 = 512;
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return Ok(()) };
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kib: u64 = peak.trim().trim_end_matches(" kB").parse()?;
    that(kib < MIB << 10, || format!("the runner took {} MiB of memory", kib >> 10))
}

/// Fails with a message unless something is so.
pub fn that(is_so: bool, message: impl FnOnce() -> String) -> Result<(), Failed> {
    if is_so { Ok(()) } else { Err(message().into()) }
}

/// A path for a file that is removed in the end.
pub struct TempFile(PathBuf);

impl TempFile {
    pub fn new(name: &str) -> TempFile {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        TempFile(std::env::temp_dir().join(format!("conformance-{}-{name}-{number}", std::process::id())))
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
