//! Talking to an agent in a thread: a real process, its text, its questions, the answers.

mod edges;
mod plain_text;

use std::path::PathBuf;

use serde_json::{Value, json};

use super::fake::{Fault, Message};
use super::{ANN, BOB, Chat, group, single};
use crate::until;

/// A chat whose agent talks like Claude Code, following a script.
struct Talk {
    chat: Chat,
    folder: PathBuf,
}

impl Talk {
    /// Maps messages to what the agent does.
    fn new(script: Value) -> Talk {
        Talk::over(Chat::new(), script)
    }

    fn over(chat: Chat, script: Value) -> Talk {
        let folder = chat.world.path("agent");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("script.json"), script.to_string()).unwrap();
        let agent =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../relay/tests/agents/claude.py");
        let command = json!(["python3", agent.canonicalize().unwrap(), folder]);
        let config = format!("[relay]\nprotocol = \"claude\"\ncommand = {command}\n");
        std::fs::write(chat.world.path("config.toml"), config).unwrap();
        Talk { chat, folder }
    }

    /// Everything that the agent recorded, over all its processes.
    fn log(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The messages that the agent got, in order.
    fn told(&self) -> Vec<String> {
        let log = self.log();
        log.iter().filter_map(|entry| entry["said"].as_str().map(str::to_owned)).collect()
    }

    #[track_caller]
    fn has_told(&self, count: usize) {
        let what = format!("the agent gets {count} messages");
        until::files(&what, &[&self.folder], || self.told().len() >= count);
    }

    #[track_caller]
    fn is_told(&self, wanted: &[&str]) {
        self.has_told(wanted.len());
        assert_eq!(self.told(), wanted);
    }

    /// The message that contains this, once it is there.
    #[track_caller]
    fn message(&self, words: &str) -> Message {
        let says = |message: &&Message| message.shown().contains(words);
        self.chat.fake.wait(&format!("a message says `{words}`"), |state| {
            state.messages.iter().any(|message| says(&message))
        });
        self.chat.fake.state().messages.iter().find(says).unwrap().clone()
    }

    /// The message with these words no longer says that the agent is working.
    #[track_caller]
    fn is_done(&self, words: &str) {
        self.chat.fake.wait(&format!("`{words}` is done"), |state| {
            let mut messages = state.messages.iter().map(Message::shown);
            messages.any(|shown| shown.contains(words) && !shown.contains("working"))
        });
    }

    /// The pids of all processes of the agent.
    fn pids(&self) -> Vec<u64> {
        self.log().iter().filter_map(|entry| entry["pid"].as_u64()).collect()
    }
}

/// As a model writes it.
fn fenced(choice: &Value) -> String {
    format!("\n\n```json\n{}\n```\n", serde_json::to_string_pretty(choice).unwrap())
}

/// A mention starts an agent. Its text is shown without the JSON, its choice as buttons in the same
/// thread; a click returns exactly the id, and the agent continues.
/// REQ: SL-11, SL-8, SL-5, UC-7
#[test]
fn a_mention_a_choice_a_click_and_it_goes_on() {
    let talk = Talk::new(json!({
        "Set up storage": [{"text": format!("I looked at **both**.{}", fenced(&single()))}],
        "pg": [{"text": "PostgreSQL it is."}],
    }));
    let _hub = talk.chat.hub();
    let called = talk.chat.fake.call(ANN, "C1", "Set up storage");
    let thread = called["payload"]["event"]["ts"].as_str().unwrap();
    let question = talk.message("Which database shall it be?");
    assert_eq!(question.thread.as_deref(), Some(thread));
    assert!(question.shown().contains("waiting for your answer"));
    let text = talk.message("I looked at *both*.");
    assert_eq!((text.channel.as_str(), text.thread.as_deref()), ("C1", Some(thread)));
    assert!(text.ts < question.ts, "the text comes first");
    talk.is_done("I looked at *both*.");
    talk.chat.fake.click(ANN, &question, "user_choice_pg");
    let next = talk.message("PostgreSQL it is.");
    assert_eq!(next.thread.as_deref(), Some(thread));
    talk.is_told(&["Set up storage", "pg"]);
    let ended = talk.message("~Which database shall it be?~");
    assert_eq!(ended.ts, question.ts, "in place");
    let state = talk.chat.fake.state();
    let worked = |(_, arguments): &&(String, Value)| arguments.to_string().contains("⚙️ working");
    assert!(state.calls.iter().any(|call| worked(&call)), "it is shown that it works");
    let json = |(_, arguments): &&(String, Value)| arguments.to_string().contains("\\\"options");
    assert!(!state.calls.iter().any(|call| json(&call)), "nobody ever saw the JSON");
}

