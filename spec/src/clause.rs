//! Clauses: what stands between a heading such as `### CUT-4` and the next heading.

use crate::Chapter;

/// The prefixes of clause ids, in chapter order.
pub const PREFIXES: [&str; 14] =
    ["NORM", "TOK", "PARAM", "FP", "CUT", "SNAP", "ID", "MERKLE", "OCC", "PLAN", "DIAG", "LOC", "PROTO", "VER"];

const NOT_TESTED: &str = "Not tested by vectors:";

/// One numbered clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The id, such as `CUT-4`.
    pub id: String,
    /// The number of its chapter.
    pub chapter: usize,
    /// The file of its chapter.
    pub file: &'static str,
    /// The strictest keyword in it; `None` only if the chapter is malformed.
    pub level: Option<Level>,
    /// The normative text in Markdown, without notes.
    pub text: String,
    /// Why no vector can test it, if that is so.
    pub not_tested: Option<String>,
}

/// How strict a clause is, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// MUST or MUST NOT.
    Must,
    /// SHOULD or SHOULD NOT.
    Should,
    /// MAY.
    May,
}

impl Clause {
    /// Where a reader finds the clause, such as `spec/05-boundaries.md#cut-4`.
    #[must_use]
    pub fn place(&self) -> String {
        format!("spec/{}#{}", self.file, self.id.to_ascii_lowercase())
    }
}

/// Whether a word has the form of a clause id.
#[must_use]
pub fn is_clause_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(prefix, number)| {
        PREFIXES.contains(&prefix) && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The clauses of a chapter, in order.
#[must_use]
pub fn clauses_of(chapter: &Chapter) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut in_clause = false;
    for line in chapter.markdown.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            in_clause = is_clause_id(heading);
            if in_clause {
                clauses.push(Clause {
                    id: heading.to_owned(),
                    chapter: chapter.number,
                    file: chapter.file,
                    level: None,
                    text: String::new(),
                    not_tested: None,
                });
            }
        } else if in_clause && let Some(clause) = clauses.last_mut() {
            add_line(clause, line);
        }
    }
    for clause in &mut clauses {
        clause.text.truncate(clause.text.trim_end().len());
        clause.level = level_of(&clause.text);
    }
    clauses
}

fn add_line(clause: &mut Clause, line: &str) {
    if line.starts_with('>') || (clause.text.is_empty() && line.is_empty()) {
        return;
    }
    match (&mut clause.not_tested, line.strip_prefix(NOT_TESTED)) {
        (_, Some(reason)) => clause.not_tested = Some(reason.trim().to_owned()),
        // The reason may go on over several lines, up to a blank one.
        (Some(reason), None) if !line.is_empty() && !reason.ends_with('.') => {
            reason.push(' ');
            reason.push_str(line);
        }
        (_, None) => {
            clause.text.push_str(line);
            clause.text.push('\n');
        }
    }
}

fn level_of(text: &str) -> Option<Level> {
    let has = |keyword: &str| text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word == keyword);
    [("MUST", Level::Must), ("SHOULD", Level::Should), ("MAY", Level::May)]
        .into_iter()
        .find_map(|(keyword, level)| has(keyword).then_some(level))
}
