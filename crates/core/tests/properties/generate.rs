//! Generated requests, submissions and commands: most of them nearly valid, some of them arbitrary.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use sayso_core::{
    Command, Dialect, Entry, OptionId, PresentationChange, QuestionId, Submission, TimeoutAction,
};
use serde_json::{Value, json};

pub const DIALECTS: [Dialect; 4] =
    [Dialect::ProvideChoice, Dialect::AskUserQuestions, Dialect::Shell, Dialect::UserChoice];

/// Field names of all dialects, so that arbitrary objects get past the first check.
const NAMES: [&str; 26] = [
    "title",
    "prompt",
    "selection_mode",
    "type",
    "options",
    "id",
    "label",
    "description",
    "recommended",
    "placeholder",
    "default_selection_ids",
    "min_selections",
    "max_selections",
    "single_submit_mode",
    "timeout_seconds",
    "timeout_action",
    "interface",
    "option_annotations",
    "session_id",
    "questions",
    "question",
    "header",
    "multiSelect",
    "nonBlocking",
    "choices",
    "context",
];

pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        Just(json!(1e300)),
        ".{0,12}".prop_map(Value::from),
        "(single|multi|hybrid|text_input|rank|number|submit|web|1|2)".prop_map(Value::from),
    ];
    let name = prop_oneof![proptest::sample::select(&NAMES[..]).prop_map(str::to_owned), ".{0,6}"];
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            btree_map(name.clone(), inner, 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Requests that are mostly valid: some parse, some break one rule or another.
fn choice_request() -> impl Strategy<Value = Value> {
    let mode = proptest::sample::select(
        &["single", "multi", "hybrid", "text_input", "rank", "number"][..],
    );
    let optional = |number: std::ops::Range<u64>| proptest::option::of(number);
    (
        mode,
        0usize..6,
        0usize..6,
        (optional(0..5), optional(0..6)),
        vec(0usize..6, 0..3),
        proptest::option::of(any::<bool>()),
        (any::<bool>(), proptest::option::of(-5i64..900_000)),
    )
        .prop_map(|(mode, count, recommended, (min, max), defaults, submit, (irreversible, timeout))| {
            let options: Vec<Value> = (0..count)
                .map(|n| json!({"id": format!("o{n}"), "label": format!("L{n}"), "recommended": n == recommended % count}))
                .collect();
            let (low, high) = if mode == "number" { ("min", "max") } else { ("min_selections", "max_selections") };
            let mut request = json!({
                "title": "T", "prompt": "P", "selection_mode": mode, low: min, high: max, "irreversible": irreversible, "timeout_seconds": timeout,
            });
            if mode == "number" {
                let some = |place: usize| defaults.get(place).map(|n| json!(f64::from(u32::try_from(*n).expect("small")) / 10.0));
                request["step"] = json!(some(0));
                request["default_number"] = json!(some(1));
            } else if mode != "text_input" {
                let defaults: Vec<String> = defaults.iter().map(|n| format!("o{n}")).collect();
                request["options"] = json!(options);
                request["default_selection_ids"] = json!(defaults);
                request["single_submit_mode"] = json!(submit.filter(|_| mode == "single"));
                request["timeout_action"] = json!(submit.map(|_| "submit"));
            }
            request
        })
}

fn questions_request() -> impl Strategy<Value = Value> {
    let question = (1usize..6, any::<bool>(), any::<bool>()).prop_map(|(count, multi, theirs)| {
        let options: Vec<Value> = (0..count).map(|n| json!({"label": n.to_string()})).collect();
        let (prompt, title) = if theirs { ("question", "header") } else { ("prompt", "title") };
        json!({prompt: "Which?", title: "T", "options": options, "multiSelect": multi})
    });
    vec(question, 0..6).prop_map(|questions| json!({ "questions": questions }))
}

/// In each of the three formats, with some broken items.
fn user_choice_request() -> impl Strategy<Value = Value> {
    let option = prop_oneof![
        4 => (0usize..4).prop_map(|n| json!({"id": n, "label": format!("L{n}")})),
        1 => Just(json!("plain")),
        1 => Just(json!({"id": "1"})),
    ];
    let list = proptest::sample::select(&["options", "choices"][..]);
    let question = (list, vec(option, 0..5)).prop_map(
        |(list, options)| json!({"type": "user_choice", "question": "Which?", list: options}),
    );
    let kind = proptest::sample::select(
        &[("user_choice_group", "choices"), ("user_choices", "questions")][..],
    );
    prop_oneof![
        question.clone(),
        (kind, vec(question, 0..4))
            .prop_map(|((kind, list), questions)| { json!({"type": kind, list: questions}) }),
    ]
}

pub fn any_request() -> impl Strategy<Value = (Dialect, Value)> {
    prop_oneof![
        4 => choice_request().prop_map(|request| (Dialect::ProvideChoice, request)),
        2 => questions_request().prop_map(|request| (Dialect::AskUserQuestions, request)),
        2 => choice_request().prop_map(|request| (Dialect::Shell, request)),
        2 => user_choice_request().prop_map(|request| (Dialect::UserChoice, request)),
        1 => (proptest::sample::select(&DIALECTS[..]), any_json()),
    ]
}

pub fn any_submission() -> impl Strategy<Value = Submission> {
    prop_oneof![
        4 => submission_of(&["o0", "o1", "o2", "o3"]),
        2 => submission_of(&["1", "2"]),
        1 => submission_of(&["o0", "1", "9", ""]),
    ]
}

fn submission_of(ids: &'static [&'static str]) -> impl Strategy<Value = Submission> {
    let id = proptest::sample::select(ids).prop_map(OptionId::from);
    let entry = (
        proptest::option::weighted(0.9, vec(id.clone(), 0..5)),
        proptest::option::weighted(0.3, ".{0,4}"),
        btree_map(id, ".{0,4}", 0..2),
        proptest::option::weighted(0.1, ".{0,4}"),
        proptest::option::weighted(0.1, ".{0,4}"),
    )
        .prop_map(|(options, text, notes, skip, elaborate)| Entry {
            options,
            text,
            notes,
            skip,
            elaborate,
        });
    let question = proptest::sample::select(vec!["", "q1", "q1", "q1", "q1", "q2"]);
    (btree_map(question.prop_map(QuestionId::from), entry, 0..3), proptest::option::of(".{0,4}"))
        .prop_map(|(questions, note)| Submission { questions, note })
}

pub fn any_command() -> impl Strategy<Value = Command> {
    let text = || proptest::option::of(".{0,6}");
    prop_oneof![
        4 => any_submission().prop_map(|submission| Command::Answer { submission }),
        1 => text().prop_map(|note| Command::Cancel { note }),
        1 => text().prop_map(|reason| Command::Reject { reason }),
        1 => text().prop_map(|why| Command::Withdraw { why }),
        1 => any::<u64>().prop_map(|seconds| Command::SetRemaining { seconds }),
        2 => (5u64..600).prop_map(|seconds| Command::SetRemaining { seconds }),
        2 => proptest::option::of(proptest::sample::select(&TimeoutAction::ALL[..])).prop_map(
            |timeout_action| Command::Present(PresentationChange {
                timeout_action, ..PresentationChange::default()
            })
        ),
    ]
}
