//! Where the reports of the command go, and what it says of them afterwards (PROTO-17, PROTO-28 to PROTO-31).

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

type Checked = Result<(), Box<dyn Error>>;

/// Few cases, some of which fail with the fault.
const FEW: [&str; 3] = ["run", "--filter", "cut/min-*"];
const FAULT: &str = "min-exclusive";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Folder, std::io::Error> {
        let folder = std::env::temp_dir().join(format!("conformance-output-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conformance"));
    command.args(arguments).stdin(Stdio::null()).env_remove("GITHUB_STEP_SUMMARY");
    command
}

fn conformance(arguments: &[&str]) -> Result<Output, std::io::Error> {
    command(arguments).output()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Judges a few cases of an implementation with a fault, or of one without.
fn few(fault: Option<&str>, more: &[&str]) -> Result<Output, std::io::Error> {
    let program = env!("CARGO_BIN_EXE_conformance");
    let implementation = shell_words::join([program, "testee", "--fault", fault.unwrap_or("none")]);
    conformance(&[&FEW[..], &["--impl", &implementation], more].concat())
}

#[track_caller]
fn refused(output: Output, code: i32, message: &str) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
}

#[test]
fn several_reports_are_written_at_once_and_can_be_made_again() -> Checked {
    let folder = Folder::new("several")?;
    let endings = ["html", "json", "md", "txt", "xml"];
    let files: Vec<String> = endings.iter().map(|ending| folder.file(&format!("r.{ending}"))).collect();
    let named = format!("junit={}", folder.file("results"));
    let mut arguments: Vec<&str> = files.iter().flat_map(|file| ["--out", file]).collect();
    arguments.extend(["--out", &named]);
    let output = few(Some(FAULT), &arguments)?;
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\nPARTIAL: "), "the terminal report still goes to standard output");
    let read = |file: &str| fs::read_to_string(Path::new(file));
    assert_eq!(read(&folder.file("results"))?, read(&files[4])?);
    let document: Value = serde_json::from_str(&read(&files[1])?)?;
    assert!(document["run"]["cases"].as_array().is_some_and(|cases| !cases.is_empty()));
    for (format, file) in [("html", 0), ("json", 1), ("markdown", 2), ("junit", 4)] {
        let again = conformance(&["report", &files[1], "--format", format])?;
        assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
        assert_eq!(text(&again.stdout), read(&files[file])?, "{format}");
    }
    Ok(())
}

