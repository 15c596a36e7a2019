//! Wrong normal forms, and a small NFC whose rules can be left out one by one.

use icu_normalizer::properties::{
    CanonicalCombiningClassMapBorrowed as CombiningClasses, CanonicalCompositionBorrowed as Compositions,
};
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

use super::super::fault::Switch;
use super::super::faults::nfc as fault;
use super::super::unicode::{Version, nfc};

/// The version that a process follows with this fault on.
pub(in crate::model) fn version(version: Version, on: Switch) -> Version {
    if on.has(&fault::UNICODE_CAP_LEAVES_WORD) || on.has(&fault::UNICODE_CAP_TRANSPARENT) {
        return Version::parse(Some("13.0"));
    }
    version
}

/// The normal form of a faulty implementation; `None` if no fault of this kind is on.
pub(in crate::model) fn normal_form(word: &str, version: Version, on: Switch) -> Option<String> {
    if !on.any() {
        return None;
    }
    let is = |fault| on.has(fault);
    if is(&fault::NFC_MISSING) {
        return Some(word.to_owned());
    }
    if is(&fault::NFC_NFD) {
        return Some(DecomposingNormalizerBorrowed::new_nfd().normalize(word).into_owned());
    }
    if is(&fault::NFC_NFKC) {
        return Some(ComposingNormalizerBorrowed::new_nfkc().normalize(word).into_owned());
    }
    if is(&fault::NFC_NFKD) {
        return Some(DecomposingNormalizerBorrowed::new_nfkd().normalize(word).into_owned());
    }
    if is(&fault::NFC_POINT_BY_POINT) {
        return Some(word.chars().map(|point| nfc(&point.to_string(), version)).collect());
    }
    if is(&fault::NFC_MARKS_ONLY) {
        let marked = word.chars().any(|point| matches!(point, '\u{300}'..='\u{36F}'));
        return Some(if marked { nfc(word, version) } else { word.to_owned() });
    }
    if is(&fault::NFC_MAYBE_IS_YES) {
        let never = word.chars().any(|point| !nfc(&point.to_string(), version).contains(point));
        return Some(if never { nfc(word, version) } else { word.to_owned() });
    }
    if is(&fault::NFC_BELOW_0400_SKIPPED) {
        let low = word.chars().all(|point| point < '\u{400}');
        return Some(if low { word.to_owned() } else { nfc(word, version) });
    }
    if is(&fault::NFC_IN_BLOCKS) {
        let points: Vec<char> = word.chars().collect();
        return Some(points.chunks(4_096).map(|block| nfc(&block.iter().collect::<String>(), version)).collect());
    }
    if is(&fault::NFC_STREAM_SAFE) {
        return Some(nfc(&stream_safe(word), version));
    }
    if is(&fault::NFC_LONG_WORD_SKIPPED) {
        let long = word.len() > 1024;
        return Some(if long { word.to_owned() } else { nfc(word, version) });
    }
    if is(&fault::UNICODE_CAP_LEAVES_WORD) {
        let newer = word.chars().any(|point| version.predates(point));
        return Some(if newer { word.to_owned() } else { nfc(word, version) });
    }
    if is(&fault::UNICODE_CAP_TRANSPARENT) {
        return Some(transparent(word, version));
    }
    if is(&fault::UNICODE_12) {
        return Some(inert(word, version, is_new_in_13));
    }
    if is(&fault::UNICODE_HYBRID) {
        return Some(inert(word, version, |point| matches!(point, '\u{1611E}'..='\u{16129}')));
    }
    rules(on).map(|rules| compose(word, rules))
}

/// NFC with the code points that `is_inert` names left as they are.
fn inert(word: &str, version: Version, is_inert: fn(char) -> bool) -> String {
    word.split_inclusive(is_inert)
        .map(|piece| match piece.strip_suffix(is_inert) {
            Some(before) => nfc(before, version) + &piece[before.len()..],
            None => nfc(piece, version),
        })
        .collect()
}

/// Code points whose normalisation began with Unicode 13.0.
fn is_new_in_13(point: char) -> bool {
    matches!(
        point,
        '\u{1ABF}'
            | '\u{1AC0}'
            | '\u{10EAB}'
            | '\u{10EAC}'
            | '\u{11930}'
            | '\u{11935}'
            | '\u{11938}'
            | '\u{1193D}'
            | '\u{1193E}'
            | '\u{11943}'
    )
}

/// NFC across the code points that are newer than `version`, which keep their places.
fn transparent(word: &str, version: Version) -> String {
    let newer: String = word.chars().filter(|&point| version.predates(point)).collect();
    let older: String = word.chars().filter(|&point| !version.predates(point)).collect();
    nfc(&older, version) + &newer
}

