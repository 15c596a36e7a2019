//! PLAN-7 and PLAN-18 to PLAN-22 with methods that misbehave in one way each.

use serde_json::json;
use steadlith_vectors::reply::{ChunkOk, ErrorReply};
use steadlith_vectors::request::Request;

use super::*;
use crate::chunks::{Chunks, NoChunks, Reference};
use crate::churn::baselines::{Baseline, Fixed};
use crate::failure::{Class, Failure};

/// The reference, but for some texts.
struct Odd<'o> {
    /// What a text that holds this makes it do.
    on: &'static str,
    does: Box<dyn FnMut(ChunkOk) -> Result<ChunkOk, NoChunks> + 'o>,
}

impl Chunks for Odd<'_> {
    fn chunks(&mut self, request: &Request) -> Result<ChunkOk, NoChunks> {
        let chunks = Reference::default().chunks(request)?;
        let is_meant = request.text().is_some_and(|text| text.written_out().contains(self.on));
        if is_meant { (self.does)(chunks) } else { Ok(chunks) }
    }
}

fn info(name: &str) -> MethodInfo {
    MethodInfo { name: name.to_owned(), version: None, command: None, identity: None, params: json!({}) }
}

fn fixed<'m>(tokens: u64) -> (MethodInfo, Method<'m>) {
    let fixed = Fixed { chunk_size_tokens: tokens, overlap_tokens: 0 };
    (info("fixed"), Method::Baseline(Baseline::Fixed(fixed)))
}

fn odd<'m>(on: &'static str, does: impl FnMut(ChunkOk) -> Result<ChunkOk, NoChunks> + 'm) -> (MethodInfo, Method<'m>) {
    let odd = Odd { on, does: Box::new(does) };
    (info("odd"), Method::Implementation(Box::new(odd), json!({"min_tokens": 1, "max_tokens": 3})))
}

fn pair(name: &str, old: &str, new: &str) -> Pair {
    Pair { name: name.to_owned(), old: old.to_owned(), new: new.to_owned() }
}

fn three_pairs() -> [Pair; 3] {
    [
        pair("1", "a b c d e f g h", "a b c d x f g h"),
        pair("2", "a b c d e f g h i", "a b c d e f g h i"),
        pair("3", "some words that have no like", "other tokens entirely"),
    ]
}

