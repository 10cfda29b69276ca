//! Every screen, in light, dark and on a phone, checked by axe-core; and the pictures of the
//! guide.

use std::path::Path;

use serde_json::{Value, json};

use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asker, Asking, Repeat};

use super::{Page, Scene};

/// If set, the pictures of the guide are recreated: `scripts/pictures`.
const PICTURES: &str = "SAYSO_TEST_PICTURES";

/// Typical questions of several agents.
struct Desks {
    database: String,
    form: String,
    delete: String,
}

/// REQ: WE-10, NA-4, IN-5
#[test]
fn nothing_keeps_anybody_out() {
    let scene = Scene::without_agent();
    scene.world.run(&["list"]).ok();
    let asked = ask_all(&scene);
    let _listening = scene.world.spawn(&["wait", &asked.database]);
    scene
        .world
        .until("somebody waits for it", || scene.world.show(&asked.database)["listening"] == true);
    let light =
        ("light", json!({ "viewport": { "width": 1280, "height": 860 }, "colorScheme": "light" }));
    let dark =
        ("dark", json!({ "viewport": { "width": 1280, "height": 860 }, "colorScheme": "dark" }));
    let phone = (
        "phone",
        json!({
            "viewport": { "width": 390, "height": 844 }, "colorScheme": "light", "isMobile": true, "hasTouch": true,
        }),
    );
    let forced = (
        "forced",
        json!({ "viewport": { "width": 1280, "height": 860 }, "forcedColors": "active" }),
    );
    for (name, mut options) in [light, dark, phone, forced] {
        // Nothing may be checked in the middle of an animation.
        options["reducedMotion"] = json!("reduce");
        let page = scene.browser.open_with(name, &scene.link(None), json!({ "options": options }));
        page.wait("html[data-live=socket]");
        page.wait("[data-row][data-status=pending]");
        screens(&page, name, &asked);
        page.close();
    }
    scene.browser.is_content();
}

/// Where the system forces its few colours, what is chosen, open or sent is still seen.
/// REQ: WE-10
#[test]
fn forced_colours_hide_nothing() {
    let scene = Scene::without_agent();
    let id = scene.asked(&super::choice(json!({})));
    let forced = json!({ "options": { "forcedColors": "active", "reducedMotion": "reduce" } });
    let page = scene.browser.open_with("forced", &scene.link(Some(&id)), forced);
    page.wait("html[data-live=socket] [data-card]");
    page.wait(&format!("[data-row='{id}']"));
    page.press("1");
    page.wait("[data-pick=pg][aria-checked=true]");
    let style = |element: &str, name: &str| {
        page.evaluate(&format!("getComputedStyle(document.querySelector('{element}')).{name}"))
    };
    assert_ne!(style("[data-do=send]", "borderTopWidth"), "0px", "Send is a button");
    assert_ne!(
        style(".option.chosen", "outlineStyle"),
        style(".option:not(.chosen)", "outlineStyle"),
        "what is chosen"
    );
    for element in [".row.open", ".chip[aria-pressed=true]"] {
        assert_eq!(style(element, "outlineStyle"), "solid", "{element}");
    }
    free(&page, "forced colours");
    scene.browser.is_content();
}

