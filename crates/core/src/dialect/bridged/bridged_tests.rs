//! Permissions, Claude Code's questions and plans: asked, and answered in its words.

use serde_json::{Value, json};

use super::*;
use crate::dialect::{Dialect, DialectLimits, ParsedAsk, parse};
use crate::interaction::{Interaction, Origin, Status};
use crate::settings::Preferences;
use crate::surface::{Actor, Presence, Surface};
use crate::transition::{Command, Refusal, decide};
use crate::{OptionId, QuestionId, Submission, Timestamp};

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

fn parsed(dialect: Dialect, arguments: &Value) -> ParsedAsk {
    parse(dialect, arguments, &DialectLimits::default()).unwrap()
}

fn begun(dialect: Dialect, arguments: &Value) -> Interaction {
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    let (origin, asking) = (Origin::new(dialect, "call"), parsed(dialect, arguments));
    Interaction::begin(id, origin, asking, &Preferences::default(), now())
}

fn replied(interaction: &Interaction, command: Command) -> Option<AgentReply> {
    let ada = Actor::new(None, Surface::Web, Presence::Interactive);
    AgentReply::of(&decide(interaction, command, &ada, now()).unwrap())
}

fn answer(entries: &[(&str, &[&str], Option<&str>)]) -> Command {
    let mut submission = Submission::default();
    for (question, options, text) in entries {
        let question = QuestionId::new((*question).to_owned());
        let options = options.iter().map(|id| OptionId::new((*id).to_owned())).collect();
        submission.choose(question.clone(), options);
        if let Some(text) = text {
            submission.write(question, (*text).to_owned());
        }
    }
    Command::Answer { submission }
}

fn questions() -> Value {
    json!({ "questions": [
        { "question": "Which store?", "header": "Store", "multiSelect": false, "options": [
            { "label": "SQLite", "description": "One file", "preview": "app.db" },
            { "label": "PostgreSQL", "description": "A server" },
        ] },
        { "question": "What else?", "header": "More", "multiSelect": true, "options": [
            { "label": "Cache", "description": "" }, { "label": "Search", "description": "" },
        ] },
    ], "metadata": { "source": "x" } })
}

/// REQ: AD-3, NA-6
#[test]
fn what_can_only_be_answered_elsewhere_gives_the_agent_nothing() {
    let asked = json!({ "title": "Claude Code waits in its terminal", "prompt": "A permission.",
        "elsewhere": true });
    let asked = begun(Dialect::Permission, &asked);
    for act in [answer(&[("q1", &["seen"], None)]), Command::Cancel { note: None }] {
        let ada = Actor::new(None, Surface::Web, Presence::Interactive);
        let put_away = decide(&asked, act.clone(), &ada, now()).unwrap();
        assert_eq!(AgentReply::of(&put_away), None, "{act:?}");
        assert_eq!(put_away.status(), Status::Withdrawn, "no person has answered it: {act:?}");
        let program = Actor::new(None, Surface::Api, Presence::Unattended);
        assert!(decide(&asked, act, &program, now()).is_ok(), "anyone may put it away");
    }
    let ada = Actor::new(None, Surface::Web, Presence::Interactive);
    let allow = decide(&asked, answer(&[("q1", &["allow"], None)]), &ada, now());
    assert!(allow.is_err(), "there is nothing to allow");
}

/// REQ: AD-3
#[test]
fn a_remark_stands_above_the_questions_and_the_plan() {
    let mut asked = questions();
    asked[REMARK] = json!("Its dialog waits.");
    let form = parsed(Dialect::ClaudeQuestion, &asked).form;
    assert_eq!(form.context.as_deref(), Some("Its dialog waits."));
    let plan = json!({ "plan": "# Tidy up", REMARK: "Its dialog waits." });
    let form = parsed(Dialect::ClaudePlan, &plan).form;
    assert_eq!(form.context.as_deref(), Some("Its dialog waits."));
}

/// REQ: AD-1
#[test]
fn claude_codes_questions_are_ours_and_are_answered_in_its_words() {
    let asked = begun(Dialect::ClaudeQuestion, &questions());
    let first = &asked.form.questions[0];
    assert_eq!((first.prompt.as_str(), first.header.as_str()), ("Which store?", "Store"));
    let described = first.control.options()[0].description.as_deref();
    assert_eq!(described, Some("One file\n\n```\napp.db\n```"), "a preview is text");

    let chosen = answer(&[("q1", &["2"], None), ("q2", &["1", "2"], None)]);
    let reply = replied(&asked, chosen).unwrap();
    let pairs = |reply: &AgentReply| reply.answers().unwrap().to_vec();
    let both = |one: &str, two: &str| {
        vec![("Which store?".to_owned(), one.to_owned()), ("What else?".to_owned(), two.to_owned())]
    };
    assert_eq!(pairs(&reply), both("PostgreSQL", "Cache, Search"));
    let typed = answer(&[("q1", &[], Some("DuckDB")), ("q2", &["2"], Some("and logs"))]);
    assert_eq!(pairs(&replied(&asked, typed).unwrap()), both("DuckDB", "Search, and logs"));
}

