//! Faults as real child processes, and what a run says about them.

use std::error::Error;
use std::process::{Command, Output, Stdio};

type Checked = Result<(), Box<dyn Error>>;

fn conformance(arguments: &[&str]) -> Result<Output, std::io::Error> {
    Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).stdin(Stdio::null()).output()
}

/// The report of a run without large texts, which has to end with exit code 1.
fn report(fault: &str, options: &[&str]) -> Result<String, Box<dyn Error>> {
    let implementation = shell_words::join([env!("CARGO_BIN_EXE_conformance"), "testee", "--fault", fault]);
    let arguments = [&["run", "--skip-large", "--impl", &implementation], options].concat();
    let output = conformance(&arguments)?;
    let stdout = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    Ok(stdout)
}

#[track_caller]
fn is_named(fault: &str, options: &[&str], words: &str) -> Checked {
    let report = report(fault, options)?;
    // The heading also tells of failures that are not compared, such as that of the probe that asks again.
    let behind = report.split_once("\nDiagnosis").map(|(_, behind)| behind).unwrap_or_default();
    let diagnosis = behind.split_once('\n').map(|(_, diagnosis)| diagnosis).unwrap_or_default();
    assert!(diagnosis.starts_with(words), "{report}");
    assert!(diagnosis.contains(&format!("\n    {fault}: ")), "{report}");
    assert!(diagnosis.contains("\n      instead, "), "{report}");
    Ok(())
}

const EXACTLY: &str = "  all ";

#[test]
fn a_wrong_rule_is_named() -> Checked {
    is_named("whitespace-js", &["--filter", "norm/*"], EXACTLY)
}

#[test]
fn a_memory_is_named_whatever_the_number_of_processes() -> Checked {
    for jobs in ["1", "2"] {
        is_named("cached-by-text", &["--jobs", jobs], EXACTLY)?;
    }
    Ok(())
}

#[test]
fn a_breach_of_the_protocol_is_named() -> Checked {
    is_named("id-as-string", &["--filter", "merkle/*"], EXACTLY)
}

#[test]
fn a_misdeclared_unicode_version_is_named() -> Checked {
    is_named("unicode-misdeclared", &[], "  the failure is exactly what one known mistake gives:")
}

#[test]
fn a_unicode_version_that_changes_from_request_to_request_is_named() -> Checked {
    is_named("unicode-alternates", &["--jobs", "1", "--filter", "unicode/*", "--filter", "probe/*"], EXACTLY)
}

#[test]
fn nothing_is_guessed_about_an_unknown_mistake() -> Checked {
    // Whoever refuses everything makes none of the known mistakes.
    let refuses = r#"while read -r line; do
        case "$line" in
            *'"hello"'*) echo '{"id":0,"ok":{"protocol":1,"name":"n","version":"1","identities":["cairn-chunk-identity-v1"],"capabilities":[]}}' ;;
            *) id=${line#*:}; echo "{\"id\":${id%%,*},\"error\":{\"code\":\"invalid-params\"}}" ;;
        esac
    done"#;
    let implementation = shell_words::join(["sh", "-c", refuses]);
    let output = conformance(&["run", "--filter", "cut/*", "--skip-large", "--impl", &implementation])?;
    let stdout = String::from_utf8(output.stdout)?;
    assert!(stdout.contains("\nDiagnosis\n  no single known mistake explains these failures\n"), "{stdout}");
    Ok(())
}

#[test]
fn the_second_implementation_without_a_fault_is_conformant() -> Checked {
    for unicode in ["13.0", "18.0"] {
        let implementation =
            shell_words::join([env!("CARGO_BIN_EXE_conformance"), "testee", "--fault", "none", "--unicode", unicode]);
        let output = conformance(&["run", "--skip-large", "--impl", &implementation])?;
        let stdout = String::from_utf8(output.stdout)?;
        assert_eq!(output.status.code(), Some(0), "{stdout}");
        assert!(!stdout.contains("Diagnosis"), "{stdout}");
    }
    Ok(())
}

#[test]
fn the_faults_are_listed_and_a_mistyped_one_is_refused() -> Checked {
    let list = String::from_utf8(conformance(&["testee", "--fault", "list"])?.stdout)?;
    assert!(list.contains("\nwhitespace-js (NORM-3, NORM-5)\n  "), "{list}");
    assert!(list.contains(" mistakes that no request reveals:\n"), "{list}");

    let output = conformance(&["testee", "--fault", "whitespce-js"])?;
    let stderr = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("--fault \"whitespce-js\" is no fault; near it: whitespace-js"), "{stderr}");
    Ok(())
}
