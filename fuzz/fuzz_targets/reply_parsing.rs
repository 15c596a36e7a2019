//! Whatever a testee writes, judging it neither panics nor lets a wrong reply pass. The first bytes choose the case;
//! the rest is a reply line, or edits of the right one.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use steadlith_conformance::judge::{Exchange, Judge, line};
use steadlith_conformance::readable;
use steadlith_fuzz::replies::{ID, cases, edited_reply, request_line, says_what_is_expected};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::Case;

static CASES: LazyLock<Vec<(Case, String)>> = LazyLock::new(|| {
    let cases = cases().unwrap_or_else(|error| panic!("the embedded suite does not load: {error}"));
    cases.into_iter().map(|case| (case.clone(), request_line(&case))).collect()
});

fuzz_target!(|input: (u16, bool, bool, &[u8])| {
    let (chosen, snapping, is_edited, bytes) = input;
    let (case, request) = &CASES[usize::from(chosen) % CASES.len()];
    let edited = is_edited.then(|| edited_reply(case, bytes));
    let reply = edited.as_deref().unwrap_or(bytes);
    assert!(readable::bytes(reply).lines().count() <= 1);
    let judge = Judge { unicode: UnicodeVersion::default(), snapping };
    match judge.judge(case, &Exchange { id: ID, request, reply }) {
        Ok(()) => {
            assert_eq!(line::id(reply), Some(ID));
            if let Some(reply) = value(reply) {
                assert!(says_what_is_expected(case, &reply, snapping), "{} passed", case.id);
            }
        }
        Err(failure) => assert!(!failure.message.is_empty() && !failure.message.starts_with("the case itself")),
    }
});

/// The reply as a value. `None` if a member that nobody reads holds what JSON allows and values cannot hold.
fn value(reply: &[u8]) -> Option<Value> {
    match serde_json::from_slice(reply) {
        Ok(value) => Some(value),
        Err(error) => {
            let is_beyond_values = ["out of range", "surrogate", "hex escape"];
            assert!(is_beyond_values.iter().any(|what| error.to_string().contains(what)), "passed, but: {error}");
            None
        }
    }
}
