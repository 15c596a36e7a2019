//! The testees that `init` writes: they run as they are, and are conformant once an implementation is behind them.

use std::error::Error;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use steadlith_conformance::child::Cancel;
use steadlith_conformance::child::limits::Limits;
use steadlith_conformance::determinism;
use steadlith_conformance::implementation::Implementation;
use steadlith_conformance::item::items;
use steadlith_conformance::results::{Run, Verdict};
use steadlith_conformance::run::{self, Options};
use steadlith_conformance::selection::Selection;
use steadlith_conformance::session::Launcher;
use steadlith_vectors::suite::Suite;

type Checked = Result<(), Box<dyn Error>>;

const CONFORMANCE: &str = env!("CARGO_BIN_EXE_conformance");

/// A language that `init` knows, and what makes its testee hand every request on to the reference.
struct Language {
    name: &'static str,
    file: &'static str,
    interpreter: &'static str,
    delegate: &'static str,
}

const PYTHON: Language = Language {
    name: "python",
    file: "testee.py",
    interpreter: "python3",
    delegate: r#"
import subprocess

REFERENCE = subprocess.Popen(
    [CONFORMANCE, "testee", "--unicode", unicodedata.unidata_version], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)

def delegate(request):
    REFERENCE.stdin.write(json.dumps(request).encode("ascii") + b"\n")
    REFERENCE.stdin.flush()
    reply = json.loads(REFERENCE.stdout.readline())
    if "error" in reply:
        raise Refused(**reply["error"])
    return reply["ok"]
"#,
};

const JAVASCRIPT: Language = Language {
    name: "javascript",
    file: "testee.js",
    interpreter: "node",
    delegate: r#"
const { spawnSync } = require("node:child_process");

function delegate(request) {
  const options = { input: asciiJson(request) + "\n", maxBuffer: 1 << 30 };
  const { stdout } = spawnSync(CONFORMANCE, ["testee", "--unicode", process.versions.unicode], options);
  const { ok, error } = JSON.parse(stdout);
  if (error) throw new Refused(error.code, error.message, error);
  return ok;
}
"#,
};

/// A folder with a testee in it.
struct Written(PathBuf);

