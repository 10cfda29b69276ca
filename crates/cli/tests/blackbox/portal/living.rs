//! Pages that stay open: drafts, a second tab, another language, a hub that dies.

use serde_json::json;

use super::{Scene, choice};

/// What was chosen and typed is there after a reload, and on another page.
/// REQ: WE-8
#[test]
fn a_draft_survives_a_reload_and_is_seen_elsewhere() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "selection_mode": "hybrid" })));
    let page = scene.page(&id);
    page.press("2");
    page.fill("[data-field^='text/']", "half a sent");
    let other = scene.browser.open("other", &scene.link(Some(&id)));
    other.wait("[data-pick=lite][aria-checked=true]");
    other.until("document.querySelector('[data-field^=\"text/\"]').value === 'half a sent'");
    page.reload();
    page.wait("[data-pick=lite][aria-checked=true]");
    assert_eq!(page.value("[data-field^='text/']"), "half a sent");
    // And live: one page chooses, the other shows it; the field being typed in is not changed.
    other.click("[data-field^='text/']");
    other.type_text("ence");
    page.click("[data-option=pg]");
    other.wait("[data-pick=pg][aria-checked=true]");
    assert_eq!(other.value("[data-field^='text/']"), "half a sentence");
    page.until("document.querySelector('[data-field^=\"text/\"]').value === 'half a sentence'");
    scene.browser.is_content();
}

/// REQ: WE-5, WE-7, WE-8
#[test]
fn two_tabs_and_one_answer() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    let root = page.url().replace(&format!("/choice/{id}"), "/");
    let other = scene.browser.tab("other", &page, &root);
    other.wait(&format!("[data-row='{id}'][data-status=pending]"));
    other.wait("[data-card]");
    page.press("1");
    page.press("Control+Enter");
    other.wait("[data-card][data-status=submitted]");
    other.wait(&format!("[data-row='{id}'][data-status=submitted]"));
    assert_eq!(other.count(&format!("[data-row='{id}']")), 1, "in the list once");
    assert!(other.text(".by").starts_with("answered by ann"), "{}", other.text(".by"));
    other.until("document.title === 'sayso'");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["pg"]));
}

/// REQ: LA-1, SE-1, WE-9
#[test]
fn another_language_at_once_everywhere_and_for_later() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    let other = scene.browser.open("other", &scene.link(None));
    other.wait("[data-do=send]");
    assert!(page.text("[data-do=send]").starts_with("Send answer"));
    page.click("[data-do=settings]");
    page.select("[data-setting=language]", "zh");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('发送回答')");
    page.wait("html[lang=zh]");
    other.until("document.querySelector('[data-do=send]').innerText.startsWith('发送回答')");
    page.wait(".saved .icon");
    page.press("Escape");
    page.reload();
    page.until("document.querySelector('[data-do=send]')?.innerText.startsWith('发送回答')");
    let shown = scene.world.run(&["config", "show"]).ok().stdout;
    let line = shown.lines().find(|line| line.contains("language")).unwrap();
    assert!(line.contains("zh"), "{line}");
    assert!(
        shown.lines().any(|line| line.contains("interface") && line.contains("auto")),
        "{shown}"
    );
}

/// REQ: TO-5, WE-3
#[test]
fn more_time_reaches_every_page() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "timeout_seconds": 120 })));
    let page = scene.page(&id);
    let other = scene.browser.open("other", &scene.link(Some(&id)));
    other.wait("[data-left]");
    page.click("[data-do=extend]");
    for page in [&page, &other] {
        page.until("Number(document.querySelector('[data-left]').dataset.left) > 350");
    }
    page.click("[data-do=time]");
    page.type_text("30 s");
    page.press("Enter");
    other.until("Number(document.querySelector('[data-left]').dataset.left) <= 30");
    let left = scene.world.show(&id)["remaining_ms"].as_u64().unwrap();
    assert!(left <= 30_000, "{left}");
}

