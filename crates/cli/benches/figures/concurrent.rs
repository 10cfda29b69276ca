//! One agent with many concurrent calls: how they slow each other down.

use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::bare::{Committer, Echo, median, timed};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::mcp::Person;
use crate::place::{Bench, Hub, World};

pub const HOW: &str = "**Concurrent calls**: all over one `sayso mcp`. Answer → tool result as \
    above, while 1,000 calls of the same agent wait for other questions, alternating with an \
    agent that has no other call; 200 times. Asks: `ask_user_questions` with `nonBlocking`, 16 \
    concurrent calls, from the call to its reply, half a second per round, 6 rounds; reference: \
    one durable commit and three round trips, one after the other. Identical: the same call 50 \
    times in parallel, each answered, until the last reply arrives, 10 times; reference: 50 times \
    a single call. It also checks that there are 50 replies and no announcement.";

const WAITING: usize = 1_000;
const TIMES: usize = 200;
const AT_ONCE: usize = 16;
const ROUNDS: usize = 6;
const ROUND: Duration = Duration::from_millis(500);
const IDENTICAL: usize = 50;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let (beside_many, alone) = waiting(&world, &hub)?;
    let identical = identical(&world, &hub, alone)?;
    let asks = asks(bench, &world)?;
    Ok(vec![beside_many, asks, identical])
}

/// The same for an agent without other calls, as a reference.
fn waiting(world: &World, hub: &Hub) -> anyhow::Result<(Figure, Duration)> {
    let (mut busy, mut idle) = (Agent::start(world)?, Agent::start(world)?);
    let person = Person::new(hub)?;
    for nth in 0..WAITING {
        busy.ask(&format!("Question {nth}"))?;
    }
    // A page of a list has 500 rows; the calls came in order.
    person.sees_all("Question", 500)?;
    let (mut many, mut one) = (Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        for (agent, times) in [(&mut busy, &mut many), (&mut idle, &mut one)] {
            agent.ask("Pick a database")?;
            let id = person.sees()?;
            let begin = Instant::now();
            person.answer(id)?;
            agent.result()?;
            // The first rounds are a warm-up.
            if round >= 10 {
                times.push(begin.elapsed());
            }
        }
    }
    let alone = median(one);
    let figure = Figure {
        name: "answer → tool result, 1,000 calls waiting".to_owned(),
        measured: Quantity::Time(median(many)),
        reference: Some(Reference { what: "one call waiting", value: Quantity::Time(alone) }),
        target: Target::RatioAtMost(1.5),
    };
    Ok((figure, alone))
}

fn asks(bench: &Bench, world: &World) -> anyhow::Result<Figure> {
    let mut agent = Agent::start(world)?;
    let mut committer = Committer::new(bench)?;
    let mut echo = Echo::start()?;
    let (mut rates, mut alone) = (Vec::new(), Vec::new());
    let mut asked = 0;
    let mut ask = |agent: &mut Agent| {
        asked += 1;
        agent.call("ask_user_questions", question(asked))
    };
    for _ in 0..AT_ONCE {
        ask(&mut agent)?;
    }
    for round in 0..=ROUNDS {
        let (begin, mut replies) = (Instant::now(), 0.0);
        while begin.elapsed() < ROUND {
            let result = agent.any_result()?;
            let status = &result["structuredContent"]["status"];
            ensure!(*status == "pending", "the tool gave {result}");
            replies += 1.0;
            ask(&mut agent)?;
        }
        let rate = replies / begin.elapsed().as_secs_f64();
        let commit = timed(|| committer.commit())?;
        let trip = timed(|| echo.round_trip())?;
        // The first round is a warm-up.
        if round > 0 {
            rates.push(rate);
            alone.push(1.0 / (commit + 3 * trip).as_secs_f64());
        }
    }
    Ok(Figure {
        name: "asks on one connection, 16 at once".to_owned(),
        measured: Quantity::Rate(median(rates)),
        reference: Some(Reference {
            what: "commit + 3 round trips",
            value: Quantity::Rate(median(alone)),
        }),
        target: Target::AtLeast(Quantity::Rate(2_000.0)),
    })
}

fn question(number: usize) -> Value {
    json!({ "nonBlocking": true, "questions": [{
        "title": format!("Number {number}"),
        "prompt": "Which framework should the new front end be built with?",
        "context": "The old one is no longer maintained; the choice decides what the team has to \
            learn in the next weeks, and what the pages of the shop can share.",
        "options": [
            { "label": "React", "description": "known", "recommended": true },
            { "label": "Svelte", "description": "smaller" },
        ],
    }] })
}

fn identical(world: &World, hub: &Hub, alone: Duration) -> anyhow::Result<Figure> {
    let mut agent = Agent::start(world)?;
    let person = Person::new(hub)?;
    let mut times = Vec::new();
    for _ in 0..10 {
        for _ in 0..IDENTICAL {
            agent.ask("The same question")?;
        }
        let ids = person.sees_all("The same question", IDENTICAL)?;
        let begin = Instant::now();
        for id in ids {
            person.answer(id)?;
        }
        let mut answered = std::collections::BTreeSet::new();
        for _ in 0..IDENTICAL {
            let result = agent.any_result()?["structuredContent"].clone();
            ensure!(result["action_status"] == "selected", "the tool gave {result}");
            ensure!(result.get("late_answers").is_none(), "announced: {result}");
            ensure!(answered.insert(result["session_id"].to_string()), "given twice: {result}");
        }
        times.push(begin.elapsed());
    }
    agent.leave()?;
    let reference = alone * u32::try_from(IDENTICAL)?;
    Ok(Figure {
        name: "50 identical calls at once, each answered".to_owned(),
        measured: Quantity::Time(median(times)),
        reference: Some(Reference { what: "50 times one", value: Quantity::Time(reference) }),
        target: Target::RatioAtMost(2.0),
    })
}
