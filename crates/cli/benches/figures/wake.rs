//! The time of an answer: from the person who gives it to the agent that waits for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use sayso_api::RemoteDesk;
use sayso_core::Surface;
use sayso_core::surface::{Actor, Presence};
use sayso_desk::{Desk, Patience};

use crate::bare::{Committer, Echo, median, timed};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, Hub};
use crate::question;

pub const HOW: &str = "**Answer → waiter**: two connected clients over the unix socket; from just \
    before one sends the answer until the other's wait has returned, 200 times; the hub knows \
    about the wait before. Reference, alternating: one durable commit of one row with SQLite, and \
    two round trips of 1 KB to a process that echoes over a unix socket; the sum of their \
    medians.";

const TIMES: usize = 200;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let woken = figure(bench, &hub, "answer → waiter, 1 pending")?;
    let versus = |what, micros| Figure {
        name: "answer → waiter vs. a tool it replaces".to_owned(),
        measured: woken.measured,
        reference: Some(Reference { what, value: Quantity::Time(Duration::from_micros(micros)) }),
        target: Target::None,
    };
    let replaced = [versus("ask_user_questions", 111_000), versus("provide_choice", 4_300)];
    Ok([woken].into_iter().chain(replaced).collect())
}

pub fn figure(bench: &Bench, hub: &Hub, name: &str) -> anyhow::Result<Figure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (person, agent) = (hub.desk(), Arc::new(hub.desk()));
    let mut committer = Committer::new(bench)?;
    let mut echo = Echo::start()?;
    let (mut wakes, mut commits, mut trips) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        let wake = runtime.block_on(wake(&person, &agent))?;
        let commit = timed(|| committer.commit())?;
        let trip = timed(|| echo.round_trip())?;
        // The first rounds are a warm-up.
        if round >= 10 {
            wakes.push(wake);
            commits.push(commit);
            trips.push(trip);
        }
    }
    Ok(Figure {
        name: name.to_owned(),
        measured: Quantity::Time(median(wakes)),
        reference: Some(Reference {
            what: "commit + 2 round trips",
            value: Quantity::Time(median(commits) + 2 * median(trips)),
        }),
        target: Target::RatioAtMost(3.0),
    })
}

/// The agent's hub knows of the wait before the answer.
pub async fn wake(person: &RemoteDesk, agent: &Arc<RemoteDesk>) -> anyhow::Result<Duration> {
    let id = agent.ask(question::ask()).await?.interaction.id;
    let waiting = tokio::spawn({
        let agent = Arc::clone(agent);
        async move {
            let view = agent.wait(id, Patience::Forever).await?;
            anyhow::Ok((view, Instant::now()))
        }
    });
    while !agent.show(&id.into()).await?.live.listening {}
    let actor = Actor::new(None, Surface::Terminal, Presence::Interactive);
    let start = Instant::now();
    person.act(id, question::answer(), actor).await?;
    let (view, woken) = waiting.await??;
    ensure!(!view.interaction.is_pending(), "woken without an outcome");
    Ok(woken - start)
}
