//! The newcomer's first command: how long a fresh clone takes until the question is on the screen.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::figure::{Figure, Quantity, Target};
use crate::place::Bench;

pub const HOW: &str = "**Clone**: `cargo run -- demo` in a new clone of the last commit, \
    until it prints the question; once, with all dependencies downloaded.";

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let place = bench.directory()?;
    let clone = place.path().join("clone");
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cloned = Command::new("git").args(["clone", "--quiet"]).arg(tree).arg(&clone).status()?;
    ensure!(cloned.success(), "git clone: {cloned}");
    let fetched = Command::new("cargo")
        .args(["fetch", "--quiet", "--locked"])
        .current_dir(&clone)
        .status()?;
    ensure!(fetched.success(), "cargo fetch: {fetched}");
    let begin = Instant::now();
    let mut demo = Command::new("cargo")
        .args(["run", "--quiet", "--", "demo"])
        .current_dir(&clone)
        .env_remove("CARGO_TARGET_DIR")
        .env("SAYSO_DATA_DIR", place.path().join("data"))
        .env("SAYSO_CONFIG", place.path().join("config.toml"))
        .env("SAYSO_PORT", "0")
        .env("SAYSO_LINGER", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::new(demo.stdout.take().context("no pipe")?).lines();
    let asked = lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("An agent asks"));
    let took = begin.elapsed();
    // It times out ten seconds later.
    lines.map_while(Result::ok).for_each(drop);
    let ended = demo.wait()?;
    ensure!(asked && ended.success(), "the demo: {ended}");
    Ok(vec![Figure {
        name: "a fresh clone → the question".to_owned(),
        measured: Quantity::Time(took),
        reference: None,
        target: Target::AtMost(Quantity::Time(Duration::from_secs(150))),
    }])
}
