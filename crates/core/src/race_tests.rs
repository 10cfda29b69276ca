//! The race between a dialog and the desk: single steps.

#[path = "race_property_tests.rs"]
mod any_order;

use serde_json::{Value, json};

use super::*;
use crate::dialect::{Dialect, DialectLimits, parse};
use crate::interaction::{Origin, Status};
use crate::settings::Preferences;
use crate::surface::{Actor, Presence, Surface};
use crate::transition::{Command, decide};
use crate::{OptionId, QuestionId, Submission};

const AGENT: &str = "Claude Code";

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

fn ada() -> Actor {
    Actor::new(Some("ada".to_owned()), Surface::Web, Presence::Interactive)
}

fn asked(dialect: Dialect, arguments: &Value) -> Interaction {
    let asking = parse(dialect, arguments, &DialectLimits::default()).unwrap();
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    let origin = Origin::new(dialect, "call");
    let begun = Interaction::begin(id, origin, asking, &Preferences::default(), now());
    Interaction { race: Some(Race::Open), ..begun }
}

fn permission() -> Interaction {
    asked(Dialect::Permission, &json!({ "title": "make", "prompt": "It builds." }))
}

fn question() -> Interaction {
    let options = json!([{ "label": "SQLite" }, { "label": "PostgreSQL" }]);
    let question = json!({ "question": "Which?", "header": "Store", "options": options });
    asked(Dialect::ClaudeQuestion, &json!({ "questions": [question] }))
}

fn choose(option: &str) -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::new("q1".to_owned()), vec![OptionId::new(option.to_owned())]);
    Command::Answer { submission }
}

fn act(interaction: &Interaction, command: Command) -> Option<Interaction> {
    decide(interaction, command, &ada(), now()).ok()
}

fn hear(interaction: &Interaction, seen: &Seen) -> Option<Interaction> {
    let command = match judge(interaction, seen, AGENT)? {
        RaceNews::Confirmed => Command::Confirm,
        RaceNews::AnsweredThere { why } => Command::AnsweredThere { why },
    };
    act(interaction, command)
}

fn why(interaction: &Interaction) -> &str {
    match interaction.outcome() {
        Some(Outcome::Withdrawn { why }) => why,
        other => panic!("{other:?}"),
    }
}

fn ran() -> Seen {
    Seen::Ran { answers: None, mode: None }
}

fn refused() -> Seen {
    Seen::Refused { heard: None }
}

fn says(text: &str) -> Command {
    let mut submission = Submission::default();
    submission.write(QuestionId::new("q1".to_owned()), text.to_owned());
    Command::Answer { submission }
}

fn plan() -> Interaction {
    asked(Dialect::ClaudePlan, &json!({ "plan": "# Tidy up" }))
}

/// REQ: AD-3
#[test]
fn an_answer_is_given_until_the_agent_has_confirmed_it() {
    let given = act(&permission(), choose("allow")).unwrap();
    assert_eq!((given.status(), given.race), (Status::Given, Some(Race::Given)));
    assert_eq!(act(&given, choose("deny")), None, "there is one answer");
    let confirmed = hear(&given, &ran()).unwrap();
    assert_eq!(confirmed.status(), Status::Submitted);
    for seen in [ran(), refused(), Seen::Ended] {
        assert_eq!(hear(&confirmed, &seen), None, "it is over");
    }
}

