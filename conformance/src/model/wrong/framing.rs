//! Wrong pre-images, wrong digests, and identity fields that are checked wrongly.

use sha2::{Digest, Sha256, Sha512_256};

use super::super::fault::Switch;
use super::super::faults::{framing as fault, releases};
use super::super::framing::{Identity, SCHEMA, framed, hex, sha256_hex};
use super::super::refusal::Refusal;

/// A digest as a faulty implementation gives it; `None` if it gives what v1 does.
pub(in crate::model) fn shown(bytes: &[u8], digest: &[u8], on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    Some(if is(&fault::DIGEST_UPPER_CASE) {
        hex(digest).to_uppercase()
    } else if is(&fault::DIGEST_HALF) {
        hex(digest.get(..16).unwrap_or_default())
    } else if is(&fault::DIGEST_UNPADDED) {
        digest.iter().map(|byte| format!("{byte:x}")).collect()
    } else if is(&fault::DIGEST_ZEROS_LOST) {
        hex(digest).trim_start_matches('0').to_owned()
    } else if is(&fault::DIGEST_TWICE) {
        hex(&Sha256::digest(digest))
    } else if is(&fault::DIGEST_OF_HEX_TWICE) {
        hex(&Sha256::digest(hex(digest)))
    } else if is(&fault::DIGEST_SHA512_256) {
        hex(&Sha512_256::digest(bytes))
    } else if is(&fault::DIGEST_PREFIXED) {
        format!("sha256:{}", hex(digest))
    } else {
        return None;
    })
}

