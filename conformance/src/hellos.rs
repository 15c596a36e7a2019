//! What the processes of one implementation said in `hello`: every process has to say the same (PROTO-25).

use std::sync::{Mutex, PoisonError};

use steadlith_vectors::reply::HelloOk;

use crate::failure::Failure;
use crate::readable;
use crate::testee::CAPABILITIES;

/// How many code points of a text of `hello` are kept (PROTO-30).
const KEPT: usize = 200;
/// How many capabilities are kept that this suite does not know.
const UNKNOWN_KEPT: usize = 20;

/// The first `hello` of a run, and how later ones differ from it.
#[derive(Debug)]
pub struct Hellos {
    first: HelloOk,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    differs: Option<String>,
    note: Option<String>,
}

impl Hellos {
    /// Those of a run whose first process said this.
    #[must_use]
    pub fn of(first: HelloOk) -> Hellos {
        Hellos { first, seen: Mutex::default() }
    }

    /// Hears one more `hello`.
    pub fn hear(&self, hello: &HelloOk) {
        let first = &self.first;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let lists = [
            ("identities", listed(&first.identities), listed(&hello.identities)),
            ("capabilities", listed(&first.capabilities), listed(&hello.capabilities)),
            ("unicode", declared(first), declared(hello)),
        ];
        for (member, before, after) in lists {
            if before != after && seen.differs.is_none() {
                let (before, after) = (readable::text(&before), readable::text(&after));
                seen.differs = Some(format!(
                    "hello is not the same in each process: {member} is {before} at first, and {after} in a later one"
                ));
            }
        }
        let releases = [("name", &first.name, &hello.name), ("version", &first.version, &hello.version)];
        for (member, before, after) in releases {
            if before != after && seen.note.is_none() {
                let (before, after) = (readable::text(before), readable::text(after));
                seen.note = Some(format!("hello says another {member} in a later process: {after}, at first {before}"));
            }
        }
    }

    /// The failure that a difference means by which other cases are asked, or the same case is judged otherwise.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.differs.clone().map(Failure::protocol)
    }

    /// A difference that changes no verdict.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).note.clone()
    }
}

/// A list whose order and doubles say nothing.
fn listed(names: &[String]) -> String {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    format!("[{}]", names.join(", "))
}

fn declared(hello: &HelloOk) -> String {
    hello.unicode.clone().unwrap_or_else(|| "absent".to_owned())
}

/// A `hello` whose texts are no longer than a report keeps them (PROTO-30). The identities stay, since they are asked
/// for by their names.
#[must_use]
pub fn bounded(hello: HelloOk) -> HelloOk {
    let (mut capabilities, mut unknown): (Vec<String>, Vec<String>) =
        hello.capabilities.into_iter().partition(|name| CAPABILITIES.contains(&name.as_str()));
    let more = unknown.len().saturating_sub(UNKNOWN_KEPT);
    unknown.truncate(UNKNOWN_KEPT);
    capabilities.extend(unknown.into_iter().map(cut));
    if more > 0 {
        capabilities.push(format!("... ({more} more)"));
    }
    HelloOk {
        name: named(hello.name, "(no name)"),
        version: named(hello.version, "(no version)"),
        unicode: hello.unicode.map(cut),
        issues: hello.issues.map(cut),
        capabilities,
        ..hello
    }
}

/// A name as reports show it, even if the testee has none.
fn named(name: String, otherwise: &str) -> String {
    if name.trim().is_empty() { otherwise.to_owned() } else { cut(name) }
}

/// The beginning of a text, with its length where something was cut.
fn cut(text: String) -> String {
    match text.char_indices().nth(KEPT) {
        None => text,
        Some((end, _)) => format!("{} ... ({} code points)", &text[..end], text.chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(capabilities: &[&str]) -> HelloOk {
        HelloOk {
            protocol: 1,
            name: "it".to_owned(),
            version: "1".to_owned(),
            identities: vec!["a".to_owned()],
            unicode: None,
            capabilities: capabilities.iter().map(|&name| name.to_owned()).collect(),
            issues: None,
        }
    }

    #[test]
    fn what_changes_the_cases_is_a_failure_and_another_release_a_note() {
        let hellos = Hellos::of(hello(&["plan", "merkle"]));
        hellos.hear(&hello(&["merkle", "plan", "plan"]));
        assert_eq!((hellos.failure(), hellos.note()), (None, None));
        hellos.hear(&HelloOk { version: "2".to_owned(), ..hello(&["merkle", "plan"]) });
        assert_eq!(hellos.failure(), None);
        assert_eq!(hellos.note().as_deref(), Some("hello says another version in a later process: 2, at first 1"));
        for other in [
            hello(&["plan"]),
            HelloOk { unicode: Some("15.1".to_owned()), ..hello(&["merkle", "plan"]) },
            HelloOk { identities: Vec::new(), ..hello(&["merkle", "plan"]) },
        ] {
            let hellos = Hellos::of(hello(&["plan", "merkle"]));
            hellos.hear(&other);
            assert!(hellos.failure().is_some(), "{other:?}");
        }
    }

    #[test]
    fn a_testee_without_a_name_is_shown_as_one() {
        let kept = bounded(HelloOk { name: " ".to_owned(), version: String::new(), ..hello(&[]) });
        assert_eq!((kept.name.as_str(), kept.version.as_str()), ("(no name)", "(no version)"));
    }

    #[test]
    fn long_texts_are_cut_and_say_so() {
        let long = "\u{e9}".repeat(2_000_000);
        let mut given = HelloOk { name: long.clone(), issues: Some(long.clone()), ..hello(&[&long, "plan"]) };
        given.capabilities.extend((0..100).map(|number| number.to_string()));
        let kept = bounded(given);
        assert!(kept.name.len() < 500 && kept.name.ends_with(" ... (2000000 code points)"), "{}", kept.name);
        assert!(kept.issues.is_some_and(|issues| issues.len() < 500));
        assert_eq!((kept.capabilities.len(), kept.capabilities[0].as_str()), (22, "plan"));
        assert_eq!(kept.capabilities[21], "... (81 more)");
    }
}