/// REQ: AD-3, NA-6
#[test]
fn answered_there_is_withdrawn_here_with_where_and_what() {
    let open = question();
    let taken = |label: &str| Seen::Ran {
        answers: Some(vec![("Which?".to_owned(), label.to_owned())]),
        mode: None,
    };
    assert_eq!(why(&hear(&open, &taken("SQLite")).unwrap()), "answered “SQLite” in Claude Code");
    let given = act(&open, choose("1")).unwrap();
    assert_eq!(hear(&given, &taken("SQLite")).unwrap().race, Some(Race::Confirmed));
    let lost = hear(&given, &taken("PostgreSQL")).unwrap();
    assert_eq!((lost.status(), lost.race), (Status::Withdrawn, Some(Race::Lost)));
    assert_eq!(why(&lost), "answered “PostgreSQL” in Claude Code");

    let allowed = act(&permission(), choose("allow")).unwrap();
    assert_eq!(why(&hear(&allowed, &refused()).unwrap()), "declined or interrupted in Claude Code");
    let denied = act(&permission(), choose("deny")).unwrap();
    assert_eq!(why(&hear(&denied, &ran()).unwrap()), "allowed in Claude Code");
    assert_eq!(why(&hear(&permission(), &Seen::Ended).unwrap()), "Claude Code ended");
}

/// Closed in its dialog, or failed: no answer was taken.
/// REQ: AD-3, NA-6
#[test]
fn a_question_tool_that_ran_without_answers_took_none() {
    assert_eq!(why(&hear(&question(), &ran()).unwrap()), "closed without an answer in Claude Code");
    let given = act(&question(), choose("1")).unwrap();
    let lost = hear(&given, &ran()).unwrap();
    assert_eq!(lost.race, Some(Race::Lost));
    assert_eq!(why(&lost), "closed without an answer in Claude Code");
}

/// REQ: AD-3, NA-6
#[test]
fn a_denial_counts_with_the_words_that_the_model_has_read() {
    let denied = act(&permission(), says("use make")).unwrap();
    let ours = AgentReply::of(&denied).unwrap().refusal().unwrap();
    let heard = |text: &str| Seen::Refused { heard: Some(text.to_owned()) };
    assert_eq!(hear(&denied, &heard(&ours)).unwrap().race, Some(Race::Confirmed));
    let lost = hear(&denied, &heard("The user said: no")).unwrap();
    assert_eq!((lost.race, why(&lost)), (Some(Race::Lost), "declined in Claude Code"));
    let unknown = hear(&denied, &refused()).unwrap();
    assert_eq!(unknown.race, Some(Race::Lost));
    assert!(why(&unknown).contains("not known which words"), "{}", why(&unknown));
    // Without words, one no is like another; with them, it is theirs.
    let denied = act(&permission(), choose("deny")).unwrap();
    assert_eq!(hear(&denied, &refused()).unwrap().race, Some(Race::Confirmed));
    let lost = hear(&denied, &heard("The user said: no")).unwrap();
    assert_eq!(lost.race, Some(Race::Lost));
}

/// REQ: AD-1, AD-3
#[test]
fn a_plan_is_approved_in_the_mode_that_was_given() {
    let into = |mode: Option<&str>| Seen::Ran { answers: None, mode: mode.map(str::to_owned) };
    for (option, ours, other) in [("edit", "acceptEdits", "default"), ("ask", "default", "auto")] {
        let given = act(&plan(), choose(option)).unwrap();
        assert_eq!(hear(&given, &into(Some(ours))).unwrap().race, Some(Race::Confirmed));
        let lost = hear(&given, &into(Some(other))).unwrap();
        assert_eq!(why(&lost), format!("approved (mode {other}) in Claude Code"));
        assert_eq!(hear(&given, &into(None)).unwrap().race, Some(Race::Lost), "it is not known");
    }
    let kept = act(&plan(), choose("keep")).unwrap();
    assert_eq!(hear(&kept, &into(Some("default"))).unwrap().race, Some(Race::Lost));
}

/// REQ: AD-3
#[test]
fn what_was_not_given_cannot_be_confirmed() {
    assert_eq!(act(&permission(), Command::Confirm), None);
    let alone = Interaction { race: None, ..permission() };
    let answered = act(&alone, choose("allow")).unwrap();
    assert_eq!(answered.status(), Status::Submitted, "the guard's own questions don't race");
    let there = Command::AnsweredThere { why: "x".to_owned() };
    assert_eq!(act(&answered, there), None);
}
