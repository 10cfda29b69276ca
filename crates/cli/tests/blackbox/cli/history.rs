//! Looking back: filters on the command line, and the same words full-screen.

use crate::harness::World;
use crate::pty::{INTERRUPTED, Terminal};

fn titles(world: &World, args: &[&str]) -> Vec<String> {
    let args: Vec<&str> = ["history", "--json"].iter().chain(args).copied().collect();
    let rows = world.run(&args).ok().json();
    let rows = rows["rows"].as_array().unwrap().iter();
    rows.map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

fn settled(world: &World) {
    for (title, agent, end) in [
        ("Deploy it?", "codex", "answer"),
        ("Deploy again?", "Claude Code", "cancel"),
        ("Rename it?", "codex", "reject"),
    ] {
        let id = world.ask(&[title, "-o", "yes", "-o", "no", "--agent", agent]);
        match end {
            "answer" => world.run(&["answer", &id, "yes"]).ok(),
            end => world.run(&[end, &id]).ok(),
        };
    }
}

/// REQ: CL-3
#[test]
fn the_history_is_filtered() {
    let world = World::new();
    settled(&world);
    let project = world.run(&["list", "--all", "--json"]).ok().json();
    let project = project["rows"][0]["project"].as_str().unwrap().to_owned();
    let all = ["Rename it?", "Deploy again?", "Deploy it?"];
    assert_eq!(titles(&world, &[]), all);
    assert_eq!(titles(&world, &["--since", "1h"]), all);
    assert_eq!(titles(&world, &["--since", "2020-01-01", "--project", &project]), all);
    assert_eq!(titles(&world, &["--agent", "codex"]), ["Rename it?", "Deploy it?"]);
    assert_eq!(titles(&world, &["--agent", "claude-code"]), ["Deploy again?"]);
    assert_eq!(titles(&world, &["--agent", "codex", "--search", "deploy"]), ["Deploy it?"]);
    for (outcome, title) in
        [("answered", "Deploy it?"), ("cancelled", "Deploy again?"), ("rejected", "Rename it?")]
    {
        assert_eq!(titles(&world, &["--outcome", outcome]), [title]);
    }
    for none in [["--outcome", "timed-out"], ["--project", "elsewhere"], ["--since", "0s"]] {
        assert_eq!(titles(&world, &none), [""; 0], "{none:?}");
    }
    assert_eq!(titles(&world, &["--limit", "1", "--search", "deploy"]), ["Deploy again?"]);
    world.run(&["history", "--since", "soon"]).fails(2, "--since");
    world.run(&["history", "--outcome", "lost"]).fails(2, "timed-out");
    let ran = world.run(&["history", "--interactive"]).fails(2, "there is no terminal");
    assert!(ran.stderr.contains("history --search") && !ran.stderr.contains("ID"), "{ran:?}");
    world.run(&["history", "--interactive", "--json"]).fails(2, "cannot be used with");
}

/// REQ: CL-3
#[test]
fn the_same_is_found_full_screen() {
    let world = World::new();
    settled(&world);
    let args = ["history", "--interactive", "--agent", "codex"];
    let mut terminal = Terminal::open(&world, 100, &args);
    terminal.shows("sayso history");
    terminal.shows("agent:codex");
    terminal.comes_to("only those of codex", |screen| {
        screen.contains("Rename it?") && screen.contains("Deploy it?") && !screen.contains("again")
    });
    terminal.presses("deploy");
    terminal.hides("Rename it?");
    // A value that there isn't finds nothing, and says which there are.
    terminal.presses("\u{15}outcome:bar");
    terminal.shows("No matches.");
    terminal.shows("outcome: takes answered, ");
    terminal.presses("\u{15}since:foo");
    terminal.shows("since: takes 12h, 7d or a day");
    terminal.presses("\u{15}outcome:cancelled");
    terminal.is_at("Deploy again?");
    terminal.hides("Deploy it?");
    terminal.presses("\r");
    terminal.shows("enter open");
    terminal.presses("\r");
    terminal.shows("cancelled · ann · command line");
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
    assert!(terminal.is_as_it_was());
}