/// The hub is killed while a page is open: the answer is kept, also across its restart, and sent.
#[test]
fn an_answer_given_without_a_connection_is_sent_when_it_is_back() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let hub = world.hub();
    let port = world.hub_info().port.to_string();
    let id = world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = scene.page(&id);
    hub.kill();
    page.wait("html[data-live=off]");
    page.wait(".lost");
    page.press("2");
    page.press("Control+Enter");
    page.wait(".preview.kept");
    let _hub = world.hub_with(&[("SAYSO_PORT", &port)]);
    page.wait("[data-card][data-status=submitted]");
    page.wait_gone(".lost");
    let shown = world.show(&id);
    assert_eq!(shown["state"]["outcome"]["kind"], "answered", "{shown}");
    assert_eq!(shown["state"]["outcome"]["actor"]["via"], "web", "{shown}");
}

/// The hub is replaced by one that serves another page. The open page says so, and reloading it keeps what
/// was typed.
/// REQ: NA-2
#[test]
fn a_page_of_another_build_offers_to_reload_and_loses_nothing() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let hub = world.hub();
    let port = world.hub_info().port.to_string();
    let id = world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite", "--text"]);
    let page = scene.page(&id);
    page.fill("[data-field^='text/']", "typed before");
    page.evaluate("document.documentElement.dataset.build = 'older.js'");
    hub.kill();
    page.wait("html[data-live=off]");
    page.fill("[data-field^='text/']", "typed without a hub");
    let _hub = world.hub_with(&[("SAYSO_PORT", &port)]);
    page.wait("[data-page=outdated]");
    assert!(page.text("[data-page=outdated]").contains("what you have typed is kept"));
    page.click("[data-page=outdated] [data-do=reload]");
    page.until("document.documentElement.dataset.build !== 'older.js'");
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    assert_eq!(page.value("[data-field^='text/']"), "typed without a hub");
    page.wait("html[data-live=socket]");
    assert_eq!(page.count("[data-page=outdated]"), 0);
}

/// Without a link only instructions are shown; a link works once.
#[test]
fn nobody_gets_in_without_a_link() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let link = scene.link(Some(&id));
    let (plain, _) = link.split_once('#').unwrap();
    let stranger = scene.browser.open("stranger", plain);
    stranger.wait("html[data-screen=door]");
    assert!(stranger.text("main").contains("sayso open"));
    assert!(!stranger.text("body").contains("database"));
    let page = scene.browser.open("page", &link);
    page.wait("[data-card]");
    let late = scene.browser.open("late", &link);
    late.wait("html[data-screen=door]");
    // Another tab of the same browser gets a link: this one notices.
    let tab = scene.browser.tab("tab", &late, &scene.link(None));
    tab.wait("html[data-live=socket]");
    late.wait("html[data-live=socket]");
}

/// REQ: WE-5, WE-6
#[test]
fn the_list_is_filtered_without_a_reload() {
    let scene = Scene::without_agent();
    let ask = |title: &str| scene.world.ask(&[title, "-o", "A", "-o", "B"]);
    for n in 0..6 {
        let id = ask(&format!("Done {n}?"));
        scene.world.run(&["answer", &id, "A"]).ok();
    }
    let waiting = ask("Waiting?");
    let page = scene.browser.open("page", &scene.link(None));
    page.wait(&format!("[data-row='{waiting}']"));
    page.until("document.querySelectorAll('[data-row]').length === 6");
    for (chip, rows) in [("done", 5), ("waiting", 1), ("all", 6)] {
        page.click(&format!("[data-chip={chip}]"));
        page.until(&format!("document.querySelectorAll('[data-row]').length === {rows}"));
    }
    let row = page.text(&format!("[data-row='{waiting}']"));
    assert!(
        row.contains("waiting") && row.contains("anywhere") && row.contains("just now"),
        "{row}"
    );
    scene.browser.is_content();
}
