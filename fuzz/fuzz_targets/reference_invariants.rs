//! Whatever the text, the parameters and the token counts, the reference answers or refuses without a panic, keeps
//! its invariants, and agrees with the slow formulation of the clauses.
#![no_main]

use libfuzzer_sys::fuzz_target;
use steadlith_fuzz::by_the_book::{self, Facts};
use steadlith_fuzz::document::Document;
use steadlith_reference::boundaries::BoundaryKind;
use steadlith_reference::chunker::{Chunking, chunk};
use steadlith_reference::error::Error;
use steadlith_reference::fingerprints::{fingerprints, symbols};
use steadlith_reference::plan::{Operation, PlannedChunk, hashes_to_embed, operations};
use steadlith_reference::text::{Word, canonical_text, words};
use steadlith_reference::{merkle, params::Params};

/// The slow formulation takes cubic time.
const MOST_WORDS_OF_THE_SLOW: usize = 120;

fuzz_target!(|document: Document| {
    let words = words(&document.text, document.unicode);
    words_tile(&document.text, &words);
    if words.len() <= MOST_WORDS_OF_THE_SLOW {
        words_agree(&document, &words);
    }
    canonical_text_is_fixed(&document, &words);
    match chunk(&document.text, &document.params, &document.tokenizer, document.unicode) {
        Ok(chunking) => chunked(&document, &words, &chunking),
        Err(error) => refused(&document, &words, &error),
    }
});

