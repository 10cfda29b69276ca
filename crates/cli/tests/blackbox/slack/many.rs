//! Selection of the questions that are posted: those meant for Slack, and those that nobody has
//! seen.

use serde_json::json;

use super::{ANN, Chat, choice};
use crate::watch;
use sayso_core::surface::Presence;
use sayso_core::{Dialect, DraftField, OptionId, QuestionId, Surface};
use sayso_desk::{Answering, Attach};

/// REQ: SL-12
#[test]
fn what_is_meant_for_elsewhere_stays_there() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let elsewhere = chat.ask(Dialect::ProvideChoice, choice(json!({"interface": "web"})));
    let here = chat.ask(Dialect::ProvideChoice, choice(json!({"title": "For Slack"})));
    chat.fake.says(0, "For Slack");
    chat.fake.click(ANN, &chat.fake.message(0), "user_choice_pg");
    chat.reply(here);
    assert!(chat.is_pending(elsewhere));
    assert_eq!(chat.fake.state().messages.len(), 1);
    // Sent to Slack later after all.
    let desk = chat.world.desk();
    let command = sayso_core::Command::Present(sayso_core::PresentationChange {
        surface: Some(sayso_core::Preferred::Chat(sayso_core::ChatId::new("slack"))),
        ..Default::default()
    });
    chat.runtime.block_on(desk.act(elsewhere, command, crate::harness::nobody())).unwrap();
    chat.fake.says(1, "Pick a database");
}

/// No surface is open and nobody has started an answer: after a second it is posted.
#[test]
fn what_nobody_has_seen_comes_here() {
    let chat = Chat::with(&[("SAYSO_SLACK_ASK", ANN), ("SAYSO_SLACK_AFTER", "1")]);
    let _hub = chat.hub();
    let begun =
        chat.ask(Dialect::ProvideChoice, choice(json!({"interface": "web", "title": "Begun"})));
    let desk = chat.world.desk();
    let field = DraftField::Options {
        question: QuestionId::from("q1"),
        options: vec![OptionId::from("pg")],
    };
    chat.runtime.block_on(desk.save_draft(begun, vec![field], crate::harness::nobody())).unwrap();
    let unseen =
        chat.ask(Dialect::ProvideChoice, choice(json!({"interface": "web", "title": "Unseen"})));
    let message = chat.fake.says(0, "Unseen");
    chat.fake.click(ANN, &message, "user_choice_pg");
    chat.reply(unseen);
    assert_eq!(chat.fake.state().messages.len(), 1, "somebody has begun with the other");
}

/// The first is shown to somebody, so only the second is posted, although its time is up later.
#[test]
fn what_somebody_is_shown_does_not() {
    let chat = Chat::with(&[("SAYSO_SLACK_ASK", ANN), ("SAYSO_SLACK_AFTER", "1")]);
    let _hub = chat.hub();
    let desk = chat.world.desk();
    let web = |title: &str| choice(json!({"interface": "web", "title": title}));
    let seen = chat.ask(Dialect::ProvideChoice, web("Seen"));
    let attach = Attach {
        surface: Surface::Terminal,
        label: "inbox".to_owned(),
        presence: Presence::Interactive,
        interaction: Some(seen),
        ticket: None,
    };
    let _shown = chat.runtime.block_on(desk.attach(attach)).unwrap();
    chat.ask(Dialect::ProvideChoice, web("Unseen"));
    chat.fake.says(0, "Unseen");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// A hub with Slack stays, regardless of `hub.linger`.
#[test]
fn a_hub_with_slack_does_not_linger_away() {
    let chat = Chat::new();
    let world = chat.world;
    let world = world.with("SAYSO_LINGER", "0");
    let hub = world.hub();
    chat.fake.wait("connected", |state| state.opened > 0);
    world.run(&["list"]).ok();
    let without = crate::harness::World::new().with("SAYSO_LINGER", "0");
    let other = without.hub();
    watch::ends("the other", other.pid());
    assert!(crate::harness::is_alive(hub.pid()));
}
