//! The JSON Schemas in `spec/schemas/`: of requests and vector files (closed), and of replies and reports (open).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, schema_for};
use serde_json::{Map, Value, json};
use steadlith_conformance::churn::results::Churn;
use steadlith_conformance::guard::acceptance::Acceptance;
use steadlith_conformance::guard::outcome::Comparison;
use steadlith_conformance::guard::retrieval::Retrieval;
use steadlith_conformance::locality::family::Family;
use steadlith_conformance::locality::search::LocalitySearch;
use steadlith_conformance::report::comparison::Comparison as ReportComparison;
use steadlith_conformance::report::document::Report;
use steadlith_vectors::case::VectorFile;
use steadlith_vectors::frozen::Frozen;
use steadlith_vectors::reply::{
    ChunkHashOk, ChunkOk, ErrorReply, FingerprintsOk, HelloOk, MerkleOk, NormalizeOk, OccurrenceOk, ParamsOk, PlanOk,
};
use steadlith_vectors::request::{PROTOCOL_VERSION, Request};
use thiserror::Error;

/// A schema file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct FileError {
    path: PathBuf,
    source: io::Error,
}

/// Writes all schemas into a folder and says how many there are.
///
/// # Errors
/// The first file that cannot be written.
pub fn write(dir: &Path) -> Result<usize, FileError> {
    fs::create_dir_all(dir).map_err(|source| FileError { path: dir.to_owned(), source })?;
    let schemas = schemas();
    for (name, schema) in &schemas {
        let path = dir.join(name);
        fs::write(&path, written(schema)).map_err(|source| FileError { path, source })?;
    }
    Ok(schemas.len())
}

/// The names of the schemas in a folder that are stale, missing or unknown, each with what is wrong.
///
/// # Errors
/// A folder that cannot be read.
pub fn stale(dir: &Path) -> Result<Vec<String>, FileError> {
    let schemas = schemas();
    let mut stale = Vec::new();
    for (name, schema) in &schemas {
        match fs::read_to_string(dir.join(name)) {
            Ok(json) if json == written(schema) => {}
            Ok(_) => stale.push(format!("{name}: the schema is stale")),
            Err(error) => stale.push(format!("{name}: {error}")),
        }
    }
    let entries = fs::read_dir(dir).map_err(|source| FileError { path: dir.to_owned(), source })?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !schemas.iter().any(|(known, _)| *known == name) {
            stale.push(format!("{name}: there is no schema of this name"));
        }
    }
    Ok(stale)
}

/// All schemas with their file names.
#[must_use]
pub fn schemas() -> Vec<(String, Value)> {
    let mut schemas = vec![
        ("request.json".to_owned(), wire_request()),
        ("vector-file.json".to_owned(), titled(schema_for!(VectorFile), "A vector file")),
        ("churn.json".to_owned(), titled(schema_for!(Churn), "A comparison of methods by their churn")),
        ("locality.json".to_owned(), titled(schema_for!(LocalitySearch), "A search for violations of strict locality")),
        ("family.json".to_owned(), titled(schema_for!(Family), "A verification of the distinct family")),
        ("frozen.json".to_owned(), titled(schema_for!(Frozen), "The list of released cases")),
        ("acceptance.json".to_owned(), titled(schema_for!(Acceptance), "The acceptance criteria of two releases")),
        ("guard.json".to_owned(), titled(schema_for!(Comparison), "A comparison of two releases")),
        ("retrieval.json".to_owned(), titled(schema_for!(Retrieval), "Retrieval figures of two releases")),
        ("report.json".to_owned(), titled(schema_for!(Report), "A report of a run")),
        ("report-comparison.json".to_owned(), titled(schema_for!(ReportComparison), "Two reports beside each other")),
    ];
    schemas.extend([
        reply::<HelloOk>("hello"),
        reply::<ParamsOk>("params"),
        reply::<ChunkOk>("chunk"),
        reply::<ChunkHashOk>("chunk-hash"),
        reply::<NormalizeOk>("normalize"),
        reply::<FingerprintsOk>("fingerprints"),
        reply::<MerkleOk>("merkle"),
        reply::<OccurrenceOk>("occurrence"),
        reply::<PlanOk>("plan"),
    ]);
    schemas
}

