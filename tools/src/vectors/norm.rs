//! Topic `norm`: text and normalisation (chapter 1).

use super::draft::Draft;

mod canonical;
mod nfc;
mod offsets;
mod paragraphs;
mod whitespace;

/// The cases of the topic.
pub fn cases() -> Vec<Draft> {
    [whitespace::cases(), offsets::cases(), nfc::cases(), paragraphs::cases(), canonical::cases()]
        .into_iter()
        .flatten()
        .collect()
}

/// `U+001C` and the like.
fn code_point(c: char) -> String {
    format!("U+{:04X}", c as u32)
}

/// `001c` and the like, for ids.
fn hex(c: char) -> String {
    format!("{:04x}", c as u32)
}
