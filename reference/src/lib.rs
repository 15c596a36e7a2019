//! A readable reference implementation of the v1 chunk identity of Steadlith (formerly Cairn).
//!
//! The modules follow the chapters of the specification, in the same order, and are meant to be read next to them:
//! [`text`] and [`unicode`] (1), [`tokens`] (2), [`params`] (3), [`fingerprints`] (4), [`boundaries`] (5),
//! [`snapping`] (6), [`identity`] (7), [`merkle`] and [`occurrence`] (8), [`plan`] (9), [`chunker`] (10). Clause ids
//! such as `CUT-4` in the comments are those of the specification.
//!
//! ```
//! use steadlith_reference::{chunker, params::Params, tokens::Tokenizer, unicode::UnicodeVersion};
//!
//! let chunking = chunker::chunk(
//!     "alpha beta",
//!     &Params::default(),
//!     &Tokenizer::Words,
//!     UnicodeVersion::default(),
//! )?;
//! assert_eq!(
//!     chunking.chunks[0].chunk_hash,
//!     "a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a",
//! );
//! # Ok::<(), steadlith_reference::error::Error>(())
//! ```
//!
//! Work is linear in the text, no input panics, and there is no unsafe code.

pub mod boundaries;
pub mod canonical_json;
pub mod chunker;
pub mod error;
pub mod fingerprints;
pub mod identity;
pub mod merkle;
pub mod occurrence;
pub mod params;
pub mod plan;
pub mod snapping;
pub mod text;
pub mod tokens;
pub mod unicode;

/// The version of this reference.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
