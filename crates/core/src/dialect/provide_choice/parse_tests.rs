//! Requests that `provide_choice` accepts and refuses. Nothing here starts a server or a prompt.

use serde_json::{Value, json};

use super::{parse, parse_shell};
use crate::control::{Bounds, Control, Empty, OwnText};
use crate::dialect::fixtures::{CHATS, IRC, LONG, choice, ids, with};
use crate::dialect::{DialectLimits, Prompts};
use crate::form::Completeness;
use crate::policy::{TimeoutAction, TimeoutWish};
use crate::surface::Preferred;

fn accepted(arguments: &Value) -> crate::dialect::ParsedAsk {
    parse(arguments, &DialectLimits::default()).unwrap()
}

/// The fields of all problems, in the order they were found.
fn faults(arguments: &Value) -> Vec<String> {
    let problems = parse(arguments, &DialectLimits::default()).unwrap_err();
    problems.into_iter().map(|problem| problem.field).collect()
}

/// REQ: PC-1
#[test]
fn every_field_arrives_where_it_belongs() {
    let request = with(
        choice("hybrid"),
        json!({
            "selection_mode": " HYBRID ", "placeholder": "or another", "show_placeholder": false,
            "default_selection_ids": ["my", "lite", "my"], "min_selections": 1, "max_selections": 2.0,
            "single_submit_mode": false, "timeout_seconds": 60, "timeout_action": "cancel",
            "irreversible": true, "interface": "Web", "allow_annotations": true,
            "option_annotations": {"pg": " try it ", "my": "  "}, "global_annotation": "please hurry",
            "session_id": null,
        }),
    );
    let asking = accepted(&request);
    assert_eq!(asking.form.title, "Database");
    assert_eq!(asking.form.completeness, Completeness::Whole);
    assert_eq!(asking.form.note.as_deref(), Some("please hurry"));
    let [question] = &asking.form.questions[..] else { panic!("one question") };
    assert_eq!((question.id.as_str(), question.header.as_str()), ("q1", "Database"));
    assert_eq!(question.prompt, LONG);
    assert_eq!(question.placeholder.as_deref(), Some("or another"));
    assert_eq!(question.defaults, ids(&["my", "lite"]));
    assert_eq!(question.notes.len(), 1);
    assert_eq!(question.notes[&"pg".into()], "try it");
    let option = &question.control.options()[0];
    assert_eq!((option.id.as_str(), option.label.as_str()), ("pg", "PostgreSQL"));
    assert_eq!(option.description.as_deref(), Some("Boring and good"));
    let recommended: Vec<bool> =
        question.control.options().iter().map(|it| it.recommended).collect();
    assert_eq!(recommended, [true, false, false]);
    let wishes = asking.wishes;
    assert_eq!(wishes.timeout, TimeoutWish::Seconds(60));
    assert_eq!(wishes.timeout_action, Some(TimeoutAction::Cancel));
    assert_eq!(wishes.surface, Some(Preferred::Web));
    assert_eq!(wishes.single_submit, Some(false));
    assert_eq!((wishes.annotations, wishes.placeholder), (Some(true), Some(false)));
    assert!(wishes.irreversible);
}

/// REQ: PC-1
#[test]
fn every_word_of_a_field_is_understood() {
    let wishes = |fields: Value| {
        let asking = accepted(&with(choice("single"), fields));
        assert_eq!(asking.warnings, [] as [&str; 0]);
        asking.wishes
    };
    for (word, action) in [
        ("submit", TimeoutAction::Submit),
        ("cancel", TimeoutAction::Cancel),
        ("reinvoke", TimeoutAction::Reinvoke),
    ] {
        assert_eq!(wishes(json!({"timeout_action": word})).timeout_action, Some(action));
    }
    for (word, surface) in
        [("auto", Preferred::Auto), ("terminal", Preferred::Terminal), ("web", Preferred::Web)]
    {
        assert_eq!(wishes(json!({"interface": word})).surface, Some(surface));
    }
    let irc = DialectLimits { chats: CHATS, ..DialectLimits::default() };
    let asking = parse(&with(choice("single"), json!({"interface": "irc"})), &irc).unwrap();
    assert_eq!(asking.wishes.surface, Some(Preferred::Chat(IRC)));
    let plain = wishes(json!({}));
    assert_eq!((plain.timeout_action, plain.surface, plain.irreversible), (None, None, false));
    let text = accepted(&with(choice("text_input"), json!({"placeholder": "a name"})));
    assert_eq!(text.form.questions[0].placeholder.as_deref(), Some("a name"));
    for (field, word) in [("timeout_action", "wait"), ("interface", "fax")] {
        assert_eq!(faults(&with(choice("single"), json!({field: word}))), [field]);
    }
}

