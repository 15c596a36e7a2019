//! `conformance init`: writes a testee to start from.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use super::Fault;
use crate::cli::init::{InitArgs, Language};

/// A testee that speaks the protocol and says where the implementation goes.
struct Skeleton {
    file: &'static str,
    content: &'static str,
    interpreter: &'static str,
}

fn skeleton(language: Language) -> Skeleton {
    match language {
        Language::Python => {
            Skeleton { file: "testee.py", content: include_str!("../../skeletons/testee.py"), interpreter: "python3" }
        }
        Language::Javascript => {
            Skeleton { file: "testee.js", content: include_str!("../../skeletons/testee.js"), interpreter: "node" }
        }
    }
}

pub fn init(args: &InitArgs) -> Result<ExitCode, Fault> {
    let Skeleton { file, content, interpreter } = skeleton(args.language);
    let path = if args.folder.as_os_str() == "." { file.into() } else { args.folder.join(file) };
    let cannot = |what: &str, error: std::io::Error| Fault::Usage(format!("cannot {what}: {error}"));
    fs::create_dir_all(&args.folder).map_err(|error| cannot(&format!("make {}", args.folder.display()), error))?;
    let created = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut written = created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Fault::Usage(format!("{} is there already, and is left as it is", path.display())),
        _ => cannot(&format!("write {}", path.display()), error),
    })?;
    written.write_all(content.as_bytes()).map_err(|error| cannot(&format!("write {}", path.display()), error))?;
    let command = shell_words::join([interpreter, &path.to_string_lossy()]);
    let mut out = anstream::stdout().lock();
    writeln!(out, "wrote {}", path.display())?;
    writeln!(out, "judge it with: conformance run --impl {}", shell_words::quote(&command))?;
    Ok(ExitCode::SUCCESS)
}
