//! PLAN-8 to PLAN-15 on documents that can be followed by hand.

use serde_json::json;
use steadlith_reference::tokens::TokenTable;

use super::*;

fn fixed(chunk_size_tokens: u64, overlap_tokens: u64) -> Baseline {
    Baseline::Fixed(Fixed { chunk_size_tokens, overlap_tokens })
}

fn recursive(min_tokens: u64, max_tokens: u64, separators: &[&str]) -> Baseline {
    let separators = separators.iter().map(|&separator| separator.to_owned()).collect();
    Baseline::Recursive(Recursive { max_tokens, min_tokens, separators })
}

fn texts(baseline: &Baseline, text: &str, tokenizer: &Tokenizer) -> Result<Vec<String>, Error> {
    let chunking = baseline.chunk(text, tokenizer, UnicodeVersion::default())?;
    Ok(chunking.chunks.into_iter().map(|chunk| chunk.text).collect())
}

fn word_texts(baseline: &Baseline, text: &str) -> Result<Vec<String>, Error> {
    texts(baseline, text, &Tokenizer::Words)
}

fn counter(id: &str, counts: &[(&str, u64)]) -> Tokenizer {
    Tokenizer::Custom(TokenTable {
        id: Some(id.to_owned()),
        counts: counts.iter().map(|&(word, count)| (word.to_owned(), json!(count))).collect(),
        default: json!(1),
    })
}

/// PLAN-15, and DIAG-1 to DIAG-5 by PLAN-8: the published values.
#[test]
fn the_hashes_of_the_defaults_are_those_of_the_released_package() -> Result<(), Error> {
    let cases = [
        (
            Baseline::Fixed(Fixed::default()),
            "a2e6dbd76991bb659eb51277625c333b3b46dc54dbd173a4e22e0c51bccbbbbe",
            "390ef1faa0537f29ebb4e65e05cf723ba19b6b704e1c5ea024139b67065a6dd4",
        ),
        (
            Baseline::Recursive(Recursive::default()),
            "1677e8f0551d3ef573298ee884eae27aca0628634744874d1e9aca23691afc71",
            "b42233a304c15293b5f3eeb8bde02fd8815f17ceab5f87f238b93e7e85dad342",
        ),
    ];
    for (baseline, params_hash, chunk_hash) in cases {
        let chunking = baseline.chunk(" alpha beta ", &Tokenizer::Words, UnicodeVersion::default())?;
        assert_eq!(chunking.identity.params_hash, params_hash);
        let chunk = BaselineChunk {
            text: "alpha beta".to_owned(),
            chunk_hash: chunk_hash.to_owned(),
            start_offset: 1,
            end_offset: 11,
            token_count: 2,
            start_word: 0,
            end_word: 2,
        };
        assert_eq!(chunking.chunks, [chunk]);
    }
    Ok(())
}

/// PLAN-8: no words, no chunks.
#[test]
fn blank_text_has_no_chunks() -> Result<(), Error> {
    for baseline in [fixed(3, 1), recursive(1, 3, &[" "])] {
        assert!(word_texts(&baseline, " \n\n ")?.is_empty());
    }
    Ok(())
}

/// PLAN-10.
#[test]
fn fixed_chunks_are_as_long_as_the_limit_allows() -> Result<(), Error> {
    assert_eq!(word_texts(&fixed(3, 0), "a b c d e f g")?, ["a b c", "d e f", "g"]);
    assert_eq!(word_texts(&fixed(3, 0), "a b c d e f")?, ["a b c", "d e f"]);
    let heavy = counter("c", &[("b", 2), ("c", 2)]);
    assert_eq!(texts(&fixed(3, 0), "a b c d", &heavy)?, ["a b", "c d"]);
    Ok(())
}

/// PLAN-11: the overlap goes back word by word, but always one word further than the last start.
#[test]
fn fixed_chunks_overlap_by_whole_words() -> Result<(), Error> {
    assert_eq!(word_texts(&fixed(3, 1), "a b c d e f")?, ["a b c", "c d e", "e f"]);
    assert_eq!(word_texts(&fixed(3, 2), "a b c d e")?, ["a b c", "b c d", "c d e"]);
    // A word of 2 tokens does not fit into an overlap of 1.
    assert_eq!(texts(&fixed(3, 1), "a b c", &counter("c", &[("b", 2)]))?, ["a b", "c"]);
    // Only `b` fits behind it: the next chunk is the overlap alone, and the one after must go on.
    assert_eq!(texts(&fixed(3, 2), "a b c", &counter("c", &[("c", 3)]))?, ["a b", "b", "c"]);
    Ok(())
}

