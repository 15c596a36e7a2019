//! Golden values and behaviour of the model.

use std::collections::HashSet;

use serde_json::{Value, json};
use steadlith_spec::Spec;

use super::{Fault, FaultInfo, Model, faults};

/// Clauses that no fault can violate: the model reads whole JSON values, which hold no member twice, and a malformed
/// request may be answered in any way.
const WITHOUT_FAULT: [&str; 2] = ["PARAM-7", "PROTO-22"];

const DEFAULT_HASH: &str = "da7c441b130c3772241ea045a04bf193d2652417a407d8f78cb75bdddff62f87";

fn ask(mut request: Value) -> Value {
    request["id"] = json!(7);
    let reply = Model::new(None, None).answer(&request);
    assert_eq!(reply["id"], 7, "{reply}");
    reply
}

fn ok(request: Value) -> Value {
    let reply = ask(request);
    assert!(reply["ok"].is_object(), "{reply}");
    reply["ok"].clone()
}

fn code(request: Value) -> Value {
    ask(request)["error"]["code"].clone()
}

#[test]
fn parameter_hashes() {
    let hash = |params: Value| ok(json!({"op": "params", "params": params}))["params_hash"].clone();
    assert_eq!(hash(json!({})), DEFAULT_HASH);
    assert_eq!(ok(json!({"op": "params"}))["params_hash"], DEFAULT_HASH);
    assert_eq!(hash(json!({"strategy": "cdc-rabin"})), DEFAULT_HASH);
    assert_eq!(
        hash(json!({"window_words": 4, "min_tokens": 4, "max_tokens": 12,
                    "primary_mask_bits": 3, "backup_mask_bits": 2})),
        "628208d899483f8c6023e58e4194e9abf9b452c5365a320822720a5a3752bdbe"
    );
}

#[test]
fn default_chunk() {
    let result = ok(json!({"op": "chunk", "text": "alpha beta"}));
    let chunk = &result["chunks"][0];
    assert_eq!(chunk["chunk_hash"], "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a");
    assert_eq!(chunk["boundary_kind"], "final");
    assert_eq!(result["diagnostics"]["hard_cut_rate"], 0.0);
    let repeated = ok(json!({
        "op": "chunk-hash",
        "identity_schema_version": "cairn-chunk-identity-v1",
        "normalizer_version": "cairn-normalizer-v1",
        "chunker_id": "cdc-rabin",
        "chunker_params_hash": DEFAULT_HASH,
        "chunk_text": "alpha beta",
    }));
    assert_eq!(repeated["chunk_hash"], chunk["chunk_hash"]);
}

#[test]
fn counted_chunk() {
    let result = ok(json!({
        "op": "chunk",
        "text": "alpha beta",
        "params": {"window_words": 2, "min_tokens": 1, "max_tokens": 32,
                   "primary_mask_bits": 2, "backup_mask_bits": 1},
        "token_counter": {"id": "unicode-codepoints-v1", "counts": [["beta", 4]], "default": 5},
    }));
    assert_eq!(result["identity"]["params_hash"], "d67b70a50ffe14b8b74062ae3bbd364e91660fcbf816a10de257bf3de1529e31");
    assert_eq!(result["chunks"][0]["token_count"], 9);
    assert_eq!(result["chunks"][0]["chunk_hash"], "0463282d018cbc1f9048cab67c7f90eff8272257c72d2df2bb057ac258f23a89");
}

#[test]
fn snapped_chunks() {
    let result = ok(json!({
        "op": "chunk",
        "text": "One two. Three four\n\nfive six? Seven eight nine ten. eleven twelve (thirteen.) \
                 fourteen fifteen sixteen",
        "params": {"window_words": 2, "min_tokens": 2, "max_tokens": 6, "primary_mask_bits": 3,
                   "backup_mask_bits": 1, "snap_window_words": 2, "snap_to_boundaries": true},
    }));
    let rows: Vec<String> = (result["chunks"].as_array().into_iter().flatten())
        .map(|chunk| {
            format!(
                "{}-{} raw {} {} {} {}-{} {}",
                chunk["start_word"],
                chunk["end_word"],
                chunk["raw_end_word"],
                chunk["boundary_kind"],
                chunk["snap_kind"],
                chunk["start_offset"],
                chunk["end_offset"],
                chunk["chunk_hash"],
            )
            .replace('"', "")
        })
        .collect();
    assert_eq!(
        rows,
        [
            "0-4 raw 6 backup paragraph 0-19 \
             a4c7f4a70a5322cbfea50b29da2833bd6983d36a074eb48ab3672e665f174b37",
            "4-10 raw 8 primary sentence 21-52 \
             e3c03af80ec9cb25b6a14fa31569114c09efa5c9224432b8e4f22b9409afe9bb",
            "10-16 raw 16 final raw 53-103 \
             b54a264f7fef630c188d2c6588aca2824d53a5c4a563d492d94739cc42c4f255",
        ]
    );
    assert_eq!(result["diagnostics"]["snapped_boundaries"], 2);
}

