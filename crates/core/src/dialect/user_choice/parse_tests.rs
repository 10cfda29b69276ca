//! Tests of `parse.rs`.

use serde_json::{Value, json};

use crate::control::{Control, OwnText};
use crate::dialect::fixtures::{LONG, asked, now};
use crate::dialect::{Dialect, DialectLimits, ParsedAsk, parse};
use crate::form::Completeness;
use crate::interaction::Outcome;
use crate::policy::{TimeoutAction, TimeoutWish};
use crate::transition::expire;
use jiff::SignedDuration;

fn parsed(arguments: &Value) -> ParsedAsk {
    parse(Dialect::UserChoice, arguments, &DialectLimits::default()).unwrap()
}

fn single() -> Value {
    json!({
        "type": "user_choice", "question": "Which database?\nTell me.", "context": LONG,
        "options": [
            {"id": "pg", "label": "PostgreSQL", "description": "Boring and good", "recommended": true},
            {"id": "lite", "label": "SQLite"},
        ],
    })
}

fn form() -> Value {
    json!({
        "type": "user_choice_group", "question": "Set up", "context": "The new service.",
        "choices": [single(), {
            "question": "Which region?", "context": LONG,
            "options": ["Frankfurt (recommended)", "Dublin"],
        }],
    })
}

/// REQ: UC-1, UC-3
#[test]
fn a_single_choice_is_a_form_of_one_question_that_takes_an_own_text() {
    let ParsedAsk { form, wishes, warnings } = parsed(&single());
    assert_eq!(form.title, "Which database?");
    assert_eq!(form.completeness, Completeness::Whole);
    let [question] = &form.questions[..] else { panic!("{form:?}") };
    assert_eq!(question.prompt, "Which database?\nTell me.");
    assert_eq!(question.context.as_deref(), Some(LONG));
    let Control::One { options, own_text } = &question.control else { panic!("{question:?}") };
    assert_eq!(*own_text, OwnText::Allowed);
    assert_eq!(options[0].description.as_deref(), Some("Boring and good"));
    assert_eq!(wishes.timeout, TimeoutWish::Dialect(Some(86_400)));
    assert_eq!(warnings, [] as [&str; 0]);
}

/// A field of a question counts for the whole; what can't be read is said, and read the careful way.
/// REQ: NA-4
#[test]
fn what_a_choice_says_about_itself_is_never_dropped_in_silence() {
    let check =
        |mut arguments: Value, path: &str, value: Value, expected: Value, warned: &[&str]| {
            let name = path.rsplit('/').next().unwrap();
            arguments.pointer_mut(path.strip_suffix(&format!("/{name}")).unwrap()).unwrap()[name] =
                value;
            let ParsedAsk { wishes, warnings, .. } = parsed(&arguments);
            let surface = wishes.surface.map(|surface| surface.as_str().to_owned());
            let seconds = match wishes.timeout {
                TimeoutWish::Seconds(seconds) => Some(seconds),
                TimeoutWish::Unsaid | TimeoutWish::Dialect(_) => None,
            };
            assert_eq!(json!([wishes.irreversible, seconds, surface]), expected, "{arguments}");
            let warnings: Vec<&str> =
                warnings.iter().filter_map(|text| text.split(':').next()).collect();
            assert_eq!(warnings, warned, "{arguments}");
        };
    for (path, whole) in [("/irreversible", single()), ("/irreversible", form())] {
        check(whole.clone(), path, json!(true), json!([true, null, null]), &[]);
        check(whole.clone(), path, json!(false), json!([false, null, null]), &[]);
        check(whole, path, json!("yes"), json!([true, null, null]), &["irreversible"]);
    }
    check(form(), "/choices/1/irreversible", json!(true), json!([true, null, null]), &[]);
    check(form(), "/timeout_seconds", json!(600), json!([false, 600, null]), &[]);
    check(
        single(),
        "/timeout_seconds",
        json!("1h"),
        json!([false, null, null]),
        &["timeout_seconds"],
    );
    check(single(), "/interface", json!("web"), json!([false, null, "web"]), &[]);
    check(single(), "/interface", json!("fax"), json!([false, null, null]), &["interface"]);
    check(single(), "/interface", json!(7), json!([false, null, null]), &["interface"]);
}

/// REQ: UC-1, UC-3
#[test]
fn a_group_is_one_form_with_its_title_and_context() {
    let ParsedAsk { form, warnings, .. } = parsed(&form());
    assert_eq!(
        (form.title.as_str(), form.context.as_deref()),
        ("Set up", Some("The new service."))
    );
    let ids: Vec<&str> = form.questions.iter().map(|question| question.id.as_str()).collect();
    assert_eq!(ids, ["q1", "q2"]);
    assert_eq!(form.questions[1].recommended().count(), 1, "by its label");
    assert_eq!(warnings, [] as [&str; 0]);
}

#[test]
fn a_form_without_a_title_is_named_after_its_questions() {
    let questions = json!([
        {"question": "Tone?", "choices": ["A", "B"]}, {"question": "Length?", "choices": ["A", "B"]},
    ]);
    let asking = parsed(&json!({"type": "user_choices", "questions": questions}));
    assert_eq!(asking.form.title, "2 questions: Tone?, Length?");
}

/// REQ: UC-9
#[test]
fn advice_is_given_and_nothing_is_refused() {
    let poor = json!({"question": "Go on?", "options": ["Yes", "Other", "C", "D", "E"]});
    let group = json!({"type": "user_choice_group", "choices": [poor, poor]});
    let warnings = parsed(&group).warnings;
    for (warning, start) in warnings.iter().zip([
        "q1.options, q2.options: 2 to 4 options",
        "q1.options[0].label, q2.options[0].label: say what will be done",
        "q1.options[1].label, q2.options[1].label: leave this option out",
        "q1.options, q2.options: mark exactly one option",
        "q1.context, q2.context: give the context in at least 80 characters",
    ]) {
        assert!(warning.starts_with(start), "{warnings:?}");
    }
    assert_eq!(warnings.len(), 5);
}

/// A character of some scripts says as much as several letters.
#[test]
fn enough_context_is_what_it_says() {
    let with = |context: &str| {
        let asked = json!({"type": "user_choice", "question": "Which?", "context": context, "options": ["A", "B"]});
        parsed(&asked).warnings.iter().any(|warning| warning.contains("at least 80 characters"))
    };
    assert!(!with(&"我们正在重写存储层需要决定".repeat(5)), "65 characters");
    assert!(with("我们正在重写存储层"));
    assert!(with(&"a".repeat(65)));
}

/// REQ: UC-1
#[test]
fn what_is_no_choice_is_refused_with_what_to_do() {
    for arguments in [json!({}), json!([]), json!({"question": "Q", "options": ["A"]})] {
        let problems =
            parse(Dialect::UserChoice, &arguments, &DialectLimits::default()).unwrap_err();
        assert_eq!(problems[0].field, "type");
        assert!(problems[0].hint.contains("user_choice_group"));
    }
}

/// REQ: SL-7
#[test]
fn it_lives_for_a_day_and_the_clock_answers_nothing() {
    let interaction = asked(Dialect::UserChoice, &single());
    let day = now() + SignedDuration::from_hours(24);
    assert_eq!(interaction.deadline(), Some(day));
    assert_eq!(expire(&interaction, None, day - SignedDuration::from_secs(1)), None);
    let expired = expire(&interaction, None, day).unwrap();
    let nothing = Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None };
    assert_eq!(expired.outcome(), Some(&nothing));
}
