//! Starts a hub that outlives its starter, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::await_lock::locked_when_free;
use crate::lock::open;
use crate::paths::Paths;

/// The right to start a hub of this data directory. Its holder checks what is running and starts a
/// hub if there is none. It hands the right over to the hub, which releases it when it serves. All
/// others wait for it, and then find that hub. If the holder dies, the right is free.
#[derive(Debug)]
pub struct Starting(File);

impl Starting {
    /// Waits for it; the caller is responsible for a time limit.
    pub(crate) async fn take(paths: &Paths) -> io::Result<Starting> {
        paths.create()?;
        let file = locked_when_free(&paths.start_lock()).await?;
        // Removes the note of an earlier holder.
        file.set_len(0)?;
        Ok(Starting(file))
    }

    /// Writes a note for those who wait.
    pub(crate) fn say(&self, note: StartNote) -> io::Result<()> {
        let text = serde_json::to_vec(&note).map_err(io::Error::other)?;
        let mut file = &self.0;
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(&text)
    }

    /// `None`: another process is starting a hub.
    pub(crate) fn take_now(paths: &Paths) -> io::Result<Option<Starting>> {
        let file = open(&paths.start_lock())?;
        Ok(file.try_lock().is_ok().then_some(Starting(file)))
    }

    /// A detached hub gets it from its starter as standard input.
    pub fn handed_over() -> io::Result<Starting> {
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        Ok(Starting(file))
    }
}

/// Content of `hub.start` while it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartNote {
    /// This process is becoming the hub.
    Starting { pid: u32 },
    /// This hub is asked to end, for a newer one.
    Replacing { pid: u32 },
}

impl StartNote {
    pub(crate) fn pid(self) -> u32 {
        match self {
            StartNote::Starting { pid } | StartNote::Replacing { pid } => pid,
        }
    }

    /// The note of the current holder.
    pub(crate) fn read(paths: &Paths) -> Option<StartNote> {
        let path = paths.start_lock();
        if File::open(&path).ok()?.try_lock_shared().is_ok() {
            return None;
        }
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }
}

/// The one line that a detached hub writes to its starter before it closes the pipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// Connecting will succeed; with a message for the user, if any.
    Ready(Option<String>),
    /// There is a hub already.
    Taken,
    /// It could not start, for this reason.
    Failed(String),
}

impl Announcement {
    /// Tells the starter, then closes the pipe, so that the hub doesn't keep anybody's output open.
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

/// Makes a new session, so that closing the terminal doesn't end the hub.
pub fn detach(paths: &Paths) -> io::Result<()> {
    paths.create()?;
    // Fails only for a process group leader, which doesn't need it.
    let _ = rustix::process::setsid();
    std::env::set_current_dir(&paths.data_dir)
}

/// Starts a hub and waits for its announcement. The hub continues to start even if the wait is
/// given up.
pub(crate) async fn start(paths: &Paths, starting: Starting) -> io::Result<Announcement> {
    let (tell, told) = oneshot::channel();
    let data_dir = paths.data_dir.clone();
    // Its own thread: at exit the runtime would wait for one of its threads.
    std::thread::spawn(move || tell.send(spawn(&data_dir, starting)));
    told.await.unwrap_or_else(|_| Err(io::Error::other("the starter ended")))
}

/// The same, blocking.
pub(crate) fn spawn(data_dir: &Path, starting: Starting) -> io::Result<Announcement> {
    let note = Starting(starting.0.try_clone()?);
    let mut child = Command::new(std::env::current_exe()?)
        .args(["hub", "run", "--detached"])
        .env("SAYSO_DATA_DIR", data_dir)
        .stdin(Stdio::from(starting.0))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Err(error) = note.say(StartNote::Starting { pid: child.id() }) {
        tracing::debug!(%error, "others cannot see which process is starting");
    }
    // The hub has it now.
    drop(note);
    let pipe = child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
    let mut line = String::new();
    BufReader::new(pipe.take(64 * 1024)).read_line(&mut line)?;
    // Reaps the child, should this process still exist when the hub ends.
    std::thread::spawn(move || child.wait());
    serde_json::from_str(&line)
        .map_err(|_| io::Error::other("the hub ended before it could say why; see its log"))
}
