//! Chapter 10, and all chapters together: whole documents.

use proptest::collection::vec;
use proptest::prelude::*;
use steadlith_reference::chunker::{Chunking, chunk};
use steadlith_reference::error::Error;
use steadlith_reference::fingerprints::symbol;
use steadlith_reference::params::Params;
use steadlith_reference::text::{canonical_text, words};
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;

use crate::by_the_book::{self, Facts};
use crate::inputs::{counted_text, raw_word, text, tiny_params, unicode_version, whitespace_run};

fn chunked(text: &str, params: &Params) -> Result<Chunking, Error> {
    chunk(text, params, &Tokenizer::Words, UnicodeVersion::default())
}

/// NORM-7, DIAG-7, DIAG-10.
#[test]
fn blank_text_gives_no_chunks() -> Result<(), Error> {
    for text in ["", " \n\n\u{3000}"] {
        let chunking = chunked(text, &Params::default())?;
        let diagnostics = &chunking.diagnostics;
        assert!(chunking.chunks.is_empty() && diagnostics.token_counts.is_empty());
        assert_eq!((diagnostics.chunk_count(), diagnostics.total_tokens()), (0, 0));
        assert_eq!(diagnostics.hard_cut_rate(), 0.0);
        assert_eq!(chunking.identity.params_hash, Params::default().hash());
    }
    Ok(())
}

/// ID-4, DIAG-1 to DIAG-10: the published example.
#[test]
fn the_published_chunk() -> Result<(), Error> {
    let chunking = chunked("alpha beta", &Params::default())?;
    let [chunk] = &chunking.chunks[..] else { panic!("not one chunk: {chunking:?}") };
    assert_eq!(chunk.text, "alpha beta");
    assert_eq!(chunk.chunk_hash, "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a");
    assert_eq!((chunk.start_offset, chunk.end_offset, chunk.token_count), (0, 10, 2));
    assert_eq!((chunk.start_word, chunk.end_word, chunk.raw_end_word), (0, 2, 2));
    assert_eq!((chunk.boundary_kind.as_str(), chunk.snap_kind.as_str()), ("final", "raw"));
    assert_eq!(chunking.diagnostics.hard_cut_rate(), 0.0);
    Ok(())
}

/// SNAP-1 to SNAP-11, DIAG-4, DIAG-9: the published example of snapping.
#[test]
fn the_published_snapping_example() -> Result<(), Error> {
    let params = Params {
        window_words: 2,
        min_tokens: 2,
        max_tokens: 6,
        primary_mask_bits: 3,
        backup_mask_bits: 1,
        snap_window_words: 2,
        snap_to_boundaries: true,
        ..Params::default()
    };
    let text =
        "One two. Three four\n\nfive six? Seven eight nine ten. eleven twelve (thirteen.) fourteen fifteen sixteen";
    let chunking = chunked(text, &params)?;
    assert!(chunking.snap_to_boundaries);
    let records: Vec<_> = chunking
        .chunks
        .iter()
        .map(|chunk| {
            (
                (chunk.start_word, chunk.end_word, chunk.raw_end_word),
                (chunk.boundary_kind.as_str(), chunk.snap_kind.as_str()),
                (chunk.start_offset, chunk.end_offset),
                chunk.chunk_hash.as_str(),
            )
        })
        .collect();
    assert_eq!(
        records,
        [
            (
                (0, 4, 6),
                ("backup", "paragraph"),
                (0, 19),
                "a4c7f4a70a5322cbfea50b29da2833bd6983d36a074eb48ab3672e665f174b37"
            ),
            (
                (4, 10, 8),
                ("primary", "sentence"),
                (21, 52),
                "e3c03af80ec9cb25b6a14fa31569114c09efa5c9224432b8e4f22b9409afe9bb"
            ),
            (
                (10, 16, 16),
                ("final", "raw"),
                (53, 103),
                "b54a264f7fef630c188d2c6588aca2824d53a5c4a563d492d94739cc42c4f255"
            ),
        ]
    );
    let diagnostics = &chunking.diagnostics;
    assert_eq!((diagnostics.primary_boundaries, diagnostics.backup_boundaries), (1, 1));
    assert_eq!((diagnostics.hard_cuts, diagnostics.snapped_boundaries), (0, 2));
    Ok(())
}

/// DIAG-8 to DIAG-10: a document that steadlith 1.0.1 cuts into ten chunks, five of them moved.
#[test]
fn diagnostics_of_a_known_document() -> Result<(), Error> {
    let text: Vec<String> = (0..60)
        .map(|index| {
            let end = if index % 5 == 0 { "." } else { "" };
            let paragraph = if index % 9 == 0 { "\n\nP" } else { "" };
            format!("w{}{end}{paragraph}", index % 7)
        })
        .collect();
    let params = Params {
        window_words: 3,
        min_tokens: 3,
        max_tokens: 11,
        primary_mask_bits: 3,
        backup_mask_bits: 1,
        snap_window_words: 3,
        snap_to_boundaries: true,
        ..Params::default()
    };
    let diagnostics = chunked(&text.join(" "), &params)?.diagnostics;
    assert_eq!(diagnostics.token_counts, [7, 6, 8, 3, 7, 10, 5, 5, 10, 6]);
    assert_eq!((diagnostics.chunk_count(), diagnostics.total_tokens()), (10, 67));
    assert_eq!((diagnostics.primary_boundaries, diagnostics.backup_boundaries), (6, 3));
    assert_eq!((diagnostics.hard_cuts, diagnostics.snapped_boundaries), (0, 5));
    Ok(())
}

