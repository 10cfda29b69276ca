//! The first look: names, tables and counts are whole, and nothing is loaded twice.

use serde_json::json;

use super::{Scene, choice};

/// On a first visit and on a later one.
/// REQ: WE-1
#[test]
fn a_question_is_loaded_once() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let link = scene.link(Some(&id));
    let (bare, _) = link.split_once('#').unwrap();
    let first = scene.browser.open("first", &link);
    first.wait("html[data-live=socket] [data-card][data-status=pending]");
    let again = scene.browser.tab("again", &first, bare);
    for page in [first, again] {
        page.wait("html[data-live=socket] [data-card][data-status=pending]");
        page.wait(&format!("[data-row='{id}']"));
        // What comes after everything that loading has set off.
        let later = scene.asked(&choice(json!({ "title": "Later" })));
        page.wait(&format!("[data-row='{later}']"));
        let loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/portal/questions/')).length";
        assert_eq!(page.evaluate(loaded), 1);
    }
    scene.browser.is_content();
}

/// In every list and on a phone: its status, its agent and its times are whole, and its project is whole or not there.
/// REQ: WE-5
#[test]
fn a_settled_row_names_its_agent() {
    let scene = Scene::without_agent();
    let asked = choice(json!({ "timeout_seconds": 5, "timeout_action": "submit" }));
    let id = scene.asked_by([("claude-code", "a-project-with-a-long-name", asked)]).remove(0);
    for (name, width) in [("phone", 390), ("narrow", 900), ("wide", 1280)] {
        let size = json!({ "options": { "viewport": { "width": width, "height": 700 } } });
        let page = scene.browser.open_with(name, &scene.link(None), size);
        page.wait(&format!("[data-row='{id}'][data-status=auto-submitted] .about-row"));
        let inside = |selector: &str| {
            page.evaluate(&format!(
                "(() => {{ const line = document.querySelector('.about-row').getBoundingClientRect(); \
                return [...document.querySelectorAll('.about-row {selector}')].filter((one) => {{ \
                  const {{ top, bottom, right }} = one.getBoundingClientRect(); \
                  return bottom <= line.bottom + 1 && top >= line.top - 1 && right <= line.right + 1 && one.scrollWidth <= one.clientWidth + 1; \
                }}).map((one) => one.innerText); }})()"
            ))
        };
        assert_eq!(
            inside(":is(.status, .agent, .surface)"),
            json!(["answered for you", "claude-code", "web"]),
            "{width}"
        );
        assert_eq!(inside(".time").as_array().unwrap().len(), 1, "{width}");
        assert_eq!(inside(".project"), json!([]), "{width}");
        assert_eq!(page.text(".age"), "just now");
        assert!(page.text(".about-row").starts_with("answered for you"));
        page.close();
    }
    scene.browser.is_content();
}

