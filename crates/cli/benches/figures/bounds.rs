//! What many clients cost the hub, and how much of it remains afterwards: sessions over HTTP, and
//! pages with a long list.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::crowd::{SETTLING, ask, pass, resident};
use crate::figure::{Figure, Quantity, Target};
use crate::pages::Pages;
use crate::place::{Bench, Hub, World};

pub const HOW: &str = "**Crowds**: 5,000 MCP sessions over HTTP, started one after the other by \
    `initialize` and never ended; growth of the hub's resident set per session after the first \
    100. A thousand pages as above with 500 waiting questions, so that each page gets the whole \
    list: growth of the resident set while they are open, and how much of it remains 60 seconds \
    after the last one has closed.";

const SESSIONS: u64 = 5_000;
const PAGES: usize = 1_000;
const ROWS: usize = 500;
const AFTERWARDS: Duration = Duration::from_secs(60);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (open, left) = runtime.block_on(pages(bench))?;
    let figure = |name: &str, measured, most| Figure {
        name: name.to_owned(),
        measured: Quantity::Bytes(measured),
        reference: None,
        target: Target::AtMost(Quantity::Bytes(most)),
    };
    Ok(vec![
        figure("memory of an MCP session over HTTP, 5,000", sessions(bench)?, 16 * 1_024),
        figure("memory, 1,000 pages with 500 rows more", open, 64 << 20),
        figure("of that 60 s after the last page", left, 16 << 20),
    ])
}

fn sessions(bench: &Bench) -> anyhow::Result<u64> {
    let world = bench.world()?;
    let hub = world.hub()?;
    // Warm-up, so that one-time costs are not counted as sessions.
    (0..100).try_for_each(|_| begin(&hub))?;
    pass(SETTLING);
    let before = bytes(&hub)?;
    (0..SESSIONS).try_for_each(|_| begin(&hub))?;
    pass(SETTLING);
    Ok(bytes(&hub)?.saturating_sub(before) / SESSIONS)
}

/// A session as a browser gets it by opening a link.
fn session(world: &World, hub: &Hub) -> anyhow::Result<String> {
    let printed = world.command(&["open", "--print"]).stdout(Stdio::piped()).output()?;
    let printed = String::from_utf8(printed.stdout)?;
    let code = printed.trim().rsplit("#code=").next().unwrap_or_default();
    let body = json!({ "code": code }).to_string();
    let port = hub.port;
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    write!(
        stream,
        "POST /api/v1/tokens HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let (_, body) = reply.split_once("\r\n\r\n").context("no reply")?;
    let body: Value = serde_json::from_str(body)?;
    Ok(body["session"].as_str().context("no session")?.to_owned())
}

fn begin(hub: &Hub) -> anyhow::Result<()> {
    let client = json!({ "name": "bench", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
    let body = body.to_string();
    let Hub { port, token, .. } = hub;
    let mut stream = TcpStream::connect(("127.0.0.1", *port))?;
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nhost: localhost:{port}\r\nauthorization: Bearer {token}\r\n\
         accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    ensure!(reply.contains("mcp-session-id"), "no session: {reply}");
    Ok(())
}

/// The cost while they are open, and what remains afterwards.
async fn pages(bench: &Bench) -> anyhow::Result<(u64, u64)> {
    let world = bench.world()?;
    let hub = world.hub()?;
    std::thread::scope(|scope| scope.spawn(|| ask(&hub, ROWS)).join())
        .map_err(|_| anyhow::anyhow!("could not ask"))??;
    let session = session(&world, &hub)?;
    drop(Pages::open(&hub, &session, &[], 10).await?);
    pass(SETTLING);
    let before = bytes(&hub)?;
    let pages = Pages::open(&hub, &session, &[], PAGES).await?;
    pass(SETTLING);
    let open = bytes(&hub)?.saturating_sub(before);
    drop(pages);
    tokio::task::yield_now().await;
    pass(AFTERWARDS);
    Ok((open, bytes(&hub)?.saturating_sub(before)))
}

fn bytes(hub: &Hub) -> anyhow::Result<u64> {
    match resident(hub.pid())? {
        Quantity::Bytes(bytes) => Ok(bytes),
        Quantity::Time(_)
        | Quantity::Rate(_)
        | Quantity::Speed(_)
        | Quantity::Core(_)
        | Quantity::Count(_) => unreachable!("memory is bytes"),
    }
}
