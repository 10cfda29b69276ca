//! Tests of `policy.rs`.

use serde_json::{Value, json};

use super::*;
use crate::dialect::fixtures::{CHATS, IRC, choice, with};
use crate::dialect::{Dialect, DialectLimits, parse};
use crate::settings::SettingsLayer;

fn person(values: &[(Key, &str)]) -> Preferences {
    Preferences { person: layer(values), ..Preferences::default() }
}

fn layer(values: &[(Key, &str)]) -> SettingsLayer {
    values.iter().map(|(key, value)| (*key, key.parse(value, CHATS).unwrap())).collect()
}

/// The result for `single` with these fields, and its warnings.
fn resolved(fields: Value, preferences: &Preferences) -> (Policy, Presentation, Vec<String>) {
    let mut request = with(choice("single"), fields);
    // The one mode that has everything but `single_submit_mode`.
    if request.get("show_placeholder").is_some() {
        request["selection_mode"] = json!("hybrid");
    }
    let limits = DialectLimits { chats: CHATS, ..DialectLimits::default() };
    let asking = parse(Dialect::ProvideChoice, &request, &limits).unwrap();
    let mut warnings = asking.warnings;
    let (policy, presentation) = resolve(&asking.wishes, preferences, &asking.form, &mut warnings);
    (policy, presentation, warnings)
}

fn timeout(fields: Value, preferences: &Preferences) -> (u64, Vec<String>) {
    let (policy, _, warnings) = resolved(fields, preferences);
    (policy.timeout_seconds.unwrap(), warnings)
}

fn action(fields: Value, preferences: &Preferences) -> (TimeoutAction, Vec<String>) {
    let (policy, _, warnings) = resolved(fields, preferences);
    (policy.timeout_action, warnings)
}

/// REQ: TO-1
#[test]
fn the_wait_is_bounded_with_a_warning_when_it_was_outside() {
    let nobody = Preferences::default();
    assert_eq!(timeout(json!({}), &nobody), (300, vec![]));
    assert_eq!(timeout(json!({"timeout_seconds": 5}), &nobody), (5, vec![]));
    assert_eq!(timeout(json!({"timeout_seconds": 604_800}), &nobody), (604_800, vec![]));
    for (wish, used) in [(1, 5), (-5, 5), (604_801, 604_800)] {
        let (seconds, warnings) = timeout(json!({"timeout_seconds": wish}), &nobody);
        assert_eq!(seconds, used);
        assert_eq!(warnings.len(), 1);
        assert!(
            warnings[0].ends_with(&format!(": {wish} is outside 5 to 604800; {used} is used")),
            "{warnings:?}"
        );
    }
}

/// REQ: TO-1, SE-1
#[test]
fn the_timeout_comes_from_the_caller_unless_the_person_says_always() {
    let preferred = person(&[(Key::Timeout, "600")]);
    assert_eq!(timeout(json!({}), &preferred).0, 600);
    assert_eq!(timeout(json!({"timeout_seconds": 60}), &preferred), (60, vec![]));
    let always = person(&[(Key::Timeout, "600 always")]);
    assert_eq!(
        timeout(json!({"timeout_seconds": 60}), &always),
        (
            600,
            vec![
                "timeout_seconds: the user's own setting of 600 s is used instead of 60 s"
                    .to_owned()
            ]
        )
    );
    assert_eq!(timeout(json!({"timeout_seconds": 600}), &always), (600, vec![]));
    let environment = Preferences {
        environment: layer(&[(Key::Timeout, "90 always")]),
        ..Preferences::default()
    };
    assert_eq!(timeout(json!({}), &environment).0, 90);
    assert_eq!(
        timeout(json!({"timeout_seconds": 60}), &environment).0,
        60,
        "only a person may insist"
    );
}

/// REQ: TO-3
#[test]
fn by_default_the_clock_submits_only_valid_defaults() {
    let nobody = Preferences::default();
    assert_eq!(action(json!({}), &nobody), (TimeoutAction::Reinvoke, vec![]));
    assert_eq!(
        action(json!({"default_selection_ids": ["my"]}), &nobody),
        (TimeoutAction::Submit, vec![])
    );
    let too_few = json!({
        "selection_mode": "multi", "min_selections": 2, "default_selection_ids": ["my"],
    });
    assert_eq!(action(too_few, &nobody), (TimeoutAction::Reinvoke, vec![]));
}

/// REQ: TO-3
#[test]
fn a_submit_that_cannot_be_is_told() {
    let nobody = Preferences::default();
    assert_eq!(
        action(json!({"timeout_action": "submit"}), &nobody),
        (TimeoutAction::Submit, vec![])
    );
    let (chosen, warnings) =
        action(json!({"timeout_action": "submit", "irreversible": true}), &nobody);
    assert_eq!(chosen, TimeoutAction::Reinvoke);
    assert_eq!(
        warnings,
        [
            "timeout_action: an irreversible question is never answered by the clock; `reinvoke` is used"
        ]
    );
    let text = json!({"selection_mode": "text_input", "options": null, "timeout_action": "submit"});
    let (chosen, warnings) = action(text, &nobody);
    assert_eq!((chosen, warnings.len()), (TimeoutAction::Reinvoke, 1));
}