/// More than the first column is seen, no number is broken, and the page itself does not scroll sideways.
/// REQ: WE-10
#[test]
fn a_table_is_read_on_a_phone() {
    let scene = Scene::without_agent();
    let prompt = "Measured last night:\n\n| host | price a month | what it is good for |\n|---|---:|---|\n\
        | alpha-1 | 1,204.50 € | the usual choice, and the one that the team already runs in the other region |\n\
        | beta-2 | 980.00 € | cheaper |\n\nWhich host?";
    let id = scene.asked(&choice(json!({ "prompt": prompt })));
    let phone = json!({ "options": { "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone);
    page.wait("html[data-live=socket] [data-card] table");
    let seen = "[...document.querySelectorAll('table > tr:first-of-type td')].map((one) => one.getBoundingClientRect().left < 390).join()";
    assert_eq!(page.evaluate(seen), "true,true,true");
    let price = "[...document.querySelectorAll('table > tr .figure .cell')].every((one) => one.getClientRects().length === 1 && one.offsetHeight < 30)";
    assert_eq!(page.evaluate(price), true);
    let rights = "new Set([...document.querySelectorAll('td.right .cell')].map((one) => Math.round(one.getBoundingClientRect().right))).size";
    assert_eq!(page.evaluate(rights), 1, "figures stand below each other, and their heading");
    let wraps = "document.querySelector('table > tr td:last-child .cell').offsetHeight > 30";
    assert_eq!(page.evaluate(wraps), true, "words are broken into lines");
    assert_eq!(page.evaluate("document.documentElement.scrollWidth <= 390"), true);
    scene.browser.is_content();
}

/// What was typed there before is replaced by what is typed now.
/// REQ: WE-10
#[test]
fn the_palette_offers_its_old_words_selected() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let page = scene.page(&id);
    page.press("Control+k");
    page.wait("[data-field=palette]:focus");
    page.type_text("database");
    page.press("Escape");
    page.wait_gone("[data-field=palette]");
    page.press("Control+k");
    page.wait("[data-field=palette]:focus");
    page.type_text("theme");
    page.until("document.querySelector('[data-field=palette]').value === 'theme'");
    page.wait("[data-offer='setting theme']");
    scene.browser.is_content();
}

/// A browser takes seconds to fit 500 columns to their words; it is not asked to.
/// REQ: WE-10
#[test]
fn five_hundred_columns_are_drawn_without_measuring_each() {
    let scene = Scene::without_agent();
    let line = |cell: &str| format!("|{}\n", format!(" {cell} |").repeat(500));
    let table = format!("{}{}{}", line("name"), line("---"), line("word").repeat(8));
    let id = scene.asked(&choice(json!({ "prompt": format!("Which?\n\n{table}") })));
    let page = scene.page(&id);
    page.wait("table.many td");
    assert_eq!(
        page.evaluate("getComputedStyle(document.querySelector('table.many')).tableLayout"),
        "fixed"
    );
    page.press("2");
    page.wait("[data-pick=lite][aria-checked=true]");
    scene.browser.is_content();
}

/// On a phone: a long label has the whole width, the answer's sentence is whole, and what a finger touched does not look
/// chosen.
/// REQ: WE-10
#[test]
fn long_answers_are_read_on_a_phone() {
    let scene = Scene::without_agent();
    let label = "Refresh it before it expires";
    let options = json!([
        { "id": "early", "label": label, "recommended": true },
        { "id": "late", "label": "Only after a 401", "description": "one server to run, the team knows it" },
    ]);
    let prompt =
        format!("When should it be refreshed?\n\n```rust\nlet {} = 1;\n```", "left".repeat(20));
    let asked = json!({ "options": options, "selection_mode": "multi", "prompt": prompt });
    let id = scene.asked(&choice(asked));
    let phone = json!({ "options": { "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true } });
    let page = scene.browser.open_with("page", &scene.link(Some(&id)), phone);
    page.wait("html[data-live=socket] [data-card]");
    let of = |selector: &str, what: &str| {
        page.evaluate(&format!("document.querySelector('{selector}').{what}"))
    };
    let lines = of("[data-option=early] .label", "getClientRects().length");
    assert_eq!(lines, 1, "the tag takes nothing of its width");
    let bare = "getComputedStyle(document.querySelector('[data-option=late]')).backgroundColor";
    let before = page.evaluate(bare);
    let height = of("[data-option=late]", "offsetHeight");
    let middle =
        "Math.round(document.querySelector('[data-option=late]').getBoundingClientRect().top + 20)";
    let middle = page.evaluate(middle).as_i64().unwrap();
    for checked in ["true", "false"] {
        page.tap((200, middle), "touch");
        page.wait(&format!("[data-pick=late][aria-checked={checked}]"));
        assert_eq!(of("[data-option=late]", "offsetHeight"), height, "nothing moves");
    }
    page.until(&format!("{bare} === '{}'", before.as_str().unwrap()));
    page.click("[data-option=early]");
    let beside = "document.querySelector('[data-do=send]').offsetTop === document.querySelector('[data-do=leave]').offsetTop";
    assert_eq!(page.evaluate(beside), true, "a long answer moves nothing to where Send was");
    page.click("[data-do=send]");
    page.wait("[data-card][data-status=submitted]");
    assert_eq!(page.text("#title"), format!("You chose {label}"));
    assert_eq!(
        of("#title", "scrollHeight <= document.querySelector('#title').clientHeight + 1"),
        true
    );
    assert_eq!(page.count(".answers"), 0, "it is not said twice");
    page.click(".story summary");
    page.wait(".story[open] pre");
    assert_eq!(of(".stage", "scrollWidth <= innerWidth"), true, "only the code scrolls sideways");
    scene.browser.is_content();
}

/// What is written from right to left has its options at the right, with their descriptions below them.
/// REQ: WE-10
#[test]
fn options_stand_where_their_question_begins() {
    let scene = Scene::without_agent();
    let options = json!([
        { "id": "pg", "label": "PostgreSQL", "description": "خادم واحد، والفريق يعرفه", "recommended": true },
        { "id": "file", "label": "ملف واحد لكل مستأجر", "description": "one file" },
    ]);
    let asked = json!({ "title": "أي قاعدة بيانات نستخدم؟", "prompt": "تتم إعادة كتابة طبقة التخزين، والاختيار يحدد مسار الترحيل إلى PostgreSQL.", "options": options });
    let id = scene.asked(&choice(asked));
    let page = scene.page(&id);
    let sides = "[...document.querySelectorAll('.option .label, .option .about p')].map((one) => { \
        const range = document.createRange(); range.selectNodeContents(one); \
        return Math.round(one.closest('.option').getBoundingClientRect().right - range.getBoundingClientRect().right); })";
    let sides = page.evaluate(sides);
    let sides: Vec<_> =
        sides.as_array().unwrap().iter().map(|side| side.as_i64().unwrap()).collect();
    assert_eq!(sides.len(), 4);
    assert!(sides.iter().all(|side| (side - sides[0]).abs() <= 2 && *side < 120), "{sides:?}");
    scene.browser.is_content();
}

/// REQ: WE-10
#[test]
fn who_wants_more_contrast_gets_it() {
    let scene = Scene::without_agent();
    let id = scene.asked(&choice(json!({})));
    let more = json!({ "options": { "contrast": "more", "reducedMotion": "reduce" } });
    let page = scene.browser.open_with("more", &scene.link(Some(&id)), more);
    page.wait("html[data-theme=contrast] [data-card]");
    assert_eq!(page.barriers(), json!([]));
    let moves = "getComputedStyle(document.querySelector('.card')).animationName";
    assert_eq!(page.evaluate(moves), "none", "less motion is wanted");
    assert_eq!(scene.page(&id).evaluate(moves), "appear");
    scene.browser.is_content();
}

/// Where the system forces its few colours, a switch of the settings is seen, and whether it is on.
/// REQ: WE-9, WE-10
#[test]
fn switches_are_seen_in_forced_colours() {
    let scene = Scene::without_agent();
    scene.asked(&choice(json!({})));
    let forced = json!({ "options": { "forcedColors": "active", "reducedMotion": "reduce" } });
    let page = scene.browser.open_with("page", &scene.link(None), forced);
    page.wait("html[data-live=socket] [data-do=settings]");
    page.click("[data-do=settings]");
    page.wait("[data-setting=sound]");
    let colour = |selector: &str| {
        page.evaluate(&format!(
            "getComputedStyle(document.querySelector('{selector}')).backgroundColor"
        ))
    };
    let (off, on) = (colour(".switch:not(:checked)"), colour(".switch:checked"));
    assert_ne!(off, on);
    assert_ne!(on, colour(".sheet"));
    let knob =
        "getComputedStyle(document.querySelector('.switch:checked'), '::after').backgroundColor";
    assert_ne!(page.evaluate(knob), on);
    scene.browser.is_content();
}
