//! Replies of `provide_choice`, for every state of an interaction.

use serde_json::{Value, json};

use super::{hand_off_reply, reply};
use crate::dialect::fixtures::{
    LONG, answered, asked, choice, done, now, person, standing, submission, with,
};
use crate::dialect::{Dialect, END_TURN_AFTER, Reply, ReplyContext};
use crate::draft::Draft;
use crate::interaction::Interaction;
use crate::surface::{ChatId, Surface};
use crate::transition::{Command, decide, expire};
use crate::worksheet::Worksheet;

const URL: &str = "http://localhost:4747/choice/e0537fd0-1111-4222-8333-944455556666";

fn pending(mode: &str, fields: Value) -> Interaction {
    asked(Dialect::ProvideChoice, &with(choice(mode), fields))
}

fn at_url() -> ReplyContext<'static> {
    ReplyContext { url: Some(URL), ..standing() }
}

fn replied(interaction: &Interaction) -> Reply {
    let reply = reply(interaction, &at_url());
    let text: Value = serde_json::from_str(&reply.text).unwrap();
    assert_eq!(text, reply.structured, "the text is the structured content");
    assert!(!reply.is_error);
    reply
}

/// One field per line, in the order of the text.
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
    let chat = Surface::Chat(ChatId::new("irc"));
    let surfaces = [Surface::Web, Surface::Terminal, Surface::Cli, Surface::Api, chat];
    let payloads = surfaces.map(|surface| {
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
    let reply = hand_off_reply(&interaction, command, &at_url());
    insta::assert_snapshot!(lines(&reply.text));
}

/// REQ: WE-1
#[test]
fn who_was_not_shown_the_question_is_led_there() {
    let interaction = pending("single", json!({}));
    let told = ReplyContext { directions: "run `/opt/sayso open e0537fd0`", ..at_url() };
    for reply in [reply(&interaction, &told), hand_off_reply(&interaction, "sayso attach", &told)] {
        let instructions = reply.structured["instructions"].as_str().unwrap();
        let led = " To answer in a browser: run `/opt/sayso open e0537fd0`.";
        assert!(instructions.ends_with(led), "{instructions}");
        assert_eq!(serde_json::from_str::<Value>(&reply.text).unwrap(), reply.structured);
    }
}

/// REQ: PC-14
#[test]
fn every_pending_reply_says_how_long_and_whether_it_is_seen() {
    let interaction = pending("single", json!({"timeout_seconds": 60}));
    for shown in [true, false] {
        let standing = ReplyContext { remaining_ms: Some(41_200), shown, ..standing() };
        for reply in [
            reply(&interaction, &standing),
            hand_off_reply(&interaction, "sayso attach", &standing),
        ] {
            assert_eq!(reply.structured["remaining_seconds"], 42);
            assert_eq!(reply.structured["deadline"], "2026-01-02T03:05:05Z");
            assert_eq!(reply.structured["shown"], shown);
        }
    }
    let settled = replied(&done(&interaction, Command::Cancel { note: None })).structured;
    for field in ["remaining_seconds", "deadline", "shown"] {
        assert_eq!(settled.get(field), None, "{field}");
    }
}

/// REQ: RA-4, PC-15
#[test]
fn after_three_pending_replies_the_turn_ends() {
    let interaction = pending("single", json!({}));
    let id = interaction.id.to_string();
    for pending_replies in 0..6 {
        let reply = reply(&interaction, &ReplyContext { pending_replies, ..standing() });
        let said = reply.structured["instructions"].as_str().unwrap();
        assert!(said.contains(&format!("session_id \"{id}\"")), "{said}");
        assert!(said.contains("Do not choose yourself."), "{said}");
        let ends = pending_replies >= END_TURN_AFTER;
        assert_eq!(said.contains("End your turn"), ends, "{pending_replies}: {said}");
        assert_eq!(said.contains("announced with your next call"), ends, "{said}");
        assert_eq!(said.contains("it is the result of that call"), !ends, "{said}");
        assert_eq!(said.contains("make the same call again"), !ends, "{said}");
    }
}

/// REQ: PC-12
#[test]
fn notes_that_nobody_touched_come_back_from_everywhere() {
    let noted = json!({
        "default_selection_ids": ["lite"], "option_annotations": {"pg": "the new cluster"},
        "global_annotation": "after the freeze",
    });
    let interaction = pending("single", noted);
    let whole = interaction.form.clone();
    // As sent by `sayso answer`, by a surface that starts from the draft, and by the timeout.
    let bare = answered(&interaction, submission(json!({"q1": {"options": ["lite"]}})));
    let untouched = Draft::default();
    let drafted = answered(&interaction, Worksheet::new(&whole, &untouched, true).submission());
    let clock = expire(&interaction, None, interaction.deadline().unwrap()).unwrap();
    for settled in [&bare, &drafted, &clock] {
        let selection = replied(settled).structured["selection"].clone();
        assert_eq!(selection["option_annotations"], json!({"pg": "the new cluster"}));
        assert_eq!(selection["global_annotation"], "after the freeze");
        let summary = selection["summary"].as_str().unwrap();
        let notes =
            "chose: SQLite. Note on PostgreSQL: \"the new cluster\". Note: \"after the freeze\".";
        assert!(summary.contains(notes), "{summary}");
    }
    let mut cleared = submission(json!({"q1": {"options": ["lite"], "notes": {"pg": ""}}}));
    cleared.note = Some(" ".to_owned());
    let selection = replied(&answered(&interaction, cleared)).structured["selection"].clone();
    assert_eq!(selection["option_annotations"], json!({}), "a person who clears a note clears it");
    assert_eq!(selection.get("global_annotation"), None);
}

/// REQ: AD-8
#[test]
fn a_ranking_is_in_the_persons_order() {
    let given =
        submission(json!({"q1": {"options": ["my", "pg"], "notes": {"my": "we run it already"}}}));
    insta::assert_snapshot!(shown(&answered(
        &pending("rank", json!({"max_selections": 2})),
        given
    )));
}

/// REQ: AD-8
#[test]
fn a_number_is_a_number() {
    let given = submission(json!({"q1": {"text": " 0.50 GB"}}));
    let fields = json!({"min": 0, "max": 4, "step": 0.1, "unit": "GB"});
    insta::assert_snapshot!(shown(&answered(&pending("number", fields), given)));
}

/// REQ: AD-8, TO-3
#[test]
fn the_clock_sends_an_order_or_a_number_that_the_agent_gave() {
    let sent = |mode: &str, fields: Value| {
        let interaction = pending(mode, fields);
        let reply = replied(&expire(&interaction, None, interaction.deadline().unwrap()).unwrap());
        let selection = &reply.structured["selection"];
        (
            reply.structured["timeout_action"].clone(),
            selection["ranking"].clone(),
            selection["number"].clone(),
        )
    };
    let order = json!(["my", "lite", "pg"]);
    assert_eq!(
        sent("rank", json!({"default_selection_ids": order})),
        (json!("submit"), order, Value::Null)
    );
    // The recommended options are sent if they fill the ranking, in the order of the options.
    let first = json!({"max_selections": 1, "timeout_action": "submit"});
    assert_eq!(sent("rank", first), (json!("submit"), json!(["pg"]), Value::Null));
    let some = json!({"timeout_action": "submit"});
    assert_eq!(sent("rank", some), (json!("reinvoke"), Value::Null, Value::Null));
    assert_eq!(
        sent("number", json!({"default_number": 2.5})),
        (json!("submit"), Value::Null, json!(2.5))
    );
    assert_eq!(sent("number", json!({})), (json!("reinvoke"), Value::Null, Value::Null));
}
