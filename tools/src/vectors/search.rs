//! Seeds of generated texts that show a situation.

use serde_json::Value;
use steadlith_reference::boundaries::BoundaryKind;
use steadlith_reference::chunker::{Chunk, chunk};
use steadlith_reference::params::Params;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::text::{Piece, Text, words};

/// Seeds that are tried before a search is given up.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=2000;

/// A generated text of so many words.
pub fn generated(seed: u64, count: u64) -> Text {
    Text::generated(vec![Piece::Words { seed, count }])
}

/// The first seed whose text of so many words is cut as wanted under these parameters.
///
/// # Panics
/// If there is none, or the parameters are not valid: the definition is wrong then.
pub fn seed(count: u64, params: &Value, is_wanted: impl Fn(&[Chunk]) -> bool) -> u64 {
    SEEDS
        .into_iter()
        .find(|&seed| is_wanted(&chunks(seed, count, params)))
        .unwrap_or_else(|| panic!("no seed shows what a case of {count} words shall show"))
}

/// The chunks of a generated text.
///
/// # Panics
/// If the parameters are not valid.
pub fn chunks(seed: u64, count: u64, params: &Value) -> Vec<Chunk> {
    let params = Params::from_json(&params.to_string()).unwrap_or_else(|error| panic!("{error}"));
    chunk(&words(seed, count), &params, &Tokenizer::Words, UnicodeVersion::default())
        .map(|chunking| chunking.chunks)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// How many chunks ended so.
pub fn kinds(chunks: &[Chunk], kind: BoundaryKind) -> usize {
    chunks.iter().filter(|chunk| chunk.boundary_kind == kind).count()
}
