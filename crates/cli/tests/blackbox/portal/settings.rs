//! The settings panel: every key is saved at once, individually, for every surface, and kept.

use serde_json::{Value, json};

use super::{Page, Scene, choice};

fn shown(scene: &Scene) -> Vec<(String, String)> {
    let all = scene.world.run(&["config", "show", "--json"]).ok().json();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.as_array().unwrap().iter().map(|one| (text(&one["key"]), text(&one["value"]))).collect()
}

/// One change on the panel.
enum Change {
    Select(&'static str),
    Type(&'static str),
    Click,
}

const CHANGES: [(&str, &str, Change, &str); 13] = [
    ("interface", "interface", Change::Select("web"), "web"),
    ("timeout", "timeout", Change::Type("10 min"), "600"),
    ("timeout", "timeout/always", Change::Click, "600 always"),
    ("timeout_action", "timeout_action", Change::Select("cancel"), "cancel"),
    ("single_submit", "single_submit", Change::Click, "on"),
    ("annotations", "annotations", Change::Click, "off"),
    ("placeholder", "placeholder", Change::Click, "off"),
    ("notifications", "notifications", Change::Click, "off"),
    ("theme", "theme/dark", Change::Click, "dark"),
    ("hints", "hints", Change::Click, "off"),
    ("shortcuts", "shortcuts", Change::Click, "off"),
    ("recent", "recent", Change::Select("10"), "10"),
    ("language", "language", Change::Select("ko"), "ko"),
];

/// REQ: WE-9, SE-1, LA-1
#[test]
fn every_key_is_saved_alone_and_kept() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    page.press("s");
    page.wait("[data-panel=settings]");
    for (key, control, change, value) in CHANGES {
        let before = shown(&scene);
        let control = format!("[data-setting='{control}']");
        match change {
            Change::Select(value) => page.select(&control, value),
            Change::Type(text) => {
                page.fill(&control, text);
                page.press("Tab");
            }
            Change::Click => page.click(&control),
        }
        page.until("document.querySelector('.saved .icon') !== null");
        let mut wanted = before.clone();
        wanted.iter_mut().find(|(name, _)| name == key).expect("a known key").1 = value.to_owned();
        // The mark may belong to the previous change.
        scene.world.until("it is saved", || shown(&scene) != before);
        assert_eq!(shown(&scene), wanted, "{key}: that one changed, and no other");
    }
    let holds = |page: &Page| {
        page.wait("html[lang=ko][data-theme=dark]");
        page.click("[data-do=settings]");
        page.wait("[data-panel=settings]");
        for (key, value) in [("interface", "web"), ("timeout", "10 분"), ("language", "ko")] {
            assert_eq!(page.value(&format!("[data-setting={key}]")), value);
        }
        assert_eq!(page.value("[data-setting=timeout_action]"), "cancel");
        page.wait("[data-setting='timeout/always']:checked");
        page.wait("[data-setting=single_submit]:checked");
        for key in ["annotations", "placeholder", "notifications", "hints", "shortcuts"] {
            page.wait(&format!("[data-setting={key}]:not(:checked)"));
        }
        page.wait("[data-setting='theme/dark'][aria-checked=true]");
    };
    page.reload();
    holds(&page);
    // Another browser, another hub process.
    scene.world.run(&["hub", "stop"]).ok();
    let other = scene.browser.open("other", &scene.link(None));
    holds(&other);
    scene.browser.is_content();
}

/// What the desk refuses for this question is not called saved.
/// REQ: WE-9
#[test]
fn what_is_refused_is_not_called_saved() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.page(&id);
    page.press("s");
    page.wait("[data-panel=settings]");
    page.fill("[data-setting='this/timeout']", "10 min");
    page.press("Tab");
    page.wait(".saved .icon");
    page.wait_gone(".saved .icon");
    page.evaluate(
        "(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) \
         { return send.call(this, text.replace('\"set_remaining\"', '\"nonsense\"')); }; \
         window.marks = 0; new MutationObserver(() => (window.marks += document.querySelectorAll('.saved .icon').length)) \
         .observe(document.body, { childList: true, subtree: true }); })()",
    );
    page.fill("[data-setting='this/timeout']", "20 min");
    page.press("Tab");
    page.wait(".refusal");
    assert_eq!(page.evaluate("window.marks"), 0);
}

