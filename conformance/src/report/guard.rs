//! A comparison of two releases, for people.

pub mod acceptance;
pub mod facts;
pub mod page;
pub mod terminal;
