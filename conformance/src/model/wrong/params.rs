//! Parameters with wrong defaults or of wrong types, and wrong parameter hashes.

use serde_json::{Map, Value};

use super::super::fault::Switch;
use super::super::faults::{params as fault, releases};
use super::super::framing::{framed, sha256_hex};
use super::super::json::Scalar;
use super::super::params::{Fields, Params, SNAPPING, STRATEGY};

/// The one wrong default of a faulty implementation.
pub(in crate::model) fn default(on: Switch) -> Option<(&'static str, Scalar)> {
    let (_, name, json) = fault::DEFAULTS.iter().find(|(fault, _, _)| on.has(fault))?;
    let scalar = match serde_json::from_str(json).ok()? {
        Value::Bool(flag) => Scalar::Flag(flag),
        Value::String(text) => Scalar::Text(text),
        number => Scalar::Integer(number.as_u64()?),
    };
    Some((name, scalar))
}

/// A name as it is looked up.
pub(in crate::model) fn name(name: &str, on: Switch) -> String {
    if on.has(&fault::NAMES_WITHOUT_CASE) {
        return name.to_lowercase();
    }
    if on.has(&fault::NAMES_WITH_HYPHENS) {
        return name.replace('-', "_");
    }
    if on.has(&fault::NAMES_TRIMMED) {
        return name.trim().to_owned();
    }
    name.to_owned()
}

/// Whether an unknown member is passed over.
pub(in crate::model) fn ignores_unknown(name: &str, value: &Value, on: Switch) -> bool {
    on.has(&fault::UNKNOWN_IGNORED)
        || on.has(&fault::UNKNOWN_NULL_IGNORED) && value.is_null()
        || on.has(&fault::UNKNOWN_COMMENT_IGNORED) && name.starts_with('_')
        || is_old_release(on)
}

/// What a strategy that v1 does not know sets `snap_to_boundaries` to, if it is accepted.
pub(in crate::model) fn accepted_strategy(strategy: &Value, on: Switch) -> Option<Option<bool>> {
    if is_old_release(on) {
        return Some((!strategy.is_null()).then_some(false));
    }
    on.has(&fault::STRATEGY_ANY_ACCEPTED).then_some(None)
}

fn is_old_release(on: Switch) -> bool {
    on.has(&releases::RELEASE_0_3_0) || on.has(&releases::RELEASE_0_1_0)
}

/// Whether a strategy does not override the field that it stands for.
pub(in crate::model) fn strategy_loses(given: &Map<String, Value>, on: Switch) -> bool {
    on.has(&fault::STRATEGY_IGNORED)
        || on.has(&fault::STRATEGY_FIELD_WINS) && given.contains_key(SNAPPING)
        || on.has(&fault::STRATEGY_ONLY_TURNS_ON) && given.get(STRATEGY).is_some_and(|strategy| strategy == "cdc-rabin")
}

/// What a faulty implementation makes of `value`; `None` if it reads it as v1 does.
pub(in crate::model) fn coerced(name: &str, old: &Scalar, value: &Value, on: Switch) -> Option<Scalar> {
    if fault::UNCHECKED.iter().any(|(fault, field)| *field == name && on.has(fault)) {
        return (!is_right_type(old, value)).then(|| old.clone());
    }
    if is_old_release(on) {
        return as_it_stands(name, old, value);
    }
    let integral = value.as_f64().is_some_and(|it| it.fract() == 0.0) && !value.is_u64();
    match old {
        Scalar::Integer(_) if integral && on.has(&fault::INTEGRAL_FRACTION_HASHED) => as_it_stands(name, old, value),
        Scalar::Integer(default) => integer(*default, value, on).map(Scalar::Integer),
        Scalar::Flag(_) => flag(value, on).map(Scalar::Flag),
        Scalar::Text(_) if on.has(&fault::TEXT_TRIMMED) => {
            value.as_str().map(|text| Scalar::Text(text.trim().to_owned()))
        }
        Scalar::Text(_) if on.has(&fault::TEXT_OF_ANY_TYPE) => as_it_stands(name, old, value),
        _ => None,
    }
}

