//! Tests beside `render.rs`: every kind of message, and none beyond a limit.

use sayso_core::dialect::{DialectLimits, parse};
use sayso_core::settings::Preferences;
use sayso_core::{Dialect, DraftField, InteractionId, OptionId, Origin, QuestionId};
use serde_json::{Value, json};

use sayso_desk::Row;

use super::*;
use sayso_chat::text::width;

fn asked(dialect: Dialect, arguments: &Value) -> View {
    let asking = parse(dialect, arguments, &DialectLimits::default()).unwrap();
    let origin = Origin {
        agent: Some("claude-code".to_owned()),
        directory: Some("/work/api-server".to_owned()),
        ..Origin::new(dialect, "call")
    };
    let id = InteractionId::new(uuid::Uuid::from_u128(0x4000_8000_0000_0000_0001));
    let now = "2026-03-01T14:03:00Z".parse().unwrap();
    let interaction = Interaction::begin(id, origin, asking, &Preferences::default(), now);
    View { status: interaction.status(), live: Default::default(), draft: None, interaction }
}

fn form(questions: usize, options: usize, letters: usize) -> View {
    let words = |what: &str, n: usize| format!("{what} {n} {}", "<é&名> ".repeat(letters / 6));
    let choices: Vec<Value> = (1..=questions)
        .map(|n| {
            let options: Vec<Value> = (1..=options)
                .map(|n| json!({ "id": n.to_string(), "label": words("option", n),
                    "description": words("about", n), "recommended": n == 1 }))
                .collect();
            json!({ "question": words("question", n), "context": words("since", n), "options": options })
        })
        .collect();
    let whole = json!({ "type": "user_choice_group", "question": "Set it up", "choices": choices });
    match questions {
        1 => {
            let mut only = choices[0].clone();
            only["type"] = json!("user_choice");
            asked(Dialect::UserChoice, &only)
        }
        _ => asked(Dialect::UserChoice, &whole),
    }
}

#[track_caller]
fn fits(view: &View) -> Drawn {
    let drawn =
        message(view, &AlsoWaiting::default(), Language::default(), &HubTag::of("hub"), None);
    assert!(width(&drawn.html.words()) <= 4_096, "{}", width(&drawn.html.words()));
    let sent = drawn.as_json();
    let rows = sent["reply_markup"]["inline_keyboard"].as_array().unwrap();
    let buttons: Vec<&Value> = rows.iter().flat_map(|row| row.as_array().unwrap()).collect();
    assert!(buttons.len() <= 100, "{}", buttons.len());
    assert!(sent["reply_markup"].to_string().len() <= 10_000);
    for button in buttons {
        assert!((1..=64).contains(&button["callback_data"].as_str().unwrap().len()));
        assert!(!button["text"].as_str().unwrap().trim().is_empty());
    }
    drawn
}

/// REQ: RE-2
#[test]
fn whatever_is_asked_fits_and_can_be_read_in_full() {
    for questions in [1, 2, 7, 40] {
        for options in [2, 12, 13, 100] {
            for letters in [0, 60, 900] {
                let view = form(questions, options, letters);
                let drawn = fits(&view);
                let whole = whole(&view, Language::default());
                assert!(whole.len() <= 11, "{}", whole.len());
                assert!(whole.iter().all(|page| width(&page.html.words()) <= 4_096));
                let is_short = questions * (options * 2 + 2) * letters.max(10) < 2_000;
                if is_short {
                    assert!(!drawn.html.is_full(), "{questions} {options} {letters}");
                }
            }
        }
    }
}

/// REQ: RE-2
#[test]
fn a_form_asks_its_first_open_question() {
    let mut view = form(3, 2, 0);
    let options = vec![OptionId::from("2")];
    let chosen = DraftField::Options { question: QuestionId::from("q1"), options };
    view.draft = Some([chosen].into_iter().collect());
    let drawn = fits(&view);
    let words = drawn.html.words();
    assert!(words.contains("1 of 3 answered"), "{words}");
    let sent = drawn.as_json()["reply_markup"].to_string();
    assert!(sent.contains("p1.0") && !sent.contains("p0.") && !sent.contains("p2."), "{sent}");
    assert!(sent.contains("e0"), "the first can be changed");
}

/// Also on one that is not chosen.
/// REQ: RE-2
#[test]
fn a_note_says_which_option_it_is_on() {
    let mut view = form(1, 2, 0);
    let (question, text) = (QuestionId::from("q1"), "only for tests".to_owned());
    let note = DraftField::OptionNote { question, option: OptionId::from("2"), text };
    view.draft = Some([note].into_iter().collect());
    let words = fits(&view).html.words();
    assert!(words.contains("📝 option 2: only for tests"), "{words}");
}

fn permission(title: &str, more: Value) -> View {
    let mut fields = json!({ "title": title, "prompt": "Claude Code wants it.", "says_all": true });
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    asked(Dialect::Permission, &fields)
}

/// As it would be typed, whatever stands in it.
/// REQ: AD-2, RE-2
#[test]
fn a_permission_is_what_would_be_typed_with_its_danger_below() {
    let title = "cargo test && git push --force <origin>";
    let marked = json!(["cargo test && ", "git push --force", " <origin>"]);
    let view = permission(title, json!({ "marked": marked, "irreversible": true }));
    let html = fits(&view).html.html();
    let shown = "<code>cargo test &amp;&amp; git push --force &lt;origin&gt;</code>";
    assert!(html.contains(&format!("{shown}\n⚠️ git push --force\n")), "{html}");
    let quiet = fits(&permission("cargo test", json!({}))).html.html();
    assert!(!quiet.contains("⚠️"), "nothing is dangerous: {quiet}");
}

/// Where the list has no room, nothing of it is allowed.
/// REQ: AD-2, NA-4
#[test]
fn only_what_can_be_read_is_allowed_together() {
    let listed: Vec<Row> = (0..6)
        .map(|n| {
            let mut view = permission(&format!("touch {n} {}", "&".repeat(180)), json!({}));
            view.interaction.id = InteractionId::new(uuid::Uuid::from_u128(n));
            Row::new(&view.interaction, view.live)
        })
        .collect();
    let has_button = |prompt: &str| {
        let own = permission("touch it", json!({ "prompt": prompt }));
        let ids = listed.iter().map(|row| row.id).chain([own.interaction.id]);
        let beside = AlsoWaiting { allowed: ids.collect(), count: 6, listed: listed.clone() };
        let drawn = message(&own, &beside, Language::En, &HubTag::of("hub"), None);
        let is_listed = drawn.html.words().contains("touch 5");
        (is_listed, drawn.as_json()["reply_markup"].to_string().contains("Allow this and 6"))
    };
    assert_eq!(has_button("Claude Code wants it."), (true, true));
    let long = "x".repeat(30_000);
    let (is_listed, is_offered) = has_button(&long);
    assert_eq!(is_listed, is_offered);
}
