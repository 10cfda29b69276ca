//! Acts that must not happen by accident: answering something irreversible, and sending a form with
//! gaps.

use sayso_core::settings::Key;
use serde_json::{Value, json};

use super::{Page, Scene, choice};

fn drop_it(more: Value) -> Value {
    let mut asked = choice(json!({
        "title": "Drop the table?",
        "prompt": "The table holds 14,000 rows that are in no backup. Should it be dropped?",
        "irreversible": true,
        "options": [
            { "id": "drop", "label": "Drop it now" },
            { "id": "keep", "label": "Keep it", "recommended": true, "safe": true },
        ],
    }));
    for (name, value) in more.as_object().expect("fields") {
        asked[name] = value.clone();
    }
    asked
}

fn is_pending(page: &Page<'_>) {
    assert_eq!(page.count("[data-card][data-status=pending]"), 1);
    assert_eq!(page.count("[data-do=undo]"), 0);
}

/// Choosing and Ctrl+Enter, even twice, don't send it; the word does, in the person's language.
/// REQ: NA-4
#[test]
fn what_cannot_be_undone_is_sent_by_a_word() {
    let mut scene = Scene::new();
    for (language, word) in [("en", "yes"), ("zh", "确认"), ("ko", "확인")] {
        scene.world.run(&["config", "set", "language", language]).ok();
        let id = scene.asks("provide_choice", &drop_it(json!({ "single_submit_mode": true })));
        let page = scene.page(&id);
        page.wait(&format!("html[lang={language}]"));
        page.wait(".card.irreversible .undone");
        page.press("1");
        page.wait("[data-pick=drop][aria-checked=true]");
        is_pending(&page);
        page.press("Control+Enter");
        page.wait("[data-asking=confirm]");
        page.wait("[data-field=confirm]:focus");
        assert!(page.text("[data-asking=confirm]").contains("Drop it now"));
        assert!(page.text("[data-asking=confirm]").contains(word));
        for key in ["Enter", "Control+Enter", "Enter"] {
            page.press(key);
        }
        page.type_text("no");
        page.press("Enter");
        is_pending(&page);
        page.fill("[data-field=confirm]", &format!(" {} ", word.to_uppercase()));
        page.press("Enter");
        page.wait("[data-card][data-status=submitted]");
        assert_eq!(scene.result()["selection"]["selected_ids"], json!(["drop"]));
    }
    scene.browser.is_content();
}

/// If only paired pages count, a page of this account says so before anything is chosen.
/// REQ: SA-7
#[test]
fn where_else_it_is_decided_is_said_first() {
    let mut scene = Scene::new();
    for (language, words) in
        [("en", "can only be answered"), ("zh", "只能"), ("ko", "에서만 답할 수 있습니다")]
    {
        scene.world.run(&["config", "set", "language", language]).ok();
        scene.world.set(Key::IrreversibleSurfaces, "web,slack");
        let id = scene.asks("provide_choice", &drop_it(json!({})));
        let page = scene.page(&id);
        page.wait(&format!("html[lang={language}]"));
        let said = page.text(".card.irreversible .undone");
        for part in [words, "irreversible.surfaces", "sayso open --pair", "Slack"] {
            assert!(said.contains(part), "`{part}` is not said: {said}");
        }
        page.press("1");
        page.wait("[data-pick=drop][aria-checked=true]");
        page.press("Control+Enter");
        page.wait(".refusal");
        assert!(page.text(".refusal").contains("irreversible.surfaces"));
        assert_eq!(page.count("[data-asking=confirm]"), 0);
        is_pending(&page);
        page.press("2");
        page.press("Control+Enter");
        page.wait("[data-card][data-status=submitted]");
        assert_eq!(scene.result()["selection"]["selected_ids"], json!(["keep"]));
    }
    scene.browser.is_content();
}

/// With the pointer: a click is not enough, holding is.
/// REQ: NA-4
#[test]
fn or_by_holding_a_button() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &drop_it(json!({})));
    let page = scene.page(&id);
    page.click("[data-option=drop]");
    page.click("[data-do=send]");
    page.wait("[data-asking=confirm]");
    page.click("[data-do=hold]");
    is_pending(&page);
    // Released too early, somewhere else.
    page.mouse_down("[data-do=hold]");
    page.wait(".hold.holding");
    page.mouse_up("h1");
    page.wait_gone(".hold.holding");
    is_pending(&page);
    page.mouse_down("[data-do=hold]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["drop"]));
    scene.browser.is_content();
}

