//! Finds out by which Unicode version a testee normalises (PROTO-12, PROTO-13, NORM-13).
//!
//! One request chunks a text of canary words. Each but the first holds a combining mark that one Unicode version
//! brought, between a letter and an acute accent: who knows the mark composes the letter and the accent across it, and
//! to everyone else it is in the way.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::reply::ChunkOk;
use steadlith_vectors::request::Request;

use crate::failure::{Class, Failure};

/// The id of the case that the probe is, beside those of the suite.
pub const CASE_ID: &str = "probe/unicode-version";
/// Its title.
pub const CASE_TITLE: &str = "one Unicode version, 13.0 or later, and the one that hello declares";
/// The clauses that it tests.
pub const CASE_CLAUSES: [&str; 2] = ["PROTO-13", "NORM-13"];

/// The operation of its request.
pub const OP: &str = "chunk";

/// A letter and an accent that every Unicode version composes.
const ALWAYS_COMPOSED: &str = "e\u{301}";
/// The same with a mark of 13.0 in between.
const SINCE_13_0: char = '\u{1ABF}';
/// One mark for each later version that any code point tells from the one before.
const SINCE: [(UnicodeVersion, char); 5] = [
    (UnicodeVersion::V14_0, '\u{1DFA}'),
    (UnicodeVersion::V15_0, '\u{10EFD}'),
    (UnicodeVersion::V16_0, '\u{1E5EF}'),
    (UnicodeVersion::V17_0, '\u{1ADD}'),
    (UnicodeVersion::V18_0, '\u{1AEE}'),
];

/// What the canaries show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Behaviour {
    /// That of this version; for the newest known one, of it or a later one.
    Version(
        #[serde(with = "version_text")]
        #[schemars(with = "String")]
        UnicodeVersion,
    ),
    /// That of a version before 13.0.
    #[serde(rename = "before-13.0")]
    Before13,
    /// That of no version.
    NoVersion,
}

/// The request of the probe.
#[must_use]
pub fn request() -> Request {
    Request::Chunk { params: None, text: canaries().join(" ").into(), token_counter: None }
}

/// What the reply to the probe shows.
#[must_use]
pub fn behaviour(reply: &ChunkOk) -> Behaviour {
    let text: Vec<&str> = reply.chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    let text = text.join(" ");
    let words: Vec<&str> = text.split(' ').collect();
    let expected = |known: &dyn Fn(usize) -> bool| {
        canaries().iter().enumerate().map(|(index, canary)| composed(canary, known(index))).collect::<Vec<_>>()
    };
    for (number, version) in UnicodeVersion::ALL.into_iter().enumerate() {
        // The canaries are: always composed, since 13.0, since 14.0, ...
        if words == expected(&|index| index <= number + 1) {
            return Behaviour::Version(version);
        }
    }
    if words == expected(&|index| index == 0) { Behaviour::Before13 } else { Behaviour::NoVersion }
}

/// The version by which cases are judged: the one that shows, else the declared one, else the newest.
#[must_use]
pub fn judged_by(behaviour: Option<Behaviour>, declared: Option<&str>) -> UnicodeVersion {
    match behaviour {
        Some(Behaviour::Version(version)) => version,
        Some(Behaviour::Before13) => UnicodeVersion::V13_0,
        Some(Behaviour::NoVersion) | None => declared.and_then(UnicodeVersion::parse).unwrap_or_default(),
    }
}

/// Judges what shows, and what was declared beside it.
///
/// # Errors
/// The [`Failure`], which names both versions.
pub fn judge(behaviour: Behaviour, declared: Option<&str>) -> Result<(), Failure> {
    let declares = declared.map(|version| format!("it declares Unicode {}, but ", crate::readable::text(version)));
    let declares = declares.unwrap_or_default();
    match behaviour {
        Behaviour::Before13 => {
            Err(wrong(format!("{declares}it normalises by a Unicode version before 13.0, which is outside v1")))
        }
        Behaviour::NoVersion => Err(wrong(format!("{declares}it normalises by no single Unicode version"))),
        Behaviour::Version(actual) => match declared {
            Some(declared) if !is_same(declared, actual) => {
                Err(wrong(format!("{declares}it normalises by Unicode {actual}")))
            }
            _ => Ok(()),
        },
    }
}

/// Whether a declared version can behave like this one.
fn is_same(declared: &str, actual: UnicodeVersion) -> bool {
    match UnicodeVersion::parse(declared) {
        Some(declared) => declared == actual,
        // No canary tells what is newer than the newest known version.
        None => is_newer_than_known(declared) && actual == UnicodeVersion::default(),
    }
}

