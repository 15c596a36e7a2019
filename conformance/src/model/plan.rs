//! Reuse planning (chapter 9), by grouping positions under a key and pairing the groups.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

use super::fault::Switch;
use super::faults::plan as fault;
use super::refusal::Refusal;
use super::request::{count, string};
use super::wrong;

/// A chunk as the plan sees it.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) hash: String,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) tokens: u64,
}

impl Record {
    pub(super) fn read(value: &Value, on: Switch) -> Result<Self, Refusal> {
        let number = |name| count(value, name).map(|number| wrong::plan::stored(number, on));
        Ok(Self {
            hash: string(value, "chunk_hash")?.to_owned(),
            start: number("start_offset")?,
            end: number("end_offset")?,
            tokens: number("token_count")?,
        })
    }
}

/// The kinds, in the order of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Keep,
    Move,
    Add,
    Delete,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Move => "move",
            Self::Add => "add",
            Self::Delete => "delete",
        }
    }
}

/// One operation. The order of the members is the order of the plan.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Operation {
    pub(super) kind: Kind,
    pub(super) new: Option<usize>,
    pub(super) old: Option<usize>,
}

/// Positions that are not paired yet.
#[derive(Debug)]
struct Left {
    old: Vec<usize>,
    new: Vec<usize>,
}

/// The operations that turn `old` into `new`, and the hashes to embed, as `ok` members.
pub(super) fn plan(old: &[Record], new: &[Record], on: Switch) -> Value {
    let mut left = Left { old: (0..old.len()).collect(), new: (0..new.len()).collect() };
    let mut operations = Vec::new();
    if !on.has(&fault::MATCHED_BY_HASH_ONLY) {
        for (from, to) in pair(old, new, &mut left, |it| exact_key(it, on), on) {
            let kind = kind_of_exact(&old[from], &new[to], on);
            operations.push(Operation { kind, new: Some(to), old: Some(from) });
        }
    }
    if !on.has(&fault::MOVES_NOT_FOUND) {
        for (from, to) in pair(old, new, &mut left, |it| loose_key(it, on), on) {
            let kind = wrong::plan::kind_of_moved(from, to, on);
            operations.push(Operation { kind, new: Some(to), old: Some(from) });
        }
    }
    wrong::plan::serve_twice(&mut left.new, &mut operations, old, new, on);
    let embed = to_embed(old, new, &left, &operations, on);
    let add = |&to| Operation { kind: Kind::Add, new: Some(to), old: None };
    let delete = |&from| Operation { kind: Kind::Delete, new: None, old: Some(from) };
    operations.extend(left.new.iter().map(add));
    operations.extend(left.old.iter().map(delete));
    operations.sort();
    wrong::plan::reorder(&mut operations, on);
    let operations: Vec<Value> = operations.iter().map(|it| wire(it, on)).collect();
    json!({"operations": operations, "embed": embed})
}

/// What must be equal in the first pass.
fn exact_key(record: &Record, on: Switch) -> wrong::plan::Key {
    let Record { hash, start, end, .. } = record.clone();
    wrong::plan::exact_key(record, on).unwrap_or((hash, start, end, 0))
}

/// What must be equal in the second pass.
fn loose_key(record: &Record, on: Switch) -> wrong::plan::Key {
    let tokens = if on.has(&fault::MOVES_NEED_TOKENS) { record.tokens } else { 0 };
    (record.hash.clone(), 0, 0, tokens)
}

/// A pair of the first pass moves if only its token count changed.
fn kind_of_exact(old: &Record, new: &Record, on: Switch) -> Kind {
    if old.tokens == new.tokens || on.has(&fault::TOKENS_NOT_COMPARED) { Kind::Keep } else { Kind::Move }
}

/// Pairs positions of equal key, first with first, and takes them off the lists.
fn pair<K: Ord>(
    old: &[Record],
    new: &[Record],
    left: &mut Left,
    key: impl Fn(&Record) -> K,
    on: Switch,
) -> Vec<(usize, usize)> {
    let mut groups: BTreeMap<K, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for &at in &left.old {
        groups.entry(key(&old[at])).or_default().0.push(at);
    }
    for &at in &left.new {
        groups.entry(key(&new[at])).or_default().1.push(at);
    }
    let pairs: Vec<(usize, usize)> = groups
        .into_values()
        .flat_map(|(mut from, to)| {
            if on.has(&fault::LAST_IN_FIRST_OUT) {
                from.reverse();
            }
            from.into_iter().zip(to)
        })
        .collect();
    let (from, to): (HashSet<usize>, HashSet<usize>) = pairs.iter().copied().unzip();
    left.old.retain(|at| !from.contains(at));
    left.new.retain(|at| !to.contains(at));
    pairs
}

/// The distinct hashes of the added positions that no old record holds, in their order.
fn to_embed<'r>(old: &[Record], new: &'r [Record], left: &Left, operations: &[Operation], on: Switch) -> Vec<&'r str> {
    if let Some(hashes) = wrong::plan::to_embed(old, new, (&left.old, &left.new), operations, on) {
        return hashes;
    }
    let mut held: HashSet<&str> = old.iter().map(|record| record.hash.as_str()).collect();
    let added = left.new.iter().map(|&at| new[at].hash.as_str());
    added.filter(|hash| held.insert(hash)).collect()
}

fn wire(operation: &Operation, on: Switch) -> Value {
    json!({
        "kind": wrong::plan::name(operation.kind, on),
        "old_position": wrong::plan::position(operation.old, on),
        "new_position": wrong::plan::position(operation.new, on),
    })
}
