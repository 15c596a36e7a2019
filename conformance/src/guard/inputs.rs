//! What both sides are asked (VER-22): the requests of the vectors, sets of parameters, generated documents, the texts
//! of a corpus.

use std::fmt;

use serde_json::{Value, json};
use steadlith_reference::params::Params;
use steadlith_reference::text::is_whitespace;
use steadlith_reference::unicode::{UnicodeVersion, normalization_since};
use steadlith_vectors::request::Request;
use steadlith_vectors::suite::Suite;
use steadlith_vectors::text::{Piece, Text};

use super::corpus::Corpus;
use super::params::snaps;
use super::rules::Side;
use crate::generate::RandomRequests;
use crate::item::items;
use crate::unicode_probe::Behaviour;

/// Where an input comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A request of a case.
    Vector {
        /// The id of the case.
        case: String,
        /// The number of the request, from 1, if the case has several.
        request: Option<usize>,
    },
    /// A set of parameters: the one that is changed, or several with values of each other.
    Parameters(String),
    /// One of two texts that are nearly alike: in what they differ.
    Alike(&'static str),
    /// A generated document: its number, from 0.
    Generated(usize),
    /// A text of the corpus under a set of parameters.
    Text {
        /// Its path in the corpus.
        path: String,
        /// The name of the set of parameters.
        params: &'static str,
    },
}

/// Something that both sides are asked.
#[derive(Debug, Clone)]
pub struct Input {
    /// Its place, from 0.
    pub number: usize,
    /// Where it comes from.
    pub source: Source,
    /// The request.
    pub request: Request,
    /// Whether the Unicode versions of the two sides differ in a code point of the text.
    pub is_of_two_unicodes: bool,
    /// Whether such code points were taken out of the text.
    pub is_stripped: bool,
    /// Why it cannot be asked; `None` if it can.
    pub left_out: Option<String>,
}

/// The names of the sets of parameters under which the texts of a corpus are compared, and the sets.
#[must_use]
pub fn corpus_params() -> [(&'static str, Option<Value>); 4] {
    [
        ("defaults", None),
        ("snapping", Some(json!({"snap_to_boundaries": true}))),
        (
            "medium",
            Some(json!({
                "window_words": 16, "min_tokens": 60, "max_tokens": 220, "primary_mask_bits": 6,
                "backup_mask_bits": 4, "snap_window_words": 12, "snap_to_boundaries": true,
            })),
        ),
        (
            "small",
            Some(json!({
                "window_words": 4, "min_tokens": 4, "max_tokens": 24, "primary_mask_bits": 3, "backup_mask_bits": 2,
            })),
        ),
    ]
}

/// All inputs of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'i> {
    /// The vectors.
    pub suite: &'i Suite,
    /// Whether requests with large generated texts are left out.
    pub skip_large: bool,
    /// How many documents are generated.
    pub documents: usize,
    /// The seed of the generated documents.
    pub seed: u64,
    /// The corpus, if there is one.
    pub corpus: Option<&'i Corpus>,
    /// The release in use.
    pub old: &'i Side,
    /// The release to replace it.
    pub new: &'i Side,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Vector { case, request: None } => f.write_str(case),
            Source::Vector { case, request: Some(number) } => write!(f, "{case}, request {number}"),
            Source::Parameters(changed) => write!(f, "parameters: {changed}"),
            Source::Alike(difference) => write!(f, "texts that differ in {difference}"),
            Source::Generated(number) => write!(f, "generated document {number}"),
            Source::Text { path, params } => write!(f, "{path}, parameters {params}"),
        }
    }
}

