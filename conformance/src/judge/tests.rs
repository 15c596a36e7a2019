mod relations;

use serde_json::{Value, json};
use steadlith_vectors::case::chunk_digest;

use super::*;
use crate::failure::{Difference, Parting};

const JUDGE: Judge = Judge { unicode: UnicodeVersion::V15_0, snapping: true };

fn case(request: &Value, expect: &Value) -> Case {
    let case = json!({
        "id": "t/case", "title": "a case", "clauses": ["CUT-1"], "level": "must", "request": request,
        "expect": expect, "origin": {"kind": "published"}, "since": "0.1",
    });
    serde_json::from_value(case).unwrap_or_else(|error| panic!("no case: {error}"))
}

/// Judges `reply` with the id that belongs to it.
fn judged_by(judge: Judge, request: &Value, expect: &Value, reply: &Value) -> Result<(), Failure> {
    let (mut request_line, mut reply) = (request.clone(), reply.clone());
    request_line["id"] = json!(7);
    reply["id"] = json!(7);
    let (request_line, reply) = (request_line.to_string(), reply.to_string());
    let exchange = Exchange { id: 7, request: &request_line, reply: reply.as_bytes() };
    judge.judge(&case(request, expect), &exchange)
}

fn judged(request: &Value, expect: &Value, reply: &Value) -> Result<(), Failure> {
    judged_by(JUDGE, request, expect, reply)
}

#[track_caller]
fn fails(result: Result<(), Failure>, class: Class, message: &str) {
    match result {
        Ok(()) => panic!("it passed"),
        Err(failure) => assert_eq!((failure.class, failure.message.as_str()), (class, message)),
    }
}

/// A request with two chunks, the second cut hard.
fn chunk_request() -> Value {
    json!({"op": "chunk", "text": "alpha beta gamma delta", "params": {"min_tokens": 1, "max_tokens": 2}})
}

fn reference_ok(request: &Value) -> Value {
    let mut line = request.clone();
    line["id"] = json!(7);
    let reply = Testee::new(JUDGE.unicode).answer_line(&line.to_string());
    serde_json::from_str::<Value>(&reply).unwrap_or_default()["ok"].take()
}

/// The verdict on the right answer after a change.
fn after(change: impl FnOnce(&mut Value)) -> Result<(), Failure> {
    let right = reference_ok(&chunk_request());
    let mut changed = right.clone();
    change(&mut changed);
    judged(&chunk_request(), &json!({"ok": right}), &json!({"ok": changed}))
}

fn without(value: &mut Value, field: &str) {
    if let Some(members) = value.as_object_mut() {
        assert!(members.remove(field).is_some());
    }
}

#[test]
fn the_right_answer_passes_and_unknown_fields_are_ignored() {
    assert_eq!(after(|_| {}), Ok(()));
    assert_eq!(after(|ok| ok["chunks"][0]["debug"] = json!({"deep": [1, 2]})), Ok(()));
}

#[test]
fn each_field_counts_and_the_closest_to_the_mistake_is_named() {
    let wrong = |path: &str| format!("{path} differs");
    fails(after(|ok| ok["identity"]["params_hash"] = json!("0")), Class::WrongAnswer, &wrong("identity.params_hash"));
    fails(after(|ok| ok["snap_to_boundaries"] = json!(true)), Class::WrongAnswer, &wrong("snap_to_boundaries"));
    for field in ["start_offset", "end_offset", "token_count", "start_word", "end_word", "raw_end_word"] {
        fails(
            after(|ok| ok["chunks"][1][field] = json!(99)),
            Class::WrongAnswer,
            &wrong(&format!("chunks[1].{field}")),
        );
    }
    for field in ["text", "chunk_hash", "boundary_kind", "snap_kind"] {
        fails(
            after(|ok| ok["chunks"][1][field] = json!("x")),
            Class::WrongAnswer,
            &wrong(&format!("chunks[1].{field}")),
        );
    }
    for field in
        ["chunk_count", "total_tokens", "primary_boundaries", "backup_boundaries", "hard_cuts", "snapped_boundaries"]
    {
        fails(
            after(|ok| ok["diagnostics"][field] = json!(99)),
            Class::WrongAnswer,
            &wrong(&format!("diagnostics.{field}")),
        );
    }
    fails(
        after(|ok| ok["diagnostics"]["token_counts"][1] = json!(99)),
        Class::WrongAnswer,
        "diagnostics.token_counts[1] differs",
    );
    fails(
        after(|ok| {
            ok["chunks"][1]["chunk_hash"] = json!("x");
            ok["chunks"][1]["text"] = json!("y");
            ok["chunks"][1]["end_word"] = json!(3);
        }),
        Class::WrongAnswer,
        "chunks[1].end_word differs, and 2 more",
    );
}

