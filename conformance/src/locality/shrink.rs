//! Makes an example smaller as long as it stays one.

use super::example::{Example, ExampleParams};

/// How often an example is tried at most.
const TRIES: usize = 4_000;

/// The smallest example that was found by leaving out words, breaks, token counts and room in the parameters, for which
/// `is_one` still holds.
pub fn shrunk(example: Example, is_one: &mut dyn FnMut(&Example) -> bool) -> Example {
    let mut shrink = Shrink { best: example, is_one, tries: TRIES };
    while shrink.words() | shrink.flags() | shrink.counts() | shrink.params() {}
    shrink.best
}

struct Shrink<'s> {
    best: Example,
    is_one: &'s mut dyn FnMut(&Example) -> bool,
    tries: usize,
}

impl Shrink<'_> {
    /// Takes a candidate if it still is an example.
    fn takes(&mut self, candidate: Example) -> bool {
        if self.tries == 0 || candidate == self.best {
            return false;
        }
        self.tries -= 1;
        let is_one = (self.is_one)(&candidate);
        if is_one {
            self.best = candidate;
        }
        is_one
    }

    /// Leaves out words, long runs of them first.
    fn words(&mut self) -> bool {
        let mut is_smaller = false;
        for segment in 0..self.best.segments.len() {
            let mut length = self.best.segments[segment].len();
            while length > 0 {
                let mut start = 0;
                while start + length <= self.best.segments[segment].len() {
                    let mut candidate = self.best.clone();
                    candidate.segments[segment].drain(start..start + length);
                    if self.takes(candidate) {
                        is_smaller = true;
                    } else {
                        start += length;
                    }
                }
                length /= 2;
            }
        }
        is_smaller
    }

    fn flags(&mut self) -> bool {
        let mut candidate = self.best.clone();
        candidate.segments.iter_mut().flatten().for_each(|word| word.paragraph_before = false);
        if self.takes(candidate) {
            return true;
        }
        let mut is_smaller = false;
        for segment in 0..self.best.segments.len() {
            for index in 0..self.best.segments[segment].len() {
                if self.best.segments[segment][index].paragraph_before {
                    let mut candidate = self.best.clone();
                    candidate.segments[segment][index].paragraph_before = false;
                    is_smaller |= self.takes(candidate);
                }
            }
        }
        is_smaller
    }

    fn counts(&mut self) -> bool {
        let mut candidate = self.best.clone();
        candidate.counts.clear();
        if self.takes(candidate) {
            return true;
        }
        let mut is_smaller = false;
        for word in self.best.counts.keys().cloned().collect::<Vec<_>>() {
            let mut candidate = self.best.clone();
            candidate.counts.remove(&word);
            is_smaller |= self.takes(candidate);
        }
        is_smaller
    }

    /// Makes each parameter a step smaller, which also makes the margins smaller.
    fn params(&mut self) -> bool {
        let smaller: [fn(&mut ExampleParams); 7] = [
            |params| (params.snaps, params.snap_window_words) = (false, 0),
            |params| params.snap_window_words = params.snap_window_words.saturating_sub(1),
            |params| params.max_tokens = (params.max_tokens - 1).max(params.min_tokens),
            |params| params.min_tokens = (params.min_tokens - 1).max(1),
            |params| params.window_words = (params.window_words - 1).max(1),
            |params| params.primary_mask_bits = (params.primary_mask_bits - 1).max(params.backup_mask_bits + 1),
            |params| params.backup_mask_bits = 1,
        ];
        let mut is_smaller = false;
        for make_smaller in smaller {
            let mut candidate = self.best.clone();
            make_smaller(&mut candidate.params);
            is_smaller |= self.takes(candidate);
        }
        is_smaller
    }
}
