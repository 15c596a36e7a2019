//! What the faults do where it takes more than a line: the wrong turns beside the plain path.

pub(super) mod chunk;
pub(super) mod cut;
pub(super) mod fingerprint;
pub(super) mod framing;
pub(super) mod json;
pub(super) mod memory;
pub(super) mod merkle;
pub(super) mod nfc;
pub(super) mod occurrence;
pub(super) mod paragraph;
pub(super) mod params;
pub(super) mod places;
pub(super) mod plan;
pub(super) mod protocol;
pub(super) mod ranges;
pub(super) mod record;
pub(super) mod sentence;
pub(super) mod snap;
pub(super) mod source;
pub(super) mod spans;
pub(super) mod symbol;
pub(super) mod tokens;
pub(super) mod whitespace;
