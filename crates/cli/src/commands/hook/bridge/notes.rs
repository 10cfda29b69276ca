//! Open questions of a session of the agent: a file for each that was asked here and not confirmed
//! yet, so that a report about anything else costs nothing, and none is lost with the hub.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use sayso_core::InteractionId;
use sayso_guard::hook::BridgedNote;
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
}

type Answers = Vec<(String, String)>;

impl Notes {
    pub(super) fn of(data_dir: &Path, session: &str) -> Notes {
        // Names of sessions come from the agent.
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let name: String = session.chars().filter(|letter| plain(*letter)).take(80).collect();
        Notes { folder: data_dir.join("bridged").join(name) }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.folder.exists()
    }

    /// A note that cannot be written costs the confirmation, not the answer.
    pub(super) fn write(&self, id: InteractionId, note: &BridgedNote) {
        self.save(id, &Noted { note: note.clone(), ran: None });
    }

    pub(super) fn save(&self, id: InteractionId, noted: &Noted) {
        let saved = || -> std::io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let (path, new) = (self.path(id), self.folder.join(format!("{id}.new")));
            let mut file = fs::File::create(&new)?;
            file.write_all(&serde_json::to_vec(noted)?)?;
            fs::rename(new, path)
        };
        if let Err(error) = saved() {
            tracing::warn!(%error, session_id = %id, "the answer will not be confirmed");
        }
    }

    pub(super) fn remove(&self, id: InteractionId) {
        // Removed before, or never written.
        let _ = fs::remove_file(self.path(id));
        // Others may be in it.
        let _ = fs::remove_dir(&self.folder);
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
