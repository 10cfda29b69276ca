//! Typing faster than the page changes: what is typed for one question does nothing to another, and
//! a key does what the focused part says.

use serde_json::{Value, json};

use super::{Page, Scene, choice};
use crate::mcp::waited_for;

/// An ordinary question with a text field, open on two pages; then the question behind it.
fn under_the_fingers<'a>(scene: &'a Scene, behind: &Value) -> (Page<'a>, Page<'a>, String, String) {
    let first = scene.asked(&choice(json!({ "selection_mode": "hybrid" })));
    let second = scene.asked(behind);
    let page = scene.page(&first);
    let other = scene.browser.open("other", &scene.link(Some(&first)));
    other.wait("html[data-live=socket]");
    other.wait("[data-pick=pg]");
    (page, other, first, second)
}

fn answers_elsewhere(other: &Page<'_>) {
    other.evaluate(
        "document.querySelector('[data-pick=pg]').click(); \
         document.querySelector('[data-do=send]').click()",
    );
}

/// `2`, the key that cancels, a note, Ctrl+Enter: cancelled, with the note. Never answered.
/// REQ: NA-3, TO-6
#[test]
fn sending_the_note_of_a_cancel_cancels() {
    let mut scene = Scene::new();
    for single_submit in [false, true] {
        let asked = choice(json!({ "single_submit_mode": single_submit }));
        let id = scene.asks("provide_choice", &asked);
        let page = scene.page(&id);
        page.press("2");
        page.wait("[data-pick=lite][aria-checked=true]");
        page.press("c");
        page.wait("[data-field=leaving]:focus");
        assert_eq!(page.count("[data-do=undo]"), 0, "the choice is not on its way any more");
        page.type_text("stop, do not do any of this");
        page.press("Control+Enter");
        page.wait("[data-card][data-status=cancelled]");
        let result = scene.result();
        assert_eq!(result["action_status"], "cancelled");
        assert_eq!(result["selection"]["global_annotation"], "stop, do not do any of this");
        assert_eq!(result["selection"]["selected_ids"].as_array().map(Vec::len).unwrap_or(0), 0);
    }
    let questions = json!({ "questions": [{
        "title": "Framework", "prompt": "Which framework should the new dashboard be built with?",
        "options": [{ "label": "First" }, { "label": "Second" }],
    }] });
    let id = scene.asks("ask_user_questions", &questions);
    let page = scene.page(&id);
    page.press("2");
    page.press("c");
    page.type_text("stop, do not do any of this");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=rejected]");
    let told = scene.agent().outcome().to_string();
    assert!(told.contains("stop, do not do any of this"), "{told}");
    scene.browser.is_content();
}

/// `x` asks to explain, as in the terminal; that is sent, and not what was chosen before.
/// REQ: NA-3
#[test]
fn asking_to_explain_is_not_an_answer_with_an_option() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    page.press("2");
    page.press("x");
    page.wait("[data-field^='elaborate/']:focus");
    page.type_text("stop, do not do any of this");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert!(!result["selection"].to_string().contains("lite"), "{result}");
    assert!(result.to_string().contains("stop, do not do any of this"), "{result}");
    scene.browser.is_content();
}

/// The rest of a sentence does nothing to the next question, which is irreversible; once its field is
/// left, Enter opens it.
/// REQ: NA-1, NA-2
#[test]
fn the_rest_of_a_sentence_is_not_for_the_next_question() {
    let scene = Scene::without_agent();
    let behind = json!({
        "title": "Drop the table?", "prompt": "It holds 14,000 rows that are in no backup. Should it be dropped?",
        "selection_mode": "single", "irreversible": true,
        "options": [{ "id": "keep", "label": "Keep it", "safe": true, "recommended": true }, { "id": "drop", "label": "Drop it now" }],
    });
    let (page, other, first, second) = under_the_fingers(&scene, &behind);
    page.click("[data-field^='text/']");
    page.type_text("no, ");
    answers_elsewhere(&other);
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    page.type_text("no, 2 are fine");
    page.press("Control+Enter");
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    let unsent = page.text("[data-page=unsent]");
    assert!(unsent.contains("no,"), "what was typed stays readable: {unsent}");

    // A person who pauses, leaves the field and presses Enter wants it.
    page.wait("html[data-armed=true]");
    page.press("Escape");
    page.press("Enter");
    page.wait(&format!("[data-card='{second}'][data-status=pending]"));
    assert_eq!(page.count("[aria-checked=true]"), 0);
    assert_eq!(page.count("[data-asking]"), 0);
    scene.browser.is_content();
}

