//! The wheel, installed by pip and run by uv.

use std::path::Path;
use std::process::Command;

use super::{Made, done, files, works};
use crate::harness::World;
use crate::mcp::sdk::installed;

/// REQ: IN-1, IN-3
#[test]
fn the_wheel_is_installed_works_and_is_removed() {
    let made = Made::new("wheel");
    let wheel = made.file("sayso_mcp-", ".whl");
    let world = World::new();
    let venv = world.path("venv");
    let tools = installed().join("venv/bin");
    done(Command::new(tools.join("python")).args(["-m", "venv", "--without-pip"]).arg(&venv));
    let before = files(&venv);
    let python = venv.join("bin/python");
    // pip refuses a wheel whose name doesn't fit this system or its own content.
    done(&mut pip(
        &tools,
        &python,
        &["install", "--no-index", "--no-compile", wheel.to_str().unwrap()],
    ));
    made.is(&venv.join("bin/sayso"));
    // The name of the package is a command too, so that `uvx sayso-mcp` finds one.
    for name in ["sayso", "sayso-mcp"] {
        works(&world, |args| {
            let mut command = world.program(venv.join("bin").join(name));
            command.args(args);
            command
        });
    }
    done(&mut pip(&tools, &python, &["uninstall", "--yes", "sayso-mcp"]));
    assert_eq!(files(&venv), before);
    setup_by_uvx_connects_agents_by_uvx(&world, &wheel);
}

fn pip(tools: &Path, python: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(tools.join("python"));
    command.args(["-m", "pip", "--disable-pip-version-check", "--python"]).arg(python).args(args);
    command
}

/// `setup` writes a command that works again: the one it was started by.
fn setup_by_uvx_connects_agents_by_uvx(world: &World, wheel: &Path) {
    std::fs::create_dir(world.path("home/.codex")).unwrap();
    let mut uvx = world.program(installed().join("venv/bin/uv"));
    uvx.args(["tool", "run", "--offline", "--no-config", "--python"])
        .arg(installed().join("venv/bin/python"))
        .arg("--from")
        .arg(wheel)
        .args(["sayso", "setup", "codex", "--dry-run"]);
    let shown = done(&mut uvx);
    assert!(shown.contains("+command = \"uvx\"\n"), "{shown}");
    let package = concat!("\"sayso-mcp@", env!("CARGO_PKG_VERSION"), "\"");
    assert!(shown.contains(package), "{shown}");
    assert!(shown.contains("This program was started by uvx"), "{shown}");
}
