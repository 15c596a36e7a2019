//! One worker: asks its share of the cases, one after the other.

use std::sync::mpsc::Sender;

use steadlith_vectors::case::{Case, Holds, Relation};
use steadlith_vectors::request::Request;

use crate::connection::{Ask, Trouble};
use crate::determinism::{self, Sample};
use crate::failure::Failure;
use crate::item::{Item, Turn};
use crate::judge::typed::TypedOk;
use crate::judge::{Exchange, Judge, relation};
use crate::patience::{Patience, Reaction};
use crate::results::{CaseResult, Verdict};

/// What a worker tells.
#[derive(Debug)]
pub enum Message {
    /// What came of a case.
    Result(Box<Outcome>),
    /// Something a reader should know.
    Note(String),
}

/// What came of a case.
#[derive(Debug)]
pub struct Outcome {
    /// The place of the case.
    pub place: usize,
    /// The result.
    pub result: CaseResult,
    /// Whether there was a reply at all.
    pub reaction: Reaction,
    /// For a case of the sample that is asked again later: its reply line, if that is an answer.
    pub reply: Option<Vec<u8>>,
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
    /// The last outcome, held back until nothing can follow its reply any more.
    pub last: Option<Outcome>,
}

/// The longest reply that is kept for comparison with a later one, in bytes. The cases of the sample are small.
const LONGEST_KEPT: usize = 1 << 20;

/// The user stopped the run.
#[derive(Debug, Clone, Copy)]
pub struct Stopped;

/// The verdict on a case, and the seconds that it took.
type Judged = (Verdict, f64);

impl<C: Ask> Worker<C> {
    /// Asks the cases, in order, and ends the process.
    pub fn work(mut self, turns: &[Turn<'_>], patience: &Patience, sample: &Sample<'_>) {
        for turn in turns {
            if patience.is_over(turn.item.op(), turn.place) {
                continue;
            }
            if self.isolate {
                self.end_process();
            }
            self.connection.number_from(turn.first_id);
            let mut reply = sample.holds(turn.place).then(Vec::new);
            let Ok((verdict, seconds)) = self.judged_with(turn.item, reply.as_mut()) else { break };
            self.flush();
            let class = match &verdict {
                Verdict::Failed(failure) => Some(failure.class),
                _ => None,
            };
            self.last = Some(Outcome {
                place: turn.place,
                result: CaseResult::new(turn.item, verdict, seconds),
                reaction: Reaction::of(self.connection.has_reply(), class),
                reply: reply.filter(|reply| !reply.is_empty()),
            });
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
        self.judged_with(item, None)
    }

    /// Asks one case and keeps the reply line of a case of one request, if it is an answer.
    fn judged_with(&mut self, item: Item<'_>, reply: Option<&mut Vec<u8>>) -> Result<Judged, Stopped> {
        match item {
            Item::Case(case) => self.case(case, reply),
            Item::Relation(relation) => self.relation(relation),
        }
    }

    fn case(&mut self, case: &Case, mut kept: Option<&mut Vec<u8>>) -> Result<Judged, Stopped> {
        let judge = self.judge;
        loop {
            let answer = self.connection.ask(&case.request, |exchange| {
                if let Some(kept) = kept.as_deref_mut() {
                    keep(judge, &case.request, exchange, kept);
                }
                judge.judge(case, exchange)
            });
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
        if let Some(last) = &mut self.last {
            last.result.verdict = Verdict::Failed(failure);
        }
    }

    fn flush(&mut self) {
        if let Some(outcome) = self.last.take() {
            self.send(Message::Result(Box::new(outcome)));
        }
    }

    fn send(&self, message: Message) {
        // The receiver is gone only if the run is over.
        let _ = self.results.send(message);
    }
}

/// Keeps a reply line that can be compared with a later one.
fn keep(judge: Judge, request: &Request, exchange: &Exchange<'_>, kept: &mut Vec<u8>) {
    kept.clear();
    if exchange.reply.len() <= LONGEST_KEPT
        && let Ok(reply) = determinism::answer(judge, request, exchange)
    {
        *kept = reply;
    }
}
