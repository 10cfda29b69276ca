//! Getting it: the newcomer's first command in a fresh clone, the release build, and the size of
//! the binary.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::bare::timed;
use crate::bench_world::Bench;
use crate::figure::{Figure, Quantity};

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let clone = clone(bench)?;
    let begin = Instant::now();
    let mut demo = cargo(&clone, &["run", "--quiet", "--", "demo"])
        .env("SAYSO_DATA_DIR", clone.path().join("target/data"))
        .env("SAYSO_CONFIG", clone.path().join("target/config.toml"))
        .env("SAYSO_PORT", "0")
        .env("SAYSO_LINGER", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::new(demo.stdout.take().context("no pipe")?).lines();
    let asked = lines.by_ref().map_while(Result::ok).any(|line| line.starts_with("An agent asks"));
    let took = Quantity::Time(begin.elapsed());
    // It times out ten seconds later.
    lines.map_while(Result::ok).for_each(drop);
    let ended = demo.wait()?;
    ensure!(asked && ended.success(), "the demo: {ended}");
    let size = Quantity::Bytes(std::fs::metadata(&bench.sayso)?.len());
    Ok(vec![
        Figure::new("a fresh clone → the question", took)
            .at_most(Quantity::Time(Duration::from_secs(150))),
        Figure::new("binary", size).at_most(Quantity::megabytes(30)),
    ])
}

pub fn release(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let clone = clone(bench)?;
    let took = timed(|| done(&mut cargo(&clone, &["build", "--release", "--quiet", "--locked"])))?;
    let eight_minutes = Quantity::Time(Duration::from_secs(480));
    Ok(vec![Figure::new("`cargo build --release`", Quantity::Time(took)).at_most(eight_minutes)])
}

/// Of the last commit, with its dependencies downloaded.
fn clone(bench: &Bench) -> anyhow::Result<TempDir> {
    let clone = bench.directory()?;
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    done(Command::new("git").args(["clone", "--quiet"]).arg(tree).arg(clone.path()))?;
    done(&mut cargo(&clone, &["fetch", "--quiet", "--locked"]))?;
    Ok(clone)
}

fn cargo(clone: &TempDir, args: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(args).current_dir(clone.path()).env_remove("CARGO_TARGET_DIR");
    cargo
}

fn done(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status()?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
