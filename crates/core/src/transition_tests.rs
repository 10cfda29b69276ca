//! Tests of `transition.rs`.

use serde_json::{Value, json};

use super::*;
use crate::dialect::Dialect;
use crate::dialect::fixtures::{IRC, asked, choice, done, ids, now, person, submission, with};
use crate::settings::Language;
use crate::surface::Surface;

fn pending(fields: Value) -> Interaction {
    asked(Dialect::ProvideChoice, &with(choice("single"), fields))
}

fn answer() -> Command {
    Command::Answer { submission: submission(json!({"q1": {"options": ["lite"]}})) }
}

fn after(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

fn every_command() -> [Command; 6] {
    [
        answer(),
        Command::Cancel { note: None },
        Command::Reject { reason: None },
        Command::Withdraw { why: None },
        Command::SetRemaining { seconds: 60 },
        present(json!({"surface": "web"})),
    ]
}

fn present(fields: Value) -> Command {
    serde_json::from_value(with(json!({"command": "present"}), fields)).unwrap()
}

#[test]
fn an_answer_settles_and_says_who_gave_it() {
    let before = pending(json!({}));
    let settled = decide(&before, answer(), &person(Surface::Chat(IRC)), after(9)).unwrap();
    assert_eq!(settled.revision, before.revision + 1);
    assert_eq!(settled.settled_at(), Some(after(9)));
    assert_eq!(settled.status(), Status::Submitted);
    assert_eq!(settled.outcome().unwrap().actor(), Some(&person(Surface::Chat(IRC))));
    assert_eq!(settled.deadline(), None);
}

#[test]
fn the_second_one_hears_who_was_first() {
    let settled = decide(&pending(json!({})), answer(), &person(Surface::Web), after(9)).unwrap();
    for command in every_command() {
        let refusal = decide(&settled, command, &person(Surface::Terminal), after(10)).unwrap_err();
        assert_eq!(refusal.to_string(), "already submitted by ada via web at 2026-01-02T03:04:14Z");
    }
}

/// REQ: PC-4
#[test]
fn an_answer_that_does_not_fit_is_refused_with_the_reason() {
    let submission = submission(json!({"q1": {"options": ["lite", "my"]}}));
    let refusal =
        decide(&pending(json!({})), Command::Answer { submission }, &person(Surface::Api), now())
            .unwrap_err();
    assert!(matches!(&refusal, Refusal::Invalid { problems } if problems.len() == 1));
    assert!(refusal.to_string().contains("exactly 1 option is required, 2 are chosen"));
}

/// REQ: TO-6
#[test]
fn cancel_and_reject_keep_what_was_said() {
    let interaction = pending(json!({}));
    let cancelled = done(&interaction, Command::Cancel { note: Some(" later ".to_owned()) });
    assert!(
        matches!(cancelled.outcome(), Some(Outcome::Cancelled { note: Some(note), .. }) if note == "later")
    );
    let rejected = done(&interaction, Command::Reject { reason: Some("  ".to_owned()) });
    assert!(matches!(rejected.outcome(), Some(Outcome::Rejected { reason: None, .. })));
    let withdrawn = done(&interaction, Command::Withdraw { why: None });
    assert!(
        matches!(withdrawn.outcome(), Some(Outcome::Withdrawn { why }) if why == "taken back by ada via web")
    );
}

/// REQ: PC-12
#[test]
fn a_note_of_the_agent_never_becomes_the_persons_reason() {
    let interaction = pending(json!({
        "option_annotations": {"pg": "the new cluster"}, "global_annotation": "after the freeze",
    }));
    let reason = |command: Command| match done(&interaction, command).outcome() {
        Some(Outcome::Cancelled { note: words, .. } | Outcome::Rejected { reason: words, .. }) => {
            words.clone()
        }
        Some(Outcome::Answered { answers, .. }) => answers.note.clone(),
        other => panic!("{other:?}"),
    };
    let asks_back = |note: Option<&str>| {
        let back = submission(json!({"q1": {"elaborate": "which costs less?"}}));
        Command::Answer { submission: Submission { note: note.map(str::to_owned), ..back } }
    };
    for prefilled in ["after the freeze", " after the freeze\n", "the new cluster"] {
        let words = Some(prefilled.to_owned());
        assert_eq!(reason(Command::Cancel { note: words.clone() }), None, "{prefilled}");
        assert_eq!(reason(Command::Reject { reason: words }), None, "{prefilled}");
        assert_eq!(reason(asks_back(Some(prefilled))), None, "{prefilled}");
    }
    assert_eq!(reason(asks_back(None)), None);
    let own = || Some("not after the freeze".to_owned());
    assert_eq!(reason(Command::Cancel { note: own() }), own());
    assert_eq!(reason(asks_back(own().as_deref())), own());
    assert_eq!(reason(answer()).as_deref(), Some("after the freeze"), "an answer has it");
}

#[test]
fn a_remark_is_as_bounded_as_an_answer() {
    let long = Some("x".repeat(crate::limits::ANSWER + 1));
    for command in [Command::Cancel { note: long.clone() }, Command::Reject { reason: long }] {
        let refusal = decide(&pending(json!({})), command, &person(Surface::Web), now());
        assert!(matches!(refusal, Err(Refusal::Invalid { .. })));
    }
}

/// REQ: TO-5
#[test]
fn the_remaining_time_can_be_set_longer_and_shorter() {
    let mut interaction = pending(json!({"timeout_seconds": 300}));
    for seconds in [5, 604_800, 60] {
        let command = Command::SetRemaining { seconds };
        interaction = decide(&interaction, command, &person(Surface::Web), after(100)).unwrap();
        assert_eq!(interaction.deadline(), Some(after(100 + i64::try_from(seconds).unwrap())));
    }
    assert_eq!(interaction.revision, 4);
    for seconds in [0, 4, 604_801, u64::MAX] {
        let command = Command::SetRemaining { seconds };
        let refusal = decide(&interaction, command, &person(Surface::Web), now()).unwrap_err();
        assert!(
            matches!(&refusal, Refusal::Invalid { problems } if problems[0].field == "seconds")
        );
        let wire = serde_json::to_value(&refusal).unwrap();
        assert_eq!(wire["problems"][0]["fault"]["kind"], "out_of_range", "for surfaces to say it");
    }
}

/// REQ: SE-1
#[test]
fn a_change_on_the_interaction_changes_that_one_thing() {
    let before = pending(json!({}));
    let after = done(&before, present(json!({"surface": "web"})));
    let mut expected = before.clone();
    expected.revision += 1;
    expected.presentation.surface = Preferred::Web;
    assert_eq!(after, expected);
    let after = done(&after, present(json!({"timeout_action": "cancel", "language": "zh"})));
    assert_eq!(after.presentation.surface, Preferred::Web, "what is not named stays");
    assert_eq!(after.policy.timeout_action, TimeoutAction::Cancel);
    assert_eq!(after.presentation.language, Some(Language::Zh));
}

/// REQ: TO-3
#[test]
fn the_clock_does_what_was_asked_for_and_not_before_its_time() {
    let sent = |fields: Value| {
        let interaction = pending(with(fields, json!({"timeout_seconds": 60})));
        assert_eq!(expire(&interaction, None, after(59)), None);
        let settled = expire(&interaction, None, after(60)).unwrap();
        let Some(Outcome::TimedOut { action, sent }) = settled.outcome().cloned() else { panic!() };
        let options = sent.map(|answers| match answers.get(&"q1".into()) {
            Some(crate::answer::Answer::Given { options, .. }) => options.clone(),
            other => panic!("{other:?}"),
        });
        (action, options, settled.status())
    };
    let again = (TimeoutAction::Reinvoke, None, Status::Timeout);
    let submitted = |id| (TimeoutAction::Submit, Some(ids(&[id])), Status::AutoSubmitted);
    assert_eq!(sent(json!({})), again);
    assert_eq!(
        sent(json!({"timeout_action": "cancel"})),
        (TimeoutAction::Cancel, None, Status::Timeout)
    );
    assert_eq!(sent(json!({"default_selection_ids": ["my"]})), submitted("my"));
    assert_eq!(sent(json!({"timeout_action": "submit"})), submitted("pg"));
    assert_eq!(sent(json!({"timeout_action": "submit", "irreversible": true})), again);
}

/// REQ: TO-3
#[test]
fn an_irreversible_choice_is_never_submitted_by_the_clock() {
    let mut interaction = pending(json!({"irreversible": true, "default_selection_ids": ["my"]}));
    interaction = done(&interaction, present(json!({"timeout_action": "submit"})));
    let settled = expire(&interaction, None, interaction.deadline().unwrap()).unwrap();
    assert_eq!(
        settled.outcome(),
        Some(&Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None })
    );
}

