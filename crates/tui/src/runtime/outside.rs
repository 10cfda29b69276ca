//! Editing a text in the user's own editor.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The edited text; `None` if the editor failed or there is none.
pub(crate) async fn edit(editor: Option<String>, scratch: PathBuf, text: String) -> Option<String> {
    let editor = editor.unwrap_or_else(|| "vi".to_owned());
    let edited = tokio::task::spawn_blocking(move || run(&editor, &scratch, &text));
    match edited.await {
        Ok(Ok(text)) => Some(text),
        Ok(Err(error)) => {
            tracing::info!(%error, "the editor failed");
            None
        }
        Err(_) => None,
    }
}

fn run(editor: &str, scratch: &Path, text: &str) -> std::io::Result<String> {
    let file = Scratch::create(scratch, text)?;
    // Our own stdout may be a pipe that waits for the answer.
    let terminal = || File::options().read(true).write(true).open("/dev/tty");
    let status = Command::new("/bin/sh")
        .args(["-c", &format!("{editor} \"$1\""), "sh"])
        .arg(&file.path)
        .stdin(terminal()?)
        .stdout(terminal()?)
        .stderr(terminal()?)
        .status()?;
    if !status.success() {
        return Err(std::io::Error::other(format!("it ended with {status}")));
    }
    std::fs::read_to_string(&file.path)
}

/// A file that only this user can read; deleted when dropped.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn create(directory: &Path, text: &str) -> std::io::Result<Scratch> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!("sayso-{}-{number}.md", std::process::id()));
        // An existing file belongs to somebody else.
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        let scratch = Scratch { path };
        file.write_all(text.as_bytes())?;
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Failing is fine: it only contains what the person sees anyway.
        let _ = std::fs::remove_file(&self.path);
    }
}