/// There is no consent to questions without answers: the type has no place for it.
/// REQ: AD-1
#[test]
fn no_answer_is_never_consent() {
    let asked = begun(Dialect::ClaudeQuestion, &questions());
    let note = Some("later".to_owned());
    let reply = replied(&asked, Command::Cancel { note }).unwrap();
    assert_eq!(
        reply,
        AgentReply::Question(QuestionReply::Decline { remarks: vec!["later".to_owned()] })
    );
    assert!(!reply.is_consent());
    assert_eq!(replied(&asked, Command::Withdraw { why: None }), None, "the agent is told nothing");
    assert_eq!(AgentReply::of(&asked), None);
    let half = answer(&[("q1", &["2"], None)]);
    let ada = Actor::new(None, Surface::Web, Presence::Interactive);
    assert!(decide(&asked, half, &ada, now()).is_err(), "every question is answered");
}

/// REQ: AD-2, NA-4
#[test]
fn only_the_option_allows_and_a_text_denies_with_its_reason() {
    let request = json!({ "title": "rm -rf build", "prompt": "…", "irreversible": true });
    let asked = begun(Dialect::Permission, &request);
    let labels: Vec<&str> =
        asked.form.questions[0].control.options().iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["Allow once", "Deny"]);
    let parts =
        json!({ "title": "rm -rf build", "prompt": "…", "marked": ["", "rm -rf", " build"] });
    assert_eq!(begun(Dialect::Permission, &parts).form.marked, ["", "rm -rf", " build"]);
    let other = json!({ "title": "ls", "prompt": "…", "marked": ["", "rm -rf"] });
    assert!(parse(Dialect::Permission, &other, &DialectLimits::default()).is_err());
    assert!(replied(&asked, answer(&[("q1", &["allow"], None)])).unwrap().is_consent());
    let text = answer(&[("q1", &[], Some("keep it"))]);
    let refused = replied(&asked, text.clone()).unwrap();
    assert!(!refused.is_consent());
    assert!(refused.refusal().unwrap().ends_with("They said: keep it"));
    // Saying no needs no confirmation and no person.
    let program = Actor::new(None, Surface::Api, Presence::Unattended);
    assert!(decide(&asked, text, &program, now()).is_ok());
    assert!(decide(&asked, answer(&[("q1", &["allow"], None)]), &program, now()).is_err());
}

/// The program that asks can say no to itself, and nothing else.
/// REQ: AD-1, AD-2, NA-4
#[test]
fn no_program_consents_to_a_permission_or_a_plan() {
    let permission = begun(Dialect::Permission, &json!({ "title": "make", "prompt": "…" }));
    let plan = begun(Dialect::ClaudePlan, &json!({ "plan": "# Tidy up" }));
    let says = |asked: &Interaction, command: Command, presence| {
        let actor = Actor::new(None, Surface::Cli, presence);
        decide(asked, command, &actor, now()).map(drop)
    };
    let option = |id: &'static str| answer(&[("q1", &[id], None)]);
    for (asked, yes, no) in [(&permission, "allow", "deny"), (&plan, "ask", "keep")] {
        let refused = says(asked, option(yes), Presence::Unattended);
        assert_eq!(refused, Err(Refusal::NeedsPerson));
        let refused = says(asked, option(yes), Presence::AgentTerminal);
        assert_eq!(refused, Err(Refusal::AgentTerminal));
        assert_eq!(says(asked, option(yes), Presence::Interactive), Ok(()));
        for presence in [Presence::Unattended, Presence::AgentTerminal] {
            assert_eq!(says(asked, option(no), presence), Ok(()));
            assert_eq!(says(asked, answer(&[("q1", &[], Some("not now"))]), presence), Ok(()));
            assert_eq!(says(asked, Command::Cancel { note: None }, presence), Ok(()));
        }
    }
}

/// REQ: AD-1
#[test]
fn a_plan_is_shown_whole_and_approved_or_sent_back() {
    let plan = "# Split the parser\n\n1. Move the reader\n2. Delete the old one";
    let asked = begun(Dialect::ClaudePlan, &json!({ "plan": plan, "planFilePath": "/p.md" }));
    assert_eq!(asked.form.title, "Plan: Split the parser");
    assert_eq!(asked.form.questions[0].prompt, plan);
    let approve = |id: &str| replied(&asked, answer(&[("q1", &[id], None)])).unwrap();
    assert_eq!(approve("edit"), AgentReply::Plan(PlanReply::Approve { accepts_edits: true }));
    assert_eq!(approve("ask"), AgentReply::Plan(PlanReply::Approve { accepts_edits: false }));
    assert!(!approve("keep").is_consent());
    let text = replied(&asked, answer(&[("q1", &[], Some("tests first"))])).unwrap();
    assert_eq!(text.refusal().unwrap(), "The user wants to keep planning. They said: tests first");
}