fn screens(page: &Page<'_>, name: &'static str, asked: &Desks) {
    let phone = name == "phone";
    free(page, &format!("{name}: list"));
    show(page, &asked.database, phone);
    page.click("[data-option=postgres]");
    page.wait("[data-pick=postgres][aria-checked=true]");
    pictured(page, "portal", name, "[data-card]");
    free(page, &format!("{name}: question"));
    page.click("[data-do=note]");
    page.press("Escape");
    page.click("[data-do=leave]");
    free(page, &format!("{name}: leaving"));
    page.click("[data-do=stay]");

    show(page, &asked.delete, phone);
    page.wait(".card.irreversible .undone");
    page.click("[data-option=delete]");
    page.click("[data-do=send]");
    page.wait("[data-asking=confirm]");
    page.click("[data-do=hold]");
    free(page, &format!("{name}: irreversible"));
    if name == "light" {
        for theme in &sayso_core::settings::THEMES[1..] {
            page.evaluate(&format!("document.documentElement.dataset.theme = '{theme}'"));
            free(page, &format!("irreversible in {theme}"));
        }
        page.evaluate("document.documentElement.dataset.theme = 'light'");
    }
    page.click("[data-asking] [data-do=stay]");

    show(page, &asked.form, phone);
    free(page, &format!("{name}: form"));
    page.click("[data-step='3']");
    page.wait(".review");
    free(page, &format!("{name}: review"));
    if phone {
        page.click("[data-do=back]");
    }
    page.click("[data-do=settings]");
    page.wait("[data-panel=settings]");
    free(page, &format!("{name}: settings"));
    page.click("[data-do=close]");
    page.click("[data-do=help]");
    page.wait("[data-panel=help]");
    free(page, &format!("{name}: help"));
    page.click("[data-do=close]");
    page.click("[data-do=palette]");
    page.wait("[data-field=palette]:focus");
    free(page, &format!("{name}: palette"));
    page.type_text("database");
    page.wait("[data-offer^='history ']");
    pictured(page, "palette", name, ".palette");
    page.press("Escape");
    page.click("[data-do=history]");
    page.wait("[data-page=history] [data-row]");
    free(page, &format!("{name}: history"));
    pictured(page, "history", name, ".history .title, .filters, .decisions .headline");
    page.click(".history details > summary");
    page.wait(".figures");
    free(page, &format!("{name}: figures"));
    pictured(page, "figures", name, ".figures");
    if name == "light" {
        for theme in &sayso_core::settings::THEMES[1..] {
            page.evaluate(&format!("document.documentElement.dataset.theme = '{theme}'"));
            free(page, &format!("history in {theme}"));
        }
        page.evaluate("document.documentElement.dataset.theme = 'light'");
    }
    if phone {
        page.click("[data-page=history] [data-do=back]");
    }

    page.click("[data-row][data-status=submitted]");
    page.wait("[data-card][data-status=submitted]");
    free(page, &format!("{name}: answered"));
    if phone {
        page.click("[data-do=back]");
    }
}

pub(super) fn show(page: &Page<'_>, id: &str, phone: bool) {
    if phone && page.count("html[data-screen=list]") == 0 {
        page.click("[data-do=back]");
    }
    page.click(&format!("[data-row='{id}']"));
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
}

#[track_caller]
pub(super) fn free(page: &Page<'_>, screen: &str) {
    let barriers = page.barriers();
    let found: Vec<&str> = barriers.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(found.is_empty(), "{screen}:\n{}", found.join("\n"));
}

pub(super) fn origin(scene: &Scene) -> String {
    format!("http://localhost:{}", scene.world.hub_info().port)
}

/// The guide's picture shows what the page says now: the words of these elements are kept with the tests.
#[track_caller]
pub fn pictured(page: &Page<'_>, what: &str, name: &str, selector: &str) {
    if name == "forced" {
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let size = if name == "phone" { "phone" } else { "wide" };
    let kept = tests.join("portal").join(format!("pictured-{what}-{size}.txt"));
    page.evaluate(
        "document.activeElement.matches('[data-field=palette]') || document.activeElement.blur()",
    );
    let said = page.evaluate(&format!(
        "[...document.querySelectorAll(\"{selector}\")].map((element) => element.innerText).join('\\n')"
    ));
    // Times differ, also in length.
    let mut said = said.as_str().unwrap().replace(|letter: char| letter.is_ascii_digit(), "0");
    while said.contains("00") {
        said = said.replace("00", "0");
    }
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let said: String = lines.map(|line| format!("{line}\n")).collect();
    if std::env::var_os(PICTURES).is_some() {
        let images = tests.join("../../../docs/guide/src/images");
        page.picture(&images.join(format!("{what}-{name}.png")));
        std::fs::write(&kept, &said).unwrap();
    }
    let kept = std::fs::read_to_string(kept).unwrap_or_default();
    assert_eq!(kept, said, "the picture shows something else: run `scripts/pictures`, look at it");
}

fn ask_all(scene: &Scene) -> Desks {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = scene.world.desk();
    let ask = |dialect: Dialect, agent: &str, project: &str, arguments: Value| {
        let asker = Asker {
            agent: Some(agent.to_owned()),
            directory: Some(format!("/home/ann/{project}")),
            ..Asker::default()
        };
        let ask = Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::New,
        };
        runtime.block_on(desk.ask(ask)).unwrap().interaction.id.to_string()
    };
    let yes_no = |title: &str, prompt: &str, more: Value| {
        let mut asked = json!({
            "title": title, "prompt": prompt, "selection_mode": "single",
            "options": [{ "id": "yes", "label": "Exponential backoff", "recommended": true }, { "id": "no", "label": "Fail at once" }],
        });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked
    };
    let retry = yes_no(
        "Retry policy",
        "The payment provider drops one request in a thousand. What shall the client do?",
        json!({}),
    );
    let done = ask(Dialect::ProvideChoice, "claude-code", "payments", retry);
    // By a person, so that there is a median.
    let hand = scene.browser.open("hand", &scene.link(None));
    hand.wait("html[data-live=socket]");
    decide(&hand, &done, "yes");
    // What an ordinary day leaves behind.
    for (agent, project, title, answer) in [
        ("codex", "infrastructure", "Which region for the backups?", "yes"),
        ("claude-code", "api-server", "Keep the old database for a week?", "yes"),
        ("gemini", "web-shop", "Ship the new checkout today?", "no"),
        ("claude-code", "api-server", "Run the migration now?", "yes"),
        ("codex", "web-shop", "Pin the framework's version?", "yes"),
        ("claude-code", "api-server", "Run the migration now?", "yes"),
        ("claude-code", "payments", "Log the card's last four digits?", "no"),
    ] {
        let asked = yes_no(
            title,
            "It decides what happens next.",
            json!({ "options": [
            { "id": "yes", "label": "Yes", "recommended": true }, { "id": "no", "label": "Not yet" },
        ] }),
        );
        let id = ask(Dialect::ProvideChoice, agent, project, asked);
        decide(&hand, &id, answer);
    }
    hand.close();
    let name = yes_no("Name of the module", "Which name?", json!({}));
    let cancelled = ask(Dialect::ProvideChoice, "gemini", "docs", name);
    scene.world.run(&["cancel", &cancelled]).ok();
    let database = ask(Dialect::ProvideChoice, "claude-code", "api-server", database());
    let delete = yes_no(
        "Delete 14 snapshots?",
        "They are older than a year and cost 40 GB. They cannot be brought back.",
        json!({ "irreversible": true, "timeout_seconds": 3600, "options": [
            { "id": "delete", "label": "Delete them" }, { "id": "keep", "label": "Keep them", "recommended": true },
        ] }),
    );
    let delete = ask(Dialect::ProvideChoice, "codex", "infrastructure", delete);
    let form = ask(Dialect::AskUserQuestions, "gemini", "web-shop", form());
    Desks { database, form, delete }
}

