//! Line by line: `--plain`, `SAYSO_PLAIN` and terminals that can't draw. Nothing is drawn over, and
//! only an empty line after the summary sends.

use sayso_core::DraftField;
use sayso_core::surface::Surface;
use sayso_desk::{Answering, Asking};
use serde_json::json;

use super::{ask, given, last};
use crate::harness::{World, nobody};
use crate::pty::Terminal;

const DUMB: [(&str, &str); 1] = [("TERM", "dumb")];

/// REQ: TE-1
#[test]
fn a_dumb_terminal_is_asked_in_lines() {
    let world = World::new();
    let mut terminal = Terminal::open_with(&world, 80, &ask(&[]), &DUMB);
    terminal.shows("1. PostgreSQL (recommended): boring and good\n2. SQLite");
    terminal.shows("if you don't answer: ");
    terminal.types("");
    terminal.types("7");
    terminal.shows("There is no option or command “7”.");
    terminal.types("2");
    terminal.shows("Press enter to send it. Type another answer to change it.");
    assert_eq!(last(&world)["status"], "pending", "an answer is shown before it is sent");
    terminal.types("post");
    terminal.shows("PostgreSQL\nPress enter");
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(terminal.screen().contains("✓ Which database? → PostgreSQL"), "{}", terminal.screen());
    assert_eq!(given(&last(&world))["options"], json!(["PostgreSQL"]));
    let actor = &last(&world)["state"]["outcome"]["actor"];
    assert_eq!(*actor, json!({"by": "ann", "via": "terminal", "presence": "interactive"}));
    assert!(!terminal.bytes().contains('\u{1b}'), "no escape sequences: {:?}", terminal.bytes());
}

/// REQ: AU-5, NA-3
#[test]
fn several_questions_notes_and_what_is_open() {
    let world = World::new();
    let question = |title: &str| json!({"title": title, "prompt": format!("Which {title}?"), "options": [{"label": "one"}, {"label": "two"}]});
    let asked = json!({"questions": [question("first"), question("second")]}).to_string();
    world.run_with(&["ask", "--no-wait"], asked.as_bytes());
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    let mut terminal = Terminal::open(&world, 100, &["answer", &id, "--plain"]);
    terminal.shows("Question 1 of 2: first");
    terminal.types("two");
    terminal.shows("Question 2 of 2: second");
    terminal.types(":note mind the job");
    terminal.shows("Noted.");
    terminal.types(":back");
    terminal.types("1");
    terminal.types(":skip later");
    terminal.shows("1. first: one");
    terminal.shows("Press enter to send it. Type a question's number");
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let answers = &world.show(&id)["state"]["outcome"]["answers"];
    assert_eq!(answers["note"], "mind the job");
}

/// REQ: NA-4
#[test]
fn what_cannot_be_undone_needs_the_word_and_others_may_be_faster() {
    let world = World::new();
    let id = world.ask(&["Drop it?", "-o", "drop", "-o", "keep", "--irreversible"]);
    let mut terminal = Terminal::open_with(&world, 80, &["answer", &id], &[("SAYSO_PLAIN", "1")]);
    terminal.shows("This can't be undone.");
    terminal.types("1");
    terminal.shows("Press enter to send it.");
    terminal.types("");
    terminal.shows("Type yes");
    terminal.types("y");
    terminal.types(":cancel not today");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&id)["status"], "cancelled");

    let id = world.ask(&["Keep it?", "-o", "yes", "-o", "no"]);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "--plain"]);
    terminal.shows("1. yes");
    world.run(&["answer", &id, "no"]).ok();
    assert_eq!(terminal.ends(), 1);
    assert!(terminal.screen().contains("✓ Keep it? → no  · ann"), "{}", terminal.screen());
    assert!(!terminal.screen().contains("error:"), "{}", terminal.screen());
}

/// REQ: TE-9
#[test]
fn the_inbox_is_a_numbered_list() {
    let world = World::new();
    let later = world.ask(&["Merge it?", "-o", "yes", "-o", "no", "--timeout", "2h"]);
    let sooner = world.ask(&["Delete it?", "-o", "yes", "-o", "no", "--timeout", "1h"]);
    let mut terminal = Terminal::open(&world, 100, &["inbox", "--plain"]);
    terminal.shows("sayso: 2 waiting");
    terminal.shows("1. Delete it?, shell");
    terminal.shows("2. Merge it?, shell");
    let third = world.ask(&["Rename it?", "-o", "yes", "-o", "no"]);
    terminal.shows("3. Rename it?, shell");
    terminal.types("1");
    terminal.shows("1. yes\n2. no");
    terminal.types("no");
    terminal.types("");
    terminal.shows("✓ Delete it? → no");
    assert_eq!(world.show(&sooner)["status"], "submitted");
    terminal.types("2");
    terminal.types(":quit");
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
    assert_eq!(world.show(&later)["status"], "pending");
    assert_eq!(world.show(&third)["status"], "pending");
}