#[test]
fn an_irreversible_choice_is_not_made_by_a_program() {
    let program = Actor::new(None, Surface::Cli, Presence::Unattended);
    let irreversible = pending(json!({"irreversible": true}));
    assert_eq!(decide(&irreversible, answer(), &program, now()), Err(Refusal::NeedsPerson));
    assert!(decide(&irreversible, Command::Cancel { note: None }, &program, now()).is_ok());
    assert!(decide(&irreversible, answer(), &person(Surface::Cli), now()).is_ok());
    assert!(decide(&pending(json!({})), answer(), &program, now()).is_ok());
}

/// REQ: AU-6
#[test]
fn questions_without_deadline_never_expire() {
    let arguments = json!({"questions": [{"prompt": "Which?", "title": "T",
        "options": [{"label": "A"}, {"label": "B"}]}]});
    let interaction = asked(Dialect::AskUserQuestions, &arguments);
    assert_eq!(expire(&interaction, None, after(365 * 86_400)), None);
}

/// The timeout only tells the agent that nobody answered, whatever a surface requests.
/// REQ: AU-6, SL-7
#[test]
fn a_dialect_without_timeout_actions_gets_none() {
    let arguments = json!({"questions": [{"prompt": "Which?", "title": "T",
        "options": [{"label": "A", "recommended": true}, {"label": "B"}]}]});
    let interaction = asked(Dialect::AskUserQuestions, &arguments);
    let present = Command::Present(PresentationChange {
        annotations: Some(false),
        timeout_action: Some(TimeoutAction::Submit),
        ..PresentationChange::default()
    });
    let shown = decide(&interaction, present, &person(Surface::Web), now()).unwrap();
    assert!(!shown.presentation.annotations, "the rest of the command holds");
    assert_eq!(shown.policy.timeout_action, TimeoutAction::Reinvoke);
}

