//! Taps and keys a moment too late: on a phone, a tablet and a desk, in Chromium and in Firefox.
//! The page's clock is driven.

use serde_json::{Value, json};

use super::browser::Browser;
use super::{Page, Scene, choice};

/// Width, height and what points there.
const SIZES: [(u32, u32, &str); 3] =
    [(390, 844, "touch"), (768, 1024, "pen"), (1280, 860, "mouse")];

/// Plays a case in every browser at every size.
fn everywhere(case: impl Fn(&Scene, &Hand<'_>)) {
    for browser in [Some(Browser::start()), Browser::firefox()].into_iter().flatten() {
        let scene = Scene::with(browser);
        for (width, height, pointer) in SIZES {
            case(&scene, &Hand { scene: &scene, size: (width, height), pointer });
        }
        scene.browser.is_content();
    }
}

/// A person at a screen of some size.
struct Hand<'s> {
    scene: &'s Scene,
    size: (u32, u32),
    pointer: &'static str,
}

impl<'s> Hand<'s> {
    /// The question, on a page whose clock stands still.
    fn opens(&self, id: &str) -> Page<'s> {
        let (width, height) = self.size;
        let touch = self.pointer == "touch";
        let options = json!({ "viewport": { "width": width, "height": height }, "hasTouch": touch, "isMobile": touch });
        let link = self.scene.link(Some(id));
        let page = self.scene.browser.open_with("page", &link, json!({ "options": options }));
        page.wait("html[data-live=socket]");
        page.wait(&format!("[data-card='{id}'][data-status=pending]"));
        page.evaluate(
            "(() => { window.at = performance.now(); performance.now = () => window.at; })()",
        );
        // What came last, on a busy machine, has been read.
        passes(&page, 600);
        page
    }

    /// Where the middle of it is.
    fn place(&self, page: &Page<'_>, selector: &str) -> (i64, i64) {
        page.wait(selector);
        let middle = page.evaluate(&format!(
            "(() => {{ const box = document.querySelector(`{selector}`).getBoundingClientRect(); \
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; }})()"
        ));
        (middle[0].as_i64().unwrap(), middle[1].as_i64().unwrap())
    }

    fn taps(&self, page: &Page<'_>, place: (i64, i64)) {
        page.tap(place, self.pointer);
    }

    fn taps_on(&self, page: &Page<'_>, selector: &str) {
        self.taps(page, self.place(page, selector));
    }

    fn is_waiting(&self, id: &str, why: &str) {
        let status = self.scene.world.show(id)["status"].clone();
        assert_eq!(status, "pending", "{why}, {:?}", self.size);
    }
}

fn passes(page: &Page<'_>, ms: u32) {
    page.evaluate(&format!("window.at += {ms}"));
}

fn box_of(page: &Page<'_>, selector: &str) -> [f64; 4] {
    let found = page.evaluate(&format!(
        "(() => {{ const box = document.querySelector(`{selector}`).getBoundingClientRect(); \
         return [box.left, box.top, box.right, box.bottom]; }})()"
    ));
    [0, 1, 2, 3].map(|side: usize| found[side].as_f64().unwrap())
}

fn are_apart([left, top, right, bottom]: [f64; 4], other: [f64; 4]) -> bool {
    right <= other[0] || other[2] <= left || bottom <= other[1] || other[3] <= top
}

/// Everything is chosen already: one tap sends it.
fn ready(more: Value) -> Value {
    let mut asked = choice(json!({ "default_selection_ids": ["pg"] }));
    for (name, value) in more.as_object().expect("fields") {
        asked[name] = value.clone();
    }
    asked
}

