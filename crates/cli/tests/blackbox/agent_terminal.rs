//! A terminal below an agent's own shell: the agent may be the one who types there.

use sayso_desk::Asking;
use serde_json::json;

use crate::harness::World;
use crate::pty::Terminal;

const MARKER: (&str, &str) = ("CODEX_THREAD_ID", "0199");

/// REQ: RA-7
#[test]
fn an_answer_in_the_agents_terminal_is_recorded_as_such() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "pg", "-o", "lite"]);
    let answer = ["answer", &id, "pg"];
    let mut terminal = Terminal::open_with(&world, 100, &answer, &[MARKER]);
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&id)["state"]["outcome"]["actor"]["presence"], "agent_terminal");
    let list = world.run(&["list", "--all"]).ok().stdout;
    assert!(list.contains("in the agent's terminal"), "{list}");
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("(in the agent's terminal)"), "{shown}");
}

/// REQ: RA-7
#[test]
fn what_is_irreversible_is_refused_there_with_the_marker_and_where_to_answer() {
    let world = World::new();
    let _hub = world.hub();
    let ask = ["Drop it?", "-o", "Drop", "-o", "Keep", "--irreversible"];
    let id = world.ask(&ask);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let whole = world.show(&id)["id"].as_str().unwrap().parse().unwrap();
    let ticket = runtime.block_on(world.desk().hand_off(whole)).unwrap();
    let attach = ["attach", &id, "--ticket", &ticket];
    for args in [&["answer", &id, "Drop"][..], &["answer", &id], &attach] {
        let mut terminal = Terminal::open_with(&world, 160, args, &[MARKER]);
        assert_eq!(terminal.ends(), 1, "{args:?}: {}", terminal.screen());
        // Wherever the line breaks.
        let said = terminal.screen().split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["the agent's", "CODEX_THREAD_ID", "your own terminal"] {
            assert!(said.contains(part), "{args:?}: `{part}` is not said: {said}");
        }
    }
    // Also recognised by the program above it.
    let above = [("SAYSO_TEST_ANCESTORS", "bash codex")];
    let mut terminal = Terminal::open_with(&world, 160, &attach, &above);
    assert_eq!(terminal.ends(), 1, "{}", terminal.screen());
    terminal.shows("`codex` is a parent process");
    assert_eq!(
        world.show(&id)["state"],
        json!({ "phase": "pending", "deadline":
        world.show(&id)["state"]["deadline"] })
    );
    // The command is still usable.
    let mut terminal = Terminal::open(&world, 100, &attach);
    terminal.shows("Drop it?");
    terminal.is_armed();
    terminal.presses("\u{3}");
    terminal.ends();
}

/// REQ: RA-7
#[test]
fn a_hand_off_can_be_attached_and_answered_in_the_agents_terminal() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which database?", "-o", "pg", "-o", "lite"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let whole = world.show(&id)["id"].as_str().unwrap().parse().unwrap();
    let ticket = runtime.block_on(world.desk().hand_off(whole)).unwrap();
    let attach = ["attach", &id, "--ticket", &ticket];
    let mut terminal = Terminal::open_with(&world, 100, &attach, &[MARKER]);
    terminal.is_armed();
    terminal.presses("1");
    terminal.shows("● pg");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&id)["state"]["outcome"]["actor"]["presence"], "agent_terminal");
}