#[test]
fn fingerprints_of_two_paragraphs() {
    let result = ok(json!({"op": "fingerprints", "text": "alpha beta\n\ngamma delta", "window_words": 2}));
    assert_eq!(result["fingerprints"], json!([null, null, "54bbbbfebbb65c80", "cea7d48416cb624f", "42fdc201c35505be"]));
}

#[test]
fn words_and_paragraphs() {
    let result = ok(json!({"op": "normalize", "text": "\n\n e\u{301}\r\r\u{1F600}\n\u{A0}\nx\u{1C}y"}));
    assert_eq!(result["canonical_text"], "\u{E9}\n\n\u{1F600} x y");
    assert_eq!(
        result["words"][1],
        json!({"text": "\u{1F600}", "start_offset": 7, "end_offset": 8, "paragraph_before": true})
    );
}

#[test]
fn unicode_versions() {
    let word = |version: &str| {
        let request = json!({"op": "normalize", "text": "a\u{1DFA}\u{301}"});
        Model::new(Some(version), None).answer(&request)["ok"]["canonical_text"].clone()
    };
    assert_eq!(word("13.0.0"), "a\u{1DFA}\u{301}");
    assert_eq!(word("14.0.0"), "\u{E1}\u{1DFA}");
    assert_eq!(word("18.0.0"), "\u{E1}\u{1DFA}");
}

#[test]
fn merkle_roots() {
    let root = |request: Value| ok(request)["root"].clone();
    assert_eq!(
        root(json!({"op": "merkle", "chunk_hashes": []})),
        "c0975005831371eb614b1449995aada0f39b6c917df5f7577caf662b840d322d"
    );
    assert_eq!(
        root(json!({"op": "merkle", "chunk_hashes": ["a"]})),
        "7b20cd3d2f69f1494bfd0a2ef5e4fa880c6e49390073aa7a5d60f75951e72652"
    );
    assert_eq!(
        root(json!({"op": "merkle", "chunk_hashes": ["a", "b", "c"]})),
        "cfca5e80d157f98f833a6e995c20853af9fcb39701bc4d00d0a3db5017a0c121"
    );
    assert_eq!(
        root(json!({"op": "merkle", "documents": [
            {"document_id": "b", "root": "r2"}, {"document_id": "a", "root": "r1"}]})),
        "7286d8ca17e4e265d46c9eef43cda4e10813cf1652e74d72d9f74e2627370ab7"
    );
}

#[test]
fn occurrence_ids() {
    let result = ok(json!({"op": "occurrence", "scope": "s", "corpus_root": "r",
                           "document_id": "d", "position": 0, "chunk_hash": "h"}));
    assert_eq!(result["instance_id"], "d3a7ec45374528521bc907a61d275526");
}

#[test]
fn plans() {
    let record = |hash: &str, start: u64, tokens: u64| json!({"chunk_hash": hash, "start_offset": start, "end_offset": start + 1, "token_count": tokens});
    let result = ok(json!({
        "op": "plan",
        "old": [record("a", 0, 1), record("b", 1, 1), record("c", 2, 1), record("z", 3, 1)],
        "new": [record("n", 0, 1), record("a", 4, 1), record("b", 1, 2), record("c", 2, 1), record("c", 9, 1), record("n", 10, 1)],
    }));
    let operations = [
        ("keep", json!(2), json!(3)),
        ("move", json!(0), json!(1)),
        ("move", json!(1), json!(2)),
        ("add", json!(null), json!(0)),
        ("add", json!(null), json!(4)),
        ("add", json!(null), json!(5)),
        ("delete", json!(3), json!(null)),
    ]
    .map(|(kind, old, new)| json!({"kind": kind, "old_position": old, "new_position": new}));
    assert_eq!(result["operations"], json!(operations));
    assert_eq!(result["embed"], json!(["n"]));
}

#[test]
fn refusals() {
    let params = |params: Value| code(json!({"op": "params", "params": params}));
    for bad in [
        json!({"window_words": 0}),
        json!({"window_words": 8.0}),
        json!({"min_tokens": true}),
        json!({"max_tokens": 179}),
        json!({"primary_mask_bits": 64}),
        json!({"backup_mask_bits": 8}),
        json!({"snap_to_boundaries": 1}),
        json!({"tokenizer_id": ""}),
        json!({"rolling_hash_id": 5}),
        json!({"strategy": "fixed"}),
        json!({"bogus": 1}),
        json!(null),
    ] {
        assert_eq!(params(bad.clone()), "invalid-params", "{bad}");
    }
    let chunk = |params: Value, counter: Value| {
        code(json!({"op": "chunk", "text": "w", "params": params, "token_counter": counter}))
    };
    assert_eq!(chunk(json!({}), json!({"default": 1})), "invalid-tokenizer");
    assert_eq!(chunk(json!({}), json!({"id": "word-v1", "default": 1})), "invalid-tokenizer");
    assert_eq!(chunk(json!({}), json!({"id": "t", "default": 1.0})), "invalid-tokenizer");
    assert_eq!(chunk(json!({"tokenizer_id": "u"}), json!({"id": "t", "default": 1})), "invalid-tokenizer");
    assert_eq!(chunk(json!({}), json!({"id": "t", "default": 641})), "oversized-word");
    assert_eq!(chunk(json!({"normalizer_version": "n"}), json!({"id": "t"})), "unsupported-identity");
}