/// DIAG-8, DIAG-10: without a fingerprint every cut is hard, and the final chunk is counted in none.
#[test]
fn the_hard_cut_rate_leaves_final_chunks_out() -> Result<(), Error> {
    let params = Params { min_tokens: 2, max_tokens: 2, ..Params::default() };
    let diagnostics = chunked("a b c d e", &params)?.diagnostics;
    assert_eq!((diagnostics.chunk_count(), diagnostics.hard_cuts), (3, 2));
    assert_eq!(diagnostics.hard_cut_rate(), 1.0);
    let mixed = steadlith_reference::chunker::Diagnostics {
        primary_boundaries: 3,
        backup_boundaries: 2,
        hard_cuts: 1,
        ..diagnostics
    };
    assert_eq!(mixed.counted_boundaries(), 6);
    assert!((mixed.hard_cut_rate() - 1.0 / 6.0).abs() < 1e-12);
    Ok(())
}

/// PARAM-13, PARAM-8 to PARAM-11: parameters are checked even if there is nothing to cut.
#[test]
fn unusable_parameters_are_refused_for_blank_text_too() {
    let code = |params| chunked("", &params).map_err(|error| error.code());
    let normalizer_version = "cairn-normalizer-v2".to_owned();
    assert_eq!(code(Params { normalizer_version, ..Params::default() }), Err("unsupported-identity"));
    assert_eq!(code(Params { window_words: 0, ..Params::default() }), Err("invalid-params"));
    assert_eq!(code(Params { min_tokens: 641, ..Params::default() }), Err("invalid-params"));
}

/// CUT-2: no chunk is returned, not even for the words before the oversized one.
#[test]
fn an_oversized_word_is_named() {
    let counter = steadlith_reference::tokens::TokenTable {
        id: Some("t".to_owned()),
        counts: [("huge".to_owned(), 641.into())].into(),
        default: 1.into(),
    };
    let refusal = chunk("a b huge huge", &Params::default(), &Tokenizer::Custom(counter), UnicodeVersion::default());
    assert_eq!(refusal, Err(Error::OversizedWord { word_index: 2, token_count: 641, max_tokens: 640 }));
}

/// What the clauses say about a document, each chapter by its slow formulation.
fn facts(words: &[by_the_book::Word], tokens: Vec<u64>, window: usize) -> Facts {
    let symbols: Vec<u64> = words.iter().map(|(text, _, _, paragraph)| symbol(text, *paragraph)).collect();
    Facts {
        tokens,
        fingerprints: by_the_book::fingerprints(&symbols, window),
        paragraph_before: words.iter().map(|word| word.3).collect(),
        ends_sentence: words.iter().map(|word| by_the_book::ends_sentence(&word.0)).collect(),
    }
}

fn counts(words: &[by_the_book::Word], tokenizer: &Tokenizer) -> Vec<u64> {
    let count = |word: &str| match tokenizer {
        Tokenizer::Words => 1,
        Tokenizer::Custom(table) => table.counts.get(word).unwrap_or(&table.default).as_u64().unwrap_or(0),
    };
    words.iter().map(|word| count(&word.0)).collect()
}