/// The pre-image of a faulty framing; `None` if it frames as v1 does.
pub(in crate::model) fn pre_image(domain: &str, fields: &[&str], on: Switch) -> Option<Vec<u8>> {
    let is = |fault| on.has(fault);
    if !fault::FRAMES.iter().any(|fault| is(fault)) {
        return None;
    }
    let renamed = domain.replace("cairn", "steadlith");
    let domain = if is(&fault::DOMAIN_RENAMED) { &renamed } else { domain };
    let mut bytes = framed_domain(domain, on);
    if is(&fault::FIELDS_COUNTED) {
        bytes.extend((fields.len() as u64).to_be_bytes());
    }
    for field in fields {
        let raw = if is(&fault::FIELDS_UTF16) {
            field.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else if is(&fault::HASHES_AS_BYTES) && field.len() == 64 {
            from_hex(field).unwrap_or_else(|| field.as_bytes().to_vec())
        } else if is(&fault::FIELDS_END_AT_NUL) {
            field.split('\0').next().unwrap_or_default().as_bytes().to_vec()
        } else {
            field.as_bytes().to_vec()
        };
        bytes.extend(field_length(field, raw.len(), on));
        bytes.extend(raw);
        if is(&fault::FIELDS_NUL_TERMINATED) {
            bytes.push(0);
        }
    }
    Some(bytes)
}

fn framed_domain(domain: &str, on: Switch) -> Vec<u8> {
    let is = |fault| on.has(fault);
    let length = domain.len();
    let prefix = if is(&fault::DOMAIN_MISSING) {
        return Vec::new();
    } else if is(&fault::DOMAIN_LENGTH_MISSING) {
        Vec::new()
    } else if is(&fault::DOMAIN_LENGTH_8) {
        (length as u64).to_be_bytes().to_vec()
    } else if is(&fault::DOMAIN_LENGTH_2) {
        (length as u16).to_be_bytes().to_vec()
    } else if is(&fault::DOMAIN_LENGTH_LITTLE_ENDIAN) || is(&fault::LENGTHS_LITTLE_ENDIAN) {
        (length as u32).to_le_bytes().to_vec()
    } else {
        (length as u32).to_be_bytes().to_vec()
    };
    let end: &[u8] = if is(&fault::DOMAIN_NUL_TERMINATED) { &[0] } else { &[] };
    [&prefix, domain.as_bytes(), end].concat()
}

fn field_length(field: &str, bytes: usize, on: Switch) -> Vec<u8> {
    let is = |fault| on.has(fault);
    let length = if is(&fault::LENGTHS_IN_CODE_POINTS) {
        field.chars().count()
    } else if is(&fault::LENGTHS_IN_UTF16) {
        field.encode_utf16().count()
    } else {
        bytes
    };
    if is(&fault::LENGTHS_MISSING) || is(&fault::FIELDS_NUL_TERMINATED) {
        Vec::new()
    } else if is(&fault::LENGTHS_IN_4_BYTES) {
        (length as u32).to_be_bytes().to_vec()
    } else if is(&fault::LENGTHS_LITTLE_ENDIAN) || is(&fault::FIELD_LENGTHS_LITTLE_ENDIAN) {
        (length as u64).to_le_bytes().to_vec()
    } else if is(&fault::LENGTHS_IN_16_BIT) {
        u64::from(length as u16).to_be_bytes().to_vec()
    } else if is(&fault::LENGTHS_IN_DECIMAL) {
        format!("{length}:").into_bytes()
    } else {
        (length as u64).to_be_bytes().to_vec()
    }
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// A chunk hash over other fields; `None` if the fields are those of v1.
pub(in crate::model) fn chunk_hash(identity: &Identity<'_>, text: &str, on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    let Identity { schema, normalizer, chunker, params_hash } = *identity;
    let upper = params_hash.to_uppercase();
    let fields = if is(&fault::SCHEMA_NOT_HASHED) {
        vec![normalizer, chunker, params_hash, text]
    } else if is(&fault::NORMALIZER_NOT_HASHED) {
        vec![schema, chunker, params_hash, text]
    } else if is(&fault::CHUNKER_NOT_HASHED) {
        vec![schema, normalizer, params_hash, text]
    } else if is(&fault::PARAMS_NOT_HASHED) {
        vec![schema, normalizer, chunker, text]
    } else if is(&fault::TEXT_HASHED_FIRST) {
        vec![text, schema, normalizer, chunker, params_hash]
    } else if is(&fault::CHUNKER_BEFORE_NORMALIZER) {
        vec![schema, chunker, normalizer, params_hash, text]
    } else if is(&fault::SCHEMA_RENAMED) {
        vec!["steadlith-chunk-identity-v1", normalizer, chunker, params_hash, text]
    } else if is(&fault::PARAMS_HASH_UPPER_CASE_FIELD) {
        vec![schema, normalizer, chunker, &upper, text]
    } else if is(&fault::GIVEN_FIELDS_IGNORED) {
        vec![SCHEMA, "cairn-normalizer-v1", "cdc-rabin", params_hash, text]
    } else if is(&fault::TEXT_TRIMMED_FOR_HASH) {
        vec![schema, normalizer, chunker, params_hash, text.trim()]
    } else if is(&fault::TEXT_ONLY_HASHED) {
        return Some(sha256_hex(text.as_bytes(), on));
    } else if is(&fault::TEXT_DOMAIN_USED) {
        let fields = [schema, normalizer, chunker, params_hash, text];
        return Some(framed("cairn-text-v1", &fields, on));
    } else {
        return None;
    };
    Some(framed("cairn-chunk-v1", &fields, on))
}

/// Whether another identity schema is accepted.
pub(in crate::model) fn accepts_schema(schema: &str, on: Switch) -> bool {
    on.has(&fault::SCHEMA_UNCHECKED)
        || on.has(&releases::RELEASE_0_1_0)
        || on.has(&fault::SCHEMA_VERSION_UNCHECKED) && schema.starts_with("cairn-chunk-identity-")
        || on.has(&fault::SCHEMA_CASE_IGNORED) && schema.eq_ignore_ascii_case(SCHEMA)
        || on.has(&fault::SCHEMA_TRIMMED) && schema.trim() == SCHEMA
}

/// Refuses identity fields that v1 accepts.
pub(in crate::model) fn refuse_valid(identity: &Identity<'_>, text: &str, on: Switch) -> Result<(), Refusal> {
    let is_hash = |hash: &str| hash.len() == 64 && from_hex(hash).is_some();
    let refused = [
        (&fault::OTHER_NORMALIZER_REFUSED, identity.normalizer != "cairn-normalizer-v1"),
        (&fault::OTHER_CHUNKER_REFUSED, identity.chunker != "cdc-rabin"),
        (&fault::PARAMS_HASH_FORM_CHECKED, !is_hash(identity.params_hash)),
        (&fault::EMPTY_TEXT_REFUSED, text.is_empty()),
        (&fault::TEXT_FORM_CHECKED, text.starts_with(' ') || text.contains("  ")),
    ];
    match refused.into_iter().find(|(fault, applies)| *applies && on.has(fault)) {
        Some(_) => Err(Refusal::Identity("an identity field is not accepted".to_owned())),
        None => Ok(()),
    }
}