#[test]
fn what_makes_no_sense_is_refused_before_the_work() -> Checked {
    let folder = Folder::new("refused")?;
    let missing = folder.file("missing/r.html");
    let (twice, here) = (folder.file("r.html"), folder.file("."));
    refused(few(None, &["--format", "json", "--format", "github"])?, 2, "--out json=FILE writes it into a file");
    refused(few(None, &["--format", "github", "--format", "github"])?, 2, "--format github is given twice");
    refused(few(None, &["--format", "pdf"])?, 2, "[possible values: terminal, json, junit, github, markdown, html]");
    refused(few(None, &["--out", "report"])?, 2, "name one, as in html=report");
    refused(few(None, &["--out", "json="])?, 2, "the name of a file is missing behind json=");
    refused(few(None, &["--out", &missing])?, 2, "there is no such folder");
    refused(few(None, &["--out", &format!("html={here}")])?, 2, "it is a folder");
    refused(few(None, &["--out", &twice, "--out", &twice])?, 2, "twice");
    assert_eq!(fs::read_dir(&folder.0)?.count(), 0, "nothing is written");
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_report_that_cannot_be_written_exits_with_3() -> Checked {
    let folder = Folder::new("full")?;
    let document = folder.file("r.json");
    let full = || fs::OpenOptions::new().write(true).open("/dev/full");
    let program = env!("CARGO_BIN_EXE_conformance");
    let faulty = shell_words::join([program, "testee", "--fault", FAULT]);
    for arguments in [&["--out", &document][..], &["--impl", &faulty], &["--format", "json"], &["--format", "html"]] {
        let output = command(&[&FEW[..], arguments].concat()).stdout(full()?).stderr(Stdio::piped()).output()?;
        refused(output, 3, "error: cannot write the report to standard output: No space left on device");
    }
    assert!(Path::new(&document).metadata()?.len() > 0, "what can be written is");
    refused(few(None, &["--out", "html=/dev/full"])?, 3, "error: cannot write the report to /dev/full: No space left");
    let listed = command(&["list"]).stdout(full()?).stderr(Stdio::piped()).output()?;
    refused(listed, 3, "error: cannot write to standard output: No space left on device");
    Ok(())
}

#[test]
fn colours_are_for_who_wants_them() -> Checked {
    let has_colour = |variables: &[(&str, &str)]| -> Result<bool, std::io::Error> {
        let mut command = command(&FEW);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        Ok(command.output()?.stdout.contains(&0x1b))
    };
    assert!(!has_colour(&[])?, "not in a pipe");
    assert!(has_colour(&[("CLICOLOR_FORCE", "1")])?, "unless asked for");
    assert!(!has_colour(&[("NO_COLOR", "1")])?);
    Ok(())
}

#[test]
fn the_picture_is_drawn_where_boundaries_part() -> Checked {
    let program = env!("CARGO_BIN_EXE_conformance");
    let implementation = shell_words::join([program, "testee", "--fault", "smallest-backup"]);
    for command in [&["run", "--filter"][..], &["explain"]] {
        let output = conformance(&[command, &["cut/backup-latest", "--impl", &implementation]].concat())?;
        let stdout = text(&output.stdout);
        let rows: Vec<&str> = stdout.lines().skip_while(|line| !line.contains("The boundaries part here: ")).collect();
        let row = |number: usize| rows.get(number).copied().unwrap_or_default();
        assert!(row(2).starts_with("  expected  \u{2502}") && row(4).starts_with("  actual    \u{2502}"), "{stdout}");
        assert_ne!(row(2).find('\u{256b}'), row(4).find('\u{256b}'), "{stdout}");
    }
    Ok(())
}

#[test]
fn who_stops_reading_changes_nothing() -> Checked {
    for (fault, code) in [(None, 0), (Some(FAULT), 1)] {
        let program = env!("CARGO_BIN_EXE_conformance");
        let implementation = shell_words::join([program, "testee", "--fault", fault.unwrap_or("none")]);
        let mut child = command(&[&FEW[..], &["--impl", &implementation]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        drop(child.stdout.take());
        let output = child.wait_with_output()?;
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(code), String::new()));
    }
    Ok(())
}

#[test]
fn github_gets_annotations_and_a_summary() -> Checked {
    let folder = Folder::new("github")?;
    let summary = folder.file("summary.md");
    fs::write(&summary, "what was there\n")?;
    let program = env!("CARGO_BIN_EXE_conformance");
    let implementation = shell_words::join([program, "testee", "--fault", FAULT]);
    let run = |formats: &[&str]| {
        command(&[&FEW[..], &["--impl", &implementation], formats].concat())
            .env("GITHUB_STEP_SUMMARY", &summary)
            .output()
    };
    let alone = text(&run(&["--format", "github"])?.stdout);
    assert!(alone.lines().all(|line| line.starts_with("::")), "{alone}");
    assert!(alone.contains("::error title=cut/min-"), "{alone}");
    let written = fs::read_to_string(&summary)?;
    assert!(written.starts_with("what was there\n# Conformance of steadlith-model"), "{written}");
    let both = text(&run(&["--format", "github", "--format", "terminal"])?.stdout);
    let token = both.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).ok_or("no guard")?;
    let (guarded, commands) = both.split_once(&format!("\n::{token}::\n")).ok_or("no end of the guard")?;
    assert!(guarded.contains("\nPARTIAL: "), "{guarded}");
    assert_eq!(commands, alone);
    Ok(())
}

#[test]
fn two_reports_are_compared_and_several_put_into_a_table() -> Checked {
    let folder = Folder::new("compared")?;
    let (good, bad) = (folder.file("good.json"), folder.file("bad.json"));
    few(None, &["--out", &good])?;
    few(Some(FAULT), &["--out", &bad])?;
    let broken = conformance(&["report", &good, &bad])?;
    assert_eq!(broken.status.code(), Some(1));
    let summary = text(&broken.stdout).lines().last().map(str::to_owned).ok_or("nothing")?;
    assert!(!summary.starts_with("0 broken") && summary.contains(" broken, 0 fixed, "), "{summary}");
    for (arguments, code, last) in [
        (["report", &bad, &good], 0, ", 0 failing in another way, 0 changed skips, 0 new cases, 0 gone"),
        (["report", &bad, &bad], 0, "0 broken, 0 fixed, "),
    ] {
        let output = conformance(&arguments)?;
        assert_eq!(output.status.code(), Some(code));
        assert!(
            text(&output.stdout).lines().last().is_some_and(|line| line.contains(last)),
            "{}",
            text(&output.stdout)
        );
    }
    let document: Value = serde_json::from_slice(&conformance(&["report", &good, &bad, "--format", "json"])?.stdout)?;
    assert!(document["broken"].as_array().is_some_and(|changes| !changes.is_empty()));
    let page = folder.file("table.html");
    let table = conformance(&["report", "--table", &good, &bad, &good, "--out", &page])?;
    assert_eq!(table.status.code(), Some(0), "{}", text(&table.stderr));
    assert!(text(&table.stdout).contains("\nchapter"), "{}", text(&table.stdout));
    assert!(fs::read_to_string(&page)?.contains("<h1>Conformance of 2 implementations</h1>"));
    Ok(())
}

