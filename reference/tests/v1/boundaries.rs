//! Chapter 5: where chunks end.

use proptest::collection::vec;
use proptest::prelude::*;
use steadlith_reference::boundaries::{BoundaryKind, Cut, Document, Examined, cuts};
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;
use steadlith_reference::snapping::Breaks;
use steadlith_reference::text::Word;

use crate::by_the_book::{self, Facts};
use crate::inputs::tiny_params;

/// A fingerprint that matches both masks of [`small`].
const PRIMARY: Option<u64> = Some(0b1000);
/// A fingerprint that matches the backup mask of [`small`] only.
const BACKUP: Option<u64> = Some(0b0110);
/// A fingerprint that matches neither.
const NEITHER: Option<u64> = Some(0b0111);

/// Chunks of 2 to 4 tokens, masks of 3 and 1 bits.
fn small() -> Params {
    Params { min_tokens: 2, max_tokens: 4, primary_mask_bits: 3, backup_mask_bits: 1, ..Params::default() }
}

/// The cuts of a document without breaks: tokens of each word, then the fingerprints at positions 1..=n.
fn cut(tokens: &[u64], fingerprints: &[Option<u64>]) -> Result<Vec<(usize, usize, &'static str)>, Error> {
    let facts = Facts {
        tokens: tokens.to_vec(),
        fingerprints: [&[None], fingerprints].concat(),
        paragraph_before: vec![false; tokens.len()],
        ends_sentence: vec![false; tokens.len()],
    };
    let cuts = cuts_of(&facts, &small())?;
    Ok(cuts.iter().map(|cut| (cut.start, cut.end, cut.boundary_kind.as_str())).collect())
}

/// The reference's cuts of a document made of facts.
pub fn cuts_of(facts: &Facts, params: &Params) -> Result<Vec<Cut>, Error> {
    with_document(facts, |document| cuts(document, params))
}

