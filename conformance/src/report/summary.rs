//! Numbers of a run by chapter of the specification, as every report shows them.

use steadlith_spec::Spec;

use crate::results::{CaseResult, Counts, Run};

/// The numbers of one chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterCounts {
    /// Number and title, such as `1 Text and words`.
    pub chapter: String,
    /// Its cases: those whose first clause stands in it.
    pub counts: Counts,
}

/// The numbers by chapter, without the chapters that have no case.
#[must_use]
pub fn by_chapter(run: &Run, spec: &Spec) -> Vec<ChapterCounts> {
    let mut rows: Vec<(usize, Counts)> = Vec::new();
    for case in &run.cases {
        let chapter = chapter_of(case, spec);
        match rows.iter_mut().find(|row| row.0 == chapter) {
            Some((_, counts)) => counts.add(case, run.selection.level),
            None => {
                let mut counts = Counts::default();
                counts.add(case, run.selection.level);
                rows.push((chapter, counts));
            }
        }
    }
    rows.sort_by_key(|row| row.0);
    let title = |number| spec.chapters.iter().find(|chapter| chapter.number == number);
    rows.into_iter()
        .map(|(number, counts)| ChapterCounts {
            chapter: title(number).map_or("of no chapter".to_owned(), |chapter| format!("{number} {}", chapter.title)),
            counts,
        })
        .collect()
}

/// The number of the chapter of a case; a number behind all others if its clause is unknown.
fn chapter_of(case: &CaseResult, spec: &Spec) -> usize {
    let clause = case.clauses.first().and_then(|id| spec.clause(id));
    clause.map_or(usize::MAX, |clause| clause.chapter)
}
