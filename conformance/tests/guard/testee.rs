//! Releases that differ from the reference, each in one way.

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use steadlith_conformance::testee::Testee;

/// The schema of the second identity.
pub const V2: &str = "cairn-chunk-identity-v2";

/// Serves as the release of this mode and gives the exit status.
pub fn serve(mode: &str) -> io::Result<i32> {
    let reference = Testee::default();
    let mut line = String::new();
    let mut input = io::stdin().lock();
    let mut was_v2 = false;
    while input.read_line(&mut line)? > 0 {
        let request: Value = serde_json::from_str(&line)?;
        let op = request["op"].as_str().unwrap_or_default().to_owned();
        match (mode, op.as_str()) {
            ("exits-at-merkle", "merkle") => return Ok(3),
            ("hangs-at-merkle", "merkle") => sleep(Duration::from_secs(1000)),
            ("hangs-always" | "exits-always", "hello") => {}
            ("exits-always", _) => return Ok(3),
            ("hangs-always", _) => sleep(Duration::from_secs(1000)),
            _ => {}
        }
        let is_v2 = request["identity"] == V2;
        let writes_the_window = request["params"].get("window_words").is_some();
        let mut reply = answer(&reference, mode, request)?;
        match mode {
            _ if op == "hello" => hello(mode, &mut reply),
            "v2-claims-v1" if is_v2 => {}
            "v2-has-the-hashes-of-v1" if is_v2 => reply["ok"]["identity"]["schema"] = json!(V2),
            "v1-is-answered-by-v2" => to_v2(&mut reply),
            "hashes-what-is-written-out" if writes_the_window => other_params_hash(&mut reply),
            "has-other-hashes" => other_hashes(&mut reply),
            "v2-is-refused" if is_v2 => {
                reply = json!({"id": reply["id"], "error": {"code": "unsupported-identity"}});
            }
            "v2-depends-on-the-process" if is_v2 => {
                to_v2(&mut reply);
                let chunks = reply.get_mut("ok").and_then(|ok| ok.get_mut("chunks")).and_then(Value::as_array_mut);
                for chunk in chunks.into_iter().flatten() {
                    chunk["chunk_hash"] = json!(digest(&format!("{} {}", std::process::id(), chunk["chunk_hash"])));
                }
            }
            "v2-has-two-parameter-hashes" if is_v2 => {
                to_v2(&mut reply);
                if op == "params" {
                    other_params_hash(&mut reply);
                }
            }
            "v2-leaks" if is_v2 || was_v2 => {
                to_v2(&mut reply);
                if !is_v2 {
                    reply["ok"]["identity"]["schema"] = json!("cairn-chunk-identity-v1");
                }
            }
            _ if is_v2 => to_v2(&mut reply),
            _ => {}
        }
        was_v2 = is_v2;
        let mut output = io::stdout().lock();
        writeln!(output, "{reply}")?;
        output.flush()?;
        line.clear();
    }
    Ok(0)
}

/// The reply of the reference to the request as the mode reads it.
fn answer(reference: &Testee, mode: &str, mut request: Value) -> io::Result<Value> {
    let members = request.as_object_mut();
    let params = members.and_then(|members| {
        members.remove("identity");
        let is_about_params = members.get("op").is_some_and(|op| op == "params" || op == "chunk");
        is_about_params.then(|| members.entry("params").or_insert_with(|| json!({})))
    });
    if let Some(Value::Object(params)) = params {
        match mode {
            "has-another-default" => {
                params.entry("window_words").or_insert(json!(47));
            }
            "forgets-the-window" => {
                params.remove("snap_window_words");
            }
            "ignores-unknown-parameters" => {
                params.remove("unknown");
            }
            "refuses-a-window-of-1" if params.get("window_words") == Some(&json!(1)) => {
                params.insert("window_words".to_owned(), json!(0));
            }
            _ => {}
        }
    }
    Ok(serde_json::from_str(&reference.answer_line(&request.to_string()))?)
}

fn hello(mode: &str, reply: &mut Value) {
    if mode.starts_with("v2-") || mode.starts_with("v1-") {
        reply["ok"]["identities"] = json!(["cairn-chunk-identity-v1", V2]);
    }
    if mode == "has-no-snapping" {
        reply["ok"]["capabilities"] = json!(["normalize", "token-counter"]);
    }
}

/// An answer under the second identity: another schema, and so other hashes.
fn to_v2(reply: &mut Value) {
    if reply["ok"].get("identity").is_some() {
        reply["ok"]["identity"]["schema"] = json!(V2);
        other_hashes(reply);
    }
}

fn other_hashes(reply: &mut Value) {
    if reply["ok"].get("chunks").is_none() {
        return;
    }
    for chunk in reply["ok"]["chunks"].as_array_mut().into_iter().flatten() {
        chunk["chunk_hash"] = json!(digest(&format!("v2 {}", chunk["chunk_hash"])));
    }
}

/// Another parameter hash, and so other chunk hashes.
fn other_params_hash(reply: &mut Value) {
    let Some(ok) = reply.get_mut("ok") else { return };
    let place = if ok.get("identity").is_some() { &mut ok["identity"] } else { ok };
    if let Some(hash) = place.get_mut("params_hash") {
        *hash = json!(digest(&format!("other {hash}")));
    }
    other_hashes(reply);
}

fn digest(text: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
