//! Chapter 9: reuse plans.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use steadlith_reference::plan::Operation::{self, Add, Delete, Keep, Move};
use steadlith_reference::plan::{
    Pair, PlannedChunk, Recompute, distinct_inputs, hashes_to_embed, operations, pairs, recompute,
};

fn chunk(chunk_hash: &str, start_offset: u64, token_count: u64) -> PlannedChunk {
    PlannedChunk { chunk_hash: chunk_hash.to_owned(), start_offset, end_offset: start_offset + 10, token_count }
}

#[test]
fn operations_have_wire_names_and_positions() {
    let plan = [Keep { old: 1, new: 2 }, Move { old: 3, new: 4 }, Add { new: 5 }, Delete { old: 6 }];
    assert_eq!(plan.map(Operation::kind), ["keep", "move", "add", "delete"]);
    assert_eq!(plan.map(Operation::old_position), [Some(1), Some(3), None, Some(6)]);
    assert_eq!(plan.map(Operation::new_position), [Some(2), Some(4), Some(5), None]);
}

/// PLAN-1, PLAN-3: all exact pairs, then those by hash.
#[test]
fn pairs_say_whether_they_are_exact() {
    let old = [chunk("a", 0, 1), chunk("a", 50, 1), chunk("b", 60, 2)];
    let new = [chunk("a", 5, 1), chunk("a", 50, 2), chunk("b", 60, 2)];
    let pairs = pairs(&old, &new);
    let expected = [(1, 1, true), (2, 2, true), (0, 0, false)].map(|(old, new, is_exact)| Pair { old, new, is_exact });
    assert_eq!(pairs, expected);
    let operations: Vec<Operation> = pairs.iter().map(|pair| pair.operation(&old, &new)).collect();
    assert_eq!(operations, [Move { old: 1, new: 1 }, Keep { old: 2, new: 2 }, Move { old: 0, new: 0 }]);
}

/// PLAN-7: tokens of distinct inputs, and 0 where there is nothing to divide by.
#[test]
fn the_recompute_fraction_counts_tokens_of_distinct_inputs() {
    let old = [("a", 3), ("b", 4), ("a", 3)];
    let new = [("c", 5), ("a", 3), ("c", 5), ("d", 2)];
    assert_eq!(distinct_inputs(new), [("c", 5), ("a", 3), ("d", 2)]);
    assert_eq!(recompute(old, new), Recompute { recomputed_tokens: 7, total_tokens: 10 });
    assert!((recompute(old, new).fraction() - 0.7).abs() < 1e-12);
    assert_eq!(recompute(old, []), Recompute { recomputed_tokens: 0, total_tokens: 0 });
    assert_eq!(recompute(old, []).fraction(), 0.0);
    assert_eq!(recompute([], old).fraction(), 1.0);
}

/// PLAN-2.
#[test]
fn an_unchanged_occurrence_is_kept() {
    let chunks = [chunk("a", 0, 3), chunk("b", 10, 3)];
    assert_eq!(operations(&chunks, &chunks), [Keep { old: 0, new: 0 }, Keep { old: 1, new: 1 }]);
    let recounted = [chunk("a", 0, 4), chunk("b", 10, 3)];
    assert_eq!(operations(&chunks, &recounted), [Keep { old: 1, new: 1 }, Move { old: 0, new: 0 }]);
}

/// PLAN-1, PLAN-3: start and end both have to be equal for a keep.
#[test]
fn another_place_is_a_move() {
    let old = [chunk("a", 0, 3)];
    let longer = PlannedChunk { end_offset: 11, ..chunk("a", 0, 3) };
    for new in [chunk("a", 1, 3), longer, PlannedChunk { start_offset: 1, end_offset: 10, ..chunk("a", 0, 3) }] {
        assert_eq!(operations(&old, &[new]), [Move { old: 0, new: 0 }]);
    }
}

/// PLAN-1, PLAN-3, PLAN-4: an exact pair is never given away, and equal hashes are served first come, first served.
#[test]
fn exact_pairs_go_first() {
    let old = [chunk("a", 0, 1), chunk("a", 50, 1), chunk("a", 70, 1)];
    let new = [chunk("a", 5, 1), chunk("a", 50, 1), chunk("a", 60, 1), chunk("a", 90, 1)];
    assert_eq!(
        operations(&old, &new),
        [Keep { old: 1, new: 1 }, Move { old: 0, new: 0 }, Move { old: 2, new: 2 }, Add { new: 3 }]
    );
    assert!(hashes_to_embed(&old, &new).is_empty());
}

/// PLAN-4 to PLAN-6.
#[test]
fn what_has_no_partner_is_added_or_deleted() {
    let old = [chunk("a", 0, 1), chunk("b", 10, 1), chunk("c", 20, 1)];
    let new = [chunk("y", 0, 1), chunk("b", 10, 1), chunk("x", 20, 1), chunk("y", 30, 1), chunk("b", 40, 1)];
    assert_eq!(
        operations(&old, &new),
        [
            Keep { old: 1, new: 1 },
            Add { new: 0 },
            Add { new: 2 },
            Add { new: 3 },
            Add { new: 4 },
            Delete { old: 0 },
            Delete { old: 2 },
        ]
    );
    assert_eq!(hashes_to_embed(&old, &new), ["y", "x"]);
}

#[test]
fn an_absent_version_is_empty() {
    let chunks = [chunk("a", 0, 1), chunk("a", 10, 1)];
    assert_eq!(operations(&[], &chunks), [Add { new: 0 }, Add { new: 1 }]);
    assert_eq!(operations(&chunks, &[]), [Delete { old: 0 }, Delete { old: 1 }]);
    assert_eq!(operations(&[], &[]), []);
    assert_eq!(hashes_to_embed(&[], &chunks), ["a"]);
}

