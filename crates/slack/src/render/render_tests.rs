//! Tests beside `render.rs`: every kind of message as a snapshot, and none beyond a limit.

use jiff::SignedDuration;
use proptest::prelude::*;
use sayso_chat::{WindowContext, WindowKind};
use sayso_core::dialect::{DialectLimits, parse};
use sayso_core::settings::Preferences;
use sayso_core::surface::{Actor, Presence};
use sayso_core::transition::expire;
use sayso_core::{
    Command, Dialect, Draft, DraftField, InteractionId, OptionId, Origin, QuestionId, Surface,
    Timestamp, decide,
};
use serde_json::{Value, json};

use super::*;
use crate::limits;
use sayso_chat::text::width;

fn now() -> Timestamp {
    "2026-03-01T14:03:00Z".parse().unwrap()
}

/// Alone: nothing waits beside it.
pub(super) fn messages(view: &View, language: Language) -> Vec<SlackMessage> {
    super::messages(view, &AlsoWaiting::default(), language)
}

pub(super) fn asked(dialect: Dialect, arguments: &Value) -> View {
    let asking = parse(dialect, arguments, &DialectLimits::default()).unwrap();
    let origin = Origin {
        agent: Some("claude-code".to_owned()),
        directory: Some("/work/api-server".to_owned()),
        ..Origin::new(dialect, "call")
    };
    let id = InteractionId::new(uuid::Uuid::from_u128(0x4000_8000_0000_0000_0001));
    let interaction = Interaction::begin(id, origin, asking, &Preferences::default(), now());
    View { status: interaction.status(), live: Default::default(), draft: None, interaction }
}

fn with_draft(mut view: View, fields: Vec<DraftField>) -> View {
    view.draft = Some(fields.into_iter().collect());
    view
}

fn done(view: &View, command: Command) -> View {
    let ann =
        Actor::new(Some("ann".to_owned()), Surface::Chat(crate::CHAT.id), Presence::Interactive);
    ended(decide(&view.interaction, command, &ann, now()).unwrap())
}

fn ended(interaction: Interaction) -> View {
    View { status: interaction.status(), live: Default::default(), draft: None, interaction }
}

fn chosen(question: &str, option: &str) -> DraftField {
    DraftField::Options {
        question: QuestionId::from(question),
        options: vec![OptionId::from(option)],
    }
}

pub(super) fn single() -> View {
    asked(
        Dialect::UserChoice,
        &json!({
            "type": "user_choice", "question": "Which database shall it be?",
            "context": "The storage layer is rewritten <now>.",
            "options": [
                {"id": "pg", "label": "PostgreSQL", "description": "one server", "recommended": true},
                {"id": "lite", "label": "SQLite & friends"},
            ],
        }),
    )
}

pub(super) fn form(questions: usize) -> View {
    let choices: Vec<Value> = (1..=questions)
        .map(|n| {
            json!({"question": format!("Question {n}?"), "options": [
            {"id": "1", "label": "First", "recommended": true}, {"id": "2", "label": "Second"}]})
        })
        .collect();
    asked(
        Dialect::UserChoice,
        &json!({"type": "user_choice_group", "question": "Set it up", "context": "For the new service.",
            "choices": choices}),
    )
}

pub(super) fn number() -> View {
    asked(
        Dialect::ProvideChoice,
        &json!({"title": "Memory", "prompt": "How much memory does the new service get?",
            "selection_mode": "number", "min": 0.5, "max": 64, "step": 0.5, "unit": "GB"}),
    )
}

pub(super) fn many(mode: &str, options: usize) -> View {
    let options: Vec<Value> = (1..=options)
        .map(|n| json!({"id": format!("o{n}"), "label": format!("Option {n}"), "recommended": n == 1}))
        .collect();
    asked(
        Dialect::ProvideChoice,
        &json!({"title": "Pick", "prompt": "Which of these shall be built for the release?",
            "selection_mode": mode, "options": options, "irreversible": true}),
    )
}

/// REQ: SL-1, SL-2, SL-3, SL-4, SL-8, AD-8
#[test]
fn every_kind_of_message() {
    let check = |name: &str, messages: Vec<SlackMessage>| {
        insta::assert_json_snapshot!(name, messages);
    };
    let draw = |view: &View| messages(view, Language::En);
    check("single", draw(&single()));
    check("rank", draw(&many("rank", 3)));
    let ranked = |ids: &[&str]| DraftField::Options {
        question: QuestionId::from("q1"),
        options: ids.iter().map(|id| OptionId::from(*id)).collect(),
    };
    check("ranked_in_part", draw(&with_draft(many("rank", 3), vec![ranked(&["o3"])])));
    check("ranked", draw(&with_draft(many("rank", 3), vec![ranked(&["o3", "o1", "o2"])])));
    check("number", draw(&number()));
    check("single_menu", draw(&many("single", 5)));
    check("many", draw(&with_draft(many("multi", 3), vec![chosen("q1", "o2")])));
    check("many_menu", draw(&many("multi", 11)));
    check("form_open", draw(&form(2)));
    let half = with_draft(form(2), vec![chosen("q1", "2")]);
    check("form_half", draw(&half));
    let own = DraftField::Text { question: QuestionId::from("q2"), text: "my own".to_owned() };
    let whole = with_draft(form(2), vec![chosen("q1", "2"), own]);
    check("form_whole", draw(&whole));
    let long = with_draft(form(7), vec![chosen("q7", "1")]);
    assert_eq!(draw(&long).len(), 2);
    check("form_second_part", draw(&long).split_off(1));
    check("words", vec![words(&single(), Language::En), words(&half, Language::Ko)]);
}

