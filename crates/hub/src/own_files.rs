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
/// They may be there first, and keep their modes: the person's file, and that of a volume.
const BESIDE: [&str; 2] = ["config.toml", "lost+found"];

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
        let is_beside = BESIDE.iter().any(|beside| name == *beside);
        if stranger.is_none() && !is_beside && !is_ours(&name) {
            stranger = Some(name.to_string_lossy().into_owned());
        }
    }
    Ok(stranger)
}