/// Whether a declared version is newer than all that this suite knows.
#[must_use]
pub fn is_newer_than_known(declared: &str) -> bool {
    let numbers = |version: &str| version.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>().ok();
    UnicodeVersion::parse(declared).is_none()
        && numbers(declared).is_some_and(|declared| Some(declared) > numbers(&UnicodeVersion::default().to_string()))
}

fn wrong(message: String) -> Failure {
    Failure::new(Class::WrongAnswer, message)
}

fn canaries() -> Vec<String> {
    let marks = [SINCE_13_0].into_iter().chain(SINCE.map(|(_, mark)| mark));
    let with_mark = marks.map(|mark| format!("a{mark}\u{301}"));
    [ALWAYS_COMPOSED.to_owned()].into_iter().chain(with_mark).collect()
}

/// A canary as someone writes it who knows its mark, or does not.
fn composed(canary: &str, mark_is_known: bool) -> String {
    if !mark_is_known {
        return canary.to_owned();
    }
    let mark: String = canary.chars().skip(1).take_while(|&c| c != '\u{301}').collect();
    format!("{}{mark}", if canary.starts_with('e') { '\u{E9}' } else { '\u{E1}' })
}

/// Unicode versions as text, such as `15.0`.
mod version_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use steadlith_reference::unicode::UnicodeVersion;

    pub fn serialize<S: Serializer>(version: &UnicodeVersion, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(version.as_str())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UnicodeVersion, D::Error> {
        let text = String::deserialize(deserializer)?;
        UnicodeVersion::parse(&text).ok_or_else(|| D::Error::custom(format!("no known Unicode version: {text:?}")))
    }
}

#[cfg(test)]
mod tests {
    use steadlith_reference::{chunker, params::Params, tokens::Tokenizer};

    use super::*;
    use crate::testee::chunk_reply;

    fn shown(version: UnicodeVersion) -> Behaviour {
        let text = canaries().join(" ");
        let chunking = chunker::chunk(&text, &Params::default(), &Tokenizer::Words, version);
        chunking.map_or(Behaviour::NoVersion, |chunking| behaviour(&chunk_reply(&chunking)))
    }

    fn shown_by(words: &[String]) -> Behaviour {
        let chunking =
            chunker::chunk("a", &Params::default(), &Tokenizer::Words, UnicodeVersion::V13_0).map(|chunking| {
                let mut reply = chunk_reply(&chunking);
                reply.chunks[0].text = words.join(" ");
                behaviour(&reply)
            });
        chunking.unwrap_or(Behaviour::Before13)
    }

    #[test]
    fn each_version_shows() {
        for version in UnicodeVersion::ALL {
            assert_eq!(shown(version), Behaviour::Version(version));
        }
    }

    #[test]
    fn what_is_no_version_shows() {
        let mut words = canaries();
        assert_eq!(shown_by(&words), Behaviour::NoVersion, "nothing is normalised at all");
        words[0] = "\u{E9}".to_owned();
        assert_eq!(shown_by(&words), Behaviour::Before13);
        words[3] = composed(&words[3], true);
        assert_eq!(shown_by(&words), Behaviour::NoVersion, "15.0 without 13.0 and 14.0");
        assert_eq!(shown_by(&[]), Behaviour::NoVersion);
    }

    #[test]
    fn a_declared_version_has_to_be_the_one_that_shows() {
        let shows_15 = Behaviour::Version(UnicodeVersion::V15_0);
        for same in [None, Some("15.0"), Some("15.1.0"), Some("15")] {
            assert_eq!(judge(shows_15, same), Ok(()));
        }
        let message = |declared| judge(shows_15, Some(declared)).map_err(|failure| failure.message);
        assert_eq!(message("14.0"), Err("it declares Unicode 14.0, but it normalises by Unicode 15.0".to_owned()));
        assert!(message("12.1").is_err() && message("19.0").is_err() && message("latest").is_err());
        assert_eq!(judge(Behaviour::Version(UnicodeVersion::V18_0), Some("19.0.0")), Ok(()));
        assert!(judge(Behaviour::Before13, None).is_err() && judge(Behaviour::NoVersion, None).is_err());
    }

    #[test]
    fn the_version_to_judge_by_is_what_shows_then_what_is_declared_then_the_newest() {
        assert_eq!(judged_by(Some(Behaviour::Version(UnicodeVersion::V14_0)), Some("15.0")), UnicodeVersion::V14_0);
        assert_eq!(judged_by(Some(Behaviour::NoVersion), Some("15.0")), UnicodeVersion::V15_0);
        assert_eq!(judged_by(None, None), UnicodeVersion::V18_0);
        assert_eq!(judged_by(Some(Behaviour::Before13), None), UnicodeVersion::V13_0);
    }
}
