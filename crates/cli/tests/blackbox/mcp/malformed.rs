//! Malformed messages: each gets an error with its id, and the next one is answered.

use serde_json::{Value, json};

use super::http::{ACCEPT, JSON, initialize};
use super::lines::Agent;
use crate::harness::World;
use crate::http::Http;

/// The message, the id of the error, its code, and its text.
fn cases() -> Vec<(String, Value, i32, &'static str)> {
    let long = "x".repeat(5 << 20);
    let request = |id: Value, method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let call = |arguments: Value| json!({ "name": "provide_choice", "arguments": arguments });
    vec![
        ("{".to_owned(), Value::Null, -32700, "not JSON"),
        ("[]".to_owned(), Value::Null, -32600, "one object"),
        (json!({ "id": 5, "method": "ping" }).to_string(), json!(5), -32600, "`jsonrpc`"),
        (request(json!([1]), "ping", json!({})), Value::Null, -32600, "`id`"),
        (
            request(json!("a"), "tools/call", call(json!([1]))),
            json!("a"),
            -32602,
            "`arguments` must be an object",
        ),
        (request(json!(6), "tools/call", json!([])), json!(6), -32602, "`params`"),
        (request(json!(7), "tools/unheard-of", json!({})), json!(7), -32601, "tools/unheard-of"),
        (
            request(json!(8), "tools/call", call(json!({ "title": long }))),
            json!(8),
            -32600,
            "longer than",
        ),
        // As some clients write it: the id comes last.
        (
            format!(
                r#"{{"method":"tools/call","params":{{"id":1,"t":"{long}"}},"jsonrpc":"2.0","id":9}}"#
            ),
            json!(9),
            -32600,
            "longer than",
        ),
        (long, Value::Null, -32600, "longer than"),
    ]
}

#[track_caller]
fn check(reply: &Value, message: &str, id: &Value, code: i32, says: &str) {
    let start: String = message.chars().take(80).collect();
    assert_eq!(reply.get("id"), Some(id), "{start}: {reply}");
    assert_eq!(reply["error"]["code"], code, "{start}: {reply}");
    assert!(reply["error"]["message"].as_str().unwrap().contains(says), "{start}: {reply}");
}

/// REQ: SA-8
#[test]
fn a_line_that_is_no_message_is_told_so_and_the_next_is_read() {
    let world = World::new();
    let mut agent = Agent::start(&world, "mcp");
    for (message, id, code, says) in cases() {
        agent.write_line(&message);
        check(&agent.told(), &message, &id, code, says);
        assert!(agent.request("tools/list", json!({}))["tools"].is_array());
    }
}

/// REQ: SA-8
#[test]
fn a_body_that_is_no_message_is_told_so() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let hello = initialize().to_string();
    let greeted = http.send("POST", "/mcp", &[ACCEPT, JSON], hello.as_bytes());
    let session = greeted.header("mcp-session-id").unwrap().to_owned();
    let headers = [ACCEPT, JSON, ("Mcp-Session-Id", session.as_str())];
    for (message, id, code, says) in cases() {
        let response = http.send("POST", "/mcp", &headers, message.as_bytes());
        let data = response.body.lines().find(|line| line.contains("\"error\"")).unwrap();
        let data = &data[data.find('{').unwrap()..=data.rfind('}').unwrap()];
        check(&serde_json::from_str(data).unwrap(), &message, &id, code, says);
    }
    assert_eq!(http.count(), 0);
}
