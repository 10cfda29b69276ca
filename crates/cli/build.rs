//! Tells `sayso --version` the commit it is built from, and that commit's date: from git in a clone,
//! else from `SAYSO_COMMIT` and `SAYSO_COMMIT_DATE`, else nothing.

#![expect(clippy::disallowed_methods, reason = "a build is configured by its environment")]

use std::path::Path;
use std::process::Command;

fn main() {
    let given = [variable("SAYSO_COMMIT"), variable("SAYSO_COMMIT_DATE")];
    let from = match given {
        [Some(commit), Some(date)] => format!(" ({commit} {date})"),
        [Some(commit), None] => format!(" ({commit})"),
        [None, _] => clone().unwrap_or_default(),
    };
    println!("cargo::rustc-env=SAYSO_BUILT_FROM={from}");
    println!("cargo::rerun-if-changed=build.rs");
}

fn variable(name: &str) -> Option<String> {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn clone() -> Option<String> {
    // An archive may have been unpacked inside another repository.
    let root = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if root != Path::new("../..").canonicalize().ok()? {
        return None;
    }
    // Both change with the commit; a file that doesn't exist would count as changed in every build.
    for name in ["HEAD", "logs/HEAD"] {
        let file = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let shown = git(&["log", "-1", "--format=%H %cs"])?;
    let (commit, date) = shown.split_once(' ')?;
    Some(format!(" ({} {date})", commit.get(..10)?))
}

fn git(args: &[&str]) -> Option<String> {
    let ran = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(ran.stdout).ok()?;
    ran.status.success().then(|| text.trim().to_owned())
}
