//! Settings and language: before a prompt, during it, and after a restart.

use serde_json::Value;

use super::{DOWN, ask, last};
use crate::harness::World;
use crate::pty::{INTERRUPTED, Terminal};

fn setting(world: &World, key: &str) -> String {
    let all = world.run(&["config", "show", "--json"]).ok().json();
    let line = all.as_array().unwrap().iter().find(|line| line["key"] == key).cloned();
    line.unwrap_or(Value::Null)["value"].as_str().unwrap_or_default().to_owned()
}

/// Opens the settings and moves to the line with this text.
fn go_to(terminal: &mut Terminal, name: &str) {
    terminal.presses("s");
    terminal.shows("changes are saved immediately");
    let here = |screen: &str| screen.lines().any(|line| line.contains("› ") && line.contains(name));
    for _ in 0..20 {
        if here(&terminal.screen()) {
            return;
        }
        let pointed = |screen: &str| screen.lines().position(|line| line.contains("› "));
        let before = pointed(&terminal.screen());
        terminal.presses(DOWN);
        terminal.comes_to("the cursor moves", |screen| pointed(screen) != before);
    }
    panic!("there is no {name} on\n{}", terminal.screen());
}

/// REQ: LA-1, TE-6, SE-1
#[test]
fn a_language_holds_at_once_and_for_later() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    go_to(&mut terminal, "Language");
    terminal.presses("\u{1b}[C");
    terminal.shows("简体中文");
    terminal.shows("已保存");
    terminal.presses("\u{1b}");
    terminal.shows("enter 发送");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(last(&world)["presentation"]["language"], "zh");
    assert_eq!(setting(&world, "language"), "zh");
    world.run(&["hub", "stop"]).ok();
    let later = Terminal::open(&world, 80, &ask(&[]));
    later.shows("enter 发送");
    later.shows("推荐");
}

/// REQ: LA-2, LA-3
#[test]
fn the_environment_sets_the_language_until_somebody_chooses() {
    let world = World::new();
    let speaks = |value: &str, text: &str| {
        let terminal = Terminal::open_with(&world, 80, &ask(&[]), &[("CHOICE_LANG", value)]);
        terminal.shows(text);
        terminal
    };
    speaks(" ZH ", "enter 发送");
    speaks("ko", "enter 보내기");
    let odd = speaks("tlh", "enter send");
    assert!(odd.bytes().contains("CHOICE_LANG"), "a warning says so: {}", odd.bytes());
    world.run(&["config", "set", "language", "en"]).ok();
    speaks("zh", "enter send");
    world.run(&["config", "set", "language", "ko"]).ok();
    speaks("tlh", "enter 보내기");
}

/// The question of an agent with Chinese settings, in a terminal that was started without a
/// language.
/// REQ: LA-2
#[test]
fn the_asking_processs_language_reaches_the_prompt_and_the_inboxs_card() {
    let world = World::new();
    let args = ["ask", "Which?", "-o", "Yes", "-o", "No", "--no-wait"];
    let asked = |language| world.run_as(&[("CHOICE_LANG", language)], &args).stdout;
    let id = asked("zh").trim().to_owned();
    let prompt = Terminal::open(&world, 80, &["answer", &id]);
    prompt.shows("enter 发送");
    drop(prompt);
    let mut inbox = Terminal::open_with(&world, 80, &["inbox"], &[("CHOICE_LANG", "ko")]);
    inbox.shows("Which?");
    assert!(!inbox.screen().contains("发送"), "the list is the person's: {}", inbox.screen());
    inbox.is_armed();
    inbox.presses("\r");
    inbox.shows("enter 发送");
    drop(inbox);
    // The person's choice takes precedence.
    world.run(&["config", "set", "language", "en"]).ok();
    Terminal::open(&world, 80, &["answer", &id]).shows("enter send");
}

/// REQ: SE-3, TE-6
#[test]
fn notes_that_are_switched_off_stay_off() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    terminal.shows("tab note");
    go_to(&mut terminal, "Notes");
    terminal.presses(" ");
    terminal.shows("saved");
    terminal.presses("\u{1b}");
    terminal.shows("enter send");
    assert!(!terminal.screen().contains("tab note"), "{}", terminal.screen());
    world.run(&["hub", "stop"]).ok();
    let mut later = Terminal::open(&world, 80, &ask(&[]));
    later.is_armed();
    assert!(!later.screen().contains("tab note"), "{}", later.screen());
    later.presses("\t\u{1b}");
    later.shows("Cancel this question");
    assert!(!later.screen().contains("optional"), "{}", later.screen());
}

/// REQ: SE-1, SE-2
#[test]
fn single_submit_theme_and_hints_hold_for_the_next_prompt() {
    let world = World::new();
    let mut inbox = Terminal::open(&world, 80, &["inbox"]);
    inbox.shows("Nothing is waiting.");
    go_to(&mut inbox, "Send as soon as an option is chosen");
    inbox.presses(" ");
    inbox.comes_to("it is saved", |screen| screen.contains("‹ on ›  saved"));
    for (key, value) in [("hints", "off"), ("theme", "contrast")] {
        world.run(&["config", "set", key, value]).ok();
    }
    let colours = [("COLORTERM", "truecolor")];
    let mut terminal = Terminal::open_with(&world, 80, &ask(&[]), &colours);
    terminal.is_armed();
    assert!(!terminal.screen().contains("enter send"), "{}", terminal.screen());
    assert!(terminal.bytes().contains("48;2;0;0;0"), "the ground of `contrast`");
    terminal.presses("2");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(terminal.screen().contains("→ SQLite"), "{}", terminal.screen());
    let bare = [("NO_COLOR", "1"), ("COLORTERM", "truecolor")];
    let plain = Terminal::open_with(&world, 80, &ask(&[]), &bare);
    plain.is_armed();
    let coloured = [";31", ";32", ";33", ";35", "38;", "48;"];
    assert!(coloured.iter().all(|code| !plain.bytes().contains(code)), "{:?}", plain.bytes());
}

/// REQ: NA-1
#[test]
fn single_key_shortcuts_can_be_switched_off() {
    let world = World::new();
    world.run(&["config", "set", "shortcuts", "off"]).ok();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_at("PostgreSQL");
    terminal.shows("alt+e +5 min");
    terminal.presses("2jwsc");
    terminal.presses(DOWN);
    terminal.is_at("SQLite");
    assert!(!terminal.screen().contains("●"), "{}", terminal.screen());
    terminal.presses("\u{1b}1");
    terminal.shows("● PostgreSQL");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// A setting reaches a question that is open already.
/// REQ: TE-6
#[test]
fn a_setting_from_elsewhere_reaches_an_open_question() {
    let world = World::new();
    let mut terminal =
        Terminal::open(&world, 80, &["ask", "Name?", "--text", "--placeholder", "Phoenix"]);
    terminal.shows("Phoenix");
    world.run(&["config", "set", "placeholder", "off"]).ok();
    terminal.hides("Phoenix");
    world.run(&["config", "set", "single_submit", "on"]).ok();
    assert_eq!(last(&world)["presentation"]["single_submit"], true);
    world.run(&["config", "unset", "single_submit"]).ok();
    assert_eq!(last(&world)["presentation"]["single_submit"], false);
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
}
