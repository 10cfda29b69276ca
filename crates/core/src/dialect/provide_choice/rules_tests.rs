//! Tests of `rules.rs`: what `provide_choice` refuses. Nothing here starts a server or a prompt.

use serde_json::{Value, json};

use super::parse;
use crate::dialect::DialectLimits;
use crate::dialect::fixtures::{choice, with};

/// The fields of all problems, in the order they were found.
fn faults(arguments: &Value) -> Vec<String> {
    let problems = parse(arguments, &DialectLimits::default()).unwrap_err();
    problems.into_iter().map(|problem| problem.field).collect()
}

#[track_caller]
fn check_faults(mode: &str, fields: Value, expected: &[&str]) {
    assert_eq!(faults(&with(choice(mode), fields)), expected);
}

/// REQ: PC-2, CO-1
#[test]
fn each_rule_names_its_field() {
    check_faults("single", json!({"title": "  "}), &["title"]);
    check_faults("single", json!({"prompt": null}), &["prompt"]);
    check_faults("single", json!({"selection_mode": "any"}), &["selection_mode"]);
    check_faults("single", json!({"selection_mode": null}), &["selection_mode"]);
    check_faults("single", json!({"options": []}), &["options"]);
    check_faults("single", json!({"options": "a, b"}), &["options"]);
    check_faults("text_input", json!({"options": [{"id": "a", "label": "A"}]}), &["options"]);
    check_faults("single", json!({"default_selection_ids": ["no"]}), &["default_selection_ids[0]"]);
    check_faults("multi", json!({"min_selections": 3, "max_selections": 2}), &["min_selections"]);
    check_faults("multi", json!({"min_selections": 4}), &["min_selections"]);
    check_faults("multi", json!({"max_selections": 4}), &["max_selections"]);
    check_faults("hybrid", json!({"max_selections": 0}), &["max_selections"]);
    check_faults("multi", json!({"max_selections": -1}), &["max_selections"]);
    check_faults(
        "multi",
        json!({"max_selections": 1, "default_selection_ids": ["pg", "my"]}),
        &["default_selection_ids"],
    );
    check_faults(
        "single",
        json!({"default_selection_ids": ["pg", "my"]}),
        &["default_selection_ids"],
    );
    check_faults("single", json!({"min_selections": 0}), &["min_selections"]);
    check_faults("single", json!({"max_selections": 2}), &["max_selections"]);
    check_faults("multi", json!({"single_submit_mode": true}), &["single_submit_mode"]);
    check_faults("hybrid", json!({"single_submit_mode": true}), &["single_submit_mode"]);
    check_faults("single", json!({"placeholder": "x"}), &["placeholder"]);
    check_faults("multi", json!({"placeholder": "x"}), &["placeholder"]);
    for mode in ["single", "multi"] {
        check_faults(mode, json!({"show_placeholder": true}), &["show_placeholder"]);
    }
    for mode in ["multi", "hybrid", "text_input"] {
        check_faults(mode, json!({"single_submit_mode": true}), &["single_submit_mode"]);
    }
    check_faults(
        "single",
        json!({
            "allow_annotations": false, "option_annotations": {"pg": "x"}, "global_annotation": "y",
        }),
        &["option_annotations", "global_annotation"],
    );
    check_faults("single", json!({"option_annotations": {"no": "x"}}), &["option_annotations.no"]);
    check_faults("single", json!({"colour": "red"}), &["colour"]);
    check_faults("single", json!({"timeout_seconds": "soon"}), &["timeout_seconds"]);
    check_faults("single", json!({"timeout_action": "explode"}), &["timeout_action"]);
    check_faults("single", json!({"interface": "fax"}), &["interface"]);
    check_faults(
        "text_input",
        json!({"min_selections": 1, "max_selections": 1, "default_selection_ids": ["a"],
               "option_annotations": {"a": "x"}}),
        &["default_selection_ids", "min_selections", "max_selections", "option_annotations"],
    );
}

