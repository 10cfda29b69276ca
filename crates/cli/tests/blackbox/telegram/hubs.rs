//! Several hubs and one bot: over one database one of them asks for updates; with databases of their
//! own, each leaves the other's questions alone.

use sayso_store::test_postgres::TestSchema;
use serde_json::json;

use super::fake::ANN;
use super::{Chat, options};
use crate::harness::World;

impl Chat {
    /// Another machine with the same bot and account.
    fn other_world(&self) -> World {
        let file = self.world.path("telegram.toml").display().to_string();
        World::new()
            .with("SAYSO_TELEGRAM_API_BASE", &self.fake.api_base())
            .with("SAYSO_TELEGRAM_FILE", &file)
    }
}

/// REQ: RE-2
#[test]
fn of_several_hubs_one_asks_for_updates() {
    let Some(schema) = TestSchema::new() else { return };
    let over = |world: World| world.with("SAYSO_DATABASE", &schema.url());
    let mut chat = Chat::new();
    chat.world = over(chat.world);
    let other = over(chat.other_world());
    let first = chat.hub();
    let second = other.hub();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.fake.says(0, "→ SQLite");
    let id = chat.choice(json!({}));
    let message = chat.fake.question(1);
    // It is noted where the message lies.
    chat.fake.write(ANN, "9");
    assert!(chat.fake.told(1).contains("wasn't understood"));
    chat.fake.is_confirmed();
    let polls = chat.fake.state().polls;
    first.kill();
    chat.fake.is_polled(polls);
    chat.fake.tap(ANN, &message, "DynamoDB");
    chat.fake.says(1, "→ DynamoDB");
    other.until("settled", || other.show(&id.to_string())["status"] == "submitted");
    let state = chat.fake.state();
    assert_eq!(state.questions().len(), 2, "each is posted once");
    // The poll of the one that was killed still waits when the next one begins.
    assert!(state.conflicts <= 1, "{}", state.conflicts);
    drop(state);
    second.kill();
}

/// REQ: RE-2
#[test]
fn a_tap_at_a_hub_that_does_not_have_the_question_leaves_it_as_it_is() {
    let chat = Chat::new();
    let hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    chat.fake.write(ANN, "9");
    assert!(chat.fake.told(1).contains("wasn't understood"));
    chat.fake.is_confirmed();
    hub.kill();
    let other = chat.other_world();
    let polls = chat.fake.state().polls;
    let hub = other.hub();
    chat.fake.is_polled(polls);
    chat.fake.tap(ANN, &message, "SQLite");
    assert!(chat.fake.told(2).contains("another sayso hub"), "{}", chat.fake.told(2));
    chat.fake.is_confirmed();
    let after = chat.fake.question(0);
    assert_eq!((after.text, after.markup), (message.text.clone(), message.markup.clone()));
    hub.kill();
    let _hub = chat.hub();
    chat.fake.tap(ANN, &message, "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}

/// Two programs ask for the updates of one bot: Telegram ends the one that waits.
/// REQ: RE-2
#[test]
fn a_second_program_that_asks_is_said() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let other = chat.other_world();
    let polls = chat.fake.state().polls;
    let second = other.hub();
    chat.fake.is_polled(polls);
    chat.is_labelled("another program uses this bot");
    second.kill();
    chat.world.until("it works again", || chat.label().as_deref() == Some("Telegram"));
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}
