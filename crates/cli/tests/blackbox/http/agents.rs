//! Agents with their own tokens: they can ask, follow up their own questions, and nothing else.

use serde_json::{Value, json};

use super::socket::Socket;
use super::{Http, answer, question};
use crate::harness::World;

const ASK: &str = "/api/v1/interactions";

fn asked(http: &Http) -> String {
    let made = http.post(ASK, &question());
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["id"].as_str().unwrap().to_owned()
}

/// REQ: SA-2
#[test]
fn an_agent_asks_waits_reads_and_takes_back_its_own() {
    let world = World::new();
    let _hub = world.hub();
    let agent = Http::agent(&world);
    let id = asked(&agent);
    let path = format!("{ASK}/{id}");
    assert_eq!(agent.get(&path).json()["status"], "pending");
    assert_eq!(agent.get(&format!("{path}/wait?seconds=0")).json()["status"], "pending");
    world.run(&["answer", &id, "lite"]).ok();
    let answered = agent.get(&format!("{path}/wait")).json();
    assert_eq!(answered["status"], "submitted", "{answered}");
    assert_eq!(agent.post(&format!("{path}/delivered"), &Value::Null).status, 204);
    let id = asked(&agent);
    let withdrawn = agent.post(&format!("{ASK}/{id}/act"), &json!({ "command": "withdraw" }));
    assert_eq!(withdrawn.json()["status"], "withdrawn", "{withdrawn:?}");
    assert_eq!(agent.post("/api/v1/extract", &json!({ "text": "" })).status, 200);
    assert_eq!(agent.get("/metrics").status, 200);
}

/// What was fetched can go when there is too much of it; what nobody fetched stays.
/// REQ: HI-4
#[test]
fn an_outcome_that_was_waited_for_counts_as_delivered() {
    let world = World::new();
    let _hub = world.hub();
    let agent = Http::agent(&world);
    let undelivered = |count: u32| {
        let line = format!("sayso_undelivered {count}");
        world.until(&line, || agent.get("/metrics").body.lines().any(|given| given == line));
    };
    let ids = [asked(&agent), asked(&agent)];
    let wait = |id: &str| agent.get(&format!("{ASK}/{id}/wait?seconds=0")).json();
    assert_eq!(wait(&ids[0])["status"], "pending");
    for id in &ids {
        world.run(&["answer", id, "lite"]).ok();
    }
    undelivered(2);
    assert_eq!(wait(&ids[0])["status"], "submitted");
    undelivered(1);
}

/// REQ: SA-2
#[test]
fn it_answers_nothing_and_lets_nobody_in() {
    let world = World::new();
    let _hub = world.hub();
    let agent = Http::agent(&world);
    let id = asked(&agent);
    let act = format!("{ASK}/{id}/act");
    let says = "this token is an agent's";
    for command in [
        answer("pg"),
        json!({ "command": "cancel" }),
        json!({ "command": "reject" }),
        json!({ "command": "set_remaining", "seconds": 60 }),
        json!({ "command": "present", "timeout_action": "submit" }),
    ] {
        agent.post(&act, &command).refused(403, says);
    }
    for (method, path) in [
        ("GET", ASK.to_owned()),
        ("DELETE", format!("{ASK}/{id}")),
        ("GET", "/api/v1/events".to_owned()),
        ("GET", "/api/v1/status".to_owned()),
        ("GET", "/api/v1/agent-tokens".to_owned()),
        ("GET", "/api/v1/pages".to_owned()),
        ("GET", format!("/portal/questions/{id}")),
        ("DELETE", "/api/v1/settings/theme".to_owned()),
    ] {
        agent.send(method, &path, &[], b"").refused(403, says);
    }
    for (method, path, body) in [
        ("POST", "/api/v1/codes".to_owned(), "null"),
        ("POST", "/api/v1/pairing".to_owned(), "null"),
        ("POST", "/api/v1/agent-tokens".to_owned(), "{}"),
        ("POST", "/api/v1/stop".to_owned(), "{}"),
        ("POST", "/api/v1/openings".to_owned(), "null"),
        ("POST", "/api/v1/settings".to_owned(), "{}"),
        ("PUT", "/api/v1/settings/theme".to_owned(), r#"{"value":"dark"}"#),
        ("PATCH", format!("{ASK}/{id}/draft"), "[]"),
    ] {
        agent.send_json(method, &path, body.as_bytes()).refused(403, says);
    }
    assert_eq!(world.show(&id)["status"], "pending");
}

/// REQ: SA-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_over_a_socket() {
    let world = World::new();
    let _hub = world.hub();
    let (agent, other) = (Http::agent(&world), Http::agent(&world));
    let (own, others) = (asked(&agent), asked(&other));
    let mut socket = Socket::open(&agent).await;
    for (n, call) in [
        json!({ "call": "act", "id": own, "command": answer("pg") }),
        json!({ "call": "save_draft", "id": own, "fields": [] }),
        json!({ "call": "events" }),
        json!({ "call": "attach", "attach":
            { "surface": "web", "label": "x", "presence": "interactive" } }),
    ]
    .into_iter()
    .enumerate()
    {
        let mut call = call;
        call["n"] = json!(n + 1);
        socket.send(call.clone()).await;
        let refused = socket.next().await.unwrap();
        assert_eq!(refused["problem"]["status"], 403, "{call}: {refused}");
    }
    socket.send(json!({ "n": 9, "call": "wait", "id": others, "milliseconds": 1 })).await;
    assert_eq!(socket.next().await.unwrap()["problem"]["status"], 404);
    socket.send(json!({ "n": 10, "call": "wait", "id": own, "milliseconds": 1 })).await;
    assert_eq!(socket.next().await.unwrap()["ok"]["status"], "pending");
}