/// A finger that slides off the button has thought better of it, as a mouse that leaves it.
/// REQ: NA-4
#[test]
fn a_finger_that_slides_off_sends_nothing() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &drop_it(json!({})));
    let phone = json!({ "options": {
        "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true,
    } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone);
    page.click("[data-option=drop]");
    page.click("[data-do=send]");
    page.wait("[data-asking=confirm]");
    let held = "document.querySelector('[data-do=hold]').getBoundingClientRect()";
    let at = |side: &str| page.evaluate(&format!("{held}.{side}")).as_f64().unwrap() + 20.0;
    let (x, y) = (at("left"), at("top"));
    let touch = |kind: &str, points: Value| {
        page.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    touch("touchStart", json!([{ "x": x, "y": y }]));
    page.wait(".hold.holding");
    touch("touchMove", json!([{ "x": x, "y": y - 200.0 }]));
    page.wait_gone(".hold.holding");
    touch("touchEnd", json!([]));
    is_pending(&page);
    touch("touchStart", json!([{ "x": x, "y": y }]));
    page.wait("[data-card][data-status=submitted]");
    scene.browser.is_content();
}

/// The safe option, asking to explain and cancelling need no confirmation.
/// REQ: NA-4
#[test]
fn saying_no_stays_easy() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &drop_it(json!({ "single_submit_mode": true })));
    let page = scene.page(&id);
    page.press("2");
    is_pending(&page);
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["keep"]));

    let id = scene.asks("provide_choice", &drop_it(json!({})));
    let page = scene.page(&id);
    page.press("1");
    page.press("Control+Enter");
    page.wait("[data-asking=confirm]");
    page.press("Escape");
    page.wait_gone("[data-asking]");
    page.press("c");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=cancelled]");
    assert_eq!(scene.result()["action_status"], "cancelled");
    scene.browser.is_content();
}

/// Changing the answer while it is being confirmed starts over.
/// REQ: NA-4
#[test]
fn what_is_confirmed_is_what_was_shown() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &drop_it(json!({})));
    let page = scene.page(&id);
    page.press("1");
    page.press("Control+Enter");
    page.type_text("yes");
    let other = scene.browser.open("other", &scene.link(Some(&id)));
    other.wait("[data-pick=drop][aria-checked=true]");
    other.click("[data-option=keep]");
    page.wait("[data-pick=keep][aria-checked=true]");
    page.wait_gone("[data-asking]");
    is_pending(&page);
}

fn three() -> Value {
    let question = |title: &str| {
        json!({
            "title": title,
            "prompt": format!("What should be decided about {title} before the work goes on?"),
            "options": [{ "label": "First" }, { "label": "Second" }],
        })
    };
    json!({ "questions": [question("Framework"), question("Styling"), question("License")] })
}

/// Ctrl+Enter on step 1 of 3.
///
/// REQ: NA-3
#[test]
fn a_form_with_gaps_is_not_sent_in_passing() {
    let mut scene = Scene::new();
    let id = scene.asks("ask_user_questions", &three());
    let page = scene.page(&id);
    page.press("1");
    for _ in 0..3 {
        page.press("Control+Enter");
        page.wait("[data-asking=gaps]");
    }
    assert_eq!(page.text("[data-asking=gaps] .asked"), "2 of 3 unanswered. Send anyway?");
    is_pending(&page);
    page.press("Enter");
    page.wait("[data-step='1'][aria-current=step]");
    page.wait_gone("[data-asking]");
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-asking=gaps]");
    assert_eq!(page.text("[data-asking=gaps] .asked"), "1 of 3 unanswered. Send anyway?");
    page.click_later("[data-do=send-anyway]");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert_eq!(result["questions"][1]["selected"][0]["label"], "Second", "{result}");
    scene.browser.is_content();
}

/// Cancel is visible in every state of a question, on a phone too, without hints.
/// REQ: TE-10, WE-10
#[test]
fn cancel_is_always_there() {
    let scene = Scene::without_agent();
    scene.world.run(&["config", "set", "hints", "off"]).ok();
    let options: Vec<_> =
        (0..30)
        .map(|n| json!({ "id": format!("r{n}"), "label": format!("Region {n}"), "recommended": n == 0 }))
        .collect();
    let long = choice(json!({ "options": options, "single_submit_mode": true }));
    let [long, gaps, drop] = [long, three(), drop_it(json!({}))].map(|asked| scene.asked(&asked));
    for width in [390, 1280] {
        let open = |id: &str| {
            let size = json!({ "options": { "viewport": { "width": width, "height": 700 } } });
            let page = scene.browser.open_with("page", &scene.link(Some(id)), size);
            page.wait("html[data-live=socket]");
            page.wait("[data-card][data-status=pending]");
            page
        };
        let there = |page: &Page<'_>, what: &str| {
            let button = "document.querySelector('[data-do=leave], [data-do=left]')";
            page.until(&format!(
                "(() => {{ const box = {button}?.getBoundingClientRect(); return box && box.width > 40 \
                 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight && box.top >= 0; }})()"
            ));
            assert!(page.count("[data-do=leave], [data-do=left]") > 0, "{what} at {width}");
        };
        let page = open(&long);
        there(&page, "options");
        page.evaluate("window.setTimeout = () => 0");
        page.press("2");
        page.wait("[data-do=undo]");
        there(&page, "undo");
        page.press("u");
        page.press("c");
        page.wait("[data-part=leaving]");
        there(&page, "leaving");
        page.press("Escape");
        for (id, asking) in [(&gaps, "gaps"), (&drop, "confirm")] {
            let page = scene.browser.open_with(
                "page",
                &scene.link(Some(id)),
                json!({ "options": { "viewport": { "width": width, "height": 700 } } }),
            );
            page.wait("html[data-live=socket]");
            page.wait("[data-card][data-status=pending]");
            there(&page, asking);
            page.press("1");
            page.press("Control+Enter");
            page.wait(&format!("[data-asking={asking}]"));
            there(&page, asking);
        }
    }
    scene.browser.is_content();
}
