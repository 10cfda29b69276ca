//! One question, in every mode: what is chosen on the page is what the agent gets.

use serde_json::json;

use super::{Scene, choice};

/// REQ: WE-1, WE-2, WE-10, PC-11
#[test]
fn one_option_by_keyboard() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    assert!(!page.url().contains('#'), "the code is gone: {}", page.url());
    assert_eq!(page.title(), "(1) sayso");
    page.press("j");
    page.press("j");
    page.wait("[data-pick=lite]:focus");
    assert_eq!(page.count("[aria-checked=true]"), 0, "the focus chooses nothing");
    page.press(" ");
    page.wait("[data-pick=lite][aria-checked=true]");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert_eq!(result["action_status"], "selected");
    assert_eq!(result["session_id"], json!(id));
    assert_eq!(result["selection"]["selected_ids"], json!(["lite"]));
    assert_eq!(result["selection"]["interface"], "web");
    let page = scene.browser.open("later", &scene.link(Some(&id)));
    page.wait("[data-card][data-delivered=true] .hand-over");
    assert!(page.text(".by").contains("ann · web"), "{}", page.text(".by"));
    scene.browser.is_content();
}

/// The tick is the agent's: it appears when the agent has fetched the answer, and there is only one.
/// REQ: WE-10
#[test]
fn a_tick_is_the_agents() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.page(&id);
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted][data-delivered=false] .seal");
    let ticks = ":is(.seal, .hand-over) [data-icon=check]";
    assert_eq!(page.count(ticks), 0);
    let colour = "getComputedStyle(document.querySelector('.seal')).color";
    let neutral = page.evaluate(colour);
    scene.world.run(&["wait", &id]).ok();
    page.wait("[data-card][data-delivered=true] .seal [data-icon=check]");
    assert_eq!(page.count(ticks), 1);
    assert_ne!(page.evaluate(colour), neutral);
    scene.browser.is_content();
}

/// REQ: PC-4, PC-11, WE-10
#[test]
fn several_options_within_their_bounds() {
    let mut scene = Scene::new();
    let asked =
        choice(json!({ "selection_mode": "multi", "min_selections": 2, "max_selections": 2 }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    page.click("[data-option=dynamo]");
    page.press("Control+Enter");
    page.wait(".problem");
    assert_eq!(page.text(".foot .problem"), "Choose at least 2 options.");
    page.press("1");
    page.wait_gone(".foot .problem");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    let selection = scene.result()["selection"].clone();
    assert_eq!(selection["selected_ids"], json!(["pg", "dynamo"]), "in the order of the options");
    scene.browser.is_content();
}

#[test]
fn a_text() {
    let mut scene = Scene::new();
    let asked = choice(json!({
        "selection_mode": "text_input", "options": null, "placeholder": "e.g. choices",
    }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    page.click("[data-do=send]");
    page.wait(".foot .problem");
    page.type_text("extract 选择 \"quoted\" <b>");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert_eq!(result["action_status"], "custom_input");
    assert_eq!(result["selection"]["custom_input"], "extract 选择 \"quoted\" <b>");
    scene.browser.is_content();
}

/// REQ: PC-11, SE-2
#[test]
fn options_and_a_text_with_notes() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "selection_mode": "hybrid" })));
    let page = scene.page(&id);
    page.press("1");
    page.press("a");
    page.type_text("the managed one");
    page.fill("[data-field^='text/']", "and a cache");
    page.click("[data-do=note]");
    page.type_text("soon, please");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert_eq!(result["action_status"], "selected");
    let selection = &result["selection"];
    assert_eq!(selection["selected_ids"], json!(["pg"]));
    assert_eq!(selection["custom_input"], "and a cache");
    assert_eq!(selection["option_annotations"], json!({ "pg": "the managed one" }));
    assert_eq!(selection["global_annotation"], "soon, please");
    scene.browser.is_content();
}

#[test]
fn forty_options_are_filtered() {
    let mut scene = Scene::new();
    let options: Vec<_> = (0..40)
        .map(|n| json!({ "id": format!("r{n}"), "label": format!("Region {n}"), "recommended": n == 0 }))
        .collect();
    let id = scene.asks("provide_choice", &choice(json!({ "options": options })));
    let page = scene.page(&id);
    assert_eq!(page.count("[data-option]"), 40);
    page.press("/");
    page.type_text("region 37");
    page.until("document.querySelectorAll('[data-option]').length === 1");
    page.click("[data-option=r37]");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["r37"]));
}