/// REQ: TE-1
#[test]
fn an_answer_and_a_note_are_written_in_the_editor() {
    let world = World::new();
    let script = world.path("editor");
    // It reads from the terminal, as an editor does.
    let counted = "echo >> count; echo editing $(wc -l < count)";
    std::fs::write(
        &script,
        format!("{counted}\nread -r line\nprintf '%s\\nsecond line\\n' \"$line\" >> \"$1\"\n"),
    )
    .unwrap();
    let editor = format!("sh {}", script.display());
    let variables = [("EDITOR", editor.as_str()), ("SAYSO_PLAIN", "1")];
    let mut terminal = Terminal::open_with(&world, 80, &["ask", "Name?", "--text"], &variables);
    terminal.shows("Type your answer, then enter.");
    terminal.types(":edit");
    terminal.shows("editing 1");
    terminal.types("Phoenix");
    terminal.shows("Press enter to send it.");
    terminal.types(":edit note");
    terminal.shows("editing 2");
    terminal.types("for now");
    terminal.shows("Noted.");
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["text"], "Phoenix\nsecond line");
    let answers = &last(&world)["state"]["outcome"]["answers"];
    assert_eq!(answers["note"], "for now\nsecond line");

    let mut terminal = Terminal::open_with(&world, 80, &ask(&[]), &DUMB);
    terminal.shows("2. SQLite");
    terminal.types(":edit");
    terminal.shows("This question takes no text of your own.");
    let none = [("EDITOR", "false"), ("TERM", "dumb")];
    let mut terminal = Terminal::open_with(&world, 80, &["ask", "Name?", "--text"], &none);
    terminal.shows("Type your answer");
    terminal.types(":edit");
    terminal.shows("The editor didn't work");
}

/// REQ: TE-6
#[test]
fn settings_are_listed_and_changed_in_lines() {
    let world = World::new();
    let mut terminal = Terminal::open_with(&world, 100, &ask(&[]), &DUMB);
    terminal.shows("2. SQLite");
    terminal.types(":settings");
    terminal.shows("language = en (Language): en, zh, ko");
    terminal.shows("Type :set NAME VALUE to change one");
    terminal.types(":set colour red");
    terminal.shows(":settings lists names and values.");
    terminal.types(":set hints perhaps");
    terminal.shows("is not a value of this setting");
    terminal
        .comes_to("the values are said again", |screen| screen.matches("hints = on").count() == 2);
    terminal.types(":set annotations off");
    terminal.shows("annotations = off (saved)");
    terminal.types(":note hello");
    terminal.shows("Notes are off");
    terminal.types(":time 2h");
    terminal.shows("left");
    terminal.types(":time soon");
    terminal.shows("90s, 10m, 2h");
    terminal.types(":set language ko");
    terminal.shows("language = ko (저장됨)");
    let shown = world.run(&["config", "show", "--json"]).ok().stdout;
    assert!(shown.contains("\"ko\""), "{shown}");
    let left = last(&world)["remaining_ms"].as_u64();
    assert!(left.is_none_or(|left| left > 6_000_000), "{left:?}");
    terminal.types(":quit");
    terminal.ends();
    let mut terminal = Terminal::open(&world, 100, &["inbox", "--plain"]);
    terminal.shows("sayso:");
    terminal.types(":set language en");
    terminal.shows("language = en (saved)");
    terminal.types(":settings");
    terminal.shows("annotations = off");
    terminal.types(":quit");
    assert_eq!(terminal.ends(), 0);
}

