//! What has to hold between the answers to several requests (PROTO-36).

use std::collections::HashSet;

use steadlith_vectors::case::Holds;
use steadlith_vectors::reply::ChunkOk;

use super::difference::difference_either_way;
use super::typed::TypedOk;
use crate::failure::{Class, Difference, Failure};

/// Judges the answers to the requests of a relation case, in the order of the requests. [`Holds::SameAnswers`] speaks
/// of answers to the same request and is judged by [`same_answer`].
///
/// # Errors
/// The [`Failure`], which names the two requests.
pub fn holds(holds: Holds, answers: &[TypedOk]) -> Result<(), Failure> {
    let chunked = || pairs(answers, chunk_reply).into_iter();
    match holds {
        Holds::SameChunkHashes => chunked().try_for_each(|(one, other)| same_hashes(one, other)),
        Holds::CommonChunkHash => chunked().try_for_each(|(one, other)| match common_hash(one.1, other.1) {
            Some(_) => Ok(()),
            None => Err(wrong(one.0, other.0, "have no chunk hash in common, but must have one")),
        }),
        Holds::NoCommonChunkHash => chunked().try_for_each(|(one, other)| match common_hash(one.1, other.1) {
            None => Ok(()),
            Some(hash) => {
                Err(wrong(one.0, other.0, &format!("have the chunk hash {hash} in common, but must have none")))
            }
        }),
        Holds::DifferentParamsHashes => pairs(answers, params_hash).into_iter().try_for_each(|(one, other)| {
            if one.1 == other.1 {
                Err(wrong(one.0, other.0, &format!("have the same parameter hash {}, but must not", one.1)))
            } else {
                Ok(())
            }
        }),
        Holds::SameAnswers => Ok(()),
    }
}

/// Judges the answer to a request that was asked before.
///
/// # Errors
/// The [`Failure`], which says how the second asking differed.
pub fn same_answer(number: usize, how: &str, first: &TypedOk, again: &TypedOk) -> Result<(), Failure> {
    match difference_either_way(first, again) {
        None => Ok(()),
        Some(difference) => Err(Failure {
            message: format!("request {} is answered differently {how}: {} differs", number + 1, difference.path),
            difference: Some(Box::new(difference)),
            ..Failure::new(Class::WrongAnswer, "")
        }),
    }
}

type Numbered<'a, T> = (usize, &'a T);

/// Every pair of answers of one kind, with the numbers of their requests.
fn pairs<'a, T: ?Sized>(
    answers: &'a [TypedOk],
    kind: fn(&'a TypedOk) -> Option<&'a T>,
) -> Vec<(Numbered<'a, T>, Numbered<'a, T>)> {
    let of_kind: Vec<Numbered<'a, T>> =
        answers.iter().enumerate().filter_map(|(number, answer)| Some((number, kind(answer)?))).collect();
    let after = |index: usize| of_kind[index + 1..].iter().copied();
    of_kind.iter().enumerate().flat_map(|(index, &one)| after(index).map(move |other| (one, other))).collect()
}

fn chunk_reply(answer: &TypedOk) -> Option<&ChunkOk> {
    match answer {
        TypedOk::Chunk(reply) => Some(reply),
        _ => None,
    }
}

fn params_hash(answer: &TypedOk) -> Option<&str> {
    match answer {
        TypedOk::Params(reply) => Some(&reply.params_hash),
        _ => None,
    }
}

fn same_hashes(one: Numbered<'_, ChunkOk>, other: Numbered<'_, ChunkOk>) -> Result<(), Failure> {
    let (expected, actual) = (&one.1.chunks, &other.1.chunks);
    let differing = expected.iter().zip(actual).position(|(one, other)| one.chunk_hash != other.chunk_hash);
    let difference = match differing {
        Some(index) => {
            let (expected, actual) = (&expected[index].chunk_hash, &actual[index].chunk_hash);
            Difference::new(format!("chunks[{index}].chunk_hash"), expected.clone(), actual.clone())
        }
        None if expected.len() != actual.len() => Difference::new("chunks.length", expected.len(), actual.len()),
        None => return Ok(()),
    };
    let failure = wrong(one.0, other.0, "must have the same chunk hashes");
    Err(Failure { difference: Some(Box::new(difference)), ..failure })
}

fn common_hash<'a>(one: &'a ChunkOk, other: &ChunkOk) -> Option<&'a str> {
    let hashes: HashSet<&str> = other.chunks.iter().map(|chunk| chunk.chunk_hash.as_str()).collect();
    one.chunks.iter().map(|chunk| chunk.chunk_hash.as_str()).find(|hash| hashes.contains(hash))
}

fn wrong(one: usize, other: usize, what: &str) -> Failure {
    Failure::new(Class::WrongAnswer, format!("the answers to requests {} and {} {what}", one + 1, other + 1))
}
