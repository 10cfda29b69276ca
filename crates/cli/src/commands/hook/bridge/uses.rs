//! Tool uses of a session that have begun: the dialog of one has no id, so it gets that of the oldest
//! use that is like it. An empty file each; what the agent wants to do is not written.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sayso_guard::hook::{BridgeEvent, BridgedNote};

use super::notes::{is_forgotten, own_folder, plain};

pub(super) struct Uses {
    folder: PathBuf,
}

impl Uses {
    /// `None`: the name of the session is not one of a file.
    pub(super) fn of(data_dir: &Path, session: &str) -> Option<Uses> {
        Some(Uses { folder: Uses::root(data_dir).join(plain(session)?) })
    }

    fn root(data_dir: &Path) -> PathBuf {
        data_dir.join("uses")
    }

    /// Removes those of sessions in which nothing has begun for a day: their agents were killed.
    pub(super) fn sweep(data_dir: &Path) {
        for folder in fs::read_dir(Uses::root(data_dir)).into_iter().flatten().flatten() {
            if is_forgotten(&folder.path()) {
                let _ = fs::remove_dir_all(folder.path());
            }
        }
    }

    /// What is not noted is found by its tool and input later.
    pub(super) fn note(&self, event: &BridgeEvent) {
        match event {
            BridgeEvent::Begins { note, .. } => {
                if let Some(file) = self.file(note) {
                    let _ = own_folder(&self.folder).and_then(|()| fs::write(file, ""));
                }
            }
            BridgeEvent::Ran { note, .. } => {
                let _ = self.file(note).map(fs::remove_file);
            }
            // Others may be under way in another agent of this session.
            BridgeEvent::WentOn { subagent, .. } => self.forget(subagent.as_deref()),
            BridgeEvent::Started { .. } | BridgeEvent::Ended { .. } => {
                let _ = fs::remove_dir_all(&self.folder);
            }
            BridgeEvent::Asks(_) | BridgeEvent::Waits { .. } => {}
        }
    }

    fn forget(&self, agent: Option<&str>) {
        let start = format!("{}.", of_agent(agent));
        for file in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if file.file_name().to_str().is_some_and(|name| name.starts_with(&start)) {
                let _ = fs::remove_file(file.path());
            }
        }
        // Others may be in it.
        let _ = fs::remove_dir(&self.folder);
    }

    /// The id of the use whose dialog this is; no other dialog gets it.
    pub(super) fn claim(&self, note: &BridgedNote) -> Option<String> {
        let start = format!("{}.{:016x}.", of_agent(note.agent.as_deref()), note.digest());
        let files = fs::read_dir(&self.folder).ok()?.flatten();
        let mut like: Vec<(SystemTime, String)> = files
            .filter_map(|file| {
                let id = file.file_name().to_str()?.strip_prefix(&start)?.to_owned();
                Some((file.metadata().ok()?.modified().ok()?, id))
            })
            .collect();
        like.sort();
        let claimed =
            |id: &String| fs::remove_file(self.folder.join(format!("{start}{id}"))).is_ok();
        like.into_iter().map(|(_, id)| id).find(claimed)
    }

    fn file(&self, note: &BridgedNote) -> Option<PathBuf> {
        let id = plain(note.use_id.as_deref()?)?;
        let agent = of_agent(note.agent.as_deref());
        Some(self.folder.join(format!("{agent}.{:016x}.{id}", note.digest())))
    }
}

/// The main agent of the session, or a subagent, in the name of a file.
fn of_agent(agent: Option<&str>) -> String {
    agent.and_then(plain).map_or_else(|| "main".to_owned(), |agent| format!("sub-{agent}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::notes::FORGOTTEN;
    use super::*;

    fn note(agent: Option<&str>, id: &str) -> BridgedNote {
        let (tool, input) = ("Bash".to_owned(), json!({ "command": "ls" }));
        let (agent, use_id) = (agent.map(str::to_owned), Some(id.to_owned()));
        BridgedNote { tool, input, agent, use_id }
    }

    fn uses(dir: &Path) -> Uses {
        Uses::of(dir, "5c1f").unwrap()
    }

    /// A subagent in the background goes on while the main agent ends a turn.
    /// REQ: AD-3
    #[test]
    fn the_end_of_a_turn_forgets_what_its_own_agent_has_begun() {
        let dir = tempfile::tempdir().unwrap();
        let uses = uses(dir.path());
        let session = || "5c1f".to_owned();
        for note in [note(None, "toolu_1"), note(Some("a-7"), "toolu_2")] {
            uses.note(&BridgeEvent::Begins { session: session(), note });
        }
        let (subagent, heard) = (None, Vec::new());
        uses.note(&BridgeEvent::WentOn { session: session(), subagent, heard });
        assert_eq!(uses.claim(&note(None, "")), None);
        assert_eq!(uses.claim(&note(Some("a-7"), "")).as_deref(), Some("toolu_2"));
        let (subagent, heard) = (Some("a-7".to_owned()), Vec::new());
        uses.note(&BridgeEvent::WentOn { session: session(), subagent, heard });
        assert!(!dir.path().join("uses/5c1f").exists());
    }

    /// REQ: AD-3
    #[test]
    fn what_a_killed_agent_had_begun_is_swept_after_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let begins = |session: &str| {
            let (session, note) = (session.to_owned(), note(None, "toolu_1"));
            let uses = Uses::of(dir.path(), &session).unwrap();
            uses.note(&BridgeEvent::Begins { session, note });
            uses.folder
        };
        let (old, new) = (begins("old"), begins("new"));
        let before = SystemTime::now() - 2 * FORGOTTEN;
        fs::File::open(&old).unwrap().set_modified(before).unwrap();
        Uses::sweep(dir.path());
        assert!(!old.exists() && new.exists());
    }
}