/// REQ: PC-1, PC-7
#[test]
fn each_mode_has_its_control_and_its_bounds() {
    let control = |mode: &str, fields: Value| {
        accepted(&with(choice(mode), fields)).form.questions.remove(0).control
    };
    let bounds = |min, max| Bounds { min, max };
    let Control::One { own_text, options } = control("single", json!({})) else { panic!() };
    assert_eq!((own_text, options.len()), (OwnText::Refused, 3));
    assert_eq!(control("text-input", json!({"options": null})), Control::Text);
    for (mode, fields, expected) in [
        ("multi", json!({}), (OwnText::Refused, bounds(1, 3), Empty::Refused)),
        ("multi", json!({"min_selections": 0}), (OwnText::Refused, bounds(0, 3), Empty::Allowed)),
        ("hybrid", json!({}), (OwnText::Allowed, bounds(0, 3), Empty::Refused)),
        ("hybrid", json!({"max_selections": 1}), (OwnText::Allowed, bounds(0, 1), Empty::Refused)),
    ] {
        let Control::Many { own_text, bounds, empty, .. } = control(mode, fields) else { panic!() };
        assert_eq!((own_text, bounds, empty), expected, "{mode}");
    }
}

/// REQ: PC-5
#[test]
fn cancel_cannot_be_switched_off() {
    for request in [choice("single"), first_form()] {
        let asking = accepted(&with(request, json!({"allow_cancel": false})));
        assert!(
            asking
                .warnings
                .iter()
                .any(|warning| warning.starts_with("allow_cancel: `false` is ignored")),
            "{:?}",
            asking.warnings
        );
    }
}

fn first_form() -> Value {
    json!({
        "title": "Database", "prompt": LONG, "type": "single_select",
        "options": [{"label": "PostgreSQL", "description": "Boring and good"}, {"label": "SQLite"}],
    })
}

/// REQ: PC-6, CO-3
#[test]
fn the_legacy_contract_asks_the_same_question() {
    let new = json!({
        "title": "Database", "prompt": LONG, "selection_mode": "single",
        "options": [
            {"id": "1", "label": "PostgreSQL", "description": "Boring and good", "recommended": true},
            {"id": "2", "label": "SQLite"},
        ],
    });
    let old = with(first_form(), json!({"allow_cancel": true}));
    let mut new = accepted(&new);
    let old = accepted(&old);
    assert_eq!(
        old.warnings,
        [
            "type: deprecated; use `selection_mode`: \"single\", and give each option an `id`",
            "allow_cancel: deprecated, the user can always cancel; remove it",
        ]
    );
    let Control::One { options, .. } = &mut new.form.questions[0].control else { panic!() };
    options[0].recommended = false;
    assert_eq!((old.form, old.wishes), (new.form, new.wishes));
}

/// REQ: PC-6
#[test]
fn the_two_names_of_the_mode_must_agree() {
    let both = |kind: &str, mode: &str| with(choice(mode), json!({"type": kind}));
    assert!(parse(&both("multi_select", "multi"), &DialectLimits::default()).is_ok());
    assert_eq!(faults(&both("single_select", "multi")), ["type"]);
    assert_eq!(faults(&with(first_form(), json!({"type": "radio"}))), ["type"]);
}

/// REQ: PO-2
#[test]
fn a_prompt_without_context_warns_or_is_refused() {
    let request = with(choice("single"), json!({"prompt": "Which database?"}));
    let warnings = accepted(&request).warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].starts_with("prompt: the prompt is under 40 columns; say what you are doing")
    );
    let strict = DialectLimits { prompts: Prompts::Refuse, ..DialectLimits::default() };
    let problems = parse(&request, &strict).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].field, "prompt");
    assert!(parse(&choice("single"), &strict).is_ok());
}

/// REQ: TO-1
#[test]
fn any_number_is_a_timeout_and_nothing_else_is() {
    for (given, wish) in [
        (json!(null), TimeoutWish::Unsaid),
        (json!(1), TimeoutWish::Seconds(1)),
        (json!(-30), TimeoutWish::Seconds(-30)),
        (json!(30.0), TimeoutWish::Seconds(30)),
        (json!(1e20), TimeoutWish::Seconds(i64::MAX)),
    ] {
        let asking = accepted(&with(choice("single"), json!({"timeout_seconds": given})));
        assert_eq!(asking.wishes.timeout, wish);
    }
    let flag = with(choice("single"), json!({"timeout_seconds": true}));
    assert_eq!(faults(&flag), ["timeout_seconds"]);
}

#[test]
fn a_shell_needs_neither_prompt_nor_recommendation_nor_advice() {
    let request = json!({
        "title": "Deploy?", "selection_mode": "single",
        "options": [{"id": "y", "label": "yes"}, {"id": "n", "label": "no"}],
    });
    let strict = DialectLimits { prompts: Prompts::Refuse, ..DialectLimits::default() };
    let asking = parse_shell(&request, &strict).unwrap();
    assert_eq!(asking.form.questions[0].prompt, "Deploy?");
    assert_eq!(asking.warnings, [] as [&str; 0]);
    assert_eq!(faults(&request), ["prompt", "options"]);
}
