//! The parameters and their hash (chapter 3).

use serde_json::Value;
use steadlith_reference::params::Params;

use super::inputs::{BlockError, Inputs};
use super::table::Page;

/// A worked example of the kind `parameters`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    print(page, &inputs.params()?);
    Ok(())
}

/// The effective parameters, their canonical JSON and its hash.
pub fn print(page: &mut Page, params: &Params) {
    let view = page.view();
    let fields = params.fields();
    page.table("effective", ["field", "value"], fields.len(), |index| {
        let (field, value) = &fields[index];
        let value = match value {
            Value::String(text) => view.quote(text),
            other => other.to_string(),
        };
        [(*field).to_owned(), value]
    });
    page.hexdump("canonical_json", params.canonical_json().as_bytes());
    page.entry("params_hash", params.hash());
}