impl<'i> Inputs<'i> {
    /// The inputs in their order, which depends on nothing but the arguments and what the sides declare and show. A
    /// text in which the Unicode versions differ comes twice, the second time without those code points.
    pub fn iter(self) -> impl Iterator<Item = Input> + use<'i> {
        let of_two_unicodes = self.unicode_versions();
        self.requests()
            .flat_map(move |(source, request, left_out)| {
                let left_out = left_out.or_else(|| self.missing(&request));
                let stripped = of_two_unicodes.and_then(|versions| stripped(&request, versions));
                let is_of_two_unicodes = stripped.is_some();
                let input = Input { number: 0, source, request, is_of_two_unicodes, is_stripped: false, left_out };
                let without = stripped.map(|request| Input {
                    request,
                    is_of_two_unicodes: false,
                    is_stripped: true,
                    ..input.clone()
                });
                std::iter::once(input).chain(without)
            })
            .enumerate()
            .map(|(number, input)| Input { number, ..input })
    }

    /// The Unicode versions of the two sides, the older first, if they are two.
    #[must_use]
    pub fn unicode_versions(&self) -> Option<(UnicodeVersion, UnicodeVersion)> {
        match (self.old.shown, self.new.shown) {
            (Some(Behaviour::Version(old)), Some(Behaviour::Version(new))) if old != new => {
                Some((old.min(new), old.max(new)))
            }
            _ => None,
        }
    }

    fn requests(self) -> impl Iterator<Item = (Source, Request, Option<String>)> + use<'i> {
        let vectors = items(self.suite).into_iter().flat_map(move |item| {
            let large = (self.skip_large && item.is_large()).then(|| "large, left out by --skip-large".to_owned());
            let needs = item.needs().find_map(|need| self.not_declared(need));
            let several = item.requests().len() > 1;
            item.requests().iter().enumerate().map(move |(number, request)| {
                let source = Source::Vector { case: item.id().to_owned(), request: several.then_some(number + 1) };
                (source, request.clone(), large.clone().or_else(|| needs.clone()))
            })
        });
        let parameters = parameter_sets()
            .into_iter()
            .map(|(name, params)| (Source::Parameters(name), Request::Params { params: Some(params) }, None));
        let alike = alike().into_iter().flat_map(|(difference, texts)| {
            texts.map(|text| {
                let params = json!({"window_words": 2, "min_tokens": 2, "max_tokens": 4});
                let request = Request::Chunk { params: Some(params), text: text.into(), token_counter: None };
                (Source::Alike(difference), request, None)
            })
        });
        let generated = RandomRequests::new(self.seed)
            .take(self.documents)
            .enumerate()
            .map(|(number, request)| (Source::Generated(number), request, None));
        vectors.chain(parameters).chain(alike).chain(generated).chain(self.texts())
    }

    fn texts(self) -> impl Iterator<Item = (Source, Request, Option<String>)> + use<'i> {
        let corpus = self.corpus.into_iter();
        corpus.flat_map(|corpus| corpus.texts.iter().map(move |path| (path, corpus.read(path)))).flat_map(
            |(path, text)| {
                corpus_params().map(|(name, params)| {
                    let source = Source::Text { path: path.clone(), params: name };
                    let left_out = text.as_ref().err().cloned();
                    let text = text.as_deref().unwrap_or_default().into();
                    (source, Request::Chunk { params, text, token_counter: None }, left_out)
                })
            },
        )
    }

    /// What a side does not declare and the request needs.
    fn missing(&self, request: &Request) -> Option<String> {
        let counter = matches!(request, Request::Chunk { token_counter: Some(_), .. }).then_some("token-counter");
        let snapping = snaps(request).then_some("snapping");
        [request.capability(), snapping, counter].into_iter().flatten().find_map(|need| self.not_declared(need))
    }

    fn not_declared(&self, need: &str) -> Option<String> {
        let who = match (self.old.hello.declares(need), self.new.hello.declares(need)) {
            (true, true) => return None,
            (false, true) => "the old side does",
            (true, false) => "the new side does",
            (false, false) => "both sides do",
        };
        Some(format!("needs the capability {need}, which {who} not declare"))
    }
}

impl Input {
    /// The words of its text, which is what an example is measured in.
    #[must_use]
    pub fn words(&self) -> usize {
        word_count(&self.request)
    }

    /// The length of its text in bytes, about.
    #[must_use]
    pub fn cost(&self) -> usize {
        match self.request.text() {
            Some(Text::Generated(generated)) => usize::try_from(generated.code_points).unwrap_or(usize::MAX),
            Some(Text::Plain(text)) => text.len(),
            None => 0,
        }
    }

    /// Whether it is a document, whose price counts.
    #[must_use]
    pub fn is_document(&self) -> bool {
        matches!(self.source, Source::Generated(_) | Source::Text { .. })
    }
}

