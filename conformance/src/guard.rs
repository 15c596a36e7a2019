//! Two releases side by side: what a change does to identities and hashes that are already stored (chapter 13).
//!
//! [`party`] asks a release, [`inputs`] says what both are asked, [`rules`] what two answers mean together, [`seen`]
//! what answers to different requests mean together. [`compare`] runs all this over several workers, [`shrink`] makes
//! the examples small, [`price`] counts what is embedded anew, and [`outcome`] is what every report is made from.

pub mod acceptance;
pub mod block;
pub mod channel;
pub mod compare;
pub mod corpus;
pub mod example;
pub mod gather;
pub mod inputs;
pub mod outcome;
pub mod params;
pub mod party;
pub mod price;
pub mod repeat;
pub mod retrieval;
pub mod rules;
pub mod seen;
pub mod shrink;
pub mod verdict;
