//! A page behind a balancer that leads each request to another hub.

use sayso_access::proof::Meeting;
use sayso_store::test_postgres::TestSchema;
use serde_json::{Value, json};

use crate::harness::World;
use crate::http::{Http, NONCE, Response};

const HOST: &str = "balanced.test:8443";

/// Without its own token.
fn post(hub: &Http, path: &str, body: &Value) -> Response {
    let headers = [("Host", HOST), ("Authorization", ""), ("Content-Type", "application/json")];
    hub.send("POST", path, &headers, body.to_string().as_bytes())
}

fn lists(hub: &Http, session: &str) -> u16 {
    let bearer = format!("Bearer {session}");
    let headers = [("Host", HOST), ("Authorization", bearer.as_str())];
    hub.send("GET", "/api/v1/interactions", &headers, b"").status
}

/// REQ: TM-2
/// A code of one is taken by another, once; its session counts at all, and a proof may begin at one and
/// end at another.
#[test]
fn codes_sessions_and_proofs_count_at_all_hubs() {
    let Some(schema) = TestSchema::new() else { return };
    let world = || {
        World::new()
            .with("SAYSO_DATABASE", &schema.url())
            .with("SAYSO_HOSTS", HOST)
            .with("SAYSO_TEST_LEASE_MS", "500")
    };
    let worlds = [world(), world()];
    let running = worlds.each_ref().map(World::hub);
    let [a, b] = worlds.each_ref().map(Http::agent);
    let made = a.local("POST", "/api/v1/codes", &json!({ "origin": HOST }).to_string());
    let code = json!({ "code": made.json()["code"] });
    let let_in = post(&b, "/api/v1/tokens", &code);
    assert_eq!(let_in.status, 201, "{let_in:?}");
    for hub in [&a, &b] {
        let again = post(hub, "/api/v1/tokens", &code);
        assert_eq!(again.status, 403, "once: {again:?}");
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (token, session) = (text(&let_in.json()["token"]), text(&let_in.json()["session"]));
    assert_eq!([lists(&a, &session), lists(&b, &session)], [200, 200]);

    let page = token.split_once('.').unwrap().0;
    let met = post(&a, "/api/v1/sessions", &json!({ "page": page, "nonce": NONCE }));
    let proof = Meeting::page_proof(&token, NONCE, HOST, &text(&met.json()["epoch"]));
    let proven = json!({ "page": page, "nonce": NONCE, "proof": proof });
    let proven = post(&b, "/api/v1/sessions", &proven);
    assert_eq!(proven.status, 200, "{proven:?}");
    let session = text(&proven.json()["session"]);
    assert_eq!([lists(&a, &session), lists(&b, &session)], [200, 200]);
    let forged = session.replace(['a', '0'], "1");
    let page = format!("{page}.{}", &forged[page.len() + 1..]);
    assert_eq!([lists(&a, &page), lists(&b, &page)], [401, 401]);

    // Revoked at one, gone at all.
    worlds[0].run(&["browser", "revoke", "--all"]).ok();
    worlds[1].until("b knows it", || lists(&b, &session) == 401);
    assert_eq!(lists(&a, &session), 401);
    drop(running);
}
