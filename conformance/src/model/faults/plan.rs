//! Faults in planning reuse (chapter 9).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;

const EXACT: &str = "pair equal hash, start and end first, the first unpaired old with the first unpaired new";
const KEEP: &str = "keep a pair of the first pass if the token counts are equal, else move it";
const HASH: &str = "pair what is left by hash alone, first with first, as moves";
const ONCE: &str = "let each old chunk serve at most one new one";
const ORDER: &str = "list keep, move, add, delete, each by new position, then old";
const EMBED: &str = "embed the distinct hashes of the adds that no old chunk has, in the order of the adds";
const POSITIONS: &str = "give positions from 0, and null for none";

/// A plan over chunks that are written as hash, start offset and token count.
fn plan(old: &[(&str, u64, u64)], new: &[(&str, u64, u64)]) -> Value {
    let record = |&(hash, start, tokens): &(&str, u64, u64)| {
        json!({"chunk_hash": hash, "start_offset": start, "end_offset": start + hash.len() as u64,
               "token_count": tokens})
    };
    let records = |list: &[(&str, u64, u64)]| list.iter().map(record).collect::<Vec<Value>>();
    json!({"op": "plan", "old": records(old), "new": records(new)})
}

/// One chunk of the old version that is longer in the new one, with the same hash.
fn longer() -> Value {
    let record =
        |hash: &str, end: u64| json!({"chunk_hash": hash, "start_offset": 0, "end_offset": end, "token_count": 1});
    json!({"op": "plan", "old": [record("a", 1)], "new": [record("a", 2)]})
}

