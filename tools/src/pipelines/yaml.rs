//! YAML as far as pipelines use it: one document of maps with string keys, lists and scalars.

use serde_json::{Map, Value};
use yaml_rust2::{Yaml, YamlLoader};

/// The one document of a text, as the values that JSON has.
///
/// # Errors
/// What is wrong with the text, or what JSON has not.
pub fn document(text: &str) -> Result<Value, String> {
    match YamlLoader::load_from_str(text).map_err(|error| error.to_string())?.as_slice() {
        [document] => value(document),
        documents => Err(format!("{} documents instead of one", documents.len())),
    }
}

fn value(yaml: &Yaml) -> Result<Value, String> {
    Ok(match yaml {
        Yaml::String(text) => Value::from(text.as_str()),
        Yaml::Integer(number) => Value::from(*number),
        Yaml::Boolean(flag) => Value::from(*flag),
        Yaml::Null => Value::Null,
        Yaml::Array(items) => Value::from(items.iter().map(value).collect::<Result<Vec<_>, _>>()?),
        Yaml::Hash(members) => {
            let members = members.iter().map(|(name, member)| {
                let name = name.as_str().ok_or_else(|| format!("a key that is no string: {name:?}"))?;
                Ok((name.to_owned(), value(member)?))
            });
            Value::from(members.collect::<Result<Map<_, _>, String>>()?)
        }
        other => return Err(format!("a value that JSON has not: {other:?}")),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn maps_lists_and_scalars_are_read() {
        let text = "on:\n  push:\nlist: [1, \"two\", true]\nrun: |\n  a\n  b\n";
        let read = json!({"on": {"push": null}, "list": [1, "two", true], "run": "a\nb\n"});
        assert_eq!(super::document(text), Ok(read));
        assert!(super::document("a: b\na: c").is_err(), "a key twice");
        assert!(super::document("a: [").is_err());
        assert!(super::document("1.5").is_err());
    }
}
