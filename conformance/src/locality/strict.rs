//! The strictly local test chunker (LOC-7): it cuts by what stands in a bounded window, enforces the maximum, and gives
//! up the minimum. It shows that the search for violations does not cry wolf, and is no proposal for a replacement.

use serde_json::{Value, json};
use steadlith_reference::boundaries::BoundaryKind;
use steadlith_reference::chunker::{Chunk, Chunking, Diagnostics, Prepared};
use steadlith_reference::error::Error;
use steadlith_reference::fingerprints::{matches, symbol};
use steadlith_reference::identity::IDENTITY_SCHEMA;
use steadlith_reference::params::Params;
use steadlith_reference::snapping::SnapKind;
use steadlith_reference::text::canonical_text;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::{ChunkOk, HelloOk};
use steadlith_vectors::request::{PROTOCOL_VERSION, Request};

use crate::ascii_json;
use crate::chunks::{Chunks, NoChunks, parts};
use crate::testee::{Testee, chunk_reply, error_reply, tokenizer};

/// The chunker id, which is not that of v1 (VER-6).
pub const CHUNKER_ID: &str = "strictly-local-test";

/// The strictly local test chunker.
#[derive(Debug, Clone, Copy, Default)]
pub struct StrictlyLocal;

impl Chunks for StrictlyLocal {
    fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
        let (params, text, counter) = parts(request)?;
        match params.and_then(|params| chunk(&text, &params, &tokenizer(counter))) {
            Ok(chunking) => Ok(chunk_reply(&chunking)),
            Err(error) => Err(NoChunks::Refused(Box::new(error_reply(&error)))),
        }
    }
}

/// Chunks a document.
///
/// # Errors
/// As the reference: parameters, tokenizer, a word that exceeds the maximum.
pub fn chunk(text: &str, params: &Params, tokenizer: &Tokenizer) -> Result<Chunking, Error> {
    let prepared = Prepared::of(text, params, tokenizer, UnicodeVersion::default())?;
    let document = prepared.document();
    for index in 0..document.word_count() {
        if document.tokens(index, index + 1) > prepared.params.max_tokens {
            return Err(Error::OversizedWord {
                word_index: index,
                token_count: document.tokens(index, index + 1),
                max_tokens: prepared.params.max_tokens,
            });
        }
    }
    let mut identity = prepared.identity.clone();
    identity.chunker_id = CHUNKER_ID.to_owned();
    let (mut chunks, mut diagnostics) = (Vec::new(), Diagnostics::default());
    for (start, end, kind) in ranges(&prepared) {
        let text = canonical_text(&prepared.words[start..end]);
        let token_count = document.tokens(start, end);
        diagnostics.token_counts.push(token_count);
        match kind {
            BoundaryKind::Primary => diagnostics.primary_boundaries += 1,
            BoundaryKind::Hard => diagnostics.hard_cuts += 1,
            BoundaryKind::Backup | BoundaryKind::Final => {}
        }
        chunks.push(Chunk {
            chunk_hash: identity.chunk_hash(&text)?,
            text,
            start_offset: prepared.words[start].start_offset,
            end_offset: prepared.words[end - 1].end_offset,
            token_count,
            start_word: start,
            end_word: end,
            raw_end_word: end,
            boundary_kind: kind,
            snap_kind: SnapKind::Raw,
        });
    }
    Ok(Chunking { identity, snap_to_boundaries: false, chunks, diagnostics })
}

/// The chunks as ranges of words, each with the reason for its end.
fn ranges(prepared: &Prepared<'_>) -> Vec<(usize, usize, BoundaryKind)> {
    let document = prepared.document();
    let end = document.word_count();
    let mut ranges = Vec::new();
    let (mut start, mut last_mark) = (0, 0);
    for position in 1..=end {
        let word = &prepared.words[position - 1];
        let is_mark = matches(symbol(&word.text, word.paragraph_before), prepared.params.primary_mask_bits);
        let kind = if position == end {
            BoundaryKind::Final
        } else if is_mark {
            BoundaryKind::Primary
        } else if document.tokens(last_mark, position + 1) > prepared.params.max_tokens {
            BoundaryKind::Hard
        } else {
            continue;
        };
        if is_mark {
            last_mark = position;
        }
        ranges.push((start, position, kind));
        start = position;
    }
    ranges
}

