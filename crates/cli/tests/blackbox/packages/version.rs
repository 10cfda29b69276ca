//! `sayso --version` names the commit it was built from, and its date.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::harness::World;

/// The build script, compiled as cargo does, in its own tree.
struct Tree {
    dir: TempDir,
    script: PathBuf,
}

impl Tree {
    fn new() -> Tree {
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("script");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
        let compiled = Command::new("rustc")
            .args(["--edition", "2024", "-o"])
            .args([&script, &source])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(compiled.unwrap().success());
        Tree { dir, script }
    }

    /// What a build in `place` prints for cargo, with these variables.
    fn tells(&self, place: &str, variables: &[(&str, &str)]) -> Vec<String> {
        let package = self.dir.path().join(place).join("crates/cli");
        std::fs::create_dir_all(&package).unwrap();
        let mut command = Command::new(&self.script);
        command.env_remove("SAYSO_COMMIT").env_remove("SAYSO_COMMIT_DATE");
        let ran = command.envs(variables.iter().copied()).current_dir(package).output().unwrap();
        assert!(ran.status.success());
        String::from_utf8(ran.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn is_built_from(&self, place: &str, variables: &[(&str, &str)], from: &str) {
        let told = self.tells(place, variables);
        let found = told.iter().find_map(|line| line.strip_prefix("cargo::rustc-env="));
        assert_eq!(found, Some(format!("SAYSO_BUILT_FROM={from}").as_str()), "{told:?}");
    }

    fn git(&self, place: &str, args: &[&str]) -> String {
        let ran = Command::new("git")
            .args(["-c", "user.name=ann", "-c", "user.email=ann@example.com"])
            .args(args)
            .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
            .current_dir(self.dir.path().join(place))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{ran:?}");
        String::from_utf8(ran.stdout).unwrap().trim().to_owned()
    }

    fn commit(&self, place: &str) -> String {
        self.git(place, &["commit", "--quiet", "--allow-empty", "--message", "change"]);
        self.git(place, &["rev-parse", "HEAD"])[..10].to_owned()
    }

    /// The files that start a new build when they change, with their content.
    fn watched(&self, place: &str) -> Vec<String> {
        let told = self.tells(place, &[]);
        let named = told.iter().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed="));
        let package = self.dir.path().join(place).join("crates/cli");
        let watched = named.filter(|name| *name != "build.rs");
        // A missing file would mean a new build every time.
        watched.map(|name| std::fs::read_to_string(package.join(name)).unwrap()).collect()
    }
}

#[test]
fn the_build_knows_its_commit_and_nothing_else() {
    let tree = Tree::new();
    tree.is_built_from("archive", &[], "");
    let given = [("SAYSO_COMMIT", "1a2b3c4d5e"), ("SAYSO_COMMIT_DATE", "2026-11-16")];
    tree.is_built_from("archive", &given, " (1a2b3c4d5e 2026-11-16)");
    tree.is_built_from("archive", &given[..1], " (1a2b3c4d5e)");

    std::fs::create_dir(tree.dir.path().join("clone")).unwrap();
    tree.git("clone", &["init", "--quiet"]);
    tree.is_built_from("clone", &[], "");
    let first = tree.commit("clone");
    tree.is_built_from("clone", &[], &format!(" ({first} 2026-01-02)"));
    tree.is_built_from("clone", &given, " (1a2b3c4d5e 2026-11-16)");
    tree.is_built_from("clone/archive", &[], "");

    let before = tree.watched("clone");
    assert!(!before.is_empty() && before == tree.watched("clone"));
    let second = tree.commit("clone");
    assert_ne!(before, tree.watched("clone"), "a commit starts a new build");
    tree.is_built_from("clone", &[], &format!(" ({second} 2026-01-02)"));
}

/// Exactly as `--version` is documented: number, and commit and date in parentheses if known.
#[test]
fn the_version_is_a_number_a_commit_and_a_date() {
    let shown = World::new().run(&["--version"]).ok().stdout;
    let number = concat!("sayso ", env!("CARGO_PKG_VERSION"));
    let rest = shown.trim_end().strip_prefix(number).unwrap();
    let known = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    match known.map(|known| known.split_once(' ').unwrap_or((known, ""))) {
        Some((commit, date)) => {
            assert!(commit.len() >= 7, "{shown}");
            assert!(date.is_empty() || date.len() == "2026-11-16".len(), "{shown}");
        }
        None => assert_eq!(rest, "", "{shown}"),
    }
}
