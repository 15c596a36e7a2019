//! Reports of a run.

pub mod input;
pub mod summary;
pub mod terminal;