#[test]
fn what_is_no_report_exits_with_2_and_names_the_place() -> Checked {
    let folder = Folder::new("no-report")?;
    let (good, bad) = (folder.file("good.json"), folder.file("bad.json"));
    few(None, &["--out", &good])?;
    refused(conformance(&["report", "/no/such/file"])?, 2, "cannot read /no/such/file: ");
    fs::write(&bad, "{}")?;
    refused(conformance(&["report", &bad])?, 2, "bad.json: at the top: missing field `format`");
    fs::write(&bad, "[]")?;
    refused(conformance(&["report", &bad])?, 2, "bad.json: at the top: not a report: an array, expected an object");
    let mut twice: Value = serde_json::from_str(&fs::read_to_string(&good)?)?;
    let again = twice["run"]["cases"][0].clone();
    let cases = twice["run"]["cases"].as_array_mut().ok_or("no cases")?;
    cases.push(again);
    fs::write(&bad, twice.to_string())?;
    refused(conformance(&["report", &bad])?, 2, " is there twice");
    fs::write(&bad, fs::read_to_string(&good)?.replacen("\"must\"", "5", 1))?;
    refused(conformance(&["report", &bad, &good])?, 2, "bad.json: at run.selection.level: ");
    fs::write(&bad, &fs::read(&good)?[..2000])?;
    refused(conformance(&["report", "--table", &good, &bad])?, 2, "bad.json: at run: EOF while parsing");
    refused(conformance(&["report"])?, 2, "required");
    refused(conformance(&["report", &good, &good, &good])?, 2, "--table for several");
    refused(conformance(&["report", &good, &good, "--format", "junit"])?, 2, "a comparison has no junit format");
    refused(conformance(&["report", "--table", &good, "--format", "json"])?, 2, "a table has no json format");
    Ok(())
}