fn is_right_type(old: &Scalar, value: &Value) -> bool {
    match old {
        Scalar::Integer(_) => value.is_u64(),
        Scalar::Flag(_) => value.is_boolean(),
        _ => value.is_string(),
    }
}

/// Accepts what compares with numbers, as the releases before 1.0.0 do.
fn as_it_stands(name: &str, old: &Scalar, value: &Value) -> Option<Scalar> {
    let number = match (old, value) {
        (Scalar::Integer(_), Value::Bool(flag)) => f64::from(u8::from(*flag)),
        (Scalar::Integer(_), Value::Number(number)) if !number.is_u64() => number.as_f64()?,
        (Scalar::Integer(_), _) => return None,
        (Scalar::Text(_), Value::String(_)) | (Scalar::Flag(_), Value::Bool(_)) => return None,
        (Scalar::Text(_), _) if !is_true(value) && matches!(name, "normalizer_version" | "tokenizer_id") => {
            return None;
        }
        _ => 0.0,
    };
    let (json, size) = (value.to_string(), number.ceil() as u64);
    (number >= 0.0).then(|| Scalar::Raw { json, size, flag: is_true(value) })
}

/// Whether Python takes a value for true.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

fn integer(default: u64, value: &Value, on: Switch) -> Option<u64> {
    let is = |fault| on.has(fault);
    let number = value.as_f64();
    let size = match value {
        Value::Bool(flag) if is(&fault::BOOLEAN_AS_INTEGER) || is(&fault::INTEGER_COERCED) => u64::from(*flag),
        Value::String(text) if is(&fault::STRING_AS_INTEGER) || is(&fault::INTEGER_COERCED) => {
            text.trim().parse().ok()?
        }
        Value::Null if is(&fault::NULL_AS_DEFAULT) => default,
        Value::Null if is(&fault::INTEGER_COERCED) => 0,
        Value::Array(list) if is(&fault::INTEGER_COERCED) && list.len() == 1 => list[0].as_u64()?,
        Value::Number(_) if value.is_u64() => return stored(value.as_u64()?, on),
        Value::Number(_) if is(&fault::FRACTION_TRUNCATED) => number.filter(|it| *it >= 0.0)? as u64,
        Value::Number(_) if is(&fault::FRACTION_ROUNDED) => number.filter(|it| *it >= 0.0)?.round() as u64,
        Value::Number(_) if is(&fault::NEGATIVE_AS_ABSOLUTE) => value.as_i64()?.unsigned_abs(),
        Value::Number(_) if is(&fault::NEGATIVE_AS_UNSIGNED) => value.as_i64()? as u64,
        Value::Number(_) if is(&fault::NEGATIVE_SNAP_ACCEPTED) && default == 24 => value.as_i64().map(|_| 0)?,
        _ => return None,
    };
    Some(size)
}

/// A right size as it is kept; `None` if it is kept as it is.
fn stored(size: u64, on: Switch) -> Option<u64> {
    if on.has(&fault::SIZE_WRAPS_32_BIT) {
        return Some(size & 0xFFFF_FFFF);
    }
    if on.has(&fault::SIZE_SINGLE_PRECISION) {
        return Some(size as f32 as u64);
    }
    None
}

fn flag(value: &Value, on: Switch) -> Option<bool> {
    let is = |fault| on.has(fault);
    match value {
        Value::Number(_) if is(&fault::INTEGER_AS_BOOLEAN) => Some(*value != 0),
        Value::String(text) if is(&fault::STRING_AS_BOOLEAN) => Some(text == "true"),
        Value::Null if is(&fault::NULL_AS_FALSE) => Some(false),
        Value::Bool(_) => None,
        _ if is(&fault::BOOLEAN_BY_TRUTH) => Some(!matches!(value, Value::Null) && *value != 0 && *value != ""),
        _ => None,
    }
}

