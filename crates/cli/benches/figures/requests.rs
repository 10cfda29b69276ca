//! The hub under load: reading and asking over many connections, compared with a handler that does
//! nothing on the same server.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::routing::{get, post};
use sayso_api::{Access, Caller, Connections, Ending, Keys, RemoteDesk, RemoteHub, Routes, Server};
use sayso_core::Surface;
use sayso_desk::{AgentTokens, Desk, PageTokens, RandomIds, SystemClock};
use sayso_store::{Options, SqliteStore};
use tokio::net::TcpListener;

use crate::bare::median;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::load::{CONNECTIONS, Door};
use crate::place::{Bench, Hub, Process};
use crate::question;

pub const HOW: &str = "**Requests**: 64 persistent TCP connections, each with one request after \
    the other, from one minimal client thread in another process; half a second each of reading \
    one pending interaction, of asking, and of the same requests sent to a handler that does \
    nothing, 8 rounds, medians. That handler runs in its own process, on the same server with the \
    same access check and number of threads.";

/// Role of the process that serves the empty handler.
pub const ROLE: &str = "empty-handler";

const ROUNDS: usize = 8;
const ROUND: Duration = Duration::from_millis(500);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let (_empty, said) = Process::role(ROLE, "".as_ref())?;
    let (port, token) = said.split_once(' ').context("no token")?;
    let empty = Door { port: port.parse()?, token: token.to_owned() };
    let door = Door { port: hub.port, token: hub.token.clone() };
    let paths: Vec<String> =
        ids(&hub)?.iter().map(|id| format!("/api/v1/interactions/{id}")).collect();
    let read = |door: &Door| paths.iter().map(|path| door.get(path)).collect::<Vec<_>>();
    let body = serde_json::to_string(&sayso_wire::AskRequest::from(question::ask()))?;
    let ask = |door: &Door| vec![door.post("/api/v1/interactions", &body); CONNECTIONS];
    let (reads, asks) = (read(&door), ask(&door));
    let (no_reads, no_asks) = (read(&empty), ask(&empty));
    let mut rates: [Vec<f64>; 4] = Default::default();
    // The first round is a warm-up.
    for round in 0..=ROUNDS {
        let round_rates = [
            empty.rate(&no_reads, ROUND)?,
            door.rate(&reads, ROUND)?,
            empty.rate(&no_asks, ROUND)?,
            door.rate(&asks, ROUND)?,
        ];
        if round > 0 {
            rates.iter_mut().zip(round_rates).for_each(|(rates, rate)| rates.push(rate));
        }
    }
    let [no_read, read, no_ask, ask] = rates.map(|rates| Quantity::Rate(median(rates)));
    let figure = |name: &str, measured, value, least| Figure {
        name: name.to_owned(),
        measured,
        reference: Some(Reference { what: "empty handler", value }),
        target: Target::RatioAtLeast(least),
    };
    Ok(vec![
        figure("reading one, 64 connections", read, no_read, 0.5),
        figure("durable ask, 64 connections", ask, no_ask, 0.35),
    ])
}

/// Its own questions: an agent can't read others.
fn ids(hub: &Hub) -> anyhow::Result<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let url = format!("http://localhost:{}", hub.port);
        let connect = RemoteHub::new(&url, hub.token.clone())?;
        let desk = RemoteDesk::new(Arc::new(connect), Surface::Api);
        let mut ids = Vec::new();
        for _ in 0..CONNECTIONS {
            ids.push(desk.ask(question::ask()).await?.interaction.id.to_string());
        }
        Ok(ids)
    })
}

/// Serves handlers that do nothing, until the input closes.
pub fn serve_nothing() -> anyhow::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (end, ending) = Ending::new();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        drop(end);
    });
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let guarded = Router::new()
            .route("/api/v1/interactions/{id}", get(async || ()))
            .route("/api/v1/interactions", post(async || ()));
        let dir = tempfile::tempdir()?;
        let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default())?;
        let (clock, ids) = (Arc::new(SystemClock::new()), Arc::new(RandomIds));
        let store = Arc::new(store);
        let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await?;
        writeln!(std::io::stdout(), "{port} {}", agents.create(None).await?.1)?;
        let pages = PageTokens::start(store, clock, ids).await?;
        let host = format!("localhost:{port}");
        let keys = Keys::new(Arc::new(agents), pages, None, host.clone());
        let access = Access::new(vec![host], Arc::new(keys));
        let server = Server {
            router: access.protect(Routes { guarded, ..Routes::default() }),
            caller: Caller::Stranger,
            connections: Connections::default(),
            ending,
        };
        // As in the hub: the accepting task is one among others.
        tokio::spawn(server.serve_tcp(listener, |_| Ok(()))).await?;
        Ok(())
    })
}
