//! The look of the page: sizes, places, and what reacts to a hand.

use serde_json::{Value, json};

use super::{Scene, choice};

fn phone() -> Value {
    json!({ "options": { "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true } })
}

/// An option is dragged by its grip to the top, and what is sent has that order.
/// REQ: AD-8
#[test]
fn a_ranking_is_dragged() {
    let scene = Scene::without_agent();
    let asked =
        ["ask", "--no-wait", "What first?", "-o", "Auth", "-o", "Cache", "-o", "Search", "--rank"];
    let ran = scene.world.run(&asked);
    let id = ran.stdout.trim().to_owned();
    let page = scene.page(&id);
    let shown =
        "[...document.querySelectorAll('[data-option] .label')].map((one) => one.innerText).join()";
    page.drag(
        "[data-option]:nth-child(3) [data-do=drag]",
        "[data-option]:nth-child(1) [data-do=drag]",
    );
    page.until(&format!("{shown} === 'Search,Auth,Cache'"));
    assert_eq!(page.count("[aria-checked=true]"), 1, "only what was dragged has a place");
    page.drag(
        "[data-option]:nth-child(2) [data-do=drag]",
        "[data-option]:nth-child(3) [data-do=drag]",
    );
    page.until(&format!("{shown} === 'Search,Cache,Auth'"));
    assert_eq!(page.count("[aria-checked=true]"), 3, "so has what is above it");
    assert_eq!(page.count(".tag"), 0);
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.text("#title"), "You chose 1. Search, 2. Cache, 3. Auth");
    scene.browser.is_content();
}

/// Digits begin a number wherever the focus is; what can't be sent is said at once, and not on the button.
/// REQ: AD-8
#[test]
fn a_number_is_typed_at_once() {
    let scene = Scene::without_agent();
    let asked = ["How many?", "--number", "--min", "1", "--max", "12", "--unit", "replicas"];
    let id = scene.world.ask(&asked);
    let page = scene.page(&id);
    page.press("2");
    page.wait("[data-field^='text/']:focus");
    page.type_text("0");
    page.until("document.querySelector('.wrong').innerText === 'Enter 12 or less.'");
    assert!(
        page.text("[data-do=send]").starts_with("Send answer"),
        "{}",
        page.text("[data-do=send]")
    );
    page.fill("[data-field^='text/']", "3,5 replicas");
    page.until(
        "document.querySelector('[data-do=send]').innerText.startsWith('Send 3.5 replicas')",
    );
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.text("#title"), "You chose 3.5 replicas");
    scene.browser.is_content();
}

/// At 390 px and at 400 % no label of a setting is broken word by word.
/// REQ: WE-9, WE-10
#[test]
fn settings_have_room_for_their_names() {
    let scene = Scene::without_agent();
    scene.asked(&choice(json!({})));
    for (name, width, height) in [("phone", 390, 844), ("zoomed", 320, 256)] {
        let size = json!({ "options": { "viewport": { "width": width, "height": height } } });
        let page = scene.browser.open_with(name, &scene.link(None), size);
        page.wait("html[data-live=socket] [data-do=settings]");
        page.click("[data-do=settings]");
        page.wait("[data-setting]");
        let broken = "[...document.querySelectorAll('.field > label')].filter((one) => one.offsetHeight > 50).map((one) => one.innerText)";
        assert_eq!(page.evaluate(broken), json!([]), "{width}");
        page.close();
    }
    scene.browser.is_content();
}

/// REQ: WE-10
#[test]
fn a_phone_is_shown_pairing_first() {
    let scene = Scene::without_agent();
    scene.world.run(&["list"]).ok();
    let origin = format!("http://localhost:{}/", scene.world.hub_info().port);
    let page = scene.browser.open_with("phone", &origin, phone());
    page.wait("html[data-screen=door]");
    assert_eq!(page.count("form.way + div.way"), 1);
    let desk = scene.browser.open("desk", &origin);
    desk.wait("html[data-screen=door]");
    assert_eq!(desk.count("div.way + form.way"), 1);
    scene.browser.is_content();
}

/// The history: days above their decisions, filters in one line, the answer between the question and the time.
/// REQ: WE-6
#[test]
fn the_answer_is_in_the_middle() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.page(&id);
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    page.press("h");
    page.wait(&format!(".decisions [data-row='{id}']"));
    let sides = |part: &str| {
        page.evaluate(&format!(
            "document.querySelector('.decision {part}').getBoundingClientRect().left"
        ))
        .as_f64()
        .unwrap()
    };
    assert!(sides(".title") < sides(".answer") && sides(".answer") < sides(".left"));
    assert_eq!(page.text(".decision .answer"), "SQLite");
    assert_eq!(page.count(".decisions li:first-child h2"), 1);
    let tops = "new Set([...document.querySelectorAll('.filters select')].map((one) => one.offsetTop)).size";
    assert_eq!(page.evaluate(tops), 1);
    // A theme is found by its name, and set.
    page.press("Control+k");
    page.type_text("dark");
    page.wait("[data-offer='setting theme dark']");
    page.click("[data-offer='setting theme dark']");
    page.wait("html[data-theme=dark]");
    scene.browser.is_content();
}
