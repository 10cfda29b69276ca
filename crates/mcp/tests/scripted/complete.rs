//! For every result of every tool: the model gets everything both as structure and as text, because
//! clients show one or the other. The structure conforms to the schema, because clients check it.

mod cases;
mod conforms;

use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_core::surface::Presence;
use sayso_core::{Actor, Command, Submission, Surface};
use sayso_desk::Answering;
use serde_json::{Value, json};

use crate::harness::{Client, World};
use cases::{Case, Event, choice, choices, question_sets, questions};
use conforms::conforms;

/// REQ: RA-2, PC-13, AU-4, TO-6
#[tokio::test]
async fn every_outcome_of_provide_choice_is_complete_in_both() {
    for case in choices() {
        let (world, mut client) = waiting().await;
        let call = client.send_call("provide_choice", choice()).await;
        settled(&world, &case.event).await;
        check(&mut client, "provide_choice", call, &case).await;
    }
    // The same when fetched by its id.
    for case in choices() {
        let (world, mut client) = waiting().await;
        let first = client.send_call("provide_choice", choice()).await;
        let id = world.listened(0).await;
        client.cancel(first).await;
        world.unheard(id).await;
        let call = client.send_call("provide_choice", json!({ "session_id": id })).await;
        settled(&world, &case.event).await;
        check(&mut client, "provide_choice", call, &case).await;
    }
}

/// REQ: RA-2, AU-4, AU-5, AU-6, AU-7
#[tokio::test]
async fn every_outcome_of_questions_is_complete_in_both() {
    for case in question_sets() {
        let (world, mut client) = waiting().await;
        let call = client.send_call("ask_user_questions", questions()).await;
        settled(&world, &case.event).await;
        check(&mut client, "ask_user_questions", call, &case).await;
    }
    for case in question_sets() {
        let (world, mut client) = waiting().await;
        let mut later = questions();
        later["nonBlocking"] = json!(true);
        client.call("ask_user_questions", later).await;
        let fetch = json!({ "session_id": world.only().await.interaction.id, "blocking": true });
        let call = client.send_call("get_answered_questions", fetch).await;
        settled(&world, &case.event).await;
        check(&mut client, "get_answered_questions", call, &case).await;
    }
}

/// REQ: RA-2, TO-3
#[tokio::test]
async fn every_timeout_says_what_the_agent_may_do_now() {
    for (action, facts) in [
        ("submit", &["auto_submitted", "pg", "no person confirmed it"][..]),
        ("cancel", &["Nobody answered in time", "Stop this subtask"]),
        ("reinvoke", &["Nobody answered in time", "ask again with a new call to provide_choice"]),
    ] {
        let (world, mut client) = waiting().await;
        let mut asked = choice();
        asked["timeout_action"] = json!(action);
        let call = client.send_call("provide_choice", asked).await;
        settled(&world, &Event::Expire).await;
        let result = client.reply(call).await["result"].clone();
        assert_eq!(result["structuredContent"]["action_status"], "timeout");
        assert_eq!(result["structuredContent"]["timeout_action"], action);
        complete(&mut client, "provide_choice", &result, facts).await;
    }
}

/// REQ: RA-2, PC-14, AU-8
#[tokio::test]
async fn what_is_told_at_once_is_complete_in_both() {
    let (_world, mut client) = waiting().await;
    let mut handed = choice();
    handed["interface"] = json!("terminal");
    let result = client.call("provide_choice", handed).await;
    assert_eq!(result["structuredContent"]["action_status"], "pending_terminal_launch");
    let facts = ["/opt/sayso attach", "single-use", "remaining_seconds", "deadline", "shown"];
    complete(&mut client, "provide_choice", &result, &facts).await;

    let mut later = questions();
    later["nonBlocking"] = json!(true);
    let result = client.call("ask_user_questions", later).await;
    assert_eq!(result["structuredContent"]["status"], "pending");
    let id = result["structuredContent"]["session_id"].clone();
    complete(&mut client, "ask_user_questions", &result, &["get_answered_questions (session_id:"])
        .await;
    let result = client.call("get_answered_questions", json!({ "session_id": id })).await;
    complete(&mut client, "get_answered_questions", &result, &["blocking: true"]).await;
}

