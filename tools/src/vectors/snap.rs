//! Topic `snap`: snapping (chapter 6).

use serde_json::Value;

use super::ask::with;
use super::draft::Draft;

mod effects;
mod places;
mod sentences;

/// The cases of the topic.
pub fn cases() -> Vec<Draft> {
    [effects::cases(), places::cases(), sentences::cases()].into_iter().flatten().collect()
}

/// Parameters with snapping on, within so many words.
fn snapping(params: Value, window: u64) -> Value {
    with(with(params, "snap_window_words", window), "snap_to_boundaries", true)
}
