//! Wrong occurrence ids.

use super::super::fault::Switch;
use super::super::faults::occurrence as fault;
use super::super::framing::{framed, sha256_hex};
use super::super::occurrence::Occurrence;

/// The id of a faulty implementation; `None` if no fault of this kind is on.
pub(in crate::model) fn id(it: &Occurrence<'_>, on: Switch) -> Option<String> {
    let is = |fault| on.has(fault);
    if !fault::LIST.iter().any(|fault| is(fault)) {
        return None;
    }
    let prefix = if is(&fault::PREFIX_RENAMED) { "steadlith:instance:v1" } else { "cairn:instance:v1" };
    let until_nul = it.scope.split('\0').next().unwrap_or_default();
    let scope = if is(&fault::SCOPE_ENDS_AT_NUL) { until_nul } else { it.scope };
    let position = if is(&fault::POSITION_FROM_ONE) {
        it.position.saturating_add(1).to_string()
    } else if is(&fault::POSITION_IN_HEX) {
        format!("{:x}", it.position)
    } else if is(&fault::POSITION_PADDED) {
        format!("{:08}", it.position)
    } else if is(&fault::POSITION_16_BIT) {
        (it.position & 0xFFFF).to_string()
    } else {
        it.position.to_string()
    };
    let cut = it.chunk_hash.get(..16).filter(|_| is(&fault::CHUNK_HASH_CUT));
    let chunk_hash = cut.unwrap_or(it.chunk_hash);
    let mut fields = vec![prefix, scope, it.corpus_root, it.document_id, &position, chunk_hash];
    if is(&fault::EMPTY_SCOPE_LEFT_OUT) && it.scope.is_empty() {
        fields.remove(1);
    }
    if is(&fault::PREFIX_MISSING) {
        fields.remove(0);
    }
    if is(&fault::CORPUS_ROOT_LEFT_OUT) {
        fields.retain(|field| *field != it.corpus_root);
    }
    if is(&fault::FIELDS_EXCHANGED) {
        fields.swap(2, 3);
    }
    if is(&fault::OCCURRENCE_FRAMED) {
        return Some(framed("cairn:instance:v1", &fields[1..], on).chars().take(32).collect());
    }
    let separator = if is(&fault::FIELDS_WITH_BARS) { "|" } else { "\0" };
    let mut message = fields.join(separator);
    if !is(&fault::LAST_NUL_MISSING) {
        message.push_str(separator);
    }
    let digest = sha256_hex(message.as_bytes(), on);
    let digits = if is(&fault::ID_64_DIGITS) { 64 } else { 32 };
    let id: String = digest.chars().take(digits).collect();
    Some(if is(&fault::ID_LAST_DIGITS) {
        digest.chars().skip(32).collect()
    } else if is(&fault::ID_AS_UUID) {
        let ends = [0, 8, 12, 16, 20, 32];
        let parts: Vec<&str> = ends.windows(2).map(|end| id.get(end[0]..end[1]).unwrap_or_default()).collect();
        parts.join("-")
    } else {
        id
    })
}
