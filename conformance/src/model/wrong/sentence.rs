//! Wrong tests for the end of a sentence.

use super::super::fault::Switch;
use super::super::faults::sentence as fault;

const TERMINATORS: &[char] = &['.', '!', '?'];
const CLOSERS: &[char] = &['"', '\'', ')', ']', '}'];

/// What a faulty test says about a word; `None` if no fault of this kind is on.
pub(in crate::model) fn ends(word: &str, on: Switch) -> Option<bool> {
    let is = |fault| on.has(fault);
    if let Some((_, left_out)) = fault::LACKS.iter().find(|(fault, _)| is(fault)) {
        return Some(by_marks(word, |mark| mark != *left_out, "", ""));
    }
    if let Some((_, terminators, closers)) = fault::ADDS.iter().find(|(fault, _, _)| is(fault)) {
        return Some(by_marks(word, |_| true, terminators, closers));
    }
    let inner = word.trim_end_matches(CLOSERS);
    let right = inner.ends_with(TERMINATORS);
    Some(if is(&fault::SENTENCE_WITHOUT_CLOSERS) {
        word.ends_with(TERMINATORS)
    } else if is(&fault::SENTENCE_ONE_CLOSER) {
        word.strip_suffix(CLOSERS).unwrap_or(word).ends_with(TERMINATORS)
    } else if is(&fault::SENTENCE_ANYWHERE) {
        word.contains(TERMINATORS)
    } else if is(&fault::SENTENCE_NEEDS_LETTER) {
        right && inner.chars().any(char::is_alphanumeric)
    } else if is(&fault::SENTENCE_NO_ELLIPSIS) {
        right && !inner.ends_with("..")
    } else if is(&fault::SENTENCE_NO_ABBREVIATION) {
        right && !matches!(inner, "Mr." | "Mrs." | "Dr." | "e.g." | "i.e." | "etc.")
    } else if is(&fault::SENTENCE_NO_NUMBER) {
        right && !inner.trim_end_matches(TERMINATORS).ends_with(|it: char| it.is_ascii_digit())
    } else if is(&fault::SENTENCE_MARKS_SKIPPED) {
        let skipped = |it| matches!(it, '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{FE0F}');
        word.trim_end_matches(skipped).trim_end_matches(CLOSERS).ends_with(TERMINATORS)
    } else {
        return None;
    })
}

fn by_marks(word: &str, known: impl Fn(char) -> bool, more_terminators: &str, more_closers: &str) -> bool {
    let closes = |it| CLOSERS.contains(&it) && known(it) || more_closers.contains(it);
    let ends = |it| TERMINATORS.contains(&it) && known(it) || more_terminators.contains(it);
    word.trim_end_matches(closes).ends_with(ends)
}
