#!/usr/bin/env node
// A testee in JavaScript: speaks the protocol of `conformance`, and calls your implementation where it says YOURS.
//
//     conformance run --impl "node testee.js"
//
// Only `chunk-hash` is answered so far, by a stand-in. Replace the three functions below by calls to your implementation
// and renaming of fields, nothing more: whatever this file computed or checked would be judged in place of it.
// Needs Node 16 or later and no package.
"use strict";

const crypto = require("node:crypto");

const NAME = "my-chunker";
const VERSION = "0.1";

// What you answer beyond the core, of: normalize, fingerprints, merkle, occurrence, plan (operations of that name, to be
// added to OPERATIONS below), snapping (snap_to_boundaries true in params and chunk), token-counter (the member
// token_counter of chunk). Cases of what is not listed are skipped, and the verdict says so.
const CAPABILITIES = [];

// Your implementation refuses the request: invalid-params, invalid-tokenizer, oversized-word (with the numbers
// word_index, token_count and max_tokens) or unsupported-identity. The message is for people and never compared.
class Refused extends Error {
  constructor(code, message = "", numbers = {}) {
    super(message);
    this.reply = { code, message, ...numbers };
  }
}

// This is not there yet. Answered with `unsupported`, which fails the case.
class NotWritten extends Error {}

// The parameter hash. `params` is an object, valid or not; without it all parameters have their defaults.
//
// JSON.parse makes 8 of 8.0, which v1 refuses where it wants an integer; cases about that have the level SHOULD and are
// not counted by default. Number.isSafeInteger tells the integers that v1 supports.
function params(request) {
  const given = request.params;
  throw new NotWritten("params"); // YOURS
  return { params_hash: "64 hex digits" };
}

// The chunks of a text, with the parameters of `params` and, under the capability `token-counter`, the counter of
// `token_counter`. Offsets count code points. The items of a JavaScript string are UTF-16 units, of which a code point
// above U+FFFF has two: [...text] has one item for each code point, text[i] and text.length do not. Neither \s nor
// trim() nor split(" ") knows the 29 code points that v1 takes for whitespace (clause NORM-3).
function chunk(request) {
  const { text, params: given } = request;
  throw new NotWritten("chunk"); // YOURS
  return {
    identity: {
      schema: "cairn-chunk-identity-v1",
      normalizer_version: "cairn-normalizer-v1",
      chunker_id: "cdc-rabin",
      params_hash: "64 hex digits",
    },
    snap_to_boundaries: false,
    chunks: [
      {
        text: "canonical text",
        chunk_hash: "64 hex digits",
        start_offset: 0,
        end_offset: 14,
        token_count: 2,
        start_word: 0,
        end_word: 2,
        raw_end_word: 2,
        boundary_kind: "final",
        snap_kind: "raw",
      },
    ],
    diagnostics: {
      chunk_count: 1,
      total_tokens: 2,
      token_counts: [2],
      primary_boundaries: 0,
      backup_boundaries: 0,
      hard_cuts: 0,
      snapped_boundaries: 0,
      hard_cut_rate: 0,
    },
  };
}

// The hash of a chunk from its five fields (clauses ID-2, ID-4, ID-6 and ID-7). YOURS: this one is a stand-in.
function chunkHash(request) {
  if (request.identity_schema_version !== "cairn-chunk-identity-v1") {
    throw new Refused("unsupported-identity", "unknown identity schema");
  }
  const names = ["identity_schema_version", "normalizer_version", "chunker_id", "chunker_params_hash"];
  if (!names.every((name) => request[name])) {
    throw new Refused("unsupported-identity", "an identity field is empty");
  }
  const domain = Buffer.from("cairn-chunk-v1");
  const domainLength = Buffer.alloc(4);
  domainLength.writeUInt32BE(domain.length);
  const hash = crypto.createHash("sha256").update(domainLength).update(domain);
  for (const name of [...names, "chunk_text"]) {
    const field = Buffer.from(request[name], "utf8");
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(field.length));
    hash.update(length).update(field);
  }
  return { chunk_hash: hash.digest("hex") };
}

function hello() {
  return {
    protocol: 1,
    name: NAME,
    version: VERSION,
    identities: ["cairn-chunk-identity-v1"],
    // If you normalise by other tables than those of Node, name their version, or leave this out.
    unicode: process.versions.unicode,
    capabilities: CAPABILITIES,
  };
}

const OPERATIONS = new Map([
  ["hello", hello],
  ["params", params],
  ["chunk", chunk],
  ["chunk-hash", chunkHash],
]);

function replyTo(line) {
  let id = null;
  let request;
  try {
    request = JSON.parse(line);
    id = request.id ?? null;
  } catch {
    // Left as it is: there is no operation then.
  }
  const operation = OPERATIONS.get(request?.op);
  if (operation === undefined) {
    return { id, unsupported: "no request, or no operation that this testee has" };
  }
  try {
    return { id, ok: operation(request) };
  } catch (error) {
    if (error instanceof Refused) return { id, error: error.reply };
    if (error instanceof NotWritten) return { id, unsupported: `not written yet: ${error.message}` };
    // Any other exception ends this process. The runner shows the stack, starts another one and goes on. Never turn it
    // into an error reply: that would be a refusal, and could be the right one.
    throw error;
  }
}

// Pure ASCII, so that no reader of lines can break a reply at U+0085, U+2028 or U+2029.
function asciiJson(value) {
  const escape = (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}

// Whatever else is logged, here or in a library, must not get between the replies.
console.log = console.info = console.debug = console.error;

// Bytes and not text: a code point can be cut in two between two chunks of input, and the module readline breaks lines
// at a lone carriage return as well. Lines are split at the byte 0x0A only.
let pieces = [];
process.stdin.on("data", (bytes) => {
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    pieces.push(bytes.subarray(start, end));
    start = end + 1;
    const line = Buffer.concat(pieces).toString("utf8");
    pieces = [];
    process.stdout.write(asciiJson(replyTo(line)) + "\n");
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start));
});
// At the end of the input nothing is left to do and Node exits with status 0 by itself. process.exit() could cut off
// the last reply.
