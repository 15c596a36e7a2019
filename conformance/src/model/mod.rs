//! A second, independent implementation of v1, in which named mistakes can be switched on.
//!
//! It shares no code with the reference. With no fault it confirms every vector; with one
//! fault it is a wrong implementation that the vectors have to catch. It speaks the testee
//! protocol (chapter 12) in whole JSON values, so that it shares no types either.
//!
//! One file per stage: `text`, `unicode`, `tokens`, `params`, `json`, `fingerprint`, `cut`,
//! `snap`, `framing`, `merkle`, `occurrence`, `plan`, `diagnostics`. The mistakes are listed
//! by chapter in `faults/`; a mistake that takes more than a line sits in `wrong/`.

mod answer;
mod chunk;
mod cut;
mod diagnostics;
mod fault;
mod faults;
mod fingerprint;
mod framing;
mod json;
mod merkle;
mod occurrence;
mod params;
mod plan;
mod refusal;
mod request;
mod serve;
mod snap;
mod text;
mod tokens;
mod unicode;
mod wrong;

pub use answer::Model;
pub use fault::{Fault, FaultInfo};
pub use faults::{UNREVEALED, faults};

#[cfg(test)]
mod tests;