/// REQ: SA-2
#[test]
fn what_others_asked_is_not_there_for_it() {
    let world = World::new();
    let _hub = world.hub();
    let (agent, other) = (Http::agent(&world), Http::agent(&world));
    let persons = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    for id in [asked(&other), persons] {
        for rest in ["", "/wait?seconds=0", "/reply"] {
            agent.get(&format!("{ASK}/{id}{rest}")).refused(404, &id[..8]);
        }
        let withdraw = json!({ "command": "withdraw" });
        agent.post(&format!("{ASK}/{id}/act"), &withdraw).refused(404, &id[..8]);
        agent.post(&format!("{ASK}/{id}/hand-off"), &Value::Null).refused(404, &id[..8]);
    }
    // The same call of another agent is another question, even with the same name.
    let mut joins = question();
    joins["repeat"] = json!("join");
    joins["asker"] = json!({ "agent": "claude-code", "directory": "/work" });
    let ask = |http: &Http| http.post(ASK, &joins).json()["id"].clone();
    assert_eq!(ask(&agent), ask(&agent));
    assert_ne!(ask(&agent), ask(&other));
    // Nor can it claim to be somebody else.
    let mut forged = question();
    forged["asker"] = json!({ "token": "0123abcd" });
    agent.post(ASK, &forged).refused(422, "token");
}

/// REQ: SA-2
#[test]
fn tokens_are_shown_once_listed_and_revoked() {
    let world = World::new();
    let hub = world.hub();
    let made = world.run(&["token", "create", "--name", "ci"]).ok();
    let token = made.stdout.trim().to_owned();
    assert!(token.starts_with("sayso_ask_") && made.stderr.contains("not shown again"), "{made:?}");
    world.run(&["token", "create", "--name", "ci"]).fails(2, "there is a token `ci` already");
    let rows = || world.run(&["token", "list", "--json"]).ok().json();
    assert_eq!(rows()[0]["name"], "ci");
    assert_eq!(rows()[0].get("used_at"), None);
    let agent = Http::agent(&world);
    let bearer = format!("Bearer {token}");
    let get = || agent.send("GET", "/metrics", &[("Authorization", &bearer)], b"");
    assert_eq!(get().status, 200);
    assert!(rows()[0]["used_at"].is_string(), "{}", rows());
    let listed = world.run(&["token", "list"]).ok().stdout;
    assert!(listed.contains("ci") && listed.contains("never used"), "{listed}");
    assert!(!listed.contains(&token));
    world.run(&["token", "create", "--name", "build-server"]).ok();
    let listed = world.run(&["token", "list"]).ok().stdout;
    let at: Vec<_> = listed.lines().map(|line| line.find("created ").unwrap()).collect();
    assert!(at.iter().all(|other| *other == at[0]), "the columns line up: {listed}");
    world.run(&["token", "revoke", "build-server"]).ok();
    // Only its hash is stored, and it survives the hub.
    hub.kill();
    for file in ["sayso.db", "sayso.db-wal"] {
        let bytes = std::fs::read(world.paths().data_dir.join(file)).unwrap();
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "{file}");
    }
    let _hub = world.hub();
    let agent = agent.at(&world);
    let get = || agent.send("GET", "/metrics", &[("Authorization", &bearer)], b"");
    assert_eq!(get().status, 200);
    world.run(&["token", "revoke", "nobody"]).fails(2, "nobody");
    let revoked = world.run(&["token", "revoke", "ci"]).ok().stdout;
    assert!(revoked.contains("ci"), "{revoked}");
    get().refused(401, "sayso token create");
}

/// The data directory contains nothing that grants access.
/// REQ: SA-2
#[test]
fn the_hub_has_no_token_of_its_own() {
    let world = World::new();
    let _hub = world.hub();
    world.run(&["list"]).ok();
    assert!(!world.paths().data_dir.join("token").exists());
}
