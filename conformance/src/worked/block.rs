//! Computes the blocks of the specification anew.

use super::inputs::{BlockError, Inputs};
use super::table::{Page, View};
use super::{
    boundaries, diagnostics, fingerprints, identity, locality, merkle, parameters, plan, snapping, text, tokens,
};

/// A kind of worked example.
struct Kind {
    /// The name of a block up to its last hyphen.
    name: &'static str,
    /// The inputs that it takes.
    inputs: &'static [&'static str],
    print: fn(&Inputs<'_>, &mut Page) -> Result<(), BlockError>,
}

/// Every kind, in chapter order.
const KINDS: [Kind; 15] = [
    Kind { name: "text", inputs: &["text", "unicode"], print: text::example },
    Kind { name: "tokens", inputs: RUN, print: tokens::example },
    Kind { name: "parameters", inputs: &["params"], print: parameters::example },
    Kind { name: "fingerprints", inputs: &["text", "window_words"], print: fingerprints::example },
    Kind { name: "boundaries", inputs: RUN, print: boundaries::example },
    Kind { name: "snapping", inputs: RUN, print: snapping::example },
    Kind { name: "identity", inputs: RUN, print: identity::example },
    Kind { name: "merkle", inputs: &["chunk_hashes"], print: merkle::document_example },
    Kind { name: "corpus", inputs: &["documents"], print: merkle::corpus_example },
    Kind {
        name: "occurrence",
        inputs: &["scope", "corpus_root", "document_id", "position", "chunk_hash"],
        print: merkle::occurrence_example,
    },
    Kind { name: "plan", inputs: &["old", "new"], print: plan::example },
    Kind { name: "recompute", inputs: &["old_text", "new_text", "params"], print: plan::recompute_example },
    Kind { name: "diagnostics", inputs: RUN, print: diagnostics::example },
    Kind { name: "cycle", inputs: &["cycle", "params"], print: locality::cycle_example },
    Kind { name: "locality", inputs: &["old_text", "new_text", "params", "shared", "shift"], print: locality::example },
];

/// The inputs of a whole run.
const RUN: &[&str] = &["text", "params", "token_counter"];

fn kind_of(name: &str) -> Option<&'static Kind> {
    let (kind, _) = name.rsplit_once('-')?;
    KINDS.iter().find(|known| known.name == kind)
}

/// Whether a worked example of this name, such as `merkle-2`, can be computed.
#[must_use]
pub fn is_kind(name: &str) -> bool {
    kind_of(name).is_some()
}

/// The worked example of this name, computed from the input lines at the start of `block`. The rest of `block` is
/// not looked at.
///
/// # Errors
/// [`BlockError`] if the name belongs to no kind, an input is missing, unknown or of the wrong type, or the reference
/// refuses the inputs (the kind `boundaries` prints a refusal instead).
pub fn recompute(name: &str, block: &str) -> Result<String, BlockError> {
    let kind = kind_of(name).ok_or_else(|| BlockError::UnknownKind(name.to_owned()))?;
    let inputs = Inputs::of(block, kind.inputs)?;
    let mut page = Page::new(View::Whole);
    for line in inputs.lines() {
        page.line(&line);
    }
    page.line("");
    (kind.print)(&inputs, &mut page)?;
    Ok(page.into_text())
}
