//! Small requests that reveal faults.

use serde_json::{Value, json};

/// Parameters that cut a short text often.
pub(super) fn tight() -> Value {
    json!({"window_words": 2, "min_tokens": 2, "max_tokens": 6,
           "primary_mask_bits": 3, "backup_mask_bits": 1})
}

/// [`tight`] with some members added or replaced.
pub(super) fn tight_with(members: Value) -> Value {
    let mut params = tight();
    if let (Value::Object(params), Value::Object(members)) = (&mut params, members) {
        params.extend(members);
    }
    params
}

pub(super) fn normalize(text: &str) -> Value {
    json!({"op": "normalize", "text": text})
}

pub(super) fn fingerprints(text: &str, window: u64) -> Value {
    json!({"op": "fingerprints", "text": text, "window_words": window})
}

pub(super) fn params(params: Value) -> Value {
    json!({"op": "params", "params": params})
}

/// A text under the default parameters.
pub(super) fn chunk(text: &str) -> Value {
    json!({"op": "chunk", "text": text})
}

pub(super) fn chunk_with(params: Value, text: &str) -> Value {
    json!({"op": "chunk", "params": params, "text": text})
}

pub(super) fn counted(params: Value, text: &str, counter: Value) -> Value {
    json!({"op": "chunk", "params": params, "text": text, "token_counter": counter})
}

/// The words `w0` to `w(count - 1)`, one space between them.
pub(super) fn words(count: usize) -> String {
    let words: Vec<String> = (0..count).map(|index| format!("w{index}")).collect();
    words.join(" ")
}

/// A text under [`tight`] parameters that never match, with snapping on.
pub(super) fn snapping(text: &str) -> Value {
    let params = json!({"snap_to_boundaries": true, "snap_window_words": 2,
                        "primary_mask_bits": 31, "backup_mask_bits": 30});
    chunk_with(tight_with(params), text)
}

/// A small document under tight parameters that depends on nothing but the seed.
pub(super) fn seeded(seed: u64) -> Value {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..12 + random.below(28) {
        let stem = ["a", "be", "cat", "Dog", "e\u{301}"][random.below(5)];
        let end = ["", "", "", "", ".", "?)"][random.below(6)];
        let gap = [" ", " ", " ", " ", " ", "\n\n", "\r\n"][random.below(7)];
        text.push_str(&format!("{stem}{}{end}{gap}", random.below(9)));
    }
    let min = 1 + random.below(4);
    let backup = 1 + random.below(2);
    let params = json!({
        "window_words": 1 + random.below(4),
        "min_tokens": min,
        "max_tokens": min + 3 + random.below(6),
        "primary_mask_bits": backup + 1 + random.below(4),
        "backup_mask_bits": backup,
        "snap_window_words": random.below(5),
        "snap_to_boundaries": random.below(3) > 0,
    });
    if random.below(3) > 0 {
        return chunk_with(params, text.trim_end());
    }
    let counts: Vec<Value> =
        (0..9).flat_map(|index| [json!([format!("a{index}"), 2]), json!([format!("cat{index}"), 3])]).collect();
    counted(params, text.trim_end(), json!({"id": "t", "counts": counts, "default": 1}))
}

/// SplitMix64: enough randomness for probes, and the same on every machine.
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}
