//! Testees that misbehave, each in one way. All of them know the right answers.

use std::fs::OpenOptions;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Signal, getpid, kill_process};
use serde_json::{Map, Value};
use steadlith_conformance::testee::Testee;

/// What a testee does with one request.
enum Then {
    /// Goes on to the next request.
    GoOn,
    /// Exits with this status.
    Exit(i32),
}

/// Serves as the testee of this mode and gives the exit status.
pub fn serve(mode: &str, argument: Option<&str>) -> io::Result<i32> {
    match mode {
        "heartbeat" => return heartbeat(argument, Duration::from_secs(30)),
        "daemon" => {
            rustix::process::setsid()?;
            return heartbeat(argument, Duration::from_secs(2));
        }
        "exits-at-once" => return Ok(7),
        "exits-without-reply" | "says-unsupported" => note_start(argument)?,
        "dies-when-started-again" if !is_first_start(argument)? => return Ok(9),
        "slow-to-start" => sleep(Duration::from_millis(700)),
        "banner-at-start" => say(b"welcome\n")?,
        "ignores-termination" => {
            let _ = ctrlc::set_handler(|| {});
        }
        _ => {}
    }
    let reference = Testee::default();
    let mut input = io::stdin().lock();
    let mut line = String::new();
    let mut first_answers = Vec::new();
    let mut requests = 0;
    while input.read_line(&mut line)? > 0 {
        let mut reply = id_first(&reference.answer_line(&line));
        if mode == "remembers-answers" {
            reply = remembered(&line, &reply, &mut first_answers);
        }
        let then = if requests == 0 { hello(mode, &reply)? } else { answer(mode, argument, requests, &reply)? };
        if let Then::Exit(status) = then {
            return Ok(status);
        }
        if mode == "never-reads-again" {
            sleep_long();
        }
        requests += 1;
        line.clear();
    }
    match mode {
        "does-not-end" | "ignores-termination" => sleep_long(),
        "ends-with-status-5" => return Ok(5),
        "talks-at-the-end" => say(b"bye\n")?,
        _ => {}
    }
    Ok(0)
}

