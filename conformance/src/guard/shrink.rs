//! Makes an example small: fewest words first, then shortest, as long as it still shows what it shows.

use serde_json::{Value, json};
use steadlith_reference::text::is_whitespace;
use steadlith_vectors::request::{Request, TokenCounter};
use steadlith_vectors::text::Text;

use super::inputs::word_count;
use super::party::Stopped;
use super::seen::Who;

/// How often both sides are asked for one example.
const TRIES: usize = 600;

/// A request of an example.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Who is asked; both sides if `None`.
    pub who: Option<Who>,
    /// The number of the channel.
    pub channel: usize,
    /// The request.
    pub request: Request,
}

/// Whether requests still show what they have to show.
pub trait Shows {
    /// Asks them in order.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    fn shows(&mut self, steps: &[Step]) -> Result<bool, Stopped>;
}

/// The size of an example, for comparison: words first.
type Size = (usize, usize, u128);

/// The smallest requests that were found to show the same. Texts that are equal at the start stay equal, and the last
/// request stays.
///
/// # Errors
/// Only that the user wants to stop.
pub fn smallest(mut steps: Vec<Step>, shows: &mut dyn Shows) -> Result<Vec<Step>, Stopped> {
    let mut tries = TRIES;
    while let Some(smaller) = next_smaller(&steps, shows, &mut tries)? {
        steps = smaller;
    }
    Ok(steps)
}

