//! What `provide_choice` answers, for every way an interaction can stand.

use serde_json::{Value, json};

use super::{hand_off_reply, pending_reply, reply};
use crate::dialect::Dialect;
use crate::dialect::Reply;
use crate::dialect::fixtures::{
    LONG, answered, asked, choice, done, now, person, submission, with,
};
use crate::interaction::Interaction;
use crate::surface::Surface;
use crate::transition::{Command, decide, expire};

const URL: &str = "http://localhost:4747/choice/e0537fd0-1111-4222-8333-944455556666";

fn pending(mode: &str, fields: Value) -> Interaction {
    asked(Dialect::ProvideChoice, &with(choice(mode), fields))
}

fn replied(interaction: &Interaction) -> Reply {
    let reply = reply(interaction, Some(URL));
    let text: Value = serde_json::from_str(&reply.text).unwrap();
    assert_eq!(text, reply.structured, "the text is the structured content");
    assert!(!reply.is_error);
    reply
}

/// A field a line, in the order of the text.
fn shown(interaction: &Interaction) -> String {
    lines(&replied(interaction).text)
}

fn lines(compact: &str) -> String {
    compact.replace(",\"", ",\n\"").replace("\":{", "\":\n{")
}

fn timed_out(fields: Value) -> Interaction {
    let interaction = pending("single", fields);
    expire(&interaction, None, interaction.deadline().unwrap()).unwrap()
}

/// REQ: PC-10, PC-11, PC-13
#[test]
fn options_with_notes() {
    let mut given = submission(json!({"q1": {
        "options": ["my", "pg", "my"], "notes": {"pg": "the new cluster", "lite": "not again", "my": " "},
    }}));
    given.note = Some("talk to ops first".to_owned());
    insta::assert_snapshot!(shown(&answered(&pending("multi", json!({})), given)));
}

/// REQ: PC-7, PC-10
#[test]
fn an_option_and_a_text() {
    let given = submission(json!({"q1": {"options": ["lite"], "text": "with \"WAL\" on"}}));
    insta::assert_snapshot!(shown(&answered(&pending("hybrid", json!({})), given)));
}

/// REQ: PC-7, PC-10
#[test]
fn a_text_and_no_option_is_custom_input() {
    let given = submission(json!({"q1": {"text": " ledger "}}));
    for mode in ["hybrid", "text_input"] {
        let reply = replied(&answered(&pending(mode, json!({})), given.clone()));
        assert_eq!(reply.structured["action_status"], "custom_input");
        assert_eq!(reply.structured["selection"]["custom_input"], "ledger");
    }
    insta::assert_snapshot!(shown(&answered(&pending("text_input", json!({})), given)));
}

/// REQ: PC-12
#[test]
fn untouched_defaults_are_the_selection() {
    let interaction = pending("multi", json!({"default_selection_ids": ["my", "lite"]}));
    let reply = replied(&answered(&interaction, submission(json!({}))));
    assert_eq!(reply.structured["action_status"], "selected");
    assert_eq!(reply.structured["selection"]["selected_ids"], json!(["lite", "my"]));
    assert_eq!(reply.structured["selection"]["selected_indices"], json!([1, 2]));
    assert_eq!(reply.structured["selection"]["option_annotations"], json!({}));
}

#[test]
fn nothing_is_a_selection_where_the_caller_allows_it() {
    let interaction = pending("multi", json!({"min_selections": 0}));
    let reply = replied(&answered(&interaction, submission(json!({"q1": {"options": []}}))));
    assert_eq!(reply.structured["action_status"], "selected");
    assert_eq!(reply.structured["selection"]["summary"], "The user chose none of the options.");
}

/// REQ: PC-11
#[test]
fn the_surface_changes_nothing_but_its_name() {
    let interaction = pending("single", json!({}));
    let payloads = Surface::ALL.map(|surface| {
        let command =
            Command::Answer { submission: submission(json!({"q1": {"options": ["pg"]}})) };
        let settled = decide(&interaction, command, &person(surface), now()).unwrap();
        let mut payload = replied(&settled).structured;
        assert_eq!(payload["selection"]["interface"], surface.as_str());
        payload["selection"]["interface"] = json!("-");
        payload
    });
    assert!(payloads.iter().all(|payload| *payload == payloads[0]));
}

