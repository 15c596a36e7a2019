//! Makes an example small: fewest words first, then shortest, as long as it still shows what it shows.

mod requests;
mod texts;

use serde_json::{Value, json};
use steadlith_vectors::request::Request;
use steadlith_vectors::text::Text;

use super::inputs::word_count;
use super::party::Stopped;
use super::seen::Who;

/// How often both sides are asked for one example.
const TRIES: usize = 600;
/// How many bytes of text they are asked about for one example.
const BYTES: usize = 24 << 20;

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
    let mut left = Budget { tries: TRIES, bytes: BYTES };
    while let Some(smaller) = next_smaller(&steps, shows, &mut left)? {
        steps = smaller;
    }
    Ok(steps)
}

/// What an example may cost yet.
struct Budget {
    tries: usize,
    bytes: usize,
}

impl Budget {
    /// Whether it allows these steps, which are paid then.
    fn allows(&mut self, steps: &[Step]) -> bool {
        let bytes = steps.iter().map(|step| plain_length(&step.request)).sum();
        match (self.tries.checked_sub(1), self.bytes.checked_sub(bytes)) {
            (Some(tries), Some(bytes)) => {
                *self = Budget { tries, bytes };
                true
            }
            _ => false,
        }
    }
}

fn plain_length(request: &Request) -> usize {
    match request.text() {
        Some(Text::Plain(text)) => text.len(),
        Some(Text::Generated(generated)) => usize::try_from(generated.code_points).unwrap_or(usize::MAX),
        None => 0,
    }
}

/// The first smaller requests that show the same; `None` if there are none, or nothing is left to pay for them.
fn next_smaller(steps: &[Step], shows: &mut dyn Shows, left: &mut Budget) -> Result<Option<Vec<Step>>, Stopped> {
    let size = size_of(steps);
    for candidate in candidates(steps).filter(|candidate| size_of(candidate) < size) {
        if !left.allows(&candidate) {
            return Ok(None);
        }
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
        .flat_map(move |(index, text)| texts::fewer_words(&text).map(move |text| with_text(steps, index, &text)));
    let shorter = texts
        .into_iter()
        .flat_map(move |(index, text)| texts::shorter(&text).map(move |text| with_text(steps, index, &text)));
    let others = steps.iter().enumerate().flat_map(move |(index, step)| {
        requests::smaller(&step.request).into_iter().map(move |candidate| {
            let mut steps = steps.to_vec();
            steps[index].request = candidate;
            steps
        })
    });
    // Texts that have to begin alike stay so if all their words are joined at once.
    let joined = std::iter::once_with(|| {
        let mut steps = steps.to_vec();
        for step in &mut steps {
            if let Some(text) = plain_text(&step.request) {
                set_text(&mut step.request, &texts::joined(&text));
            }
        }
        steps
    });
    fewer.chain(joined).chain(fewer_words).chain(others).chain(shorter)
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
