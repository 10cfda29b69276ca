//! The portal: its size, its loading time, how soon an agent gets an answer given on it, and the
//! cost of a thousand open pages.

use std::process::Stdio;
use std::time::{Duration, SystemTime};

use anyhow::{Context, ensure};
use sayso_core::InteractionId;
use sayso_desk::Desk;
use serde_json::json;

use crate::agent::Agent;
use crate::bare::median;
use crate::browser::Browser;
use crate::crowd::{IDLE_PAGES, SETTLING, pass, resident, spent};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::pages::Pages;
use crate::place::{Bench, Hub, World};
use crate::{question, visits};

pub const HOW: &str = "**Portal**: first script and style as sent, compressed. First visit: the same with a \
    one-time link in a browser that has no token; reference: with one. A long list: from a key that chooses \
    an option until the page is changed and laid out, 60 times, with 10,000 questions waiting; reference: \
    with ten. Interactive: from the \
    start of the navigation until the question is on the page and can be answered, each time in a \
    new browser context that has a token and nothing cached; reference, alternating: an empty \
    page from a server that does nothing, until its `load`; 15 times. Submit: from the key in the \
    page to the tool's result in the process that talks MCP to `sayso mcp`, 40 times. A thousand \
    pages: sockets with a page's session, each attached, waiting for events and receiving the \
    time of ten waiting questions; memory is the difference of the resident set, idle the CPU \
    time over 32 seconds, in which every page receives the time at least twice.";

const LOADS: usize = 15;
const SUBMITS: usize = 40;
const PAGES: usize = 1_000;
const WAITING: usize = 10;

/// When the question is shown.
pub const INTERACTIVE: &str = "new MutationObserver((_, watch) => { \
    if (!document.querySelector('[data-card][data-status=pending] [data-do=send]')) return; \
    window.ready = performance.now(); watch.disconnect(); \
    }).observe(document, { childList: true, subtree: true });";
const LOADED: &str = "addEventListener('load', () => { window.ready = performance.now(); });";

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let ids = runtime.block_on(ask(&hub))?;
    let mut browser = Browser::start()?;
    let link = link_to(&world, &ids[0])?;
    browser.step("first", "open", json!({ "url": link }))?;
    browser.wait("first", "html[data-live=socket] [data-card]")?;
    let size = sayso_web::script().packed().len() + sayso_web::style().packed().len();
    let interactive = interactive(&mut browser, link.split('#').next().unwrap_or(&link))?;
    let first_visit = visits::first_visit(&mut browser, || link_to(&world, &ids[0]))?;
    let submit = submit(&mut browser, &world)?;
    let session = browser.evaluate("first", "localStorage.getItem('sayso.session')")?;
    drop(browser);
    let session = session.as_str().context("the page has a session")?;
    let long_list = visits::long_list(bench)?;
    let [memory, idle] = runtime.block_on(pages(&hub, session, &ids))?;
    Ok(vec![
        Figure {
            name: "portal, first script and style".to_owned(),
            measured: Quantity::Bytes(size as u64),
            reference: None,
            target: Target::AtMost(Quantity::Bytes(38_000)),
        },
        interactive,
        first_visit,
        long_list,
        submit,
        memory,
        idle,
    ])
}

async fn ask(hub: &Hub) -> anyhow::Result<Vec<InteractionId>> {
    let desk = hub.desk();
    let mut ids = Vec::new();
    for _ in 0..WAITING {
        ids.push(desk.ask(question::ask()).await?.interaction.id);
    }
    Ok(ids)
}

pub fn link_to(world: &World, id: &InteractionId) -> anyhow::Result<String> {
    let mut command = world.command(&["open", "--print", &id.to_string()]);
    let printed = String::from_utf8(command.stdout(Stdio::piped()).output()?.stdout)?;
    let link = printed.split_whitespace().find(|word| word.contains("#code="));
    Ok(link.context("`sayso open --print` gave no link")?.to_owned())
}

