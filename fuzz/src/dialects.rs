//! For any input of an agent: problems with their reasons, or a form that can be shown, answered
//! and replied to.

use std::collections::BTreeSet;

use sayso_core::control::{Control, Empty};
use sayso_core::dialect::{
    Asking, Dialect, DialectLimits, Prompts, Standing, parse, refusal, reply,
};
use sayso_core::policy::TimeoutAction;
use sayso_core::settings::Preferences;
use sayso_core::surface::Presence;
use sayso_core::transition::expire;
use sayso_core::worksheet::check;
use sayso_core::{
    Actor, Command, Form, Interaction, Origin, State, Submission, Surface, Timestamp, Way, decide,
    limits,
};
use serde_json::Value;

/// Panics if a property doesn't hold for this JSON.
pub fn dialects(input: &[u8]) {
    let Ok(arguments) = serde_json::from_slice::<Value>(input) else { return };
    for dialect in Dialect::ALL {
        for prompts in [Prompts::Warn, Prompts::Refuse] {
            let limits = DialectLimits { prompts, ..DialectLimits::default() };
            match parse(dialect, &arguments, &limits) {
                Ok(asking) => can_be_asked(dialect, asking),
                Err(problems) => {
                    assert!(!problems.is_empty(), "refused, and nobody knows why");
                    assert!(problems.iter().all(|problem| !problem.rule.is_empty()));
                    assert!(refusal("a tool", &problems).is_error);
                }
            }
        }
    }
}

fn can_be_asked(dialect: Dialect, asking: Asking) {
    is_sound(&asking.form);
    let interaction = asked(dialect, asking);
    let form = &interaction.form;
    assert!(!reply(&interaction, &Standing::default()).text.is_empty());

    let smallest = Command::Answer { submission: smallest_answer(form) };
    let settled = decide(&interaction, smallest, &person(), now()).expect("an answer that fits");
    let told = reply(&settled, &Standing::default());
    assert!(!told.is_error && told.structured.is_object(), "{told:?}");

    let expired = expire(&interaction, None, now()).expect("it is due");
    assert!(!expired.is_pending() && !reply(&expired, &Standing::default()).text.is_empty());
    if interaction.policy.timeout_action == TimeoutAction::Submit {
        assert!(!interaction.policy.irreversible, "the clock would do what cannot be undone");
        check(form, form.proposal()).expect("the clock sends only what fits");
    }
}

/// What every surface relies on.
fn is_sound(form: &Form) {
    assert!((1..=limits::QUESTIONS).contains(&form.questions.len()));
    assert!(!form.title.trim().is_empty(), "no title: {form:?}");
    let ids: BTreeSet<_> = form.questions.iter().map(|question| &question.id).collect();
    assert_eq!(ids.len(), form.questions.len(), "two questions with one id");
    for question in &form.questions {
        let options = question.control.options();
        let ids: BTreeSet<_> = options.iter().map(|option| &option.id).collect();
        assert_eq!(ids.len(), options.len(), "two options with one id");
        assert!(options.len() <= limits::OPTIONS);
        assert!(options.iter().all(|option| !option.label.trim().is_empty()), "no label");
        assert!(question.defaults.iter().all(|id| ids.contains(id)), "unknown default");
        assert!(question.notes.keys().all(|id| ids.contains(id)), "a note on nothing");
        let bounds = question.control.bounds();
        assert!(bounds.min <= bounds.max && bounds.max <= options.len().max(1), "{bounds:?}");
    }
    let json = serde_json::to_string(form).expect("a form makes valid JSON");
    let back: Form = serde_json::from_str(&json).expect("it was written by us");
    assert_eq!(back, *form, "what is stored is not what was asked");
}

fn smallest_answer(form: &Form) -> Submission {
    let mut submission = Submission::default();
    for question in &form.questions {
        let options = question.control.options().iter().map(|option| option.id.clone());
        let least = match &question.control {
            Control::Text => {
                submission.write(question.id.clone(), "text".to_owned());
                continue;
            }
            Control::Number(range) => {
                submission.write(question.id.clone(), range.next("", Way::Up).expect("an empty field").to_string());
                continue;
            }
            Control::Rank(ranking) => ranking.places,
            Control::One { .. } => 1,
            Control::Many { bounds, empty: Empty::Allowed, .. } => bounds.min,
            Control::Many { bounds, empty: Empty::Refused, .. } => bounds.min.max(1),
        };
        submission.choose(question.id.clone(), options.take(least).collect());
    }
    submission
}

/// As the desk would store it, with default settings, due at once.
fn asked(dialect: Dialect, asking: Asking) -> Interaction {
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().expect("a valid id");
    let origin = Origin::new(dialect, "call");
    let begun = Interaction::begin(id, origin, asking, &Preferences::default(), now());
    Interaction { state: State::Pending { deadline: Some(now()) }, ..begun }
}

fn person() -> Actor {
    Actor::new(Some("ada".to_owned()), Surface::Web, Presence::Interactive)
}

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().expect("a valid time")
}
