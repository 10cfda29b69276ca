//! Questions whose agents stopped waiting by themselves, and `sayso withdraw --stopped`.

use std::time::Duration;

use sayso_desk::{Asking, Patience};

use crate::crash::joining::asking;
use crate::harness::World;
use crate::mcp::lines::Agent;
use crate::pty::Terminal;

/// Asks, waits, and is killed before there is a reply.
fn given_up(world: &World, title: &str) -> String {
    let asker = world.spawn(&["ask", title, "-o", "a", "-o", "b", "--wait"]);
    let row = || {
        let list: serde_json::Value =
            serde_json::from_str(&world.run(&["list", "--json"]).ok().stdout).unwrap();
        let rows = list["rows"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["title"] == title)
    };
    world.until("it waits", || row().is_some_and(|row| row["listening"] == true));
    asker.kill();
    world.until("it is marked", || row().is_some_and(|row| row["stopped"] == true));
    row().unwrap()["id"].as_str().unwrap().to_owned()
}

/// REQ: RA-12
#[test]
fn what_agents_stopped_waiting_for_is_named_and_withdrawn_in_one_act() {
    let world = World::new();
    let _hub = world.hub();
    let kept = world.ask(&["Kept?", "-o", "a", "-o", "b"]);
    world.run(&["withdraw", "--stopped"]).ok();
    let (one, two) = (given_up(&world, "One?"), given_up(&world, "Two?"));
    let listed = world.run(&["list"]).ok().stdout;
    let said = |title: &str| {
        let line = listed.lines().find(|line| line.contains(title)).unwrap();
        line.contains("the agent stopped waiting")
    };
    assert!(said("One?") && said("Two?") && !said("Kept?"), "{listed}");

    let refused = world.run(&["withdraw", "--stopped"]).fails(2, "nothing was withdrawn");
    for named in [&one[..8], "One?", &two[..8], "Two?"] {
        assert!(refused.stderr.contains(named), "{refused:?}");
    }
    assert!(!refused.stderr.contains("Kept?"), "{refused:?}");
    for (typed, status) in [("n", "pending"), ("y", "withdrawn")] {
        let mut terminal = Terminal::open(&world, 100, &["withdraw", "--stopped"]);
        terminal.shows("Two?");
        terminal.shows("Withdraw?");
        terminal.types(typed);
        terminal.ends();
        for id in [&one, &two] {
            assert_eq!(world.show(id)["status"], status, "{typed}");
        }
    }
    assert_eq!(world.show(&kept)["status"], "pending");

    let three = given_up(&world, "Three?");
    let withdrawn = world.run(&["withdraw", "--stopped", "--yes"]).ok();
    assert_eq!(withdrawn.stdout, format!("withdrawn: {} Three?\n", &three[..8]));
}

/// Its agent has asked, and is stopped before it waits.
/// REQ: RA-12
#[tokio::test]
async fn what_is_given_up_before_a_wait_is_marked_until_somebody_waits() {
    let world = World::new();
    let _hub = world.hub();
    let desk = world.desk();
    let asked = desk.ask(asking("Which?", 3_600)).await.unwrap();
    let id = asked.interaction.id;
    desk.give_up(id).await.unwrap();
    assert!(desk.show(&id.into()).await.unwrap().live.stopped);
    let waiting = desk.wait(id, Patience::For(Duration::from_millis(1)));
    assert!(!waiting.await.unwrap().live.stopped);
    assert!(!desk.show(&id.into()).await.unwrap().live.stopped);
}

/// The asking process is killed before it waits: nobody can say so but its connection.
/// REQ: RA-12
#[test]
fn what_a_killed_process_has_asked_is_marked() {
    let world = World::new();
    let _hub = world.hub();
    let marked = |title: &str| {
        let list = world.run(&["list", "--json"]).ok().json();
        let rows = list["rows"].as_array().unwrap().clone();
        rows.iter().any(|row| row["title"] == title && row["stopped"] == true)
    };
    let dies = ("SAYSO_FAIL_AT", "bring");
    let asker = world.run_as(&[dies], &["ask", "By a command?", "-o", "a", "-o", "b", "--wait"]);
    assert_eq!(asker.code, -1, "it was not killed: {asker:?}");
    world.until("a command's is marked", || marked("By a command?"));

    let agent = || {
        let mut command = world.command(["mcp"]);
        command.env(dies.0, dies.1);
        Agent::of(command)
    };
    let later = serde_json::json!({
        "questions": [{ "title": "Not waited for?", "prompt": "Which?",
            "options": [{ "label": "A" }, { "label": "B" }] }],
        "nonBlocking": true,
    });
    let mut first = agent();
    first.send_call("ask_user_questions", &later);
    first.ends();
    let mut agent = agent();
    let choice = serde_json::json!({
        "title": "By a tool?", "prompt": "Its server dies before it waits.",
        "selection_mode": "single",
        "options": [{ "id": "a", "label": "A", "recommended": true }, { "id": "b", "label": "B" }],
    });
    agent.send_call("provide_choice", &choice);
    agent.ends();
    world.until("a tool's is marked", || marked("By a tool?"));

    // Those that were not to be waited for are as they should be.
    world.ask(&["For later?", "-o", "a", "-o", "b"]);
    assert!(!marked("For later?") && !marked("Not waited for?"));
    assert!(world.run(&["list"]).ok().stdout.contains("Not waited for?"));
}

/// REQ: RA-12
#[test]
fn the_inbox_names_them_and_withdraws_them_on_confirmation() {
    let world = World::new();
    let _hub = world.hub();
    let kept = world.ask(&["Kept?", "-o", "a", "-o", "b"]);
    let (one, two) = (given_up(&world, "One?"), given_up(&world, "Two?"));
    let mut terminal = Terminal::open(&world, 100, &["inbox"]);
    terminal.shows("the agent stopped waiting");
    terminal.presses("W");
    terminal.shows("Withdraw these?");
    terminal.hides("Kept?");
    terminal.shows("One?");
    terminal.shows("Two?");
    assert_eq!(world.show(&one)["status"], "pending", "nothing before it is confirmed");
    terminal.presses("\r");
    for id in [&one, &two] {
        world.until("it is withdrawn", || world.show(id)["status"] == "withdrawn");
    }
    terminal.shows("1 waiting");
    assert_eq!(world.show(&kept)["status"], "pending");
}
