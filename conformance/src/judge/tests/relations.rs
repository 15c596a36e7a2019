use steadlith_vectors::case::Holds;
use steadlith_vectors::reply::ParamsOk;

use super::*;

fn chunked(hashes: &[&str]) -> TypedOk {
    let mut ok = reference_ok(&json!({"op": "chunk", "text": "alpha"}));
    let chunk = ok["chunks"][0].clone();
    ok["chunks"] = hashes
        .iter()
        .map(|hash| {
            let mut chunk = chunk.clone();
            chunk["chunk_hash"] = json!(hash);
            chunk
        })
        .collect();
    TypedOk::Chunk(serde_json::from_value(ok).unwrap_or_else(|error| panic!("{error}")))
}

fn params(hash: &str) -> TypedOk {
    TypedOk::Params(ParamsOk { params_hash: hash.to_owned() })
}

fn message(holds: Holds, answers: &[TypedOk]) -> String {
    relation::holds(holds, answers).map_or_else(|failure| failure.message, |()| "holds".to_owned())
}

#[test]
fn same_chunk_hashes() {
    let holds = Holds::SameChunkHashes;
    assert_eq!(message(holds, &[chunked(&["a", "b"]), params("x"), chunked(&["a", "b"])]), "holds");
    let differs = "the answers to requests 1 and 3 must have the same chunk hashes";
    assert_eq!(message(holds, &[chunked(&["a", "b"]), params("x"), chunked(&["a", "c"])]), differs);
    assert_eq!(message(holds, &[chunked(&["a"]), params("x"), chunked(&["a", "b"])]), differs);
}

#[test]
fn common_and_no_common_chunk_hash() {
    let (ab, bc, d) = (chunked(&["a", "b"]), chunked(&["b", "c"]), chunked(&["d"]));
    assert_eq!(message(Holds::CommonChunkHash, &[ab.clone(), bc.clone()]), "holds");
    assert_eq!(
        message(Holds::CommonChunkHash, &[ab.clone(), bc.clone(), d.clone()]),
        "the answers to requests 1 and 3 have no chunk hash in common, but must have one"
    );
    assert_eq!(message(Holds::NoCommonChunkHash, &[ab.clone(), d.clone()]), "holds");
    assert_eq!(
        message(Holds::NoCommonChunkHash, &[d, ab, bc]),
        "the answers to requests 2 and 3 have the chunk hash b in common, but must have none"
    );
}

#[test]
fn different_params_hashes() {
    let holds = Holds::DifferentParamsHashes;
    assert_eq!(message(holds, &[params("a"), params("b")]), "holds");
    assert_eq!(
        message(holds, &[params("a"), params("b"), params("a")]),
        "the answers to requests 1 and 3 have the same parameter hash a, but must not"
    );
}

#[test]
fn the_same_answer_again() {
    assert_eq!(relation::same_answer(0, "in a fresh process", &params("a"), &params("a")), Ok(()));
    let other = relation::same_answer(1, "in a fresh process", &params("a"), &params("b"));
    fails(other, Class::WrongAnswer, "request 2 is answered differently in a fresh process: params_hash differs");
    let refused = relation::same_answer(0, "again", &params("a"), &chunked(&[]));
    assert!(refused.is_err(), "answers to different operations are not the same");
}