#[test]
fn a_run_that_judges_nothing_is_no_success() -> Checked {
    let sed = format!(r#"sh -c '"{}" testee | sed -u "1s/\"merkle\",//"'"#, env!("CARGO_BIN_EXE_conformance"));
    let output = conformance(&["run", "--filter", "merkle/*", "--impl", &sed])?;
    assert!(text(&output.stdout).contains("no failure in 0 of"), "{}", text(&output.stdout));
    refused(output, 2, "no case was judged: all that were selected are skipped");
    refused(few(None, &["--filter", ""])?, 2, "--filter \"\" is empty");
    Ok(())
}

#[test]
#[cfg(unix)]
fn no_two_reports_share_a_file_under_other_spellings() -> Checked {
    let folder = Folder::new("spellings")?;
    let (plain, link) = (folder.file("r.json"), folder.file("link.json"));
    let name = folder.0.file_name().ok_or("no name")?.to_string_lossy().into_owned();
    let spelled = folder.file(&format!("../{name}/r.json"));
    std::os::unix::fs::symlink(&plain, &link)?;
    for other in [&spelled, &link] {
        refused(few(None, &["--out", &plain, "--out", &format!("html={other}")])?, 2, "twice");
    }
    let ledger = ["--update-ledger", "--expect-failures", &plain];
    refused(few(None, &[&ledger[..], &["--out", &spelled]].concat())?, 2, "the ledger of --expect-failures");
    assert_eq!(fs::read_dir(&folder.0)?.count(), 1, "nothing is written");
    Ok(())
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_the_ledger_alone_and_compares_loudly() -> Checked {
    let folder = Folder::new("interrupted")?;
    let (ledger, mark, report) = (folder.file("ledger.json"), folder.file("mark"), folder.file("r.json"));
    let entry = r#"{"expected_failures":[{"id":"cut/min-1","failure":"crash: gone","reason":"known for long"}]}"#;
    fs::write(&ledger, entry)?;
    let program = env!("CARGO_BIN_EXE_conformance");
    let slow = format!(
        r#"sh -c '"{program}" testee | while IFS= read -r l; do printf "%s\n" "$l"; echo >> "{mark}"; sleep 0.3; done'"#
    );
    let filter = ["run", "--filter", "cut/*", "--jobs", "1", "--impl", &slow, "--out", &report];
    let child = command(&[&filter[..], &["--update-ledger", "--expect-failures", &ledger]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    while fs::read_to_string(&mark).unwrap_or_default().lines().count() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    let output = child.wait_with_output()?;
    assert_eq!(fs::read_to_string(&ledger)?, entry);
    assert!(text(&output.stderr).contains("was interrupted: "), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is left as it was"), "{}", text(&output.stderr));
    let whole = folder.file("whole.json");
    conformance(&["run", "--filter", "cut/*", "--out", &whole])?;
    let compared = conformance(&["report", &whole, &report])?;
    let stdout = text(&compared.stdout);
    assert_eq!(compared.status.code(), Some(1), "{stdout}");
    assert!(stdout.contains("the newer run was interrupted: ") && stdout.contains(" cases not compared"), "{stdout}");
    for format in ["markdown", "html", "json"] {
        let stdout = text(&conformance(&["report", &whole, &report, "--format", format])?.stdout);
        assert!(stdout.contains("the newer run was interrupted"), "{stdout}");
    }
    Ok(())
}

#[test]
fn an_update_says_what_it_changes() -> Checked {
    let folder = Folder::new("update")?;
    let ledger = folder.file("ledger.json");
    let update = |fault| few(fault, &["--update-ledger", "--expect-failures", &ledger]);
    assert!(text(&update(Some(FAULT))?.stderr).contains("the ledger is updated: "));
    let read = || -> Result<Value, Box<dyn Error>> { Ok(serde_json::from_str(&fs::read_to_string(&ledger)?)?) };
    let mut document = read()?;
    document["expected_failures"][0]["reason"] = "ours".into();
    document["expected_failures"][0]["failure"] = "crash: gone".into();
    fs::write(&ledger, document.to_string())?;
    let stderr = text(&update(Some(FAULT))?.stderr);
    assert!(stderr.contains("0 added, 1 changed, 0 removed") && stderr.contains("  changed cut/min-"), "{stderr}");
    assert_eq!(read()?["expected_failures"][0]["reason"], "ours");
    let stderr = text(&update(None)?.stderr);
    assert!(stderr.contains("0 added, 0 changed, ") && stderr.contains("  removed cut/min-"), "{stderr}");
    assert_eq!(read()?["expected_failures"].as_array().map(Vec::len), Some(0));
    Ok(())
}

/// PROTO-25: the handshake belongs to what every process has to say alike.
#[test]
#[cfg(unix)]
fn processes_that_declare_less_fail_the_second_asking() -> Checked {
    let folder = Folder::new("declares")?;
    let program = env!("CARGO_BIN_EXE_conformance");
    for (number, (edit, code, said)) in [
        (r#"s/"merkle",//"#, 1, "hello is not the same in each process: capabilities is"),
        (r#"s/"version":"/"version":"9/"#, 0, "hello says another version in a later process: 9"),
    ]
    .into_iter()
    .enumerate()
    {
        let mark = folder.file(&format!("mark-{number}"));
        let script = format!(
            r#"if mkdir "{mark}" 2>/dev/null; then "{program}" testee; else "{program}" testee | sed -u "1$0"; fi"#
        );
        let implementation = shell_words::join(["sh", "-c", &script, edit]);
        let filters = ["run", "--filter", "merkle/*", "--filter", "probe/determinism", "--jobs", "1"];
        let output = conformance(&[&filters[..], &["--impl", &implementation]].concat())?;
        let stdout = text(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{stdout}");
        assert!(stdout.contains(said), "{stdout}");
    }
    Ok(())
}

/// PROTO-30: what a report keeps of a handshake is bounded.
#[test]
#[cfg(unix)]
fn a_long_name_is_cut_in_the_reports() -> Checked {
    let folder = Folder::new("long-name")?;
    let report = folder.file("r.json");
    let tenfold = "s/@/@@@@@@@@@@/g;".repeat(5);
    let script =
        format!(r#""{}" testee | sed -u "1{{s/steadlith-reference/@/;$0}}""#, env!("CARGO_BIN_EXE_conformance"));
    let implementation = shell_words::join(["sh", "-c", &script, &tenfold]);
    conformance(&[&FEW[..], &["--impl", &implementation, "--out", &report]].concat())?;
    let document: Value = serde_json::from_str(&fs::read_to_string(&report)?)?;
    let name = document["run"]["implementation"]["name"].as_str().ok_or("no name")?;
    assert!(name.len() < 300 && name.ends_with("@ ... (100000 code points)"), "{} bytes", name.len());
    Ok(())
}