/// REQ: PC-2
#[test]
fn options_are_checked_one_by_one() {
    let options = json!([
        {"id": "a", "label": "A", "recommended": true}, {"id": " ", "label": "B"}, {"id": "c", "label": ""},
        {"id": "a", "label": "D"}, {"label": "E"}, "F", {"id": "g", "label": "G", "colour": 1},
        {"id": 8, "label": "H"}, {"id": "i".repeat(65), "label": "I"},
    ]);
    check_faults(
        "single",
        json!({"options": options}),
        &[
            "options[1].id",
            "options[2].label",
            "options[4].id",
            "options[5]",
            "options[6].colour",
            "options[7].id",
            "options[8].id",
            "options[3].id",
        ],
    );
    let crowd: Vec<Value> = (0..201).map(|n| json!({"id": n.to_string(), "label": "x"})).collect();
    check_faults("single", json!({"options": crowd}), &["options"]);
}

/// REQ: PC-2
#[test]
fn all_faults_are_told_at_once() {
    check_faults(
        "multi",
        json!({"title": 7, "prompt": "", "min_selections": 9, "default_selection_ids": ["x"],
               "placeholder": "p", "single_submit_mode": true, "extra": 1}),
        &[
            "title",
            "prompt",
            "extra",
            "placeholder",
            "single_submit_mode",
            "default_selection_ids[0]",
            "min_selections",
        ],
    );
}

/// REQ: PC-3
#[test]
fn something_must_be_recommended() {
    let with_marks = |mode: &str, marks: [bool; 2]| {
        let [first, second] = marks;
        with(
            choice(mode),
            json!({"options": [
                {"id": "a", "label": "Alpha", "recommended": first},
                {"id": "b", "label": "Beta", "recommended": second},
            ]}),
        )
    };
    for (mode, marks) in
        [("single", [false, false]), ("multi", [false, false]), ("hybrid", [false, false])]
    {
        let problems = parse(&with_marks(mode, marks), &DialectLimits::default()).unwrap_err();
        assert_eq!(problems.len(), 1, "{mode} {marks:?}");
        assert_eq!(problems[0].field, "options");
        assert!(problems[0].hint.contains("`recommended`: true"), "{}", problems[0]);
    }
    for (mode, marks) in
        [("single", [false, true]), ("multi", [true, true]), ("hybrid", [true, true])]
    {
        assert!(parse(&with_marks(mode, marks), &DialectLimits::default()).is_ok(), "{mode}");
    }
    assert!(parse(&choice("text_input"), &DialectLimits::default()).is_ok());
    let twice = parse(&with_marks("single", [true, true]), &DialectLimits::default()).unwrap();
    let warning = "options: mark exactly one option as `recommended`".to_owned();
    assert!(twice.warnings.contains(&warning), "{:?}", twice.warnings);
    assert_eq!(twice.form.proposed(), None, "the clock has nothing to submit");
    let once = parse(&with_marks("single", [true, false]), &DialectLimits::default()).unwrap();
    assert!(!once.warnings.contains(&warning), "{:?}", once.warnings);
}

/// REQ: PC-2
#[test]
fn bounds_are_measured_against_the_number_of_options() {
    for (fields, rule) in [
        (json!({"min_selections": 4}), "4 is outside 0 to 3 (the number of options)"),
        (json!({"max_selections": 4}), "4 is outside 1 to 3 (the number of options)"),
        (json!({"min_selections": 3, "max_selections": 2}), "3 is more than `max_selections` (2)"),
    ] {
        let request = with(choice("multi"), fields);
        let problems = parse(&request, &DialectLimits::default()).unwrap_err();
        assert_eq!(problems.iter().map(|problem| &problem.rule).collect::<Vec<_>>(), [rule]);
    }
}