/// REQ: RA-2, PC-2, PC-17, AU-3
#[tokio::test]
async fn every_failure_is_complete_in_both() {
    let (world, mut client) = waiting().await;
    let unknown = json!({ "session_id": "e0537fd0" });
    let malformed = json!({ "session_id": "nonsense" });
    let wrong = [
        (
            "provide_choice",
            json!({ "selection_mode": "pick", "tilte": "x" }),
            "invalid_request",
            &["title", "missing or empty", "tilte", "unknown field", "Fix all of them"][..],
        ),
        (
            "provide_choice",
            unknown.clone(),
            "not_found",
            &["e0537fd0", "Nothing was asked", "Do not decide yourself"],
        ),
        (
            "provide_choice",
            malformed.clone(),
            "invalid_request",
            &["session_id", "`nonsense` is not an id", "Fix it"],
        ),
        (
            "ask_user_questions",
            json!({ "questions": [] }),
            "invalid_request",
            &["At least one question is required", "Fix it"],
        ),
        (
            "ask_user_questions",
            json!({ "questions": [{ "prompt": "A?" }] }),
            "invalid_request",
            &["questions[0].options", "give 2 to 4 options"],
        ),
        (
            "get_answered_questions",
            json!({ "blocking": "yes" }),
            "invalid_request",
            &["session_id", "blocking", "must be true or false"],
        ),
        ("get_answered_questions", unknown, "not_found", &["e0537fd0", "Nothing was asked"]),
        ("get_answered_questions", malformed, "invalid_request", &["`nonsense` is not an id"]),
    ];
    for (tool, arguments, status, facts) in wrong {
        let result = client.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["structuredContent"]["status"], status, "{result}");
        complete(&mut client, tool, &result, facts).await;
        if status == "invalid_request" {
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(text.contains(&format!("{tool} has ")), "{text}");
        }
    }
    world.held.lost.store(true, Ordering::Relaxed);
    for (tool, arguments) in [
        ("provide_choice", choice()),
        ("ask_user_questions", questions()),
        ("get_answered_questions", json!({ "session_id": "e0537fd0" })),
    ] {
        let result = client.call(tool, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["structuredContent"]["status"], "unavailable", "{result}");
        complete(
            &mut client,
            tool,
            &result,
            &["the hub cannot be reached", "Do not decide yourself"],
        )
        .await;
    }
}

/// A client that waits for 50 s.
async fn waiting() -> (World, Client) {
    let world = World::new().await;
    let client = world.client("cline").await;
    (world, client)
}

/// Triggers the event for the one question that a call waits for.
async fn settled(world: &World, event: &Event) {
    let id = world.listened(0).await;
    let ann = || Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
    let act = async |command: Command| world.desk.act(id, command, ann()).await.unwrap();
    match event {
        Event::Answer(submission) => {
            let submission: Submission = serde_json::from_value(submission.clone()).unwrap();
            act(Command::Answer { submission }).await;
        }
        Event::Act(command) => drop(act(command.clone()).await),
        Event::Expire => {
            act(Command::SetRemaining { seconds: 10 }).await;
            world.clock.advance(Duration::from_secs(11));
        }
        Event::Patience => {
            world.clock.slept_on(Duration::from_secs(50)).await;
            world.clock.advance(Duration::from_secs(50));
        }
        Event::Forget => world.desk.forget(id).await.unwrap(),
        Event::Lost => {
            world.held.lost.store(true, Ordering::Relaxed);
            act(Command::Cancel { note: None }).await;
        }
    }
}

async fn check(client: &mut Client, tool: &str, call: u64, case: &Case) {
    let result = client.reply(call).await["result"].clone();
    let structured = &result["structuredContent"];
    let status = structured.get("action_status").unwrap_or(&structured["status"]);
    assert_eq!(*status, case.status, "{tool}, {}: {result}", case.name);
    assert_eq!(result["isError"], case.is_error, "{tool}, {}", case.name);
    complete(client, tool, &result, case.facts).await;
}

/// Each fact is in the structure and in the text, everything else in the structure is in the text,
/// and the structure conforms to the tool's schema.
async fn complete(client: &mut Client, tool: &str, result: &Value, facts: &[&str]) {
    let structured = &result["structuredContent"];
    let text = result["content"][0]["text"].as_str().unwrap();
    let plain: String = structured.to_string().replace("\\\"", "\"");
    let said = text.replace("\\\"", "\"");
    for fact in facts {
        assert!(plain.contains(fact), "{tool}: `{fact}` is not in the structure: {structured}");
        assert!(said.contains(fact), "{tool}: `{fact}` is not in the text: {text}");
    }
    match serde_json::from_str::<Value>(text) {
        Ok(same) => assert_eq!(same, *structured, "the text is the structure"),
        Err(_) => told("", structured, &said),
    }
    let tools = client.request("tools/list", json!({})).await["result"]["tools"].clone();
    let tool = tools.as_array().unwrap().iter().find(|known| known["name"] == tool).unwrap();
    conforms("", &tool["outputSchema"], structured);
}

/// Checks every text and number in the structure, except what only programs need and what the agent
/// said itself.
fn told(name: &str, value: &Value, text: &str) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| told(name, value, text)),
        Value::Array(items) => items.iter().for_each(|item| told(name, item, text)),
        Value::String(said) => match name {
            "call_id" | "title" | "prompt" | "state" => {}
            "status" => assert!(said_as(said, text), "{said}: {text}"),
            "session_id" => assert!(text.contains(&said[..8]), "{name}: {text}"),
            _ => assert!(text.contains(said), "{name}: `{said}` is not in {text}"),
        },
        Value::Number(number) => assert!(text.contains(&format!("{number} s")), "{name}: {text}"),
        Value::Bool(shown) => {
            assert_eq!(name, "shown");
            let words = if *shown { "can see them now" } else { "not shown to the user right now" };
            assert!(text.contains(words), "{text}");
        }
        Value::Null => panic!("{name} is null"),
    }
}

/// How each status reads as text.
fn said_as(status: &str, text: &str) -> bool {
    let words = match status {
        "answered" => "Here are the user's answers:",
        "invalid_request" => " has ",
        "not_found" => "Nothing was asked",
        "forgotten" => "was deleted",
        "unavailable" => "Error: the hub cannot be reached",
        listed => return text.contains(&format!("Status: {listed}]")),
    };
    text.contains(words)
}
