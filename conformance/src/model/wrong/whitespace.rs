//! Wrong sets of whitespace.

use super::super::fault::Switch;
use super::super::faults::whitespace as fault;

/// How a code point is judged, beside what v1 says about it.
#[derive(Clone, Copy)]
pub(in crate::model) enum Test {
    /// As v1 does.
    Right,
    /// By a set of its own.
    Set(fn(char, bool) -> bool),
    /// As v1 does, except for one code point.
    Except(char),
}

impl Test {
    pub(in crate::model) fn new(on: Switch) -> Self {
        if let Some(set) = set(on) {
            return Self::Set(set);
        }
        match fault::POINTS.iter().find(|(fault, _)| on.has(fault)) {
            Some((_, hex)) => Self::Except(fault::point(hex)),
            None => Self::Right,
        }
    }

    /// The verdict about `point`, where `right` is that of v1.
    pub(in crate::model) fn judges(self, point: char, right: bool) -> bool {
        match self {
            Self::Right => right,
            Self::Set(set) => set(point, right),
            Self::Except(other) => right != (point == other),
        }
    }
}

fn set(on: Switch) -> Option<fn(char, bool) -> bool> {
    let is = |fault| on.has(fault);
    Some(if is(&fault::WHITESPACE_UNICODE) {
        |point, _| point.is_whitespace()
    } else if is(&fault::WHITESPACE_JS) {
        |point, right| right && !matches!(point, '\u{1C}'..='\u{1F}' | '\u{85}') || point == '\u{FEFF}'
    } else if is(&fault::WHITESPACE_JAVA) {
        |point, right| right && !matches!(point, '\u{85}' | '\u{A0}' | '\u{2007}' | '\u{202F}')
    } else if is(&fault::WHITESPACE_ASCII) {
        |point, _| matches!(point, '\u{9}'..='\u{D}' | ' ')
    } else if is(&fault::WHITESPACE_RE2) {
        |point, _| matches!(point, '\t' | '\n' | '\u{C}' | '\r' | ' ')
    } else if is(&fault::WHITESPACE_LATIN1) {
        |point, right| right && point <= '\u{FF}'
    } else if is(&fault::WHITESPACE_UP_TO_SPACE) {
        |point, _| point <= ' '
    } else if is(&fault::WHITESPACE_SEPARATORS) {
        |point, right| right && !matches!(point, '\u{1C}'..='\u{1F}' | '\u{85}' | '\u{2028}' | '\u{2029}')
    } else if is(&fault::WHITESPACE_FORMAT_CHARACTERS) {
        |point, right| {
            let adds = matches!(point, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}');
            right || adds || point == '\u{FEFF}'
        }
    } else {
        return None;
    })
}
