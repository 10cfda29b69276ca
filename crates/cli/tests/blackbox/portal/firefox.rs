//! The same portal in Firefox: from the link to the history, by keyboard alone.

use serde_json::json;

use super::browser::Browser;
use super::{Scene, choice};

/// REQ: WE-10
#[test]
fn the_whole_flow_works_in_firefox() {
    let Some(firefox) = Browser::firefox() else {
        return skipped();
    };
    let scene = Scene::with(firefox);
    let first = scene.asked(&choice(json!({
        "prompt": "```rust\nlet n = 42;\n```\n\n| a | b |\n|---|---:|\n| 1 | 2 |\n\nWhich one?",
    })));
    let second = scene.asked(&choice(json!({ "title": "How many?", "timeout_seconds": 7200 })));

    // In by the one-time code, which does not stay in the address.
    let page = scene.browser.open("page", &scene.link(Some(&first)));
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-card='{first}'][data-status=pending]"));
    page.wait(&format!("[data-row='{second}']"));
    assert!(!page.url().contains("code="), "{}", page.url());
    assert!(page.text(".card pre").contains("let n = 42;"));

    page.press("2");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('Send SQLite')");
    page.press("Control+Enter");
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    page.wait("[data-part=next]:focus");
    page.press("Enter");
    page.wait(&format!("[data-card='{second}'][data-status=pending]"));
    assert_eq!(scene.world.run(&["show", &first, "--json"]).ok().json()["status"], "submitted");

    // Nothing may be checked in the middle of an animation.
    page.until("document.getAnimations().every(({ playState }) => playState !== 'running')");
    assert_eq!(page.barriers(), json!([]));

    // What is changed elsewhere is shown.
    scene.world.run(&["config", "set", "theme", "dark"]).ok();
    page.wait("html[data-theme=dark]");
    page.until("getComputedStyle(document.body).colorScheme === 'dark'");

    page.press("h");
    page.wait("html[data-screen=history] [data-page=history]");
    page.wait(&format!(".decisions [data-row='{first}']"));
    page.evaluate("document.querySelector('[data-field=history]').focus()");
    page.type_text("nothing like it");
    page.until(
        "document.querySelector('.decisions .none').innerText.startsWith('Nothing matches')",
    );
    page.evaluate("document.querySelector('[data-field=history]').select()");
    page.type_text("database");
    page.wait(&format!(".decisions [data-row='{first}']"));
    assert!(page.url().ends_with("/history?search=database"), "{}", page.url());

    page.press("Control+k");
    page.wait("[data-field=palette]:focus");
    page.type_text("how many");
    page.wait(&format!("[data-offer='questions {second}'][aria-selected=true]"));
    page.press("Enter");
    page.wait(&format!("[data-card='{second}'][data-status=pending]"));
    scene.browser.is_content();
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped() {
    eprintln!("skipped: Firefox is not installed; scripts/test installs it");
}
