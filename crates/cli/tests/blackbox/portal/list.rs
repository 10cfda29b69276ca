//! The list: pending and settled questions of all agents and surfaces.

use sayso_core::Command;
use sayso_desk::Answering;
use serde_json::json;

use super::{Scene, choice};
use crate::harness::nobody;

/// REQ: WE-5, WE-6, WE-7
#[test]
fn everything_that_waits_and_the_last_five_that_are_done() {
    let mut scene = Scene::new();
    let world = &scene.world;
    let ask = |title: &str| world.ask(&[title, "-o", "Yes", "-o", "No"]);
    let done: Vec<String> = (0..7).map(|n| ask(&format!("Done {n}?"))).collect();
    for id in &done[..6] {
        world.run(&["answer", id, "yes"]).ok();
    }
    world.run(&["cancel", &done[6]]).ok();
    let waiting: Vec<String> = (0..7).map(|n| ask(&format!("Open {n}?"))).collect();
    let asked = scene.asks("provide_choice", &choice(json!({})));

    // After closing the tab, everything is found again.
    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-row='{asked}']"));
    for id in &waiting {
        page.wait(&format!("[data-row='{id}'][data-status=pending]"));
    }
    page.wait(&format!("[data-row='{}'][data-status=cancelled]", done[6]));
    page.wait(&format!("[data-row='{}'][data-status=submitted]", done[5]));
    let rows = |pending: u64, settled: u64| {
        assert_eq!(page.count("[data-row][data-status=pending]"), pending);
        assert_eq!(page.count("[data-row]:not([data-status=pending])"), settled);
    };
    rows(8, 5);
    assert_eq!(page.count(&format!("[data-row='{}']", done[0])), 0, "older than the last five");

    let row = page.text(&format!("[data-row='{asked}']"));
    for part in ["typescript-sdk", "Pick a database", "waiting", "web", "just now"] {
        assert!(row.contains(part), "{part}: {row}");
    }
    let row = page.text(&format!("[data-row='{}']", done[5]));
    for part in ["answered", "command line", "Yes", "just now"] {
        assert!(row.contains(part), "{part}: {row}");
    }

    // Without a reload, and changes in the meantime are shown.
    let kept = "performance.getEntriesByType('navigation').length === 1 && window.kept === true";
    page.evaluate("window.kept = true");
    page.click("[data-chip=waiting]");
    page.wait("[data-chip=waiting][aria-pressed=true]");
    rows(8, 0);
    page.click("[data-chip=done]");
    page.wait_gone("[data-row][data-status=pending]");
    rows(0, 5);
    scene.world.run(&["answer", &waiting[0], "no"]).ok();
    page.wait(&format!("[data-row='{}'][data-status=submitted]", waiting[0]));
    rows(0, 5);
    page.click("[data-chip=all]");
    page.wait("[data-row][data-status=pending]");
    rows(7, 5);
    page.until(kept);
    scene.world.run(&["config", "set", "recent", "10"]).ok();
    page.wait(&format!("[data-row='{}']", done[0]));
    rows(7, 8);
    scene.world.run(&["config", "set", "recent", "0"]).ok();
    page.wait_gone("[data-row]:not([data-status=pending])");
    scene.world.run(&["config", "unset", "recent"]).ok();
    page.wait(&format!("[data-row='{}']", waiting[0]));
    rows(7, 5);

    // A question meant for another surface is listed too, says where, and can be answered here.
    for (surface, shown) in [("terminal", "terminal"), ("slack", "Slack")] {
        let ask = ["Elsewhere?", "-o", "Yes", "-o", "No", "--interface", surface];
        let id = scene.world.ask(&ask);
        let row = format!("[data-row='{id}']");
        page.wait(&row);
        assert!(page.text(&row).contains(shown), "{}", page.text(&row));
        page.click(&row);
        page.wait(&format!("[data-card='{id}']"));
        page.press("2");
        page.press("Control+Enter");
        page.wait(&format!("{row}[data-status=submitted]"));
        assert!(page.text(&row).contains("web"), "answered here: {}", page.text(&row));
    }
    scene.browser.is_content();
}

