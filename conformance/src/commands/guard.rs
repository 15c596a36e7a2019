//! `conformance guard`: compares two releases by the clauses of chapter 13.

use std::process::ExitCode;

use steadlith_conformance::session::Launcher;

use super::{Fault, cancel, implementation, limits};
use crate::cli::guard::GuardArgs;

pub fn guard(args: &GuardArgs) -> Result<ExitCode, Fault> {
    if let Some(command) = &args.locality.locality {
        return super::locality::locality(args, command.as_deref());
    }
    let (old, new) = launchers(args)?;
    drop((old.open()?, new.open()?));
    Err(Fault::Usage("guard cannot compare anything yet".to_owned()))
}

/// How both sides are started.
fn launchers(args: &GuardArgs) -> Result<(Launcher, Launcher), Fault> {
    if args.old.is_none() && args.new.is_none() {
        return Err(Fault::Usage("--old or --new has to name a release to compare with".to_owned()));
    }
    let (limits, cancel) = (limits(&args.limits), cancel()?);
    let launcher = |command: &Option<String>| {
        let implementation = implementation(command.as_deref())?;
        Ok::<_, Fault>(Launcher { implementation, limits, cancel: cancel.clone() })
    };
    Ok((launcher(&args.old)?, launcher(&args.new)?))
}
