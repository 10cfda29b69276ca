//! From one question to the next: what the button says, what is loaded, where the focus goes.

use serde_json::json;

use super::{Page, Scene, choice};

/// How often a question was loaded since the page was.
const LOADED: &str = "performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/portal/questions/')).length";

/// REQ: WE-10
#[test]
fn an_answer_is_said_sent_once_and_leads_to_the_next_question() {
    let mut scene = Scene::new();
    let second = scene.asked(&choice(json!({ "title": "Second", "timeout_seconds": 7200 })));
    let first = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&first);
    assert!(page.text("[data-do=send]").starts_with("Send answer"));
    page.press("2");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('Send SQLite')");
    page.press("x");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('Ask to explain')");
    page.wait("textarea[data-field^='elaborate/']:focus");
    page.press("Escape");
    page.press("1");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('Send PostgreSQL')");
    let loaded = page.evaluate(LOADED);
    page.press("e");
    page.until("Number(document.querySelector('.until .left').dataset.left) > 3650");
    page.press("s");
    page.click("[data-setting='this/placeholder']");
    page.wait("[data-panel=settings] .saved:not(:empty)");
    page.press("Escape");
    // A change from elsewhere comes after the events of these.
    scene.world.run(&["config", "set", "annotations", "off"]).ok();
    page.wait_gone(".card .add");
    assert_eq!(page.evaluate(LOADED), loaded, "changes are not loaded");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    page.wait("[data-part=next]:focus");
    page.wait(&format!("[data-row='{first}'][data-status=submitted]"));
    page.wait("[data-delivered=true]");
    assert_eq!(page.evaluate(LOADED), loaded, "its own answer is not loaded again");

    // What the agent gets is loaded if somebody wants to see it.
    page.click(".reply summary");
    page.until("document.querySelector('.reply pre')?.innerText.includes('pg')");
    page.evaluate("document.querySelector('[data-part=next]').focus()");
    page.press("Enter");
    page.wait(&format!("[data-card='{second}'][data-status=pending]"));
    page.until("document.activeElement.id === 'title'");
    // The question comes before the list, also for the Tab key.
    page.press("Tab");
    page.until("document.activeElement.closest('.stage') !== null");
    scene.browser.is_content();
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["pg"]));
}

fn asks_three(scene: &mut Scene) -> String {
    let question = |title: &str| json!({ "title": title, "prompt": "Which one?", "options": [{ "label": "A" }, { "label": "B" }] });
    let asked = json!({ "questions": [question("One"), question("Two"), question("Three")] });
    scene.asks("ask_user_questions", &asked)
}

/// The first question of a form is answered, the second is on the screen.
fn on_the_second<'s>(scene: &'s Scene, id: &str) -> Page<'s> {
    let page = scene.page(id);
    page.press("1");
    page.press("ArrowRight");
    page.wait("[data-step='1'][aria-current=step]");
    page
}

/// A setting that applies to everything that waits, and a time that is set elsewhere: the card on the
/// screen changes in place. Nothing is loaded, and what is typed, the focus and the step stay.
/// REQ: SE-3, WE-10
#[test]
fn a_change_from_elsewhere_disturbs_nobody() {
    let mut scene = Scene::new();
    let id = asks_three(&mut scene);
    let page = on_the_second(&scene, &id);
    page.wait(".card .add");
    page.press("o");
    page.wait("[data-field^='text/']:focus");
    page.type_text("half a word");
    let loaded = page.evaluate(LOADED);
    page.evaluate("window.field = document.activeElement; field.setSelectionRange(2, 4)");
    page.evaluate("window.away = 0; new MutationObserver(() => document.querySelector('.card') || away++).observe(document.body, { childList: true, subtree: true })");
    scene.world.run(&["config", "set", "annotations", "off"]).ok();
    page.wait_gone(".card .add");
    scene.world.run(&["extend", &id, "3h"]).ok();
    page.until("Number(document.querySelector('.until .left')?.dataset.left) > 10000");
    let stays = "[document.activeElement === field, field.value, field.selectionStart, field.selectionEnd, away]";
    assert_eq!(page.evaluate(stays), json!([true, "half a word", 2, 4, 0]));
    page.wait("[data-step='1'][aria-current=step]");
    assert_eq!(page.evaluate(LOADED), loaded);
    scene.browser.is_content();
}

