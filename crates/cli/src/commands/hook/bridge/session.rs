//! Claude Code's session file: whether its dialog is still open. Undocumented, and therefore only ever
//! a reason to take a question back.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sayso_hub::{Changes, News};
use serde_json::Value;

use crate::config::Environment;

/// Between two dialogs it is not waiting for a moment.
const BETWEEN: Duration = Duration::from_millis(400);

/// Resolves when the dialog that is open was left; never, if there is none to be seen.
pub(super) async fn left(environment: &Environment) {
    let Some(file) = file(environment) else { return std::future::pending().await };
    let Ok(mut changes) = Changes::new() else { return std::future::pending().await };
    let folder = file.parent().unwrap_or(&file);
    if changes.watch(folder, News::Writes).is_err() {
        return std::future::pending().await;
    }
    let mut was_open = false;
    loop {
        match status(&file).as_deref() {
            Some("waiting") => was_open = true,
            Some(_) if was_open => {
                tokio::time::sleep(BETWEEN).await;
                if status(&file).is_some_and(|status| status != "waiting") {
                    return;
                }
            }
            Some(_) | None => {}
        }
        if changes.next().await.is_err() {
            return std::future::pending().await;
        }
    }
}

fn file(environment: &Environment) -> Option<PathBuf> {
    let pid: u32 = environment.first(&["CLAUDE_PID"])?.parse().ok()?;
    let folder = match environment.first(&["CLAUDE_CONFIG_DIR"]) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(environment.first(&["HOME"])?).join(".claude"),
    };
    Some(folder.join("sessions").join(format!("{pid}.json")))
}

/// `None` while it is being written, or if it is gone.
fn status(file: &Path) -> Option<String> {
    let value: Value = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    value["status"].as_str().map(str::to_owned)
}
