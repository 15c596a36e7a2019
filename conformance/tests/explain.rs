//! `explain` shows how the reference comes to its answer.

use serde_json::{Value, json};
use steadlith_conformance::worked::{View, explain_chunk, explain_request};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::request::{Request, TokenCounter};

const UNICODE: UnicodeVersion = UnicodeVersion::V18_0;

fn explained(text: &str, params: &Value, view: View) -> String {
    explain_chunk(text, Some(params), None, UNICODE, view)
}

fn headings(explanation: &str) -> Vec<&str> {
    explanation.lines().filter_map(|line| line.strip_prefix("== ")?.split(' ').next()).collect()
}

fn snapping() -> Value {
    json!({
        "window_words": 2, "min_tokens": 2, "max_tokens": 6, "primary_mask_bits": 3, "backup_mask_bits": 1,
        "snap_window_words": 2, "snap_to_boundaries": true,
    })
}

#[test]
fn every_stage_of_a_chunked_text_is_shown() {
    let text = "One two. Three four\n\nfive six? Seven eight nine ten. eleven twelve";
    let explanation = explained(text, &snapping(), View::Abridged);
    assert_eq!(headings(&explanation), ["1", "2", "3", "4", "5", "6", "7", "8", "10"]);
    insta::assert_snapshot!(explanation);
}

#[test]
fn a_long_text_is_abridged_and_says_what_is_left_out() {
    let words: Vec<String> = (0..5000).map(|index| format!("word{index}")).collect();
    let text = words.join(" ");
    let abridged = explained(&text, &json!({}), View::Abridged);
    assert!(abridged.lines().count() < 500, "{} lines", abridged.lines().count());
    assert!(abridged.contains("  ... 4976 more rows, --all shows them\n"), "{abridged}");
    assert!(abridged.lines().all(|line| line.len() < 250), "{abridged}");
    let whole = explained(&words[..500].join(" "), &json!({}), View::Whole);
    assert!(!whole.contains("--all"));
    assert!(whole.contains("\n  499    \"word499\"  1       500\n"), "{whole}");
}

#[test]
fn everything_is_ascii_and_no_line_ends_in_a_space() {
    let text = "\u{FEFF}e\u{301} \u{1F600}\u{85}\u{85}\u{2029}a\r\n\r\nb ";
    for view in [View::Abridged, View::Whole] {
        let explanation = explained(text, &snapping(), view);
        assert!(explanation.is_ascii(), "{explanation}");
        assert!(explanation.lines().all(|line| !line.ends_with(' ')), "{explanation}");
    }
}

#[test]
fn a_refusal_is_shown_where_it_happens() {
    let stops = |text: &str, params: Value, counter: Option<Value>| {
        let counter: Option<TokenCounter> = counter.and_then(|counter| serde_json::from_value(counter).ok());
        let explanation = explain_chunk(text, Some(&params), counter.as_ref(), UNICODE, View::Abridged);
        let last = headings(&explanation).last().map(|&heading| heading.to_owned()).unwrap_or_default();
        let error = explanation.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or("none").to_owned();
        (last, error)
    };
    let stop = |chapter: &str, code: &str| (chapter.to_owned(), code.to_owned());
    assert_eq!(stops("a", json!({"min_tokens": 0}), None), stop("3", "invalid-params"));
    assert_eq!(stops("a", json!([]), None), stop("3", "invalid-params"));
    assert_eq!(stops("a", json!({"normalizer_version": "x"}), None), stop("3", "unsupported-identity"));
    assert_eq!(stops("a", json!({"tokenizer_id": "x"}), None), stop("2", "invalid-tokenizer"));
    assert_eq!(stops("a", json!({}), Some(json!({"id": "x", "default": 641}))), stop("5", "oversized-word"));
    assert_eq!(stops("a", json!({}), None), stop("10", "none"));
}

#[test]
fn every_operation_can_be_explained() -> serde_json::Result<()> {
    let planned = json!([{"chunk_hash": "h", "start_offset": 0, "end_offset": 1, "token_count": 1}]);
    for (request, chapters, value) in [
        (json!({"op": "params", "params": {}}), "3", "params_hash: da7c441b"),
        (json!({"op": "normalize", "text": "a b"}), "1", "canonical_text: \"a b\""),
        (json!({"op": "fingerprints", "text": "alpha beta", "window_words": 2}), "1 4", "54bbbbfebbb65c80  7"),
        (
            json!({"op": "fingerprints", "text": "alpha beta", "window_words": 9007199254740991_u64}),
            "1 4",
            "  2         -",
        ),
        (json!({"op": "merkle", "chunk_hashes": ["a"]}), "8", "root: 7b20cd3d"),
        (json!({"op": "merkle", "documents": []}), "8", "root: c0975005"),
        (
            json!({"op": "occurrence", "scope": "s", "corpus_root": "r", "document_id": "d", "position": 0, "chunk_hash": "h"}),
            "8",
            "instance_id: d3a7ec45",
        ),
        (json!({"op": "plan", "old": planned, "new": planned}), "9", "  1     0             0             keep"),
        (chunk_hash("cairn-chunk-identity-v1"), "7", "chunk_hash: "),
        (chunk_hash("v2"), "7", "error: unsupported-identity"),
    ] {
        let request: Request = serde_json::from_value(request)?;
        let explanation = explain_request(&request, UNICODE, View::Abridged);
        assert_eq!(headings(&explanation).join(" "), chapters, "{explanation}");
        assert!(explanation.contains(value), "{explanation}");
    }
    Ok(())
}

fn chunk_hash(schema: &str) -> Value {
    json!({
        "op": "chunk-hash", "identity_schema_version": schema, "normalizer_version": "n", "chunker_id": "c",
        "chunker_params_hash": "p", "chunk_text": "t",
    })
}