/// REQ: AD-8
#[test]
fn a_ranking_takes_options_and_their_number() {
    let (rank, parsed) =
        ("rank", |fields| parse(&with(choice("rank"), fields), &DialectLimits::default()));
    assert!(parsed(json!({"max_selections": 2, "min_selections": 2})).is_ok());
    assert!(parsed(json!({"default_selection_ids": ["my", "pg", "lite"]})).is_ok());
    check_faults(rank, json!({"options": []}), &["options"]);
    let only = json!([{"id": "a", "label": "A", "recommended": true}]);
    check_faults(rank, json!({"options": only}), &["options"]);
    check_faults(rank, json!({"max_selections": 4}), &["max_selections"]);
    check_faults(rank, json!({"min_selections": 1}), &["min_selections"]);
    check_faults(
        rank,
        json!({"max_selections": 1, "default_selection_ids": ["pg", "my"]}),
        &["default_selection_ids"],
    );
    check_faults(
        rank,
        json!({"placeholder": "x", "single_submit_mode": true}),
        &["placeholder", "single_submit_mode"],
    );
    check_faults(rank, json!({"min": 1, "unit": "GB"}), &["min", "unit"]);
    let unmarked = json!([{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]);
    check_faults(rank, json!({"options": unmarked}), &["options"]);
}

/// REQ: AD-8
#[test]
fn a_number_takes_a_range_and_nothing_of_options() {
    let number = "number";
    let fits = json!({"min": 0.1, "max": 0.7, "step": 0.2, "unit": "GB", "default_number": 0.3, "placeholder": "x"});
    assert!(parse(&with(choice(number), fits), &DialectLimits::default()).is_ok());
    assert!(parse(&choice(number), &DialectLimits::default()).is_ok());
    check_faults(number, json!({"min": 3, "max": 2}), &["min"]);
    check_faults(number, json!({"step": 0}), &["step"]);
    check_faults(number, json!({"step": -1}), &["step"]);
    check_faults(number, json!({"min": 1, "max": 2, "step": 3}), &["step"]);
    check_faults(number, json!({"min": 3, "max": 2, "step": 0}), &["min", "step"]);
    check_faults(number, json!({"min": "1"}), &["min"]);
    check_faults(number, json!({"max": 1e30}), &["max"]);
    for default in [json!(0), json!(11), json!(2.5)] {
        check_faults(
            number,
            json!({"min": 1, "max": 10, "step": 1, "default_number": default}),
            &["default_number"],
        );
    }
    let options = choice("multi")["options"].clone();
    check_faults(
        number,
        json!({"options": options, "min_selections": 1, "max_selections": 1, "default_selection_ids": ["pg"], "single_submit_mode": true}),
        &[
            "options",
            "default_selection_ids",
            "min_selections",
            "max_selections",
            "single_submit_mode",
        ],
    );
    for mode in ["single", "multi", "hybrid", "text_input"] {
        check_faults(mode, json!({"step": 2, "default_number": 1}), &["step", "default_number"]);
    }
}

/// Models fill in every field: what has no effect is named, with what to do, all at once.
/// REQ: AD-8, PC-2
#[test]
fn a_model_that_fills_in_every_field_is_told_about_each() {
    let said = |mode: &str, fields: Value| {
        let request = with(choice(mode), fields);
        let problems = parse(&request, &DialectLimits::default()).unwrap_err();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let range = json!({"min": 0, "max": 0, "step": 0, "unit": "", "default_number": 0});
    let rule = "`single` takes no number (remove it, or use `number`; how many options can be chosen \
                is `min_selections` and `max_selections`)";
    let wanted = ["min", "max", "step", "default_number"].map(|field| format!("{field}: {rule}"));
    assert_eq!(said("single", range), wanted);
    let hint = "(remove it; the range of a number is `min` to `max`)";
    assert_eq!(
        said("number", json!({"max_selections": 1, "min": 3, "max": 1, "step": 0})),
        [
            format!("max_selections: `number` has no options {hint}"),
            "min: 3 is more than `max` (1) (swap them)".to_owned(),
            "step: must be more than 0 (raise it, or remove it)".to_owned(),
        ]
    );
    assert_eq!(
        said("number", json!({"min": 1e300, "max": "1,5", "step": 0.3, "default_number": 1})),
        [
            "min: numbers have at most 15 digits (it is too large: give a smaller one)",
            "max: must be a number, not a string",
            "default_number: the number must be on a step of 0.3; the nearest is 0.9 (give a number on \
             a step)",
        ]
    );
    let empty =
        json!({"min": null, "max": null, "step": null, "unit": " ", "default_number": null});
    for mode in ["single", "rank", "number"] {
        let request = with(choice(mode), empty.clone());
        assert!(parse(&request, &DialectLimits::default()).is_ok(), "{mode}");
    }
    let exact = with(choice("number"), json!({"min": 1e3, "max": 1000, "default_number": 1000.0}));
    assert!(parse(&exact, &DialectLimits::default()).is_ok(), "JSON may have an exponent");
}
