//! What a reply says, so that two replies can be compared whatever their spelling.

use steadlith_vectors::reply::ErrorReply;
use steadlith_vectors::request::Request;

use crate::failure::Failure;
use crate::judge::first_difference;
use crate::judge::line::{self, Answer};
use crate::judge::typed::TypedOk;

/// A reply without what is never compared.
#[derive(Debug)]
pub(super) enum Said {
    /// An answer.
    Ok(Box<TypedOk>),
    /// A refusal: its code, and for an oversized word its three numbers.
    Refused(ErrorReply),
    /// That it does not do this.
    Unsupported,
    /// Something else, in the words of the runner without what the testee wrote.
    Malformed(String),
}

impl Said {
    /// Reads the reply to the request of this id.
    pub(super) fn read(request: &Request, snapping: bool, id: u64, line: &[u8]) -> Said {
        match line::answer(line, id) {
            Ok(Answer::Ok(ok)) => match TypedOk::read(request, ok, snapping) {
                Ok(ok) => Said::Ok(Box::new(ok)),
                Err(failure) => Said::Malformed(gist(&failure)),
            },
            Ok(Answer::Error(error)) => Said::Refused(ErrorReply { field: None, message: None, ..error }),
            Ok(Answer::Unsupported(_)) => Said::Unsupported,
            Err(failure) => Said::Malformed(gist(&failure)),
        }
    }

    /// Whether a model says what a testee said. A testee may leave out what it does not owe.
    pub(super) fn is_same(model: &Said, testee: &Said) -> bool {
        match (model, testee) {
            (Said::Ok(model), Said::Ok(testee)) => first_difference(&**model, &**testee).is_none(),
            (Said::Refused(model), Said::Refused(testee)) => model == testee,
            (Said::Unsupported, Said::Unsupported) => true,
            (Said::Malformed(model), Said::Malformed(testee)) => model == testee,
            _ => false,
        }
    }
}

/// The message of a failure without what the testee wrote: what is quoted, numbers, and what is shown of its line.
pub(super) fn gist(failure: &Failure) -> String {
    let message = failure.message.as_str();
    // What a testee declares is its own; how it behaves beside that is the mistake.
    if let Some((_, behaviour)) = message.split_once("it normalises ") {
        return behaviour.to_owned();
    }
    let ends = ["; it is ", "; it should be ", "unsupported to what is core", ": {"];
    let end = ends.iter().filter_map(|mark| message.find(mark)).min().unwrap_or(message.len());
    let mut gist = String::new();
    let mut is_quoted = false;
    for c in message[..end].chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                gist.push(c);
            }
            _ if is_quoted || c.is_ascii_digit() => {}
            _ => gist.push(c),
        }
    }
    gist
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gist_of_a_message_leaves_out_what_the_testee_wrote() {
        let is = |message: &str| gist(&Failure::protocol(message));
        let text = "the reply has the id \"7\", which was not asked; it should be 7";
        assert_eq!(is(text), "the reply has the id \"\", which was not asked");
        assert_ne!(is(text), is("the reply has the id 8, which was not asked; it should be 7"));
        assert_eq!(is("ok.chunks[3]: missing field `text`"), is("ok.chunks[0]: missing field `text`"));
        assert_ne!(is("ok: missing field `text`"), is("ok: missing field `root`"));
        assert_eq!(
            is("it declares Unicode 15.0, but it normalises by Unicode 18.0"),
            is("it declares Unicode 13.0.0, but it normalises by Unicode 18.0")
        );
        assert_eq!(
            is("it declares 18, but it normalises by no single version"),
            is("it normalises by no single version")
        );
        assert_ne!(is("it normalises by Unicode 14.0"), is("it normalises by no single Unicode version"));
    }
}
