//! Where windows and notifications appear when the agent, and the hub it has started, have no
//! display. Nothing real is opened: the test provides the programs.

use std::net::{TcpListener, TcpStream};
use std::process::Command;

use serde_json::{Value, json};

use super::{Home, run};
use crate::harness::World;
use crate::http::Http;
use crate::mcp::lines::Agent;
use crate::until;

/// Programs that record their display and arguments.
fn with_recorders(home: &Home) {
    let noted = home.dir.path().join("noted").display().to_string();
    for name in ["xdg-open", "notify-send"] {
        // In one write, so that no partial line is read.
        let script = format!(
            "line=\"{name} $DISPLAY\"; for word in \"$@\"; do line=\"$line $word\"; done\n\
             printf '%s\\n' \"$line\" >> {noted}"
        );
        home.program(name, &script);
    }
}

/// The arguments the program was started with on this display.
fn noted(home: &Home, program: &str, display: &str) -> Option<String> {
    let text = std::fs::read_to_string(home.dir.path().join("noted")).ok()?;
    let start = format!("{program} {display} ");
    text.lines().find_map(|line| line.strip_prefix(&start)).map(str::to_owned)
}

fn with_display(mut command: Command, display: &str) -> Command {
    command.env("DISPLAY", display);
    command
}

fn auto(title: &str) -> Value {
    let mut call = crate::mcp::choice();
    call["interface"] = json!("auto");
    call["title"] = json!(title);
    call
}

/// `DISPLAY` is only set for the person, in either order.
/// REQ: RA-1, WE-1
#[test]
fn a_bare_agent_opens_the_browser_and_notifies_on_the_persons_display() {
    for person_first in [false, true] {
        let home = Home::new();
        with_recorders(&home);
        let list = ["list", "--json"];
        if person_first {
            run(with_display(home.login(&list), ":7")).ok();
        } else {
            run(home.bare(&list)).ok();
            run(with_display(home.login(&list), ":7")).ok();
        }
        // A client without a display doesn't replace one with a display.
        run(home.login(&list)).ok();
        let mut agent = Agent::of(home.bare(&["mcp"]));
        agent.send_call("provide_choice", &auto("The first?"));
        until::files("the browser is opened", &[home.dir.path()], || {
            noted(&home, "xdg-open", ":7").is_some()
        });
        let opened = noted(&home, "xdg-open", ":7").unwrap();
        assert!(opened.contains("/choice/") && opened.contains("#code="), "{opened}");
        until::files("it is announced", &[home.dir.path()], || {
            noted(&home, "notify-send", ":7").is_some()
        });
        let told = noted(&home, "notify-send", ":7").unwrap();
        assert!(told.contains("-- The first?"), "{told}");

        // The last client with a display counts.
        run(with_display(home.login(&["ask", "Mine?", "-o", "yes", "--no-wait"]), ":8"));
        until::files("it is announced there", &[home.dir.path()], || {
            noted(&home, "notify-send", ":8").is_some()
        });
    }
}

/// REQ: RA-1
#[test]
fn where_nobody_had_a_display_the_service_manager_is_asked_but_not_when_a_hub_starts() {
    let home = Home::new();
    with_recorders(&home);
    let asked = home.dir.path().join("asked");
    home.program(
        "systemctl",
        &format!("echo \"$@\" >> {}\necho HOME=/x\necho DISPLAY=:5", asked.display()),
    );
    run(home.bare(&["list"])).ok();
    assert!(!asked.exists());
    let mut agent = Agent::of(home.bare(&["mcp"]));
    agent.send_call("provide_choice", &auto("Anybody?"));
    until::files("the browser is opened", &[home.dir.path()], || {
        noted(&home, "xdg-open", ":5").is_some()
    });
    until::files("it is announced", &[home.dir.path()], || {
        noted(&home, "notify-send", ":5").is_some()
    });
    let asked = std::fs::read_to_string(asked).unwrap();
    assert_eq!(asked, "--user show-environment\n", "once");
}

/// REQ: RA-1
#[test]
fn a_service_manager_that_hangs_keeps_nobody_waiting() {
    let home = Home::new();
    home.program("systemctl", "exec tail -f /dev/null");
    let mut agent = Agent::of(home.bare(&["mcp"]));
    let reply = agent.call("provide_choice", &auto("Anybody?"));
    let reply = &reply["structuredContent"];
    assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
}

/// A connection on this machine, as SSH names it, for as long as the second value is kept.
fn ssh_session() -> (String, impl Sized) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = listener.local_addr().unwrap();
    let person = TcpStream::connect(to).unwrap();
    let (daemon, from) = listener.accept().unwrap();
    let named = format!("{} {} {} {}", from.ip(), from.port(), to.ip(), to.port());
    (named, (person, daemon))
}

fn over_ssh(mut command: Command, session: &str) -> Command {
    command.env("SSH_CONNECTION", session);
    command
}

/// The person is known to be at another machine.
/// REQ: RA-1, WE-1
#[test]
fn over_ssh_no_display_is_borrowed() {
    let home = Home::new();
    with_recorders(&home);
    run(with_display(home.login(&["list"]), ":7")).ok();
    let (session, _open) = ssh_session();
    let mut agent = Agent::of(over_ssh(home.bare(&["mcp"]), &session));
    let reply = agent.call("provide_choice", &auto("Where?"));
    let reply = &reply["structuredContent"];
    assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
    assert_eq!(noted(&home, "xdg-open", ":7"), None);
}

/// An agent's daemon keeps the variables of its first start: the person came over SSH then, and sits at
/// the desktop now.
/// REQ: RA-1, WE-1
#[test]
fn after_ssh_the_display_of_somebody_who_is_there_is_borrowed() {
    let home = Home::new();
    with_recorders(&home);
    home.program("systemctl", "echo DISPLAY=:5");
    let (session, open) = ssh_session();
    drop(open);
    let mut agent = Agent::of(over_ssh(home.bare(&["mcp"]), &session));
    // Nobody is known to be at a desktop, although there is one.
    let reply = agent.call("provide_choice", &auto("Where?"));
    let reply = &reply["structuredContent"];
    assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");

    run(with_display(home.login(&["list"]), ":7")).ok();
    agent.send_call("provide_choice", &auto("And now?"));
    until::files("the browser is opened", &[home.dir.path()], || {
        noted(&home, "xdg-open", ":7").is_some()
    });
    assert_eq!(noted(&home, "xdg-open", ":5"), None);
}

/// It would be a way to have programs started.
/// REQ: RA-1, SA-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_tcp_no_desktop_is_taken_and_none_is_told() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::of(&world);
    let theirs = ("sayso-desktop", r#"{"DISPLAY":":6","BROWSER":"/tmp/evil"}"#);
    assert_eq!(http.send("GET", "/api/v1/status", &[theirs], b"").status, 200);
    assert_eq!(http.send("GET", "/api/v1/desktop", &[theirs], b"").status, 404);
    let known = world.desk().desktop(None).await.unwrap();
    assert!(!known.has_display(), "{known:?}");
}
