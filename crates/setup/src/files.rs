//! Reads and writes configuration files, with care: the old content stays beside them, and a reader
//! sees the old file or the new one, with its mode, its owner and its links.

mod replace;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::format::Format;
#[cfg(test)]
pub(crate) use replace::WITHOUT_EXCHANGE;
pub(crate) use replace::{Changed, change, settled};

/// What is there before a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Original {
    Missing,
    Text(String),
}

impl Original {
    pub fn text(&self) -> &str {
        match self {
            Original::Missing => "",
            Original::Text(text) => text,
        }
    }
}

/// The file's text, or why it can't be used.
pub fn read(path: &Path) -> Result<Original, String> {
    // A pipe would wait for a writer, and a device would be replaced.
    if is_special(path) {
        return Err(SPECIAL.to_owned());
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Original::Text(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Original::Missing),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err("it can't be read: it is not encoded in UTF-8".to_owned())
        }
        Err(error) => Err(format!("it can't be read: {error}")),
    }
}

const SPECIAL: &str = "it is not a regular file";

/// Neither a file nor a link to one: a device, a pipe, a directory.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// Why the file may not be changed, if so. A superuser could, so the mode counts.
pub(crate) fn is_protected(path: &Path) -> Option<String> {
    let found = fs::metadata(path).ok()?;
    found.permissions().readonly().then(|| "it is read-only".to_owned())
}

/// The file itself if this is a link to it, also if that file doesn't exist yet.
pub fn real(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let mut path = path.to_owned();
    // As many links as the system itself follows.
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("/")).join(target);
    }
    path
}

/// Keeps a copy beside the file, under a name that is free; the same copy only once. Says whether
/// it is new.
pub(crate) fn back_up(path: &Path, text: &str) -> Result<(PathBuf, bool), String> {
    let failed = |error: io::Error| format!("no copy of it could be made: {error}");
    let mode = fs::metadata(path).map_err(failed)?.permissions().mode();
    for number in 1.. {
        let copy = numbered(path, number);
        match OpenOptions::new().write(true).create_new(true).mode(mode & 0o777).open(&copy) {
            Ok(mut file) => {
                file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
                return Ok((copy, true));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if read(&copy).is_ok_and(|there| there == Original::Text(text.to_owned())) {
                    return Ok((copy, false));
                }
            }
            Err(error) => return Err(failed(error)),
        }
    }
    unreachable!("one of the names is free")
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".before-sayso");
    if number > 1 {
        name.push(format!("-{number}"));
    }
    path.with_file_name(name)
}

/// Replaces the file as a whole.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let text = Original::Text(text.to_owned());
    change(path, Format::of(path), |_| Ok(text.clone())).map(drop)
}

/// Removes a file that we made.
pub(crate) fn remove(path: &Path) -> Result<(), String> {
    fs::remove_file(path).map_err(|error| format!("it can't be removed: {error}"))
}
