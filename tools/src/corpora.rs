//! The published recompute fractions over real revisions, measured again (PLAN-7, PLAN-20).
//!
//! The texts belong to others and are no part of this project, so the folder comes as an argument.

use std::path::{Path, PathBuf};

use serde_json::json;
use steadlith_conformance::chunks::{Offered, Reference};
use steadlith_conformance::churn::baselines::{Baseline, Fixed, Recursive};
use steadlith_conformance::churn::measure::Method;
use steadlith_conformance::churn::pairs::{Pair, PairError};
use steadlith_conformance::churn::results::{self, Churn, MethodInfo};
use steadlith_conformance::churn::statistics::Bootstrap;
use steadlith_conformance::connection::Connection;
use steadlith_conformance::session::{Launcher, StartError};
use thiserror::Error;

/// The figures of a folder: how many pairs it has, and the means in percent with two decimals.
struct Published {
    folder: &'static str,
    pairs: usize,
    fixed: &'static str,
    recursive: &'static str,
    v1: &'static str,
}

/// What steadlith 1.0.1 gave for `fixed` with 304 tokens, `recursive` with 400, and v1 with 176 to 352.
const PUBLISHED: [Published; 2] = [
    Published { folder: "en", pairs: 63, fixed: "66.86", recursive: "26.49", v1: "22.46" },
    Published { folder: "zh", pairs: 74, fixed: "71.87", recursive: "68.56", v1: "64.06" },
];

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum Error {
    /// The folder is not there, which must not look like a success.
    #[error(
        "there is no folder {}; --revisions has to name the one that holds the revisions in en and zh",
        .0.display()
    )]
    Missing(PathBuf),
    /// The revisions cannot be read.
    #[error("{0}")]
    Pairs(#[from] PairError),
    /// The implementation cannot be asked.
    #[error("{0}")]
    Start(#[from] StartError),
}

/// Measures every folder by the reference and by an implementation. Gives the lines of a table, and what is wrong.
///
/// # Errors
/// An [`Error`] if there is nothing to measure.
pub fn measure(revisions: &Path, other: Option<&Launcher>) -> Result<(Vec<String>, Vec<String>), Error> {
    let (mut lines, mut wrong) = (Vec::new(), Vec::new());
    for published in PUBLISHED {
        let folder = revisions.join(published.folder);
        if !folder.is_dir() {
            return Err(Error::Missing(folder));
        }
        let pairs = Pair::of_folder(&folder)?;
        let churn = compare(&pairs, other)?;
        let expected = [published.fixed, published.recursive, published.v1, published.v1];
        if (churn.pairs.len(), churn.compared()) != (published.pairs, published.pairs) {
            let (read, compared) = (churn.pairs.len(), churn.compared());
            wrong.push(format!(
                "{}: {} pairs expected, {read} read, {compared} compared",
                folder.display(),
                published.pairs
            ));
        }
        if churn.broken_controls().next().is_some() {
            wrong.push(format!("{}: the control without an edit is broken", folder.display()));
        }
        for (info, expected) in churn.methods.iter().zip(expected) {
            let mean = churn.mean(&info.name).map(|estimate| format!("{:.2}", 100.0 * estimate.mean));
            let mean = mean.unwrap_or_else(|| "none".to_owned());
            lines.push(format!("{} {:9} {mean}", published.folder, info.name));
            if mean != expected {
                wrong.push(format!("{}, {}: {mean} instead of {expected}", published.folder, info.name));
            }
        }
    }
    Ok((lines, wrong))
}

fn compare(pairs: &[Pair], other: Option<&Launcher>) -> Result<Churn, Error> {
    let params = json!({"min_tokens": 176, "max_tokens": 352});
    let info = |name: &str| MethodInfo {
        name: name.to_owned(),
        version: None,
        command: None,
        identity: None,
        params: params.clone(),
    };
    let fixed = Baseline::Fixed(Fixed { chunk_size_tokens: 304, ..Fixed::default() });
    let recursive = Baseline::Recursive(Recursive { max_tokens: 400, ..Recursive::default() });
    let mut methods = vec![
        (info("fixed"), Method::Baseline(fixed)),
        (info("recursive"), Method::Baseline(recursive)),
        (info("reference"), Method::Implementation(Box::new(Reference::default()), params.clone())),
    ];
    if let Some(launcher) = other {
        let (session, _) = launcher.open()?;
        let offered = Offered { connection: Connection::of(launcher, session), identity: None };
        methods.push((info("other"), Method::Implementation(Box::new(offered), params.clone())));
    }
    // The means do not depend on the resamples.
    let bootstrap = Bootstrap { resamples: 1, ..Bootstrap::default() };
    Ok(results::compare(&mut methods, pairs, bootstrap, &mut |_| {}))
}
