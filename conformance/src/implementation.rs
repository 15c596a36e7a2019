//! Which program is judged, and how it is started (PROTO-15).

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

/// The program to judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implementation {
    program: OsString,
    arguments: Vec<OsString>,
    /// The argument of `--impl`; `None` for the built-in reference.
    given: Option<String>,
}

/// Why an argument of `--impl` names no command.
#[derive(Debug, Error)]
pub enum CommandError {
    /// Nothing but spaces.
    #[error("the command is empty")]
    Empty,
    /// A quote without its partner.
    #[error("the command {0:?} has a quote that is not closed")]
    Unclosed(String),
}

impl Implementation {
    /// The program of an argument of `--impl`: an existing file as it stands, else words as a POSIX shell splits them.
    ///
    /// # Errors
    /// A [`CommandError`] if there is no word or a quote is not closed.
    pub fn parse(argument: &str) -> Result<Implementation, CommandError> {
        let given = Some(argument.to_owned());
        if Path::new(argument).is_file() {
            return Ok(Implementation { program: with_folder(Path::new(argument)), arguments: Vec::new(), given });
        }
        let words = shell_words::split(argument).map_err(|_| CommandError::Unclosed(argument.to_owned()))?;
        let mut words = words.into_iter().map(OsString::from);
        let program = words.next().ok_or(CommandError::Empty)?;
        Ok(Implementation { program, arguments: words.collect(), given })
    }

    /// This very program, serving as the built-in reference.
    ///
    /// # Errors
    /// What the system says if it does not know where this program lies.
    pub fn reference() -> io::Result<Implementation> {
        let program = std::env::current_exe()?.into_os_string();
        Ok(Implementation { program, arguments: vec!["testee".into()], given: None })
    }

    /// The `conformance` program at a path, serving as the second implementation with a fault on, or with `none`.
    #[must_use]
    pub fn model(conformance: &Path, fault: &str) -> Implementation {
        let arguments = ["testee", "--fault", fault].map(OsString::from).to_vec();
        let given = Some(format!("{} testee --fault {fault}", conformance.display()));
        Implementation { program: with_folder(conformance), arguments, given }
    }

    /// A command ready to start.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    /// The program, for messages.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        PathBuf::from(&self.program)
    }

    /// What only a shell understands in the command, and what to write instead; `None` if there is nothing of it.
    #[must_use]
    pub fn shell_hint(&self) -> Option<String> {
        const OPERATORS: [&str; 8] = ["|", "||", "&&", "&", ";", "<", ">", "2>&1"];
        let program = self.program.to_str()?;
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if program.split_once('=').is_some_and(|(name, _)| is_name(name)) {
            return Some(format!("no shell is run; to set a variable, begin with env, as in env {program} ..."));
        }
        let mut operators = self.arguments.iter().filter_map(|argument| argument.to_str());
        let operator = operators.find(|argument| OPERATORS.contains(argument))?;
        Some(format!("no shell is run, so {operator} is passed on as an argument; sh -c '...' would run one"))
    }

    /// The argument of `--impl`; `None` for the built-in reference.
    #[must_use]
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }
}

/// A path that is not looked up in `PATH`.
fn with_folder(file: &Path) -> OsString {
    match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new(".").join(file).into_os_string(),
        _ => file.as_os_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_the_program_whatever_its_name() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("conformance-impl-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("my 'impl");
        std::fs::write(&file, "")?;
        let argument = file.to_string_lossy().into_owned();
        let parsed = Implementation::parse(&argument);
        std::fs::remove_dir_all(&folder)?;
        assert!(matches!(parsed, Ok(found) if found.program == file.as_os_str() && found.arguments.is_empty()));
        assert_eq!(with_folder(Path::new("impl")), "./impl");
        Ok(())
    }

    #[test]
    fn what_a_shell_would_do_is_said() -> Result<(), CommandError> {
        let hint = |argument| Implementation::parse(argument).map(|found| found.shell_hint());
        assert!(hint("A=1 ./impl")?.is_some_and(|hint| hint.ends_with("as in env A=1 ...")));
        assert!(hint("PATH=/opt/bin impl")?.is_some_and(|hint| hint.ends_with("as in env PATH=/opt/bin ...")));
        assert_eq!(hint("./a=b")?, None);
        assert!(hint("cat x | ./impl")?.is_some_and(|hint| hint.contains("so | is passed on")));
        assert_eq!(hint("env A=1 ./impl 'a | b'")?, None);
        Ok(())
    }

    #[test]
    fn anything_else_is_split_as_a_shell_splits() -> Result<(), CommandError> {
        let found = Implementation::parse(r#"python3 "my adapter.py" --fast 'a b'"#)?;
        assert_eq!(found.program, "python3");
        assert_eq!(found.arguments, ["my adapter.py", "--fast", "a b"]);
        assert!(matches!(Implementation::parse(" "), Err(CommandError::Empty)));
        assert!(matches!(Implementation::parse("it's"), Err(CommandError::Unclosed(_))));
        Ok(())
    }
}
