//! The engine inside this process: how much concurrent calls gain by sharing a commit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_desk::{Config, Desk, Engine, RandomIds, SystemClock};
use sayso_store::{Options, SqliteStore};
use tokio::task::JoinSet;

use crate::bare::{Committer, median};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;
use crate::question;

pub const HOW: &str = "**Commits**: the engine over its SQLite store in one process, 64 callers \
    that ask one question after the other. Reference: a loop that commits one plain row of the \
    same size at a time with SQLite, equally durable. Half a second each, 6 rounds, medians.";

const CALLERS: usize = 64;
const ROUNDS: usize = 6;
const ROUND: Duration = Duration::from_millis(500);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let directory = bench.directory()?;
    let engine = runtime.block_on(async {
        let store = SqliteStore::open(&directory.path().join("engine.db"), Options::default())?;
        let (clock, ids) = (Arc::new(SystemClock::new()), Arc::new(RandomIds));
        let engine = Engine::start(Arc::new(store), clock, ids, Config::default()).await?;
        anyhow::Ok(Arc::new(engine))
    })?;
    let mut committer = Committer::new(bench)?;
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        together.push(runtime.block_on(asks(&engine))?);
        alone.push(committer.rate(ROUND)?);
    }
    Ok(vec![Figure {
        name: "durable asks in process, 64 callers".to_owned(),
        measured: Quantity::Rate(median(together)),
        reference: Some(Reference {
            what: "one row per commit",
            value: Quantity::Rate(median(alone)),
        }),
        target: Target::RatioAtLeast(3.0),
    }])
}

async fn asks(engine: &Arc<Engine>) -> anyhow::Result<f64> {
    let start = Instant::now();
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let engine = Arc::clone(engine);
        callers.spawn(async move {
            let mut asked = 0_u32;
            while start.elapsed() < ROUND {
                engine.ask(question::ask()).await?;
                asked += 1;
            }
            anyhow::Ok(asked)
        });
    }
    let mut total = 0;
    while let Some(asked) = callers.join_next().await {
        total += asked??;
    }
    Ok(f64::from(total) / start.elapsed().as_secs_f64())
}
