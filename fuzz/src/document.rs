//! A document with parameters, read from bytes so that seeds can be written by hand: twelve bytes of settings, then
//! the text in UTF-8.

use std::collections::HashMap;

use arbitrary::{Arbitrary, Unstructured};
use serde_json::Value;
use steadlith_reference::params::{MAX_SIZE, Params};
use steadlith_reference::text::words;
use steadlith_reference::tokens::{TokenTable, Tokenizer};
use steadlith_reference::unicode::UnicodeVersion;

/// Everything that a chunking depends on.
#[derive(Debug)]
pub struct Document {
    /// The text.
    pub text: String,
    /// The parameters, in range or not.
    pub params: Params,
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// The Unicode version.
    pub unicode: UnicodeVersion,
}

/// The sizes that the last bytes stand for; every other byte stands for itself.
const LARGE_SIZES: [u64; 12] =
    [255, 256, 640, 1000, 65_535, 65_536, 1 << 31, 1 << 32, (1 << 53) - 2, MAX_SIZE, MAX_SIZE + 1, u64::MAX];
const FIRST_LARGE: u8 = 255 - 11;

fn size(byte: u8) -> u64 {
    byte.checked_sub(FIRST_LARGE).map_or(u64::from(byte), |index| LARGE_SIZES[usize::from(index)])
}

fn size_byte(size: u64) -> u8 {
    let large = || LARGE_SIZES.iter().position(|&large| large >= size).map_or(255, |index| FIRST_LARGE + index as u8);
    u8::try_from(size).ok().filter(|&byte| byte < FIRST_LARGE).unwrap_or_else(large)
}

impl<'a> Arbitrary<'a> for Document {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Document> {
        let settings = <[u8; 12]>::arbitrary(bytes)?;
        let text = String::from_utf8_lossy(bytes.bytes(bytes.len())?).into_owned();
        let [window_words, min_tokens, max_tokens, primary, backup, snap_window_words, ids, unicode, count_seed, ..] =
            settings;
        let unicode = UnicodeVersion::ALL[usize::from(unicode) % UnicodeVersion::ALL.len()];
        let params = Params {
            window_words: size(window_words),
            min_tokens: size(min_tokens),
            max_tokens: size(max_tokens),
            primary_mask_bits: size(primary),
            backup_mask_bits: size(backup),
            snap_window_words: size(snap_window_words),
            snap_to_boundaries: ids & 1 != 0,
            normalizer_version: other_if(ids & 6 == 6, "cairn-normalizer-v1"),
            tokenizer_id: other_if(ids & 24 == 24, "word-v1"),
            rolling_hash_id: other_if(ids & 32 != 0, "rabin64-word-v1"),
            boundary_rule_version: other_if(ids & 64 != 0, "tttd-v1"),
        };
        let tokenizer = tokenizer(&text, unicode, count_seed, size(settings[9]));
        Ok(Document { text, params, tokenizer, unicode })
    }
}

fn other_if(is_other: bool, usual: &str) -> String {
    if is_other { "other".to_owned() } else { usual.to_owned() }
}

/// One token a word, or a table in which a word counts by its first and last byte, and `default` for every third word.
fn tokenizer(text: &str, unicode: UnicodeVersion, seed: u8, default: u64) -> Tokenizer {
    if seed == 0 {
        return Tokenizer::Words;
    }
    let counts: HashMap<String, Value> = words(text, unicode)
        .into_iter()
        .filter_map(|word| {
            let [first, .., last] = [&[seed], word.text.as_bytes()].concat()[..] else { return None };
            let mixed = first.wrapping_mul(31).wrapping_add(last.wrapping_mul(7)).wrapping_add(word.text.len() as u8);
            (mixed % 3 > 0).then(|| (word.text.into_owned(), Value::from(mixed % 11)))
        })
        .collect();
    let id = (seed != 255).then(|| other_if(seed & 1 != 0, "fuzz-counter"));
    Tokenizer::Custom(TokenTable { id, counts, default: Value::from(default) })
}

/// The bytes of a document with one token a word, as near as bytes can say.
#[must_use]
pub fn seed(text: &str, params: &Params, unicode: UnicodeVersion) -> Vec<u8> {
    let sizes = [
        params.window_words,
        params.min_tokens,
        params.max_tokens,
        params.primary_mask_bits,
        params.backup_mask_bits,
        params.snap_window_words,
    ];
    let mut bytes: Vec<u8> = sizes.into_iter().map(size_byte).collect();
    bytes.extend([u8::from(params.snap_to_boundaries), unicode as u8, 0, 1, 0, 0]);
    bytes.extend(text.bytes());
    bytes
}
