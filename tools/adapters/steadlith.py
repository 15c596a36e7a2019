#!/usr/bin/env python3
"""Testee for the released Python packages: ``steadlith`` and, before it, ``cairn-rag``.

Speaks the testee protocol (``spec/12-protocol.md``) on standard input and output for
whichever of the two packages the running Python has. It holds no part of the algorithm:
every operation is a call into the package and a renaming of fields. Nothing in a request
is checked or converted on the way in, so that the release's own behaviour shows.

Exit code: 0 at the end of input; 2 if there is no package to speak for; 1, with a traceback
on standard error, if the package raised something that is not one of its refusals.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import importlib.util
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROTOCOL = 1
MODULE_OF_PACKAGE = {"steadlith": "steadlith", "cairn-rag": "cairn_rag"}
CAPABILITIES = (
    "normalize",
    "fingerprints",
    "merkle",
    "occurrence",
    "plan",
    "snapping",
    "token-counter",
)
HERE = Path(__file__).resolve().parent
SKIPS_FILE = HERE / "steadlith-skips.json"

# Python looks for modules beside the script first, and this script has the package's name.
sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != HERE]

# The only place where a message is read: no release gives these numbers in any other way.
OVERSIZED_WORD = re.compile(
    r"word at index (?P<word_index>\d+) has token count (?P<token_count>\d+), "
    r"which exceeds max_tokens=(?P<max_tokens>\d+)"
)

Json = dict[str, Any]


class NoPackage(Exception):
    """There is no package, or no single one, to speak for."""


class Rejection(Exception):
    """The package refused the request, for a reason that has a code in the protocol."""

    def __init__(self, code: str, message: str, **details: int) -> None:
        super().__init__(message)
        self.reply = {"code": code, "message": message, **details}


class Unsupported(Exception):
    """The request asks for something that this release cannot answer."""


@contextmanager
def refused_as(code: str, *refusals: type[Exception]) -> Iterator[None]:
    """Gives a refusal raised inside the block its code: the stage decides, not the text."""
    try:
        yield
    except UnicodeError:
        raise  # a lone surrogate: a ValueError to Python, but no code of the protocol names it
    except refusals as error:
        raise Rejection(code, str(error)) from error


def installed_package(wanted: str | None) -> str:
    """The name of the package to speak for."""
    found = [
        package
        for package, module in MODULE_OF_PACKAGE.items()
        if wanted in (None, package) and importlib.util.find_spec(module) is not None
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise NoPackage("both packages are installed; choose one with --package NAME")
    raise NoPackage(
        f"{wanted or 'neither steadlith nor cairn-rag'} is {'not ' if wanted else ''}installed "
        f"for {sys.executable}; run `{sys.executable} -m pip install {wanted or 'steadlith'}`"
    )


def release_version(package: str) -> str:
    """The release's version, by its metadata or, in a bare checkout, by its module."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return str(importlib.import_module(MODULE_OF_PACKAGE[package]).__version__)


def issues_url(package: str) -> str | None:
    """The public issue tracker that the package's metadata names, if it names one."""
    try:
        urls: list[str] = importlib.metadata.metadata(package).get_all("Project-URL") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    for entry in urls:
        label, _, url = entry.partition(",")
        if label.strip().lower() in ("issues", "issue tracker", "bug tracker"):
            return url.strip()
    return None


def skip_reasons(package: str, version: str) -> dict[str, str]:
    """What this release cannot answer: capability to reason, from the checked-in list."""
    skips = json.loads(SKIPS_FILE.read_text(encoding="utf-8"))["skips"]
    reasons = {
        skip["capability"]: skip["reason"]
        for skip in skips
        if skip["package"] == package and version in skip["versions"]
    }
    unknown = sorted(set(reasons) - set(CAPABILITIES))
    if unknown:
        raise ValueError(f"{SKIPS_FILE.name} skips unknown capabilities: {unknown}")
    return reasons


def counting(table: Json) -> Callable[[str], Any]:
    """The request's token table as the callable that the package wants; values untouched."""
    counts = {word: count for word, count in table["counts"]}
    if "default" not in table:
        return counts.__getitem__
    default = table["default"]
    return lambda word: counts.get(word, default)


