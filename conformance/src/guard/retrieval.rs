//! Retrieval figures of both releases, which their maintainer measures and supplies (VER-21).

use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_vectors::document::document;
use thiserror::Error;

/// The format of such a file.
pub const FORMAT: &str = "steadlith-retrieval-1";

/// Retrieval figures of both releases on one corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retrieval {
    /// The format of this file, `steadlith-retrieval-1`.
    pub format: String,
    /// The corpus, which has to be the same for both releases.
    pub corpus: String,
    /// How many queries were asked.
    pub queries: u64,
    /// The embedding model and whatever else was held equal.
    pub setup: String,
    /// The measures, at least one.
    pub measures: Vec<Measure>,
}

/// One measure of both releases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Its name, such as `recall@10`.
    pub name: String,
    /// Whether more is better.
    pub higher_is_better: bool,
    /// What the old release reaches.
    pub old: f64,
    /// What the new release reaches.
    pub new: f64,
    /// The interval of the difference, new less old, if one was computed: its lower and upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference_interval: Option<(f64, f64)>,
}

/// Why a file of figures cannot be used.
#[derive(Debug, Error)]
pub enum RetrievalError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not what VER-21 describes.
    #[error("{}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
}

impl Retrieval {
    /// Reads a file of figures.
    ///
    /// # Errors
    /// A [`RetrievalError`].
    pub fn from_file(path: &Path) -> Result<Retrieval, RetrievalError> {
        let json = std::fs::read_to_string(path)
            .map_err(|source| RetrievalError::Unreadable { path: path.to_owned(), source })?;
        Retrieval::from_json(&json).map_err(|message| RetrievalError::Malformed { path: path.to_owned(), message })
    }

    fn from_json(json: &str) -> Result<Retrieval, String> {
        let retrieval: Retrieval = document(json).map_err(|misplaced| misplaced.to_string())?;
        if retrieval.format != FORMAT {
            return Err(format!("format is {:?}, it should be {FORMAT:?}", retrieval.format));
        }
        if retrieval.measures.is_empty() {
            return Err("measures is empty, at least one is needed".to_owned());
        }
        let is_upside_down =
            |measure: &Measure| measure.difference_interval.is_some_and(|(lower, upper)| lower > upper);
        if let Some(index) = retrieval.measures.iter().position(is_upside_down) {
            return Err(format!("at measures[{index}].difference_interval: the lower end comes first"));
        }
        Ok(retrieval)
    }
}

impl Measure {
    /// Whether the new release is worse; `None` if the interval does not tell.
    #[must_use]
    pub fn is_worse(&self) -> Option<bool> {
        let gain = |difference: f64| if self.higher_is_better { difference } else { -difference };
        match self.difference_interval {
            Some((lower, upper)) if lower <= 0.0 && upper >= 0.0 => None,
            _ => Some(gain(self.new - self.old) < 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(change: impl FnOnce(&mut Value)) -> Result<Retrieval, String> {
        let mut file = json!({
            "format": FORMAT, "corpus": "c", "queries": 5, "setup": "s",
            "measures": [{"name": "recall@10", "higher_is_better": true, "old": 0.5, "new": 0.25}],
        });
        change(&mut file);
        Retrieval::from_json(&file.to_string())
    }

    #[test]
    fn a_file_is_read_strictly() {
        assert!(read(|_| {}).is_ok());
        assert_eq!(read(|file| file["format"] = json!("x")), Err(format!("format is \"x\", it should be {FORMAT:?}")));
        let message = |change: fn(&mut Value)| read(change).err().unwrap_or_default();
        assert!(message(|file| file["measures"] = json!([])).contains("at least one"));
        assert!(message(|file| file["measures"][0]["old"] = json!("0.5")).starts_with("at measures[0].old: "));
        let interval = |file: &mut Value| file["measures"][0]["difference_interval"] = json!([0.1, -0.1]);
        assert_eq!(message(interval), "at measures[0].difference_interval: the lower end comes first");
        assert!(Retrieval::from_json("[]").is_err_and(|message| message.starts_with("at the top: ")));
        assert!(message(|file| file["more"] = json!(1)).contains("unknown field `more`"));
    }

    #[test]
    fn an_interval_with_0_in_it_tells_nothing() {
        let measure = |higher_is_better, difference_interval| Measure {
            name: String::new(),
            higher_is_better,
            old: 0.5,
            new: 0.25,
            difference_interval,
        };
        assert_eq!(measure(true, None).is_worse(), Some(true));
        assert_eq!(measure(false, None).is_worse(), Some(false));
        assert_eq!(measure(true, Some((-0.5, 0.1))).is_worse(), None);
        assert_eq!(measure(true, Some((-0.5, -0.1))).is_worse(), Some(true));
    }
}
