//! The server that an agent starts: its start-up time, its cost while waiting, and how soon a tool
//! returns its result.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::ensure;
use sayso_api::RemoteDesk;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Desk, Query, Scope};
use tokio::runtime::{Builder, Runtime};

use crate::agent::{Agent, SOON};
use crate::bare::{Committer, Echo, median, timed};
use crate::crowd::{ask, pass, resident, spent};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, Hub, World};
use crate::question;

pub const HOW: &str = "**MCP**: from starting `sayso mcp` to its reply to `initialize`, 100 \
    times, alternating with starting `true` and waiting for its end. Memory is the resident set \
    of that process while a call waits; CPU time is its own plus the hub's over 16 seconds of \
    that wait, which includes one progress notification. Answer → tool result: from just before a \
    connected client sends the answer to the hub until the line with the tool's result has been \
    read from the server's output, 200 times, the same call each time; reference: one durable \
    commit and three round trips, as above.";

const STARTS: usize = 100;
const TIMES: usize = 200;
/// Longer than the 15 s between two progress notifications.
const WAITING: Duration = Duration::from_secs(16);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let started = start(&world)?;
    let [memory, processor] = waiting(&world, &hub)?;
    let versus = |name: &str, measured, what, value| Figure {
        name: format!("{name} vs. a tool it replaces"),
        measured,
        reference: Some(Reference { what, value }),
        target: Target::None,
    };
    let millis = |millis| Quantity::Time(Duration::from_millis(millis));
    let replaced = [
        versus("initialize", started.measured, "ask_user_questions", millis(568)),
        versus("initialize", started.measured, "provide_choice", millis(812)),
    ];
    let few = result(bench, &world, &hub, "answer → tool result, 1 pending")?;
    ask(&hub, 10_000)?;
    let many = result(bench, &world, &hub, "answer → tool result, 10,000 pending")?;
    Ok([started, memory, processor, few, many].into_iter().chain(replaced).collect())
}

fn start(world: &World) -> anyhow::Result<Figure> {
    let (mut starts, mut empty) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let begin = Instant::now();
        let agent = Agent::start(world)?;
        starts.push(begin.elapsed());
        drop(agent);
        empty.push(timed(|| {
            ensure!(Command::new("true").status()?.success(), "`true` failed");
            Ok(())
        })?);
    }
    let reference = Reference { what: "an empty process", value: Quantity::Time(median(empty)) };
    Ok(Figure {
        name: "`sayso mcp` started → initialize".to_owned(),
        measured: Quantity::Time(median(starts)),
        reference: Some(reference),
        target: Target::RatioAtMost(4.0),
    })
}

fn waiting(world: &World, hub: &Hub) -> anyhow::Result<[Figure; 2]> {
    let mut agent = Agent::start(world)?;
    let person = Person::new(hub)?;
    agent.ask("Pick a database")?;
    let id = person.sees()?;
    let both = || anyhow::Ok(spent(agent.pid())? + spent(hub.pid())?);
    let before = both()?;
    pass(WAITING);
    let share = (both()? - before).as_secs_f64() / WAITING.as_secs_f64();
    let memory = resident(agent.pid())?;
    person.answer(id)?;
    agent.result()?;
    agent.leave()?;
    Ok([
        Figure {
            name: "memory, `sayso mcp` waiting".to_owned(),
            measured: memory,
            reference: None,
            target: Target::AtMost(Quantity::megabytes(12)),
        },
        Figure {
            name: "CPU, `sayso mcp` and hub waiting".to_owned(),
            measured: Quantity::Core(share),
            reference: None,
            target: Target::Below(Quantity::Core(0.002)),
        },
    ])
}

fn result(bench: &Bench, world: &World, hub: &Hub, name: &str) -> anyhow::Result<Figure> {
    let mut agent = Agent::start(world)?;
    let person = Person::new(hub)?;
    let mut committer = Committer::new(bench)?;
    let mut echo = Echo::start()?;
    let (mut results, mut commits, mut trips) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        agent.ask("Pick a database")?;
        let id = person.sees()?;
        let begin = Instant::now();
        person.answer(id)?;
        agent.result()?;
        let result = begin.elapsed();
        let commit = timed(|| committer.commit())?;
        let trip = timed(|| echo.round_trip())?;
        // The first rounds are a warm-up.
        if round >= 10 {
            results.push(result);
            commits.push(commit);
            trips.push(trip);
        }
    }
    agent.leave()?;
    Ok(Figure {
        name: name.to_owned(),
        measured: Quantity::Time(median(results)),
        reference: Some(Reference {
            what: "commit + 3 round trips",
            value: Quantity::Time(median(commits) + 3 * median(trips)),
        }),
        target: Target::RatioAtMost(3.0),
    })
}

/// A person with an open connection to the hub.
pub struct Person {
    runtime: Runtime,
    desk: RemoteDesk,
}

impl Person {
    pub fn new(hub: &Hub) -> anyhow::Result<Person> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Person { runtime, desk: hub.desk() })
    }

    /// The agent's question, once its call waits for it.
    pub fn sees(&self) -> anyhow::Result<InteractionId> {
        Ok(self.sees_all("Pick a database", 1)?[0])
    }

    /// The newest questions with these words, once there are `count` of them and calls wait for
    /// all.
    pub fn sees_all(&self, words: &str, count: usize) -> anyhow::Result<Vec<InteractionId>> {
        let search = Some(words.to_owned());
        let begin = Instant::now();
        while begin.elapsed() < SOON {
            let (scope, search) = (Scope::Active, search.clone());
            let query = Query { scope, search, limit: count, ..Query::default() };
            let rows = self.runtime.block_on(self.desk.list(query))?.rows;
            if rows.len() == count && rows.iter().all(|row| row.live.listening) {
                return Ok(rows.iter().map(|row| row.id).collect());
            }
        }
        anyhow::bail!("the agent's questions are nowhere to be seen")
    }

    pub fn answer(&self, id: InteractionId) -> anyhow::Result<()> {
        let actor = Actor::new(None, Surface::Terminal, Presence::Interactive);
        self.runtime.block_on(self.desk.act(id, question::answer(), actor))?;
        Ok(())
    }
}