#[test]
fn a_missing_chunk_and_one_too_many_are_named() {
    let dropped = after(|ok| {
        if let Some(chunks) = ok["chunks"].as_array_mut() {
            chunks.pop();
        }
    });
    fails(dropped, Class::WrongAnswer, "chunks.length differs");
}

#[test]
fn a_field_that_is_left_out_breaks_the_protocol() {
    fails(
        after(|ok| without(&mut ok["chunks"][0], "token_count")),
        Class::Protocol,
        "ok.chunks[0]: missing field `token_count`",
    );
    fails(
        after(|ok| without(&mut ok["diagnostics"], "hard_cut_rate")),
        Class::Protocol,
        "ok.diagnostics: missing field `hard_cut_rate`",
    );
    fails(after(|ok| ok["chunks"][1]["end_word"] = json!(4.0)), Class::Protocol, {
        "ok.chunks[1].end_word: invalid type: floating point `4.0`, expected an integer from 0 on, written without a fraction"
    });
    fails(after(|ok| ok["chunks"][1]["text"] = Value::Null), Class::Protocol, {
        "ok.chunks[1].text: invalid type: null, expected a string"
    });
}

#[test]
fn only_the_hard_cut_rate_has_a_tolerance() {
    // One hard cut and nothing else that counts: the rate is 1.
    for rate in [json!(1), json!(1.0), json!(1.000_000_000_000_5), json!(0.999_999_999_999_5)] {
        assert_eq!(after(|ok| ok["diagnostics"]["hard_cut_rate"] = rate), Ok(()));
    }
    for rate in [json!(0), json!(1.000_000_000_01), json!(0.999_999_99)] {
        fails(
            after(|ok| ok["diagnostics"]["hard_cut_rate"] = rate),
            Class::WrongAnswer,
            "diagnostics.hard_cut_rate differs",
        );
    }
}

#[test]
fn snap_fields_may_be_left_out_without_the_capability_only() {
    let right = reference_ok(&chunk_request());
    let expect = json!({"ok": right});
    let mut changed = right.clone();
    without(&mut changed["chunks"][1], "raw_end_word");
    without(&mut changed["chunks"][1], "snap_kind");
    let reply = json!({"ok": changed});
    fails(
        judged(&chunk_request(), &expect, &reply),
        Class::Protocol,
        "ok.chunks[1]: missing field `raw_end_word`, owed with snapping declared",
    );
    let lenient = Judge { snapping: false, ..JUDGE };
    assert_eq!(judged_by(lenient, &chunk_request(), &expect, &reply), Ok(()));
    changed["chunks"][1]["snap_kind"] = json!("sentence");
    fails(
        judged_by(lenient, &chunk_request(), &expect, &json!({"ok": changed})),
        Class::WrongAnswer,
        "chunks[1].snap_kind differs",
    );
}

#[test]
fn a_digest_stands_for_the_whole_reply() -> Result<(), serde_json::Error> {
    let right = reference_ok(&chunk_request());
    let digest = chunk_digest(&serde_json::from_value(right.clone())?);
    let expect = json!({"ok_digest": digest});
    assert_eq!(judged(&chunk_request(), &expect, &json!({"ok": right})), Ok(()));
    let mut changed = right.clone();
    changed["chunks"][1]["end_offset"] = json!(99);
    fails(
        judged(&chunk_request(), &expect, &json!({"ok": changed})),
        Class::WrongAnswer,
        "chunks[1].end_offset differs",
    );
    let mut changed = right.clone();
    changed["diagnostics"]["hard_cut_rate"] = json!(0.5);
    fails(
        judged(&chunk_request(), &expect, &json!({"ok": changed})),
        Class::WrongAnswer,
        "diagnostics.hard_cut_rate differs",
    );
    let mut changed = right.clone();
    changed["diagnostics"]["primary_boundaries"] = json!(u64::MAX);
    changed["diagnostics"]["backup_boundaries"] = json!(u64::MAX);
    fails(
        judged(&chunk_request(), &expect, &json!({"ok": changed})),
        Class::WrongAnswer,
        "diagnostics.primary_boundaries differs, and 1 more",
    );
    let other = json!({"ok_digest": "0".repeat(64)});
    fails(judged(&chunk_request(), &other, &json!({"ok": right})), Class::WrongAnswer, &{
        format!("the digest of the reply is {digest}, expected {}", "0".repeat(64))
    });
    Ok(())
}

