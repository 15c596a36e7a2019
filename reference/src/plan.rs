//! Reuse planning: what an index keeps, moves, adds and deletes between two versions of a document (chapter 9, plan).

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

/// What planning knows of a chunk. Its position is its index in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedChunk {
    /// The chunk hash.
    pub chunk_hash: String,
    /// Where the chunk starts in its document, in code points.
    pub start_offset: u64,
    /// Where it ends, in code points, exclusive.
    pub end_offset: u64,
    /// Its tokens.
    pub token_count: u64,
}

/// What happens to one occurrence. Positions are indices in the old and the new list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The occurrence stays, nothing about it changed.
    Keep {
        /// Where it was.
        old: usize,
        /// Where it is.
        new: usize,
    },
    /// The content stays, but something about the occurrence changed.
    Move {
        /// Where it was.
        old: usize,
        /// Where it is.
        new: usize,
    },
    /// A new occurrence that no old one serves.
    Add {
        /// Where it is.
        new: usize,
    },
    /// An old occurrence that serves no new one.
    Delete {
        /// Where it was.
        old: usize,
    },
}

/// The operations that lead from the old list to the new one: keep, move, add, delete; each by new position, then old
/// (PLAN-5).
///
/// Each old occurrence serves at most one new one (PLAN-4). Exact matches (hash and offsets) are paired first (PLAN-1),
/// so that an unchanged occurrence is never given away to another one with the same content (PLAN-3). An exact match
/// is kept if its token count is the same too (PLAN-2).
#[must_use]
pub fn operations(old: &[PlannedChunk], new: &[PlannedChunk]) -> Vec<Operation> {
    let mut served_by: Vec<Option<usize>> = vec![None; new.len()];
    let mut is_used = vec![false; old.len()];
    pair(old, new, &mut served_by, &mut is_used, |chunk| (&chunk.chunk_hash, chunk.start_offset, chunk.end_offset));
    let is_exact: Vec<bool> = served_by.iter().map(Option::is_some).collect();
    pair(old, new, &mut served_by, &mut is_used, |chunk| &chunk.chunk_hash);

    let (mut keeps, mut moves, mut adds) = (Vec::new(), Vec::new(), Vec::new());
    for (new_position, &server) in served_by.iter().enumerate() {
        match server {
            Some(old_position)
                if is_exact[new_position] && old[old_position].token_count == new[new_position].token_count =>
            {
                keeps.push(Operation::Keep { old: old_position, new: new_position });
            }
            Some(old_position) => moves.push(Operation::Move { old: old_position, new: new_position }),
            None => adds.push(Operation::Add { new: new_position }),
        }
    }
    let deletes = (0..old.len()).filter(|&position| !is_used[position]).map(|old| Operation::Delete { old });
    keeps.into_iter().chain(moves).chain(adds).chain(deletes).collect()
}

/// Pairs each unserved new chunk with the first unused old chunk of the same key.
fn pair<'c, K: Hash + Eq>(
    old: &'c [PlannedChunk],
    new: &'c [PlannedChunk],
    served_by: &mut [Option<usize>],
    is_used: &mut [bool],
    key: impl Fn(&'c PlannedChunk) -> K,
) {
    let mut unused: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (position, chunk) in old.iter().enumerate().filter(|&(position, _)| !is_used[position]) {
        unused.entry(key(chunk)).or_default().push_back(position);
    }
    for (position, chunk) in new.iter().enumerate() {
        if served_by[position].is_none()
            && let Some(old_position) = unused.get_mut(&key(chunk)).and_then(VecDeque::pop_front)
        {
            served_by[position] = Some(old_position);
            is_used[old_position] = true;
        }
    }
}

/// The distinct hashes of the added chunks that no old chunk has, in the order of the adds: what must be embedded
/// (PLAN-6).
#[must_use]
pub fn hashes_to_embed<'c>(old: &[PlannedChunk], new: &'c [PlannedChunk]) -> Vec<&'c str> {
    let mut known: HashSet<&str> = old.iter().map(|chunk| chunk.chunk_hash.as_str()).collect();
    let mut to_embed = Vec::new();
    for operation in operations(old, new) {
        if let Operation::Add { new: position } = operation
            && known.insert(&new[position].chunk_hash)
        {
            to_embed.push(new[position].chunk_hash.as_str());
        }
    }
    to_embed
}

/// How much of a new version must be computed again, in tokens (PLAN-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recompute {
    /// Tokens of the distinct new inputs that are not inputs of the old version.
    pub recomputed_tokens: u64,
    /// Tokens of all distinct new inputs.
    pub total_tokens: u64,
}

impl Recompute {
    /// The recompute fraction R_c, from 0 to 1; 0 if the new version has no inputs.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        match self.total_tokens {
            0 => 0.0,
            total => self.recomputed_tokens as f64 / total as f64,
        }
    }
}

/// Compares two versions of one document (PLAN-7). An input is a chunk's canonical text; each comes with its tokens.
#[must_use]
pub fn recompute<'i>(
    old: impl IntoIterator<Item = (&'i str, u64)>,
    new: impl IntoIterator<Item = (&'i str, u64)>,
) -> Recompute {
    let old: HashSet<&str> = old.into_iter().map(|(text, _)| text).collect();
    let mut seen = HashSet::new();
    let mut recompute = Recompute { recomputed_tokens: 0, total_tokens: 0 };
    for (text, tokens) in new {
        if seen.insert(text) {
            recompute.total_tokens += tokens;
            if !old.contains(text) {
                recompute.recomputed_tokens += tokens;
            }
        }
    }
    recompute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recompute_counts_the_tokens_of_distinct_new_inputs() {
        let old = [("a", 3), ("b", 4), ("a", 3)];
        let new = [("c", 5), ("a", 3), ("c", 5), ("d", 2)];
        let changed = recompute(old, new);
        assert_eq!(changed, Recompute { recomputed_tokens: 7, total_tokens: 10 });
        assert!((changed.fraction() - 0.7).abs() < 1e-12);
        assert_eq!(recompute(old, old).fraction(), 0.0);
        assert_eq!(recompute(old, []).fraction(), 0.0);
    }
}
