//! Strict locality, which v1 does not promise (chapter 11): a search for violations in any implementation, a chunker
//! that has none, and the family of texts that shows how far v1 is from it.
//!
//! [`search`] makes examples with [`example`], asks an implementation, applies [`check`], and makes what it finds small
//! with [`shrink`]; [`strict`] is the chunker without violations, and [`family`] the unbounded family.

pub mod check;
pub mod example;
pub mod family;
pub mod search;
pub mod shrink;
pub mod strict;