class Testee:
    """One release, answering one request at a time."""

    def __init__(self, package: str) -> None:
        def module(name: str) -> Any:
            return importlib.import_module(f"{MODULE_OF_PACKAGE[package]}.{name}")

        self.package = package
        self.version = release_version(package)
        self.skips = skip_reasons(package, self.version)
        self.cdc = module("chunk.cdc")
        self.params_module = module("chunk.params")
        self.stream = module("chunk.stream")
        self.hashing = module("content.hashing")
        self.manifest = module("content.manifest")
        self.merkle_module = module("content.merkle")
        self.apply = module("index.apply")
        self.planning = module("index.plan")
        self.models = module("models")
        self.operations: dict[str, Callable[[Json], Json]] = {
            "hello": self.hello,
            "params": self.params,
            "chunk": self.chunk,
            "chunk-hash": self.chunk_hash,
            "normalize": self.normalize,
            "fingerprints": self.fingerprints,
            "merkle": self.merkle,
            "occurrence": self.occurrence,
            "plan": self.plan,
        }

    def reply(self, request: Json) -> Json:
        """The whole reply to a request; an exception that is no refusal is let through."""
        op = request["op"]
        try:
            if op in self.skips:
                raise Unsupported(self.skips[op])
            if op not in self.operations:
                raise Unsupported(f"no operation {op!r}")
            return {"id": request["id"], "ok": self.operations[op](request)}
        except Rejection as rejection:
            return {"id": request["id"], "error": rejection.reply}
        except Unsupported as unsupported:
            return {"id": request["id"], "unsupported": str(unsupported)}

    def hello(self, request: Json) -> Json:
        if request["protocol"] != PROTOCOL:
            raise Unsupported(f"protocol {request['protocol']}; this testee speaks {PROTOCOL}")
        hello = {
            "protocol": PROTOCOL,
            "name": self.package,
            "version": self.version,
            "identities": [self.hashing.IDENTITY_SCHEMA_VERSION],
            "unicode": unicodedata.unidata_version,
            "capabilities": [name for name in CAPABILITIES if name not in self.skips],
        }
        issues = issues_url(self.package)
        return {**hello, "issues": issues} if issues else hello

    def params(self, request: Json) -> Json:
        return {"params_hash": self.settings(request).params_hash}

    def settings(self, request: Json) -> Any:
        """The parameters, as a user who loads a configuration mapping gets them.

        ``from_mapping`` is that entry point. The constructor differs: it takes no ``strategy``
        in any release, and it refused unknown fields when ``from_mapping`` still dropped them.
        """
        with refused_as("invalid-params", TypeError, ValueError):
            return self.params_module.CDCParams.from_mapping(request.get("params", {}))

    def chunk(self, request: Json) -> Json:
        settings = self.settings(request)
        table = request.get("token_counter")
        counter = None if table is None else counting(table)
        tokenizer_id = None if table is None else table.get("id")
        with refused_as("invalid-tokenizer", ValueError):
            chunker = self.cdc.CDCChunker(settings, counter, tokenizer_id=tokenizer_id)
        try:
            result = chunker.split_with_stats(request["text"])
        except (TypeError, ValueError) as error:
            raise self.refusal_while_chunking(error, chunker, request["text"]) from error
        return self.chunk_reply(result, chunker.params)

    def refusal_while_chunking(self, error: Exception, chunker: Any, text: str) -> Exception:
        """The error of a failed run with its code, by repeating the stages one by one."""
        self.stream.normalize_stream(text)  # what fails here already is no count's fault
        with refused_as("invalid-tokenizer", TypeError, ValueError):
            stream = self.stream.normalize_stream(
                text, chunker.token_counter, tokenizer_id=chunker.params.tokenizer_id
            )
        oversized = OVERSIZED_WORD.fullmatch(str(error))
        if oversized:
            numbers = {name: int(digits) for name, digits in oversized.groupdict().items()}
            return Rejection("oversized-word", str(error), **numbers)
        if stream.normalizer_version != chunker.params.normalizer_version:
            return Rejection("unsupported-identity", str(error))
        return error

    def chunk_reply(self, result: Any, settings: Any) -> Json:
        stats = result.stats
        return {
            "identity": self.identity(result, settings),
            "snap_to_boundaries": settings.snap_to_boundaries,
            "chunks": [chunk_fields(chunk) for chunk in result],
            "diagnostics": {
                "chunk_count": stats.chunk_count,
                "total_tokens": stats.total_tokens,
                "token_counts": list(stats.token_counts),
                "primary_boundaries": stats.primary_boundaries,
                "backup_boundaries": stats.backup_boundaries,
                "hard_cuts": stats.hard_cuts,
                "snapped_boundaries": stats.snapped_boundaries,
                "hard_cut_rate": stats.hard_cut_rate,
            },
        }

    def identity(self, result: Any, settings: Any) -> Json:
        """What the chunks say they are; for a text without chunks, what they would have said."""
        said = {
            (
                chunk.metadata["normalizer_version"],
                chunk.metadata["chunker_id"],
                chunk.metadata["chunker_params_hash"],
            )
            for chunk in result
        }
        if len(said) > 1:
            raise RuntimeError(f"the chunks of one document claim several identities: {said}")
        if not said:
            chunker_id = self.params_module.CHUNKER_ID
            said = {(settings.normalizer_version, chunker_id, settings.params_hash)}
        normalizer_version, chunker_id, params_hash = said.pop()
        return {
            "schema": self.hashing.IDENTITY_SCHEMA_VERSION,
            "normalizer_version": normalizer_version,
            "chunker_id": chunker_id,
            "params_hash": params_hash,
        }

    def chunk_hash(self, request: Json) -> Json:
        with refused_as("unsupported-identity", ValueError):
            chunk_hash = self.hashing.chunk_content_hash(
                request["chunk_text"],
                chunker_id=request["chunker_id"],
                chunker_params_hash=request["chunker_params_hash"],
                normalizer_version=request["normalizer_version"],
                identity_schema_version=request["identity_schema_version"],
            )
        return {"chunk_hash": chunk_hash}

    def normalize(self, request: Json) -> Json:
        stream = self.stream.normalize_stream(request["text"])
        words = [
            {
                "text": word.text,
                "start_offset": word.start_offset,
                "end_offset": word.end_offset,
                "paragraph_before": word.paragraph_before,
            }
            for word in stream.words
        ]
        return {"words": words, "canonical_text": stream.text}

    def fingerprints(self, request: Json) -> Json:
        stream = self.stream.normalize_stream(request["text"])
        with refused_as("invalid-params", TypeError, ValueError):
            fingerprints = self.cdc.rolling_fingerprints(stream, request["window_words"])
        return {"fingerprints": [None if f is None else f"{f:016x}" for f in fingerprints]}

    def merkle(self, request: Json) -> Json:
        if "documents" in request:
            roots = [(entry["document_id"], entry["root"]) for entry in request["documents"]]
            return {"root": self.merkle_module.corpus_root(roots)}
        return {"root": self.merkle_module.document_root(request["chunk_hashes"])}

    def occurrence(self, request: Json) -> Json:
        instance_id = self.apply.new_instance_id(
            identity_scope=request["scope"],
            corpus_root=request["corpus_root"],
            document_id=request["document_id"],
            position=request["position"],
            chunk_hash=request["chunk_hash"],
        )
        return {"instance_id": instance_id}

    def plan(self, request: Json) -> Json:
        """The plan for one document; what to embed is what the package asks an empty cache for."""
        asked: list[str] = []

        def is_cached(chunk_hash: str) -> bool:
            asked.append(chunk_hash)
            return False

        old, new = self.corpus(request["old"]), self.corpus(request["new"])
        plan = self.planning.create_plan(old, new, is_cached=is_cached)
        if len(asked) != plan.cost.chunks_to_embed:
            raise RuntimeError(
                f"asked the cache for {asked}, but plans to embed {plan.cost.chunks_to_embed}"
            )
        operations = [
            {
                "kind": operation.kind.value,
                "old_position": operation.old_position,
                "new_position": operation.new_position,
            }
            for operation in plan.operations
        ]
        return {"operations": operations, "embed": asked}

    def corpus(self, records: list[Json]) -> Any:
        """A corpus of one document with these chunks."""
        chunks = tuple(
            self.models.ChunkRecord(
                chunk_hash=record["chunk_hash"],
                start_offset=record["start_offset"],
                end_offset=record["end_offset"],
                token_count=record["token_count"],
            )
            for record in records
        )
        document = self.manifest.DocumentManifest(document_id="document", chunks=chunks)
        return self.manifest.CorpusManifest(documents={"document": document})


def chunk_fields(chunk: Any) -> Json:
    """A chunk of the package as the protocol writes it."""
    names = (
        "chunk_hash",
        "start_offset",
        "end_offset",
        "token_count",
        "start_word",
        "end_word",
        "raw_end_word",
        "boundary_kind",
        "snap_kind",
    )
    return {"text": chunk.page_content, **{name: chunk.metadata[name] for name in names}}


def main() -> int:
    parser = argparse.ArgumentParser(description="Testee for steadlith and cairn-rag.")
    parser.add_argument("--package", choices=sorted(MODULE_OF_PACKAGE), help="if both are there")
    try:
        testee = Testee(installed_package(parser.parse_args().package))
    except NoPackage as error:
        print(f"steadlith.py: {error}", file=sys.stderr)
        return 2

    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever the package prints must not end up between the replies
    for line in sys.stdin.buffer:  # split at 0x0A only
        reply = json.dumps(testee.reply(json.loads(line)), ensure_ascii=True)
        replies.write(reply.encode("ascii") + b"\n")
        replies.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
