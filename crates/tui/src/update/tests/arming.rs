//! Keys typed for something else don't answer a question.

use crossterm::event::KeyCode;
use serde_json::json;

use crate::fixtures::{at, blank, choice, key, passes, press};
use crate::message::{Drawn, Message};
use crate::state::card::{Arming, Card};
use crate::state::{Purpose, State};
use crate::update::update;

fn fresh() -> State {
    let mut state = blank(Purpose::Prompt);
    state.card = Some(Card::new(choice(json!({"single_submit_mode": true})), at(0).running));
    state
}

/// Twenty keys per second for three seconds, those that would choose and send, then a pause.
/// REQ: TE-1
#[test]
fn keys_at_twenty_a_second_select_nothing() {
    let mut state = fresh();
    let mut effects = update(&mut state, key(KeyCode::Enter), at(0));
    effects.extend(update(&mut state, Message::Drawn(Drawn::default()), at(10)));
    let typed = [KeyCode::Char('2'), KeyCode::Char(' '), KeyCode::Enter, KeyCode::Down];
    for press in 0..60 {
        effects.extend(update(&mut state, key(typed[press % 4]), at(20 + 50 * press as u64)));
    }
    effects.extend(update(&mut state, Message::Paste("2\r".to_owned()), at(3_100)));
    assert_eq!(effects, []);
    let card = state.card.as_ref().unwrap();
    assert_eq!((card.sheets[0].cursor, card.sheets[0].chosen.clone()), (0, None));
    assert!(!card.is_armed());
    // The last key came at 2970.
    assert_eq!(state.next_tick(), Some(at(3_320).running));
    update(&mut state, Message::Tick, at(3_319));
    assert!(!state.card.as_ref().unwrap().is_armed());
    update(&mut state, Message::Tick, at(3_320));
    assert!(state.card.as_ref().unwrap().is_armed());
    assert_eq!(press(&mut state, "2").len(), 1, "choosing sends");
}

/// Until it has been drawn, nobody can have answered it.
#[test]
fn the_pause_begins_when_it_is_seen() {
    let mut state = fresh();
    update(&mut state, Message::Tick, at(10_000));
    assert_eq!(state.card.as_ref().unwrap().arming, Arming::Unseen);
    update(&mut state, Message::Drawn(Drawn::default()), at(10_000));
    assert_eq!(state.card.as_ref().unwrap().arming, Arming::Waiting(at(10_000).running));
    // A late tick doesn't delay a key.
    update(&mut state, key(KeyCode::Char('2')), at(10_350));
    assert_eq!(passes(&mut state, 30).len(), 1);
}