#[test]
fn the_unicode_version_chooses_the_expectation() {
    let request = json!({"op": "params", "params": {}});
    let from = |from: &str, hash: &str| json!({"from": from, "ok": {"params_hash": hash}});
    let expect = json!({"by_unicode": [from("13.0", "a"), from("15.0", "b"), from("16.0", "c")]});
    let verdict = |unicode, hash: &str| {
        judged_by(Judge { unicode, ..JUDGE }, &request, &expect, &json!({"ok": {"params_hash": hash}})).is_ok()
    };
    for (version, right) in [
        (UnicodeVersion::V13_0, "a"),
        (UnicodeVersion::V14_0, "a"),
        (UnicodeVersion::V15_0, "b"),
        (UnicodeVersion::V18_0, "c"),
    ] {
        for hash in ["a", "b", "c"] {
            assert_eq!(verdict(version, hash), hash == right, "{version} {hash}");
        }
    }
}

#[test]
fn only_an_error_with_the_right_code_is_a_refusal() {
    let request = json!({"op": "params", "params": {"min_tokens": 0}});
    let expect = json!({"error": {"code": "invalid-params"}});
    let reply = |reply: Value| judged(&request, &expect, &reply);
    assert_eq!(reply(json!({"error": {"code": "invalid-params"}})), Ok(()));
    assert_eq!(
        reply(json!({"error": {"code": "invalid-params", "field": "x", "message": "y", "word_index": 3}})),
        Ok(())
    );
    fails(
        reply(json!({"error": {"code": "invalid-tokenizer"}})),
        Class::WrongAnswer,
        "it is refused as invalid-tokenizer, not as invalid-params",
    );
    fails(
        reply(json!({"error": {"code": "bad"}})),
        Class::Protocol,
        "error.code is \"bad\", which is none of invalid-params, invalid-tokenizer, oversized-word, unsupported-identity",
    );
    fails(reply(json!({"error": {}})), Class::Protocol, "error: missing field `code`");
    fails(reply(json!({"error": "invalid-params"})), Class::Protocol, {
        "error: invalid type: string \"invalid-params\", expected an object"
    });
    fails(
        reply(json!({"ok": {"params_hash": "a"}})),
        Class::WrongAnswer,
        "it is accepted, but has to be refused as invalid-params",
    );
    fails(
        reply(json!({"unsupported": "no"})),
        Class::Protocol,
        "it says unsupported to what is core or declared in its hello: no",
    );
}

#[test]
fn a_refusal_of_what_is_right_fails() {
    let reply = json!({"error": {"code": "invalid-params", "message": "no\u{a0}"}});
    fails(
        judged(&json!({"op": "params", "params": {}}), &json!({"ok": {"params_hash": "a"}}), &reply),
        Class::WrongAnswer,
        "it is refused as \"invalid-params\": no<U+00A0 NO-BREAK SPACE>, but has to be accepted",
    );
}

