//! Interruptions: the hub is killed, somebody else is faster, the page is closed.

use std::net::TcpListener;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{Browser, Scene, choice};
use crate::harness::World;
use crate::mcp::sdk::{Over, Sdk};
use crate::mcp::waited_for;
use crate::until;
use crate::watch;

/// The hub is killed while an agent waits and a page is open. The agent's process starts the next
/// one, the page finds it, and the answer given there is what the agent's call returns.
/// REQ: HI-1, WE-2
#[test]
fn a_hub_killed_under_an_open_page_costs_neither_question_nor_answer() {
    // A fixed port: the page retries at the same address.
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let world = World::new().with("SAYSO_PORT", &port.to_string());
    world.run(&["list"]).ok();
    let mut agent = Sdk::typescript(&world, Over::Stdio);
    let scene = Scene { agent: None, browser: Browser::start(), world };
    agent.call("provide_choice", &choice(json!({ "selection_mode": "hybrid" })));
    let id = waited_for(&scene.world);
    let page = scene.page(&id);
    page.fill("[data-field^='text/']", "typed before");

    let hub = scene.world.hub_info().pid;
    let pid = Pid::from_raw(i32::try_from(hub).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    watch::ends("the hub", hub);
    let data = scene.world.paths().data_dir;
    until::files("there is another", &[&data], || scene.world.hub_info().pid != hub);
    page.wait("html[data-live=socket]");
    page.wait_gone(".lost");
    assert_eq!(page.value("[data-field^='text/']"), "typed before");
    page.press("Escape");
    page.press("2");
    page.press("Control+Enter");
    page.wait("[data-card][data-status=submitted]");

    let result = agent.outcome()["structured"].clone();
    assert_eq!(result["session_id"], json!(id));
    assert_eq!(result["action_status"], "selected");
    assert_eq!(result["selection"]["selected_ids"], json!(["lite"]));
    assert_eq!(result["selection"]["custom_input"], "typed before");
    page.wait("[data-delivered=true]");
    assert_eq!(scene.world.hubs().len(), 1);
}

/// Two browsers send at the same moment. One of them wins, and the agent gets that; the other is
/// told who answered, where and what, and still has its own input.
/// REQ: WE-8
#[test]
fn of_two_who_send_at_once_one_wins_and_the_other_is_told() {
    let mut scene = Scene::new();
    let id = scene.asks("provide_choice", &choice(json!({})));
    let mut agent = scene.agent.take().expect("it has one");
    let first = scene.page(&id);
    let second = scene.browser.open("second", &scene.link(Some(&id)));
    second.wait("html[data-live=socket]");
    second.wait("[data-card][data-status=pending]");
    // Each chooses and sends in one step. The hub is frozen meanwhile, so that neither can hear of
    // the other in between: it finds both answers when it goes on.
    let send = |option: &str| {
        format!(
            "document.querySelector('[data-pick={option}]').click(); \
             document.querySelector('[data-do=send]').click();"
        )
    };
    let hub = Pid::from_raw(i32::try_from(scene.world.hub_info().pid).unwrap()).unwrap();
    kill_process(hub, Signal::STOP).unwrap();
    scene.browser.together([(&first, send("pg")), (&second, send("lite"))]);
    kill_process(hub, Signal::CONT).unwrap();
    for page in [&first, &second] {
        page.wait("[data-card][data-status=submitted]");
    }
    let won = agent.outcome()["structured"]["selection"]["selected_ids"][0].clone();
    let (winner, loser, label, lost) = match won.as_str() {
        Some("pg") => (&first, &second, "PostgreSQL", "SQLite"),
        Some("lite") => (&second, &first, "SQLite", "PostgreSQL"),
        _ => panic!("neither: {won}"),
    };
    loser.wait("[data-page=unsent]");
    let by = loser.text(".by");
    assert!(by.starts_with("Someone else was faster: answered by ann · web · "), "{by}");
    assert_eq!(loser.text("#title"), format!("ann chose {label}"));
    let unsent = loser.text("[data-page=unsent]");
    assert!(unsent.contains("Not used:") && unsent.contains(lost), "{unsent}");
    assert_eq!(winner.count("[data-page=unsent]"), 0);
    assert!(winner.text(".by").starts_with("answered by ann"), "{}", winner.text(".by"));
    assert_eq!(winner.text("#title"), format!("You chose {label}"));
    scene.browser.is_content();
}

/// The choice is about to be sent when the page is closed: it is sent at once, and not lost with
/// the undo.
/// REQ: SE-2
#[test]
fn a_page_closed_during_the_undo_sends_at_once() {
    let mut scene = Scene::new();
    let single = choice(json!({ "single_submit_mode": true }));
    for leave in ["close", "leave"] {
        let id = scene.asks("provide_choice", &single);
        let page = scene.page(&id);
        // The page's timers never fire: the undo would last forever.
        page.evaluate("window.setTimeout = () => 0");
        page.press("3");
        page.wait("[data-do=undo]");
        assert_eq!(scene.world.show(&id)["status"], "pending");
        match leave {
            "close" => page.shut(),
            _ => page.goto("about:blank"),
        }
        let result: Value = scene.result();
        assert_eq!(result["session_id"], json!(id), "{leave}");
        assert_eq!(result["selection"]["selected_ids"], json!(["dynamo"]), "{leave}");
    }
}
