//! The container image: the files of its root run as they are, read-only, with nothing else.

use std::path::Path;
use std::process::Command;

use super::{Made, works};
use crate::harness::World;

/// The root of the image as a container sees it: read-only, with `/proc`, `/dev/null` and a volume.
const CONTAINER: &str = r#"
root=$1 volume=$2
shift 2
mkdir -p "$root/proc" "$root/dev" "$root/data"
mount --bind "$root" "$root"
mount -t tmpfs tmpfs "$root/dev"
touch "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --rbind /proc "$root/proc"
mount --bind "$volume" "$root/data"
mount -o remount,ro,bind "$root"
exec /usr/sbin/chroot "$root" /usr/bin/sayso "$@"
"#;

/// REQ: IN-3
#[test]
fn the_image_contains_all_that_it_needs() {
    let made = Made::new("container");
    made.is(&made.out().join("container/root/usr/bin/sayso"));
    let world = World::new();
    works(&world, |args| contained(&world, &made.out().join("container/root"), args));
}

fn contained(world: &World, root: &Path, args: &[&str]) -> Command {
    let is_root = rustix::process::getuid().is_root();
    let mut command = world.program("unshare");
    if !is_root {
        command.arg("--map-root-user");
    }
    command
        .args(["--mount", "/bin/sh", "-ec", CONTAINER, "container"])
        .arg(root)
        .arg(world.path(""))
        .args(args)
        .env("HOME", "/data/home")
        .env("XDG_RUNTIME_DIR", "/data/run")
        .env("SAYSO_DATA_DIR", "/data/data")
        .env("SAYSO_CONFIG", "/data/config.toml")
        .env("SAYSO_TEST_LEASH", "/data/leash");
    command
}

/// No shell is needed at run time, nobody is root, and the defaults start a hub that can be reached.
/// REQ: IN-3
#[test]
fn the_image_runs_without_a_shell_and_without_root() {
    let text = include_str!("../../../../../deploy/Containerfile");
    let last = text.split("\nFROM ").last().unwrap();
    assert!(last.starts_with("scratch\n"), "{last}");
    let value = |word: &str| {
        let mut lines = last.lines().filter_map(|line| line.strip_prefix(word));
        lines.next().unwrap_or_else(|| panic!("no {word}: {last}")).trim()
    };
    let words = |word: &str| serde_json::from_str::<Vec<String>>(value(word)).unwrap();
    assert_eq!(words("ENTRYPOINT"), ["/usr/bin/sayso"]);
    assert_eq!(words("CMD"), ["hub", "run", "--linger", "never"]);
    assert_eq!(words("HEALTHCHECK CMD")[0], "/usr/bin/sayso");
    assert_eq!(value("USER"), "65532:65532");
    assert!(!last.contains("\nRUN "), "{last}");

    // The variables are ones that the hub reads.
    let world = World::new();
    let known = world.run(&["help", "environment"]).ok().stdout;
    let variables = value("ENV").split(' ').map(|pair| pair.split_once('=').unwrap());
    for (name, _) in variables.filter(|(name, _)| *name != "HOME") {
        assert!(known.contains(name), "{name}");
    }
}
