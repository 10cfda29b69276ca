//! Pages: how one gets access, for how long, and what it may do.

use serde_json::{Value, json};

use super::{Http, NONCE, answer, question};
use crate::harness::{World, eventually};

const TOKENS: &str = "/api/v1/tokens";

fn code(http: &Http) -> String {
    let made = http.local("POST", "/api/v1/codes", "null");
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!(made.json()["expires_in_seconds"], 300);
    made.json()["code"].as_str().unwrap().to_owned()
}

/// Without a token, as a page that was just opened.
fn exchange(http: &Http, body: &Value) -> super::Response {
    let headers = [("Authorization", ""), ("Content-Type", "application/json")];
    http.send("POST", TOKENS, &headers, body.to_string().as_bytes())
}

/// REQ: WE-1
#[test]
fn a_code_from_the_command_line_lets_one_page_in_once() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let link = world.run(&["open", "--print"]).ok().stdout.trim().to_owned();
    let (page, code) = link.split_once("#code=").expect("the code is in the fragment");
    assert_eq!(page, format!("http://{}/", http.host()));
    let made = exchange(&http, &json!({ "code": code }));
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!(made.header("cache-control"), Some("no-store"));
    assert_eq!(made.header("set-cookie"), None);
    let token = made.json()["token"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {}", made.json()["session"].as_str().unwrap());
    let list = || http.send("GET", "/api/v1/interactions", &[("Authorization", &bearer)], b"");
    assert_eq!(list().status, 200);

    exchange(&http, &json!({ "code": code })).refused(403, "sayso open");
    for other in ["", "0123456789abcdef0123456789abcdef", &token] {
        exchange(&http, &json!({ "code": other })).refused(403, "sayso open");
    }
    assert_eq!(list().status, 200, "the page that came first stays");
    // Neither the code nor the page's stored token grants access by itself.
    for secret in [code, &token] {
        let bearer = format!("Bearer {secret}");
        http.send("GET", "/api/v1/interactions", &[("Authorization", &bearer)], b"")
            .refused(401, "sayso open");
    }
}

#[test]
fn codes_are_for_whoever_is_in_already() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let json = ("Content-Type", "application/json");
    http.send("POST", "/api/v1/codes", &[("Authorization", ""), json], b"null")
        .refused(401, "token");
    // A page can hand over to a phone.
    let page = http.page();
    assert_eq!(exchange(&http, &json!({ "code": code(&page) })).status, 201);
    assert_ne!(page.page().token(), page.token());
}

/// Neither a form nor another page can write, and a long body of a stranger isn't read.
#[test]
fn other_pages_cannot_exchange_a_code_they_have_seen() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let seen = json!({ "code": code(&http) }).to_string();
    let json = ("Content-Type", "application/json");
    let send = |headers: &[(&str, &str)], body: &[u8]| {
        let all: Vec<_> = [("Authorization", "")].iter().chain(headers).copied().collect();
        http.send("POST", TOKENS, &all, body)
    };
    for form in ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"] {
        send(&[("Content-Type", form)], seen.as_bytes()).refused(415, "application/json");
    }
    send(&[], seen.as_bytes()).refused(415, "application/json");
    for origin in ["http://evil.example", "http://localhost:1", "null"] {
        send(&[json, ("Origin", origin)], seen.as_bytes()).refused(403, "other pages");
    }
    send(&[json, ("Host", "rebound.example")], seen.as_bytes()).refused(421, "hub.hosts");
    let long = json!({ "code": "x".repeat(100_000) }).to_string();
    send(&[json], long.as_bytes()).refused(413, "larger than");
    assert_eq!(send(&[json], seen.as_bytes()).status, 201, "it still works for the right page");
}

