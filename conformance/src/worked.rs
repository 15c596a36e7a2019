//! The stages of v1 as tables of intermediate values, computed by the reference.
//!
//! Two readers share them. [`recompute`] fills in the worked examples of the specification, from the inputs that
//! stand in each block. [`explain_chunk`] and [`explain_request`] show how the reference comes to its answer to any
//! request, stage by stage.
//!
//! There is one file for each stage, in chapter order; nothing in them computes what the reference can.

mod block;
mod boundaries;
mod diagnostics;
mod explain;
mod fingerprints;
mod identity;
mod inputs;
mod locality;
mod merkle;
mod parameters;
mod plan;
mod reasons;
mod snapping;
mod table;
mod text;
mod tokens;

pub use block::{is_kind, recompute};

pub use explain::{explain_chunk, explain_request};
pub use inputs::BlockError;
pub use table::View;
