//! A full database: the time of a search, how long a sweep delays others, and the size of the file
//! afterwards.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use sayso_core::settings::Key;
use sayso_core::surface::Presence;
use sayso_core::{Actor, InteractionId, Surface};
use sayso_desk::{Config, Desk, Engine, Interactions, Query, RandomIds, SystemClock};
use sayso_store::{Options, SqliteStore};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use crate::bare::median;
use crate::crowd::{ask, pass, spent};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, Hub};
use crate::question;

pub const HOW: &str = "**Space**: a hub with 100,000 pending questions, one of them with a unique \
    word; a connected client over the unix socket searches for that word, for one that all have, \
    and for two characters, 20 times each, once the hub is idle, and counts them all for `sayso \
    stats`; reference: a page without a search. For the sweep, the engine over its SQLite store in one process: 20,000 questions are \
    answered and fetched, then opened again with a limit of 1,000, while one caller changes a \
    setting continuously; reference: the longest of 1,000 such writes before. The file is \
    measured after the space was returned to the file system.";

const QUESTIONS: usize = 100_000;
const TIMES: usize = 20;
const SWEPT: usize = 20_000;
const CALLERS: usize = 64;
const SOON: Duration = Duration::from_secs(120);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut figures = searches(bench)?;
    figures.extend(sweeps(bench)?);
    Ok(figures)
}

fn searches(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let desk = hub.desk();
    ask(&hub, QUESTIONS / 2)?;
    let mut rare = question::ask();
    rare.arguments["title"] = "Zanzibar, or somewhere else?".into();
    runtime.block_on(desk.ask(rare))?;
    ask(&hub, QUESTIONS / 2 - 1)?;
    rest(&hub)?;
    let time = |search: Option<&str>, found: usize| -> anyhow::Result<Quantity> {
        let query = Query { search: search.map(str::to_owned), ..Query::default() };
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let start = Instant::now();
            let page = runtime.block_on(desk.list(query.clone()))?;
            times.push(start.elapsed());
            ensure!(page.rows.len() == found, "{search:?} found {}", page.rows.len());
        }
        Ok(Quantity::Time(median(times)))
    };
    let plain = time(None, 100)?;
    let figure = |name: &str, measured, target| Figure {
        name: name.to_owned(),
        measured,
        reference: Some(Reference { what: "a page without a search", value: plain }),
        target,
    };
    let most = Target::AtMost(Quantity::Time(Duration::from_millis(100)));
    let mut counts = Vec::new();
    for _ in 0..TIMES / 4 {
        let start = Instant::now();
        let stats = runtime.block_on(desk.stats(None))?;
        counts.push(start.elapsed());
        ensure!(stats.total.asked == QUESTIONS as u64, "{} counted", stats.total.asked);
    }
    let second = Target::AtMost(Quantity::Time(Duration::from_secs(1)));
    Ok(vec![
        figure("figures over 100,000", Quantity::Time(median(counts)), second),
        figure("search of 100,000, a word of one", time(Some("zanzibar"), 1)?, most),
        figure("search of 100,000, a word of all", time(Some("billing"), 100)?, most),
        figure("search of 100,000, a word of none", time(Some("timbuktu"), 0)?, most),
        figure("search of the newest 20,000, two characters", time(Some("zz"), 0)?, Target::None),
    ])
}

/// Waits until the hub is idle.
fn rest(hub: &Hub) -> anyhow::Result<()> {
    let start = Instant::now();
    loop {
        let before = spent(hub.pid())?;
        pass(Duration::from_secs(1));
        if spent(hub.pid())? - before < Duration::from_millis(20) {
            return Ok(());
        }
        ensure!(start.elapsed() < SOON, "the hub never rests");
    }
}

fn sweeps(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let directory = bench.directory()?;
    let file = directory.path().join("engine.db");
    let keep_all = Config { retention_count: usize::MAX, ..Config::default() };
    let desk = Place::open(&runtime, &file, keep_all)?;
    runtime.block_on(fill(&desk.engine))?;
    let quiet = runtime.block_on(async {
        let mut longest = Duration::ZERO;
        for _ in 0..1_000 {
            longest = longest.max(write(&desk.engine).await?);
        }
        anyhow::Ok(longest)
    })?;
    drop(desk);
    let before = std::fs::metadata(&file)?.len();

    let keep_few = Config { retention_count: 1_000, ..Config::default() };
    let desk = Place::open(&runtime, &file, keep_few)?;
    let swept = runtime.block_on(async {
        let (mut longest, start) = (Duration::ZERO, Instant::now());
        while desk.store.survey().await?.settled > 1_000 {
            longest = longest.max(write(&desk.engine).await?);
            ensure!(start.elapsed() < SOON, "it is never swept");
        }
        Ok(longest)
    })?;
    let start = Instant::now();
    while std::fs::metadata(&file)?.len() > before / 4 {
        ensure!(start.elapsed() < SOON, "the file never gets shorter");
        pass(Duration::from_millis(100));
    }
    let after = std::fs::metadata(&file)?.len();
    Ok(vec![
        Figure {
            name: "longest write while 19,000 are swept".to_owned(),
            measured: Quantity::Time(swept),
            reference: Some(Reference {
                what: "longest of 1,000 before",
                value: Quantity::Time(quiet),
            }),
            target: Target::AtMost(Quantity::Time(Duration::from_millis(100))),
        },
        Figure {
            name: "file after 95 % were swept".to_owned(),
            measured: Quantity::Bytes(after),
            reference: Some(Reference { what: "before", value: Quantity::Bytes(before) }),
            target: Target::RatioAtMost(0.25),
        },
    ])
}

/// An engine in this process, with its store.
struct Place {
    engine: Arc<Engine>,
    store: Arc<SqliteStore>,
}

impl Place {
    fn open(runtime: &Runtime, file: &Path, config: Config) -> anyhow::Result<Place> {
        runtime.block_on(async {
            let store = Arc::new(SqliteStore::open(file, Options::default())?);
            let (clock, ids) = (Arc::new(SystemClock::new()), Arc::new(RandomIds));
            let engine = Engine::start(store.clone(), clock, ids, config).await?;
            Ok(Place { engine: Arc::new(engine), store })
        })
    }
}

/// Questions that are asked, answered and fetched.
async fn fill(engine: &Arc<Engine>) -> anyhow::Result<()> {
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let engine = Arc::clone(engine);
        callers.spawn(async move {
            for _ in 0..SWEPT.div_ceil(CALLERS) {
                let id: InteractionId = engine.ask(question::ask()).await?.interaction.id;
                let person = Actor::new(None, Surface::Terminal, Presence::Interactive);
                engine.act(id, question::answer(), person).await?;
                engine.delivered(id).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = callers.join_next().await {
        done.context("a caller")??;
    }
    Ok(())
}

/// A write that doesn't enlarge the file.
async fn write(engine: &Engine) -> anyhow::Result<Duration> {
    let start = Instant::now();
    engine.set_setting(Key::Theme, Some("dark".to_owned())).await?;
    Ok(start.elapsed())
}
