//! The Debian package, installed by dpkg into its own root directory.

use std::path::Path;
use std::process::Command;

use super::{Made, done, files, ran, works};
use crate::harness::World;

/// REQ: IN-3
#[test]
fn the_debian_package_is_installed_works_and_is_removed() {
    let made = Made::new("deb");
    let deb = made.file("sayso_", ".deb");
    let world = World::new();
    let root = world.path("root");
    let admin = root.join("var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        std::fs::create_dir_all(admin.join(folder)).unwrap();
    }
    std::fs::write(admin.join("status"), "").unwrap();

    dpkg(&root, &["--force-depends", "--install", deb.to_str().unwrap()]);
    let found = files(&root.join("usr"));
    for file in [
        "bin/sayso",
        "lib/systemd/user/sayso-hub.service",
        "share/bash-completion/completions/sayso",
        "share/doc/sayso/copyright",
        "share/fish/vendor_completions.d/sayso.fish",
        "share/man/man1/sayso-hub-run.1.gz",
        "share/man/man7/sayso-exit-codes.7.gz",
        "share/zsh/vendor-completions/_sayso",
    ] {
        assert!(found.iter().any(|one| one == file), "{file}: {found:?}");
    }
    made.is(&root.join("usr/bin/sayso"));
    works(&world, |args| {
        let mut command = world.program(root.join("usr/bin/sayso"));
        command.args(args);
        command
    });

    says_what_it_is(&world, &deb);

    dpkg(&root, &["--purge", "sayso"]);
    assert!(!root.join("usr").exists(), "{:?}", files(&root.join("usr")));
}

/// What the system must have is named, and the unit is the one that `sayso hub install` writes.
fn says_what_it_is(world: &World, deb: &Path) {
    let control = ran("dpkg-deb", ["--field".as_ref(), deb.as_os_str()]);
    assert!(control.contains("\nDepends: libc6 (>= 2."), "{control}");
    assert!(control.contains(concat!("\nVersion: ", env!("CARGO_PKG_VERSION"), "\n")), "{control}");
    let planned = world.run(&["hub", "install", "--dry-run"]).ok().stdout;
    let planned = planned.replace(env!("CARGO_BIN_EXE_sayso"), "/usr/bin/sayso");
    let unit = include_str!("../../../../../packaging/deb/sayso-hub.service");
    assert!(planned.contains(unit), "{planned}");
}

/// As root of this machine, or of a namespace where this user is root.
fn dpkg(root: &Path, args: &[&str]) {
    let is_root = rustix::process::getuid().is_root();
    let mut command = Command::new(if is_root { "dpkg" } else { "unshare" });
    if !is_root {
        command.args(["--map-root-user", "dpkg"]);
    }
    // dpkg wants to find the tools of a system in its search path.
    command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    done(command.arg("--log=/dev/null").arg("--root").arg(root).args(args));
}
