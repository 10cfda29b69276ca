//! The archive: unpacked into a prefix, everything is where shells and `man` look for it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::{Made, done, files, ran, works};
use crate::harness::World;

/// REQ: IN-3
#[test]
fn the_archive_is_checked_unpacked_and_works() {
    let made = Made::new("archive");
    done(Command::new("sha256sum").arg("-c").arg("SHA256SUMS").current_dir(made.out()));
    let archive = made.file("sayso-", ".tar.gz");
    let world = World::new();
    let prefix = world.path("prefix");
    std::fs::create_dir(&prefix).unwrap();
    let unpack = ["--strip-components=1", "-C", prefix.to_str().unwrap(), "-xzf"];
    ran("tar", unpack.into_iter().chain([archive.to_str().unwrap()]));
    let found = files(&prefix);
    for file in [
        "bin/sayso",
        "share/bash-completion/completions/sayso",
        "share/doc/sayso/LICENSE",
        "share/doc/sayso/README.md",
        "share/fish/vendor_completions.d/sayso.fish",
        "share/man/man1/sayso-hub-run.1",
        "share/man/man1/sayso.1",
        "share/man/man7/sayso-environment.7",
        "share/zsh/site-functions/_sayso",
    ] {
        assert!(found.iter().any(|one| one == file), "{file}: {found:?}");
    }
    made.is(&prefix.join("bin/sayso"));
    works(&world, |args| {
        let mut command = world.program(prefix.join("bin/sayso"));
        command.args(args);
        command
    });
}

/// Without `--binary`: what cargo has built. A stand-in for cargo puts the binary where it would.
/// REQ: IN-3
#[test]
fn what_cargo_builds_is_packed() {
    let given = Made::new("archive");
    let dir = tempfile::tempdir().unwrap();
    let cargo = dir.path().join("cargo");
    let script = "#!/bin/sh\necho \"$@\" >\"$CARGO_TARGET_DIR/called\"\nmkdir \"$CARGO_TARGET_DIR/release\"\n\
                  cp \"$BUILT\" \"$CARGO_TARGET_DIR/release/sayso\"\n";
    std::fs::write(&cargo, script).unwrap();
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").unwrap());
    let out = dir.path().join("out");
    let mut package = Command::new(Made::script());
    package.arg("--quick").arg("--out").arg(&out).arg("archive").env("PATH", path);
    done(package.env("CARGO_TARGET_DIR", dir.path()).env("BUILT", given.binary()));
    let called = std::fs::read_to_string(dir.path().join("called")).unwrap();
    assert_eq!(called, "build --release --locked --package sayso --bin sayso\n");
    let sums = |out: &Path| std::fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    assert_eq!(sums(&out), sums(&given.out()));
}

/// REQ: IN-3
#[test]
fn the_same_binary_gives_the_same_bytes() {
    let sums = || std::fs::read_to_string(Made::new("archive").out().join("SHA256SUMS")).unwrap();
    let first = sums();
    assert!(first.contains(".tar.gz\n"), "{first}");
    assert_eq!(first, sums());
}