/// REQ: NA-1
#[test]
fn six_taps_at_one_place_answer_one_question() {
    everywhere(|scene, hand| {
        let asked = [(); 3].map(|()| scene.asked(&ready(json!({}))));
        let page = hand.opens(&asked[0]);
        let (send, was_send) =
            (hand.place(&page, "[data-do=send]"), box_of(&page, "[data-do=send]"));
        hand.taps(&page, send);
        page.wait(&format!("[data-card='{}'][data-status=submitted]", asked[0]));
        page.wait("[data-part=next]");
        assert!(are_apart(box_of(&page, "[data-part=next]"), was_send), "{:?}", hand.size);
        for _ in 0..5 {
            hand.taps(&page, send);
            passes(&page, 800);
        }
        assert_eq!(
            page.count(&format!("[data-card='{}']", asked[0])),
            1,
            "nothing else was opened"
        );

        // Nor does the place of 'Next' answer anything; a Send that has just come takes no tap.
        let next = hand.place(&page, "[data-part=next]");
        let was_next = box_of(&page, "[data-part=next]");
        hand.taps(&page, next);
        page.wait("[data-card][data-status=pending]");
        assert!(are_apart(box_of(&page, "[data-do=send]"), was_next), "{:?}", hand.size);
        hand.taps_on(&page, "[data-do=send]");
        passes(&page, 599);
        hand.taps_on(&page, "[data-do=send]");
        assert_eq!(page.count("[data-card][data-status=pending] [data-do=send]:enabled"), 1);
        for _ in 0..5 {
            hand.taps(&page, (next.0, next.1));
            passes(&page, 800);
        }
        for id in &asked[1..] {
            hand.is_waiting(id, "taps that were meant for another");
        }
        for id in &asked[1..] {
            scene.world.run(&["cancel", id]).ok();
        }
    });
}

/// A card that has come by 'Next' is answered after 0.6 s, and choosing by a tap as well.
/// REQ: NA-1
#[test]
fn what_is_meant_is_sent() {
    everywhere(|scene, hand| {
        let first = scene.asked(&ready(json!({})));
        let second = scene.asked(&ready(json!({ "single_submit_mode": true })));
        let page = hand.opens(&first);
        hand.taps_on(&page, "[data-do=send]");
        page.wait(&format!("[data-card='{first}'][data-status=submitted]"));
        hand.taps_on(&page, "[data-part=next]");
        page.wait(&format!("[data-card='{second}'][data-status=pending]"));
        hand.taps_on(&page, "[data-pick=lite]");
        assert_eq!(page.count("[data-do=undo]"), 0, "too early to send by choosing");
        passes(&page, 600);
        hand.taps_on(&page, "[data-pick=lite]");
        page.wait(&format!("[data-card='{second}'][data-status=submitted]"));
    });
}

/// REQ: NA-1
#[test]
fn the_clock_ends_it_under_two_taps() {
    everywhere(|scene, hand| {
        let behind = scene.asked(&ready(json!({})));
        let first = scene.asked(&ready(json!({})));
        let page = hand.opens(&first);
        let (send, was_send) =
            (hand.place(&page, "[data-do=send]"), box_of(&page, "[data-do=send]"));
        scene.world.run(&["extend", &first, "5s"]).ok();
        page.wait(&format!("[data-card='{first}'][data-status=auto-submitted]"));
        page.wait("[data-part=next]");
        assert!(are_apart(box_of(&page, "[data-part=next]"), was_send), "{:?}", hand.size);
        for _ in 0..3 {
            hand.taps(&page, send);
            passes(&page, 800);
        }
        assert_eq!(page.count(&format!("[data-card='{first}']")), 1);
        hand.is_waiting(&behind, "two taps on what was the Send of another");
        scene.world.run(&["cancel", &behind]).ok();
    });
}

/// Twenty seconds of thinking in the middle of a sentence, whose question ends meanwhile.
/// REQ: NA-1, NA-2
#[test]
fn a_field_outlives_its_question() {
    everywhere(|scene, hand| {
        for way_out in ["Escape", "Tab", "click"] {
            let first = scene.asked(&choice(json!({ "selection_mode": "hybrid" })));
            let behind = scene.asked(&ready(json!({ "single_submit_mode": true })));
            let page = hand.opens(&first);
            hand.taps_on(&page, "[data-field^='text/']");
            page.type_text("well, ");
            passes(&page, 20_000);
            scene.world.run(&["cancel", &first]).ok();
            page.wait(&format!("[data-card='{first}'][data-status=cancelled]"));
            page.wait("[data-field^='text/']:focus:read-only");
            for key in ["Enter", "n", "2", "Control+Enter"] {
                page.press(key);
                passes(&page, 3_000);
            }
            page.type_text("no, 2 are fine");
            page.press("Control+Enter");
            let field = page.evaluate("document.activeElement.value");
            assert_eq!(field, "well, ", "nothing is typed into what has ended");
            assert_eq!(page.count(&format!("[data-card='{first}']")), 1, "nothing else was opened");
            hand.is_waiting(&behind, "keys that were meant for another");
            match way_out {
                "click" => hand.taps_on(&page, ".card .title"),
                key => page.press(key),
            }
            page.wait_gone("textarea[data-field]");
            assert!(page.text("[data-page=unsent]").contains("well,"));
            passes(&page, 3_000);
            page.press("Enter");
            page.wait(&format!("[data-card='{behind}'][data-status=pending]"));
            assert_eq!(page.count("[aria-checked=true][data-pick=lite], [data-do=undo]"), 0);
            scene.world.run(&["cancel", &behind]).ok();
        }
    });
}