/// REQ: SE-1
#[test]
fn the_timeout_action_comes_from_the_caller_unless_the_person_says_always() {
    let preferred = person(&[(Key::TimeoutAction, "cancel")]);
    assert_eq!(action(json!({}), &preferred).0, TimeoutAction::Cancel);
    assert_eq!(
        action(json!({"timeout_action": "reinvoke"}), &preferred).0,
        TimeoutAction::Reinvoke
    );
    let always = person(&[(Key::TimeoutAction, "cancel always")]);
    let (chosen, warnings) = action(json!({"timeout_action": "reinvoke"}), &always);
    assert_eq!(chosen, TimeoutAction::Cancel);
    assert_eq!(
        warnings,
        ["timeout_action: the user's own setting `cancel` is used instead of `reinvoke`"]
    );
}

/// REQ: SE-1, SE-3
#[test]
fn what_the_person_switched_off_beats_the_caller() {
    let keys = [(Key::SingleSubmit, "off"), (Key::Annotations, "off"), (Key::Placeholder, "off")];
    for (field, shown) in [
        ("single_submit_mode", (|shown| shown.single_submit) as fn(&Presentation) -> bool),
        ("allow_annotations", |shown| shown.annotations),
        ("show_placeholder", |shown| shown.placeholder),
    ] {
        let wish = json!({ (field): true });
        let (_, on, warnings) = resolved(wish.clone(), &Preferences::default());
        assert_eq!((shown(&on), warnings), (true, vec![]), "{field}");
        let (_, off, warnings) = resolved(wish.clone(), &person(&keys));
        assert!(!shown(&off), "{field}");
        assert_eq!(warnings, [format!("{field}: the user has switched it off; `false` is used")]);
        let (_, off, warnings) = resolved(json!({ (field): false }), &person(&keys));
        assert_eq!((shown(&off), warnings), (false, vec![]), "nothing was overridden");
        let file = Preferences { file: layer(&keys), ..Preferences::default() };
        assert!(shown(&resolved(wish, &file).1), "a file is weaker than the caller");
    }
    let on = person(&[(Key::Annotations, "on")]);
    assert!(!resolved(json!({"allow_annotations": false}), &on).1.annotations);
}

/// REQ: SE-1
#[test]
fn a_chosen_interface_beats_the_caller_and_auto_does_not() {
    let surface = |preferences: &Preferences| {
        resolved(json!({"interface": "terminal"}), preferences).1.surface
    };
    assert_eq!(surface(&Preferences::default()), Preferred::Terminal);
    assert_eq!(surface(&person(&[(Key::Interface, "auto")])), Preferred::Terminal);
    let file = Preferences { file: layer(&[(Key::Interface, "web")]), ..Preferences::default() };
    assert_eq!(surface(&file), Preferred::Terminal);
    let chat = person(&[(Key::Interface, "irc")]);
    assert_eq!(surface(&chat), Preferred::Chat(IRC));
    assert_eq!(
        resolved(json!({"interface": "terminal"}), &chat).2,
        ["interface: the user's own setting `irc` is used instead of `terminal`"]
    );
    for agreeing in ["irc", "auto"] {
        assert_eq!(resolved(json!({ "interface": agreeing }), &chat).2, [] as [&str; 0]);
    }
    assert_eq!(resolved(json!({}), &person(&[(Key::Interface, "web")])).1.surface, Preferred::Web);
}

/// REQ: SE-1
#[test]
fn language_never_comes_with_the_question() {
    let (_, shown, _) = resolved(json!({}), &person(&[(Key::Language, "zh")]));
    assert_eq!(shown.language, None);
}

/// REQ: AU-6
#[test]
fn a_dialect_with_a_clock_of_its_own_heeds_no_setting() {
    let arguments = json!({"questions": [{"prompt": "Which?", "title": "T",
        "options": [{"label": "A", "recommended": true}, {"label": "B"}]}]});
    let always = person(&[(Key::Timeout, "60 always"), (Key::TimeoutAction, "submit always")]);
    for seconds in [None, Some(900)] {
        let limits = DialectLimits { questions_timeout: seconds, ..DialectLimits::default() };
        let asking = parse(Dialect::AskUserQuestions, &arguments, &limits).unwrap();
        let (policy, _) = resolve(&asking.wishes, &always, &asking.form, &mut Vec::new());
        assert_eq!(policy.timeout_seconds, seconds);
        assert_eq!(policy.timeout_action, TimeoutAction::Reinvoke);
    }
}

/// REQ: PO-3
#[test]
fn nothing_waits_longer_than_the_asker_whatever_anybody_sets() {
    for (wanted, limit, given) in [
        (Some(300), Some(325), (Some(300), Some(25_000))),
        (Some(300), Some(55), (Some(55), Some(0))),
        (None, Some(55), (Some(55), Some(0))),
        (Some(300), None, (Some(300), None)),
        (None, Some(u64::MAX), (Some(604_800), Some(0))),
    ] {
        assert_eq!(limited(wanted, limit), given);
    }
}