fn hello(mode: &str, reply: &str) -> io::Result<Then> {
    match mode {
        "hangs-at-hello" => sleep_long(),
        "speaks-version-2" => say(format!("{}\n", reply.replace(r#""protocol":1"#, r#""protocol":2"#)).as_bytes())?,
        "offers-v2-only" => say(format!("{}\n", reply.replace("identity-v1", "identity-v2")).as_bytes())?,
        "declares-unicode-14" => say(format!("{}\n", reply.replace(r#""18.0""#, r#""14.0""#)).as_bytes())?,
        "refuses-hello" => say(b"{\"id\":0,\"error\":{\"code\":\"no\",\"message\":\"go away\"}}\n")?,
        "banner-after-hello" => say(format!("{reply}\nready\n").as_bytes())?,
        _ => say(format!("{reply}\n").as_bytes())?,
    }
    Ok(Then::GoOn)
}

fn answer(mode: &str, argument: Option<&str>, number: usize, reply: &str) -> io::Result<Then> {
    let line = format!("{reply}\n");
    match mode {
        "hangs" => sleep_long(),
        "answers-late" => sleep(Duration::from_millis(800)),
        "floods-stdout" => flood(&mut io::stdout().lock(), 1 << 30)?,
        "floods-stderr-and-hangs" => {
            flood(&mut io::stderr().lock(), 64 << 20)?;
            io::stderr().write_all(b"\nthe last words\n")?;
            sleep_long();
        }
        "floods-stderr-and-answers" => flood(&mut io::stderr().lock(), 4 << 20)?,
        "exits-without-reply" => {
            eprintln!("out of ideas");
            return Ok(Then::Exit(3));
        }
        "exits-in-the-middle-of-a-line" => {
            say(&line.as_bytes()[..line.len() / 2])?;
            return Ok(Then::Exit(0));
        }
        "hangs-in-the-middle-of-a-line" => {
            say(&line.as_bytes()[..line.len() / 2])?;
            sleep_long();
        }
        "exits-after-three-replies" if number == 4 => return Ok(Then::Exit(0)),
        "aborts" => std::process::abort(),
        "is-killed-by" => die_by(argument),
        "closes-stdin" => {
            rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
            say(line.as_bytes())?;
            sleep_long();
        }
        "closes-stdout" => {
            rustix::stdio::dup2_stdout(std::fs::File::open("/dev/null")?)?;
            sleep_long();
        }
        "grandchild-holds-the-pipe" => {
            start_heartbeat("heartbeat", argument)?;
            return Ok(Then::Exit(4));
        }
        "hangs-with-grandchild" => {
            start_heartbeat("heartbeat", argument)?;
            sleep_long();
        }
        "answers-again-later" => {
            say(line.as_bytes())?;
            sleep(Duration::from_millis(20));
        }
        "answers-with-grandchild" if number == 1 => start_heartbeat("heartbeat", argument)?,
        "answers-with-daemon" if number == 1 => start_heartbeat("daemon", argument)?,
        "logs-and-dies-of-some" => {
            eprintln!("working on {}", reply.len());
            if reply.contains("word7") || reply.contains("word3") {
                std::process::abort();
            }
        }
        _ => {}
    }
    if mode == "is-wrong-once" && reply.contains("\"word78\"") && is_first_start(argument)? {
        say(with_hashes(reply, 0).as_bytes())?;
        return Ok(Then::GoOn);
    }
    match twisted(mode, number, reply) {
        Some(bytes) => say(&bytes)?,
        None => say(line.as_bytes())?,
    }
    Ok(Then::GoOn)
}

/// What stands on standard output in place of the reply line; `None` for the reply line itself.
fn twisted(mode: &str, number_of_request: usize, reply: &str) -> Option<Vec<u8>> {
    let id = &reply[r#"{"id":"#.len()..reply.find(',').unwrap_or_default()];
    let with_id = |id: &str| format!("{{\"id\":{id}{}\n", &reply[reply.find(',').unwrap_or_default()..]);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let number: u64 = id.parse().unwrap_or_default();
    Some(match mode {
        "writes-invalid-utf8" => b"{\"id\":\xFF\xFE}\n".to_vec(),
        "begins-with-a-byte-order-mark" => format!("\u{feff}{reply}\n").into_bytes(),
        "writes-no-json" => b"what?\n".to_vec(),
        "writes-an-empty-line" => format!("\n{reply}\n").into_bytes(),
        "logs-before" => format!("INFO working\n{reply}\n").into_bytes(),
        "logs-after" => format!("{reply}\nINFO done\n").into_bytes(),
        "answers-twice" => format!("{reply}\n{reply}\n").into_bytes(),
        "has-a-wrong-id" => with_id(&(number + 1000).to_string()).into_bytes(),
        "has-an-old-id" => with_id("0").into_bytes(),
        "has-a-float-id" => with_id(&format!("{id}.0")).into_bytes(),
        "has-no-id" => format!("{{{}\n", &reply[reply.find(',')? + 1..]).into_bytes(),
        "has-ok-and-error" => format!("{{\"id\":{id},\"ok\":{{}},\"error\":{{\"code\":\"invalid-params\"}}}}\n").into(),
        "has-neither" => format!("{{\"id\":{id}}}\n").into_bytes(),
        "says-unsupported" => format!("{{\"id\":{id},\"unsupported\":\"too hard\"}}\n").into_bytes(),
        "nests-deep" => format!("{{\"id\":{id},\"ok\":{deep}}}\n").into_bytes(),
        "nests-deep-beside-the-answer" => format!("{},\"debug\":{deep}}}\n", reply.strip_suffix('}')?).into_bytes(),
        "is-an-array" => format!("[{id},{{}},null,null]\n").into_bytes(),
        "accepts-with-nothing" if reply.contains("\"error\"") => format!("{{\"id\":{id},\"ok\":{{}}}}\n").into_bytes(),
        "has-arrays-for-objects" if reply.contains("\"error\"") => {
            format!("{{\"id\":{id},\"error\":[\"invalid-params\",null,null,null,null,null]}}\n").into_bytes()
        }
        "has-arrays-for-objects" => format!("{{\"id\":{id},\"ok\":[\"{}\"]}}\n", "0".repeat(64)).into_bytes(),
        "has-huge-numbers" => with_numbers(reply, "99999999999999999999").into_bytes(),
        "has-floats" => with_numbers(reply, "1.0").into_bytes(),
        "answers-at-random" => with_hashes(reply, RandomState::new().build_hasher().finish()).into_bytes(),
        "counts-requests" => with_hashes(reply, number_of_request as u64).into_bytes(),
        "depends-on-its-start" => with_hashes(reply, u64::from(std::process::id())).into_bytes(),
        "has-crlf" => format!("{reply}\r\n").into_bytes(),
        _ => return None,
    })
}

/// The same reply with its id in front, where it is easy to find.
fn id_first(reply: &str) -> String {
    let mut members: Map<String, Value> = serde_json::from_str(reply).unwrap_or_default();
    let id = members.remove("id").unwrap_or_default();
    let rest = Value::from(members).to_string();
    format!("{{\"id\":{id},{}", &rest[1..])
}

/// The reply that was given before to any text of the same length; a cache with a bad key.
fn remembered(line: &str, reply: &str, answers: &mut Vec<(usize, Value)>) -> String {
    let mut reply: Value = serde_json::from_str(reply).unwrap_or_default();
    let request: Value = serde_json::from_str(line).unwrap_or_default();
    let key = request["text"].as_str().map_or(0, |text| text.len() / 3);
    match answers.iter().find(|(known, _)| *known == key) {
        Some((_, ok)) => reply["ok"] = ok.clone(),
        None => answers.push((key, reply["ok"].clone())),
    }
    reply.to_string()
}

/// The reply with every chunk hash replaced.
fn with_hashes(reply: &str, number: u64) -> String {
    let mut parts = reply.split("\"chunk_hash\":\"");
    let first = parts.next().unwrap_or_default();
    let rest: String = parts.map(|part| format!("\"chunk_hash\":\"{number:064x}{}", &part[64..])).collect();
    format!("{first}{rest}\n")
}

/// The reply with every offset replaced; a reply without offsets becomes one that is no object.
fn with_numbers(reply: &str, number: &str) -> String {
    let mut parts = reply.split("\"end_offset\":");
    let first = parts.next().unwrap_or_default();
    let rest: String = parts
        .map(|part| format!("\"end_offset\":{number}{}", part.trim_start_matches(|c: char| c.is_ascii_digit())))
        .collect();
    if rest.is_empty() { format!("{number}\n") } else { format!("{first}{rest}\n") }
}

fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}

fn flood(output: &mut impl Write, bytes: usize) -> io::Result<()> {
    let block = vec![b'x'; 1 << 16];
    for _ in 0..bytes / block.len() {
        output.write_all(&block)?;
    }
    output.flush()
}

fn die_by(signal: Option<&str>) {
    let signal = match signal {
        Some("SEGV") => Signal::SEGV,
        Some("KILL") => Signal::KILL,
        Some("TERM") => Signal::TERM,
        _ => Signal::USR1,
    };
    // A Rust program handles the first SIGSEGV itself and dies by the second.
    for _ in 0..2 {
        let _ = kill_process(getpid(), signal);
    }
    sleep_long();
}

fn start_heartbeat(mode: &str, file: Option<&str>) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--hostile", mode]).args(file).stdin(Stdio::null());
    command.spawn().map(drop)
}

/// Adds a byte to a file, again and again, so that a test sees whether this process still lives.
fn heartbeat(file: Option<&str>, time: Duration) -> io::Result<i32> {
    let mut file = OpenOptions::new().create(true).append(true).open(file.unwrap_or_default())?;
    let start = Instant::now();
    while start.elapsed() < time {
        file.write_all(b".")?;
        sleep(Duration::from_millis(10));
    }
    Ok(0)
}

/// Adds a byte to a file for each process that is started.
fn note_start(file: Option<&str>) -> io::Result<()> {
    let Some(file) = file else { return Ok(()) };
    OpenOptions::new().create(true).append(true).open(file)?.write_all(b".")
}

fn is_first_start(file: Option<&str>) -> io::Result<bool> {
    let path = Path::new(file.unwrap_or_default());
    let is_first = !path.exists();
    OpenOptions::new().create(true).append(true).open(path)?;
    Ok(is_first)
}

/// Long beyond every limit, but not for ever.
fn sleep_long() {
    sleep(Duration::from_secs(60));
    let _ = io::stdin().lock().read(&mut [0]);
}
