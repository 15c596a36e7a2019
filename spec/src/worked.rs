//! Worked examples: fenced blocks with the info string `worked NAME`, which a test computes anew.

use crate::Chapter;

/// One worked example as it stands in a chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkedExample {
    /// The name behind `worked`.
    pub name: String,
    /// The lines of the block, each ended by a line feed.
    pub block: String,
}

/// The worked examples of a chapter, in order.
#[must_use]
pub fn worked_examples_of(chapter: &Chapter) -> Vec<WorkedExample> {
    let mut examples: Vec<WorkedExample> = Vec::new();
    let mut is_inside = false;
    for line in chapter.markdown.lines() {
        if let Some(name) = line.strip_prefix("```worked ") {
            examples.push(WorkedExample { name: name.trim().to_owned(), block: String::new() });
            is_inside = true;
        } else if line.starts_with("```") {
            is_inside = false;
        } else if is_inside && let Some(example) = examples.last_mut() {
            example.block.push_str(line);
            example.block.push('\n');
        }
    }
    examples
}
