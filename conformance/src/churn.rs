//! What an edit makes a chunker compute again (chapter 9): any implementation beside two baselines.

pub mod baselines;
