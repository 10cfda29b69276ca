//! The book builds, with every page, and without a warning.

use std::path::Path;
use std::process::Command;

use crate::pages::SOURCE;
use crate::tree::{files, root};

/// REQ: IN-5
#[test]
fn the_guide_builds() {
    let install = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guide/install");
    let installed = Command::new(install).output().unwrap();
    let said = String::from_utf8_lossy(&installed.stderr);
    assert!(installed.status.success(), "mdBook cannot be installed: {said}");
    let mdbook = String::from_utf8(installed.stdout).unwrap();
    let into = tempfile::tempdir().unwrap();
    let built = Command::new(mdbook.trim())
        .args(["build", "--dest-dir"])
        .arg(into.path())
        .arg(root().join("docs/guide"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    assert!(!said.contains("WARN") && !said.contains("ERROR"), "{said}");
    for (name, _) in files(SOURCE, "md") {
        let name = name.strip_prefix(SOURCE).unwrap().trim_start_matches('/');
        if name != "SUMMARY.md" {
            let page = into.path().join(name).with_extension("html");
            assert!(page.is_file(), "{name} isn't in the book");
        }
    }
    assert!(into.path().join("images/terminal.svg").is_file(), "the book has no pictures");
}
