//! The runner: judges any program that speaks the testee protocol (chapter 12) by the golden vectors.
//!
//! A run goes from [`implementation`] (which program) over [`child`] (one process), [`session`] (the handshake),
//! [`unicode_probe`], [`selection`], [`worker`] and [`connection`] to [`judge`], [`patience`] says when to stop, and
//! [`determinism`] asks some cases again; [`run`] ties them together,
//! [`results`] holds what came of it, and [`report`] shows it. [`divergence`] finds where an implementation parts from
//! the reference, whose own steps [`worked`] shows. [`guard`] compares two releases.

pub mod ascii_json;
pub mod child;
pub mod chunks;
pub mod churn;
pub mod connection;
pub mod determinism;
pub mod diagnosis;
pub mod divergence;
pub mod failure;
pub mod generate;
pub mod guard;
pub mod hellos;
pub mod implementation;
pub mod item;
pub mod judge;
pub mod ledger;
pub mod locality;
pub mod model;
pub mod patience;
pub mod readable;
pub mod report;
pub mod results;
pub mod run;
pub mod selection;
pub mod session;
pub mod testee;
pub mod unicode_probe;
pub mod worked;
pub mod worker;
