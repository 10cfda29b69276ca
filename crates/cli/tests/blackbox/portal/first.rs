//! The first picture has the question in it.

use serde_json::json;

use super::{Scene, choice};

/// Records drawings without the question, and what makes the browser lay out the page in the middle of a drawing. How
/// long a page waits for its question before it draws something else is not limited here.
const WATCH: &str = "
    window.early = [];
    const shown = () => document.querySelector('[data-card][data-status=pending] [data-do=send]') !== null;
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function (...how) {
      if (this === document.body) window.early.push('a layout of the whole page');
      focus.apply(this, how);
    };
    const wait = window.setTimeout;
    window.setTimeout = (act, ms, ...more) => (ms === 250 ? 0 : wait(act, ms, ...more));
    new MutationObserver(() => document.querySelector('.portal') && !shown() && window.early.push('a drawing'))
      .observe(document, { childList: true, subtree: true });
";

/// With a one-time code and with the token that came of it.
/// REQ: WE-1, WE-4
#[test]
fn a_question_is_in_the_first_drawing() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({ "interface": null })));
    let link = scene.link(Some(&id));
    let first = scene.browser.open_with("first", &link, json!({ "init": WATCH }));
    let is_drawn_at_once = |page: &super::Page<'_>| {
        page.wait("html[data-live=socket] [data-card][data-status=pending]");
        assert_eq!(page.evaluate("window.early"), json!([]));
        page.wait("[data-do=bell]");
    };
    is_drawn_at_once(&first);
    assert!(!first.url().contains("code="), "{}", first.url());
    let (bare, _) = link.split_once('#').unwrap();
    is_drawn_at_once(&scene.browser.tab("again", &first, bare));
    scene.browser.is_content();
}
