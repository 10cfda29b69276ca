//! Temporary directories, hubs that end with this process, and what a process uses.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use sayso_api::RemoteDesk;
use sayso_core::Surface;
use sayso_hub::{HubInfo, LocalHub, Paths};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Set by the script.
pub struct Bench {
    /// The binary to measure.
    pub sayso: PathBuf,
    /// A directory on a real disk.
    pub root: PathBuf,
    /// A binary of 0.2.0, to compare with.
    pub before: Option<PathBuf>,
}

impl Bench {
    pub fn directory(&self) -> anyhow::Result<TempDir> {
        Ok(tempfile::tempdir_in(&self.root)?)
    }

    pub fn world(&self) -> anyhow::Result<World> {
        Ok(World { sayso: self.sayso.clone(), data: self.directory()?, database: None })
    }
}

/// One user's directories.
pub struct World {
    pub sayso: PathBuf,
    data: TempDir,
    /// A PostgreSQL instead of a file.
    pub database: Option<String>,
}

impl World {
    pub fn paths(&self) -> Paths {
        Paths::new(self.data.path())
    }

    /// The binary, set up for this world.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.sayso);
        command
            .args(args)
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

    /// What a command prints.
    pub fn prints(&self, args: &[&str]) -> anyhow::Result<String> {
        let ran = self.command(args).stdout(Stdio::piped()).output()?;
        ensure!(ran.status.success(), "`sayso {}`: {}", args.join(" "), ran.status);
        Ok(String::from_utf8(ran.stdout)?.trim().to_owned())
    }

    /// A hub that is ready. It logs to a file, like one that was started on demand.
    pub fn hub(&self) -> anyhow::Result<Hub> {
        let mut process = self.command(&["hub", "run", "--linger", "never"]);
        process.env("SAYSO_LOG_FILE", self.paths().log());
        let process = process.stdout(Stdio::piped()).spawn()?;
        let mut hub = Hub { process, paths: self.paths(), port: 0, token: String::new() };
        let mut line = String::new();
        BufReader::new(hub.process.stdout.take().context("no pipe")?).read_line(&mut line)?;
        ensure!(line.starts_with("ready"), "the hub said: {line}");
        hub.port = HubInfo::read(&hub.paths.lock()).context("the hub wrote no lock file")?.port;
        hub.token = self.prints(&["token", "create"])?;
        Ok(hub)
    }
}

/// Stopped when dropped.
pub struct Hub {
    process: Child,
    pub paths: Paths,
    pub port: u16,
    pub token: String,
}

impl Hub {
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// A client over the unix socket, as used by every program of this user.
    pub fn desk(&self) -> Arc<RemoteDesk> {
        let hub = Arc::new(LocalHub::running(self.paths.clone()));
        Arc::new(RemoteDesk::new(hub, Surface::Terminal))
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn runtime() -> anyhow::Result<Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// For what was just done to be over.
pub const SETTLING: Duration = Duration::from_secs(3);

#[expect(clippy::disallowed_methods, reason = "measures that nothing happens in this time")]
pub fn pass(time: Duration) {
    std::thread::sleep(time);
}

/// Bytes of memory.
pub fn resident(pid: u32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1_024)
}

/// User and system CPU time of the process so far.
pub fn spent(pid: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is a name in parentheses, which may contain anything.
    let (_, rest) = stat.rsplit_once(')').context("no name")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(Duration::from_millis(ticks * 1_000 / rustix::param::clock_ticks_per_second()))
}
