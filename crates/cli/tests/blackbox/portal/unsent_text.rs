//! Typed text is kept: after the question has ended without it, and if it could not be sent.

use serde_json::json;

use super::{Scene, choice};

/// Typed and chosen here, ended elsewhere: it stays readable, can be copied, and survives a reload.
/// REQ: NA-2
#[test]
fn what_was_not_sent_stays_readable() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "selection_mode": "hybrid" })));
    let allowed = json!({ "options": { "permissions": ["clipboard-read", "clipboard-write"] } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), allowed);
    page.wait("html[data-live=socket]");
    page.wait("[data-card][data-status=pending]");
    page.press("2");
    page.click("[data-field^='text/']");
    page.type_text("only with a read replica, because the reports");
    scene.world.run(&["cancel", &id]).ok();
    page.wait("[data-card][data-status=cancelled]");
    let holds = || {
        let unsent = page.text("[data-page=unsent]");
        assert!(unsent.contains("Not used:"), "{unsent}");
        assert!(unsent.contains("SQLite") && unsent.contains("because the reports"), "{unsent}");
    };
    page.wait("[data-page=unsent]");
    holds();
    page.click("[data-do=copy]");
    page.until("document.querySelector('[data-do=copy]').innerText === 'Copied'");
    let copied = page.evaluate("navigator.clipboard.readText()");
    assert_eq!(copied, "SQLite\nonly with a read replica, because the reports");
    page.reload();
    page.wait("[data-page=unsent]");
    holds();
    scene.browser.is_content();
}

/// Also the note of a cancel that was never sent, and after the page was closed before the end.
/// REQ: NA-2
#[test]
fn a_page_that_was_closed_in_between_has_it_too() {
    let scene = Scene::without_agent();
    let id = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = scene.page(&id);
    page.press("c");
    page.type_text("not before Friday");
    let address = page.url();
    page.shut();
    scene.world.run(&["answer", &id, "SQLite"]).ok();
    let page = scene.browser.tab("again", &page, &address);
    page.wait("[data-card][data-status=submitted]");
    let unsent = page.text("[data-page=unsent]");
    assert!(unsent.contains("not before Friday"), "{unsent}");
    // What was sent from here isn't shown as unsent.
    let id = scene.world.ask(&["Another one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    page.click(&format!("[data-row='{id}']"));
    page.wait(&format!("[data-card='{id}']"));
    page.press("1");
    page.press("Control+Enter");
    page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
    assert_eq!(page.count("[data-page=unsent]"), 0);
}

/// An error while sending is scrolled into view.
/// REQ: NA-7
#[test]
fn an_error_after_sending_is_in_view() {
    let mut scene = Scene::new();
    let options: Vec<_> =
        (0..60)
        .map(|n| json!({ "id": format!("r{n}"), "label": format!("Region {n}"), "recommended": n == 0 }))
        .collect();
    let asked = choice(
        json!({ "options": options, "selection_mode": "multi", "min_selections": 2, "max_selections": 60 }),
    );
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    let in_view = |selector: &str| {
        page.until(&format!(
            "(() => {{ const box = document.querySelector('{selector}')?.getBoundingClientRect(); \
             return box && box.top >= 0 && box.bottom <= innerHeight; }})()"
        ));
    };
    page.press("1");
    page.evaluate("document.querySelector('.stage').scrollTo(0, 0)");
    page.press("Control+Enter");
    in_view(".foot .problem");

    // Refused by the desk.
    page.press("2");
    page.evaluate(
        "(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) \
         { return send.call(this, text.replace('\"answer\"', '\"nonsense\"')); }; })()",
    );
    page.evaluate("document.querySelector('.stage').scrollTo(0, 0)");
    page.press("Control+Enter");
    page.wait(".refusal[role=alert]:focus");
    in_view(".refusal");
    assert_eq!(page.count("[data-card][data-status=pending]"), 1);
}