/// PLAN-1 to PLAN-5, one pair after another.
fn slow_operations(old: &[PlannedChunk], new: &[PlannedChunk]) -> Vec<Operation> {
    let mut server: Vec<Option<usize>> = vec![None; new.len()];
    let mut plan = Vec::new();
    let is_same_place = |old: &PlannedChunk, new: &PlannedChunk| {
        (old.start_offset, old.end_offset) == (new.start_offset, new.end_offset)
    };
    for exact in [true, false] {
        for (position, chunk) in new.iter().enumerate() {
            let partner = (0..old.len())
                .filter(|position| !server.contains(&Some(*position)))
                .filter(|&position| old[position].chunk_hash == chunk.chunk_hash)
                .find(|&position| !exact || is_same_place(&old[position], chunk));
            if let (None, Some(partner)) = (server[position], partner) {
                server[position] = Some(partner);
                let is_kept = exact && old[partner].token_count == chunk.token_count;
                plan.push(if is_kept {
                    Keep { old: partner, new: position }
                } else {
                    Move { old: partner, new: position }
                });
            }
        }
    }
    plan.extend((0..new.len()).filter(|&new| server[new].is_none()).map(|new| Add { new }));
    plan.extend((0..old.len()).filter(|old| !server.contains(&Some(*old))).map(|old| Delete { old }));
    plan.sort_by_key(|operation| match *operation {
        Keep { new, .. } => (0, new),
        Move { new, .. } => (1, new),
        Add { new } => (2, new),
        Delete { old } => (3, old),
    });
    plan
}

fn chunks() -> impl Strategy<Value = Vec<PlannedChunk>> {
    vec(("[a-c]", 0_u64..4, 1_u64..3, 1_u64..3), 0..12).prop_map(|chunks| {
        chunks
            .into_iter()
            .map(|(chunk_hash, start_offset, length, token_count)| PlannedChunk {
                chunk_hash,
                start_offset,
                end_offset: start_offset + length,
                token_count,
            })
            .collect()
    })
}

proptest! {
    /// PLAN-7.
    #[test]
    fn recompute_fractions_are_those_of_the_slow_formulation(old in vec("[a-e]", 0..8), new in vec("[a-e]", 0..8)) {
        let tokens = |text: &String| u64::from(text.as_bytes()[0] - b'a' + 1);
        let with_tokens = |texts: &[String]| texts.iter().map(|text| (text.clone(), tokens(text))).collect::<Vec<_>>();
        let (old, new) = (with_tokens(&old), with_tokens(&new));
        let mut distinct = new.clone();
        distinct.sort();
        distinct.dedup();
        let recomputed = distinct.iter().filter(|input| !old.contains(input));
        let expected = Recompute {
            recomputed_tokens: recomputed.map(|(_, tokens)| tokens).sum(),
            total_tokens: distinct.iter().map(|(_, tokens)| tokens).sum(),
        };
        let old = old.iter().map(|(text, tokens)| (text.as_str(), *tokens));
        let new = new.iter().map(|(text, tokens)| (text.as_str(), *tokens));
        prop_assert_eq!(recompute(old, new.clone()), expected);
        prop_assert_eq!(recompute(new.clone(), new).fraction(), 0.0);
    }

    /// PLAN-1 to PLAN-5.
    #[test]
    fn plans_are_those_of_the_slow_formulation(old in chunks(), new in chunks()) {
        prop_assert_eq!(operations(&old, &new), slow_operations(&old, &new));
    }

    /// PLAN-4: every old chunk stands in exactly one operation, and so does every new one.
    #[test]
    fn plans_lose_nothing_and_serve_nothing_twice(old in chunks(), new in chunks()) {
        let (mut served, mut used) = (Vec::new(), Vec::new());
        for operation in operations(&old, &new) {
            if let Keep { old, .. } | Move { old, .. } | Delete { old } = operation {
                used.push(old);
            }
            if let Keep { new, .. } | Move { new, .. } | Add { new } = operation {
                served.push(new);
            }
        }
        served.sort_unstable();
        used.sort_unstable();
        prop_assert_eq!(served, (0..new.len()).collect::<Vec<_>>());
        prop_assert_eq!(used, (0..old.len()).collect::<Vec<_>>());
    }

    /// PLAN-6: what is embedded is new, distinct, and in the order of the new chunks.
    #[test]
    fn only_unknown_hashes_are_embedded(old in chunks(), new in chunks()) {
        let mut expected: Vec<&str> = Vec::new();
        for chunk in &new {
            let is_known = old.iter().any(|old| old.chunk_hash == chunk.chunk_hash);
            if !is_known && !expected.contains(&chunk.chunk_hash.as_str()) {
                expected.push(&chunk.chunk_hash);
            }
        }
        prop_assert_eq!(hashes_to_embed(&old, &new), expected);
    }

    /// PLAN-2. Of two chunks that differ in their token counts only, the first would serve the second.
    #[test]
    fn a_version_is_kept_whole_against_itself(mut chunks in chunks()) {
        let mut places = HashSet::new();
        chunks.retain(|chunk| places.insert((chunk.chunk_hash.clone(), chunk.start_offset, chunk.end_offset)));
        let kept: Vec<Operation> = (0..chunks.len()).map(|position| Keep { old: position, new: position }).collect();
        prop_assert_eq!(operations(&chunks, &chunks), kept);
    }
}