/// REQ: PC-16
#[test]
fn a_pending_question_is_handed_to_a_terminal() {
    let handed = hand_off(&pending(json!({}))).unwrap();
    assert_eq!(handed.presentation.surface, Preferred::Terminal);
    let settled = done(&handed, answer());
    assert!(matches!(hand_off(&settled), Err(Refusal::AlreadySettled { .. })));
}

#[test]
fn a_settled_interaction_does_not_expire() {
    let settled = done(&pending(json!({})), answer());
    assert_eq!(expire(&settled, None, after(1_000_000)), None);
}

/// REQ: RA-7
#[test]
fn an_irreversible_choice_is_not_made_in_the_agents_terminal() {
    let agent = Actor::new(None, Surface::Terminal, Presence::AgentTerminal);
    let irreversible = pending(json!({"irreversible": true}));
    assert_eq!(decide(&irreversible, answer(), &agent, now()), Err(Refusal::AgentTerminal));
    assert!(decide(&irreversible, Command::Cancel { note: None }, &agent, now()).is_ok());
    let settled = decide(&pending(json!({})), answer(), &agent, now()).unwrap();
    let said = settled.outcome().and_then(Outcome::actor).unwrap().to_string();
    assert_eq!(said, "somebody via terminal (in the agent's terminal)");
}

/// The agent is cut off after this many seconds.
fn limited(timeout: u64, limit: u64) -> Interaction {
    let mut interaction = pending(json!({"timeout_seconds": timeout}));
    interaction.policy.extensible_ms = Some((limit - timeout) * 1_000);
    interaction
}