/// The replies of one process to several requests.
fn replies(fault: Option<Fault>, requests: &[Value]) -> Vec<Value> {
    let mut model = Model::new(None, fault);
    requests.iter().map(|request| model.answer(request)).collect()
}

/// The ids of the faults that a test objects to.
fn ids(objected: impl Fn(&FaultInfo) -> bool) -> Vec<&'static str> {
    faults().iter().filter(|info| objected(info)).map(|info| info.id).collect()
}

#[test]
fn every_fault_is_revealed_by_its_probe() {
    let hidden = ids(|info| {
        let mut requests = info.probe();
        for (id, request) in requests.iter_mut().enumerate() {
            request["id"] = json!(id);
        }
        replies(Fault::from_id(info.id), &requests) == replies(None, &requests)
    });
    assert_eq!(hidden, [""; 0]);
}

#[test]
fn fault_ids_are_unique_and_in_kebab_case() {
    let mut seen = HashSet::new();
    let bad = ids(|info| {
        let kebab = info.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        !kebab || Fault::from_id(info.id).is_none_or(|fault| fault.info().id != info.id)
    });
    assert_eq!(bad, [""; 0]);
    let repeated: Vec<&str> = faults().iter().map(|info| info.id).filter(|id| !seen.insert(*id)).collect();
    assert_eq!(repeated, [""; 0]);
}

#[test]
fn fault_texts_are_fragments() {
    let fragment =
        |text: &str| !text.is_empty() && !text.ends_with('.') && !text.contains("  ") && !text.contains('\n');
    assert_eq!(ids(|info| !fragment(info.description) || !fragment(info.remedy)), [""; 0]);
}

#[test]
fn faults_name_clauses_of_the_specification() {
    let spec = Spec::embedded();
    let unknown = ids(|info| info.clauses.is_empty() || info.clauses.iter().any(|id| spec.clause(id).is_none()));
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn every_testable_clause_has_a_fault() {
    let named: HashSet<&str> = faults().iter().flat_map(|info| info.clauses).copied().collect();
    let spec = Spec::embedded();
    let without: Vec<&str> = (spec.clauses.iter())
        .filter(|clause| clause.not_tested.is_none() && !named.contains(clause.id.as_str()))
        .map(|clause| clause.id.as_str())
        .collect();
    assert_eq!(without, WITHOUT_FAULT);
}

/// Requests at the edges of the types, in and out of their ranges.
fn extreme_requests() -> Vec<Value> {
    let huge = 9_007_199_254_740_991_u64;
    let params = [
        json!({"window_words": huge, "snap_window_words": huge, "snap_to_boundaries": true}),
        json!({"min_tokens": huge, "max_tokens": huge}),
        json!({"min_tokens": 0, "max_tokens": 0, "backup_mask_bits": 0, "window_words": 0}),
        json!({"window_words": 1, "min_tokens": 1, "max_tokens": 2, "primary_mask_bits": 2, "backup_mask_bits": 1,
               "snap_window_words": 3, "snap_to_boundaries": true}),
    ];
    let texts = ["", " \r\n", "a", "a. b\n\nc d! e f?\") g\r\rh \u{1F600} i j."];
    let mut requests = vec![
        json!({"op": "fingerprints", "text": texts[3], "window_words": u64::MAX}),
        json!({"op": "occurrence", "scope": "", "corpus_root": "", "document_id": "", "position": u64::MAX,
               "chunk_hash": ""}),
        json!({"op": "merkle", "chunk_hashes": []}),
        json!({"op": "plan", "old": [], "new": []}),
        json!({"op": "chunk"}),
        json!({}),
        json!(null),
    ];
    for (params, text) in params.iter().flat_map(|params| texts.map(|text| (params, text))) {
        requests.push(json!({"op": "chunk", "params": params, "text": text}));
        requests.push(json!({"op": "chunk", "params": params, "text": text,
                             "token_counter": {"id": "t", "counts": [["a", u64::MAX]], "default": 1}}));
    }
    requests
}

#[test]
fn no_fault_panics_or_hangs() {
    let requests = extreme_requests();
    for info in faults() {
        assert_eq!(replies(Fault::from_id(info.id), &requests).len(), requests.len(), "{}", info.id);
    }
}
