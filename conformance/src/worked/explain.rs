//! How the reference comes to its answer, stage by stage.

use serde_json::Value;
use steadlith_reference::boundaries::Cut;
use steadlith_reference::chunker::Prepared;
use steadlith_reference::error::Error;
use steadlith_reference::identity::Identity;
use steadlith_reference::params::Params;
use steadlith_reference::text::words;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_spec::{Chapter, Spec};
use steadlith_vectors::request::{Request, TokenCounter};

use super::merkle::Occurrence;
use super::table::{Page, View};
use super::{
    boundaries, diagnostics, fingerprints, identity, merkle, parameters, plan, reasons, snapping, text, tokens,
};
use crate::testee::tokenizer;

/// Every stage of chunking a text: words, tokens, parameters, fingerprints, positions and cuts, snaps, pre-images and
/// hashes, document root, record. Absent parameters are all defaults. If the reference refuses, the stages up to the
/// refusal and the refusal.
#[must_use]
pub fn explain_chunk(
    text: &str,
    params: Option<&Value>,
    token_counter: Option<&TokenCounter>,
    unicode: UnicodeVersion,
    view: View,
) -> String {
    let mut explanation = Explanation::new(view);
    let tokenizer = tokenizer(token_counter.cloned());
    explanation.stage(1, |page| text::print(page, text, &words(text, unicode)));
    let params = params.map_or_else(|| Ok(Params::default()), |params| Params::from_json(&params.to_string()));
    if let Err(error) = params.and_then(|params| explanation.chunk(text, &params, &tokenizer, unicode)) {
        explanation.refusal(&error, 3);
    }
    explanation.page.into_text()
}

/// How the reference comes to its answer to any request. A text that is given by a generator is written out.
#[must_use]
pub fn explain_request(request: &Request, unicode: UnicodeVersion, view: View) -> String {
    let plain = request.text().map(|text| text.written_out()).unwrap_or_default();
    if let Request::Chunk { params, token_counter, .. } = request {
        return explain_chunk(&plain, params.as_ref(), token_counter.as_ref(), unicode, view);
    }
    let mut explanation = Explanation::new(view);
    if let Err(error) = explanation.other(request, &plain, unicode) {
        explanation.refusal(&error, 7);
    }
    explanation.page.into_text()
}

struct Explanation {
    page: Page,
    spec: Spec,
}

impl Explanation {
    fn new(view: View) -> Explanation {
        Explanation { page: Page::new(view), spec: Spec::embedded() }
    }

    /// Prints under the heading of a chapter.
    fn stage(&mut self, chapter: usize, print: impl FnOnce(&mut Page)) {
        self.page.gap();
        if let Some(found) = self.spec.chapters.iter().find(|known| known.number == chapter) {
            self.page.line(&heading(&self.spec, found));
        }
        print(&mut self.page);
    }

    /// Everything behind the words.
    fn chunk(
        &mut self,
        text: &str,
        params: &Params,
        tokenizer: &Tokenizer,
        unicode: UnicodeVersion,
    ) -> Result<(), Error> {
        let prepared = Prepared::of(text, params, tokenizer, unicode)?;
        self.stage(2, |page| {
            page.quoted_entry("tokenizer_id", &prepared.params.tokenizer_id);
            tokens::counts(page, &prepared);
        });
        self.stage(3, |page| parameters::print(page, &prepared.params));
        self.stage(4, |page| fingerprints::print(page, &prepared.words, prepared.params.window_words));
        let cuts = prepared.cuts()?;
        self.stage(5, |page| raw_ends(page, &prepared, &cuts));
        self.stage(6, |page| ends(page, &prepared, &cuts));
        self.hashes(&prepared, &cuts)
    }

    fn hashes(&mut self, prepared: &Prepared<'_>, cuts: &[Cut]) -> Result<(), Error> {
        let chunking = prepared.chunking(cuts)?;
        self.stage(7, |page| {
            page.blocks("chunks", chunking.chunks.len(), |page, index| {
                let chunk = &chunking.chunks[index];
                page.entry("chunk", index);
                identity::print(page, &prepared.identity, &chunk.text, &chunk.chunk_hash);
            });
        });
        let hashes: Vec<String> = chunking.chunks.iter().map(|chunk| chunk.chunk_hash.clone()).collect();
        self.stage(8, |page| merkle::tree(page, &hashes));
        self.stage(10, |page| diagnostics::print(page, &chunking));
        Ok(())
    }

