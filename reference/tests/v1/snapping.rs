//! Chapter 6: moving a cut to a nearby break.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use steadlith_reference::params::Params;
use steadlith_reference::snapping::{Breaks, SnapKind, ends_sentence, positions_near};
use steadlith_reference::text::words;
use steadlith_reference::unicode::UnicodeVersion;

use crate::boundaries::cuts_of;
use crate::by_the_book::{self, Facts};
use crate::inputs::raw_word;

#[test]
fn kinds_have_wire_names() {
    let kinds = [SnapKind::Paragraph, SnapKind::Sentence, SnapKind::Raw];
    assert_eq!(kinds.map(SnapKind::as_str), ["paragraph", "sentence", "raw"]);
}

/// Eleven words of one token. The only fingerprint makes position 5 a primary match.
fn cut_at_5(paragraphs_before: &[usize], sentence_ends: &[usize]) -> Facts {
    let mut facts = Facts {
        tokens: vec![1; 11],
        fingerprints: vec![None; 12],
        paragraph_before: vec![false; 11],
        ends_sentence: vec![false; 11],
    };
    facts.fingerprints[5] = Some(0);
    paragraphs_before.iter().for_each(|&position| facts.paragraph_before[position] = true);
    sentence_ends.iter().for_each(|&position| facts.ends_sentence[position - 1] = true);
    facts
}

/// Chunks of 2 to 9 tokens, and two words on either side of a cut.
fn snapping() -> Params {
    Params { min_tokens: 2, max_tokens: 9, snap_window_words: 2, snap_to_boundaries: true, ..Params::default() }
}

/// End, snap kind and whether a snap counts, for the first chunk.
fn first(facts: &Facts, params: &Params) -> (usize, &'static str, bool) {
    match cuts_of(facts, params).as_deref() {
        Ok([cut, ..]) => (cut.end, cut.snap_kind.as_str(), cut.snapped()),
        other => panic!("no first chunk: {other:?}"),
    }
}

/// SNAP-1.
#[test]
fn nothing_moves_without_snapping() {
    let params = Params { snap_to_boundaries: false, ..snapping() };
    assert_eq!(first(&cut_at_5(&[5], &[5]), &params), (5, "raw", false));
}

/// SNAP-2.
#[test]
fn the_end_of_the_document_does_not_move() {
    let mut facts = cut_at_5(&[4], &[4]);
    facts.tokens.truncate(5);
    facts.fingerprints.truncate(6);
    facts.paragraph_before.truncate(5);
    facts.ends_sentence.truncate(5);
    assert_eq!(first(&facts, &snapping()), (5, "raw", false));
}

/// SNAP-3: both ends of the window belong to it, and nothing beyond.
#[test]
fn the_window_is_inclusive_on_both_sides() {
    for position in [3, 7] {
        assert_eq!(first(&cut_at_5(&[position], &[]), &snapping()), (position, "paragraph", true));
        assert_eq!(first(&cut_at_5(&[], &[position]), &snapping()), (position, "sentence", true));
    }
    for position in [2, 8] {
        assert_eq!(first(&cut_at_5(&[position], &[position]), &snapping()), (5, "raw", false));
    }
}

/// SNAP-3, SNAP-6: the document's end can be a sentence break, and is never a paragraph break.
#[test]
fn a_snap_may_land_on_the_end_of_the_document() {
    let mut facts = cut_at_5(&[], &[7]);
    facts.tokens.truncate(7);
    facts.fingerprints.truncate(8);
    facts.paragraph_before.truncate(7);
    facts.ends_sentence.truncate(7);
    assert_eq!(first(&facts, &snapping()), (7, "sentence", true));
}

/// SNAP-4: exactly `min_tokens` and exactly `max_tokens` are allowed.
#[test]
fn candidates_keep_the_sizes() {
    for (min_tokens, max_tokens, position, is_candidate) in
        [(4, 9, 4, true), (5, 9, 4, false), (2, 6, 6, true), (2, 5, 6, false)]
    {
        let params = Params { min_tokens, max_tokens, ..snapping() };
        let expected = if is_candidate { (position, "paragraph", true) } else { (5, "raw", false) };
        assert_eq!(first(&cut_at_5(&[position], &[]), &params), expected);
    }
}

