//! What earlier releases of the deployed package do otherwise than v1.

use serde_json::json;

use super::super::fault::FaultInfo;
use super::probe::params;

faults! {
    RELEASE_0_3_0 "release-0-3-0" ["PARAM-3", "PARAM-5", "PARAM-2", "PARAM-14", "PARAM-6"]
        "parameters are checked as in the releases from cairn-rag 0.2.0 to steadlith 0.3.0: unknown \
         members are ignored, any strategy is accepted, and booleans, fractions and values of any type in \
         `snap_to_boundaries` are hashed as they stand",
        "check names and types of parameters as steadlith 1.0.0 does",
        [params(json!({"window_words": 8.5}))];
    RELEASE_0_1_0 "release-0-1-0" ["ID-6", "PARAM-3", "PARAM-5", "PARAM-2", "PARAM-14"]
        "parameters are checked as in cairn-rag 0.1.0, and any identity schema is accepted",
        "check names and types of parameters and the identity schema as steadlith 1.0.0 does",
        [json!({"op": "chunk-hash", "identity_schema_version": "other", "normalizer_version": "n",
                "chunker_id": "c", "chunker_params_hash": "p", "chunk_text": "t"})];
}
