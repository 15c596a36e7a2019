//! Where chunks end (chapter 5, boundaries): the two-threshold, two-divisor rule `tttd-v1`.

use std::ops::RangeInclusive;

use crate::error::Error;
use crate::fingerprints::matches;
use crate::params::Params;
use crate::snapping::{Breaks, SnapKind, positions_near};

/// Why the raw cut was made where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundaryKind {
    /// The fingerprint matched the primary mask, be it at the document's end (CUT-6, CUT-11).
    Primary,
    /// No primary match up to the limit; the latest backup match (CUT-8).
    Backup,
    /// No match at all up to the limit, which can be below `min_tokens` (CUT-9, CUT-12).
    Hard,
    /// The document ended first (CUT-7); the chunk may be shorter than `min_tokens` (CUT-13).
    Final,
}

impl BoundaryKind {
    /// The wire name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            BoundaryKind::Primary => "primary",
            BoundaryKind::Backup => "backup",
            BoundaryKind::Hard => "hard",
            BoundaryKind::Final => "final",
        }
    }
}

/// One chunk as a range of words `[start, end)`. Positions count words: position i stands after the first i words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The position where the chunk starts.
    pub start: usize,
    /// The largest position at which the chunk would still hold at most `max_tokens` tokens.
    pub limit: usize,
    /// The position where the rule ended the chunk.
    pub raw_end: usize,
    /// The position where the chunk ends after snapping.
    pub end: usize,
    /// Why the rule ended it there; snapping does not change it (SNAP-11).
    pub boundary_kind: BoundaryKind,
    /// What snapping found.
    pub snap_kind: SnapKind,
}

impl Cut {
    /// Whether snapping moved the end.
    #[must_use]
    pub fn snapped(&self) -> bool {
        self.end != self.raw_end
    }
}

/// What the rule looks at: token sums, fingerprints and breaks of a document of n words.
#[derive(Debug)]
pub struct Document<'d> {
    /// Tokens before each position, n + 1 entries.
    pub tokens_before: &'d [u64],
    /// The fingerprint at each position, n + 1 entries.
    pub fingerprints: &'d [Option<u64>],
    /// Paragraph and sentence breaks, for snapping.
    pub breaks: &'d Breaks,
}

impl Document<'_> {
    /// Words of the document, which is also the position of its end.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.tokens_before.len().saturating_sub(1)
    }

    /// Tokens of the words `[start, end)`; 0 if there are none.
    #[must_use]
    pub fn tokens(&self, start: usize, end: usize) -> u64 {
        self.tokens_before[end].saturating_sub(self.tokens_before[start])
    }

    /// The largest end such that `[start, end)` holds at most `tokens` tokens.
    fn last_end_within(&self, start: usize, tokens: u64) -> usize {
        let most = self.tokens_before[start].saturating_add(tokens);
        self.tokens_before.partition_point(|&before| before <= most) - 1
    }

    /// The smallest end such that `[start, end)` holds at least `tokens` tokens; past the document if there is none.
    fn first_end_reaching(&self, start: usize, tokens: u64) -> usize {
        let least = self.tokens_before[start].saturating_add(tokens);
        self.tokens_before.partition_point(|&before| before < least)
    }

    /// The largest end that leaves a chunk from `start` with at most `max_tokens` tokens (CUT-3); `start` itself if
    /// the word there alone exceeds them.
    #[must_use]
    pub fn limit(&self, start: usize, params: &Params) -> usize {
        self.last_end_within(start, params.max_tokens)
    }

    /// The ends that leave a chunk from `start` with `min_tokens` to `max_tokens` tokens (SNAP-4). Empty if there are none.
    #[must_use]
    pub fn ends_within_sizes(&self, start: usize, params: &Params) -> RangeInclusive<usize> {
        self.first_end_reaching(start, params.min_tokens)..=self.limit(start, params)
    }

    /// What the scan of a chunk from `start` examines (CUT-4), in order: every position behind `start`, up to the
    /// first primary match, else to the limit.
    pub fn scan(&self, start: usize, params: &Params) -> impl Iterator<Item = Examined> {
        let mut has_ended = false;
        (start + 1..=self.limit(start, params)).map_while(move |position| {
            if has_ended {
                return None;
            }
            let examined = self.examine(start, position, params);
            has_ended = examined.is_primary;
            Some(examined)
        })
    }

    fn examine(&self, start: usize, position: usize, params: &Params) -> Examined {
        let tokens = self.tokens(start, position);
        let fingerprint = self.fingerprints[position].filter(|_| tokens >= params.min_tokens);
        let matches = |bits| fingerprint.is_some_and(|fingerprint| matches(fingerprint, bits));
        Examined {
            position,
            tokens,
            is_eligible: fingerprint.is_some(),
            is_primary: matches(params.primary_mask_bits),
            is_backup: matches(params.backup_mask_bits),
        }
    }
}

/// A position that the scan of a chunk examines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examined {
    /// The position.
    pub position: usize,
    /// Tokens from the start of the chunk to here.
    pub tokens: u64,
    /// Whether these are at least `min_tokens` and the position has a fingerprint (CUT-5).
    pub is_eligible: bool,
    /// Whether it is eligible and matches the primary mask.
    pub is_primary: bool,
    /// Whether it is eligible and matches the backup mask.
    pub is_backup: bool,
}

/// Cuts a document into chunks that follow each other without a gap (CUT-1).
///
/// # Errors
/// [`Error::OversizedWord`] if the word at the start of a chunk alone exceeds `max_tokens`; there are no chunks then
/// (CUT-2).
pub fn cuts(document: &Document<'_>, params: &Params) -> Result<Vec<Cut>, Error> {
    let mut cuts = Vec::new();
    let mut start = 0;
    while start < document.word_count() {
        let cut = cut_from(start, document, params)?;
        start = cut.end;
        cuts.push(cut);
    }
    Ok(cuts)
}

fn cut_from(start: usize, document: &Document<'_>, params: &Params) -> Result<Cut, Error> {
    let limit = document.limit(start, params);
    if limit == start {
        return Err(Error::OversizedWord {
            word_index: start,
            token_count: document.tokens(start, start + 1),
            max_tokens: params.max_tokens,
        });
    }
    let (raw_end, boundary_kind) = raw_end(start, limit, document, params);
    let (end, snap_kind) = if params.snap_to_boundaries && raw_end < document.word_count() {
        let near = positions_near(raw_end, params.snap_window_words, document.word_count());
        document.breaks.snap(raw_end, &near, &document.ends_within_sizes(start, params))
    } else {
        (raw_end, SnapKind::Raw)
    };
    Ok(Cut { start, limit, raw_end, end, boundary_kind, snap_kind })
}

/// Where a chunk from `start` ends before snapping: the first primary match (CUT-6), else the document's end if it is
/// within the limit (CUT-7), else the latest backup match (CUT-8), else the limit (CUT-9). Nothing is remembered from
/// the chunk before (CUT-10).
fn raw_end(start: usize, limit: usize, document: &Document<'_>, params: &Params) -> (usize, BoundaryKind) {
    let mut backup = None;
    for examined in document.scan(start, params) {
        if examined.is_primary {
            return (examined.position, BoundaryKind::Primary);
        }
        if examined.is_backup {
            backup = Some(examined.position);
        }
    }
    match backup {
        _ if limit == document.word_count() => (limit, BoundaryKind::Final),
        Some(position) => (position, BoundaryKind::Backup),
        None => (limit, BoundaryKind::Hard),
    }
}
