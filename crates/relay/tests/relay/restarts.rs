//! Processes end: the agent's, ours, both.

use std::time::Duration;

use sayso_core::Interaction;
use sayso_relay::{AgentStatus, Notice, Protocol, UserMessage};
use serde_json::{Value, json};

use crate::harness::{KEY, World, ann, choice, ends, notices};

/// The session that a process was told to resume.
fn resumed(start: &Value) -> Option<&str> {
    let flags = start["started"].as_array().unwrap();
    let at = flags.iter().position(|flag| flag == "--resume")?;
    flags[at + 1].as_str()
}

fn session(start: &Value) -> String {
    format!("session-{}", start["pid"])
}

/// REQ: SL-7, SL-11
#[tokio::test]
async fn a_question_survives_a_restart_and_its_answer_goes_to_the_same_session() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let before = world.question().await;
    let world = world.killed().await;
    let after = world.question().await;
    assert_eq!(after.id, before.id, "it is not asked twice");
    world.seen.status(AgentStatus::Waiting, 1).await;
    assert_eq!(world.relay.conversation_of(&after).unwrap().key, KEY);
    world.choose(&after, &["2"]).await;
    world.seen.text("heard 2").await;
    let starts = world.starts();
    assert_eq!(resumed(&starts[1]), Some(session(&starts[0]).as_str()));
    assert_eq!(world.told(), ["go", "2"]);
    assert_eq!(world.seen.notices(), []);
}

/// Repeats what an agent had begun, or not: this is the only open question.
async fn decide(world: &World, option: &str) -> Interaction {
    let question = world.question().await;
    assert_eq!(question.form.title, "The agent ended in the middle of its work. Repeat it?");
    world.choose(&question, &[option]).await;
    question
}