impl Written {
    fn new(language: &Language, name: &str) -> Result<Written, Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("conformance-init-{}-{name}", std::process::id()));
        let output = init(language, &folder)?;
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(Written(folder))
    }

    fn path(&self, language: &Language) -> PathBuf {
        self.0.join(language.file)
    }

    fn judged(&self, language: &Language) -> Result<Run, Box<dyn Error>> {
        let path = self.path(language);
        let command = shell_words::join([language.interpreter, path.to_str().ok_or("not UTF-8")?]);
        let launcher = Launcher {
            implementation: Implementation::parse(&command)?,
            limits: Limits::default(),
            cancel: Cancel::default(),
        };
        let options = Options {
            selection: Selection { skip_large: true, ..Selection::default() },
            jobs: NonZeroUsize::MIN.saturating_add(1),
            isolate: false,
            folder: None,
            repeat: String::new(),
        };
        Ok(run::run(&Suite::embedded()?, &launcher, &options, &mut |_| {})?)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn init(language: &Language, folder: &std::path::Path) -> Result<Output, std::io::Error> {
    Command::new(CONFORMANCE).args(["init", language.name]).arg(folder).output()
}

/// The testee as it is written answers `chunk-hash`, says that the rest is not written yet, and nothing else.
fn runs_as_it_is(language: &Language) -> Checked {
    let written = Written::new(language, &format!("{}-as-it-is", language.name))?;
    let run = written.judged(language)?;
    let suite = Suite::embedded()?;
    let op_of = |id: &str| items(&suite).into_iter().find(|item| item.id() == id).map_or("", |item| item.op());
    for case in &run.cases {
        let is_right = match &case.verdict {
            Verdict::Passed => op_of(&case.id) == "chunk-hash" || case.id == determinism::CASE_ID,
            Verdict::Failed(failure) => ["params", "chunk"]
                .iter()
                .any(|operation| failure.message.ends_with(&format!("not written yet: {operation}"))),
            Verdict::Skipped { reason } => reason.contains("is not declared") || reason.contains("--skip-large"),
        };
        assert!(is_right, "{}: {case:?}", language.name);
    }
    assert!(run.counts().passed > 40 && run.counts().failed > 300, "{:?}", run.counts());
    assert_eq!(run.notes, Vec::<String>::new());
    Ok(())
}

/// With calls to a right implementation where the file says YOURS, the testee is conformant.
fn is_conformant_when_filled_in(language: &Language) -> Checked {
    let written = Written::new(language, &format!("{}-filled-in", language.name))?;
    let path = written.path(language);
    let skeleton = std::fs::read_to_string(&path)?;
    let mut filled = skeleton.clone();
    for operation in ["params", "chunk"] {
        let call = match language.name {
            "python" => (format!("raise NotWritten(\"{operation}\")  # YOURS"), "return delegate(request)"),
            _ => (format!("throw new NotWritten(\"{operation}\"); // YOURS"), "return delegate(request);"),
        };
        assert_eq!(filled.matches(&call.0).count(), 1, "{operation}");
        filled = filled.replace(&call.0, call.1);
    }
    let delegate = language.delegate.replace("CONFORMANCE", &json!(CONFORMANCE).to_string());
    let operations = filled.find("OPERATIONS = ").and_then(|at| filled[..at].rfind('\n')).ok_or("no operations")?;
    filled.insert_str(operations, &delegate);
    std::fs::write(&path, filled)?;
    let run = written.judged(language)?;
    let failed: Vec<_> = run.failed().filter(|(case, _)| run.is_counted(case)).collect();
    assert!(failed.is_empty(), "{}: {failed:#?}", language.name);
    assert!(run.counts().passed > 450, "{:?}", run.counts());
    Ok(())
}

/// Lines that break careless readers, and what comes back.
fn keeps_to_lines(language: &Language) -> Checked {
    let written = Written::new(language, &format!("{}-lines", language.name))?;
    let mut child = Command::new(language.interpreter)
        .arg(written.path(language))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let request = |id: u64, text: &str| {
        json!({
            "id": id, "op": "chunk-hash", "identity_schema_version": "cairn-chunk-identity-v1",
            "normalizer_version": "n", "chunker_id": "c", "chunker_params_hash": "p", "chunk_text": text,
        })
        .to_string()
    };
    // Raw code points, although the runner escapes them; a carriage return; two requests at once; no request at all.
    let long = "\u{1F600}".repeat(100_000);
    let lines = [
        request(1, "a\u{85}b\u{2028}c"),
        format!("{}\r", request(2, "a")),
        request(3, &long),
        "{\"id\":4,\"op\":\"no such\"}".to_owned(),
        "no JSON".to_owned(),
        request(6, "a"),
    ];
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer panicked")??;
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_ascii());
    let replies: Vec<Value> =
        String::from_utf8(output.stdout)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!(2), &json!(3), &json!(4), &Value::Null, &json!(6)]);
    assert_eq!(replies[1]["ok"], replies[5]["ok"]);
    assert!(replies[3]["unsupported"].is_string() && replies[4]["unsupported"].is_string());
    let reference = steadlith_conformance::testee::Testee::default();
    for index in [0, 1, 2] {
        let right: Value = serde_json::from_str(&reference.answer_line(&lines[index]))?;
        assert_eq!(replies[index], right, "{}", language.name);
    }
    Ok(())
}

#[test]
fn the_python_testee_runs_as_it_is() -> Checked {
    runs_as_it_is(&PYTHON)
}

#[test]
fn the_javascript_testee_runs_as_it_is() -> Checked {
    runs_as_it_is(&JAVASCRIPT)
}

#[test]
fn the_python_testee_is_conformant_when_filled_in() -> Checked {
    is_conformant_when_filled_in(&PYTHON)
}

#[test]
fn the_javascript_testee_is_conformant_when_filled_in() -> Checked {
    is_conformant_when_filled_in(&JAVASCRIPT)
}

#[test]
fn the_testees_keep_to_lines() -> Checked {
    keeps_to_lines(&PYTHON)?;
    keeps_to_lines(&JAVASCRIPT)
}

#[test]
fn init_leaves_a_file_that_is_there() -> Checked {
    let written = Written::new(&PYTHON, "twice")?;
    std::fs::write(written.path(&PYTHON), "mine")?;
    let again = init(&PYTHON, &written.0)?;
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
    assert_eq!(std::fs::read_to_string(written.path(&PYTHON))?, "mine");
    Ok(())
}
