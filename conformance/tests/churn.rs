//! `conformance churn` as its users meet it.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

type Checked = Result<(), Box<dyn Error>>;

const PROGRAM: &str = env!("CARGO_BIN_EXE_conformance");
/// Parameters under which small texts have several chunks.
const PARAMS: &str = r#"{"window_words":2,"min_tokens":2,"max_tokens":8,"primary_mask_bits":3,"backup_mask_bits":1}"#;

/// A folder of revisions that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Result<Folder, std::io::Error> {
        let folder = Folder(std::env::temp_dir().join(format!("conformance-churn-{}-{name}", std::process::id())));
        for (file, content) in files {
            let path = folder.0.join(file);
            fs::create_dir_all(path.parent().unwrap_or(&folder.0))?;
            fs::write(path, content)?;
        }
        Ok(folder)
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn churn(arguments: &[&str]) -> Result<Output, std::io::Error> {
    let output = Command::new(PROGRAM).arg("churn").args(arguments).stdin(Stdio::null()).output()?;
    Ok(output)
}

#[track_caller]
fn refused(arguments: &[&str], message: &str) -> Checked {
    let output = churn(arguments)?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    Ok(())
}

fn words(count: usize) -> String {
    (0..count).map(|number| format!("word{}", number * 7 % 61)).collect::<Vec<_>>().join(" ")
}

fn two_pairs(name: &str) -> Result<Folder, std::io::Error> {
    let (old, new) = (words(60), words(60).replacen("word7 ", "other ", 1));
    Folder::new(
        name,
        &[
            ("b/001.old.txt", old.as_bytes()),
            ("b/001.new.txt", new.as_bytes()),
            ("a.old.txt", b"one two three four five six seven eight nine ten"),
            ("a.new.txt", b"one two three four five six seven eight nine ten"),
            ("notes.txt", b"no revision"),
        ],
    )
}

#[test]
fn a_folder_is_measured_by_every_method() -> Checked {
    let folder = two_pairs("folder")?;
    let (json, plot) = (folder.path("out.json"), folder.path("out.svg"));
    let arguments = [
        "--pairs",
        &folder.path(""),
        "--params",
        PARAMS,
        "--fixed",
        "8",
        "--recursive",
        "8",
        "--out",
        &json,
        "--out",
        &plot,
    ];
    let output = churn(&arguments)?;
    let table = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(table.contains("2 read, 2 compared, every pair is accepted by every method"), "{table}");
    assert!(table.contains("control holds:"), "{table}");
    let written: Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    assert_eq!(written["format"], "steadlith-conformance-churn/1.0");
    let names: Vec<&str> = written["pairs"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(|pair| pair["name"].as_str())
        .collect();
    assert_eq!(names, ["a", "b/001"]);
    assert_eq!(written["groups"][0]["pairs"], 2);
    assert_eq!(written["pairs"][0]["outcomes"][2]["recompute_fraction"], 0.0);
    assert_ne!(written["pairs"][1]["outcomes"][2]["recompute_fraction"], 0.0);
    let plot = fs::read_to_string(&plot)?;
    assert!(plot.starts_with("<svg class=\"churn\"") && plot.contains("prefers-color-scheme:dark"), "{plot}");
    assert!(plot.contains("fixed") && plot.contains("R_c, percent") && plot.contains("resamples"), "{plot}");
    let page = String::from_utf8(churn(&[&arguments[..8], &["--format", "html"]].concat())?.stdout)?;
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg class=\"churn\""), "{page}");
    assert!(page.contains("b/001") && page.contains("control holds"), "{page}");
    // The same arguments give the same report, and standard output can be the JSON itself.
    let again = churn(&[&arguments[..8], &["--format", "json"]].concat())?;
    assert_eq!(String::from_utf8(again.stdout)?, fs::read_to_string(&json)?);
    Ok(())
}

#[test]
fn implementations_stand_beside_each_other_under_names_of_their_own() -> Checked {
    let folder = two_pairs("impls")?;
    let testee = format!("'{PROGRAM}' testee");
    let (old, new) = (folder.path("b/001.old.txt"), folder.path("b/001.new.txt"));
    let output = churn(&["--old", &old, "--new", &new, "--params", PARAMS, "--impl", &testee, "--impl", &testee])?;
    let table = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(
        table.contains("steadlith-reference 0.1.0 (1)") && table.contains("steadlith-reference 0.1.0 (2)"),
        "{table}"
    );
    assert!(table.contains("all compared pair, 1"), "{table}");
    Ok(())
}

