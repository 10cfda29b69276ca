//! Replies of `ask_user_questions`, for every state of an interaction.

use serde_json::{Value, json};

use super::{fetched_reply, reply as replied, submitted_reply};
use crate::dialect::fixtures::{answered, asked, done, submission};
use crate::dialect::{Dialect, END_TURN_AFTER, Reply, ReplyContext};
use crate::interaction::{Interaction, Status};
use crate::transition::{Command, expire};

/// Two questions, without the warning that their brevity would cause.
fn pending() -> Interaction {
    let arguments = json!({"questions": [
        {"prompt": "Which database?", "title": "Database", "options": [
            {"label": "PostgreSQL (recommended)", "description": "Boring and good"}, {"label": "SQLite"}]},
        {"prompt": "Which features?", "title": "Features", "multiSelect": true, "options": [
            {"label": "Auth", "description": "JWT"}, {"label": "Rate limiting"}, {"label": "Audit"}]},
    ]});
    let mut interaction = asked(Dialect::AskUserQuestions, &arguments);
    assert_eq!(interaction.deadline(), None);
    interaction.warnings.clear();
    interaction
}

/// No deadline, and shown nowhere.
fn nowhere() -> ReplyContext<'static> {
    ReplyContext::default()
}

fn reply(interaction: &Interaction) -> Reply {
    replied(interaction, &nowhere())
}

fn given(questions: Value) -> Interaction {
    answered(&pending(), submission(questions))
}

/// The text, then the structured content.
fn shown(reply: &Reply) -> String {
    let structured = serde_json::to_string_pretty(&reply.structured).unwrap();
    format!("{}\n=====\n{structured}\n=====\nis_error: {}", reply.text, reply.is_error)
}

fn states(reply: &Reply) -> Vec<&str> {
    let questions = reply.structured["questions"].as_array().unwrap();
    questions.iter().map(|question| question["state"].as_str().unwrap()).collect()
}

/// REQ: AU-4
#[test]
fn answers_have_the_form_that_users_know_byte_for_byte() {
    let reply = reply(&given(json!({
        "q1": {"options": ["1"]},
        "q2": {"options": ["2", "1"], "text": "a text of my own"},
    })));
    assert_eq!(
        reply.text,
        "[Session: e0537fd0 | Questions: 2]\n\
         \n\
         Here are the user's answers:\n\
         \n\
         1. Which database?\n\
         → PostgreSQL (recommended) — Boring and good\n\
         \n\
         2. Which features?\n\
         → Auth — JWT\n\
         → Rate limiting\n\
         → Other: 'a text of my own'"
    );
    assert!(!reply.is_error);
    assert_eq!(reply.structured["status"], "answered");
}

/// Only what is shown to people changes.
/// REQ: NA-5
#[test]
fn labels_come_back_as_they_were_given() {
    let label = "Keep\u{202e} it";
    let arguments = json!({"questions": [{"prompt": "What is to become of the table?", "options": [
        {"label": label}, {"label": "Drop it"}]}]});
    let asked = asked(Dialect::AskUserQuestions, &arguments);
    let reply = reply(&answered(&asked, submission(json!({"q1": {"options": ["1"]}}))));
    assert!(reply.text.contains(&format!("\n→ {label}")), "{}", reply.text);
    assert!(reply.structured.to_string().contains(label), "{}", reply.structured);
}

/// REQ: AU-5
#[test]
fn own_text_is_quoted_and_an_empty_selection_is_said() {
    let reply = reply(&given(json!({"q1": {"text": "it's 'mine'"}, "q2": {"options": []}})));
    assert!(reply.text.contains("→ Other: 'it\\'s \\'mine\\''"), "{}", reply.text);
    assert!(reply.text.ends_with("2. Which features?\n→ (No selection)"), "{}", reply.text);
    assert_eq!(reply.structured["questions"][0]["other"], "it's 'mine'");
    assert_eq!(states(&reply), ["answered", "answered"]);
}

/// REQ: AU-5
#[test]
fn notes_stand_beside_their_options() {
    let mut answers = submission(json!({
        "q1": {"options": ["1"], "notes": {"1": "version 18"}},
        "q2": {"options": ["3"], "notes": {"1": "later"}},
    }));
    answers.note = Some("thanks".to_owned());
    insta::assert_snapshot!(shown(&reply(&answered(&pending(), answers))));
}

/// REQ: AU-5
#[test]
fn skipped_with_a_reason_and_left_open() {
    insta::assert_snapshot!(shown(&reply(&given(json!({"q1": {"skip": "too early to say"}})))));
    let bare = reply(&given(json!({"q1": {"skip": ""}, "q2": {"options": ["1"]}})));
    assert!(bare.text.contains("1. Which database?\n→ (Skipped)\n"), "{}", bare.text);
    assert_eq!(states(&bare), ["skipped", "answered"]);
}

/// REQ: AU-5
#[test]
fn asking_back_keeps_what_was_answered() {
    insta::assert_snapshot!(shown(&reply(&given(
        json!({"q1": {"elaborate": "what does it cost?"}, "q2": {"options": ["2"]}})
    ))));
    let bare = reply(&given(json!({"q1": {"elaborate": ""}})));
    assert!(bare.text.contains("\n[ELABORATE_REQUEST] "));
    assert!(!bare.text.contains("User note"));
    assert_eq!(states(&bare), ["elaborate", "not_answered"]);
}