fn raw(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// If a hub comes back at another port, a token stored for the first one is not valid.
/// REQ: SA-2
#[test]
fn a_page_counts_at_no_other_port() {
    let world = World::new();
    let hub = world.hub();
    let page = Http::of(&world).page();
    let port = world.hub_info().port;
    hub.kill();
    let _thief = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    let _next = world.hub();
    assert_ne!(world.hub_info().port, port);
    let mut page = page.at(&world);
    page.get("/api/v1/status").refused(401, "sayso open");
    page.prove().refused(401, &format!("has access at localhost:{port}, not at {}", page.host()));
    // Nor if it claims to be there still.
    let body =
        json!({ "page": page.kept().split_once('.').unwrap().0, "nonce": NONCE }).to_string();
    let before = format!("localhost:{port}");
    let origin = format!("http://{before}");
    let json = ("Content-Type", "application/json");
    page.send("POST", "/api/v1/sessions", &[json, ("Origin", &origin)], body.as_bytes())
        .refused(403, "other pages");
    page.send("POST", "/api/v1/sessions", &[json, ("Host", &before)], body.as_bytes())
        .refused(421, "hub.hosts");
}

/// REQ: SA-2
#[test]
fn browsers_are_listed_and_revoked_from_the_command_line() {
    let world = World::new();
    let _hub = world.hub();
    assert!(world.run(&["browser", "list"]).ok().stdout.contains("No browser"));
    let http = Http::agent(&world);
    let pages = [http.page(), http.page(), http.page()];
    let ids = pages.each_ref().map(|page| page.kept().split_once('.').unwrap().0.to_owned());
    let listed = world.run(&["browser", "list", "--json"]).ok().json();
    assert_eq!(listed.as_array().unwrap().len(), 3, "{listed}");
    for id in &ids {
        let page = listed.as_array().unwrap().iter().find(|page| page["id"] == **id).unwrap();
        assert_eq!(page["origin"], http.host());
        assert_eq!((&page["browser"], &page["paired"]), (&json!("unknown"), &json!(false)));
        assert_eq!(page["open"], 0);
        assert!(page["created_at"].is_string() && page["seen_at"].is_string(), "{page}");
    }
    let table = world.run(&["browser", "list"]).ok().stdout;
    assert!(ids.iter().all(|id| table.contains(id.as_str())), "{table}");
    assert!(table.contains(&http.host()), "{table}");

    world.run(&["browser", "revoke"]).fails(2, "--all");
    world.run(&["browser", "revoke", "zzz"]).fails(2, "sayso browser list");
    let gone = world.run(&["browser", "revoke", &ids[0][..11]]).ok().stdout;
    assert!(gone.contains(&ids[0]), "{gone}");
    pages[0].get("/api/v1/status").refused(401, "sayso open");
    assert_eq!(pages[1].get("/api/v1/status").status, 200);
    // A page can neither see nor revoke others.
    pages[1].get("/api/v1/pages").refused(403, "sayso browser list");
    pages[1].send_json("DELETE", "/api/v1/pages", b"null").refused(403, "sayso browser list");
    let under_way = code(&http);
    let gone = world.run(&["browser", "revoke", "--all"]).ok().stdout;
    assert!(gone.contains("2 browsers"), "{gone}");
    for page in &pages {
        page.get("/api/v1/status").refused(401, "sayso open");
    }
    exchange(&http, &json!({ "code": under_way })).refused(403, "sayso open");
    assert_eq!(world.run(&["browser", "list", "--json"]).ok().json(), json!([]));
}

/// A pending request for news ends, too, when its page is revoked.
/// REQ: SA-2
#[test]
fn a_page_that_is_revoked_hears_no_more_news() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let page = http.page();
    let cursor = page.get("/api/v1/events?seconds=0").json()["cursor"].as_str().unwrap().to_owned();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| page.get(&format!("/api/v1/events?after={cursor}&seconds=60")));
        eventually("it waits", || {
            http.get("/api/v1/status").json()["connections"].as_u64().is_some_and(|open| open >= 2)
        });
        world.run(&["browser", "revoke", "--all"]).ok();
        waits.join().unwrap().refused(401, "sayso open");
    });
}

/// REQ: PC-11
#[test]
fn a_page_is_the_person_and_says_so_nowhere_itself() {
    let world = World::new().with("SAYSO_TEST_PERSON", "");
    let _hub = world.hub();
    let http = Http::of(&world);
    let mut asking = question();
    asking["arguments"]["irreversible"] = json!(true);
    let view = http.post("/api/v1/interactions", &asking).json();
    let act = format!("/api/v1/interactions/{}/act", view["id"].as_str().unwrap());
    let local = http.local("POST", &act, &answer("pg").to_string());
    local.refused(403, "person");
    let claims = [("Content-Type", "application/json"), ("sayso-surface", "terminal")];
    let body = answer("pg").to_string();
    let answered = http.page().send("POST", &act, &claims, body.as_bytes()).json();
    let actor = &answered["state"]["outcome"]["actor"];
    assert_eq!(actor["by"], "ann", "{answered}");
    assert_eq!(actor["via"], "web");
    assert_eq!(actor["presence"], "interactive");
}

#[test]
fn a_page_cannot_end_the_hub() {
    let world = World::new();
    let _hub = world.hub();
    let page = Http::of(&world).page();
    page.post("/api/v1/stop", &json!({})).refused(403, "sayso hub stop");
    assert_eq!(page.get("/api/v1/status").status, 200);
}

#[test]
fn a_page_stays_known_when_the_hub_is_killed() {
    let world = World::new();
    let hub = world.hub();
    let page = Http::of(&world).page();
    let unused = code(&page);
    let port = world.hub_info().port.to_string();
    hub.kill();
    let _next = world.hub_with(&[("SAYSO_PORT", &port)]);
    let mut page = page.at(&world);
    page.get("/api/v1/status").refused(401, "sayso open");
    assert_eq!(page.prove().status, 200);
    assert_eq!(page.get("/api/v1/status").status, 200);
    exchange(&page, &json!({ "code": unused })).refused(403, "sayso open");
    // Nothing in the files grants access: only hashes are stored.
    for file in ["sayso.db", "sayso.db-wal"] {
        let bytes = std::fs::read(world.paths().data_dir.join(file)).unwrap();
        let secret = page.kept().split_once('.').unwrap().1;
        for secret in [secret.as_bytes(), &raw(secret)] {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{file}");
        }
    }
}

#[test]
fn nothing_can_be_framed_sniffed_or_referred_to() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let unknown = http.send("GET", "/nowhere", &[("Authorization", "")], b"");
    for response in [http.get("/api/v1/status"), http.get("/nowhere"), unknown] {
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(response.header("x-frame-options"), Some("deny"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
}

#[test]
fn paths_lead_nowhere_else() {
    let world = World::new();
    let _hub = world.hub();
    let page = Http::of(&world).page();
    for path in [
        "/../token",
        "/assets/../token",
        "/assets/..%2f..%2ftoken",
        "/assets/%2e%2e/%2e%2e/token",
        "/..%5c..%5ctoken",
        "//token",
        "/choice/../../sayso.db",
        "/api/v1/../../token",
        "/%00",
    ] {
        let served = page.get(path);
        assert!([400, 404].contains(&served.status), "{path}: {served:?}");
        assert!(!served.body.contains(Http::of(&world).token()), "{path}");
    }
}
