//! A hub whose reading connections to the database are cut off without a word: it still hears what the others
//! say, and can't read it.

use std::path::Path;
use std::sync::Arc;

use sayso_api::{RemoteDesk, RemoteHub};
use sayso_core::Surface;
use sayso_desk::Asking;
use sayso_store::test_postgres::TestSchema;
use sayso_store::test_proxy::TestProxy;

use crate::harness::{World, eventually};
use crate::http::Http;

/// One whose connections lead through what can mute them, and one that reaches the database directly.
fn two_hubs(schema: &TestSchema, dir: &Path) -> (TestProxy, World, World) {
    let through = |url: String| World::new().with("SAYSO_DATABASE", &url);
    (TestProxy::new(dir, schema.socket()), through(schema.url_by(dir)), through(schema.url()))
}

/// Answered without a look into the database.
fn status(client: &Http) -> u16 {
    client.get("/api/v1/surfaces").status
}

/// REQ: SA-2, TM-3
#[test]
fn what_another_hub_has_revoked_counts_nowhere_and_what_it_has_created_is_not_called_wrong() {
    let Some(schema) = TestSchema::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (between, deaf, other) = two_hubs(&schema, dir.path());
    let _hubs = [deaf.hub(), other.hub()];
    let (page, agent) = (Http::of(&deaf), Http::agent(&deaf));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let url = format!("http://{}", page.host());
    let hub = RemoteHub::new(&url, page.token().to_owned()).unwrap();
    let open = RemoteDesk::new(Arc::new(hub), Surface::Web);
    runtime.block_on(open.attached()).unwrap();
    assert_eq!([status(&page), status(&agent)], [200, 200]);
    let agents = other.run(&["token", "list", "--json"]).ok().json();
    let name = agents[0]["name"].as_str().unwrap_or_else(|| panic!("{agents}")).to_owned();

    between.mute_readers();
    let created = other.run(&["token", "create", "--name", "new"]).ok().stdout;
    other.run(&["token", "revoke", &name]).ok();
    other.run(&["browser", "revoke", "--all"]).ok();
    // Long before the silence is noticed.
    eventually("the revoked ones count no longer", || {
        status(&page) != 200 && status(&agent) != 200
    });
    runtime.block_on(open.attached()).expect_err("over a socket that was open before");
    let new = Http::bearing(&deaf, created.trim());
    eventually("the new one counts", || {
        let status = status(&new);
        assert_ne!(status, 401, "called wrong");
        status == 200
    });
    assert_eq!([status(&page), status(&agent)], [401, 401]);
    let left = runtime.block_on(open.attached()).unwrap_err().to_string();
    assert!(left.contains("sayso open"), "{left}");
}

/// REQ: TM-3
#[test]
fn a_token_that_one_hub_cannot_look_up_is_shown_to_the_other() {
    let Some(schema) = TestSchema::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (between, deaf, other) = two_hubs(&schema, dir.path());
    let _hubs = [deaf.hub(), other.hub()];
    between.mute_readers();
    let created = other.run(&["token", "create", "--name", "new"]).ok().stdout;
    let urls = [&deaf, &other].map(|it| format!("http://127.0.0.1:{}", it.hub_info().port));
    let client = World::new()
        .with("SAYSO_DATABASE", "")
        .with("SAYSO_HUB", &urls.join(","))
        .with("SAYSO_TOKEN", created.trim());
    let id = client.ask(&["Which?", "-o", "A", "-o", "B"]);
    assert_eq!(other.show(&id)["status"], "pending");
}
