//! What was decided: found by words and filters, kept in the address, told as a whole; and the palette.

use serde_json::{Value, json};

use super::browser::Page;
use super::{Scene, choice};

/// Decisions of two agents in two projects; returns their ids.
fn decide(scene: &Scene) -> Vec<String> {
    let titled = |title: &str| choice(json!({ "title": title }));
    let ids = scene.asked_by([
        ("codex", "api", titled("Pick a cache")),
        ("codex", "web", titled("Pick a framework")),
        ("gemini", "api", titled("Pick a queue")),
        ("gemini", "api", titled("Drop the table?")),
    ]);
    for id in &ids[..3] {
        scene.world.run(&["answer", id, "pg", "--note", "the team knows it"]).ok();
    }
    scene.world.run(&["cancel", &ids[3], "--note", "not today"]).ok();
    ids
}

/// Waits until exactly these are listed, in this order.
#[track_caller]
fn lists(page: &Page<'_>, ids: &[&String]) {
    let ids: Value = ids.iter().map(|id| json!(id)).collect();
    page.until(&format!(
        "JSON.stringify([...document.querySelectorAll('.decisions [data-row]')].map((row) => row.dataset.row)) === JSON.stringify({ids})"
    ));
}

/// REQ: SA-9, WE-10
#[test]
fn decisions_are_found_and_told_as_a_whole() {
    let scene = Scene::without_agent();
    let ids = decide(&scene);
    let waiting = scene.asked(&choice(json!({ "title": "Still waiting" })));
    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-card='{waiting}']"));
    page.press("h");
    page.wait("html[data-screen=history] [data-page=history]");
    lists(&page, &[&ids[3], &ids[2], &ids[1], &ids[0]]);

    // By text in any case and order, by agent, project, outcome and time; the address has it all.
    page.fill("[data-field=history]", "QUEUE pick");
    lists(&page, &[&ids[2]]);
    page.fill("[data-field=history]", "");
    page.select("[data-filter=project]", "api");
    lists(&page, &[&ids[3], &ids[2], &ids[0]]);
    page.select("[data-filter=agent]", "gemini");
    lists(&page, &[&ids[3], &ids[2]]);
    page.select("[data-filter=time]", "7d");
    page.select("[data-filter=status]", "cancelled");
    lists(&page, &[&ids[3]]);
    let address = page.url();
    assert!(
        address.ends_with("/history?project=api&agent=gemini&status=cancelled&time=7d"),
        "{address}"
    );
    page.reload();
    lists(&page, &[&ids[3]]);
    page.fill("[data-field=history]", "nothing like it");
    page.until(
        "document.querySelector('.decisions .none').innerText.startsWith('Nothing matches')",
    );
    assert_eq!(page.barriers(), json!([]));

    // The whole story, and back to where it was found.
    page.goto(&format!("{}/history?search=cache", address.split("/history").next().unwrap()));
    page.click(&format!(".decisions [data-row='{}']", ids[0]));
    page.wait(".story[open] [data-taken=true]");
    let story = page.text(".card");
    for part in [
        "Pick a cache",
        "The storage layer",
        "PostgreSQL",
        "SQLite",
        "managed",
        "the team knows it",
        "took",
        "/home/ann/api",
    ] {
        assert!(story.contains(part), "{part}: {story}");
    }
    assert_eq!(page.count(".story [data-taken=false]"), 2, "what was not taken");
    page.click("[data-do=history].link");
    lists(&page, &[&ids[0]]);
    assert!(page.url().ends_with("/history?search=cache"));
    scene.browser.is_content();
}

/// REQ: WE-10
#[test]
fn the_palette_leads_everywhere() {
    let scene = Scene::without_agent();
    let ids = decide(&scene);
    let waiting = scene.asked(&choice(json!({ "title": "Still waiting" })));
    scene.asked(&choice(json!({ "title": "This one too" })));
    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket] [data-card]");
    let offers = |typed: &str, offered: &str| {
        page.press("Control+k");
        page.wait("[data-field=palette]:focus");
        page.type_text(typed);
        page.wait(&format!("[data-offer^='{offered}']"));
    };
    offers("still wai", "questions");
    assert_eq!(page.barriers(), json!([]));
    page.press("Enter");
    page.wait(&format!("[data-card='{waiting}']"));
    // A decision, below what waits.
    offers("framework", "history ");
    page.press("Enter");
    page.wait(&format!("[data-card='{}'][data-status=submitted]", ids[1]));
    offers("theme", "setting theme");
    page.press("Enter");
    page.wait("[data-panel=settings] [data-setting^='theme']:focus");
    page.press("Escape");
    offers("queue", "search");
    page.press("ArrowUp");
    page.wait("[data-offer=search][aria-selected=true]");
    page.press("Enter");
    lists(&page, &[&ids[2]]);
    page.press("Control+k");
    page.wait("[data-field=palette]:focus");
    page.press("Escape");
    page.wait_gone("[data-panel=palette]");
    scene.browser.is_content();
}
