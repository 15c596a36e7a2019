//! Chapter 2: token counts and tokenizer ids.

use std::collections::HashMap;

use serde_json::{Value, json};
use steadlith_reference::chunker::chunk;
use steadlith_reference::error::Error;
use steadlith_reference::params::{MAX_SIZE, Params};
use steadlith_reference::text::words;
use steadlith_reference::tokens::{TokenTable, Tokenizer};
use steadlith_reference::unicode::UnicodeVersion;

fn table(id: Option<&str>, counts: &[(&str, Value)], default: Value) -> Tokenizer {
    let counts: HashMap<String, Value> =
        counts.iter().map(|(word, count)| ((*word).to_owned(), count.clone())).collect();
    Tokenizer::Custom(TokenTable { id: id.map(str::to_owned), counts, default })
}

fn named(tokenizer_id: &str) -> Params {
    Params { tokenizer_id: tokenizer_id.to_owned(), ..Params::default() }
}

fn tokens_before(tokenizer: &Tokenizer, text: &str) -> Result<Vec<u64>, Error> {
    tokenizer.tokens_before(&words(text, UnicodeVersion::default()))
}

/// What the tokenizer error says, or that there is none.
fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Err(Error::InvalidTokenizer { message }) => message,
        other => panic!("not refused as invalid-tokenizer: {other:?}"),
    }
}

/// TOK-1, TOK-9.
#[test]
fn every_word_counts_one_by_default() {
    assert_eq!(tokens_before(&Tokenizer::Words, "a\n\nb c"), Ok(vec![0, 1, 2, 3]));
    assert_eq!(tokens_before(&Tokenizer::Words, " "), Ok(vec![0]));
}

/// TOK-2, TOK-9: the table is asked for the normalised word, and an entry that is not normalised names no word.
#[test]
fn a_table_counts_normalised_words() {
    let tokenizer = table(Some("t"), &[("\u{E9}", json!(5)), ("e\u{301}", json!(7)), ("b", json!(2))], json!(3));
    assert_eq!(tokens_before(&tokenizer, "e\u{301} b other"), Ok(vec![0, 5, 7, 10]));
}

/// TOK-3, TOK-4.
#[test]
fn the_id_of_the_counter_is_hashed() {
    let tokenizer = table(Some("t"), &[], json!(1));
    for params in [Params::default(), named("t")] {
        assert_eq!(tokenizer.effective_params(&params), Ok(named("t")));
    }
    assert_eq!(Tokenizer::Words.effective_params(&Params::default()), Ok(Params::default()));
}

/// TOK-4 to TOK-6.
#[test]
fn unusable_ids_are_refused() {
    let default = Params::default();
    let of = |id| table(id, &[], json!(1));
    assert!(refusal(of(Some("t")).effective_params(&named("other"))).contains("\"other\""));
    assert!(refusal(of(None).effective_params(&default)).contains("non-empty id"));
    assert!(refusal(of(Some("")).effective_params(&default)).contains("non-empty id"));
    assert!(refusal(of(Some("word-v1")).effective_params(&default)).contains("reserved"));
    assert!(refusal(Tokenizer::Words.effective_params(&named("t"))).contains("no counter"));
}

/// TOK-5, TOK-6: before the text is looked at.
#[test]
fn unusable_ids_are_refused_for_blank_text_too() {
    for (tokenizer, params) in [
        (Tokenizer::Words, named("t")),
        (table(Some("word-v1"), &[], json!(1)), Params::default()),
        (table(Some("t"), &[], json!(1)), named("other")),
    ] {
        refusal(chunk("", &params, &tokenizer, UnicodeVersion::default()));
    }
}

/// TOK-7.
#[test]
fn bad_counts_are_refused() {
    for count in
        [json!(0), json!(-1), json!(1.0), json!(1.5), json!(true), json!("1"), json!(null), json!([]), json!({})]
    {
        let message = refusal(tokens_before(&table(Some("t"), &[("b", count.clone())], json!(1)), "a b"));
        assert!(message.contains("word 1") && message.contains(&count.to_string()), "{message}");
        refusal(tokens_before(&table(Some("t"), &[("a", json!(1))], count), "a b"));
    }
}

/// TOK-2: a count that no word needs has no effect.
#[test]
fn bad_counts_of_absent_words_have_no_effect() {
    let tokenizer = table(Some("t"), &[("a", json!(2)), ("absent", json!(0))], json!("never used"));
    assert_eq!(tokens_before(&tokenizer, "a a"), Ok(vec![0, 2, 4]));
    assert_eq!(tokens_before(&tokenizer, ""), Ok(vec![0]));
}

/// TOK-8: a bad count anywhere is found before an oversized word.
#[test]
fn all_words_are_counted_before_any_cut() {
    let tokenizer = table(Some("t"), &[("huge", json!(1000)), ("bad", json!(0))], json!(1));
    refusal(chunk("huge a bad", &Params::default(), &tokenizer, UnicodeVersion::default()));
}

/// PARAM-15: sums are exact up to 2^53 - 1 and refused beyond, however large a single count is.
#[test]
fn sums_are_exact_up_to_the_supported_size() {
    assert_eq!(MAX_SIZE, 9_007_199_254_740_991);
    let almost = table(Some("t"), &[("a", json!(MAX_SIZE - 1))], json!(1));
    assert_eq!(tokens_before(&almost, "a b"), Ok(vec![0, MAX_SIZE - 1, MAX_SIZE]));
    assert!(refusal(tokens_before(&almost, "a b c")).contains("up to word 2"));
    let huge = table(Some("t"), &[("a", json!(u64::MAX))], json!(u64::MAX));
    assert!(refusal(tokens_before(&huge, "a b")).contains("up to word 0"));
    assert!(refusal(tokens_before(&huge, "x a")).contains("up to word 0"));
}

/// The published example of a counter: the code points of each word.
#[test]
fn a_published_counter_gives_the_published_hashes() -> Result<(), Error> {
    let params = Params {
        window_words: 2,
        min_tokens: 1,
        max_tokens: 32,
        primary_mask_bits: 2,
        backup_mask_bits: 1,
        ..Params::default()
    };
    let tokenizer = table(Some("unicode-codepoints-v1"), &[("alpha", json!(5)), ("beta", json!(4))], json!(1));
    let chunking = chunk("alpha beta", &params, &tokenizer, UnicodeVersion::default())?;
    let hash = "d67b70a50ffe14b8b74062ae3bbd364e91660fcbf816a10de257bf3de1529e31";
    assert_eq!(chunking.identity.params_hash, hash);
    assert_eq!(chunking.chunks.len(), 1);
    assert_eq!(chunking.chunks[0].token_count, 9);
    let hash = "0463282d018cbc1f9048cab67c7f90eff8272257c72d2df2bb057ac258f23a89";
    assert_eq!(chunking.chunks[0].chunk_hash, hash);
    Ok(())
}
