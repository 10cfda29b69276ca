//! Temporary directories for the benchmarks, and processes that end with the process that started
//! them.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, ensure};
use sayso_api::RemoteDesk;
use sayso_core::Surface;
use sayso_hub::{HubInfo, LocalHub, Paths};
use tempfile::TempDir;

/// Set by the script: the binary to measure, and a directory on a real disk.
pub struct Bench {
    pub sayso: PathBuf,
    pub root: PathBuf,
}

impl Bench {
    pub fn directory(&self) -> anyhow::Result<TempDir> {
        Ok(tempfile::tempdir_in(&self.root)?)
    }

    pub fn world(&self) -> anyhow::Result<World> {
        Ok(World { sayso: self.sayso.clone(), data: self.directory()?, database: None })
    }

    /// The same over this PostgreSQL.
    pub fn world_over(&self, database: &str) -> anyhow::Result<World> {
        Ok(World { database: Some(database.to_owned()), ..self.world()? })
    }
}

/// One user's directories.
pub struct World {
    sayso: PathBuf,
    data: TempDir,
    database: Option<String>,
}

impl World {
    pub fn paths(&self) -> Paths {
        Paths::new(self.data.path())
    }

    /// The binary, set up for this world.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.program(&self.sayso);
        command.args(args);
        command
    }

    /// Another program, set up for this world.
    pub fn program(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", self.data.path())
            .env("USER", "ada")
            .env("SAYSO_DATA_DIR", self.data.path())
            .env("SAYSO_CONFIG", self.data.path().join("config.toml"))
            .env("SAYSO_PORT", "0")
            .current_dir(self.data.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(database) = &self.database {
            command.env("SAYSO_DATABASE", database);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> anyhow::Result<()> {
        let status = self.command(args).status()?;
        ensure!(status.success(), "`sayso {}`: {status}", args.join(" "));
        Ok(())
    }

    /// A hub that is ready. It logs to a file, like one that was started on demand.
    pub fn hub(&self) -> anyhow::Result<Hub> {
        let mut process = self.command(&["hub", "run", "--linger", "never"]);
        process.env("SAYSO_LOG_FILE", self.paths().log());
        let (process, line) = Process::start(&mut process)?;
        ensure!(line.starts_with("ready"), "the hub said: {line}");
        let paths = self.paths();
        let info = HubInfo::read(&paths.lock()).context("the hub wrote no lock file")?;
        let created = self.command(&["token", "create"]).stdout(Stdio::piped()).output()?;
        let token = String::from_utf8(created.stdout)?;
        Ok(Hub { process, paths, port: info.port, token: token.trim().to_owned() })
    }
}

/// Stopped when dropped.
pub struct Hub {
    process: Process,
    paths: Paths,
    pub port: u16,
    pub token: String,
}

impl Hub {
    pub fn pid(&self) -> u32 {
        self.process.child.id()
    }

    pub fn socket(&self) -> anyhow::Result<PathBuf> {
        self.paths.socket().context("no socket")
    }

    /// A client over the unix socket, as used by every program of this user.
    pub fn desk(&self) -> RemoteDesk {
        RemoteDesk::new(Arc::new(LocalHub::running(self.paths.clone())), Surface::Terminal)
    }
}

/// A process that has printed its first line. It ends when this is dropped; this program in another
/// role also ends when its input closes.
pub struct Process {
    child: Child,
    _input: Option<ChildStdin>,
}

impl Process {
    /// Its first line is what it says when it is ready.
    pub fn start(command: &mut Command) -> anyhow::Result<(Process, String)> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().context("no pipe")?;
        let process = Process { _input: child.stdin.take(), child };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok((process, line.trim().to_owned()))
    }

    /// This program in another role, so that what is measured runs in its own process.
    pub fn role(name: &str, argument: &OsStr) -> anyhow::Result<(Process, String)> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--role", name]).arg(argument).stdin(Stdio::piped());
        Process::start(&mut command)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
