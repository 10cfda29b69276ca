//! Notifications: only when the page isn't visible, only with permission; the title in any case.

use serde_json::json;

use super::{Scene, choice};
use crate::mcp::waited_for;

/// A browser that would notify, and records it; the page isn't visible.
const STUB: &str = "
    window.told = [];
    window.asked = 0;
    class Stub {
      static permission = 'default';
      static async requestPermission() { window.asked += 1; return (Stub.permission = 'granted'); }
      constructor(title, options) { window.told.push(`${title} / ${options.body}`); window.last = this; }
      close() {}
    }
    window.Notification = Stub;
    window.looking = false;
    document.hasFocus = () => window.looking;
    window.focus = () => { window.looking = true; };
";

/// A new question, one with little time left, one whose time is up; by the desk's time, regardless
/// of the browser's clock.
/// REQ: WE-4, TO-2, TO-5, WE-3
#[test]
fn new_soon_and_late_once_it_is_permitted() {
    let mut scene = Scene::new();
    let mut agent = scene.agent.take().expect("it has one");
    let first = scene.world.ask(&["Before?", "-o", "Yes", "-o", "No", "--timeout", "3600"]);
    let page = scene.browser.open_with("page", &scene.link(Some(&first)), json!({ "init": STUB }));
    page.wait("[data-card][data-status=pending]");
    page.until("document.title === '(1) sayso'");
    // A dot.
    page.until("document.querySelector('link[rel=icon]').href.includes('circle')");

    // Permission has not been requested, and everything works without it.
    agent.call("provide_choice", &choice(json!({})));
    let id = waited_for(&scene.world);
    page.wait(&format!("[data-row='{id}']"));
    assert_eq!(page.evaluate("[window.asked, window.told]"), json!([0, []]));
    assert_eq!(page.title(), "(2) sayso");

    page.click("[data-do=bell]");
    page.wait_gone("[data-do=bell]");
    assert_eq!(page.evaluate("window.asked"), 1);
    let ignored = scene.world.ask(&["Another?", "-o", "Yes", "-o", "No"]);
    page.until("window.told.length === 1");
    let told = page.evaluate("window.told[0]");
    assert!(told.as_str().unwrap().contains("asks / Another?"), "{told}");

    // A click opens its question.
    page.evaluate("window.last.onclick()");
    page.wait(&format!("[data-card='{ignored}']"));
    scene.world.run(&["answer", &ignored, "yes"]).ok();
    page.wait("[data-card][data-status=submitted]");

    // The page is visible: nothing more is announced.
    scene.world.ask(&["While you look?", "-o", "Yes", "-o", "No"]);
    page.until("document.title === '(3) sayso'");
    assert_eq!(page.evaluate("window.told.length"), 1);
    page.evaluate("window.looking = false");

    // The shortest possible time, set on the page, until it is over.
    page.click(&format!("[data-row='{id}']"));
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    page.click("[data-do=time]");
    page.type_text("5 s");
    page.press("Enter");
    page.wait(".until[data-urgency=now]");
    page.until("window.told.length === 2");
    let told = page.evaluate("window.told[1]");
    assert!(told.as_str().unwrap().contains("little time left"), "{told}");
    page.evaluate("{ const real = Date.now; Date.now = () => real() + 3_600_000; }");
    let shown = page.evaluate("Number(document.querySelector('[data-left]').dataset.left)");
    assert!((1..=5).contains(&shown.as_i64().unwrap()), "not by the time of day: {shown}");
    page.wait("[data-card][data-status=timeout]");
    page.wait(&format!("[data-row='{id}'][data-status=timeout]"));
    page.until("window.told.length === 3");
    let told = page.evaluate("window.told[2]");
    assert!(told.as_str().unwrap().contains("time is up"), "{told}");
    assert_eq!(page.count("[data-do=send]"), 0, "nothing can be sent any more");
    let result = agent.outcome()["structured"].clone();
    assert_eq!(result["action_status"], "timeout");
    assert_eq!(result["selection"]["selected_ids"], json!([]));

    // Nothing is waiting: neither title nor icon show anything.
    for row in scene.world.run(&["list", "--json"]).ok().json()["rows"].as_array().unwrap() {
        scene.world.run(&["cancel", row["id"].as_str().unwrap()]).ok();
    }
    page.until("document.title === 'sayso'");
    page.until("!document.querySelector('link[rel=icon]').href.includes('circle')");
    scene.browser.is_content();
}

/// REQ: WE-4, SE-1
#[test]
fn switched_off_nothing_is_told() {
    let scene = Scene::without_agent();
    let page = scene.browser.open_with("page", &scene.link(None), json!({ "init": STUB }));
    page.wait("html[data-live=socket]");
    page.click("[data-do=settings]");
    page.click("[data-do=allow]");
    page.click("[data-setting=notifications]");
    page.wait(".saved .icon");
    page.press("Escape");
    scene.world.ask(&["Quiet?", "-o", "Yes", "-o", "No"]);
    page.until("document.title === '(1) sayso'");
    assert_eq!(page.evaluate("window.told"), json!([]));
    scene.world.run(&["config", "set", "notifications", "on"]).ok();
    page.click("[data-do=settings]");
    page.wait("[data-setting=notifications]:checked");
    scene.world.ask(&["Loud?", "-o", "Yes", "-o", "No"]);
    page.until("window.told.length === 1");
}
