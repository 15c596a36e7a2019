//! Wrong ranges of parameters.

use super::super::fault::Switch;
use super::super::faults::ranges as fault;
use super::super::json::Scalar;
use super::super::params::{Fields, Params};
use super::super::refusal::Refusal;

/// Moves sizes into their ranges where they are to be refused.
pub(in crate::model) fn clamp(fields: &mut Fields, on: Switch) {
    if !on.has(&fault::CLAMPED) {
        return;
    }
    let size = |fields: &Fields, name| fields.get(name).map_or(0, Scalar::size);
    for name in ["window_words", "min_tokens", "backup_mask_bits"] {
        let clamped = size(fields, name).max(1);
        fields.insert(name, Scalar::Integer(clamped));
    }
    let max = size(fields, "max_tokens").max(size(fields, "min_tokens"));
    fields.insert("max_tokens", Scalar::Integer(max));
    let backup = size(fields, "backup_mask_bits").min(62);
    fields.insert("backup_mask_bits", Scalar::Integer(backup));
    let primary = size(fields, "primary_mask_bits").clamp(backup + 1, 63);
    fields.insert("primary_mask_bits", Scalar::Integer(primary));
}

/// Whether a value of `field` that is to be refused is accepted.
pub(in crate::model) fn accepts(params: &Params, field: &str, on: Switch) -> bool {
    let is = |fault| on.has(fault);
    let (primary, backup) = (params.size("primary_mask_bits"), params.size("backup_mask_bits"));
    match field {
        "window_words" => is(&fault::WINDOW_ZERO_ACCEPTED),
        "min_tokens" => is(&fault::MIN_ZERO_ACCEPTED),
        "max_tokens" => is(&fault::MAX_BELOW_MIN_ACCEPTED),
        "backup_mask_bits" => is(&fault::BACKUP_ZERO_ACCEPTED),
        "primary_mask_bits" if primary > 63 => {
            is(&fault::PRIMARY_UNLIMITED) || is(&fault::PRIMARY_64_ACCEPTED) && primary == 64
        }
        "primary_mask_bits" if primary == backup => {
            is(&fault::PRIMARY_EQUAL_ACCEPTED) || is(&fault::PRIMARY_ORDER_UNCHECKED)
        }
        "primary_mask_bits" => is(&fault::PRIMARY_ORDER_UNCHECKED),
        "normalizer_version" => is(&fault::NORMALIZER_EMPTY_ACCEPTED),
        "tokenizer_id" => is(&fault::TOKENIZER_EMPTY_ACCEPTED),
        _ => false,
    }
}

/// Refuses parameters that are valid.
pub(in crate::model) fn refuse(params: &Params, on: Switch) -> Result<(), Refusal> {
    let is = |fault| on.has(fault);
    let size = |name| params.size(name);
    let (min, max) = (size("min_tokens"), size("max_tokens"));
    let largest = [min, max, size("window_words"), size("snap_window_words")].into_iter().max();
    let refused = [
        (&fault::WINDOW_ONE_REFUSED, "window_words", size("window_words") == 1),
        (&fault::MIN_ONE_REFUSED, "min_tokens", min == 1),
        (&fault::BACKUP_ONE_REFUSED, "backup_mask_bits", size("backup_mask_bits") == 1),
        (&fault::SNAP_ZERO_REFUSED, "snap_window_words", size("snap_window_words") == 0),
        (&fault::MAX_EQUAL_MIN_REFUSED, "max_tokens", max == min),
        (&fault::PRIMARY_63_REFUSED, "primary_mask_bits", size("primary_mask_bits") == 63),
        (&fault::PRIMARY_32_REFUSED, "primary_mask_bits", size("primary_mask_bits") >= 32),
        (&fault::PRIMARY_NEXT_REFUSED, "primary_mask_bits", size("primary_mask_bits") == size("backup_mask_bits") + 1),
        (&fault::MIN_BELOW_WINDOW_REFUSED, "min_tokens", min < size("window_words")),
        (&fault::MAX_BELOW_WINDOW_REFUSED, "max_tokens", max < size("window_words")),
        (&fault::SNAP_ABOVE_MIN_REFUSED, "snap_window_words", size("snap_window_words") > min),
        (&fault::SIZES_ABOVE_65535_REFUSED, "sizes", largest > Some(65_535)),
        (&fault::SIZES_ABOVE_31_BIT_REFUSED, "sizes", largest > Some(0x7FFF_FFFF)),
        (
            &fault::NORMALIZER_REFUSED_EVERYWHERE,
            "normalizer_version",
            params.text("normalizer_version") != "cairn-normalizer-v1",
        ),
    ];
    match refused.into_iter().find(|(fault, _, applies)| *applies && is(fault)) {
        Some((_, field, _)) => Err(Refusal::param(field, "is out of range")),
        None => Ok(()),
    }
}
