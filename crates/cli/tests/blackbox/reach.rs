//! The ways to a person: browser, SSH, notification. Nothing real is opened: the test provides the
//! programs.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use sayso_core::Surface;
use sayso_core::surface::Presence;
use sayso_desk::{Answering, Attach};
use serde_json::json;

use crate::harness::World;
use crate::mcp::choice;
use crate::mcp::lines::Agent;
use crate::until;

const DISPLAY: (&str, &str) = ("DISPLAY", ":99");

/// A program that records its arguments, one per line, and prints this.
fn recorder(world: &World, name: &str, says: &str) -> PathBuf {
    let (program, noted) = (world.path(name), world.path(&format!("{name}.noted")));
    let noted = noted.display();
    let script =
        format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {noted}.new\nmv {noted}.new {noted}\n{says}\n");
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    program
}

fn noted(world: &World, name: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(world.path(&format!("{name}.noted"))).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

/// What the browser was started with: a moment after `sayso` has started it.
fn opened(world: &World) -> Vec<String> {
    until::files("the browser is opened", &[&world.path("")], || noted(world, "browser").is_some());
    noted(world, "browser").unwrap()
}

/// With a display and a browser that only records.
fn with_browser(world: World) -> World {
    let browser = recorder(&world, "browser", "").display().to_string();
    world.with("BROWSER", &browser).with(DISPLAY.0, DISPLAY.1)
}

fn page() -> Attach {
    Attach {
        surface: Surface::Web,
        label: "a page".to_owned(),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    }
}

/// REQ: WE-1
#[test]
fn open_opens_the_browser_with_a_code_that_works() {
    let world = with_browser(World::new());
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let ran = world.run(&["open", &id[..8]]).ok();
    let plain = world.show(&id)["url"].as_str().unwrap().to_owned();
    assert_eq!(ran.stdout, format!("opened {plain} in the browser\n"));
    let opened = opened(&world);
    let (address, code) = opened[0].split_once("#code=").unwrap();
    assert_eq!((address, code.len()), (plain.as_str(), 32));
    std::fs::remove_file(world.path("browser.noted")).unwrap();
    world.run(&["open"]).ok();
    let port = world.hub_info().port;
    let opened = self::opened(&world);
    assert!(opened[0].starts_with(&format!("http://localhost:{port}/#code=")), "{opened:?}");
    world.run(&["open", "ffffffff"]).fails(2, "no question");
}

/// REQ: WE-1
#[test]
fn over_ssh_the_link_and_the_way_back_are_printed() {
    let ssh = ("SSH_CONNECTION", "10.0.0.9 50022 10.0.0.5 22");
    let world = World::new().with(ssh.0, ssh.1);
    let _hub = world.hub();
    let port = world.hub_info().port;
    let ran = world.run(&["open"]).ok();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with(&format!("http://localhost:{port}/#code=")), "{ran:?}");
    assert!(lines[1].ends_with(&format!("ssh -L {port}:localhost:{port} ann@10.0.0.5")), "{ran:?}");
}

/// REQ: TE-2
/// REQ: WE-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_waits_opens_the_browser_only_if_no_page_is_open() {
    let world = with_browser(World::new());
    let _hub = world.hub();
    let desk = world.desk_at(Surface::Web);
    let held = desk.attach(page()).await.unwrap();
    let ask = ["ask", "Which database?", "-o", "PostgreSQL", "-o", "SQLite", "--wait"];
    let waiting = world.spawn(&ask);
    let first = crate::mcp::waited_for(&world);
    world.run(&["answer", &first, "SQLite"]).ok();
    waiting.finish().ok();
    assert_eq!(noted(&world, "browser"), None, "the page shows it");
    drop(held);
    world.until("the page is gone", || {
        world.run(&["hub", "status", "--json"]).ok().json()["attached"] == json!([])
    });
    let waiting = world.spawn(&ask);
    let second = crate::mcp::waited_for(&world);
    let opened = opened(&world);
    assert!(opened[0].contains(&format!("/choice/{second}#code=")), "{opened:?}");
    world.run(&["answer", &second, "SQLite"]).ok();
    waiting.finish().ok();
}

/// REQ: TE-2
/// REQ: WE-1
#[test]
fn an_agents_question_opens_the_browser_of_its_own_process() {
    let world = with_browser(World::new());
    let mut agent = Agent::start(&world, "mcp");
    let mut auto = choice();
    auto["interface"] = json!("auto");
    agent.send_call("provide_choice", &auto);
    let id = crate::mcp::waited_for(&world);
    let opened = opened(&world);
    assert!(opened[0].contains(&format!("/choice/{id}#code=")), "{opened:?}");
}

