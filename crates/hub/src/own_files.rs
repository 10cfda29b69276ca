//! The names of our files in the data directory: by these a directory is known to be ours, and not one
//! that was named by mistake, whose files and modes are left alone.

use std::ffi::OsStr;
use std::path::Path;
use std::{fs, io};

/// One of these is enough: every hub has made them before anything else.
const MARKS: [&str; 3] = ["sayso.db", "hub.lock", "hub.start"];
/// Commands and hooks write some of these before there is a hub; `token` is from earlier versions.
const OTHERS: [&str; 11] = [
    "bridged",
    "dialogs.jsonl",
    "hub.log",
    "hub.log.old",
    "hub.sock",
    "paused",
    "setup.json",
    "setup.lock",
    "token",
    "uses",
    "waiting",
];
/// SQLite's files beside the database, and rescue copies.
const BEGINNINGS: [&str; 2] = ["sayso.db-", "sayso-rescue-"];
/// In the root of a volume that was just made.
const VOLUME: &str = "lost+found";

/// Whether a file of this name was written by sayso.
pub(crate) fn is_ours(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        MARKS.contains(&name)
            || OTHERS.contains(&name)
            || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
    })
}

/// A file that shows that the directory is used for something else; `None` if it is ours or empty.
pub(crate) fn stranger(dir: &Path) -> io::Result<Option<String>> {
    let mut stranger = None;
    for entry in fs::read_dir(dir)? {
        let name = entry?.file_name();
        if MARKS.iter().any(|mark| name == *mark) {
            return Ok(None);
        }
        if stranger.is_none() && !may_be_first(&name) && !is_ours(&name) {
            stranger = Some(name.to_string_lossy().into_owned());
        }
    }
    Ok(stranger)
}

/// The person's settings and tokens keep their modes.
fn may_be_first(name: &OsStr) -> bool {
    name == VOLUME || Path::new(name).extension().is_some_and(|ending| ending == "toml")
}
