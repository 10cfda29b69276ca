//! One question in place: it appears below the cursor, is answered, and leaves one line.

use serde_json::{Value, json};

use super::{DOWN, ask, given, last};
use crate::cli;
use crate::harness::World;
use crate::pty::{INTERRUPTED, Terminal};

/// REQ: TE-1, TE-3
#[test]
fn a_question_appears_in_place_and_leaves_one_line() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_at("PostgreSQL");
    let screen = terminal.screen();
    assert!(screen.starts_with("  shell · sayso-test-"), "below the cursor: {screen}");
    assert!(screen.contains("asked ") && screen.contains(" left"), "{screen}");
    assert!(screen.contains("1   PostgreSQL  boring and good"), "{screen}");
    assert!(screen.contains("recommended"), "{screen}");
    assert!(!screen.contains("not listening"), "the asker is this very process: {screen}");
    terminal.shows("4:58 left");
    terminal.presses(DOWN);
    terminal.is_at("SQLite");
    terminal.presses("k");
    terminal.is_at("PostgreSQL");
    terminal.presses("j");
    terminal.is_at("SQLite");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(terminal.screen().trim_end(), "✓ Which database? → SQLite");
    assert!(terminal.is_as_it_was());
    let actor = &last(&world)["state"]["outcome"]["actor"];
    assert_eq!(*actor, json!({"by": "ann", "via": "terminal", "presence": "interactive"}));
    assert!(last(&world)["delivered_at"].is_string(), "the asker has it");
}

/// REQ: TE-8, PC-4
#[test]
fn several_options_and_a_text() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&["--multi", "--min", "2"]));
    terminal.is_armed();
    terminal.presses("2");
    terminal.shows("■ SQLite");
    terminal.presses("\r");
    terminal.shows("Choose at least 2 options.");
    terminal.presses("1");
    terminal.shows("2 chosen");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["options"], json!(["PostgreSQL", "SQLite"]));

    let mut terminal = Terminal::open(&world, 80, &["ask", "Name of the release?"]);
    terminal.is_armed();
    terminal.presses("c 数据库 ");
    terminal.shows("c 数据库");
    // Bracketed paste: a line break in it doesn't send.
    terminal.presses("\u{1b}[200~two\rlines\u{1b}[201~");
    terminal.shows("lines");
    terminal.presses("\u{7f}\u{7f}");
    terminal.hides("lines");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["text"], "c 数据库 two\nlin");

    let mut terminal = Terminal::open(&world, 80, &["ask", "Which columns?"]);
    terminal.is_armed();
    terminal.presses("\u{1b}[200~a\tb\u{1b}[201~");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["text"], "a\tb", "a tab stays one");
}

/// REQ: TE-4, TE-8, PC-11
#[test]
fn the_same_answer_gives_the_same_reply_as_anywhere() {
    let world = World::new();
    let question = json!({
        "title": "Database", "prompt": cli::PROMPT, "selection_mode": "hybrid",
        "options": [
            {"id": "pg", "label": "PostgreSQL", "recommended": true},
            {"id": "lite", "label": "SQLite"},
        ],
    });
    let id = cli::asked(&world, &question);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id[..8]]);
    terminal.is_armed();
    terminal.presses("2");
    terminal.shows("■ SQLite");
    terminal.presses("\tno ops");
    terminal.shows("note: no ops");
    terminal.presses("\tsoon");
    terminal.shows("Note for the agent: soon");
    terminal.presses("\r");
    terminal.is_at("SQLite");
    terminal.presses("o");
    terminal.shows("alt+enter new line");
    terminal.presses("or none\r");
    terminal.is_at("or none");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(terminal.screen().trim_end(), "✓ Database → SQLite, or none  (2 notes)");

    let same = cli::asked(&world, &question);
    let notes = ["--note", "soon", "--option-note", "lite=no ops"];
    let given = ["answer", &same, "lite", "--text", "or none"];
    world.run(&[&given[..], &notes].concat()).ok();
    let reply = |id: &str| {
        let mut reply = cli::reply(&world, id);
        reply["selection"]["interface"] = Value::Null;
        reply
    };
    assert_eq!(reply(&id), reply(&same));
    assert_eq!(cli::reply(&world, &id)["selection"]["interface"], "terminal");
}