impl StrictlyLocal {
    /// The reply line to a request line, in ASCII and without a line end. What is not about chunks is answered as the
    /// reference answers it.
    #[must_use]
    pub fn answer_line(&self, line: &str) -> String {
        let Ok(mut request) = serde_json::from_str::<Value>(line) else { return Testee::default().answer_line(line) };
        let id = request["id"].clone();
        let outcome = match request["op"].as_str() {
            Some("hello") => ("ok", json!(hello())),
            Some("chunk") => {
                if let Some(members) = request.as_object_mut() {
                    // Members that it does not know are ignored (PROTO-32).
                    members.retain(|name, _| matches!(name.as_str(), "op" | "params" | "text" | "token_counter"));
                }
                match serde_json::from_value(request).map(|request| StrictlyLocal.chunks(&request)) {
                    Ok(Ok(reply)) => ("ok", json!(reply)),
                    Ok(Err(NoChunks::Refused(error))) => ("error", json!(error)),
                    Ok(Err(_)) => ("unsupported", json!("the request cannot be answered")),
                    Err(error) => ("unsupported", json!(format!("the request cannot be read: {error}"))),
                }
            }
            Some("params" | "chunk-hash") => return Testee::default().answer_line(line),
            _ => ("unsupported", json!("this test chunker answers hello, params, chunk and chunk-hash only")),
        };
        ascii_json::to_string(&json!({"id": id, outcome.0: outcome.1}))
    }
}

fn hello() -> HelloOk {
    HelloOk {
        protocol: PROTOCOL_VERSION,
        name: CHUNKER_ID.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        // The schema is that of v1; the chunker id makes the identity another one.
        identities: vec![IDENTITY_SCHEMA.to_owned()],
        unicode: Some(UnicodeVersion::default().to_string()),
        capabilities: vec!["token-counter".to_owned()],
        issues: None,
    }
}

#[cfg(test)]
mod tests {
    use steadlith_reference::tokens::TokenTable;

    use super::*;

    fn params(max_tokens: u64, primary_mask_bits: u64) -> Params {
        Params {
            window_words: 1,
            min_tokens: 1,
            max_tokens,
            primary_mask_bits,
            backup_mask_bits: 1,
            ..Params::default()
        }
    }

    /// LOC-7: by hand. Words whose symbol matches 2 bits are found first.
    #[test]
    fn it_cuts_behind_marks_and_where_the_maximum_is_reached() -> Result<(), Error> {
        let is_mark = |word: &String| matches(symbol(word, false), 2);
        let words: Vec<String> = (0..100).map(|number| format!("w{number}")).collect();
        let (marks, plain): (Vec<String>, Vec<String>) = words.into_iter().partition(is_mark);
        let text = [&plain[0], &marks[0], &plain[1], &plain[2], &plain[3], &plain[4], &plain[5], &marks[1], &plain[6]];
        let text = text.map(String::as_str).join(" ");
        let ends = |chunking: Chunking| -> Vec<(usize, &'static str)> {
            chunking.chunks.iter().map(|chunk| (chunk.end_word, chunk.boundary_kind.as_str())).collect()
        };
        let cut = ends(chunk(&text, &params(3, 2), &Tokenizer::Words)?);
        let expected = [(2, "primary"), (5, "hard"), (6, "hard"), (7, "hard"), (8, "primary"), (9, "final")];
        assert_eq!(cut, expected);
        let heavy = Tokenizer::Custom(TokenTable {
            id: Some("heavy".to_owned()),
            counts: [(plain[2].clone(), json!(3))].into(),
            default: json!(1),
        });
        let cut = ends(chunk(&text, &params(3, 2), &heavy)?);
        let expected = [
            (2, "primary"),
            (3, "hard"),
            (4, "hard"),
            (5, "hard"),
            (6, "hard"),
            (7, "hard"),
            (8, "primary"),
            (9, "final"),
        ];
        assert_eq!(cut, expected);
        Ok(())
    }

    #[test]
    fn it_serves_under_an_identity_of_its_own() {
        let answer = |line: &str| StrictlyLocal.answer_line(line);
        assert!(answer(r#"{"id":0,"op":"hello","protocol":1}"#).contains(r#""name":"strictly-local-test""#));
        let reply = answer(r#"{"id":7,"op":"chunk","text":"a b"}"#);
        assert!(reply.contains(r#""id":7"#) && reply.contains(r#""chunker_id":"strictly-local-test""#), "{reply}");
        assert!(answer(r#"{"id":1,"op":"chunk","params":{"min_tokens":0},"text":"a"}"#).contains("invalid-params"));
        assert!(answer(r#"{"id":1,"op":"plan"}"#).contains("unsupported"));
        assert!(answer(r#"{"id":1,"op":"chunk","params":{},"text":"a","new":1}"#).contains("\"ok\""));
        assert!(answer("{").contains("unsupported"));
    }
}
