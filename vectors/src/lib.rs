//! The golden vectors of the v1 chunk identity: their types, the files themselves, and how to load others.
//!
//! [`case`] holds what a case is, [`request`] and [`reply`] the two directions of the testee protocol (chapter 12 of
//! the specification), [`text`] the portable generators of large texts, [`suite`] the loading of whole sets,
//! [`document`] the reading of any JSON file.

pub mod case;
pub mod document;
pub mod frozen;
pub mod reply;
pub mod request;
pub mod suite;
pub mod text;
