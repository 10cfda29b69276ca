//! Programs that an agent starts, `sayso mcp` and `sayso hook`: how soon it is there, what it costs
//! while it waits, and how soon a tool returns its result.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::agent::{Agent, Person};
use crate::bare::{Bare, median, timed};
use crate::bench_world::{Bench, SETTLING, World, pass, resident, spent};
use crate::figure::{Figure, Quantity};
use crate::load::Door;

const STARTS: usize = 100;
const TIMES: usize = 200;
const PENDING: usize = 10_000;
const WAITING: usize = 1_000;
/// Longer than the 15 s between two progress notifications.
const IDLE: Duration = Duration::from_secs(16);
const AT_ONCE: usize = 16;
const ROUNDS: usize = 6;
const ROUND: Duration = Duration::from_millis(500);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut figures = starts(&bench.world()?)?;
    figures.extend(results(bench)?);
    figures.push(asks(&bench.world()?)?);
    figures.extend(waiting(&bench.world()?)?);
    Ok(figures)
}

fn starts(world: &World) -> anyhow::Result<Vec<Figure>> {
    let _hub = world.hub()?;
    let event = |tool: &str, input: Value| -> anyhow::Result<PathBuf> {
        let path = world.paths().data_dir.join(format!("{tool}.json"));
        let event = json!({ "session_id": "5c1f", "cwd": "/", "hook_event_name": "PreToolUse",
            "tool_name": tool, "tool_input": input });
        std::fs::write(&path, event.to_string())?;
        Ok(path)
    };
    let reading = event("Read", json!({ "file_path": "/src/main.rs" }))?;
    let harmless = event("Bash", json!({ "command": "cargo test --workspace" }))?;
    let run = |command: &mut Command| {
        timed(|| command.status()?.success().then_some(()).context("failed"))
    };
    let hook = |event: &Path| run(world.command(&["hook"]).stdin(File::open(event)?));
    let (mut servers, mut empty) = (Vec::new(), Vec::new());
    let (mut unasked, mut passed) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let begin = Instant::now();
        let agent = Agent::start(world)?;
        servers.push(begin.elapsed());
        drop(agent);
        unasked.push(hook(&reading)?);
        passed.push(hook(&harmless)?);
        empty.push(run(&mut Command::new("true"))?);
    }
    let empty = Quantity::Time(median(empty));
    let figure = |name, times, most| {
        let time = Quantity::Time(median(times));
        Figure::new(name, time).beside("an empty process", empty).at_most(Quantity::Ratio(most))
    };
    let server = figure("`sayso mcp` started → initialize", servers, 4.0);
    let replaced = [
        server.versus("ask_user_questions", Quantity::millis(568)),
        server.versus("provide_choice", Quantity::millis(812)),
    ];
    let unasked = figure("`sayso hook`, a tool it does not ask about", unasked, 4.0);
    let passed = figure("`sayso hook`, a command that it lets pass", passed, 5.0);
    Ok([server, unasked, passed].into_iter().chain(replaced).collect())
}

fn results(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let (mut alone, mut busy) = (Agent::start(&world)?, Agent::start(&world)?);
    let person = Person::new(&hub)?;
    for nth in 0..WAITING {
        busy.ask(&format!("Question {nth}"))?;
    }
    // A page of a list has 500 rows; the calls came in order.
    person.sees("Question", 500)?;
    let mut bare = Bare::start(bench)?;
    let (mut one, mut many) = (Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        let times = (person.answers(&mut alone, "Alone")?, person.answers(&mut busy, "Busy")?);
        bare.measure()?;
        // The first rounds are a warm-up.
        if round >= 10 {
            one.push(times.0);
            many.push(times.1);
        }
    }
    let (commit, trip) = bare.medians();
    let (one, many) = (Quantity::Time(median(one)), Quantity::Time(median(many)));
    let first = Figure::new("answer → tool result", one)
        .beside("commit + 3 round trips", Quantity::Time(commit + 3 * trip))
        .at_most(Quantity::Ratio(3.0));
    let beside = Figure::new("answer → tool result, 1,000 calls waiting", many)
        .beside("one call waiting", one)
        .at_most(Quantity::Ratio(1.5));
    let replaced = [
        first.versus("ask_user_questions", Quantity::millis(111)),
        first.versus("provide_choice", Quantity::Time(Duration::from_micros(4_300))),
    ];
    Ok([first, beside].into_iter().chain(replaced).collect())
}

fn asks(world: &World) -> anyhow::Result<Figure> {
    let _hub = world.hub()?;
    let mut agent = Agent::start(world)?;
    let mut asked = 0;
    let mut ask = |agent: &mut Agent| {
        asked += 1;
        let options = json!([{ "label": "React", "description": "known" }, { "label": "Svelte" }]);
        let question = json!({ "title": format!("Number {asked}"), "options": options,
            "prompt": "Which framework should the new front end be built with?" });
        agent.call("ask_user_questions", json!({ "nonBlocking": true, "questions": [question] }))
    };
    for _ in 0..AT_ONCE {
        ask(&mut agent)?;
    }
    let mut rates = Vec::new();
    // The first round is a warm-up.
    for _ in 0..=ROUNDS {
        let (begin, mut replies) = (Instant::now(), 0.0);
        while begin.elapsed() < ROUND {
            let result = agent.reply()?;
            ensure!(result["structuredContent"]["status"] == "pending", "the tool gave {result}");
            replies += 1.0;
            ask(&mut agent)?;
        }
        rates.push(replies / begin.elapsed().as_secs_f64());
    }
    let rate = Quantity::Rate(median(rates.split_off(1)));
    let name = "asks on one connection, 16 at once";
    Ok(Figure::new(name, rate).at_least(Quantity::Rate(1_500.0)))
}

fn waiting(world: &World) -> anyhow::Result<Vec<Figure>> {
    let hub = world.hub()?;
    Door::of(&hub)?.ask(PENDING)?;
    let mut agent = Agent::start(world)?;
    agent.ask("Waiting")?;
    Person::new(&hub)?.sees("Waiting", 1)?;
    pass(SETTLING);
    let both = || anyhow::Ok(spent(agent.pid())? + spent(hub.pid())?);
    let before = both()?;
    pass(IDLE);
    let share = (both()? - before).as_secs_f64() / IDLE.as_secs_f64();
    let server = Quantity::Bytes(resident(agent.pid())?);
    let hub = Quantity::Bytes(resident(hub.pid())?);
    let server =
        Figure::new("memory, `sayso mcp` waiting", server).at_most(Quantity::megabytes(20));
    let hub = Figure::new("memory, hub with 10,000 pending", hub).at_most(Quantity::megabytes(40));
    let idle =
        Figure::new("idle, both of them", Quantity::Core(share)).at_most(Quantity::Core(0.002));
    let replaced = [
        server.versus("ask_user_questions, idle", Quantity::megabytes(119)),
        server.versus("provide_choice, idle", Quantity::megabytes(68)),
        idle.versus("ask_user_questions, 100 pending", Quantity::Core(0.22)),
    ];
    Ok([server, hub, idle].into_iter().chain(replaced).collect())
}
