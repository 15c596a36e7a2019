//! The golden vectors: their definitions, topic by topic in the order of the specification, and their generation.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use steadlith_vectors::case::VectorFile;
use steadlith_vectors::suite::{self, LoadError};
use thiserror::Error;

pub mod answers;
mod ask;
mod cut;
mod diagnostics;
mod draft;
mod fingerprints;
mod identity;
mod large;
mod locality;
mod merkle;
mod norm;
mod occurrence;
mod params;
mod plan;
mod relations;
mod render;
mod script;
mod search;
mod snap;
mod tokens;
mod traps;
mod twins;
mod unicode;

use draft::Draft;

/// The definitions of a topic.
type Definitions = fn() -> Vec<Draft>;

/// The topics, which are also the names of the files, with their definitions.
const TOPICS: &[(&str, Definitions)] = &[
    ("norm", norm::cases),
    ("unicode", unicode::cases),
    ("tokens", tokens::cases),
    ("params", params::cases),
    ("fingerprints", fingerprints::cases),
    ("cut", cut::cases),
    ("snap", snap::cases),
    ("identity", identity::cases),
    ("merkle", merkle::cases),
    ("occurrence", occurrence::cases),
    ("plan", plan::cases),
    ("diagnostics", diagnostics::cases),
    ("locality", locality::cases),
    ("large", large::cases),
    ("traps", traps::cases),
];

/// Why vectors cannot be generated, written or read.
#[derive(Debug, Error)]
pub enum Error {
    /// Definitions that the reference contradicts, or that are wrong in themselves: one line each.
    #[error("{}", .0.join("\n"))]
    Definitions(Vec<String>),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The list of released cases cannot be used.
    #[error(transparent)]
    Frozen(#[from] LoadError),
    /// A value that is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// A generated file.
#[derive(Debug)]
pub struct Generated {
    /// What it holds.
    pub vectors: VectorFile,
    /// The same as it is written.
    pub json: String,
}

impl Generated {
    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.json", self.vectors.topic)
    }
}

/// Generates all vector files. A released case keeps the suite version that brought it; every other comes in with the
/// suite's own (VER-12).
///
/// # Errors
/// The first definition at fault.
pub fn generated() -> Result<Vec<Generated>, Error> {
    let frozen = suite::frozen()?;
    let released = frozen.since();
    let mut files = Vec::new();
    let mut wrong = Vec::new();
    for (topic, definitions) in TOPICS {
        let mut cases = Vec::new();
        for draft in definitions() {
            let id = format!("{topic}/{}", draft.id());
            match draft.into_case(topic) {
                Ok(mut case) => {
                    if let Some(&since) = released.get(case.id.as_str()) {
                        since.clone_into(&mut case.since);
                    }
                    cases.push(case);
                }
                Err(message) => wrong.push(format!("case {id}: {message}")),
            }
        }
        wrong.extend(twins::wrong_twins(&cases));
        let vectors = VectorFile { topic: (*topic).to_owned(), cases, relations: Vec::new() };
        files.push(Generated { json: render::rendered(&vectors)?, vectors });
    }
    let mut relations = relations::relations();
    for case in &mut relations {
        if let Some(&since) = released.get(case.id.as_str()) {
            since.clone_into(&mut case.since);
        }
    }
    wrong.extend(relations.iter().filter_map(|relation| {
        let message = relations::contradiction(relation).err()?;
        Some(format!("case {}: {message}", relation.id))
    }));
    let vectors = VectorFile { topic: relations::TOPIC.to_owned(), cases: Vec::new(), relations };
    files.push(Generated { json: render::rendered(&vectors)?, vectors });
    if wrong.is_empty() { Ok(files) } else { Err(Error::Definitions(wrong)) }
}

/// Writes all vector files into a folder.
///
/// # Errors
/// The first definition or file at fault; nothing is written if a definition is.
pub fn write(dir: &Path) -> Result<usize, Error> {
    let files = generated()?;
    fs::create_dir_all(dir).map_err(|source| Error::File { path: dir.to_owned(), source })?;
    for file in &files {
        let path = dir.join(file.name());
        fs::write(&path, &file.json).map_err(|source| Error::File { path, source })?;
    }
    Ok(files.iter().map(|file| file.vectors.cases.len() + file.vectors.relations.len()).sum())
}

/// Says of each vector file in a folder what is stale about it: the cases by id, or the file as a whole.
///
/// # Errors
/// The first definition at fault.
pub fn stale(dir: &Path) -> Result<Vec<String>, Error> {
    let mut stale = Vec::new();
    let mut known = HashSet::from(["frozen.json".to_owned()]);
    for file in generated()? {
        let name = file.name();
        match fs::read_to_string(dir.join(&name)) {
            Ok(json) if json == file.json => {}
            Ok(json) => stale.extend(stale_cases(&file, &json).iter().map(|what| format!("{name}: {what}"))),
            Err(error) => stale.push(format!("{name}: {error}")),
        }
        known.insert(name);
    }
    let entries = fs::read_dir(dir).map_err(|source| Error::File { path: dir.to_owned(), source })?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") && !known.contains(&name) {
            stale.push(format!("{name}: no topic of this name is defined"));
        }
    }
    Ok(stale)
}

/// The cases of a written file that differ from the generated ones.
fn stale_cases(generated: &Generated, json: &str) -> Vec<String> {
    let written: VectorFile = match serde_json::from_str(json) {
        Ok(written) => written,
        Err(error) => return vec![format!("no vector file: {error}")],
    };
    let mut stale = stale_among(&generated.vectors.cases, &written.cases, |case| &case.id);
    stale.extend(stale_among(&generated.vectors.relations, &written.relations, |relation| &relation.id));
    if stale.is_empty() {
        stale.push("the cases are right, but not their order or layout".to_owned());
    }
    stale
}

/// What is missing, stale or unknown among written items, by id.
fn stale_among<T: PartialEq>(generated: &[T], written: &[T], id: impl Fn(&T) -> &String) -> Vec<String> {
    let mut unseen: HashMap<&String, &T> = written.iter().map(|item| (id(item), item)).collect();
    let mut stale = Vec::new();
    for item in generated {
        match unseen.remove(id(item)) {
            None => stale.push(format!("case {} is missing", id(item))),
            Some(written) if written != item => stale.push(format!("case {} is stale", id(item))),
            Some(_) => {}
        }
    }
    stale.extend(unseen.keys().map(|id| format!("case {id} is not defined")));
    stale
}
