//! `conformance churn`: how much an edit makes a chunker compute again, beside two baselines.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};
use steadlith_conformance::child::Cancel;
use steadlith_conformance::chunks::{Offered, Reference, identities};
use steadlith_conformance::churn::baselines::{Baseline, Fixed, Recursive};
use steadlith_conformance::churn::measure::Method;
use steadlith_conformance::churn::pairs::Pair;
use steadlith_conformance::churn::results::{self, Churn, MethodInfo};
use steadlith_conformance::churn::statistics::Bootstrap;
use steadlith_conformance::connection::Connection;
use steadlith_conformance::readable;
use steadlith_conformance::report::{churn as tables, churn_page, churn_plot};
use steadlith_conformance::session::Launcher;

use super::output::quietly;
use super::{Fault, cancel, implementation, limits};
use crate::cli::churn::{ChurnArgs, ChurnFormat};

pub fn churn(args: &ChurnArgs) -> Result<ExitCode, Fault> {
    let outputs = args.out.iter().map(|file| Ok((file, format_of(file)?))).collect::<Result<Vec<_>, Fault>>()?;
    let pairs = pairs(args)?;
    let params = params(args)?;
    let cancel = cancel()?;
    let launchers = launchers(args, &cancel)?;
    let mut methods = baselines(args)?;
    methods.extend(implementations(&launchers, &params)?);
    name_apart(&mut methods);
    let bootstrap = Bootstrap { seed: args.seed, resamples: args.resamples as usize };
    let churn = results::compare(&mut methods, &pairs, bootstrap, &mut |_| {});
    for (file, format) in outputs {
        fs::write(file, written(&churn, format)?)
            .map_err(|source| Fault::Report { place: file.display().to_string(), source })?;
    }
    quietly(anstream::stdout().lock().write_all(written(&churn, args.format)?.as_bytes()))?;
    if churn.interrupted {
        eprintln!("the comparison was interrupted; this is what was known by then");
    }
    Ok(match (churn.has_unexpected(), churn.interrupted) {
        (true, _) => ExitCode::from(1),
        (false, true) => ExitCode::from(3),
        (false, false) => ExitCode::SUCCESS,
    })
}

fn format_of(file: &Path) -> Result<ChurnFormat, Fault> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(ChurnFormat::Json),
        Some("html") => Ok(ChurnFormat::Html),
        Some("svg") => Ok(ChurnFormat::Svg),
        _ => Err(Fault::Usage(format!("--out {}: the name has to end in .json, .html or .svg", file.display()))),
    }
}

fn written(churn: &Churn, format: ChurnFormat) -> Result<String, Fault> {
    Ok(match format {
        ChurnFormat::Terminal => {
            let mut table = Vec::new();
            tables::write(churn, &mut table)?;
            String::from_utf8_lossy(&table).into_owned()
        }
        ChurnFormat::Json => format!("{:#}\n", json!(churn)),
        ChurnFormat::Html => churn_page::page(churn),
        ChurnFormat::Svg => churn_plot::svg(churn),
    })
}

fn pairs(args: &ChurnArgs) -> Result<Vec<Pair>, Fault> {
    let pairs = match (&args.pairs, &args.old, &args.new) {
        (Some(folder), ..) => Pair::of_folder(folder),
        (None, Some(old), Some(new)) => Pair::of_files(old, new).map(|pair| vec![pair]),
        _ => return Err(Fault::Usage("either --pairs, or --old and --new are needed".to_owned())),
    };
    pairs.map_err(|error| Fault::Usage(error.to_string()))
}

fn params(args: &ChurnArgs) -> Result<Value, Fault> {
    let params =
        serde_json::from_str(&args.params).map_err(|error| Fault::Usage(format!("--params is not JSON: {error}")))?;
    match params {
        Value::Object(_) => Ok(params),
        _ => Err(Fault::Usage("--params is not an object".to_owned())),
    }
}

/// How the implementations are started; none without `--impl`.
fn launchers(args: &ChurnArgs, cancel: &Cancel) -> Result<Vec<Launcher>, Fault> {
    let launcher = |command: &String| {
        let implementation = implementation(Some(command))?;
        Ok(Launcher { implementation, limits: limits(&args.limits), cancel: cancel.clone() })
    };
    args.implementations.iter().map(launcher).collect()
}

type Methods<'m> = Vec<(MethodInfo, Method<'m>)>;

fn baselines(args: &ChurnArgs) -> Result<Methods<'static>, Fault> {
    let fixed = Baseline::Fixed(Fixed { chunk_size_tokens: args.fixed, ..Fixed::default() });
    let recursive = Baseline::Recursive(Recursive { max_tokens: args.recursive, ..Recursive::default() });
    let method = |baseline: Baseline, params: Value| {
        baseline.check().map_err(|error| Fault::Usage(format!("--{}: {error}", baseline.name())))?;
        let info =
            MethodInfo { name: baseline.name().to_owned(), version: None, command: None, identity: None, params };
        Ok::<_, Fault>((info, Method::Baseline(baseline)))
    };
    Ok(vec![
        method(fixed, json!({"chunk_size_tokens": args.fixed}))?,
        method(recursive, json!({"max_tokens": args.recursive}))?,
    ])
}

/// Every implementation under every identity that it offers.
fn implementations<'m>(launchers: &'m [Launcher], params: &Value) -> Result<Methods<'m>, Fault> {
    if launchers.is_empty() {
        let info = MethodInfo {
            name: "reference".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            command: None,
            identity: None,
            params: params.clone(),
        };
        return Ok(vec![(info, Method::Implementation(Box::new(Reference::default()), params.clone()))]);
    }
    let mut methods = Vec::new();
    for launcher in launchers {
        let (session, hello) = launcher.open()?;
        let mut session = Some(session);
        for identity in identities(&hello) {
            let name = match &identity {
                None => readable::text(&hello.name),
                Some(schema) => format!("{} {}", readable::text(&hello.name), readable::text(schema)),
            };
            let info = MethodInfo {
                name,
                version: Some(readable::text(&hello.version)),
                command: launcher.implementation.given().map(str::to_owned),
                identity: identity.clone(),
                params: params.clone(),
            };
            let connection =
                session.take().map_or_else(|| Connection::new(launcher), |session| Connection::of(launcher, session));
            let offered = Offered { connection, identity };
            methods.push((info, Method::Implementation(Box::new(offered), params.clone())));
        }
    }
    Ok(methods)
}

/// Makes the names of the methods differ: by their version if that is enough, else by a number.
fn name_apart(methods: &mut Methods<'_>) {
    let names = |methods: &Methods<'_>| methods.iter().map(|(info, _)| info.name.clone()).collect::<Vec<_>>();
    let is_repeated = |names: &[String], name: &str| names.iter().filter(|other| *other == name).count() > 1;
    let before = names(methods);
    for (info, _) in methods.iter_mut().filter(|(info, _)| is_repeated(&before, &info.name)) {
        if let Some(version) = &info.version {
            info.name = format!("{} {version}", info.name);
        }
    }
    let before = names(methods);
    for (index, (info, _)) in methods.iter_mut().enumerate() {
        if is_repeated(&before, &info.name) {
            let number = before[..=index].iter().filter(|other| **other == before[index]).count();
            info.name = format!("{} ({number})", info.name);
        }
    }
}
