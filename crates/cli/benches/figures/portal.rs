//! The portal in a real browser that comes for the first time: when the question is there, and what
//! was loaded for it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use sayso_desk::Asking;
use serde_json::{Value, json};

use crate::bare::median;
use crate::bench_world::{Bench, runtime};
use crate::figure::{Figure, Quantity};
use crate::question;

const VISITS: usize = 15;

/// Notes when the question is shown.
const VISIBLE: &str = "new MutationObserver((_, watch) => { \
    if (!document.querySelector('[data-card][data-status=pending] [data-do=send]')) return; \
    window.ready = performance.now(); watch.disconnect(); \
    }).observe(document, { childList: true, subtree: true });";
const LOADED: &str = "performance.getEntriesByType('navigation') \
    .concat(performance.getEntriesByType('resource')) \
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0)";

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let id = runtime()?.block_on(hub.desk().ask(question::ask()))?.interaction.id.to_string();
    let mut steps = Vec::new();
    for _ in 0..=VISITS {
        let printed = world.prints(&["open", "--print", &id])?;
        let link = printed.split_whitespace().find(|word| word.contains("#code="));
        let link = link.context("`sayso open --print` gave no link")?;
        steps.extend([
            json!({ "do": "open", "page": "visit", "url": link, "init": VISIBLE }),
            json!({ "do": "until", "page": "visit", "script": "window.ready !== undefined" }),
            json!({ "do": "wait", "page": "visit", "selector": "html[data-live=socket]" }),
            json!({ "do": "evaluate", "page": "visit", "script": "window.ready" }),
            json!({ "do": "evaluate", "page": "visit", "script": LOADED }),
            json!({ "do": "close", "page": "visit" }),
        ]);
    }
    let told = browse(&steps)?;
    // The first visit is a warm-up.
    let visits = told.chunks(steps.len() / (VISITS + 1)).skip(1);
    let visible: Vec<f64> = visits.clone().filter_map(|told| told[3].as_f64()).collect();
    let loaded: Vec<f64> = visits.filter_map(|told| told[4].as_f64()).collect();
    let visible = Quantity::Time(Duration::from_secs_f64(median(visible) / 1e3));
    let loaded = Quantity::Bytes(median(loaded) as u64);
    Ok(vec![
        Figure::new("first visit → question visible", visible).at_most(Quantity::millis(250)),
        Figure::new("first visit, in all", loaded).at_most(Quantity::Bytes(80_000)),
    ])
}

/// The result of each step, by the script that the tests use.
fn browse(steps: &[Value]) -> anyhow::Result<Vec<Value>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clients = here.join("../../target/clients");
    let program = std::env::var("SAYSO_TEST_CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
    let there = clients.join("installed").is_file() && Path::new(&program).exists();
    ensure!(there, "no browser to measure with: run scripts/test once, which installs it");
    let mut browser = Command::new(clients.join("node"))
        .arg(here.join("tests/portal/browser.js"))
        .args([clients.as_os_str(), program.as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = browser.stdin.take().context("no pipe")?;
    steps.iter().try_for_each(|step| writeln!(input, "{step}"))?;
    // It closes the browser when its input ends.
    drop(input);
    let lines = String::from_utf8(browser.wait_with_output()?.stdout)?;
    let told: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let failed = told.iter().find_map(|told| told.get("failed"));
    ensure!(failed.is_none() && told.len() >= steps.len(), "{failed:?}");
    Ok(told.iter().map(|told| told["ok"].clone()).collect())
}
