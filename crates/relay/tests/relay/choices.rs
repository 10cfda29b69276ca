//! From a model's text to a question, and from the answer back to the model.

use std::time::Duration;

use sayso_core::{Command, Dialect, State, Submission};
use sayso_desk::{Answering, Asking, Query};
use sayso_relay::{AgentStatus, Notice, Protocol, QuestionOwner};
use serde_json::{Value, json};

use crate::harness::{KEY, World, ann, choice, form};

/// REQ: SL-5, SL-8, SL-11, UC-7
#[tokio::test]
async fn a_choice_is_asked_and_exactly_its_id_goes_back() {
    let script = json!({ "go": [{ "text": format!("Let me see.{}", choice("Which way?")) }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    assert_eq!(question.form.questions[0].prompt, "Which way?");
    let whose = QuestionOwner { key: KEY.to_owned(), person: "U1".to_owned() };
    assert_eq!(world.relay.conversation_of(&question), Some(whose));
    world.seen.text("Let me see.").await;
    world.seen.status(AgentStatus::Waiting, 1).await;
    world.choose(&question, &["2"]).await;
    world.seen.text("heard 2").await;
    world.seen.status(AgentStatus::Idle, 1).await;
    assert_eq!(world.told(), ["go", "2"]);
    assert_eq!(world.starts().len(), 1);
    use AgentStatus::{Idle, Waiting, Working};
    assert_eq!(world.seen.statuses(), [Working, Waiting, Working, Idle]);
    for text in world.seen.texts() {
        assert!(!text.contains(['{', '`']), "JSON was shown: {text}");
    }
    assert_eq!(world.seen.notices(), []);
}

/// REQ: SL-5
#[tokio::test]
async fn a_typed_message_answers_the_one_question_that_is_open() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.say("straight on").await;
    world.seen.text("heard straight on").await;
    let view = world.desk.show(&question.id.into()).await.unwrap();
    assert_eq!(view.interaction.status().as_str(), "submitted");
    assert_eq!(world.told(), ["go", "straight on"]);
}

/// A line of text is one act, and what cannot be undone needs two: the agent gets the words instead.
///
/// REQ: SL-9, NA-4
#[tokio::test]
async fn a_typed_message_does_not_answer_what_cannot_be_undone() {
    let options = json!([{ "id": "1", "label": "Drop it" }, { "id": "2", "label": "Keep it" }]);
    let choice = json!({ "type": "user_choice", "question": "Shall the table go?", "options": options,
        "irreversible": true });
    let script = json!({ "go": [{ "text": format!("\n```json\n{choice}\n```\n") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.say("yes, drop it").await;
    world.seen.text("heard yes, drop it").await;
    let view = world.desk.show(&question.id.into()).await.unwrap();
    assert_eq!(view.interaction.status().as_str(), "withdrawn");
    assert_eq!(world.told(), ["go", "yes, drop it"]);
}

#[tokio::test]
async fn a_typed_message_takes_a_form_back_and_goes_to_the_agent() {
    let world = World::new(Protocol::Claude, json!({ "go": [{ "text": form() }] })).await;
    world.say("go").await;
    let question = world.question().await;
    world.say("never mind").await;
    world.seen.text("heard never mind").await;
    let view = world.desk.show(&question.id.into()).await.unwrap();
    assert_eq!(view.interaction.status().as_str(), "withdrawn");
    assert_eq!(world.relay.conversation_of(&question), None);
    assert_eq!(world.told(), ["go", "never mind"]);
}

/// REQ: SL-7
#[tokio::test]
async fn after_a_day_the_model_is_told_that_nobody_answered() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    let State::Pending { deadline: Some(deadline) } = question.state else { panic!() };
    let left = deadline.duration_since(question.created_at);
    assert_eq!(left.as_hours(), 24);
    world.clock.slept_on(Duration::try_from(left).unwrap()).await;
    world.clock.advance(Duration::try_from(left).unwrap());
    let told = "heard Nobody answered the question in time. Do not choose by yourself. Ask again if \
                the choice is still needed.";
    world.seen.text(told).await;
}

/// Once the agent has taken the answer it counts as delivered, so that nobody else gets it.
#[tokio::test]
async fn an_answer_that_was_taken_is_delivered() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    let mut cursor = world.desk.events(None).await.unwrap().cursor;
    world.choose(&question, &["2"]).await;
    loop {
        let view = world.desk.show(&question.id.into()).await.unwrap();
        if view.interaction.delivered_at.is_some() {
            break;
        }
        cursor = world.desk.events(Some(cursor)).await.unwrap().cursor;
    }
    assert_eq!(world.told(), ["go", "2"]);
    assert_eq!(world.desk.list(Query::default()).await.unwrap().rows.len(), 1);
}

/// REQ: UC-7
#[tokio::test]
async fn a_malformed_question_is_shown_and_both_sides_are_told() {
    let broken = "{\"type\":\"user_choice\",\"question\":\"Which way?\"}";
    let script = json!({ "go": [{ "text": format!("Hm. {broken}") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    world.noted("the agent is told", || world.told().len() == 2).await;
    let told = &world.told()[1];
    assert!(told.starts_with("A question in your text was malformed."), "{told}");
    assert!(told.contains("options: there is nothing to choose"), "{told}");
    world.seen.text(&format!("Hm. {broken}")).await;
    let told =
        |notice: &Notice| matches!(notice, Notice::Malformed { why } if why.contains("options"));
    assert!(world.seen.notices().iter().any(told), "{:?}", world.seen.notices());
}

/// A permission of its tool is a card like any other agent's: text instead of an option is a no that
/// the model reads, and a missing answer is not a no.
/// REQ: AD-2
#[tokio::test]
async fn what_claude_code_wants_to_run_is_asked_for() {
    let script = json!({ "go": [{ "wants": "touch one" }, { "text": "Done." }] });
    let world = World::new(Protocol::Claude, script).await;
    let replies = |count: usize| {
        let log = world.log();
        let all = log.iter().filter(|entry| entry.get("permission").is_some());
        let all: Vec<Value> = all.map(|entry| entry["permission"]["response"].clone()).collect();
        assert_eq!(all.len(), count);
        all[count - 1].clone()
    };
    world.say("go").await;
    let question = world.question().await;
    assert_eq!(
        (question.origin.dialect, question.form.title.as_str()),
        (Dialect::Permission, "touch one")
    );
    world.choose(&question, &["allow"]).await;
    world.seen.status(AgentStatus::Idle, 1).await;
    assert_eq!(
        replies(1),
        json!({ "behavior": "allow", "updatedInput": { "command": "touch one" } })
    );

    world.say("go").await;
    let question = world.question_after(Some(&question)).await;
    let mut submission = Submission::default();
    submission.write(question.form.questions[0].id.clone(), "use make".to_owned());
    world.desk.act(question.id, Command::Answer { submission }, ann()).await.unwrap();
    world.seen.status(AgentStatus::Idle, 2).await;
    let said = replies(2);
    assert!(said["message"].as_str().unwrap().ends_with("They said: use make"), "{said}");

    world.say("go").await;
    let question = world.question_after(Some(&question)).await;
    world.say("go on").await;
    world.seen.text("heard go on").await;
    let view = world.desk.show(&question.id.into()).await.unwrap();
    assert_eq!(view.interaction.status().as_str(), "withdrawn");
    let message = "Nobody has decided, so it was not run.";
    assert_eq!(replies(3), json!({ "behavior": "deny", "message": message }));
}
