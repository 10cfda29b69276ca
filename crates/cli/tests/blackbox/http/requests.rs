//! Invalid requests: each is refused with its reason, and has no effect.

use std::io::{Read, Write};

use serde_json::{Value, json};

use super::{Http, answer, question};
use crate::harness::World;

const ASK: &str = "/api/v1/interactions";

fn fields(problem: &Value) -> Vec<&str> {
    let problems = problem["problems"].as_array().unwrap();
    problems.iter().map(|problem| problem["field"].as_str().unwrap()).collect()
}

/// REQ: PC-2
#[test]
fn a_body_that_cannot_be_read_is_refused_with_its_place() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let good = question().to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "", "json"] {
        let refused = http.send("POST", ASK, &[("Content-Type", kind)], good.as_bytes());
        refused.refused(415, "application/json");
    }
    let large =
        format!("{{\"dialect\": \"shell\", \"arguments\": \"{}\"}}", "x".repeat(10_000_000));
    http.send_json("POST", ASK, large.as_bytes()).refused(413, "larger than");
    let malformed: [(&[u8], &str); 6] = [
        (b"", "line 1 column 0"),
        (b"{\n\"dialect\": shell}", "line 2 column 12"),
        (b"{\"dialect\": \"shell\"", "line 1 column 19"),
        (b"{\"dialect\": \"\xff\xfe\"}", "line 1 column"),
        (b"{\"dialect\": \"\\ud800\"}", "line 1 column"),
        (b"nil", "line 1 column 2"),
    ];
    for (body, place) in malformed {
        http.send_json("POST", ASK, body).refused(400, place);
    }
    let inside = |brackets: &str| format!("{{\"dialect\": \"shell\", \"arguments\": {brackets}");
    for nested in [inside(&"[".repeat(100_000)), inside(&"{\"a\":".repeat(50_000))] {
        http.send_json("POST", ASK, nested.as_bytes()).refused(400, "recursion limit");
    }
    assert_eq!(http.count(), 0);
    assert_eq!(http.get("/api/v1/status").status, 200, "and the hub lives");
}

/// REQ: PC-2
#[test]
fn a_question_with_faults_is_refused_with_all_of_them() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let ask = |arguments: Value| {
        http.post(ASK, &json!({ "dialect": "provide_choice", "arguments": arguments }))
    };
    let wrong = ask(json!({
        "title": 7, "prompt": ["x"], "selection_mode": {}, "options": "none",
        "timeout_seconds": "soon", "irreversible": "yes", "option_annotations": ["x"], "tilte": null,
        "extra": 1,
    }));
    let problem = wrong.refused(422, "title: must be a string");
    let named = fields(&problem);
    for field in [
        "title",
        "prompt",
        "selection_mode",
        "options",
        "timeout_seconds",
        "irreversible",
        "option_annotations",
        "extra",
    ] {
        assert!(named.contains(&field), "{field} is not named: {named:?}");
    }
    let many: Vec<Value> =
        (0..10_000).map(|n| json!({"id": n.to_string(), "label": "x"})).collect();
    let mut flood = question();
    flood["arguments"]["options"] = many.into();
    http.post(ASK, &flood).refused(422, "200");
    for arguments in [json!(null), json!([]), json!("text"), json!(1e308)] {
        ask(arguments).refused(422, "must be an object");
    }
    for body in
        [json!({}), json!({"dialect": "klingon", "arguments": {}}), json!({"dialect": "shell"})]
    {
        http.post(ASK, &body).refused(422, "");
    }
    let mut unknown = question();
    unknown["dialekt"] = json!("shell");
    http.post(ASK, &unknown).refused(422, "dialekt");
    assert_eq!(http.count(), 0);
}

#[test]
fn unknown_paths_and_wrong_methods_say_where_to_look() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    for path in
        ["/nothing", "/api", "/api/v2/interactions", "/api/v1/interactions/x/y", "/..%2f..%2fetc"]
    {
        http.get(path).refused(404, "openapi.json");
    }
    for (method, path) in [("PUT", ASK), ("GET", "/api/v1/stop"), ("POST", "/metrics")] {
        http.send_json(method, path, b"{}").refused(405, "openapi.json");
    }
    for query in ["limit=x", "scope=some", "limit=0", "limit=501", "after=%00", "unknown=1"] {
        http.get(&format!("{ASK}?{query}")).refused(422, "");
    }
    http.get("/api/v1/events?after=nonsense").refused(422, "cursor");
    http.get("/api/v1/socket").refused(426, "ask for an upgrade");
}

