//! Telegram is unwell, away, or used by another; and the hub dies at the worst moment.

use serde_json::json;

use super::fake::{ANN, Fault, TOKEN};
use super::{Chat, options};
use crate::harness::eventually;

/// REQ: RE-2
#[test]
fn a_hub_killed_before_it_confirms_has_the_answer_once() {
    let chat = Chat::new();
    let hub = chat.hub_with(&[("SAYSO_FAIL_AT", "chat.before_confirm:2")]);
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    chat.fake.tap(ANN, &message, "SQLite");
    assert_eq!(hub.signal(), Some(6), "it died before it confirmed");
    assert_eq!(chat.fake.state().queue.len(), 1, "Telegram still has the tap");
    let _next = chat.hub();
    chat.fake.is_confirmed();
    let outcome = chat.outcome(id);
    assert_eq!(options(&outcome, "q1"), json!(["lite"]));
    assert_eq!(outcome["actor"]["by"], "Ann");
    let last = chat.fake.says(0, "→ SQLite");
    assert!(last.labels().is_empty());
}

/// The text was for what was asked beside a question that has ended with it: it comes again, and is no
/// answer to another question.
/// REQ: RE-2
#[test]
fn a_hub_killed_before_it_confirms_a_text_takes_it_once() {
    let chat = Chat::new();
    let hub = chat.hub_with(&[("SAYSO_FAIL_AT", "chat.before_confirm:3")]);
    let first = chat.choice(json!({ "title": "First" }));
    chat.fake.question(0);
    let second = chat.choice(json!({ "title": "Second", "selection_mode": "hybrid" }));
    chat.fake.question(1);
    chat.fake.tap(ANN, &chat.fake.question(0), "Cancel");
    chat.fake.beside("To cancel");
    chat.fake.is_confirmed();
    chat.fake.write(ANN, "not today");
    assert_eq!(hub.signal(), Some(6), "it died before it confirmed");
    assert_eq!(chat.fake.state().queue.len(), 1, "Telegram still has the text");
    let _next = chat.hub();
    chat.fake.is_confirmed();
    assert_eq!(chat.outcome(first)["note"], "not today");
    assert!(chat.is_pending(second));
    assert!(chat.fake.state().told.is_empty(), "{:?}", chat.fake.state().told);
    chat.fake.write(ANN, "my own words");
    assert_eq!(chat.outcome(second)["answers"]["questions"]["q1"]["text"], "my own words");
}

/// REQ: RE-2
#[test]
fn a_hub_killed_before_it_confirms_gives_more_time_once() {
    let chat = Chat::new();
    let hub = chat.hub_with(&[("SAYSO_FAIL_AT", "chat.before_confirm:2")]);
    let id = chat.choice(json!({ "timeout_seconds": 600 }));
    let message = chat.fake.question(0);
    let before = chat.view(id).interaction.deadline().unwrap();
    chat.fake.tap(ANN, &message, "+5 min");
    assert_eq!(hub.signal(), Some(6), "it died before it confirmed");
    let _next = chat.hub();
    chat.fake.is_confirmed();
    let given = chat.view(id).interaction.deadline().unwrap().duration_since(before);
    assert!((295..=305).contains(&given.as_secs()), "{given}");
}

/// REQ: RE-2
#[test]
fn a_hub_killed_before_it_confirms_takes_a_place_back_once() {
    let chat = Chat::new();
    let hub = chat.hub_with(&[("SAYSO_FAIL_AT", "chat.before_confirm:4")]);
    let id = chat.choice(json!({ "selection_mode": "rank" }));
    chat.fake.tap(ANN, &chat.fake.question(0), "3 · DynamoDB");
    let one = chat.fake.offers(0, "Undo");
    chat.fake.is_confirmed();
    chat.fake.tap(ANN, &one, "2 · SQLite");
    chat.fake.wait("two places", |state| {
        !state.questions()[0].labels().iter().any(|label| label.contains("2 · SQLite"))
    });
    chat.fake.is_confirmed();
    chat.fake.tap(ANN, &chat.fake.question(0), "Undo");
    assert_eq!(hub.signal(), Some(6), "it died before it confirmed");
    let _next = chat.hub();
    chat.fake.is_confirmed();
    let view = chat.view(id);
    let chosen = view.worksheet().chosen(&view.interaction.form.questions[0]).to_vec();
    assert_eq!(chosen, [sayso_core::OptionId::from("ddb")], "one is taken back");
}

