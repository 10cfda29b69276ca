//! Rankings and numbers, asked and answered in the same terminal.

use serde_json::json;

use super::{given, last};
use crate::harness::World;
use crate::pty::Terminal;

/// REQ: AD-8
#[test]
fn options_are_ranked_by_keys() {
    let world = World::new();
    let ask = ["ask", "What first?", "-o", "Auth", "-o", "Cache", "-o", "Search", "--rank"];
    let mut terminal = Terminal::open(&world, 80, &ask);
    terminal.is_armed();
    terminal.shows("Rank all options");
    terminal.presses("G ");
    terminal.shows("1 ranked");
    terminal.presses(" ");
    terminal.shows("2 ranked");
    terminal.presses(" ");
    terminal.shows("3 ranked");
    // The last one, Cache, goes up one place.
    terminal.presses("K");
    terminal.comes_to("Cache is second", |screen| screen.contains("#2 Cache"));
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(terminal.screen().trim_end(), "✓ What first? → 1. Search, 2. Cache, 3. Auth");
    assert_eq!(given(&last(&world))["options"], json!(["Search", "Cache", "Auth"]));
}

/// REQ: AD-8
#[test]
fn a_number_is_typed_with_its_unit_and_a_wrong_one_stays() {
    let world = World::new();
    let ask = ["ask", "How large?", "--number", "--min", "1", "--max", "64", "--unit", "GB"];
    let mut terminal = Terminal::open(&world, 80, &ask);
    terminal.is_armed();
    terminal.shows("From 1 to 64 GB");
    terminal.presses("100\r");
    terminal.shows("Enter 64 or less.");
    terminal.presses("\u{7f}\u{7f}\u{7f}1,5\r");
    terminal.shows("Enter a number in plain digits");
    terminal.presses("\u{7f}\u{7f}\u{7f}8 gb\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(terminal.screen().trim_end(), "✓ How large? → 8 GB");
    assert_eq!(given(&last(&world))["text"], "8");
}
