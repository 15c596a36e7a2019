#!/usr/bin/env python3
"""A testee in Python: speaks the protocol of `conformance`, and calls your implementation where it says YOURS.

    conformance run --impl "python3 testee.py"

Only `chunk-hash` is answered so far, by a stand-in. Replace the three functions below by calls to your implementation
and renaming of fields, nothing more: whatever this file computed or checked would be judged in place of it.
Needs Python 3.9 or later and no package.
"""

import hashlib
import json
import sys
import unicodedata

NAME = "my-chunker"
VERSION = "0.1"

# What you answer beyond the core, of: normalize, fingerprints, merkle, occurrence, plan (operations of that name, to be
# added to OPERATIONS below), snapping (snap_to_boundaries true in params and chunk), token-counter (the member
# token_counter of chunk). Cases of what is not listed are skipped, and the verdict says so.
CAPABILITIES = []


class Refused(Exception):
    """Your implementation refuses the request: invalid-params, invalid-tokenizer, oversized-word (with the numbers
    word_index, token_count and max_tokens) or unsupported-identity. The message is for people and never compared."""

    def __init__(self, code, message="", **numbers):
        super().__init__(message)
        self.error = {"code": code, "message": message, **numbers}


class NotWritten(Exception):
    """This is not there yet. Answered with `unsupported`, which fails the case."""


def params(request):
    """The parameter hash. `params` is an object, valid or not; without it all parameters have their defaults.

    JSON's true is Python's True, which is an int as well, and 8.0 is a float: v1 refuses both where it wants an integer.
    """
    given = request.get("params")
    raise NotWritten("params")  # YOURS
    return {"params_hash": "64 hex digits"}


def chunk(request):
    """The chunks of a text, with the parameters of `params` and, under the capability `token-counter`, the counter of
    `token_counter`. Offsets count code points, which are the items of a Python string."""
    text, given = request["text"], request.get("params")
    raise NotWritten("chunk")  # YOURS
    return {
        "identity": {
            "schema": "cairn-chunk-identity-v1",
            "normalizer_version": "cairn-normalizer-v1",
            "chunker_id": "cdc-rabin",
            "params_hash": "64 hex digits",
        },
        "snap_to_boundaries": False,
        "chunks": [
            {
                "text": "canonical text",
                "chunk_hash": "64 hex digits",
                "start_offset": 0,
                "end_offset": 14,
                "token_count": 2,
                "start_word": 0,
                "end_word": 2,
                "raw_end_word": 2,
                "boundary_kind": "final",
                "snap_kind": "raw",
            }
        ],
        "diagnostics": {
            "chunk_count": 1,
            "total_tokens": 2,
            "token_counts": [2],
            "primary_boundaries": 0,
            "backup_boundaries": 0,
            "hard_cuts": 0,
            "snapped_boundaries": 0,
            "hard_cut_rate": 0.0,
        },
    }


def chunk_hash(request):
    """The hash of a chunk from its five fields (clauses ID-2, ID-4, ID-6 and ID-7). YOURS: this one is a stand-in."""
    if request["identity_schema_version"] != "cairn-chunk-identity-v1":
        raise Refused("unsupported-identity", "unknown identity schema")
    names = ["identity_schema_version", "normalizer_version", "chunker_id", "chunker_params_hash"]
    if not all(request[name] for name in names):
        raise Refused("unsupported-identity", "an identity field is empty")
    framed = len(b"cairn-chunk-v1").to_bytes(4, "big") + b"cairn-chunk-v1"
    for name in [*names, "chunk_text"]:
        field = request[name].encode("utf-8")
        framed += len(field).to_bytes(8, "big") + field
    return {"chunk_hash": hashlib.sha256(framed).hexdigest()}


def hello(request):
    return {
        "protocol": 1,
        "name": NAME,
        "version": VERSION,
        "identities": ["cairn-chunk-identity-v1"],
        # If you normalise by other tables than Python's, name their version, or leave this out.
        "unicode": unicodedata.unidata_version,
        "capabilities": CAPABILITIES,
    }


OPERATIONS = {"hello": hello, "params": params, "chunk": chunk, "chunk-hash": chunk_hash}


def reply_to(line):
    request_id = None
    try:
        request = json.loads(line)
        request_id = request["id"]
        operation = OPERATIONS[request["op"]]
    except (ValueError, TypeError, KeyError):
        return {"id": request_id, "unsupported": "no request, or no operation that this testee has"}
    try:
        return {"id": request_id, "ok": operation(request)}
    except Refused as refused:
        return {"id": request_id, "error": refused.error}
    except NotWritten as what:
        return {"id": request_id, "unsupported": f"not written yet: {what}"}
    # Any other exception ends this process. The runner shows the traceback, starts another one and goes on. Never turn
    # it into an error reply: that would be a refusal, and could be the right one.


def main():
    # Bytes and not text: in text mode Python decodes by the locale and translates line ends, and str.splitlines()
    # breaks at U+0085 and U+2028 as well. A binary stream is split at the byte 0x0A only.
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    # Whatever else is printed, here or in a library, must not get between the replies.
    sys.stdout = sys.stderr
    for line in requests:
        # json.dumps writes pure ASCII. Without the flush the reply waits in a buffer, and the runner for the reply.
        replies.write(json.dumps(reply_to(line)).encode("ascii") + b"\n")
        replies.flush()


if __name__ == "__main__":
    main()
