//! Properties that hold for every input, checked with many.

#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

#[path = "properties/generate.rs"]
mod generate;

use generate::{DIALECTS, any_command, any_json, any_request, any_submission};
use proptest::collection::vec;
use proptest::prelude::*;
use sayso_core::control::{Bounds, Control, Empty, OwnText};
use sayso_core::dialect::{Dialect, DialectLimits, ParsedAsk, ReplyContext, parse, refusal, reply};
use sayso_core::interaction::Outcome;
use sayso_core::settings::Preferences;
use sayso_core::surface::Presence;
use sayso_core::transition::{expire, hand_off};
use sayso_core::worksheet::check;
use sayso_core::*;
use serde_json::{Value, json};

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().expect("a valid time")
}

fn ada() -> Actor {
    Actor::new(Some("ada".to_owned()), Surface::Web, Presence::Interactive)
}

/// Due at once.
fn asked(dialect: Dialect, asking: ParsedAsk) -> Interaction {
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().expect("a valid id");
    let origin = Origin::new(dialect, "call");
    let begun = Interaction::begin(id, origin, asking, &Preferences::default(), now());
    Interaction { state: State::Pending { deadline: Some(now()) }, ..begun }
}

fn parsed((dialect, request): &(Dialect, Value)) -> Option<Interaction> {
    let asking = parse(*dialect, request, &DialectLimits::default()).ok()?;
    Some(asked(*dialect, asking))
}

/// The smallest answer that each control accepts.
fn smallest_answer(form: &Form) -> Submission {
    let mut submission = Submission::default();
    for question in &form.questions {
        let options = question.control.options().iter().map(|option| option.id.clone());
        match &question.control {
            Control::One { .. } => {
                submission.choose(question.id.clone(), options.take(1).collect())
            }
            Control::Many { bounds, empty, .. } => {
                let least = match empty {
                    Empty::Allowed => bounds.min,
                    Empty::Refused => bounds.min.max(1),
                };
                submission.choose(question.id.clone(), options.take(least).collect());
            }
            Control::Text => submission.write(question.id.clone(), "text".to_owned()),
            Control::Rank(Ranking { places, .. }) => {
                submission.choose(question.id.clone(), options.take(*places).collect());
            }
            Control::Number(range) => {
                submission.write(
                    question.id.clone(),
                    range.next("", Way::Up).expect("an empty field").into(),
                );
            }
        }
    }
    submission
}

fn fits(control: &Control, options: &[OptionId], text: Option<&str>) -> bool {
    let Bounds { min, max } = control.bounds();
    let text_fits = text.is_none() || control.own_text() == OwnText::Allowed;
    let count_fits = match control {
        Control::One { .. } => options.len() + usize::from(text.is_some()) == 1,
        Control::Many { empty, .. } => {
            (min..=max).contains(&options.len())
                && (*empty == Empty::Allowed || !options.is_empty() || text.is_some())
        }
        Control::Text => options.is_empty() && text.is_some(),
        Control::Rank(ranking) => options.len() == ranking.places,
        Control::Number(range) => {
            options.is_empty() && text.is_some_and(|text| range.read(text).is_ok())
        }
    };
    text_fits && count_fits
}

