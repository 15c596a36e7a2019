//! Symbols and fingerprints (chapter 4).

use steadlith_reference::fingerprints::{factor, fingerprints, symbol_input, symbols, zero_bits};
use steadlith_reference::text::Word;

use super::inputs::{BlockError, Inputs};
use super::table::{Page, hex64, or_dash};

/// A worked example of the kind `fingerprints`.
pub fn example(inputs: &Inputs<'_>, page: &mut Page) -> Result<(), BlockError> {
    let text: String = inputs.needed("text")?;
    print(page, &inputs.words(&text)?, inputs.needed("window_words")?);
    Ok(())
}

/// The symbols, the factors of the polynomial, its terms, and the fingerprints.
pub fn print(page: &mut Page, words: &[Word<'_>], window_words: u64) {
    let symbols = symbols(words);
    let view = page.view();
    page.table("symbols", ["index", "input", "symbol"], words.len(), |index| {
        let input = symbol_input(&words[index].text, words[index].paragraph_before);
        [index.to_string(), view.hex(&input), hex64(symbols[index])]
    });
    // A window that no text fills needs no factors, and may be too long to list them.
    let window = usize::try_from(window_words).unwrap_or(usize::MAX);
    if window <= words.len() {
        page.detail_table("factors", ["power", "factor"], window, |power| [power.to_string(), hex64(factor(power))]);
        terms(page, &symbols, window);
    }
    let fingerprints = fingerprints(&symbols, window_words);
    page.table("fingerprints", ["position", "fingerprint", "zero_bits"], fingerprints.len(), |position| {
        let [fingerprint, zero_bits] = fingerprint_cells(fingerprints[position]);
        [position.to_string(), fingerprint, zero_bits]
    });
}

/// The products that add up to each fingerprint, the oldest word of the window first.
fn terms(page: &mut Page, symbols: &[u64], window: usize) {
    let positions = symbols.len() - window + 1;
    page.detail_table("terms", ["position", "word", "symbol", "power", "product"], positions * window, |row| {
        let position = window + row / window;
        let word = position - window + row % window;
        let power = position - 1 - word;
        [
            position.to_string(),
            word.to_string(),
            hex64(symbols[word]),
            power.to_string(),
            hex64(symbols[word].wrapping_mul(factor(power))),
        ]
    });
}

/// A fingerprint and the number of its low bits that are zero.
pub fn fingerprint_cells(fingerprint: Option<u64>) -> [String; 2] {
    [or_dash(fingerprint.map(hex64)), or_dash(fingerprint.map(zero_bits))]
}
