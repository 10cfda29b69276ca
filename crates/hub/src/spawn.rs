//! Starting a hub that outlives its starter, one at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::lock::{locked, open};
use crate::paths::Paths;
use crate::private::{Identity, identity};

/// Longer than a hub takes to start, with another one before it that is still ending.
const STARTS_WITHIN: Duration = Duration::from_secs(30);

/// The right to start a hub of this data directory. The process that has it finds out what is there and
/// starts a hub if that is missing; it hands the right over to the hub, which gives it back when it
/// serves. All others wait for it, and then find that hub. If its holder dies, it is free.
#[derive(Debug)]
pub struct Starting(File);

impl Starting {
    pub(crate) async fn take(paths: &Paths) -> io::Result<Starting> {
        paths.create()?;
        let stuck = || {
            io::Error::new(
                io::ErrorKind::TimedOut,
                format!(
                    "another process has been starting a hub for {} s; see {}",
                    STARTS_WITHIN.as_secs(),
                    paths.log().display()
                ),
            )
        };
        loop {
            let file = open(&paths.start_lock())?;
            let file = locked(file, STARTS_WITHIN).await?.ok_or_else(stuck)?;
            // A file that was removed while we waited for it is no longer what others wait for.
            if identity(&paths.start_lock())? == Some(Identity::of(&file.metadata()?)) {
                return Ok(Starting(file));
            }
        }
    }

    /// `None`: another process starts one.
    pub(crate) fn take_now(paths: &Paths) -> io::Result<Option<Starting>> {
        let file = open(&paths.start_lock())?;
        Ok(file.try_lock().is_ok().then_some(Starting(file)))
    }

    /// What a detached hub gets from its starter, as its standard input.
    pub fn handed_over() -> io::Result<Starting> {
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        Ok(Starting(file))
    }
}

/// The one line a detached hub writes to its starter, before it lets go of the pipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// Connecting will succeed; with what a person should know.
    Ready(Option<String>),
    /// There is a hub already.
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
pub(crate) async fn start(paths: &Paths, starting: Starting) -> io::Result<Announcement> {
    let (tell, told) = oneshot::channel();
    let data_dir = paths.data_dir.clone();
    // A thread of its own: the runtime would wait for one of its threads before it ends.
    std::thread::spawn(move || tell.send(spawn(&data_dir, starting)));
    match tokio::time::timeout(STARTS_WITHIN, told).await {
        Ok(told) => told.unwrap_or_else(|_| Err(io::Error::other("the starter ended"))),
        Err(_) => Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!(
                "the hub did not start within {} s; see {}",
                STARTS_WITHIN.as_secs(),
                paths.log().display()
            ),
        )),
    }
}

/// The same for a thread that may wait.
pub(crate) fn spawn(data_dir: &Path, starting: Starting) -> io::Result<Announcement> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["hub", "run", "--detached"])
        .env("SAYSO_DATA_DIR", data_dir)
        .stdin(Stdio::from(starting.0))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let pipe = child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
    let mut line = String::new();
    BufReader::new(pipe.take(64 * 1024)).read_line(&mut line)?;
    // It ends some day; its starter may still be there and has to bury it.
    std::thread::spawn(move || child.wait());
    serde_json::from_str(&line)
        .map_err(|_| io::Error::other("the hub ended before it could say why; see its log"))
}
