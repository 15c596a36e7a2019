//! What chapter 3 says of the parameters of a request, whoever accepts them.

use serde_json::Value;
use steadlith_reference::params::Params;
use steadlith_reference::tokens::WORD_TOKENIZER_ID;
use steadlith_vectors::request::Request;

/// What chapter 3 says of parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// They have a claimed identity under v1, whether a release accepts them or not.
    Valid(Params),
    /// They claim none where they are refused (VER-5): the parameter at fault, and what is wrong with it.
    Open {
        /// The parameter.
        field: String,
        /// What is wrong.
        why: String,
    },
}

/// The standing of the parameters of a `params` or `chunk` request; `None` for other operations.
#[must_use]
pub fn standing(request: &Request) -> Option<Standing> {
    let (Request::Params { params } | Request::Chunk { params, .. }) = request else { return None };
    let read = match params {
        None => Ok(Params::default()),
        Some(params) => Params::from_json(&params.to_string()),
    };
    let defaults = Params::default();
    Some(match read {
        Err(error) => {
            let message = error.to_string();
            let (field, why) = message.split_once(": ").unwrap_or(("params", &message));
            Standing::Open { field: field.to_owned(), why: why.to_owned() }
        }
        Ok(params) if params.rolling_hash_id != defaults.rolling_hash_id => {
            outside("rolling_hash_id", &params.rolling_hash_id)
        }
        Ok(params) if params.boundary_rule_version != defaults.boundary_rule_version => {
            outside("boundary_rule_version", &params.boundary_rule_version)
        }
        Ok(params) => Standing::Valid(params),
    })
}

fn outside(field: &str, value: &str) -> Standing {
    let why = format!("{} is outside v1 (PARAM-12)", Value::from(value));
    Standing::Open { field: field.to_owned(), why }
}

/// The effective parameters of an accepted request: of valid ones, and of those that are only outside v1. The id of a
/// token counter is the effective tokenizer id (TOK-3). `None` if chapter 3 does not say what they are.
#[must_use]
pub fn effective(request: &Request) -> Option<Params> {
    let (Request::Params { params } | Request::Chunk { params, .. }) = request else { return None };
    let mut params = match params {
        None => Params::default(),
        Some(params) => Params::from_json(&params.to_string()).ok()?,
    };
    if let Request::Chunk { token_counter: Some(counter), .. } = request {
        let id = counter.id.clone()?;
        if params.tokenizer_id != WORD_TOKENIZER_ID && params.tokenizer_id != id {
            return None;
        }
        params.tokenizer_id = id;
    }
    Some(params)
}

/// What requests with equal effective parameters have in common, as far as it is known: under v1 these parameters, under
/// another identity the parameters as they are written and the id of the token counter.
#[must_use]
pub fn key(request: &Request, is_v1: bool) -> Option<String> {
    if is_v1 {
        return effective(request).map(|params| params.canonical_json());
    }
    let (params, counter) = match request {
        Request::Params { params } => (params, None),
        Request::Chunk { params, token_counter: None, .. } => (params, None),
        Request::Chunk { params, token_counter: Some(counter), .. } => (params, Some(counter.id.clone()?)),
        _ => return None,
    };
    let params = params.clone().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    Some(serde_json::json!([params, counter]).to_string())
}

/// Which of the eleven parameters a request writes out; the others are left to the defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written(u16);

impl Written {
    /// The parameters that a `params` or `chunk` request names. A strategy stands for `snap_to_boundaries` (PARAM-14),
    /// the id of a token counter for `tokenizer_id` (TOK-3).
    #[must_use]
    pub fn by(request: &Request) -> Written {
        let (Request::Params { params } | Request::Chunk { params, .. }) = request else { return Written::default() };
        let has_counter_id =
            matches!(request, Request::Chunk { token_counter: Some(counter), .. } if counter.id.is_some());
        let is_written = |name: &str| {
            let is_named = |name: &str| params.as_ref().is_some_and(|params| params.get(name).is_some());
            is_named(name)
                || (name == "snap_to_boundaries" && is_named("strategy"))
                || (name == "tokenizer_id" && has_counter_id)
        };
        let fields = Params::default().fields().into_iter().enumerate();
        Written(fields.filter(|(_, (name, _))| is_written(name)).fold(0, |written, (place, _)| written | 1 << place))
    }

    /// Whether everything that this writes out, the other does too.
    #[must_use]
    pub fn is_within(self, other: Written) -> bool {
        self.0 & !other.0 == 0
    }

    /// What both write out.
    #[must_use]
    pub fn and(self, other: Written) -> Written {
        Written(self.0 & other.0)
    }

    /// Whether two sets of parameters differ in something that this writes out.
    #[must_use]
    pub fn holds_difference(self, one: &Params, other: &Params) -> bool {
        let pairs = one.fields().into_iter().zip(other.fields()).enumerate();
        pairs.into_iter().any(|(place, (one, other))| self.0 & 1 << place != 0 && one != other)
    }
}

/// Whether the effective parameters have snapping on, as far as they can be read.
#[must_use]
pub fn snaps(request: &Request) -> bool {
    let (Request::Params { params } | Request::Chunk { params, .. }) = request else { return false };
    let Some(params) = params else { return false };
    match Params::from_json(&params.to_string()) {
        Ok(params) => params.snap_to_boundaries,
        Err(_) => params["snap_to_boundaries"] == Value::Bool(true) || params["strategy"] == "cdc-rabin+snap",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(params: Value) -> Option<Standing> {
        standing(&Request::Params { params: Some(params) })
    }

    #[test]
    fn chapter_3_says_which_parameters_have_an_identity() {
        assert!(matches!(of(json!({"window_words": 2})), Some(Standing::Valid(_))));
        let field = |params| match of(params) {
            Some(Standing::Open { field, .. }) => field,
            other => format!("{other:?}"),
        };
        assert_eq!(field(json!({"window_words": true})), "window_words");
        assert_eq!(field(json!({"colour": 1})), "colour");
        assert_eq!(field(json!({"rolling_hash_id": "other"})), "rolling_hash_id");
        assert_eq!(standing(&Request::Merkle { chunk_hashes: None, documents: None }), None);
    }

    #[test]
    fn a_counter_id_is_an_effective_parameter() -> Result<(), serde_json::Error> {
        let chunk = |counter: Value, params: Value| {
            let request = json!({"op": "chunk", "text": "", "token_counter": counter, "params": params});
            serde_json::from_value::<Request>(request).map(|request| effective(&request))
        };
        let named = Params { tokenizer_id: "c".to_owned(), ..Params::default() };
        assert_eq!(chunk(json!({"id": "c", "default": 1}), json!({}))?, Some(named));
        assert_eq!(chunk(json!({"id": "c", "default": 1}), json!({"tokenizer_id": "d"}))?, None);
        assert_eq!(chunk(json!({"default": 1}), json!({}))?, None);
        Ok(())
    }
}
