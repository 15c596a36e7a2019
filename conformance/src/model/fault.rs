//! What a named fault is, and the switch that the stages ask.

use serde_json::Value;

use super::faults::faults;

/// A named mistake of a v1 implementation.
#[derive(Debug)]
pub struct FaultInfo {
    /// Stable name in kebab-case, for example `whitespace-js`.
    pub id: &'static str,
    /// What the faulty implementation does, in one sentence.
    pub description: &'static str,
    /// Ids of the clauses that it violates, the nearest one first; never empty.
    pub clauses: &'static [&'static str],
    /// What to do instead, in one sentence.
    pub remedy: &'static str,
    pub(super) probe: fn() -> Vec<Value>,
}

impl FaultInfo {
    /// Small requests that, sent in this order to one process, reveal the fault: at least
    /// one of the replies differs from the right one.
    #[must_use]
    pub fn probe(&self) -> Vec<Value> {
        (self.probe)()
    }
}

/// One fault of the list, to be switched on in a [`Model`](super::Model).
#[derive(Clone, Copy, Debug)]
pub struct Fault(&'static FaultInfo);

impl Fault {
    /// The fault with this id, if there is one.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        faults().iter().find(|info| info.id == id).map(|info| Self(info))
    }

    /// The entry of the list.
    #[must_use]
    pub fn info(self) -> &'static FaultInfo {
        self.0
    }
}

/// Which fault is on, if any. Every stage carries it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch(Option<&'static FaultInfo>);

impl Switch {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self(fault.map(Fault::info))
    }

    /// Whether any fault is on.
    pub(super) fn any(self) -> bool {
        self.0.is_some()
    }

    /// Whether `fault` is the one that is on. The entries are statics, so that identity of
    /// addresses is identity of faults.
    pub(super) fn has(self, fault: &'static FaultInfo) -> bool {
        self.0.is_some_and(|on| std::ptr::eq(on, fault))
    }
}
