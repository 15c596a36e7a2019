//! Parameters (chapter 3): strict reading, ranges, and their hash.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::fault::Switch;
use super::faults::{params as fault, ranges};
use super::framing::sha256_hex;
use super::json::{Scalar, object};
use super::refusal::Refusal;
use super::wrong;

const SIZES: [(&str, u64); 6] = [
    ("window_words", 48),
    ("min_tokens", 180),
    ("max_tokens", 640),
    ("primary_mask_bits", 8),
    ("backup_mask_bits", 6),
    ("snap_window_words", 24),
];
pub(super) const SNAPPING: &str = "snap_to_boundaries";
pub(super) const STRATEGY: &str = "strategy";
const NAMES: [(&str, &str); 4] = [
    ("normalizer_version", "cairn-normalizer-v1"),
    ("tokenizer_id", "word-v1"),
    ("rolling_hash_id", "rabin64-word-v1"),
    ("boundary_rule_version", "tttd-v1"),
];

/// The parameters by name. A sorted map: its order is the order of the hash.
pub(super) type Fields = BTreeMap<&'static str, Scalar>;

/// The eleven parameters.
#[derive(Clone, Debug)]
pub(super) struct Params {
    fields: Fields,
    /// The mapping as it was given; the hash of a faulty implementation may depend on it.
    given: Map<String, Value>,
}

impl Params {
    /// Reads the mapping of a request; no mapping at all means the defaults.
    pub(super) fn read(member: Option<&Value>, on: Switch) -> Result<Self, Refusal> {
        let given = match member {
            None if on.has(&fault::PARAMS_ABSENT_REFUSED) => {
                return Err(Refusal::param("params", "must be given"));
            }
            None => Map::new(),
            Some(Value::Object(given)) => given.clone(),
            Some(_) => return Err(Refusal::param("params", "must be an object")),
        };
        let mut params = Self { fields: defaults(on), given };
        params.overwrite(on)?;
        wrong::ranges::clamp(&mut params.fields, on);
        params.check_ranges(on)?;
        Ok(params)
    }

    fn overwrite(&mut self, on: Switch) -> Result<(), Refusal> {
        for (name, value) in self.given.clone() {
            if name == STRATEGY && !on.has(&fault::STRATEGY_UNKNOWN) {
                continue;
            }
            let Some((&known, old)) = self.fields.get_key_value(wrong::params::name(&name, on).as_str()) else {
                if wrong::params::ignores_unknown(&name, &value, on) {
                    continue;
                }
                return Err(Refusal::param(&name, "is not a parameter of v1"));
            };
            let new = same_type(known, old, &value, on)?;
            self.fields.insert(known, new);
            if on.has(&ranges::CHECKED_WHILE_READ) {
                self.check_ranges(on)?;
            }
        }
        if let Some(strategy) = self.given.get(STRATEGY) {
            let snapping = snapping_of(strategy, on)?;
            if !wrong::params::strategy_loses(&self.given, on) {
                self.fields.extend(snapping.map(|flag| (SNAPPING, Scalar::Flag(flag))));
            }
        }
        Ok(())
    }

    fn check_ranges(&self, on: Switch) -> Result<(), Refusal> {
        let size = |name| self.size(name);
        let named = |name| match self.fields.get(name) {
            Some(Scalar::Text(text)) => !text.is_empty(),
            other => other.is_some(),
        };
        let (min, max) = (size("min_tokens"), size("max_tokens"));
        let (primary, backup) = (size("primary_mask_bits"), size("backup_mask_bits"));
        let rules = [
            ("window_words", size("window_words") >= 1, "must be at least 1"),
            ("min_tokens", min >= 1, "must be at least 1"),
            ("max_tokens", max >= min, "must not be below min_tokens"),
            ("backup_mask_bits", backup >= 1, "must be at least 1"),
            ("primary_mask_bits", primary > backup, "must be above backup_mask_bits"),
            ("primary_mask_bits", primary <= 63, "must be at most 63"),
            ("normalizer_version", named("normalizer_version"), "must not be empty"),
            ("tokenizer_id", named("tokenizer_id"), "must not be empty"),
        ];
        let broken = rules.into_iter().find(|(_, holds, _)| !holds);
        match broken.filter(|(field, _, _)| !wrong::ranges::accepts(self, field, on)) {
            Some((field, _, rule)) => Err(Refusal::param(field, rule)),
            None => wrong::ranges::refuse(self, on),
        }
    }

    /// The size `name`, in its own unit.
    pub(super) fn size(&self, name: &str) -> u64 {
        self.fields.get(name).map_or(0, Scalar::size)
    }

    /// The string `name`.
    pub(super) fn text(&self, name: &str) -> &str {
        match self.fields.get(name) {
            Some(Scalar::Text(text)) => text,
            _ => "",
        }
    }

    /// Whether cuts are moved to paragraph and sentence breaks.
    pub(super) fn snapping(&self) -> bool {
        self.fields.get(SNAPPING).is_some_and(Scalar::flag)
    }

    pub(super) fn set_text(&mut self, name: &'static str, text: &str) {
        self.fields.insert(name, Scalar::Text(text.to_owned()));
    }

    pub(super) fn set_snapping(&mut self, snapping: bool) {
        self.fields.insert(SNAPPING, Scalar::Flag(snapping));
    }

    /// SHA-256 of the canonical JSON, with no domain and no length before it.
    pub(super) fn hash(&self, on: Switch) -> String {
        let fields = wrong::params::hashed_fields(&self.fields, &self.given, on);
        let json = object(&fields, on);
        match wrong::params::hash(&json, on) {
            Some(hash) => hash,
            None => sha256_hex(json.as_bytes(), on),
        }
    }
}

fn defaults(on: Switch) -> Fields {
    let sizes = SIZES.map(|(name, size)| (name, Scalar::Integer(size)));
    let names = NAMES.map(|(name, text)| (name, Scalar::Text(text.to_owned())));
    let mut fields: Fields = sizes.into_iter().chain(names).collect();
    fields.insert(SNAPPING, Scalar::Flag(false));
    fields.extend(wrong::params::default(on));
    fields
}

/// `value`, if it has the type of the field's default.
fn same_type(name: &str, old: &Scalar, value: &Value, on: Switch) -> Result<Scalar, Refusal> {
    if let Some(scalar) = wrong::params::coerced(name, old, value, on) {
        return Ok(scalar);
    }
    match (old, value) {
        (Scalar::Integer(_), value) => match value.as_u64() {
            Some(size) => Ok(Scalar::Integer(size)),
            None => Err(Refusal::param(name, "must be an integer of at least 0")),
        },
        (Scalar::Flag(_), Value::Bool(flag)) => Ok(Scalar::Flag(*flag)),
        (Scalar::Flag(_), _) => Err(Refusal::param(name, "must be true or false")),
        (Scalar::Text(_), Value::String(text)) => Ok(Scalar::Text(text.clone())),
        (Scalar::Text(_) | Scalar::Raw { .. }, _) => Err(Refusal::param(name, "must be a string")),
    }
}

/// What a strategy sets `snap_to_boundaries` to. Only a faulty implementation ignores one.
fn snapping_of(strategy: &Value, on: Switch) -> Result<Option<bool>, Refusal> {
    match strategy.as_str() {
        Some("cdc-rabin") => Ok(Some(false)),
        Some("cdc-rabin+snap") => Ok(Some(true)),
        _ => wrong::params::accepted_strategy(strategy, on)
            .ok_or_else(|| Refusal::param(STRATEGY, "must be `cdc-rabin` or `cdc-rabin+snap`")),
    }
}
