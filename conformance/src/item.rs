//! A case of either kind: one request with its answer, or several with a relation between their answers.

use steadlith_vectors::case::{Case, Holds, Level, Relation};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;
use steadlith_vectors::text::Text;

use crate::{determinism, unicode_probe};

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

/// How many cases the runner has of its own, beside those of a suite.
pub const OWN_CASES: usize = 2;

/// The id, the title and the clauses of each case that the runner has of its own.
#[must_use]
pub fn own_cases() -> [(&'static str, &'static str, [&'static str; 2]); OWN_CASES] {
    [
        (unicode_probe::CASE_ID, unicode_probe::CASE_TITLE, unicode_probe::CASE_CLAUSES),
        (determinism::CASE_ID, determinism::CASE_TITLE, determinism::CASE_CLAUSES),
    ]
}

/// The ids of all cases that a run can have, those of the runner included.
#[must_use]
pub fn ids(suite: &Suite) -> Vec<&str> {
    own_cases().into_iter().map(|(id, _, _)| id).chain(items(suite).into_iter().map(Item::id)).collect()
}

/// A case on its way to a worker.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'s> {
    /// Its place among the cases of the suite, from 1; the probe has place 0.
    pub place: usize,
    /// The id of its first request; its further requests count on from there. The same in each run of the suite, so
    /// that what reports show of a reply does not depend on how the cases were shared out.
    pub first_id: u64,
    /// The case.
    pub item: Item<'s>,
}

/// All cases of a suite, numbered.
#[must_use]
pub fn turns(suite: &Suite) -> Vec<Turn<'_>> {
    // Id 0 is that of hello, id 1 that of the probe.
    let mut next_id = 2;
    let numbered = items(suite).into_iter().enumerate().map(|(index, item)| {
        let first_id = next_id;
        next_id += item.askings();
        Turn { place: index + 1, first_id, item }
    });
    numbered.collect()
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

    /// The operation of its first request.
    #[must_use]
    pub fn op(self) -> &'static str {
        self.requests().first().map_or("", Request::op)
    }

    /// How many requests a worker sends for it at most.
    fn askings(self) -> u64 {
        let requests = self.requests().len() as u64;
        match self {
            // Each is asked again in the opposite order, and once more in a fresh process.
            Item::Relation(relation) if relation.holds == Holds::SameAnswers => 3 * requests,
            _ => requests,
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
