//! A reply line taken apart: well-formed JSON, the right id, exactly one of `ok`, `error`, `unsupported` (PROTO-2).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use steadlith_vectors::reply::{self, ErrorReply};

use crate::failure::Failure;
use crate::readable;

/// Deeper nesting than any reply needs; JSON readers differ in what they can follow.
const DEEPEST_NESTING: usize = 128;

/// What a reply line says.
#[derive(Debug)]
pub enum Answer<'l> {
    /// The answer, not yet looked into.
    Ok(&'l RawValue),
    /// A refusal.
    Error(ErrorReply),
    /// The testee does not do this, and why.
    Unsupported(String),
}

/// The members that count. One that is null is there all the same.
#[derive(Deserialize)]
struct Envelope<'l> {
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'l RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    ok: Option<&'l RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'l RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    unsupported: Option<&'l RawValue>,
}

fn present<'de: 'l, 'l, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'l RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Reads the reply to the request of this id.
///
/// # Errors
/// A [`Failure`] of class protocol that names what is wrong with the line.
pub fn answer(line: &[u8], id: u64) -> Result<Answer<'_>, Failure> {
    let line = text(line)?;
    let Envelope { id: actual, ok, error, unsupported } = envelope(line)?;
    check_id(actual, id)?;
    match (ok, error, unsupported) {
        (Some(ok), None, None) => Ok(Answer::Ok(ok)),
        (None, Some(error), None) => member("error", error).map(Answer::Error),
        (None, None, Some(unsupported)) => member_of_any_kind("unsupported", unsupported).map(Answer::Unsupported),
        (None, None, None) => Err(Failure::protocol(format!(
            "the reply has neither ok nor error nor unsupported: {}",
            readable::bytes(line.as_bytes())
        ))),
        _ => Err(Failure::protocol("the reply has more than one of ok, error and unsupported")),
    }
}

/// Reads an object, such as the `ok` of a reply, into the type of its operation.
///
/// # Errors
/// A [`Failure`] of class protocol that names the place and what is wrong there.
pub fn member<T: DeserializeOwned>(name: &str, json: &RawValue) -> Result<T, Failure> {
    // Keeping track of the place costs as much as reading, so that is done only where there is an error to place.
    match reply::object(&mut serde_json::Deserializer::from_str(json.get())) {
        Ok(value) => Ok(value),
        Err(_) => read(name, json, |deserializer| reply::object(deserializer)),
    }
}

/// The id of a reply line that can be read that far.
#[must_use]
pub fn id(line: &[u8]) -> Option<u64> {
    let envelope = envelope(std::str::from_utf8(line).ok()?).ok()?;
    envelope.id?.get().parse().ok()
}

fn member_of_any_kind<T: DeserializeOwned>(name: &str, json: &RawValue) -> Result<T, Failure> {
    read(name, json, |deserializer| T::deserialize(deserializer))
}

type Tracked<'a, 'b, 'l> =
    serde_path_to_error::Deserializer<'a, 'b, &'a mut serde_json::Deserializer<serde_json::de::StrRead<'l>>>;

fn read<T>(
    name: &str,
    json: &RawValue,
    deserialize: impl FnOnce(Tracked<'_, '_, '_>) -> Result<T, serde_json::Error>,
) -> Result<T, Failure> {
    let mut track = serde_path_to_error::Track::new();
    let deserializer = &mut serde_json::Deserializer::from_str(json.get());
    deserialize(serde_path_to_error::Deserializer::new(deserializer, &mut track)).map_err(|error| {
        let path = track.path().to_string();
        let place = if path == "." { name.to_owned() } else { format!("{name}.{path}") };
        Failure::protocol(format!("{place}: {}", without_position(&error)))
    })
}

fn text(line: &[u8]) -> Result<&str, Failure> {
    if line.is_empty() {
        return Err(Failure::protocol("the reply is an empty line"));
    }
    let text = std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to();
        Failure::protocol(format!("the reply is not UTF-8, from byte {at} on: {}", readable::bytes(line)))
    })?;
    if text.starts_with('\u{feff}') {
        return Err(Failure::protocol("the reply begins with a byte order mark, U+FEFF, which JSON does not allow"));
    }
    if is_too_deep(text) {
        return Err(Failure::protocol(format!(
            "the reply nests arrays or objects more than {DEEPEST_NESTING} deep: {}",
            readable::bytes(line)
        )));
    }
    Ok(text)
}

fn is_too_deep(json: &str) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > DEEPEST_NESTING {
                    return true;
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

fn envelope(line: &str) -> Result<Envelope<'_>, Failure> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    reply::object(&mut deserializer).and_then(|envelope| deserializer.end().map(|()| envelope)).map_err(|error| {
        let kind = if error.is_data() { "no reply object" } else { "not JSON" };
        Failure::protocol(format!("the reply is {kind}: {error}; it is {}", readable::bytes(line.as_bytes())))
    })
}

fn check_id(actual: Option<&RawValue>, expected: u64) -> Result<(), Failure> {
    let Some(actual) = actual else {
        return Err(Failure::protocol(format!("the reply has no id; it should be {expected}")));
    };
    match actual.get().parse::<u64>() {
        Ok(id) if id == expected => Ok(()),
        Ok(id) if id < expected => {
            Err(Failure::protocol(format!("the reply has the id {id} of an earlier request; it should be {expected}")))
        }
        _ => {
            let actual = readable::bytes(actual.get().as_bytes());
            Err(Failure::protocol(format!(
                "the reply has the id {actual}, which was not asked; it should be {expected}"
            )))
        }
    }
}

/// The message of an error without its position, which means nothing to who does not see the line, and without the name
/// that Rust has for an integer.
fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    message.replace("expected u64", "expected an integer from 0 on, written without a fraction")
}
