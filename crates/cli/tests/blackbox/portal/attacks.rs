//! Attacks by other pages and by hostile texts, in a real browser whose person is authenticated.

use serde_json::{Value, json};

use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asker, Asking, Repeat};

use super::{Scene, choice};

/// Everything a page at another port can do to a server whose address it knows. The result of each
/// attempt is what it got, or `refused`.
const EVIL: &str = r#"<!doctype html><title>evil</title><body><script>
const hub = "HUB", id = "ID", code = "CODE";
const answer = JSON.stringify({ command: "answer", submission: { questions: { "": { options: ["pg"] } } } });
const act = `${hub}/api/v1/interactions/${id}/act`;
const read = (path, how) => fetch(hub + path, how).then((reply) => reply.text());
const attempts = {
  read: () => read("/api/v1/interactions"),
  page: () => read(`/choice/${id}`),
  credentials: () => read("/api/v1/interactions", { credentials: "include" }),
  preflighted: () => read(`/api/v1/interactions/${id}/act`, { method: "POST", body: answer, headers: { "Content-Type": "application/json" } }),
  token: () => read("/api/v1/tokens", { method: "POST", body: JSON.stringify({ code }), headers: { "Content-Type": "application/json" } }),
  put: () => read("/api/v1/settings/theme", { method: "PUT", body: '{"value":"dark"}' }),
  blind: () => fetch(act, { method: "POST", mode: "no-cors", body: answer }).then((reply) => reply.type),
  beacon: async () => navigator.sendBeacon(act, answer),
  exchange: () => fetch(`${hub}/api/v1/tokens`, { method: "POST", mode: "no-cors", body: JSON.stringify({ code }) }).then((reply) => reply.type),
  socket: () => new Promise((resolve, reject) => {
    const socket = new WebSocket(hub.replace("http", "ws") + "/api/v1/socket");
    socket.onopen = () => resolve("open");
    socket.onerror = () => reject(new Error("refused"));
  }),
  events: () => new Promise((resolve, reject) => {
    const source = new EventSource(hub + "/api/v1/events");
    source.onmessage = () => resolve("open");
    source.onerror = () => (source.close(), reject(new Error("refused")));
  }),
  form: () => new Promise((resolve) => {
    const sink = document.createElement("iframe");
    sink.name = "sink";
    document.body.append(sink);
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { method: "post", action: act, enctype: "text/plain", target: "sink" });
    const field = form.appendChild(document.createElement("input"));
    field.name = answer.slice(0, -1) + ',"x":"';
    field.value = '"}';
    sink.onload = () => resolve("sent");
    form.submit();
  }),
  frame: () => new Promise((resolve) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.onload = () => resolve(frame.contentDocument === null ? "refused" : "seen");
    frame.src = `${hub}/choice/${id}`;
  }),
  script: () => new Promise((resolve, reject) => {
    const script = document.body.appendChild(document.createElement("script"));
    script.onload = () => resolve("run");
    script.onerror = () => reject(new Error("refused"));
    script.src = hub + "/api/v1/interactions";
  }),
};
window.results = {};
(async () => {
  for (const [name, attempt] of Object.entries(attempts)) {
    window.results[name] = await attempt().catch(() => "refused");
  }
  window.done = true;
})();
</script>"#;

/// A page on another port, in the same browser, cannot read, answer, connect, frame or get a token.
#[test]
fn another_page_on_this_machine_gets_nowhere() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let page = scene.page(&id);
    let theme = || scene.world.run(&["config", "get", "theme"]).ok().stdout;
    let before = theme();
    let link = scene.link(None);
    let (hub, code) = link.split_once("/#code=").unwrap();
    let html = EVIL.replace("HUB", hub).replace("ID", &id).replace("CODE", code);
    let evil = scene.browser.tab("evil", &page, &scene.browser.serve(&html));
    evil.until("window.done === true");
    let results = evil.evaluate("window.results");
    // What is sent blindly is refused by the hub, which the sender can't see.
    let blind = ["blind", "exchange", "form", "beacon"];
    for (name, result) in results.as_object().unwrap() {
        if !blind.contains(&name.as_str()) {
            assert_eq!(result, "refused", "{name}: {results}");
        }
    }
    let framed = evil.frames();
    assert!(!framed.to_string().contains("/choice/"), "{framed}");
    // It has no control over a window that it opens.
    let opened = format!(
        "new Promise((resolve) => {{ const other = window.open('{hub}/choice/{id}'); \
         const look = () => {{ let seen = 'none'; try {{ seen = other.document ? 'seen' : 'none'; }} catch {{}} \
         other === null || other.closed ? resolve(seen) : requestAnimationFrame(look); }}; look(); }})"
    );
    assert_eq!(evil.evaluate(&opened), "none");

    assert_eq!(scene.world.show(&id)["status"], "pending", "nobody has answered");
    assert_eq!(theme(), before);
    assert_eq!(page.count("[data-card][data-status=pending]"), 1);
    // The code that it knew is still valid for its owner, once.
    let mine = scene.browser.open("mine", &link);
    mine.wait("html[data-live=socket]");
    let late = scene.browser.open("late", &link);
    late.wait("html[data-screen=door]");
    late.wait(".notice");
    assert!(!late.text("body").contains("database"));
    assert_eq!(late.evaluate("localStorage.getItem('sayso.token')"), Value::Null);
}

/// Texts that would be scripts if interpreted as markup.
const SCRIPTS: &str = r#"<img src=x onerror="window.hacked=1"><script>window.hacked=1</script></script><script>window.hacked=1</script><svg onload="window.hacked=1"><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>[link](javascript:window.hacked=1) <javascript:window.hacked=1> ![pic](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>) <a href="javascript:window.hacked=1">tag</a> [ref] {{script}} ${window.hacked=1} "'><b>bold

