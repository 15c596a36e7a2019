//! Topic `snap`: snapping (chapter 6).

use serde_json::Value;

use super::ask::{chunk, with};
use super::draft::{Draft, case};
use super::script::Script;

mod choice;
mod effects;
mod places;
mod sentences;

/// The cases of the topic.
pub fn cases() -> Vec<Draft> {
    [effects::cases(), places::cases(), choice::cases(), sentences::cases()].into_iter().flatten().collect()
}

/// Parameters with snapping on, within so many words.
fn snapping(params: Value, window: u64) -> Value {
    with(with(params, "snap_window_words", window), "snap_to_boundaries", true)
}

/// A position behind a word is a paragraph break if the next word has a `/`, a sentence break if the word has a `!`.
const PAIRS: Script = Script { window: 2, primary: 4, backup: 2 };

/// Id, title, clauses, pattern, minimum, maximum, snap window, boundaries.
type Row = (&'static str, &'static str, &'static str, &'static str, u64, u64, u64, &'static str);

fn of_row(&(id, title, clauses, pattern, min, max, window, cuts): &Row) -> Draft {
    let request = chunk(snapping(PAIRS.params(min, max), window), PAIRS.text(pattern));
    case(id, title, clauses, request).cuts(cuts)
}