#[test]
fn some_requests_may_be_answered_or_refused() -> Result<(), serde_json::Error> {
    let mut case =
        serde_json::to_value(case(&json!({"op": "params", "params": {}}), &json!({"ok": {"params_hash": "a"}})))?;
    case["or_refused"] = json!("invalid-params");
    let case: Case = serde_json::from_value(case)?;
    let verdict = |reply: &[u8]| JUDGE.judge(&case, &Exchange { id: 7, request: "", reply });
    assert_eq!(verdict(br#"{"id":7,"ok":{"params_hash":"a"}}"#), Ok(()));
    assert_eq!(verdict(br#"{"id":7,"error":{"code":"invalid-params"}}"#), Ok(()));
    assert!(verdict(br#"{"id":7,"error":{"code":"invalid-tokenizer"}}"#).is_err());
    assert!(verdict(br#"{"id":7,"ok":{"params_hash":"b"}}"#).is_err());
    Ok(())
}

#[test]
fn the_numbers_of_an_oversized_word_are_compared() {
    let request = json!({"op": "chunk", "text": "a"});
    let expect = json!({"error": {"code": "oversized-word", "word_index": 2, "token_count": 9, "max_tokens": 8}});
    let reply = |numbers: [Value; 3]| {
        let [word_index, token_count, max_tokens] = numbers;
        let error = json!({
            "code": "oversized-word", "word_index": word_index, "token_count": token_count, "max_tokens": max_tokens,
        });
        judged(&request, &expect, &json!({ "error": error }))
    };
    assert_eq!(reply([json!(2), json!(9), json!(8)]), Ok(()));
    fails(reply([json!(3), json!(9), json!(8)]), Class::WrongAnswer, "word_index differs");
    fails(reply([json!(2), json!(8), json!(8)]), Class::WrongAnswer, "token_count differs");
    fails(reply([json!(2), json!(9), Value::Null]), Class::WrongAnswer, "max_tokens differs");
}

/// PROTO-25, VER-14: neither of two answers of one implementation is the measure of the other.
#[test]
fn a_field_that_only_one_of_two_answers_has_is_a_difference() {
    let chunk = |snap_kind: Value| -> steadlith_vectors::reply::Chunk {
        let chunk = json!({
            "text": "a", "chunk_hash": "h", "start_offset": 0, "end_offset": 1, "token_count": 1, "start_word": 0,
            "end_word": 1, "boundary_kind": "final", "snap_kind": snap_kind,
        });
        serde_json::from_value(chunk).unwrap_or_else(|error| panic!("no chunk: {error}"))
    };
    let (with, without) = (chunk(json!("none")), chunk(Value::Null));
    let sides = |difference: Option<Difference>| difference.map(|it| (it.path, it.expected, it.actual));
    let path = "snap_kind".to_owned();
    assert_eq!(sides(difference_either_way(&with, &without)), Some((path.clone(), json!("none"), Value::Null)));
    assert_eq!(sides(difference_either_way(&without, &with)), Some((path, Value::Null, json!("none"))));
    assert_eq!(sides(difference_either_way(&without, &without)), None);
}

#[test]
fn two_long_strings_are_cut_down_to_where_they_part() {
    let (one, other) = (format!("{}a{}", "x".repeat(900), "y".repeat(900)), format!("{}b", "x".repeat(900)));
    let difference = first_difference(
        &steadlith_vectors::reply::MerkleOk { root: one },
        &steadlith_vectors::reply::MerkleOk { root: other },
    );
    let difference = difference.unwrap_or_else(|| panic!("no difference"));
    let parting = Parting { code_point: 900, expected: Some('a'), actual: Some('b') };
    assert_eq!(difference.parting, Some(parting));
    let expected = difference.expected.as_str().unwrap_or_default();
    assert!(expected.starts_with("[800 code points] ... xxx") && expected.ends_with("yyy ... [601 code points]"));
    assert!(difference.actual.as_str().is_some_and(|actual| actual.ends_with("xxb")));
}

#[test]
fn a_line_end_or_more_after_the_reply_is_no_part_of_it() {
    let line = br#"{"id":7,"ok":{"params_hash":"a"}} {}"#;
    assert!(line::answer(line, 7).is_err_and(|failure| failure.message.contains("trailing characters")));
    let line = br#"{"id":7,"ok":{"params_hash":"a"},"ok":{}}"#;
    assert!(line::answer(line, 7).is_err_and(|failure| failure.message.contains("duplicate field `ok`")));
    let line = br#"{"id":7,"ok":{"params_hash":"a"},"error":null}"#;
    let failure = line::answer(line, 7).map(drop);
    fails(failure, Class::Protocol, "the reply has more than one of ok, error and unsupported");
    assert!(line::answer(br#"{"id":null,"ok":{}}"#, 7).is_err_and(|failure| failure.message.contains("id `null`")));
    assert!(line::answer(b" {\"id\":7,\"ok\":{}}\t", 7).is_ok(), "space around the object is JSON's business");
}
