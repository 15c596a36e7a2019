//! Gathers what blocks found into one outcome, block by block in the order of the inputs.

use std::collections::{BTreeMap, BTreeSet};

use steadlith_vectors::request::Request;

use super::block::{Compared, Priced, label};
use super::channel::Channel;
use super::inputs::Source;
use super::outcome::{Asked, NewIdentity, ParameterCheck, Price, Reason, Refused, SideFailure, Total};
use super::price::Amount;
use super::rules::{Finding, Rule};
use super::seen::{Clash, Given, Seen, Who};
use super::shrink::size;
use crate::failure::Difference;

/// How many entries of a list that can grow without end are kept.
const LISTED: usize = 100;
/// How many changed parameter checks are listed.
const CHECKS_LISTED: usize = 1_000;
/// How many inputs are named for each kind of violation.
const NAMED: usize = 5;

/// What makes a kind of violation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The place of the rule in reports.
    pub rule: Rule,
    /// The number of the channel.
    pub channel: usize,
    /// The operation.
    pub op: &'static str,
    /// What differs.
    pub field: String,
}

/// A kind of violation, and the smallest input so far that shows it.
#[derive(Debug, Clone)]
pub struct Found {
    /// How many inputs show it.
    pub count: usize,
    /// The first of them.
    pub inputs: Vec<String>,
    /// The smallest.
    pub smallest: Smallest,
}

/// The smallest input, or pair of inputs, that shows a violation.
#[derive(Debug, Clone)]
pub enum Smallest {
    /// One input, asked of both sides.
    One {
        /// Its number.
        input: usize,
        /// The number of the first input that the same processes were asked.
        block: usize,
        /// The request.
        request: Box<Request>,
        /// Where the answers differed.
        difference: Box<Difference>,
    },
    /// Two answers.
    Two {
        /// The earlier.
        first: Given,
        /// The later.
        second: Given,
    },
}

/// Everything so far.
#[derive(Debug)]
pub struct Gatherer<'c> {
    channels: &'c [Channel],
    seen: Seen,
    /// The broken rules.
    pub violations: BTreeMap<Kind, Found>,
    checks: BTreeMap<(String, String, String, String), ParameterCheck>,
    /// Inputs that show changed parameter checks beyond those that are listed.
    pub checks_not_listed: usize,
    identities: BTreeMap<String, NewIdentity>,
    left_out: BTreeMap<String, usize>,
    /// The failures, as far as they are listed.
    pub failures: Vec<SideFailure>,
    /// How many there are.
    pub failure_count: usize,
    /// Inputs with code points that the two Unicode versions treat differently, and how many of them differ.
    pub of_two_unicodes: (usize, usize),
    /// What was asked.
    pub asked: Asked,
    /// The numbers of the channels under which the new side accepted a request.
    pub accepted: BTreeSet<usize>,
    last_text: Option<String>,
    prices: Vec<Price>,
}

