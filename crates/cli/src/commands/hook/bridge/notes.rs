//! Open questions of a session of the agent: a file for each that was asked here and not confirmed
//! yet, so that a report about anything else costs nothing, and none is lost with the hub.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sayso_core::InteractionId;
use sayso_guard::hook::BridgedNote;
use sayso_hub::ProcessMark;
use serde::{Deserialize, Serialize};

/// Those of one session.
pub(super) struct Notes {
    folder: PathBuf,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Noted {
    #[serde(flatten)]
    pub(super) note: BridgedNote,
    /// It was seen to use the tool; a question tool with these answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ran: Option<Answers>,
    /// Its permission mode after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<String>,
    /// What its model was told about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) heard: Option<String>,
    /// The agent: without it, nothing more will be reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) process: Option<ProcessMark>,
}

type Answers = Vec<(String, String)>;

impl Notes {
    /// `None`: the name of the session is not one of a file.
    pub(super) fn of(data_dir: &Path, session: &str) -> Option<Notes> {
        Some(Notes { folder: Notes::root(data_dir).join(plain(session)?) })
    }

    /// The folder of all of them.
    pub(super) fn root(data_dir: &Path) -> PathBuf {
        data_dir.join("bridged")
    }

    /// Those of every session.
    pub(super) fn everywhere(data_dir: &Path) -> Vec<Notes> {
        let folders = fs::read_dir(Notes::root(data_dir)).into_iter().flatten().flatten();
        folders.map(|folder| Notes { folder: folder.path() }).collect()
    }

    /// Removes what a crash has left: a folder without any whole note.
    pub(super) fn sweep(data_dir: &Path) {
        for notes in Notes::everywhere(data_dir) {
            if notes.all().is_empty() && is_forgotten(&notes.folder) {
                let _ = fs::remove_dir_all(&notes.folder);
            }
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.folder.exists()
    }

    /// A note that cannot be written costs the confirmation, not the answer.
    pub(super) fn write(
        &self,
        id: InteractionId,
        note: &BridgedNote,
        process: Option<ProcessMark>,
    ) {
        let (ran, mode, heard) = Default::default();
        self.save(id, &Noted { note: note.clone(), ran, mode, heard, process });
    }

    pub(super) fn save(&self, id: InteractionId, noted: &Noted) {
        let saved = || -> io::Result<()> {
            own_folder(&self.folder)?;
            let (path, new) = (self.path(id), self.folder.join(format!("{id}.new")));
            let mut options = fs::OpenOptions::new();
            let opened = options.write(true).create(true).truncate(true).mode(0o600).open(&new);
            let written = opened?.write_all(&serde_json::to_vec(noted)?);
            written.and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
                let _ = fs::remove_file(&new);
            })
        };
        if let Err(error) = saved() {
            tracing::warn!(%error, session_id = %id, "the answer will not be confirmed");
        }
    }

    pub(super) fn remove(&self, id: InteractionId) {
        // Removed before, or never written; the other one is left by a crash.
        for file in [self.path(id), self.folder.join(format!("{id}.new"))] {
            let _ = fs::remove_file(file);
        }
        // Others may be in it.
        let _ = fs::remove_dir(&self.folder);
    }

    pub(super) fn has(&self, id: InteractionId) -> bool {
        self.path(id).exists()
    }

    /// In the order in which they were asked.
    pub(super) fn all(&self) -> Vec<(InteractionId, Noted)> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let read = |path: PathBuf| {
            let id = path.file_stem()?.to_str()?.parse().ok()?;
            (path.extension()? == "json").then_some(())?;
            let at = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
            Some((at, id, serde_json::from_slice(&fs::read(path).ok()?).ok()?))
        };
        let mut all: Vec<_> = files.filter_map(|file| read(file.path())).collect();
        all.sort_by_key(|(at, ..)| *at);
        all.into_iter().map(|(_, id, noted)| (id, noted)).collect()
    }

    fn path(&self, id: InteractionId) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }
}

/// As the name of a file: it comes from the agent. `None`: nothing of it is left.
pub(super) fn plain(name: &str) -> Option<String> {
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || "-_".contains(*letter);
    let name: String = name.chars().filter(plain).take(80).collect();
    (!name.is_empty()).then_some(name)
}

/// Nothing of a session that is under way is this old.
pub(super) const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether nothing has come into this folder for that long.
pub(super) fn is_forgotten(folder: &Path) -> bool {
    let changed = fs::metadata(folder).and_then(|folder| folder.modified());
    changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > FORGOTTEN))
}

/// Creates a folder below the data directory, which only its user can read. The data directory itself is
/// created by what checks whose it is.
pub(super) fn own_folder(folder: &Path) -> io::Result<()> {
    let is_there = |path: &&Path| path.exists();
    let above = folder.ancestors().skip(1).take(2).find(is_there).ok_or(ErrorKind::NotFound)?;
    if fs::metadata(above)?.uid() != rustix::process::geteuid().as_raw() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    /// REQ: SA-1
    #[test]
    fn what_an_agent_wants_to_do_is_read_by_its_user_only() {
        let dir = tempfile::tempdir().unwrap();
        let notes = Notes::of(dir.path(), "5c1f").unwrap();
        let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
        let input = json!({ "command": "ls" });
        let note = BridgedNote { tool: "Bash".to_owned(), input, agent: None, use_id: None };
        notes.write(id, &note, None);
        assert_eq!((mode(notes.folder()), mode(&notes.path(id))), (0o700, 0o600));
        assert_eq!(notes.all()[0].1.note, note);
        // Left by a crash.
        fs::write(notes.folder().join(format!("{id}.new")), "{").unwrap();
        notes.remove(id);
        assert!(notes.is_empty(), "nothing is left");

        let elsewhere = Notes::of(&dir.path().join("none"), "5c1f").unwrap();
        elsewhere.write(id, &note, None);
        assert!(!dir.path().join("none").exists(), "the data directory is created elsewhere");
    }

    /// REQ: AD-3
    #[test]
    fn a_session_without_a_name_has_no_folder() {
        assert_eq!(plain("../.."), None);
        assert!(Notes::of(Path::new("/data"), "…/…").is_none());
        assert_eq!(plain("a/../b").as_deref(), Some("ab"));
    }
}
