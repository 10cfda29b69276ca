//! Small screens: fingers hit everything, and the question keeps its room.

use serde_json::json;

use super::{Scene, choice};
use crate::permissions::{asked_together, shell};

/// REQ: WE-10
#[test]
fn everything_to_touch_is_large_enough() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    scene.asked(&choice(json!({ "title": "Another" })));
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone());
    page.wait("html[data-live=socket] [data-card]");
    // A note is offered for what is chosen.
    let notes = "[...document.querySelectorAll('[data-do=option-note]')].filter((one) => one.checkVisibility({ opacityProperty: true })).length";
    assert_eq!(page.evaluate(notes), 0);
    page.click("[data-option=lite]");
    page.wait("[data-option=lite].chosen [data-do=option-note]");
    assert_eq!(page.evaluate(notes), 1);
    let small = "[...document.querySelectorAll('button, select, summary, a.row, [data-option], input, textarea')]\
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)\
        .map((one) => one.outerHTML.slice(0, 90))";
    assert_eq!(page.evaluate(small), json!([]));
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.evaluate(small), json!([]));
    page.click("[data-do=back]");
    page.wait("html[data-screen=list]");
    assert_eq!(page.evaluate(small), json!([]));
    page.click("[data-do=history]");
    page.wait(".decisions [data-row]");
    assert_eq!(page.evaluate(small), json!([]));
    let drawn = "getComputedStyle(document.querySelector('.filter-chips .chip')).backgroundClip";
    assert!(page.evaluate(drawn).as_str().unwrap().ends_with("padding-box"), "as low as before");
    scene.browser.is_content();
}

/// Four options of one line and Send, all in view.
/// REQ: WE-10
#[test]
fn four_options_and_send_fit_a_phone() {
    let scene = Scene::without_agent();
    let option = |(n, label): (usize, &str)| {
        let about = "one line about it";
        json!({ "id": format!("o{n}"), "label": label, "description": about, "recommended": n == 0 })
    };
    let labels = ["PostgreSQL", "SQLite", "DynamoDB", "CockroachDB"];
    let options: Vec<_> = labels.into_iter().enumerate().map(option).collect();
    let asked = choice(json!({ "options": options }));
    let id = scene.asked(&asked);
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone());
    page.wait("html[data-live=socket] [data-card]");
    let above = "(() => { const foot = document.querySelector('.foot').getBoundingClientRect(); \
        return [...document.querySelectorAll('[data-option], .instead')].every((one) => one.getBoundingClientRect().bottom <= foot.top); })()";
    assert_eq!(page.evaluate(above), true, "nothing is behind the foot");
    // Once it has appeared.
    page.until("document.querySelector('.stage').scrollHeight <= innerHeight");
    let foot = || page.evaluate("document.querySelector('.foot').offsetHeight").as_f64().unwrap();
    assert!(foot() <= 844.0 / 8.0, "the foot is {} tall", foot());
    // The longest time, beside what has three lines.
    scene.world.run(&["extend", &id, "100m"]).ok();
    page.until("document.querySelector('.until .left').innerText.startsWith('1 h')");
    assert!(foot() <= 844.0 / 8.0, "the foot is {} tall", foot());
    let pill = "document.querySelector('.pill').offsetHeight";
    assert_eq!(page.evaluate(pill), 32, "lower than it is to touch");
    scene.browser.is_content();
}

/// What else waits in the session is one line until it is opened, and nothing is half behind the foot.
/// REQ: WE-10
#[test]
fn other_permissions_take_one_line_of_a_phone() {
    let scene = Scene::without_agent();
    asked_together(
        &scene.world,
        &[shell("touch one"), shell("touch two"), shell("touch three")],
        |ids| {
            let page = scene.browser.open_with("page", &scene.link(Some(&ids[0])), phone());
            page.wait("html[data-live=socket] [data-card] [data-do=together]");
            page.until("document.querySelectorAll('[data-beside]').length === 2");
            let seen = "[...document.querySelectorAll('.together *')].filter((one) => one.checkVisibility()).length";
            assert_eq!(page.evaluate(seen), 1);
            let foot = "document.querySelector('.foot').getBoundingClientRect().top - 16";
            let last = "document.querySelector('.together').getBoundingClientRect().bottom";
            page.until(&format!("{last} <= {foot}"));
            page.click("[data-do=together]");
            page.wait(&format!("[data-beside='{}'] [data-do=deny]", ids[2]));
            for id in ids {
                scene.world.run(&["answer", id, "deny"]).ok();
            }
        },
    );
    scene.browser.is_content();
}

/// In a ranking a note is offered where a finger can reach it.
/// REQ: WE-10
#[test]
fn a_ranked_option_takes_a_note_by_touch() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({ "selection_mode": "rank" })));
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone());
    page.wait("html[data-live=socket] [data-card]");
    let notes = "[...document.querySelectorAll('[data-do=option-note]')].filter((one) => one.checkVisibility({ opacityProperty: true })).map((one) => one.closest('[data-option]').dataset.option)";
    assert_eq!(page.evaluate(notes), json!([]));
    page.click("[data-option=lite] .label");
    page.wait("[data-option=lite].chosen [data-do=option-note]");
    assert_eq!(page.evaluate(notes), json!(["lite"]));
    page.click("[data-option=lite] [data-do=option-note]");
    page.wait("[data-option=lite] textarea:focus");
    assert_eq!(page.evaluate("document.documentElement.scrollWidth <= 390"), true);
    scene.browser.is_content();
}

fn phone() -> serde_json::Value {
    json!({ "options": { "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true } })
}

/// 1280 × 1024 at 400 % zoom.
/// REQ: WE-10
#[test]
fn at_four_hundred_percent_the_question_has_room() {
    let scene = Scene::without_agent();
    let agent = "agent-with-a-long-name-".repeat(4);
    let id = scene.asked_by([(agent.as_str(), "api", choice(json!({})))]).remove(0);
    let tiny = json!({ "options": { "viewport": { "width": 320, "height": 256 } } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), tiny);
    page.wait("html[data-live=socket] [data-card]");
    let covered = "getComputedStyle(document.querySelector('.foot')).position";
    assert_eq!(page.evaluate(covered), "static", "the foot does not cover the question");
    assert_eq!(page.evaluate("document.documentElement.scrollWidth <= 320"), true);
    page.evaluate("document.querySelector('[data-pick=lite]').scrollIntoView()");
    page.click("[data-option=lite]");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.barriers(), json!([]));
    // A long name makes no filter of the history wider than the screen.
    page.press("h");
    page.until("[...document.querySelectorAll('.filters option')].some((one) => one.value.startsWith('agent-with-a-'))");
    let fits = "[...document.querySelectorAll('.filters > *')].every((one) => one.getBoundingClientRect().right <= 320)";
    assert_eq!(page.evaluate(fits), true);
    scene.browser.is_content();
}
