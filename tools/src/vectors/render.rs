//! How a vector file is written: pure ASCII, one value a line where it fits, so that a changed case reads well in a
//! diff.

use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serialize;
use steadlith_conformance::ascii_json;

/// The widest line that holds a whole array or object.
const WIDTH: usize = 120;

/// A value as JSON: one space of indentation, members in the order in which they are declared, all but ASCII escaped.
///
/// # Errors
/// What serde_json says of a value that is no JSON.
pub fn rendered(value: &impl Serialize) -> serde_json::Result<String> {
    let node: Node = serde_json::from_str(&serde_json::to_string(value)?)?;
    let mut text = String::new();
    node.write(&mut text, 0);
    text.push('\n');
    Ok(text)
}

/// JSON that keeps the order of its members, which `serde_json::Value` does not.
enum Node {
    Leaf(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    fn write(&self, text: &mut String, indent: usize) {
        let line = self.on_one_line();
        if indent + line.len() <= WIDTH {
            text.push_str(&line);
            return;
        }
        match self {
            Node::Leaf(leaf) => text.push_str(leaf),
            Node::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    new_line(text, index, indent + 1);
                    item.write(text, indent + 1);
                }
                close(text, indent, ']');
            }
            Node::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    new_line(text, index, indent + 1);
                    let _ = write!(text, "{}: ", ascii_json::to_string(name));
                    value.write(text, indent + 1);
                }
                close(text, indent, '}');
            }
        }
    }

    fn on_one_line(&self) -> String {
        match self {
            Node::Leaf(leaf) => leaf.clone(),
            Node::Array(items) => {
                let items: Vec<String> = items.iter().map(Node::on_one_line).collect();
                format!("[{}]", items.join(", "))
            }
            Node::Object(members) => {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}: {}", ascii_json::to_string(name), value.on_one_line()))
                    .collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }
}

fn new_line(text: &mut String, index: usize, indent: usize) {
    if index > 0 {
        text.push(',');
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
}

fn close(text: &mut String, indent: usize, bracket: char) {
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(bracket);
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf("null".to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(serde_json::Value::from(value).to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(ascii_json::to_string(&value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = array.next_element()? {
            items.push(item);
        }
        Ok(Node::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = object.next_entry()? {
            members.push(member);
        }
        Ok(Node::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_rendered_value_reads_back_as_itself() -> serde_json::Result<()> {
        let value = json!({"a": [1, -2, 8.0, 8.5, null, true, "\u{e9}"], "b": {"c": "x".repeat(200), "d": []}});
        let text = rendered(&value)?;
        assert_eq!(serde_json::from_str::<Value>(&text)?, value);
        assert!(text.is_ascii() && text.contains("8.0") && text.lines().count() > 4, "{text}");
        Ok(())
    }
}
