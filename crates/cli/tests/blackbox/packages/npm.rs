//! The npm packages: a launcher and the binary of this platform.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{Made, done, files, works};
use crate::harness::{Ran, World};
use crate::mcp::lines::Agent;
use crate::mcp::sdk::installed;
use crate::mcp::{choice, waited_for};

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

/// Somebody else's project, in which `npx` would run three programs, and ask a registry that listens.
struct Project {
    world: World,
    registry: TcpListener,
}

impl Project {
    fn new() -> Project {
        let node = installed().join("node").canonicalize().unwrap();
        let npx = node.ancestors().nth(2).unwrap().join("lib/node_modules/npm/bin/npx-cli.js");
        let world = World::new();
        let path = format!("{}:/usr/bin:/bin", world.path("bin").display());
        let project = Project {
            world: world.with("PATH", &path),
            registry: TcpListener::bind("127.0.0.1:0").unwrap(),
        };
        project.registry.set_nonblocking(true).unwrap();
        project
            .program("bin/npx", &format!("exec '{}' '{}' \"$@\"", node.display(), npx.display()));
        project.program("bin/node", &format!("exec '{}' \"$@\"", node.display()));
        // The person's own registry is out of reach.
        let own = "registry=http://127.0.0.1:9/\nfetch-retries=0\nupdate-notifier=false\n";
        project.write("home/.npmrc", own);
        let registry = project.registry.local_addr().unwrap();
        project.write("project/.npmrc", &format!("registry=http://{registry}/\n"));
        project.write("project/package.json", "{}");
        let package = concat!(
            r#"{"name": "sayso-mcp", "bin": {"sayso-mcp": "run"}, "version": ""#,
            env!("CARGO_PKG_VERSION"),
            r#""}"#
        );
        project.write("project/node_modules/sayso-mcp/package.json", package);
        for name in ["sayso-mcp/run", ".bin/sayso-mcp", ".bin/sh", ".bin/node"] {
            let evil = format!(": >'{}'", project.world.path("started").display());
            project.program(&format!("project/node_modules/{name}"), &evil);
        }
        project
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.world.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn program(&self, name: &str, line: &str) {
        let path = self.write(name, &format!("#!/bin/sh\n{line}\n"));
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// Its exit code, started in the project; nothing of the project was run or asked.
    #[track_caller]
    fn runs<S: AsRef<OsStr>>(&self, program: S, args: &[&str]) -> i32 {
        let mut command = self.world.program(program);
        let ran = command.args(args).current_dir(self.world.path("project")).output();
        let ran = Ran::of(ran.unwrap());
        assert!(!self.world.path("started").exists(), "the project's program was run: {ran:?}");
        let asked = self.registry.accept();
        assert_eq!(
            asked.unwrap_err().kind(),
            ErrorKind::WouldBlock,
            "its registry was asked: {ran:?}"
        );
        ran.code
    }
}

/// By the plugin's launcher, by what `setup` writes for server and hook, and by doctor.
/// REQ: IN-2, IN-3, PO-3
#[test]
fn npx_runs_nothing_of_the_project_that_an_agent_works_in() {
    let project = Project::new();
    let launcher = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/claude-code/scripts/sayso");
    assert_eq!(project.runs(launcher, &["hook", "--limit", "330"]), 2);
    project.write("home/.gemini/settings.json", "{}");
    let program = project.world.through_npx();
    assert_eq!(project.runs(program, &["setup", "gemini", "--yes", "--hooks"]), 0);
    let settings = std::fs::read(project.world.path("home/.gemini/settings.json")).unwrap();
    let settings: Value = serde_json::from_slice(&settings).unwrap();
    let hook = settings["hooks"]["BeforeTool"][0]["hooks"][0]["command"].as_str().unwrap();
    assert!(hook.contains("npx -y sayso-mcp@"), "{hook}");
    assert_eq!(project.runs("sh", &["-c", hook]), 2);
    let server = &settings["mcpServers"]["sayso"];
    let words = server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let words: Vec<&str> = words.collect();
    assert_ne!(project.runs(server["command"].as_str().unwrap(), &words), 0);

    let npx = ["-y", concat!("sayso-mcp@", env!("CARGO_PKG_VERSION")), "mcp"];
    let entry = json!({ "mcpServers": { "sayso": { "command": "npx", "args": npx } } });
    project.write("home/.cursor/mcp.json", &entry.to_string());
    let sayso = env!("CARGO_BIN_EXE_sayso");
    assert_eq!(project.runs(sayso, &["doctor", "cursor"]), 1);

    // The project is what it is meant to be.
    let mut control = project.world.program(project.world.path("bin/npx"));
    control.args(npx).current_dir(project.world.path("project")).output().unwrap();
    assert!(project.world.path("started").exists());

    // The server knows where it was started. A stand-in for npx has the package already.
    project.program("bin/npx", &format!("shift 2; exec '{sayso}' \"$@\""));
    let folder = project.world.path("project").canonicalize().unwrap();
    let mut command = project.world.program(server["command"].as_str().unwrap());
    command.args(words).current_dir(&folder);
    let mut agent = Agent::of(command);
    agent.send_call("provide_choice", &choice());
    let id = waited_for(&project.world);
    let origin = project.world.show(&id)["origin"].clone();
    assert_eq!(origin["directory"], folder.to_str().unwrap(), "{origin}");
    project.world.run(&["cancel", &id]).ok();
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
    assert!(shown.contains("+command = \"sh\"\n"), "{shown}");
    let package = concat!(" exec npx -y sayso-mcp@", env!("CARGO_PKG_VERSION"), " ");
    assert!(shown.contains(package), "{shown}");
    assert!(shown.contains("This program was started by npx"), "{shown}");
}
