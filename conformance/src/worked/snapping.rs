//! Positions considered for a snap, and the ends chosen (chapter 6).

use steadlith_reference::boundaries::Cut;
use steadlith_reference::chunker::Prepared;
use steadlith_reference::snapping::positions_near;

use super::boundaries;
use super::inputs::{BlockError, Inputs};
use super::table::{Page, or_dash, yes_no};

/// A worked example of the kind `snapping`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    let prepared = inputs.prepare(&text)?;
    let cuts = prepared.cuts()?;
    boundaries::positions(page, &prepared);
    boundaries::cuts(page, &prepared, &cuts);
    print(page, &prepared, &cuts);
    Ok(())
}

/// The positions considered for each raw end before the document's end, and where each chunk ends.
pub fn print(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    let document = prepared.document();
    let considered: Vec<(usize, usize)> = cuts
        .iter()
        .enumerate()
        .filter(|(_, cut)| cut.raw_end < document.word_count())
        .flat_map(|(chunk, cut)| {
            let near = positions_near(cut.raw_end, prepared.params.snap_window_words, document.word_count());
            near.map(move |position| (chunk, position))
        })
        .collect();
    let header = ["chunk", "position", "distance", "tokens", "within_sizes", "paragraph", "sentence"];
    page.detail_table("considered", header, considered.len(), |row| {
        let (chunk, position) = considered[row];
        let Cut { start, raw_end, .. } = cuts[chunk];
        [
            chunk.to_string(),
            position.to_string(),
            position.abs_diff(raw_end).to_string(),
            or_dash((position > start).then(|| document.tokens(start, position))),
            yes_no(document.ends_within_sizes(start, &prepared.params).contains(&position)),
            yes_no(prepared.breaks.is_paragraph(position)),
            yes_no(prepared.breaks.is_sentence(position)),
        ]
    });
    page.table("ends", ["chunk", "raw_end", "end", "snap_kind", "counted"], cuts.len(), |chunk| {
        let cut = &cuts[chunk];
        [
            chunk.to_string(),
            cut.raw_end.to_string(),
            cut.end.to_string(),
            cut.snap_kind.as_str().to_owned(),
            yes_no(cut.snapped()),
        ]
    });
}
