//! Several questions at once: step by step, some of them not answered.

use serde_json::{Value, json};

use super::Scene;

fn four() -> Value {
    let question = |title: &str, more: Value| {
        let mut question = json!({
            "title": title,
            "prompt": format!("What should be decided about {title} before the work goes on?"),
            "context": "The dashboard is rewritten from scratch; the old one is kept until the new one has all of it.",
            "options": [{ "label": "First", "recommended": true }, { "label": "Second" }],
        });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    json!({ "questions": [
        question("Framework", json!({})),
        question("Styling", json!({})),
        question("Features", json!({ "multiSelect": true })),
        question("License", json!({})),
    ] })
}

/// Answered, free text, skipped with a reason, asked back: each is returned as what it is.
/// REQ: AU-5
#[test]
fn four_questions_in_four_ways() {
    let mut scene = Scene::new();
    let id = scene.asks("ask_user_questions", &four());
    let page = scene.page(&id);
    assert_eq!(page.count("[data-step]"), 5, "four questions and the review");
    page.press("2");
    page.press("ArrowRight");
    page.fill("[data-field^='text/']", "plain CSS");
    page.click_later("[data-do=onward]");
    page.click("[data-do=skip]");
    page.fill("[data-field^='skip/']", "decide later");
    page.click_later("[data-do=onward]");
    page.click("[data-do=elaborate]");
    page.click_later("[data-do=onward]");
    page.wait(".review");
    assert_eq!(page.count(".review .notice"), 0, "nothing is left open");
    page.click_later("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    let result = scene.result();
    let states: Vec<_> = (0..4).map(|at| result["questions"][at]["state"].clone()).collect();
    assert_eq!(result["questions"][0]["selected"][0]["label"], "Second", "{result}");
    assert!(result["questions"][1].to_string().contains("plain CSS"), "{result}");
    assert!(result["questions"][2].to_string().contains("decide later"), "{result}");
    assert_eq!(json!(states), json!(["answered", "answered", "skipped", "elaborate"]));
    scene.browser.is_content();
}

/// REQ: AU-5, PC-4
#[test]
fn what_is_left_open_is_said_before_it_is_sent() {
    let mut scene = Scene::new();
    let id = scene.asks("ask_user_questions", &four());
    let page = scene.page(&id);
    page.press("1");
    page.click("[data-step='4']");
    page.wait(".review .notice");
    assert_eq!(page.text(".review .notice"), "3 questions are not answered yet.");
    page.click_later("[data-review]");
    page.wait("[data-step='0'][aria-current=step]");
    page.click_later("[data-step='4']");
    page.click_later("[data-do=send]");
    page.click("[data-do=send-anyway]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["questions"][0]["selected"][0]["label"], "First");
}

/// REQ: AU-5
#[test]
fn all_of_it_rejected_with_a_reason() {
    let mut scene = Scene::new();
    let id = scene.asks("ask_user_questions", &four());
    let page = scene.page(&id);
    page.press("c");
    page.type_text("the plan has changed");
    page.click("[data-do=left]");
    page.wait("[data-card][data-status=rejected]");
    let told = scene.agent().outcome();
    assert!(told["texts"][0].as_str().unwrap().contains("the plan has changed"), "{told}");
}
