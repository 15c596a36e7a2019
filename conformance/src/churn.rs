//! What an edit makes a chunker compute again (chapter 9): any implementation beside two baselines.
//!
//! [`pairs`] reads the revisions, [`measure`] applies one method to one pair, [`statistics`] takes means over pairs, and
//! [`results`] holds what comes of it.

pub mod baselines;
pub mod edit;
pub mod measure;
pub mod pairs;
pub mod results;
pub mod statistics;
