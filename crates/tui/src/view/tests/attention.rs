//! The line that says who was notified.

use sayso_core::attention::{RungFate, SkippedWhy, Trace};
use serde_json::json;

use super::frame::drawn;
use crate::fixtures::{at, choice, prompt};

/// REQ: RE-1
#[test]
fn a_card_says_who_was_notified_and_why_somebody_was_not() {
    let mut state = prompt(choice(json!({})));
    let trace = |rung: &str, fate| Trace { rung: rung.parse().unwrap(), at: at(0).day, fate };
    state.card.as_mut().unwrap().view.live.attention = vec![
        trace("desktop", RungFate::Notified { taken_back: None }),
        trace("irc", RungFate::Skipped(SkippedWhy::Seen)),
        trace("matrix", RungFate::Held),
    ];
    let said = "desktop notified at 14:15 · irc not notified: you were here · matrix waits until quiet hours end";
    let shown = drawn(&state, (120, 24));
    assert!(shown.contains(said), "{shown}");
    assert!(!drawn(&state, (120, 12)).contains("notified"), "a short screen has no room for it");
    state.card.as_mut().unwrap().view.live.attention =
        vec![trace("desktop", RungFate::Skipped(SkippedWhy::Shown))];
    assert!(!drawn(&state, (120, 24)).contains("notified"), "nobody had to be");
}