/// The first smaller requests that show the same; `None` if there are none, or no tries are left.
fn next_smaller(steps: &[Step], shows: &mut dyn Shows, tries: &mut usize) -> Result<Option<Vec<Step>>, Stopped> {
    let size = size_of(steps);
    for candidate in candidates(steps).filter(|candidate| size_of(candidate) < size) {
        if *tries == 0 {
            return Ok(None);
        }
        *tries -= 1;
        if shows.shows(&candidate)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

fn size_of(steps: &[Step]) -> Size {
    steps
        .iter()
        .map(|step| size(&step.request))
        .fold((0, 0, 0), |(words, length, numbers), size| (words + size.0, length + size.1, numbers + size.2))
}

/// The size of a request, for comparison.
#[must_use]
pub fn size(request: &Request) -> Size {
    let written = json!(request);
    (word_count(request), written.to_string().chars().count(), sum_of_numbers(&written))
}

fn sum_of_numbers(value: &Value) -> u128 {
    match value {
        Value::Number(number) => number.as_u64().map_or(0, u128::from),
        Value::Array(values) => values.iter().map(sum_of_numbers).sum(),
        Value::Object(members) => members.values().map(sum_of_numbers).sum(),
        _ => 0,
    }
}

/// Smaller examples to try, the boldest first. They are made one by one, for a text can be long.
fn candidates(steps: &[Step]) -> impl Iterator<Item = Vec<Step>> {
    // What two sides are asked apart belongs together.
    let before = if steps.iter().all(|step| step.who.is_none()) { steps.len().saturating_sub(1) } else { 0 };
    let fewer = parts(before).into_iter().map(|(start, end)| [&steps[..start], &steps[end..]].concat());
    let texts: Vec<(Option<usize>, String)> = match common_text(steps) {
        Some(text) => vec![(None, text)],
        None => {
            let texts = steps.iter().map(|step| plain_text(&step.request)).enumerate();
            texts.filter_map(|(index, text)| Some((Some(index), text?))).collect()
        }
    };
    let fewer_words = texts
        .clone()
        .into_iter()
        .flat_map(move |(index, text)| self::fewer_words(&text).map(move |text| with_text(steps, index, &text)));
    let shorter = texts
        .into_iter()
        .flat_map(move |(index, text)| shorter_texts(&text).map(move |text| with_text(steps, index, &text)));
    let others = steps.iter().enumerate().flat_map(move |(index, step)| {
        other_candidates(&step.request).into_iter().map(move |candidate| {
            let mut steps = steps.to_vec();
            steps[index].request = candidate;
            steps
        })
    });
    fewer.chain(fewer_words).chain(others).chain(shorter)
}

/// The steps with another text: in one of them, or in all.
fn with_text(steps: &[Step], index: Option<usize>, text: &str) -> Vec<Step> {
    let mut steps = steps.to_vec();
    for (place, step) in steps.iter_mut().enumerate() {
        if index.is_none_or(|index| index == place) {
            set_text(&mut step.request, text);
        }
    }
    steps
}

/// The text that all requests have, if there are several.
fn common_text(steps: &[Step]) -> Option<String> {
    let (first, others) = steps.split_first()?;
    let text = plain_text(&first.request)?;
    (!others.is_empty() && others.iter().all(|step| plain_text(&step.request).as_ref() == Some(&text))).then_some(text)
}

fn plain_text(request: &Request) -> Option<String> {
    request.text().map(|text| text.written_out().into_owned())
}

fn set_text(request: &mut Request, new: &str) {
    if let Request::Chunk { text, .. }
    | Request::Normalize { text }
    | Request::Fingerprints { text, .. }
    | Request::ChunkHash { chunk_text: text, .. } = request
    {
        *text = Text::Plain(new.to_owned());
    }
}

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
fn fewer_words(text: &str) -> impl Iterator<Item = String> + use<> {
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

/// Parts of a list to leave out: all of it, then halves, then ever smaller parts.
fn parts(count: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut length = count;
    while length > 0 {
        parts.extend((0..count).step_by(length).map(|start| (start, (start + length).min(count))));
        length /= 2;
    }
    parts
}

/// The text with as many words, but shorter ones, and less whitespace.
fn shorter_texts(text: &str) -> impl Iterator<Item = String> + use<> {
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
        for (at, c) in run.char_indices().filter(|_| run.chars().count() > 1).take(LONGEST) {
            changes.push((index, format!("{}{}", &run[..at], &run[at + c.len_utf8()..])));
        }
    }
    changes.into_iter().map(move |(index, run)| {
        let mut runs = runs.clone();
        runs[index] = run;
        runs.concat()
    })
}

/// The request with less in its other members.
fn other_candidates(request: &Request) -> Vec<Request> {
    let mut candidates = Vec::new();
    match request {
        Request::Params { params } => {
            candidates.extend(smaller_params(params.as_ref()).into_iter().map(|params| Request::Params { params }));
        }
        Request::Chunk { params, text, token_counter } => {
            let chunk = |params: Option<Value>, token_counter: Option<TokenCounter>| Request::Chunk {
                params,
                text: text.clone(),
                token_counter,
            };
            if let Some(counter) = token_counter {
                candidates.push(chunk(params.clone(), None));
                let smaller = smaller_counters(counter).into_iter();
                candidates.extend(smaller.map(|counter| chunk(params.clone(), Some(counter))));
            }
            let smaller = smaller_params(params.as_ref()).into_iter();
            candidates.extend(smaller.map(|params| chunk(params, token_counter.clone())));
        }
        _ => candidates.extend(smaller_values(request)),
    }
    candidates
}

fn smaller_params(params: Option<&Value>) -> Vec<Option<Value>> {
    let Some(Value::Object(members)) = params else { return Vec::new() };
    let mut smaller = vec![None];
    for (name, value) in members {
        let mut without = members.clone();
        without.remove(name);
        smaller.push(Some(Value::Object(without)));
        for value in smaller_numbers(value) {
            let mut with = members.clone();
            with.insert(name.clone(), value);
            smaller.push(Some(Value::Object(with)));
        }
    }
    smaller
}

fn smaller_counters(counter: &TokenCounter) -> Vec<TokenCounter> {
    let without = |(start, end)| {
        let counts = [&counter.counts[..start], &counter.counts[end..]].concat();
        TokenCounter { counts, ..counter.clone() }
    };
    let mut smaller: Vec<TokenCounter> = parts(counter.counts.len()).into_iter().map(without).collect();
    for index in 0..counter.counts.len() {
        for value in smaller_numbers(&counter.counts[index].1) {
            let mut with = counter.clone();
            with.counts[index].1 = value;
            smaller.push(with);
        }
    }
    let defaults = smaller_numbers(&counter.default).into_iter();
    smaller.extend(defaults.map(|default| TokenCounter { default, ..counter.clone() }));
    if counter.id.as_ref().is_some_and(|id| id.len() > 1) {
        smaller.push(TokenCounter { id: Some("c".to_owned()), ..counter.clone() });
    }
    smaller
}

fn smaller_numbers(value: &Value) -> Vec<Value> {
    let Some(number) = value.as_u64() else { return Vec::new() };
    let mut smaller = vec![0, 1, 2, number / 2, number.saturating_sub(1)];
    smaller.retain(|&other| other < number);
    smaller.dedup();
    smaller.into_iter().map(Value::from).collect()
}

/// The request with list entries left out and strings halved, as far as it stays well-formed.
fn smaller_values(request: &Request) -> Vec<Request> {
    let Ok(Value::Object(members)) = serde_json::to_value(request) else { return Vec::new() };
    let mut candidates = Vec::new();
    for (name, value) in members.iter().filter(|(name, _)| *name != "op" && *name != "text" && *name != "chunk_text") {
        for value in smaller_value(value) {
            let mut with = members.clone();
            with.insert(name.clone(), value);
            candidates.extend(serde_json::from_value(Value::Object(with)).ok().filter(is_well_formed));
        }
    }
    candidates
}

fn smaller_value(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(_) => smaller_numbers(value),
        Value::String(text) => {
            let length = text.chars().count();
            let start = |count: usize| Value::from(text.chars().take(count).collect::<String>());
            let mut smaller = vec![start(0), start(1), start(length / 2), start(length.saturating_sub(1))];
            smaller.retain(|other| other != value);
            smaller
        }
        Value::Array(values) => {
            let without = |(start, end)| Value::Array([&values[..start], &values[end..]].concat());
            let mut smaller: Vec<Value> = parts(values.len()).into_iter().map(without).collect();
            for (index, value) in values.iter().enumerate() {
                for other in smaller_value(value) {
                    let mut with = values.clone();
                    with[index] = other;
                    smaller.push(Value::Array(with));
                }
            }
            smaller
        }
        Value::Object(members) => {
            let mut smaller = Vec::new();
            for (name, value) in members {
                for other in smaller_value(value) {
                    let mut with = members.clone();
                    with.insert(name.clone(), other);
                    smaller.push(Value::Object(with));
                }
            }
            smaller
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Whether a request that was made smaller can be asked at all (PROTO-21).
fn is_well_formed(request: &Request) -> bool {
    match request {
        Request::Fingerprints { window_words, .. } => *window_words >= 1,
        Request::Merkle { chunk_hashes, documents } => {
            let hashes = chunk_hashes.iter().flatten();
            let mut ids: Vec<&String> = documents.iter().flatten().map(|document| &document.document_id).collect();
            ids.sort();
            let count = ids.len();
            ids.dedup();
            hashes.into_iter().all(|hash| !hash.is_empty()) && ids.len() == count && ids.iter().all(|id| !id.is_empty())
        }
        Request::Plan { old, new } => {
            old.iter().chain(new).all(|chunk| !chunk.chunk_hash.is_empty() && chunk.start_offset <= chunk.end_offset)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Holds<F>(F);

    impl<F: FnMut(&[Step]) -> bool> Shows for Holds<F> {
        fn shows(&mut self, steps: &[Step]) -> Result<bool, Stopped> {
            Ok((self.0)(steps))
        }
    }

    fn step(value: Value) -> Step {
        let request = serde_json::from_value(value).unwrap_or(Request::Params { params: None });
        Step { who: None, channel: 0, request }
    }

    fn shrunk(value: Value, holds: impl FnMut(&[Step]) -> bool) -> Value {
        let smallest = smallest(vec![step(value)], &mut Holds(holds)).unwrap_or_default();
        json!(smallest.first().map(|step| &step.request))
    }

    #[test]
    fn what_does_not_matter_goes() {
        let chunk = json!({
            "op": "chunk", "text": " one two\u{a0}\u{a0}three four five\n\nsix seven ",
            "params": {"window_words": 48, "min_tokens": 9},
            "token_counter": {"id": "counter", "counts": [["one", 4], ["five", 3]], "default": 7},
        });
        let small = shrunk(chunk, |steps| json!(steps[0].request).to_string().contains("ve\\n\\ns"));
        assert_eq!(small, json!({"op": "chunk", "text": "ve\n\ns"}));
    }

    #[test]
    fn numbers_get_smaller_as_far_as_they_can() {
        let chunk = json!({"op": "chunk", "text": "", "params": {"window_words": 48, "min_tokens": 9}});
        let small = shrunk(chunk, |steps| {
            let value = json!(steps[0].request);
            value["params"]["window_words"].as_u64().is_some_and(|number| number >= 5)
        });
        assert_eq!(small, json!({"op": "chunk", "text": "", "params": {"window_words": 5}}));
    }

    #[test]
    fn lists_stay_well_formed() {
        let chunk = |hash: &str| json!({"chunk_hash": hash, "start_offset": 3, "end_offset": 9, "token_count": 5});
        let plan = json!({"op": "plan", "old": [chunk("abc"), chunk("b")], "new": [chunk("abc")]});
        let small = shrunk(plan, |steps| match &steps[0].request {
            Request::Plan { old, new } => !old.is_empty() && !new.is_empty(),
            _ => false,
        });
        let least = |hash: &str| json!({"chunk_hash": hash, "start_offset": 0, "end_offset": 0, "token_count": 0});
        assert_eq!(small, json!({"op": "plan", "old": [least("b")], "new": [least("a")]}));
    }

    #[test]
    fn equal_texts_stay_equal() {
        let both = ["p", "q"].map(|id| Step {
            who: Some(Who::Old),
            ..step(json!({"op": "chunk", "text": "a b c", "params": {"tokenizer_id": id}}))
        });
        let text = |step: &Step| plain_text(&step.request);
        let small = smallest(
            both.to_vec(),
            &mut Holds(|steps: &[Step]| {
                text(&steps[0]) == text(&steps[1]) && steps.iter().all(|step| word_count(&step.request) >= 2)
            }),
        );
        let texts = small.map(|steps| steps.iter().map(text).collect::<Vec<_>>());
        assert_eq!(texts, Ok(vec![Some("b c".to_owned()); 2]));
    }

    #[test]
    fn what_was_asked_before_goes_if_it_can() {
        let ask = |text: &str| step(json!({"op": "normalize", "text": text}));
        let steps = ["a b", "c d", "e f", "g"].map(ask);
        let holds = |steps: &[Step]| {
            let texts: Vec<_> = steps.iter().filter_map(|step| plain_text(&step.request)).collect();
            texts.iter().any(|text| text.contains('d')) && texts.last().is_some_and(|text| text == "g")
        };
        let small = smallest(steps.to_vec(), &mut Holds(holds));
        assert_eq!(small, Ok(vec![ask("d"), ask("g")]));
    }
}