/// A title on two lines at most, one time at the right, one grey line; and nothing else that says the same.
/// REQ: WE-5
#[test]
fn a_row_is_a_title_a_time_and_one_grey_line() {
    let scene = Scene::without_agent();
    let long =
        "How shall the importer deal with rows whose customer was deleted while it was running?";
    let calm = scene.asked(&choice(json!({ "title": long })));
    let late = scene.asked(&choice(json!({ "title": "Soon", "timeout_seconds": 50 })));
    let undone = scene.asked(&choice(json!({ "title": "Never", "irreversible": true })));
    let wide = json!({ "options": { "viewport": { "width": 1280, "height": 800 } } });
    let page = scene.browser.open_with("page", &scene.link(Some(&calm)), wide);
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-row='{undone}']"));
    let of = |id: &str, part: &str, what: &str| {
        page.evaluate(&format!("document.querySelector(`[data-row='{id}'] {part}`).{what}"))
    };
    assert_eq!(of(&calm, ".title", "getClientRects().length"), 1);
    let height = of(&calm, ".title", "offsetHeight").as_f64().unwrap();
    assert!((30.0..46.0).contains(&height), "two lines: {height}");
    let line = of(&calm, ".about-row", "offsetHeight").as_f64().unwrap();
    assert!(line < 24.0, "one line: {line}");
    assert_eq!(page.evaluate("document.querySelector('.list').offsetWidth"), 360);
    // Urgency is the colour of the time, and a line in the last minute; irreversible is one sign.
    assert_eq!(page.count("[data-row] .shrink"), 1);
    assert_eq!(page.count(&format!("[data-row='{late}'][data-urgency=soon] .shrink")), 1);
    assert_eq!(page.count(&format!("[data-row='{undone}'] .sign")), 1);
    assert_eq!(page.count("[data-row] .dot, [data-row] .badge"), 0);
    let weight =
        "getComputedStyle(document.querySelector(`[data-row='ID'] .title`)).webkitTextStrokeWidth";
    assert_eq!(page.evaluate(&weight.replace("ID", &calm)), "0px", "it is open");
    assert_eq!(page.evaluate(&weight.replace("ID", &undone)), "0.5px", "unread by weight");
    let font = "getComputedStyle(document.querySelector(`[data-row='ID'] .title`)).font";
    let fonts = [&calm, &undone].map(|id| page.evaluate(&font.replace("ID", id)));
    assert_eq!(fonts[0], fonts[1], "read, no title takes another number of lines");
    // A preferred surface is seen; that there is none is always heard, and seen where there is room.
    let surface =
        "[...document.querySelectorAll('[data-row] .surface')].map((one) => one.innerText)";
    assert_eq!(page.evaluate(surface), json!(["web", "web", "web"]));
    let anywhere = scene.asked(&choice(json!({ "title": "Anywhere?", "interface": null })));
    page.wait(&format!("[data-row='{anywhere}'] .surface"));
    assert_eq!(page.text(&format!("[data-row='{anywhere}'] .surface")), "anywhere");
    assert_eq!(of(&anywhere, ".surface", "offsetWidth"), 1);

    // The edge of the list is moved by keys and by dragging, and stays where it was put.
    page.evaluate("document.querySelector('.edge').focus()");
    page.press("ArrowRight");
    page.until("document.querySelector('.list').offsetWidth === 376");
    let target = "Math.round(document.querySelector('[data-do=history]').getBoundingClientRect().left + document.querySelector('[data-do=history]').offsetWidth / 2)";
    let target = page.evaluate(target).as_i64().unwrap();
    assert!((265..360).contains(&target), "a place inside of the list: {target}");
    page.drag(".edge", "[data-do=history]");
    page.until(&format!("document.querySelector('.list').offsetWidth === {target}"));
    page.press("ArrowRight");
    page.until(&format!("document.querySelector('.list').offsetWidth === {}", target + 16));
    let width = target + 16;
    page.reload();
    page.wait("html[data-live=socket]");
    assert_eq!(page.evaluate("document.querySelector('.list').offsetWidth"), width);
    scene.browser.is_content();
}

/// However long the question is, the answer is not cut.
/// REQ: WE-5
#[test]
fn a_settled_row_shows_its_answer() {
    let scene = Scene::without_agent();
    let title = "How shall the importer deal with rows whose customer was deleted while it was running, and who decides?";
    let id = scene.asked(&choice(json!({ "title": title })));
    scene.world.run(&["answer", &id, "pg"]).ok();
    for (name, width) in [("phone", 390), ("narrow", 900), ("wide", 1280)] {
        let size = json!({ "options": { "viewport": { "width": width, "height": 700 } } });
        let page = scene.browser.open_with(name, &scene.link(None), size);
        page.wait(&format!("[data-row='{id}'][data-status=submitted] .answer"));
        let inside = "(() => { const [title, answer] = ['.row .title', '.row .answer'].map((one) => document.querySelector(one).getBoundingClientRect()); \
            return answer.bottom <= title.bottom + 1 && answer.right <= title.right + 1; })()";
        assert_eq!(page.evaluate(inside), true, "{width}");
        let arrow = "(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.row .title .dim')); return [...range.getClientRects()].some(({ bottom }) => bottom > document.querySelector('.row .answer').getBoundingClientRect().top); })()";
        assert_eq!(page.evaluate(arrow), true, "the arrow is on its answer's line");
        page.close();
    }
    scene.browser.is_content();
}

/// REQ: WE-5
#[test]
fn a_row_says_how_it_ended_and_when_it_began() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let ends = [
        ("rejected", Command::Reject { reason: None }),
        ("withdrawn", Command::Withdraw { why: None }),
    ];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ended = ends.map(|(status, command)| {
        let id = world.ask(&[&format!("It was {status}?"), "-o", "Yes", "-o", "No"]);
        let settled = runtime.block_on(world.desk().act(id.parse().unwrap(), command, nobody()));
        assert_eq!(settled.unwrap().status.as_str(), status);
        (status, id)
    });
    let page = scene.browser.open("page", &scene.link(None));
    for (status, id) in &ended {
        let row = format!("[data-row='{id}'][data-status={status}]");
        page.wait(&row);
        let line = page.text(&format!("{row} .about-row"));
        assert!(line.starts_with(status), "the grey line begins with how it ended: {line}");
        let began = world.show(id)["created_at"].as_str().unwrap().to_owned();
        let clock = "date.getHours() + ':' + String(date.getMinutes()).padStart(2, '0')";
        let began = page
            .evaluate(&format!("(() => {{ const date = new Date('{began}'); return {clock} }})()"));
        let time = page.text(&format!("{row} .time"));
        assert_eq!(time, began.as_str().unwrap());
        assert_eq!(page.text(&format!("{row} .age")), "just now");
    }
    scene.browser.is_content();
}
