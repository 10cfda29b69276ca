//! Selection of the questions that are posted: those meant for Slack. `ladder.rs` has those that come by
//! the ladder.

use serde_json::json;

use super::{ANN, Chat, choice};
use crate::watch;
use sayso_core::Dialect;
use sayso_desk::Answering;

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
