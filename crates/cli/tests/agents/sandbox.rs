//! A sandbox for one cell with only a loopback network and its own processes: model, hub, agent and
//! person together. Nothing that was started in it outlives it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use crate::agent::Agent;
use crate::cells::Cell;

/// Set inside the sandbox to where the agent is installed.
const INSIDE: &str = "SAYSO_AGENTS_INSIDE";

/// Where the agent is installed, if this process runs a cell.
pub fn inside() -> Option<PathBuf> {
    std::env::var_os(INSIDE).map(PathBuf::from)
}

/// Runs the cell in its own process; returns its output if it failed.
pub fn again(cell: Cell) -> Result<(), String> {
    let installed = install(cell)?;
    let mut command = match way_in() {
        Some(words) => {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]).arg(std::env::current_exe().unwrap());
            command
        }
        None => Command::new(std::env::current_exe().unwrap()),
    };
    let name = cell.name();
    command.args(["--exact", &name, "--nocapture"]).env(INSIDE, installed).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let said = said(&output);
    if output.status.success() && said.contains("1 passed") {
        return Ok(());
    }
    Err(said)
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Installed once for all clones of this user.
fn install(cell: Cell) -> Result<PathBuf, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/install");
    let names = cell.agents().into_iter().map(Agent::name);
    let output = Command::new(script).args(names).output();
    let output = output.map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed = printed.lines().next().unwrap_or_default().to_owned();
    match output.status.success() && !printed.is_empty() {
        true => Ok(printed.into()),
        false => Err(format!("{} cannot be installed: {}", cell.agent.name(), said(&output))),
    }
}

/// Namespaces, if available: for everyone, otherwise only for root. If not, a nonexistent proxy
/// keeps agents off the network, and leftover processes are searched for.
fn way_in() -> Option<&'static [String]> {
    static WAY: OnceLock<Option<Vec<String>>> = OnceLock::new();
    let found = WAY.get_or_init(|| {
        ["-rnpf", "-npf"].into_iter().find_map(|flags| {
            let mut words = vec!["unshare", flags, "--mount-proc", "--kill-child", "--"];
            words.extend([
                "sh",
                "-c",
                "PATH=$PATH:/usr/sbin:/sbin ip link set lo up && exec \"$@\"",
                "sh",
            ]);
            let tried = Command::new(words[0]).args(&words[1..]).arg("true").output();
            let works = tried.is_ok_and(|output| output.status.success());
            works.then(|| words.into_iter().map(str::to_owned).collect())
        })
    });
    found.as_deref()
}

/// Whether this process has only a loopback network.
pub fn is_alone() -> bool {
    let Ok(interfaces) = std::fs::read_to_string("/proc/net/dev") else { return false };
    let names = interfaces.lines().filter_map(|line| line.split_once(':'));
    names.map(|(name, _)| name.trim()).all(|name| name == "lo")
}
