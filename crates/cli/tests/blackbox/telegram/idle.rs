//! The cost of a hub that only waits for Telegram.

use serde_json::json;

use super::fake::ANN;
use super::{Chat, options};
use crate::harness::{World, resident};

/// REQ: RE-2, SA-5
#[test]
fn waiting_for_telegram_is_one_call_and_little_memory() {
    let without = World::new();
    let plain = without.hub();
    let chat = Chat::new();
    let hub = chat.hub();
    // The first call only finds out whether it works.
    chat.fake.wait("it waits", |state| state.polls >= 2);
    for _ in 0..3 {
        chat.world.run(&["list"]).ok();
        without.run(&["list"]).ok();
    }
    let more = resident(hub.pid()).saturating_sub(resident(plain.pid()));
    assert!(more <= 10 * 1024, "{more} kB more");
    let id = chat.choice(json!({}));
    chat.fake.question(0);
    {
        let state = chat.fake.state();
        assert_eq!(state.polls, 2, "nothing else made it ask");
        let (_, last) =
            state.calls.iter().rev().find(|(method, _)| method == "getUpdates").unwrap();
        assert_eq!(last["timeout"], 50, "as long as Telegram allows");
    }
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
}
