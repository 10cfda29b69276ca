//! The look of the page: sizes, places, and what reacts to a hand.

use serde_json::{Value, json};

use super::accessible::{free, origin, show};
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
        ["What first?", "-o", "Auth", "-o", "Cache", "-o", "Search", "--rank", "-r", "Auth"];
    let id = scene.world.ask(&asked);
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
    assert_eq!(page.count(".tag"), 0, "recommended says nothing about a place");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.text("#title"), "You chose 1. Search, 2. Cache, 3. Auth");
    scene.browser.is_content();
}

/// A tablet has what sends below what is chosen; a text that somebody opens can be typed at once.
/// REQ: WE-10
#[test]
fn a_tablet_is_as_wide_as_a_card() {
    let scene = Scene::without_agent();
    let text = scene.world.ask(&["Name?", "--text"]);
    let id = scene.asked(&choice(json!({})));
    let tablet = json!({ "options": { "viewport": { "width": 768, "height": 1024 } } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), tablet);
    page.wait("html[data-live=socket] [data-card]");
    let top = |part: &str| {
        let top = format!("document.querySelector('{part}').getBoundingClientRect().top");
        page.evaluate(&top).as_f64().unwrap()
    };
    let gap = top("[data-do=send]") - top(".instead");
    assert!((40.0..160.0).contains(&gap), "{gap}");
    page.click("[data-do=back]");
    page.click(&format!("[data-row='{text}']"));
    page.wait(&format!("[data-card='{text}'] [data-field^='text/']:focus"));
    scene.browser.is_content();
}

/// Back closes what lies over the page, which stays where it is; and what was unfolded stays unfolded.
/// REQ: WE-10
#[test]
fn nothing_moves_behind_a_panel_or_by_itself() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({ "timeout_seconds": 600 })));
    let other = scene.asked(&choice(json!({ "title": "And then?" })));
    let page = scene.page(&id);
    page.click(&format!("[data-row='{other}']"));
    page.until("document.querySelector('#title')?.innerText === 'And then?'");
    for _ in 0..2 {
        page.click("[data-do=settings]");
        page.wait("[data-panel=settings]");
        page.evaluate("history.back()");
        page.until("document.querySelector('[data-panel]') === null");
        assert_eq!(page.evaluate("location.pathname"), format!("/choice/{other}"));
        assert_eq!(page.text("#title"), "And then?");
    }
    scene.world.run(&["answer", &other, "pg"]).ok();
    page.wait("[data-card][data-status=submitted]");
    page.click(".story summary");
    page.until("document.querySelector('.story').open");
    let left = format!("document.querySelector(`[data-row='{id}'] .left`).innerText");
    let before = page.evaluate(&left);
    page.until(&format!("{left} !== {before}"));
    assert_eq!(page.evaluate("document.querySelector('.story').open"), true);
    scene.browser.is_content();
}

/// The key stands before the option that it chooses, a note is offered where the hand is, and below the options is
/// one row of what else can be done and one line about the time.
/// REQ: WE-10
#[test]
fn what_is_not_the_question_keeps_quiet() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.page(&id);
    page.wait("[data-option=lite] .pick kbd");
    let left = |part: &str| {
        let of = format!(
            "document.querySelector('[data-option=lite] {part}').getBoundingClientRect().left"
        );
        page.evaluate(&of).as_f64().unwrap()
    };
    assert!(left(".pick kbd") < left(".control") && left(".control") < left(".label"));
    let seen = |option: &str, opacity: &str| {
        page.until(&format!("getComputedStyle(document.querySelector('[data-option={option}] .add')).opacity === '{opacity}'"));
    };
    page.hover("#title");
    seen("lite", "0");
    page.hover("[data-option=lite] .label");
    seen("lite", "1");
    page.hover("#title");
    seen("lite", "0");
    page.press("j");
    page.wait("[data-pick]:focus");
    let focused = page.evaluate("document.activeElement.dataset.pick");
    seen(focused.as_str().unwrap(), "1");
    let rows = |selector: &str| {
        page.evaluate(&format!("new Set([...document.querySelectorAll('{selector}')].map((one) => {{ const {{ top, height }} = one.getBoundingClientRect(); return Math.round((top + height / 2) / 4); }})).size"))
    };
    assert!(page.count(".instead > button") >= 2);
    assert_eq!(rows(".instead > button"), 1);
    assert_eq!(page.count(".until :is(.left, [data-do=extend], .then)"), 3);
    assert_eq!(rows(".until :is(.set-time, [data-do=extend], .then)"), 1);
    scene.browser.is_content();
}

/// Digits begin a number wherever the focus is; what can't be sent is said at once, and not on the button.
/// REQ: AD-8
#[test]
fn a_number_is_typed_at_once() {
    let scene = Scene::without_agent();
    let asked = ["How many?", "--number", "--min", "1", "--max", "12", "--unit", "replicas"];
    let id = scene.world.ask(&asked);
    let other = scene.asked(&choice(json!({})));
    let page = scene.page(&other);
    // Pointed at, it waits for digits; reached by a key, digits lead there.
    page.click(&format!("[data-row='{id}']"));
    page.wait(&format!("[data-card='{id}'] [data-field^='text/']:focus"));
    page.press("Escape");
    page.wait_gone("[data-field^='text/']:focus");
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

/// Screens that are rarely seen keep nobody out: the door, nothing at all, a ranking, a number.
/// REQ: WE-10
#[test]
fn rare_screens_keep_nobody_out() {
    let scene = Scene::without_agent();
    scene.world.run(&["list"]).ok();
    let screens = [
        ("light", json!({ "colorScheme": "light" })),
        ("dark", json!({ "colorScheme": "dark" })),
        (
            "phone",
            json!({ "viewport": { "width": 390, "height": 844 }, "isMobile": true, "hasTouch": true }),
        ),
        ("forced", json!({ "forcedColors": "active" })),
    ];
    let pages = screens.map(|(name, mut options)| {
        options["reducedMotion"] = json!("reduce");
        let options = json!({ "options": options });
        let door =
            scene.browser.open_with("door", &format!("{}/", origin(&scene)), options.clone());
        door.wait("html[data-screen=door]");
        free(&door, &format!("{name}: door"));
        door.close();
        let page = scene.browser.open_with(name, &scene.link(None), options);
        page.wait("html[data-screen=empty][data-live=socket]");
        free(&page, &format!("{name}: empty"));
        (name, page)
    });
    let rank = scene.asked(&choice(json!({ "selection_mode": "rank" })));
    let number =
        json!({ "selection_mode": "number", "options": null, "min": 1, "max": 12, "unit": "GB" });
    let number = scene.asked(&choice(number));
    for (name, page) in pages {
        page.wait(&format!("[data-row='{rank}']"));
        page.wait(&format!("[data-row='{number}']"));
        show(&page, &rank, name == "phone");
        // The draft is the same on all of them.
        if name == "light" {
            page.click("[data-option=lite] .label");
        }
        page.wait("[data-option=lite].chosen");
        free(&page, &format!("{name}: rank"));
        let apart = "(() => { const left = (part) => document.querySelector(`[data-option=pg] ${part}`).getBoundingClientRect().left; \
                     return Math.round(left('.about > *') - left('.label')); })()";
        assert_eq!(page.evaluate(apart), 0, "{name}: a description is below its label");
        show(&page, &number, name == "phone");
        page.fill("[data-field^='text/']", "13");
        page.wait(".wrong:not(:empty)");
        free(&page, &format!("{name}: number"));
    }
    scene.browser.is_content();
}