/// PLAN-13: the first separator that matches anywhere decides, at its last match.
#[test]
fn recursive_chunks_end_at_the_last_match_of_the_first_separator() -> Result<(), Error> {
    let separators = ["\n\n", ". ", " "];
    assert_eq!(word_texts(&recursive(1, 4, &separators), "a\n\nb. c d e f")?, ["a", "b.", "c d e f"]);
    assert_eq!(word_texts(&recursive(1, 4, &separators), "a.\n\nb.\n\nc d e")?, ["a.\n\nb.", "c d e"]);
    // The paragraph lies below the minimum, and the sentence with it.
    assert_eq!(word_texts(&recursive(3, 4, &separators), "a.\n\nb c d e f")?, ["a.\n\nb c d", "e f"]);
    // Nothing matches: the limit.
    assert_eq!(word_texts(&recursive(1, 2, &["x "]), "a b c")?, ["a b", "c"]);
    Ok(())
}

/// PLAN-13, step 2: where no position reaches the minimum, the limit is the lowest.
#[test]
fn recursive_minimum_out_of_reach_leaves_the_limit() -> Result<(), Error> {
    let heavy = counter("c", &[("c", 4)]);
    assert_eq!(texts(&recursive(3, 4, &["\n\n", ". "]), "a.\n\nb c d", &heavy)?, ["a.\n\nb", "c", "d"]);
    Ok(())
}

/// PLAN-14.
#[test]
fn separators_match_by_the_table() -> Result<(), Error> {
    let ends = |separator, text| word_texts(&recursive(1, 3, &[separator]), text);
    // As in SNAP-7, closing quotes may follow the full stop, and `!` and `?` end a sentence too.
    assert_eq!(ends(". ", "a b.\" c d")?, ["a b.\"", "c d"]);
    assert_eq!(ends(". ", "a! b c d")?, ["a!", "b c d"]);
    assert_eq!(ends("", "a b c d")?, ["a b c", "d"]);
    assert_eq!(ends(", ", "a, b c d")?, ["a,", "b c d"]);
    // Behind the comma stands a blank line here, so `, ` does not match and `,` U+000A does.
    assert_eq!(ends(", ", "a,\n\nb c d")?, ["a,\n\nb c", "d"]);
    assert_eq!(ends(",\n\n", "a,\n\nb c d")?, ["a,", "b c d"]);
    assert_eq!(ends("\n", "a b\n\nc d")?, ["a b", "c d"]);
    Ok(())
}

/// PLAN-8, PLAN-9, PLAN-12.
#[test]
fn what_is_refused() {
    let refusal = |baseline: &Baseline, tokenizer: &Tokenizer| texts(baseline, "a b", tokenizer).err();
    for (baseline, at_fault) in [
        (fixed(0, 0), "chunk_size_tokens"),
        (fixed(3, 3), "overlap_tokens"),
        (recursive(0, 3, &[" "]), "min_tokens"),
        (recursive(4, 3, &[" "]), "max_tokens"),
        (recursive(1, 3, &[]), "separators"),
    ] {
        let error = refusal(&baseline, &Tokenizer::Words);
        assert!(matches!(&error, Some(Error::InvalidParams { field, .. }) if field == at_fault), "{error:?}");
    }
    for baseline in [fixed(2, 0), recursive(1, 2, &[" "])] {
        let error = refusal(&baseline, &counter("word-v1", &[]));
        assert!(matches!(error, Some(Error::InvalidTokenizer { .. })), "{error:?}");
        let error = refusal(&baseline, &counter("c", &[("b", 0)]));
        assert!(matches!(error, Some(Error::InvalidTokenizer { .. })), "{error:?}");
        let error = refusal(&baseline, &counter("c", &[("b", 3)]));
        assert_eq!(error, Some(Error::OversizedWord { word_index: 1, token_count: 3, max_tokens: 2 }));
    }
}
