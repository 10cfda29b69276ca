//! Results of each tool.

use sayso_desk::{Answering, Asking};
use serde_json::{Value, json};

use crate::harness::{World, connected};
use crate::samples::{choice, questions};

/// REQ: PC-13, AU-4
#[tokio::test]
async fn an_answer_comes_as_structure_and_as_text() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    world.answer(id, "lite").await;
    let result = client.reply(call).await["result"].clone();
    assert_eq!(result["structuredContent"]["action_status"], "selected");
    assert_eq!(result["structuredContent"]["selection"]["selected_ids"], json!(["lite"]));
    assert_eq!(result["isError"], json!(false));
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);

    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    world.answer(id, "1").await;
    let result = client.reply(call).await["result"].clone();
    let short = id.short();
    assert_eq!(
        result["content"][0]["text"],
        format!(
            "[Session: {short} | Questions: 1]\n\nHere are the user's answers:\n\n\
             1. Which framework should the new front end be built with?\n→ React — known"
        )
    );
    assert_eq!(result["structuredContent"]["status"], "answered");
    assert_eq!(result["structuredContent"]["call_id"].as_str().unwrap().len(), 36);
}

/// Errors are results that a model can act on, with each field, rule and hint.
/// REQ: AU-3
#[tokio::test]
async fn faults_are_error_results_that_name_every_field() {
    let (world, mut client) = connected().await;
    let result =
        client.call("provide_choice", json!({ "selection_mode": "pick", "tilte": "x" })).await;
    assert_eq!(result["isError"], json!(true));
    let text = result["content"][0]["text"].as_str().unwrap();
    for field in ["title", "prompt", "selection_mode", "tilte"] {
        assert!(text.contains(&format!("- {field}")), "{field}: {text}");
    }
    let result = client.call("ask_user_questions", json!({ "questions": [] })).await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("At least one question is required"), "{text}");
    assert_eq!(world.active().await, []);
    let unknown = client.request("tools/call", json!({ "name": "ask", "arguments": {} })).await;
    assert!(unknown["error"]["message"].as_str().unwrap().contains("provide_choice"), "{unknown}");
}

/// REQ: AU-8
#[tokio::test]
async fn without_blocking_the_id_comes_at_once_and_the_answer_can_be_fetched_any_number_of_times() {
    let (world, mut client) = connected().await;
    let mut call = questions();
    call["nonBlocking"] = json!(true);
    let result = client.call("ask_user_questions", call).await;
    let id = world.only().await.interaction.id;
    let short = id.short();
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with(&format!("[Session: {short} | Questions: 1 | Status: pending]")),
        "{text}"
    );
    let fetch = json!({ "session_id": short });
    let pending = client.call("get_answered_questions", fetch.clone()).await;
    let text = pending["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("[Session: {short} | Status: pending]")), "{text}");
    let blocked = client
        .send_call("get_answered_questions", json!({ "session_id": id, "blocking": true }))
        .await;
    world.listened(0).await;
    world.answer(id, "2").await;
    let first = client.reply(blocked).await["result"].clone();
    assert!(first["content"][0]["text"].as_str().unwrap().contains("→ Svelte"), "{first}");
    let second = client.call("get_answered_questions", fetch).await;
    assert_eq!(first, second, "the same bytes");
}

/// REQ: PC-14, PC-15
#[tokio::test]
async fn a_terminal_is_handed_the_question_and_the_follow_up_brings_the_answer() {
    let (world, mut client) = connected().await;
    let mut call = choice();
    call["interface"] = json!("terminal");
    let result = client.call("provide_choice", call).await["structuredContent"].clone();
    let id = world.only().await.interaction.id;
    assert_eq!(result["action_status"], "pending_terminal_launch");
    assert_eq!(result["session_id"], id.to_string());
    let command = result["terminal_command"].as_str().unwrap();
    assert!(command.starts_with(&format!("/opt/sayso attach {id} --ticket ")), "{command}");
    assert!(result["instructions"].as_str().unwrap().contains("single-use"));
    let call = client.send_call("provide_choice", json!({ "session_id": id, "title": "x" })).await;
    world.listened(0).await;
    world.answer(id, "pg").await;
    let result = client.reply(call).await["result"]["structuredContent"].clone();
    assert_eq!(result["action_status"], "selected");
    assert!(result["warnings"].to_string().contains("`title` is ignored"), "{result}");
}

