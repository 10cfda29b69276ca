//! Two hubs connected to one app: Slack sends a click to either, and neither touches the other's
//! questions.

use std::panic::AssertUnwindSafe;

use sayso_store::test_postgres::TestSchema;
use serde_json::json;

use super::fake::{APP, BOT};
use super::judges::{Judge, form};
use super::{ANN, Chat, SECRET, single};
use crate::harness::{World, eventually};

/// A second world, whose hub uses the same Slack.
fn another(chat: &Chat) -> World {
    World::new()
        .with("SAYSO_SLACK_API_BASE", &chat.fake.api_base())
        .with("SAYSO_SLACK_BOT_TOKEN", BOT)
        .with("SAYSO_SLACK_APP_TOKEN", APP)
        .with("SAYSO_SLACK_ASK", ANN)
}

/// REQ: SL-10
#[test]
fn a_click_that_another_hub_gets_changes_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    let data = chat.world.run(&["hub", "status", "--json"]).ok().json()["data_dir"].clone();
    let other = another(&chat);
    let opened = chat.fake.state().opened;
    let other_hub = other.hub_with(&[]);
    chat.fake.wait("the other hub connects", |state| state.opened > opened);
    // Slack sends it to the one that connected last.
    chat.fake.click(ANN, &message, "user_choice_pg");
    let told = chat.fake.whisper(1);
    assert!(told.contains(data.as_str().unwrap()), "it names the hub that has it: {told}");
    assert!(told.contains("its own Slack app"), "{told}");
    // The same for a text typed into a modal of the first.
    let message_now = chat.fake.message(0);
    assert_eq!((message_now.blocks, message_now.edits), (message.blocks.clone(), 0));
    assert!(chat.is_pending(id));
    let status = other.run(&["hub", "status"]).ok().stdout;
    assert!(status.contains("another hub uses the same app"), "{status}");
    other_hub.kill();
    chat.fake.wait("the other hub is gone", |state| state.sockets.len() == 1);
    chat.fake.click(ANN, &message, "user_choice_pg");
    assert_eq!(chat.reply(id).text, "pg");
}

/// REQ: SL-10
#[test]
fn a_text_that_another_hub_gets_changes_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    chat.fake.click(ANN, &message, "custom_input_single");
    chat.fake.wait("a modal", |state| state.views.len() == 1);
    let other = another(&chat);
    let opened = chat.fake.state().opened;
    let _other = other.hub_with(&[]);
    chat.fake.wait("the other hub connects", |state| state.opened > opened);
    chat.fake.type_in(ANN, 1, &[("text", "neither")]);
    assert!(chat.fake.whisper(1).contains("belongs to another sayso hub"));
    assert!(chat.is_pending(id));
    assert_eq!(chat.fake.message(0).edits, 0);
}

/// REQ: TM-2
/// Of hubs over one database one is connected; when it dies another takes over, with all its messages.
#[test]
fn of_hubs_over_one_database_one_is_connected_and_the_next_takes_over() {
    let Some(schema) = TestSchema::new() else { return };
    let chat = Chat::new();
    let shared = |world: World| world.with("SAYSO_DATABASE", &schema.url());
    let other = shared(another(&chat));
    let Chat { world, fake, runtime } = chat;
    let chat = Chat { world: shared(world), fake, runtime };
    let hub = chat.hub();
    let other_hub = other.hub_with(&[]);
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    // One that is killed between posting and noting it leaves a message that nobody knows.
    let noted = "do $$ begin assert exists (select from shelf where kind = 'post'); end $$";
    eventually("the message is noted", || {
        std::panic::catch_unwind(AssertUnwindSafe(|| schema.execute(noted))).is_ok()
    });
    let attached = other.run(&["hub", "status"]).ok().stdout;
    assert!(attached.contains("slack"), "it is open at the other: {attached}");
    assert_eq!(chat.fake.state().opened, 1, "one of them is connected");
    let opened = chat.fake.state().opened;
    hub.kill();
    chat.fake.wait("the other connects", |state| state.opened > opened);
    chat.fake.click(ANN, &message, "user_choice_pg");
    other.until("it is answered", || other.show(&id.to_string())["status"] == "submitted");
    chat.fake.wait("the message says so", |state| state.messages[0].edits > 0);
    assert_eq!(chat.fake.state().messages.len(), 1, "it was posted once");
    drop(other_hub);
}

/// REQ: TM-2, SL-10
/// Slack calls one address, behind which there are several hubs; no hub has a socket to Slack.
#[test]
fn a_signed_request_is_heard_at_any_hub_over_one_database() {
    let Some(schema) = TestSchema::new() else { return };
    let called = |world: World| {
        world
            .with("SAYSO_DATABASE", &schema.url())
            .with("SAYSO_TEST_LEASE_MS", "500")
            .with("SAYSO_SLACK_APP_TOKEN", "")
            .with("SAYSO_SLACK_SIGNING_SECRET", SECRET)
    };
    let Chat { world, fake, runtime } = Chat::new();
    let chat = Chat { world: called(world), fake, runtime };
    let other = called(another(&chat));
    let hub = chat.world.hub_with(&[]);
    chat.attached();
    let _other = other.hub_with(&[]);
    let mut judge = Judge::start();
    let url = |path: &str| format!("http://127.0.0.1:{}/slack/{path}", other.hub_info().port);
    // On a busy machine it may take too long, as it may for Slack: then it is sent again.
    let mut call = |path: &str, body: &str, secret: &str| {
        let mut told = (0, String::new());
        eventually("it is not too late", || {
            told = judge.call(&url(path), body, secret, 0);
            told.0 != 503
        });
        told
    };
    let challenge = json!({ "type": "url_verification", "challenge": "3eZbrw1a" }).to_string();
    assert_eq!(call("events", &challenge, SECRET), (200, "3eZbrw1a".to_owned()));
    assert_eq!(call("events", &challenge, "wrong").0, 401);

    // A click opens a modal, and what is typed there is the answer.
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    let click = form(&chat.fake.action(ANN, &message, "custom_input_single", &[]));
    assert_eq!(call("interactive", &click, "wrong").0, 401);
    assert_eq!(call("interactive", &click, SECRET), (200, String::new()));
    let typed = form(&chat.fake.typed(ANN, 1, &[("text", "neither")]));
    assert_eq!(call("interactive", &typed, SECRET), (200, String::new()));
    assert_eq!(chat.reply(id).text, "neither");
    assert_eq!(chat.fake.state().views.len(), 1, "the click was carried out once");

    // The hub that has the chat dies, and nobody has noticed yet.
    let id = chat.ask_choice(single());
    let message = chat.fake.message(1);
    let noted = "do $$ begin assert (select count(*) = 1 from shelf where kind = 'post'); end $$";
    eventually("the message is noted", || {
        std::panic::catch_unwind(AssertUnwindSafe(|| schema.execute(noted))).is_ok()
    });
    let click = form(&chat.fake.action(ANN, &message, "user_choice_pg", &[]));
    hub.kill();
    assert_eq!(call("interactive", &click, SECRET), (200, String::new()));
    other.until("it is answered", || other.show(&id.to_string())["status"] == "submitted");
}