/// REQ: WE-10
#[test]
fn the_step_of_a_form_survives_a_reload() {
    let mut scene = Scene::new();
    let id = asks_three(&mut scene);
    let page = on_the_second(&scene, &id);
    page.reload();
    page.wait("[data-step='1'][aria-current=step]");
    page.wait("[data-step='0'].filled");
    scene.browser.is_content();
}

/// REQ: WE-10
#[test]
fn code_is_copied_and_a_wide_table_keeps_its_sides() {
    let scene = Scene::without_agent();
    let cells = |cell: &str| format!("| {} |", [cell; 14].join(" | "));
    let prompt = format!(
        "# Costs\n\n```sh\ncargo test 5\n```\n\n{}\n{}\n{}\n\nWhich one?",
        cells("a long heading"),
        cells("---:"),
        cells("12")
    );
    let agent = "agent-with-a-name-".repeat(12);
    let asked = [(agent.as_str(), "api", choice(json!({ "prompt": prompt })))];
    let id = scene.asked_by(asked).remove(0);
    let options = json!({ "permissions": ["clipboard-read", "clipboard-write"] });
    let page =
        scene.browser.open_with("page", &scene.link(Some(&id)), json!({ "options": options }));
    page.wait("[data-card]");
    assert!(page.text(".card h2").contains("Costs"), "the heading is part of the question");
    page.evaluate("document.querySelector('[data-do=copy-text]').click()");
    page.wait("[data-do=copy-text][data-copied]");
    assert_eq!(page.evaluate("navigator.clipboard.readText()"), "cargo test 5");
    let scrolls = "(() => { const box = document.querySelector('.scroll'); return box.scrollWidth > box.clientWidth && \
        getComputedStyle(box).backgroundImage.includes('linear-gradient') && \
        getComputedStyle(box.querySelector('tbody td, tr:last-child td')).textAlign === 'end'; })()";
    assert_eq!(page.evaluate(scrolls), true);
    let lines = "getComputedStyle(document.querySelector('.card pre .number')).display";
    assert_eq!(page.evaluate(lines), "inline", "a number in code stays in its line");
    let fits = "(() => { const card = document.querySelector('.card').getBoundingClientRect(); \
        const who = document.querySelector('.card > .who').getBoundingClientRect(); \
        return who.right <= card.right && document.querySelector('.stage').scrollWidth <= document.querySelector('.stage').clientWidth; })()";
    assert_eq!(page.evaluate(fits), true, "a long name stays in the card");
    let who = page.text(".card > .who");
    assert!(
        who.contains("…\u{a0}· api\u{a0}· asked "),
        "and keeps nothing else out of view: {who}"
    );
    scene.browser.is_content();
}

/// REQ: WE-5
#[test]
fn the_clocks_answer_has_no_tick() {
    let scene = Scene::without_agent();
    let asked = choice(json!({ "timeout_seconds": 5, "timeout_action": "submit" }));
    let id = scene.asked(&asked);
    let page = scene.browser.open("page", &scene.link(Some(&id)));
    page.wait("[data-card][data-status=auto-submitted] .seal circle");
    page.wait(&format!("[data-row='{id}'][data-status=auto-submitted]"));
    assert!(page.text(".by").starts_with("answered for you"), "{}", page.text(".by"));
    scene.browser.is_content();
}

/// The question before the list, every control with its role, name and state.
/// REQ: WE-10
#[test]
fn a_screen_reader_gets_the_question_first() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.browser.open("page", &scene.link(Some(&id)));
    page.wait("html[data-live=socket] [data-card]");
    page.wait(&format!("[data-row='{id}']"));
    page.press("1");
    page.wait("[data-pick=pg][aria-checked=true]");
    let tree = page.tree();
    let mut rest = tree.as_str();
    for line in [
        "- main:",
        "- article \"Pick a database\":",
        "- heading \"Pick a database\" [level=1]",
        "- radiogroup \"",
        "- radio \"PostgreSQL recommended\" [checked]",
        "- radio \"SQLite\"",
        "- button \"Ask to explain\"",
        "- timer:",
        "- button \"Send PostgreSQL\"",
        "- button \"Cancel\"",
        "- navigation \"Questions\":",
        "- button \"All\" [pressed]",
        "- button \"Waiting 1\"",
        "- list:",
        "- listitem:",
        "- link \"Pick a database",
    ] {
        let at = rest.find(line).unwrap_or_else(|| panic!("no {line} in its place:\n{tree}"));
        rest = &rest[at + line.len()..];
    }
    scene.browser.is_content();
}
