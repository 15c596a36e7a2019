//! Whole sets of vectors: the embedded one, and others from a folder.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::case::{Case, Relation, VectorFile};
use crate::document::{Misplaced, document};
use crate::frozen::Frozen;
use crate::request::Request;
use crate::text::{Text, sha256_hex};

/// The version of the embedded suite, `X.Y` (VER-12).
pub const SUITE_VERSION: &str = "0.1";

/// The embedded vector files, by topic and in order of name, which is the order of a folder.
const FILES: &[(&str, &str)] = &[
    ("cut", include_str!("../v1/cut.json")),
    ("diagnostics", include_str!("../v1/diagnostics.json")),
    ("fingerprints", include_str!("../v1/fingerprints.json")),
    ("identity", include_str!("../v1/identity.json")),
    ("large", include_str!("../v1/large.json")),
    ("locality", include_str!("../v1/locality.json")),
    ("merkle", include_str!("../v1/merkle.json")),
    ("norm", include_str!("../v1/norm.json")),
    ("occurrence", include_str!("../v1/occurrence.json")),
    ("params", include_str!("../v1/params.json")),
    ("plan", include_str!("../v1/plan.json")),
    ("relations", include_str!("../v1/relations.json")),
    ("snap", include_str!("../v1/snap.json")),
    ("tokens", include_str!("../v1/tokens.json")),
    ("traps", include_str!("../v1/traps.json")),
    ("unicode", include_str!("../v1/unicode.json")),
];

const FROZEN: &str = include_str!("../v1/frozen.json");

/// A set of vectors.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The suite version whose cases these are, `X.Y` (VER-12).
    pub version: String,
    /// The cases, in the order of their files and within them.
    pub cases: Vec<Case>,
    /// The relation cases, likewise.
    pub relations: Vec<Relation>,
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
    /// A suite version in which no case came in.
    #[error("there is no suite version {version:?}; there is {}", known.join(", "))]
    NoSuchVersion {
        /// The version that was asked for.
        version: String,
        /// The versions that there are.
        known: Vec<String>,
    },
    /// A generated text that is out of bounds or does not give its sample.
    #[error("case {id:?}: {message}")]
    Text {
        /// The case.
        id: String,
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
        Suite::parse(files.iter().map(|(file, json)| (file.clone(), json.as_str())))?.with_checked_texts()
    }

    /// The vectors of one file given as JSON; `name` stands in errors.
    ///
    /// # Errors
    /// A [`LoadError`] that names the place.
    pub fn from_json(name: &str, json: &str) -> Result<Suite, LoadError> {
        Suite::parse(std::iter::once((name.to_owned(), json)))?.with_checked_texts()
    }

    /// The same suite, if every generated text is within bounds and gives its sample.
    fn with_checked_texts(self) -> Result<Suite, LoadError> {
        for case in &self.cases {
            check_text(&case.id, &case.request)?;
        }
        for case in &self.relations {
            for request in &case.requests {
                check_text(&case.id, request)?;
            }
        }
        Ok(self)
    }

    fn parse<'f>(files: impl Iterator<Item = (String, &'f str)>) -> Result<Suite, LoadError> {
        let mut suite = Suite { version: SUITE_VERSION.to_owned(), cases: Vec::new(), relations: Vec::new() };
        let mut file_of: HashMap<String, String> = HashMap::new();
        for (file, json) in files {
            let vectors: VectorFile = parse_file(&file, json)?;
            let prefix = format!("{}/", vectors.topic);
            let ids = vectors.cases.iter().map(|case| &case.id).chain(vectors.relations.iter().map(|case| &case.id));
            for id in ids {
                let inconsistent =
                    |message: String| LoadError::Inconsistent { file: file.clone(), id: id.clone(), message };
                if !id.starts_with(&prefix) {
                    return Err(inconsistent(format!("the id does not start with {prefix:?}")));
                }
                if let Some(other) = file_of.insert(id.clone(), file.clone()) {
                    return Err(inconsistent(format!("the id is taken already, in {other}")));
                }
            }
            suite.cases.extend(vectors.cases);
            suite.relations.extend(vectors.relations);
        }
        Ok(suite)
    }

    /// The cases that this suite had in an earlier version: those that came in with it or before (VER-12).
    ///
    /// # Errors
    /// [`LoadError::NoSuchVersion`] if no case came in with that version.
    pub fn as_of(mut self, version: &str) -> Result<Suite, LoadError> {
        let sinces: BTreeSet<&str> = self.sinces().into_values().collect();
        if !sinces.contains(version) {
            let known = sinces.into_iter().map(str::to_owned).collect();
            return Err(LoadError::NoSuchVersion { version: version.to_owned(), known });
        }
        let asked = numbers(version);
        self.cases.retain(|case| numbers(&case.since) <= asked);
        self.relations.retain(|case| numbers(&case.since) <= asked);
        self.version = version.to_owned();
        Ok(self)
    }

    /// The case of this id.
    #[must_use]
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }

    /// SHA-256 over the ids and digests of all cases in order of id (PROTO-38): two suites with the same digest ask
    /// the same and expect the same.
    #[must_use]
    pub fn digest(&self) -> String {
        let lines: String = self.digests().into_iter().map(|(id, digest)| format!("{id} {digest}\n")).collect();
        sha256_hex(lines.as_bytes())
    }

    /// The digest of every case by its id (PROTO-38): SHA-256 of what it keeps (VER-9), as compact JSON. Titles,
    /// notes and origins may be improved and are not part of it.
    #[must_use]
    pub fn digests(&self) -> BTreeMap<&str, String> {
        let cases = self.cases.iter().map(|case| {
            let answer = (&case.expect, &case.or_refused);
            let kept = (&case.id, &case.clauses, case.level, &case.requires, &case.request, answer);
            (case.id.as_str(), digest_of(&kept))
        });
        let relations = self.relations.iter().map(|case| {
            let kept = (&case.id, &case.clauses, case.level, &case.requires, &case.requests, case.holds);
            (case.id.as_str(), digest_of(&kept))
        });
        cases.chain(relations).collect()
    }

    /// The suite version that brought each case, by its id (VER-12).
    #[must_use]
    pub fn sinces(&self) -> BTreeMap<&str, &str> {
        let cases = self.cases.iter().map(|case| (case.id.as_str(), case.since.as_str()));
        cases.chain(self.relations.iter().map(|case| (case.id.as_str(), case.since.as_str()))).collect()
    }
}

