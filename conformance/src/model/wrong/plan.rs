//! Wrong pairs, kinds, orders and inputs of a plan.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::super::fault::Switch;
use super::super::faults::plan as fault;
use super::super::plan::{Kind, Operation, Record};

/// What must be equal for a pair: hash, start offset, end offset and token count, where a
/// number that is not compared is 0.
pub(in crate::model) type Key = (String, u64, u64, u64);

/// The key of the first pass; `None` if it is that of v1.
pub(in crate::model) fn exact_key(record: &Record, on: Switch) -> Option<Key> {
    let is = |fault| on.has(fault);
    let Record { hash, start, end, tokens } = record.clone();
    Some(if is(&fault::TOKENS_IN_KEY) {
        (hash, start, end, tokens)
    } else if is(&fault::END_NOT_COMPARED) {
        (hash, start, 0, 0)
    } else if is(&fault::START_NOT_COMPARED) {
        (hash, 0, end, 0)
    } else if is(&fault::MATCHED_BY_PLACE) {
        (String::new(), start, end, 0)
    } else {
        return None;
    })
}

/// A number of a chunk as it is kept.
pub(in crate::model) fn stored(number: u64, on: Switch) -> u64 {
    if on.has(&fault::NUMBERS_32_BIT) { number & 0xFFFF_FFFF } else { number }
}

/// The kind of a pair of the second pass.
pub(in crate::model) fn kind_of_moved(from: usize, to: usize, on: Switch) -> Kind {
    let is = |fault| on.has(fault);
    if is(&fault::MOVES_KEPT) || is(&fault::SAME_POSITION_KEPT) && from == to { Kind::Keep } else { Kind::Move }
}

/// Lets one old record serve several new ones.
pub(in crate::model) fn serve_twice(
    added: &mut Vec<usize>,
    operations: &mut Vec<Operation>,
    old: &[Record],
    new: &[Record],
    on: Switch,
) {
    if !on.has(&fault::OLD_SERVES_TWICE) {
        return;
    }
    added.retain(|&to| {
        let from = old.iter().position(|record| record.hash == new[to].hash);
        operations.extend(from.map(|from| Operation { kind: Kind::Move, new: Some(to), old: Some(from) }));
        from.is_none()
    });
}

/// Puts a sorted plan into another order.
pub(in crate::model) fn reorder(operations: &mut [Operation], on: Switch) {
    let is = |fault| on.has(fault);
    if is(&fault::DELETES_FIRST) {
        operations.sort_by_key(|operation| operation.kind != Kind::Delete);
    } else if is(&fault::ADDS_BEFORE_MOVES) {
        let place = |kind| match kind {
            Kind::Keep => 0,
            Kind::Add => 1,
            Kind::Move => 2,
            Kind::Delete => 3,
        };
        operations.sort_by_key(|operation| place(operation.kind));
    } else if is(&fault::ORDERED_BY_NEW_POSITION) {
        operations.sort_by_key(|operation| (operation.new.is_none(), operation.new, operation.old));
    } else if is(&fault::ORDERED_BY_OLD_POSITION) {
        operations.sort_by_key(|operation| (operation.kind, operation.old, operation.new));
    } else if is(&fault::DELETES_REVERSED) {
        let first = operations.partition_point(|operation| operation.kind != Kind::Delete);
        operations[first..].reverse();
    }
}

/// The inputs that a faulty implementation embeds; `None` if no fault of this kind is on.
pub(in crate::model) fn to_embed<'r>(
    old: &[Record],
    new: &'r [Record],
    (old_left, new_left): (&[usize], &[usize]),
    operations: &[Operation],
    on: Switch,
) -> Option<Vec<&'r str>> {
    let is = |fault| on.has(fault);
    let held: HashSet<&str> = old.iter().map(|record| record.hash.as_str()).collect();
    let added = || new_left.iter().map(|&at| new[at].hash.as_str());
    let distinct = |hashes: Vec<&'r str>| -> Vec<&'r str> {
        let mut seen = HashSet::new();
        hashes.into_iter().filter(|hash| seen.insert(*hash)).collect()
    };
    let right = || distinct(added().filter(|hash| !held.contains(hash)).collect());
    Some(if is(&fault::EMBED_HELD) {
        distinct(added().collect())
    } else if is(&fault::EMBED_HELD_BY_PAIRED) {
        let left: HashSet<&str> = old_left.iter().map(|&at| old[at].hash.as_str()).collect();
        distinct(added().filter(|hash| !left.contains(hash)).collect())
    } else if is(&fault::EMBED_REPEATED) {
        added().filter(|hash| !held.contains(hash)).collect()
    } else if is(&fault::EMBED_SORTED) {
        let mut hashes = right();
        hashes.sort_unstable();
        hashes
    } else if is(&fault::EMBED_BY_LAST_ADD) {
        let mut hashes: Vec<&str> = added().filter(|hash| !held.contains(hash)).collect();
        hashes.reverse();
        let mut hashes = distinct(hashes);
        hashes.reverse();
        hashes
    } else if is(&fault::EMBED_MOVED) {
        let moved = operations.iter().filter(|it| it.kind == Kind::Move).filter_map(|it| it.new);
        let mut positions: Vec<usize> = moved.chain(new_left.iter().copied()).collect();
        positions.sort_unstable();
        distinct(positions.into_iter().map(|at| new[at].hash.as_str()).collect())
    } else if is(&fault::EMBED_NOTHING) {
        Vec::new()
    } else {
        return None;
    })
}

/// The name of a kind.
pub(in crate::model) fn name(kind: Kind, on: Switch) -> String {
    let name = kind.name();
    if on.has(&fault::KINDS_UPPER_CASE) { name.to_uppercase() } else { name.to_owned() }
}

/// A position on the wire.
pub(in crate::model) fn position(position: Option<usize>, on: Switch) -> Value {
    match position {
        Some(position) if on.has(&fault::POSITIONS_FROM_ONE) => json!(position + 1),
        None if on.has(&fault::NO_POSITION_MINUS_ONE) => json!(-1),
        position => json!(position),
    }
}