proptest! {
    /// All chapters: every field of every chunk, and every diagnostic.
    #[test]
    fn chunks_are_those_of_the_slow_formulation(
        (text, tokenizer) in counted_text(), params in tiny_params(), unicode in unicode_version(),
    ) {
        let words = by_the_book::words(&text, unicode);
        let tokens = counts(&words, &tokenizer);
        let facts = facts(&words, tokens.clone(), params.window_words as usize);
        let chunking = match (chunk(&text, &params, &tokenizer, unicode), by_the_book::chunks(&facts, &params)) {
            (Ok(chunking), Ok(expected)) => {
                let cuts: Vec<_> = chunking.chunks.iter().map(|chunk| {
                    (chunk.start_word, chunk.raw_end_word, chunk.end_word, chunk.boundary_kind.as_str(), chunk.snap_kind.as_str())
                }).collect();
                let expected: Vec<_> = expected.into_iter().map(|(start, _, raw_end, end, boundary, snap)| {
                    (start, raw_end, end, boundary, snap)
                }).collect();
                prop_assert_eq!(cuts, expected);
                chunking
            }
            (refusal, Err((word_index, token_count))) => {
                let max_tokens = params.max_tokens;
                prop_assert_eq!(refusal, Err(Error::OversizedWord { word_index, token_count, max_tokens }));
                return Ok(());
            }
            (refusal, Ok(_)) => return Err(TestCaseError::fail(format!("{refusal:?}"))),
        };

        let hashed = match &tokenizer {
            Tokenizer::Words => params.clone(),
            Tokenizer::Custom(_) => Params { tokenizer_id: "test-counter".to_owned(), ..params.clone() },
        };
        prop_assert_eq!(&chunking.identity.params_hash, &hashed.hash());
        prop_assert_eq!(chunking.snap_to_boundaries, params.snap_to_boundaries);
        for chunk in &chunking.chunks {
            let range = chunk.start_word..chunk.end_word;
            prop_assert_eq!(&chunk.text, &by_the_book::canonical_text(&words[range.clone()]));
            let fields = ["cairn-chunk-identity-v1", "cairn-normalizer-v1", "cdc-rabin", &hashed.hash(), &chunk.text];
            let expected = by_the_book::sha256(&by_the_book::framed("cairn-chunk-v1", &fields));
            prop_assert_eq!(&chunk.chunk_hash, &expected);
            prop_assert_eq!(chunk.start_offset, words[range.start].1);
            prop_assert_eq!(chunk.end_offset, words[range.end - 1].2);
            prop_assert_eq!(chunk.token_count, tokens[range].iter().sum::<u64>());
        }

        let of_kind = |kind| chunking.chunks.iter().filter(|chunk| chunk.boundary_kind.as_str() == kind).count() as u64;
        let moved = chunking.chunks.iter().filter(|chunk| chunk.end_word != chunk.raw_end_word).count() as u64;
        let diagnostics = &chunking.diagnostics;
        prop_assert_eq!(diagnostics.chunk_count(), chunking.chunks.len());
        prop_assert_eq!(diagnostics.total_tokens(), tokens.iter().sum::<u64>());
        let token_counts: Vec<u64> = chunking.chunks.iter().map(|chunk| chunk.token_count).collect();
        prop_assert_eq!(&diagnostics.token_counts, &token_counts);
        prop_assert_eq!(diagnostics.primary_boundaries, of_kind("primary"));
        prop_assert_eq!(diagnostics.backup_boundaries, of_kind("backup"));
        prop_assert_eq!(diagnostics.hard_cuts, of_kind("hard"));
        prop_assert_eq!(diagnostics.snapped_boundaries, moved);
    }

    /// ID-1.
    #[test]
    fn chunking_is_deterministic((text, tokenizer) in counted_text(), other in text(), params in tiny_params()) {
        let unicode = UnicodeVersion::default();
        let first = chunk(&text, &params, &tokenizer, unicode);
        // Another document in between must leave no trace.
        drop(chunk(&other, &params, &tokenizer, unicode));
        prop_assert_eq!(chunk(&text, &params, &tokenizer, unicode), first);
    }

    /// NORM-19, ID-5: the canonical text of a document has the same chunks as the document.
    #[test]
    fn canonical_text_has_the_same_chunks(
        (text, tokenizer) in counted_text(), params in tiny_params(), unicode in unicode_version(),
    ) {
        let canonical = canonical_text(&words(&text, unicode));
        let kept = |text: &str| {
            chunk(text, &params, &tokenizer, unicode).map(|chunking| {
                let chunks: Vec<_> = chunking.chunks.into_iter()
                    .map(|chunk| (chunk.chunk_hash, chunk.text, chunk.start_word..chunk.end_word)).collect();
                (chunks, chunking.diagnostics)
            })
        };
        prop_assert_eq!(kept(&canonical), kept(&text));
    }

    /// NORM-12: other whitespace with the same paragraph breaks changes no hash.
    #[test]
    fn an_edit_of_whitespace_keeps_the_hashes(
        words in vec((raw_word(), whitespace_run(), prop::sample::select(vec!["\t", "\u{3000} ", "\n\u{A0}\n", "\u{2029}\u{2029}"]),
            prop::sample::select(vec!["\n\n\n", "\r\r", "\u{1C}\n \t\r\n "])), 0..40),
        params in tiny_params(),
    ) {
        let text: String = words.iter().map(|(word, separator, _, _)| format!("{separator}{word}")).collect();
        let edited: String = words.iter().map(|(word, separator, plain, paragraph)| {
            let separator = if by_the_book::holds_paragraph_break(separator) { paragraph } else { plain };
            format!("{separator}{word}")
        }).collect();
        let hashes = |text: &str| {
            chunked(text, &params).map(|chunking| chunking.chunks.into_iter().map(|chunk| chunk.chunk_hash).collect::<Vec<_>>())
        };
        prop_assert_eq!(hashes(&edited), hashes(&text));
    }

    /// NORM-1: any text, any valid parameters: it is chunked or refused, and the chunks tile the words.
    #[test]
    fn any_text_is_tiled(text in any::<String>(), params in tiny_params(), unicode in unicode_version()) {
        let chunking = chunk(&text, &params, &Tokenizer::Words, unicode);
        let mut next_word = 0;
        for chunk in chunking.map_err(|error| TestCaseError::fail(error.to_string()))?.chunks {
            prop_assert_eq!(chunk.start_word, next_word);
            prop_assert!(chunk.end_word > next_word && chunk.token_count <= params.max_tokens);
            next_word = chunk.end_word;
        }
        prop_assert_eq!(next_word, by_the_book::words(&text, unicode).len());
    }
}
