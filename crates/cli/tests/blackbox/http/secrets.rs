//! What only the hub knows of a question is in no reply, page or event.

use serde_json::{Value, json};

use super::socket::Socket;
use super::{Http, question};
use crate::harness::World;

/// The ticket of a question and the id of the call that asked it; and its own id.
fn secrets(world: &World, http: &Http) -> (String, Vec<String>) {
    let mut ask = question();
    ask["repeat"] = json!("join");
    let id = http.post("/api/v1/interactions", &ask).json()["id"].as_str().unwrap().to_owned();
    let hand_off = format!("/api/v1/interactions/{id}/hand-off");
    let ticket = http.local("POST", &hand_off, "null").json()["ticket"].clone();
    let raw: Value = world.run(&["show", &id, "--raw"]).ok().json();
    let body: Value = serde_json::from_str(raw["body"].as_str().unwrap()).unwrap();
    let secrets =
        [&ticket, &body["origin"]["call_id"]].map(|secret| secret.as_str().unwrap().to_owned());
    (id, secrets.to_vec())
}

/// REQ: SA-2
#[tokio::test]
async fn neither_ticket_nor_fingerprint_is_told_to_anybody() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let (id, secrets) = secrets(&world, &http);
    let path = |rest: &str| format!("/api/v1/interactions/{id}{rest}");
    let check = |what: &str, text: &str| {
        assert!(text.contains(&id), "{what}: {text}");
        for secret in &secrets {
            assert!(!text.contains(secret), "{what}: {text}");
        }
        for word in ["ticket", "fingerprint", "token", "call_id"] {
            assert!(!text.contains(&format!("\"{word}\"")), "{what}: {text}");
        }
    };
    let mut socket = Socket::open(&http).await;
    socket.send(json!({ "n": 1, "call": "events" })).await;
    check("reset", &socket.next().await.unwrap().to_string());
    for get in ["", "/wait?seconds=0", "/reply"] {
        check(get, &http.get(&path(get)).body);
    }
    check("list", &http.get("/api/v1/interactions").body);
    check("events", &http.get("/api/v1/events").body);
    check("page", &http.get(&format!("/portal/questions/{id}")).body);
    assert_eq!(http.get(&path("/raw")).status, 403);
    check("show", &world.run(&["show", &id, "--json"]).ok().stdout);
    check("list", &world.run(&["list", "--json"]).ok().stdout);
    check("extend", &world.run(&["extend", &id, "5m", "--json"]).ok().stdout);
    socket.send(json!({ "n": 2, "call": "wait", "id": id })).await;
    check("cancel", &http.post(&path("/act"), &json!({ "command": "cancel" })).body);
    check("wait", &socket.next().await.unwrap().to_string());
    check("ended", &world.run(&["list", "--all", "--json"]).ok().stdout);
    check("wait", &world.run(&["show", &id, "--json"]).ok().stdout);
}
