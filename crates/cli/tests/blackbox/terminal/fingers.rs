//! A question ends while somebody types: what they type reaches neither another question nor the
//! shell.

use sayso_core::{Command, InteractionId};
use sayso_desk::Answering;

use super::last;
use crate::harness::{World, nobody};
use crate::pty::Terminal;

const HELD: &str = "Keys are ignored until you stop typing.";

fn asked_text(world: &World) -> Terminal {
    let mut shell = Terminal::interactive_shell(world);
    let sayso = env!("CARGO_BIN_EXE_sayso");
    shell.types(&format!("PS1='ready> '; {sayso} ask 'Why not?' --text"));
    shell.is_armed();
    shell
}

async fn cancelled_elsewhere(world: &World, id: &str) {
    let id: InteractionId = id.parse().unwrap();
    let command = Command::Cancel { note: Some("not now".to_owned()) };
    world.desk().act(id, command, nobody()).await.unwrap();
}

/// The rest of a sentence and enter, typed after the prompt's question has ended: the shell runs
/// nothing.
/// REQ: NA-1, NA-2
#[tokio::test]
async fn the_rest_of_a_sentence_is_not_run_by_the_shell() {
    let world = World::new();
    let mut shell = asked_text(&world);
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    shell.presses("because ");
    shell.shows("because");
    cancelled_elsewhere(&world, &id).await;
    shell.shows(HELD);
    shell.presses("we; touch was-run\r");
    shell.presses("touch was-run\r");
    shell.comes_to("the shell is back", |screen| screen.trim_end().ends_with("ready>"));
    shell.types("echo one-$((1+1))");
    shell.shows("one-2");
    let screen = shell.screen();
    assert!(!world.path("was-run").exists(), "{screen}");
    assert!(!screen.contains("not found") && !screen.contains("touch"), "{screen}");
    assert!(screen.contains("✗ Why not? · cancelled: not now"), "{screen}");
    assert!(screen.contains("Not sent:\n    because"), "what was typed stays readable: {screen}");
    shell.types("exit");
    shell.ends();
}

/// `w` may be a letter of a sentence: the shell doesn't run the rest, neither at once nor when the
/// answer comes from elsewhere.
/// REQ: NA-1
#[tokio::test]
async fn what_is_typed_behind_the_switch_to_the_browser_is_not_run() {
    let world = World::new();
    let mut shell = Terminal::interactive_shell(&world);
    let sayso = env!("CARGO_BIN_EXE_sayso");
    shell.types(&format!("PS1='ready> '; {sayso} ask 'Why?' -o Aa -o Bb"));
    shell.is_armed();
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    for key in ["w", "h", "y", "?", "|", "|", "touch was-run\r"] {
        shell.presses(key);
    }
    shell.shows("continues in the browser");
    // After a pause, what they type is echoed, but still discarded.
    let mut tries = 0;
    while !shell.screen().trim_end().ends_with('#') {
        tries += 1;
        assert!(tries < 40, "{}", shell.screen());
        shell.presses("#");
        std::thread::park_timeout(std::time::Duration::from_millis(700));
    }
    shell.presses("\rtouch was-run\rtouch was");
    shell.comes_to("it is echoed", |screen| screen.trim_end().ends_with("touch was"));
    cancelled_elsewhere(&world, &id).await;
    shell.comes_to("the shell is back", |screen| screen.trim_end().ends_with("ready>"));
    shell.types("echo one-$((1+1))");
    shell.shows("one-2");
    let screen = shell.screen();
    assert!(!world.path("was-run").exists() && !world.path("was").exists(), "{screen}");
    assert!(!screen.contains("not found"), "{screen}");
    shell.types("exit");
    shell.ends();
}