/// The words of the text of a request; 0 without a text.
#[must_use]
pub fn word_count(request: &Request) -> usize {
    let count = |text: &str| text.split(is_whitespace).filter(|word| !word.is_empty()).count();
    request.text().map_or(0, |text| count(&text.written_out()))
}

/// Each parameter alone, with its default written out and with two other values, and parameters that have the values of
/// each other.
fn parameter_sets() -> Vec<(String, Value)> {
    let changes = [
        ("window_words", json!(47), json!(24)),
        ("min_tokens", json!(181), json!(640)),
        ("max_tokens", json!(641), json!(180)),
        ("primary_mask_bits", json!(9), json!(63)),
        ("backup_mask_bits", json!(7), json!(1)),
        ("snap_window_words", json!(48), json!(0)),
        ("snap_to_boundaries", json!(true), json!(false)),
        ("normalizer_version", json!("cairn-normalizer-v2"), json!("word-v1")),
        ("tokenizer_id", json!("word-v2"), json!("cairn-normalizer-v1")),
        ("rolling_hash_id", json!("rabin64-word-v2"), json!("tttd-v1")),
        ("boundary_rule_version", json!("tttd-v2"), json!("rabin64-word-v1")),
    ];
    // To write out a default changes nothing (VER-15).
    let defaults = Params::default().fields().map(|(name, value)| (name.to_owned(), json!({ name: value })));
    let mut sets = vec![("none".to_owned(), json!({}))];
    sets.extend(defaults);
    for (name, one, other) in changes {
        sets.push((name.to_owned(), json!({ name: one })));
        sets.push((name.to_owned(), json!({ name: other })));
    }
    let swaps = [
        json!({"window_words": 24, "snap_window_words": 48}),
        json!({"min_tokens": 48, "window_words": 180}),
        json!({"primary_mask_bits": 24, "snap_window_words": 8}),
        json!({"tokenizer_id": "cairn-normalizer-v1", "normalizer_version": "word-v1"}),
        json!({"rolling_hash_id": "tttd-v1", "boundary_rule_version": "rabin64-word-v1"}),
    ];
    for set in swaps {
        let names: Vec<String> = set.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        sets.push((names.join(" and "), set));
    }
    sets
}

/// Pairs of texts that a release may take for one if it remembers answers (ID-1), and in what they differ.
fn alike() -> Vec<(&'static str, [String; 2])> {
    let long = |start: &str, middle: &str, end: &str| {
        let same = "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(4);
        format!("{start} {same}{middle} {same}{end}")
    };
    let short = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    vec![
        ("the case of a letter", short("one two", "One two")),
        ("the white space", short("one two", "one  two")),
        ("the normal form", short("\u{e9} two", "e\u{301} two")),
        ("the order of the words", short("one two", "two one")),
        ("the first word", [long("1", "2", "3"), long("0", "2", "3")]),
        ("a word in the middle", [long("1", "2", "3"), long("1", "0", "3")]),
        ("the last word", [long("1", "2", "3"), long("1", "2", "0")]),
    ]
}

/// The request without the code points that two Unicode versions normalise differently; `None` if it has none, or if
/// its text is not normalised.
fn stripped(request: &Request, (older, newer): (UnicodeVersion, UnicodeVersion)) -> Option<Request> {
    if matches!(request, Request::ChunkHash { .. }) {
        return None;
    }
    // What is younger than both versions is unknown to both.
    let differs = |c: char| {
        let since = normalization_since(c);
        older < since && since <= newer
    };
    let is_there = match request.text()? {
        Text::Plain(text) => text.contains(differs),
        Text::Generated(generated) => generated.pieces.iter().any(|piece| match piece {
            Piece::Literal(text) | Piece::Repeat { unit: text, .. } => text.contains(differs),
            Piece::Words { .. } => false,
        }),
    };
    if !is_there {
        return None;
    }
    let mut request = request.clone().with_plain_text();
    if let Request::Chunk { text, .. } | Request::Normalize { text } | Request::Fingerprints { text, .. } = &mut request
    {
        *text = text.written_out().replace(differs, "").into();
    }
    Some(request)
}