/// REQ: SL-5, SL-7, SL-8
#[test]
fn every_kind_of_end() {
    let answer = |view: &View, fields: Vec<DraftField>| {
        let draft: Draft = fields.into_iter().collect();
        let sheet = Worksheet::new(&view.interaction.form, &draft, true);
        done(view, Command::Answer { submission: sheet.submission() })
    };
    let note = DraftField::Note { text: "as always".to_owned() };
    let late = now() + SignedDuration::from_hours(25);
    let ends = [
        answer(&single(), vec![chosen("q1", "lite"), note]),
        answer(&form(2), vec![chosen("q1", "2"), chosen("q2", "1")]),
        done(&single(), Command::Cancel { note: Some("not now".to_owned()) }),
        done(&single(), Command::Reject { reason: None }),
        done(&single(), Command::Withdraw { why: Some("the session ended".to_owned()) }),
        ended(expire(&single().interaction, None, late).unwrap()),
    ];
    let drawn: Vec<SlackMessage> =
        ends.iter().flat_map(|view| messages(view, Language::En)).collect();
    insta::assert_json_snapshot!("ends", drawn);
    insta::assert_json_snapshot!("ends_in_words", words(&ends[1], Language::Zh));
    insta::assert_json_snapshot!("removed", removed(Language::En));
}

/// Each answer is there in the end, however long the others are.
///
/// REQ: SL-5
#[test]
fn an_end_shows_every_answer() {
    let view = form(6);
    let own = (1..=6).map(|n| DraftField::Text {
        question: QuestionId::from(format!("q{n}").as_str()),
        text: format!("<{n}> {}", "and so on & on ".repeat(90)),
    });
    let draft: Draft = own.collect();
    let submission = Worksheet::new(&view.interaction.form, &draft, true).submission();
    let drawn = messages(&done(&view, Command::Answer { submission }), Language::En);
    assert_eq!(drawn.len(), 1);
    let blocks = serde_json::to_value(&drawn).unwrap()[0]["blocks"].clone();
    assert!(characters(&blocks) <= limits::MESSAGE);
    let shown = blocks.to_string();
    for n in 1..=6 {
        assert!(shown.contains(&format!("{n}. Question {n}? → “&lt;{n}&gt; and")), "{shown}");
    }
}

/// REQ: SL-2
#[test]
fn every_kind_of_modal() {
    let view = with_draft(single(), vec![DraftField::Note { text: "noted".to_owned() }]);
    let sheet = Sheet::new(&view, Language::En);
    let modals = [WindowKind::Own, WindowKind::Note, WindowKind::Cancel].map(|kind| {
        let question = Some(0).filter(|_| kind != WindowKind::Cancel);
        let (channel, message) = ("C1".to_owned(), "1.2".to_owned());
        modal(
            &sheet,
            &WindowContext {
                id: view.interaction.id,
                kind,
                question,
                channel,
                message,
                thread: None,
                hub: "here".to_owned(),
            },
        )
    });
    insta::assert_json_snapshot!("modals", modals);
}

/// REQ: NA-4
#[test]
fn what_cannot_be_undone_asks_first_and_saying_no_does_not() {
    let options = json!([
        {"id": "drop", "label": "Drop it", "recommended": true},
        {"id": "keep", "label": "Keep it", "safe": true},
    ]);
    let view = asked(
        Dialect::Shell,
        &json!({"title": "Drop?", "prompt": "Shall the old table be dropped for good?",
            "selection_mode": "single", "options": options, "irreversible": true}),
    );
    let drawn = serde_json::to_value(messages(&view, Language::En)).unwrap().to_string();
    let blocks = serde_json::to_value(messages(&view, Language::En)).unwrap()[0]["blocks"].clone();
    let buttons: Vec<&Value> = blocks
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|block| block["elements"].as_array().into_iter().flatten())
        .filter(|element| element["action_id"].as_str().is_some_and(|id| id.contains("choice")))
        .collect();
    assert_eq!(buttons.len(), 2, "{drawn}");
    assert!(buttons[0]["confirm"].is_object() && buttons[0]["style"] == "danger", "{drawn}");
    assert!(buttons[1]["confirm"].is_null() && buttons[1]["style"].is_null(), "{drawn}");
    assert!(drawn.contains("⚠️ *This can't be undone*"), "{drawn}");
    // The same where it has its own send button.
    let send = |option: &str| {
        let view = with_draft(view.clone(), vec![chosen("q1", option)]);
        serde_json::to_value(messages(&view, Language::En)).unwrap().to_string()
    };
    let asks =
        |drawn: String| drawn.matches("chat-yes").count() + drawn.matches("Yes, do it").count();
    assert_eq!((asks(send("drop")), asks(send("keep"))), (2, 1));
}

