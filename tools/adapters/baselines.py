#!/usr/bin/env python3
"""The baseline chunkers of the released packages, for ``steadlith-tools baselines``.

Reads one JSON object per line and writes one per line, split at 0x0A only. Like the other
adapters it holds no part of an algorithm: each request is a call and a renaming of fields.

    {"hello": true}
    {"package": "steadlith", "version": "1.0.1", "unicode": "14.0.0"}
    {"chunker": "fixed", "params": {...}, "text": "...", "token_counter": {...}}
    {"ok": {"params_hash": "...", "chunks": [...]}} or {"error": {"code": "...", ...}}

``params`` are the keyword arguments of the package's own class, and ``token_counter`` is that
of the testee protocol. ``params_hash`` is null if there is no chunk to read it from.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

MODULE_OF_PACKAGE = {"steadlith": "steadlith", "cairn-rag": "cairn_rag"}
CLASS_OF_CHUNKER = {"fixed": "FixedChunker", "recursive": "RecursiveChunker"}
FIELDS = ("chunk_hash", "start_offset", "end_offset", "token_count", "start_word", "end_word")

# Python looks for modules beside the script first, where steadlith.py has the package's name.
HERE = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != HERE]

# No release gives these numbers in any other way.
OVERSIZED_WORD = re.compile(
    r"word at index (?P<word_index>\d+) has token count (?P<token_count>\d+), "
    r"which exceeds max_tokens=(?P<max_tokens>\d+)"
)

Json = dict[str, Any]


def installed() -> tuple[str, Any]:
    """The package that this Python has, and its module of chunkers."""
    for package, module in MODULE_OF_PACKAGE.items():
        if importlib.util.find_spec(module) is not None:
            return package, importlib.import_module(f"{module}.chunk.strategies")
    raise SystemExit(f"baselines.py: neither steadlith nor cairn-rag is installed for {sys.executable}")


def refusal(code: str, error: Exception) -> Json:
    """A refusal of the package, with the code of the stage in which it arose."""
    oversized = OVERSIZED_WORD.fullmatch(str(error))
    if oversized:
        numbers = {name: int(digits) for name, digits in oversized.groupdict().items()}
        return {"error": {"code": "oversized-word", **numbers}}
    return {"error": {"code": code, "message": str(error)}}


def reply(strategies: Any, request: Json) -> Json:
    """What the package makes of one request; an exception that is no refusal is let through."""
    chunker_class = getattr(strategies, CLASS_OF_CHUNKER[request["chunker"]])
    settings, counter = dict(request["params"]), request.get("token_counter")
    try:
        chunker = chunker_class(**settings)
    except ValueError as error:
        return refusal("invalid-params", error)
    try:
        if counter is not None:
            counts = {word: count for word, count in counter["counts"]}
            default = counter["default"]
            settings["token_counter"] = lambda word: counts.get(word, default)
            settings["tokenizer_id"] = counter.get("id")
            chunker = chunker_class(**settings)
        chunks = chunker.split(request["text"])
    except (TypeError, ValueError) as error:
        return refusal("invalid-tokenizer", error)
    claimed = {chunk.metadata["chunker_params_hash"] for chunk in chunks}
    if len(claimed) > 1 or any(chunk.metadata["chunk_index"] != i for i, chunk in enumerate(chunks)):
        raise RuntimeError("the chunks of one document do not belong together")
    records = [
        {"text": chunk.page_content, **{name: chunk.metadata[name] for name in FIELDS}}
        for chunk in chunks
    ]
    return {"ok": {"params_hash": claimed.pop() if claimed else None, "chunks": records}}


def main() -> int:
    package, strategies = installed()
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever the package prints must not end up between the replies
    hello = {
        "package": package,
        "version": importlib.metadata.version(package),
        "unicode": unicodedata.unidata_version,
    }
    for line in sys.stdin.buffer:  # split at 0x0A only
        request = json.loads(line)
        answer = hello if "hello" in request else reply(strategies, request)
        replies.write(json.dumps(answer, ensure_ascii=True).encode("ascii") + b"\n")
        replies.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
