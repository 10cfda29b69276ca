//! The first picture: what a question on the screen doesn't wait for.

use serde_json::{Value, json};

use super::{Scene, choice};

/// Records what is done before the question is on the page, drawings without it, and what makes the browser lay out
/// the page in the middle of a drawing. How long a page waits for its question before it draws something else is not
/// limited here.
const WATCH: &str = "
    window.early = [];
    const shown = () => document.querySelector('[data-card][data-status=pending] [data-do=send]') !== null;
    const note = (what) => shown() || window.early.push(what);
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function (...how) {
      if (this === document.body) window.early.push('a layout of the whole page');
      focus.apply(this, how);
    };
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...how) {
        note('a connection');
        super(...how);
      }
    };
    Object.defineProperty(Notification, 'permission', { get: () => (note('a permission'), 'default') });
    const wait = window.setTimeout;
    window.setTimeout = (act, ms, ...more) => (ms === 250 ? 0 : wait(act, ms, ...more));
    new MutationObserver(() => document.querySelector('.portal') && note('a drawing'))
      .observe(document, { childList: true, subtree: true });
";
/// Requests of the page, in order.
const REQUESTS: &str =
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)";

/// With a one-time code and with the token that came of it: the question is in the first drawing, and
/// only what it is drawn from was asked for before.
/// REQ: WE-1, WE-4
#[test]
fn a_question_is_drawn_at_once_and_only_then_anything_else_is_done() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({ "interface": null })));
    let link = scene.link(Some(&id));
    let question = format!("/portal/questions/{id}");
    let first = scene.browser.open_with("first", &link, json!({ "init": WATCH }));
    let later = |page: &super::Page<'_>, requests: &[&str]| {
        page.wait("html[data-live=socket] [data-card][data-status=pending]");
        assert_eq!(page.evaluate("window.early"), json!([]));
        let asked = page.evaluate(REQUESTS);
        let first: Vec<&Value> = asked.as_array().unwrap().iter().take(requests.len()).collect();
        assert_eq!(json!(first), json!(requests));
        page.wait("[data-do=bell]");
    };
    later(&first, &["/api/v1/tokens", &question]);
    assert!(!first.url().contains("code="), "{}", first.url());
    let (bare, _) = link.split_once('#').unwrap();
    later(&scene.browser.tab("again", &first, bare), &[&question]);
    scene.browser.is_content();
}