/// REQ: SL-7, RA-9
#[tokio::test]
async fn an_answer_given_while_nobody_led_the_conversation_is_delivered() {
    let script = json!({ "go": [{ "text": choice("Which way?") }], "1": [{ "hangs": true }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["1"]).await;
    world.noted("it is told", || world.told().len() == 2).await;
    std::fs::write(world.dir.path().join("script.json"), "{}").unwrap();
    let world = world.killed().await;
    decide(&world, "1").await;
    world.seen.text("heard 1").await;
    assert_eq!(world.told(), ["go", "1", "1"], "the process that had it was killed");
    world.seen.notice(Notice::Restarted).await;
}

/// The model's process fails on the answer: the answer is kept, and given again if somebody says
/// so.
/// REQ: SL-11, RA-9
#[tokio::test]
async fn an_agent_that_is_killed_with_the_answer_gets_it_again_with_its_session() {
    let script = json!({ "go": [{ "text": choice("Which way?") }], "2": [{ "dies": "once" }, { "text": "Fine." }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["2"]).await;
    let asked = world.question_after(Some(&question)).await;
    assert!(asked.form.questions[0].prompt.contains("out of luck"), "it says why: {asked:?}");
    assert_eq!(world.relay.conversation_of(&asked).unwrap().key, KEY);
    decide(&world, "1").await;
    world.seen.text("Fine.").await;
    assert_eq!(world.told(), ["go", "2", "2"]);
    let starts = world.starts();
    assert_eq!(starts.len(), 2);
    assert_eq!(resumed(&starts[1]), Some(session(&starts[0]).as_str()));
    assert_eq!(world.seen.notices(), [Notice::Restarted]);
}

/// The owner of a question is known before the conversation continues: a surface may look at once.
#[tokio::test]
async fn a_question_is_known_as_soon_as_the_relay_is_there() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    let world = world.killed_and_not_resumed().await;
    assert_eq!(world.relay.conversation_of(&question).unwrap().key, KEY);
}

/// The turn may be half done: it isn't repeated until somebody wants it.
/// REQ: RA-9
#[tokio::test]
async fn a_turn_that_had_begun_is_repeated_or_skipped_by_a_person() {
    let world = World::new(Protocol::Claude, json!({ "go": [{ "dies_always": true }] })).await;
    world.say("go").await;
    let first = world.question().await;
    assert_eq!((world.starts().len(), world.told()), (1, vec!["go".to_owned()]));
    // Messages in the meantime wait behind it, and decide nothing.
    world.say("and now?").await;
    decide(&world, "1").await;
    let second = world.question_after(Some(&first)).await;
    assert_eq!(world.told(), ["go", "go"]);
    world.choose(&second, &["2"]).await;
    world.seen.text("heard and now?").await;
    assert_eq!(world.told(), ["go", "go", "and now?"]);
}

#[tokio::test]
async fn a_session_that_the_agent_has_forgotten_is_begun_anew_and_told() {
    let script = json!({ "go": [{ "text": choice("Which way?") }, { "forgets": true }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    world.question().await;
    let world = world.killed().await;
    let question = world.question().await;
    world.choose(&question, &["1"]).await;
    world.seen.notice(Notice::BegunAnew).await;
    world.noted("it is told", || world.told().len() == 2).await;
    let told = world.told().pop().unwrap();
    let knows = told.contains("Which way? (1. Left; 2. Right)") && told.ends_with("\n\n1");
    assert!(knows, "it does not remember what it asked: {told}");
    assert_eq!(world.seen.notices(), [Notice::BegunAnew]);
    let starts = world.starts();
    assert_eq!(starts.len(), 3, "one that cannot resume, one without");
    assert_eq!(resumed(&starts[2]), None);
}

#[tokio::test]
async fn a_command_that_cannot_be_run_is_told_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let program = sayso_relay::Program {
        command: vec!["/nowhere/agent".to_owned()],
        protocol: Protocol::Plain,
        directory: dir.path().to_owned(),
        prompt: sayso_relay::Prompt::Withheld,
        secrets: Vec::new(),
    };
    let world = World::with(dir, program).await;
    world.say("go").await;
    world.seen.until("it is told", |events| !notices(events).is_empty()).await;
    let told = world.seen.notices()[0].say(sayso_locale::Texts::of(Default::default()));
    assert!(told.contains("No such file") && told.contains("`/nowhere/agent`"), "{told}");
}

/// Unused processes cost nothing; the next message goes to another process that resumes the
/// session.
#[tokio::test]
async fn an_idle_process_is_stopped_and_its_session_goes_on() {
    let world = World::new(Protocol::Claude, json!({})).await;
    world.say("one").await;
    world.seen.status(AgentStatus::Idle, 1).await;
    let half_an_hour = Duration::from_secs(30 * 60);
    world.clock.slept_on(half_an_hour).await;
    let pid = world.starts()[0]["pid"].as_u64().unwrap();
    world.clock.advance(half_an_hour);
    ends(pid).await;
    world.say("two").await;
    world.seen.text("heard two").await;
    let starts = world.starts();
    assert_eq!(resumed(&starts[1]), Some(session(&starts[0]).as_str()));
    assert_eq!(world.seen.notices(), [], "nobody needs to know");
}

/// Nothing is left behind: neither the agent nor its child processes.
#[tokio::test]
async fn the_end_of_the_relay_is_the_end_of_all_its_processes() {
    let world =
        World::new(Protocol::Claude, json!({ "go": [{ "child": true }, { "hangs": true }] })).await;
    world.say("go").await;
    let child = || world.log().iter().find_map(|entry| entry["child"].as_u64());
    world.noted("it has a child", || child().is_some()).await;
    let pids = [child().unwrap(), world.starts()[0]["pid"].as_u64().unwrap()];
    world.relay.close().await;
    for pid in pids {
        ends(pid).await;
    }
}

/// What cannot be saved is not acted upon: its sender gets an error, the agent gets nothing and ends.
#[tokio::test]
async fn what_cannot_be_saved_is_not_given_to_the_agent() {
    let world = World::new(Protocol::Claude, json!({})).await;
    world.say("one").await;
    world.seen.status(AgentStatus::Idle, 1).await;
    for file in ["sayso.db", "sayso.db-wal", "sayso.db-shm"] {
        std::fs::remove_file(world.dir.path().join(file)).unwrap();
    }
    let said = UserMessage { person: "U1".to_owned(), actor: ann(), text: "two".to_owned() };
    world.relay.said(KEY, said, world.seen.clone()).await.unwrap_err();
    ends(world.starts()[0]["pid"].as_u64().unwrap()).await;
    assert_eq!(world.told(), ["one"]);
}
