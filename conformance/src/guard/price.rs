//! What a change costs: the chunks that stay, and those that are embedded anew (VER-18).

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::reply::ChunkOk;

use super::inputs::Source;

/// Chunks and their tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Amount {
    /// Distinct chunk hashes.
    pub chunks: u64,
    /// Tokens of these chunks.
    pub tokens: u64,
}

/// What one document costs under one set of parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentPrice {
    /// The document.
    pub document: String,
    /// The name of the set of parameters, for a text of a corpus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<String>,
    /// The chunks of the new side that the old side has as well.
    pub stays: Amount,
    /// The chunks of the new side that have to be embedded anew.
    pub embedded_anew: Amount,
}

impl Amount {
    /// Adds another amount.
    pub fn add(&mut self, other: Amount) {
        self.chunks = self.chunks.saturating_add(other.chunks);
        self.tokens = self.tokens.saturating_add(other.tokens);
    }
}

impl DocumentPrice {
    /// Compares the chunks of the two sides by their hashes. A hash that stands twice in the new document counts once,
    /// with the tokens of its first chunk.
    #[must_use]
    pub fn of(source: &Source, old: &ChunkOk, new: &ChunkOk) -> DocumentPrice {
        let held: HashSet<&str> = old.chunks.iter().map(|chunk| chunk.chunk_hash.as_str()).collect();
        let (mut stays, mut embedded_anew) = (Amount::default(), Amount::default());
        let mut counted = HashSet::new();
        for chunk in new.chunks.iter().filter(|chunk| counted.insert(chunk.chunk_hash.as_str())) {
            let amount = if held.contains(chunk.chunk_hash.as_str()) { &mut stays } else { &mut embedded_anew };
            amount.add(Amount { chunks: 1, tokens: chunk.token_count });
        }
        let (document, params) = match source {
            Source::Text { path, params } => (path.clone(), Some((*params).to_owned())),
            other => (other.to_string(), None),
        };
        DocumentPrice { document, params, stays, embedded_anew }
    }
}

#[cfg(test)]
mod tests {
    use steadlith_reference::{chunker, params::Params, tokens::Tokenizer, unicode::UnicodeVersion};

    use super::*;
    use crate::testee::chunk_reply;

    #[test]
    fn a_hash_is_paid_once_and_only_if_the_old_side_lacks_it() {
        let params = Params { window_words: 1, min_tokens: 1, max_tokens: 1, ..Params::default() };
        let chunks = |text: &str| {
            let chunking = chunker::chunk(text, &params, &Tokenizer::Words, UnicodeVersion::default());
            chunking.ok().map(|chunking| chunk_reply(&chunking))
        };
        let (Some(old), Some(new)) = (chunks("a b c"), chunks("b d d a e")) else { panic!("both are accepted") };
        let price = DocumentPrice::of(&Source::Generated(3), &old, &new);
        assert_eq!(price.stays, Amount { chunks: 2, tokens: 2 });
        assert_eq!(price.embedded_anew, Amount { chunks: 2, tokens: 2 });
        assert_eq!(price.document, "generated document 3");
    }
}