/// REQ: SL-10
#[test]
fn what_does_not_fit_can_be_read_in_full() {
    let read = |prompt: &str| {
        let view = asked(
            Dialect::UserChoice,
            &json!({"type": "user_choice", "question": prompt, "options": ["A", "B"]}),
        );
        let drawn = serde_json::to_value(messages(&view, Language::En)).unwrap().to_string();
        let all = serde_json::to_value(reading(&Sheet::new(&view, Language::En))).unwrap();
        (drawn.contains("read_all_"), all.to_string())
    };
    assert!(!read("Short?").0, "nothing is cut");
    let long = format!("{} the end", "A long story. ".repeat(400));
    let (is_offered, all) = read(&long);
    assert!(is_offered && all.contains("the end") && all.contains("*2.* B"), "{all:.500}");
    let numbered: Vec<String> = (1..=1_000).map(|number| format!("{number:07}")).collect();
    let numbered = numbered.join(" ");
    let question = json!({"title": "Which?", "prompt": "Which of them?", "selection_mode": "single",
        "options": [{"id": "a", "label": "A", "description": numbered, "recommended": true}, {"id": "b", "label": "B"}]});
    let view = asked(Dialect::ProvideChoice, &question);
    let all = serde_json::to_value(reading(&Sheet::new(&view, Language::En))).unwrap().to_string();
    let lost: Vec<&str> = numbered.split(' ').filter(|number| !all.contains(number)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// Everything but the names of kinds.
fn characters(value: &Value) -> usize {
    match value {
        Value::String(text) => width(text),
        Value::Array(items) => items.iter().map(characters).sum(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| *name != "type");
            fields.map(|(_, value)| characters(value)).sum()
        }
        _ => 0,
    }
}

fn any_text(most: usize) -> impl Strategy<Value = String> {
    const PARTS: [&str; 6] = ["a", "<&>", "長い", "👩‍💻", "word ", "é"];
    (prop::sample::select(&PARTS[..]), 1..most).prop_map(|(part, times)| {
        let text = part.repeat(times);
        format!("x{}", text.chars().take(900).collect::<String>())
    })
}

fn any_question() -> impl Strategy<Value = Value> {
    let option = (any_text(300), any_text(500));
    (any_text(900), any_text(900), prop::collection::vec(option, 1..200)).prop_map(
        |(question, context, options)| {
            let options: Vec<Value> = options
                .into_iter()
                .enumerate()
                .map(|(at, (label, words))| {
                    json!({"id": format!("{at:0>60}"), "label": format!("{at} {label}"), "description": words,
                        "recommended": at == 0})
                })
                .collect();
            json!({"question": question, "context": context, "options": options})
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    /// Whatever is asked, whatever has been chosen: it fits.
    ///
    /// REQ: SL-3
    #[test]
    fn every_message_is_within_the_limits(
        questions in prop::collection::vec(any_question(), 1..12),
        picked in any::<bool>(),
    ) {
        let count = questions.len();
        let group = json!({"type": "user_choice_group", "question": "Title ".repeat(60),
            "context": "<context> & ".repeat(900), "choices": questions});
        let mut view = asked(Dialect::UserChoice, &group);
        if picked {
            let first = view.interaction.form.questions[0].clone();
            let long = DraftField::Text { question: first.id, text: "<own> ".repeat(9_000) };
            view = with_draft(view, vec![long]);
        }
        let messages = messages(&view, Language::En);
        for message in &messages {
            let json = serde_json::to_value(message).unwrap();
            let blocks = json["blocks"].as_array().unwrap();
            prop_assert!(blocks.len() <= limits::BLOCKS, "{} blocks", blocks.len());
            let all = characters(&json["blocks"]);
            prop_assert!(all <= limits::MESSAGE, "{all} characters of {count} questions");
        }
    }
}

/// REQ: SA-7
#[test]
fn where_else_it_is_decided_is_said_above_the_buttons() {
    let mut view = single();
    view.interaction.policy.irreversible = true;
    view.interaction.policy.surfaces = vec![Surface::Chat(crate::CHAT.id)];
    let said = |view: &View| serde_json::to_string(&messages(view, Language::En)[0]).unwrap();
    assert!(!said(&view).contains("irreversible.surfaces"), "here it counts");
    view.interaction.policy.surfaces = vec![Surface::Web, Surface::Terminal];
    let shown = said(&view);
    for part in ["sayso open --pair", "or in a terminal", "irreversible.surfaces"] {
        assert!(shown.contains(part), "`{part}` is not said: {shown}");
    }
}