/// REQ: PC-17
#[test]
fn an_unknown_or_malformed_id_is_an_error_and_makes_nothing() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let unknown = "00000000-0000-4000-8000-000000000000";
    let calls = [("GET", ""), ("DELETE", ""), ("GET", "/wait"), ("GET", "/reply")];
    let writes = [("POST", "/hand-off"), ("POST", "/delivered"), ("POST", "/given-up")];
    for (method, rest) in calls.into_iter().chain(writes) {
        let at = |id: &str| http.send(method, &format!("{ASK}/{id}{rest}"), &[], b"");
        at(unknown).refused(404, unknown);
        at("00000000").refused(404, "00000000");
        for malformed in ["abc", "nonsense", "00000000-zzzz", &"a".repeat(400), "%F0%9F%92%A9"] {
            at(malformed).refused(422, "is not an id");
        }
    }
    http.post(&format!("{ASK}/{unknown}/act"), &answer("pg")).refused(404, unknown);
    let fields = json!([]);
    http.send_json("PATCH", &format!("{ASK}/{unknown}/draft"), fields.to_string().as_bytes())
        .refused(404, unknown);
    assert_eq!(http.count(), 0);
}

/// REQ: PC-4
#[test]
fn an_answer_that_does_not_fit_changes_nothing() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let asked = http.post(ASK, &question()).json();
    let path = format!("{ASK}/{}", asked["id"].as_str().unwrap());
    let act = |command: &Value| http.post(&format!("{path}/act"), command);
    act(&answer("mysql")).refused(422, "no option has the id `mysql`");
    let both = json!({"questions": {"q1": {"options": ["pg", "lite"]}}});
    act(&json!({"command": "answer", "submission": both})).refused(422, "exactly 1 option");
    act(&json!({"command": "answer", "submission": {}})).refused(422, "0 are chosen");
    act(&json!({"command": "answer", "submission": {"by": "me"}})).refused(422, "by");
    act(&json!({"command": "set_remaining", "seconds": 1})).refused(422, "5 to 604800");
    act(&json!({"command": "explode"})).refused(422, "explode");
    let now = http.get(&path).json();
    assert_eq!((&now["revision"], &now["state"]), (&asked["revision"], &asked["state"]));

    let done = act(&answer("lite")).json();
    let outcome = &done["state"]["outcome"];
    assert_eq!(outcome["actor"], json!({"by": "ann", "via": "web", "presence": "interactive"}));
    let refused = act(&answer("pg")).refused(409, "already submitted by ann via web");
    assert_eq!(refused["refusal"]["reason"], "already_settled");
    let reply = http.get(&format!("{path}/reply")).json();
    assert_eq!(reply["structured"]["selection"]["selected_ids"], json!(["lite"]));
}

/// A client may send the head first, and the body when it has it.
#[test]
fn a_body_that_comes_later_is_waited_for() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "this", "-o", "that"]);
    let id = world.show(&id)["id"].as_str().unwrap().to_owned();
    let (hand_off, delivered) =
        (format!("interactions/{id}/hand-off"), format!("interactions/{id}/delivered"));
    // Without a person at a terminal there is no pairing code: the refusal comes whole, too.
    let routes = [
        ("codes", "20"),
        ("settings", "20"),
        (hand_off.as_str(), "20"),
        (delivered.as_str(), "20"),
        ("openings", "20"),
        ("pairing", "403"),
    ];
    for (path, status) in routes {
        let mut stream = std::os::unix::net::UnixStream::connect(world.socket()).unwrap();
        stream.set_read_timeout(Some(crate::harness::PATIENCE)).unwrap();
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: 4\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        // By the end of this the hub has read the head.
        world.run(&["hub", "status"]).ok();
        let mut reply = String::new();
        let body = if path == "codes" { "null" } else { "{}  " };
        stream.write_all(body.as_bytes()).unwrap();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {reply}");
    }
}