/// The same if choosing sends at once.
/// REQ: NA-1
#[test]
fn nor_for_one_that_is_sent_by_choosing() {
    let scene = Scene::without_agent();
    let behind = choice(json!({ "single_submit_mode": true }));
    let (page, other, first, second) = under_the_fingers(&scene, &behind);
    page.click("[data-field^='text/']");
    page.type_text("no, ");
    answers_elsewhere(&other);
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    page.type_text("n2 no, 2 are fine, 2 or 3");
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    assert_eq!(scene.world.show(&second)["status"], "pending");
    // A click is meant for its target.
    page.click(&format!("[data-row='{second}']"));
    page.wait(&format!("[data-card='{second}']"));
    page.press("2");
    page.wait(&format!("[data-card='{second}'][data-status=submitted]"));
    scene.browser.is_content();
}

/// If nothing was typed, the next key counts at once.
/// REQ: NA-1
#[test]
fn without_a_key_nothing_is_delayed() {
    let scene = Scene::without_agent();
    let (page, other, first, second) = under_the_fingers(&scene, &choice(json!({})));
    answers_elsewhere(&other);
    page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
    page.wait("html[data-armed=true]");
    // A key that leads to another question is followed by a pause; a click isn't.
    page.press("n");
    page.wait(&format!("[data-card='{second}'][data-status=pending]"));
    page.wait("html[data-armed=true]");
    page.press("2");
    page.wait("[data-pick=lite][aria-checked=true]");
}

/// A question that arrives while somebody types is in the list, and opens with Enter or a click.
/// REQ: NA-1, WE-10
#[test]
fn a_question_that_comes_while_somebody_types_waits_to_be_opened() {
    let mut scene = Scene::new();
    let link = scene.link(None);
    let page = scene.browser.open("page", &link);
    page.wait("html[data-live=socket][data-screen=empty]");
    let mut agent = scene.agent.take().expect("it has one");
    page.press("2");
    agent.call("provide_choice", &choice(json!({ "single_submit_mode": true })));
    while page.count("[data-row]") == 0 {
        page.press("2");
    }
    for key in ["1", "2", "n", "2"] {
        page.press(key);
    }
    assert_eq!(page.count("[data-card]"), 0, "it is not opened by itself");
    let id = waited_for(&scene.world);
    page.wait("html[data-armed=true]");
    page.press("Enter");
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    assert_eq!(page.count("[aria-checked=true], [data-do=undo]"), 0);
    page.wait("html[data-armed=true]");
    page.press("2");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(agent.outcome()["structured"]["selection"]["selected_ids"], json!(["lite"]));
}

/// With single-key shortcuts off, digits and letters do nothing, other keys do.
/// REQ: NA-1
#[test]
fn single_keys_can_be_switched_off() {
    let scene = Scene::without_agent();
    scene.world.run(&["config", "set", "shortcuts", "off"]).ok();
    let id = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = scene.page(&id);
    page.wait_gone(".pick kbd");
    for key in ["2", "c", "x", "s", "?"] {
        page.press(key);
    }
    assert_eq!(page.count("[aria-checked=true], [data-part=leaving], [data-panel], textarea[data-field^='elaborate/']"), 0);
    page.press("ArrowDown");
    page.press("ArrowDown");
    page.press("Space");
    page.wait("[data-option]:nth-child(2) [aria-checked=true]");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
}
