//! JSON documents from files that people write or keep, read strictly and with the place of whatever is wrong.

use serde::de::DeserializeOwned;
use serde_path_to_error::{Deserializer, Track};
use thiserror::Error;

use crate::reply::object;

/// What is wrong with a document, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("at {at}: {message}")]
pub struct Misplaced {
    /// The path in the document, as far as it is known, such as `cases[3].id`.
    pub at: String,
    /// What was wrong.
    pub message: String,
}

/// Reads a document that is one JSON object and nothing more.
///
/// # Errors
/// The first thing that is wrong.
pub fn document<T: DeserializeOwned>(json: &str) -> Result<T, Misplaced> {
    let wrong = |at: String, error: &serde_json::Error| Misplaced { at, message: error.to_string() };
    let deserializer = &mut serde_json::Deserializer::from_str(json);
    let mut track = Track::new();
    let document =
        object(Deserializer::new(&mut *deserializer, &mut track)).map_err(|error| wrong(place(track), &error))?;
    deserializer.end().map_err(|error| wrong("the end".to_owned(), &error))?;
    Ok(document)
}

fn place(track: Track) -> String {
    let path = track.path().to_string();
    match path.trim_end_matches('?').trim_end_matches('.') {
        "" => "the top".to_owned(),
        known => known.to_owned(),
    }
}
