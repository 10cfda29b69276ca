//! A tunnel that hangs: it accepts connections and bytes, and forwards nothing. Nothing is closed.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Browser, Page, Scene};
use crate::harness::World;

/// Between the browser and the hub.
struct Tunnel {
    port: u16,
    hung: Arc<(Mutex<bool>, Condvar)>,
}

impl Tunnel {
    fn dig(listener: TcpListener, hub: u16) -> Tunnel {
        let port = listener.local_addr().unwrap().port();
        let hung = Arc::new((Mutex::new(false), Condvar::new()));
        let flows = hung.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(("127.0.0.1", hub)).unwrap();
                for (mut from, mut to) in
                    [(near.try_clone().unwrap(), far.try_clone().unwrap()), (far, near)]
                {
                    let flows = flows.clone();
                    thread::spawn(move || {
                        let mut buffer = [0; 16 * 1024];
                        while let Ok(read @ 1..) = from.read(&mut buffer) {
                            let hung = flows.0.lock().unwrap();
                            drop(flows.1.wait_while(hung, |hung| *hung).unwrap());
                            if to.write_all(&buffer[..read]).is_err() {
                                break;
                            }
                        }
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Tunnel { port, hung }
    }

    fn hang(&self) {
        *self.hung.0.lock().unwrap() = true;
    }

    fn flow(&self) {
        *self.hung.0.lock().unwrap() = false;
        self.hung.1.notify_all();
    }
}

fn through_a_tunnel() -> (Scene, Tunnel) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let host = format!("localhost:{}", listener.local_addr().unwrap().port());
    let world = World::new().with("SAYSO_HOSTS", &host);
    world.run(&["list"]).ok();
    let tunnel = Tunnel::dig(listener, world.hub_info().port);
    (Scene { agent: None, browser: Browser::start(), world }, tunnel)
}

fn page<'s>(scene: &'s Scene, tunnel: &Tunnel, id: &str) -> Page<'s> {
    page_with(scene, tunnel, ("page", json!({})), id)
}

fn page_with<'s>(
    scene: &'s Scene,
    tunnel: &Tunnel,
    (name, more): (&'static str, Value),
    id: &str,
) -> Page<'s> {
    let at = format!("http://localhost:{}", tunnel.port);
    let link = scene.world.run(&["open", "--print", "--at", &at, id]).ok().stdout;
    let page = scene.browser.open_with(name, link.trim(), more);
    page.wait("html[data-live=socket]");
    page.wait(&format!("[data-card='{id}'][data-status=pending]"));
    page
}

/// Noticed while the person only looks; an answer given then is kept, and sent automatically.
/// REQ: NA-7
#[test]
fn a_hung_line_is_noticed_and_an_answer_kept() {
    let (scene, tunnel) = through_a_tunnel();
    let id = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let [phone, page] = [("phone", 390), ("page", 1280)].map(|(name, width)| {
        let size = json!({ "width": width, "height": 844 });
        let options = json!({ "options": { "viewport": size } });
        page_with(&scene, &tunnel, (name, options), &id)
    });
    for page in [phone, page] {
        page.until("document.getAnimations().length === 0");
    }
    let tops = || {
        let top = "document.querySelector('[data-option]').getBoundingClientRect().top";
        [page.evaluate(top), phone.evaluate(top)]
    };
    let before = tops();
    tunnel.hang();
    page.wait("html[data-live=off] .lost[role=status]");
    phone.wait("html[data-live=off] .lost[role=status]");
    assert_eq!(tops(), before, "nothing moves under the pointer");
    let back = "(() => { const box = document.querySelector('[data-do=back]').getBoundingClientRect(); \
                return box.right <= document.querySelector('.lost').getBoundingClientRect().left; })()";
    assert_eq!(phone.evaluate(back), true, "the way back is seen");
    phone.close();
    page.press("2");
    page.press("Control+Enter");
    page.wait(".preview.kept");
    assert_eq!(scene.world.show(&id)["status"], "pending");
    tunnel.flow();
    page.wait("[data-card][data-status=submitted]");
    page.wait_gone(".lost");
    let shown = scene.world.show(&id);
    assert_eq!(shown["state"]["outcome"]["actor"]["via"], "web", "{shown}");
    assert_eq!(page.count("[data-page=unsent]"), 0);
}

