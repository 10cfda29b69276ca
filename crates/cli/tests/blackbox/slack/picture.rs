//! The guide's picture of a permission in Slack: the blocks that Slack got, drawn about as Slack does.

use serde_json::{Value, json};

use super::Chat;
use crate::permissions::{asked_together, shell};
use crate::portal::accessible::pictured;
use crate::portal::browser::Browser;

const PAGE: &str = include_str!("picture.html");
/// As wide as Slack makes a message, with the frame.
const WIDTH: u64 = 660;

/// Not every machine has a font for it.
const GLASS: &str = "<svg width='10' height='12' viewBox='0 0 12 14'><path d='M1 0h10v2L7 7l4 5v2H1v-2l4-5-4-5z' fill='#c9973a'/></svg>";

/// REQ: AD-2, IN-5
#[test]
fn the_picture_of_a_permission_is_what_slack_gets() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let Chat { world, fake, .. } = &chat;
    world.run(&["config", "set", "interface", "slack"]).ok();
    let file =
        json!({ "file_path": "/srv/api-server/src/retry.rs", "content": "pub fn retry() {}\n" });
    let asked = [
        shell("cargo publish --dry-run"),
        shell("cargo test && git push --force origin main"),
        shell("cargo doc --no-deps"),
        ("Write", file),
    ];
    asked_together(world, &asked, |ids| {
        let message = fake.says(0, "Also waiting from this session: 3");
        let browser = Browser::start();
        let url = browser.serve(&PAGE.replace("$BLOCKS", &drawn(&message.blocks)));
        for scheme in ["light", "dark"] {
            let open = |height: u64| {
                let viewport = json!({ "width": WIDTH, "height": height });
                let options = json!({ "viewport": viewport, "colorScheme": scheme });
                browser.open_with(scheme, &url, json!({ "options": options }))
            };
            let page = open(100);
            let height = page.evaluate("document.documentElement.scrollHeight");
            page.close();
            let page = open(height.as_u64().unwrap());
            pictured(&page, "permission-slack", scheme, "#blocks > *");
            page.close();
        }
        for id in ids {
            world.run(&["answer", id, "deny"]).ok();
        }
    });
}

fn drawn(blocks: &Value) -> String {
    let texts = |value: &Value| -> Vec<String> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|text| marked(text["text"].as_str().unwrap()))
            .collect()
    };
    let block = |block: &Value| match block["type"].as_str().unwrap() {
        "context" => format!(
            "<div class='block context'><span>{}</span></div>",
            texts(&block["elements"]).join("</span><span>")
        ),
        "section" => {
            format!("<div class=block>{}</div>", marked(block["text"]["text"].as_str().unwrap()))
        }
        "divider" => "<hr>".to_owned(),
        "actions" => {
            let buttons = block["elements"].as_array().unwrap().iter().map(button);
            format!("<div class=actions>{}</div>", buttons.collect::<String>())
        }
        other => panic!("`{other}` is not drawn"),
    };
    let all: String = blocks.as_array().unwrap().iter().map(block).collect();
    all.replace('⏳', GLASS)
}

fn button(element: &Value) -> String {
    // A menu behind three dots has no words.
    let words = element["text"]["text"].as_str().unwrap_or("⋯");
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    format!("<span class='{}'>{words}</span>", element["style"].as_str().unwrap_or_default())
}

/// Slack's own marks; its text is escaped already.
fn marked(text: &str) -> String {
    let text = &dated(text);
    let mut html = String::new();
    for (at, fenced) in text.split("```").enumerate() {
        if at % 2 == 1 {
            html.push_str(&format!("<pre>{}</pre>", fenced.trim_matches('\n')));
            continue;
        }
        for (at, coded) in fenced.trim_matches('\n').split('`').enumerate() {
            html.push_str(&match at % 2 {
                1 => format!("<code>{coded}</code>"),
                _ => paired(&paired(coded, '*', "b"), '_', "i").replace('\n', "<br>"),
            });
        }
    }
    html
}

/// With the time that a reader without Slack sees: `<!date^…|2026-11-19 14:03 UTC>`.
fn dated(text: &str) -> String {
    let Some((before, rest)) = text.split_once("<!date^") else { return text.to_owned() };
    let (date, after) = rest.split_once('>').unwrap();
    format!("{before}{}{after}", date.rsplit('|').next().unwrap())
}

fn paired(text: &str, mark: char, tag: &str) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    if parts.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let whole = parts.iter().enumerate().map(|(at, part)| match at % 2 {
        1 => format!("<{tag}>{part}</{tag}>"),
        _ => (*part).to_owned(),
    });
    whole.collect()
}
