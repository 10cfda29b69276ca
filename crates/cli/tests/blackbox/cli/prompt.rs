//! Asking and answering line by line on a real terminal.

use serde_json::json;

use super::{asked, choice, with};
use crate::harness::{World, eventually};
use crate::pty::Terminal;

const ASK: [&str; 6] =
    ["ask", "Which database?", "-o", "PostgreSQL | boring and good", "-o", "SQLite"];

fn last(world: &World) -> serde_json::Value {
    let rows = world.run(&["list", "--all", "--json"]).ok().json();
    world.show(rows["rows"][0]["id"].as_str().unwrap())
}

#[test]
fn ask_takes_a_number_or_a_label() {
    let world = World::new();
    for (typed, answer) in [("2", "SQLite"), ("postgresql", "PostgreSQL")] {
        let mut terminal = Terminal::open(&world, 80, &ASK);
        terminal.shows("number or label");
        let screen = terminal.screen();
        assert!(screen.contains("1  PostgreSQL  boring and good"), "{screen}");
        assert!(screen.contains("5:00 left"), "{screen}");
        assert!(!screen.contains("not listening"), "the asker is this very process: {screen}");
        terminal.types("oracle");
        terminal.shows("there is no option `oracle`; there are PostgreSQL, SQLite");
        terminal.types(typed);
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
        assert!(terminal.screen().trim_end().ends_with(answer), "{}", terminal.screen());
        let actor = &last(&world)["state"]["outcome"]["actor"];
        assert_eq!(*actor, json!({"by": "ann", "via": "cli", "presence": "interactive"}));
    }
}

/// REQ: TO-6
#[test]
fn cancel_asks_for_a_note_first() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ASK);
    terminal.shows("c cancel");
    terminal.types("c");
    terminal.shows("a note for the agent");
    terminal.types("wait for Bob");
    assert_eq!(terminal.ends(), 3);
    terminal.shows("cancelled: wait for Bob");
    assert_eq!(last(&world)["state"]["outcome"]["note"], "wait for Bob");
}

#[test]
fn own_text_several_options_and_the_default() {
    let world = World::new();
    let hybrid: Vec<&str> = ASK.into_iter().chain(["--text"]).collect();
    let mut terminal = Terminal::open(&world, 80, &hybrid);
    terminal.shows("=your own text");
    terminal.types("=DuckDB, 数据库");
    assert_eq!(terminal.ends(), 0);
    assert_eq!(
        last(&world)["state"]["outcome"]["answers"]["questions"]["q1"]["text"],
        "DuckDB, 数据库"
    );

    let multi: Vec<&str> = ASK.into_iter().chain(["--multi", "--min", "2"]).collect();
    let mut terminal = Terminal::open(&world, 80, &multi);
    terminal.shows("numbers, separated by spaces");
    terminal.types("1");
    terminal.shows("options are wanted");
    terminal.types("2, 1");
    assert_eq!(terminal.ends(), 0);
    let answer = &last(&world)["state"]["outcome"]["answers"]["questions"]["q1"];
    assert_eq!(answer["options"], json!(["PostgreSQL", "SQLite"]));

    let default: Vec<&str> = ASK.into_iter().chain(["-d", "SQLite"]).collect();
    let mut terminal = Terminal::open(&world, 80, &default);
    terminal.shows("enter for the default");
    terminal.types("");
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.screen().trim_end().ends_with("SQLite"), "{}", terminal.screen());

    let mut terminal = Terminal::open(&world, 80, &["ask", "Name of the release?"]);
    terminal.shows("type your answer");
    terminal.types("c for Phoenix");
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.screen().trim_end().ends_with("c for Phoenix"), "{}", terminal.screen());
}

/// REQ: AU-5
#[test]
fn answer_prompts_for_each_question() {
    let world = World::new();
    let options = json!([{"label": "Red"}, {"label": "Blue"}]);
    let question = |title: &str| json!({"prompt": format!("Which {title}?"), "title": title, "options": options});
    let id = asked(
        &world,
        &json!({"questions": [question("colour"), question("tone"), question("size")]}),
    );
    let mut terminal = Terminal::open(&world, 80, &["answer", &id[..8]]);
    terminal.shows("Which size?");
    terminal.shows("e ask to explain");
    terminal.types("e");
    eventually("the second one is asked", || terminal.screen().matches("s skip").count() == 2);
    terminal.types("s");
    eventually("the third one is asked", || terminal.screen().matches("s skip").count() == 3);
    terminal.types("=teal");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let reply = world.run(&["wait", &id, "--json"]).ok().json();
    let states: Vec<_> =
        reply["questions"].as_array().unwrap().iter().map(|q| &q["state"]).collect();
    assert_eq!(states, ["elaborate", "skipped", "answered"]);
    assert_eq!(reply["questions"][2]["other"], "teal");
}

/// Answered on another surface while the prompt is open.
#[test]
fn an_answer_from_elsewhere_ends_the_prompt() {
    let world = World::new();
    let mut asking = Terminal::open(&world, 80, &ASK);
    asking.shows("number or label");
    let id = last(&world)["id"].as_str().unwrap().to_owned();
    let mut answering = Terminal::open(&world, 80, &["answer", &id[..8]]);
    answering.shows("number or label");
    world.run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(asking.ends(), 0);
    let screen = asking.screen();
    assert!(screen.contains("settled elsewhere"), "{screen}");
    assert!(screen.trim_end().ends_with("SQLite"), "{screen}");
    assert_eq!(answering.ends(), 1);
    assert!(answering.screen().contains("answered elsewhere"), "{}", answering.screen());
}

/// The end of the input is never an answer.
#[test]
fn control_d_cancels() {
    let world = World::new();
    let mut terminal = Terminal::open(&world, 80, &ASK);
    terminal.shows("number or label");
    terminal.presses("\u{4}");
    terminal.shows("a note for the agent");
    terminal.presses("\u{4}");
    assert_eq!(terminal.ends(), 3, "{}", terminal.screen());
    assert_eq!(last(&world)["status"], "cancelled");
}

#[test]
fn a_settled_question_is_not_asked_again() {
    let world = World::new();
    let id = asked(&world, &with(choice("single"), json!({})));
    world.run(&["answer", &id, "pg"]).ok();
    let mut terminal = Terminal::open(&world, 80, &["answer", &id]);
    assert_eq!(terminal.ends(), 1);
    assert!(terminal.screen().contains("already"), "{}", terminal.screen());
}
