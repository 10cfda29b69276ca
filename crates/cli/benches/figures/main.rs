//! The figures that a user or an operator would ask for, measured together with what the machine
//! can do. `scripts/bench` builds and runs it.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(unreachable_pub, reason = "nothing outside a benchmark uses it")]

mod agent;
mod bare;
mod bench_world;
mod build;
mod figure;
mod hub;
mod load;
mod mcp;
mod portal;
mod postgres;
mod question;
mod slack;
mod terminal;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use bare::Bare;
use bench_world::Bench;
use figure::{Figure, Quantity};

fn main() -> anyhow::Result<ExitCode> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let ["--sayso", sayso, "--root", root, "--report", report, only @ ..] = &args[..] else {
        anyhow::bail!("run scripts/bench: it knows what this needs");
    };
    let before = std::env::var_os("SAYSO_BENCH_BEFORE").map(PathBuf::from);
    run(&Bench { sayso: sayso.into(), root: root.into(), before }, Path::new(report), only)
}

type Measure = fn(&Bench) -> anyhow::Result<Vec<Figure>>;

const GROUPS: [(&str, Measure); 8] = [
    ("build", build::measure),
    ("mcp", mcp::measure),
    ("hub", hub::measure),
    ("postgres", postgres::measure),
    ("terminal", terminal::measure),
    ("portal", portal::measure),
    ("slack", slack::measure),
    // Takes minutes, so it has to be asked for.
    ("release", build::release),
];

/// Runs all groups, or the named ones; the report is only written for all of them.
fn run(bench: &Bench, report: &Path, only: &[&str]) -> anyhow::Result<ExitCode> {
    let machine = machine(bench)?;
    let mut figures = Vec::new();
    let mut complete = true;
    for (name, measure) in GROUPS {
        let default = only.is_empty() && name != "release";
        if !default && !only.contains(&name) && only != ["all"] {
            continue;
        }
        writeln!(std::io::stderr(), "measuring: {name}")?;
        match measure(bench) {
            Ok(more) => figures.extend(more),
            Err(error) => {
                writeln!(std::io::stderr(), "{name} can't be measured: {error:?}")?;
                complete = false;
            }
        }
    }
    // Figures with a target come first.
    figures.sort_by_key(|figure| figure.is_met().is_none());
    let table = figure::table(&figures);
    writeln!(std::io::stdout(), "\n{table}")?;
    if complete && (only.is_empty() || only == ["all"]) {
        std::fs::write(report, page(&table, &machine))?;
    }
    let met = complete && figures.iter().all(|figure| figure.is_met() != Some(false));
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The machine it was measured on, without its name.
fn machine(bench: &Bench) -> anyhow::Result<String> {
    let log = ["log", "-1", "--date=short", "--format=%cd, “%s”"];
    let build = String::from_utf8(Command::new("git").args(log).output()?.stdout)?;
    let (build, cores) = (build.trim(), std::thread::available_parallelism()?);
    let mut bare = Bare::start(bench)?;
    (0..200).try_for_each(|_| bare.measure())?;
    let (commit, trip) = bare.medians();
    let (commit, trip) = (Quantity::Time(commit), Quantity::Time(trip));
    Ok(format!(
        "Measured with the build of {build}, on {cores} cores. There, a durable\n\
         commit of one row with SQLite takes {commit}, a round trip of 1 KB over a unix socket {trip}."
    ))
}

fn page(table: &str, machine: &str) -> String {
    let (how, tokens) = (include_str!("how.md"), include_str!("tokens.md"));
    format!(
        "# Benchmarks\n\n\
         Written by `scripts/bench`, which prints the same table and fails when a target is missed.\n\
         Speed is shown as a ratio to a reference that is measured in the same run, so that it means\n\
         the same on another machine. Times are medians, clients are warm.\n\n\
         {table}\n{machine}\n\n## How each is measured\n\n{how}\n{tokens}"
    )
}