fn compared(methods: &mut [(MethodInfo, Method<'_>)]) -> Churn {
    compare(methods, &three_pairs(), Bootstrap { seed: 1, resamples: 200 }, &mut |_| {})
}

fn refused() -> NoChunks {
    NoChunks::Refused(Box::new(ErrorReply {
        code: "oversized-word".to_owned(),
        field: None,
        message: None,
        word_index: Some(0),
        token_count: Some(9),
        max_tokens: Some(3),
    }))
}

/// PLAN-7, PLAN-16, PLAN-17, PLAN-20: figures that can be followed by hand.
#[test]
fn a_mean_counts_each_document_the_same() {
    let churn = compared(&mut [fixed(4)]);
    // Old `a b c d`, `e f g h`; new `a b c d`, `x f g h`: half of the tokens are new.
    let fractions: Vec<f64> =
        churn.pairs.iter().filter_map(PairResult::measured).map(|of| of[0].recompute_fraction).collect();
    assert_eq!(fractions, [0.5, 0.0, 1.0]);
    assert_eq!(churn.mean("fixed").map(|estimate| estimate.mean), Some(0.5));
    let bands: Vec<Option<Band>> = churn.groups.iter().map(|group| group.band).collect();
    assert_eq!(bands, [None, Some(Band::UpTo5), Some(Band::UpTo20), Some(Band::Above50)]);
    let plan = churn.groups[2].plans[0];
    assert_eq!((plan.keep.chunks, plan.add.tokens, plan.delete.tokens), (1, 4, 4));
    assert!(!churn.has_unexpected());
}

/// PLAN-20: differences are taken pair by pair, the later method minus the earlier.
#[test]
fn differences_are_paired() {
    let mut other = fixed(8);
    other.0.name = "other".to_owned();
    let churn = compared(&mut [fixed(4), other]);
    let difference = churn.groups[0].differences[0];
    assert_eq!((difference.method, difference.minus), (1, 0));
    // With 8 tokens the first pair recomputes everything; the others are as before.
    assert!((difference.estimate.mean - 0.5 / 3.0).abs() < 1e-12, "{difference:?}");
    assert!(difference.estimate.low >= 0.0 && difference.estimate.high <= 0.5, "{difference:?}");
}

/// PLAN-19: what one method refuses is left out for all, and named.
#[test]
fn a_refused_pair_is_left_out_for_every_method_and_named() {
    let churn = compared(&mut [fixed(4), odd("entirely", |_| Err(refused()))]);
    assert_eq!((churn.pairs.len(), churn.compared()), (3, 2));
    assert_eq!(churn.mean("fixed").map(|estimate| estimate.mean), Some(0.25));
    let left_out: Vec<(&str, usize)> = churn.left_out().map(|(pair, method, _)| (pair.name.as_str(), method)).collect();
    assert_eq!(left_out, [("3", 1)]);
    assert!(matches!(
        &churn.pairs[2].outcomes[1],
        Outcome::Refused { revision: crate::churn::measure::Revision::New, code, .. } if code == "oversized-word"
    ));
    assert!(!churn.has_unexpected(), "a refusal is no failure");
}

/// PLAN-22: a failure is not a refusal, and nothing to compare is not a success.
#[test]
fn failures_and_empty_comparisons_are_unexpected() {
    let crash = || NoChunks::Failed(Box::new(Failure::new(Class::Crash, "it died")));
    let churn = compared(&mut [fixed(4), odd("entirely", |_| Err(crash()))]);
    assert_eq!(churn.compared(), 2);
    assert!(churn.has_unexpected());
    let churn = compared(&mut [fixed(4), odd("", |_| Err(refused()))]);
    assert_eq!((churn.compared(), churn.mean("fixed")), (0, None));
    assert!(churn.has_unexpected());
}

/// PLAN-18: chunks that change without an edit, be it in their text, their place or their number.
#[test]
fn a_broken_control_is_found() {
    let mut asked = 0;
    let changing: [fn(&mut ChunkOk); 3] = [
        |reply| {
            reply.chunks[0].text.push('!');
            reply.chunks[0].chunk_hash.push('0');
        },
        |reply| reply.chunks[1].start_offset += 1,
        |reply| drop(reply.chunks.pop()),
    ];
    for change in changing {
        let does = |mut reply: ChunkOk| {
            asked += 1;
            if asked % 3 == 0 {
                change(&mut reply);
            }
            Ok(reply)
        };
        let churn = compared(&mut [fixed(4), odd("a b c", does)]);
        let broken: Vec<(&str, usize)> =
            churn.broken_controls().map(|(pair, method, _)| (pair.name.as_str(), method)).collect();
        assert!(broken.contains(&("1", 1)), "{broken:?}");
        assert!(broken.iter().all(|(_, method)| *method == 1), "{broken:?}");
        assert!(churn.has_unexpected());
    }
}

/// PLAN-18: what was accepted at first and is refused the second time.
#[test]
fn a_refusal_of_the_control_is_a_broken_control() {
    let mut asked = 0;
    let does = |reply: ChunkOk| {
        asked += 1;
        if asked == 3 { Err(refused()) } else { Ok(reply) }
    };
    let churn = compared(&mut [fixed(4), odd("a b c", does)]);
    assert_eq!(churn.compared(), 2);
    assert!(churn.left_out().all(|(_, _, outcome)| matches!(outcome, Outcome::Refused { .. })));
    assert!(churn.has_unexpected());
}

/// An interruption gives what there is.
#[test]
fn an_interrupted_comparison_says_so() {
    let churn = compared(&mut [fixed(4), odd("some words", |_| Err(NoChunks::Stopped))]);
    assert!(churn.interrupted);
    assert_eq!(churn.pairs.len(), 2);
}
