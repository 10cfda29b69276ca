//! Starting a hub that outlives whoever starts it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::paths::Paths;

/// The one line a detached hub writes to whoever started it, before it lets go of the pipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// Connecting will succeed.
    Ready,
    /// There is a hub already, or one that is starting or ending.
    Taken,
    /// It could not start; the message says why.
    Failed(String),
}

impl Announcement {
    /// Tells the starter, then lets go of the pipe: a hub keeps no one's output open.
    pub fn send(&self) -> io::Result<()> {
        let mut line = serde_json::to_string(self).map_err(io::Error::other)?;
        line.push('\n');
        let mut stdout = io::stdout().lock();
        stdout.write_all(line.as_bytes())?;
        stdout.flush()?;
        rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        Ok(())
    }
}

/// A session of its own, so that closing the terminal does not end it.
pub fn detach(paths: &Paths) -> io::Result<()> {
    paths.create()?;
    // Fails only for a leader of a process group, which has what it wants already.
    let _ = rustix::process::setsid();
    std::env::set_current_dir(&paths.data_dir)
}

/// Starts a hub and waits for its announcement.
pub(crate) fn spawn(data_dir: &Path) -> io::Result<Announcement> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["hub", "run", "--detached"])
        .env("SAYSO_DATA_DIR", data_dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let pipe = child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
    let mut line = String::new();
    BufReader::new(pipe.take(64 * 1024)).read_line(&mut line)?;
    // It ends some day; whoever started it may still be there and has to bury it.
    std::thread::spawn(move || child.wait());
    serde_json::from_str(&line)
        .map_err(|_| io::Error::other("the hub ended before it could say why; see its log"))
}