/// At once or later, by the same call or by the id: a new command for the same question.
/// REQ: PC-16, SA-10
#[tokio::test]
async fn asking_for_a_terminal_again_gives_a_new_command_for_the_same_question() {
    let (world, mut client) = connected().await;
    let mut call = choice();
    call["interface"] = json!("terminal");
    let mut commands = std::collections::BTreeSet::new();
    let first = client.call("provide_choice", call.clone()).await["structuredContent"].clone();
    let id = first["session_id"].clone();
    let by_id = json!({ "session_id": id, "interface": "terminal" });
    let again = [first]
        .into_iter()
        .chain([client.call("provide_choice", call.clone()).await["structuredContent"].clone()])
        .chain([client.call("provide_choice", by_id).await["structuredContent"].clone()]);
    for reply in again {
        assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
        assert_eq!(reply["session_id"], id);
        assert!(!reply["warnings"].to_string().contains("`interface`"), "{reply}");
        let command = reply["terminal_command"].as_str().unwrap().to_owned();
        assert!(commands.insert(command), "a new one: {reply}");
    }
    world.clock.advance(std::time::Duration::from_secs(600));
    let later = client.call("provide_choice", call).await["structuredContent"].clone();
    assert_eq!(later["session_id"], id);
    assert_eq!(world.active().await.len(), 1, "asked once");
}

/// REQ: RA-6
#[tokio::test]
async fn lists_show_what_a_client_calls_itself_for_people() {
    let world = World::new().await;
    let info = json!({ "name": "codex-mcp-client", "title": "Codex", "version": "1" });
    let mut client = world.client_as(info).await;
    client.send_call("provide_choice", choice()).await;
    let id = world.listened(0).await;
    let row = world.desk.list(Default::default()).await.unwrap().rows.remove(0);
    assert_eq!(row.agent.as_deref(), Some("Codex"));
    let view = world.desk.show(&id.into()).await.unwrap();
    assert_eq!(view.interaction.origin.agent.as_deref(), Some("codex-mcp-client"));
}

#[tokio::test]
async fn arguments_that_are_no_object_are_invalid_parameters() {
    let (_world, mut client) = connected().await;
    for arguments in [json!([1]), json!("text")] {
        let params = json!({ "name": "provide_choice", "arguments": arguments });
        let reply = client.request("tools/call", params).await;
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
    }
    let reply = client.request("tools/unheard-of", json!({})).await;
    assert_eq!(reply["error"]["code"], -32601, "{reply}");
}

/// REQ: PC-17
#[tokio::test]
async fn unknown_and_malformed_ids_are_errors_and_make_nothing() {
    let (world, mut client) = connected().await;
    for id in ["", "nonsense", "e0537fd0", "e0537fd0-1111-4222-8333-944455556666"] {
        for tool in ["provide_choice", "get_answered_questions"] {
            let result = client.call(tool, json!({ "session_id": id })).await;
            assert_eq!(result["isError"], json!(true), "{tool} {id}: {result}");
        }
    }
    assert_eq!(world.active().await, []);
    client
        .call(
            "ask_user_questions",
            json!({ "questions": questions()["questions"], "nonBlocking": true }),
        )
        .await;
    let id = world.only().await.interaction.id;
    let wrong = client.call("provide_choice", json!({ "session_id": id })).await;
    assert!(wrong["content"][0]["text"].as_str().unwrap().contains("get_answered_questions"));
}

/// The agents' names tell them apart.
#[tokio::test]
async fn five_agents_with_three_questions_each_get_their_own_answers() {
    let world = World::new().await;
    let mut clients = Vec::new();
    for agent in 0..5 {
        let mut client = world.client(&format!("agent-{agent}")).await;
        let mut calls = Vec::new();
        for number in 0..3 {
            let mut call = choice();
            call["title"] = json!(format!("question {number} of agent {agent}"));
            calls.push(client.send_call("provide_choice", call).await);
        }
        clients.push((agent, client, calls));
    }
    world.listened(14).await;
    for id in world.active().await {
        let view = world.desk.show(&id.into()).await.unwrap();
        let origin = &view.interaction.origin;
        let title = &view.interaction.form.title;
        assert!(title.ends_with(&origin.agent.as_ref().unwrap().replace("agent-", "agent ")));
        assert_eq!(origin.agent_version.as_deref(), Some("1.2.3"));
        assert_eq!(origin.project(), Some("api-server"));
        let odd = title.starts_with("question 1");
        world.answer(id, if odd { "lite" } else { "pg" }).await;
    }
    for (agent, mut client, calls) in clients {
        let mut replies = std::collections::HashMap::new();
        while replies.len() < 3 {
            let message = client.receive().await;
            replies.insert(message["id"].as_u64().unwrap(), message);
        }
        for (number, call) in calls.into_iter().enumerate() {
            let wanted = if number == 1 { "lite" } else { "pg" };
            let selected =
                &replies[&call]["result"]["structuredContent"]["selection"]["selected_ids"];
            assert_eq!(*selected, json!([wanted]), "agent {agent}, question {number}");
        }
    }
}
