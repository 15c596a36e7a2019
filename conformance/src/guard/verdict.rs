//! The verdict of a comparison (VER-17).

use super::outcome::Comparison;
use crate::readable;

impl Comparison {
    /// Whether something is not as it should be (VER-17, PROTO-17).
    #[must_use]
    pub fn has_unexpected(&self) -> bool {
        let is_other = !self.new_identities.is_empty() || !self.identities_dropped.is_empty();
        let is_broken = !self.violations.is_empty() || !self.identities_never_accepted.is_empty();
        is_broken || self.failure_count > 0 || (is_other && !self.migration)
    }

    /// The verdict (VER-17).
    #[must_use]
    pub fn verdict_line(&self) -> String {
        let compared = count(self.asked.compared, "request");
        let mut verdict = if !self.violations.is_empty() {
            let kinds = self.violations.len();
            let inputs: usize = self.violations.iter().map(|breach| breach.count).sum();
            format!("VIOLATION: {} of {}, in {compared}", count(inputs, "breach"), count(kinds, "kind"))
        } else if self.failure_count > 0 {
            let failures = count(self.asked.without_answer, "request");
            format!("NOT COMPARED: {failures} without an answer, no violation in {compared}")
        } else if self.new_identities.is_empty() {
            format!("UNCHANGED in {compared}")
        } else {
            let inputs = self.asked.under_new_identity;
            format!("NEW IDENTITY for {inputs} of {compared}, no violation")
        };
        if self.interrupted {
            verdict = format!("PARTIAL, {verdict}");
        }
        verdict.push_str(&list("identities dropped", &self.identities_dropped));
        verdict.push_str(&list("identities never accepted", &self.identities_never_accepted));
        verdict.push_str(&list("capabilities left out", &self.capabilities_left_out));
        match self.parameter_checks.len() {
            0 => {}
            checks => verdict.push_str(&format!(", but for {}", count(checks, "parameter check"))),
        }
        if self.violations.is_empty()
            && let Some(two) = self.two_unicodes.as_ref().filter(|two| two.differ > 0)
        {
            verdict.push_str(&format!(", differing in Unicode ({} and {})", two.old, two.new));
        }
        verdict
    }
}

/// Names behind a verdict; nothing if there are none.
fn list(what: &str, names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| readable::text(name)).collect();
    if names.is_empty() { String::new() } else { format!(", {what}: {}", names.join(", ")) }
}

/// A number with its noun.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    match (number, noun) {
        (1, noun) => format!("1 {noun}"),
        (number, "breach") => format!("{number} breaches"),
        (number, "query") => format!("{number} queries"),
        (number, noun) => format!("{number} {noun}s"),
    }
}
