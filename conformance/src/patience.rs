//! When to stop asking: an operation that had no reply again and again is not asked any more (PROTO-26).
//!
//! The rule looks at the cases in the order of the suite and not in the order in which they happen to be asked, so that
//! it comes to the same end with any number of processes.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::{Class, Failure};

/// So many cases of an operation without a reply, one after the other, are enough.
pub const DEATHS: usize = 20;
/// So many of them without a reply in time are enough, because each takes its whole time.
pub const TIMEOUTS: usize = 5;

/// What came of a case, as far as patience goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// A reply line, whatever it says.
    Reply,
    /// None in time.
    Timeout,
    /// None, for another reason.
    Death,
}

impl Reaction {
    /// The reaction to a request that was answered by a line or not, and failed so.
    #[must_use]
    pub fn of(has_reply: bool, class: Option<Class>) -> Reaction {
        match class {
            _ if has_reply => Reaction::Reply,
            Some(Class::Timeout) => Reaction::Timeout,
            _ => Reaction::Death,
        }
    }
}

/// Which cases are not worth asking, known to all workers.
#[derive(Debug)]
pub struct Patience {
    /// For each operation the place from which on it is not asked.
    ends: HashMap<&'static str, AtomicUsize>,
}

impl Patience {
    /// Patience with these operations.
    #[must_use]
    pub fn new(operations: impl Iterator<Item = &'static str>) -> Patience {
        Patience { ends: operations.map(|operation| (operation, AtomicUsize::new(usize::MAX))).collect() }
    }

    /// Whether the case of this operation at this place is not worth asking.
    #[must_use]
    pub fn is_over(&self, operation: &str, place: usize) -> bool {
        self.ends.get(operation).is_some_and(|end| end.load(Ordering::Relaxed) <= place)
    }

    fn end_at(&self, operation: &str, place: usize) {
        if let Some(end) = self.ends.get(operation) {
            end.store(place, Ordering::Relaxed);
        }
    }
}

/// Watches the reactions as they come, in any order, and ends the patience.
#[derive(Debug)]
pub struct Watch<'p> {
    patience: &'p Patience,
    operations: HashMap<&'static str, Watched>,
}

/// The cases of one operation.
#[derive(Debug, Default)]
struct Watched {
    /// The reactions by place, from the first that was not counted yet; `None` where it is not known yet.
    ahead: BTreeMap<usize, Option<Reaction>>,
    without_reply: usize,
    timeouts: usize,
    given_up: Option<Failure>,
}

impl<'p> Watch<'p> {
    /// Watches cases that will be asked, each by its operation and its place.
    #[must_use]
    pub fn new(patience: &'p Patience, cases: impl Iterator<Item = (&'static str, usize)>) -> Watch<'p> {
        let mut operations: HashMap<&'static str, Watched> = HashMap::new();
        for (operation, place) in cases {
            operations.entry(operation).or_default().ahead.insert(place, None);
        }
        Watch { patience, operations }
    }

    /// Takes note of a reaction.
    pub fn note(&mut self, operation: &'static str, place: usize, reaction: Reaction) {
        let Some(watched) = self.operations.get_mut(operation) else { return };
        if watched.given_up.is_some() {
            return;
        }
        watched.ahead.insert(place, Some(reaction));
        while let Some(first) = watched.ahead.first_entry()
            && let &Some(reaction) = first.get()
        {
            let place = *first.key();
            first.remove();
            watched.count(reaction);
            if let Some(failure) = watched.failure(operation) {
                watched.given_up = Some(failure);
                self.patience.end_at(operation, place + 1);
                return;
            }
        }
    }

    /// The failure of the case at this place, if it was not worth asking. It stands whatever came of it meanwhile.
    #[must_use]
    pub fn given_up(&self, operation: &str, place: usize) -> Option<&Failure> {
        let watched = self.operations.get(operation)?;
        watched.given_up.as_ref().filter(|_| self.patience.is_over(operation, place))
    }
}

impl Watched {
    fn count(&mut self, reaction: Reaction) {
        match reaction {
            Reaction::Reply => (self.without_reply, self.timeouts) = (0, 0),
            Reaction::Timeout => {
                self.without_reply += 1;
                self.timeouts += 1;
            }
            Reaction::Death => self.without_reply += 1,
        }
    }

    fn failure(&self, operation: &str) -> Option<Failure> {
        if self.timeouts == TIMEOUTS {
            let message = format!("not asked: {TIMEOUTS} {operation} cases before had no reply in time, {IN_A_ROW}");
            return Some(Failure::new(Class::Timeout, message));
        }
        let message = || format!("not asked: the {DEATHS} {operation} cases before had no reply, {IN_A_ROW}");
        (self.without_reply == DEATHS).then(|| Failure::new(Class::Crash, message()))
    }
}

const IN_A_ROW: &str = "and none between them had one";

#[cfg(test)]
mod tests {
    use super::*;

    const OP: &str = "chunk";

    /// The places that are given up after these reactions, which come in this order of places.
    fn given_up(reactions: &[Reaction], order: impl Iterator<Item = usize>) -> Vec<usize> {
        let patience = Patience::new([OP, "params"].into_iter());
        let mut watch = Watch::new(&patience, (0..reactions.len()).map(|place| (OP, place)));
        for place in order {
            watch.note(OP, place, reactions[place]);
        }
        assert!(!patience.is_over("params", usize::MAX - 1), "one operation says nothing about another");
        (0..reactions.len()).filter(|&place| watch.given_up(OP, place).is_some()).collect()
    }

    #[test]
    fn the_order_of_asking_makes_no_difference() {
        let mut reactions = vec![Reaction::Death; 50];
        reactions[7] = Reaction::Reply;
        let expected: Vec<usize> = (28..50).collect();
        assert_eq!(given_up(&reactions, 0..50), expected);
        assert_eq!(given_up(&reactions, (0..50).rev()), expected);
        assert_eq!(given_up(&reactions, (0..50).map(|number| number * 7 % 50)), expected);
    }

    #[test]
    fn timeouts_are_dearer_and_any_reply_starts_afresh() {
        use Reaction::{Death, Reply, Timeout};
        assert_eq!(given_up(&[Timeout, Timeout, Death, Timeout, Timeout, Timeout, Timeout], 0..7), [6]);
        assert_eq!(given_up(&[Timeout, Timeout, Timeout, Timeout, Reply, Timeout, Timeout], 0..7), Vec::<usize>::new());
    }

    #[test]
    fn what_is_not_known_yet_is_waited_for() {
        let patience = Patience::new([OP].into_iter());
        let mut watch = Watch::new(&patience, (0..40).map(|place| (OP, place)));
        (1..40).for_each(|place| watch.note(OP, place, Reaction::Death));
        assert!(!patience.is_over(OP, 39), "place 0 can still end the row");
        watch.note(OP, 0, Reaction::Reply);
        assert!(patience.is_over(OP, 21) && !patience.is_over(OP, 20));
    }
}
