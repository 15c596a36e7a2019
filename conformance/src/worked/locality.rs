//! Residues of a cycle, and the chunks that two texts have in common (chapter 11).

use std::collections::HashSet;

use steadlith_reference::chunker::Chunking;
use steadlith_reference::fingerprints::{fingerprints, matches, symbols};

use super::inputs::{BlockError, Inputs};
use super::table::{Page, hex64, range, yes_no};

/// A worked example of the kind `cycle`.
pub fn cycle_example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let cycle: Vec<String> = inputs.needed("cycle")?;
    let params = inputs.params()?;
    let window = usize::try_from(params.window_words).unwrap_or(usize::MAX);
    if cycle.is_empty() || window > LONGEST_WINDOW {
        return Err(bad_cycle(format!("a cycle needs words, and a window of at most {LONGEST_WINDOW}")));
    }
    // As many rounds as give every residue a position with a whole window before it.
    let rounds = window / cycle.len() + 2;
    let text = vec![cycle.join(" "); rounds].join(" ");
    let words = inputs.words(&text)?;
    if words.len() != cycle.len() * rounds {
        return Err(bad_cycle("an entry is not one word".to_owned()));
    }
    let fingerprints = fingerprints(&symbols(&words), params.window_words);
    let header = ["residue", "window", "fingerprint", "low_bits", "primary", "backup"];
    page.table("residues", header, cycle.len(), |residue| {
        let position = window + (residue + cycle.len() - window % cycle.len()) % cycle.len();
        let window: Vec<&str> = words[position - window..position].iter().map(|word| word.text.as_ref()).collect();
        let fingerprint = fingerprints[position].unwrap_or_default();
        let bits = params.primary_mask_bits;
        [
            residue.to_string(),
            window.join(" "),
            hex64(fingerprint),
            low_bits(fingerprint, bits),
            yes_no(matches(fingerprint, bits)),
            yes_no(matches(fingerprint, params.backup_mask_bits)),
        ]
    });
    Ok(())
}

/// Words of the longest window that a cycle is printed for.
const LONGEST_WINDOW: usize = 1000;

fn bad_cycle(error: String) -> BlockError {
    BlockError::BadInput { key: "cycle", error }
}

/// The low `bits` bits (1 to 63) in binary.
fn low_bits(fingerprint: u64, bits: u64) -> String {
    format!("{:0width$b}", fingerprint & ((1 << bits) - 1), width = bits as usize)
}

/// A worked example of the kind `locality`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let old_text: String = inputs.needed("old_text")?;
    let new_text: String = inputs.needed("new_text")?;
    let (old, new) = (inputs.chunk(&old_text)?, inputs.chunk(&new_text)?);
    let params = inputs.params()?;
    // With the default tokenizer a word is a token, so the margin (LOC-3) is a plain sum.
    let margin = i128::from(params.max_tokens) + i128::from(params.window_words) + i128::from(params.snap_window_words);
    let [first, last]: [i64; 2] = inputs.needed("shared")?;
    let shared = Shared { first: first.into(), last: last.into(), margin };
    page.entry("margin", margin);
    page.entry("interior", range(shared.first + margin, shared.last - margin));
    old_chunks(page, &old, &shared);
    new_chunks(page, &new, &shared, inputs.needed::<i64>("shift")?.into());
    let hard_cuts = [&old, &new].map(|chunking| chunking.diagnostics.hard_cuts);
    page.entry("hard_cuts", format_args!("old {} new {}", hard_cuts[0], hard_cuts[1]));
    page.entry("chunk_hashes_in_common", hashes(&old).intersection(&hashes(&new)).count());
    Ok(())
}

/// The words of the old text that the new text has too, `[first, last)`.
struct Shared {
    first: i128,
    last: i128,
    margin: i128,
}

impl Shared {
    fn is_interior(&self, start: i128, end: i128) -> bool {
        self.first + self.margin <= start && end <= self.last - self.margin
    }
}

fn old_chunks(page: &mut Page, old: &Chunking, shared: &Shared) {
    page.table("old_chunks", ["words", "boundary_kind", "interior"], old.chunks.len(), |index| {
        let chunk = &old.chunks[index];
        [
            range(chunk.start_word, chunk.end_word),
            chunk.boundary_kind.as_str().to_owned(),
            yes_no(shared.is_interior(chunk.start_word as i128, chunk.end_word as i128)),
        ]
    });
}

/// The new chunks, with the positions that their words have in the old text: `shift` more than in the new one.
fn new_chunks(page: &mut Page, new: &Chunking, shared: &Shared, shift: i128) {
    page.table("new_chunks", ["words", "mapped_back", "boundary_kind", "interior"], new.chunks.len(), |index| {
        let chunk = &new.chunks[index];
        let (start, end) = (chunk.start_word as i128 + shift, chunk.end_word as i128 + shift);
        [
            range(chunk.start_word, chunk.end_word),
            if start < shared.first { "-".to_owned() } else { range(start, end) },
            chunk.boundary_kind.as_str().to_owned(),
            yes_no(shared.is_interior(start, end)),
        ]
    });
}

fn hashes(chunking: &Chunking) -> HashSet<&str> {
    chunking.chunks.iter().map(|chunk| chunk.chunk_hash.as_str()).collect()
}