fn interactive(browser: &mut Browser, url: &str) -> anyhow::Result<Figure> {
    let empty = "<!doctype html><html lang=en><title>empty</title><link rel=icon href=data:,>";
    let port = browser.step("", "serve", json!({ "html": empty }))?;
    let state = browser.step("first", "state", json!({}))?;
    let (mut portal, mut bare) = (Vec::new(), Vec::new());
    for round in 0..=LOADS {
        let mut load = |url: &str, init: &str| -> anyhow::Result<Duration> {
            let options = json!({ "storageState": state });
            browser.step(
                "load",
                "open",
                json!({ "url": url, "init": init, "options": options }),
            )?;
            browser.step("load", "until", json!({ "script": "window.ready !== undefined" }))?;
            let ready = browser.evaluate("load", "window.ready")?;
            browser.step("load", "close", json!({}))?;
            Ok(Duration::from_secs_f64(ready.as_f64().context("no time")? / 1e3))
        };
        let times = (load(url, INTERACTIVE)?, load(&format!("http://localhost:{port}/"), LOADED)?);
        // The first round is a warm-up.
        if round > 0 {
            portal.push(times.0);
            bare.push(times.1);
        }
    }
    Ok(Figure {
        name: "first request → page interactive".to_owned(),
        measured: Quantity::Time(median(portal)),
        reference: Some(Reference { what: "empty page", value: Quantity::Time(median(bare)) }),
        target: Target::RatioAtMost(2.5),
    })
}

fn submit(browser: &mut Browser, world: &World) -> anyhow::Result<Figure> {
    let mut agent = Agent::start(world)?;
    let sent = "addEventListener('keydown', (event) => { \
        if (event.key === 'Enter') window.sent = performance.timeOrigin + event.timeStamp; }, true)";
    browser.evaluate("first", sent)?;
    let mut times = Vec::new();
    for round in 0..SUBMITS + 5 {
        let title = format!("Submit {round}");
        agent.ask(&title)?;
        let row = format!("[data-row][data-status=pending] >> text=\"{title}\"");
        browser.step("first", "click", json!({ "selector": row }))?;
        browser
            .wait("first", &format!("[data-card][data-status=pending] h1 >> text=\"{title}\""))?;
        browser.step("first", "press", json!({ "key": "2" }))?;
        browser.wait("first", "[data-card] [aria-checked=true]")?;
        browser.step("first", "press", json!({ "key": "Control+Enter" }))?;
        let (result, got) = agent.result()?;
        ensure!(result.to_string().contains("sqlite"), "another answer: {result}");
        let sent = browser.evaluate("first", "window.sent")?.as_f64().context("no time")?;
        let got = got.duration_since(SystemTime::UNIX_EPOCH)?.as_secs_f64() * 1e3;
        if round >= 5 {
            times.push(Duration::from_secs_f64((got - sent).max(0.0) / 1e3));
        }
    }
    Ok(Figure {
        name: "submit in the page → tool result".to_owned(),
        measured: Quantity::Time(median(times)),
        reference: None,
        target: Target::AtMost(Quantity::Time(Duration::from_millis(10))),
    })
}

async fn pages(hub: &Hub, token: &str, ids: &[InteractionId]) -> anyhow::Result<[Figure; 2]> {
    // Warm-up, so that one-time costs are not counted as a page.
    drop(Pages::open(hub, token, ids, 10).await?);
    pass(SETTLING);
    let Quantity::Bytes(before) = resident(hub.pid())? else { unreachable!("memory is bytes") };
    let _pages = Pages::open(hub, token, ids, PAGES).await?;
    pass(SETTLING);
    let start = spent(hub.pid())?;
    pass(IDLE_PAGES);
    let share = (spent(hub.pid())? - start).as_secs_f64() / IDLE_PAGES.as_secs_f64();
    let Quantity::Bytes(after) = resident(hub.pid())? else { unreachable!("memory is bytes") };
    Ok([
        Figure {
            name: "memory, 1,000 open pages more".to_owned(),
            measured: Quantity::Bytes(after.saturating_sub(before)),
            reference: None,
            target: Target::AtMost(Quantity::megabytes(64)),
        },
        Figure {
            name: "idle, 1,000 open pages".to_owned(),
            measured: Quantity::Core(share),
            reference: None,
            target: Target::AtMost(Quantity::Core(0.02)),
        },
    ])
}
