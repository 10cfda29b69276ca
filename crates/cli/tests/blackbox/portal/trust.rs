//! Another program at the hub's address, and revoked browsers, in a real browser.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::json;
use tokio_tungstenite::tungstenite::{self, Message};

use super::Scene;
use crate::harness::eventually;
use crate::http::Http;

/// A hub's reply, from a program that doesn't know the token.
const LIE: &str = r#"{"epoch":"e","proof":"00","session":"stolen"}"#;

/// Listens at the hub's address, replies with whatever might be accepted, and records every byte
/// and message it gets.
struct Thief {
    port: u16,
    heard: Arc<Mutex<Vec<u8>>>,
    /// Whether it accepts WebSockets, or only plain requests.
    sockets: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    /// Closed with it, as when a process ends.
    connections: Arc<Mutex<Vec<TcpStream>>>,
    listening: Option<JoinHandle<()>>,
}

impl Thief {
    fn at(port: u16) -> Thief {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let (heard, ended) = (Arc::default(), Arc::<AtomicBool>::default());
        let sockets = Arc::new(AtomicBool::new(true));
        let connections = Arc::<Mutex<Vec<TcpStream>>>::default();
        let thief = (Arc::clone(&heard), Arc::clone(&ended), Arc::clone(&sockets));
        let open = Arc::clone(&connections);
        let listening = std::thread::spawn(move || {
            let (heard, ended, sockets) = thief;
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                open.lock().unwrap().extend(stream.try_clone());
                let (heard, sockets) = (Arc::clone(&heard), sockets.load(Ordering::SeqCst));
                std::thread::spawn(move || listen(stream, sockets, &heard));
            }
        });
        Thief { port, heard, sockets, ended, connections, listening: Some(listening) }
    }

    fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).into_owned()
    }

    /// The number of introductions received, by a socket or as requests.
    fn introductions(&self) -> usize {
        self.heard().matches("\"nonce\"").count()
    }
}

impl Drop for Thief {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        self.listening.take().map(JoinHandle::join);
        for stream in self.connections.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Handles one connection.
fn listen(mut stream: TcpStream, sockets: bool, heard: &Mutex<Vec<u8>>) {
    let keep = |bytes: &[u8]| heard.lock().unwrap().extend_from_slice(bytes);
    let mut head = [0; 4_096];
    let Ok(length) = stream.peek(&mut head) else { return };
    let upgrade =
        String::from_utf8_lossy(&head[..length]).to_lowercase().contains("upgrade: websocket");
    if upgrade && sockets {
        keep(&head[..length]);
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        while let Ok(message) = socket.read() {
            keep(&message.into_data());
            if socket.send(Message::text(LIE)).is_err() {
                return;
            }
        }
    } else {
        let status = if upgrade { "400 Bad Request" } else { "200 OK" };
        let reply = format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{LIE}",
            LIE.len()
        );
        let mut bytes = [0; 4_096];
        while let Ok(read) = stream.read(&mut bytes) {
            keep(&bytes[..read]);
            // A request in several pieces gets several replies, which doesn't matter here.
            if read == 0 || stream.write_all(reply.as_bytes()).is_err() {
                return;
            }
        }
    }
}

/// Another user waits for the hub to go away and takes its port. The open tab sends it neither its
/// token nor the person's answers. The next hub, which had to take another port, doesn't know the
/// token. When the thief is gone, everything continues.
/// REQ: SA-2
#[test]
fn who_takes_the_hubs_port_gets_nothing_from_an_open_tab() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let hub = world.hub();
    let port = world.hub_info().port;
    let id = world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = scene.page(&id);
    let recall = |name: &str| {
        let kept = page.evaluate(&format!("localStorage.getItem('sayso.{name}')"));
        kept.as_str().unwrap().to_owned()
    };
    let (token, session) = (recall("token"), recall("session"));
    let (name, secret) = token.split_once('.').unwrap();

    hub.kill();
    let thief = Thief::at(port);
    page.wait("[data-page=impostor]");
    assert!(page.text("[data-page=impostor]").contains("sayso open"));
    page.press("2");
    page.press("Control+Enter");
    page.wait(".preview.kept");
    // It tries again, also without sockets.
    thief.sockets.store(false, Ordering::SeqCst);
    let before = thief.introductions();
    eventually("it asks by a request", || {
        thief.introductions() > before && thief.heard().contains("POST /api/v1/sessions")
    });
    let heard = thief.heard();
    assert!(heard.contains(name), "which page it is, is no secret: {heard}");
    for secret in
        [secret, &session, session.split_once('.').unwrap().1, "options", "Bearer", "SQLite"]
    {
        assert!(!heard.contains(secret), "it heard `{secret}`: {heard}");
    }

    // The next hub can't have the port.
    let next = world.hub();
    let other = Http::holding(world, &token);
    assert_ne!(world.hub_info().port, port);
    let mut other = other;
    other.prove().refused(401, &format!("has access at localhost:{port}"));
    next.kill();

    // The thief goes, and the hub is back where the tab looks for it.
    drop(thief);
    let _hub = world.hub_with(&[("SAYSO_PORT", &port.to_string())]);
    page.wait("[data-card][data-status=submitted]");
    page.wait_gone(".lost");
    assert_eq!(world.show(&id)["state"]["outcome"]["actor"]["via"], "web");
    assert_eq!(recall("token"), token, "nobody has made it forget who it is");
}

/// REQ: SA-2
#[test]
fn a_browser_that_is_revoked_stands_before_the_door_at_once() {
    let scene = Scene::without_agent();
    let world = &scene.world;
    let _hub = world.hub();
    let id = world.ask(&["Which one?", "-o", "A", "-o", "B"]);
    let page = scene.page(&id);
    let listed = world.run(&["browser", "list", "--json"]).ok().json();
    assert_eq!((&listed[0]["browser"], &listed[0]["open"]), (&json!("Chrome on Linux"), &json!(1)));
    // Another link in the same browser isn't needed, and stays unused.
    let tab = scene.browser.tab("tab", &page, &scene.link(Some(&id)));
    tab.wait("html[data-live=socket]");
    let listed = world.run(&["browser", "list", "--json"]).ok().json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["open"]), (1, &json!(2)));
    let table = world.run(&["browser", "list"]).ok().stdout;
    assert!(table.contains("Chrome on Linux") && table.contains("open now"), "{table}");

    world.run(&["browser", "revoke", listed[0]["id"].as_str().unwrap()]).ok();
    for page in [&page, &tab] {
        page.wait("html[data-screen=door]");
        assert!(page.text("main").contains("sayso open"));
        assert!(!page.text("body").contains("Which one?"));
    }
    // A reload doesn't help, a link does.
    page.reload();
    page.wait("html[data-screen=door]");
    page.goto(&scene.link(Some(&id)));
    page.wait("html[data-live=socket]");
    page.wait("[data-card][data-status=pending]");
}