faults! {
    MATCHED_BY_HASH_ONLY "plan-matched-by-hash-only" ["PLAN-1"]
        "chunks are paired by hash alone, whatever their offsets",
        EXACT,
        [plan(&[("a", 0, 1), ("a", 9, 1)], &[("a", 9, 1)])];
    MATCHED_BY_PLACE "plan-matched-by-place" ["PLAN-1"]
        "chunks with the same offsets are paired, whatever their hashes",
        EXACT,
        [plan(&[("a", 0, 1)], &[("b", 0, 1)])];
    START_NOT_COMPARED "plan-start-not-compared" ["PLAN-1"]
        "start offsets are not compared",
        EXACT,
        [json!({"op": "plan",
            "old": [{"chunk_hash": "a", "start_offset": 0, "end_offset": 9, "token_count": 1}],
            "new": [{"chunk_hash": "a", "start_offset": 1, "end_offset": 9, "token_count": 1}]})];
    END_NOT_COMPARED "plan-end-not-compared" ["PLAN-1"]
        "end offsets are not compared",
        EXACT,
        [longer()];
    LAST_IN_FIRST_OUT "plan-last-in-first-out" ["PLAN-1", "PLAN-3"]
        "of several equal chunks the last old one is paired first",
        EXACT,
        [plan(&[("a", 0, 1), ("a", 9, 1)], &[("a", 5, 1)])];
    TOKENS_NOT_COMPARED "plan-tokens-not-compared" ["PLAN-2"]
        "a chunk whose token count changed is kept",
        KEEP,
        [plan(&[("a", 0, 1)], &[("a", 0, 2)])];
    TOKENS_IN_KEY "plan-tokens-in-key" ["PLAN-1", "PLAN-2"]
        "the first pass compares token counts too, so that another chunk may be paired",
        EXACT,
        [plan(&[("a", 0, 1), ("a", 5, 1)], &[("a", 5, 2)])];
    NUMBERS_32_BIT "plan-numbers-32-bit" ["PLAN-1", "PLAN-2", "PARAM-15"]
        "offsets and token counts are compared in 32 bits",
        EXACT,
        [plan(&[("a", 0, 1)], &[("a", 0, 4_294_967_297)])];
    MOVES_NOT_FOUND "plan-moves-not-found" ["PLAN-3"]
        "a chunk at another place is deleted and added",
        HASH,
        [plan(&[("a", 0, 1)], &[("a", 5, 1)])];
    MOVES_NEED_TOKENS "plan-moves-need-tokens" ["PLAN-3"]
        "a chunk moves only if its token count is the same",
        HASH,
        [plan(&[("a", 0, 1)], &[("a", 5, 2)])];
    MOVES_KEPT "plan-moves-kept" ["PLAN-3"]
        "a chunk at another place is kept",
        HASH,
        [plan(&[("a", 0, 1)], &[("a", 5, 1)])];
    SAME_POSITION_KEPT "plan-same-position-kept" ["PLAN-3"]
        "a chunk at another offset but the same position is kept",
        HASH,
        [plan(&[("a", 0, 1)], &[("a", 5, 1)])];
    OLD_SERVES_TWICE "plan-old-serves-twice" ["PLAN-4"]
        "an old chunk serves every new one with its hash",
        ONCE,
        [plan(&[("a", 0, 1)], &[("a", 0, 1), ("a", 5, 1)])];
    DELETES_FIRST "plan-deletes-first" ["PLAN-5"]
        "deletes come before everything else",
        ORDER,
        [plan(&[("a", 0, 1)], &[("b", 0, 1)])];
    ADDS_BEFORE_MOVES "plan-adds-before-moves" ["PLAN-5"]
        "adds come before moves",
        ORDER,
        [plan(&[("a", 0, 1)], &[("a", 5, 1), ("b", 9, 1)])];
    ORDERED_BY_NEW_POSITION "plan-ordered-by-new-position" ["PLAN-5"]
        "operations are ordered by new position, whatever their kind",
        ORDER,
        [plan(&[("a", 0, 1)], &[("b", 0, 1), ("a", 5, 1)])];
    ORDERED_BY_OLD_POSITION "plan-ordered-by-old-position" ["PLAN-5"]
        "operations of one kind are ordered by old position",
        ORDER,
        [plan(&[("a", 0, 1), ("b", 1, 1)], &[("b", 5, 1), ("a", 6, 1)])];
    DELETES_REVERSED "plan-deletes-reversed" ["PLAN-5"]
        "deletes are listed from the last old position to the first",
        ORDER,
        [plan(&[("a", 0, 1), ("b", 1, 1)], &[])];
    EMBED_HELD "embed-held" ["PLAN-6"]
        "an added hash is embedded again although an old chunk has it, as in the releases before \
         steadlith 1.0.1",
        EMBED,
        [plan(&[("a", 0, 1)], &[("a", 0, 1), ("a", 5, 1)])];
    EMBED_HELD_BY_PAIRED "embed-held-by-paired" ["PLAN-6"]
        "an added hash is embedded again unless a deleted chunk has it",
        EMBED,
        [plan(&[("a", 0, 1)], &[("a", 0, 1), ("a", 5, 1)])];
    EMBED_REPEATED "embed-repeated" ["PLAN-6"]
        "a hash that is added twice is embedded twice",
        EMBED,
        [plan(&[], &[("a", 0, 1), ("a", 5, 1)])];
    EMBED_SORTED "embed-sorted" ["PLAN-6"]
        "the inputs to embed are sorted",
        EMBED,
        [plan(&[], &[("b", 0, 1), ("a", 5, 1)])];
    EMBED_BY_LAST_ADD "embed-by-last-add" ["PLAN-6"]
        "a hash that is added twice stands where it was added last",
        EMBED,
        [plan(&[], &[("a", 0, 1), ("b", 1, 1), ("a", 5, 1)])];
    EMBED_MOVED "embed-moved" ["PLAN-6"]
        "moved chunks are embedded again",
        EMBED,
        [plan(&[("a", 0, 1)], &[("a", 5, 1)])];
    EMBED_NOTHING "embed-nothing" ["PLAN-6"]
        "nothing is embedded",
        EMBED,
        [plan(&[], &[("a", 0, 1)])];
    KINDS_UPPER_CASE "plan-kinds-upper-case" ["PROTO-7"]
        "the kinds of operations are written in upper case",
        "write keep, move, add and delete",
        [plan(&[], &[("a", 0, 1)])];
    POSITIONS_FROM_ONE "plan-positions-from-one" ["PLAN-4", "PROTO-7"]
        "positions count from 1",
        POSITIONS,
        [plan(&[], &[("a", 0, 1)])];
    NO_POSITION_MINUS_ONE "plan-no-position-minus-one" ["PLAN-4", "PROTO-7"]
        "a missing position is -1",
        POSITIONS,
        [plan(&[], &[("a", 0, 1)])];
}
