//! Wrong readings of the whitespace between two words.

use super::super::fault::Switch;
use super::super::faults::paragraph as fault;
use super::super::faults::text::{BLOCK_CUTS_CRLF, BLOCK_CUTS_GAP};

/// One way of reading a run of whitespace.
#[derive(Clone, Copy)]
struct Rule {
    joins_crlf: bool,
    ends_line: fn(char) -> bool,
    is_blank: fn(char) -> bool,
    line_ends: usize,
}

const RIGHT: Rule = Rule {
    joins_crlf: true,
    ends_line: |point| matches!(point, '\n' | '\r'),
    is_blank: |point| matches!(point, '\t' | '\u{B}' | '\u{C}' | ' '),
    line_ends: 2,
};

/// What a faulty implementation says about a run that begins at code point `start`; `None`
/// if no fault of this kind is on.
pub(in crate::model) fn breaks(gap: &[char], start: usize, on: Switch) -> Option<bool> {
    if on.has(&BLOCK_CUTS_GAP) {
        let border = (65_536 - start % 65_536).min(gap.len());
        let (before, behind) = gap.split_at(border);
        return Some(reads(before, RIGHT) || reads(behind, RIGHT));
    }
    if on.has(&BLOCK_CUTS_CRLF) {
        let border = 65_536 - start % 65_536;
        let is_cut = border < gap.len() && gap[border - 1] == '\r' && gap[border] == '\n';
        return Some(is_cut || reads(gap, RIGHT));
    }
    if on.has(&fault::PARAGRAPH_NEVER) {
        return Some(false);
    }
    if on.has(&fault::PARAGRAPH_CR_REMOVED) {
        let without: Vec<char> = gap.iter().copied().filter(|&point| point != '\r').collect();
        return Some(reads(&without, RIGHT));
    }
    if on.has(&fault::PARAGRAPH_LF_OR_CRLF) {
        let text: String = gap.iter().collect();
        let joined: Vec<char> = text.replace("\r\n", "\n").chars().collect();
        return Some(reads(&joined, Rule { ends_line: |it| it == '\n', ..RIGHT }));
    }
    if on.has(&fault::PARAGRAPH_TWO_ANYWHERE) {
        return Some(reads(gap, Rule { is_blank: |_| true, ..RIGHT }));
    }
    if on.has(&fault::PARAGRAPH_LONG_GAP) {
        return Some(gap.len() > 1 || reads(gap, RIGHT));
    }
    rule(on).map(|rule| reads(gap, rule))
}

fn rule(on: Switch) -> Option<Rule> {
    let is = |fault| on.has(fault);
    Some(if is(&fault::PARAGRAPH_SINGLE_NEWLINE) {
        Rule { line_ends: 1, ..RIGHT }
    } else if is(&fault::PARAGRAPH_THREE_NEWLINES) {
        Rule { line_ends: 3, ..RIGHT }
    } else if is(&fault::PARAGRAPH_CRLF_TWO) {
        Rule { joins_crlf: false, ..RIGHT }
    } else if is(&fault::PARAGRAPH_LONE_CR_IGNORED) {
        Rule { ends_line: |it| it == '\n', is_blank: blank_or_cr, ..RIGHT }
    } else if is(&fault::PARAGRAPH_CR_BLOCKS) {
        Rule { ends_line: |it| it == '\n', ..RIGHT }
    } else if is(&fault::PARAGRAPH_NO_BLANKS) {
        Rule { is_blank: |_| false, ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_LACK_TAB) {
        Rule { is_blank: |it| matches!(it, '\u{B}' | '\u{C}' | ' '), ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_LACK_VT) {
        Rule { is_blank: |it| matches!(it, '\t' | '\u{C}' | ' '), ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_LACK_FF) {
        Rule { is_blank: |it| matches!(it, '\t' | '\u{B}' | ' '), ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_LACK_SPACE) {
        Rule { is_blank: |it| matches!(it, '\t' | '\u{B}' | '\u{C}'), ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_ADD_NBSP) {
        Rule { is_blank: |it| it == '\u{A0}' || (RIGHT.is_blank)(it), ..RIGHT }
    } else if is(&fault::PARAGRAPH_BLANKS_ANY) {
        Rule { is_blank: |it| !(RIGHT.ends_line)(it), ..RIGHT }
    } else if is(&fault::PARAGRAPH_NEL_ENDS_LINE) {
        Rule { ends_line: |it| matches!(it, '\n' | '\r' | '\u{85}'), ..RIGHT }
    } else if is(&fault::PARAGRAPH_LS_ENDS_LINE) {
        Rule { ends_line: |it| matches!(it, '\n' | '\r' | '\u{2028}'), ..RIGHT }
    } else if is(&fault::PARAGRAPH_VT_FF_END_LINE) {
        Rule { ends_line: |it| matches!(it, '\n'..='\r'), ..RIGHT }
    } else if is(&fault::PARAGRAPH_SEPARATORS_END_LINE) {
        Rule { ends_line: |it| matches!(it, '\n' | '\r' | '\u{1C}'..='\u{1E}'), ..RIGHT }
    } else {
        return None;
    })
}

fn blank_or_cr(point: char) -> bool {
    point == '\r' || (RIGHT.is_blank)(point)
}

fn reads(gap: &[char], rule: Rule) -> bool {
    let mut line_ends = 0;
    let mut previous = ' ';
    for &point in gap {
        let second_half = rule.joins_crlf && previous == '\r' && point == '\n';
        previous = point;
        // The second half counts if the first did not.
        if second_half && (rule.ends_line)('\r') {
            continue;
        }
        if (rule.ends_line)(point) {
            line_ends += 1;
        } else if !(rule.is_blank)(point) {
            line_ends = 0;
        }
        if line_ends >= rule.line_ends {
            return true;
        }
    }
    false
}
