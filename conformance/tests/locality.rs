//! `conformance guard --locality` as its users meet it.

use std::error::Error;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

type Checked = Result<(), Box<dyn Error>>;

const PROGRAM: &str = env!("CARGO_BIN_EXE_conformance");

/// What the command says on standard output, with its exit code and standard error.
fn guard(arguments: &[&str]) -> Result<(Option<i32>, String, String), Box<dyn Error>> {
    let output = Command::new(PROGRAM).arg("guard").args(arguments).stdin(Stdio::null()).output()?;
    Ok((output.status.code(), String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
}

/// LOC-6: v1 violates strict locality, which it never promised.
#[test]
fn v1_yields_a_violation_that_is_no_unexpected_result() -> Checked {
    let (code, out, _) = guard(&["--locality", "--cases", "60"])?;
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("VIOLATION of LOC-3, the smallest that was found"), "{out}");
    assert!(out.contains("which v1 does not promise"), "{out}");
    assert!(out.contains("clause LOC-3"), "{out}");
    assert!(out.contains("old only interior") || out.contains("new only interior"), "{out}");
    let again = guard(&["--locality", "--cases", "60"])?;
    assert_eq!(again.1, out);
    let (code, page, _) = guard(&["--locality", "--cases", "60", "--format", "html"])?;
    assert_eq!(code, Some(0));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg class=\"picture\""), "{page}");
    let (_, json, _) = guard(&["--locality", "--cases", "60", "--format", "json"])?;
    let written: Value = serde_json::from_str(&json)?;
    assert_eq!(written["format"], "steadlith-conformance-locality/1.0");
    assert_eq!(written["smallest"]["claims_v1"], true);
    Ok(())
}

/// LOC-7: over the protocol, as any testee.
#[test]
fn the_strictly_local_testee_has_no_violation() -> Checked {
    let testee = format!("'{PROGRAM}' testee --strictly-local");
    let (code, out, _) = guard(&["--locality", &testee, "--cases", "200", "--seed", "3"])?;
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("strictly-local-test") && out.contains("no violation of LOC-3 in 200 examples"), "{out}");
    Ok(())
}

/// LOC-6: v1's cuts under another identity are a claim that does not hold.
#[test]
fn a_violation_under_another_identity_is_unexpected() -> Checked {
    let testee = format!(
        "sh -c '\"{PROGRAM}\" testee | sed -u \"s/\\\"chunker_id\\\":\\\"cdc-rabin\\\"/\\\"chunker_id\\\":\\\"other\\\"/\"'"
    );
    let (code, out, err) = guard(&["--locality", &testee, "--cases", "40"])?;
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("NOT STRICTLY LOCAL"), "{out}");
    Ok(())
}

/// LOC-5.
#[test]
fn the_family_is_verified_for_an_implementation() -> Checked {
    let json = std::env::temp_dir().join(format!("conformance-family-{}.json", std::process::id()));
    let (code, out, _) = guard(&["--locality", "--family", "1500", "--out", &json.to_string_lossy()])?;
    let written: Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    fs::remove_file(&json)?;
    assert_eq!(written["format"], "steadlith-conformance-family/1.0");
    assert_eq!((&written["distinct_words"], &written["common_hashes"]), (&1500.into(), &0.into()));
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("different words          1500") && out.contains("as LOC-5 says"), "{out}");
    let testee = format!("'{PROGRAM}' testee --strictly-local");
    let (code, out, _) = guard(&["--locality", &testee, "--family", "200"])?;
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("NOT as LOC-5 says") && out.contains("chunk hashes are in both texts"), "{out}");
    Ok(())
}

#[test]
fn wrong_usage_and_programs_that_cannot_be_judged_are_told_apart() -> Checked {
    for (arguments, code, message) in [
        (&["--locality", "--family", "16"][..], 2, "from 17 to"),
        (&["--family", "100"], 2, "--locality"),
        (&["--locality", "--new", "x"], 2, "cannot be used with"),
        (&["--locality", "no-such-program"], 3, "could not be judged"),
        (&["--locality", "'"], 2, "not closed"),
        (&["--locality", "--identity", "v2"], 2, "--identity v2: it offers cairn-chunk-identity-v1"),
    ] {
        let (actual, out, err) = guard(arguments)?;
        assert_eq!((actual, out.as_str()), (Some(code), ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    Ok(())
}
