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

impl Operation {
    /// The wire name.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Operation::Keep { .. } => "keep",
            Operation::Move { .. } => "move",
            Operation::Add { .. } => "add",
            Operation::Delete { .. } => "delete",
        }
    }

    /// Where the occurrence was; `None` for an add.
    #[must_use]
    pub fn old_position(self) -> Option<usize> {
        match self {
            Operation::Keep { old, .. } | Operation::Move { old, .. } | Operation::Delete { old } => Some(old),
            Operation::Add { .. } => None,
        }
    }

    /// Where the occurrence is; `None` for a delete.
    #[must_use]
    pub fn new_position(self) -> Option<usize> {
        match self {
            Operation::Keep { new, .. } | Operation::Move { new, .. } | Operation::Add { new } => Some(new),
            Operation::Delete { .. } => None,
        }
    }
}

/// An old and a new occurrence of the same content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Where it was.
    pub old: usize,
    /// Where it is.
    pub new: usize,
    /// Whether the offsets are equal too (PLAN-1), not the hash alone (PLAN-3).
    pub is_exact: bool,
}

impl Pair {
    /// What happens to the occurrence: a keep if nothing about it changed (PLAN-2), else a move.
    #[must_use]
    pub fn operation(self, old: &[PlannedChunk], new: &[PlannedChunk]) -> Operation {
        let is_unchanged = self.is_exact && old[self.old].token_count == new[self.new].token_count;
        match is_unchanged {
            true => Operation::Keep { old: self.old, new: self.new },
            false => Operation::Move { old: self.old, new: self.new },
        }
    }
}

/// The pairs of old and new chunks: first those with equal hash and offsets, so that an unchanged occurrence is never
/// given away to another one with the same content; then those with equal hash. Each by new position.
///
/// Each old occurrence serves at most one new one (PLAN-4).
#[must_use]
pub fn pairs(old: &[PlannedChunk], new: &[PlannedChunk]) -> Vec<Pair> {
    let mut unpaired = Unpaired { old: vec![true; old.len()], new: vec![true; new.len()] };
    let exact = unpaired.pair(old, new, |chunk| (&chunk.chunk_hash, chunk.start_offset, chunk.end_offset));
    let by_hash = unpaired.pair(old, new, |chunk| &chunk.chunk_hash);
    let pair = |is_exact| move |(old, new)| Pair { old, new, is_exact };
    exact.into_iter().map(pair(true)).chain(by_hash.into_iter().map(pair(false))).collect()
}

/// Which positions have no partner yet.
struct Unpaired {
    old: Vec<bool>,
    new: Vec<bool>,
}

impl Unpaired {
    /// Pairs each unpaired new chunk with the first unpaired old chunk of the same key: old and new position.
    fn pair<'c, K: Hash + Eq>(
        &mut self,
        old: &'c [PlannedChunk],
        new: &'c [PlannedChunk],
        key: impl Fn(&'c PlannedChunk) -> K,
    ) -> Vec<(usize, usize)> {
        let mut old_by_key: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (position, chunk) in old.iter().enumerate().filter(|&(position, _)| self.old[position]) {
            old_by_key.entry(key(chunk)).or_default().push_back(position);
        }
        let mut pairs = Vec::new();
        for (position, chunk) in new.iter().enumerate() {
            if self.new[position]
                && let Some(old_position) = old_by_key.get_mut(&key(chunk)).and_then(VecDeque::pop_front)
            {
                self.old[old_position] = false;
                self.new[position] = false;
                pairs.push((old_position, position));
            }
        }
        pairs
    }
}

/// The operations that lead from the old list to the new one: keep, move, add, delete; each by new position, then old
/// (PLAN-5).
#[must_use]
pub fn operations(old: &[PlannedChunk], new: &[PlannedChunk]) -> Vec<Operation> {
    let pairs = pairs(old, new);
    let paired_old: HashSet<usize> = pairs.iter().map(|pair| pair.old).collect();
    let paired_new: HashSet<usize> = pairs.iter().map(|pair| pair.new).collect();
    let (keeps, mut moves): (Vec<Operation>, Vec<Operation>) = pairs
        .iter()
        .map(|pair| pair.operation(old, new))
        .partition(|operation| matches!(operation, Operation::Keep { .. }));
    // The pairs of either kind are in order already, but exact ones whose tokens changed move with the others.
    moves.sort_by_key(|operation| operation.new_position());
    let adds = (0..new.len()).filter(|new| !paired_new.contains(new)).map(|new| Operation::Add { new });
    let deletes = (0..old.len()).filter(|old| !paired_old.contains(old)).map(|old| Operation::Delete { old });
    keeps.into_iter().chain(moves).chain(adds).chain(deletes).collect()
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

/// The distinct inputs of a version, in order. An input is a chunk's canonical text; each comes with its tokens.
#[must_use]
pub fn distinct_inputs<'i>(inputs: impl IntoIterator<Item = (&'i str, u64)>) -> Vec<(&'i str, u64)> {
    let mut seen = HashSet::new();
    inputs.into_iter().filter(|&(text, _)| seen.insert(text)).collect()
}

/// Compares the inputs of two versions of one document (PLAN-7).
#[must_use]
pub fn recompute<'i>(
    old: impl IntoIterator<Item = (&'i str, u64)>,
    new: impl IntoIterator<Item = (&'i str, u64)>,
) -> Recompute {
    let old: HashSet<&str> = old.into_iter().map(|(text, _)| text).collect();
    let mut recompute = Recompute { recomputed_tokens: 0, total_tokens: 0 };
    for (text, tokens) in distinct_inputs(new) {
        recompute.total_tokens += tokens;
        if !old.contains(text) {
            recompute.recomputed_tokens += tokens;
        }
    }
    recompute
}