/// REQ: TE-5, TO-6
#[test]
fn cancelling_asks_for_a_note() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ask(&[]));
    terminal.is_armed();
    terminal.presses("\u{1b}");
    terminal.shows("Cancel with a note");
    terminal.presses("wait for Bob");
    terminal.shows("wait for Bob");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 3);
    assert_eq!(terminal.screen().trim_end(), "✗ Which database? · cancelled: wait for Bob");
    assert_eq!(last(&world)["state"]["outcome"]["note"], "wait for Bob");
}

/// Only the answer goes to stdout; the prompt doesn't.
#[test]
fn stdout_holds_the_answer_alone() {
    let world = World::new();
    let sayso = env!("CARGO_BIN_EXE_sayso");
    let file = world.path("answer");
    let line = format!(
        "SAYSO_DATA_DIR={} SAYSO_PORT=0 SAYSO_TEST_LEASH={} {sayso} ask 'Ship it?' -o yes -o no > {}",
        world.path("data").display(),
        world.path("leash").display(),
        file.display()
    );
    let mut terminal = Terminal::shell(&world, &line);
    terminal.is_armed();
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(terminal.screen().trim_end(), "✓ Ship it? → yes");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "yes\n");
}

#[test]
fn a_text_is_written_in_an_editor() {
    let world = World::new();
    let script = world.path("editor");
    std::fs::write(&script, "text=$(cat \"$1\")\nprintf '%s, edited\\n' \"$text\" > \"$1\"\n")
        .unwrap();
    let editor = format!("sh {}", script.display());
    let mut terminal = Terminal::open_with(&world, 80, &["ask", "Name?"], &[("EDITOR", &editor)]);
    terminal.is_armed();
    terminal.presses("Phoenix\u{7}");
    terminal.shows("Phoenix, edited");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["text"], "Phoenix, edited");
}

#[test]
fn forty_options_are_filtered() {
    let world = World::new();
    let labels: Vec<String> = (1..=40).map(|n| format!("Option {n}")).collect();
    let mut args = vec!["ask", "Which?"];
    args.extend(labels.iter().flat_map(|label| ["-o", label.as_str()]));
    let mut terminal = Terminal::open(&world, 80, &args);
    terminal.is_at("Option 1");
    terminal.shows("more");
    terminal.presses("/33");
    terminal.shows("1 of 40");
    terminal.presses("\r");
    terminal.is_at("Option 33");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["options"], json!(["Option 33"]));
}

#[test]
fn a_settled_question_is_not_asked_again() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &id, "a"]).ok();
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    assert_eq!(terminal.ends(), 1);
    assert!(terminal.screen().contains("already"), "{}", terminal.screen());
}

/// A link can be opened by the terminal, and leads where it says; a table keeps its columns.
/// REQ: TE-1
#[test]
fn links_and_tables_are_shown_as_such() {
    let world = World::new();
    let prompt = "See [the plan](https://example.org/plan).\n\n| Name | Cost |\n|---|--:|\n| a | 120 |\n| b | 5 |";
    let mut terminal = Terminal::open(&world, 80, &ask(&["--prompt", prompt]));
    terminal.shows("the plan (https://example.org/plan)");
    terminal.shows("a    │  120\n  b    │    5");
    terminal.writes(";https://example.org/plan\u{1b}\\");
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
    // The Linux console would print it.
    let args = ask(&["--prompt", prompt]);
    let mut console = Terminal::open_with(&world, 80, &args, &[("TERM", "linux")]);
    console.shows("the plan (https://example.org/plan)");
    console.is_armed();
    console.presses("\u{3}");
    assert_eq!(console.ends(), INTERRUPTED);
    assert!(!console.bytes().contains("\u{1b}]"), "{:?}", console.bytes());
}
