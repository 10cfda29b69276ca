//! The npm packages: a launcher and the binary of this platform.

use std::path::PathBuf;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Made, done, files, works};
use crate::harness::{Ran, World};
use crate::mcp::lines::Agent;
use crate::mcp::sdk::installed;

/// A prefix with nothing in it, and the npm that comes with the tests' Node.js.
struct Prefix {
    world: World,
    made: Made,
}

impl Prefix {
    fn new() -> Prefix {
        // The launcher is found by its first line, so `node` has to be on the search path.
        let path = format!("{}:{}", installed().display(), std::env::var("PATH").unwrap());
        Prefix { world: World::new().with("PATH", &path), made: Made::new("npm") }
    }

    fn folder(&self) -> PathBuf {
        self.world.path("prefix")
    }

    fn npm(&self, args: &[&str]) -> Command {
        let node = installed().join("node").canonicalize().unwrap();
        let npm = node.ancestors().nth(2).unwrap().join("lib/node_modules/npm/bin/npm-cli.js");
        let mut command = self.world.program(&node);
        command.arg(npm).args(args);
        command
            .env("npm_config_prefix", self.folder())
            .env("npm_config_cache", self.world.path("cache"))
            .env("npm_config_offline", "true")
            .env("npm_config_audit", "false")
            .env("npm_config_fund", "false")
            .env("npm_config_update_notifier", "false");
        command
    }

    /// The launcher, and the package for this platform.
    fn packages(&self) -> [String; 2] {
        let main = format!("sayso-mcp-{}.tgz", env!("CARGO_PKG_VERSION"));
        let name = |path: PathBuf| path.to_str().unwrap().to_owned();
        [name(self.made.out().join(main)), name(self.made.file("sayso-mcp-linux-", ".tgz"))]
    }

    fn sayso(&self, args: &[&str]) -> Command {
        let mut command = self.world.program(self.folder().join("bin/sayso"));
        command.args(args);
        command
    }
}

/// REQ: IN-3
#[test]
fn the_npm_package_is_installed_works_and_is_removed() {
    let prefix = Prefix::new();
    let [main, platform] = prefix.packages();
    done(&mut prefix.npm(&["install", "--global", &main, &platform]));
    works(&prefix.world, |args| prefix.sayso(args));
    belongs_to_the_registry_entry(&prefix);
    // Nothing of Node.js stays: the process that an agent starts and stops is the binary.
    let agent = Agent::of(prefix.sayso(&["mcp"]));
    let running = std::fs::read_link(format!("/proc/{}/exe", agent.pid())).unwrap();
    prefix.made.is(&running);
    drop(agent);
    an_older_node_passes_everything_on(&prefix);

    // The name of the package is a command too, so that `npx sayso-mcp` finds one.
    let alias =
        prefix.world.program(prefix.folder().join("bin/sayso-mcp")).arg("--version").output();
    assert!(Ran::of(alias.unwrap()).ok().stdout.starts_with("sayso "));
    let remove = |names: &[&str]| done(prefix.npm(&["uninstall", "--global"]).args(names));
    remove(&["sayso-mcp-linux-x64", "sayso-mcp-linux-arm64"]);
    let refused = Ran::of(prefix.sayso(&["--version"]).output().unwrap());
    refused.fails(1, "the package sayso-mcp-linux-");
    remove(&["sayso-mcp"]);
    assert_eq!(files(&prefix.folder()), Vec::<String>::new());
}

/// The MCP registry accepts an entry only if the package names it.
fn belongs_to_the_registry_entry(prefix: &Prefix) {
    let text =
        std::fs::read(prefix.folder().join("lib/node_modules/sayso-mcp/package.json")).unwrap();
    let package: Value = serde_json::from_slice(&text).unwrap();
    let entry = include_str!("../../../../../server.json");
    let entry: Value = serde_json::from_str(entry).unwrap();
    assert_eq!(package["mcpName"], entry["name"], "{package}");
}

/// Without `process.execve` the launcher stays, and nobody notices.
fn an_older_node_passes_everything_on(prefix: &Prefix) {
    let older = prefix.world.path("older.cjs");
    std::fs::write(&older, "process.execve = undefined;\n").unwrap();
    let require = format!("--require={}", older.display());
    let sayso = |args: &[&str]| {
        let mut command = prefix.sayso(args);
        command.env("NODE_OPTIONS", &require);
        command
    };
    works(&prefix.world, sayso);
    let mut agent = Agent::of(sayso(&["mcp"]));
    let launcher = std::fs::read_link(format!("/proc/{}/exe", agent.pid())).unwrap();
    assert!(launcher.ends_with("bin/node"), "{launcher:?}");
    let mut direct = Agent::of(prefix.world.command(["mcp"]));
    for pid in [agent.pid(), direct.pid()] {
        let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }
    assert_eq!(agent.ends(), direct.ends(), "it ends as the binary does");
}

/// `setup` writes a command that works again: the one it was started by.
/// REQ: IN-1, IN-3
#[test]
fn setup_by_npx_connects_agents_by_npx() {
    let prefix = Prefix::new();
    let [main, platform] = prefix.packages();
    let packages = [format!("--package={main}"), format!("--package={platform}")];
    let home = prefix.world.path("home/.codex");
    std::fs::create_dir(&home).unwrap();
    let mut npx = prefix.npm(&["exec", "--yes"]);
    npx.args(packages).args(["--", "sayso", "setup", "codex", "--dry-run"]);
    let shown = done(&mut npx);
    assert!(shown.contains("+command = \"npx\"\n"), "{shown}");
    let package = concat!("\"-y\", \"sayso-mcp@", env!("CARGO_PKG_VERSION"), "\"");
    assert!(shown.contains(package), "{shown}");
    assert!(shown.contains("This program was started by npx"), "{shown}");
}
