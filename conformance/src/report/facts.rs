//! What every report says about a run, in words: what was judged by what, and what came of it.

use steadlith_reference::unicode::UnicodeVersion;

use super::document::Report;
use crate::readable;
use crate::results::{CaseResult, Counts, Run, Verdict};
use crate::unicode_probe::Behaviour;

/// A name and what it stands for, readable.
pub type Fact = (&'static str, String);

/// What was judged, and by what.
#[must_use]
pub fn about(report: &Report) -> Vec<Fact> {
    let run = &report.run;
    let mut facts = vec![
        ("identity", readable::text(&run.identity)),
        ("suite", suite(run)),
        ("judged with", judged_with(report)),
        ("implementation", implementation(run)),
    ];
    if let Some(issues) = &run.implementation.issues {
        facts.push(("issues", readable::text(issues)));
    }
    facts.push(("Unicode", unicode(run)));
    facts
}

/// The vectors: version, number and digest.
#[must_use]
pub fn suite(run: &Run) -> String {
    let suite = match &run.suite.folder {
        Some(folder) => format!("the vectors of {}", readable::text(folder)),
        None => readable::text(&run.suite.version),
    };
    format!("{suite}, {} cases, digest {}", run.suite.cases, readable::text(&run.suite.digest))
}

/// The versions of runner and reference.
#[must_use]
pub fn judged_with(report: &Report) -> String {
    let made_by = &report.made_by;
    format!(
        "conformance {}, steadlith-reference {}",
        readable::text(&made_by.conformance),
        readable::text(&made_by.reference)
    )
}

/// The implementation: name, version and command.
#[must_use]
pub fn implementation(run: &Run) -> String {
    let command = run.implementation.command.as_deref().unwrap_or("built in");
    format!("{} ({})", title(run), readable::text(command))
}

/// The implementation: name and version.
#[must_use]
pub fn title(run: &Run) -> String {
    format!("{} {}", readable::text(&run.implementation.name), readable::text(&run.implementation.version))
}

/// The Unicode version that shows, and the declared one.
#[must_use]
pub fn unicode(run: &Run) -> String {
    let judged_by = readable::text(&run.unicode.judged_by);
    let shown = match run.unicode.shown {
        Some(Behaviour::Version(UnicodeVersion::V15_0)) => "15.0 or 15.1, as probed".to_owned(),
        Some(Behaviour::Version(version)) if version == UnicodeVersion::default() => {
            format!("{version} or later, as probed")
        }
        Some(Behaviour::Version(version)) => format!("{version}, as probed"),
        Some(Behaviour::Before13) => format!("before 13.0, as probed; judged by {judged_by}"),
        Some(Behaviour::NoVersion) => format!("no single version, as probed; judged by {judged_by}"),
        None => format!("could not be probed; judged by {judged_by}"),
    };
    match &run.unicode.declared {
        Some(declared) => format!("{shown} (it declares {})", readable::text(declared)),
        None => format!("{shown} (it declares none)"),
    }
}

/// The numbers in one line, which is the same in every report.
#[must_use]
pub fn counts(counts: Counts) -> String {
    format!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped)
}

/// The command that repeats a run, or one case of it.
#[must_use]
pub fn repeat(run: &Run, case: Option<&CaseResult>) -> String {
    let words = readable::message(&run.repeat);
    match case {
        Some(case) => format!("{words} --filter {}", readable::text(&case.id)),
        None => words,
    }
}

/// The numbers in one line, those of failures that do not count included.
#[must_use]
pub fn all_counts(counts: Counts) -> String {
    match counts.failed_uncounted {
        0 => self::counts(counts),
        uncounted => format!("{}, and {uncounted} of level SHOULD failed", self::counts(counts)),
    }
}

/// What is said between the chapters and the verdict: failures by class, skips, notes.
#[must_use]
pub fn outcome(run: &Run) -> Vec<Fact> {
    let mut facts = Vec::new();
    let classes: Vec<String> =
        run.failures_by_class().iter().map(|(class, count)| format!("{count} {}", class.as_str())).collect();
    if !classes.is_empty() {
        facts.push(("failures", classes.join(", ")));
    }
    facts.extend(skips(run).into_iter().map(|skip| ("skipped", format!("{}: {}", skip.ids.len(), skip.reason))));
    facts.extend(run.notes.iter().map(|note| ("note", readable::text(note))));
    if run.selection.interrupted {
        facts.push(("note", "the run was interrupted, this is what was known by then".to_owned()));
    }
    let uncounted = run.counts().failed_uncounted;
    if uncounted > 0 {
        facts.push(("also failed", format!("{uncounted} of level SHOULD, not counted without --level should")));
    }
    if let Some(ledger) = &run.ledger {
        facts.push(("ledger", format!("{} known, {} unexpected", ledger.known, ledger.unexpected.len())));
    }
    facts
}

/// Cases that were skipped for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip<'r> {
    /// Why, readable.
    pub reason: String,
    /// Their ids, in order.
    pub ids: Vec<&'r str>,
}

/// The skipped cases by reason, in the order in which the reasons come up.
#[must_use]
pub fn skips(run: &Run) -> Vec<Skip<'_>> {
    let mut skips: Vec<Skip<'_>> = Vec::new();
    for case in &run.cases {
        if let Verdict::Skipped { reason } = &case.verdict {
            let reason = readable::text(reason);
            match skips.iter_mut().find(|skip| skip.reason == reason) {
                Some(skip) => skip.ids.push(&case.id),
                None => skips.push(Skip { reason, ids: vec![&case.id] }),
            }
        }
    }
    skips
}
