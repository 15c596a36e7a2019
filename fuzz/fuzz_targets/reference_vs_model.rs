//! The reference and the second implementation answer every well-formed request alike, or both refuse it. Which of
//! two faults a refusal names is left open.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use steadlith_conformance::model::Model;
use steadlith_conformance::testee::Testee;
use steadlith_fuzz::requests::Requests;

fuzz_target!(|input: Requests| {
    let reference = Testee::new(input.unicode);
    let mut model = Model::new(Some(input.unicode.as_str()), None);
    for request in input.requests {
        let line = reference.answer_line(&request.to_string());
        let mut one: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut other = model.answer(&request);
        if one.get("error").is_some() && other.get("error").is_some() {
            continue;
        }
        let (rate, other_rate) = (take_rate(&mut one), take_rate(&mut other));
        assert!((rate - other_rate).abs() <= 1e-12, "{request}: {rate} and {other_rate}");
        assert_eq!(one["ok"], other["ok"], "{request}");
        assert!(one["ok"].is_object(), "{request}: {one} and {other}");
    }
});

/// The hard cut rate, which may differ by a rounding; 0 if there is none.
fn take_rate(reply: &mut Value) -> f64 {
    reply
        .pointer_mut("/ok/diagnostics/hard_cut_rate")
        .map(Value::take)
        .and_then(|rate| rate.as_f64())
        .unwrap_or_default()
}
