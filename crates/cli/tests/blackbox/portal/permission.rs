//! A permission: what would be done as it would be typed, its danger marked, and a no with a reason.

use serde_json::{Value, json};

use super::accessible::{free, pictured};
use super::{Page, Scene};
use crate::harness::Ran;
use crate::permissions::{asked_together, decided, shell, waiting};

/// Claude Code asks by its own dialog; on the page this happens to it.
fn asked(scene: &Scene, tool: &str, input: &Value, happens: impl Fn(&Page<'_>)) -> Ran {
    let happens = |ids: &[String]| happens(&scene.page(&ids[0]));
    asked_together(&scene.world, &[(tool, input.clone())], happens).remove(0)
}

/// REQ: AD-2, NA-4
#[test]
fn a_command_is_the_title_with_its_danger_marked() {
    let scene = Scene::without_agent();
    let input = json!({ "command": "cargo test && git push --force origin main" });
    let ran = asked(&scene, "Bash", &input, |page| {
        assert_eq!(page.text("#title"), "cargo test && git push --force origin main");
        assert_eq!(page.text("#title mark"), "git push --force");
        let family = |element: &str| {
            page.evaluate(&format!(
                "getComputedStyle(document.querySelector('{element}')).fontFamily"
            ))
        };
        assert_eq!(family("#title"), family(".card kbd"), "as it would be typed");
        page.wait("[data-row] .title .command");
        assert!(page.text(".prompt").contains("Claude Code wants to use Bash in /srv/api-server."));
        assert_eq!(page.count(".prompt pre"), 0, "the command is not said twice");
        assert_eq!(page.count("[data-do=elaborate]"), 0, "what is typed is why not");
        page.wait(".card.irreversible");
        assert_eq!(page.barriers(), json!([]));
        // A no needs no confirmation.
        page.click(".own textarea");
        page.type_text("open a pull request instead");
        page.click("[data-do=send]");
        page.wait("[data-card]:not([data-status=pending]) .asked-title.command mark");
    });
    let decision = ran.ok().json()["hookSpecificOutput"]["decision"].clone();
    assert_eq!(decision["behavior"], "deny");
    assert!(decision["message"].as_str().unwrap().contains("open a pull request instead"));
    scene.browser.is_content();
}

/// A command that is longer than a title can be read to its end on a phone, by scrolling down.
/// REQ: AD-2, NA-4
#[test]
fn a_long_command_can_be_read_in_full() {
    let scene = Scene::without_agent();
    let command =
        format!("git push --force origin {} && rm -rf /srv/data", "a-long-name/".repeat(60));
    let phone = json!({ "options": {
        "viewport": { "width": 390, "height": 844 }, "hasTouch": true, "isMobile": true,
    } });
    let mut seen = Value::Null;
    let ran = asked_together(&scene.world, &[shell(&command)], |ids| {
        let page = scene.browser.open_with("page", &scene.link(Some(&ids[0])), phone);
        page.wait("[data-card][data-status=pending]");
        seen = page.evaluate(
            "(() => { const pre = document.querySelector('.prompt pre'); \
             return [pre?.scrollWidth - pre?.clientWidth, pre?.textContent.trim().endsWith('rm -rf /srv/data')]; })()",
        );
        scene.world.run(&["answer", &ids[0], "deny"]).ok();
    });
    assert_eq!(seen, json!([0, true]));
    assert_eq!(decided(&ran), ["deny"]);
}

/// REQ: AD-2
#[test]
fn an_edit_is_a_diff() {
    let scene = Scene::without_agent();
    let file = scene.world.path("home/retry.rs");
    std::fs::write(&file, "one\ntwo\nthree\n").unwrap();
    let input = json!({ "file_path": file, "old_string": "two\n", "new_string": "2\n" });
    let ran = asked(&scene, "Edit", &input, |page| {
        assert!(page.text("#title").starts_with("edit "), "{}", page.text("#title"));
        let line = |class: &str| {
            assert_eq!(
                page.evaluate(&format!(
                    "getComputedStyle(document.querySelector('.prompt .{class}')).display"
                )),
                "block",
                "coloured to its end"
            );
            page.text(&format!(".prompt .{class}")).trim().to_owned()
        };
        assert!(line("removed").starts_with('-') && line("removed").ends_with("two"));
        assert!(line("added").starts_with('+') && line("added").ends_with('2'));
        page.click("[data-option=allow]");
        page.click("[data-do=send]");
        page.wait("[data-card][data-status=given]");
    });
    assert_eq!(ran.ok().json()["hookSpecificOutput"]["decision"]["behavior"], "allow");
    scene.browser.is_content();
}

/// 'All' means those on the card, never the destructive ones; each is a separate decision.
/// REQ: AD-2, NA-4
#[test]
fn several_of_one_session_are_one_card() {
    let scene = Scene::without_agent();
    let all =
        [shell("touch one"), shell("touch two"), shell("touch three"), shell("rm -rf /srv/data")];
    let ran = asked_together(&scene.world, &all, |ids| {
        let page = scene.page(&ids[0]);
        page.wait(&format!("[data-beside='{}']", ids[3]));
        assert_eq!(page.count("[data-beside]"), 3);
        assert_eq!(page.count(&format!("[data-beside='{}'] [data-do=allow]", ids[3])), 0);
        page.click_later(&format!("[data-beside='{}'] [data-do=deny]", ids[2]));
        page.wait_gone(&format!("[data-beside='{}']", ids[2]));
        assert_eq!(page.text("[data-do=all]"), "Allow both once");
        page.click_later("[data-do=all]");
        page.wait_gone(&format!("[data-card='{}'][data-status=pending]", ids[0]));
        scene.world.until("one is left", || waiting(&scene.world).len() == 1);
        assert_eq!(waiting(&scene.world)[0]["title"], "rm -rf /srv/data");
        scene.world.run(&["answer", &ids[3], "deny"]).ok();
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny", "deny"]);
    scene.browser.is_content();
}

/// The guide's pictures: wide in light and dark, and a phone.
/// REQ: AD-2, IN-5, WE-10
#[test]
fn its_pictures_are_what_is_drawn() {
    let scene = Scene::without_agent();
    let all = [
        shell("cargo test && git push --force origin main"),
        shell("cargo publish --dry-run"),
        (
            "Write",
            json!({ "file_path": "/srv/api-server/src/retry.rs", "content": "pub fn retry() {}\n" }),
        ),
    ];
    asked_together(&scene.world, &all, |ids| {
        let wide = |scheme: &str| json!({ "viewport": { "width": 1280, "height": 860 }, "colorScheme": scheme });
        let phone = json!({
            "viewport": { "width": 390, "height": 844 }, "colorScheme": "light",
            "isMobile": true, "hasTouch": true,
        });
        let mut forced = wide("light");
        forced["forcedColors"] = json!("active");
        let screens = [
            ("light", wide("light")),
            ("dark", wide("dark")),
            ("phone", phone),
            ("forced", forced),
        ];
        for (name, mut options) in screens {
            options["reducedMotion"] = json!("reduce");
            let page = scene.browser.open_with(
                name,
                &scene.link(Some(&ids[0])),
                json!({ "options": options }),
            );
            page.wait("html[data-live=socket] [data-card][data-status=pending]");
            page.until(&format!("document.querySelector(`[data-beside='{}']`) !== null", ids[2]));
            free(&page, name);
            pictured(&page, "permission", name, "[data-card]");
            page.close();
        }
        for id in ids {
            scene.world.run(&["answer", id, "deny"]).ok();
        }
    });
    scene.browser.is_content();
}
