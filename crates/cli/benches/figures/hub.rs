//! The hub: asks over many connections, a thousand pages, a search of everything, and a sweep.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use axum::Router;
use axum::routing::post;
use futures_util::future::try_join_all;
use futures_util::{SinkExt, StreamExt};
use sayso_core::settings::Key;
use sayso_desk::{Answering, Asking, Desk, Query};
use serde_json::{Value, json};
use tokio::net::{TcpListener, UnixStream};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::bare::median;
use crate::bench_world::{Bench, Hub, SETTLING, World, pass, resident, runtime, spent};
use crate::figure::{Figure, Quantity};
use crate::load::{self, Door};
use crate::question;

const PAGES: usize = 1_000;
const QUESTIONS: usize = 100_000;
const SWEPT: usize = 20_000;
const KEPT: u64 = 1_000;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = || bench.world();
    Ok(vec![asks(&world()?)?, pages(&world()?)?, searches(&world()?)?, sweep(&world()?)?])
}

fn asks(world: &World) -> anyhow::Result<Figure> {
    let hub = world.hub()?;
    // With as many threads as the hub.
    let threads = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = threads.block_on(TcpListener::bind(("127.0.0.1", 0)))?;
    let port = listener.local_addr()?.port();
    let router = Router::new().route("/api/v1/interactions", post(async |_: String| ()));
    threads.spawn(async { axum::serve(listener, router).await });
    let [asks, empty] = load::rates([Door::of(&hub)?, Door::new(port, &hub.token)?])?;
    Ok(Figure::new("durable asks, 64 connections", asks)
        .beside("an empty handler", empty)
        .at_least(Quantity::Ratio(0.15)))
}

fn pages(world: &World) -> anyhow::Result<Figure> {
    let hub = world.hub()?;
    Door::of(&hub)?.ask(500)?;
    let grown = runtime()?.block_on(async {
        // Warm-up, so that one-time costs are not counted as a page.
        drop(open(&hub, 10).await?);
        pass(SETTLING);
        let before = resident(hub.pid())?;
        let _pages = open(&hub, PAGES).await?;
        pass(SETTLING);
        anyhow::Ok(Quantity::Bytes(resident(hub.pid())?.saturating_sub(before)))
    })?;
    Ok(Figure::new("memory, 1,000 open pages more", grown).at_most(Quantity::megabytes(64)))
}

/// Pages as the hub sees them. They read what arrives, until dropped.
async fn open(hub: &Hub, count: usize) -> anyhow::Result<JoinSet<()>> {
    let mut pages = JoinSet::new();
    for _ in 0..count {
        let stream = UnixStream::connect(hub.paths.socket().context("no socket")?).await?;
        let (mut page, _) = client_async("ws://localhost/api/v1/socket", stream).await?;
        let attach = json!({ "surface": "web", "label": "Chrome", "presence": "interactive" });
        // The first call for events returns the current state, the second one waits.
        let calls = [
            json!({ "n": 1, "call": "attach", "attach": attach }),
            json!({ "n": 2, "call": "events" }),
        ];
        let mut told = Value::Null;
        for call in calls {
            page.send(Message::text(call.to_string())).await?;
            told = serde_json::from_str(page.next().await.context("closed")??.to_text()?)?;
        }
        let cursor = &told["ok"]["cursor"];
        ensure!(cursor.is_string(), "no cursor: {told}");
        let wait = json!({ "n": 3, "call": "events", "after": cursor });
        page.send(Message::text(wait.to_string())).await?;
        pages.spawn(async move { while page.next().await.is_some_and(|next| next.is_ok()) {} });
    }
    Ok(pages)
}

fn searches(world: &World) -> anyhow::Result<Figure> {
    let hub = world.hub()?;
    let (runtime, desk, door) = (runtime()?, hub.desk(), Door::of(&hub)?);
    door.ask(QUESTIONS / 2)?;
    let mut rare = question::ask();
    rare.arguments["title"] = "Zanzibar, or somewhere else?".into();
    runtime.block_on(desk.ask(rare))?;
    door.ask(QUESTIONS / 2 - 1)?;
    rest(&hub)?;
    let time = |search: Option<&str>, found: usize| -> anyhow::Result<Duration> {
        let query = Query { search: search.map(str::to_owned), ..Query::default() };
        let mut times = Vec::new();
        for _ in 0..20 {
            let start = Instant::now();
            let page = runtime.block_on(desk.list(query.clone()))?;
            times.push(start.elapsed());
            ensure!(page.rows.len() == found, "{search:?} found {}", page.rows.len());
        }
        Ok(median(times))
    };
    let plain = time(None, 100)?;
    let rare = time(Some("zanzibar"), 1)?;
    let slowest = rare.max(time(Some("billing"), 100)?).max(time(Some("timbuktu"), 0)?);
    Ok(Figure::new("search of 100,000", Quantity::Time(slowest))
        .beside("a page without a search", Quantity::Time(plain))
        .at_most(Quantity::millis(100)))
}

/// Waits until the hub is idle.
fn rest(hub: &Hub) -> anyhow::Result<()> {
    for _ in 0..120 {
        let before = spent(hub.pid())?;
        pass(Duration::from_secs(1));
        if spent(hub.pid())? - before < Duration::from_millis(20) {
            return Ok(());
        }
    }
    anyhow::bail!("the hub never rests")
}

fn sweep(world: &World) -> anyhow::Result<Figure> {
    let (runtime, hub) = (runtime()?, world.hub()?);
    let desk = hub.desk();
    let answered = async || {
        let id = desk.ask(question::ask()).await?.interaction.id;
        desk.act(id, question::answer(), question::person()).await?;
        desk.delivered(id).await
    };
    // Changes what is there, so that the file does not grow.
    let write = async |desk: &dyn Desk| {
        let start = Instant::now();
        desk.set_setting(Key::Theme, Some("dark".to_owned())).await?;
        anyhow::Ok(start.elapsed())
    };
    let quiet = runtime.block_on(async {
        for _ in 0..SWEPT / 100 {
            try_join_all((0..100).map(|_| answered())).await?;
        }
        let mut longest = Duration::ZERO;
        for _ in 0..1_000 {
            longest = longest.max(write(&*desk).await?);
        }
        anyhow::Ok(longest)
    })?;
    drop(hub);
    let config = world.paths().data_dir.join("config.toml");
    std::fs::write(config, format!("[retention]\ncount = {KEPT}\n"))?;
    let hub = world.hub()?;
    let desk = hub.desk();
    let swept = runtime.block_on(async {
        let mut longest = Duration::ZERO;
        while desk.stats(None).await?.total.asked > KEPT {
            for _ in 0..100 {
                longest = longest.max(write(&*desk).await?);
            }
        }
        anyhow::Ok(longest)
    })?;
    Ok(Figure::new("longest write while 19,000 are swept", Quantity::Time(swept))
        .beside("longest of 1,000 before", Quantity::Time(quiet))
        .at_most(Quantity::millis(100)))
}
