//! Topic `locality`: what v1 does not promise and an implementation must reproduce (chapter 11).

use serde_json::Value;
use steadlith_conformance::locality::family;
use steadlith_vectors::text::{Piece, Text};

use super::ask::{chunk, sizes, with};
use super::draft::{Draft, case};

/// The words of the documented counterexample, without line ends.
const ORIGINAL: &str = "\
    w0_8c773fe6 w1_c02373ab w2_bf4f7e60 w3_dd7398f1 w4_4931300e w5_f72fc1dd w6_9115dfe4 w7_c0181bf8  \
    w8_5d4226e6 w9_2e2fb47 w10_b8c02527 w11_674c72a w12_acd24c96 w13_d343171 w14_533247dd w15_28340748  \
    w16_12d86d0b w17_d8991407 w18_15435e0d w19_e8cfd020 w20_d28e4081 w21_7ec8eb26 w22_63904f3b w23_f75ec440  \
    w24_c1b3aa2d w25_d480a02d w26_abb2e2d5 w27_8c5f42d1 w28_190d6c88 w29_609b2f0f w30_da68a63a w31_7132ba53  \
    w32_ae47eec0 w33_381fb202 w34_d03d0857 w35_aa4e8b3d w36_18349324 w37_2cf0584a w38_e4809fb5 w39_9e67a9a6  \
    w40_2b72908d w41_9b0a16ce w42_4a3e31b9 w43_1921337c w44_cc4d4e63 w45_efc6e4 w46_a6d537f9 w47_1a66f6e4  \
    w48_74a0c148 w49_4e13ed91 w50_3fd22345 w51_ffb840a9 w52_69849fb4 w53_b3962229 w54_b0916916 w55_7e4f44c7  \
    w56_859dfc8a w57_f6799ee1 w58_251b8e39 w59_6636ae01";

/// What is inserted before word 20.
const INSERTED: &str = "X0_35 X1_35 X2_35 X3_35 X4_35 X5_35 X6_35 ";

/// The cycle of the unbounded family.
const CYCLE: &str = "c79x0 c79x1 c79x2 c79x3 c79x4 c79x5 c79x6 c79x7 c79x8 c79x9 ";

pub fn cases() -> Vec<Draft> {
    let mut cases = counterexample();
    cases.extend(small_phases());
    cases.extend(distinct());
    for (words, name) in [(1_000, "1000"), (100_000, "100000")] {
        cases.push(phase(&format!("phase-{name}"), &format!("{words} words of the cycle"), cycles(words)));
        cases.push(phase(
            &format!("phase-{name}-edited"),
            &format!("{words} words of the cycle without the first four"),
            cycles_edited(words),
        ));
    }
    cases
}

/// The parameters of the counterexample.
fn counterexample_params() -> Value {
    with(sizes(2, 2, 8, 3, 1), "snap_window_words", 0)
}

/// Chunks by the words of the original: interior ones (33,40) (40,45) there, (37,45) after the insertion.
fn counterexample() -> Vec<Draft> {
    let edited = ORIGINAL.replacen("w20_", &format!("{INSERTED}w20_"), 1);
    vec![
        case(
            "insertion-original",
            "the documented counterexample before the insertion",
            "LOC-1",
            chunk(counterexample_params(), ORIGINAL),
        )
        .cuts("4 primary, 8 primary, 10 primary, 17 backup, 19 backup, 27 backup, 33 backup, 40 backup, 45 primary, 51 backup, 59 primary, 60 final")
        .gives("/diagnostics/hard_cuts", 0),
        case(
            "insertion-edited",
            "the documented counterexample with 7 words inserted at 20",
            "LOC-1",
            chunk(counterexample_params(), edited),
        )
        .cuts("4 primary, 8 primary, 10 primary, 17 backup, 24 backup, 28 backup, 36 backup, 44 backup, 52 primary, 58 backup, 66 primary, 67 final")
        .gives("/diagnostics/hard_cuts", 0),
    ]
}

/// The parameters of the unbounded family.
pub fn family_params() -> Value {
    sizes(2, 2, 12, 6, 1)
}

/// So many words of the cycle.
pub fn cycles(words: u64) -> Text {
    Text::generated(vec![Piece::Repeat { unit: CYCLE.to_owned(), times: words / 10 }])
}

/// The same without the first four words.
pub fn cycles_edited(words: u64) -> Text {
    let rest = CYCLE.splitn(5, ' ').nth(4).unwrap_or_default().to_owned();
    Text::generated(vec![Piece::Literal(rest), Piece::Repeat { unit: CYCLE.to_owned(), times: words / 10 - 1 }])
}

/// The two phases written out.
fn small_phases() -> Vec<Draft> {
    let row = |id: &str, title: &str, text: Text, cuts: &str| {
        case(id, title, "LOC-2 CUT-8", chunk(family_params(), text.written_out().into_owned()))
            .cuts(cuts)
            .gives("/diagnostics/hard_cuts", 0)
            .gives("/diagnostics/primary_boundaries", 0)
    };
    vec![
        row("phase-40", "40 words of the cycle", cycles(40), "11 backup, 21 backup, 31 backup, 40 final"),
        row(
            "phase-40-edited",
            "40 words of the cycle without the first four",
            cycles_edited(40),
            "12 backup, 22 backup, 32 backup, 36 final",
        ),
    ]
}

/// The distinct family with 60 words, as the worked example `locality-3` has it.
fn distinct() -> Vec<Draft> {
    let words = family::words(0..60);
    let row = |id: &str, title: &str, words: &[String], cuts: &str| {
        case(id, title, "LOC-5 CUT-8", chunk(family_params(), words.join(" ")))
            .cuts(cuts)
            .gives("/diagnostics/hard_cuts", 0)
            .gives("/diagnostics/primary_boundaries", 0)
    };
    vec![
        row(
            "distinct-60",
            "60 different words in the pattern of the cycle",
            &words,
            "11 backup, 21 backup, 31 backup, 41 backup, 51 backup, 60 final",
        ),
        row(
            "distinct-60-edited",
            "60 different words in the pattern of the cycle, without the first four",
            &words[family::EDIT..],
            "12 backup, 22 backup, 32 backup, 42 backup, 52 backup, 56 final",
        ),
    ]
}

fn phase(id: &str, title: &str, text: Text) -> Draft {
    case(id, title, "LOC-2 CUT-8", chunk(family_params(), text)).by_digest().gives("/diagnostics/hard_cuts", 0)
}
