//! The recorded scenes.

use serde_json::{Value, json};

use super::proxy::Recorder;
use crate::http::{answer, question};
use crate::mcp::lines::Agent;
use crate::mcp::{choice, waited_for};
use crate::portal::browser::Browser;

/// An agent asks, its hub is replaced while it waits, and the answer comes from a terminal.
pub fn mcp(recorder: &Recorder) {
    let world = &recorder.world;
    let mut agent = Agent::of(recorder.command("sayso mcp", &["mcp"]));
    let call = agent.send_call("provide_choice", &choice());
    let id = waited_for(world);
    recorder.replace_hub();
    assert_eq!(waited_for(world), id);
    recorder.run(&["answer", &id, "SQLite"]).ok();
    let reply = agent.reply(call);
    assert_eq!(reply["structuredContent"]["action_status"], "selected", "{reply}");
    world.until("the delivery is noted", || !world.show(&id)["delivered_at"].is_null());
    // What it asks while nobody is there stays; the next call gets it.
    let mut later = choice();
    later["title"] = json!("Later");
    let call = agent.send_call("provide_choice", &later);
    let id = waited_for(world);
    let params = json!({ "requestId": call });
    let cancelled =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    agent.write_line(&cancelled.to_string());
    world.until("nobody waits", || world.show(&id)["listening"] == false);
    recorder.run(&["answer", &id, "PostgreSQL"]).ok();
    let fetched = agent.send_call("provide_choice", &json!({ "session_id": id }));
    assert_eq!(agent.next_reply().0, fetched);
    world.until("the delivery is noted", || !world.show(&id)["delivered_at"].is_null());
    agent.close_input();
    agent.ends();
}

/// Questions and settings by commands, with what goes wrong.
pub fn cli(recorder: &Recorder) {
    let asked = |args: &[&str]| {
        let ran = recorder.run(&[&["ask", "--no-wait"], args].concat());
        assert_eq!(ran.code, 75, "{ran:?}");
        ran.stdout.trim().to_owned()
    };
    let id = asked(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    recorder.run(&["list", "--json"]).ok();
    recorder.run(&["show", &id, "--json"]).ok();
    recorder.run(&["extend", &id, "5m"]).ok();
    recorder.run(&["answer", &id, "SQLite", "--note", "small is enough"]).ok();
    recorder.run(&["wait", &id]).ok();
    recorder.run(&["wait", &id, "--json"]).ok();
    assert_ne!(recorder.run(&["answer", &id, "PostgreSQL"]).code, 0);
    let refused = asked(&["Deploy now?", "-o", "yes", "-o", "no"]);
    recorder.run(&["cancel", &refused, "--note", "not today"]).ok();
    recorder.run(&["list", "--completed", "--search", "deploy", "--json"]).ok();
    assert_ne!(recorder.run(&["show", "ffffffff"]).code, 0);
    recorder.run(&["config", "set", "theme", "dark"]).ok();
    recorder.run(&["config", "get", "theme"]).ok();
    recorder.run(&["config", "unset", "theme"]).ok();
    recorder.run(&["forget", &refused, "--yes"]);
    recorder.run(&["hub", "status", "--json"]).ok();
}

/// A page that is let in, shows a question, hears of another, saves a draft, survives its hub and
/// answers.
pub fn page(recorder: &Recorder) {
    let world = &recorder.world;
    let asked = recorder.request("POST", "/api/v1/interactions", &question().to_string());
    let asked: Value = serde_json::from_str(&asked).unwrap();
    let id = asked["id"].as_str().unwrap();
    let at = recorder.address();
    let printed = recorder.run(&["open", "--print", "--at", &at, id]).ok().stdout;
    let browser = Browser::start();
    let page = browser.open("page", printed.trim());
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    recorder.run(&["ask", "Deploy now?", "-o", "yes", "-o", "no", "--no-wait"]);
    page.until("document.title.includes('2')");
    page.click("[data-pick=lite]");
    world.until("the draft is saved", || !world.show(id)["draft"].is_null());
    recorder.replace_hub();
    page.until("document.documentElement.dataset.live === 'socket'");
    world.until("the page is back", || {
        let status = world.run(&["hub", "status", "--json"]).ok().json();
        status["attached"].as_array().is_some_and(|open| !open.is_empty())
    });
    page.click("[data-do=send]");
    page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
    page.close();
}

/// A program that asks, follows what happens by its cursor, and answers.
pub fn events(recorder: &Recorder) {
    let get =
        |path: &str| -> Value { serde_json::from_str(&recorder.request("GET", path, "")).unwrap() };
    let after = |events: &Value| {
        let cursor = events["cursor"].as_str().unwrap();
        get(&format!("/api/v1/events?after={cursor}&seconds=10"))
    };
    let first = get("/api/v1/events");
    let asked = recorder.request("POST", "/api/v1/interactions", &question().to_string());
    let asked: Value = serde_json::from_str(&asked).unwrap();
    let path = |rest: &str| format!("/api/v1/interactions/{}{rest}", asked["id"].as_str().unwrap());
    let second = after(&first);
    assert_eq!(second["events"][0]["event"], "created", "{second}");
    let note = json!([{ "field": "note", "text": "almost" }]);
    recorder.request("PATCH", &path("/draft"), &note.to_string());
    let third = after(&second);
    assert_eq!(third["events"][0]["event"], "drafted", "{third}");
    recorder.request("POST", &path("/act"), &answer("lite").to_string());
    recorder.request("POST", &path("/act"), &answer("lite").to_string());
    let fourth = after(&third);
    assert_eq!(fourth["events"][0]["event"], "settled", "{fourth}");
    get(&path("/wait?seconds=0"));
    get(&path("/reply"));
    recorder.request("POST", &path("/delivered"), "null");
    assert_eq!(after(&fourth)["events"][0]["event"], "delivered");
    get("/api/v1/events?after=0.1&seconds=0");
    get("/api/v1/surfaces");
}
