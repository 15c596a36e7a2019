//! Values at the edges of their ranges, on both sides.

use serde_json::{Value, json};

use super::dashed;
use crate::vectors::ask::{chunk, params};
use crate::vectors::draft::{Draft, case};

/// 2^53 - 1.
const MOST: u64 = (1 << 53) - 1;

/// Clause, field, valid edge, and the values past it with their names.
type Edge = (&'static str, &'static str, i64, &'static [(&'static str, i64)]);

/// The other parameters have their defaults: minimum 180, maximum 640, masks 8 and 6.
const EDGES: [Edge; 9] = [
    ("PARAM-8", "window_words", 1, &[("0", 0), ("negative", -1)]),
    ("PARAM-8", "min_tokens", 1, &[("0", 0), ("negative", -1)]),
    ("PARAM-8", "backup_mask_bits", 1, &[("0", 0), ("negative", -1)]),
    ("PARAM-8", "snap_window_words", 0, &[("negative", -1)]),
    ("PARAM-9", "min_tokens", 640, &[("641", 641)]),
    ("PARAM-9", "max_tokens", 180, &[("179", 179), ("0", 0), ("negative", -1)]),
    ("PARAM-10", "primary_mask_bits", 7, &[("6", 6), ("5", 5), ("0", 0), ("negative", -1)]),
    // 72 and 264 are 8 modulo 64 and modulo 256.
    ("PARAM-10", "primary_mask_bits", 63, &[("64", 64), ("72", 72), ("264", 264)]),
    ("PARAM-10", "backup_mask_bits", 7, &[("8", 8), ("9", 9)]),
];

pub fn cases() -> Vec<Draft> {
    let mut cases: Vec<Draft> = EDGES.iter().flat_map(at_edge).collect();
    cases.extend(together());
    cases.extend(large());
    cases.extend(in_chunk());
    cases
}

fn at_edge(&(clause, field, edge, past): &Edge) -> Vec<Draft> {
    let name = dashed(field);
    let twin = format!("range-{name}-{edge}");
    let given = |value: i64| params(json!({ field: value }));
    let mut cases = vec![case(twin.clone(), format!("{field} {edge} is valid"), clause, given(edge))];
    cases.extend(past.iter().map(|&(id, value)| {
        let title = format!("{field} {value} is out of range");
        case(format!("range-{name}-{id}"), title, clause, given(value)).refused("invalid-params", &twin)
    }));
    cases
}

/// Two or more parameters at their edges at once.
fn together() -> Vec<Draft> {
    let refused = |id: &str, title: &str, clause: &str, value: Value, twin: &str| {
        case(format!("range-{id}"), title, clause, params(value)).refused("invalid-params", twin)
    };
    vec![
        case(
            "range-smallest",
            "every size at its smallest",
            "PARAM-8 PARAM-9 PARAM-10",
            params(json!({"window_words": 1, "min_tokens": 1, "max_tokens": 1, "primary_mask_bits": 2,
                          "backup_mask_bits": 1, "snap_window_words": 0})),
        ),
        case(
            "range-largest-masks",
            "the largest masks",
            "PARAM-10",
            params(json!({"primary_mask_bits": 63, "backup_mask_bits": 62})),
        ),
        refused(
            "equal-masks",
            "equal masks of 63",
            "PARAM-10",
            json!({"primary_mask_bits": 63, "backup_mask_bits": 63}),
            "range-largest-masks",
        ),
        case(
            "range-equal-sizes",
            "a minimum equal to the maximum",
            "PARAM-9",
            params(json!({"min_tokens": 7, "max_tokens": 7})),
        ),
        refused(
            "min-above-max",
            "a minimum one above the maximum",
            "PARAM-9",
            json!({"min_tokens": 8, "max_tokens": 7}),
            "range-equal-sizes",
        ),
        refused(
            "max-below-min",
            "a maximum one below the minimum",
            "PARAM-9",
            json!({"min_tokens": 7, "max_tokens": 6}),
            "range-equal-sizes",
        ),
        // As strings, 10 comes before 9.
        case("range-digits", "sizes compare as numbers", "PARAM-9", params(json!({"min_tokens": 9, "max_tokens": 10}))),
    ]
}

/// Sizes that do not fit 16, 31, 32 or 63 bits or lose digits as doubles of single precision.
fn large() -> Vec<Draft> {
    let mut cases = Vec::new();
    for (id, value) in [("16-bits", 1_u64 << 16), ("31-bits", 1 << 31), ("32-bits", (1 << 32) + 640), ("53-bits", MOST)]
    {
        for field in ["window_words", "max_tokens", "snap_window_words"] {
            let title = format!("{field} of {value} is hashed in decimal");
            cases.push(case(
                format!("large-{}-{id}", dashed(field)),
                title,
                "PARAM-22 PARAM-15",
                params(json!({ field: value })),
            ));
        }
    }
    cases.push(case(
        "large-min-tokens",
        "a minimum and a maximum of 2^53 - 1",
        "PARAM-15 PARAM-9",
        params(json!({"min_tokens": MOST, "max_tokens": MOST})),
    ));
    cases.push(case(
        "large-round",
        "a maximum of 10^15 is written without exponent",
        "PARAM-22",
        params(json!({"max_tokens": 1_000_000_000_000_000_u64})),
    ));
    cases
}

/// The largest sizes in use: nothing overflows, nothing is allocated by the size of a parameter.
fn in_chunk() -> Vec<Draft> {
    let refused = |id: &str, params: Value, twin: &str| {
        let title = format!("chunking refuses {params}");
        case(format!("range-chunk-{id}"), title, "PARAM-9 PARAM-10", chunk(params, "alpha beta"))
            .refused("invalid-params", twin)
    };
    vec![
        case(
            "large-chunk",
            "every size at 2^53 - 1, for two words",
            "PARAM-15 FP-8",
            chunk(
                json!({"window_words": MOST, "min_tokens": MOST, "max_tokens": MOST, "snap_window_words": MOST,
                       "snap_to_boundaries": true}),
                "alpha beta. gamma",
            ),
        )
        .cuts("3 final"),
        case(
            "large-chunk-window",
            "a window of 2^53 - 1",
            "PARAM-15 FP-8",
            chunk(json!({"window_words": MOST, "min_tokens": 1, "max_tokens": 2}), "a b c"),
        )
        .cuts("2 hard, 3 final"),
        case("large-chunk-max", "a maximum of 2^53 - 1", "PARAM-15", chunk(json!({"max_tokens": MOST}), "a b c"))
            .cuts("3 final"),
        case("range-chunk-valid", "sizes in range", "PARAM-9", chunk(json!({"min_tokens": 640}), "alpha beta")),
        refused("min-641", json!({"min_tokens": 641}), "range-chunk-valid"),
        case("range-chunk-masks", "masks in range", "PARAM-10", chunk(json!({"primary_mask_bits": 7}), "alpha beta")),
        refused("equal-masks", json!({"primary_mask_bits": 6}), "range-chunk-masks"),
    ]
}
