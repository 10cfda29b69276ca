//! Several permissions of one session: on the card of each of them, and allowed by one key.

use serde_json::{Value, json};

use crate::harness::World;
use crate::permissions::{asked_together, decided, shell, waiting};
use crate::pty::Terminal;

fn all() -> [(&'static str, Value); 4] {
    let file = json!({ "file_path": "/srv/api-server/a.rs", "content": "fn main() {}\n" });
    [shell("touch one"), shell("touch two"), ("Write", file), shell("rm -rf /srv/data")]
}

/// One is answered by its own prompt: what it lists and can be undone goes with it, and nothing else.
/// REQ: AD-2, NA-4
#[test]
fn a_prompt_allows_what_it_lists() {
    let world = World::new();
    let ran = asked_together(&world, &all(), |ids| {
        let mut terminal = Terminal::open(&world, 100, &["answer", &ids[0]]);
        terminal.is_armed();
        terminal.shows("Also waiting from this session: 3 · A allows");
        terminal.shows("rm -rf /srv/data  irreversible");
        terminal.shows("a.rs  has to be opened");
        terminal.presses("A");
        terminal.shows("Allow these once?");
        let shown = terminal.screen();
        let (_, named) = shown.split_once("Allow these once?").unwrap();
        assert!(named.contains("touch one") && named.contains("touch two"), "{shown}");
        assert!(!named.contains("rm -rf") && !named.contains("a.rs"), "{shown}");
        terminal.presses("\r");
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        world.until("two are left", || waiting(&world).len() == 2);
        for id in &ids[2..] {
            world.run(&["answer", id, "deny"]).ok();
        }
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny", "deny"]);
}

/// The same in the inbox, where the card that was opened is answered with the others.
/// REQ: AD-2
#[test]
fn a_card_of_the_inbox_lists_them_too() {
    let world = World::new();
    let ran = asked_together(&world, &all(), |ids| {
        let mut terminal = Terminal::open(&world, 100, &["inbox"]);
        terminal.is_at("touch one");
        terminal.presses("\r");
        terminal.is_armed();
        terminal.shows("Also waiting from this session: 3");
        terminal.presses("A");
        terminal.shows("Allow these once?");
        terminal.presses("\r");
        world.until("two are left", || waiting(&world).len() == 2);
        terminal.hides("Also waiting from this session");
        terminal.presses("q");
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        for id in &ids[2..] {
            world.run(&["answer", id, "deny"]).ok();
        }
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny", "deny"]);
}
