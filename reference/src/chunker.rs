//! The whole chunker and its diagnostics (chapter 10, chunk records and diagnostics).

use crate::boundaries::{BoundaryKind, Cut, Document, cuts};
use crate::error::Error;
use crate::fingerprints::{fingerprints, symbols};
use crate::identity::Identity;
use crate::params::Params;
use crate::snapping::{Breaks, SnapKind};
use crate::text::{Word, canonical_text, words};
use crate::tokens::Tokenizer;
use crate::unicode::UnicodeVersion;

/// A chunked document.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunking {
    /// What every chunk hash commits to (DIAG-6).
    pub identity: Identity,
    /// Whether snapping was on.
    pub snap_to_boundaries: bool,
    /// The chunks, in document order (DIAG-5).
    pub chunks: Vec<Chunk>,
    /// Counts over the whole run.
    pub diagnostics: Diagnostics,
}

/// One chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The canonical text (DIAG-1).
    pub text: String,
    /// The identity of the content, 64 lower-case hex digits.
    pub chunk_hash: String,
    /// Where the first word starts in the original text, in code points (DIAG-2).
    pub start_offset: usize,
    /// Where the last word ends in the original text, in code points, exclusive.
    pub end_offset: usize,
    /// Tokens of the chunk (DIAG-3).
    pub token_count: u64,
    /// The first word.
    pub start_word: usize,
    /// The word after the last.
    pub end_word: usize,
    /// The word after the last before snapping (DIAG-4).
    pub raw_end_word: usize,
    /// Why the raw cut was made.
    pub boundary_kind: BoundaryKind,
    /// What snapping found.
    pub snap_kind: SnapKind,
}

/// Counts over one run (DIAG-7). Final boundaries are counted in none of the four (DIAG-8).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagnostics {
    /// Tokens of each chunk, in order.
    pub token_counts: Vec<u64>,
    /// Chunks whose raw end was a primary match.
    pub primary_boundaries: u64,
    /// Chunks whose raw end was a backup match.
    pub backup_boundaries: u64,
    /// Chunks whose raw end was the limit.
    pub hard_cuts: u64,
    /// Chunks whose end snapping moved (DIAG-9).
    pub snapped_boundaries: u64,
}

impl Diagnostics {
    /// Chunks of the run.
    #[must_use]
    pub fn chunk_count(&self) -> usize {
        self.token_counts.len()
    }

    /// Tokens of the run.
    #[must_use]
    pub fn total_tokens(&self) -> u64 {
        self.token_counts.iter().sum()
    }

    /// Boundaries that are not final.
    #[must_use]
    pub fn counted_boundaries(&self) -> u64 {
        self.primary_boundaries + self.backup_boundaries + self.hard_cuts
    }

    /// Hard cuts as a share of all boundaries that are not final; 0 if there are none (DIAG-10).
    #[must_use]
    pub fn hard_cut_rate(&self) -> f64 {
        match self.counted_boundaries() {
            0 => 0.0,
            boundaries => self.hard_cuts as f64 / boundaries as f64,
        }
    }

    fn count(&mut self, cut: &Cut, tokens: u64) {
        self.token_counts.push(tokens);
        match cut.boundary_kind {
            BoundaryKind::Primary => self.primary_boundaries += 1,
            BoundaryKind::Backup => self.backup_boundaries += 1,
            BoundaryKind::Hard => self.hard_cuts += 1,
            BoundaryKind::Final => {}
        }
        self.snapped_boundaries += u64::from(cut.snapped());
    }
}

/// A document before it is cut: what chapters 1 to 4 make of a text.
#[derive(Debug)]
pub struct Prepared<'t> {
    /// The effective parameters, with the counter's id as `tokenizer_id`.
    pub params: Params,
    /// What every chunk hash commits to.
    pub identity: Identity,
    /// The words.
    pub words: Vec<Word<'t>>,
    /// Tokens before each position, one entry more than there are words.
    pub tokens_before: Vec<u64>,
    /// The fingerprint at each position, one entry more than there are words.
    pub fingerprints: Vec<Option<u64>>,
    /// Paragraph and sentence breaks; none if snapping is off.
    pub breaks: Breaks,
}

impl<'t> Prepared<'t> {
    /// Reads and counts the words of a text.
    ///
    /// # Errors
    /// Any [`Error`] except an oversized word: parameters out of range, a tokenizer that cannot be used, or another
    /// normalizer.
    pub fn of(
        text: &'t str,
        params: &Params,
        tokenizer: &Tokenizer,
        unicode: UnicodeVersion,
    ) -> Result<Prepared<'t>, Error> {
        params.check()?;
        let params = tokenizer.effective_params(params)?;
        let identity = Identity::of(&params)?;
        let words = words(text, unicode);
        let tokens_before = tokenizer.tokens_before(&words)?;
        let fingerprints = fingerprints(&symbols(&words), params.window_words);
        let breaks = if params.snap_to_boundaries { Breaks::of(&words) } else { Breaks::default() };
        Ok(Prepared { params, identity, words, tokens_before, fingerprints, breaks })
    }

    /// What the boundary rule looks at.
    #[must_use]
    pub fn document(&self) -> Document<'_> {
        Document { tokens_before: &self.tokens_before, fingerprints: &self.fingerprints, breaks: &self.breaks }
    }

    /// Where the document is cut.
    ///
    /// # Errors
    /// [`Error::OversizedWord`].
    pub fn cuts(&self) -> Result<Vec<Cut>, Error> {
        cuts(&self.document(), &self.params)
    }

    /// The chunks between these cuts of this document, and their counts.
    ///
    /// # Errors
    /// [`Error::UnsupportedIdentity`] if the identity is not v1's.
    pub fn chunking(&self, cuts: &[Cut]) -> Result<Chunking, Error> {
        let mut diagnostics = Diagnostics::default();
        let mut chunks = Vec::with_capacity(cuts.len());
        for cut in cuts {
            let chunk = self.chunk(cut)?;
            diagnostics.count(cut, chunk.token_count);
            chunks.push(chunk);
        }
        let snap_to_boundaries = self.params.snap_to_boundaries;
        Ok(Chunking { identity: self.identity.clone(), snap_to_boundaries, chunks, diagnostics })
    }

    fn chunk(&self, cut: &Cut) -> Result<Chunk, Error> {
        let text = canonical_text(&self.words[cut.start..cut.end]);
        Ok(Chunk {
            chunk_hash: self.identity.chunk_hash(&text)?,
            text,
            start_offset: self.words[cut.start].start_offset,
            end_offset: self.words[cut.end - 1].end_offset,
            token_count: self.document().tokens(cut.start, cut.end),
            start_word: cut.start,
            end_word: cut.end,
            raw_end_word: cut.raw_end,
            boundary_kind: cut.boundary_kind,
            snap_kind: cut.snap_kind,
        })
    }
}

/// Chunks a document. Blank text has no chunks. The result depends on nothing but the arguments (ID-1), and a cut on
/// nothing but the cut before it, which is why an edit can move every cut behind it (LOC-1, LOC-2).
///
/// # Errors
/// Any [`Error`]: parameters out of range, a tokenizer that cannot be used, another normalizer, or a word that alone
/// exceeds `max_tokens`.
pub fn chunk(text: &str, params: &Params, tokenizer: &Tokenizer, unicode: UnicodeVersion) -> Result<Chunking, Error> {
    let prepared = Prepared::of(text, params, tokenizer, unicode)?;
    prepared.chunking(&prepared.cuts()?)
}
