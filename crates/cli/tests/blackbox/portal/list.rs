//! The list: pending and settled questions of all agents and surfaces.

use sayso_core::Command;
use sayso_desk::Answering;
use serde_json::json;

use super::{Scene, choice};
use crate::harness::nobody;

/// REQ: WE-5, WE-6, WE-7
#[test]
fn everything_that_waits_and_the_last_five_that_are_done() {
    let mut scene = Scene::new();
    let world = &scene.world;
    let ask = |title: &str| world.ask(&[title, "-o", "Yes", "-o", "No"]);
    let done: Vec<String> = (0..7).map(|n| ask(&format!("Done {n}?"))).collect();
    for id in &done[..6] {
        world.run(&["answer", id, "yes"]).ok();
    }
    world.run(&["cancel", &done[6]]).ok();
    let waiting: Vec<String> = (0..7).map(|n| ask(&format!("Open {n}?"))).collect();
    let asked = scene.asks("provide_choice", &choice(json!({})));

    // After closing the tab, everything is found again.
    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-row='{asked}']"));
    for id in &waiting {
        page.wait(&format!("[data-row='{id}'][data-status=pending]"));
    }
    page.wait(&format!("[data-row='{}'][data-status=cancelled]", done[6]));
    page.wait(&format!("[data-row='{}'][data-status=submitted]", done[5]));
    let rows = |pending: u64, settled: u64| {
        assert_eq!(page.count("[data-row][data-status=pending]"), pending);
        assert_eq!(page.count("[data-row]:not([data-status=pending])"), settled);
    };
    rows(8, 5);
    assert_eq!(page.count(&format!("[data-row='{}']", done[0])), 0, "older than the last five");

    let row = page.text(&format!("[data-row='{asked}']"));
    for part in ["typescript-sdk", "Pick a database", "waiting", "web", "just now"] {
        assert!(row.contains(part), "{part}: {row}");
    }
    let row = page.text(&format!("[data-row='{}']", done[5]));
    for part in ["answered", "command line", "Yes", "just now"] {
        assert!(row.contains(part), "{part}: {row}");
    }

    // Without a reload, and changes in the meantime are shown.
    let kept = "performance.getEntriesByType('navigation').length === 1 && window.kept === true";
    page.evaluate("window.kept = true");
    page.click("[data-chip=waiting]");
    page.wait("[data-chip=waiting][aria-pressed=true]");
    rows(8, 0);
    page.click("[data-chip=done]");
    page.wait_gone("[data-row][data-status=pending]");
    rows(0, 5);
    scene.world.run(&["answer", &waiting[0], "no"]).ok();
    page.wait(&format!("[data-row='{}'][data-status=submitted]", waiting[0]));
    rows(0, 5);
    page.click("[data-chip=all]");
    page.wait("[data-row][data-status=pending]");
    rows(7, 5);
    page.until(kept);
    scene.world.run(&["config", "set", "recent", "10"]).ok();
    page.wait(&format!("[data-row='{}']", done[0]));
    rows(7, 8);
    scene.world.run(&["config", "set", "recent", "0"]).ok();
    page.wait_gone("[data-row]:not([data-status=pending])");
    scene.world.run(&["config", "unset", "recent"]).ok();
    page.wait(&format!("[data-row='{}']", waiting[0]));
    rows(7, 5);

    // A question meant for another surface is listed too, says where, and can be answered here.
    for (surface, shown) in [("terminal", "terminal"), ("slack", "Slack")] {
        let ask = ["Elsewhere?", "-o", "Yes", "-o", "No", "--interface", surface];
        let id = scene.world.ask(&ask);
        let row = format!("[data-row='{id}']");
        page.wait(&row);
        assert!(page.text(&row).contains(shown), "{}", page.text(&row));
        page.click(&row);
        page.wait(&format!("[data-card='{id}']"));
        page.press("2");
        page.press("Control+Enter");
        page.wait(&format!("{row}[data-status=submitted]"));
        assert!(page.text(&row).contains("web"), "answered here: {}", page.text(&row));
    }
    scene.browser.is_content();
}

/// REQ: WE-5
#[test]
fn a_row_says_how_it_ended_and_when_it_began() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let ends = [
        ("rejected", Command::Reject { reason: None }),
        ("withdrawn", Command::Withdraw { why: None }),
    ];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ended = ends.map(|(status, command)| {
        let id = world.ask(&[&format!("It was {status}?"), "-o", "Yes", "-o", "No"]);
        let settled = runtime.block_on(world.desk().act(id.parse().unwrap(), command, nobody()));
        assert_eq!(settled.unwrap().status.as_str(), status);
        (status, id)
    });
    let page = scene.browser.open("page", &scene.link(None));
    for (status, id) in &ended {
        let row = format!("[data-row='{id}'][data-status={status}]");
        page.wait(&row);
        assert!(page.text(&format!("{row} .answer")).contains(status), "{}", page.text(&row));
        let began = world.show(id)["created_at"].as_str().unwrap().to_owned();
        let clock = "date.getHours() + ':' + String(date.getMinutes()).padStart(2, '0')";
        let began = page
            .evaluate(&format!("(() => {{ const date = new Date('{began}'); return {clock} }})()"));
        let time = page.text(&format!("{row} .time"));
        assert_eq!(time, format!("{} · just now", began.as_str().unwrap()));
    }
    scene.browser.is_content();
}