fn written(schema: &Value) -> String {
    format!("{schema:#}\n")
}

fn titled(schema: Schema, title: &str) -> Value {
    let mut schema = schema.to_value();
    schema["title"] = json!(title);
    schema
}

/// A request as it goes over the wire: with an id, every text written out, and `hello` among the operations.
fn wire_request() -> Value {
    let mut schema = titled(schema_for!(Request), "A request");
    schema["description"] = json!("One line to the testee.");
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        definitions.retain(|name, _| name != "Generated" && name != "Piece");
        definitions.insert("Text".to_owned(), json!({"description": "A text.", "type": "string"}));
    }
    if let Some(operations) = schema["oneOf"].as_array_mut() {
        operations.push(json!({
            "description": "The handshake.",
            "type": "object",
            "properties": {"op": {"type": "string", "const": "hello"}, "protocol": {"type": "integer", "const": PROTOCOL_VERSION}},
            "additionalProperties": false,
            "required": ["op", "protocol"],
        }));
        for operation in operations {
            operation["properties"]["id"] = id();
            if ["params", "chunk"].iter().any(|op| operation["properties"]["op"]["const"] == *op) {
                operation["properties"]["identity"] = identity();
            }
            if let Some(required) = operation["required"].as_array_mut() {
                required.push(json!("id"));
            }
        }
    }
    schema
}

fn identity() -> Value {
    json!({
        "description": "The schema of another identity than v1 that the testee offers (PROTO-27). No case has it.",
        "type": "string",
    })
}

fn id() -> Value {
    json!({"description": "The number of the request.", "type": "integer", "minimum": 0})
}

/// A whole reply line to one operation: an id, and exactly one of `ok`, `error` and `unsupported`.
fn reply<Ok: JsonSchema>(op: &str) -> (String, Value) {
    let mut definitions = Map::new();
    let ok = embedded(schema_for!(Ok), &mut definitions);
    let error = embedded(schema_for!(ErrorReply), &mut definitions);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A reply to {op}"),
        "description": "One line from the testee. Unknown members are ignored.",
        "type": "object",
        "properties": {
            "id": id(),
            "ok": ok,
            "error": error,
            "unsupported": {"description": "Why the testee does not do this.", "type": "string"},
        },
        "required": ["id"],
        "oneOf": [{"required": ["ok"]}, {"required": ["error"]}, {"required": ["unsupported"]}],
    });
    if !definitions.is_empty() {
        schema["$defs"] = Value::Object(definitions);
    }
    (format!("reply-{op}.json"), schema)
}

/// A schema to stand inside another, its definitions moved out.
fn embedded(schema: Schema, definitions: &mut Map<String, Value>) -> Value {
    let mut schema = schema.to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
        if let Some(Value::Object(own)) = object.remove("$defs") {
            definitions.extend(own);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(name: &str) -> Value {
        schemas().into_iter().find(|(known, _)| known == name).map(|(_, schema)| schema).unwrap_or_default()
    }

    #[test]
    fn requests_and_vectors_are_closed_and_replies_are_open() {
        let request = schema("request.json");
        let operations = request["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(operations.len(), 9);
        for operation in operations {
            assert_eq!(operation["additionalProperties"], json!(false), "{operation}");
        }
        assert_eq!(schema("vector-file.json")["additionalProperties"], json!(false));
        assert_eq!(schema("vector-file.json")["$defs"]["Case"]["additionalProperties"], json!(false));
        for op in ["hello", "params", "chunk", "plan"] {
            let reply = schema(&format!("reply-{op}.json")).to_string();
            assert!(!reply.contains("additionalProperties"), "{reply}");
        }
    }
}
