//! Chapter 7: chunk identities and framing.

use proptest::prelude::*;
use quickcheck::quickcheck;
use steadlith_reference::error::Error;
use steadlith_reference::identity::{
    CHUNKER_ID, IDENTITY_SCHEMA, Identity, NORMALIZER_VERSION, framed, hash_fields, sha256_hex,
};
use steadlith_reference::params::Params;

use crate::by_the_book;

fn default_identity() -> Result<Identity, Error> {
    Identity::of(&Params::default())
}

/// DIAG-6, ID-4.
#[test]
fn an_identity_names_schema_normalizer_chunker_and_parameters() {
    let expected = Identity {
        schema: "cairn-chunk-identity-v1".to_owned(),
        normalizer_version: "cairn-normalizer-v1".to_owned(),
        chunker_id: "cdc-rabin".to_owned(),
        params_hash: "da7c441b130c3772241ea045a04bf193d2652417a407d8f78cb75bdddff62f87".to_owned(),
    };
    assert_eq!(
        (IDENTITY_SCHEMA, NORMALIZER_VERSION, CHUNKER_ID),
        ("cairn-chunk-identity-v1", "cairn-normalizer-v1", "cdc-rabin")
    );
    assert_eq!(default_identity(), Ok(expected));
}

/// PARAM-13.
#[test]
fn another_normalizer_cannot_chunk() {
    let params = Params { normalizer_version: "cairn-normalizer-v2".to_owned(), ..Params::default() };
    assert!(matches!(
        Identity::of(&params),
        Err(Error::UnsupportedIdentity { field: "normalizer_version", message }) if message.contains("cairn-normalizer-v2")
    ));
}

/// ID-4: the published golden value.
#[test]
fn the_published_chunk_hash() {
    let hash = default_identity().and_then(|identity| identity.chunk_hash("alpha beta"));
    assert_eq!(hash.as_deref(), Ok("a2bae2698fdf8361027f759bb7843e5a2f68a50126c72255c9cbec131380be7a"));
}

/// ID-3: 64 lower-case hex digits, leading zeros kept.
#[test]
fn hashes_are_lower_case_hex() {
    assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    // SHA-256 of "886" begins with a zero byte.
    assert_eq!(sha256_hex(b"886"), by_the_book::sha256(b"886"));
    assert!(sha256_hex(b"886").starts_with("000") && sha256_hex(b"886").len() == 64);
}

