//! The list of faults, by chapter of the specification.

#[macro_use]
mod entry;
mod probe;

pub(super) mod cut;
pub(super) mod fingerprint;
pub(super) mod framing;
pub(super) mod json;
pub(super) mod memory;
pub(super) mod merkle;
pub(super) mod nfc;
pub(super) mod occurrence;
pub(super) mod offsets;
pub(super) mod paragraph;
pub(super) mod params;
pub(super) mod plan;
pub(super) mod protocol;
pub(super) mod ranges;
pub(super) mod record;
pub(super) mod releases;
pub(super) mod sentence;
pub(super) mod snap;
pub(super) mod symbol;
pub(super) mod text;
pub(super) mod tokens;
mod unrevealed;
pub(super) mod whitespace;

use std::sync::LazyLock;

use super::fault::FaultInfo;

pub use unrevealed::UNREVEALED;

static ALL: LazyLock<Vec<&'static FaultInfo>> = LazyLock::new(|| {
    let mut all = Vec::new();
    all.extend(whitespace::LIST);
    all.extend(whitespace::POINTS.iter().map(|(fault, _)| *fault));
    for list in [text::LIST, paragraph::LIST, nfc::LIST, offsets::LIST, tokens::LIST, params::LIST] {
        all.extend(list);
    }
    all.extend(params::DEFAULTS.iter().map(|(fault, _, _)| *fault));
    all.extend(params::UNCHECKED.iter().map(|(fault, _)| *fault));
    for list in [ranges::LIST, json::LIST, releases::LIST, symbol::LIST, fingerprint::LIST, cut::LIST] {
        all.extend(list);
    }
    all.extend(snap::LIST);
    all.extend(sentence::LIST);
    all.extend(sentence::LACKS.iter().map(|(fault, _)| *fault));
    all.extend(sentence::ADDS.iter().map(|(fault, _, _)| *fault));
    for list in [framing::LIST, memory::LIST, merkle::LIST, occurrence::LIST, plan::LIST] {
        all.extend(list);
    }
    all.extend(record::LIST);
    all.extend(protocol::LIST);
    all
});

/// Every fault, in the order of the chapters.
#[must_use]
pub fn faults() -> &'static [&'static FaultInfo] {
    &ALL
}
