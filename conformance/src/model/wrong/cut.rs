//! Cuts in the wrong place, by the wrong rule, or by what an earlier chunk left behind.

use super::super::cut::{Boundary, Field};
use super::super::fault::Switch;
use super::super::faults::cut as fault;
use super::super::refusal::Refusal;

/// What a faulty implementation carries from one chunk to the next.
#[derive(Clone, Debug, Default)]
pub(in crate::model) struct Trail {
    /// Length in words up to a remembered backup match.
    backup: Option<usize>,
    /// The last position that was scanned.
    scanned: usize,
    /// The raw end of the chunk before.
    pub(in crate::model) raw_end: usize,
}

impl Trail {
    /// From which position a chunk that begins at `start` is measured.
    pub(in crate::model) fn measured_from(&self, start: usize, on: Switch) -> usize {
        if on.has(&fault::MEASURED_FROM_RAW_END) { self.raw_end } else { start }
    }

    /// The positions that are scanned for matches.
    pub(in crate::model) fn scanned(&self, field: &Field, start: usize, first: usize, limit: usize) -> (usize, usize) {
        let is = |fault| field.on.has(fault);
        if is(&fault::MEASURED_FROM_RAW_END) {
            return (first.max(start + 1), limit);
        }
        if is(&fault::SCAN_FROM_SECOND) {
            return (first.max(start + 2), limit);
        }
        if is(&fault::WINDOW_RESET_AT_CHUNK) {
            return (first.max(start.saturating_add(field.window)), limit);
        }
        if is(&fault::MIN_IN_WORDS) {
            let skipped = start.saturating_add(usize::try_from(field.min_tokens).unwrap_or(usize::MAX));
            return (first.max(skipped), limit);
        }
        if is(&fault::SCAN_NOT_REWOUND) {
            return (first.max(self.scanned + 1), limit);
        }
        if is(&fault::SCAN_OF_1024) {
            return (first, limit.min(start + 1024));
        }
        (first, limit)
    }

    /// Notes what was seen while the chunk from `start` was scanned up to `limit`.
    pub(in crate::model) fn note(&mut self, field: &Field, start: usize, limit: usize, backup: Option<usize>) {
        if field.on.any() {
            self.scanned = limit;
            self.backup = backup.map(|position| position - start).or(self.backup);
        }
    }

    /// The backup match that counts for the chunk from `start`.
    pub(in crate::model) fn remembered(
        &self,
        start: usize,
        limit: usize,
        backup: Option<usize>,
        on: Switch,
    ) -> Option<usize> {
        if on.has(&fault::BACKUP_IGNORED) {
            return None;
        }
        if on.has(&fault::BACKUP_NOT_CLEARED) {
            let stale = self.backup.map(|length| start + length);
            return backup.or(stale.filter(|position| *position <= limit));
        }
        backup.or(self.left_by_document_before(start, limit, on))
    }

    /// What is left for the next document.
    pub(in crate::model) fn for_next_document(self, on: Switch) -> Self {
        let backup = self.backup.filter(|_| on.has(&fault::BACKUP_SURVIVES_DOCUMENT));
        Self { backup, ..Self::default() }
    }

    /// The backup match that the document before left for the first chunk of this one.
    fn left_by_document_before(&self, start: usize, limit: usize, on: Switch) -> Option<usize> {
        let stale = self.backup.map(|length| start + length)?;
        (on.has(&fault::BACKUP_SURVIVES_DOCUMENT) && start == 0 && stale <= limit).then_some(stale)
    }
}

/// The positions between which a chunk from `start` may end, counted in words.
pub(in crate::model) fn eligible_by_words(field: &Field, start: usize) -> Option<(usize, usize)> {
    let words = |size: u64| start.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
    let limit = words(field.max_tokens).min(field.end());
    if field.on.has(&fault::SIZES_IN_WORDS) {
        return Some((words(field.min_tokens), limit));
    }
    None
}

/// The limit that a faulty implementation finds where `limit` is the right one.
pub(in crate::model) fn limit(field: &Field, start: usize, limit: usize) -> usize {
    if field.on.has(&fault::MAX_REACHED) && limit < field.end() {
        let full = field.tokens(start, limit) == field.max_tokens;
        return if full { limit } else { limit + 1 };
    }
    limit
}

/// What happens to a word with more tokens than a chunk may hold.
pub(in crate::model) fn oversized(field: &Field, start: usize) -> Result<(usize, Boundary), Refusal> {
    let is = |fault| field.on.has(fault);
    if is(&fault::OVERSIZED_ALONE) || is(&fault::OVERSIZED_CHECKED_AT_START) && start > 0 {
        return Ok((start + 1, Boundary::Hard));
    }
    let count = field.tokens(start, start + 1);
    if is(&fault::MEASURED_FROM_RAW_END) && count <= field.max_tokens {
        return Ok((start + 1, Boundary::Hard));
    }
    Err(Refusal::Oversized {
        word_index: if is(&fault::OVERSIZED_INDEX_FROM_ONE) {
            start as u64 + 1
        } else if is(&fault::OVERSIZED_INDEX_IN_CHUNK) {
            0
        } else {
            start as u64
        },
        token_count: if is(&fault::OVERSIZED_COUNT_SO_FAR) {
            field.tokens(0, start + 1)
        } else if is(&fault::OVERSIZED_COUNT_EXCESS) {
            count - field.max_tokens.min(count)
        } else {
            count
        },
        max_tokens: field.max_tokens,
    })
}

/// The backup match at which a scan ends that ends at any match.
pub(in crate::model) fn backup_at_once(primary: Option<usize>, backup: Option<usize>, on: Switch) -> Option<usize> {
    let sooner = |backup: &usize| primary.is_none_or(|primary| *backup < primary);
    backup.filter(|backup| on.has(&fault::BACKUP_CUTS_AT_ONCE) && sooner(backup))
}

/// Whether the first backup match counts instead of the last.
pub(in crate::model) fn takes_first_backup(on: Switch) -> bool {
    on.has(&fault::FIRST_BACKUP) || on.has(&fault::BACKUP_CUTS_AT_ONCE)
}

/// Whether a backup match ends the last chunk.
pub(in crate::model) fn backup_beats_final(backup: Option<usize>, limit: usize, on: Switch) -> bool {
    backup.is_some() && on.has(&fault::FINAL_AT_BACKUP) || backup == Some(limit) && on.has(&fault::BACKUP_AT_END)
}

/// The boundary kind at the end of the document.
pub(in crate::model) fn name_of_final(field: &Field, start: usize) -> Boundary {
    let full = field.tokens(start, field.end()) == field.max_tokens;
    if field.on.has(&fault::FULL_FINAL_HARD) && full { Boundary::Hard } else { Boundary::Final }
}

/// The cut where nothing matches.
pub(in crate::model) fn hard(field: &Field, start: usize, limit: usize) -> Result<(usize, Boundary), Refusal> {
    let is = |fault| field.on.has(fault);
    let light = field.tokens(start, limit) < field.min_tokens;
    let position = if is(&fault::HARD_ONE_EARLY) {
        (limit - 1).max(start + 1)
    } else if is(&fault::HARD_AT_MIN) {
        field.eligible(start).0.clamp(start + 1, limit)
    } else if is(&fault::HARD_FILLED_TO_MIN) && light {
        field.eligible(start).0.min(field.end())
    } else if is(&fault::HARD_BELOW_MIN_REFUSED) && light {
        return Err(Refusal::param("min_tokens", "cannot be reached"));
    } else {
        limit
    };
    Ok((position, Boundary::Hard))
}
