//! Packages: each package is built of this binary, installed on a clean prefix, used, and removed.
//! And what the binary says about itself.

mod archive;
mod deb;
mod image;
mod names;
mod npm;
mod version;
mod wheel;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::harness::{Ran, Running, World};
use crate::mcp::lines::Agent;
use crate::mcp::waited_for;

/// A folder with packages of one kind.
struct Made {
    dir: TempDir,
}

impl Made {
    /// By `scripts/package`, of this binary without its symbols, which are most of it.
    fn new(kind: &str) -> Made {
        let dir = tempfile::tempdir().unwrap();
        let binary = dir.path().join("binary/sayso");
        std::fs::create_dir(dir.path().join("binary")).unwrap();
        let sayso = OsStr::new(env!("CARGO_BIN_EXE_sayso"));
        ran("strip", [OsStr::new("-o"), binary.as_os_str(), sayso]);
        let out = dir.path().join("out");
        ran(
            Made::script(),
            [OsStr::new("--quick"), "--binary".as_ref(), binary.as_ref()].into_iter().chain([
                "--out".as_ref(),
                out.as_ref(),
                kind.as_ref(),
            ]),
        );
        Made { dir }
    }

    fn script() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/package")
    }

    fn binary(&self) -> PathBuf {
        self.dir.path().join("binary/sayso")
    }

    fn out(&self) -> PathBuf {
        self.dir.path().join("out")
    }

    /// What was packed is the program that was given, to the byte.
    #[track_caller]
    fn is(&self, installed: &Path) {
        let read = |path: &Path| std::fs::read(path).unwrap();
        assert!(read(installed) == read(&self.binary()), "{} is another", installed.display());
    }

    /// The package whose name begins and ends like this.
    #[track_caller]
    fn file(&self, beginning: &str, ending: &str) -> PathBuf {
        let fits = |name: &String| name.starts_with(beginning) && name.ends_with(ending);
        let names = files(&self.out());
        let name = names.iter().find(|name| fits(name));
        self.out().join(name.unwrap_or_else(|| panic!("no {beginning}…{ending} in {names:?}")))
    }
}

/// Runs a tool, which has to succeed.
#[track_caller]
fn ran<S: AsRef<OsStr>>(program: impl AsRef<OsStr>, args: impl IntoIterator<Item = S>) -> String {
    done(Command::new(program).args(args))
}

#[track_caller]
fn done(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every file below a folder, by its path from there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path();
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// What is installed does what it is for: it is this version, its demo asks and gets an answer, and
/// an agent can talk to its server.
#[track_caller]
fn works(world: &World, start: impl Fn(&[&str]) -> Command) {
    let version = done(&mut start(&["--version"]));
    assert!(version.starts_with(concat!("sayso ", env!("CARGO_PKG_VERSION"))), "{version}");

    let mut demo = start(&["demo"]).spawn().unwrap();
    let mut output = BufReader::new(demo.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.starts_with("An agent asks: "), "{line}");
    // Instead of waiting until it times out.
    world.run(&["answer", &waited_for(world), "SQLite"]).ok();
    let received: String = output.lines().map_while(Result::ok).collect();
    assert!(received.contains(r#""selected_ids": [      "sqlite"    ]"#), "{received}");
    Running::of(demo).finish().ok();

    let mut agent = Agent::of(start(&["mcp"]));
    let listed = agent.request("tools/list", json!({}));
    assert_eq!(listed["tools"][0]["name"], "provide_choice", "{listed}");
    agent.close_input();
    assert!(agent.ends().success());

    // Codes and messages pass through.
    let refused = Ran::of(start(&["help", "nothing-like-it"]).output().unwrap());
    refused.fails(2, "there is no command or topic");
}
