//! A document to chunks: the stages of chapters 4 to 7 in order.

use serde_json::{Value, json};

use super::cut::{Boundary, Field};
use super::fault::Switch;
use super::faults::{cut as fault, snap as broken};
use super::fingerprint::matches;
use super::framing::Identity;
use super::params::Params;
use super::refusal::Refusal;
use super::snap::{Breaks, Snap};
use super::text::{Word, canonical};
use super::wrong;
use super::wrong::cut::Trail;

/// A chunk: the words `[start, end)` and what was decided about it.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) raw_end: usize,
    pub(super) tokens: u64,
    pub(super) boundary: Boundary,
    pub(super) snap: Snap,
}

/// The cutting conditions of a document with these fingerprints and running token totals.
pub(super) fn field(fingerprints: Vec<Option<u64>>, totals: Vec<u64>, params: &Params, on: Switch) -> Field {
    let (primary, backup) = ("primary_mask_bits", "backup_mask_bits");
    let fingerprints = wrong::params::selected_hash(fingerprints, params, on);
    let swapped = on.has(&fault::MASKS_EXCHANGED);
    let (primary, backup) = if swapped { (backup, primary) } else { (primary, backup) };
    Field {
        totals,
        primary: matches(&fingerprints, wrong::params::selected_bits(primary, params, on), on),
        backup: matches(&fingerprints, params.size(backup), on),
        min_tokens: params.size("min_tokens"),
        max_tokens: params.size("max_tokens"),
        fingerprints,
        window: usize::try_from(params.size("window_words")).unwrap_or(usize::MAX),
        on,
    }
}

/// The chunks of the document.
pub(super) fn chunks(
    words: &[Word],
    field: &mut Field,
    params: &Params,
    trail: &mut Trail,
) -> Result<Vec<Chunk>, Refusal> {
    let on = field.on;
    let snapping = params.snapping() && !on.has(&broken::SNAP_NEVER) || on.has(&broken::SNAP_ALWAYS);
    let breaks = snapping.then(|| Breaks::find(words, params.size("snap_window_words"), on));
    let mut chunks = Vec::new();
    let mut start = 0;
    while start < field.end() {
        wrong::chunk::drop_marker(field, words, start, params);
        let (raw_end, boundary) = match field.raw_cut(start, trail) {
            Ok(cut) => wrong::chunk::segmented(cut, start, on),
            Err(refusal) => match wrong::chunk::tolerated(refusal, start, on)? {
                Some(next) => {
                    start = next;
                    continue;
                }
                None => break,
            },
        };
        let (end, snap) = match &breaks {
            Some(breaks) => breaks.snap(field, start, raw_end, boundary),
            None => (raw_end, Snap::Raw),
        };
        chunks.push(Chunk {
            start,
            end,
            raw_end,
            tokens: field.tokens(start, end),
            boundary: wrong::chunk::kind(boundary, end, raw_end, field),
            snap,
        });
        trail.raw_end = raw_end;
        start = wrong::chunk::next_start(start, end, raw_end, on);
    }
    Ok(wrong::chunk::listed(chunks, words, field))
}

/// A chunk of a document with these `words`, as wire members.
pub(super) fn wire(chunk: &Chunk, words: &[Word], identity: &Identity<'_>, on: Switch) -> Value {
    let words = words.get(chunk.start..chunk.end).unwrap_or_default();
    let text = canonical(words, on);
    json!({
        "chunk_hash": identity.chunk_hash(&wrong::chunk::hashed_text(&text, chunk, on), on),
        "text": text,
        "start_offset": words.first().map_or(0, |word| word.start),
        "end_offset": words.last().map_or(0, |word| word.end),
        "token_count": chunk.tokens,
        "start_word": chunk.start,
        "end_word": chunk.end,
        "raw_end_word": chunk.raw_end,
        "boundary_kind": chunk.boundary.name(),
        "snap_kind": chunk.snap.name(),
    })
}
