//! Several hubs over one PostgreSQL, compared with what that PostgreSQL does by itself.

mod cluster;
mod rates;
mod rest;
mod wakes;

use std::io::Write;

use anyhow::Context;

use self::cluster::Cluster;
use crate::figure::Figure;
use crate::place::{Bench, Hub, World};

pub const HOW: &str = "**Several hubs**: over one PostgreSQL that is started for it, on the same \
    machine, with the settings of a new installation (`fsync` on). Answer at one hub → agent \
    waiting at another: clients as for 'answer → waiter', 200 times; reference, alternating, by a \
    plain client of PostgreSQL: one commit of one row, and one `NOTIFY` until another connection \
    has received it; the sum of their medians. With 10,000 waits: of three hubs each has a third of \
    them, over one connection. Asks: as 'durable ask, 64 connections', spread evenly over the hubs, and in the \
    same rounds the same of a hub with SQLite. Asks and answers: 64 connections to the hubs' unix \
    sockets, each of which asks and then answers; a pair counts once. References of `pgbench`: 64 \
    clients that commit one row of the same size each; one client that inserts 64 of the hub's own \
    rows a transaction, into the same tables with all their indexes; and 64 rows of the same size \
    into a table with nothing but a key. Five rounds, medians; a round is half a second, of `pgbench` \
    one. Idle: transactions that PostgreSQL counts in the hub's database in 25 seconds without a \
    client, which are five leases, and the CPU time of the hub. Memory: `VmRSS` three seconds after a hub was started \
    over a database with 50,000 pending questions.";

/// One hub, and its directories.
struct Member {
    hub: Hub,
    _world: World,
}

impl Member {
    fn over(bench: &Bench, database: &str) -> anyhow::Result<Member> {
        let world = bench.world_over(database)?;
        Ok(Member { hub: world.hub().context("a hub over PostgreSQL")?, _world: world })
    }
}

fn several(bench: &Bench, database: &str, count: usize) -> anyhow::Result<Vec<Member>> {
    (0..count).map(|_| Member::over(bench, database)).collect()
}

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let Some(cluster) = Cluster::start()? else {
        writeln!(std::io::stderr(), "skipped: hubs, because there is no PostgreSQL here")?;
        return Ok(Vec::new());
    };
    let mut figures = wakes::measure(bench, &cluster)?;
    figures.extend(rates::measure(bench, &cluster)?);
    figures.extend(rest::measure(bench, &cluster)?);
    Ok(figures)
}
