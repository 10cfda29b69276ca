//! Claude Code's session file: whether its dialog is still open. Undocumented, and therefore only ever
//! a reason to take a question back.

use std::fs;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::OFlags;
use sayso_hub::{Changes, News, ProcessMark};
use serde_json::Value;

use crate::config::Environment;

/// Between two dialogs it is not waiting for a moment.
const BETWEEN: Duration = Duration::from_millis(400);
const LOOKED_AT_EVERY: Duration = Duration::from_secs(1);

/// Resolves when the dialog that is open was left; never, if there is none to be seen.
pub(super) async fn left(environment: &Environment) {
    let Some(file) = SessionFile::of(environment) else { return std::future::pending().await };
    let Ok(mut changes) = Changes::new() else { return std::future::pending().await };
    let folder = file.path.parent().unwrap_or(&file.path);
    if changes.watch(folder, News::Writes).is_err() {
        return std::future::pending().await;
    }
    let mut was_open = false;
    loop {
        match file.status().as_deref() {
            Some("waiting") => was_open = true,
            Some(_) if was_open => {
                tokio::time::sleep(BETWEEN).await;
                if file.status().is_some_and(|status| status != "waiting") {
                    return;
                }
            }
            Some(_) | None => {}
        }
        let told = tokio::select! {
            told = changes.next() => told,
            () = look_again() => Ok(()),
        };
        if told.is_err() {
            return std::future::pending().await;
        }
    }
}

/// Where the system doesn't tell of a written file.
async fn look_again() {
    match Changes::TELLS {
        true => std::future::pending().await,
        false => tokio::time::sleep(LOOKED_AT_EVERY).await,
    }
}

/// Whether a dialog is open in it; `None`: it doesn't say.
pub(super) fn is_open(environment: &Environment) -> Option<bool> {
    Some(SessionFile::of(environment)?.status()? == "waiting")
}

/// The agent that has started this hook.
pub(super) fn process(environment: &Environment) -> Option<ProcessMark> {
    ProcessMark::of(pid(environment)?)
}

fn pid(environment: &Environment) -> Option<i32> {
    environment.first(&["CLAUDE_PID"])?.parse().ok()
}

/// A program that has the id of one that was killed may have left its file there.
struct SessionFile {
    path: PathBuf,
    pid: i32,
    session: Option<String>,
    /// The ticks since the machine's start at which the process began, if known.
    began: Option<String>,
}

/// It has a line; anything larger is something else.
const LARGEST: u64 = 64 * 1024;

impl SessionFile {
    fn of(environment: &Environment) -> Option<SessionFile> {
        let pid = pid(environment)?;
        let folder = match environment.first(&["CLAUDE_CONFIG_DIR"]) {
            Some(folder) => PathBuf::from(folder),
            None => PathBuf::from(environment.first(&["HOME"])?).join(".claude"),
        };
        let path = folder.join("sessions").join(format!("{pid}.json"));
        let session = environment.first(&["CLAUDE_CODE_SESSION_ID"]);
        let began = process(environment).and_then(|process| process.started().map(str::to_owned));
        Some(SessionFile { path, pid, session, began })
    }

    /// `None` while it is being written, if it is gone, or if it is not of this session and process.
    fn status(&self) -> Option<String> {
        let value: Value = serde_json::from_slice(&read(&self.path)?).ok()?;
        let is_ours = |name: &str, ours: Option<String>| match (text(&value[name]), ours) {
            (Some(theirs), Some(ours)) => theirs == ours,
            // A version that doesn't say so.
            (None, _) | (_, None) => true,
        };
        let is_its = is_ours("pid", Some(self.pid.to_string()))
            && is_ours("sessionId", self.session.clone())
            && is_ours("procStart", self.began.clone())
            // Without a terminal it never says that it waits.
            && is_ours("entrypoint", Some("cli".to_owned()));
        value["status"].as_str().filter(|_| is_its).map(str::to_owned)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned).or_else(|| value.as_i64().map(|number| number.to_string()))
}

/// A regular file of a size that is expected; what else stands there could block.
fn read(path: &Path) -> Option<Vec<u8>> {
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).ok()?;
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    let is_regular = file.metadata().ok()?.is_file();
    let mut bytes = Vec::new();
    let read = is_regular.then(|| file.take(LARGEST + 1).read_to_end(&mut bytes).ok()).flatten()?;
    (u64::try_from(read).ok()? <= LARGEST).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn file(path: &Path) -> SessionFile {
        let (session, began) = (Some("5c1f".to_owned()), Some("220736".to_owned()));
        SessionFile { path: path.to_owned(), pid: 7, session, began }
    }

    /// REQ: AD-3
    #[test]
    fn only_the_file_of_this_process_and_session_counts() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("7.json");
        let ours =
            json!({ "pid": 7, "sessionId": "5c1f", "procStart": "220736", "status": "busy" });
        let status = |change: &[(&str, Value)]| {
            let mut said = ours.clone();
            for (name, value) in change {
                said[*name] = value.clone();
            }
            fs::write(&path, said.to_string()).unwrap();
            file(&path).status()
        };
        assert_eq!(status(&[]).as_deref(), Some("busy"));
        assert_eq!(status(&[("procStart", Value::Null)]).as_deref(), Some("busy"), "older");
        for (name, other) in [
            ("pid", json!(8)),
            ("sessionId", json!("other")),
            ("procStart", json!("1")),
            ("entrypoint", json!("sdk-cli")),
        ] {
            assert_eq!(status(&[(name, other)]), None, "{name}");
        }
        assert_eq!(status(&[("name", json!("x".repeat(70_000)))]), None, "it is too large");
    }

    /// REQ: AD-3
    #[test]
    fn what_is_no_file_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("7.json");
        assert_eq!(file(&path).status(), None);
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mkfifoat(rustix::fs::CWD, &path, mode).unwrap();
        assert_eq!(file(&path).status(), None, "nobody writes there");
    }
}
