//! Two texts that differ by one edit, with the words that they share.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use steadlith_vectors::request::{Request, TokenCounter};

use super::check::{Bounds, Shared};

/// What happens to the old text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edit {
    /// Words come in.
    Insert,
    /// Words go.
    Delete,
    /// Words go, and others come in their place.
    Replace,
    /// Two neighbouring ranges of words change places.
    Reorder,
}

/// A word of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word, of ASCII letters, digits and full stops.
    pub text: String,
    /// Whether a paragraph break comes before it, unless it is the first of its text.
    pub paragraph_before: bool,
}

/// The parameters of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleParams {
    /// Words of the window.
    pub window_words: u64,
    /// Least tokens.
    pub min_tokens: u64,
    /// Most tokens.
    pub max_tokens: u64,
    /// Bits of the primary mask.
    pub primary_mask_bits: u64,
    /// Bits of the backup mask.
    pub backup_mask_bits: u64,
    /// Words in which snapping looks for a break.
    pub snap_window_words: u64,
    /// Whether snapping is on.
    pub snaps: bool,
}

/// Two texts made of common segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// What happens between them.
    pub edit: Edit,
    /// The parameters of both runs.
    pub params: ExampleParams,
    /// The segments. Each stands at most once in each text.
    pub segments: Vec<Vec<Word>>,
    /// The segments of the old text, in order.
    pub old: Vec<usize>,
    /// The segments of the new text, in order.
    pub new: Vec<usize>,
    /// Tokens of words that count otherwise than 1.
    pub counts: BTreeMap<String, u64>,
}

/// What an implementation can be asked beyond the core.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Custom token counters.
    pub counters: bool,
    /// Snapping.
    pub snapping: bool,
}

impl Example {
    /// The request to chunk the text of these segments.
    #[must_use]
    pub fn request(&self, order: &[usize]) -> Request {
        let counter = TokenCounter {
            id: Some("counted".to_owned()),
            counts: self.counts.iter().map(|(word, count)| (word.clone(), json!(count))).collect(),
            default: json!(1),
        };
        Request::Chunk {
            params: Some(self.params.json()),
            text: self.text(order).into(),
            token_counter: (!self.counts.is_empty()).then_some(counter),
        }
    }

    /// The text of these segments.
    #[must_use]
    pub fn text(&self, order: &[usize]) -> String {
        let mut text = String::new();
        for word in order.iter().flat_map(|&segment| &self.segments[segment]) {
            if !text.is_empty() {
                text.push_str(if word.paragraph_before { "\n\n" } else { " " });
            }
            text.push_str(&word.text);
        }
        text
    }

    /// Words of both texts.
    #[must_use]
    pub fn words(&self) -> usize {
        self.old.iter().chain(&self.new).map(|&segment| self.segments[segment].len()).sum()
    }

    /// The ranges of words that both texts have, as long as they go, each with the tokens of its words. The first word
    /// of a range is left out if it begins a paragraph in one text only.
    #[must_use]
    pub fn shared(&self) -> Vec<(Shared, Vec<u64>)> {
        let places = |order: &[usize]| -> Vec<(usize, usize)> {
            let mut start = 0;
            let place = |&segment: &usize| {
                let place = (segment, start);
                start += self.segments[segment].len();
                place
            };
            order.iter().filter(|&&segment| !self.segments[segment].is_empty()).map(place).collect()
        };
        let (old, new) = (places(&self.old), places(&self.new));
        let mut shared = Vec::new();
        let mut index = 0;
        while index < old.len() {
            let Some(at) = new.iter().position(|&(segment, _)| segment == old[index].0) else {
                index += 1;
                continue;
            };
            let run = old[index..].iter().zip(&new[at..]).take_while(|(one, other)| one.0 == other.0).count();
            let words: Vec<&Word> = old[index..index + run].iter().flat_map(|&(s, _)| &self.segments[s]).collect();
            let (old_start, new_start) = (old[index].1, new[at].1);
            let skipped = usize::from(words[0].paragraph_before && (old_start == 0) != (new_start == 0));
            let range = Shared {
                old_start: (old_start + skipped) as u64,
                new_start: (new_start + skipped) as u64,
                words: (words.len() - skipped) as u64,
            };
            shared.push((range, words[skipped..].iter().map(|word| self.tokens(word)).collect()));
            index += run;
        }
        shared
    }

