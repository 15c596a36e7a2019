//! Pairs of revisions in files (PLAN-23).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use steadlith_reference::text::decode;
use thiserror::Error;

/// Two revisions of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The name, such as `en/001`.
    pub name: String,
    /// The old revision.
    pub old: String,
    /// The new revision.
    pub new: String,
}

/// Why there are no pairs.
#[derive(Debug, Error)]
pub enum PairError {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that is not text.
    #[error("{} is not UTF-8, from byte {at} on", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first byte at fault.
        at: usize,
    },
    /// One revision without the other.
    #[error("{} has no partner {}", path.display(), partner.display())]
    Alone {
        /// The file that is there.
        path: PathBuf,
        /// The file that is not.
        partner: PathBuf,
    },
    /// No pair at all.
    #[error("{} holds no pair of files NAME{OLD} and NAME{NEW}, in no folder below it either", .0.display())]
    None(PathBuf),
}

/// How the file of an old revision ends.
const OLD: &str = ".old.txt";
/// How the file of a new revision ends.
const NEW: &str = ".new.txt";

impl Pair {
    /// The pair in two files.
    ///
    /// # Errors
    /// A [`PairError`] if one cannot be read or is no text.
    pub fn of_files(old: &Path, new: &Path) -> Result<Pair, PairError> {
        let name = new.file_name().unwrap_or(new.as_os_str()).to_string_lossy().into_owned();
        Ok(Pair { name, old: text(old)?, new: text(new)? })
    }

    /// All pairs `NAME.old.txt` and `NAME.new.txt` in a folder and the folders below it, by name.
    ///
    /// # Errors
    /// A [`PairError`] if there is none, a file has no partner, or one cannot be read.
    pub fn of_folder(folder: &Path) -> Result<Vec<Pair>, PairError> {
        let mut files = Vec::new();
        collect(folder, &mut files)?;
        let mut pairs = Vec::new();
        for file in &files {
            let name = file.to_string_lossy();
            if let Some(stem) = name.strip_suffix(NEW) {
                partner(file, &format!("{stem}{OLD}"))?;
            } else if let Some(stem) = name.strip_suffix(OLD) {
                let new = partner(file, &format!("{stem}{NEW}"))?;
                let name = Path::new(stem).strip_prefix(folder).unwrap_or(Path::new(stem));
                let name = name.to_string_lossy().into_owned();
                pairs.push(Pair { name, old: text(file)?, new: text(&new)? });
            }
        }
        // As strings of bytes (PLAN-21), which is not the order of paths.
        pairs.sort_by(|one: &Pair, other| one.name.cmp(&other.name));
        if pairs.is_empty() { Err(PairError::None(folder.to_owned())) } else { Ok(pairs) }
    }
}

fn partner(file: &Path, partner: &str) -> Result<PathBuf, PairError> {
    let partner = PathBuf::from(partner);
    if partner.is_file() { Ok(partner) } else { Err(PairError::Alone { path: file.to_owned(), partner }) }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), PairError> {
    let unreadable = |source| PairError::Unreadable { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn text(path: &Path) -> Result<String, PairError> {
    let bytes = fs::read(path).map_err(|source| PairError::Unreadable { path: path.to_owned(), source })?;
    match decode(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(PairError::NotText { path: path.to_owned(), at: error.valid_up_to() }),
    }
}
