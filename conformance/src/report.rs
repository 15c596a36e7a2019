//! Reports of a run.

pub mod diagnosis;
pub mod guard;
pub mod input;
pub mod summary;
pub mod terminal;
