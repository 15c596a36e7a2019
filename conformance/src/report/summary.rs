//! Numbers of a run by chapter of the specification, as every report shows them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steadlith_spec::Spec;

use crate::failure::Failure;
use crate::results::{CaseResult, Counts, Run};

/// The numbers of one chapter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChapterCounts {
    /// Number and title, such as `1 Text and words`.
    pub chapter: String,
    /// Its cases: those whose first clause stands in it.
    pub counts: Counts,
}

/// The numbers by chapter, without the chapters that have no case.
#[must_use]
pub fn by_chapter(run: &Run, spec: &Spec) -> Vec<ChapterCounts> {
    let numbers = |cases: Vec<&CaseResult>| {
        let mut counts = Counts::default();
        cases.into_iter().for_each(|case| counts.add(case, run.selection.level));
        counts
    };
    let chapters = cases_by_chapter(run, spec).into_iter();
    chapters.map(|(chapter, cases)| ChapterCounts { chapter, counts: numbers(cases) }).collect()
}

/// Chapters with number and title, and their cases in order, without the chapters that have no case.
#[must_use]
pub fn cases_by_chapter<'r>(run: &'r Run, spec: &Spec) -> Vec<(String, Vec<&'r CaseResult>)> {
    let mut chapters: Vec<(usize, Vec<&CaseResult>)> = Vec::new();
    for case in &run.cases {
        let chapter = chapter_of(case, spec);
        match chapters.iter_mut().find(|known| known.0 == chapter) {
            Some((_, cases)) => cases.push(case),
            None => chapters.push((chapter, vec![case])),
        }
    }
    chapters.sort_by_key(|chapter| chapter.0);
    let title = |number| spec.chapters.iter().find(|chapter| chapter.number == number);
    let named = |number| title(number).map_or("of no chapter".to_owned(), |it| format!("{number} {}", it.title));
    chapters.into_iter().map(|(number, cases)| (named(number), cases)).collect()
}

/// The failed cases, those that count first, else in order.
#[must_use]
pub fn failures(run: &Run) -> Vec<(&CaseResult, &Failure)> {
    let mut failed: Vec<_> = run.failed().collect();
    failed.sort_by_key(|(case, _)| !run.is_counted(case));
    failed
}

/// The number of the chapter of a case; a number behind all others if its clause is unknown.
fn chapter_of(case: &CaseResult, spec: &Spec) -> usize {
    let clause = case.clauses.first().and_then(|id| spec.clause(id));
    clause.map_or(usize::MAX, |clause| clause.chapter)
}