/// REQ: TO-6
#[test]
fn cancelled_with_a_note() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    page.click("[data-do=leave]");
    page.type_text("not before Friday");
    page.click("[data-do=left]");
    page.wait("[data-card][data-status=cancelled]");
    let result = scene.result();
    assert_eq!(result["action_status"], "cancelled");
    assert_eq!(result["selection"]["global_annotation"], "not before Friday");
}

/// Choosing sends, after a moment in which it can be undone.
/// REQ: SE-2
#[test]
fn choosing_sends_unless_it_is_undone() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "single_submit_mode": true })));
    let page = scene.page(&id);
    page.click("[data-option=pg]");
    page.click("[data-do=undo]");
    page.wait("[data-do=send]");
    page.click("[data-option=dynamo]");
    page.wait("[data-do=undo]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["dynamo"]));
}

/// Script and style are inlined, and no socket is available.
/// REQ: CO-2, WE-2
#[test]
fn with_everything_inside_and_without_a_socket() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let link = scene.link(Some(&id));
    let page = scene.browser.open("page", "about:blank");
    page.block_sockets();
    let page = scene.browser.tab("inline", &page, &link.replace("#code", "?assets=inline#code"));
    page.wait("html[data-live=http]");
    assert_eq!((page.count("script[src]"), page.count("head > style")), (0, 1));
    page.wait("[data-card]");
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["lite"]));
}

/// REQ: AD-8, WE-10
#[test]
fn a_ranking_by_mouse_and_keyboard() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "selection_mode": "rank" })));
    let page = scene.page(&id);
    page.click("[data-option=dynamo]");
    page.wait(".option:nth-child(1)[data-option=dynamo] .place");
    page.press("Control+Enter");
    page.wait(".foot .problem");
    assert_eq!(page.text(".foot .problem"), "Rank 2 more options.");
    page.click("[data-do=rank-rest]");
    page.wait(".option:nth-child(3).chosen");
    assert_eq!(page.text(".heard"), "1. DynamoDB · 2. PostgreSQL · 3. SQLite");
    page.click("[data-option=pg] [data-do=rank-up]");
    page.wait(".option:nth-child(1)[data-option=pg]");
    page.wait("[data-option=pg] [data-do=rank-up]:disabled");
    // The focus goes along with what is moved.
    page.press("j");
    page.press("j");
    page.wait("[data-pick=dynamo]:focus");
    page.press("Alt+ArrowDown");
    page.wait(".option:nth-child(3)[data-option=dynamo] [data-pick]:focus");
    // A digit is an option's number, as everywhere: it takes the place back, or gives the next one.
    assert_eq!(page.text("[data-option=dynamo] kbd"), "3");
    page.press("1");
    page.wait(".option:nth-child(3)[data-option=pg]:not(.chosen)");
    page.press("2");
    page.wait(".option:nth-child(3)[data-option=lite]:not(.chosen)");
    page.press("1");
    page.wait(".option:nth-child(2)[data-option=pg].chosen");
    page.press("2");
    page.wait(".option:nth-child(3)[data-option=lite].chosen");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");
    let selection = scene.result()["selection"].clone();
    assert_eq!(selection["ranking"], json!(["dynamo", "pg", "lite"]));
    assert_eq!(selection["selected_ids"], json!(["pg", "lite", "dynamo"]));
    scene.browser.is_content();
}

/// REQ: AD-8, WE-10
#[test]
fn a_number_in_its_range() {
    let mut scene = Scene::new();
    let asked = choice(json!({
        "selection_mode": "number", "options": null, "min": 0, "max": 1, "step": 0.1, "unit": "GB",
    }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    assert_eq!(page.text(".bounds"), "From 0 to 1 GB · in steps of 0.1");
    page.click(".number input");
    page.type_text("7");
    page.press("Control+Enter");
    page.wait(".foot .problem");
    assert_eq!(page.text(".foot .problem"), "Enter 1 or less.");
    page.press("ArrowUp");
    page.press("ArrowDown");
    page.press("ArrowDown");
    page.click("[data-do=number-up]");
    page.click("[data-do=number-down]");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    assert_eq!(
        (&result["action_status"], &result["selection"]["number"]),
        (&json!("selected"), &json!(0.9))
    );
    scene.browser.is_content();
}
