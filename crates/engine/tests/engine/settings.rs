//! The person's settings against what others request.

use std::time::Duration;

use sayso_core::settings::{Key, SettingsLayer, Source};
use sayso_core::{Command, OptionId, Preferred, QuestionId, Submission, Surface};
use sayso_desk::{Answering, Asking};
use sayso_engine::{Engine, EngineConfig};
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, person, refused, settled, show, words};

fn layer(values: &[(Key, &str)]) -> SettingsLayer {
    values.iter().map(|(key, value)| (*key, (*value).to_owned())).collect()
}

async fn timeout(desk: &Engine, wish: serde_json::Value, environment: &SettingsLayer) -> u64 {
    let mut ask = choice(wish);
    ask.asker.environment = environment.clone();
    desk.ask(ask).await.unwrap().live.remaining_ms.unwrap() / 1_000
}

/// REQ: SE-1
#[tokio::test]
async fn each_place_is_stronger_than_the_one_before() {
    let bench = Bench::new();
    let config = EngineConfig { file: layer(&[(Key::Timeout, "100")]), ..EngineConfig::default() };
    let desk = bench.desk_with(config).await;
    let (none, said) = (json!({}), json!({ "timeout_seconds": 400 }));
    let environment = layer(&[(Key::Timeout, "200")]);
    assert_eq!(timeout(&desk, none.clone(), &SettingsLayer::new()).await, 100);
    assert_eq!(timeout(&desk, none.clone(), &environment).await, 200);
    desk.set_setting(Key::Timeout, Some("300".to_owned())).await.unwrap();
    assert_eq!(timeout(&desk, none.clone(), &environment).await, 300);
    assert_eq!(timeout(&desk, said.clone(), &environment).await, 400);
    desk.set_setting(Key::Timeout, Some("500 always".to_owned())).await.unwrap();
    assert_eq!(timeout(&desk, said.clone(), &environment).await, 500);
    desk.set_setting(Key::Timeout, None).await.unwrap();
    assert_eq!(timeout(&desk, none, &environment).await, 200);
}

/// REQ: SE-1
#[tokio::test]
async fn saving_one_changes_that_one_and_it_outlives_a_restart() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let before = desk.settings(SettingsLayer::new()).await.unwrap();
    desk.set_setting(Key::Annotations, Some("Off".to_owned())).await.unwrap();
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    for (old, new) in before.into_iter().zip(desk.settings(SettingsLayer::new()).await.unwrap()) {
        if new.key == Key::Annotations {
            assert_eq!((new.value.as_str(), new.source), ("off", Source::Person));
        } else {
            assert_eq!(old, new);
        }
    }
    assert!(
        refused(desk.set_setting(Key::Theme, Some("plaid".to_owned())).await).contains("theme")
    );
}

/// REQ: SE-1
#[tokio::test]
async fn what_the_person_switched_off_stays_off_whatever_the_caller_wants() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    for (key, value) in [
        (Key::Annotations, "off"),
        (Key::Placeholder, "off"),
        (Key::SingleSubmit, "off"),
        (Key::Interface, "web"),
    ] {
        desk.set_setting(key, Some(value.to_owned())).await.unwrap();
    }
    let wishes = json!({
        "allow_annotations": true,
        "single_submit_mode": true,
        "interface": "terminal",
    });
    let view = desk.ask(choice(wishes)).await.unwrap();
    let shown = view.interaction.presentation;
    assert!(!shown.annotations && !shown.placeholder && !shown.single_submit);
    assert_eq!(shown.surface, Preferred::Web);
}

/// REQ: SE-1
#[tokio::test]
async fn a_change_on_the_interaction_itself_is_the_strongest() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    desk.set_setting(Key::Interface, Some("terminal".to_owned())).await.unwrap();
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let command =
        serde_json::from_value::<Command>(json!({ "command": "present", "surface": "web" }));
    let view = desk.act(id, command.unwrap(), person("ann", Surface::Terminal)).await.unwrap();
    assert_eq!(view.interaction.presentation.surface, Preferred::Web);
    assert!(view.interaction.is_pending());
}