/// Inserts U+034F behind every 30 combining marks in a row.
fn stream_safe(word: &str) -> String {
    let classes = CombiningClasses::new();
    let mut safe = String::new();
    let mut marks = 0;
    for point in word.chars() {
        marks = if classes.get_u8(point) == 0 { 0 } else { marks + 1 };
        if marks > 30 {
            safe.push('\u{34F}');
            marks = 1;
        }
        safe.push(point);
    }
    safe
}

/// The rules of NFC that are followed.
#[derive(Clone, Copy)]
struct Rules {
    reorders: bool,
    blocks: bool,
    composes_exclusions: bool,
    composes_starters: bool,
    composes_hangul: bool,
    composes_distant: bool,
    drops_tbase: bool,
}

fn rules(on: Switch) -> Option<Rules> {
    let right = Rules {
        reorders: true,
        blocks: true,
        composes_exclusions: false,
        composes_starters: true,
        composes_hangul: true,
        composes_distant: true,
        drops_tbase: false,
    };
    let is = |fault| on.has(fault);
    Some(if is(&fault::NFC_NO_REORDERING) {
        Rules { reorders: false, ..right }
    } else if is(&fault::NFC_NO_BLOCKING) {
        Rules { blocks: false, ..right }
    } else if is(&fault::NFC_EXCLUSIONS_COMPOSED) {
        Rules { composes_exclusions: true, ..right }
    } else if is(&fault::NFC_STARTERS_APART) {
        Rules { composes_starters: false, ..right }
    } else if is(&fault::NFC_NO_HANGUL) {
        Rules { composes_hangul: false, ..right }
    } else if is(&fault::NFC_ADJACENT_ONLY) {
        Rules { composes_distant: false, ..right }
    } else if is(&fault::NFC_HANGUL_TBASE) {
        Rules { drops_tbase: true, ..right }
    } else {
        return None;
    })
}

fn decompose(word: &str, rules: Rules) -> String {
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    if rules.reorders {
        return nfd.normalize(word).into_owned();
    }
    word.chars().map(|point| nfd.normalize(&point.to_string()).into_owned()).collect()
}

/// Composition over the decomposed word, by the definition.
fn compose(word: &str, rules: Rules) -> String {
    let classes = CombiningClasses::new();
    let mut out: Vec<char> = Vec::new();
    let mut starter: Option<usize> = None;
    for point in decompose(word, rules).chars() {
        let class = classes.get_u8(point);
        if let Some(at) = starter {
            let between = out[at + 1..].last().map(|&last| classes.get_u8(last));
            let blocked = between.is_some_and(|last| last == 0 || last >= class);
            let distant = between.is_some();
            let reaches = !(blocked && rules.blocks) && (rules.composes_distant || !distant);
            if let Some(composed) = pair(out[at], point, class, rules).filter(|_| reaches) {
                out[at] = composed;
                continue;
            }
            if rules.drops_tbase && point == '\u{11A7}' && is_hangul_lv(out[at]) && !distant {
                continue;
            }
        }
        if class == 0 {
            starter = Some(out.len());
        }
        out.push(point);
    }
    out.into_iter().collect()
}

fn is_hangul_lv(point: char) -> bool {
    matches!(point, '\u{AC00}'..='\u{D7A3}') && (u32::from(point) - 0xAC00) % 28 == 0
}

fn pair(first: char, second: char, class: u8, rules: Rules) -> Option<char> {
    let is_jamo = matches!(second, '\u{1161}'..='\u{11FF}');
    if class == 0 && !rules.composes_starters || is_jamo && !rules.composes_hangul {
        return None;
    }
    let excluded = EXCLUSIONS.iter().find(|(_, one, other)| (*one, *other) == (first, second));
    match excluded {
        Some(&(composed, _, _)) if rules.composes_exclusions => Some(composed),
        _ => Compositions::new().compose(first, second),
    }
}

/// Some composites that NFC excludes, with their decompositions.
const EXCLUSIONS: &[(char, char, char)] = &[
    ('\u{958}', '\u{915}', '\u{93C}'),
    ('\u{959}', '\u{916}', '\u{93C}'),
    ('\u{95C}', '\u{921}', '\u{93C}'),
    ('\u{95F}', '\u{92F}', '\u{93C}'),
    ('\u{9DC}', '\u{9A1}', '\u{9BC}'),
    ('\u{A33}', '\u{A32}', '\u{A3C}'),
    ('\u{B5C}', '\u{B21}', '\u{B3C}'),
    ('\u{FB1D}', '\u{5D9}', '\u{5B4}'),
    ('\u{FB2E}', '\u{5D0}', '\u{5B7}'),
    ('\u{FB4B}', '\u{5D5}', '\u{5B9}'),
    ('\u{2ADC}', '\u{2ADD}', '\u{338}'),
    ('\u{1D15E}', '\u{1D157}', '\u{1D165}'),
];
