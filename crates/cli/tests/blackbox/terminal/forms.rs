//! Several questions on a terminal.

use serde_json::{Value, json};

use crate::cli;
use crate::harness::World;
use crate::pty::Terminal;

fn form(world: &World) -> String {
    let options = json!([{"label": "Red (recommended)"}, {"label": "Blue"}]);
    let question = |title: &str| json!({"prompt": format!("Which {title}?"), "title": title, "options": options});
    let titles = ["colour", "tone", "size", "name"];
    cli::asked(world, &json!({"questions": titles.map(question)}))
}

fn states(world: &World, id: &str) -> Vec<Value> {
    let reply = world.run(&["wait", id, "--json"]).json();
    reply["questions"].as_array().unwrap().clone()
}

/// Four questions: one asked about, one skipped with a reason, one with free text, one chosen.
/// REQ: AU-5
#[test]
fn each_question_gets_its_own_answer() {
    let world = World::new();
    let id = form(&world);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id[..8]]);
    terminal.shows("□ colour │ □ tone │ □ size │ □ name │ Review");
    terminal.is_armed();
    terminal.presses("x");
    terminal.shows("Ask to explain:");
    terminal.presses("which red?\r");
    terminal.shows("Which tone?");
    terminal.presses("-later");
    terminal.shows("later");
    terminal.presses("\r");
    terminal.shows("Which size?");
    terminal.presses("oteal\r");
    terminal.is_at("teal");
    terminal.presses("\r");
    terminal.shows("Which name?");
    terminal.presses("2\r");
    terminal.shows("■ colour │ ■ tone │ ■ size │ ■ name │ Review");
    terminal.shows("please explain: which red?");
    terminal.shows("skipped: later");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let states = states(&world, &id);
    let names: Vec<&Value> = states.iter().map(|question| &question["state"]).collect();
    assert_eq!(names, ["elaborate", "skipped", "answered", "answered"]);
    assert_eq!(states[2]["other"], "teal");
}

/// REQ: NA-3
#[test]
fn a_form_with_gaps_is_sent_only_on_purpose() {
    let world = World::new();
    let id = form(&world);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    terminal.is_armed();
    terminal.presses("1\u{1b}[C\u{1b}[C\u{1b}[C\u{1b}[C");
    terminal.is_at("not answered yet");
    terminal.presses("\r");
    terminal.shows("Which tone?");
    terminal.presses("\u{1b}[C\u{1b}[C\u{1b}[C");
    terminal.is_at("not answered yet");
    terminal.presses("G");
    terminal.is_at("Send answer");
    terminal.presses("\r");
    terminal.shows("3 of 4 unanswered. Send anyway?");
    terminal.is_at("Go back");
    assert_eq!(world.show(&id)["status"], "pending");
    terminal.presses(super::DOWN);
    terminal.is_at("Send anyway");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let answered = states(&world, &id).iter().filter(|asked| asked["state"] == "answered").count();
    assert_eq!(answered, 1);
}

/// REQ: AU-5
#[test]
fn recommended_for_all_or_rejected() {
    let world = World::new();
    let id = form(&world);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    terminal.is_armed();
    terminal.presses("\u{12}");
    terminal.is_at("Send answer");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(states(&world, &id).iter().all(|question| question["state"] == "answered"));

    let id = form(&world);
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    terminal.is_armed();
    terminal.presses("\u{1b}");
    terminal.shows("Reject with a reason");
    terminal.presses("not mine\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert_eq!(world.show(&id)["state"]["outcome"]["reason"], "not mine");
}
