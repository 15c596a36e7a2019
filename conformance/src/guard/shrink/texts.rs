//! Smaller texts.

use steadlith_reference::text::is_whitespace;

use super::parts;

/// A text as runs of whitespace and words, in turn.
fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = is_whitespace(first);
        let end = rest.find(|c| is_whitespace(c) != kind).unwrap_or(rest.len());
        runs.push(&rest[..end]);
        rest = &rest[end..];
    }
    runs
}

fn is_word(run: &str) -> bool {
    run.chars().next().is_some_and(|c| !is_whitespace(c))
}

/// The text without some of its words and the whitespace behind them: halves first, then ever smaller parts.
pub(super) fn fewer_words(text: &str) -> impl Iterator<Item = String> + use<> {
    let mut words: Vec<String> = Vec::new();
    let mut before = String::new();
    for run in runs(text) {
        match (is_word(run), words.last_mut()) {
            (true, _) => words.push(run.to_owned()),
            (false, Some(word)) => word.push_str(run),
            (false, None) => before = run.to_owned(),
        }
    }
    let parts = parts(words.len()).into_iter();
    parts.map(move |(start, end)| format!("{before}{}{}", words[..start].concat(), words[end..].concat()))
}

/// The text with as many words, but shorter ones, and less whitespace.
pub(super) fn shorter(text: &str) -> impl Iterator<Item = String> + use<> {
    const LONGEST: usize = 400;
    let runs: Vec<String> = runs(text).into_iter().map(str::to_owned).collect();
    let mut changes = Vec::new();
    for (index, run) in runs.iter().enumerate().take(LONGEST) {
        let is_outside = index == 0 || index + 1 == runs.len();
        if !is_word(run) {
            changes.push((index, if is_outside { "" } else { " " }.to_owned()));
        } else if run.chars().count() > 1 {
            changes.push((index, "a".to_owned()));
        }
        let characters: Vec<char> = run.chars().collect();
        for (start, end) in parts(characters.len()).into_iter().filter(|_| characters.len() > 1).take(LONGEST) {
            changes.push((index, characters[..start].iter().chain(&characters[end..]).collect()));
        }
    }
    changes.into_iter().map(move |(index, run)| {
        let mut runs = runs.clone();
        runs[index] = run;
        runs.concat()
    })
}

/// The text as a single word of the same length.
pub(super) fn joined(text: &str) -> String {
    text.chars().map(|c| if is_whitespace(c) { 'a' } else { c }).collect()
}
