//! How much one, two and four hubs do together, beside what PostgreSQL does without them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use sayso_wire::{ActRequest, AskRequest};
use tokio::net::UnixStream;
use tokio::task::JoinSet;

use super::cluster::{Cluster, Plain, execute, row, runtime};
use super::{Member, several};
use crate::bare::median;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::load::{self, CONNECTIONS, Connection, Door};
use crate::place::Bench;
use crate::question;

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(500);
const HUBS: [usize; 3] = [1, 2, 4];
/// Rows of a transaction of `pgbench`: as many as asks can wait for one commit of the hub.
const ROWS: f64 = 64.0;

/// The hub's own row, again and again: the first one is a question that was asked.
const OWN_TABLES: &str = "create table first_row as select * from interactions; \
     create table first_text as select * from search";

const OWN_ROWS: &str = "with new as ( \
         insert into interactions (id, call_id, fingerprint, test, status, revision, created_at, \
             deadline, settled_at, delivered_at, heard_at, version, body) \
         select gen_random_uuid(), gen_random_uuid()::text, fingerprint, test, status, revision, \
             created_at, deadline, settled_at, delivered_at, heard_at, version, body \
         from first_row, generate_series(1, 64) \
         on conflict do nothing \
         returning id \
     ) \
     insert into search (id, text) select new.id, first_text.text from new, first_text;\n";

pub fn measure(bench: &Bench, cluster: &Cluster) -> anyhow::Result<Vec<Figure>> {
    let alone = bench.world()?;
    let alone = alone.hub()?;
    let own = own_tables(bench, cluster)?;
    let plain = cluster.database()?;
    execute(&plain, Plain::TABLE)?;
    // In a script, a colon begins a variable.
    let text = row().replace(['\'', ':'], " ");
    let one_row = format!("insert into plain (body) values ('{text}');\n");
    let plain_rows =
        format!("insert into plain (body) select '{text}' from generate_series(1, 64);\n");

    let body = serde_json::to_string(&AskRequest::from(question::ask()))?;
    let asks = |door: &Door| door.post("/api/v1/interactions", &body);
    let sqlite = door(&alone);
    let on_sqlite = vec![asks(&sqlite); CONNECTIONS];

    let (mut commits, mut own_rates, mut plain_rates) = (Vec::new(), Vec::new(), Vec::new());
    let mut sqlite_asks = Vec::new();
    let mut asked: [Vec<f64>; 3] = Default::default();
    let mut answered: [Vec<f64>; 3] = Default::default();
    for (nth, count) in HUBS.into_iter().enumerate() {
        let database = cluster.database()?;
        let members = several(bench, &database, count)?;
        let doors: Vec<Door> = members.iter().map(|member| door(&member.hub)).collect();
        let spread: Vec<(u16, Vec<u8>)> =
            doors.iter().cycle().take(CONNECTIONS).map(|door| (door.port, asks(door))).collect();
        let sockets: Vec<PathBuf> =
            members.iter().map(|member| member.hub.socket()).collect::<Result<_, _>>()?;
        // The first round is a warm-up.
        for round in 0..=ROUNDS {
            let ask = load::rate(&spread, ROUND)?;
            let pair = runtime()?.block_on(pairs(&sockets, &body))?;
            let commit = cluster.pgbench(&plain, CONNECTIONS, &one_row)?;
            // One hub is what the others are compared with.
            let references = match count {
                1 => Some((
                    sqlite.rate(&on_sqlite, ROUND)?,
                    cluster.pgbench(&own, 1, OWN_ROWS)?,
                    cluster.pgbench(&plain, 1, &plain_rows)?,
                )),
                _ => None,
            };
            if round == 0 {
                continue;
            }
            asked[nth].push(ask);
            answered[nth].push(pair);
            commits.push(commit);
            if let Some((sqlite, own, plain)) = references {
                sqlite_asks.push(sqlite);
                own_rates.push(own * ROWS);
                plain_rates.push(plain * ROWS);
            }
        }
    }
    let rate = |rates: Vec<f64>| Quantity::Rate(median(rates));
    let (commits, sqlite, own) = (rate(commits), rate(sqlite_asks), rate(own_rates));
    let [one, two, four] = asked.map(rate);
    let figure = |name: &str, measured, what, value, target| Figure {
        name: name.to_owned(),
        measured,
        reference: Some(Reference { what, value }),
        target,
    };
    let mut figures = vec![
        figure(
            "durable ask over PostgreSQL, 64 connections",
            one,
            "the same over SQLite",
            sqlite,
            Target::RatioAtLeast(0.3),
        ),
        figure(
            "durable ask over PostgreSQL, 64 connections",
            one,
            "pgbench, 64 such rows a commit",
            own,
            Target::RatioAtLeast(0.7),
        ),
        figure(
            "durable ask over PostgreSQL, 64 connections",
            one,
            "pgbench, 64 plain rows a commit",
            rate(plain_rates),
            Target::None,
        ),
    ];
    let beside = |name: String, measured| Figure {
        name,
        measured,
        reference: Some(Reference { what: "pgbench, one row a commit", value: commits }),
        target: Target::None,
    };
    for (count, asks) in HUBS.into_iter().zip([one, two, four]) {
        figures.push(beside(format!("asks, hubs: {count}"), asks));
    }
    for (count, pairs) in HUBS.into_iter().zip(answered.map(rate)) {
        figures.push(beside(format!("asks and answers, hubs: {count}"), pairs));
    }
    Ok(figures)
}

fn door(hub: &crate::place::Hub) -> Door {
    Door { port: hub.port, token: hub.token.clone() }
}

/// A database with a hub's tables and one question in it, and no hub any more.
fn own_tables(bench: &Bench, cluster: &Cluster) -> anyhow::Result<String> {
    let database = cluster.database()?;
    let member = Member::over(bench, &database)?;
    crate::crowd::ask(&member.hub, 1)?;
    drop(member);
    execute(&database, OWN_TABLES)?;
    Ok(database)
}

/// Per second: asked, and then answered over the same connection.
async fn pairs(sockets: &[PathBuf], ask: &str) -> anyhow::Result<f64> {
    let answer = serde_json::to_string(&ActRequest::from(question::answer()))?;
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for socket in sockets.iter().cycle().take(CONNECTIONS) {
        let mut connection = Connection::over(UnixStream::connect(socket).await?);
        let (ask, answer) = (post("/api/v1/interactions", ask), answer.clone());
        clients.spawn(async move {
            let mut done = 0_u32;
            while start.elapsed() < ROUND {
                let asked = String::from_utf8_lossy(connection.exchange(&ask).await?);
                let id = asked.split_once("\"id\":\"").and_then(|(_, rest)| rest.split_once('"'));
                let path = format!("/api/v1/interactions/{}/act", id.context("no id")?.0);
                connection.exchange(&post(&path, &answer)).await?;
                done += 1;
            }
            anyhow::Ok(done)
        });
    }
    let mut total = 0;
    while let Some(done) = clients.join_next().await {
        total += done??;
    }
    Ok(f64::from(total) / start.elapsed().as_secs_f64())
}

fn post(path: &str, json: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{json}",
        json.len()
    )
    .into_bytes()
}
