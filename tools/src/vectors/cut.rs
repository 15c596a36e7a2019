//! Topic `cut`: boundaries (chapter 5).

use super::draft::Draft;
use super::script::Script;

mod context;
mod kinds;
mod long;
mod sizes;
mod tokens;

/// A window of two words and masks that are met often: patterns for it begin with `-`.
const PAIRS: Script = Script { window: 2, primary: 4, backup: 2 };

/// A window of one word: every position has a fingerprint.
const SINGLE: Script = Script { window: 1, primary: 4, backup: 2 };

/// The cases of the topic.
pub fn cases() -> Vec<Draft> {
    [sizes::cases(), kinds::cases(), context::cases(), tokens::cases(), long::cases()].into_iter().flatten().collect()
}
