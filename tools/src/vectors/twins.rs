//! Every refused case has a valid twin, which differs from it in the one faulty thing.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use steadlith_vectors::case::{Case, Expectation};

/// The cases whose id is taken, and the refused ones without an accepted twin from which they differ in one thing only.
pub fn wrong_twins(cases: &[Case]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut by_id = HashMap::new();
    for case in cases {
        if by_id.insert(case.id.as_str(), case).is_some() {
            wrong.push(format!("case {}: the id is taken already", case.id));
        }
    }
    for case in cases {
        let Some(twin_id) = &case.twin else { continue };
        match by_id.get(twin_id.as_str()) {
            None => wrong.push(format!("case {}: there is no twin {twin_id}", case.id)),
            Some(twin) if matches!(twin.expect, Expectation::Error(_)) => {
                wrong.push(format!("case {}: the twin {twin_id} is refused too", case.id));
            }
            Some(twin) => match differences(&json!(case.request), &json!(twin.request)) {
                1 => {}
                count => wrong.push(format!("case {}: differs from its twin {twin_id} in {count} things", case.id)),
            },
        }
    }
    wrong
}

/// In how many places two values differ. A missing or another member is one place, and so is a list of another length.
fn differences(left: &Value, right: &Value) -> usize {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let names: HashSet<&String> = left.keys().chain(right.keys()).collect();
            names
                .into_iter()
                .map(|name| match (left.get(name), right.get(name)) {
                    (Some(left), Some(right)) => differences(left, right),
                    _ => 1,
                })
                .sum()
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            left.iter().zip(right).map(|(left, right)| differences(left, right)).sum()
        }
        _ => usize::from(left != right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::ask::params;
    use crate::vectors::draft::case;

    #[test]
    fn differences_are_counted_by_place() {
        let count = |left, right| differences(&left, &right);
        assert_eq!(count(json!({"a": 1, "b": [1, 2]}), json!({"a": 1, "b": [1, 2]})), 0);
        assert_eq!(count(json!({"a": 1, "b": [1, 2]}), json!({"a": 2, "b": [3, 4]})), 3);
        assert_eq!(count(json!({"a": 1}), json!({"b": 1})), 2);
        assert_eq!(count(json!([1]), json!([1, 2])), 1);
        assert_eq!(count(json!({"a": null}), json!({})), 1);
        assert_eq!(count(json!(8), json!(8.0)), 1);
    }

    #[test]
    fn a_twin_that_is_missing_refused_or_too_different_is_named() -> Result<(), String> {
        let refused = |id: &str, field: &str, twin: &str| {
            case(id, "refused", "PARAM-8", params(json!({ field: 0 }))).refused("invalid-params", twin).into_case("t")
        };
        let cases = [
            case("valid", "valid", "PARAM-8", params(json!({"window_words": 1}))).into_case("t")?,
            refused("right", "window_words", "valid")?,
            refused("without", "window_words", "nowhere")?,
            refused("with-refused", "window_words", "right")?,
            refused("with-other", "min_tokens", "valid")?,
        ];
        let wrong = wrong_twins(&cases);
        let expected = [
            "case t/without: there is no twin t/nowhere",
            "case t/with-refused: the twin t/right is refused too",
            "case t/with-other: differs from its twin t/valid in 2 things",
        ];
        assert_eq!(wrong, expected);
        Ok(())
    }
}
