//! Whole sets of vectors: the embedded one, and others from a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::case::{Case, VectorFile};
use crate::text::sha256_hex;

/// The version of the embedded suite.
pub const SUITE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The embedded vector files, by topic and in order of name, which is the order of a folder.
const FILES: &[(&str, &str)] = &[
    ("fingerprints", include_str!("../v1/fingerprints.json")),
    ("norm", include_str!("../v1/norm.json")),
    ("params", include_str!("../v1/params.json")),
    ("tokens", include_str!("../v1/tokens.json")),
    ("unicode", include_str!("../v1/unicode.json")),
];

/// A set of vectors.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The cases, in the order of their files and within them.
    pub cases: Vec<Case>,
}

/// Why a set of vectors cannot be used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder without any vector file.
    #[error("{} holds no vector file (NAME.json)", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// A file that does not fit the schema.
    #[error("{file}: at {at}: {message}")]
    Malformed {
        /// The file.
        file: String,
        /// Where in the document, such as `cases[3].level`.
        at: String,
        /// What was wrong.
        message: String,
    },
    /// A case that contradicts its file or another case.
    #[error("{file}: case {id:?}: {message}")]
    Inconsistent {
        /// The file.
        file: String,
        /// The case.
        id: String,
        /// What was wrong.
        message: String,
    },
}

impl Suite {
    /// The vectors that are built into this crate.
    ///
    /// # Errors
    /// A [`LoadError`] if an embedded file is malformed, which the tests of this crate rule out.
    pub fn embedded() -> Result<Suite, LoadError> {
        Suite::parse(FILES.iter().map(|&(topic, json)| (format!("{topic}.json"), json)))
    }

    /// The vectors of a folder: every `NAME.json` in it but `frozen.json`, in order of name.
    ///
    /// # Errors
    /// A [`LoadError`] that names the file and the place in it.
    pub fn from_dir(dir: &Path) -> Result<Suite, LoadError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            |source| LoadError::Unreadable { path, source }
        };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(dir).map_err(unreadable(dir))? {
            let path = entry.map_err(unreadable(dir))?.path();
            if path.extension().is_some_and(|extension| extension == "json")
                && path.file_name().is_some_and(|name| name != "frozen.json")
            {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err(LoadError::Empty { path: dir.to_owned() });
        }
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let json = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
            files.push((path.display().to_string(), json));
        }
        Suite::parse(files.iter().map(|(file, json)| (file.clone(), json.as_str())))
    }

    fn parse<'f>(files: impl Iterator<Item = (String, &'f str)>) -> Result<Suite, LoadError> {
        let mut cases: Vec<Case> = Vec::new();
        let mut file_of: HashMap<String, String> = HashMap::new();
        for (file, json) in files {
            let vectors = parse_file(&file, json)?;
            for case in vectors.cases {
                let inconsistent =
                    |message: String| LoadError::Inconsistent { file: file.clone(), id: case.id.clone(), message };
                if !case.id.starts_with(&format!("{}/", vectors.topic)) {
                    return Err(inconsistent(format!(
                        "the id does not start with {:?}",
                        format!("{}/", vectors.topic)
                    )));
                }
                if let Some(other) = file_of.insert(case.id.clone(), file.clone()) {
                    return Err(inconsistent(format!("the id is taken already, in {other}")));
                }
                cases.push(case);
            }
        }
        Ok(Suite { cases })
    }

    /// The case of this id.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// SHA-256 over the cases, one compact JSON line each: two suites with the same digest ask the same and expect
    /// the same.
    #[must_use]
    pub fn digest(&self) -> String {
        let lines: String = self.cases.iter().map(|case| format!("{}\n", case_json(case))).collect();
        sha256_hex(lines.as_bytes())
    }
}

/// The digest of one case, as the frozen list holds it.
#[must_use]
pub fn case_digest(case: &Case) -> String {
    sha256_hex(case_json(case).as_bytes())
}

fn case_json(case: &Case) -> String {
    // A case holds only strings, numbers and maps with string keys, which always serialise.
    serde_json::to_string(case).unwrap_or_default()
}

fn parse_file(file: &str, json: &str) -> Result<VectorFile, LoadError> {
    let deserializer = &mut serde_json::Deserializer::from_str(json);
    serde_path_to_error::deserialize(deserializer).map_err(|error| LoadError::Malformed {
        file: file.to_owned(),
        at: error.path().to_string(),
        message: error.inner().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_embedded() -> Result<(), LoadError> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("v1");
        let on_disk = Suite::from_dir(&dir)?;
        assert_eq!(on_disk.cases, Suite::embedded()?.cases);
        Ok(())
    }
}
