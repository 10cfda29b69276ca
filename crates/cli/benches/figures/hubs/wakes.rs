//! The time of an answer from one hub to an agent that waits at another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use futures_util::future::try_join_all;
use sayso_desk::{Desk, Patience};
use tokio::task::JoinSet;

use super::cluster::{Cluster, Plain, number, runtime};
use super::{Member, several};
use crate::bare::median;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;
use crate::question;
use crate::wake::wake;

const TIMES: usize = 200;
const WAITS: usize = 10_000;
const HUBS: usize = 3;
/// Asked at the same time.
const TOGETHER: usize = 100;
/// By then every hub knows about all waits, or never will.
const SOON: Duration = Duration::from_secs(30);

pub fn measure(bench: &Bench, cluster: &Cluster) -> anyhow::Result<Vec<Figure>> {
    let database = cluster.database()?;
    let plain = cluster.database()?;
    let members = several(bench, &database, HUBS)?;
    let runtime = runtime()?;
    runtime.block_on(async {
        let mut plain = Plain::open(&plain).await?;
        let name = "answer at one hub → waiter at another";
        let one = figure(&mut plain, &members, name, 3.0).await?;
        let waits = wait_for_many(&members).await?;
        known(&database).await?;
        let name = "the same, 10,000 waits at three hubs";
        let many = figure(&mut plain, &members, name, 5.0).await?;
        drop(waits);
        Ok(vec![one, many])
    })
}

async fn figure(
    plain: &mut Plain,
    members: &[Member],
    name: &str,
    most: f64,
) -> anyhow::Result<Figure> {
    let (agent, person) = (Arc::new(members[0].hub.desk()), members[1].hub.desk());
    let (mut wakes, mut commits, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        let wake = wake(&person, &agent).await?;
        let commit = plain.commit().await?;
        let note = plain.notify().await?;
        // The first rounds are a warm-up.
        if round >= 10 {
            wakes.push(wake);
            commits.push(commit);
            notes.push(note);
        }
    }
    Ok(Figure {
        name: name.to_owned(),
        measured: Quantity::Time(median(wakes)),
        reference: Some(Reference {
            what: "commit + NOTIFY",
            value: Quantity::Time(median(commits) + median(notes)),
        }),
        target: Target::RatioAtMost(most),
    })
}

/// Calls that wait, until dropped: each hub's over one connection.
async fn wait_for_many(members: &[Member]) -> anyhow::Result<JoinSet<()>> {
    let mut waits = JoinSet::new();
    for (nth, member) in members.iter().enumerate() {
        let desk = Arc::new(member.hub.desk());
        let share = WAITS / HUBS + usize::from(nth < WAITS % HUBS);
        for asked in (0..share).step_by(TOGETHER) {
            let some = TOGETHER.min(share - asked);
            for view in try_join_all((0..some).map(|_| desk.ask(question::ask()))).await? {
                let desk = Arc::clone(&desk);
                let id = view.interaction.id;
                waits.spawn(async move { drop(desk.wait(id, Patience::Forever).await) });
            }
        }
    }
    Ok(waits)
}

/// Waits until all of them are told to all hubs.
async fn known(database: &str) -> anyhow::Result<()> {
    let start = Instant::now();
    let told = "select count(*) from presence where key like 'wait%'";
    while number(database, told).await? < WAITS as u64 {
        ensure!(start.elapsed() < SOON, "not all waits are told after {SOON:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}