/// REQ: PO-3, TO-5
#[test]
fn the_time_is_not_extended_past_what_the_asker_can_wait() {
    let set = |interaction: &Interaction, seconds| {
        let command = Command::SetRemaining { seconds };
        decide(interaction, command, &person(Surface::Web), after(10))
    };
    let interaction = limited(60, 100);
    assert_eq!(interaction.latest(), Some(after(100)));
    assert_eq!(set(&interaction, 91), Err(Refusal::PastLimit { seconds: 90 }));
    let longer = set(&interaction, 90).unwrap();
    assert_eq!((longer.deadline(), longer.latest()), (Some(after(100)), Some(after(100))));
    let shorter = set(&longer, 5).unwrap();
    assert_eq!((shorter.deadline(), shorter.latest()), (Some(after(15)), Some(after(100))));
    assert_eq!(set(&shorter, 604_800), Err(Refusal::PastLimit { seconds: 90 }));
}

/// REQ: NA-2
#[test]
fn a_deadline_waits_once_for_a_person_who_types() {
    let interaction = pending(json!({"timeout_seconds": 60}));
    let waits = expire(&interaction, Some(after(50)), after(60)).unwrap();
    assert_eq!((waits.deadline(), waits.policy.waited), (Some(after(90)), true));
    assert_eq!(expire(&waits, Some(after(70)), after(89)), None);
    assert!(!expire(&waits, Some(after(89)), after(90)).unwrap().is_pending(), "only once");
    let ended = |interaction: &Interaction, typed, now| {
        !expire(interaction, typed, now).unwrap().is_pending()
    };
    assert!(ended(&interaction, Some(after(49)), after(60)), "too long ago");
    assert!(ended(&interaction, None, after(60)), "nobody typed");
    assert!(ended(&interaction, Some(after(55)), after(90)), "the desk was closed meanwhile");
    let short = pending(json!({"timeout_seconds": 59}));
    assert!(ended(&short, Some(after(58)), after(59)), "the agent cannot wait");
    assert!(ended(&limited(60, 60), Some(after(59)), after(60)), "past what the asker can wait");
    let most = expire(&limited(60, 70), Some(after(59)), after(60)).unwrap();
    assert_eq!((most.deadline(), most.latest()), (Some(after(70)), Some(after(70))));
}

/// REQ: SA-7
#[test]
fn what_is_irreversible_is_decided_only_where_the_person_said() {
    let on = |surfaces: &[Surface]| {
        let mut interaction = pending(json!({"irreversible": true}));
        interaction.policy.surfaces = surfaces.to_vec();
        interaction
    };
    let by = |via, presence| Actor::new(None, via, presence);
    let tries = [
        (by(Surface::Web, Presence::Paired), Some(Surface::Web)),
        (by(Surface::Web, Presence::Interactive), None),
        (by(Surface::Terminal, Presence::Interactive), Some(Surface::Terminal)),
        (by(Surface::Cli, Presence::Interactive), Some(Surface::Terminal)),
        (by(Surface::Chat(IRC), Presence::Interactive), Some(Surface::Chat(IRC))),
        (by(Surface::Api, Presence::Interactive), None),
    ];
    for surface in [Surface::Web, Surface::Terminal, Surface::Chat(IRC)] {
        let interaction = on(&[surface]);
        for (actor, counts) in &tries {
            let decided = decide(&interaction, answer(), actor, now());
            let elsewhere = Refusal::Elsewhere { surfaces: vec![surface] };
            match *counts == Some(surface) {
                true => assert!(decided.is_ok(), "{surface} {actor:?}: {decided:?}"),
                false => assert_eq!(decided, Err(elsewhere), "{surface} {actor:?}"),
            }
            // Declining is possible everywhere.
            for no in [Command::Cancel { note: None }, Command::Reject { reason: None }] {
                assert!(decide(&interaction, no, actor, now()).is_ok());
            }
        }
    }
    // With or without the surface in the list: a program isn't a person.
    let program = by(Surface::Cli, Presence::Unattended);
    let refused = decide(&on(&[Surface::Terminal]), answer(), &program, now());
    assert_eq!(refused, Err(Refusal::NeedsPerson));
}
