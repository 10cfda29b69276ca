//! Hubs over one PostgreSQL: an answer from one to another, and asks.

use std::process::Command;

use anyhow::{Context, ensure};
use sayso_desk::{Answering, Asking};
use tokio_postgres::NoTls;

use crate::agent::woken;
use crate::bare::median;
use crate::bench_world::{Bench, runtime};
use crate::figure::{Figure, Quantity};
use crate::load::{self, Door};
use crate::question;

const TIMES: usize = 200;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/test-postgres");
    let pid = std::process::id().to_string();
    let output = Command::new(script).args([&pid, "durable"]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout)?;
    let url = told.lines().next().context("no URL")?;
    Ok(vec![wakes(bench, url)?, asks(bench, url)?])
}

/// The URL of a new, empty database.
fn database(url: &str, name: &str) -> anyhow::Result<String> {
    runtime()?.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        client.batch_execute(&format!("create database {name}")).await?;
        let (server, _) = url.rsplit_once('/').context("no database in the URL")?;
        Ok(format!("{server}/{name}"))
    })
}

fn asks(bench: &Bench, url: &str) -> anyhow::Result<Figure> {
    let (mut world, mut other) = (bench.world()?, bench.world()?);
    world.database = Some(database(url, "asks")?);
    if let Some(before) = &bench.before {
        other.sayso.clone_from(before);
        other.database = Some(database(url, "asks_before")?);
    }
    let (world, other) = (world.hub()?, other.hub()?);
    let [now, other] = load::rates([Door::of(&world)?, Door::of(&other)?])?;
    let figure = Figure::new("durable asks over PostgreSQL, 64 connections", now);
    Ok(match bench.before {
        Some(_) => figure.beside("0.2.0", other).at_least(Quantity::Ratio(1.5)),
        None => figure.beside("over SQLite", other),
    })
}

fn wakes(bench: &Bench, url: &str) -> anyhow::Result<Figure> {
    let (mut here, mut there) = (bench.world()?, bench.world()?);
    here.database = Some(database(url, "hubs")?);
    there.database.clone_from(&here.database);
    let (here, there) = (here.hub()?, there.hub()?);
    let (agent, persons) = (here.desk(), [here.desk(), there.desk()]);
    let mut times = [Vec::new(), Vec::new()];
    runtime()?.block_on(async {
        for round in 0..TIMES + 10 {
            for (person, times) in persons.iter().zip(&mut times) {
                let id = agent.ask(question::ask()).await?.interaction.id;
                let answer = async || {
                    person.act(id, question::answer(), question::person()).await?;
                    Ok(())
                };
                let time = woken(&agent, id, answer).await?;
                // The first rounds are a warm-up.
                if round >= 10 {
                    times.push(time);
                }
            }
        }
        anyhow::Ok(())
    })?;
    let [same, other] = times.map(|times| Quantity::Time(median(times)));
    Ok(Figure::new("answer at one hub → waiter at another", other)
        .beside("at one hub", same)
        .at_most(Quantity::Ratio(2.0)))
}
