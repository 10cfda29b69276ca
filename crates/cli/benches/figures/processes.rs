//! Figures about whole processes: the time of a command, the start-up time of a hub, the size of
//! the binary.

use std::time::Duration;

use sayso_desk::Desk;

use crate::bare::{median, timed};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;
use crate::question;

pub const HOW: &str = "**Commands**: from starting the process to its end, 150 runs of each, \
    alternating; the hub is running and ten questions are pending. Without a hub: `sayso list` in \
    an empty data directory starts one and shows the list, 10 times. A hub is ready when it \
    announces it, which is when connecting succeeds.";

const COMMANDS: usize = 150;
const STARTS: usize = 10;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let (list, version) = commands(bench)?;
    let version = || Some(Reference { what: "`sayso --version`", value: Quantity::Time(version) });
    let (cold, ready) = starts(bench)?;
    let size = std::fs::metadata(&bench.sayso)?.len();
    Ok(vec![
        Figure {
            name: "`sayso list`, hub running".to_owned(),
            measured: Quantity::Time(list),
            reference: version(),
            target: Target::RatioAtMost(3.0),
        },
        Figure {
            name: "`sayso list`, no hub yet".to_owned(),
            measured: Quantity::Time(cold),
            reference: version(),
            target: Target::None,
        },
        Figure {
            name: "hub started → ready".to_owned(),
            measured: Quantity::Time(ready),
            reference: version(),
            target: Target::None,
        },
        Figure {
            name: "binary, as shipped".to_owned(),
            measured: Quantity::Bytes(size),
            reference: None,
            target: Target::AtMost(Quantity::megabytes(20)),
        },
    ])
}

fn commands(bench: &Bench) -> anyhow::Result<(Duration, Duration)> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let desk = hub.desk();
        for _ in 0..10 {
            desk.ask(question::ask()).await?;
        }
        anyhow::Ok(())
    })?;
    let (mut lists, mut versions) = (Vec::new(), Vec::new());
    for _ in 0..COMMANDS {
        lists.push(timed(|| world.run(&["list"]))?);
        versions.push(timed(|| world.run(&["--version"]))?);
    }
    Ok((median(lists), median(versions)))
}

fn starts(bench: &Bench) -> anyhow::Result<(Duration, Duration)> {
    let (mut colds, mut readies) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let world = bench.world()?;
        let cold = timed(|| world.run(&["list"]));
        // Also if listing failed: the hub it started must not keep running.
        world.run(&["hub", "stop"])?;
        colds.push(cold?);
        let world = bench.world()?;
        readies.push(timed(|| world.hub())?);
    }
    Ok((median(colds), median(readies)))
}