    fn other(&mut self, request: &Request, plain: &str, unicode: UnicodeVersion) -> Result<(), Error> {
        match request {
            Request::Chunk { .. } => {}
            Request::Params { params } => {
                let given = params.as_ref().map(|params| Params::from_json(&params.to_string())).transpose()?;
                let params = given.unwrap_or_default();
                self.stage(3, |page| parameters::print(page, &params));
            }
            Request::ChunkHash {
                identity_schema_version, normalizer_version, chunker_id, chunker_params_hash, ..
            } => {
                let identity = Identity {
                    schema: identity_schema_version.clone(),
                    normalizer_version: normalizer_version.clone(),
                    chunker_id: chunker_id.clone(),
                    params_hash: chunker_params_hash.clone(),
                };
                let chunk_hash = identity.chunk_hash(plain)?;
                self.stage(7, |page| identity::print(page, &identity, plain, &chunk_hash));
            }
            Request::Normalize { .. } => self.stage(1, |page| text::print(page, plain, &words(plain, unicode))),
            Request::Fingerprints { window_words, .. } => {
                let words = words(plain, unicode);
                self.stage(1, |page| text::print(page, plain, &words));
                self.stage(4, |page| fingerprints::print(page, &words, *window_words));
            }
            Request::Merkle { chunk_hashes, documents } => self.stage(8, |page| {
                if let Some(chunk_hashes) = chunk_hashes {
                    merkle::tree(page, chunk_hashes);
                }
                if let Some(documents) = documents {
                    merkle::corpus(page, documents.clone());
                }
            }),
            Request::Occurrence { scope, corpus_root, document_id, position, chunk_hash } => {
                let occurrence = Occurrence { scope, corpus_root, document_id, position: *position, chunk_hash };
                self.stage(8, |page| occurrence.print(page));
            }
            Request::Plan { old, new } => {
                let (old, new) = (plan::planned_chunks(old.clone()), plan::planned_chunks(new.clone()));
                self.stage(9, |page| plan::print(page, &old, &new));
            }
        }
        Ok(())
    }

    /// Prints where the reference stops. The chapter of an identity that is not v1's depends on what was asked.
    fn refusal(&mut self, error: &Error, identity_chapter: usize) {
        let chapter = match error {
            Error::InvalidTokenizer { .. } => 2,
            Error::InvalidParams { .. } => 3,
            Error::OversizedWord { .. } => 5,
            Error::UnsupportedIdentity { .. } => identity_chapter,
        };
        self.stage(chapter, |page| {
            boundaries::refusal(page, error);
            page.quoted_entry("message", &error.to_string());
        });
    }
}

/// The raw end of every chunk, and why it is there.
fn raw_ends(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    boundaries::positions(page, prepared);
    boundaries::scan(page, prepared, cuts);
    boundaries::matches(page, prepared, cuts);
    boundaries::cuts(page, prepared, cuts);
    reasons::raw_ends(page, prepared, cuts);
}

/// Where every chunk ends, and why.
fn ends(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    if !prepared.params.snap_to_boundaries {
        page.line("snap_to_boundaries is false: every chunk ends at its raw end (SNAP-1)");
        return;
    }
    snapping::print(page, prepared, cuts);
    reasons::ends(page, prepared, cuts);
}

/// Number and title of a chapter, its clauses, and where it stands.
fn heading(spec: &Spec, chapter: &Chapter) -> String {
    let mut series: Vec<(&str, &str)> = Vec::new();
    for clause in spec.clauses.iter().filter(|clause| clause.chapter == chapter.number) {
        let prefix = |id: &str| id.split('-').next().map(str::to_owned);
        match series.last_mut() {
            Some((first, last)) if prefix(first) == prefix(&clause.id) => *last = &clause.id,
            _ => series.push((&clause.id, &clause.id)),
        }
    }
    let series: Vec<String> = series.iter().map(|(first, last)| format!("{first} to {last}")).collect();
    format!("== {} {} ({}, spec/{}) ==", chapter.number, chapter.title, series.join(", "), chapter.file)
}
