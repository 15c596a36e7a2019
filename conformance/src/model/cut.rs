//! Boundaries (chapter 5): a search among the matching positions, not a scan over words.

use super::fault::Switch;
use super::faults::cut as fault;
use super::refusal::Refusal;
use super::wrong;
use super::wrong::cut::Trail;

/// Why a chunk ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boundary {
    Primary,
    Backup,
    Hard,
    Final,
}

impl Boundary {
    /// The name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Backup => "backup",
            Self::Hard => "hard",
            Self::Final => "final",
        }
    }
}

/// All that decides where a document may be cut.
#[derive(Debug)]
pub(super) struct Field {
    /// Running token totals, one per position.
    pub(super) totals: Vec<u64>,
    /// Positions that match the primary condition, ascending.
    pub(super) primary: Vec<usize>,
    /// Positions that match the backup condition, ascending.
    pub(super) backup: Vec<usize>,
    pub(super) min_tokens: u64,
    pub(super) max_tokens: u64,
    /// Fingerprints, one per position; right cuts depend on them through the matches only.
    pub(super) fingerprints: Vec<Option<u64>>,
    /// Size of the windows in words; cuts depend on it through fingerprints only.
    pub(super) window: usize,
    pub(super) on: Switch,
}

impl Field {
    /// The position at the document's end, in words.
    pub(super) fn end(&self) -> usize {
        self.totals.len() - 1
    }

    /// The tokens of the words `[start, end)`.
    pub(super) fn tokens(&self, start: usize, end: usize) -> u64 {
        wrong::tokens::stored_sum(self.totals[end].wrapping_sub(self.totals[start]), self.on)
    }

    /// The first and the last position at which a chunk from `start` may end by its size.
    /// The first can lie behind the last, and the last is `start` if the word there is too large.
    pub(super) fn eligible(&self, start: usize) -> (usize, usize) {
        let on = self.on;
        if let Some(range) = wrong::cut::eligible_by_words(self, start) {
            return range;
        }
        let behind = &self.totals[(start + 1).min(self.end())..];
        let tokens = |total: u64| wrong::tokens::stored_sum(total.wrapping_sub(self.totals[start]), on);
        let is_light = |tokens: u64| match tokens {
            tokens if on.has(&fault::MIN_EXCLUSIVE) => tokens <= self.min_tokens,
            tokens if on.has(&fault::MIN_MINUS_ONE) => tokens.saturating_add(1) < self.min_tokens,
            tokens => tokens < self.min_tokens,
        };
        let fits = |tokens| match tokens {
            tokens if on.has(&fault::MAX_EXCLUSIVE) => tokens < self.max_tokens,
            tokens if on.has(&fault::MAX_PLUS_ONE) => tokens <= self.max_tokens.saturating_add(1),
            tokens => tokens <= self.max_tokens,
        };
        let first = start + 1 + behind.partition_point(|&total| is_light(tokens(total)));
        let last = start + behind.partition_point(|&total| fits(tokens(total)));
        (first, wrong::cut::limit(self, start, last))
    }

    /// The end of the chunk that begins at `start`, before any snapping.
    pub(super) fn raw_cut(&self, start: usize, trail: &mut Trail) -> Result<(usize, Boundary), Refusal> {
        let on = self.on;
        let (first, limit) = self.eligible(trail.measured_from(start, on));
        if limit <= start {
            return wrong::cut::oversized(self, start);
        }
        let (first, scanned) = trail.scanned(self, start, first, limit);
        if limit == self.end() && on.has(&fault::TAIL_UNSCANNED) {
            return Ok((limit, Boundary::Final));
        }
        let primary = self.primary_in(start, first, scanned);
        let backup = self.backup_in(start, first, scanned);
        trail.note(self, start, limit, backup);
        if let Some(position) = wrong::cut::backup_at_once(primary, backup, on) {
            return Ok((position, Boundary::Backup));
        }
        if let Some(position) = primary {
            if position == self.end() && on.has(&fault::PRIMARY_AT_END_FINAL) {
                return Ok((position, Boundary::Final));
            }
            return Ok((position, Boundary::Primary));
        }
        if limit == self.end() && !wrong::cut::backup_beats_final(backup, limit, on) {
            return Ok((limit, wrong::cut::name_of_final(self, start)));
        }
        match trail.remembered(start, limit, backup, on) {
            Some(position) => Ok((position, Boundary::Backup)),
            None => wrong::cut::hard(self, start, limit),
        }
    }

    /// The first primary match in `first..=limit`.
    fn primary_in(&self, start: usize, first: usize, limit: usize) -> Option<usize> {
        let on = self.on;
        let first = if on.has(&fault::PRIMARY_BELOW_MIN) { start + 1 } else { first };
        let limit = if on.has(&fault::PRIMARY_EXCLUDES_LIMIT) { limit - 1 } else { limit };
        let matches = between(&self.primary, first, limit);
        if on.has(&fault::SCAN_OF_EVERY_SECOND) {
            return matches.iter().copied().find(|at| (at - start).is_multiple_of(2));
        }
        if on.has(&fault::LAST_PRIMARY) { matches.last() } else { matches.first() }.copied()
    }

    /// The last backup match in `first..=limit`.
    fn backup_in(&self, start: usize, first: usize, limit: usize) -> Option<usize> {
        let on = self.on;
        let first = if on.has(&fault::BACKUP_BELOW_MIN) { start + 1 } else { first };
        let limit = if on.has(&fault::BACKUP_EXCLUDES_LIMIT) { limit - 1 } else { limit };
        let matches = between(&self.backup, first, limit);
        if on.has(&fault::SCAN_OF_EVERY_SECOND) {
            return matches.iter().copied().rfind(|at| (at - start).is_multiple_of(2));
        }
        if on.has(&fault::SMALLEST_BACKUP) {
            return matches.iter().copied().min_by_key(|&at| self.fingerprints[at]);
        }
        if wrong::cut::takes_first_backup(on) { matches.first() } else { matches.last() }.copied()
    }
}

/// The entries of an ascending list that lie in `first..=last`.
pub(super) fn between(positions: &[usize], first: usize, last: usize) -> &[usize] {
    let from = positions.partition_point(|&position| position < first);
    let to = positions.partition_point(|&position| position <= last);
    positions.get(from..to).unwrap_or(&[])
}
