//! The portal for a browser that comes for the first time, and with a list that is very long.

use std::time::Duration;

use anyhow::Context;
use futures_util::future::try_join_all;
use sayso_desk::Desk;
use serde_json::{Value, json};

use crate::bare::median;
use crate::browser::Browser;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;
use crate::portal::{INTERACTIVE, link_to};
use crate::question;

const VISITS: usize = 15;
const FEW: usize = 10;
const MANY: usize = 10_000;
/// Asked at the same time.
const TOGETHER: usize = 100;

/// With a one-time link, and again with the token that came of it.
pub fn first_visit(
    browser: &mut Browser,
    link: impl Fn() -> anyhow::Result<String>,
) -> anyhow::Result<Figure> {
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for round in 0..=VISITS {
        let link = link()?;
        let code = visit(browser, &link, json!({}))?;
        browser.wait("visit", "html[data-live=socket]")?;
        let state = browser.step("visit", "state", json!({}))?;
        browser.step("visit", "close", json!({}))?;
        let bare = link.split('#').next().unwrap_or(&link);
        let token = visit(browser, bare, json!({ "storageState": state }))?;
        browser.step("visit", "close", json!({}))?;
        // The first round is a warm-up.
        if round > 0 {
            first.push(code);
            later.push(token);
        }
    }
    Ok(Figure {
        name: "first visit, with a one-time code".to_owned(),
        measured: Quantity::Time(median(first)),
        reference: Some(Reference { what: "later visit", value: Quantity::Time(median(later)) }),
        target: Target::RatioAtMost(1.3),
    })
}

/// Until the question can be answered.
fn visit(browser: &mut Browser, url: &str, options: Value) -> anyhow::Result<Duration> {
    browser.step(
        "visit",
        "open",
        json!({ "url": url, "init": INTERACTIVE, "options": options }),
    )?;
    browser.step("visit", "until", json!({ "script": "window.ready !== undefined" }))?;
    let ready = browser.evaluate("visit", "window.ready")?;
    Ok(Duration::from_secs_f64(ready.as_f64().context("no time")? / 1e3))
}

/// From a key to the page as it is laid out then, without the wait for the screen's next picture.
const KEYS: &str = "(async () => { const times = []; \
    for (let n = 0; n < 70; n++) { \
        const key = n % 2 ? '1' : '2'; \
        const start = performance.now(); \
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); \
        await null; document.body.getBoundingClientRect(); \
        times.push(performance.now() - start); \
        await new Promise((next) => setTimeout(next, 20)); } \
    return times.slice(10).sort((a, b) => a - b)[30]; })()";

pub fn long_list(bench: &Bench) -> anyhow::Result<Figure> {
    let many = key_to_page(bench, MANY)?;
    let few = key_to_page(bench, FEW)?;
    Ok(Figure {
        name: "key → page, 10,000 questions waiting".to_owned(),
        measured: Quantity::Time(many),
        reference: Some(Reference { what: "ten waiting", value: Quantity::Time(few) }),
        target: Target::RatioAtMost(2.0),
    })
}

fn key_to_page(bench: &Bench, waiting: usize) -> anyhow::Result<Duration> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let id = runtime.block_on(async {
        let desk = hub.desk();
        let mut id = desk.ask(question::ask()).await?.interaction.id;
        for asked in (1..waiting).step_by(TOGETHER) {
            let count = TOGETHER.min(waiting - asked);
            let views = try_join_all((0..count).map(|_| desk.ask(question::ask()))).await?;
            id = views.last().map_or(id, |view| view.interaction.id);
        }
        anyhow::Ok(id)
    })?;
    let mut browser = Browser::start()?;
    browser.step("list", "open", json!({ "url": link_to(&world, &id)? }))?;
    let all = format!(
        "document.title === '({waiting}) sayso' && document.querySelector('[data-card]') !== null"
    );
    browser.step("list", "until", json!({ "script": all }))?;
    let time = browser.evaluate("list", KEYS)?;
    Ok(Duration::from_secs_f64(time.as_f64().context("no time")? / 1e3))
}