/// ID-2.
#[test]
fn lengths_are_big_endian_and_count_bytes() {
    assert_eq!(framed("ab", &[]), b"\0\0\0\x02ab");
    assert_eq!(framed("", &["", "\u{E9}x"]), b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x03\xC3\xA9x");
    assert_eq!(framed("d", &[&"a".repeat(0x1_0203)])[5..13], [0, 0, 0, 0, 0, 1, 2, 3]);
    assert_eq!(framed(&"d".repeat(0x0102), &[])[..4], [0, 0, 1, 2]);
}

/// ID-6, ID-7.
#[test]
fn unusable_identities_are_refused_by_field() -> Result<(), Error> {
    let valid = default_identity()?;
    for schema in ["", "cairn-chunk-identity-v2", "cairn-chunk-identity-v1 ", "CAIRN-CHUNK-IDENTITY-V1"] {
        let refusal = Identity { schema: schema.to_owned(), ..valid.clone() }.chunk_hash("a");
        assert!(
            matches!(refusal, Err(Error::UnsupportedIdentity { field: "identity_schema_version", .. })),
            "{schema:?}"
        );
    }
    for (field, identity) in [
        ("normalizer_version", Identity { normalizer_version: String::new(), ..valid.clone() }),
        ("chunker_id", Identity { chunker_id: String::new(), ..valid.clone() }),
        ("chunker_params_hash", Identity { params_hash: String::new(), ..valid.clone() }),
    ] {
        let message = "the value is empty".to_owned();
        assert_eq!(identity.chunk_hash("a"), Err(Error::UnsupportedIdentity { field, message }));
    }
    Ok(())
}

/// The protocol's codes and the texts that people read.
#[test]
fn every_refusal_has_a_code() {
    let message = || "why".to_owned();
    for (error, code, text) in [
        (Error::InvalidParams { field: "f".to_owned(), message: message() }, "invalid-params", "f: why"),
        (Error::InvalidTokenizer { message: message() }, "invalid-tokenizer", "why"),
        (
            Error::OversizedWord { word_index: 1, token_count: 3, max_tokens: 2 },
            "oversized-word",
            "word 1 counts 3 tokens, more than max_tokens, which is 2",
        ),
        (Error::UnsupportedIdentity { field: "f", message: message() }, "unsupported-identity", "f: why"),
    ] {
        assert_eq!((error.code(), error.to_string().as_str()), (code, text));
    }
}

/// Reads a framed pre-image back, which works only if framing loses nothing.
fn unframed(mut bytes: &[u8]) -> Option<(String, Vec<String>)> {
    let mut field = |length_bytes: usize| {
        let (length, rest) = bytes.split_at_checked(length_bytes)?;
        let length = length.iter().fold(0, |length, &byte| length << 8 | usize::from(byte));
        let (field, rest) = rest.split_at_checked(length)?;
        bytes = rest;
        String::from_utf8(field.to_vec()).ok()
    };
    let domain = field(4)?;
    let fields = std::iter::from_fn(|| field(8)).collect();
    bytes.is_empty().then_some((domain, fields))
}

quickcheck! {
    /// ID-2: no two lists of fields share a pre-image, since each pre-image can be read back.
    fn framing_can_be_read_back(domain: String, fields: Vec<String>) -> bool {
        let borrowed: Vec<&str> = fields.iter().map(String::as_str).collect();
        unframed(&framed(&domain, &borrowed)) == Some((domain, fields))
    }

    /// ID-2: moving characters over the boundary between two fields changes the pre-image and the hash.
    fn framing_is_injective_over_field_boundaries(domain: String, joined: String, cut: usize, other: usize) -> bool {
        let boundaries: Vec<usize> = joined.char_indices().map(|(index, _)| index).chain([joined.len()]).collect();
        let split = |cut: usize| joined.split_at(boundaries[cut % boundaries.len()]);
        let (here, there) = (split(cut), split(other));
        let pair = |(left, right): (&str, &str)| (framed(&domain, &[left, right]), hash_fields(&domain, &[left, right]));
        let (here_preimage, here_hash) = pair(here);
        let (there_preimage, there_hash) = pair(there);
        (here == there) == (here_preimage == there_preimage) && (here == there) == (here_hash == there_hash)
            && framed(&domain, &[&joined]) != here_preimage
            && framed(&domain, &[&joined, ""]) != framed(&domain, &[&joined])
    }

    /// ID-2, ID-3.
    fn framed_hashes_are_those_of_the_slow_formulation(domain: String, fields: Vec<String>) -> bool {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let preimage = by_the_book::framed(&domain, &fields);
        framed(&domain, &fields) == preimage && hash_fields(&domain, &fields) == by_the_book::sha256(&preimage)
    }
}

proptest! {
    /// ID-4, ID-8: the five fields in order, each hashed as it is given.
    #[test]
    fn chunk_hashes_frame_the_five_fields(
        [normalizer_version, chunker_id, params_hash] in prop::array::uniform3(".+"),
        text in any::<String>(),
    ) {
        let identity = Identity { schema: IDENTITY_SCHEMA.to_owned(), normalizer_version, chunker_id, params_hash };
        let fields = ["cairn-chunk-identity-v1", &identity.normalizer_version, &identity.chunker_id, &identity.params_hash, &text];
        let preimage = by_the_book::framed("cairn-chunk-v1", &fields);
        prop_assert_eq!(identity.chunk_fields(&text), fields);
        prop_assert_eq!(identity.chunk_hash(&text), Ok(by_the_book::sha256(&preimage)));
        prop_assert_eq!(identity.chunk_preimage(&text), preimage);
    }
}