/// The two numbers of a suite version, for comparison; `None` if it has another form.
pub(crate) fn numbers(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn check_text(id: &str, request: &Request) -> Result<(), LoadError> {
    let checked = request.text().map_or(Ok(()), Text::check);
    checked.map_err(|message| LoadError::Text { id: id.to_owned(), message })
}

fn digest_of(kept: &impl Serialize) -> String {
    // A case holds only strings, numbers and maps with string keys, which always serialise.
    sha256_hex(&serde_json::to_vec(kept).unwrap_or_default())
}

/// The list of released cases that is built into this crate.
///
/// # Errors
/// A [`LoadError`] if the embedded file is malformed, which the tests of this crate rule out.
pub fn frozen() -> Result<Frozen, LoadError> {
    parse_file("frozen.json", FROZEN)
}

fn parse_file<T: DeserializeOwned>(file: &str, json: &str) -> Result<T, LoadError> {
    document(json).map_err(|Misplaced { at, message }| LoadError::Malformed { file: file.to_owned(), at, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_embedded() -> Result<(), LoadError> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("v1");
        let on_disk = Suite::from_dir(&dir)?;
        let embedded = Suite::embedded()?;
        // The folder is read in order of name, the embedded files stand in order of the chapters.
        assert_eq!(on_disk.digests(), embedded.digests());
        Ok(())
    }

    #[test]
    fn an_earlier_version_has_the_cases_of_its_time() -> Result<(), LoadError> {
        let mut suite = Suite::embedded()?;
        assert!(suite.cases.iter().all(|case| numbers(&case.since).is_some()), "a version has another form");
        let all = suite.cases.len();
        suite.cases[0].since = "0.10".to_owned();
        assert_eq!(suite.clone().as_of("0.1")?.cases.len(), all - 1);
        assert_eq!(suite.clone().as_of("0.10")?.cases.len(), all);
        assert!(suite.as_of("0.2").is_err_and(|error| error.to_string().contains("\"0.2\"; there is 0.1, 0.10")));
        Ok(())
    }

    #[test]
    fn released_cases_have_not_changed() -> Result<(), LoadError> {
        assert_eq!(frozen()?.breaches(&Suite::embedded()?), Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn a_released_version_gets_no_new_case() -> Result<(), LoadError> {
        let frozen = frozen()?;
        let released = Suite::embedded()?;
        let breaches_with = |change: &dyn Fn(&mut Suite)| {
            let mut suite = released.clone();
            change(&mut suite);
            frozen.breaches(&suite)
        };
        let added = |since: &'static str| {
            move |suite: &mut Suite| {
                let mut case = suite.cases[0].clone();
                case.id += "-again";
                since.clone_into(&mut case.since);
                suite.cases.push(case);
            }
        };
        let id = &released.cases[0].id;
        let new = |since: &str| {
            vec![format!(
                "{id}-again: the case is new and says that it came in with {since}, but 0.1 is released; raise the version"
            )]
        };
        assert_eq!(breaches_with(&added("0.1")), new("0.1"));
        assert_eq!(breaches_with(&added("0.0")), new("0.0"));
        assert_eq!(breaches_with(&added("0.10")), Vec::<String>::new());
        assert_eq!(
            breaches_with(&|suite| "0.2".clone_into(&mut suite.cases[0].since)),
            [format!("{id}: the case was released in version 0.1 and says that it came in with 0.2; restore it")]
        );

        let mut suite = released.clone();
        added("0.2")(&mut suite);
        let next = frozen.clone().with_new_cases(&suite);
        assert_eq!(next.breaches(&suite), Vec::<String>::new());
        assert_eq!((next.released["0.1"].len(), next.released["0.2"].len()), (frozen.released["0.1"].len(), 1));
        Ok(())
    }

    #[test]
    fn nothing_may_follow_the_document() {
        let empty = r#"{"topic":"norm","cases":[]}"#;
        assert!(Suite::from_json("norm.json", &format!("{empty}\n")).is_ok());
        for more in ["}", "{}", empty, "x", "\0"] {
            let error = Suite::from_json("norm.json", &format!("{empty}{more}")).map_err(|error| error.to_string());
            let message = "norm.json: at the end: trailing characters at line 1 column 28";
            assert_eq!(error.err().as_deref(), Some(message), "{more:?}");
        }
    }
}