/// PROTO-27: what is offered beside v1 is a method of its own.
#[test]
fn every_identity_that_is_offered_is_measured() -> Checked {
    let folder = two_pairs("identities")?;
    let offers = r#"s/"identities":\["cairn-chunk-identity-v1"/&,"other-identity"/"#;
    let testee = format!("sh -c '\"{PROGRAM}\" testee | sed -u \"$0\"' '{offers}'");
    let json = churn(&["--pairs", &folder.path(""), "--params", PARAMS, "--impl", &testee, "--format", "json"])?;
    let written: Value = serde_json::from_slice(&json.stdout)?;
    let methods = written["methods"].as_array().map_or(&[][..], Vec::as_slice);
    let named: Vec<_> = methods.iter().map(|method| (method["name"].as_str(), method["identity"].as_str())).collect();
    assert_eq!(
        named[2..],
        [(Some("steadlith-reference"), None), (Some("steadlith-reference other-identity"), Some("other-identity")),]
    );
    assert_eq!(written["groups"][0]["pairs"], 2);
    Ok(())
}

#[test]
fn an_implementation_that_dies_is_named_and_unexpected() -> Checked {
    let folder = two_pairs("dies")?;
    let dies = r#"sh -c 'read a; echo "{\"id\":0,\"ok\":{\"protocol\":1,\"name\":\"dies\",\"version\":\"1\",\"identities\":[\"cairn-chunk-identity-v1\"],\"capabilities\":[]}}"; read b; exit 3'"#;
    let output = churn(&["--pairs", &folder.path(""), "--impl", dies])?;
    let table = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1), "{table}");
    assert!(table.contains("dies gives no chunks for 2"), "{table}");
    assert!(table.contains("a: the old revision FAILED: crash"), "{table}");
    assert!(table.contains("nothing was compared"), "{table}");
    Ok(())
}

#[test]
fn refusals_are_named_and_leave_nothing_to_compare() -> Checked {
    let folder = two_pairs("refusals")?;
    let output = churn(&["--pairs", &folder.path(""), "--params", r#"{"min_tokens":0}"#])?;
    let table = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1), "{table}");
    assert!(table.contains("2 read, 0 compared"), "{table}");
    assert!(table.contains("a: the old revision is refused: invalid-params, min_tokens: 0 is less than 1"), "{table}");
    Ok(())
}

#[test]
fn wrong_usage_is_named() -> Checked {
    let alone = Folder::new("alone", &[("x.old.txt", b"a")])?;
    refused(&["--pairs", &alone.path("")], "x.old.txt has no partner")?;
    let alone = Folder::new("alone-new", &[("x.new.txt", b"a")])?;
    refused(&["--pairs", &alone.path("")], "x.new.txt has no partner")?;
    let bytes = Folder::new("bytes", &[("x.old.txt", b"a\xff"), ("x.new.txt", b"a")])?;
    refused(&["--pairs", &bytes.path("")], "x.old.txt is not UTF-8, from byte 1 on")?;
    let none = Folder::new("none", &[("x.txt", b"a")])?;
    refused(&["--pairs", &none.path("")], "holds no pair of files")?;
    refused(&["--pairs", &none.path("missing")], "missing")?;
    refused(&[], "required")?;
    refused(&["--pairs", &none.path(""), "--old", "a", "--new", "b"], "cannot be used with")?;
    let pairs = two_pairs("usage")?;
    refused(&["--pairs", &pairs.path(""), "--params", "{"], "--params is not JSON")?;
    refused(&["--pairs", &pairs.path(""), "--params", "3"], "--params is not an object")?;
    refused(&["--pairs", &pairs.path(""), "--fixed", "0"], "--fixed: chunk_size_tokens: 0 is less than 1")?;
    refused(&["--pairs", &pairs.path(""), "--out", "x.png"], "has to end in .json, .html or .svg")?;
    Ok(())
}

/// PLAN-18: what depends on the process shows only in another one.
#[test]
fn what_depends_on_the_process_breaks_the_control() -> Checked {
    let folder = two_pairs("process")?;
    let varies = r#"s/\"chunk_hash\":\"......../\"chunk_hash\":\"$p/g"#;
    let testee = format!("sh -c 'p=$(printf %08x $$); \"{PROGRAM}\" testee | sed -u \"{varies}\"'");
    let output = churn(&["--pairs", &folder.path(""), "--params", PARAMS, "--impl", &testee])?;
    let table = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1), "{table}");
    assert!(table.contains("CONTROL BROKEN 2 times"), "{table}");
    assert!(table.contains("chunks are not all kept"), "{table}");
    Ok(())
}
