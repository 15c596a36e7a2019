//! Roots and occurrences (chapter 8).

use std::collections::BTreeMap;

use steadlith_reference::identity::{framed, sha256_hex};
use steadlith_reference::merkle::{
    CORPUS_DOCUMENT_DOMAIN, EMPTY_DOMAIN, LEAF_DOMAIN, NODE_DOMAIN, corpus_leaves, document_root, levels, node_fields,
};
use steadlith_reference::occurrence;
use steadlith_vectors::request::CorpusDocument;

use super::inputs::{BlockError, Inputs};
use super::table::Page;

/// A worked example of the kind `merkle`.
pub fn document_example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    tree(page, &inputs.needed::<Vec<String>>("chunk_hashes")?);
    Ok(())
}

/// A worked example of the kind `corpus`.
pub fn corpus_example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    corpus(page, inputs.needed("documents")?);
    Ok(())
}

/// A worked example of the kind `occurrence`.
pub fn occurrence_example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text = |key| inputs.needed::<String>(key);
    let occurrence = Occurrence {
        scope: &text("scope")?,
        corpus_root: &text("corpus_root")?,
        document_id: &text("document_id")?,
        position: inputs.needed("position")?,
        chunk_hash: &text("chunk_hash")?,
    };
    occurrence.print(page);
    Ok(())
}

/// The tree over the documents of a corpus, in order of their ids.
pub fn corpus(page: &mut Page, documents: Vec<CorpusDocument>) {
    let roots: BTreeMap<String, String> =
        documents.into_iter().map(|document| (document.document_id, document.root)).collect();
    let documents: Vec<(&String, &String)> = roots.iter().collect();
    let leaves = corpus_leaves(&roots);
    page.blocks("documents", documents.len(), |page, index| {
        let (id, root) = documents[index];
        page.quoted_entry("document", id);
        page.hexdump("preimage", &framed(CORPUS_DOCUMENT_DOMAIN, &[id, root]));
        page.entry("value", &leaves[index]);
    });
    tree(page, &leaves);
}

/// Every entry of the tree over these leaves, level by level.
pub fn tree(page: &mut Page, leaves: &[String]) {
    let levels = levels(leaves);
    page.blocks("levels", levels.len(), |page, level| {
        page.blocks(&format!("entries of level {level}"), levels[level].len(), |page, index| {
            page.entry("entry", format_args!("level {level} index {index}"));
            page.hexdump("preimage", &preimage(leaves, &levels, level, index));
            page.entry("hash", &levels[level][index]);
        });
    });
    if levels.is_empty() {
        page.hexdump("preimage", &framed(EMPTY_DOMAIN, &[]));
    }
    page.entry("root", document_root(leaves));
}

fn preimage(leaves: &[String], levels: &[Vec<String>], level: usize, index: usize) -> Vec<u8> {
    match level.checked_sub(1) {
        None => framed(LEAF_DOMAIN, &[&leaves[index]]),
        Some(below) => {
            let children = levels[below].chunks(2).nth(index).unwrap_or_default();
            framed(NODE_DOMAIN, &node_fields(children))
        }
    }
}

/// One place of one chunk.
pub struct Occurrence<'o> {
    pub scope: &'o str,
    pub corpus_root: &'o str,
    pub document_id: &'o str,
    pub position: u64,
    pub chunk_hash: &'o str,
}

impl Occurrence<'_> {
    /// The pre-image of the instance id, its hash, and the id.
    pub fn print(&self, page: &mut Page) {
        let Occurrence { scope, corpus_root, document_id, position, chunk_hash } = *self;
        let preimage = occurrence::preimage(scope, corpus_root, document_id, position, chunk_hash);
        page.hexdump("preimage", preimage.as_bytes());
        page.entry("sha256", sha256_hex(preimage.as_bytes()));
        page.entry("instance_id", occurrence::instance_id(scope, corpus_root, document_id, position, chunk_hash));
    }
}
