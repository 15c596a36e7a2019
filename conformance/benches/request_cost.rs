//! What a small request costs: the runner asking the built-in reference as a child process, beside two processes that
//! pass the same bytes to and fro and do nothing else. One process, one request at a time; run it with `cargo bench`.
//! All of them run on one processor: waking a process on another, idle one takes ten times as long as all the rest,
//! and which of the two sides it would befall is chance.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::child::{Cancel, Outcome};
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::judge::{Exchange, Judge};
use steadlith_conformance::session::{Launcher, Session, request_line};
use steadlith_conformance::testee::Testee;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::Case;

/// Requests of one round. A round is short, so that another process disturbs few of them.
const REQUESTS: usize = 500;
/// Rounds, each of both sides in turn, so that what slows the machine down slows both.
const ROUNDS: usize = 81;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--echo") {
        return Ok(echo(arguments.next().unwrap_or_default().parse()?)?);
    }
    stay_on_one_processor()?;
    let case = case()?;
    let request = request_line(10_000, &case.request);
    let reply = Testee::default().answer_line(&request);
    let (request_bytes, reply_bytes) = (request.len() + 1, reply.len() + 1);
    println!(
        "a request of {request_bytes} bytes, a reply of {reply_bytes} bytes, {ROUNDS} rounds of {REQUESTS}, medians"
    );
    let mut echo = Echo::start(&request, reply.len())?;
    let mut testee = Judging::start(case.clone())?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push((echo.round()?, testee.round()?));
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / REQUESTS as f64;
    let (raw, judged) = rounds.iter().map(|&(raw, judged)| (micros(raw), micros(judged))).unzip();
    let ratios = rounds.iter().map(|(raw, judged)| judged.as_secs_f64() / raw.as_secs_f64()).collect();
    println!("raw two-process echo   {:6.2} us for each", median(raw));
    println!("asked and judged       {:6.2} us for each", median(judged));
    let (reference, judge) = (reference_alone(&request), judge_alone(&case, &request, &reply)?);
    println!("  of it the reference  {:6.2} us, the judge {:6.2} us", micros(reference), micros(judge));
    println!("ratio                  {:6.2}", median(ratios));
    Ok(())
}

/// Keeps this process, and the children that it will start, on the processor it is on.
#[cfg(target_os = "linux")]
fn stay_on_one_processor() -> io::Result<()> {
    let mut here = rustix::thread::CpuSet::new();
    here.set(rustix::thread::sched_getcpu());
    Ok(rustix::thread::sched_setaffinity(None, &here)?)
}

#[cfg(not(target_os = "linux"))]
fn stay_on_one_processor() -> io::Result<()> {
    eprintln!("the processes cannot be kept on one processor here; the ratio means little on an idle machine");
    Ok(())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

fn case() -> Result<Case, serde_json::Error> {
    let request = json!({"op": "params", "params": {"window_words": 4, "min_tokens": 4, "max_tokens": 12}});
    let mut line = request.clone();
    line["id"] = json!(0);
    let reply: serde_json::Value = serde_json::from_str(&Testee::default().answer_line(&line.to_string()))?;
    serde_json::from_value(json!({
        "id": "bench/params", "title": "", "clauses": [], "level": "must", "request": request,
        "expect": {"ok": reply["ok"]}, "origin": {"kind": "hand-computed"}, "since": "0.1",
    }))
}

/// Answers each line with a line of `bytes` bytes.
fn echo(bytes: usize) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let reply = [vec![b'x'; bytes], vec![b'\n']].concat();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&reply)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// Two processes that pass the bytes to and fro.
struct Echo {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: String,
}

impl Echo {
    fn start(request: &str, reply_bytes: usize) -> Result<Echo, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--echo", &reply_bytes.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let stdout = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        Ok(Echo { child, stdin, stdout, line: format!("{request}\n") })
    }

    fn round(&mut self) -> io::Result<Duration> {
        let mut reply = Vec::new();
        let start = Instant::now();
        for _ in 0..REQUESTS {
            self.stdin.write_all(self.line.as_bytes())?;
            reply.clear();
            self.stdout.read_until(b'\n', &mut reply)?;
        }
        Ok(start.elapsed())
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The runner and the built-in reference as its child.
struct Judging {
    session: Session,
    judge: Judge,
    case: Case,
}

impl Judging {
    fn start(case: Case) -> Result<Judging, Box<dyn Error>> {
        let command = shell_words::join([env!("CARGO_BIN_EXE_conformance"), "testee"]);
        let implementation = Implementation::parse(&command)?;
        let launcher = Launcher { implementation, limits: Limits::default(), cancel: Cancel::default() };
        let (session, _) = launcher.open()?;
        Ok(Judging { session, judge: Judge { unicode: UnicodeVersion::default(), snapping: true }, case })
    }

    fn round(&mut self) -> Result<Duration, Box<dyn Error>> {
        let start = Instant::now();
        for _ in 0..REQUESTS {
            let asked = self.session.ask(&self.case.request);
            let Outcome::Reply(reply) = &asked.outcome else { return Err(format!("{:?}", asked.outcome).into()) };
            let exchange = Exchange { id: asked.id, request: &asked.request, reply };
            self.judge.judge(&self.case, &exchange).map_err(|failure| failure.message)?;
        }
        Ok(start.elapsed())
    }
}

fn reference_alone(request: &str) -> Duration {
    let reference = Testee::default();
    let start = Instant::now();
    for _ in 0..REQUESTS {
        std::hint::black_box(reference.answer_line(std::hint::black_box(request)));
    }
    start.elapsed()
}

fn judge_alone(case: &Case, request: &str, reply: &str) -> Result<Duration, Box<dyn Error>> {
    let judge = Judge { unicode: UnicodeVersion::default(), snapping: true };
    let start = Instant::now();
    for _ in 0..REQUESTS {
        let exchange = Exchange { id: 10_000, request, reply: std::hint::black_box(reply.as_bytes()) };
        judge.judge(case, &exchange).map_err(|failure| failure.message)?;
    }
    Ok(start.elapsed())
}
