//! The performance figures of the product, measured together with what the machine can do.
//! `scripts/bench` builds and runs it.

mod agent;
mod bare;
mod bounds;
mod browser;
mod clone;
mod commits;
mod concurrent;
mod crowd;
mod extract;
mod figure;
mod hubs;
mod load;
mod mcp;
mod packages;
mod pages;
mod place;
mod portal;
mod processes;
mod question;
mod report;
mod requests;
mod slack;
mod space;
mod terminal;
mod visits;
mod wake;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use bare::{Appender, Committer, Echo, median, timed};
use figure::{Figure, Quantity, Verdict};
use place::Bench;

fn main() -> anyhow::Result<ExitCode> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--role", Echo::ROLE, directory] => Echo::serve(Path::new(directory))?,
        ["--role", requests::ROLE, _] => requests::serve_nothing()?,
        ["--sayso", sayso, "--root", root, "--report", report, ref only @ ..] => {
            let bench = Bench { sayso: PathBuf::from(sayso), root: PathBuf::from(root) };
            return run(&bench, Path::new(report), only);
        }
        _ => writeln!(std::io::stderr(), "run scripts/bench: it knows what this needs")?,
    }
    Ok(ExitCode::SUCCESS)
}

type Measure = fn(&Bench) -> anyhow::Result<Vec<Figure>>;

const GROUPS: [(&str, Measure, &str); 16] = [
    ("processes", processes::measure, processes::HOW),
    ("wake", wake::measure, wake::HOW),
    ("crowd", crowd::measure, crowd::HOW),
    ("commits", commits::measure, commits::HOW),
    ("requests", requests::measure, requests::HOW),
    ("extract", extract::measure, extract::HOW),
    ("mcp", mcp::measure, mcp::HOW),
    ("concurrent", concurrent::measure, concurrent::HOW),
    ("terminal", terminal::measure, terminal::HOW),
    ("portal", portal::measure, portal::HOW),
    ("bounds", bounds::measure, bounds::HOW),
    ("slack", slack::measure, slack::HOW),
    ("space", space::measure, space::HOW),
    ("hubs", hubs::measure, hubs::HOW),
    ("clone", clone::measure, clone::HOW),
    ("packages", packages::measure, packages::HOW),
];

/// Runs all groups, or the named ones; a report is only written for all of them.
fn run(bench: &Bench, report: &Path, only: &[&str]) -> anyhow::Result<ExitCode> {
    let machine = machine(bench)?;
    let mut figures = Vec::new();
    let mut failed = None;
    for (name, measure, _) in GROUPS {
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        writeln!(std::io::stderr(), "measuring: {name}")?;
        match measure(bench).with_context(|| format!("measuring {name}")) {
            Ok(more) => figures.extend(more),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    // Figures with a target come first.
    figures.sort_by_key(|figure| figure.verdict() == Verdict::NotJudged);
    let table = report::table(&figures);
    writeln!(std::io::stdout(), "\n{table}")?;
    if let Some(error) = failed {
        return Err(error);
    }
    if only.is_empty() {
        let how = GROUPS.map(|(_, _, how)| how);
        std::fs::write(report, report::page(&table, &machine, &how))?;
    }
    let missed = figures.iter().any(|figure| figure.verdict() == Verdict::Missed);
    Ok(if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The machine it was measured on, without its name.
fn machine(bench: &Bench) -> anyhow::Result<String> {
    let cores = std::thread::available_parallelism()?;
    let mut appender = Appender::new(bench)?;
    let mut committer = Committer::new(bench)?;
    let mut echo = Echo::start()?;
    let (mut appends, mut commits, mut trips) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..200 {
        appends.push(timed(|| appender.append())?);
        commits.push(timed(|| committer.commit())?);
        trips.push(timed(|| echo.round_trip())?);
    }
    let shown = |times: Vec<Duration>| Quantity::Time(median(times));
    Ok(format!(
        "Measured on {cores} cores. There, appending 4 KB to a file and syncing it takes {}, a durable\n\
         commit of one row with SQLite {}, a round trip of 1 KB over a unix socket {}.",
        shown(appends),
        shown(commits),
        shown(trips)
    ))
}
