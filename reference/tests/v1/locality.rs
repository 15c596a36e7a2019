//! Chapter 11: what v1 does not promise, and how it fails.

use steadlith_reference::chunker::{Chunk, chunk};
use steadlith_reference::error::Error;
use steadlith_reference::params::Params;
use steadlith_reference::tokens::Tokenizer;
use steadlith_reference::unicode::UnicodeVersion;

fn chunks(text: &str, params: &Params) -> Result<Vec<Chunk>, Error> {
    let chunking = chunk(text, params, &Tokenizer::Words, UnicodeVersion::default())?;
    assert_eq!(chunking.diagnostics.hard_cuts, 0);
    Ok(chunking.chunks)
}

/// The words of the documented counterexample.
const WORDS: &str = "\
    w0_8c773fe6 w1_c02373ab w2_bf4f7e60 w3_dd7398f1 w4_4931300e w5_f72fc1dd w6_9115dfe4 w7_c0181bf8 w8_5d4226e6 \
    w9_2e2fb47 w10_b8c02527 w11_674c72a w12_acd24c96 w13_d343171 w14_533247dd w15_28340748 w16_12d86d0b w17_d8991407 \
    w18_15435e0d w19_e8cfd020 w20_d28e4081 w21_7ec8eb26 w22_63904f3b w23_f75ec440 w24_c1b3aa2d w25_d480a02d \
    w26_abb2e2d5 w27_8c5f42d1 w28_190d6c88 w29_609b2f0f w30_da68a63a w31_7132ba53 w32_ae47eec0 w33_381fb202 \
    w34_d03d0857 w35_aa4e8b3d w36_18349324 w37_2cf0584a w38_e4809fb5 w39_9e67a9a6 w40_2b72908d w41_9b0a16ce \
    w42_4a3e31b9 w43_1921337c w44_cc4d4e63 w45_efc6e4 w46_a6d537f9 w47_1a66f6e4 w48_74a0c148 w49_4e13ed91 \
    w50_3fd22345 w51_ffb840a9 w52_69849fb4 w53_b3962229 w54_b0916916 w55_7e4f44c7 w56_859dfc8a w57_f6799ee1 \
    w58_251b8e39 w59_6636ae01";

/// LOC-1: behind an insertion of 7 words at 20, the cuts differ more than the margin of 10 words away from it.
#[test]
fn the_documented_counterexample() -> Result<(), Error> {
    let params = Params {
        window_words: 2,
        min_tokens: 2,
        max_tokens: 8,
        primary_mask_bits: 3,
        backup_mask_bits: 1,
        snap_window_words: 0,
        ..Params::default()
    };
    let mut words: Vec<&str> = WORDS.split(' ').collect();
    let original = words.join(" ");
    words.splice(20..20, ["X0_35", "X1_35", "X2_35", "X3_35", "X4_35", "X5_35", "X6_35"]);
    let edited = words.join(" ");

    let interior = |text: &str, inserted: usize| -> Result<Vec<(usize, usize)>, Error> {
        let ranges = chunks(text, &params)?.into_iter().map(|chunk| (chunk.start_word, chunk.end_word));
        let mapped = ranges.filter(|&(start, _)| start >= 20 + inserted).map(|(s, e)| (s - inserted, e - inserted));
        Ok(mapped.filter(|&(start, end)| start >= 30 && end <= 50).collect())
    };
    assert_eq!(interior(&original, 0)?, [(33, 40), (40, 45)]);
    assert_eq!(interior(&edited, 7)?, [(37, 45)]);
    Ok(())
}

/// LOC-2: without its first four words, a document of any length has no cut in common with itself.
#[test]
fn the_unbounded_phase_shift() -> Result<(), Error> {
    let params = Params {
        window_words: 2,
        min_tokens: 2,
        max_tokens: 12,
        primary_mask_bits: 6,
        backup_mask_bits: 1,
        ..Params::default()
    };
    let from = |first: usize| (first..2000).map(|index| format!("c79x{}", index % 10)).collect::<Vec<_>>().join(" ");
    let ends = |text: &str| -> Result<Vec<usize>, Error> {
        Ok(chunks(text, &params)?.into_iter().map(|chunk| chunk.end_word).collect())
    };
    let original = ends(&from(0))?;
    let edited = ends(&from(4))?;
    assert_eq!(original[..3], [11, 21, 31]);
    assert_eq!(edited[..3], [12, 22, 32]);
    assert!(original[..original.len() - 1].iter().all(|end| end % 10 == 1));
    assert!(edited[..edited.len() - 1].iter().all(|end| (end + 4) % 10 == 6));
    Ok(())
}