/// 'Ask to explain' by mouse or finger: what is typed then is the question, whatever it begins with.
/// REQ: NA-3
#[test]
fn a_part_opened_by_a_pointer_has_the_focus() {
    everywhere(|scene, hand| {
        for typed in ["2 of them differ how?", "can you say"] {
            let id = scene.asked(&choice(json!({ "single_submit_mode": true })));
            let page = hand.opens(&id);
            hand.taps_on(&page, "[data-do=elaborate]");
            page.wait("[data-field^='elaborate/']:focus");
            page.type_text(typed);
            assert_eq!(page.count("[data-do=undo], [data-part=leaving]"), 0, "{typed}");
            page.press("Control+Enter");
            page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
            assert!(page.text(".card > .answers").contains(typed));
        }
        let form = json!({ "questions": [{
            "title": "Framework", "prompt": "Which framework should the new dashboard be built with?",
            "options": [{ "label": "First" }, { "label": "Second" }],
        }] });
        for (opener, field) in
            [("skip", "skip/"), ("elaborate", "elaborate/"), ("leave", "leaving")]
        {
            let id = scene.asked(&form);
            let page = hand.opens(&id);
            hand.taps_on(&page, &format!("[data-do={opener}]"));
            page.wait(&format!("[data-field^='{field}']:focus"));
            page.type_text("1 n c");
            page.until("document.activeElement.value === '1 n c'");
            assert_eq!(page.count("[aria-checked=true]"), 0, "{opener}");
            scene.world.run(&["cancel", &id]).ok();
        }
    });
}

/// REQ: PC-12
#[test]
fn a_note_that_is_emptied_keeps_its_field() {
    everywhere(|scene, hand| {
        let id = scene.asked(&ready(json!({
            "option_annotations": { "pg": "old" }, "global_annotation": "old",
        })));
        let page = hand.opens(&id);
        for field in ["[data-field^='note/']", "[data-field=note]"] {
            hand.taps_on(&page, field);
            page.evaluate("document.activeElement.select()");
            page.press("Backspace");
            page.until("document.activeElement.value === ''");
            page.type_text("2, mine");
            page.until(&format!("document.querySelector(`{field}`)?.value === '2, mine'"));
        }
        page.press("Control+Enter");
        page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
        let given = scene.world.show(&id).to_string();
        assert!(!given.contains("\"old\"") || given.matches("2, mine").count() == 2, "{given}");
        assert_eq!(page.text(".card > .answers").matches("2, mine").count(), 2);
    });
}

/// Why nothing was sent comes where it moves nothing that can be pressed.
/// REQ: NA-1, NA-7
#[test]
fn a_second_tap_on_send_hits_nothing_else() {
    everywhere(|scene, hand| {
        // Days: the time that is left looks the same all the while.
        let asked = json!({ "selection_mode": "multi", "min_selections": 2, "max_selections": 2, "timeout_seconds": 300_030 });
        let id = scene.asked(&choice(asked));
        let page = hand.opens(&id);
        passes(&page, 5_000);
        page.until("document.getAnimations().length === 0");
        let all = ["[data-do=send]", "[data-do=leave]", "[data-do=extend]", "[data-option=pg]"];
        let places = || all.map(|selector| box_of(&page, selector)[1].round());
        let before = places();
        hand.taps_on(&page, "[data-do=send]");
        page.wait("[data-card] .problem");
        assert_eq!(places(), before, "{:?}", hand.size);
        page.press("1");
        page.wait("[data-pick=pg][aria-checked=true]");
        hand.taps_on(&page, "[data-do=time]");
        page.wait("[data-field=time]:focus");
        page.type_text("soon");
        page.press("Enter");
        page.until("document.querySelector('.refusal')?.innerText.includes('5 s')");
        assert_eq!(places()[1..], before[1..], "{:?}", hand.size);
        hand.is_waiting(&id, "nothing was sent");
    });
}