[ref]: javascript:window.hacked=1

```html
<script>window.hacked=1</script>
```"#;

/// All hostile texts in one line: for titles and labels.
fn line() -> String {
    SCRIPTS.lines().next().unwrap().to_owned()
}

/// What the page's own policy had to stop; should be nothing.
const WATCH: &str = "window.stopped = []; addEventListener('securitypolicyviolation', \
    (event) => window.stopped.push(`${event.violatedDirective} ${event.sourceFile} ${event.sample}`));";

/// Script in every text of a question, its agent and its project, and in what is answered.
#[test]
fn texts_stay_texts() {
    let scene = Scene::without_agent();
    scene.world.run(&["list"]).ok();
    let option = |id: &str, recommended: bool| json!({ "id": id, "label": format!("{} {id}", line()), "description": SCRIPTS, "recommended": recommended });
    let hostile = r#"a"]<img src=x onerror=window.hacked=1>"#;
    let single = json!({
        "title": line(), "prompt": SCRIPTS, "selection_mode": "hybrid", "placeholder": line(),
        "options": [option(hostile, true), option("b", false)],
        "option_annotations": { hostile: line() }, "global_annotation": SCRIPTS,
    });
    let question = json!({
        "title": line().chars().take(200).collect::<String>(), "prompt": SCRIPTS, "context": SCRIPTS,
        "options": [
            { "label": line(), "description": SCRIPTS, "recommended": true },
            { "label": format!("2 {}", line()), "description": SCRIPTS },
        ],
    });
    let several = json!({ "questions": [question, question] });
    let ask = |dialect: Dialect, arguments: Value| Ask {
        dialect,
        purpose: Purpose::Decision,
        arguments,
        asker: Asker {
            agent: Some(line()),
            agent_version: Some(line()),
            directory: Some(format!("/home/ann/{}", line().replace('/', "∕"))),
            ..Asker::default()
        },
        call_id: None,
        repeat: Repeat::New,
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desk = scene.world.desk();
    let asked = |ask: Ask| runtime.block_on(desk.ask(ask)).unwrap().interaction.id.to_string();
    let ids = [
        asked(ask(Dialect::ProvideChoice, single)),
        asked(ask(Dialect::AskUserQuestions, several)),
    ];

    let page = scene.browser.open_with("page", &scene.link(None), json!({ "init": WATCH }));
    page.wait("html[data-live=socket]");
    let harmless = |page: &super::Page<'_>| {
        assert_eq!(page.evaluate("[window.hacked ?? null, window.stopped]"), json!([null, []]));
        let elements = "document.querySelectorAll('#app :is(img, iframe, script, object, embed, base, form, style, link)').length";
        assert_eq!(page.evaluate(elements), 0);
        let links = "[...document.querySelectorAll('#app a')].map((one) => one.getAttribute('href')).filter((to) => to !== null && !/^(https?:|mailto:|\\/choice\\/)/.test(to))";
        assert_eq!(page.evaluate(links), json!([]));
        let handlers = "[...document.querySelectorAll('#app *')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length";
        assert_eq!(page.evaluate(handlers), 0);
        // The page itself contains no data, with linked and with inlined assets.
        let shell = "Promise.all([location.pathname, location.pathname + '?assets=inline'].map((path) => fetch(path).then((reply) => reply.text()))).then((pages) => pages.some((text) => text.includes('onerror')))";
        assert_eq!(page.evaluate(shell), false);
    };
    for id in &ids {
        page.click(&format!("[data-row='{id}']"));
        page.wait(&format!("[data-card='{id}'][data-status=pending]"));
        assert!(page.text("[data-card]").contains("<img src=x"), "shown as it is");
        harmless(&page);
        page.press("1");
        page.fill("[data-field^='text/']", SCRIPTS);
        page.press("1");
        if page.count("[data-step]") > 0 {
            page.click("[data-step='2']");
            page.wait(".review");
            harmless(&page);
        }
        page.click_later("[data-do=send]");
        if page.count("[data-step]") > 0 {
            page.click("[data-do=send-anyway]");
        }
        page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
        page.click(".reply summary");
        page.wait(".reply pre");
        harmless(&page);
    }
    page.reload();
    page.wait("[data-row][data-status=submitted]");
    harmless(&page);
    scene.browser.is_content();
}

/// Characters that change the writing direction are named, anywhere in a question.
/// REQ: NA-5
#[test]
fn a_command_with_direction_marks_is_not_drawn_as_another_one() {
    let mut scene = Scene::new();
    let command = "rm -rf ./\u{202e}gol.sdliub/";
    let asked = choice(json!({
        "title": command,
        "prompt": format!("It clears what the build has left behind:\n\n```\n{command}\n```"),
        "options": [
            { "id": "a\u{202e}", "label": command, "description": command, "recommended": true },
            { "id": "b", "label": "Keep" },
        ],
    }));
    let id = scene.asks("provide_choice", &asked);
    let page = scene.page(&id);
    let text = page.text("body");
    assert!(!text.contains('\u{202e}'), "{text}");
    let shown = text.matches("rm -rf ./‹U+202E›gol.sdliub/").count();
    assert!(shown >= 4, "title, prompt, label and description: {text}");
    // A title and an agent's name that are written from right to left turn nothing around them.
    for isolated in ["#title[dir=auto]", "[data-row] .title bdi", "[data-row] .agent bdi"] {
        page.wait(isolated);
    }
    // Only what is shown changes.
    page.press("1");
    page.press("Control+Enter");
    assert_eq!(scene.result()["selection"]["selected_ids"], json!(["a\u{202e}"]));
}