/// As the page does it, without a click for each.
#[track_caller]
fn decide(page: &Page<'_>, id: &str, option: &str) {
    let status = page.evaluate(&format!(
        "(async () => {{
          const headers = {{ Authorization: `Bearer ${{localStorage.getItem('sayso.session')}}`, 'Content-Type': 'application/json' }};
          const at = '/api/v1/interactions/{id}';
          const {{ form }} = await (await fetch(at, {{ headers }})).json();
          const submission = {{ questions: {{ [form.questions[0].id]: {{ options: ['{option}'] }} }} }};
          return (await fetch(`${{at}}/act`, {{ method: 'POST', headers, body: JSON.stringify({{ command: 'answer', submission }}) }})).status;
        }})()"
    ));
    assert_eq!(status, 200);
}

fn database() -> Value {
    json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten; the choice decides the **migration path**. Reports \
            lock out writers for several seconds each morning:\n\n```sql\nselect count(*) from orders where day = '2026-03-01'; -- 4.2 s\n```\n\n\
            | | today | in a year |\n|---|---|---|\n| orders | 2 M | 9 M |\n\nWhich one should the service use?",
        "selection_mode": "single",
        "timeout_seconds": 900,
        "timeout_action": "submit",
        "options": [
            { "id": "postgres", "label": "PostgreSQL", "description": "one server to run, the team knows it", "recommended": true },
            { "id": "sqlite", "label": "SQLite, one file a tenant", "description": "nothing to run; reports read every file" },
            { "id": "dynamo", "label": "DynamoDB", "description": "serverless, see [the limits](https://example.org/limits)" },
        ],
    })
}

fn form() -> Value {
    let question = |title: &str, prompt: &str, labels: [&str; 2], many: bool| {
        json!({
            "title": title, "prompt": prompt, "multiSelect": many,
            "context": "The shop is rebuilt; the old one stays until the new one has all of it.",
            "options": [{ "label": labels[0], "recommended": true }, { "label": labels[1], "description": "less to learn" }],
        })
    };
    json!({ "questions": [
        question("Framework", "Which framework should the shop be built with?", ["Svelte", "React"], false),
        question("Styling", "How shall it be styled?", ["Plain CSS", "Tailwind"], false),
        question("Payments", "Which payments are needed at first?", ["Cards", "Invoices"], true),
    ] })
}
