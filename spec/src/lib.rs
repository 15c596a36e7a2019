//! The chapters of the specification, embedded, and their numbered clauses, so that a report can quote them.
//!
//! The prose is in the Markdown files beside this crate; nothing normative is written here.

pub mod clause;
pub mod worked;

use clause::{Clause, clauses_of};

/// One chapter of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chapter {
    /// The number of the chapter, from 1.
    pub number: usize,
    /// The title, without the number.
    pub title: &'static str,
    /// The file name, such as `01-text.md`.
    pub file: &'static str,
    /// The whole text in Markdown.
    pub markdown: &'static str,
}

/// File name and text of every chapter, in order.
const FILES: [(&str, &str); 13] = [
    ("01-text.md", include_str!("../01-text.md")),
    ("02-tokens.md", include_str!("../02-tokens.md")),
    ("03-parameters.md", include_str!("../03-parameters.md")),
    ("04-fingerprints.md", include_str!("../04-fingerprints.md")),
    ("05-boundaries.md", include_str!("../05-boundaries.md")),
    ("06-snapping.md", include_str!("../06-snapping.md")),
    ("07-identity.md", include_str!("../07-identity.md")),
    ("08-merkle.md", include_str!("../08-merkle.md")),
    ("09-plan.md", include_str!("../09-plan.md")),
    ("10-diagnostics.md", include_str!("../10-diagnostics.md")),
    ("11-locality.md", include_str!("../11-locality.md")),
    ("12-protocol.md", include_str!("../12-protocol.md")),
    ("13-versioning.md", include_str!("../13-versioning.md")),
];

/// The specification.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
    /// The clauses, in order.
    pub clauses: Vec<Clause>,
}

impl Spec {
    /// The specification built into this crate.
    #[must_use]
    pub fn embedded() -> Spec {
        let chapters: Vec<Chapter> = FILES
            .iter()
            .enumerate()
            .map(|(index, &(file, markdown))| Chapter { number: index + 1, title: title_of(markdown), file, markdown })
            .collect();
        let clauses = chapters.iter().flat_map(clauses_of).collect();
        Spec { chapters, clauses }
    }

    /// The clause of this id, such as `CUT-4`.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id == id)
    }

    /// The chapter that holds this clause.
    #[must_use]
    pub fn chapter_of(&self, clause_id: &str) -> Option<&Chapter> {
        let number = self.clause(clause_id)?.chapter;
        self.chapters.iter().find(|chapter| chapter.number == number)
    }
}

/// The title of a chapter: its first line without the mark and the number.
fn title_of(markdown: &str) -> &str {
    let line = markdown.lines().next().unwrap_or_default();
    line.trim_start_matches(|c: char| c == '#' || c == ' ' || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;
    use crate::clause::Level;

    #[test]
    fn every_chapter_file_is_embedded_and_has_clauses() -> std::io::Result<()> {
        let spec = Spec::embedded();
        let mut on_disk: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".md") && name.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        on_disk.sort();
        let embedded: Vec<&str> = spec.chapters.iter().map(|chapter| chapter.file).collect();
        assert_eq!(on_disk, embedded);
        for chapter in &spec.chapters {
            assert!(!chapter.title.is_empty(), "{} has no title", chapter.file);
            assert!(chapter.markdown.starts_with(&format!("# {} ", chapter.number)), "{} is misnumbered", chapter.file);
            assert!(
                spec.clauses.iter().any(|clause| clause.chapter == chapter.number),
                "{} has no clause",
                chapter.file
            );
        }
        Ok(())
    }

    /// A clause that is added takes the next number of its prefix but may stand where it belongs by its subject.
    #[test]
    fn clause_ids_are_unique_and_number_without_gaps() {
        let spec = Spec::embedded();
        let mut seen = HashSet::new();
        for clause in &spec.clauses {
            assert!(seen.insert(clause.id.as_str()), "{} stands twice", clause.id);
        }
        for clause in &spec.clauses {
            if let Some((prefix, number)) = clause.id.split_once('-')
                && let Ok(number @ 2..) = number.parse::<usize>()
            {
                let predecessor = format!("{prefix}-{}", number - 1);
                assert!(seen.contains(predecessor.as_str()), "there is {} but no {predecessor}", clause.id);
            }
        }
    }

    #[test]
    fn every_clause_says_how_strict_it_is() {
        for clause in Spec::embedded().clauses {
            assert!(clause.level.is_some(), "{} has no MUST, SHOULD or MAY:\n{}", clause.id, clause.text);
        }
    }

    #[test]
    fn every_clause_that_is_mentioned_exists() {
        let spec = Spec::embedded();
        for chapter in &spec.chapters {
            for word in chapter.markdown.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
                if clause::is_clause_id(word) {
                    assert!(spec.clause(word).is_some(), "{} mentions {word}, which does not exist", chapter.file);
                }
            }
        }
    }

    #[test]
    fn a_clause_can_be_quoted() {
        let spec = Spec::embedded();
        let clause = spec.clause("NORM-5").map(|clause| (clause.level, clause.text.as_str()));
        let Some((Some(Level::Must), text)) = clause else { panic!("{clause:?}") };
        assert!(text.contains("U+FEFF MUST") && !text.contains("Note"), "{text}");
    }
}
