//! A case of either kind: one request with its answer, or several with a relation between their answers.

use steadlith_vectors::case::{Case, Level, Relation};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;
use steadlith_vectors::text::Text;

/// A case of the suite.
#[derive(Debug, Clone, Copy)]
pub enum Item<'s> {
    /// One request.
    Case(&'s Case),
    /// Several requests.
    Relation(&'s Relation),
}

/// All cases of a suite, in its order, the relations last.
#[must_use]
pub fn items(suite: &Suite) -> Vec<Item<'_>> {
    suite.cases.iter().map(Item::Case).chain(suite.relations.iter().map(Item::Relation)).collect()
}

impl<'s> Item<'s> {
    /// The id.
    #[must_use]
    pub fn id(self) -> &'s str {
        match self {
            Item::Case(case) => &case.id,
            Item::Relation(relation) => &relation.id,
        }
    }

    /// What it is about, in one line.
    #[must_use]
    pub fn title(self) -> &'s str {
        match self {
            Item::Case(case) => &case.title,
            Item::Relation(relation) => &relation.title,
        }
    }

    /// The clauses that it tests.
    #[must_use]
    pub fn clauses(self) -> &'s [String] {
        match self {
            Item::Case(case) => &case.clauses,
            Item::Relation(relation) => &relation.clauses,
        }
    }

    /// How strict it is.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Item::Case(case) => case.level,
            Item::Relation(relation) => relation.level,
        }
    }

    /// Its requests, in order.
    #[must_use]
    pub fn requests(self) -> &'s [Request] {
        match self {
            Item::Case(case) => std::slice::from_ref(&case.request),
            Item::Relation(relation) => &relation.requests,
        }
    }

    /// The capabilities that a testee must declare to be asked.
    pub fn needs(self) -> impl Iterator<Item = &'s str> {
        let requires = match self {
            Item::Case(case) => &case.requires,
            Item::Relation(relation) => &relation.requires,
        };
        self.requests().iter().filter_map(|request| request.capability()).chain(requires.iter().map(String::as_str))
    }

    /// Whether the text of a request is made by a generator.
    #[must_use]
    pub fn is_large(self) -> bool {
        self.requests().iter().any(|request| matches!(request.text(), Some(Text::Generated(_))))
    }

    /// The work that it makes, about, in code points of text.
    #[must_use]
    pub fn cost(self) -> u64 {
        const EACH_REQUEST: u64 = 1_000;
        let text = |request: &Request| match request.text() {
            Some(Text::Generated(generated)) => generated.code_points,
            Some(Text::Plain(text)) => text.len() as u64,
            None => 0,
        };
        self.requests().iter().map(|request| EACH_REQUEST + text(request)).sum()
    }
}
