//! Which clause decided an end, and why, in words.

use steadlith_reference::boundaries::{BoundaryKind, Cut};
use steadlith_reference::chunker::Prepared;
use steadlith_reference::snapping::SnapKind;

use super::table::Page;

/// Why a chunk ends where it does.
struct Reason {
    clause: &'static str,
    text: String,
}

/// Why each raw end is where it is (chapter 5).
pub fn raw_ends(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    print(page, cuts, |cut| raw_end(prepared, cut));
}

/// Why each chunk ends there or elsewhere (chapter 6).
pub fn ends(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    print(page, cuts, |cut| end(prepared, cut));
}

fn print(page: &mut Page, cuts: &[Cut], reason: impl Fn(&Cut) -> Reason) {
    page.table("reasons", ["chunk", "clause", "reason"], cuts.len(), |chunk| {
        let Reason { clause, text } = reason(&cuts[chunk]);
        [chunk.to_string(), clause.to_owned(), text]
    });
}

fn raw_end(prepared: &Prepared<'_>, cut: &Cut) -> Reason {
    let &Cut { start, limit, raw_end, .. } = cut;
    let document = prepared.document();
    let params = &prepared.params;
    let (clause, text) = match cut.boundary_kind {
        BoundaryKind::Primary if raw_end == document.word_count() => {
            ("CUT-11", format!("{raw_end} is the first primary match, and the end of the document"))
        }
        BoundaryKind::Primary => ("CUT-6", format!("{raw_end} is the first primary match")),
        BoundaryKind::Backup => {
            ("CUT-8", format!("no primary match up to the limit {limit}; {raw_end} is the last backup match"))
        }
        BoundaryKind::Hard if document.tokens(start, raw_end) < params.min_tokens => {
            ("CUT-12", format!("the word after {limit} would exceed max_tokens, and so few tokens hold no match"))
        }
        BoundaryKind::Hard => ("CUT-9", format!("no match of either mask up to the limit {limit}")),
        BoundaryKind::Final => ("CUT-7", format!("no primary match up to {limit}, the end of the document")),
    };
    Reason { clause, text }
}

fn end(prepared: &Prepared<'_>, cut: &Cut) -> Reason {
    let &Cut { raw_end, end, .. } = cut;
    let kind = cut.snap_kind.as_str();
    let (clause, text) = match cut.snap_kind {
        SnapKind::Raw if raw_end == prepared.document().word_count() => {
            ("SNAP-2", format!("the raw end {raw_end} is the end of the document"))
        }
        SnapKind::Raw => ("SNAP-10", format!("no break among the positions near {raw_end} that keep the sizes")),
        SnapKind::Paragraph | SnapKind::Sentence if !cut.snapped() => {
            ("SNAP-5", format!("the raw end {raw_end} is itself a {kind} break"))
        }
        SnapKind::Paragraph => ("SNAP-8", format!("{end} is the nearest paragraph break to {raw_end}")),
        SnapKind::Sentence => {
            ("SNAP-8", format!("no paragraph break near {raw_end}; {end} is the nearest sentence break"))
        }
    };
    Reason { clause, text }
}
