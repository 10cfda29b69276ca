//! Lists: only rows on stdout, all of them, in an order that helps, through a pager if they are long.

use crate::harness::World;
use crate::pty::Terminal;

/// REQ: WE-5
#[test]
fn what_ends_soonest_comes_first() {
    let world = World::new();
    for (title, timeout) in [("Last?", "3h"), ("First?", "10m"), ("Second?", "1h")] {
        world.ask(&[title, "-o", "a", "-o", "b", "--timeout", timeout]);
    }
    let titles = |args: &[&str]| -> Vec<String> {
        let page = world.run(args).ok().json();
        let rows = page["rows"].as_array().unwrap().iter();
        rows.map(|row| row["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(&["list", "--json"]), ["First?", "Second?", "Last?"]);
    assert_eq!(titles(&["list", "--json", "-l", "1"]), ["First?"]);
    assert_eq!(titles(&["list", "--all", "--json"]), ["Second?", "First?", "Last?"]);
    let listed = world.run(&["list"]).ok().stdout;
    assert!(listed.find("First?") < listed.find("Last?"), "{listed}");
    assert_eq!(listed.lines().count(), 3, "only rows: {listed}");
    world.run(&["list", "-l", "0"]).fails(2, "use 1 or more");
}

#[test]
fn an_empty_list_has_no_rows() {
    let world = World::new();
    for (args, said) in [
        (&["list"][..], "Nothing is waiting."),
        (&["history"], "Nothing has been answered yet."),
        (&["list", "--all", "--search", "xyzzy"], "Nothing was found."),
    ] {
        let ran = world.run(args).ok();
        assert!(ran.stdout.is_empty() && ran.stderr.contains(said), "{args:?}: {ran:?}");
    }
}

/// More than the hub hands out at once.
/// REQ: HI-2
#[test]
fn a_long_list_is_printed_whole() {
    let world = World::new();
    let _hub = world.hub();
    let question = |n: usize| {
        serde_json::json!({
            "type": "user_choice", "question": format!("Question {n}?"),
            "choices": [{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }],
        })
    };
    let lines: String = (0..520).map(|n| format!("{}\n", question(n))).collect();
    let asked = world.run_with(&["ask", "--no-wait"], lines.as_bytes());
    assert_eq!(asked.stdout.lines().count(), 520);
    for args in [&["list"][..], &["list", "--all"]] {
        let ran = world.run(args).ok();
        assert_eq!(ran.stdout.lines().count(), 520, "{args:?}");
        assert!(!ran.stdout.contains("more"), "{args:?}");
    }
    let rows = |args: &[&str]| world.run(args).ok().json()["rows"].as_array().unwrap().len();
    assert_eq!(
        (rows(&["list", "--json"]), rows(&["list", "--all", "--json", "-l", "510"])),
        (520, 510)
    );

    // On a terminal it goes through a pager, with colours; the last page is still there after it.
    let page = "head -n 3; echo ended by the pager";
    let paged = |args: &[&str], variables: &[(&str, &str)]| {
        let mut terminal = Terminal::open_with(&world, 100, args, variables);
        terminal.ends();
        terminal.bytes()
    };
    let shown = paged(&["list"], &[("PAGER", page)]);
    assert!(shown.contains("ended by the pager") && shown.contains("\u{1b}["), "{shown:?}");
    assert_eq!(shown.matches("Question").count(), 3, "{shown:?}");
    let shown = paged(&["list", "--all"], &[("SAYSO_PAGER", "cat"), ("PAGER", page)]);
    assert_eq!(shown.matches("Question").count(), 520);
    let plain = paged(&["list"], &[("PAGER", page), ("NO_COLOR", "1")]);
    assert!(!plain.contains("\u{1b}["), "{plain:?}");
    // What fits needs none.
    let short = paged(&["list", "-l", "5"], &[("PAGER", page)]);
    assert!(!short.contains("ended by the pager"), "{short:?}");
}

/// Ctrl-C is the pager's: the list ends when the pager does, and not before it.
#[test]
fn an_interrupt_in_the_pager_is_the_pagers() {
    let world = World::new();
    let _hub = world.hub();
    for number in 0..60 {
        world.ask(&[&format!("Question {number}"), "-o", "a", "-o", "b"]);
    }
    // As less does: it takes the signal, and goes on.
    let pager = "trap 'echo interrupted' INT; echo paging; until read -r line < /dev/tty; do :; done; echo left $line";
    let mut terminal = Terminal::open_with(&world, 100, &["list"], &[("PAGER", pager)]);
    terminal.shows("paging");
    terminal.presses("\u{3}");
    terminal.shows("interrupted");
    terminal.types("by a key");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(terminal.screen().contains("left by a key"), "{}", terminal.screen());

    // From the pager's first moment.
    let pager = "kill -INT $PPID; cat > /dev/null; echo left";
    for _ in 0..10 {
        let mut terminal = Terminal::open_with(&world, 100, &["list"], &[("PAGER", pager)]);
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        assert!(terminal.screen().contains("left"), "{}", terminal.screen());
    }
}