/// Looks at facts as a document of the reference.
fn with_document<T>(facts: &Facts, look: impl FnOnce(&Document<'_>) -> T) -> T {
    let words: Vec<Word<'static>> = (facts.paragraph_before.iter().zip(&facts.ends_sentence).enumerate())
        .map(|(index, (&paragraph_before, &ends_sentence))| Word {
            text: if ends_sentence { "a.\")".into() } else { "a.b".into() },
            start_offset: index,
            end_offset: index + 1,
            paragraph_before,
        })
        .collect();
    let mut tokens_before = vec![0];
    for tokens in &facts.tokens {
        tokens_before.push(tokens_before[tokens_before.len() - 1] + tokens);
    }
    let (fingerprints, breaks) = (&facts.fingerprints, &Breaks::of(&words));
    look(&Document { tokens_before: &tokens_before, fingerprints, breaks })
}

#[test]
fn kinds_have_wire_names() {
    let kinds = [BoundaryKind::Primary, BoundaryKind::Backup, BoundaryKind::Hard, BoundaryKind::Final];
    assert_eq!(kinds.map(BoundaryKind::as_str), ["primary", "backup", "hard", "final"]);
}

#[test]
fn no_words_give_no_cuts() {
    assert_eq!(cut(&[], &[]), Ok(vec![]));
}

/// CUT-4 to CUT-6: the first primary match counts, also with exactly `min_tokens` tokens and at the limit.
#[test]
fn the_first_eligible_primary_match_ends_the_chunk() {
    let cuts = cut(&[1; 8], &[PRIMARY, PRIMARY, PRIMARY, BACKUP, NEITHER, PRIMARY, NEITHER, NEITHER]);
    assert_eq!(cuts, Ok(vec![(0, 2, "primary"), (2, 6, "primary"), (6, 8, "final")]));
}

/// CUT-5: a position without a fingerprint is passed over.
#[test]
fn positions_without_a_fingerprint_match_nothing() {
    assert_eq!(cut(&[1; 5], &[None; 5]), Ok(vec![(0, 4, "hard"), (4, 5, "final")]));
}

/// CUT-7: the document's end goes before a backup match.
#[test]
fn the_final_chunk_does_not_end_at_a_backup_match() {
    assert_eq!(cut(&[1; 4], &[NEITHER, NEITHER, BACKUP, NEITHER]), Ok(vec![(0, 4, "final")]));
}

/// CUT-8: the latest backup match, also at the limit.
#[test]
fn the_latest_backup_match_ends_the_chunk() {
    let cuts = cut(&[1; 9], &[NEITHER, BACKUP, BACKUP, NEITHER, NEITHER, NEITHER, BACKUP, NEITHER, NEITHER]);
    assert_eq!(cuts, Ok(vec![(0, 3, "backup"), (3, 7, "backup"), (7, 9, "final")]));
}

/// CUT-9, CUT-10: a backup match of an earlier scan has no effect, and positions behind a cut are examined again.
#[test]
fn each_scan_begins_anew() {
    let cuts = cut(&[1; 9], &[NEITHER, BACKUP, NEITHER, BACKUP, NEITHER, NEITHER, NEITHER, NEITHER, NEITHER]);
    assert_eq!(cuts, Ok(vec![(0, 4, "backup"), (4, 8, "hard"), (8, 9, "final")]));
    let cuts = cut(&[1, 1, 2, 1, 1, 1, 1], &[NEITHER, BACKUP, NEITHER, BACKUP, NEITHER, NEITHER, NEITHER]);
    assert_eq!(cuts, Ok(vec![(0, 2, "backup"), (2, 4, "backup"), (4, 7, "final")]));
}

/// CUT-11.
#[test]
fn a_primary_match_at_the_end_is_primary() {
    assert_eq!(cut(&[1; 3], &[NEITHER, NEITHER, PRIMARY]), Ok(vec![(0, 3, "primary")]));
}

/// CUT-12, CUT-13.
#[test]
fn hard_and_final_chunks_may_be_small() {
    assert_eq!(cut(&[1, 4, 1], &[NEITHER; 3]), Ok(vec![(0, 1, "hard"), (1, 2, "hard"), (2, 3, "final")]));
}

/// CUT-2.
#[test]
fn an_oversized_word_refuses_the_document() {
    let oversized = |word_index, token_count| Error::OversizedWord { word_index, token_count, max_tokens: 4 };
    assert_eq!(cut(&[1, 1, 5, 1, 6], &[NEITHER; 5]), Err(oversized(2, 5)));
    assert_eq!(cut(&[1, 1, 1, 1, 6], &[NEITHER; 5]), Err(oversized(4, 6)));
    assert_eq!(cut(&[7], &[PRIMARY]), Err(oversized(0, 7)));
    assert_eq!(cut(&[4], &[NEITHER]), Ok(vec![(0, 1, "final")]));
    assert_eq!(oversized(2, 5).to_string(), "word 2 counts 5 tokens, more than max_tokens, which is 4");
}

/// PARAM-15: sums near the supported maximum neither overflow nor lose a token.
#[test]
fn the_largest_sizes_are_exact() {
    const MAX: u64 = (1 << 53) - 1;
    let facts = Facts {
        tokens: vec![MAX - 2, 1, 1],
        fingerprints: vec![None; 4],
        paragraph_before: vec![false; 3],
        ends_sentence: vec![false; 3],
    };
    let ends = |min_tokens, max_tokens| {
        let params = Params { min_tokens, max_tokens, ..small() };
        cuts_of(&facts, &params).map(|cuts| cuts.iter().map(|cut| cut.end).collect::<Vec<_>>())
    };
    assert_eq!(ends(MAX, MAX), Ok(vec![3]));
    assert_eq!(ends(1, MAX - 1), Ok(vec![2, 3]));
    assert_eq!(ends(MAX - 2, MAX - 2), Ok(vec![1, 3]));
    let oversized = Error::OversizedWord { word_index: 0, token_count: MAX - 2, max_tokens: MAX - 3 };
    assert_eq!(ends(1, MAX - 3), Err(oversized));
}

/// CUT-4, CUT-5: every position up to the first primary match, with what is known of it.
#[test]
fn a_scan_examines_each_position() {
    let facts = Facts {
        tokens: vec![1, 1, 2, 1],
        fingerprints: vec![PRIMARY, PRIMARY, BACKUP, PRIMARY, PRIMARY],
        paragraph_before: vec![false; 4],
        ends_sentence: vec![false; 4],
    };
    let examined = |position, tokens, is_eligible, is_primary, is_backup| Examined {
        position,
        tokens,
        is_eligible,
        is_primary,
        is_backup,
    };
    let scan: Vec<Examined> = with_document(&facts, |document| document.scan(0, &small()).collect());
    let expected =
        [examined(1, 1, false, false, false), examined(2, 2, true, false, true), examined(3, 4, true, true, true)];
    assert_eq!(scan, expected);
}

/// CUT-2, CUT-3: a document without words, and a word that no chunk can hold.
#[test]
fn a_limit_is_the_start_itself_if_nothing_fits() {
    let facts = Facts { tokens: vec![5], fingerprints: vec![None; 2], ..Facts::default() };
    with_document(&facts, |document| {
        assert_eq!((document.word_count(), document.limit(0, &small())), (1, 0));
        assert_eq!((document.tokens(0, 1), document.tokens(1, 1), document.tokens(1, 0)), (5, 0, 0));
        assert!(document.ends_within_sizes(0, &small()).is_empty());
    });
    let nothing = Document { tokens_before: &[], fingerprints: &[], breaks: &Breaks::default() };
    assert_eq!(nothing.word_count(), 0);
    assert_eq!(cuts(&nothing, &small()), Ok(vec![]));
}

/// Facts in which every kind of match, break and size is frequent.
pub fn facts() -> impl Strategy<Value = Facts> {
    let fingerprint = prop_oneof![
        2 => Just(None),
        6 => any::<u64>().prop_map(Some),
        4 => (any::<u64>(), 1_u32..6).prop_map(|(high, bits)| Some(high << bits)),
        1 => Just(Some(0)),
    ];
    let word =
        (prop_oneof![6 => 1_u64..4, 1 => 4_u64..10], fingerprint, prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    vec(word, 0..50).prop_map(|words| {
        let mut facts = Facts { fingerprints: vec![None], ..Facts::default() };
        for (index, (tokens, fingerprint, paragraph_before, ends_sentence)) in words.into_iter().enumerate() {
            facts.tokens.push(tokens);
            facts.fingerprints.push(fingerprint);
            facts.paragraph_before.push(paragraph_before && index > 0);
            facts.ends_sentence.push(ends_sentence);
        }
        facts
    })
}

fn as_tuple(cut: &Cut) -> by_the_book::Chunk {
    (cut.start, cut.limit, cut.raw_end, cut.end, cut.boundary_kind.as_str(), cut.snap_kind.as_str())
}

proptest! {
    /// CUT-3 to CUT-6, SNAP-4: what is shown of a scan is what the clauses say about each position.
    #[test]
    fn scans_are_those_of_the_slow_formulation(facts in facts(), params in tiny_params(), start in any::<prop::sample::Index>()) {
        let end_of_document = facts.tokens.len();
        let start = start.index(end_of_document + 1);
        let tokens = |end: usize| facts.tokens[start..end].iter().sum::<u64>();
        let matches = |position: usize, bits: u64| facts.fingerprints[position].is_some_and(|at| at % (1 << bits) == 0);
        let is_eligible = |position: usize| tokens(position) >= params.min_tokens && facts.fingerprints[position].is_some();
        let limit = (start..=end_of_document).filter(|&end| tokens(end) <= params.max_tokens).max().unwrap_or(start);
        let first_primary = (start + 1..=limit).find(|&p| is_eligible(p) && matches(p, params.primary_mask_bits));
        let expected: Vec<Examined> = (start + 1..=first_primary.unwrap_or(limit)).map(|position| Examined {
            position,
            tokens: tokens(position),
            is_eligible: is_eligible(position),
            is_primary: is_eligible(position) && matches(position, params.primary_mask_bits),
            is_backup: is_eligible(position) && matches(position, params.backup_mask_bits),
        }).collect();
        let sizes = params.min_tokens..=params.max_tokens;
        let within_sizes: Vec<usize> = (start..=end_of_document).filter(|&end| sizes.contains(&tokens(end))).collect();
        with_document(&facts, |document| {
            prop_assert_eq!(document.limit(start, &params), limit);
            prop_assert_eq!(document.scan(start, &params).collect::<Vec<_>>(), expected);
            prop_assert_eq!(document.ends_within_sizes(start, &params).collect::<Vec<_>>(), within_sizes);
            Ok(())
        })?;
    }

    /// CUT-1 to CUT-13, SNAP-1 to SNAP-11.
    #[test]
    fn cuts_are_those_of_the_slow_formulation(facts in facts(), params in tiny_params()) {
        let cuts = cuts_of(&facts, &params).map(|cuts| cuts.iter().map(as_tuple).collect::<Vec<_>>());
        let slow = by_the_book::chunks(&facts, &params).map_err(|(word_index, token_count)| Error::OversizedWord {
            word_index,
            token_count,
            max_tokens: params.max_tokens,
        });
        prop_assert_eq!(cuts, slow);
    }

    /// CUT-1, CUT-3, CUT-12, CUT-13, SNAP-4: progress and bounds, whatever the document.
    #[test]
    fn cuts_advance_within_their_bounds(facts in facts(), params in tiny_params()) {
        let end_of_document = facts.tokens.len();
        let cuts = match cuts_of(&facts, &params) {
            Ok(cuts) => cuts,
            Err(_) => return Ok(()),
        };
        let mut start = 0;
        for cut in &cuts {
            prop_assert_eq!(cut.start, start);
            prop_assert!(cut.start < cut.raw_end && cut.raw_end <= cut.limit && cut.limit <= end_of_document);
            prop_assert!(cut.start < cut.end && cut.end <= cut.limit);
            let tokens: u64 = facts.tokens[cut.start..cut.end].iter().sum();
            prop_assert!(tokens <= params.max_tokens);
            let may_be_small = match cut.boundary_kind {
                BoundaryKind::Primary | BoundaryKind::Backup => false,
                BoundaryKind::Hard => !cut.snapped(),
                BoundaryKind::Final => cut.end == end_of_document,
            };
            prop_assert!(tokens >= params.min_tokens || may_be_small);
            start = cut.end;
        }
        prop_assert_eq!(start, end_of_document);
    }
}
