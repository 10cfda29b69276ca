//! Past decisions: found by words and filters, kept in the address, told as a whole; and the
//! palette.

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
    page.type_text("nothing like this");
    page.press("Escape");
    page.wait_gone("[data-panel=palette]");
    // What is still in it is replaced by what is typed.
    offers("still wai", "questions");
    scene.browser.is_content();
}

/// REQ: SA-9
#[test]
fn back_from_a_decision_the_history_is_where_it_was() {
    let scene = Scene::without_agent();
    for n in 0..14 {
        let id = scene.asked(&choice(json!({ "title": format!("Decision {n}") })));
        scene.world.run(&["answer", &id, "pg"]).ok();
    }
    let small = json!({ "options": { "viewport": { "width": 1000, "height": 500 } } });
    let page = scene.browser.open_with("page", &scene.link(None), small);
    page.wait("html[data-live=socket]");
    page.click("[data-do=history]");
    page.wait(".decisions .row");
    let top = "document.querySelector('.decisions')?.scrollTop ?? 0";
    page.evaluate("document.querySelector('.decisions').scrollTop = 300");
    page.until(&format!("{top} === 300"));
    for leave in
        ["document.querySelector('[data-card] [data-do=history]').click()", "history.back()"]
    {
        page.wait(".decisions .row");
        page.until("[...document.querySelectorAll('.decisions .row')].some((row) => row.getBoundingClientRect().top > 250)");
        page.evaluate("[...document.querySelectorAll('.decisions .row')].find((row) => row.getBoundingClientRect().top > 250).click()");
        page.wait("[data-card][data-status=submitted]");
        page.evaluate(leave);
        page.wait("[data-page=history]");
        page.until(&format!("{top} === 300"));
    }
    scene.browser.is_content();
}

/// What is decided while it is open appears, where it belongs, and nothing else moves.
/// REQ: SA-9, WE-10
#[test]
fn the_history_is_live_and_has_figures() {
    let scene = Scene::without_agent();
    let titled = |n: usize| ("codex", "api", choice(json!({ "title": format!("Retry {n}?") })));
    let ids = scene.asked_by((0..30).map(titled));
    let later = scene.asked(&choice(json!({ "title": "Retry the upload?" })));
    let other = scene.asked(&choice(json!({ "title": "Something else" })));
    let before = scene.asked(&choice(json!({ "title": "Decided before" })));
    for id in ids.iter().chain([&before]) {
        scene.world.run(&["answer", id, "pg"]).ok();
    }
    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket] [data-card]");
    page.press("h");
    page.fill("[data-field=history]", "retry");
    page.until("document.querySelectorAll('.decisions [data-row]').length === 30");
    page.evaluate("document.querySelector('.decisions').scrollTo(0, 640)");
    let place = format!(
        "Math.round(document.querySelector('.decisions [data-row=\"{}\"]').getBoundingClientRect().top)",
        ids[15]
    );
    let at = page.evaluate(&place);
    scene.world.run(&["answer", &other, "pg"]).ok();
    scene.world.run(&["answer", &later, "pg"]).ok();
    page.wait(&format!(".list [data-row='{later}'][data-status=submitted]"));
    page.until("document.querySelectorAll('.decisions [data-row]').length === 31");
    let first = "document.querySelector('.decisions [data-row]').dataset.row";
    assert_eq!(page.evaluate(first), json!(later), "and what does not fit is not there");
    page.until(&format!("{place} === {at}"));
    assert_eq!(page.value("[data-field=history]"), "retry");

    // Figures, of the time that is chosen.
    page.press("Control+k");
    page.wait("[data-field=palette]:focus");
    page.type_text("figures");
    page.wait("[data-offer='figures '][aria-selected=true]");
    page.press("Enter");
    page.wait(".figures [data-figure=figures-asked]");
    page.until("document.querySelector('[data-figure=figures-asked]').innerText === '33'");
    assert_eq!(page.text("[data-figure=figures-late]"), "0 %");
    assert!(page.text("[data-shares=history-agent]").contains("codex"));
    assert_eq!(page.evaluate("document.querySelectorAll('.spark span').length"), 30);
    assert_eq!(page.barriers(), json!([]));
    page.select("[data-filter=time]", "7d");
    page.wait(".figures [data-figure=figures-asked]");
    page.click(".history details > summary");
    page.wait_gone(".figures");
    scene.browser.is_content();
}