/// The same when the timeout ends it.
/// REQ: NA-1, NA-2
#[test]
fn a_timeout_while_somebody_types_runs_nothing() {
    let world = World::new();
    let mut shell = Terminal::interactive_shell(&world);
    let sayso = env!("CARGO_BIN_EXE_sayso");
    shell.types(&format!("PS1='ready> '; {sayso} ask 'Why not?' --text --timeout 5s"));
    shell.is_armed();
    // Without any pause, until it has ended.
    let mut typed = 0;
    while !shell.screen().contains(HELD) {
        typed += 1;
        assert!(typed < 400, "{}", shell.screen());
        shell.presses("x");
        std::thread::park_timeout(std::time::Duration::from_millis(50));
    }
    shell.presses("; touch was-run\r");
    shell.comes_to("the shell is back", |screen| screen.trim_end().ends_with("ready>"));
    assert!(!world.path("was-run").exists(), "{}", shell.screen());
    shell.shows("◷ Why not? · timed out");
    shell.shows("Not sent:");
    shell.types("exit");
    shell.ends();
}

/// In the inbox the next question is neither opened nor answered.
/// REQ: NA-1, NA-2
#[tokio::test]
async fn the_rest_of_a_sentence_opens_and_answers_nothing() {
    let world = World::new();
    let first = world.ask(&["Tidy up?", "-o", "yes", "-o", "no", "--text"]);
    let second = world.ask(&["Drop the table?", "-o", "keep", "-o", "drop", "--irreversible"]);
    world.run(&["config", "set", "single_submit", "on"]).ok();
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_at("Tidy up?");
    terminal.presses("\r");
    terminal.is_at("yes");
    terminal.presses("ono, ");
    terminal.shows("no,");
    cancelled_elsewhere(&world, &first).await;
    terminal.shows(HELD);
    terminal.presses("2 are fine\r\r2\ryes\rq");
    terminal.shows("enter back");
    assert!(terminal.screen().contains("Not sent:\n    no,"), "{}", terminal.screen());
    assert_eq!(world.show(&second)["status"], "pending");
    terminal.presses("\r");
    // The cursor is on what is still waiting, and nothing has been opened.
    terminal.is_at("Drop the table?");
    terminal.shows("Tidy up? · cancelled");
    assert_eq!(world.show(&second)["status"], "pending");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
    let screen = terminal.screen();
    assert!(screen.contains("Not sent: Tidy up?\n    no,"), "printed at the end: {screen}");
}

/// The question that is being answered is removed.
/// REQ: NA-1, NA-2
#[test]
fn what_was_typed_for_a_forgotten_question_stays() {
    let world = World::new();
    let id = world.ask(&["Tidy up?", "-o", "yes", "-o", "no", "--text"]);
    let mut terminal = Terminal::open(&world, 80, &["inbox"]);
    terminal.is_at("Tidy up?");
    terminal.presses("\r");
    terminal.is_at("yes");
    terminal.presses("oonly the attic");
    terminal.shows("only the attic");
    world.run(&["forget", &id, "--yes"]).ok();
    terminal.shows("This question was deleted.");
    terminal.shows("Not sent:");
    terminal.presses("jq2");
    terminal.shows("enter back");
    terminal.shows("only the attic");
    terminal.presses("\r");
    terminal.shows("Nothing is waiting.");
    terminal.presses("q");
    assert_eq!(terminal.ends(), 0);
}

/// Ctrl-C works at once, and if nobody typed nothing is held back.
/// REQ: NA-1
#[tokio::test]
async fn control_c_works_at_once_and_nobody_else_waits() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &["ask", "Why not?", "--text"]);
    terminal.is_armed();
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    cancelled_elsewhere(&world, &id).await;
    assert_eq!(terminal.ends(), 3);
    assert!(!terminal.bytes().contains(HELD), "{}", terminal.bytes());

    let mut terminal = Terminal::open(&world, 80, &["ask", "And now?", "--text"]);
    terminal.is_armed();
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    terminal.presses("x");
    terminal.shows("› x");
    cancelled_elsewhere(&world, &id).await;
    terminal.shows(HELD);
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), 3, "what became of it is known");
    terminal.shows("✗ And now? · cancelled: not now");
}
