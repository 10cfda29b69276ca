//! Lists and lines say who answered, if anyone did; what wasn't an answer never looks like one.

use serde_json::json;

use crate::harness::World;
use crate::pty::Terminal;

const DROP: [&str; 5] = ["Drop?", "-o", "yes", "-o", "no"];

/// REQ: NA-6
#[test]
fn a_reason_or_a_note_is_never_printed_in_the_place_of_an_answer() {
    let world = World::new();
    let rejected = world.ask(&DROP);
    let ran = world.run(&["reject", &rejected, "--reason", "yes"]).ok();
    assert!(ran.stdout.starts_with("✓ Drop? · rejected: yes"), "{ran:?}");
    let cancelled = world.ask(&DROP);
    let ran = world.run(&["cancel", &cancelled, "--note", "yes"]).ok();
    assert!(ran.stdout.starts_with("✓ Drop? · cancelled: yes"), "{ran:?}");
    let bare = world.ask(&DROP);
    let ran = world.run(&["reject", &bare]).ok();
    assert!(ran.stdout.starts_with("✓ Drop? · rejected  ("), "{ran:?}");

    for command in [&["list", "--all"][..], &["history"]] {
        let text = world.run(command).ok().stdout;
        assert!(!text.contains('→'), "{text}");
        assert!(
            text.contains("Drop? · reason: yes") && text.contains("Drop? · note: yes"),
            "{text}"
        );
        assert!(text.contains("rejected by a program via command line"), "{text}");
    }
    let rows = world.run(&["list", "--all", "--json"]).ok().json()["rows"].clone();
    for row in rows.as_array().unwrap() {
        assert_eq!(row.get("answer"), None, "{row}");
    }
    assert_eq!(rows[2]["remark"], "yes", "{rows}");
    for id in [&rejected, &cancelled] {
        let text = world.run(&["show", id]).ok().stdout;
        assert!(!text.contains('✓'), "{text}");
    }
}

/// REQ: NA-6
#[test]
fn what_a_program_answered_is_marked_as_such() {
    let world = World::new();
    let (by_program, by_person) = (world.ask(&DROP), world.ask(&DROP));
    world.run(&["answer", &by_program, "no"]).ok();
    let mut terminal = Terminal::open(&world, 80, &["answer", &by_person, "yes"]);
    assert_eq!(terminal.ends(), 0);
    let text = world.run(&["list", "--all"]).ok().stdout;
    let line = |id: &str| text.lines().find(|line| line.starts_with(&id[..8])).unwrap().to_owned();
    assert!(line(&by_program).contains("Drop? → no"), "{text}");
    assert!(line(&by_program).contains("answered by a program via command line"), "{text}");
    assert!(line(&by_person).contains("answered via command line"), "{text}");

    // The inbox counts only answers of people.
    let cancelled = world.ask(&DROP);
    world.run(&["cancel", &cancelled]).ok();
    let inbox = Terminal::open(&world, 100, &["inbox"]);
    inbox.shows("0 waiting · 1 answered today");
}

/// REQ: NA-6
#[test]
fn what_the_clock_sent_is_nobodys_answer() {
    let world = World::new();
    let default = ["-d", "no", "--on-timeout", "submit", "--timeout", "5s"];
    let id = world.ask(&[&DROP[..], &default].concat());
    world.until("its time is over", || world.show(&id)["status"] == "auto-submitted");
    let text = world.run(&["list", "--all"]).ok().stdout;
    assert!(text.contains("Drop? → no  answered for you"), "{text}");
    let text = world.run(&["show", &id]).ok().stdout;
    assert!(text.contains('◷') && !text.contains('✓'), "{text}");
    assert!(text.contains("nobody answered, the default was sent"), "{text}");
    let inbox = Terminal::open(&world, 100, &["inbox"]);
    inbox.shows("0 waiting · 0 answered today");
    world.run(&["answer", &id, "yes"]).fails(1, "already timed out, and the default was sent");
}

/// REQ: RA-8
#[test]
fn that_the_agent_is_not_listening_is_said_only_if_it_was_so_before() {
    let world = World::new();
    let deaf = world.ask(&DROP);
    let ran = world.run(&["answer", &deaf, "yes"]).ok();
    assert!(ran.stdout.contains("the agent isn't listening"), "{ran:?}");
    for act in [&["answer", "", "yes"][..], &["reject", ""], &["cancel", ""]] {
        let waiting = world.spawn(&[&["ask"][..], &DROP].concat());
        let id = crate::mcp::waited_for(&world);
        let mut act = act.to_vec();
        act[1] = &id;
        let ran = world.run(&act).ok();
        assert!(!ran.stdout.contains("listening"), "{ran:?}");
        waiting.finish();
    }
    assert_eq!(world.show(&deaf)["listening"], json!(false));
}

/// The command can't be used any more, and doesn't say that it could.
/// REQ: PC-16
#[test]
fn attaching_without_a_terminal_to_what_has_ended_says_so() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let attach = ["attach", &id, "--ticket", "00000000"];
    world.run(&attach).fails(1, "the command stays usable");
    world.run(&["cancel", &id]).ok();
    let ran = world.run(&attach).fails(1, "the question has ended");
    assert!(!ran.stderr.contains("usable"), "{ran:?}");
}

/// The hub may need just this setting to start.
/// REQ: SE-1
#[test]
fn a_setting_of_the_file_is_read_without_a_hub() {
    let world = World::new().with("SAYSO_DATABASE", "postgres://127.0.0.1:1/none");
    let ran = world.run(&["config", "get", "hub.database"]).ok();
    assert!(ran.stdout.contains("127.0.0.1:1"), "{ran:?}");
    assert_eq!(world.run(&["config", "get", "hub.port"]).ok().stdout, "0\n");
    assert!(world.hubs().is_empty(), "none was started");
}
