//! Faults in framing and in the chunk hash (chapter 7).

use serde_json::{Value, json};

use super::super::fault::FaultInfo;
use super::probe::{chunk, chunk_with, tight_with, words};

const FRAME: &str = "hash the domain behind its length in 4 bytes, and each field behind its length in 8 \
                     bytes, most significant byte first";
const DIGITS: &str = "give every hash as 64 lower-case hex digits of one SHA-256";
const FIELDS: &str = "hash schema, normalizer version, chunker id, parameter hash and canonical text, in \
                      this order";
const AS_GIVEN: &str = "hash the fields as they are given, and refuse only another schema and empty \
                        identity fields";
const PLACE: &str = "let the chunk hash depend on text and parameters only";

/// The hash of given fields, one of them replaced.
fn given(name: &str, value: &str) -> Value {
    let mut request = json!({
        "op": "chunk-hash",
        "identity_schema_version": "cairn-chunk-identity-v1",
        "normalizer_version": "cairn-normalizer-v1",
        "chunker_id": "cdc-rabin",
        "chunker_params_hash": "ab".repeat(32),
        "chunk_text": "a\u{E9}\u{1F600}",
    });
    request[name] = json!(value);
    request
}

fn hash() -> Value {
    given("chunker_id", "cdc-rabin")
}

/// The faults that change the frame.
pub(in crate::model) static FRAMES: &[&FaultInfo] = &[
    &DOMAIN_MISSING,
    &DOMAIN_LENGTH_MISSING,
    &DOMAIN_LENGTH_8,
    &DOMAIN_LENGTH_2,
    &DOMAIN_LENGTH_LITTLE_ENDIAN,
    &DOMAIN_NUL_TERMINATED,
    &DOMAIN_RENAMED,
    &FIELDS_COUNTED,
    &FIELDS_UTF16,
    &FIELDS_END_AT_NUL,
    &FIELDS_NUL_TERMINATED,
    &HASHES_AS_BYTES,
    &LENGTHS_MISSING,
    &LENGTHS_IN_4_BYTES,
    &LENGTHS_LITTLE_ENDIAN,
    &FIELD_LENGTHS_LITTLE_ENDIAN,
    &LENGTHS_IN_CODE_POINTS,
    &LENGTHS_IN_UTF16,
    &LENGTHS_IN_16_BIT,
    &LENGTHS_IN_DECIMAL,
];

