"""A testee that fails cases in every way, with text that would do harm where a report lets it through."""

import json
import sys

HOSTILE = (
    "<script>document.title='pwned'</script><img src=http://example.org/x.png>]]>&x;%0A\r\n::error::pwned\n```\n"
    "\x1b[31m\x00\u2028\u202e\ufffe\ufeff\x85\"'-->"
)


def answer(request):
    """An answer that is wrong, but for the handshake."""
    if request["op"] == "hello":
        return {
            "protocol": 1,
            "name": HOSTILE,
            "version": HOSTILE,
            "identities": ["cairn-chunk-identity-v1"],
            "capabilities": ["normalize", HOSTILE],
            "unicode": HOSTILE,
            "issues": "javascript:alert(1)",
        }
    return {"params_hash": HOSTILE, "words": [], "canonical_text": HOSTILE, "chunk_hash": HOSTILE}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        # A case is always asked with the same id, so that it fails in the same way.
        way = request["id"] % 5 if request["op"] != "hello" else 0
        print(HOSTILE, file=sys.stderr, flush=True)
        if way == 1:
            print(HOSTILE, flush=True)
        elif way == 2:
            sys.exit(HOSTILE)
        elif way == 3:
            print(json.dumps({"id": request["id"], "error": {"code": HOSTILE, "message": HOSTILE}}), flush=True)
        elif way == 4:
            print(json.dumps({"id": request["id"], "error": {"code": "invalid-params", "message": HOSTILE}}), flush=True)
        else:
            print(json.dumps({"id": request["id"], "ok": answer(request)}), flush=True)


main()