    /// What the margins need of the parameters.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let ExampleParams { max_tokens, window_words, snap_window_words, .. } = self.params;
        Bounds { max_tokens, window_words, snap_window_words }
    }

    fn tokens(&self, word: &Word) -> u64 {
        self.counts.get(&word.text).copied().unwrap_or(1)
    }

    /// A random example.
    #[must_use]
    pub fn random(rng: &mut ChaCha8Rng, abilities: Abilities) -> Example {
        let params = ExampleParams::random(rng, abilities);
        let edit = *[Edit::Insert, Edit::Delete, Edit::Replace, Edit::Reorder].choose(rng).unwrap_or(&Edit::Insert);
        let (old, new, shared): (&[usize], &[usize], usize) = match edit {
            Edit::Insert => (&[0, 1], &[0, 2, 1], 2),
            Edit::Delete => (&[0, 2, 1], &[0, 1], 2),
            Edit::Replace => (&[0, 2, 1], &[0, 3, 1], 2),
            Edit::Reorder => (&[0, 1, 2, 3], &[0, 2, 1, 3], 4),
        };
        let vocabulary = Vocabulary::random(rng, params.snaps);
        let margin = params.max_tokens + params.window_words + params.snap_window_words;
        let count = old.iter().chain(new).max().map_or(0, |&last| last + 1);
        let segments: Vec<Vec<Word>> = (0..count)
            .map(|segment| {
                let most =
                    if segment < shared && rng.random_bool(0.7) { 2 * margin + 3 * params.max_tokens } else { 8 };
                let least = if most > 8 { 2 * margin } else { u64::from(segment >= shared) };
                (0..rng.random_range(least..=most)).map(|_| vocabulary.word(rng)).collect()
            })
            .collect();
        let mut example =
            Example { edit, params, segments, old: old.to_vec(), new: new.to_vec(), counts: BTreeMap::new() };
        if abilities.counters && rng.random_bool(0.5) {
            example.count(rng);
        }
        example
    }

    /// Gives some words more tokens than one.
    fn count(&mut self, rng: &mut ChaCha8Rng) {
        let most = rng.random_range(1..=self.params.max_tokens);
        let share = *[0.1, 0.5, 1.0].choose(rng).unwrap_or(&0.5);
        for word in self.segments.iter().flatten() {
            if !self.counts.contains_key(&word.text) && rng.random_bool(share) {
                self.counts.insert(word.text.clone(), rng.random_range(1..=most));
            }
        }
    }
}

/// The words of one example.
struct Vocabulary {
    first: u32,
    count: u32,
    paragraphs: f64,
    sentences: f64,
}

impl Vocabulary {
    /// Few words make periodic texts, many make texts without repetition.
    fn random(rng: &mut ChaCha8Rng, snaps: bool) -> Vocabulary {
        Vocabulary {
            first: rng.random_range(0..1_000_000),
            count: *[1, 2, 3, 10, 1000, 1000, 1000, 1000].choose(rng).unwrap_or(&1000),
            paragraphs: if rng.random_bool(0.5) { 0.0 } else { 0.1 },
            sentences: if snaps { 0.15 } else { 0.0 },
        }
    }

    fn word(&self, rng: &mut impl Rng) -> Word {
        let end = if rng.random_bool(self.sentences) { "." } else { "" };
        Word {
            text: format!("w{}{end}", self.first + rng.random_range(0..self.count)),
            paragraph_before: rng.random_bool(self.paragraphs),
        }
    }
}

impl ExampleParams {
    /// The parameters as a request names them.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut params = json!({
            "window_words": self.window_words,
            "min_tokens": self.min_tokens,
            "max_tokens": self.max_tokens,
            "primary_mask_bits": self.primary_mask_bits,
            "backup_mask_bits": self.backup_mask_bits,
            "snap_window_words": self.snap_window_words,
        });
        if self.snaps {
            params["snap_to_boundaries"] = json!(true);
        }
        params
    }

    fn random(rng: &mut impl Rng, abilities: Abilities) -> ExampleParams {
        let min_tokens = rng.random_range(1..=4);
        let backup_mask_bits = rng.random_range(1..=2);
        let snaps = abilities.snapping && rng.random_bool(0.3);
        ExampleParams {
            window_words: *[1, 1, 2, 3].choose(rng).unwrap_or(&1),
            min_tokens,
            max_tokens: min_tokens + rng.random_range(0..=8),
            primary_mask_bits: backup_mask_bits + rng.random_range(1..=3),
            backup_mask_bits,
            snap_window_words: if snaps { rng.random_range(1..=4) } else { rng.random_range(0..=1) },
            snaps,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use steadlith_reference::text::words;
    use steadlith_reference::unicode::UnicodeVersion;

    use super::*;

    /// The definition of a shared range, checked on the texts themselves.
    #[test]
    fn shared_ranges_are_the_same_words_with_the_same_flags() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut ranges = 0;
        for _ in 0..400 {
            let example = Example::random(&mut rng, Abilities { counters: true, snapping: true });
            let (old, new) = (example.text(&example.old), example.text(&example.new));
            let (old, new) = (words(&old, UnicodeVersion::default()), words(&new, UnicodeVersion::default()));
            for (shared, tokens) in example.shared() {
                let of = |words: &[steadlith_reference::text::Word<'_>], start: u64| {
                    let range = start as usize..(start + shared.words) as usize;
                    words[range].iter().map(|word| (word.text.to_string(), word.paragraph_before)).collect::<Vec<_>>()
                };
                assert_eq!(of(&old, shared.old_start), of(&new, shared.new_start));
                assert_eq!(tokens.len() as u64, shared.words);
                ranges += 1;
            }
        }
        assert!(ranges > 400, "{ranges}");
    }
}
