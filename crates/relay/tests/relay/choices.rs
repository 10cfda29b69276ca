//! From what a model writes to a question, and from the answer back to the model.

use std::time::Duration;

use sayso_core::{Command, State};
use sayso_desk::{Desk, Query};
use sayso_relay::{Notice, Protocol, Status, Whose};
use serde_json::json;

use crate::harness::{KEY, World, ann, choice, form};

/// REQ: SL-5, SL-8, SL-11, UC-7
#[tokio::test]
async fn a_choice_is_asked_and_exactly_its_id_goes_back() {
    let script = json!({ "go": [{ "text": format!("Let me see.{}", choice("Which way?")) }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    assert_eq!(question.form.questions[0].prompt, "Which way?");
    let whose = Whose { key: KEY.to_owned(), person: "U1".to_owned() };
    assert_eq!(world.relay.conversation_of(&question), Some(whose));
    world.seen.text("Let me see.").await;
    world.seen.status(Status::Waiting, 1).await;
    world.choose(&question, &["2"]).await;
    world.seen.text("heard 2").await;
    world.seen.status(Status::Idle, 1).await;
    assert_eq!(world.told(), ["go", "2"]);
    assert_eq!(world.starts().len(), 1);
    use Status::{Idle, Waiting, Working};
    assert_eq!(world.seen.statuses(), [Working, Waiting, Working, Idle]);
    for text in world.seen.texts() {
        assert!(!text.contains(['{', '`']), "JSON was shown: {text}");
    }
    assert_eq!(world.seen.notices(), []);
}

/// REQ: SL-5, UC-4
#[tokio::test]
async fn several_choices_are_asked_one_after_the_other_and_answered_in_one_message() {
    let text = format!("{}and{}", choice("First?"), form());
    let world = World::new(Protocol::Claude, json!({ "go": [{ "text": text }] })).await;
    world.say("go").await;
    let first = world.question().await;
    assert_eq!(first.form.questions[0].prompt, "First?");
    world.choose(&first, &["1"]).await;
    let second = world.question().await;
    assert_eq!(second.form.questions.len(), 2);
    world.choose(&second, &["1", "2"]).await;
    world.seen.text("heard 1\nFirst?: 1. Left\nSecond?: 2. Right").await;
    assert_eq!(world.told().len(), 2, "all in one message");
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

#[tokio::test]
async fn a_cancelled_question_is_told_as_such() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.desk.act(question.id, Command::Cancel { note: None }, ann()).await.unwrap();
    let told = || world.told().iter().any(|told| told.contains("cancelled"));
    world.noted("it is told", told).await;
}

/// What is said while the agent works waits for its turn, and for the answer that the agent waits for.
#[tokio::test]
async fn messages_wait_for_their_turn() {
    let script = json!({ "go": [{ "text": choice("Which way?") }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["1"]).await;
    world.say("one").await;
    world.say("two").await;
    world.seen.text("heard two").await;
    let told = world.told();
    let place = |text: &str| told.iter().position(|told| told == text).unwrap();
    assert!(place("one") < place("two"), "{told:?}");
    assert_eq!(told.len(), 4, "{told:?}");
}

#[tokio::test]
async fn a_failed_turn_is_told_and_the_conversation_goes_on() {
    let script = json!({ "go": [{ "error": "API Error: overloaded" }] });
    let world = World::new(Protocol::Claude, script).await;
    world.say("go").await;
    let why = "API Error: overloaded".to_owned();
    world.seen.notice(sayso_relay::Notice::Failed { why }).await;
    world.say("again").await;
    world.seen.text("heard again").await;
    assert_eq!(world.told(), ["go", "again"]);
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

/// An agent that never gets it right is told a few times by itself, then when somebody says something.
///
/// REQ: UC-7
#[tokio::test]
async fn an_agent_that_never_gets_it_right_is_not_told_forever() {
    let broken = json!([{ "text": "{\"type\":\"user_choice\",\"question\":\"Which way?\"}" }]);
    let world = World::new(Protocol::Claude, json!({ "*": broken })).await;
    world.say("go").await;
    world.seen.status(Status::Idle, 1).await;
    assert_eq!(world.told().len(), 4, "the message and three corrections");
    world.say("again").await;
    world.noted("it is told", || world.told().len() >= 5).await;
    let told = &world.told()[4];
    assert!(told.starts_with("again\n\nA question in your text was malformed."), "{told}");
}

/// REQ: UC-7
#[tokio::test]
async fn what_was_malformed_beside_a_good_question_is_told_with_its_answer() {
    let broken = "{\"type\":\"user_choice\",\"question\":\"Which way?\"}";
    let text = format!("{}{broken}", choice("First?"));
    let world = World::new(Protocol::Claude, json!({ "go": [{ "text": text }] })).await;
    world.say("go").await;
    let question = world.question().await;
    world.choose(&question, &["2"]).await;
    world.noted("the agent is told", || world.told().len() == 2).await;
    let told = &world.told()[1];
    assert!(told.starts_with("2\n\nA question in your text was malformed."), "{told}");
}
