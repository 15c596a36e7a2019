//! Which cases are asked: by pattern, by size, and by what the testee declares.

use steadlith_vectors::case::Level;
use wildmatch::WildMatch;

use crate::item::Item;

/// Why a large case is skipped.
const LARGE_LEFT_OUT: &str = "large, left out by --skip-large";
/// The reasons to skip that are the user's doing and say nothing of the implementation.
pub const LEFT_OUT_BY_USER: [&str; 2] = [LARGE_LEFT_OUT, "the run was interrupted"];

/// The user's choice of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// Patterns of which a case has to match one; none means every case.
    pub filters: Vec<String>,
    /// Up to which level failures count. Cases of every level are asked.
    pub level: Level,
    /// Whether cases with a generated text are left out.
    pub skip_large: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { filters: Vec::new(), level: Level::Must, skip_large: false }
    }
}

/// Whether a pattern selects a case. A pattern that is the id of the case or of one of its clauses does; with `*` or
/// `?` it has to match one of these ids as a whole; else it has to stand somewhere in the id of the case.
#[must_use]
pub fn matches(pattern: &str, id: &str, clauses: &[impl AsRef<str>]) -> bool {
    let is_glob = pattern.contains(['*', '?']);
    let is_match = |candidate: &str| candidate == pattern || (is_glob && WildMatch::new(pattern).matches(candidate));
    is_match(id) || clauses.iter().any(|clause| is_match(clause.as_ref())) || (!is_glob && id.contains(pattern))
}

impl Selection {
    /// Whether the filters select a case. A filter that is a whole id selects that case alone, even if other ids hold
    /// it.
    pub fn includes(&self, id: &str, clauses: &[impl AsRef<str>], ids: &[&str]) -> bool {
        let selects = |filter: &String| {
            if ids.contains(&filter.as_str()) { filter == id } else { matches(filter, id, clauses) }
        };
        self.filters.is_empty() || self.filters.iter().any(selects)
    }

    /// The first filter that selects no case.
    #[must_use]
    pub fn without_match<'s>(&'s self, cases: &[(&str, &[String])]) -> Option<&'s str> {
        let selects_any = |filter: &str| cases.iter().any(|(id, clauses)| matches(filter, id, clauses));
        self.filters.iter().map(String::as_str).find(|filter| !selects_any(filter))
    }

    /// Why a selected case is not asked after all; `None` if it is.
    #[must_use]
    pub fn reason_to_skip(&self, item: Item<'_>, capabilities: &[String]) -> Option<String> {
        if self.skip_large && item.is_large() {
            return Some(LARGE_LEFT_OUT.to_owned());
        }
        let missing = item.needs().find(|&need| !capabilities.iter().any(|declared| declared == need));
        missing.map(|need| format!("needs the capability {need}, which is not declared"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_ids_and_clauses() {
        let clauses = ["NORM-1".to_owned(), "CUT-12".to_owned()];
        let is_match = |pattern: &str| matches(pattern, "norm/space-0020", &clauses);
        for pattern in ["norm/space-0020", "space", "norm/", "NORM-1", "norm/*", "*0020", "CUT-*", "CUT-1?"] {
            assert!(is_match(pattern), "{pattern}");
        }
        for pattern in ["NORM-", "CUT-1", "space*", "tok"] {
            assert!(!is_match(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_whole_id_selects_that_case_alone() {
        let selection = Selection { filters: vec!["norm/a".to_owned()], ..Selection::default() };
        let ids = ["norm/a", "norm/ab"];
        assert!(selection.includes("norm/a", &["NORM-1"], &ids));
        assert!(!selection.includes("norm/ab", &["NORM-1"], &ids));
    }

    #[test]
    fn a_filter_without_a_match_is_found() {
        let selection = Selection { filters: vec!["norm".to_owned(), "nrm".to_owned()], ..Selection::default() };
        assert_eq!(selection.without_match(&[("norm/a", &[])]), Some("nrm"));
    }
}
