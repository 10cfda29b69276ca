//! The server that an agent starts: how soon it is there, what it costs, and how soon a tool gives
//! its result.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use sayso_api::RemoteDesk;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Desk, Query, Scope};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::bare::{Committer, Echo, median, timed};
use crate::crowd::{ask, pass, resident, spent};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, Hub, World};
use crate::question;

pub const HOW: &str = "**MCP**: from starting `sayso mcp` to its reply to `initialize`, 100 times, \
    taking turns with starting `true`. Memory and processor time are those of that process while a \
    call waits, the latter over 12 seconds. Answer → tool result: from just before a warm client sends \
    the answer to the hub until the line with the tool's result has been read from the server's output, \
    200 times; beside it one durable commit and three round trips, as above.";

const STARTS: usize = 100;
const TIMES: usize = 200;
const WAITING: Duration = Duration::from_secs(12);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let mut figures = vec![start(&world)?];
    figures.extend(waiting(&world, &hub)?);
    figures.push(result(bench, &world, &hub, "answer → tool result, 1 pending")?);
    ask(&hub, 10_000)?;
    figures.push(result(bench, &world, &hub, "answer → tool result, 10,000 pending")?);
    Ok(figures)
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
    agent.call()?;
    let id = person.sees()?;
    let before = spent(agent.pid())?;
    pass(WAITING);
    let share = (spent(agent.pid())? - before).as_secs_f64() / WAITING.as_secs_f64();
    let memory = resident(agent.pid())?;
    person.answer(id)?;
    agent.result()?;
    Ok([
        Figure {
            name: "memory, `sayso mcp` waiting".to_owned(),
            measured: memory,
            reference: None,
            target: Target::AtMost(Quantity::megabytes(12)),
        },
        Figure {
            name: "processor, `sayso mcp` waiting".to_owned(),
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
        agent.call()?;
        let id = person.sees()?;
        let begin = Instant::now();
        person.answer(id)?;
        agent.result()?;
        let result = begin.elapsed();
        let commit = timed(|| committer.commit())?;
        let trip = timed(|| echo.round_trip())?;
        // The first ones only warm up.
        if round >= 10 {
            results.push(result);
            commits.push(commit);
            trips.push(trip);
        }
    }
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

/// Somebody with a warm connection to the hub.
struct Person {
    runtime: Runtime,
    desk: RemoteDesk,
}

impl Person {
    fn new(hub: &Hub) -> anyhow::Result<Person> {
        Ok(Person {
            runtime: Builder::new_current_thread().enable_all().build()?,
            desk: hub.desk(),
        })
    }

    /// The agent's question, once its call waits for it.
    fn sees(&self) -> anyhow::Result<InteractionId> {
        loop {
            let query = Query { scope: Scope::Active, limit: 1, ..Query::default() };
            let page = self.runtime.block_on(self.desk.list(query))?;
            if let Some(row) = page.rows.first().filter(|row| row.live.listening) {
                return Ok(row.id);
            }
        }
    }

    fn answer(&self, id: InteractionId) -> anyhow::Result<()> {
        let actor = Actor::new(None, Surface::Terminal, Presence::Interactive);
        self.runtime.block_on(async {
            self.desk.act(id, question::answer(), actor).await?;
            anyhow::Ok(())
        })
    }
}

/// An agent that speaks to a server of its own, line by line. Ended when dropped.
struct Agent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Agent {
    /// Started, and greeted.
    fn start(world: &World) -> anyhow::Result<Agent> {
        let mut command = world.command(&["mcp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().context("no pipe")?;
        let output = BufReader::new(child.stdout.take().context("no pipe")?);
        let mut agent = Agent { child, input, output };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "claude-code", "version": "1" },
        });
        agent.send(json!({ "id": 0, "method": "initialize", "params": hello }))?;
        ensure!(agent.receive()?["result"].is_object(), "no greeting");
        agent.send(json!({ "method": "notifications/initialized" }))?;
        Ok(agent)
    }

    fn pid(&self) -> u32 {
        self.child.id()
    }

    fn call(&mut self) -> anyhow::Result<()> {
        let params = json!({ "name": "provide_choice", "arguments": question::ask().arguments });
        self.send(json!({ "id": 1, "method": "tools/call", "params": params }))
    }

    fn result(&mut self) -> anyhow::Result<()> {
        let reply = self.receive()?;
        let status = &reply["result"]["structuredContent"]["action_status"];
        ensure!(*status == "selected", "the tool gave {reply}");
        Ok(())
    }

    fn send(&mut self, mut message: Value) -> anyhow::Result<()> {
        message["jsonrpc"] = json!("2.0");
        self.input.write_all(format!("{message}\n").as_bytes())?;
        Ok(self.input.flush()?)
    }

    fn receive(&mut self) -> anyhow::Result<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
