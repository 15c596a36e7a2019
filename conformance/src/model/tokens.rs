//! Token counts (chapter 2): who counts, under which id, and the running total.

use std::collections::HashMap;

use serde_json::Value;

use super::fault::Switch;
use super::faults::tokens as fault;
use super::params::Params;
use super::refusal::Refusal;
use super::text::Word;
use super::wrong;

/// The id of the tokenizer that counts every word as one token.
pub(super) const WORD_TOKENIZER: &str = "word-v1";

/// A custom counter: a table of normalised words, and a count for all others.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) id: String,
    pub(super) table: HashMap<String, Value>,
    pub(super) default: Option<Value>,
}

impl Counter {
    /// The counter that a request names, if it names one.
    pub(super) fn read(member: Option<&Value>, on: Switch) -> Result<Option<Self>, Refusal> {
        let Some(member) = member else {
            return Ok(None);
        };
        if on.has(&fault::COUNTER_IGNORED) {
            return Ok(None);
        }
        let counter = Self {
            id: own_id(member.get("id").and_then(Value::as_str), on)?.to_owned(),
            table: wrong::tokens::table(counts(member.get("counts"))?, on),
            default: member.get("default").cloned(),
        };
        if on.has(&fault::COUNTER_TABLE_CHECKED)
            && counter.table.values().any(|count| count.as_u64().is_none_or(|count| count < 1))
        {
            return Err(refuse("a count of the table is not an integer of at least 1"));
        }
        Ok(Some(counter))
    }

    fn count(&self, word: &Word, on: Switch) -> Result<u64, Refusal> {
        let count = self.entry(word, on);
        match count.and_then(Value::as_u64) {
            Some(count) if count >= 1 => Ok(wrong::tokens::stored(count, on)),
            _ => wrong::tokens::accepted(count, on).ok_or_else(|| {
                let word = &word.text;
                refuse(format!("the count of {word:?} must be an integer of at least 1"))
            }),
        }
    }

    fn entry(&self, word: &Word, on: Switch) -> Option<&Value> {
        let named = match &word.given {
            Some(given) if on.has(&fault::COUNTS_RAW_WORD) => self.table.get(&given.word),
            _ if on.has(&fault::COUNTER_TABLE_IGNORED) => None,
            _ if on.has(&fault::COUNTS_LOWER_CASE) => self.table.get(&word.text.to_lowercase()),
            _ => self.table.get(&word.text),
        };
        named.or(self.default.as_ref())
    }
}

fn refuse(message: impl Into<String>) -> Refusal {
    Refusal::Tokenizer(message.into())
}

fn own_id(id: Option<&str>, on: Switch) -> Result<&str, Refusal> {
    match id {
        None if on.has(&fault::COUNTER_ID_MISSING_ACCEPTED) => Ok(WORD_TOKENIZER),
        Some("") if on.has(&fault::COUNTER_ID_EMPTY_ACCEPTED) => Ok(""),
        None | Some("") => Err(refuse("a custom token counter needs an id of its own")),
        Some(WORD_TOKENIZER) if !on.has(&fault::COUNTER_ID_RESERVED_ACCEPTED) => {
            Err(refuse("`word-v1` is reserved for the default counter"))
        }
        Some(id) if on.has(&fault::COUNTER_ID_TRIMMED) => Ok(id.trim()),
        Some(id) => Ok(id),
    }
}

fn counts(member: Option<&Value>) -> Result<HashMap<String, Value>, Refusal> {
    let pairs = match member {
        None => return Ok(HashMap::new()),
        Some(member) => member.as_array(),
    };
    pairs
        .and_then(|pairs| pairs.iter().map(pair).collect())
        .ok_or_else(|| Refusal::Malformed("`counts` must be a list of [word, count]".to_owned()))
}

fn pair(pair: &Value) -> Option<(String, Value)> {
    match pair.as_array()?.as_slice() {
        [Value::String(word), count] => Some((word.clone(), count.clone())),
        _ => None,
    }
}

/// Makes the counter's id the tokenizer id that is hashed, whatever the text.
pub(super) fn settle_id(params: &mut Params, counter: Option<&Counter>, text: &str, on: Switch) -> Result<(), Refusal> {
    let named = params.text("tokenizer_id");
    match counter {
        None if named == WORD_TOKENIZER => Ok(()),
        None if wrong::tokens::needs_no_counter(text, on) => Ok(()),
        None => Err(refuse(format!("tokenizer {named:?} needs its counter"))),
        Some(counter) => {
            if !fits(named, &counter.id, on) {
                return Err(refuse(format!("the counter is {:?}, the parameters name {named:?}", counter.id)));
            }
            if wrong::tokens::hashes_counter_id(named, on) {
                params.set_text("tokenizer_id", &counter.id);
            }
            Ok(())
        }
    }
}

/// Whether parameters that name the tokenizer `named` go with a counter of this id.
fn fits(named: &str, id: &str, on: Switch) -> bool {
    let right = named == WORD_TOKENIZER || named == id;
    if on.has(&fault::TOKENIZER_SAME_ID_REFUSED) {
        return right && named != id;
    }
    if on.has(&fault::TOKENIZER_DEFAULT_NAMED_REFUSED) {
        return named == id;
    }
    right || on.has(&fault::TOKENIZER_CONTRADICTION_COUNTER_WINS) || on.has(&fault::TOKENIZER_CONTRADICTION_PARAMS_WIN)
}

/// Running totals: entry `i` is the number of tokens in the first `i` words.
pub(super) fn totals(words: &[Word], counter: Option<&Counter>, on: Switch) -> Result<Vec<u64>, Refusal> {
    let mut total = 0_u64;
    let mut totals = vec![total];
    for word in words {
        let count = match counter {
            Some(counter) => counter.count(word, on),
            None => Ok(wrong::tokens::default_count(&word.text, on)),
        };
        if count.is_err() && on.has(&fault::BAD_COUNT_ENDS_TEXT) {
            break;
        }
        total = total.saturating_add(wrong::tokens::with_separator(count?, word, on));
        total = wrong::tokens::stored_sum(total, on);
        totals.push(total);
    }
    Ok(totals)
}