/// What is typed for a question that ends elsewhere reaches the shell neither whole nor in part.
/// REQ: NA-1, NA-2
#[test]
fn what_is_typed_for_a_question_that_ended_is_not_run() {
    let world = World::new();
    let mut shell = Terminal::interactive_shell(&world);
    let sayso = env!("CARGO_BIN_EXE_sayso");
    shell.types(&format!("PS1='ready> '; {sayso} ask --plain 'Why not?' --text"));
    shell.shows("Type your answer, then enter.");
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    shell.presses("because; touch was-");
    shell.shows("because; touch was-");
    world.run(&["cancel", &id]).ok();
    shell.shows("✗ Why not? · cancelled");
    shell.presses("run\rtouch was-run\r");
    shell.comes_to("the shell is back", |screen| screen.trim_end().ends_with("ready>"));
    shell.types("echo one-$((1+1))");
    shell.shows("one-2");
    assert!(!world.path("was-run").exists(), "{}", shell.screen());
    assert!(!shell.screen().contains("not found"), "{}", shell.screen());
    shell.types("exit");
    shell.ends();
}

/// REQ: PC-16
#[test]
fn a_question_is_taken_over_in_lines() {
    let world = World::new();
    let id = world.ask(&["Keep it?", "-o", "yes", "-o", "no"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let whole: sayso_core::InteractionId = world.show(&id)["id"].as_str().unwrap().parse().unwrap();
    let ticket = runtime.block_on(world.desk().hand_off(whole)).unwrap();
    let mut terminal = Terminal::open(&world, 80, &["attach", &id, "--ticket", &ticket, "--plain"]);
    terminal.shows("1. yes\n2. no");
    terminal.types("no");
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&id)["status"], "submitted");
}

/// REQ: NA-1, NA-4
#[test]
fn lines_that_arrive_all_at_once_send_nothing() {
    let world = World::new();
    let asks = ["ask", "Drop it?", "-o", "keep", "-o", "drop", "--irreversible", "--plain"];
    let mut terminal = Terminal::open(&world, 80, &asks);
    terminal.shows("2. drop");
    terminal.arrives("2\r\ryes\r");
    terminal.shows("all at once");
    assert_eq!(last(&world)["status"], "pending", "{}", terminal.screen());
    terminal.types(":cancel");
    terminal.ends();

    // Where a text is expected they are one, with its line breaks, and no command.
    let mut terminal = Terminal::open(&world, 80, &["ask", "What happened?", "--text", "--plain"]);
    terminal.shows("Type your answer, then enter.");
    terminal.arrives(":cancel it\r\rsecond line\r");
    terminal.shows("Press enter to send it.");
    assert_eq!(last(&world)["status"], "pending", "{}", terminal.screen());
    terminal.arrives("other\r\r");
    terminal.shows("all at once");
    terminal.types("");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(given(&last(&world))["text"], ":cancel it\n\nsecond line");

    world.ask(&["Merge it?", "-o", "yes", "-o", "no"]);
    let mut terminal = Terminal::open(&world, 80, &["inbox", "--plain"]);
    terminal.shows("1. Merge it?");
    terminal.arrives("1\r1\r\r");
    terminal.shows("all at once");
    assert_eq!(last(&world)["status"], "pending", "{}", terminal.screen());
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);

    world.run(&["config", "set", "terminal.bursts", "keys"]).ok();
    let mut terminal = Terminal::open(&world, 80, &["ask", "Go?", "-o", "yes", "--plain"]);
    terminal.shows("1. yes");
    terminal.arrives("1\r\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// The summary is what is sent.
/// REQ: NA-1, NA-4
#[tokio::test]
async fn an_answer_that_changes_elsewhere_is_shown_before_it_is_sent() {
    for irreversible in [&[][..], &["--irreversible"]] {
        let world = World::new();
        let mut terminal = Terminal::open_with(&world, 80, &ask(irreversible), &DUMB);
        terminal.shows("2. SQLite");
        terminal.types("2");
        terminal.shows("Press enter to send it.");
        if !irreversible.is_empty() {
            terminal.types("");
            terminal.shows("Type yes");
        }
        let id = last(&world)["id"].as_str().unwrap().parse().unwrap();
        let field = json!({"field": "note", "text": "without a backup"});
        let field: DraftField = serde_json::from_value(field).unwrap();
        let desk = world.desk_at(Surface::Web);
        desk.save_draft(id, vec![field], nobody()).await.unwrap();
        world.run(&["extend", &id.to_string(), "1h"]).ok();
        terminal.shows("The answer was changed elsewhere. Check it before you send it.");
        terminal.shows(": without a backup\nPress enter");
        terminal.types("");
        if !irreversible.is_empty() {
            terminal.shows("Type yes");
            terminal.types("yes");
        }
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        assert_eq!(given(&last(&world))["options"], json!(["SQLite"]));
        assert_eq!(last(&world)["state"]["outcome"]["answers"]["note"], "without a backup");
    }
}