/// Agents that ask at the same time, each in its own process: one tab, not one each.
/// REQ: WE-1
#[test]
fn several_agents_that_ask_at_once_open_one_browser() {
    let world = World::new();
    let browser = world.path("browser");
    // Appends, because several may run.
    let script = format!("#!/bin/sh\necho \"$1\" >> {}.noted\n", browser.display());
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    let world = world.with("BROWSER", &browser.display().to_string()).with(DISPLAY.0, DISPLAY.1);
    let mut agents: Vec<Agent> = (0..4).map(|_| Agent::start(&world, "mcp")).collect();
    for agent in &mut agents {
        agent.send_call("provide_choice", &choice());
    }
    world.until("everybody waits, which is after they have opened what they open", || {
        let rows = world.run(&["list", "--json"]).ok().json()["rows"].clone();
        let rows = rows.as_array().unwrap();
        rows.len() == agents.len() && rows.iter().all(|row| row["listening"] == true)
    });
    assert_eq!(opened(&world).len(), 1);
}

/// REQ: TE-2
/// REQ: PC-14
#[test]
fn without_a_display_auto_is_handed_to_a_terminal_with_the_way_there() {
    let world = World::new().with("SSH_CONNECTION", "10.0.0.9 50022 10.0.0.5 22");
    let mut agent = Agent::start(&world, "mcp");
    let mut auto = choice();
    auto["interface"] = json!("auto");
    let reply = agent.call("provide_choice", &auto);
    let reply = &reply["structuredContent"];
    assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
    let (instructions, port) = (reply["instructions"].as_str().unwrap(), world.hub_info().port);
    let short = &reply["session_id"].as_str().unwrap()[..8];
    assert!(
        instructions
            .contains(&format!("/sayso --data-dir {} open {short}`", world.path("data").display())),
        "{instructions}"
    );
    let tunnel = format!("`ssh -L {port}:localhost:{port} ann@10.0.0.5`");
    assert!(instructions.contains(&tunnel), "{instructions}");
    let url = format!("http://localhost:{port}/choice/{}", reply["session_id"].as_str().unwrap());
    assert_eq!(reply["selection"]["url"], json!(url));
}

/// REQ: WE-1
#[test]
fn when_the_port_is_taken_every_surface_names_the_other_one() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let wanted = taken.local_addr().unwrap().port();
    let world = World::new().with("SAYSO_PORT", &wanted.to_string());
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    let port = world.hub_info().port;
    assert_ne!(port, wanted);
    let base = format!("http://localhost:{port}");
    assert_eq!(world.show(&id)["url"], json!(format!("{base}/choice/{id}")));
    assert_eq!(world.run(&["hub", "status", "--json"]).ok().json()["portal"], json!(base));
    let link = world.run(&["open", &id, "--print"]).ok().stdout;
    assert!(link.starts_with(&format!("{base}/choice/{id}#code=")), "{link}");
}

/// The test's notification program is first on the path.
fn with_notices(world: World, says: &str) -> World {
    recorder(&world, "notify-send", says);
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", world.path("").display());
    with_browser(world).with("PATH", &path)
}

#[test]
fn a_question_that_nobody_is_shown_is_announced_on_the_desktop() {
    let world = with_notices(World::new(), "");
    let _hub = world.hub();
    let hostile = "--prompt=--icon=/etc/passwd <b>bold</b>";
    world.ask(&["Really?", hostile, "-o", "yes", "-o", "no"]);
    until::files("it is announced", &[&world.path("")], || noted(&world, "notify-send").is_some());
    let told = noted(&world, "notify-send").unwrap();
    let end = told.iter().position(|word| word == "--").unwrap();
    assert_eq!(told[end + 1], "Really?");
    assert!(told[end + 2].ends_with("--icon=/etc/passwd &lt;b&gt;bold&lt;/b&gt;"), "{told:?}");
    assert_eq!(noted(&world, "browser"), None, "nobody has clicked");
}

#[test]
fn a_click_on_the_notice_opens_the_question() {
    let world = with_notices(World::new(), "echo default");
    let _hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "PostgreSQL", "-o", "SQLite"]);
    until::files("the browser is opened", &[&world.path("")], || {
        noted(&world, "browser").is_some()
    });
    let opened = noted(&world, "browser").unwrap();
    assert!(opened[0].contains(&format!("/choice/{id}#code=")), "{opened:?}");
}

#[test]
fn notifications_can_be_switched_off() {
    let world = with_notices(World::new(), "");
    let _hub = world.hub();
    world.run(&["config", "set", "notifications", "off"]).ok();
    let quiet = world.ask(&["Quiet?", "-o", "yes", "-o", "no", "--timeout", "5s"]);
    world.until("its time is over", || world.show(&quiet)["status"] != "pending");
    assert_eq!(noted(&world, "notify-send"), None);
    world.run(&["config", "unset", "notifications"]).ok();
    world.ask(&["Loud?", "-o", "yes", "-o", "no"]);
    until::files("it is announced", &[&world.path("")], || noted(&world, "notify-send").is_some());
}
