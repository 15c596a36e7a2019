//! The command as its users meet it: output, exit codes, and nothing half-done.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

type Checked = Result<(), Box<dyn Error>>;

fn conformance(arguments: &[&str]) -> Result<Output, std::io::Error> {
    Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).stdin(Stdio::null()).output()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The command fails with this code, says this on standard error, and nothing on standard output.
#[track_caller]
fn refused(arguments: &[&str], code: i32, message: &str) -> Checked {
    let output = conformance(arguments)?;
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(text(&output.stdout), "");
    Ok(())
}

struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, file: &str, content: &str) -> Result<Folder, std::io::Error> {
        let folder = std::env::temp_dir().join(format!("conformance-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(file), content)?;
        Ok(Folder(folder))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_built_in_reference_is_conformant() -> Checked {
    // The large cases are slow without optimisation.
    let output = conformance(&["run", "--timeout", "300"])?;
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let stdout = text(&output.stdout);
    let mut lines = stdout.lines().rev();
    let counts = lines.next().unwrap_or_default();
    assert!(counts.ends_with(" passed, 0 failed, 0 skipped"), "{counts}");
    assert_eq!(lines.next(), Some("CONFORMANT"));
    assert!(!stdout.contains('\u{1b}'), "styles are for terminals only");
    assert_eq!(text(&output.stderr), "");
    Ok(())
}

#[test]
fn every_unicode_version_of_the_reference_is_conformant() -> Checked {
    let program = env!("CARGO_BIN_EXE_conformance");
    for version in ["13.0", "14.0", "15.1", "16.0", "17.0", "18.0"] {
        let implementation = shell_words::join([program, "testee", "--unicode", version]);
        let output = conformance(&["run", "--skip-large", "--impl", &implementation])?;
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    }
    Ok(())
}

#[test]
fn results_do_not_depend_on_jobs_or_isolation() -> Checked {
    let one = conformance(&["run", "--skip-large", "--jobs", "1"])?;
    assert_eq!(text(&conformance(&["run", "--skip-large", "--jobs", "5"])?.stdout), text(&one.stdout));
    let some = conformance(&["run", "--filter", "NORM-3", "--jobs", "1"])?;
    let isolated = conformance(&["run", "--filter", "NORM-3", "--isolate", "--jobs", "3"])?;
    assert_eq!(text(&isolated.stdout), text(&some.stdout));
    assert!(text(&some.stdout).contains("\nPARTIAL: no failure in "));
    Ok(())
}

#[test]
fn wrong_usage_exits_with_2() -> Checked {
    refused(&["run", "--nonsense"], 2, "--nonsense")?;
    refused(&["run", "--jobs", "0"], 2, "--jobs")?;
    refused(&["run", "--timeout", "0"], 2, "longer than 0 seconds")?;
    refused(&["run", "--filter", "nrom"], 2, "--filter \"nrom\" matches no case")?;
    refused(&["run", "--filter", "norm", "--filter", "nrom"], 2, "--filter \"nrom\" matches no case")?;
    refused(&["list", "--filter", "nrom"], 2, "matches no case")?;
    refused(&["run", "--impl", "it's"], 2, "a quote that is not closed")?;
    refused(&["run", "--impl", " "], 2, "the command is empty")?;
    refused(&["testee", "--unicode", "12.1"], 2, "known are 13.0")
}

#[test]
fn what_cannot_be_judged_exits_with_3() -> Checked {
    refused(&["run", "--impl", "no-such-command --flag"], 3, "cannot start no-such-command: there is no such file")?;
    refused(&["run", "--impl", "echo hello"], 3, "`hello")?;
    refused(&["run", "--impl", "cat"], 3, "neither ok nor error nor unsupported")?;
    refused(&["run", "--impl", "sh -c 'echo no luck >&2; exit 3'"], 3, "  | no luck")?;
    refused(&["run", "--impl", "sleep 60", "--start-timeout", "0.2"], 3, "no reply within 0.2 s")?;
    let folder = Folder::with("plain", "plain", "no program")?;
    refused(&["run", "--impl", &format!("{}/plain", folder.path())], 3, "is it an executable file?")
}

#[test]
fn vectors_that_cannot_be_used_exit_with_2_and_name_the_place() -> Checked {
    refused(&["run", "--vectors", "/no/such/folder"], 2, "cannot read /no/such/folder")?;
    let empty = Folder::with("empty", "README", "")?;
    refused(&["run", "--vectors", empty.path()], 2, "holds no vector file")?;
    let malformed = Folder::with("malformed", "t.json", r#"{"topic": "t", "cases": [{"id": "t/a", "title": 5}]}"#)?;
    refused(&["run", "--vectors", malformed.path()], 2, "t.json: at cases[0].title: invalid type: integer `5`")?;
    let without_cases = Folder::with("no-cases", "t.json", r#"{"topic": "t", "cases": []}"#)?;
    refused(&["run", "--vectors", without_cases.path()], 2, "there is no case to judge by")
}

#[test]
fn a_wrong_expectation_fails_with_1_and_says_how_to_repeat() -> Checked {
    let vectors = r#"{"topic": "t", "cases": [
        {"id": "t/a", "title": "defaults", "clauses": ["PARAM-1"], "level": "must", "since": "0.1",
         "request": {"op": "params", "params": {}}, "expect": {"ok": {"params_hash": "abc"}},
         "origin": {"kind": "hand-computed"}}]}"#;
    let folder = Folder::with("wrong", "t.json", vectors)?;
    let output = conformance(&["run", "--vectors", folder.path()])?;
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    assert!(stdout.contains("FAIL t/a defaults\n  wrong answer: params_hash differs\n"), "{stdout}");
    assert!(stdout.contains("  expected \"abc\"\n  actual   \"da7c441b"), "{stdout}");
    let repeat = format!("  repeat conformance run --vectors {} --filter t/a\n", folder.path());
    assert!(stdout.contains(&repeat), "{stdout}");
    assert!(stdout.ends_with("\nNOT CONFORMANT: 1 failure in 3 cases\n2 passed, 1 failed, 0 skipped\n"), "{stdout}");
    Ok(())
}

#[test]
fn completion_scripts_parse_and_know_every_command() -> Checked {
    let help = text(&conformance(&["--help"])?.stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"run") && commands.contains(&"completions"), "{help}");
    // bash is everywhere that this runs; tools/check-reports.sh has zsh and fish parse theirs.
    for shell in ["bash", "zsh", "fish", "elvish"] {
        let output = conformance(&["completions", shell])?;
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let script = text(&output.stdout);
        for word in commands.iter().chain(&["impl", "expect-failures"]) {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
        if shell == "bash" {
            let folder = Folder::with("completions", "script", &script)?;
            let parsed = Command::new("bash").arg("-n").arg(format!("{}/script", folder.path())).output()?;
            assert!(parsed.status.success(), "{}", text(&parsed.stderr));
        }
    }
    refused(&["completions", "csh"], 2, "invalid value")
}

#[test]
fn ceilings_can_be_set() -> Checked {
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"n","version":"1","capabilities":[],"identities":["cairn-chunk-identity-v1"]}}"#;
    let script = format!("read x; echo '{hello}'; read x; head -c 2000000 /dev/zero | tr '\\0' x; sleep 9");
    let flood = shell_words::join(["sh", "-c", &script]);
    let case = ["run", "--filter", "probe/unicode-version", "--timeout", "1", "--impl", &flood];
    let default = text(&conformance(&case)?.stdout);
    assert!(default.contains("timeout: no reply within 1.0 s"), "{default}");
    let limited = text(&conformance(&[&case[..], &["--reply-limit", "1"]].concat())?.stdout);
    assert!(limited.contains("protocol: the reply line is longer than the limit"), "{limited}");

    let script = "head -c 3000 /dev/zero | tr '\\0' x >&2; echo >&2";
    let noisy = shell_words::join(["sh", "-c", script]);
    refused(&["run", "--impl", &noisy], 3, "(3000 code points)")?;
    refused(&["run", "--impl", &noisy, "--stderr-limit", "1"], 3, "[earlier output is left out]\n  | xxx")?;
    refused(&["run", "--impl", &noisy, "--stderr-limit", "1"], 3, "(1023 code points)")
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_success() -> Checked {
    for arguments in [["run", "--filter", "merkle"].as_slice(), &["list"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).stdout(full).output()?;
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("cannot write"), "{}", text(&output.stderr));
    }
    Ok(())
}

#[test]
fn a_reader_who_leaves_early_is_no_error() -> Checked {
    let fault = shell_words::join([env!("CARGO_BIN_EXE_conformance"), "testee", "--fault", "min-exclusive"]);
    let cases: [(&[&str], i32); 5] = [
        (&["run", "--skip-large"], 0),
        (&["list"], 0),
        (&["list", "--format", "json"], 0),
        (&["--help"], 0),
        (&["explain", "cut/min-primary", "--impl", &fault], 1),
    ];
    for (arguments, code) in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_conformance"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        drop(child.stdout.take());
        let output = child.wait_with_output()?;
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    Ok(())
}

#[test]
fn the_second_implementation_is_conformant_and_a_mistake_is_not() -> Checked {
    let program = env!("CARGO_BIN_EXE_conformance");
    let right = shell_words::join([program, "testee", "--fault", "none"]);
    let output = conformance(&["run", "--skip-large", "--impl", &right])?;
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));

    let list = text(&conformance(&["testee", "--fault", "list"])?.stdout);
    let fault = list.lines().nth(2).and_then(|line| line.split(' ').next()).unwrap_or_default().to_owned();
    let wrong = shell_words::join([program, "testee", "--fault", &fault]);
    let output = conformance(&["run", "--skip-large", "--impl", &wrong])?;
    assert_eq!(output.status.code(), Some(1), "{fault}");
    refused(&["testee", "--fault", "no-such-mistake"], 2, "--fault \"no-such-mistake\" is no fault")
}

