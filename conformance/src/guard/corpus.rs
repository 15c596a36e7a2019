//! The texts of a folder.

use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest request line, in bytes (PROTO-1), less what stands around the text.
const LONGEST_TEXT: usize = (64 << 20) - (64 << 10);

/// The usable texts of a folder and all folders in it, in order of path.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    root: PathBuf,
    /// The texts, by their path within the folder.
    pub texts: Vec<String>,
    /// The files that are no text, and why.
    pub left_out: Vec<LeftOut>,
}

/// A file of the folder that is not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Its path within the folder.
    pub path: String,
    /// Why it is not used.
    pub why: String,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A folder that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No text in it.
    #[error("{} holds no text in UTF-8", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

impl Corpus {
    /// Looks for texts. Every file in UTF-8 is one, whatever its name; files and folders whose name begins with a dot
    /// are not looked at, and links to folders are not followed.
    ///
    /// # Errors
    /// A [`CorpusError`] if the folder cannot be read or has no text.
    pub fn of_folder(root: &Path) -> Result<Corpus, CorpusError> {
        let mut corpus = Corpus { root: root.to_owned(), ..Corpus::default() };
        corpus.look_into(root).map_err(|source| CorpusError::Unreadable { path: root.to_owned(), source })?;
        if corpus.texts.is_empty() {
            return Err(CorpusError::Empty { path: root.to_owned() });
        }
        corpus.texts.sort();
        corpus.left_out.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(corpus)
    }

    /// A text, read anew.
    ///
    /// # Errors
    /// What is wrong with the file by now.
    pub fn read(&self, text: &str) -> Result<String, String> {
        let bytes = std::fs::read(self.root.join(text)).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|error| format!("not UTF-8 from byte {} on", error.utf8_error().valid_up_to()))
    }

    fn look_into(&mut self, folder: &Path) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.file_type()?.is_dir() {
                if let Err(error) = self.look_into(&path) {
                    self.leave_out(&path, error.to_string());
                }
            } else if path.is_file() {
                self.add(&path);
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path) {
        let Some(name) = path.strip_prefix(&self.root).ok().and_then(Path::to_str).map(str::to_owned) else {
            return self.leave_out(path, "its name is not UTF-8".to_owned());
        };
        match self.read(&name) {
            Ok(text) if written_length(&text) > LONGEST_TEXT => {
                self.leave_out(path, "its request line would be longer than 64 MiB".to_owned());
            }
            Ok(_) => self.texts.push(name),
            Err(why) => self.leave_out(path, why),
        }
    }

    fn leave_out(&mut self, path: &Path, why: String) {
        let path = path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned();
        self.left_out.push(LeftOut { path, why });
    }
}

/// The bytes of a text in a request line, at most: everything outside printable ASCII is escaped.
fn written_length(text: &str) -> usize {
    let length = |c: char| match c {
        '"' | '\\' => 2,
        ' '..='~' => 1,
        _ => 6 * c.len_utf16(),
    };
    text.chars().map(length).sum()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_utf8_file_is_a_text_and_the_others_are_listed() -> io::Result<()> {
        let root = std::env::temp_dir().join(format!("conformance-corpus-{}", std::process::id()));
        fs::create_dir_all(root.join("deep/.hidden"))?;
        fs::write(root.join("deep/b.md"), "b")?;
        fs::write(root.join("a.txt"), "a")?;
        fs::write(root.join("c"), b"\xff")?;
        fs::write(root.join("deep/.hidden/d"), "d")?;
        let corpus = Corpus::of_folder(&root);
        let empty = Corpus::of_folder(&root.join("deep/.hidden")).map(|corpus| corpus.texts);
        let missing = Corpus::of_folder(&root.join("none"));
        fs::remove_dir_all(&root)?;
        let Ok(corpus) = corpus else { return Err(io::Error::other(format!("{corpus:?}"))) };
        assert_eq!(corpus.texts, ["a.txt", "deep/b.md"]);
        let why = "not UTF-8 from byte 0 on".to_owned();
        assert_eq!(corpus.left_out, [LeftOut { path: "c".to_owned(), why }]);
        assert_eq!(empty.ok(), Some(vec!["d".to_owned()]));
        assert!(matches!(missing, Err(CorpusError::Unreadable { .. })));
        assert_eq!(written_length("a\"\u{e9}\u{1F600}\n"), 1 + 2 + 6 + 12 + 6);
        Ok(())
    }
}
