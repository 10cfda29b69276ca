//! A hub with nothing to do: what it asks of PostgreSQL, its CPU time, and its memory over a full
//! database.

use std::time::Duration;

use super::Member;
use super::cluster::Cluster;
use crate::crowd::{SETTLING, ask, pass, resident, spent};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;

const PENDING: usize = 50_000;
/// A hub says every five seconds that it is alive.
const LEASES: u64 = 5;
const IDLE: Duration = Duration::from_secs(5 * LEASES);
/// Connections report what they did up to ten seconds later.
const REPORTED: Duration = Duration::from_secs(11);

pub fn measure(bench: &Bench, cluster: &Cluster) -> anyhow::Result<Vec<Figure>> {
    let database = cluster.database()?;
    let filling = Member::over(bench, &database)?;
    ask(&filling.hub, PENDING)?;
    drop(filling);
    // It would be counted, too.
    cluster.execute("alter system set autovacuum = off")?;
    cluster.execute("select pg_reload_conf()")?;
    let member = Member::over(bench, &database)?;
    let pid = member.hub.pid();
    pass(SETTLING);
    let memory = resident(pid)?;
    pass(REPORTED);
    let (_, name) = database.rsplit_once('/').unwrap_or_default();
    let counted = format!("select xact_commit from pg_stat_database where datname = '{name}'");
    let (before, used) = (cluster.number(&counted)?, spent(pid)?);
    pass(IDLE);
    let done = cluster.number(&counted)? - before;
    let share = (spent(pid)? - used).as_secs_f64() / IDLE.as_secs_f64();
    Ok(vec![
        Figure {
            name: "memory over PostgreSQL, 50,000 pending".to_owned(),
            measured: memory,
            reference: None,
            target: Target::AtMost(Quantity::megabytes(30)),
        },
        Figure {
            name: "idle over PostgreSQL: transactions in 25 s".to_owned(),
            measured: Quantity::Count(done),
            reference: Some(Reference { what: "leases", value: Quantity::Count(LEASES) }),
            // To renew it, to hear that, and to look at the other hubs'.
            target: Target::RatioAtMost(3.4),
        },
        Figure {
            name: "idle over PostgreSQL, 50,000 pending".to_owned(),
            measured: Quantity::Core(share),
            reference: None,
            target: Target::Below(Quantity::Core(0.002)),
        },
    ])
}
