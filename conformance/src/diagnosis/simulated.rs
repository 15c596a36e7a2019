//! A fault in the place of a testee: the worker asks it as it asks a process.

use std::time::Duration;

use serde_json::{Value, json};
use steadlith_reference::unicode::UnicodeVersion;
use steadlith_vectors::request::{PROTOCOL_VERSION, Request};

use super::evidence::wire;
use crate::ascii_json;
use crate::connection::{Ask, Trouble, is_envelope};
use crate::failure::{FailedReply, Failure};
use crate::judge::Exchange;
use crate::model::{Fault, Model};

/// The process of a model, started afresh when a process would be.
pub(super) struct Simulated {
    fault: Fault,
    unicode: UnicodeVersion,
    model: Model,
    next_id: u64,
    /// The Unicode version that it declares.
    pub declared: Option<String>,
}

impl Simulated {
    /// A model with a fault on that has said hello.
    pub(super) fn new(fault: Fault, unicode: UnicodeVersion) -> Simulated {
        let model = Model::new(Some(unicode.as_str()), Some(fault));
        let mut simulated = Simulated { fault, unicode, model, next_id: 0, declared: None };
        simulated.hello();
        simulated
    }

    /// Starts afresh.
    pub(super) fn restart(&mut self) {
        self.model = Model::new(Some(self.unicode.as_str()), Some(self.fault));
        self.hello();
    }

    fn hello(&mut self) {
        let reply = self.model.answer(&json!({"id": 0, "op": "hello", "protocol": PROTOCOL_VERSION}));
        self.declared = reply["ok"]["unicode"].as_str().map(str::to_owned);
        self.next_id = 1;
    }
}

impl Ask for Simulated {
    fn ask<T>(
        &mut self,
        request: &Request,
        judge: impl FnOnce(&Exchange<'_>) -> Result<T, Failure>,
    ) -> Result<T, Trouble> {
        let id = self.next_id;
        self.next_id += 1;
        let request: Value = wire(request, id);
        let line = ascii_json::to_string(&request);
        let reply = ascii_json::to_string(&self.model.answer(&request));
        judge(&Exchange { id, request: &line, reply: reply.as_bytes() }).map_err(|failure| {
            if !is_envelope(reply.as_bytes(), id) {
                self.restart();
            }
            let reply = Some(Box::new(FailedReply { id, line: reply.into_bytes() }));
            Trouble::Failed(Failure { reply, ..failure })
        })
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.restart();
        Ok(())
    }

    fn number_from(&mut self, id: u64) {
        self.next_id = id;
    }

    fn duration(&self) -> Duration {
        Duration::ZERO
    }

    fn has_reply(&self) -> bool {
        true
    }

    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}
