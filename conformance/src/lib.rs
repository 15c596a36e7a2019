//! The runner: judges any program that speaks the testee protocol (chapter 12) by the golden vectors.

pub mod ascii_json;
pub mod generate;
pub mod testee;