/// Notes switched off: on the open question, on the next one, after a restart; until they are
/// switched on again.
/// REQ: SE-2, SE-3, WE-9
#[test]
fn notes_stay_away_until_they_are_wanted_again() {
    let mut scene = Scene::new();
    let asked = choice(json!({ "allow_annotations": true }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    let notes = "[data-do=note], [data-do=option-note], [data-field=note], [data-field^='note/']";
    page.wait(notes);
    page.click("[data-do=note]");
    page.type_text("typed before");
    let switch = |page: &Page| {
        page.click("[data-do=settings]");
        page.click("[data-setting=annotations]");
        page.wait(".saved .icon");
        page.press("Escape");
        page.wait_gone("[data-panel]");
    };
    switch(&page);
    page.wait_gone(notes);
    page.press("a");
    assert_eq!(page.count(notes), 0);
    page.press("1");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["global_annotation"], Value::Null);

    scene.world.run(&["hub", "stop"]).ok();
    let id = scene.world.ask(&["Again?", "-o", "Yes", "-o", "No"]);
    let page = scene.page(&id);
    assert_eq!(page.count(notes), 0);
    page.press("c");
    page.wait("[data-do=left]");
    assert_eq!(page.count("textarea"), 0, "nor when it is cancelled");
    page.click("[data-do=stay]");
    switch(&page);
    page.wait(notes);
    scene.browser.is_content();
}

/// What applies to this question alone.
/// REQ: WE-9, SE-2, TO-5
#[test]
fn one_question_can_differ() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({ "placeholder": null })));
    let before = shown(&scene);
    let page = scene.page(&id);
    page.click("[data-do=settings]");
    page.fill("[data-setting='this/timeout']", "20 min");
    page.press("Tab");
    page.until("Math.abs(Number(document.querySelector('[data-left]').dataset.left) - 1200) < 60");
    page.select("[data-setting='this/timeout_action']", "cancel");
    page.until("document.querySelector('.then').innerText.includes('stops this task')");
    page.click("[data-setting='this/annotations']");
    page.wait_gone("[data-do=note]");
    page.click("[data-setting='this/single_submit']");
    scene.world.until("the desk has it", || {
        scene.world.show(&id)["presentation"]["single_submit"] == true
    });
    page.wait("[data-card][data-single-submit=true]");
    page.press("Escape");
    page.press("2");
    page.wait("[data-do=undo]");
    page.press("u");
    page.wait("[data-do=send]");
    page.press("3");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["dynamo"]));
    assert_eq!(shown(&scene), before, "the defaults are as they were");
}

/// First the asking process's environment; a stored choice overrides it; unknown values are
/// ignored.
/// REQ: LA-2, LA-3, LA-1
#[test]
fn the_environment_speaks_until_somebody_chooses() {
    let scene = Scene::without_agent();
    let ask = |language: &str| {
        let ask = ["ask", "Which?", "-o", "Yes", "-o", "No", "--no-wait"];
        scene.world.run_as(&[("CHOICE_LANG", language)], &ask).stdout.trim().to_owned()
    };
    let (chinese, unknown) = (ask(" ZH "), ask("klingon"));
    let page = scene.page(&chinese);
    page.wait("html[lang=zh]");
    page.until("document.querySelector('[data-do=send]').innerText.startsWith('发送回答')");
    page.press("s");
    page.wait("[data-panel=settings]");
    assert_eq!(page.value("[data-setting=language]"), "zh", "what is in force, not what is stored");
    page.press("Escape");
    page.click(&format!("[data-row='{unknown}']"));
    page.wait("html[lang=en]");
    page.press("s");
    page.select("[data-setting=language]", "ko");
    page.wait("html[lang=ko]");
    page.press("Escape");
    page.click(&format!("[data-row='{chinese}']"));
    page.wait(&format!("[data-card='{chinese}']"));
    page.wait("html[lang=ko]");
    page.reload();
    page.wait(&format!("[data-card='{chinese}']"));
    page.wait("html[lang=ko]");
    scene.browser.is_content();
}

/// Chinese by the agent's environment, and a person who reads English: one choice, and it stays.
/// REQ: LA-2
#[test]
fn english_can_be_chosen_where_the_environment_says_chinese() {
    let scene = Scene::without_agent();
    let ask = ["ask", "Which?", "-o", "Yes", "-o", "No", "--no-wait"];
    let id = scene.world.run_as(&[("CHOICE_LANG", "zh")], &ask).stdout.trim().to_owned();
    let page = scene.page(&id);
    page.wait("html[lang=zh]");
    page.press("s");
    page.select("[data-setting=language]", "en");
    page.wait("html[lang=en]");
    page.reload();
    page.wait(&format!("[data-card='{id}']"));
    page.wait("html[lang=en]");
    scene.browser.is_content();
}
