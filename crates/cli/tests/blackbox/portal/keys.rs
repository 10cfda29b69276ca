//! Without a mouse, with an input method, and on a phone.

use serde_json::json;

use super::{Scene, choice};
use crate::mcp::waited_for;

/// From the list to the answer and on to the next question, by keys alone.
/// REQ: WE-10
#[test]
fn nothing_needs_a_mouse() {
    let mut scene = Scene::new();
    let mut agent = scene.agent.take().expect("it has one");
    let first = scene.world.ask(&["First?", "-o", "Yes", "-o", "No"]);
    agent.call("provide_choice", &choice(json!({ "selection_mode": "hybrid" })));
    let id = waited_for(&scene.world);
    let page = scene.browser.open("page", &scene.link(Some(&first)));
    page.wait("html[data-live=socket]");
    page.wait("[data-card][data-status=pending]");

    // Every control can be reached in a sensible order, and shows its focus.
    page.evaluate("document.activeElement.blur()");
    let mut reached = Vec::new();
    for _ in 0..30 {
        page.press("Tab");
        let at = "(document.activeElement.dataset.do ?? document.activeElement.dataset.pick \
                   ?? document.activeElement.dataset.chip ?? document.activeElement.className)";
        reached.push(page.evaluate(at).as_str().unwrap_or_default().to_owned());
    }
    for wanted in ["help", "settings", "all", "done", "send", "leave"] {
        assert!(reached.iter().any(|at| at == wanted), "{wanted}: {reached:?}");
    }
    assert!(reached.iter().any(|at| at.starts_with("row")), "{reached:?}");

    // Help, and back to the previous focus.
    page.evaluate("document.querySelector('[data-do=send]').focus()");
    page.press("?");
    page.wait("[data-panel=help]");
    page.press("1");
    for _ in 0..4 {
        page.press("Tab");
        page.until("!document.activeElement.closest('.panes')");
    }
    page.press("Escape");
    page.wait_gone("[data-panel=help]");
    page.wait("[data-do=send]:focus");
    assert_eq!(page.count("[aria-checked=true]"), 0, "keys in a panel reach no question");

    // The next question; options, a note, a free text; sent.
    page.press("n");
    page.wait(&format!("[data-card='{id}']"));
    for key in ["j", "j", "j", "k"] {
        page.press(key);
    }
    page.wait("[data-pick=lite]:focus");
    page.wait("html[data-armed=true]");
    page.press("Space");
    page.wait("[data-pick=lite][aria-checked=true]");
    page.press("a");
    page.type_text("a note 1 ? n");
    page.press("Escape");
    page.press("o");
    page.type_text("own words");
    page.press("Escape");
    page.press("3");
    page.wait("[data-pick=dynamo][aria-checked=true]");
    page.press("3");
    page.wait("[data-pick=dynamo][aria-checked=false]");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    let selection = agent.outcome()["structured"]["selection"].clone();
    assert_eq!(selection["selected_ids"], json!(["lite"]));
    assert_eq!(selection["custom_input"], "own words");
    assert_eq!(selection["option_annotations"], json!({ "lite": "a note 1 ? n" }));

    // One key to the next question; enter chooses, enter again sends.
    page.press("Enter");
    page.wait(&format!("[data-card='{first}'][data-status=pending]"));
    page.press("j");
    page.wait("html[data-armed=true]");
    page.press("Enter");
    page.wait("[aria-checked=true]");
    page.press("Enter");
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    scene.browser.is_content();
}

/// An Enter that ends a composition does nothing else.
/// REQ: WE-10
#[test]
fn composing_sends_nothing() {
    let mut scene = Scene::new();
    let asked = choice(json!({ "selection_mode": "text_input", "options": null }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    page.click("[data-field^='text/']");
    let composing = json!({ "text": "せんたく", "selectionStart": 4, "selectionEnd": 4 });
    let enter = |kind: &str, modifiers: u8| json!({ "type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": modifiers });
    page.evaluate(
        "addEventListener('keydown', (event) => (window.composed = event.isComposing), true)",
    );
    page.devtools("Input.imeSetComposition", composing.clone());
    // Two is the control key.
    page.devtools("Input.dispatchKeyEvent", enter("rawKeyDown", 2));
    page.devtools("Input.dispatchKeyEvent", enter("keyUp", 2));
    assert_eq!(page.evaluate("window.composed"), true);
    assert_eq!(page.count("[data-card][data-status=pending]"), 1);
    page.devtools("Input.insertText", json!({ "text": "選択" }));
    page.until("document.querySelector('[data-field^=\"text/\"]').value === '選択'");

    // Also where Enter alone has a meaning: the field for the time.
    page.click("[data-do=time]");
    page.devtools("Input.imeSetComposition", composing);
    page.devtools("Input.dispatchKeyEvent", enter("rawKeyDown", 0));
    page.wait("[data-field=time]:focus");
    page.devtools(
        "Input.imeSetComposition",
        json!({ "text": "", "selectionStart": 0, "selectionEnd": 0 }),
    );
    page.press("Escape");
    page.wait_gone("[data-field=time]");

    page.click("[data-field^='text/']");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["custom_input"], "選択");
}

/// On 390 pixels the list is one screen and a question another, and nothing is wider than the
/// screen.
/// REQ: WE-10
#[test]
fn a_phone_shows_one_thing_at_a_time() {
    let mut scene = Scene::new();
    let wide = "a".repeat(300);
    let asked = choice(json!({
        "prompt": format!("Which of these, given the code below?\n\n```rust\nlet {wide} = 1;\n```\n\n| a | b | c |\n|---|---|---|\n| {wide} | 2 | 3 |"),
        "selection_mode": "hybrid",
    }));
    let id = scene.asks("provide_choice", &asked);
    let phone = json!({ "options": {
        "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true,
    } });
    let page = scene.browser.open_with("page", &scene.link(None), phone);
    let fits = || page.until("document.documentElement.scrollWidth <= 390");
    page.wait("html[data-screen=list]");
    page.wait(&format!("[data-row='{id}']"));
    assert_eq!(page.evaluate("document.querySelector('.stage').checkVisibility()"), false);
    fits();
    page.click(&format!("[data-row='{id}']"));
    page.wait("[data-card][data-status=pending]");
    assert_eq!(page.evaluate("document.querySelector('.rows').checkVisibility()"), false);
    fits();
    // Beside the card too, where a scroll bar has its place.
    let colour = |of: &str| {
        page.evaluate(&format!("getComputedStyle(document.querySelector('{of}')).backgroundColor"))
    };
    assert_eq!(colour(".stage"), colour(".card"));
    // Large enough for a thumb.
    let small = "[...document.querySelectorAll('[data-option], [data-do=send]')]\
                 .filter((one) => one.getBoundingClientRect().height < 44).length";
    assert_eq!(page.evaluate(small), 0);
    page.click("[data-do=back]");
    page.wait("html[data-screen=list]");
    page.click("[data-do=settings]");
    page.wait("[data-panel=settings]");
    fits();
    page.click("[data-do=close]");
    page.click(&format!("[data-row='{id}']"));
    page.click("[data-option=lite]");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    fits();
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["lite"]));
    scene.browser.is_content();
}
