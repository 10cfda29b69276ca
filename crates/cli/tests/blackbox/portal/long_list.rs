//! More questions than anybody wants: all are there, what ends first is on top, and few are drawn.

use serde_json::json;

use super::{Scene, choice};

const WAITING: usize = 600;

/// REQ: WE-5, WE-6
#[test]
fn six_hundred_wait_and_none_is_left_out() {
    let scene = Scene::without_agent();
    // The oldest: it is not in the first page of the hub's list.
    let first = scene.asked(&choice(json!({ "title": "Ends first", "timeout_seconds": 300 })));
    let ids = ask_many(&scene);
    // What the tab is called, from the beginning.
    let watch = "window.named = new Set(); new MutationObserver(() => window.named.add(document.title)).observe(document, { subtree: true, childList: true, characterData: true });";
    let page = scene.browser.open_with("page", &scene.link(None), json!({ "init": watch }));
    page.wait("html[data-live=socket]");
    page.until(&format!("document.title === '({}) sayso'", WAITING + 1));
    assert_eq!(
        page.evaluate("[...window.named].filter((name) => name.startsWith('(')).join()"),
        format!("({}) sayso", WAITING + 1),
        "no other number before"
    );
    assert_eq!(page.text("[data-chip=waiting] .count"), (WAITING + 1).to_string());

    let lines = "[...document.querySelectorAll('.chip')].every((chip) => chip.offsetHeight < 40)";
    assert_eq!(page.evaluate(lines), true, "a long number has room");

    // It is opened by itself, on top, and marked; only what is in view is drawn.
    page.wait(&format!("[data-card='{first}']"));
    page.wait(&format!("li:first-child > [data-row='{first}'] .left"));
    assert!(page.count("[data-row]") < 60, "{} are drawn", page.count("[data-row]"));
    let size = format!("[aria-setsize='{}'][aria-posinset='1']", WAITING + 1);
    assert_eq!(page.count(&size), 1, "a screen reader knows how many there are");

    // The last one is where the list ends.
    let last = &ids[WAITING - 1];
    assert_eq!(page.count(&format!("[data-row='{last}']")), 0);
    page.evaluate("document.querySelector('.rows').scrollTo(0, 1e6)");
    page.wait(&format!("[data-row='{last}']"));
    page.click(&format!("[data-row='{last}']"));
    page.wait(&format!("[data-card='{last}'][data-status=pending]"));
    // After an answer, on to what ends first.
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-part=next]:focus");
    assert!(page.text("[data-part=next]").starts_with("Next: Ends first"));
    page.press("Enter");
    page.wait(&format!("[data-card='{first}'][data-status=pending]"));

    // By project, one heading each.
    page.select("[data-do=group]", "project");
    page.evaluate("document.querySelector('.rows').scrollTo(0, 0)");
    page.wait(".lines h2 .count");
    page.reload();
    page.wait(".lines h2 .count");
    page.until("[...document.querySelectorAll('.lines h2 .count')].some((count) => count.innerText === '300')");
    scene.browser.is_content();
}

/// In two projects, each question with a little more time than the one before.
fn ask_many(scene: &Scene) -> Vec<String> {
    scene.asked_by((0..WAITING).map(|n| {
        let title = format!("Question {n}");
        let asked = choice(json!({ "title": title, "timeout_seconds": 3600 + n }));
        ("claude-code", ["api", "web"][n % 2], asked)
    }))
}