#[test]
fn list_shows_the_cases_by_clause() -> Checked {
    let output = conformance(&["list", "--filter", "NORM-3"])?;
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout.contains("NORM-3 (spec/01-text.md#norm-3)\n  norm/"), "{stdout}");
    let json: Value = serde_json::from_slice(&conformance(&["list", "--format", "json"])?.stdout)?;
    assert!(json.as_array().is_some_and(|cases| cases.len() > 100 && cases.iter().all(|case| case["id"].is_string())));
    Ok(())
}

#[test]
fn explain_shows_a_case_and_a_file_stage_by_stage() -> Checked {
    let output = conformance(&["explain", "norm/whitespace-00a0"])?;
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(stdout.starts_with("norm/whitespace-00a0 "), "{stdout}");
    assert!(stdout.contains("  input text: a<U+00A0 NO-BREAK SPACE>b\n"), "{stdout}");
    assert!(stdout.contains("\n== 1 Text and normalisation ("), "{stdout}");

    let file = Folder::with("explain", "text", "alpha beta\n\ngamma delta")?;
    let path = format!("{}/text", file.path());
    let stdout = text(&conformance(&["explain", &path, "--params", r#"{"min_tokens":1,"max_tokens":2}"#])?.stdout);
    for chapter in ["1 Text", "2 Tokens", "3 Parameters", "4 Fingerprints", "5 Boundaries", "6 Snapping", "10 Records"]
    {
        assert!(stdout.contains(&format!("== {chapter}")), "{chapter}: {stdout}");
    }
    Ok(())
}

#[test]
fn explain_shows_where_an_implementation_parts_from_the_reference() -> Checked {
    let file = Folder::with("part", "text", "alpha a\u{1dfa}\u{301}")?;
    let path = format!("{}/text", file.path());
    let implementation = shell_words::join([env!("CARGO_BIN_EXE_conformance"), "testee", "--unicode", "13.0"]);
    let same = conformance(&["explain", &path, "--impl", &implementation])?;
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));
    assert!(text(&same.stdout).ends_with("\nhashes: the same\nidentity and diagnostics: the same\n\n"));

    let other = conformance(&["explain", &path, "--impl", &implementation, "--unicode", "14.0"])?;
    assert_eq!(other.status.code(), Some(1));
    let stdout = text(&other.stdout);
    assert!(stdout.contains("\nwords: here the two part. wrong answer: words[1].text differs\n"), "{stdout}");
    assert!(stdout.contains("  they part at code point 0: U+00E1 was expected, U+0061 came\n"), "{stdout}");
    Ok(())
}

#[test]
fn explain_refuses_what_it_cannot_explain() -> Checked {
    refused(&["explain", "norm/none"], 2, "is no case, and cannot be read as a file")?;
    refused(&["explain", "norm/whitespace-00a0", "--params", "{}"], 2, "--params is for files")?;
    refused(&["explain", "norm/whitespace-00a0", "--impl", "no-such-command"], 3, "cannot start")?;
    let file = Folder::with("binary", "text", "a")?;
    let path = format!("{}/text", file.path());
    refused(&["explain", &path, "--params", "{"], 2, "--params is not JSON")?;
    fs::write(&path, b"a\xff")?;
    refused(&["explain", &path], 2, "is not UTF-8, from byte 1 on")
}