/// The store cannot write for a while: what was tapped and typed is not lost.
/// REQ: RE-2
#[test]
fn what_cannot_be_stored_comes_again() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    chat.fake.write(ANN, "/help");
    chat.fake.is_confirmed();
    let database = rusqlite::Connection::open(chat.world.paths().database()).unwrap();
    database.busy_timeout(crate::harness::PATIENCE).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    chat.fake.tap(ANN, &message, "SQLite");
    let handed = chat.fake.state().handed;
    chat.fake
        .wait("it is asked for again", |state| state.handed > handed + 1 || state.queue.is_empty());
    assert_eq!(chat.fake.state().queue.len(), 1, "what is not stored is not confirmed");
    database.execute_batch("ROLLBACK").unwrap();
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.fake.is_confirmed();
    assert!(chat.fake.state().told.is_empty(), "{:?}", chat.fake.state().told);
}

/// REQ: RE-2
#[test]
fn a_restarted_hub_knows_what_was_being_typed() {
    let chat = Chat::new();
    let hub = chat.hub();
    let id = chat.choice(json!({ "selection_mode": "hybrid" }));
    chat.fake.tap(ANN, &chat.fake.question(0), "Type an answer");
    let asked = chat.fake.beside("Send your answer");
    chat.fake.is_confirmed();
    hub.kill();
    chat.fake.reply(ANN, &asked, "written meanwhile");
    let _next = chat.hub();
    chat.fake.tap(ANN, &chat.fake.says(0, "written meanwhile"), "Send answer");
    let outcome = chat.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["text"], "written meanwhile");
    assert_eq!(chat.fake.state().questions().len(), 1, "nothing is posted again");
}

/// Ten minutes without a network: Telegram has forgotten the tap, not the text.
/// REQ: RE-2
#[test]
fn after_a_long_absence_the_message_says_to_tap_again() {
    let chat = Chat::new();
    let hub = chat.hub();
    let [tapped, written] =
        ["Tapped", "Written"].map(|title| chat.choice(json!({ "title": title })));
    let [first, second] = [chat.fake.question(0), chat.fake.question(1)];
    let (first, second) = match first.text.contains("Tapped") {
        true => (first, second),
        false => (second, first),
    };
    // Both are noted where they lie.
    chat.fake.write(ANN, "9");
    assert!(chat.fake.told(1).contains("not clear which"));
    chat.fake.is_confirmed();
    hub.kill();
    chat.fake.tap(ANN, &first, "SQLite");
    chat.fake.reply(ANN, &second, "3");
    chat.fake.state().forget_taps();
    chat.was_away("2020-01-01T00:00:00Z");
    let _next = chat.hub();
    assert_eq!(options(&chat.outcome(written), "q1"), json!(["ddb"]));
    assert!(chat.is_pending(tapped));
    chat.fake.wait("it says so", |state| {
        state.messages.iter().any(|it| it.id == first.id && it.text.contains("tap again"))
    });
    chat.fake.tap(ANN, &first, "SQLite");
    assert_eq!(options(&chat.outcome(tapped), "q1"), json!(["lite"]));
    let third = chat.choice(json!({ "title": "Asked since" }));
    chat.fake
        .wait("the third", |state| state.messages.iter().any(|it| it.text.contains("Asked since")));
    let state = chat.fake.state();
    assert!(
        !state
            .messages
            .iter()
            .any(|it| it.text.contains("Asked since") && it.text.contains("tap again"))
    );
    drop(state);
    assert!(chat.is_pending(third));
}

/// REQ: RE-2
#[test]
fn slower_broken_and_lost_are_tried_again() {
    let chat = Chat::new();
    let _hub = chat.hub();
    for fault in [Fault::Slower(1), Fault::Broken, Fault::Gone] {
        chat.fake.fail("sendMessage", fault);
    }
    let id = chat.choice(json!({}));
    let message = chat.fake.question(0);
    for fault in [Fault::Broken, Fault::Slower(1)] {
        chat.fake.fail("editMessageText", fault);
    }
    chat.fake.fail("getUpdates", Fault::Broken);
    chat.fake.tap(ANN, &message, "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    assert!(chat.fake.says(0, "→ SQLite").labels().is_empty());
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// It was sent, and the reply to it got lost: both are brought to their end.
/// REQ: RE-2
#[test]
fn a_message_whose_reply_was_lost_is_settled_too() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.fake.fail("sendMessage", Fault::Lost);
    let id = chat.choice(json!({}));
    let second = chat.fake.question(1);
    chat.fake.wait("it is known", |state| state.questions().len() == 2);
    let first = chat.fake.question(0);
    chat.fake.tap(ANN, &first, "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.fake.wait("no dead buttons", |state| {
        state.questions().iter().all(|message| message.labels().is_empty())
    });
    assert_ne!(first.id, second.id);
}

