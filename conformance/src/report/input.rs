//! The input of a case, readably.

use serde_json::Value;
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;
use steadlith_vectors::text::{Generated, Piece, Text};

use crate::item::items;
use crate::readable;
use crate::unicode_probe;

/// The input of the case of this id: for each member of its requests a label such as `input` or `input 2`, the name and
/// the readable value. Empty if the suite has no such case.
#[must_use]
pub fn of_case(id: &str, suite: &Suite) -> Vec<(String, String, String)> {
    let probe = unicode_probe::request();
    let item = items(suite).into_iter().find(|item| item.id() == id);
    let requests = match item {
        Some(item) => item.requests(),
        None if id == unicode_probe::CASE_ID => std::slice::from_ref(&probe),
        None => &[],
    };
    let label = |number: usize| match requests.len() {
        1 => "input".to_owned(),
        _ => format!("input {}", number + 1),
    };
    let of_request =
        |(number, request)| members(request).into_iter().map(move |(name, value)| (label(number), name, value));
    requests.iter().enumerate().flat_map(of_request).collect()
}

/// The members of a request as pairs of name and readable value; the operation comes first.
#[must_use]
pub fn members(request: &Request) -> Vec<(String, String)> {
    let mut members = vec![("op".to_owned(), request.op().to_owned())];
    // A request holds only strings, numbers and maps with string keys, which always serialise.
    if let Ok(Value::Object(object)) = serde_json::to_value(request) {
        let others = object.into_iter().filter(|(name, _)| name != "op");
        members.extend(others.map(|(name, value)| {
            let shown = match (&value, request.text()) {
                (_, Some(Text::Generated(generated))) if name == "text" || name == "chunk_text" => {
                    of_generated(generated)
                }
                (Value::String(text), _) => readable::text(text),
                _ => readable::text(&value.to_string()),
            };
            (name, shown)
        }));
    }
    members
}

fn of_generated(generated: &Generated) -> String {
    let pieces: Vec<String> = generated.pieces.iter().map(of_piece).collect();
    format!(
        "{} code points, made of {}; it starts with {}",
        generated.code_points,
        pieces.join(", then "),
        readable::named(&generated.starts_with)
    )
}

fn of_piece(piece: &Piece) -> String {
    match piece {
        Piece::Literal(text) => format!("the literal {}", readable::text(text)),
        Piece::Repeat { unit, times } => format!("{times} times {}", readable::text(unit)),
        Piece::Words { seed, count } => format!("{count} words of seed {seed}"),
    }
}
