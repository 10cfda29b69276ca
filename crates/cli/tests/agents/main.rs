//! The matrix: real agents with a scripted model, and what the model received.
//!
//! By default only some cells of the most common agents run, with every test run.
//! `SAYSO_AGENTS=whole` runs all of them and writes `docs/clients.md`: see `scripts/agents`.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod agent;
#[path = "../guide/blocks.rs"]
mod blocks;
mod bridge;
mod cells;
mod dialogs;
mod guide;
mod headless;
mod hooks;
mod lost;
mod model;
mod modes;
mod plays;
mod plugins;
mod races;
mod report;
mod sandbox;
mod scene;
mod server_races;
mod servers;
mod together;
mod waiting;
mod world;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // By `scripts/test --without agents`.
    let left_out = std::env::var("SAYSO_TEST_WITHOUT").unwrap_or_default();
    if left_out.split(' ').any(|part| part == "agents") {
        return libtest_mimic::run(&arguments, Vec::new()).exit_code();
    }
    let wanted = std::env::var("SAYSO_AGENTS").unwrap_or_default();
    let whole = wanted == "whole";
    let cells = match wanted.as_str() {
        "whole" => cells::whole(),
        "races" => cells::races(),
        _ => cells::short(),
    };
    let trials = cells.into_iter().map(|cell| {
        let run = move || match sandbox::inside() {
            Some(installed) => {
                plays::play(cell, &installed);
                Ok(())
            }
            None => {
                let ended = sandbox::again(cell);
                if whole {
                    report::note(cell, &ended);
                }
                ended.map_err(Into::into)
            }
        };
        Trial::test(cell.name(), run)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if whole && sandbox::inside().is_none() && !arguments.list {
        report::write();
    }
    conclusion.exit_code()
}