/// REQ: RE-2
#[test]
fn a_second_program_on_the_same_bot_is_said() {
    let chat = Chat::new();
    let words = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
    let _hub = chat.hub();
    for _ in 0..4 {
        chat.fake.fail("getUpdates", Fault::Refused(409, words));
    }
    chat.fake.write(ANN, "hello");
    chat.is_labelled("another program uses this bot");
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    chat.world.until("it works again", || chat.label().as_deref() == Some("Telegram"));
}

/// REQ: RE-2
#[test]
fn a_webhook_is_removed() {
    let chat = Chat::new();
    chat.fake.state().webhook = true;
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}

/// REQ: RE-2
#[test]
fn a_revoked_token_is_said_and_never_printed() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.question(0);
    chat.fake.state().token = "123456789:AAothertothertothertotherother";
    chat.fake.write(ANN, "hello");
    chat.is_labelled("the token was revoked");
    let doctor = chat.world.run(&["doctor"]);
    let said = format!("{}{}", doctor.stdout, doctor.stderr);
    assert!(said.contains("401") && said.contains("@BotFather"), "{said}");
    // What ends meanwhile is shown when the token is good again.
    chat.world.run(&["answer", &id.short(), "pg"]).ok();
    chat.world.until("settled", || !chat.is_pending(id));
    chat.fake.wait("it was tried", |state| state.tries("editMessageText") > 0);
    chat.fake.state().token = TOKEN;
    assert!(chat.fake.says(0, "→ PostgreSQL").labels().is_empty());
    let log = std::fs::read_to_string(chat.world.path("hub.log")).unwrap();
    let secret = TOKEN.split_once(':').unwrap().1;
    assert!(!log.contains(secret) && !said.contains(secret));
}

/// REQ: RE-2
#[test]
fn who_blocked_the_bot_finds_what_waits_after_unblocking_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let before = chat.choice(json!({ "title": "Asked before" }));
    chat.fake.question(0);
    chat.fake.block(ANN, true);
    chat.is_labelled("blocked");
    chat.world.run(&["answer", &before.short(), "pg"]).ok();
    chat.fake.wait("it was tried", |state| state.tries("editMessageText") > 0);
    let id = chat.choice(json!({}));
    chat.is_labelled("cannot be posted");
    assert_eq!(chat.fake.state().messages.len(), 1);
    chat.fake.block(ANN, false);
    assert!(chat.fake.says(0, "→ PostgreSQL").labels().is_empty(), "what ended meanwhile");
    chat.fake.tap(ANN, &chat.fake.question(1), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}

/// REQ: RE-2
#[test]
fn who_asks_for_a_long_pause_gets_it() {
    let chat = Chat::new();
    let _hub = chat.hub();
    for _ in 0..3 {
        chat.fake.fail("sendMessage", Fault::Slower(3_600));
    }
    let id = chat.choice(json!({}));
    chat.fake.wait("it was tried", |state| state.tries("sendMessage") == 1);
    // Two more tries would have been made by then.
    let log = chat.world.path("hub.log");
    eventually("the surface has tried again", || {
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        log.matches("not posted yet").count() >= 3
    });
    assert_eq!(chat.fake.state().tries("sendMessage"), 1);
    assert!(chat.is_pending(id));
}

/// What was sent is not sent again because the connection broke before the answer.
/// REQ: RE-2
#[test]
fn words_whose_answer_was_cut_off_are_said_once() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.choice(json!({ "title": "First" }));
    chat.choice(json!({ "title": "Second" }));
    chat.fake.question(1);
    chat.fake.fail("sendMessage", Fault::Cut);
    chat.fake.write(ANN, "2");
    assert!(chat.fake.told(1).contains("not clear which"));
    chat.fake.is_confirmed();
    chat.fake.write(ANN, "/help");
    chat.fake.beside("is connected to sayso");
    assert_eq!(chat.fake.state().told.len(), 1, "{:?}", chat.fake.state().told);
}
