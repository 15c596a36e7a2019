//! Words and whitespace (chapter 1).

use steadlith_reference::text::{Word, canonical_text, with_line_feeds};

use super::inputs::{BlockError, Inputs};
use super::table::{Page, yes_no};

/// A worked example of the kind `text`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    print(page, &text, &inputs.words(&text)?);
    Ok(())
}

/// The words of a text, the whitespace between them, and the canonical text of the whole.
pub fn print(page: &mut Page, text: &str, words: &[Word<'_>]) {
    let spans = spans(text, words);
    let view = page.view();
    page.entry("code_points", text.chars().count());
    page.table("words", ["index", "start", "end", "paragraph", "original", "normalised"], words.len(), |index| {
        let word = &words[index];
        [
            index.to_string(),
            word.start_offset.to_string(),
            word.end_offset.to_string(),
            yes_no(word.paragraph_before),
            view.quote(spans[index].word),
            view.quote(&word.text),
        ]
    });
    let runs: Vec<usize> = (0..spans.len()).filter(|&index| !spans[index].whitespace_before.is_empty()).collect();
    page.table("whitespace", ["before", "code_points", "line_endings_read", "paragraph"], runs.len(), |row| {
        let index = runs[row];
        let run = spans[index].whitespace_before;
        let word = words.get(index);
        [
            word.map_or_else(|| "end".to_owned(), |_| index.to_string()),
            view.quote(run),
            view.quote(&with_line_feeds(run).collect::<String>()),
            yes_no(word.is_some_and(|word| word.paragraph_before)),
        ]
    });
    page.quoted_entry("canonical_text", &canonical_text(words));
}

/// A word as it stands in the text, and the whitespace before it.
struct Span<'t> {
    whitespace_before: &'t str,
    word: &'t str,
}

/// The span of each word, and one more for the end of the text.
fn spans<'t>(text: &'t str, words: &[Word<'_>]) -> Vec<Span<'t>> {
    let mut rest = text;
    let mut offset = 0;
    let mut spans = Vec::with_capacity(words.len() + 1);
    for word in words {
        let (whitespace_before, after) = split_at_code_point(rest, word.start_offset - offset);
        let (original, after) = split_at_code_point(after, word.end_offset - word.start_offset);
        spans.push(Span { whitespace_before, word: original });
        rest = after;
        offset = word.end_offset;
    }
    spans.push(Span { whitespace_before: rest, word: "" });
    spans
}

fn split_at_code_point(text: &str, count: usize) -> (&str, &str) {
    let end = text.char_indices().nth(count).map_or(text.len(), |(index, _)| index);
    text.split_at(end)
}
