//! Access to MCP over HTTP: the SDK itself checks neither the token nor the origin.

use serde_json::json;

use super::http::{ACCEPT, JSON, initialize};
use crate::harness::World;
use crate::http::Http;

/// REQ: AU-12
#[test]
fn foreign_hosts_pages_and_tokens_are_refused() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let port = world.hub_info().port;
    let body = initialize().to_string();
    let send = |method: &str, header: (&str, &str)| {
        http.send(method, "/mcp", &[header, ACCEPT, JSON], body.as_bytes())
    };
    for method in ["POST", "GET", "DELETE"] {
        for host in ["evil.example", "localhost", &format!("evil.example:{port}"), "127.0.0.1:1"] {
            send(method, ("Host", host)).refused(421, "hub.hosts");
        }
        for origin in ["http://evil.example", "null", "https://localhost", "http://127.0.0.1"] {
            send(method, ("Origin", origin)).refused(403, "other pages");
        }
        send(method, ("Authorization", "")).refused(401, "a token is required");
        send(method, ("Authorization", "Bearer guess")).refused(401, "the token is wrong");
    }
    for ours in [format!("http://localhost:{port}"), format!("http://127.0.0.1:{port}")] {
        let greeted = send("POST", ("Origin", &ours));
        assert_eq!(greeted.status, 200, "{greeted:?}");
        assert!(greeted.header("mcp-session-id").is_some());
    }
}

/// What the SDK itself refuses.
#[test]
fn what_is_no_call_is_refused() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let status = |method: &str, headers: &[(&str, &str)], body: &[u8]| {
        http.send(method, "/mcp", headers, body).status
    };
    let good = initialize().to_string();
    assert_eq!(status("PUT", &[ACCEPT, JSON], good.as_bytes()), 405);
    assert_eq!(status("POST", &[JSON], good.as_bytes()), 406);
    assert_eq!(status("POST", &[ACCEPT, ("Content-Type", "text/plain")], good.as_bytes()), 415);
    assert_eq!(status("POST", &[ACCEPT, JSON, ("Mcp-Session-Id", "none")], good.as_bytes()), 404);
    let huge = json!({ "jsonrpc": "2.0", "id": 1, "method": "x".repeat(5 << 20) }).to_string();
    assert_eq!(status("POST", &[ACCEPT, JSON], huge.as_bytes()), 413);
    assert!((400..500).contains(&status("POST", &[ACCEPT, JSON], b"{")));
    assert_eq!(http.count(), 0);
}
