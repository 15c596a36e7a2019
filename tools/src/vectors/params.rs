//! Topic `params`: parameters and their hash (chapter 3).

use super::draft::Draft;

mod hashes;
mod names;
mod ranges;
mod strings;
mod types;

/// The parameter hash of the defaults.
const DEFAULTS: &str = "da7c441b130c3772241ea045a04bf193d2652417a407d8f78cb75bdddff62f87";

/// The integer fields, each with a valid value that is not the default.
const INTEGERS: [(&str, u64); 6] = [
    ("window_words", 5),
    ("min_tokens", 5),
    ("max_tokens", 500),
    ("primary_mask_bits", 9),
    ("backup_mask_bits", 5),
    ("snap_window_words", 5),
];

/// The cases of the topic.
pub fn cases() -> Vec<Draft> {
    [hashes::cases(), types::cases(), ranges::cases(), names::cases(), strings::cases()].into_iter().flatten().collect()
}

/// A field's name as it stands in an id.
fn dashed(field: &str) -> String {
    field.replace('_', "-")
}