/// REQ: PC-5, TO-6
#[test]
fn cancelled_with_a_note() {
    let note = Some("not today".to_owned());
    insta::assert_snapshot!(shown(&done(&pending("single", json!({})), Command::Cancel { note })));
}

/// REQ: TO-6
#[test]
fn cancelled_without_a_note_leaves_it_out() {
    let command = Command::Cancel { note: Some("  ".to_owned()) };
    let reply = replied(&done(&pending("single", json!({})), command));
    assert_eq!(reply.structured["action_status"], "cancelled");
    assert_eq!(reply.structured["selection"].get("global_annotation"), None);
}

/// REQ: PC-10
#[test]
fn rejected_counts_as_cancelled() {
    let reason = Some("wrong question".to_owned());
    insta::assert_snapshot!(shown(&done(
        &pending("single", json!({})),
        Command::Reject { reason }
    )));
}

/// REQ: PC-10
#[test]
fn withdrawn_counts_as_cancelled() {
    let why = Some("the agent no longer needs it".to_owned());
    insta::assert_snapshot!(shown(&done(&pending("single", json!({})), Command::Withdraw { why })));
}

/// REQ: PC-10
#[test]
fn asking_back_is_no_choice() {
    let given = submission(json!({"q1": {"elaborate": "what does each cost?"}}));
    insta::assert_snapshot!(shown(&answered(&pending("single", json!({})), given)));
}

/// REQ: PC-10, PC-15
#[test]
fn still_pending() {
    insta::assert_snapshot!(shown(&pending("single", json!({"interface": "web"}))));
}

/// REQ: TO-3
#[test]
fn timeout_that_submits() {
    insta::assert_snapshot!(shown(&timed_out(json!({"default_selection_ids": ["lite"]}))));
}

/// REQ: TO-3
#[test]
fn timeout_that_cancels() {
    insta::assert_snapshot!(shown(&timed_out(json!({"timeout_action": "cancel"}))));
}

/// REQ: TO-3
#[test]
fn timeout_that_asks_again() {
    insta::assert_snapshot!(shown(&timed_out(json!({}))));
}

/// REQ: TO-1
#[test]
fn warnings_travel_with_the_reply() {
    let interaction = pending("single", json!({"timeout_seconds": 1, "allow_cancel": false}));
    let given = submission(json!({"q1": {"options": ["pg"]}}));
    insta::assert_snapshot!(shown(&answered(&interaction, given)));
}

/// REQ: PC-6
#[test]
fn both_contracts_give_the_same_result() {
    let options = json!([{"label": "PostgreSQL"}, {"label": "SQLite"}]);
    let old =
        json!({"title": "Database", "prompt": LONG, "type": "multi_select", "options": options});
    let new = json!({
        "title": "Database", "prompt": LONG, "selection_mode": "multi",
        "options": [{"id": "1", "label": "PostgreSQL", "recommended": true}, {"id": "2", "label": "SQLite"}],
    });
    let mut results = [old, new].map(|request| {
        let interaction = asked(Dialect::ProvideChoice, &request);
        replied(&answered(&interaction, submission(json!({"q1": {"options": ["2"]}})))).structured
    });
    assert_eq!(results[0]["warnings"].as_array().unwrap().len(), 1);
    results[0].as_object_mut().unwrap().remove("warnings");
    assert_eq!(results[0], results[1]);
}

/// REQ: PC-14, PC-16
#[test]
fn a_hand_off_names_the_command() {
    let interaction = pending("single", json!({"interface": "terminal"}));
    let command = "/opt/sayso answer e0537fd0 --ticket k7";
    let reply = hand_off_reply(&interaction, command, Some(URL), "");
    insta::assert_snapshot!(lines(&reply.text));
}

/// REQ: WE-1
#[test]
fn who_was_not_shown_the_question_is_led_there() {
    let directions = "run `sayso open e0537fd0`";
    let interaction = pending("single", json!({}));
    let plain = pending_reply(&interaction, Some(URL), "");
    assert_eq!(plain, reply(&interaction, Some(URL)));
    let told = pending_reply(&interaction, Some(URL), directions);
    let handed = hand_off_reply(&interaction, "sayso attach", Some(URL), directions);
    for reply in [told, handed] {
        let instructions = reply.structured["instructions"].as_str().unwrap();
        assert!(instructions.ends_with(" To answer in a browser: run `sayso open e0537fd0`."));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&reply.text).unwrap(),
            reply.structured
        );
    }
}