/// The fingerprints that another `rolling_hash_id` stands for.
pub(in crate::model) fn selected_hash(fingerprints: Vec<Option<u64>>, params: &Params, on: Switch) -> Vec<Option<u64>> {
    if on.has(&fault::ROLLING_HASH_ID_SELECTS) && params.text("rolling_hash_id") != "rabin64-word-v1" {
        return fingerprints.into_iter().map(|it| it.map(|value| value.rotate_left(32))).collect();
    }
    fingerprints
}

/// The number of mask bits of `name`, which no fingerprint matches under another rule.
pub(in crate::model) fn selected_bits(name: &str, params: &Params, on: Switch) -> u64 {
    if on.has(&fault::BOUNDARY_RULE_SELECTS) && params.text("boundary_rule_version") != "tttd-v1" {
        return 65;
    }
    params.size(name)
}

/// The fields that a faulty implementation hashes.
pub(in crate::model) fn hashed_fields(fields: &Fields, given: &Map<String, Value>, on: Switch) -> Fields {
    let is = |fault| on.has(fault);
    let mut fields = fields.clone();
    if is(&fault::HASH_OF_GIVEN_FIELDS) {
        fields.retain(|name, _| given.contains_key(*name));
    } else if is(&fault::HASH_LACKS_DEFAULT_IDS) {
        fields.retain(|name, _| !matches!(*name, "rolling_hash_id" | "boundary_rule_version"));
    } else if is(&fault::HASH_LACKS_SNAPPING_WHEN_OFF) {
        fields.retain(|name, value| *name != SNAPPING || value.flag());
    } else if is(&fault::HASH_OF_IDLE_SNAP_WINDOW) && !fields.get(SNAPPING).is_some_and(Scalar::flag) {
        fields.insert("snap_window_words", Scalar::Integer(0));
    } else if is(&fault::HASH_HAS_CHUNKER_ID) {
        fields.insert("chunker_id", Scalar::Text("cdc-rabin".to_owned()));
    } else if is(&fault::HASH_HAS_STRATEGY) {
        let name = given.get(STRATEGY).and_then(Value::as_str).unwrap_or("cdc-rabin");
        fields.insert(STRATEGY, Scalar::Text(name.to_owned()));
    } else if is(&fault::STRATEGY_NOT_HASHED) && given.contains_key(STRATEGY) {
        let flag = given.get(SNAPPING) == Some(&Value::Bool(true));
        fields.insert(SNAPPING, Scalar::Flag(flag));
    } else if is(&fault::HASH_OF_MASKS) {
        for name in ["primary_mask_bits", "backup_mask_bits"] {
            let bits = fields.get(name).map_or(0, Scalar::size);
            let mask = u64::MAX.checked_shr(64 - bits.min(64) as u32).unwrap_or(0);
            fields.insert(name, Scalar::Integer(mask));
        }
    } else if is(&fault::HASH_OF_DEFAULT_IDS) {
        fields.insert("rolling_hash_id", Scalar::Text("rabin64-word-v1".to_owned()));
        fields.insert("boundary_rule_version", Scalar::Text("tttd-v1".to_owned()));
    }
    fields
}

/// The hash of the JSON by a wrong construction; `None` if no fault of this kind is on.
pub(in crate::model) fn hash(json: &str, on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    if is(&fault::PARAMS_HASH_FRAMED) {
        return Some(framed("cairn-json-v1", &[json], on));
    }
    if is(&fault::PARAMS_HASH_CHUNKER_DOMAIN) {
        return Some(framed("cairn-chunker-params-v1", &[json], on));
    }
    if is(&fault::PARAMS_HASH_LENGTH_FIRST) {
        let bytes = [&(json.len() as u64).to_be_bytes(), json.as_bytes()].concat();
        return Some(sha256_hex(&bytes, on));
    }
    if is(&fault::PARAMS_HASH_UTF16) {
        let bytes: Vec<u8> = json.encode_utf16().flat_map(u16::to_be_bytes).collect();
        return Some(sha256_hex(&bytes, on));
    }
    if is(&fault::PARAMS_HASH_LATIN1) {
        let byte = |point| u8::try_from(u32::from(point)).unwrap_or(b'?');
        let bytes: Vec<u8> = json.chars().map(byte).collect();
        return Some(sha256_hex(&bytes, on));
    }
    None
}