impl<'c> Gatherer<'c> {
    /// Nothing yet.
    #[must_use]
    pub fn new(channels: &'c [Channel], seed: u64) -> Gatherer<'c> {
        let prices = channels.iter().map(|channel| Price {
            from: channel.asked_old().unwrap_or(Channel::V1.schema()).to_owned(),
            to: channel.schema().to_owned(),
            generated: Total::default(),
            corpus: Vec::new(),
            documents: Vec::new(),
            refused: Vec::new(),
        });
        Gatherer {
            channels,
            seen: Seen::default(),
            violations: BTreeMap::new(),
            checks: BTreeMap::new(),
            checks_not_listed: 0,
            identities: BTreeMap::new(),
            left_out: BTreeMap::new(),
            failures: Vec::new(),
            failure_count: 0,
            of_two_unicodes: (0, 0),
            asked: Asked { seed, ..Asked::default() },
            accepted: BTreeSet::new(),
            last_text: None,
            prices: prices.collect(),
        }
    }

    /// Adds a block. `first` is the number of its first input.
    pub fn add(&mut self, first: usize, block: Vec<Compared>) {
        for compared in block {
            self.input(first, compared);
        }
    }

    fn input(&mut self, first: usize, compared: Compared) {
        let name = compared.label();
        if let Some(why) = &compared.input.left_out {
            *self.left_out.entry(why.clone()).or_default() += 1;
            return;
        }
        self.count(&compared);
        self.accepted.extend(&compared.accepted);
        self.asked.without_answer += usize::from(!compared.failures.is_empty());
        for (who, channel, failure) in &compared.failures {
            self.failure_count += 1;
            if self.failures.len() < LISTED {
                let identity = self.channels[*channel].schema();
                self.failures.push(SideFailure::of(who.name(), name.clone(), identity, failure));
            }
        }
        self.seen_before(&compared, &name);
        for (channel, price) in compared.prices {
            self.price(channel, &compared.input.source, price);
        }
        for (channel, finding) in compared.findings {
            match finding {
                Finding::Violation(violation) => {
                    let kind = Kind {
                        rule: violation.rule,
                        channel,
                        op: compared.input.request.op(),
                        field: violation.field.clone(),
                    };
                    let smallest = Smallest::One {
                        input: compared.input.number,
                        block: first,
                        request: Box::new(compared.input.request.clone()),
                        difference: Box::new(violation.difference.clone()),
                    };
                    self.found(kind, &name, smallest);
                }
                Finding::ParameterCheck { field, why, old, new } => {
                    self.check(&compared.input.request, field, why, old, new);
                }
                Finding::NewIdentity { changed, old, new } => self.identity(&name, changed, old, new),
            }
        }
    }

    fn count(&mut self, compared: &Compared) {
        let asked = &mut self.asked;
        match &compared.input.source {
            _ if compared.input.is_stripped => {}
            Source::Vector { .. } => asked.vectors += 1,
            Source::Parameters(_) => asked.parameters += 1,
            Source::Alike(_) => asked.alike += 1,
            Source::Generated(_) => asked.generated += 1,
            Source::Text { path, .. } => {
                asked.text_requests += 1;
                if self.last_text.as_ref() != Some(path) {
                    asked.texts += 1;
                    self.last_text = Some(path.clone());
                }
            }
        }
        if compared.input.is_of_two_unicodes {
            self.of_two_unicodes.0 += 1;
            self.of_two_unicodes.1 += usize::from(compared.differs_in_unicode);
        } else if compared.is_compared {
            let is_new = |(_, finding): &(usize, Finding)| matches!(finding, Finding::NewIdentity { .. });
            asked.compared += 1;
            asked.under_new_identity += usize::from(compared.findings.iter().any(is_new));
        }
    }

    fn seen_before(&mut self, compared: &Compared, name: &str) {
        let (number, words) = (compared.input.number, compared.input.words());
        let mut clashes = Vec::new();
        for claim in &compared.hashes {
            clashes.extend(self.seen.hashes(claim, number, words));
        }
        for claim in &compared.params {
            clashes.extend(self.seen.params(claim, number, words));
        }
        for Clash { rule, field, first, second } in clashes {
            let kind = Kind { rule, channel: second.channel, op: compared.input.request.op(), field };
            self.found(kind, name, Smallest::Two { first, second });
        }
    }

    fn found(&mut self, kind: Kind, name: &str, smallest: Smallest) {
        match self.violations.get_mut(&kind) {
            Some(found) => {
                found.count += 1;
                if found.inputs.len() < NAMED {
                    found.inputs.push(name.to_owned());
                }
                if smallest.size() < found.smallest.size() {
                    found.smallest = smallest;
                }
            }
            None => {
                self.violations.insert(kind, Found { count: 1, inputs: vec![name.to_owned()], smallest });
            }
        }
    }

    fn check(&mut self, request: &Request, field: String, why: String, old: String, new: String) {
        let params = match request {
            Request::Params { params } | Request::Chunk { params, .. } => params.clone().unwrap_or_default(),
            _ => return,
        };
        let key = (field.clone(), params.to_string(), old.clone(), new.clone());
        if self.checks.len() >= CHECKS_LISTED && !self.checks.contains_key(&key) {
            self.checks_not_listed += 1;
            return;
        }
        let check = self.checks.entry(key);
        check.or_insert(ParameterCheck { field, why, params, old, new, count: 0 }).count += 1;
    }

    fn identity(&mut self, name: &str, mut changed: String, old: String, new: String) {
        if self.identities.len() >= LISTED && !self.identities.contains_key(&changed) {
            changed = "more".to_owned();
        }
        let known = self.identities.entry(changed.clone());
        let input = name.to_owned();
        known.or_insert(NewIdentity { changed, count: 0, input, old, new }).count += 1;
    }

    fn price(&mut self, channel: usize, source: &Source, priced: Priced) {
        let price = &mut self.prices[channel];
        let total = match source {
            Source::Text { params, .. } => {
                if !price.corpus.iter().any(|total| total.params == *params) {
                    price.corpus.push(Total { params: (*params).to_owned(), ..Total::default() });
                }
                let Some(total) = price.corpus.iter_mut().find(|total| total.params == *params) else { return };
                total
            }
            _ => &mut price.generated,
        };
        match priced {
            Ok(document) => {
                let is_anew = document.embedded_anew != Amount::default();
                total.documents += 1;
                total.documents_embedded_anew += usize::from(is_anew);
                total.stays.add(document.stays);
                total.embedded_anew.add(document.embedded_anew);
                let is_text = matches!(source, Source::Text { .. });
                if is_text || (is_anew && price.documents.len() < LISTED) {
                    price.documents.push(document);
                }
            }
            Err((old, new)) => {
                total.refused += 1;
                if price.refused.len() < LISTED {
                    price.refused.push(Refused { document: label(source, false), old, new });
                }
            }
        }
    }

    /// The changed parameter checks, by parameter.
    #[must_use]
    pub fn parameter_checks(&self) -> Vec<ParameterCheck> {
        self.checks.values().cloned().collect()
    }

    /// The new identities.
    #[must_use]
    pub fn new_identities(&self) -> Vec<NewIdentity> {
        self.identities.values().cloned().collect()
    }

    /// What could not be asked.
    #[must_use]
    pub fn left_out(&self) -> Vec<Reason> {
        self.left_out.iter().map(|(why, &requests)| Reason { why: why.clone(), requests }).collect()
    }

    /// The prices, those of nothing left out.
    #[must_use]
    pub fn prices(&self) -> Vec<Price> {
        let is_asked = |price: &&Price| price.generated != Total::default() || !price.corpus.is_empty();
        self.prices.iter().filter(is_asked).cloned().collect()
    }

    /// Answers that were not remembered for want of room.
    #[must_use]
    pub fn forgotten(&self) -> u64 {
        self.seen.forgotten
    }
}

impl Smallest {
    fn size(&self) -> (usize, usize, usize) {
        match self {
            Smallest::One { input, request, .. } => {
                let (words, length, _) = size(request);
                (words, length, *input)
            }
            Smallest::Two { first, second } => (first.words + second.words, first.input, second.input),
        }
    }
}

impl Who {
    /// The side in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Who::Old => "old",
            Who::New => "new",
        }
    }
}
