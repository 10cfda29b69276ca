//! Tests of `reply.rs`.

use serde_json::{Value, json};

use crate::dialect::fixtures::{LONG, answered, asked, done, now, submission};
use crate::dialect::{Dialect, ReplyContext, reply};
use crate::interaction::Interaction;
use crate::settings::Language;
use crate::transition::{Command, expire};
use jiff::SignedDuration;

fn single() -> Interaction {
    let question = json!({"type": "user_choice", "question": "Which?", "context": LONG,
        "options": [{"id": "1", "label": "Postgres", "recommended": true}, {"id": "2", "label": "MySQL"}]});
    asked(Dialect::UserChoice, &question)
}

fn form() -> Interaction {
    let question = |text: &str, labels: [&str; 2]| json!({"question": text, "options": [{"id": "1", "label": labels[0]}, {"id": "2", "label": labels[1]}]});
    let choices = [
        question("DB 선택?", ["Postgres", "MySQL"]),
        question("Auth\n방식?", ["Password", "OAuth"]),
        question("Where?", ["Here", "There"]),
    ];
    asked(Dialect::UserChoice, &json!({"type": "user_choice_group", "choices": choices}))
}

fn text_of(interaction: &Interaction, questions: Value) -> String {
    reply(&answered(interaction, submission(questions)), &ReplyContext::default()).text
}

/// REQ: SL-5
#[test]
fn the_model_gets_exactly_the_id_or_the_typed_text() {
    assert_eq!(text_of(&single(), json!({"q1": {"options": ["2"]}})), "2");
    let typed = "Neither: use SQLite,\nin one file";
    assert_eq!(text_of(&single(), json!({"q1": {"text": typed}})), typed);
}

/// REQ: SL-5
#[test]
fn a_form_is_one_line_a_question() {
    let chosen =
        json!({"q1": {"options": ["1"]}, "q2": {"options": ["2"]}, "q3": {"text": "Elsewhere"}});
    let text = text_of(&form(), chosen);
    assert_eq!(text, "DB 선택?: 1. Postgres\nAuth 방식?: 2. OAuth\nWhere?: (own answer) Elsewhere");
}

/// REQ: SL-5
#[test]
fn the_marker_of_an_own_answer_is_in_the_users_language() {
    let chosen = json!({"q1": {"options": ["1"]}, "q2": {"options": ["2"]}, "q3": {"text": "X"}});
    for (language, marker) in
        [(Language::Zh, "(自行输入)"), (Language::Ko, "(직접입력)"), (Language::En, "(own answer)")]
    {
        let mut interaction = form();
        interaction.origin.language = Some(language);
        let text = text_of(&interaction, chosen.clone());
        assert!(text.ends_with(&format!("Where?: {marker} X")), "{text}");
        interaction.origin.language = Some(Language::En);
        interaction.presentation.language = Some(language);
        assert_eq!(text_of(&interaction, chosen.clone()), text, "chosen on the question itself");
    }
}

#[test]
fn what_was_typed_beside_the_choice_is_not_lost() {
    let noted = json!({"q1": {"options": ["2"], "notes": {"1": "too slow"}}});
    assert_eq!(text_of(&single(), noted), "2\n(note on Postgres: too slow)");
    let asked_back = text_of(&single(), json!({"q1": {"elaborate": "what does it cost?"}}));
    assert_eq!(
        asked_back,
        "Please explain more before I choose: what does it cost?\nThen ask the question again."
    );
    let mut whole = submission(json!({"q1": {"options": ["1"]}}));
    whole.note = Some("today".to_owned());
    assert_eq!(
        reply(&answered(&single(), whole), &ReplyContext::default()).text,
        "1\n(note: today)"
    );
}

/// REQ: SL-7
#[test]
fn the_model_is_told_when_nobody_answered_or_somebody_declined() {
    let cancel = Command::Cancel { note: Some("not now".to_owned()) };
    let reject = Command::Reject { reason: None };
    let withdraw = Command::Withdraw { why: Some("the session ended".to_owned()) };
    let expired = expire(&single(), None, now() + SignedDuration::from_hours(25)).unwrap();
    let ends = [
        (single(), "pending", "has not answered yet"),
        (expired, "timed_out", "Nobody answered the question in time."),
        (done(&single(), cancel), "cancelled", "The user cancelled the question."),
        (done(&single(), reject), "rejected", "The user rejected the question."),
        (
            done(&single(), withdraw),
            "withdrawn",
            "withdrawn before anybody answered it: the session ended.",
        ),
    ];
    for (interaction, status, says) in ends {
        let reply = reply(&interaction, &ReplyContext::default());
        assert!(reply.text.contains(says), "{}", reply.text);
        assert!(reply.text.contains("Do not choose by yourself."), "{}", reply.text);
        assert_eq!(reply.structured["status"], status);
        assert_eq!(reply.structured["answers"], json!([]));
    }
}

/// REQ: SL-5, UC-9
#[test]
fn programs_get_the_same_with_ids_and_advice() {
    let chosen = json!({"q1": {"options": ["1"]}, "q2": {"text": "SSO"}, "q3": {"options": ["2"]}});
    insta::assert_json_snapshot!(
        reply(&answered(&form(), submission(chosen)), &ReplyContext::default()).structured
    );
}

/// What the skill says about notes is what comes.
/// REQ: SL-5, UC-1
#[test]
fn notes_come_as_the_skill_says() {
    let given = json!({"q1": {"options": ["2"], "notes": {"2": "for now", "1": "too big"}}});
    let mut submission = submission(given);
    submission.note = Some("ask Ann".to_owned());
    let text = reply(&answered(&single(), submission), &ReplyContext::default()).text;
    let mut lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.remove(0), "2", "the id comes first: {text}");
    let form = |label: &str, note: &str| match label {
        "" => format!("(note: {note})"),
        label => format!("(note on {label}: {note})"),
    };
    lines.sort_unstable();
    let mut expected = [form("MySQL", "for now"), form("Postgres", "too big"), form("", "ask Ann")];
    expected.sort_unstable();
    assert_eq!(lines, expected);
    let skill = include_str!("skill.md");
    for form in [form("<label>", "<text>"), form("", "<text>")] {
        assert!(skill.contains(&format!("`{form}`")), "{form}");
    }
}
