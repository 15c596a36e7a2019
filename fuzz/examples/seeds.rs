//! Writes the seeds of every fuzz target into `corpus/`, made from the golden vectors. Run it from this folder.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;
use steadlith_fuzz::document;
use steadlith_fuzz::replies::{cases, right_reply};
use steadlith_reference::params::Params;
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::case::{Expectation, VectorFile};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new("corpus");
    let seeds = [
        ("reference_invariants", documents()?),
        ("reference_vs_model", requests()?),
        ("params_json", params()?),
        ("reply_parsing", replies()?),
        ("vector_files", files()?),
    ];
    for (target, seeds) in seeds {
        let dir = corpus.join(target);
        fs::create_dir_all(&dir)?;
        for (index, seed) in seeds.iter().enumerate() {
            fs::write(dir.join(format!("seed-{index:05}")), seed)?;
        }
        println!("{target}: {} seeds", seeds.len());
    }
    Ok(())
}

/// Every text of the vectors, by its own parameters if they can be read and by small ones.
fn documents() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let small = Params {
        window_words: 2,
        min_tokens: 2,
        max_tokens: 8,
        primary_mask_bits: 3,
        backup_mask_bits: 1,
        snap_window_words: 2,
        snap_to_boundaries: true,
        ..Params::default()
    };
    let mut seeds = Vec::new();
    for case in cases()? {
        let Some(text) = case.request.text().map(|text| text.written_out()) else { continue };
        if let Request::Chunk { params: Some(params), .. } = &case.request
            && let Ok(params) = Params::from_json(&params.to_string())
        {
            seeds.push(document::seed(&text, &params, UnicodeVersion::default()));
        }
        seeds.push(document::seed(&text, &small, UnicodeVersion::V13_0));
    }
    Ok(seeds)
}

/// The same documents and parameters, behind the byte that chooses the operation.
fn requests() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let documents = documents()?.into_iter().map(|document| (0, document));
    let params = params()?.into_iter().map(|params| (4, params));
    let mut seeds: Vec<Vec<u8>> = documents.chain(params).map(|(kind, seed)| [&[kind], &seed[..]].concat()).collect();
    // A few leaves, chunk lists and fields.
    for (kind, length) in (5..8).flat_map(|kind| (3..120).step_by(3).map(move |length| (kind, length))) {
        seeds.push([kind].into_iter().chain((0..length).map(|byte: u8| byte.wrapping_mul(37) ^ kind)).collect());
    }
    Ok(seeds)
}

/// The parameters of every case, valid or not.
fn params() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut seeds = vec![Params::default().canonical_json().into_bytes()];
    for case in cases()? {
        if let Request::Params { params: Some(params) } | Request::Chunk { params: Some(params), .. } = case.request {
            seeds.push(params.to_string().into_bytes());
        }
    }
    Ok(seeds)
}

/// The right reply to every case, and a refusal.
fn replies() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut seeds = Vec::new();
    for (index, case) in cases()?.iter().enumerate() {
        let chosen = u16::try_from(index)?.to_le_bytes();
        // Edit the first values of the right reply.
        seeds.push([&chosen[..], &[1, 1, 3, 9, 5, 9]].concat());
        let mut reply = |line: String| seeds.push([&chosen[..], &[1, 0], line.as_bytes()].concat());
        reply(right_reply(case));
        if let Expectation::Error(_) = case.expect {
            let mut twin: Value = serde_json::from_str(&right_reply(case))?;
            twin["error"]["code"] = "invalid-params".into();
            reply(twin.to_string());
        }
    }
    Ok(seeds)
}

/// A file for each case and each relation.
fn files() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let suite = Suite::embedded()?;
    let topic = |id: &str| id.split('/').next().unwrap_or_default().to_owned();
    let small = |seed: &Vec<u8>| seed.len() < 4000;
    let cases = suite.cases.into_iter().map(|case| VectorFile {
        topic: topic(&case.id),
        cases: vec![case],
        relations: Vec::new(),
    });
    let relations = suite.relations.into_iter().map(|case| VectorFile {
        topic: topic(&case.id),
        cases: Vec::new(),
        relations: vec![case],
    });
    let files = cases.chain(relations).map(|file| serde_json::to_vec(&file));
    Ok(files.collect::<Result<Vec<_>, _>>()?.into_iter().filter(small).collect())
}