/// REQ: SE-3, PC-12
#[tokio::test]
async fn with_notes_off_the_agents_own_are_neither_shown_nor_returned() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let notes = json!({ "option_annotations": { "lite": "small" }, "global_annotation": "soon" });
    let before = desk.ask(choice(notes.clone())).await.unwrap().interaction.id;
    desk.set_setting(Key::Annotations, Some("off".to_owned())).await.unwrap();
    let after = desk.ask(choice(notes)).await.unwrap().interaction.id;
    let by_clock =
        json!({ "global_annotation": "soon", "timeout_seconds": 60, "timeout_action": "submit" });
    let timed = desk.ask(choice(by_clock)).await.unwrap().interaction.id;
    let ann = || person("ann", Surface::Web);
    for id in [before, after] {
        let interaction = show(&desk, id).await.interaction;
        assert_eq!(interaction.form.note, None);
        assert!(interaction.form.questions[0].notes.is_empty());
        assert!(
            interaction.warnings.iter().any(|text| text.starts_with("notes: ")),
            "{interaction:?}"
        );
        let mut noted = Submission { note: Some("mine".to_owned()), ..Submission::default() };
        noted.choose(QuestionId::from(""), vec![OptionId::from("lite")]);
        let refused = refused(desk.act(id, Command::Answer { submission: noted }, ann()).await);
        assert!(refused.contains("notes are switched off"), "{refused}");
        let mut blank = Submission { note: Some(" ".to_owned()), ..Submission::default() };
        blank.choose(QuestionId::from(""), vec![OptionId::from("lite")]);
        desk.act(id, Command::Answer { submission: blank }, ann()).await.unwrap();
    }
    bench.clock.advance(Duration::from_secs(60));
    settled(&desk, timed).await;
    for id in [before, after, timed] {
        let outcome = show(&desk, id).await.interaction.outcome().cloned().unwrap();
        assert_eq!(outcome.answers().unwrap().texts().count(), 0, "{outcome:?}");
    }
}

/// Notes switched off or on: for everything that is pending, on any surface, and for nothing that
/// is settled. Setting the current value changes no question.
/// REQ: SE-3
#[tokio::test]
async fn switching_notes_reaches_everything_that_waits() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let mut ids = Vec::new();
    for wish in [json!({}), json!({ "allow_annotations": true }), json!({}), json!({})] {
        ids.push(desk.ask(choice(wish)).await.unwrap().interaction.id);
    }
    let ended = ids.pop().unwrap();
    desk.act(ended, choose("lite"), person("ann", Surface::Web)).await.unwrap();
    let without = desk.ask(choice(json!({ "allow_annotations": false }))).await.unwrap();
    let notes = |id| {
        let desk = &desk;
        async move { show(desk, id).await.interaction.presentation.annotations }
    };
    desk.set_setting(Key::Annotations, Some("on".to_owned())).await.unwrap();
    assert!(!notes(without.interaction.id).await, "nothing was switched");

    let before = cursor(&desk).await;
    desk.set_setting(Key::Annotations, Some("off".to_owned())).await.unwrap();
    for id in &ids {
        assert!(!notes(*id).await);
    }
    assert!(notes(ended).await, "as it was answered");
    let told = words(&desk, before).await;
    let changed = told.iter().filter(|word| word.starts_with("changed")).count();
    assert_eq!(changed, ids.len(), "surfaces hear of each: {told:?}");
    let asked = desk.ask(choice(json!({ "allow_annotations": true }))).await.unwrap();
    ids.push(asked.interaction.id);
    assert!(!notes(asked.interaction.id).await);

    desk.set_setting(Key::Annotations, None).await.unwrap();
    for id in ids {
        assert!(notes(id).await, "until they are switched on again");
    }
}
