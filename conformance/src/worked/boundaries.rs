//! Positions, the scan, and raw ends (chapter 5).

use steadlith_reference::boundaries::{Cut, Examined};
use steadlith_reference::chunker::Prepared;
use steadlith_reference::error::Error;

use super::fingerprints::fingerprint_cells;
use super::inputs::{BlockError, Inputs};
use super::table::{Page, yes_no};

/// A worked example of the kind `boundaries`. It shows a refusal as well.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    let prepared = inputs.prepare(&text)?;
    match prepared.cuts() {
        Ok(cut) => {
            positions(page, &prepared);
            scan(page, &prepared, &cut);
            cuts(page, &prepared, &cut);
        }
        Err(error) => refusal(page, &error),
    }
    Ok(())
}

/// What a reply with this refusal holds.
pub fn refusal(page: &mut Page, error: &Error) {
    page.entry("error", error.code());
    if let Error::OversizedWord { word_index, token_count, max_tokens } = error {
        page.entry("word_index", word_index);
        page.entry("token_count", token_count);
        page.entry("max_tokens", max_tokens);
    }
}

/// Every position with the word before it.
pub fn positions(page: &mut Page, prepared: &Prepared<'_>) {
    let view = page.view();
    let document = prepared.document();
    let header = ["position", "word_before", "tokens", "sum", "fingerprint", "zero_bits"];
    page.table("positions", header, document.word_count() + 1, |position| {
        let [fingerprint, zero_bits] = fingerprint_cells(prepared.fingerprints[position]);
        let [word, tokens] = match position.checked_sub(1) {
            Some(index) => [view.quote(&prepared.words[index].text), document.tokens(index, position).to_string()],
            None => ["-".to_owned(), "-".to_owned()],
        };
        [position.to_string(), word, tokens, document.tokens(0, position).to_string(), fingerprint, zero_bits]
    });
}

/// What the scan of each chunk examined.
pub fn scan(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    let examined = examined(prepared, cuts);
    let header = ["chunk", "position", "tokens", "eligible", "primary", "backup"];
    page.detail_table("scan", header, examined.len(), |row| {
        let (chunk, examined) = examined[row];
        [
            chunk.to_string(),
            examined.position.to_string(),
            examined.tokens.to_string(),
            yes_no(examined.is_eligible),
            yes_no(examined.is_primary),
            yes_no(examined.is_backup),
        ]
    });
}

/// What the scan of each chunk examined, with the index of the chunk.
fn examined(prepared: &Prepared<'_>, cuts: &[Cut]) -> Vec<(usize, Examined)> {
    let document = prepared.document();
    let scan = |cut: &Cut| document.scan(cut.start, &prepared.params).collect::<Vec<_>>();
    cuts.iter().enumerate().flat_map(|(chunk, cut)| scan(cut).into_iter().map(move |row| (chunk, row))).collect()
}

/// The matches that the scan of each chunk found, which are few among what it examined.
pub fn matches(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    let mut matches = examined(prepared, cuts);
    matches.retain(|(_, examined)| examined.is_primary || examined.is_backup);
    page.table("matches", ["chunk", "position", "tokens", "fingerprint", "mask"], matches.len(), |row| {
        let (chunk, examined) = matches[row];
        let [fingerprint, _] = fingerprint_cells(prepared.fingerprints[examined.position]);
        [
            chunk.to_string(),
            examined.position.to_string(),
            examined.tokens.to_string(),
            fingerprint,
            if examined.is_primary { "primary" } else { "backup" }.to_owned(),
        ]
    });
}

/// The limit and raw end of each chunk.
pub fn cuts(page: &mut Page, prepared: &Prepared<'_>, cuts: &[Cut]) {
    let document = prepared.document();
    page.table("cuts", ["chunk", "start", "limit", "raw_end", "boundary_kind", "tokens"], cuts.len(), |chunk| {
        let cut = &cuts[chunk];
        [
            chunk.to_string(),
            cut.start.to_string(),
            cut.limit.to_string(),
            cut.raw_end.to_string(),
            cut.boundary_kind.as_str().to_owned(),
            document.tokens(cut.start, cut.raw_end).to_string(),
        ]
    });
}
