//! Secrets of the hub and tokens are in no reply, page, event or output.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::socket::Socket;
use super::{Http, question};
use crate::harness::World;

/// The values that are never shown, each with what it is.
fn secrets(world: &World, http: &Http, agent: &Http, id: &str) -> Vec<(&'static str, String)> {
    let hand_off = format!("/api/v1/interactions/{id}/hand-off");
    let ticket = http.local("POST", &hand_off, "null").json()["ticket"].clone();
    let raw: Value = world.run(&["show", id, "--raw"]).ok().json();
    let body: Value = serde_json::from_str(raw["body"].as_str().unwrap()).unwrap();
    let tokens = world.run(&["token", "list", "--json"]).ok().json();
    let fingerprint: Vec<u8> = Connection::open(world.paths().database())
        .unwrap()
        .query_row(
            "select fingerprint from interactions where fingerprint is not null",
            [],
            |row| row.get_ref(0).map(|value| value.as_bytes().unwrap().to_vec()),
        )
        .unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (page, secret) = http.kept().split_once('.').unwrap();
    let all = [
        ("ticket", text(&ticket)),
        ("call id", text(&body["origin"]["call_id"])),
        ("fingerprint", String::from_utf8_lossy(&fingerprint).into_owned()),
        ("token", agent.token().to_owned()),
        ("token's id", text(&tokens[0]["id"])),
        ("page's secret", secret.to_owned()),
        ("page's id", page.to_owned()),
        ("session", http.token().to_owned()),
    ];
    for (what, value) in &all {
        assert!(value.len() >= 6, "{what}: `{value}` would be found by chance");
    }
    all.to_vec()
}

/// REQ: SA-2
#[tokio::test]
async fn neither_ticket_nor_fingerprint_is_told_to_anybody() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let agent = Http::agent(&world);
    let mut ask = question();
    ask["repeat"] = json!("join");
    ask["call_id"] = json!("01890000-0000-7000-8000-00000000ca11");
    let id = agent.post("/api/v1/interactions", &ask).json()["id"].as_str().unwrap().to_owned();
    let secrets = secrets(&world, &http, &agent, &id);
    let check = |what: &str, text: &str| {
        for (secret, value) in &secrets {
            assert!(!text.contains(value), "{what} tells the {secret}: {text}");
        }
        for word in ["ticket", "fingerprint", "token", "call_id"] {
            assert!(!text.contains(&format!("\"{word}\"")), "{what}: {text}");
        }
    };
    let check_about_it = |what: &str, text: &str| {
        assert!(text.contains(&id), "{what}: {text}");
        check(what, text);
    };
    let path = |rest: &str| format!("/api/v1/interactions/{id}{rest}");

    let mut socket = Socket::open(&http).await;
    socket.send(json!({ "n": 1, "call": "events" })).await;
    check_about_it("reset", &socket.next().await.unwrap().to_string());
    socket.send(json!({ "n": 2, "call": "surfaces" })).await;
    check("surfaces", &socket.next().await.unwrap().to_string());

    // Every GET of the API, for a page, for an agent and for a program.
    let document = http.get("/api/v1/openapi.json").json();
    let mut gets = 0;
    for (route, methods) in document["paths"].as_object().unwrap() {
        // What is stored, and the lists of tokens and pages, name what they are about.
        let own = ["/raw", "/agent-tokens", "/pages", "/socket"];
        if methods["get"].is_null() || own.iter().any(|ending| route.ends_with(ending)) {
            continue;
        }
        gets += 1;
        let route = route.replace("{id}", &id);
        let seconds = if route.ends_with("/wait") { "?seconds=0" } else { "" };
        let route = format!("{route}{seconds}");
        for body in
            [http.get(&route).body, agent.get(&route).body, http.local("GET", &route, "").body]
        {
            // Its texts have the names of fields.
            if !route.ends_with("openapi.json") {
                check(&route, &body);
            }
        }
    }
    assert!(gets >= 7, "only {gets} routes");
    for get in ["/raw", ""] {
        let status = if get.is_empty() { 200 } else { 403 };
        assert_eq!((http.get(&path(get)).status, agent.get(&path(get)).status), (status, status));
    }
    for route in ["/api/v1/agent-tokens", "/api/v1/pages"] {
        assert_eq!((http.get(route).status, agent.get(route).status), (403, 403), "{route}");
    }
    check_about_it("page", &http.get(&format!("/portal/questions/{id}")).body);
    check("the page's build", &http.get("/portal/page").body);
    check("the shell", &http.get("/").body.replace('"', "'"));
    for args in [
        &["show", &id, "--json"][..],
        &["list", "--json"],
        &["extend", &id, "5m", "--json"],
        &["history", &id, "--json"],
        &["hub", "status", "--json"],
        &["config", "show", "--json"],
    ] {
        check(&args.join(" "), &world.run(args).stdout);
    }
    socket.send(json!({ "n": 3, "call": "wait", "id": id })).await;
    check_about_it("cancel", &http.post(&path("/act"), &json!({ "command": "cancel" })).body);
    check_about_it("wait", &socket.next().await.unwrap().to_string());
    for args in
        [&["list", "--all", "--json"][..], &["show", &id, "--json"], &["wait", &id, "--json"]]
    {
        check_about_it(&args.join(" "), &world.run(args).stdout);
    }
}