/// REQ: AU-7
#[test]
fn rejected_with_and_without_a_reason() {
    let with = done(&pending(), Command::Reject { reason: Some("not now".to_owned()) });
    let without = done(&pending(), Command::Reject { reason: None });
    let header = "[Session: e0537fd0 | Status: rejected]\n\nUser rejected this question set.\n\n";
    for (settled, reason) in
        [(&with, "Rejection reason: \"not now\""), (&without, "No reason provided.")]
    {
        let text = reply(settled).text;
        assert!(text.starts_with(&format!("{header}{reason}\n\n")), "{text}");
    }
    insta::assert_snapshot!(shown(&fetched_reply(&with, &nowhere())));
    let quoting = done(&pending(), Command::Reject { reason: Some("say \"no\"".to_owned()) });
    let reply = reply(&quoting);
    assert!(reply.text.contains("\nRejection reason: \"say \\\"no\\\"\"\n"), "{}", reply.text);
    assert_eq!(reply.structured["reason"], "say \"no\"");
}

/// REQ: AU-6
#[test]
fn a_timeout_is_an_error() {
    let interaction = done(&pending(), Command::SetRemaining { seconds: 60 });
    let settled = expire(&interaction, None, interaction.deadline().unwrap()).unwrap();
    assert_eq!(settled.status(), Status::Timeout);
    let reply = reply(&settled);
    assert!(reply.is_error);
    insta::assert_snapshot!(shown(&reply));
}

/// REQ: AU-5
#[test]
fn cancelled_is_said_clearly() {
    let command = Command::Cancel { note: Some("ask me tomorrow".to_owned()) };
    insta::assert_snapshot!(shown(&reply(&done(&pending(), command))));
}

#[test]
fn withdrawn_says_why() {
    let command = Command::Withdraw { why: Some("nobody waited for 7 days".to_owned()) };
    insta::assert_snapshot!(shown(&reply(&done(&pending(), command))));
}

/// REQ: AU-8
#[test]
fn submitted_without_waiting() {
    insta::assert_snapshot!(shown(&submitted_reply(&pending(), &nowhere())));
}

/// REQ: AU-8
#[test]
fn fetched_too_early() {
    let reply = fetched_reply(&pending(), &nowhere());
    let known = "[Session: e0537fd0 | Status: pending]\n\nNo answers yet.\n\n";
    assert!(reply.text.starts_with(known), "{}", reply.text);
    assert!(!reply.is_error);
    insta::assert_snapshot!(shown(&reply));
}

#[test]
fn a_wait_that_ended_says_how_to_go_on() {
    insta::assert_snapshot!(reply(&pending()).text);
}

/// REQ: WE-1
#[test]
fn who_was_not_shown_the_questions_is_led_there() {
    let led = ReplyContext { directions: "run `/opt/sayso open e0537fd0`", ..nowhere() };
    for reply in [submitted_reply(&pending(), &led), replied(&pending(), &led)] {
        let way = " To answer in a browser: run `/opt/sayso open e0537fd0`.";
        assert!(reply.text.ends_with(way), "{}", reply.text);
        assert!(reply.structured["instructions"].as_str().unwrap().ends_with(way));
    }
}

/// REQ: PC-14
#[test]
fn every_pending_reply_says_how_long_and_whether_it_is_seen() {
    let timed = done(&pending(), Command::SetRemaining { seconds: 60 });
    let standing = ReplyContext { remaining_ms: Some(41_200), shown: true, ..nowhere() };
    for reply in [
        replied(&timed, &standing),
        submitted_reply(&timed, &standing),
        fetched_reply(&timed, &standing),
    ] {
        assert_eq!(reply.structured["remaining_seconds"], 42);
        assert_eq!(reply.structured["deadline"], "2026-01-02T03:05:05Z");
        assert_eq!(reply.structured["shown"], true);
        let said =
            "The questions time out in 42 s, at 2026-01-02T03:05:05Z. The user can see them now.";
        assert!(reply.text.contains(said), "{}", reply.text);
    }
    let forever = reply(&pending());
    assert_eq!(forever.structured["shown"], false);
    assert_eq!(forever.structured.get("deadline"), None);
    let said = "The questions have no deadline. They are not shown to the user right now.";
    assert!(forever.text.contains(said), "{}", forever.text);
}

/// REQ: RA-4
#[test]
fn after_three_pending_replies_the_turn_ends() {
    for pending_replies in 0..6 {
        let standing = ReplyContext { pending_replies, ..nowhere() };
        for reply in [replied(&pending(), &standing), fetched_reply(&pending(), &standing)] {
            let said = reply.structured["instructions"].as_str().unwrap();
            assert!(reply.text.contains(said), "{}", reply.text);
            let call = "get_answered_questions (session_id: \"e0537fd0\", blocking: true)";
            assert!(said.contains(call), "{said}");
            let ends = pending_replies >= END_TURN_AFTER;
            assert_eq!(said.contains("End your turn"), ends, "{pending_replies}: {said}");
            assert_eq!(said.contains("it is the result of that call"), !ends, "{said}");
        }
    }
}

/// REQ: AU-8
#[test]
fn fetching_gives_the_same_bytes_as_waiting() {
    let settled = given(json!({"q1": {"options": ["2"]}}));
    assert_eq!(fetched_reply(&settled, &nowhere()), reply(&settled));
}

/// REQ: UC-9
#[test]
fn warnings_follow_the_answers() {
    let mut interaction = given(json!({"q1": {"options": ["2"]}}));
    interaction.warnings = vec!["first".to_owned(), "second".to_owned()];
    let reply = reply(&interaction);
    assert!(
        reply.text.ends_with(
            "→ (Not answered)\n\nQuestion 2 has no answer: do not answer it yourself.\n\n\
             Warning: first\nWarning: second"
        ),
        "{}",
        reply.text
    );
    assert_eq!(reply.structured["warnings"], json!(["first", "second"]));
}
