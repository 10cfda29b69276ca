//! A page behind a balancer: the same address, another hub. Nobody has to sign in again, and what was
//! typed and sent is there.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use sayso_store::test_postgres::TestSchema;
use serde_json::json;

use crate::harness::World;
use crate::portal::browser::Browser;

/// One address for several hubs.
struct Balancer {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The port of the hub behind it; `None`: nobody is let in.
    to: Option<u16>,
    streams: Vec<TcpStream>,
}

impl Balancer {
    fn new() -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                let mut state = shared.lock().unwrap();
                let hub = state.to.and_then(|port| TcpStream::connect(("127.0.0.1", port)).ok());
                let Some(hub) = hub else { continue };
                let copy = |stream: &TcpStream| stream.try_clone().unwrap();
                for (mut from, mut to) in [(copy(&client), copy(&hub)), (copy(&hub), copy(&client))]
                {
                    std::thread::spawn(move || {
                        drop(io::copy(&mut from, &mut to));
                        drop(to.shutdown(Shutdown::Both));
                    });
                }
                state.streams.extend([client, hub]);
            }
        });
        Balancer { port, state }
    }

    /// Ends all connections; new ones lead there.
    fn lead_to(&self, port: Option<u16>) {
        let mut state = self.state.lock().unwrap();
        state.to = port;
        for stream in state.streams.drain(..) {
            // It may be over already.
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    fn url(&self) -> String {
        format!("http://localhost:{}", self.port)
    }
}

/// REQ: TM-2, TM-3
#[test]
fn a_page_goes_on_at_another_hub_without_a_word() {
    let Some(schema) = TestSchema::new() else { return };
    let balancer = Balancer::new();
    let hosts = format!("localhost:{}", balancer.port);
    let world = || World::new().with("SAYSO_DATABASE", &schema.url()).with("SAYSO_HOSTS", &hosts);
    let (first, second) = (world(), world());
    let ask = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, which decides how data is migrated. Which one?",
        "selection_mode": "hybrid",
        "options": [{ "id": "pg", "label": "PostgreSQL", "recommended": true }, { "id": "lite", "label": "SQLite" }],
        "interface": "web",
    });
    let _first = first.hub();
    let asked = first.run_with(&["ask", "--no-wait"], ask.to_string().as_bytes());
    let id = first.run(&["list", "--json"]).ok().json()["rows"][0]["id"].clone();
    let id = id.as_str().unwrap_or_else(|| panic!("{asked:?}")).to_owned();
    balancer.lead_to(Some(first.hub_info().port));
    let printed = first.run(&["open", &id, "--print", "--at", &balancer.url()]).ok().stdout;
    let browser = Browser::start();
    let page = browser.open("page", printed.trim());
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    page.press("2");
    page.fill("[data-field^='text/']", "half a sent");
    first.until("the draft is stored", || first.show(&id)["draft"].to_string().contains("sent"));

    // The other hub knows the page by what is stored.
    let _second = second.hub();
    balancer.lead_to(None);
    page.wait("html:not([data-live=socket])");
    page.click("[data-field^='text/']");
    page.type_text("ence");
    balancer.lead_to(Some(second.hub_info().port));
    page.wait("html[data-live=socket]");
    assert_eq!(page.value("[data-field^='text/']"), "half a sentence");
    page.wait("[data-pick=lite][aria-checked=true]");
    second
        .until("it is stored there", || second.show(&id)["draft"].to_string().contains("sentence"));

    // Sent while there is no hub, and taken by the next one.
    balancer.lead_to(None);
    page.wait("html:not([data-live=socket])");
    page.press("Control+Enter");
    balancer.lead_to(Some(first.hub_info().port));
    page.wait("[data-card][data-status=submitted]");
    let outcome = second.show(&id)["state"].to_string();
    assert!(outcome.contains("lite") && outcome.contains("half a sentence"), "{outcome}");

    // By plain requests alone, with a session of the other hub.
    page.block_sockets();
    balancer.lead_to(Some(second.hub_info().port));
    page.reload();
    page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
}