faults! {
    DOMAIN_MISSING "domain-missing" ["ID-2"]
        "the domain is not hashed",
        FRAME,
        [hash()];
    DOMAIN_LENGTH_MISSING "domain-length-missing" ["ID-2"]
        "the domain is hashed without its length",
        FRAME,
        [hash()];
    DOMAIN_LENGTH_8 "domain-length-8" ["ID-2"]
        "the length of the domain is hashed in 8 bytes, as if it were a field",
        FRAME,
        [hash()];
    DOMAIN_LENGTH_2 "domain-length-2" ["ID-2"]
        "the length of the domain is hashed in 2 bytes",
        FRAME,
        [hash()];
    DOMAIN_LENGTH_LITTLE_ENDIAN "domain-length-little-endian" ["ID-2"]
        "the length of the domain is hashed with its least significant byte first",
        FRAME,
        [hash()];
    DOMAIN_NUL_TERMINATED "domain-nul-terminated" ["ID-2"]
        "a zero byte is hashed behind the domain",
        FRAME,
        [hash()];
    DOMAIN_RENAMED "domain-renamed" ["ID-4", "MERKLE-1", "VER-6"]
        "domains bear the new name of the project",
        "keep the domains that begin with `cairn-`",
        [hash()];
    FIELDS_COUNTED "fields-counted" ["ID-2"]
        "the number of fields is hashed",
        FRAME,
        [hash()];
    FIELDS_UTF16 "fields-utf16" ["ID-2"]
        "fields are hashed in UTF-16",
        FRAME,
        [hash()];
    FIELDS_END_AT_NUL "fields-end-at-nul" ["ID-2", "ID-10"]
        "a field is hashed up to U+0000",
        FRAME,
        [given("chunk_text", "a\0b")];
    FIELDS_NUL_TERMINATED "fields-nul-terminated" ["ID-2"]
        "fields are ended by zero bytes and carry no length",
        FRAME,
        [hash()];
    HASHES_AS_BYTES "hashes-as-bytes" ["ID-3"]
        "a hash that is a field of another is hashed as 32 bytes",
        "hash the 64 hex digits",
        [hash()];
    LENGTHS_MISSING "lengths-missing" ["ID-2"]
        "fields carry no length",
        FRAME,
        [hash()];
    LENGTHS_IN_4_BYTES "lengths-in-4-bytes" ["ID-2"]
        "the length of a field is hashed in 4 bytes",
        FRAME,
        [hash()];
    LENGTHS_LITTLE_ENDIAN "lengths-little-endian" ["ID-2"]
        "all lengths are hashed with their least significant byte first",
        FRAME,
        [hash()];
    FIELD_LENGTHS_LITTLE_ENDIAN "field-lengths-little-endian" ["ID-2"]
        "the lengths of fields are hashed with their least significant byte first",
        FRAME,
        [hash()];
    LENGTHS_IN_CODE_POINTS "lengths-in-code-points" ["ID-2"]
        "the length of a field counts code points",
        FRAME,
        [hash()];
    LENGTHS_IN_UTF16 "lengths-in-utf16" ["ID-2"]
        "the length of a field counts UTF-16 code units",
        FRAME,
        [hash()];
    LENGTHS_IN_16_BIT "lengths-in-16-bit" ["ID-2"]
        "the length of a field wraps at 65,536",
        FRAME,
        [given("chunk_text", &"a".repeat(65_536))];
    LENGTHS_IN_DECIMAL "lengths-in-decimal" ["ID-2"]
        "the length of a field is hashed in decimal digits and a colon",
        FRAME,
        [hash()];
    DIGEST_UPPER_CASE "digest-upper-case" ["ID-3"]
        "hashes are written with upper-case digits",
        DIGITS,
        [hash()];
    DIGEST_HALF "digest-half" ["ID-3"]
        "hashes are cut to 32 hex digits",
        DIGITS,
        [hash()];
    DIGEST_UNPADDED "digest-unpadded" ["ID-3"]
        "a byte below 0x10 is written as one digit",
        DIGITS,
        [chunk("a"), chunk("b"), chunk("c"), chunk("d")];
    DIGEST_ZEROS_LOST "digest-zeros-lost" ["ID-3"]
        "leading zeros of a hash are not written, as when it is printed as a big integer",
        DIGITS,
        [chunk("a")];
    DIGEST_TWICE "digest-twice" ["ID-3", "ID-2"]
        "the digest is hashed once more",
        DIGITS,
        [hash()];
    DIGEST_OF_HEX_TWICE "digest-of-hex-twice" ["ID-3", "ID-2"]
        "the hex digits of the digest are hashed once more",
        DIGITS,
        [hash()];
    DIGEST_SHA512_256 "digest-sha512-256" ["ID-2"]
        "hashes are made by SHA-512/256",
        DIGITS,
        [hash()];
    DIGEST_PREFIXED "digest-prefixed" ["ID-3"]
        "hashes are written with `sha256:` in front",
        DIGITS,
        [hash()];
    SCHEMA_NOT_HASHED "schema-not-hashed" ["ID-4"]
        "the identity schema is not hashed",
        FIELDS,
        [hash()];
    NORMALIZER_NOT_HASHED "normalizer-not-hashed" ["ID-4", "VER-4"]
        "the normalizer version is not hashed",
        FIELDS,
        [hash()];
    CHUNKER_NOT_HASHED "chunker-not-hashed" ["ID-4", "VER-4"]
        "the chunker id is not hashed",
        FIELDS,
        [hash()];
    PARAMS_NOT_HASHED "params-not-hashed" ["ID-4", "VER-4"]
        "the parameter hash is not hashed",
        FIELDS,
        [hash()];
    TEXT_HASHED_FIRST "text-hashed-first" ["ID-4"]
        "the text is hashed before the other fields",
        FIELDS,
        [hash()];
    CHUNKER_BEFORE_NORMALIZER "chunker-before-normalizer" ["ID-4"]
        "chunker id and normalizer version are exchanged",
        FIELDS,
        [hash()];
    SCHEMA_RENAMED "schema-renamed" ["ID-4", "VER-6"]
        "the schema that is hashed bears the new name of the project",
        FIELDS,
        [hash()];
    PARAMS_HASH_UPPER_CASE_FIELD "params-hash-upper-case-field" ["ID-3", "ID-8"]
        "the parameter hash is hashed in upper case",
        FIELDS,
        [hash()];
    CHUNKER_ID_SNAP "chunker-id-snap" ["ID-4"]
        "the chunker id is `cdc-rabin+snap` while snapping is on",
        "hash `cdc-rabin` with snapping on or off",
        [chunk_with(tight_with(json!({"snap_to_boundaries": true})), "a")];
    TEXT_ONLY_HASHED "text-only-hashed" ["ID-4", "VER-4"]
        "the chunk hash is the plain SHA-256 of the text",
        FIELDS,
        [hash()];
    TEXT_DOMAIN_USED "text-domain-used" ["ID-4"]
        "chunks are hashed under the domain `cairn-text-v1`",
        FIELDS,
        [hash()];
    PLACE_HASHED "place-hashed" ["ID-5"]
        "the index of a chunk's first word is hashed",
        PLACE,
        [chunk("a")];
    HASHED_TEXT_ENDS_LINE "hashed-text-ends-line" ["ID-4", "DIAG-1"]
        "a line feed is hashed behind the text of a chunk",
        FIELDS,
        [chunk("a")];
    TEXT_TRIMMED_FOR_HASH "text-trimmed-for-hash" ["ID-10"]
        "a given text is trimmed before it is hashed",
        AS_GIVEN,
        [given("chunk_text", " a")];
    TEXT_NORMALIZED_FOR_HASH "text-normalized-for-hash" ["ID-10"]
        "a given text is made canonical before it is hashed",
        AS_GIVEN,
        [given("chunk_text", "e\u{301}  a")];
    GIVEN_FIELDS_IGNORED "given-fields-ignored" ["ID-8", "VER-4"]
        "the identifiers of v1 are hashed whatever is given",
        AS_GIVEN,
        [given("chunker_id", "other")];
    SCHEMA_UNCHECKED "schema-unchecked" ["ID-6"]
        "any identity schema is accepted",
        AS_GIVEN,
        [given("identity_schema_version", "other")];
    SCHEMA_VERSION_UNCHECKED "schema-version-unchecked" ["ID-6"]
        "any version of the identity schema is accepted",
        AS_GIVEN,
        [given("identity_schema_version", "cairn-chunk-identity-v0")];
    SCHEMA_CASE_IGNORED "schema-case-ignored" ["ID-6"]
        "the identity schema is compared without regard to case",
        AS_GIVEN,
        [given("identity_schema_version", "Cairn-Chunk-Identity-V1")];
    SCHEMA_TRIMMED "schema-trimmed" ["ID-6"]
        "whitespace around the identity schema is passed over",
        AS_GIVEN,
        [given("identity_schema_version", "cairn-chunk-identity-v1 ")];
    EMPTY_NORMALIZER_ACCEPTED "empty-normalizer-accepted" ["ID-7"]
        "an empty normalizer version is hashed",
        AS_GIVEN,
        [given("normalizer_version", "")];
    EMPTY_CHUNKER_ACCEPTED "empty-chunker-accepted" ["ID-7"]
        "an empty chunker id is hashed",
        AS_GIVEN,
        [given("chunker_id", "")];
    EMPTY_PARAMS_HASH_ACCEPTED "empty-params-hash-accepted" ["ID-7"]
        "an empty parameter hash is hashed",
        AS_GIVEN,
        [given("chunker_params_hash", "")];
    IDENTITY_WRONG_CODE "identity-wrong-code" ["ID-6", "ID-7", "PROTO-10"]
        "identity fields are refused with `invalid-params`",
        "refuse them with `unsupported-identity`",
        [given("chunker_id", "")];
    OTHER_NORMALIZER_REFUSED "other-normalizer-refused" ["ID-8"]
        "a given normalizer version must be that of v1",
        AS_GIVEN,
        [given("normalizer_version", "other")];
    OTHER_CHUNKER_REFUSED "other-chunker-refused" ["ID-8"]
        "a given chunker id must be that of v1",
        AS_GIVEN,
        [given("chunker_id", "other")];
    PARAMS_HASH_FORM_CHECKED "params-hash-form-checked" ["ID-8"]
        "a given parameter hash must be 64 hex digits",
        AS_GIVEN,
        [given("chunker_params_hash", "other")];
    EMPTY_TEXT_REFUSED "empty-text-refused" ["ID-10"]
        "an empty text is not hashed",
        AS_GIVEN,
        [given("chunk_text", "")];
    TEXT_FORM_CHECKED "text-form-checked" ["ID-10"]
        "a text that is not canonical is refused",
        AS_GIVEN,
        [given("chunk_text", "a  b")];
    LONG_TEXT_CUT_FOR_HASH "long-text-cut-for-hash" ["ID-4", "NORM-1"]
        "only the first 65,536 bytes of a chunk's text are hashed",
        "hash the whole text",
        [chunk_with(tight_with(json!({"max_tokens": 99_999, "primary_mask_bits": 63, "backup_mask_bits": 62})), &words(20_000))];
}
