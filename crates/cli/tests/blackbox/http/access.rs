//! Access over HTTP.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::{Http, question};
use crate::harness::World;

fn upgrade<'a>(http: &Http, more: &[(&'a str, &'a str)]) -> u16 {
    let usual = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let mut request = format!("GET /api/v1/socket HTTP/1.1\r\nHost: {}\r\n", http.host());
    for (name, value) in usual.iter().chain(more) {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    http.peek(format!("{request}\r\n").as_bytes()).unwrap().status
}

#[test]
fn without_the_right_token_nothing_is_served() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    for path in ["/api/v1/status", "/api/v1/interactions", "/metrics", "/nowhere", "/api/v1/stop"] {
        let missing = http.send("GET", path, &[("Authorization", "")], b"");
        missing.refused(401, "sayso token create");
        assert_eq!(missing.header("www-authenticate"), Some("bearer"));
        let wrong = http.send("GET", path, &[("Authorization", "Bearer 0123456789")], b"");
        wrong.refused(401, "the token is wrong");
    }
    let basic = format!("Basic {}", http.bearer().split_at(7).1);
    http.send("GET", "/api/v1/status", &[("Authorization", &basic)], b"").refused(401, "token");
    assert_eq!(upgrade(&http, &[("Authorization", "Bearer 0123456789")]), 401);
    assert_eq!(http.count(), 0);
}

#[test]
fn other_names_and_other_pages_are_refused_also_with_the_token() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let port = world.hub_info().port;
    let json = ("Content-Type", "application/json");
    let body = question().to_string();
    let ask = |header: (&str, &str)| {
        http.send("POST", "/api/v1/interactions", &[header, json], body.as_bytes())
    };
    for host in ["evil.example", "localhost", &format!("evil.example:{port}"), "127.0.0.1:1"] {
        ask(("Host", host)).refused(421, "hub.hosts");
    }
    ask(("Host", "")).refused(421, "does not answer to the host");
    let bearer = http.bearer();
    for origin in ["http://evil.example", "null", "https://localhost", "file://"] {
        ask(("Origin", origin)).refused(403, "other pages");
        assert_eq!(upgrade(&http, &[("Origin", origin), ("Authorization", &bearer)]), 403);
    }
    assert_eq!(http.count(), 0, "nothing came of any of them");

    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(ask(("Origin", &own)).status, 201);
    assert_eq!(upgrade(&http, &[("Origin", &own), ("Authorization", &bearer)]), 101);
    assert_eq!(ask(("Host", &format!("LOCALHOST:{port}"))).status, 201);
}

/// A host name added in the settings is accepted too.
#[test]
fn a_further_host_can_be_allowed() {
    let world = World::new().with("SAYSO_HOSTS", "sayso.example:443, box:1");
    let _hub = world.hub();
    let http = Http::agent(&world);
    let host = ("Host", "sayso.example:443");
    let origin = ("Origin", "https://sayso.example:443");
    assert_eq!(http.send("GET", "/metrics", &[host, origin], b"").status, 200);
}

#[test]
fn everything_is_for_this_user_alone() {
    let world = World::new();
    world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let paths = world.paths();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&world.socket()), 0o600, "socket");
    assert_eq!(mode(&paths.data_dir), 0o700, "data directory");
    for file in ["sayso.db", "sayso.db-wal", "sayso.db-shm", "hub.log", "hub.lock"] {
        assert_eq!(mode(&paths.data_dir.join(file)), 0o600, "{file}");
    }
    let fresh = world.path("data/deep/er");
    let ran = world.command(["list"]).env("SAYSO_DATA_DIR", &fresh).output().unwrap();
    assert!(ran.status.success());
    assert_eq!(mode(&fresh), 0o700, "a data directory that the hub made");
    // It has its own hub, which ends with the leash.
}
