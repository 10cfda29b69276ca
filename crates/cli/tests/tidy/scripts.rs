//! The words of `scripts/test` before it does anything, to somebody who can't install system
//! packages.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::tree::root;

/// The machine of an ordinary user: a shell and its tools, and nothing else.
struct Machine {
    dir: tempfile::TempDir,
}

impl Machine {
    fn new() -> Machine {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["bin", "home"] {
            std::fs::create_dir(dir.path().join(folder)).unwrap();
        }
        let bin = dir.path().join("bin");
        for tool in ["bash", "cat", "dirname", "env", "grep", "ls", "sed", "sort", "tail", "xargs"]
        {
            let found = ["/bin", "/usr/bin"].map(|dir| Path::new(dir).join(tool));
            let found = found.into_iter().find(|path| path.exists()).unwrap();
            symlink(found, bin.join(tool)).unwrap();
        }
        let id = bin.join("id");
        std::fs::write(&id, "#!/bin/sh\necho 1000\n").unwrap();
        std::fs::set_permissions(&id, PermissionsExt::from_mode(0o755)).unwrap();
        Machine { dir }
    }

    fn test(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let home = self.dir.path().join("home");
        let Output { status, stdout, stderr } = Command::new("/bin/bash")
            .arg(root().join("scripts/test"))
            .args(arguments)
            .env_clear()
            .env("PATH", self.dir.path().join("bin"))
            .env("HOME", &home)
            .env("SAYSO_TEST_CHROMIUM", "/nonexistent")
            .env("SAYSO_TEST_FIREFOX", "/nonexistent")
            .output()
            .unwrap();
        assert_eq!(std::fs::read_dir(home).unwrap().count(), 0, "nothing was installed");
        let said = [stdout, stderr].concat();
        (status.code(), String::from_utf8(said).unwrap())
    }
}

/// REQ: IN-3
#[test]
fn an_ordinary_user_is_told_what_to_install() {
    let (code, said) = Machine::new().test(&[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("\n== what this installs\nsystem packages (apt): gcc "), "{said}");
    assert!(said.contains("/home/.cache/sayso/agents: real agents"), "{said}");
    let command = said.lines().find(|line| line.starts_with("  apt-get install "));
    let command = command.unwrap_or_else(|| panic!("{said}"));
    for package in ["gcc", "git", "python3-venv", "chromium", "firefox-esr", "iproute2"] {
        assert!(command.split(' ').any(|word| word == package), "{package}: {command}");
    }
    // Where PostgreSQL's programs are neither here nor in a package that can be unpacked.
    let cluster = command.split(' ').any(|word| word == "postgresql");
    assert_eq!(said.contains("the package postgresql makes a cluster"), cluster, "{said}");
    assert!(
        said.contains("only root can install them. Ask for this, then run it again:"),
        "{said}"
    );
    assert!(said.ends_with("\n  scripts/test --without agents,postgres,browsers\n"), "{said}");
    assert!(!said.contains("not found"), "{said}");
}

/// REQ: IN-3
#[test]
fn what_is_left_out_is_not_asked_for() {
    let (code, said) = Machine::new().test(&["--without", "agents,postgres,browsers"]);
    assert_eq!(code, Some(1), "{said}");
    let asked = "\n  apt-get install --no-install-recommends gcc libc6-dev git python3 python3-venv binutils zsh fish make tmux\n";
    assert!(said.ends_with(asked), "{said}");
    assert!(said.contains("left out: agents\nleft out: postgres\nleft out: browsers\n"), "{said}");
    let (code, said) = Machine::new().test(&["--without", "browser"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("there is no part `browser`") && said.contains("postgres, browsers"),
        "{said}"
    );
}
