//! The archive: unpacked into a prefix, everything is where shells and `man` look for it.

use super::{Made, done, files, ran, works};
use crate::harness::World;

/// REQ: IN-3
#[test]
fn the_archive_is_checked_unpacked_and_works() {
    let made = Made::new("archive");
    done(
        std::process::Command::new("sha256sum").arg("-c").arg("SHA256SUMS").current_dir(made.out()),
    );
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

/// REQ: IN-3
#[test]
fn the_same_binary_gives_the_same_bytes() {
    let sums = || std::fs::read_to_string(Made::new("archive").out().join("SHA256SUMS")).unwrap();
    let first = sums();
    assert!(first.contains(".tar.gz\n"), "{first}");
    assert_eq!(first, sums());
}
