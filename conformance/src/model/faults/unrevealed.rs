//! Mistakes that are not in the list because no request can reveal them.

/// Each mistake and why no request reveals it.
pub const UNREVEALED: &[(&str, &str)] = &[
    (
        "a lone surrogate is hashed, or replaced by U+FFFD (NORM-2)",
        "JSON readers differ in what they make of one before the implementation sees it",
    ),
    (
        "the whole text is put in NFC instead of each word by itself",
        "nothing composes or is reordered across whitespace, and every whitespace code point stays one code point, so \
         that only offsets into the normalised text could differ: `offsets-normalized`",
    ),
    (
        "the test for the end of a sentence looks at the word before normalisation",
        "no canonical mapping leads to or from a terminator or a closing mark",
    ),
    ("a word is normalised twice, or a normalised word again when its chunk is hashed", "NFC of NFC is the same"),
    (
        "the marker P is given to the first word of a text that begins with line endings, in the symbol only",
        "it is `paragraph-first-word`: the protocol shows the flag and the fingerprint from the same word",
    ),
    (
        "an oversized word is reported before a bad count (TOK-8)",
        "a case has one fault; which of two is reported first is not tested",
    ),
    (
        "ranges of parameters are checked in another order",
        "a case has one fault, and the protocol compares the code only",
    ),
    (
        "a repeated member of the parameters is accepted (PARAM-7)",
        "the model reads whole JSON values, in which it can no longer be seen; many readers do the same",
    ),
    ("sizes and sums beyond 2^53 - 1 are rounded or refused", "the specification promises nothing there"),
    (
        "`strategy` null is refused, or `rolling_hash_id` other than the default is refused",
        "the specification allows either",
    ),
    (
        "an empty leaf, an empty or repeated document id, or a negative position is accepted",
        "malformed requests are not sent",
    ),
    (
        "fields of an occurrence that hold U+0000 are told apart",
        "v1 does not tell them apart, and their bytes are what OCC-1 says",
    ),
    (
        "hashes of bytes, texts, JSON values, index records and other chunkers' parameters (ID-9)",
        "no request asks for them",
    ),
    ("the recompute fraction (PLAN-7)", "no request asks for it"),
    ("metadata of chunks and documents is not compared in a plan (PLAN-2)", "a request carries no metadata"),
    (
        "the embedding model enters the chunk hash",
        "no request names a model; the hash would differ from the golden values in any case",
    ),
    (
        "an endless loop on one huge word, a crash, a hang, a line that is no JSON",
        "they are no wrong answers: the tests of the runner use testees that do these things",
    ),
    ("the reply to `hello` lacks a name or does not offer v1 (PROTO-5)", "nothing is judged without a handshake"),
    (
        "a process that does not end with its input, or writes to standard output what is no reply (PROTO-3)",
        "the model answers requests; it is the program around it that reads lines and ends",
    ),
    (
        "signed comparison of symbols or fingerprints",
        "addition, multiplication and the test of low bits are the same for signed numbers of 64 bits; only their \
         printed form differs: `signed-hex`",
    ),
    (
        "backup matches are looked for only where no primary mask matches",
        "a primary match is a backup match as well, and it ends the scan, so that it never serves as a backup",
    ),
];
