//! Whether the names that we publish under are free or ours, asked through npm and pip: here programs
//! that say what the registries would.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::harness::{Ran, World};
use crate::mcp::sdk::installed;

const PIP: &str = r#"case "$*" in
  *" pip") echo '{"install": [{"metadata": {"summary": "pip"}}]}' ;;
  *) echo 'ERROR: Could not find a version (from versions: none)' >&2; exit 1 ;;
esac"#;

fn checked(world: &World, npm: &str, pip: &str) -> Ran {
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).unwrap();
    for (name, script) in [("npm", npm), ("pip", pip)] {
        let file = bin.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/package");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    // Not through a shim, which may put its own pip first.
    let mut command = Command::new(installed().join("venv/bin/python"));
    Ran::of(command.arg(script).arg("--check-names").env("PATH", path).output().unwrap())
}

/// REQ: IN-3
#[test]
fn every_name_is_free_or_ours() {
    let world = World::new();
    let ran = checked(&world, "echo 'npm error code E404' >&2; exit 1", PIP).ok();
    let names: Vec<_> =
        ran.stdout.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    let platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
    let mut expected = vec!["sayso-mcp".to_owned()];
    expected.extend(platforms.map(|platform| format!("sayso-mcp-{platform}")));
    expected.push("sayso-mcp".to_owned());
    assert_eq!(names, expected, "{ran:?}");
    assert!(ran.stdout.lines().all(|line| line.ends_with(" free")), "{ran:?}");

    let ours = r#"echo '{"mcpName": "io.github.sayso/sayso"}'"#;
    let metadata = r#"{"description": "x <!-- mcp-name: io.github.sayso/sayso --> y"}"#;
    let pip = format!(r#"echo '{{"install": [{{"metadata": {metadata}}}]}}'"#);
    let ran = checked(&world, ours, &pip).ok();
    assert!(ran.stdout.lines().all(|line| line.ends_with(" ours")), "{ran:?}");
}

/// REQ: IN-3
#[test]
fn a_name_of_somebody_else_or_a_registry_out_of_reach_is_no_yes() {
    let world = World::new();
    let ran = checked(&world, r#"echo '{"description": "Somebody else"}'"#, PIP);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("TAKEN: Somebody else"), "{ran:?}");
    let ran =
        checked(&world, "echo 'npm error code ENOTFOUND' >&2; exit 1", "echo offline >&2; exit 1");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.lines().all(|line| line.contains("UNKNOWN: ")), "{ran:?}");
}
