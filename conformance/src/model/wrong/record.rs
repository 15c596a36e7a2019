//! Right decisions that are told wrongly: records of chunks and diagnostics.

use serde_json::{Value, json};

use super::super::chunk::Chunk;
use super::super::cut::Boundary;
use super::super::diagnostics::rate;
use super::super::fault::Switch;
use super::super::faults::{offsets, record as fault, text};
use super::super::snap::Snap;
use super::super::text::Word;

/// A document and its chunks.
#[derive(Clone, Copy)]
pub(in crate::model) struct Run<'a> {
    pub(in crate::model) words: &'a [Word],
    pub(in crate::model) chunks: &'a [Chunk],
    /// Code points of the text.
    pub(in crate::model) length: usize,
    pub(in crate::model) max_tokens: u64,
    pub(in crate::model) on: Switch,
}

impl Run<'_> {
    /// Changes the record of the chunk `index`.
    pub(in crate::model) fn falsify(&self, record: &mut Value, index: usize) {
        if !self.on.any() {
            return;
        }
        let Some(chunk) = self.chunks.get(index) else { return };
        for (name, value) in
            self.place(chunk, index, record).into_iter().chain(self.numbers(chunk)).chain(self.names(chunk))
        {
            record[name] = value;
        }
        if self.on.has(&fault::RAW_END_LEFT_OUT)
            && let Some(members) = record.as_object_mut()
        {
            members.remove("raw_end_word");
        }
        if self.on.has(&fault::NUMBERS_WITH_FRACTION) {
            record["start_offset"] = json!(record["start_offset"].as_f64());
        }
        if self.on.has(&fault::NUMBERS_AS_STRINGS) {
            record["start_offset"] = json!(record["start_offset"].to_string());
        }
    }

    fn place(&self, chunk: &Chunk, index: usize, record: &Value) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        let previous = index.checked_sub(1).and_then(|before| self.chunks.get(before));
        let start_of = |at: usize| self.words.get(at).map(|word| word.start);
        if is(&offsets::CHUNK_END_AT_NEXT) {
            return Some(("end_offset", json!(start_of(chunk.end)?)));
        }
        if is(&offsets::CHUNK_START_AT_PREVIOUS) {
            return Some(("start_offset", json!(self.words.get(previous?.end - 1)?.end)));
        }
        if is(&offsets::CHUNK_STARTS_AT_ZERO) && index == 0 {
            return Some(("start_offset", json!(0)));
        }
        if is(&offsets::CHUNK_ENDS_AT_TEXT_END) && index + 1 == self.chunks.len() {
            return Some(("end_offset", json!(self.length)));
        }
        if is(&offsets::CHUNK_END_FROM_TEXT) {
            let length = record["text"].as_str()?.chars().count();
            return Some(("end_offset", json!(start_of(chunk.start)? + length)));
        }
        if is(&fault::TEXT_OF_SOURCE) {
            let words = self.words.get(chunk.start..chunk.end)?;
            let given = words.iter().enumerate().filter_map(|(at, word)| {
                let given = word.given.as_ref()?;
                Some(if at == 0 { given.word.clone() } else { given.gap.clone() + &given.word })
            });
            return Some(("text", json!(given.collect::<String>())));
        }
        if is(&fault::TEXT_CUT_TO_200) {
            let text: String = record["text"].as_str()?.chars().take(200).collect();
            return Some(("text", json!(text)));
        }
        None
    }

    fn numbers(&self, chunk: &Chunk) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        Some(if is(&fault::END_WORD_INCLUSIVE) {
            ("end_word", json!(chunk.end.saturating_sub(1)))
        } else if is(&fault::START_WORD_FROM_ONE) {
            ("start_word", json!(chunk.start + 1))
        } else if is(&fault::END_WORD_IS_LENGTH) {
            ("end_word", json!(chunk.end - chunk.start))
        } else if is(&text::WORD_INDEX_16_BIT) {
            ("end_word", json!(chunk.end & 0xFFFF))
        } else if is(&fault::TOKEN_COUNT_OF_WORDS) {
            ("token_count", json!(chunk.end - chunk.start))
        } else if is(&fault::TOKEN_COUNT_OF_RAW_END) && chunk.raw_end != chunk.end {
            let words = chunk.raw_end.abs_diff(chunk.end) as u64;
            let grown = chunk.tokens + words;
            let shrunk = chunk.tokens.saturating_sub(words);
            ("token_count", json!(if chunk.raw_end > chunk.end { grown } else { shrunk }))
        } else if is(&fault::RAW_END_IS_END) {
            ("raw_end_word", json!(chunk.end))
        } else if is(&fault::RAW_END_IS_LENGTH) {
            ("raw_end_word", json!(chunk.raw_end - chunk.start))
        } else if is(&fault::RAW_END_AT_LEAST_END) {
            ("raw_end_word", json!(chunk.raw_end.max(chunk.end)))
        } else {
            return None;
        })
    }

    fn names(&self, chunk: &Chunk) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        let (boundary, snap) = ("boundary_kind", "snap_kind");
        Some(match (chunk.boundary, chunk.snap) {
            (kind, _) if is(&fault::KINDS_UPPER_CASE) => (boundary, json!(kind.name().to_uppercase())),
            (Boundary::Hard, _) if is(&fault::HARD_NAMED_FORCED) => (boundary, json!("hard_cut")),
            (Boundary::Final, _) if is(&fault::FINAL_NAMED_HARD) => (boundary, json!("hard")),
            (Boundary::Final, _) if is(&fault::FINAL_NAMED_END) => (boundary, json!("end")),
            (Boundary::Backup, _) if is(&fault::BACKUP_NAMED_PRIMARY) => (boundary, json!("primary")),
            (Boundary::Backup, _) if is(&fault::BACKUP_NAMED_HARD) => (boundary, json!("hard")),
            (_, Snap::Raw) if is(&fault::RAW_NAMED_NONE) => (snap, json!("none")),
            (_, Snap::Raw) if is(&fault::RAW_NAMED_NULL) => (snap, json!(null)),
            (_, Snap::Sentence) if is(&fault::SENTENCE_NAMED_RAW) => (snap, json!("raw")),
            (_, Snap::Paragraph) if is(&fault::PARAGRAPH_NAMED_SENTENCE) => (snap, json!("sentence")),
            _ => return None,
        })
    }

    /// Changes the diagnostics.
    pub(in crate::model) fn falsify_diagnostics(&self, diagnostics: &mut Value) {
        if !self.on.any() {
            return;
        }
        for (name, value) in self.sums().into_iter().chain(self.counts()).chain(self.rates(diagnostics)) {
            diagnostics[name] = value;
        }
        self.wrap_counts(diagnostics);
        if self.on.has(&fault::SNAPPED_LEFT_OUT)
            && let Some(members) = diagnostics.as_object_mut()
        {
            members.remove("snapped_boundaries");
        }
    }

    fn wrap_counts(&self, diagnostics: &mut Value) {
        let cuts = ["primary_boundaries", "backup_boundaries", "hard_cuts"];
        let (names, mask): (&[&str], u64) = if self.on.has(&fault::COUNTS_8_BIT) {
            (&cuts, 0xFF)
        } else if self.on.has(&fault::COUNTS_16_BIT) {
            (&["chunk_count", cuts[0], cuts[1], cuts[2]], 0xFFFF)
        } else {
            return;
        };
        for name in names {
            diagnostics[*name] = json!(diagnostics[*name].as_u64().unwrap_or(0) & mask);
        }
    }

    fn sums(&self) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        let mut tokens: Vec<u64> = self.chunks.iter().map(|chunk| chunk.tokens).collect();
        let total = tokens.iter().fold(0_u64, |total, count| total.saturating_add(*count));
        let (count, counts) = ("chunk_count", "token_counts");
        let words = || self.chunks.iter().map(|chunk| chunk.end - chunk.start).collect::<Vec<_>>();
        Some(if is(&fault::CHUNK_COUNT_WITHOUT_FINAL) {
            let kept = self.chunks.iter().filter(|chunk| chunk.boundary != Boundary::Final);
            (count, json!(kept.count()))
        } else if is(&fault::CHUNK_COUNT_AT_LEAST_ONE) {
            (count, json!(self.chunks.len().max(1)))
        } else if is(&fault::TOTAL_OF_WORDS) {
            ("total_tokens", json!(self.words.len()))
        } else if is(&fault::TOTAL_WITHOUT_LAST) {
            let last = tokens.last().copied().unwrap_or(0);
            ("total_tokens", json!(total - last))
        } else if is(&fault::TOTAL_IN_31_BIT) {
            ("total_tokens", json!(total as u32 as i32))
        } else if is(&fault::TOKEN_COUNTS_SORTED) {
            tokens.sort_unstable();
            (counts, json!(tokens))
        } else if is(&fault::TOKEN_COUNTS_OF_WORDS) {
            (counts, json!(words()))
        } else if is(&fault::TOKEN_COUNTS_RUNNING) {
            let running = tokens.iter().scan(0_u64, |sum, count| {
                *sum = sum.saturating_add(*count);
                Some(*sum)
            });
            (counts, json!(running.collect::<Vec<_>>()))
        } else if is(&fault::TOKEN_COUNTS_DISTINCT) {
            tokens.dedup();
            (counts, json!(tokens))
        } else {
            return None;
        })
    }

    fn number(&self, counted: impl Fn(&Chunk) -> bool) -> usize {
        self.chunks.iter().filter(|chunk| counted(chunk)).count()
    }

    fn counts(&self) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        let moved = |chunk: &Chunk| chunk.end != chunk.raw_end;
        let snapped = |chunk: &Chunk| chunk.snap != Snap::Raw;
        let kind = |wanted: Boundary| move |chunk: &Chunk| chunk.boundary == wanted;
        let (primary, hard) = ("primary_boundaries", "hard_cuts");
        let (name, count) = if is(&fault::FINAL_COUNTED_PRIMARY) {
            let either = |it: &Chunk| matches!(it.boundary, Boundary::Primary | Boundary::Final);
            (primary, self.number(either))
        } else if is(&fault::FINAL_COUNTED_HARD) {
            let either = |it: &Chunk| matches!(it.boundary, Boundary::Hard | Boundary::Final);
            (hard, self.number(either))
        } else if is(&fault::BACKUP_COUNTED_PRIMARY) {
            let either = |it: &Chunk| matches!(it.boundary, Boundary::Primary | Boundary::Backup);
            (primary, self.number(either))
        } else if is(&fault::BACKUP_COUNT_OF_MATCHES) {
            let either = |it: &Chunk| matches!(it.boundary, Boundary::Primary | Boundary::Backup);
            ("backup_boundaries", self.number(either))
        } else if is(&fault::SNAPPED_HARD_NOT_COUNTED) {
            (hard, self.number(|chunk| kind(Boundary::Hard)(chunk) && !moved(chunk)))
        } else if is(&fault::SNAPPED_PRIMARY_NOT_COUNTED) {
            (primary, self.number(|chunk| kind(Boundary::Primary)(chunk) && !moved(chunk)))
        } else if is(&fault::HARD_COUNT_OF_FULL) {
            (hard, self.number(|chunk| chunk.tokens == self.max_tokens))
        } else if is(&fault::PRIMARY_AT_END_NOT_COUNTED) {
            let inner = |chunk: &Chunk| chunk.end < self.words.len();
            (primary, self.number(|chunk| kind(Boundary::Primary)(chunk) && inner(chunk)))
        } else if is(&fault::SNAPPED_COUNTS_UNMOVED) {
            ("snapped_boundaries", self.number(snapped))
        } else if is(&fault::SNAPPED_COUNTS_PARAGRAPHS) {
            ("snapped_boundaries", self.number(|it| moved(it) && it.snap == Snap::Paragraph))
        } else if is(&fault::SNAPPED_COUNTS_BACKWARD) {
            ("snapped_boundaries", self.number(|chunk| chunk.end < chunk.raw_end))
        } else if is(&fault::SNAPPED_COUNTS_WORDS) {
            ("snapped_boundaries", self.chunks.iter().map(|it| it.end.abs_diff(it.raw_end)).sum())
        } else {
            return None;
        };
        Some((name, json!(count)))
    }

    fn rates(&self, diagnostics: &Value) -> Option<(&'static str, Value)> {
        let is = |fault| self.on.has(fault);
        let kind = |wanted: Boundary| self.number(|chunk| chunk.boundary == wanted);
        let (primary, backup, hard) = (kind(Boundary::Primary), kind(Boundary::Backup), kind(Boundary::Hard));
        let cuts = primary + backup + hard;
        let right = diagnostics["hard_cut_rate"].as_f64()?;
        let wrong = if is(&fault::RATE_OF_ALL_CHUNKS) {
            json!(rate(hard, self.chunks.len()))
        } else if is(&fault::RATE_OF_OTHER_CUTS) {
            json!(rate(hard, primary + backup))
        } else if is(&fault::RATE_WITHOUT_BACKUPS) {
            json!(rate(hard, primary + hard))
        } else if is(&fault::RATE_IN_PERCENT) {
            json!(right * 100.0)
        } else if is(&fault::RATE_ROUNDED) {
            json!((right * 10_000.0).round() / 10_000.0)
        } else if is(&fault::RATE_SINGLE_PRECISION) {
            json!(f64::from(hard as f32 / cuts.max(1) as f32))
        } else if is(&fault::RATE_INTEGER) {
            json!(hard / cuts.max(1))
        } else if is(&fault::RATE_NULL) && cuts == 0 {
            json!(null)
        } else if is(&fault::RATE_ONE) && cuts == 0 {
            json!(1.0)
        } else if is(&fault::RATE_AS_STRING) {
            json!(right.to_string())
        } else if is(&fault::RATE_OF_PRIMARY) {
            json!(rate(primary, cuts))
        } else {
            return None;
        };
        Some(("hard_cut_rate", wrong))
    }
}
