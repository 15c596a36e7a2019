//! What the fuzz targets share: inputs made of bytes, and the slow formulation of the clauses that the reference's
//! own tests use.

pub mod document;
pub mod replies;
pub mod requests;

#[path = "../../reference/tests/v1/by_the_book.rs"]
pub mod by_the_book;