proptest! {
    #![proptest_config(cases(256))]

    /// REQ: PC-2, AU-3
    #[test]
    fn whatever_parses_can_be_answered(request in any_request()) {
        if let Some(interaction) = parsed(&request) {
            let command = Command::Answer { submission: smallest_answer(&interaction.form) };
            let settled = decide(&interaction, command, &ada(), now());
            prop_assert!(settled.is_ok(), "{:?}\n{:?}", interaction.form, settled);
            prop_assert!(!reply(&settled.unwrap(), &ReplyContext::default()).is_error);
        }
    }

    /// REQ: PC-4, PC-11
    #[test]
    fn an_accepted_answer_is_within_bounds_ordered_and_without_doubles(
        request in any_request(),
        submission in any_submission(),
    ) {
        if let Some(interaction) = parsed(&request)
            && let Ok(answers) = check(&interaction.form, submission)
        {
            for (id, answer) in &answers.questions {
                let control = &interaction.form.question(id).unwrap().control;
                let Answer::Given { options, text, notes } = answer else { continue };
                prop_assert!(fits(control, options, text.as_deref()), "{control:?} {answer:?}");
                let mut places: Vec<_> = options
                    .iter()
                    .map(|id| control.options().iter().position(|option| option.id == *id).unwrap())
                    .collect();
                if control.ranking().is_some() {
                    places.sort_unstable();
                }
                prop_assert!(places.is_sorted_by(|one, other| one < other), "{places:?}");
                prop_assert!(notes.values().chain(text).all(|text| !text.trim().is_empty()));
            }
        }
    }

    #[test]
    fn no_arguments_panic_and_every_refusal_says_why(arguments in any_json()) {
        for dialect in DIALECTS {
            if let Err(problems) = parse(dialect, &arguments, &DialectLimits::default()) {
                prop_assert!(!problems.is_empty());
                prop_assert!(problems.iter().all(|problem| !problem.rule.is_empty()));
                prop_assert!(refusal(dialect.tool(), &problems).is_error);
            }
        }
        let _ = dialect::provide_choice::session_id(&arguments);
        let _ = dialect::provide_choice::ignored_beside_session_id(&arguments);
        let _ = dialect::ask_user_questions::is_non_blocking(&arguments);
    }

    #[test]
    fn no_sequence_of_commands_panics_and_every_state_has_a_reply(
        request in any_request(),
        commands in vec(any_command(), 1..5),
    ) {
        if let Some(mut interaction) = parsed(&request) {
            for command in commands {
                if let Ok(next) = decide(&interaction, command, &ada(), now()) {
                    prop_assert_eq!(next.revision, interaction.revision + 1);
                    interaction = next;
                }
                let reply = reply(&interaction, &ReplyContext::default());
                prop_assert!(!reply.text.is_empty() && reply.structured.is_object());
            }
        }
    }

    /// REQ: PC-2
    #[test]
    fn every_independent_fault_is_named(chosen in proptest::sample::subsequence(FAULTS.to_vec(), 1..=FAULTS.len())) {
        let mut request = json!({
            "title": "T", "prompt": "P", "selection_mode": "multi",
            "options": [{"id": "a", "label": "A", "recommended": true}, {"id": "b", "label": "B"}],
        });
        for (field, value) in &chosen {
            request[*field] = serde_json::from_str(value).unwrap();
        }
        let problems = parse(Dialect::ProvideChoice, &request, &DialectLimits::default()).unwrap_err();
        for (field, _) in &chosen {
            prop_assert!(
                problems.iter().any(|problem| problem.field.starts_with(field)),
                "{field} is not in {problems:?}"
            );
        }
        prop_assert_eq!(problems.len(), chosen.len(), "{:?}", problems);
    }

    /// REQ: TO-3
    #[test]
    fn the_clock_never_makes_an_irreversible_choice(
        request in any_request(),
        commands in vec(any_command(), 0..3),
    ) {
        if let Some(mut interaction) = parsed(&request) {
            interaction.policy.irreversible = true;
            for command in commands {
                interaction = decide(&interaction, command, &ada(), now()).unwrap_or(interaction);
            }
            if let Some(deadline) = interaction.deadline() {
                let settled = expire(&interaction, None, deadline).unwrap();
                let Some(Outcome::TimedOut { sent, .. }) = settled.outcome() else { panic!() };
                prop_assert_eq!(sent, &None);
            }
        }
    }

    #[test]
    fn nothing_changes_what_is_settled(
        request in any_request(),
        end in any_command(),
        command in any_command(),
    ) {
        let settled = parsed(&request).and_then(|asked| decide(&asked, end, &ada(), now()).ok());
        if let Some(settled) = settled.filter(|interaction| !interaction.is_pending()) {
            let refused = decide(&settled, command, &ada(), now());
            let already = matches!(refused, Err(Refusal::AlreadySettled { .. }));
            prop_assert!(already);
            prop_assert_eq!(expire(&settled, None, now()), None);
            prop_assert!(hand_off(&settled).is_err());
        }
    }
}

/// Fields and values that are wrong in `multi`, for any values of the others.
const FAULTS: [(&str, &str); 13] = [
    ("title", "\" \""),
    ("prompt", "7"),
    ("placeholder", "\"x\""),
    ("show_placeholder", "1"),
    ("default_selection_ids", "[\"z\"]"),
    ("min_selections", "9"),
    ("max_selections", "\"two\""),
    ("single_submit_mode", "true"),
    ("timeout_seconds", "\"soon\""),
    ("timeout_action", "\"explode\""),
    ("interface", "\"fax\""),
    ("option_annotations", "{\"z\": \"note\"}"),
    ("colour", "\"red\""),
];

/// The generators must produce both, or the properties above prove nothing.
#[test]
fn the_generators_make_requests_that_parse_and_requests_that_do_not() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let parsing = (0..200)
        .filter(|_| parsed(&any_request().new_tree(&mut runner).unwrap().current()).is_some())
        .count();
    assert!((30..190).contains(&parsing), "{parsing} of 200 parse");
}
