//! Others: only the account that is paired now answers and sees anything, not one that was paired before.

use serde_json::json;

use super::fake::{ANN, BOB, DATA};
use super::{Chat, options};

/// The question was put to the account that was paired before.
/// REQ: RE-2
#[test]
fn an_account_that_was_replaced_answers_nothing() {
    let chat = Chat::new();
    let hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "hybrid" }));
    let before = chat.fake.question(0);
    // It is noted where the message lies.
    chat.fake.write(ANN, "9");
    assert!(chat.fake.told(1).contains("wasn't understood"));
    chat.fake.is_confirmed();
    hub.kill();
    chat.keep_account(BOB, "Bob");
    let _next = chat.hub();
    chat.fake.wait("it is put to Bob", |state| {
        state.questions().iter().any(|message| message.chat == BOB)
    });
    chat.fake.wait("and no longer to Ann", |state| {
        state.questions().iter().all(|message| message.chat == BOB)
    });
    chat.fake.tap(ANN, &before, "SQLite");
    assert!(chat.fake.told(2).contains("can't answer"), "{}", chat.fake.told(2));
    chat.fake.reply(ANN, &before, "mine");
    assert!(chat.fake.told(3).contains("can't answer"), "{}", chat.fake.told(3));
    chat.fake.is_confirmed();
    assert!(chat.is_pending(id));
    chat.fake.write(BOB, "Bob's own words");
    assert_eq!(chat.outcome(id)["answers"]["questions"]["q1"]["text"], "Bob's own words");
}

/// The data of a button is no secret: a stranger taps on it in their own chat with the bot.
/// REQ: RE-2
#[test]
fn a_forged_tap_shows_a_stranger_nothing() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "multi" }));
    let message = chat.fake.question(0);
    let (_, data) = message.buttons().swap_remove(1);
    for data in [data.clone(), format!("{}r", &data[..DATA]), format!("{}wn0", &data[..DATA])] {
        chat.fake.send_data_on(BOB, chat.fake.forged(BOB, 7), &data);
    }
    assert!(chat.fake.told(3).contains("can't answer"), "{}", chat.fake.told(3));
    chat.fake.is_confirmed();
    chat.fake.tap(ANN, &message, "3 · DynamoDB");
    chat.fake.offers(0, "☑ 3");
    chat.fake.tap(ANN, &chat.fake.question(0), "Send answer");
    assert!(!options(&chat.outcome(id), "q1").as_array().unwrap().contains(&json!("lite")));
    chat.fake.says(0, "DynamoDB");
    let state = chat.fake.state();
    let to_bob = state.calls.iter().filter(|(_, arguments)| arguments["chat_id"] == BOB);
    assert_eq!(to_bob.count(), 0, "nothing is shown to Bob");
}

/// REQ: RE-2
#[test]
fn strangers_are_refused_and_groups_are_not_heard() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    chat.fake.tap(BOB, &message, "SQLite");
    assert!(chat.fake.told(1).contains("can't answer"));
    chat.fake.write(BOB, "/start");
    chat.fake.beside("belongs to somebody's sayso");
    let group = json!({ "id": -100_123, "type": "supergroup", "title": "team" });
    chat.fake.write_in(ANN, group, None, "2");
    chat.fake.send_data(ANN, &message, "made up");
    chat.fake.is_confirmed();
    assert!(chat.is_pending(id));
    chat.fake.tap(ANN, &message, "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}