/// Noticed as soon as the page becomes visible again.
/// REQ: NA-7
#[test]
fn a_hung_line_is_noticed_when_the_page_is_looked_at() {
    let (scene, tunnel) = through_a_tunnel();
    let id = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = page(&scene, &tunnel, &id);
    let look = |hidden: bool| {
        page.evaluate(&format!(
            "Object.defineProperty(document, 'hidden', {{ configurable: true, get: () => {hidden} }}); \
             document.dispatchEvent(new Event('visibilitychange'))"
        ));
    };
    look(true);
    tunnel.hang();
    look(false);
    let since = Instant::now();
    page.wait("html[data-live=off]");
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    tunnel.flow();
    page.wait("html:not([data-live=off])");
    page.wait_gone(".lost");
}

/// Sent before the loss was noticed, and the page closed: the next page sends it.
/// REQ: NA-7
#[test]
fn an_answer_survives_the_page_that_could_not_send_it() {
    let (scene, tunnel) = through_a_tunnel();
    let id = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let page = page(&scene, &tunnel, &id);
    tunnel.hang();
    page.press("2");
    page.press("Control+Enter");
    page.wait(".preview.kept");
    let address = page.url();
    page.close();
    assert_eq!(scene.world.show(&id)["status"], "pending");
    tunnel.flow();
    let again = scene.browser.tab("again", &page, &address);
    again.wait("[data-card][data-status=submitted]");
    assert_eq!(scene.world.show(&id)["state"]["outcome"]["actor"]["via"], "web");
}

/// Never sent automatically: to a question that has changed since, or an irreversible one.
/// REQ: NA-7, NA-4
#[test]
fn what_is_not_certain_any_more_waits_for_its_person() {
    let (scene, tunnel) = through_a_tunnel();
    let changed = scene.world.ask(&["Which one?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let drop = json!({
        "title": "Drop the table?", "prompt": "It holds 14,000 rows that are in no backup. Should it be dropped?",
        "selection_mode": "single", "irreversible": true,
        "options": [{ "id": "drop", "label": "Drop it now" }, { "id": "keep", "label": "Keep it", "recommended": true }],
    });
    let irreversible = scene.asked(&drop);
    let small = json!({ "options": { "viewport": { "width": 390, "height": 844 } } });
    let phone = page_with(&scene, &tunnel, ("phone", small), &irreversible);
    let page = page(&scene, &tunnel, &changed);
    page.click(&format!("[data-row='{irreversible}']"));
    page.wait(&format!("[data-card='{irreversible}']"));
    page.click(&format!("[data-row='{changed}']"));
    page.wait(&format!("[data-card='{changed}']"));
    tunnel.hang();
    // None of it is already on the connection, where it would arrive by itself.
    page.wait("html[data-live=off]");
    phone.wait(".lost");
    let apart = "document.querySelector('.undone').getBoundingClientRect().bottom \
                 <= document.querySelector('.lost').getBoundingClientRect().top";
    assert_eq!(phone.evaluate(apart), true, "what cannot be undone is still said");
    phone.close();
    page.press("2");
    page.press("Control+Enter");
    page.wait(".preview.kept");
    page.click(&format!("[data-row='{irreversible}']"));
    page.press("1");
    page.press("Control+Enter");
    page.type_text("yes");
    page.press("Enter");
    page.wait(".preview.kept");
    scene.world.run(&["extend", &changed, "10m"]).ok();
    tunnel.flow();
    for id in [&irreversible, &changed] {
        page.click(&format!("[data-row='{id}']"));
        page.wait(&format!("[data-card='{id}']"));
        page.wait("[data-asking=held]");
        assert_eq!(scene.world.show(id)["status"], "pending");
        page.click("[data-do=send-now]");
        page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
        scene.world.until("it has arrived", || scene.world.show(id)["status"] == "submitted");
    }
}

/// It was already on the connection when the page gave up, and the person has discarded it since.
/// REQ: SA-3, NA-7
#[test]
fn an_answer_that_was_discarded_does_not_arrive_later() {
    let (scene, tunnel) = through_a_tunnel();
    let drop = json!({
        "title": "Drop the table?", "prompt": "It holds 14,000 rows that are in no backup. Should it be dropped?",
        "selection_mode": "single", "irreversible": true,
        "options": [{ "id": "drop", "label": "Drop it now" }, { "id": "keep", "label": "Keep it", "recommended": true }],
    });
    let id = scene.asked(&drop);
    let page = page(&scene, &tunnel, &id);
    tunnel.hang();
    page.press("1");
    page.press("Control+Enter");
    page.type_text("yes");
    page.press("Enter");
    page.wait(".preview.kept");
    tunnel.flow();
    page.wait("[data-asking=held]");
    page.click("[data-do=discard]");
    page.wait_gone("[data-asking=held]");
    scene.world.run(&["extend", &id, "10m"]).ok();
    assert_eq!(scene.world.show(&id)["status"], "pending");
}