/// SNAP-5, also with a window of 0.
#[test]
fn a_raw_end_that_is_a_break_says_so() {
    for snap_window_words in [0, 2] {
        let params = Params { snap_window_words, ..snapping() };
        assert_eq!(first(&cut_at_5(&[5], &[5]), &params), (5, "paragraph", false));
        assert_eq!(first(&cut_at_5(&[], &[5]), &params), (5, "sentence", false));
        assert_eq!(first(&cut_at_5(&[], &[]), &params), (5, "raw", false));
    }
}

/// SNAP-8.
#[test]
fn a_paragraph_break_goes_before_a_nearer_sentence_break() {
    assert_eq!(first(&cut_at_5(&[3], &[4, 5, 6]), &snapping()), (3, "paragraph", true));
    assert_eq!(first(&cut_at_5(&[7], &[4, 5, 6]), &snapping()), (7, "paragraph", true));
}

/// SNAP-9.
#[test]
fn the_nearest_break_counts_and_of_two_the_later() {
    for (breaks, nearest) in [(&[3, 6][..], 6), (&[4, 7], 4), (&[4, 6], 6), (&[3, 7], 7), (&[3, 4, 5, 6], 5)] {
        assert_eq!(first(&cut_at_5(breaks, &[]), &snapping()), (nearest, "paragraph", nearest != 5));
        assert_eq!(first(&cut_at_5(&[], breaks), &snapping()), (nearest, "sentence", nearest != 5));
    }
}

/// SNAP-10: a hard cut below `min_tokens` is a break, but no candidate.
#[test]
fn a_small_hard_cut_stays_raw() {
    let facts = Facts {
        tokens: vec![1, 9],
        fingerprints: vec![None; 3],
        paragraph_before: vec![false, true],
        ends_sentence: vec![true, false],
    };
    assert_eq!(first(&facts, &snapping()), (1, "raw", false));
}

/// SNAP-7.
#[test]
fn sentences_end_with_a_mark_and_closing_marks() {
    for word in [".", "a.", "a!", "a?", "a.\"", "a!')", "a?]}", "...", "?)", "a.b.", "a).\"')]}"] {
        assert!(ends_sentence(word), "{word:?}");
    }
    for word in [
        "",
        "a",
        "\"",
        ")",
        "a.b",
        "a.)x",
        "a\u{2026}",
        "a\u{3002}",
        "a.\u{201D}",
        "a.\u{BB}",
        "a\u{37E}",
        "a.\u{200B}",
        "a.\u{301}",
        "a:",
        "a;",
        "a.>",
        "a.`",
        "a\u{203C}",
        "a\u{61F}",
    ] {
        assert!(!ends_sentence(word), "{word:?}");
    }
}

/// SNAP-6, SNAP-7.
#[test]
fn breaks_stand_before_paragraphs_and_after_sentences() {
    let breaks = Breaks::of(&words("a. b\n\nc d?\n\ne!", UnicodeVersion::default()));
    let positions =
        |is_break: &dyn Fn(usize) -> bool| (0..8).filter(|&position| is_break(position)).collect::<Vec<_>>();
    assert_eq!(positions(&|position| breaks.is_paragraph(position)), [2, 4]);
    assert_eq!(positions(&|position| breaks.is_sentence(position)), [1, 4, 5]);
}

/// SNAP-3.
#[test]
fn positions_near_a_cut_stay_in_the_document() {
    assert_eq!(positions_near(5, 2, 9), 3..=7);
    assert_eq!(positions_near(5, 0, 9), 5..=5);
    assert_eq!(positions_near(5, 4, 9), 1..=9);
    assert_eq!(positions_near(5, 5, 9), 1..=9);
    assert_eq!(positions_near(5, 6, 9), 1..=9);
    assert_eq!(positions_near(5, u64::MAX, 9), 1..=9);
}

proptest! {
    /// SNAP-7.
    #[test]
    fn sentence_ends_are_those_of_the_slow_formulation(
        word in prop_oneof![raw_word(), vec(select(vec!['.', '!', '?', '"', '\'', ')', ']', '}', 'a', '\u{201D}']), 0..6)
            .prop_map(String::from_iter)],
    ) {
        prop_assert_eq!(ends_sentence(&word), by_the_book::ends_sentence(&word));
    }
}