/// Seven questions over two messages, the hub killed in between, a free text for the last one.
/// REQ: SL-3, SL-6, SL-7, SL-11
#[test]
fn a_long_form_survives_a_restart_and_an_own_text_sends_it() {
    let talk =
        Talk::new(json!({ "Go": [{"text": format!("Some questions.{}", fenced(&group(7)))}] }));
    let hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "DANN", "Go");
    let first = talk.message("Question number 1?");
    let second = talk.message("Question number 7?");
    assert_eq!(first.thread, second.thread);
    for n in 1..=3 {
        talk.chat.fake.click(ANN, &talk.message("Question number 1?"), &pick(&first, n));
        talk.message(&format!("{n} of 7 answered"));
    }
    hub.kill();
    let _hub = talk.chat.hub();
    for n in 4..=6 {
        talk.chat.fake.click(ANN, &talk.message("Question number 1?"), &pick(&first, n));
        talk.message(&format!("{n} of 7 answered"));
    }
    talk.chat.fake.click(ANN, &second, "custom_input_multi_");
    talk.chat.fake.type_in(ANN, 1, &[("text", "neither, <b>both</b>")]);
    let lines: Vec<String> = (1..=7)
        .map(|n| match n {
            7 => "Question number 7?: (own answer) neither, <b>both</b>".to_owned(),
            n => format!("Question number {n}?: 2. Second of {n}"),
        })
        .collect();
    talk.is_told(&["Go", &lines.join("\n")]);
    talk.message("heard Question number 1?: 2.");
    let starts: Vec<Value> =
        talk.log().into_iter().filter(|entry| entry["started"].is_array()).collect();
    assert_eq!(starts.len(), 2);
    assert!(starts[1]["started"].to_string().contains("--resume"), "it remembers: {}", starts[1]);
}

/// The action id of the second option of a question.
fn pick(message: &Message, question: usize) -> String {
    let wanted = format!("_q{question}_2");
    message.actions().into_iter().find(|action| action.ends_with(&wanted)).unwrap()
}

/// REQ: SL-9, SL-10, SL-11
#[test]
fn what_comes_twice_counts_once_and_strangers_change_nothing() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&single())}], "pg": [{"text": "Done."}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(BOB, "C1", "Go");
    assert!(talk.chat.fake.whisper(1).contains("take requests from you"));
    assert_eq!(talk.pids(), [0; 0], "no agent was started");
    let called = talk.chat.fake.call(ANN, "C1", "Go");
    talk.chat.fake.redeliver(&called);
    let question = talk.message("Which database");
    // Bob clicks, and writes something in the thread that isn't meant for the agent.
    talk.chat.fake.click(BOB, &question, "user_choice_lite");
    assert!(talk.chat.fake.whisper(2).contains("answer this question"));
    talk.chat.fake.write(BOB, &question, "what is this about?");
    let click = talk.chat.fake.click(ANN, &question, "user_choice_pg");
    talk.chat.fake.redeliver(&click);
    talk.message("Done.");
    talk.is_told(&["Go", "pg"]);
    assert_eq!(talk.pids().len(), 1);
}

/// REQ: SL-9
#[test]
fn of_two_who_click_at_once_the_agent_hears_one() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&single())}] }));
    let chat = Chat { world: talk.chat.world.with("SAYSO_SLACK_ANSWERERS", BOB), ..talk.chat };
    let talk = Talk { chat, ..talk };
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Which database");
    std::thread::scope(|scope| {
        for (person, option) in [(ANN, "user_choice_pg"), (BOB, "user_choice_lite")] {
            let (talk, question) = (&talk, &question);
            scope.spawn(move || talk.chat.fake.click(person, question, option));
        }
    });
    assert!(talk.chat.fake.whisper(1).contains("already settled"));
    talk.has_told(2);
    let won = talk.told().pop().unwrap();
    talk.message(&format!("heard {won}"));
    assert_eq!(talk.told().len(), 2);
}

