//! Tests of the reference, one module per chapter of the specification.
//!
//! They stand without the vectors: golden values are written out, and every property compares the reference with a
//! slow formulation of the clauses ([`by_the_book`]) that shares no code with it. `PROPTEST_CASES` and
//! `QUICKCHECK_TESTS` set how many random cases each property tries.

mod boundaries;
mod by_the_book;
mod chunker;
mod fingerprints;
mod identity;
mod inputs;
mod locality;
mod merkle;
mod params;
mod plan;
mod snapping;
mod strict_params;
mod text;
mod tokens;
mod unicode;