fn words_tile(text: &str, words: &[Word<'_>]) {
    let text: Vec<char> = text.chars().collect();
    let is_whitespace = |c: &char| by_the_book::WHITESPACE.contains(&u32::from(*c));
    let mut last_end = 0;
    for (index, word) in words.iter().enumerate() {
        let separator = &text[last_end..word.start_offset];
        assert!((index == 0 || !separator.is_empty()) && separator.iter().all(is_whitespace));
        assert!(word.start_offset < word.end_offset);
        assert!(!text[word.start_offset..word.end_offset].iter().any(is_whitespace));
        last_end = word.end_offset;
    }
    assert!(text[last_end..].iter().all(is_whitespace));
}

fn words_agree(document: &Document, words: &[Word<'_>]) {
    let words: Vec<by_the_book::Word> = words
        .iter()
        .map(|word| (word.text.clone().into_owned(), word.start_offset, word.end_offset, word.paragraph_before))
        .collect();
    assert_eq!(words, by_the_book::words(&document.text, document.unicode));
}

fn canonical_text_is_fixed(document: &Document, words: &[Word<'_>]) {
    let canonical = canonical_text(words);
    let again = steadlith_reference::text::words(&canonical, document.unicode);
    assert_eq!(canonical_text(&again), canonical);
    assert!(again.iter().map(|word| word.paragraph_before).eq(words.iter().map(|word| word.paragraph_before)));
}

fn refused(document: &Document, words: &[Word<'_>], error: &Error) {
    match error {
        Error::InvalidParams { .. } => assert!(document.params.check().is_err()),
        Error::InvalidTokenizer { .. } => {
            let has_usable_id = document.tokenizer.effective_params(&document.params).is_ok();
            assert!(!has_usable_id || document.tokenizer.tokens_before(words).is_err());
        }
        Error::UnsupportedIdentity { .. } => assert_ne!(document.params.normalizer_version, "cairn-normalizer-v1"),
        Error::OversizedWord { word_index, token_count, max_tokens } => {
            assert!(*word_index < words.len() && token_count > max_tokens);
            assert_eq!(*max_tokens, document.params.max_tokens);
        }
    }
}

fn chunked(document: &Document, words: &[Word<'_>], chunking: &Chunking) {
    let params = &document.params;
    assert_eq!(params.check(), Ok(()));
    let mut start = 0;
    for chunk in &chunking.chunks {
        assert_eq!(chunk.start_word, start);
        assert!(chunk.end_word > start && chunk.raw_end_word > start && chunk.token_count <= params.max_tokens);
        let is_last = chunk.end_word == words.len();
        let is_raw_hard = chunk.boundary_kind == BoundaryKind::Hard && chunk.end_word == chunk.raw_end_word;
        assert!(chunk.token_count >= params.min_tokens || is_last || is_raw_hard);
        assert!(chunk.boundary_kind != BoundaryKind::Final || is_last);
        assert_eq!(chunk.text, canonical_text(&words[start..chunk.end_word]));
        assert_eq!((chunk.start_offset, chunk.end_offset), offsets(&words[start..chunk.end_word]));
        start = chunk.end_word;
    }
    assert_eq!(start, words.len());
    diagnosed(chunking);
    planned(chunking);
    if words.len() <= MOST_WORDS_OF_THE_SLOW {
        cuts_agree(document, words, chunking);
    }
    let again = chunk(&document.text, params, &document.tokenizer, document.unicode);
    assert_eq!(again.as_ref(), Ok(chunking));
    let canonical = chunk(&canonical_text(words), params, &document.tokenizer, document.unicode);
    let hashes = |chunking: &Chunking| chunking.chunks.iter().map(|chunk| chunk.chunk_hash.clone()).collect::<Vec<_>>();
    assert_eq!(canonical.as_ref().map(hashes), Ok(hashes(chunking)));
}

fn offsets(words: &[Word<'_>]) -> (usize, usize) {
    (words[0].start_offset, words[words.len() - 1].end_offset)
}

fn diagnosed(chunking: &Chunking) {
    let diagnostics = &chunking.diagnostics;
    assert!(diagnostics.token_counts.iter().eq(chunking.chunks.iter().map(|chunk| &chunk.token_count)));
    let boundaries = diagnostics.primary_boundaries + diagnostics.backup_boundaries + diagnostics.hard_cuts;
    assert!(boundaries <= chunking.chunks.len() as u64 && boundaries + 1 >= chunking.chunks.len() as u64);
    assert!((0.0..=1.0).contains(&diagnostics.hard_cut_rate()));
    assert!(diagnostics.snapped_boundaries <= boundaries);
}

/// The plan from a chunking to its own last two thirds: what is left is kept or moved, and nothing is embedded.
fn planned(chunking: &Chunking) {
    let all: Vec<PlannedChunk> = chunking
        .chunks
        .iter()
        .map(|chunk| PlannedChunk {
            chunk_hash: chunk.chunk_hash.clone(),
            start_offset: chunk.start_offset as u64,
            end_offset: chunk.end_offset as u64,
            token_count: chunk.token_count,
        })
        .collect();
    let rest = &all[all.len() / 3..];
    let plan = operations(&all, rest);
    assert_eq!(plan.len(), all.len());
    assert!(plan.iter().all(|operation| matches!(operation, Operation::Keep { .. } | Operation::Delete { .. })));
    assert!(hashes_to_embed(&all, rest).is_empty());
    let mut to_embed = hashes_to_embed(&[], &all);
    assert!(to_embed.len() <= all.len());
    to_embed.sort_unstable();
    to_embed.dedup();
    assert_eq!(to_embed.len(), hashes_to_embed(&[], &all).len());
    assert_eq!(merkle::document_root(&to_embed).len(), 64);
}

fn cuts_agree(document: &Document, words: &[Word<'_>], chunking: &Chunking) {
    let tokens_before = document.tokenizer.tokens_before(words).unwrap_or_default();
    let symbols = symbols(words);
    let fingerprints = fingerprints(&symbols, document.params.window_words);
    let window = usize::try_from(document.params.window_words).unwrap_or(usize::MAX);
    assert_eq!(fingerprints, by_the_book::fingerprints(&symbols, window));
    let facts = Facts {
        tokens: tokens_before.windows(2).map(|sums| sums[1] - sums[0]).collect(),
        fingerprints,
        paragraph_before: words.iter().map(|word| word.paragraph_before).collect(),
        ends_sentence: words.iter().map(|word| by_the_book::ends_sentence(&word.text)).collect(),
    };
    let expected = by_the_book::chunks(&facts, &document.params);
    let kept = |chunk: &by_the_book::Chunk| (chunk.0, chunk.2, chunk.3, chunk.4, chunk.5);
    let actual: Vec<_> = chunking
        .chunks
        .iter()
        .map(|chunk| {
            let kinds = (chunk.boundary_kind.as_str(), chunk.snap_kind.as_str());
            (chunk.start_word, chunk.raw_end_word, chunk.end_word, kinds.0, kinds.1)
        })
        .collect();
    assert_eq!(Ok(actual), expected.map(|chunks| chunks.iter().map(kept).collect()));
    assert_hashes(&document.tokenizer.effective_params(&document.params), chunking);
}

fn assert_hashes(effective: &Result<Params, Error>, chunking: &Chunking) {
    let Ok(effective) = effective else { panic!("chunked with parameters that are refused") };
    assert_eq!(chunking.identity.params_hash, by_the_book::sha256(effective.canonical_json().as_bytes()));
    for chunk in &chunking.chunks {
        let params_hash = chunking.identity.params_hash.as_str();
        let fields = ["cairn-chunk-identity-v1", "cairn-normalizer-v1", "cdc-rabin", params_hash, &chunk.text];
        assert_eq!(chunk.chunk_hash, by_the_book::sha256(&by_the_book::framed("cairn-chunk-v1", &fields)));
    }
}
