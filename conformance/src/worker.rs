//! One worker: asks its share of the cases, one after the other.

use std::sync::mpsc::Sender;

use steadlith_vectors::case::{Case, Holds, Relation};
use steadlith_vectors::request::Request;

use crate::connection::{Ask, Trouble};
use crate::failure::Failure;
use crate::item::Item;
use crate::judge::typed::TypedOk;
use crate::judge::{Judge, relation};
use crate::results::{CaseResult, Verdict};

/// What a worker tells.
#[derive(Debug)]
pub enum Message {
    /// The result of the case at this place.
    Result(usize, Box<CaseResult>),
    /// Something a reader should know.
    Note(String),
}

/// A worker.
#[derive(Debug)]
pub struct Worker<C> {
    /// The testee.
    pub connection: C,
    /// How replies are judged.
    pub judge: Judge,
    /// Whether each case gets a process of its own.
    pub isolate: bool,
    /// Where results go.
    pub results: Sender<Message>,
    /// The last result, held back until nothing can follow its reply any more.
    pub last: Option<(usize, CaseResult)>,
}

/// The user stopped the run.
#[derive(Debug, Clone, Copy)]
pub struct Stopped;

/// The verdict on a case, and the seconds that it took.
type Judged = (Verdict, f64);

impl<C: Ask> Worker<C> {
    /// Asks the cases, in order, and ends the process.
    pub fn work<'s>(mut self, items: impl Iterator<Item = (usize, Item<'s>)>) {
        for (index, item) in items {
            if self.isolate {
                self.end_process();
            }
            let Ok((verdict, seconds)) = self.judged(item) else { break };
            self.flush();
            self.last = Some((index, CaseResult::new(item, verdict, seconds)));
        }
        self.end_process();
        for note in self.connection.take_notes() {
            self.send(Message::Note(note));
        }
    }

    /// Asks one case.
    ///
    /// # Errors
    /// Only that the user wants to stop.
    pub fn judged(&mut self, item: Item<'_>) -> Result<(Verdict, f64), Stopped> {
        match item {
            Item::Case(case) => self.case(case),
            Item::Relation(relation) => self.relation(relation),
        }
    }

    fn case(&mut self, case: &Case) -> Result<Judged, Stopped> {
        let judge = self.judge;
        loop {
            let answer = self.connection.ask(&case.request, |exchange| judge.judge(case, exchange));
            let verdict = match answer {
                Ok(()) => Verdict::Passed,
                Err(Trouble::Failed(failure)) => Verdict::Failed(failure),
                Err(Trouble::PreviousAtFault(failure)) => {
                    self.fail_last(failure);
                    continue;
                }
                Err(Trouble::Stopped) => return Err(Stopped),
            };
            return Ok((verdict, self.connection.duration().as_secs_f64()));
        }
    }

    fn relation(&mut self, relation: &Relation) -> Result<Judged, Stopped> {
        let mut seconds = 0.0;
        let verdict = match self.relation_holds(relation, &mut seconds)? {
            Ok(()) => Verdict::Passed,
            Err(failure) => Verdict::Failed(failure),
        };
        Ok((verdict, seconds))
    }

    fn relation_holds(&mut self, relation: &Relation, seconds: &mut f64) -> Result<Result<(), Failure>, Stopped> {
        let mut answers = Vec::new();
        for (number, request) in relation.requests.iter().enumerate() {
            match self.one_of_several(number, request, answers.is_empty(), seconds)? {
                Ok(answer) => answers.push(answer),
                Err(failure) => return Ok(Err(failure)),
            }
        }
        if let Err(failure) = relation::holds(relation.holds, &answers) {
            return Ok(Err(failure));
        }
        if relation.holds != Holds::SameAnswers {
            return Ok(Ok(()));
        }
        for (number, first) in answers.iter().enumerate().rev() {
            let again = self.one_of_several(number, &relation.requests[number], false, seconds)?;
            let same = again.and_then(|again| relation::same_answer(number, "in the opposite order", first, &again));
            if same.is_err() {
                return Ok(same);
            }
        }
        for (number, first) in answers.iter().enumerate() {
            if let Err(failure) = self.connection.end() {
                return Ok(Err(failure));
            }
            let again = self.one_of_several(number, &relation.requests[number], false, seconds)?;
            let same = again.and_then(|again| relation::same_answer(number, "alone in a fresh process", first, &again));
            if same.is_err() {
                return Ok(same);
            }
        }
        Ok(Ok(()))
    }

    /// The answer to one request of a relation. What the request before did wrong is the fault of the case before if
    /// this is the first one.
    fn one_of_several(
        &mut self,
        number: usize,
        request: &Request,
        is_first: bool,
        seconds: &mut f64,
    ) -> Result<Result<TypedOk, Failure>, Stopped> {
        let judge = self.judge;
        loop {
            let answer = self.connection.ask(request, |exchange| judge.accepted(request, exchange));
            *seconds += self.connection.duration().as_secs_f64();
            match answer {
                Ok(answer) => return Ok(Ok(answer)),
                Err(Trouble::PreviousAtFault(failure)) if is_first => self.fail_last(failure),
                Err(Trouble::Failed(failure) | Trouble::PreviousAtFault(failure)) => {
                    let message = format!("request {}: {}", number + 1, failure.message);
                    return Ok(Err(Failure { message, ..failure }));
                }
                Err(Trouble::Stopped) => return Err(Stopped),
            }
        }
    }

    /// Ends the process. What it writes after its last reply fails that case.
    fn end_process(&mut self) {
        if let Err(failure) = self.connection.end() {
            self.fail_last(failure);
        }
        self.flush();
    }

    /// Fails the case before, whose reply was followed by more.
    fn fail_last(&mut self, failure: Failure) {
        if let Some((_, result)) = &mut self.last {
            result.verdict = Verdict::Failed(failure);
        }
    }

    fn flush(&mut self) {
        if let Some((index, result)) = self.last.take() {
            self.send(Message::Result(index, Box::new(result)));
        }
    }

    fn send(&self, message: Message) {
        // The receiver is gone only if the run is over.
        let _ = self.results.send(message);
    }
}