/// What is written in the agent's thread is the answer to its one question, completely, with the app's
/// name or without it.
/// REQ: SL-5, SL-9, SL-11
#[test]
fn a_message_to_the_app_in_the_thread_answers() {
    let talk = Talk::new(json!({ "Go": [{"text": fenced(&single())}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Which database");
    talk.chat.fake.write(ANN, &question, "<@UBOT> None: keep &lt;files&gt; &amp; folders");
    talk.is_told(&["Go", "None: keep <files> & folders"]);
    let ended = talk.message("~Which database shall it be?~");
    assert!(ended.shown().contains("None: keep &lt;files&gt; &amp; folders"), "{}", ended.shown());
    // The thread continues afterwards.
    talk.message("heard None");
    talk.chat.fake.write(ANN, &question, "and now?");
    talk.message("heard and now?");
    talk.is_told(&["Go", "None: keep <files> & folders", "and now?"]);
}

/// REQ: SL-4, SL-11
#[test]
fn without_blocks_a_number_in_the_thread_answers() {
    let talk = Talk::new(json!({ "Go": [{"text": format!("Look:{}", fenced(&single()))}] }));
    let _hub = talk.chat.hub();
    talk.chat
        .fake
        .fail("chat.postMessage", Fault::RefusedAbout("user_choice_pg", "invalid_blocks"));
    talk.chat.fake.call(ANN, "C1", "Go");
    let question = talk.message("Reply in this thread");
    talk.chat.fake.write(ANN, &question, "2");
    talk.is_told(&["Go", "lite"]);
}

/// If a hub dies while the agent works, a person in the thread decides whether the message is
/// repeated.
/// REQ: SL-11, RA-9
#[test]
fn a_turn_that_a_hub_did_not_finish_is_finished_by_the_next() {
    let talk = Talk::new(json!({ "Go": [{"text": "A beginning, "}, {"hangs": true}] }));
    let hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let begun = talk.message("A beginning");
    assert!(begun.shown().contains("working"));
    hub.kill();
    std::fs::write(
        talk.folder.join("script.json"),
        json!({ "Go": [{"text": "All of it."}] }).to_string(),
    )
    .unwrap();
    let _hub = talk.chat.hub();
    let doubt = talk.message("ended in the middle of its work");
    assert_eq!(doubt.thread, begun.thread);
    talk.is_done("A beginning");
    talk.chat.fake.click(ANN, &doubt, "user_choice_1");
    let whole = talk.message("All of it.");
    assert_eq!(whole.thread, begun.thread);
    assert_eq!(talk.message("A beginning").ts, begun.ts, "what was begun stays");
    talk.is_done("All of it.");
    assert!(talk.chat.fake.state().messages.iter().all(|message| !message.shown().contains("⚙️")));
    talk.is_told(&["Go", "Go"]);
}

/// REQ: SL-11, RA-9
#[test]
fn an_agent_that_cannot_work_says_so_in_its_thread() {
    let talk = Talk::new(json!({ "Go": [{"dies_always": true}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let doubt = talk.message("out of luck again");
    assert!(doubt.thread.is_some());
    talk.chat.fake.click(ANN, &doubt, "user_choice_2");
    talk.is_told(&["Go"]);
    talk.chat.fake.wait("nobody works", |state| {
        state.messages.iter().all(|message| !message.shown().contains("⚙️"))
    });
}

/// Longer than the limit of a message: several, in order, none over the limit (the fake refuses
/// those).
/// REQ: SL-3, SL-11
#[test]
fn a_long_text_is_several_messages() {
    let long: String =
        (0..900).map(|n| format!("Paragraph number {n} of the report.\n\n")).collect();
    let talk = Talk::new(json!({ "Go": [{"text": long}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.call(ANN, "C1", "Go");
    let last = talk.message("number 899 of");
    let first = talk.message("number 0 of");
    assert!(first.ts < last.ts);
    assert_eq!(first.thread, last.thread);
    talk.is_done("number 899 of");
    let state = talk.chat.fake.state();
    let all: String = state.messages.iter().map(Message::shown).collect();
    assert!((0..900).all(|n| all.contains(&format!("number {n} of"))), "nothing is lost");
}

/// A line of five megabytes becomes a few messages and a file.
/// REQ: SL-10
#[test]
fn an_agent_does_not_flood_its_thread() {
    let long = format!("{} the very end", "All work and no play. ".repeat(240_000));
    let chat = Chat::new();
    let folder = chat.world.path("agent");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("long"), &long).unwrap();
    let agent = format!("read line; cat {}/long; cat >/dev/null", folder.display());
    let config =
        format!("[relay]\nprotocol = \"plain\"\ncommand = {}\n", json!(["sh", "-c", agent]));
    std::fs::write(chat.world.path("config.toml"), config).unwrap();
    let _hub = chat.hub();
    chat.fake.call(ANN, "C1", "Go");
    chat.fake.wait("a file", |state| state.files.values().any(|file| file.place.is_some()));
    let state = chat.fake.state();
    assert!(state.messages.len() <= 10, "{} messages", state.messages.len());
    let file = state.files.values().next().unwrap();
    assert!(file.name == "answer-1.md" && file.content == long, "all of it");
    assert_eq!(file.place.as_ref().unwrap().0, "C1");
    let thread = state.messages[0].thread.clone();
    assert_eq!(file.place.as_ref().unwrap().1, thread);
    assert!(state.messages.iter().any(|message| message.shown().contains("more characters")));
}

/// Without the scope for files the text is cut, and says so.
/// REQ: SL-10
#[test]
fn a_file_that_slack_refuses_is_told() {
    let long = "All work and no play.\n\n".repeat(20_000);
    let talk = Talk::new(json!({ "Go": [{"text": long}] }));
    let _hub = talk.chat.hub();
    talk.chat.fake.fail("files.getUploadURLExternal", Fault::Refused("missing_scope"));
    talk.chat.fake.call(ANN, "C1", "Go");
    talk.message("The file with the full text was refused");
    assert!(talk.chat.fake.state().messages.len() <= 11);
}

/// REQ: SL-10, SL-11
#[test]
fn what_slack_could_not_take_at_once_is_shown_later() {
    let talk = Talk::new(json!({ "Go": [{"text": "All of it."}] }));
    let _hub = talk.chat.hub();
    for fault in [Fault::Broken, Fault::Broken, Fault::Slower(1), Fault::Broken] {
        talk.chat.fake.fail("chat.postMessage", fault);
    }
    talk.chat.fake.call(ANN, "C1", "Go");
    talk.message("All of it.");
    talk.is_done("All of it.");
}
